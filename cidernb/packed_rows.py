"""The rows of n-gram counts in one integer each, to take out those of a few captions."""

from __future__ import annotations

import numpy as np

from cidernb.arrays import Floats, Integers, sort_together, spans


class PackedRows:
    """Rows caption after caption: n-gram, room for a caption's number, and count.

    One sort of plain integers puts the rows of some captions in the order of `NgramCounts`.

    Parameters
    ----------
    ngram, caption, count : arrays, shape (rows,)
        The rows, ascending by n-gram and caption.
    captions : int
        How many captions there are.
    """

    def __init__(self, ngram: Integers, caption: Integers, count: Floats, captions: int) -> None:
        self._count_bits = int(count.max(initial=0)).bit_length()
        self._ngram_at = 63 - int(ngram.max(initial=0)).bit_length()
        in_order, rows = sort_together(caption, np.arange(len(caption)))
        self._rows = ngram[rows] << self._ngram_at | count[rows].astype(np.int64)
        self._ends = in_order.searchsorted(np.arange(captions + 1))

    def have_room_for(self, captions: int) -> bool:
        """Whether so many captions can be taken out at once."""
        return captions.bit_length() <= self._ngram_at - self._count_bits

    def of_captions(self, captions: Integers) -> tuple[Integers, Integers, Floats]:
        """The rows of some captions, which become 0, 1, ..., as `NgramCounts` has them."""
        first = self._ends[captions]
        lengths = self._ends[captions + 1] - first
        rows = self._rows[spans(first, lengths)]
        rows |= (np.arange(len(captions)) << self._count_bits).repeat(lengths)
        rows.sort()
        caption = (rows >> self._count_bits) & ((1 << self._ngram_at - self._count_bits) - 1)
        count = (rows & ((1 << self._count_bits) - 1)).astype(np.float64)
        return rows >> self._ngram_at, caption, count
