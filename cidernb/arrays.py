"""Array types, and the sum and the sort that everything here is made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]


def sum_by(index: Integers, values: NDArray[Any], size: int) -> Floats:
    """Sums of the values that share an index, shape (size,).

    Examples
    --------
    >>> sum_by(np.array([0, 2, 0]), np.array([1.0, 2.0, 3.0]), 3).tolist()
    [4.0, 0.0, 2.0]
    """
    return np.bincount(index, values, size).astype(np.float64, copy=False)


def spans(firsts: Integers, lengths: Integers) -> Integers:
    """The numbers of several spans, one span after the other.

    Examples
    --------
    >>> spans(np.array([10, 3]), np.array([2, 3])).tolist()
    [10, 11, 3, 4, 5]
    """
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(firsts - ends + lengths, lengths)


def sort_together(keys: Integers, numbers: Integers) -> tuple[Integers, Integers]:
    """Keys of 0 or more in order, and ascending numbers moved along; equal keys keep their order.

    Examples
    --------
    >>> keys, numbers = sort_together(np.array([7, 3, 7]), np.arange(3))
    >>> keys.tolist(), numbers.tolist()
    ([3, 7, 7], [1, 0, 2])
    """
    bits = int(numbers[-1]).bit_length() if len(numbers) else 0
    if len(keys) and int(keys.max()).bit_length() + bits < 63:
        # Both in one integer: NumPy sorts plain int64 many times faster than it argsorts.
        packed = keys << bits
        packed |= numbers
        packed.sort()
        return packed >> bits, packed & ((1 << bits) - 1)
    rank = np.argsort(keys, kind="stable")
    return keys[rank], numbers[rank]


def look_up(held: Integers, wanted: Integers) -> tuple[Integers, Booleans]:
    """Where numbers stand first in an ascending array, and which of them do.

    Examples
    --------
    >>> place, there = look_up(np.array([2, 5, 5]), np.array([5, 3, 9]))
    >>> place.tolist(), there.tolist()
    ([1, 1, 3], [True, False, False])
    >>> look_up(np.array([], np.int64), np.array([5]))[1].tolist()
    [False]
    """
    place = held.searchsorted(wanted)
    if not len(held):
        return place, np.zeros(len(wanted), np.bool_)
    there: Booleans = held.take(place, mode="clip") == wanted
    return place, there
