"""Contributions as arrays: what each n-gram of the candidates earns from each reference.

For candidate n-gram k of order n and reference j of an image with m references,

    a[k, j] = scale * w_n / m * penalty_j * clipped(c_k, s_jk) * s_jk / (|c^n| |s_j^n|),

the terms of Eqs. 2 to 5 with nothing left out: they sum to the score.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cidernb.encoding import Encoding
from cidernb.ngrams import Floats, Integers, NgramCounts, Words, count_ngrams, sum_by
from cidernb.scoring import Cells, length_penalty
from cidernb.variant import Variant


def cell_worth(encoding: Encoding, variant: Variant, order: int) -> Floats:
    """What one order of each reference can earn at the most, scale * w_n / m; shape (references,)."""
    return variant.scale * variant.weights[order - 1] / encoding.sizes[encoding.image]


def earned_at_matches(encoding: Encoding, cells: list[Cells], variant: Variant) -> list[Floats]:
    """Per order, a[k, j] at each match of the encoding."""
    penalty = length_penalty(encoding, variant)
    earned = []
    for order, cell in enumerate(cells, start=1):
        factor = cell_worth(encoding, variant, order) * penalty * cell.per_norms
        earned.append(cell.product * factor[encoding.matches[order - 1].reference])
    return earned


@dataclass(frozen=True, eq=False)
class WrittenNgrams:
    """The candidates' n-grams of one order as written, and the stemmed ones they count as.

    Attributes
    ----------
    counts, stemmed : NgramCounts
        As written and as stemmed; the same object without stemming.
    """

    counts: NgramCounts
    stemmed: NgramCounts

    @cached_property
    def distinct(self) -> Distinct:
        """The different n-grams of `counts`."""
        return Distinct(self.counts)

    @property
    def starts(self) -> Integers:
        """The words at which an n-gram starts: its occurrences."""
        return np.flatnonzero(self.counts.row_at >= 0)

    @property
    def stemmed_rows(self) -> Integers:
        """The stemmed row of each row of `counts`."""
        stems = np.empty(len(self.counts.ngram), np.int64)
        stems[self.counts.row_at[self.starts]] = self.stemmed.row_at[self.starts]
        return stems

    def per_occurrence(self, of_stemmed_rows: Floats) -> Floats:
        """Values of stemmed rows, shared equally over their occurrences; in the order of `starts`."""
        return (of_stemmed_rows / self.stemmed.count)[self.stemmed.row_at[self.starts]]

    def per_row(self, of_stemmed_rows: Floats) -> Floats:
        """Values of stemmed rows, shared over the rows of `counts`."""
        if self.counts is self.stemmed:
            return of_stemmed_rows
        rows = self.counts.row_at[self.starts]
        return sum_by(rows, self.per_occurrence(of_stemmed_rows), len(self.counts.ngram))


def written_ngrams(encoding: Encoding, max_order: int) -> list[WrittenNgrams]:
    """The candidates' n-grams as written, orders 1 to N."""
    side = encoding.candidates
    stemmed = side.orders[:max_order]
    written = stemmed if side.words is side.surface else count_ngrams(side.surface, max_order)
    return [WrittenNgrams(*pair) for pair in zip(written, stemmed, strict=True)]


class Distinct:
    """The different n-grams among the rows of one order, in the order of their first occurrence."""

    def __init__(self, counts: NgramCounts) -> None:
        starts = np.flatnonzero(counts.row_at >= 0)[::-1]
        self._counts = counts
        self._start_of_row = np.empty(len(counts.ngram), np.int64)
        self._start_of_row[counts.row_at[starts]] = starts  # backwards, so that the first one stays
        self._groups = np.flatnonzero(np.diff(counts.ngram, prepend=-1))
        # Rows ascend by caption within an n-gram, so the first row holds the first occurrence.
        self._order = np.argsort(self._start_of_row[self._groups])

    @property
    def rows(self) -> Integers:
        """One row of each n-gram."""
        return self._groups[self._order]

    def sums(self, values: Floats) -> Floats:
        """Values of rows, summed for each n-gram."""
        return np.add.reduceat(values, self._groups)[self._order] if len(values) else np.zeros(0)

    def spell(self, words: Words, order: int) -> list[str]:
        """Each n-gram in words, with spaces between."""
        vocabulary = np.array(list(words.vocabulary), dtype=object)
        spelled = vocabulary[words.ids[self._start_of_row[self.rows][:, None] + np.arange(order)]]
        return [" ".join(ngram) for ngram in spelled.tolist()]
