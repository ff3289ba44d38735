"""Rows of n-gram counts in one integer each, group after group, to take out those of a few groups."""

from __future__ import annotations

import numpy as np

from cidernb.arrays import Floats, Integers, sort_together, spans


class PackedRows:
    """Rows group after group: n-gram, member of the group and count in one integer.

    Parameters
    ----------
    group, ngram, member, count : arrays, shape (rows,)
        The group of each row, as the image; the n-gram; which of the group's captions has it, from 0;
        how often. Rows ascend by n-gram and caption.
    groups : int
        How many groups there are.

    Examples
    --------
    >>> ngram, member, count = np.array([4, 4, 7]), np.array([1, 0, 0]), np.array([1, 2, 3])
    >>> rows = PackedRows(np.array([0, 1, 1]), ngram, member, count, 2)
    >>> packed, place = rows.of_groups(np.array([1]))
    >>> rows.ngram(packed).tolist(), place.tolist()
    ([4, 7], [0, 0])
    """

    def __init__(
        self, group: Integers, ngram: Integers, member: Integers, count: Floats, groups: int
    ) -> None:
        # As many n-grams, captions of a group and words of a caption as memory holds leave bits to spare.
        self._count_bits = int(count.max(initial=0)).bit_length()
        self._ngram_at = self._count_bits + int(member.max(initial=0)).bit_length()
        in_order, rows = sort_together(group, np.arange(len(group)))
        packed = ngram << self._ngram_at | member << self._count_bits | count.astype(np.int64)
        self._rows = packed[rows]
        self._ends = in_order.searchsorted(np.arange(groups + 1))

    def of_groups(self, groups: Integers) -> tuple[Integers, Integers]:
        """The rows of some groups, packed, and the place of each one's group among these."""
        first = self._ends[groups]
        lengths = self._ends[groups + 1] - first
        return self._rows[spans(first, lengths)], np.arange(len(groups)).repeat(lengths)

    def ngram(self, packed: Integers) -> Integers:
        """The n-gram of each row."""
        return packed >> self._ngram_at

    def member(self, packed: Integers) -> Integers:
        """The member of the group of each row."""
        return (packed >> self._count_bits) & ((1 << self._ngram_at - self._count_bits) - 1)

    def count(self, packed: Integers) -> Floats:
        """The count of each row."""
        return (packed & ((1 << self._count_bits) - 1)).astype(np.float64)
