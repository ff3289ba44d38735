"""Document frequencies counted elsewhere, checked one by one."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from cidernb.in_messages import in_short

Ngram = str | tuple[str, ...]

#: The longest n-gram that is counted. Captions have some ten words, and each order takes its time
#: and memory, be there an n-gram so long or not.
LONGEST = 100
#: The largest df or number of images: beyond it, not every whole number is a float, which files hold.
LARGEST = 2**53


def check_counts(counts: Mapping[Ngram, int]) -> dict[tuple[str, ...], int]:
    """The n-grams in words with their dfs, those of 0 left out.

    Raises
    ------
    ValueError, TypeError
        For an n-gram that is empty, too long or given twice, or a df that is not a whole number of 0
        or more.
    """
    if not isinstance(counts, Mapping):
        raise TypeError(f"The counts are a {type(counts).__name__}; give a mapping of n-gram to df.")
    table: dict[tuple[str, ...], int] = {}
    for ngram, df in counts.items():
        words = as_words(ngram)
        if not (words and all(words)):
            raise ValueError(f"The n-gram {ngram!r} of the table has no words; remove it.")
        if len(words) > LONGEST:
            raise ValueError(
                f"The n-gram of {len(words)} words that begins {' '.join(words[:3])!r} is longer than any "
                f"that is counted; keep those of up to {LONGEST} words."
            )
        if words in table:
            raise ValueError(f"The n-gram {' '.join(words)!r} is given twice; keep one of its dfs.")
        table[words] = as_count(df, f"The df of {' '.join(words)!r}", at_least=0)
    return {words: df for words, df in table.items() if df}


def as_words(ngram: Ngram) -> tuple[str, ...]:
    """An n-gram's words, from a tuple of words or from one string with spaces between."""
    if isinstance(ngram, str):
        return tuple(ngram.split())
    if isinstance(ngram, tuple) and all(isinstance(word, str) for word in ngram):
        return ngram
    raise TypeError(f"An n-gram is a string or a tuple of strings, not {in_short(ngram)}.")


def as_count(value: Any, name: str, at_least: int, at_most: int = LARGEST) -> int:
    """A whole number, which may come as a float.

    Raises
    ------
    ValueError, TypeError
        Naming it, if it is not whole, out of bounds or no number.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is {in_short(value)}; give a whole number of {at_least} or more.")
    # Tables written by the official code hold their whole numbers as floats.
    number: Any = value
    if not (at_least <= number <= at_most) or number != int(number):
        advice = f"{at_most} or less" if number > at_most else f"{at_least} or more"
        raise ValueError(f"{name} is {in_short(value)}; give a whole number of {advice}.")
    return int(number)


def as_name(value: Any, name: str) -> str | None:
    """What a tokenizer or stemmer is called, if that is known.

    Raises
    ------
    TypeError
        Naming it, if it is neither text nor None.
    """
    if not isinstance(value, str | None):
        raise TypeError(f"{name} is {in_short(value)}; give its name, or None where it is not known.")
    return value
