"""How fast and how lean scoring is, beside pycocoevalcap in the same run, on COCO val2017.

    CIDERNB_DATA=<folder> python benchmarks/scoring.py [--repeats 3] [--json]

Both sides get the same tokens, as captions with spaces between words; reading the files is not
measured. Every time is processor time and the median of its repeats.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import string
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cidernb

GROWTH = (1_000, 5_000, 10_000, 40_000)


@dataclass(frozen=True)
class Captions:
    """Candidates and references of the same images, image after image."""

    candidates: list[str]
    references: list[list[str]]


@dataclass(frozen=True)
class Figure:
    """One line of the report; `target` is a bound, from below for ratios of speed, else from above."""

    name: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """Whether the target is met, in a word."""
        if self.target is None:
            return ""
        met = self.value >= self.target if self.at_least else self.value <= self.target
        return "met" if met else "MISSED"

    @property
    def line(self) -> str:
        """The figure beside its target."""
        bound = (
            "" if self.target is None else f"{'>=' if self.at_least else '<='} {self.target:g} {self.unit}"
        )
        return f"{self.name:<80} {self.value:>10.4g} {self.unit:<10} {bound:<14} {self.verdict}".rstrip()


# --- Captions -------------------------------------------------------------------------------------


def read_captions(folder: Path) -> Captions:
    """COCO val2017: lower case, punctuation removed, words separated by spaces."""
    references: dict[int, list[str]] = {}
    for entry in json.loads((folder / "references.json").read_text(encoding="utf-8"))["annotations"]:
        references.setdefault(entry["image_id"], []).append(plain(entry["caption"]))
    results = json.loads((folder / "candidates.json").read_text(encoding="utf-8"))
    candidates = {entry["image_id"]: plain(entry["caption"]) for entry in results}
    return Captions([candidates[image_id] for image_id in references], list(references.values()))


def plain(caption: str) -> str:
    """Tokens of a caption, with one space between."""
    return " ".join(caption.lower().translate(str.maketrans("", "", string.punctuation)).split())


def grown(captions: Captions, images: int) -> Captions:
    """The first images, or more of them: copies in which every tenth word is new on average."""
    chance = random.Random(0)

    def perturbed(caption: str, copy: int) -> str:
        words = caption.split()
        return " ".join(f"{word}{copy}" if chance.random() < 0.1 else word for word in words)

    held = len(captions.candidates)
    candidates, references = [], []
    for image in range(images):
        copy, original = divmod(image, held)
        candidate, texts = captions.candidates[original], captions.references[original]
        candidates.append(perturbed(candidate, copy) if copy else candidate)
        references.append([perturbed(text, copy) for text in texts] if copy else texts)
    return Captions(candidates, references)


# --- What is measured -----------------------------------------------------------------------------


def score_here(captions: Captions) -> float:
    """From cold: an evaluation set built, encoded and scored."""
    images = cidernb.EvaluationSet(captions.candidates, captions.references)
    return sum(cidernb.score(images).per_image.values()) / len(images)


def score_officially(captions: Captions) -> float:
    """The same by pycocoevalcap."""
    from pycocoevalcap.cider.cider import Cider

    references = dict(enumerate(captions.references))
    candidates = {image: [text] for image, text in enumerate(captions.candidates)}
    mean, _ = Cider().compute_score(references, candidates)
    return float(mean)


def seconds(function: Callable[..., object], *arguments: Any, **settings: Any) -> float:
    """Processor time of one call: both sides run in one thread, and other programs cost it little."""
    start = process_time()
    function(*arguments, **settings)
    return process_time() - start


def peak_memory(name: str, folder: Path) -> float:
    """The most that a scoring allocates above the captions, in MB; for a process of its own."""
    score = {"here": score_here, "official": score_officially}[name]
    captions = read_captions(folder)
    score(grown(captions, 2))  # imports are not counted
    tracemalloc.start()
    score(captions)
    _, peak = tracemalloc.get_traced_memory()
    return peak / 1e6


def in_own_process(name: str, folder: Path) -> float:
    """`peak_memory` in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(peak_memory, name, folder).result()


def import_time(statement: str) -> float:
    """Processor time in which a new interpreter runs a statement."""
    code = f"from time import process_time as t; s = t(); {statement}; print(t() - s)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)


# --- The report -----------------------------------------------------------------------------------


def cold(captions: Captions, repeats: int) -> tuple[float, Iterator[Figure]]:
    """The official time, and the figures from cold."""
    here, official = [], []
    for _ in range(repeats):
        official.append(seconds(score_officially, captions))
        here += [seconds(score_here, captions) for _ in range(3)]
    figures = (
        Figure(f"pycocoevalcap, {len(captions.candidates):,} images", median(official), "s"),
        Figure("from cold: set built, encoded, scored", median(here), "s"),
        Figure("from cold: times faster", median(official) / median(here), "x", 20, at_least=True),
    )
    return median(official), iter(figures)


def warm(captions: Captions, official: float, repeats: int) -> Iterator[Figure]:
    """Scoring a set again, against a whole run of pycocoevalcap, which keeps nothing.

    Kept in all of these are the set's encoding and where its n-grams match. "weights new": the df
    of every n-gram is known, and IDF, norms and all that follows are computed again. "weights kept":
    only clipping, penalty and sums are.
    """
    images = cidernb.EvaluationSet(captions.candidates, captions.references)
    weightings = cidernb.score(images).weighting.encoding.weightings
    half = len(captions.references) // 2
    tables = [
        cidernb.DocumentFrequencies.from_references(captions.references[start : start + half])
        for start in range(0, half, half // repeats)
    ]
    new_tables = [seconds(cidernb.score, images, idf=table) for table in tables]
    in_turn = []
    for table in tables * 3:
        for idf in (table, "corpus"):
            weightings.clear()
            in_turn.append(seconds(cidernb.score, images, idf=idf))

    def by(field: str, *values: Any) -> list[float]:
        variants = [cidernb.Variant(**{field: value}) for value in values]
        cidernb.score(images)
        return [seconds(cidernb.score, images, variant=variant) for variant in variants * 3 * repeats]

    for name, times, target in [
        ("IDF from a table new to the set, its n-grams looked up", new_tables, None),
        ("IDF from corpus and known tables in turn, weights new", in_turn, 150),
        ("another clipping, weights kept", by("clipping", "none", "count", "weight"), 500),
        ("another sigma, weights kept", by("sigma", None, 3, 6), 500),
    ]:
        yield Figure(f"warm: {name}", 1000 * median(times), "ms")
        yield Figure(f"warm: {name}: times faster", official / median(times), "x", target, at_least=True)


def memory(folder: Path) -> Iterator[Figure]:
    """Peak memory above the loaded captions."""
    official, here = in_own_process("official", folder), in_own_process("here", folder)
    yield Figure("peak memory, pycocoevalcap", official, "MB")
    yield Figure("peak memory", here, "MB")
    yield Figure("peak memory: share of pycocoevalcap's", here / official, "", 0.5)


def growth(captions: Captions, repeats: int) -> Iterator[Figure]:
    """Time from cold by number of images."""
    for images in GROWTH:
        some = grown(captions, images)
        time = median(seconds(score_here, some) for _ in range(repeats))
        yield Figure(f"from cold, {images:,} images", time, "s")
        yield Figure(f"from cold, {images:,} images: time an image", 1e6 * time / images, "us")


def figures(folder: Path, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    captions = read_captions(folder)
    difference = abs(score_here(captions) - score_officially(captions))
    yield Figure("difference of the means", difference, "", 1e-9)
    official, of_cold = cold(captions, repeats)
    yield from of_cold
    yield from warm(captions, official, repeats)
    yield from memory(folder)
    yield from growth(captions, repeats)
    for statement, target in (
        ("import cidernb", 0.3),
        ("from cidernb import score", None),
        ("import numpy", None),
    ):
        yield Figure(statement, median(import_time(statement) for _ in range(5)), "s", target)


def report(measured: Iterable[Figure], as_json: bool) -> None:
    """Print the figures: as they come, or as one JSON list."""
    if as_json:
        print(json.dumps([asdict(figure) | {"verdict": figure.verdict} for figure in measured], indent=2))
        return
    for figure in measured:
        print(figure.line, flush=True)


def run_on_coco(what: str, figures: Callable[[Path, int], Iterable[Figure]], repeats: int) -> None:
    """Measure from the command line on the COCO val2017 that CIDERNB_DATA holds, and print."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--repeats", type=int, default=repeats, help="measure so often, take the median")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    options = parser.parse_args()
    folder = Path(os.environ.get("CIDERNB_DATA", "")) / "coco_val2017"
    if not (folder / "references.json").is_file():
        parser.error("CIDERNB_DATA must name the folder that holds coco_val2017")
    report(figures(folder, options.repeats), options.json)


if __name__ == "__main__":
    run_on_coco("Measure scoring beside pycocoevalcap.", figures, 3)
