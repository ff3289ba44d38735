"""One side of an evaluation set in integers: its candidates, or its references."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.ngram_index import NgramIndex
from cidernb.ngrams import NgramCounts, count_ngrams
from cidernb.words import Words, number_words, stem


@dataclass(frozen=True, eq=False)
class Side:
    """Encoded captions: all candidates, or all references image after image.

    Attributes
    ----------
    surface, words : Words
        The words as written, and as stemmed.
    counts : NgramCounts
        The n-grams of the stemmed words.
    """

    surface: Words
    words: Words
    counts: NgramCounts

    @property
    def max_order(self) -> int:
        """The longest n-gram counted."""
        return len(self.index.keys)

    @property
    def index(self) -> NgramIndex:
        """What the n-grams are."""
        return self.counts.index

    @cached_property
    def slot(self) -> Integers:
        """The place of each row's (order, caption) in an array of shape (N, captions), flattened."""
        return (self.counts.order - 1) * len(self.words.lengths) + self.counts.caption

    def norms(self, idf: Floats) -> Floats:
        """Norm of each caption's weights (raw counts) under an IDF by n-gram, shape (N, captions)."""
        captions = len(self.words.lengths)
        squares = (self.counts.count * idf[self.counts.ngram]) ** 2
        return np.sqrt(sum_by(self.slot, squares, self.max_order * captions)).reshape(-1, captions)

    def norms_by(self, table: Hashable, idf: Floats) -> Floats:
        """The same under the IDF of a table, which is kept: other captions are tried against these."""
        if table not in self._norms:
            self._norms[table] = self.norms(idf)
        return self._norms[table]

    @cached_property
    def _norms(self) -> WeakKeyDictionary[Any, Floats]:
        return WeakKeyDictionary()

    def select(self, captions: Integers, counts: Callable[[], NgramCounts] | None = None) -> Side:
        """Some of the captions, ascending; what makes their counts may be given."""
        return _Chosen(self, captions, counts or (lambda: self.counts.of_captions(captions)))


class _Chosen(Side):
    """Some captions of a side, whose n-grams are picked out when they are first looked at.

    A batch of a set whose candidates are replaced, as for a reward, never looks at the old ones.
    """

    _whole: Side
    _captions: Integers
    _make_counts: Callable[[], NgramCounts]

    def __init__(self, whole: Side, captions: Integers, make_counts: Callable[[], NgramCounts]) -> None:
        self.__dict__.update(_whole=whole, _captions=captions, _make_counts=make_counts)

    @property
    def index(self) -> NgramIndex:
        return self._whole.index

    @cached_property
    def counts(self) -> NgramCounts:
        return self._make_counts()

    @cached_property
    def words(self) -> Words:
        return self._whole.words.of_captions(self._captions)

    def norms_by(self, table: Hashable, idf: Floats) -> Floats:
        return self._whole.norms_by(table, idf)[:, self._captions]

    @cached_property
    def surface(self) -> Words:
        whole = self._whole
        return self.words if whole.words is whole.surface else whole.surface.of_captions(self._captions)


def encode_side(captions: Iterable[Sequence[str]], stemmer: str, max_order: int) -> Side:
    """Encode tokenised captions."""
    surface = number_words(captions)
    words = surface if stemmer == "none" else stem(surface, stemmer)
    return Side(surface, words, count_ngrams(words, max_order))
