"""Captions in COCO's JSON formats, to write."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from numbers import Integral
from os import fspath
from typing import Any

from cidernb.readers.entries import HALF_CHARACTER
from cidernb.readers.opening import Path
from cidernb.whole_files import replacing, same_file


def _coco_annotations(references: Mapping[Any, Sequence[str]]) -> dict[str, Any]:
    """References in the form of a COCO annotations file."""
    pairs = [(image_id, caption) for image_id, captions in references.items() for caption in captions]
    return {
        "images": [{"id": image_id} for image_id in references],
        "annotations": [
            {"id": number, "image_id": image_id, "caption": caption}
            for number, (image_id, caption) in enumerate(pairs, start=1)
        ],
    }


def _coco_results(candidates: Mapping[Any, str]) -> list[dict[str, Any]]:
    """Candidates in the form of a COCO results file."""
    return [{"image_id": image_id, "caption": caption} for image_id, caption in candidates.items()]


def write_coco(
    candidates: Mapping[Any, str],
    references: Mapping[Any, Sequence[str]],
    references_json: Path,
    results_json: Path,
) -> None:
    """Write the references as COCO annotations and the candidates as COCO results, both or neither.

    Raises
    ------
    OSError, TypeError
        If a file cannot be written, or a path is none.
    ValueError
        If both paths are one file, an image id is neither a whole number nor text, or a caption holds
        half a character, which files in UTF-8 cannot.
    """
    if same_file(references_json, results_json):
        raise ValueError(
            f"{fspath(references_json)} is named for references and candidates; name two files, for the one "
            "would be written over the other."
        )
    named = {image_id: _id_in_json(image_id) for image_id in references}
    for image_id, captions in references.items():
        for caption in (image_id, candidates[image_id], *captions):
            _check_whole_characters(image_id, caption)
    annotations = _coco_annotations({named[i]: captions for i, captions in references.items()})
    results = _coco_results({named[i]: caption for i, caption in candidates.items()})
    with replacing(references_json) as of_references, replacing(results_json) as of_candidates:
        for path, content in ((of_references, annotations), (of_candidates, results)):
            path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def _id_in_json(image_id: Any) -> int | str:
    if isinstance(image_id, str):
        return str(image_id)
    if isinstance(image_id, Integral):  # NumPy's are not for JSON
        return int(image_id)
    raise ValueError(
        f"The image id {image_id!r} is of type {type(image_id).__name__}; COCO files name images by whole "
        "numbers or text."
    )


def _check_whole_characters(image_id: Any, text: Any) -> None:
    if isinstance(text, str) and (half := HALF_CHARACTER.search(text)):
        raise ValueError(
            f"A caption or the id of image {image_id!r} holds half a character, {half.group()!r}, which no "
            "file in UTF-8 can; write the whole character."
        )
