"""Document frequencies counted elsewhere, checked one by one."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

Ngram = str | tuple[str, ...]


def check_counts(counts: Mapping[Ngram, int]) -> dict[tuple[str, ...], int]:
    """The n-grams in words with their dfs, those of 0 left out.

    Raises
    ------
    ValueError, TypeError
        For an empty n-gram or a df that is not a whole number of 0 or more.
    """
    if not isinstance(counts, Mapping):
        raise TypeError(f"The counts are a {type(counts).__name__}; give a mapping of n-gram to df.")
    table: dict[tuple[str, ...], int] = {}
    for ngram, df in counts.items():
        words = as_words(ngram)
        if not words:
            raise ValueError("An n-gram of the table has no words; remove it.")
        number = as_count(df, f"The df of {' '.join(words)!r}", at_least=0)
        if number:
            table[words] = number
    return table


def as_words(ngram: Ngram) -> tuple[str, ...]:
    """An n-gram's words, from a tuple of words or from one string with spaces between."""
    if isinstance(ngram, str):
        return tuple(ngram.split())
    if isinstance(ngram, tuple) and all(isinstance(word, str) for word in ngram):
        return ngram
    raise TypeError(f"An n-gram is a string or a tuple of strings, not {ngram!r}.")


def as_count(value: Any, name: str, at_least: int) -> int:
    """A whole number, which may come as a float.

    Raises
    ------
    ValueError, TypeError
        Naming it, if it is not whole, below `at_least` or no number.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is {value!r}; give a whole number of {at_least} or more.")
    # Tables written by the official code hold their whole numbers as floats.
    number = float(value)
    if not (number.is_integer() and number >= at_least):
        raise ValueError(f"{name} is {value!r}; give a whole number of {at_least} or more.")
    return int(number)
