"""What may come in: captions by image id, in the shapes that cannot be mistaken for others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple

Candidates = Mapping[Any, str] | Sequence[str]
References = Mapping[Any, Sequence[str]] | Sequence[Sequence[str]]


@dataclass(frozen=True)
class Problem:
    """Something given in a caption's place that cannot be scored.

    Attributes
    ----------
    kind : str
        A fixed name of the kind.
    error : type
        What `as_error` makes.
    message : str
        One sentence: which image, what is there, what to do.
    image_id : hashable
        The image.
    reference : int or None
        The reference's place, if it is about one.
    """

    kind: str
    error: type[TypeError | ValueError]
    message: str
    image_id: Hashable
    reference: int | None = None

    def as_error(self) -> TypeError | ValueError:
        """The exception to raise."""
        return self.error(self.message)


def check_sides(
    candidates: Any, references: Any
) -> tuple[dict[Hashable, str], dict[Hashable, tuple[str, ...]]]:
    """Candidates and references of the same images, both in the order of the references.

    Raises
    ------
    TypeError, ValueError
        As `check_references`, `check_candidates` and `check_same_ids`.
    """
    checked = check_references(references)
    given = check_candidates(candidates)
    check_same_ids(given, checked)
    return {image_id: given[image_id] for image_id in checked}, checked


def check_candidates(candidates: Any) -> dict[Hashable, str]:
    """Candidates by image id; sequences get the ids 0, 1, 2, ...

    Raises
    ------
    TypeError, ValueError
        Where there is no caption, or something that is not one string.
    """
    images = captions_by_id(candidates, "candidates")
    for image_id, text in images.items():
        if not isinstance(text, str):
            raise candidate_problem(image_id, text).as_error()
    return images


def check_references(references: Any) -> dict[Hashable, tuple[str, ...]]:
    """References by image id; sequences get the ids 0, 1, 2, ...

    Raises
    ------
    TypeError, ValueError
        Where an image has no reference with a word in it, or something that is not a caption.
    """
    images = captions_by_id(references, "references")
    checked = {}
    for image_id, captions in images.items():
        texts, problems = take_references(image_id, captions)
        if problems:
            raise problems[0].as_error()
        checked[image_id] = texts
    return checked


def candidate_problem(image_id: Hashable, value: Any) -> Problem:
    """What is wrong with a candidate that is not a string."""
    advice = "give one string"
    kind = "not_text"
    if isinstance(value, Iterable):
        advice += "; if it is a list that holds one caption, take that caption out of the list"
        kind = "not_text" if isinstance(value, bytes | Mapping | Set) else "list_for_candidate"
    return Problem(
        kind, TypeError, f"The candidate of image {image_id!r} is {_what(value)}; {advice}.", image_id
    )


def take_references(image_id: Hashable, captions: Any) -> tuple[tuple[Any, ...], list[Problem]]:
    """The references of an image in a tuple, and all that is wrong with them."""
    name = f"The references of image {image_id!r}"
    if isinstance(captions, str):
        message = (
            f"{name} are one string, {_short(captions)}; give a list of strings (and candidates first, "
            "references second)."
        )
        return (captions,), [Problem("string_for_references", TypeError, message, image_id)]
    if not isinstance(captions, (list, tuple)) and (
        isinstance(captions, Mapping | Set | bytes) or not isinstance(captions, Iterable)
    ):
        message = f"{name} are {_what(captions)}; give a list of strings."
        return (), [Problem("not_text", TypeError, message, image_id)]
    texts: tuple[Any, ...] = tuple(captions)
    if set(map(type, texts)) != {str}:
        problems = [
            Problem(
                "not_text",
                TypeError,
                f"Reference {place} of image {image_id!r} is {_what(text)}; give a string.",
                image_id,
                place,
            )
            for place, text in enumerate(texts)
            if not isinstance(text, str)
        ]
        if problems:
            return texts, problems
    if not texts:
        message = f"Image {image_id!r} has no references; give it at least one or leave the image out."
        return texts, [Problem("no_references", ValueError, message, image_id)]
    if not any(map(str.strip, texts)):
        message = f"{name} have not a single word; give it at least one or leave the image out."
        return texts, [Problem("no_references", ValueError, message, image_id)]
    return texts, []


class IdsCompared(NamedTuple):
    """Ids that only one side has; `of_two_types` are pairs (reference's, candidate's) of equal text."""

    missing: list[Hashable]
    extra: list[Hashable]
    of_two_types: list[tuple[Hashable, Hashable]]


def compare_ids(candidates: Mapping[Hashable, Any], references: Mapping[Hashable, Any]) -> IdsCompared:
    """Which ids only one side has, those that differ in type alone apart."""
    missing = [i for i in references if i not in candidates]
    extra = [i for i in candidates if i not in references]
    texts = {str(i): i for i in reversed(extra)}
    pairs = [(i, texts.pop(str(i))) for i in missing if str(i) in texts]
    if pairs:
        of_references, of_candidates = (set(side) for side in zip(*pairs, strict=True))
        missing = [i for i in missing if i not in of_references]
        extra = [i for i in extra if i not in of_candidates]
    return IdsCompared(missing, extra, pairs)


def check_same_ids(candidates: Mapping[Hashable, Any], references: Mapping[Hashable, Any]) -> None:
    """Refuse candidates and references that are not about the same images.

    Raises
    ------
    ValueError
        Naming the ids that only one side has, and ids that differ in type alone.
    """
    missing, extra, of_two_types = compare_ids(candidates, references)
    if of_two_types:
        image_id, other = of_two_types[0]
        raise ValueError(
            f"The references' image id {image_id!r} is of type {type(image_id).__name__}, the "
            f"candidates' {other!r} of type {type(other).__name__}; use one type for both."
        )
    parts = []
    if missing:
        parts.append(f"no candidate for {listed(missing)}; add it, an empty string scores 0")
    if extra:
        parts.append(f"no references for {listed(extra)}; remove it or add its references")
    if parts:
        raise ValueError(f"Candidates and references name different images: {'; '.join(parts)}.")


def check_whole(method: str, value: Any, what: str) -> None:
    """Refuse what is no whole number of 1 or more; `what` is what fewer would leave none of.

    Raises
    ------
    TypeError, ValueError
        Naming the method.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{method}({value!r}) is not about a whole number; give 1 or more.")
    if value < 1:
        raise ValueError(f"{method}({value}) leaves no {what}; ask for 1 or more.")


def check_end_token(end_token: Any) -> None:
    """Refuse what is neither one word nor None.

    Raises
    ------
    TypeError, ValueError
        Naming what is there.
    """
    if end_token is not None and not isinstance(end_token, str):
        raise TypeError(f"end_token is {end_token!r}; give one word, or None for none.")
    if end_token is not None and (end_token.split() != [end_token] or "|" in end_token):
        raise ValueError(f"end_token is {end_token!r}; give one word without spaces or '|'.")


_SHAPES = {"candidates": "one caption an image", "references": "a list of captions an image"}


def captions_by_id(captions: Any, name: str) -> dict[Hashable, Any]:
    """What is given for each image, unchecked; `name` is "candidates" or "references".

    Raises
    ------
    TypeError, ValueError
        If it is neither a mapping nor a sequence, or holds nothing.
    """
    what = _SHAPES[name]
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


def listed(image_ids: Sequence[Hashable]) -> str:
    """The first ids in words."""
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
