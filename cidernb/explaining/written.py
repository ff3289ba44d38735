"""The candidates' n-grams as written, beside the stemmed ones that are counted."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.encoding import Side
from cidernb.ngrams import NgramCounts, Words, count_ngrams


class WrittenNgrams:
    """The candidates' n-grams of orders 1 to N.

    Parameters
    ----------
    side : Side
        The candidates.
    max_order : int
        N.
    unstemmed : WrittenNgrams, optional
        Those of the same captions without stemming, where they are there already.

    Attributes
    ----------
    words, counts : Words, NgramCounts
        As written.
    stems, stemmed : Words, NgramCounts
        As counted; the same objects without stemming.
    """

    def __init__(self, side: Side, max_order: int, unstemmed: WrittenNgrams | None = None) -> None:
        self.words, self.stems = side.surface, side.words
        self.stemmed = side.counts.up_to(max_order)
        self.counts = self.stemmed
        if unstemmed is not None:
            # Their order of rows, and numbers of words, may be others: all that is written is theirs.
            self.words, self.counts = unstemmed.words, unstemmed.counts
            self.occurrences, self.distinct = unstemmed.occurrences, unstemmed.distinct
        elif side.words.vocabulary is not side.surface.vocabulary:
            self.counts = count_ngrams(side.surface, max_order)

    @cached_property
    def occurrences(self) -> tuple[Integers, Integers]:
        """Order less 1, and word at which it starts, of every occurrence of an n-gram."""
        order, start = np.nonzero(self.counts.row_at >= 0)
        return order, start

    def per_occurrence(self, of_stemmed_rows: Floats) -> Floats:
        """Values of stemmed rows, shared equally over their occurrences."""
        return (of_stemmed_rows / self.stemmed.count)[self.stemmed.row_at[self.occurrences]]

    def per_row(self, of_stemmed_rows: Floats) -> Floats:
        """Values of stemmed rows, shared over the rows of `counts`."""
        if self.counts is self.stemmed:
            return of_stemmed_rows
        rows = self.counts.row_at[self.occurrences]
        return sum_by(rows, self.per_occurrence(of_stemmed_rows), len(self.counts.ngram))

    @cached_property
    def sharing(self) -> tuple[Integers, Integers, Floats]:
        """Stemmed rows, the different n-grams they stand for, and the part that each of these gets."""
        if self.counts is self.stemmed:
            rows = np.arange(len(self.counts.ngram))
            return rows, self.distinct.of_row, np.ones(len(rows))
        rows = self.stemmed.row_at[self.occurrences]
        return rows, self.distinct.of_row[self.counts.row_at[self.occurrences]], 1 / self.stemmed.count[rows]

    @cached_property
    def stemmed_rows(self) -> Integers:
        """The stemmed row of each row of `counts`."""
        stemmed = np.empty(len(self.counts.ngram), np.int64)
        stemmed[self.counts.row_at[self.occurrences]] = self.stemmed.row_at[self.occurrences]
        return stemmed

    def spell_stems(self) -> list[str]:
        """What each of the different n-grams is counted as."""
        order, start = self.distinct.order, self.distinct.start
        return spell(self.stems, order, start)

    @cached_property
    def distinct(self) -> Distinct:
        """The different n-grams."""
        return Distinct(self.words, self.counts)


class Distinct:
    """The different n-grams among some counts: order by order, in the order in which they first occur."""

    def __init__(self, words: Words, counts: NgramCounts) -> None:
        order, start = np.nonzero(counts.row_at >= 0)
        start_of_row = np.empty(len(counts.ngram), np.int64)
        # Written backwards, so that the first occurrence stays.
        start_of_row[counts.row_at[order[::-1], start[::-1]]] = start[::-1]
        self._words = words
        # Rows ascend by caption within an n-gram, so its first row holds its first occurrence.
        self._groups = np.flatnonzero(np.diff(counts.ngram, prepend=-1))
        self._rows_of_group = np.diff(self._groups, append=len(counts.ngram))
        orders = counts.order[self._groups]
        self._sorted = np.lexsort((start_of_row[self._groups], orders))
        #: One row of each n-gram, and its order.
        self.rows: Integers = self._groups[self._sorted]
        self.order: Integers = orders[self._sorted]
        #: The word at which each first starts.
        self.start: Integers = start_of_row[self.rows]

    @property
    def of_row(self) -> Integers:
        """The n-gram of each row, as a place among the different ones."""
        place = np.empty(len(self._sorted), np.int64)
        place[self._sorted] = np.arange(len(place))
        return np.repeat(place, self._rows_of_group)

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
