"""Real captions for the tests, from the folder that the environment variable CIDERNB_DATA names."""

from __future__ import annotations

import json
import os
import string
from functools import cache
from pathlib import Path

import pytest

Captions = tuple[dict[str, str], dict[str, list[str]]]
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def data_folder(name: str) -> Path:
    """A folder of the data, or the test is skipped."""
    root = os.environ.get("CIDERNB_DATA")
    if not root:
        pytest.skip("CIDERNB_DATA is not set; name the folder that holds the real captions to run this test")
    folder = Path(root) / name
    if not folder.is_dir():
        pytest.skip(f"there is no folder {name} in CIDERNB_DATA ({root})")
    return folder


@cache
def coco() -> Captions:
    """Candidates and references of COCO val2017, 5,000 images."""
    folder = data_folder("coco_val2017")
    references: dict[str, list[str]] = {}
    for entry in _read(folder / "references.json")["annotations"]:
        references.setdefault(str(entry["image_id"]), []).append(_plain(entry["caption"]))
    results = _read(folder / "candidates.json")
    candidates = {str(entry["image_id"]): _plain(entry["caption"]) for entry in results}
    return {image_id: candidates[image_id] for image_id in references}, references


@cache
def abstract() -> Captions:
    """ABSTRACT-50S: candidates B and C of 400 pairs against the 48 references of the pair's image.

    Two pairs show the same image, so the ids are those of pair and candidate.
    """
    folder = data_folder("abstract50s")
    of_image: dict[str, list[str]] = {}
    for entry in _read(folder / "abstract48S.json"):
        of_image.setdefault(entry["image_id"], []).append(_plain(entry["caption"]))
    candidates, references = {}, {}
    for letter in "BC":
        for pair, entry in enumerate(_read(folder / f"abstract_cands{letter}.json")):
            candidates[f"{pair}{letter}"] = _plain(entry["caption"])
            references[f"{pair}{letter}"] = of_image[entry["image_id"]]
    return candidates, references


def _read(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8"))


def _plain(caption: str) -> str:
    return caption.lower().translate(_NO_PUNCTUATION)
