"""Captions from files: COCO's JSON formats, and plain JSON mappings or lists."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from os import PathLike, fspath
from typing import Any

Path = str | PathLike[str]


def read_references(path: Path) -> dict[Hashable, list[str]]:
    """References by image id.

    Parameters
    ----------
    path : path
        COCO annotations (an object with "annotations", each with "image_id" and "caption"), a
        list of such entries, an object {id: [captions]}, or a list of lists of captions.

    Returns
    -------
    dict
        Every image's references, in the order of the file.

    Raises
    ------
    ValueError
        If the file is not JSON in one of these forms; the sentence names the file.
    """
    content = _read(path)
    if isinstance(content, Mapping) and "annotations" in content:
        content = content["annotations"]
    if _is_entries(content):
        references: dict[Hashable, list[str]] = {}
        for image_id, caption in _entries(content, path):
            references.setdefault(image_id, []).append(caption)
        return references
    return _by_id(content, path, "lists of captions")


def read_candidates(path: Path) -> dict[Hashable, str]:
    """Candidates by image id.

    Parameters
    ----------
    path : path
        COCO results (a list of entries with "image_id" and "caption"), an object {id: caption}, or
        a list of captions.

    Returns
    -------
    dict
        Every image's candidate, in the order of the file.

    Raises
    ------
    ValueError
        If the file is not JSON in one of these forms, or has two captions for an image.
    """
    content = _read(path)
    if not _is_entries(content):
        return _by_id(content, path, "captions")
    candidates: dict[Hashable, str] = {}
    for image_id, caption in _entries(content, path):
        if image_id in candidates:
            raise ValueError(f"{fspath(path)} has two captions for image {image_id!r}; keep one.")
        candidates[image_id] = caption
    return candidates


def coco_annotations(references: Mapping[Any, Sequence[str]]) -> dict[str, Any]:
    """References in the form of a COCO annotations file."""
    pairs = [(image_id, caption) for image_id, captions in references.items() for caption in captions]
    return {
        "images": [{"id": image_id} for image_id in references],
        "annotations": [
            {"id": number, "image_id": image_id, "caption": caption}
            for number, (image_id, caption) in enumerate(pairs, start=1)
        ],
    }


def coco_results(candidates: Mapping[Any, str]) -> list[dict[str, Any]]:
    """Candidates in the form of a COCO results file."""
    return [{"image_id": image_id, "caption": caption} for image_id, caption in candidates.items()]


def _read(path: Path) -> Any:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return json.load(file)
    except json.JSONDecodeError as error:
        raise ValueError(f"{fspath(path)} is not JSON: {error.msg} in line {error.lineno}.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{fspath(path)} is not text in UTF-8; save it so.") from None


def _is_entries(content: Any) -> bool:
    return isinstance(content, list) and bool(content) and isinstance(content[0], Mapping)


def _entries(content: Sequence[Any], path: Path) -> list[tuple[Hashable, Any]]:
    pairs: list[tuple[Hashable, Any]] = []
    for number, entry in enumerate(content):
        if not isinstance(entry, Mapping) or "image_id" not in entry or "caption" not in entry:
            raise ValueError(f'Entry {number} of {fspath(path)} has no "image_id" and "caption"; add them.')
        image_id = entry["image_id"]
        if not isinstance(image_id, str | int):
            raise ValueError(
                f"Entry {number} of {fspath(path)} has the image id {image_id!r}; use a number or text."
            )
        pairs.append((image_id, entry["caption"]))
    return pairs


def _by_id(content: Any, path: Path, what: str) -> dict[Hashable, Any]:
    if isinstance(content, Mapping):
        return dict(content)
    if isinstance(content, list):
        return dict(enumerate(content))
    raise ValueError(f"{fspath(path)} holds neither COCO entries nor an object or a list of {what}.")
