"""Captions in COCO's JSON formats, to write."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cidernb.readers.opening import Path


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
    """Write the references as COCO annotations and the candidates as COCO results."""
    for path, content in (
        (references_json, _coco_annotations(references)),
        (results_json, _coco_results(candidates)),
    ):
        text = json.dumps(content, ensure_ascii=False)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
