"""Small files in the structure in which the authors distribute ABSTRACT-50S and PASCAL-50S."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy.io import savemat

#: Image, B, C, and for each reference 1 or -1 as people found B or C of the *candidates' files* nearer.
Pair = tuple[str, str, str, tuple[int, ...]]

REFERENCES = {
    "x.png": ["a dog runs", "the dog runs", "a dog on grass", "a dog runs"],
    "y.png": ["two cats sleep", "cats on a sofa", "two cats", "the cats sleep"],
    "z.png": ["a red ball", "the ball is red", "a ball", "one red ball"],
}

#: "a dog" is shared by the pairs of x and so correct; in y it is the incorrect one. The second pair of
#: x and the second of y hold the same two captions, with other votes.
PAIRS: list[Pair] = [
    ("x.png", "a dog", "some dog runs", (1, 1, -1, 1)),
    ("x.png", "two cats here", "a dog", (-1, -1, -1, -1)),
    ("y.png", "two cats here", "the cats", (1, -1, 1, -1)),
    ("y.png", "a dog", "two cats here", (-1, -1, -1, -1)),
]


def write_json(path: Path, entries: Sequence[tuple[str, str]]) -> None:
    path.write_text(json.dumps([{"image_id": image, "caption": text} for image, text in entries]))


def cell(value: Any) -> np.ndarray:
    """One value in a cell of MATLAB."""
    wrapped = np.empty((1, 1), object)
    wrapped[0, 0] = value
    return wrapped


def write_triplets(path: Path, rows: Sequence[tuple[Any, str, str, int]]) -> None:
    triplets = np.empty((1, len(rows)), dtype=[(name, object) for name in ("A", "B", "C", "rating")])
    for place, (a, b, c, rating) in enumerate(rows):
        triplets[0, place] = (cell(cell(a)), cell(cell(b)), cell(cell(c)), cell(np.int16([[rating]])))
    savemat(path, {"triplets": triplets})


def triplet_rows(pairs: Sequence[Pair], references: dict[str, list[str]]) -> list[tuple[str, str, str, int]]:
    """The triplets as the authors have them: their B is the candidates' C, and the votes with it."""
    return [
        (a, c, b, -vote)
        for image, b, c, votes in pairs
        for a, vote in zip(references[image], votes, strict=False)
    ]


def write_abstract(folder: Path, pairs: Sequence[Pair] = PAIRS) -> Path:
    """The four files of ABSTRACT-50S."""
    folder.mkdir(exist_ok=True)
    write_json(folder / "abstract48S.json", [(i, text) for i, texts in REFERENCES.items() for text in texts])
    write_json(folder / "abstract_candsB.json", [(image, b) for image, b, _, _ in pairs])
    write_json(folder / "abstract_candsC.json", [(image, c) for image, _, c, _ in pairs])
    write_triplets(folder / "consensus_abstract.mat", triplet_rows(pairs, REFERENCES))
    return folder


def write_pascal(folder: Path, categories: Sequence[int] = (1, 2, 3, 4)) -> Path:
    """The five files of PASCAL-50S; of five references of an image, the votes ask of four."""
    folder.mkdir(exist_ok=True)
    references = {image: [*texts, f"unasked {image}"] for image, texts in REFERENCES.items()}
    write_json(folder / "pascal50S.json", [(i, text) for i, texts in references.items() for text in texts])
    write_json(folder / "pascal_candsB.json", [(image, b) for image, b, _, _ in PAIRS])
    write_json(folder / "pascal_candsC.json", [(image, c) for image, _, c, _ in PAIRS])
    write_triplets(folder / "consensus_pascal.mat", triplet_rows(PAIRS, references))
    inputs = np.empty((1, len(PAIRS)), dtype=[(name, object) for name in ("name", "sent1", "sent2")])
    for place, (image, b, c, _) in enumerate(PAIRS):
        inputs[0, place] = (image, f" {c}", f" {b} ")
    savemat(folder / "pair_pascal.mat", {"new_input": inputs, "category": np.array([categories], np.uint8)})
    return folder
