"""How fast and how lean the command line is: `score` and `diagnose` on 200,000 captions in files.

    CIDERNB_DATA=<folder> python benchmarks/command.py [--repeats 3] [--json]

The files hold copies of COCO val2017, raw captions with capitals and punctuation, in which every
tenth word is another's. Each command runs in a process of its own, from start to exit; processor
time and largest resident memory are the process's, as the system counts them. The readers are
measured in this process. Figures are medians of their repeats.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from scoring import Figure, run_on_coco, seconds

import cidernb

IMAGES, REFERENCES = 40_000, 4
#: What the work must stay below.
SECONDS, MEGABYTES = 8.0, 1_500.0


def make_captions(folder: Path) -> list[tuple[int, str, list[str]]]:
    """Images as (id, candidate, references), 200,000 captions in all."""
    references: dict[int, list[str]] = {}
    for entry in json.loads((folder / "references.json").read_text(encoding="utf-8"))["annotations"]:
        references.setdefault(entry["image_id"], []).append(entry["caption"])
    results = json.loads((folder / "candidates.json").read_text(encoding="utf-8"))
    chance = random.Random(0)
    words = [word for entry in results for word in entry["caption"].split()]

    def perturbed(caption: str) -> str:
        return " ".join(chance.choice(words) if chance.random() < 0.1 else word for word in caption.split())

    images = []
    for number in range(IMAGES):
        copy, place = divmod(number, len(results))
        image_id, caption = results[place]["image_id"], results[place]["caption"]
        texts = references[image_id][:REFERENCES]
        images.append((copy * 10**6 + image_id, perturbed(caption), list(map(perturbed, texts))))
    return images


def write_files(images: list[tuple[int, str, list[str]]], folder: Path) -> None:
    """The captions in every form."""
    entries = [{"image_id": i, "caption": text} for i, _, texts in images for text in texts]
    annotations = json.dumps({"annotations": [{"id": n, **entry} for n, entry in enumerate(entries)]})
    (folder / "refs.json").write_text(annotations, encoding="utf-8")
    (folder / "refs.json.gz").write_bytes(gzip.compress(annotations.encode(), compresslevel=6))
    (folder / "refs.jsonl").write_text("\n".join(map(json.dumps, entries)), encoding="utf-8")
    results = [{"image_id": i, "caption": text} for i, text, _ in images]
    (folder / "cands.json").write_text(json.dumps(results), encoding="utf-8")
    with open(folder / "refs.csv", "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(
            [("image_id", "caption"), *((entry["image_id"], entry["caption"]) for entry in entries)]
        )


def run(*arguments: str) -> tuple[float, float, float]:
    """Processor seconds, seconds on the clock and peak megabytes of one command."""
    command = [sys.executable, "-m", "cidernb", *arguments]
    with open(os.devnull, "w") as nowhere:
        start = os.times()
        process = os.posix_spawn(
            sys.executable, command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1)]
        )
        _, status, usage = os.wait4(process, 0)
        elapsed = os.times().elapsed - start.elapsed
    if status:
        raise SystemExit(f"{' '.join(command)} failed.")
    # Linux counts in kilobytes, macOS in bytes.
    peak = usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
    return usage.ru_utime + usage.ru_stime, elapsed, peak


def figures(captions: Path, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_files(make_captions(captions), folder)
        refs, cands = str(folder / "refs.json"), str(folder / "cands.json")
        for command, options, target in (
            ("score", (), SECONDS),
            ("score", ("--all",), None),
            ("diagnose", (), None),
        ):
            runs = [run(command, refs, cands, *options) for _ in range(repeats)]
            what = " ".join(("200,000 captions:", command, *options))
            cpu, elapsed, peak = (median(column) for column in zip(*runs, strict=True))
            yield Figure(f"{what}, processor time", cpu, "s", target)
            yield Figure(f"{what}, time on the clock", elapsed, "s")
            yield Figure(f"{what}, peak memory", peak, "MB", MEGABYTES)
        yield from of_readers(folder, repeats)


def of_readers(folder: Path, repeats: int) -> Iterator[Figure]:
    """160,000 references read, checked and grouped, by form; and the bare parser beside them."""
    from cidernb.readers import read_references

    def bare(path: Path) -> Any:
        return json.loads(path.read_bytes())

    yield Figure("json.loads alone", median(seconds(bare, folder / "refs.json") for _ in range(repeats)), "s")
    for form in ("json", "json.gz", "jsonl", "csv"):
        path = folder / f"refs.{form}"
        taken = median(seconds(read_references, path) for _ in range(repeats))
        yield Figure(f"160,000 references from .{form}", taken, "s")
    images = cidernb.EvaluationSet.from_files(folder / "refs.json", folder / "cands.json")
    result = cidernb.score(images, tokenizer="ptb")
    yield Figure("all findings on 40,000 images", seconds(lambda: result.findings), "s")


if __name__ == "__main__":
    run_on_coco("Measure the command line on 200,000 captions.", figures, 3)
