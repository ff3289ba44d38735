"""Where a few numbers of 64 bits stand among very many, without a search."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cidernb.arrays import Integers

Hashes = NDArray[np.uint64]


class Hashed:
    """Hashes in order, and where those of each beginning start.

    Finding one among a million by halves takes twenty steps from one end of the memory to the
    other. Hashes are spread evenly: their first bits tell where one stands, but for a few places.

    Parameters
    ----------
    hashes : array of uint64, shape (n,)
        The hashes of the things numbered 0 to n - 1.

    Attributes
    ----------
    differ : bool
        Whether they are all different; else things would be taken for others.

    Examples
    --------
    >>> Hashed(np.array([7 << 60, 3 << 50, 7], np.uint64)).find(np.array([7, 8, 7 << 60], np.uint64)).tolist()
    [2, -1, 0]
    """

    def __init__(self, hashes: Hashes) -> None:
        order = hashes.argsort()
        # Behind the last stands one that none is above.
        self._hashes = np.append(hashes[order], ~np.uint64(0))
        self.differ = bool((self._hashes[1:] != self._hashes[:-1]).all())
        # Half as many bytes are sooner reached, and no collection has 2^31 n-grams.
        self._numbers = np.append(order, -1).astype(np.int32)
        bits = len(hashes).bit_length() + 1
        self._beyond = np.uint64(64 - bits)
        beginnings = np.arange(1 << bits, dtype=np.uint64) << self._beyond
        self._first = self._hashes.searchsorted(beginnings).astype(np.int32)

    def find(self, wanted: Hashes) -> Integers:
        """The number of each hash, or -1; shape of `wanted`."""
        place = self._first.take((wanted >> self._beyond).view(np.int64))
        there = self._hashes.take(place)
        before = (there < wanted).nonzero()[0]
        while len(before):
            at = place[before] + 1
            place[before] = at
            there[before] = self._hashes.take(at)
            before = before[there[before] < wanted[before]]
        hit = (there == wanted).nonzero()[0]
        found = np.full(len(wanted), -1)
        found[hit] = self._numbers.take(place[hit])
        return found
