"""A table in rows of numbers: what every reader of a file makes of it, before it is indexed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np

from cidernb.arrays import Floats, Integers
from cidernb.ngram_index import NgramIndex, index_ngrams

#: Beyond it, not every whole number is a float.
_LARGEST = 2**53


class Rows(NamedTuple):
    """One n-gram and its df a row.

    Attributes
    ----------
    words : list
        The words by number, as the file has them: str, bytes or int.
    ids : array of int, shape (words of all rows,)
        The numbers of each row's words, row after row.
    lengths : array of int, shape (rows,)
        How many words each row has.
    dfs : array, shape (rows,)
        Each row's df.
    """

    words: list[Any]
    ids: Integers
    lengths: Integers
    dfs: Floats


def rows_of(table: Mapping[Any, Any]) -> Rows:
    """The rows of a table in a mapping of tuples of words to numbers.

    Raises
    ------
    ValueError
        If a key or a value is something else; the sentence shows the first.
    """
    _check_types(table, {tuple}, "n-grams are tuples of words")
    _check_types(table.values(), {int, float}, "dfs are numbers")
    numbers: defaultdict[Any, int] = defaultdict(count().__next__)
    ids = np.fromiter(map(numbers.__getitem__, chain.from_iterable(table)), np.int64)
    lengths = np.fromiter(map(len, table), np.int64, len(table))
    try:
        dfs = np.fromiter(table.values(), np.float64, len(table))
    except OverflowError:
        raise ValueError("a df is too large a number") from None
    return Rows(list(numbers), ids, lengths, dfs)


def _check_types(values: Iterable[Any], allowed: set[type], what: str) -> None:
    # As a set of types first: a million calls of isinstance take longer than the whole table.
    if not set(map(type, values)) <= allowed:
        odd = next(value for value in values if type(value) not in allowed)
        raise ValueError(f"{what}, and it has {shown(odd)}")


def shown(value: Any) -> str:
    """A value from a file in a few characters, without walking through all of it."""
    if isinstance(value, str | bytes):
        return repr(value if len(value) <= 40 else value[:40])
    return repr(value)[:60] if isinstance(value, int | float | None) else f"a {type(value).__name__}"


def index_rows(rows: Rows) -> tuple[NgramIndex, Integers]:
    """The index of a table's n-grams, and their dfs by number.

    Raises
    ------
    ValueError
        For an empty n-gram, a word that is none, or a df that is not a whole number of 0 or more.
    """
    words = as_text(rows.words)
    if not rows.lengths.all():
        raise ValueError("one of its n-grams has no words")
    wrong = ~((rows.dfs >= 0) & (rows.dfs <= _LARGEST) & (rows.dfs == np.floor(rows.dfs)))
    if wrong.any():
        row = int(np.argmax(wrong))
        first = int(rows.lengths[:row].sum())
        ngram = " ".join(words[i] for i in rows.ids[first : first + rows.lengths[row]])
        raise ValueError(f"the df of {ngram!r} is {rows.dfs[row]:g}, not a whole number of 0 or more")
    return index_ngrams(words, rows.ids, rows.lengths, rows.dfs.astype(np.int64))


def as_text(words: list[Any]) -> list[str]:
    """Words as strings: bytes are UTF-8, or Latin-1 where they cannot be; numbers are written out.

    Raises
    ------
    ValueError
        If one is something else, or if some are numbers and others text.
    """
    _check_types(words, {str, bytes, int}, "words are text or whole numbers")
    numbers = [word for word in words if isinstance(word, int)]
    if 0 < len(numbers) < len(words):
        text = next(word for word in words if not isinstance(word, int))
        raise ValueError(
            f"words are all text or all whole numbers, and it has {shown(text)} and {shown(numbers[0])}"
        )
    encoded = [word for word in words if isinstance(word, bytes)]
    try:
        for word in encoded:
            word.decode()
        encoding = "utf-8"
    except UnicodeDecodeError:
        encoding = "latin-1"  # one encoding for the whole file
    return [word.decode(encoding) if isinstance(word, bytes) else str(word) for word in words]
