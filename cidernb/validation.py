"""What may come in: captions by image id, in the shapes that cannot be mistaken for others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from numbers import Integral
from typing import Any

Candidates = Mapping[Any, str] | Sequence[str]
References = Mapping[Any, Sequence[str]] | Sequence[Sequence[str]]


def check_candidates(candidates: Any) -> dict[Hashable, str]:
    """Candidates by image id; sequences get the ids 0, 1, 2, ...

    Raises
    ------
    TypeError, ValueError
        Where there is no caption, or something that is not one string.
    """
    images = _by_id(candidates, "candidates", "one caption an image")
    for image_id, text in images.items():
        if not isinstance(text, str):
            advice = "give one string"
            if isinstance(text, Iterable):
                advice += "; if it is a list that holds one caption, take that caption out of the list"
            raise TypeError(f"The candidate of image {image_id!r} is {_what(text)}; {advice}.")
    return images


def check_references(references: Any) -> dict[Hashable, tuple[str, ...]]:
    """References by image id; sequences get the ids 0, 1, 2, ...

    Raises
    ------
    TypeError, ValueError
        Where an image has no reference with a word in it, or something that is not a caption.
    """
    images = _by_id(references, "references", "a list of captions an image")
    return {image_id: _captions(image_id, captions) for image_id, captions in images.items()}


def _captions(image_id: Hashable, captions: Any) -> tuple[str, ...]:
    name = f"The references of image {image_id!r}"
    if isinstance(captions, str):
        raise TypeError(
            f"{name} are one string, {_short(captions)}; give a list of strings (and candidates first, "
            "references second)."
        )
    if not isinstance(captions, (list, tuple)) and (
        isinstance(captions, Mapping | Set | bytes) or not isinstance(captions, Iterable)
    ):
        raise TypeError(f"{name} are {_what(captions)}; give a list of strings.")
    texts: tuple[Any, ...] = tuple(captions)
    if not texts:
        raise ValueError(
            f"Image {image_id!r} has no references; give it at least one or leave the image out."
        )
    if set(map(type, texts)) != {str}:
        for place, text in enumerate(texts):
            if not isinstance(text, str):
                raise TypeError(f"Reference {place} of image {image_id!r} is {_what(text)}; give a string.")
    if not any(map(str.strip, texts)):
        raise ValueError(f"{name} have not a single word; give it at least one or leave the image out.")
    return texts


def check_same_ids(candidates: Mapping[Hashable, Any], references: Mapping[Hashable, Any]) -> None:
    """Refuse candidates and references that are not about the same images.

    Raises
    ------
    ValueError
        Naming the ids that only one side has, and ids that differ in type alone.
    """
    missing = [i for i in references if i not in candidates]
    extra = [i for i in candidates if i not in references]
    if not missing and not extra:
        return
    texts = {str(i): i for i in extra}
    for image_id in missing:
        other = texts.get(str(image_id))
        if other is not None:
            raise ValueError(
                f"The references' image id {image_id!r} is of type {type(image_id).__name__}, the "
                f"candidates' {other!r} of type {type(other).__name__}; use one type for both."
            )
    parts = []
    if missing:
        parts.append(f"no candidate for {_listed(missing)}; add it, an empty string scores 0")
    if extra:
        parts.append(f"no references for {_listed(extra)}; remove it or add its references")
    raise ValueError(f"Candidates and references name different images: {'; '.join(parts)}.")


def check_whole(method: str, value: Any) -> None:
    """Refuse what is no whole number.

    Raises
    ------
    TypeError
        Naming the method.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{method}({value!r}) is not about a whole number; give 1 or more.")


def _by_id(captions: Any, name: str, what: str) -> dict[Hashable, Any]:
    if isinstance(captions, str | bytes):
        raise TypeError(f"The {name} are one string; give {what}, in a mapping or a list.")
    if isinstance(captions, Mapping):
        images = dict(captions)
    elif isinstance(captions, Iterable) and not isinstance(captions, Set):
        images = dict(enumerate(captions))
    else:
        raise TypeError(f"The {name} are {_what(captions)}; give {what}, in a mapping or a list.")
    if not images:
        raise ValueError(f"There are no {name}; give at least one image.")
    return images


def _listed(image_ids: Sequence[Hashable]) -> str:
    shown = ", ".join(repr(i) for i in image_ids[:3])
    more = f" and {len(image_ids) - 3} more" if len(image_ids) > 3 else ""
    return f"image {shown}{more}" if len(image_ids) == 1 else f"images {shown}{more}"


def _what(value: Any) -> str:
    if value is None:
        return "None"
    if isinstance(value, int | float):
        return f"the number {value!r}"
    return f"a {type(value).__name__}"


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
