"""A reader's own tokenizer: any function with a name that returns words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def check_name(tokenizer: Callable[[str], list[str]]) -> str:
    """A function's name, fit for a signature.

    Raises
    ------
    ValueError
        If it has none, or one that a signature cannot hold.

    Examples
    --------
    >>> check_name(str.split)
    'split'
    """
    name = getattr(tokenizer, "__name__", None)
    if name is None or name == "<lambda>":
        raise ValueError(
            f"The tokenizer {tokenizer!r} has no name to stand in the signature; define it with def, or "
            "give it one by setting its __name__."
        )
    if not isinstance(name, str) or name.split() != [name] or "|" in name:
        raise ValueError(
            f"The tokenizer's name is {name!r}, and a signature cannot hold it; set its __name__ to one word "
            "without '|'."
        )
    return name


def tokenize_with(tokenizer: Callable[[str], list[str]], caption: str) -> list[str]:
    """A caption's words by a function; those of white space alone, as segmenters give, are left out.

    Raises
    ------
    TypeError, ValueError
        If the function returns something else than words.

    Examples
    --------
    >>> tokenize_with(list, "a b")
    ['a', 'b']
    """
    words: Any = tokenizer(caption)
    name = check_name(tokenizer)
    if isinstance(words, str) or not isinstance(words, Sequence):
        raise TypeError(
            f"The tokenizer {name!r} returned {type(words).__name__} for {caption!r}; it is to return a list "
            "of words."
        )
    for word in words:
        if not isinstance(word, str):
            raise TypeError(
                f"The tokenizer {name!r} returned {word!r} among the words of {caption!r}; it is to return "
                "strings."
            )
    parts = list(map(str.split, words))
    for word, pieces in zip(words, parts, strict=True):
        if len(pieces) > 1 or (pieces and pieces != [word]):
            raise ValueError(
                f"The tokenizer {name!r} returned the word {word!r}, which holds white space, for "
                f"{caption!r}; it is to return words without."
            )
    return [word for word, pieces in zip(words, parts, strict=True) if pieces]
