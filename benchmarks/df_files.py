"""How fast files of document frequencies are read, at the size of the largest in use.

    CIDERNB_DATA=<folder> python benchmarks/df_files.py [--repeats 3] [--json]

The table is made from the captions of COCO val2017, spliced until it has 1.6 million n-grams, and
written as Python 2 wrote the authors' table: protocol 0, tuples of byte strings, about 80 MB. Times
are by the clock, for another process does the work.
"""

from __future__ import annotations

import math
import random
import resource
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from scoring import Captions, Figure, read_captions, run_on_coco

import cidernb
from cidernb import DocumentFrequencies

NGRAMS, NUM_IMAGES = 1_590_000, 40_504


def spliced(captions: Captions, chance: random.Random) -> Iterator[list[str]]:
    """Captions without end: the start of one and the end of another, now and then with a rare word."""
    words = [text.split() for texts in captions.references for text in texts]
    while True:
        first, second = chance.choice(words), chance.choice(words)
        caption = first[: chance.randrange(len(first) + 1)] + second[chance.randrange(len(second)) :]
        if chance.random() < 0.3:
            caption[chance.randrange(len(caption))] = f"rare{chance.randrange(60_000)}"
        yield caption


def make_table(captions: Captions) -> dict[tuple[str, ...], int]:
    """n-gram to df; several spliced captions an image until the table is large enough."""
    chance = random.Random(0)
    source = spliced(captions, chance)
    table: Counter[tuple[str, ...]] = Counter()
    while len(table) < NGRAMS:
        held: set[tuple[str, ...]] = set()
        for _ in range(5):
            caption = next(source)
            held.update(
                tuple(caption[start : start + order])
                for order in range(1, 5)
                for start in range(len(caption) - order + 1)
            )
        table.update(held)
    ngrams = list(table)
    chance.shuffle(ngrams)
    return {ngram: min(table[ngram], NUM_IMAGES) for ngram in ngrams}


def write_as_python_2(path: Path, table: dict[tuple[str, ...], int]) -> None:
    """Protocol 0. A word is the same object within a sentence alone, so that it is often written anew."""
    chance, known, puts = random.Random(1), {}, 0
    with open(path, "wb") as file:
        file.write(b"(dp1\nS'ref_len'\np2\nF%r\nsS'document_frequency'\np3\n" % math.log(NUM_IMAGES))
        file.write(b"ccollections\ndefaultdict\np4\n(c__builtin__\nfloat\np5\ntp6\nRp7\n")
        puts = 7
        for ngram, df in table.items():
            parts = []
            for word in ngram:
                if word in known and chance.random() < 0.65:
                    parts.append(b"g%d\n" % known[word])
                else:
                    puts += 1
                    parts.append(b"S%b\np%d\n" % (repr(word).encode(), puts))
                    known[word] = puts
            puts += 1
            file.write(b"(%btp%d\nF%d\ns" % (b"".join(parts), puts, df))
        file.write(b"s.")


def seconds(function: Callable[[], object], repeats: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        started = perf_counter()
        function()
        times.append(perf_counter() - started)
    return median(times)


def measure(captions: Captions, folder: Path, repeats: int) -> Iterator[Figure]:
    """Each figure beside its target."""
    pickled, safe, official = folder / "table.p", folder / "table.npz", folder / "official.p"
    counts = make_table(captions)
    write_as_python_2(pickled, counts)
    yield Figure("pickle of Python 2, protocol 0: its size", pickled.stat().st_size / 1e6, "MB")
    table = DocumentFrequencies.load(pickled)
    held = {ngram: df for order in range(1, 5) for ngram, df in table.counts(order).items()}
    if table.num_images != NUM_IMAGES or held != counts:
        raise SystemExit("The table that was read is not the one that was written.")
    yield Figure("n-grams", len(counts), "")
    del counts, held
    load = DocumentFrequencies.load
    yield Figure("read it, index included", seconds(lambda: load(pickled), repeats), "s", 5)
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024 / 1e9
    yield Figure("most memory of the process that reads it", memory, "GB", 1.5)
    yield Figure("save in the safe format", seconds(lambda: table.save(safe), repeats), "s")
    yield Figure("size of the safe format", safe.stat().st_size / 1e6, "MB")
    yield Figure("read the safe format, index included", seconds(lambda: load(safe), repeats), "s", 0.5)
    yield Figure("save in the official layout, protocol 2", seconds(lambda: table.save(official), 1), "s")
    yield Figure("read the official layout, protocol 2", seconds(lambda: load(official), repeats), "s", 5)
    images = cidernb.EvaluationSet(captions.candidates, captions.references)
    cidernb.score(images)
    times = []
    for _ in range(repeats):
        new = load(safe)
        times.append(seconds(lambda new=new: cidernb.score(images, idf=new), 1))
    warm = "score 5,000 images, encoded before, by a table "
    yield Figure(warm + "new to them", 1000 * median(times), "ms", 100)
    again = seconds(lambda: cidernb.score(images, idf=new), repeats)
    yield Figure(warm + "looked up before", 1000 * again, "ms", 100)


def figures(folder: Path, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    with tempfile.TemporaryDirectory() as scratch:
        yield from measure(read_captions(folder), Path(scratch), repeats)


if __name__ == "__main__":
    run_on_coco("Measure files of document frequencies.", figures, 3)
