"""What may come in: captions by image id, in the shapes that cannot be mistaken for others."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from numbers import Integral
from typing import Any

from cidernb.image_ids import check_ids, check_same_ids
from cidernb.in_messages import in_short, what_is

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


class Several(list[Any]):
    """The captions of an image that a file names more than once; no list stands in the file itself."""


#: Letters of Thai, Lao, Burmese, Khmer, Japanese and Chinese, which put no spaces between words.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{3}")


def is_words(value: Any) -> bool:
    """Whether a list is a caption that has been cut into words, and no list of captions.

    A text of three letters or more in a script without spaces may be a whole caption.

    Examples
    --------
    >>> is_words(["a", "dog"]), is_words(["a dog", "cats"]), is_words(["a dog"])
    (True, False, False)
    >>> is_words(["狗", "跑"]), is_words(["狗在草地上跑", "狗"])
    (True, False)
    """
    return (
        isinstance(value, list | tuple)
        and not isinstance(value, Several)
        and len(value) > 1
        and all(
            isinstance(word, str) and len(word.split()) == 1 and not _UNSPACED.search(word) for word in value
        )
    )


def is_written_list(caption: str) -> bool:
    """Whether a caption is a list, a tuple or a mapping of captions that was made text of.

    Examples
    --------
    >>> is_written_list("['a dog', 'a cat']"), is_written_list("('a dog',)"), is_written_list("[a dog]")
    (True, True, False)
    """
    # First what tells most captions, for all of a file are asked.
    if not caption or (caption[0] not in "[({" and not caption[0].isspace()):
        return False
    text = caption.strip()
    if text[:1] + text[-1:] not in ("[]", "()", "{}"):
        return False
    inside = text[1:-1].strip()
    if len(inside) < 2 or inside[0] not in "'\"":
        return False
    if text[0] == "[":
        return inside.rstrip(", ")[-1] in "'\""
    # A sentence may stand in parentheses and begin with a quotation.
    parted = (f"{quote}{sign}" in inside for quote in "'\"" for sign in (",:" if text[0] == "{" else ","))
    return any(parted) and inside.rstrip(", ")[-1] in "'\"]}"


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
    check_ids(images)
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
    check_ids(images)
    checked = {}
    for image_id, captions in images.items():
        texts, problems = take_references(image_id, captions)
        if problems:
            raise problems[0].as_error()
        checked[image_id] = texts
    return checked


def candidate_problem(image_id: Hashable, value: Any) -> Problem:
    """What is wrong with a candidate that is not a string."""
    if isinstance(value, Several):
        message = f"Image {image_id!r} has {len(value)} candidates; keep one."
        return Problem("several_candidates", ValueError, message, image_id)
    if is_words(value):
        message = (
            f"The candidate of image {image_id!r} is a list of words; join them by spaces to one string."
        )
        return Problem("words_for_candidate", TypeError, message, image_id)
    advice, kind = "give one string", "not_text"
    if isinstance(value, bytes | bytearray):
        advice += ", such as bytes.decode makes of it"
    elif isinstance(value, Mapping | Set):
        advice += ", the caption that stands in it"
    elif isinstance(value, Iterable):
        advice += "; if it is a list that holds one caption, take that caption out of the list"
        kind = "list_for_candidate"
    return Problem(
        kind, TypeError, f"The candidate of image {image_id!r} is {what_is(value)}; {advice}.", image_id
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
        message = f"{name} are {what_is(captions)}; give a list of strings."
        return (), [Problem("not_text", TypeError, message, image_id)]
    texts: tuple[Any, ...] = tuple(captions)
    if set(map(type, texts)) != {str}:
        problems = [
            Problem(
                "not_text",
                TypeError,
                f"Reference {place} of image {image_id!r} is {_what_is_no_reference(text)}.",
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


def _what_is_no_reference(value: Any) -> str:
    if is_words(value):
        return "a list of words; join them by spaces to one string"
    return f"{what_is(value)}; give a string"


def check_whole(method: str, value: Any, what: str, at_most: int | None = None) -> None:
    """Refuse what is no whole number of 1 or more; `what` is what fewer would leave none of.

    Raises
    ------
    TypeError, ValueError
        Naming the method.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{method}({in_short(value)}) is not about a whole number; give 1 or more.")
    number = int(value)
    if number < 1:
        raise ValueError(f"{method}({in_short(value)}) leaves no {what}; ask for 1 or more.")
    if at_most is not None and number > at_most:
        raise ValueError(f"{method}({in_short(value)}) makes too long a {what}; ask for {at_most} or less.")


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
    elif isinstance(captions, Iterable) and not isinstance(captions, Set) and not hasattr(captions, "keys"):
        # With keys, as a Series of pandas: its ids would be lost, and a table's column names be captions.
        images = dict(enumerate(captions))
    else:
        raise TypeError(f"The {name} are {what_is(captions)}; give {what}, in a mapping or a list.")
    if not images:
        raise ValueError(f"There are no {name}; give at least one image.")
    return images


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
