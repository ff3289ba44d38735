"""The candidates' n-grams as written, beside the stemmed ones that are counted."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Floats, Integers
from cidernb.ngrams import NgramCounts, count_ngrams
from cidernb.sides import Side
from cidernb.words import Words


class Spread(NamedTuple):
    """What is earned at matches spread over n-grams as written: entry by entry, a part of a match.

    Arrays of shape (entries,): the match, the n-gram as a place among the different ones, the part.
    """

    match: Integers
    ngram: Integers
    part: Floats


class WrittenNgrams:
    """The candidates' n-grams of orders 1 to N.

    Parameters
    ----------
    side : Side
        The candidates.
    max_order : int
        N.
    stemmer : str
        What made the side's words of the words as written.
    unstemmed : WrittenNgrams, optional
        Those of the same captions without stemming, where they are there already.

    Attributes
    ----------
    words, counts : Words, NgramCounts
        As written.
    stems, stemmed : Words, NgramCounts
        As counted; the same objects without stemming.
    stemmed_row : array of int, shape (rows of `counts`,)
        The row of `stemmed` that each row of `counts` is counted in.
    part : array, shape (rows of `counts`,)
        What each has of the points of its stemmed row, which its occurrences share equally.
    """

    def __init__(
        self, side: Side, max_order: int, stemmer: str, unstemmed: WrittenNgrams | None = None
    ) -> None:
        self.words, self.stems = side.surface, side.words
        self.stemmed = side.counts.up_to(max_order)
        if stemmer == "none":
            self.counts = self.stemmed
            self.stemmed_row = np.arange(len(self.counts.ngram))
            self.part = np.ones(len(self.counts.ngram))
            return
        if unstemmed is None:
            self.counts = count_ngrams(self.words, max_order)
        else:
            # Their words may be numbered in another way: all that is written is theirs.
            self.words, self.counts, self.distinct = unstemmed.words, unstemmed.counts, unstemmed.distinct
        stem = side.index.find(self.counts.index, stemmer)[self.counts.ngram]
        self.stemmed_row = _rows_of(self.stemmed, stem, self.counts.caption)
        self.part = self.counts.count / self.stemmed.count[self.stemmed_row]

    @cached_property
    def occurrences(self) -> tuple[Integers, Integers]:
        """Order less 1, and word at which it starts, of every occurrence of an n-gram."""
        order, start = np.nonzero(self.counts.row_at >= 0)
        return order, start

    def per_occurrence(self, of_stemmed_rows: Floats) -> Floats:
        """Values of stemmed rows, shared over their occurrences."""
        per_row = self.per_row(of_stemmed_rows) / self.counts.count
        return per_row[self.counts.row_at[self.occurrences]]

    def per_row(self, of_stemmed_rows: Floats) -> Floats:
        """Values of stemmed rows, shared over the rows of `counts`."""
        return of_stemmed_rows[self.stemmed_row] * self.part

    def spread(self, rows: Integers) -> Spread:
        """Spread values at matches; `rows` are the matches' rows in `stemmed`, ascending."""
        first = np.searchsorted(rows, self.stemmed_row, side="left")
        found = np.searchsorted(rows, self.stemmed_row, side="right") - first
        row = np.repeat(np.arange(len(found)), found)
        match = np.arange(len(row)) - np.repeat(np.cumsum(found) - found - first, found)
        return Spread(match, self.distinct.of_row[row], self.part[row])

    def spell_stems(self) -> list[str]:
        """What each of the different n-grams is counted as."""
        order, start = self.distinct.order, self.distinct.start
        return spell(self.stems, order, start)

    @cached_property
    def distinct(self) -> Distinct:
        """The different n-grams."""
        return Distinct(self.words, self.counts)


def _rows_of(counts: NgramCounts, ngram: Integers, caption: Integers) -> Integers:
    """The row of each of some n-grams in a caption that has it."""
    captions = len(counts.words.lengths)
    # Rows ascend by n-gram and caption.
    return np.searchsorted(counts.ngram * captions + counts.caption, ngram * captions + caption)


class Distinct:
    """The different n-grams among some counts: order by order, in the order in which they first occur."""

    def __init__(self, words: Words, counts: NgramCounts) -> None:
        order, start = np.nonzero(counts.row_at >= 0)
        start_of_row = np.empty(len(counts.ngram), np.int64)
        # Written backwards, so that the first occurrence stays.
        start_of_row[counts.row_at[order[::-1], start[::-1]]] = start[::-1]
        self._words = words
        # Rows ascend by caption within an n-gram, so its first row holds its first occurrence.
        first = np.ones(len(counts.ngram), bool)
        first[1:] = counts.ngram[1:] != counts.ngram[:-1]
        self._group_of_row = np.cumsum(first) - 1
        self._groups = np.flatnonzero(first)
        orders = counts.order[self._groups]
        self._sorted = np.lexsort((start_of_row[self._groups], orders))
        #: One row of each n-gram, and its order.
        self.rows: Integers = self._groups[self._sorted]
        self.order: Integers = orders[self._sorted]
        #: The word at which each first starts.
        self.start: Integers = start_of_row[self.rows]

    @cached_property
    def of_row(self) -> Integers:
        """The n-gram of each row, as a place among the different ones."""
        place = np.empty(len(self._sorted), np.int64)
        place[self._sorted] = np.arange(len(place))
        of_row: Integers = place[self._group_of_row]
        return of_row

    def sums(self, values: Floats) -> Floats:
        """Values of rows, summed for each n-gram."""
        return np.add.reduceat(values, self._groups)[self._sorted] if len(values) else np.zeros(0)

    def spell(self) -> list[str]:
        """Each n-gram in words, with spaces between."""
        return spell(self._words, self.order, self.start)


def spell(words: Words, orders: Integers, starts: Integers) -> list[str]:
    """The n-grams that start at some words, in words with spaces between; `orders` ascend."""
    vocabulary = np.array(list(words.vocabulary), dtype=object)
    spelled: list[str] = []
    for order in range(1, int(orders.max(initial=0)) + 1):
        of_order = starts[orders == order]
        spelled += map(" ".join, vocabulary[words.ids[of_order[:, None] + np.arange(order)]].tolist())
    return spelled
