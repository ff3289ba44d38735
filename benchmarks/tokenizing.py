"""How fast captions are tokenised, and whether as the official pipeline does, on COCO val2017.

    CIDERNB_DATA=<folder> python benchmarks/tokenizing.py [--repeats 5] [--json]

Times are processor time and medians of their repeats. The agreement is measured where Java and
pycocoevalcap are installed.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from statistics import median

from scoring import Figure, run_on_coco, seconds

import cidernb
from cidernb.tokenizers import tokenize_all

#: How many times COCO val2017 makes 200,000 captions.
COPIES = 8
_MEASURED = """
import resource, sys
from cidernb.cli import main
main(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, file=sys.stderr)
"""


def speeds(captions: list[str], repeats: int) -> Iterator[Figure]:
    """Microseconds a caption, with nothing remembered and with all words seen before."""
    ptb = importlib.import_module("cidernb.tokenizers.ptb")

    def run(tokenizer: str) -> int:
        return sum(map(len, tokenize_all(captions, tokenizer)))

    def anew() -> int:
        ptb._CHUNKS.clear()
        return run("ptb")

    per_caption = 1e6 / len(captions)
    cold = median(seconds(anew) for _ in range(repeats))
    yield Figure("ptb, no word seen before", cold * per_caption, "us", 10)
    for tokenizer in ("ptb", "ptb+nobrackets+nfc", "whitespace", "characters"):
        time = median(seconds(lambda: run(tokenizer)) for _ in range(repeats))  # noqa: B023  # called at once
        yield Figure(f"{tokenizer}, again", time * per_caption, "us")


def agreement(captions: list[str]) -> Iterator[Figure]:
    """The share of captions with the official tokenizer's words, in percent."""
    try:
        official = list(tokenize_all(captions, "ptb-java"))
    except ValueError as missing:
        print(missing, file=sys.stderr)
        return
    same = sum(map(list.__eq__, tokenize_all(captions, "ptb"), official))
    yield Figure("captions with the official words", 100 * same / len(captions), "%", 99.95, at_least=True)


def command(images: cidernb.EvaluationSet) -> Iterator[Figure]:
    """`cidernb score` on 200,000 captions, from the start of Python to the printed result."""
    with tempfile.TemporaryDirectory() as folder:
        references, candidates = Path(folder, "references.json"), Path(folder, "candidates.json")
        many = cidernb.EvaluationSet(
            {f"{i}-{k}": text for k in range(COPIES) for i, text in images.candidates.items()},
            {f"{i}-{k}": texts for k in range(COPIES) for i, texts in images.references.items()},
        )
        references.write_text(json.dumps({i: list(texts) for i, texts in many.references.items()}))
        candidates.write_text(json.dumps(dict(many.candidates)))
        run = subprocess.run(
            [sys.executable, "-c", _MEASURED, "score", str(references), str(candidates), "--json"],
            capture_output=True,
            check=True,
            text=True,
        )
        time, memory = map(float, run.stderr.split()[-2:])
        number = sum(map(len, many.references.values())) + len(many)
        yield Figure(f"cidernb score, {number:,} captions", time, "s", 8)
        yield Figure("its memory", memory, "MB", 1500)


def figures(folder: Path, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    images = cidernb.EvaluationSet.from_coco(folder / "references.json", folder / "candidates.json")
    captions = [text for texts in images.references.values() for text in texts]
    captions += images.candidates.values()
    yield from chain(speeds(captions, repeats), agreement(captions), command(images))


if __name__ == "__main__":
    run_on_coco("Measure tokenizers on COCO val2017.", figures, 5)
