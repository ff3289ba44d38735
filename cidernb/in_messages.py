"""Values as they stand in messages."""

from __future__ import annotations

from typing import Any


def in_short(value: Any) -> str:
    """A value as it is written in Python, on one line and not a page of it.

    Examples
    --------
    >>> print(in_short("dog " * 100))
    'dog dog dog dog dog dog dog dog dog dog dog dog dog dog ...
    """
    try:
        text = repr(value).replace("\n", " ")
    except ValueError:  # of a whole number with thousands of digits
        return "a number too long to show"
    return text if len(text) <= 60 else f"{text[:57]}..."


def what_is(value: Any) -> str:
    """What stands in the place of something else, in words.

    Examples
    --------
    >>> what_is(None), what_is(3.5), what_is(["a dog"])
    ('None', 'the number 3.5', 'a list')
    """
    if value is None:
        return "None"
    if isinstance(value, int | float):
        return f"the number {in_short(value)}"
    return f"a {type(value).__name__}"
