"""Captions from files: COCO's formats, plain JSON, JSON lines, CSV and TSV, each packed by gzip or not.

A file's form is told by its content, and what it holds is trusted in nothing.
"""

from __future__ import annotations

from collections.abc import Hashable
from os import fspath
from typing import Any, NamedTuple

from cidernb.image_ids import compare_ids
from cidernb.readers.choices import (
    Choices,
    Duplicates,
    Extra,
    Missing,
    Reading,
    loose_candidates,
    loose_references,
    pair,
    strict_candidates,
    strict_references,
)
from cidernb.readers.coco import write_coco
from cidernb.readers.entries import CaptionFile
from cidernb.readers.opening import Path

__all__ = [
    "Choices",
    "Duplicates",
    "Extra",
    "Missing",
    "Path",
    "Reading",
    "read_candidates",
    "read_loosely",
    "read_pair",
    "read_references",
    "write_coco",
]


class Pair(NamedTuple):
    """Both sides by the references' ids, and how they came together."""

    candidates: dict[Hashable, str]
    references: dict[Hashable, list[str]]
    reading: Reading


def read_references(path: Path) -> dict[Hashable, list[str]]:
    """References by image id.

    Parameters
    ----------
    path : path
        COCO annotations, a list of such entries, an object {id: [captions]}, a list of lists of
        captions, the Karpathy splits' {"images": [{"cocoid", "sentences": [{"raw"}]}]} (the images
        of every split), JSON lines, or a table with the columns image_id and caption (a reference a row)
        or reference_1, reference_2, ... (an image a row; an empty cell is none).

    Returns
    -------
    dict
        Every image's references, in the order of the file.

    Raises
    ------
    OSError
        If it cannot be opened.
    ValueError, TypeError
        If it is in none of these forms or holds anything but captions; the sentence names the file
        and the entry or line.
    """
    return strict_references(CaptionFile(path).entries("references"))


def read_candidates(path: Path, *, duplicates: Duplicates = "error") -> dict[Hashable, str]:
    """Candidates by image id.

    Parameters
    ----------
    path : path
        COCO results (a list of entries with "image_id" and "caption"), an object {id: caption} or
        {id: [caption]}, a list of captions, JSON lines, or a table with the columns image_id and
        caption or candidate.
    duplicates : {"error", "first", "last"}
        Which caption to take of an image that has several.

    Returns
    -------
    dict
        Every image's candidate, in the order of the file.

    Raises
    ------
    OSError
        If it cannot be opened.
    ValueError, TypeError
        If it is in none of these forms, holds anything but captions or several for an image; the
        sentence names the file and the entry or line.
    """
    choices = Choices(duplicates=duplicates)
    return strict_candidates(CaptionFile(path).entries("candidates"), choices.duplicates)[0]


def read_pair(references: Path, candidates: Path | None, choices: Choices) -> Pair:
    """Both sides, from two files, or from one that holds both.

    Ids of the two sides that are written alike are one, be they numbers on one side and text on
    the other; `Pair.reading` records it.

    Raises
    ------
    OSError, ValueError, TypeError
        As `read_references` and `read_candidates`; also for images that only one side has, unless
        a choice is made for them.
    """
    both = candidates is None
    file = CaptionFile(references, both=both)
    compared = strict_references(file.entries("references"))
    of_candidates = file if candidates is None else CaptionFile(candidates)
    said, several = strict_candidates(of_candidates.entries("candidates"), choices.duplicates, both=both)
    files = [fspath(path) for path in (references, candidates) if path is not None]
    sides = f"The references of {files[0]} and the candidates of {files[-1]}"
    return Pair(*pair(said, compared, choices, several, sides))


class LoosePair(NamedTuple):
    """Both sides by the references' ids, with anything in place of captions.

    A list of candidates stands where an image has several; `of_two_types` are the pairs (reference's,
    candidate's) of ids that differ in type alone.
    """

    candidates: dict[Hashable, Any]
    references: dict[Hashable, Any]
    of_two_types: list[tuple[Hashable, Hashable]]


def read_loosely(references: Path, candidates: Path | None) -> LoosePair:
    """What files give as candidates and as references, for a diagnosis to say what is wrong with it.

    Raises
    ------
    OSError, ValueError
        If a file is in no form known.
    """
    both = candidates is None
    file = CaptionFile(references, both=both)
    compared = loose_references(file.entries("references"))
    of_candidates = file if candidates is None else CaptionFile(candidates)
    said = loose_candidates(of_candidates.entries("candidates"), both=both)
    of_two_types = compare_ids(said, compared).of_two_types
    of_reference = {of_candidate: of_reference for of_reference, of_candidate in of_two_types}
    return LoosePair({of_reference.get(i, i): text for i, text in said.items()}, compared, of_two_types)
