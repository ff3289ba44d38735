"""Sharing a difference among its causes: Shapley values, and steps in a given order.

Both take a function of the set of causes already switched from before to after. Both sum to
the whole difference, whatever the function is.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from cidernb.arrays import Floats

#: The value, shape (n-grams,), with these causes at their after side and the others before.
Value = Callable[[frozenset[str]], Floats]

#: A cause none of whose steps moves anything by more than rounding has no share at all.
ROUNDING = 1e-13


def shapley(causes: Sequence[str], value: Value) -> Floats:
    """Each cause's share: its step, averaged over every order of switching the causes.

    Returns
    -------
    array, shape (causes, n-grams)

    Examples
    --------
    >>> shapley(["a", "b"], lambda after: np.array([4.0 if after == {"a", "b"} else 0.0])).tolist()
    [[2.0], [2.0]]
    """
    return _shares(causes, value, _every_order)


def waterfall(causes: Sequence[str], value: Value) -> Floats:
    """Each cause's step when the causes are switched one after the other in this order.

    Returns
    -------
    array, shape (causes, n-grams)

    Examples
    --------
    >>> waterfall(["a", "b"], lambda after: np.array([4.0 if after == {"a", "b"} else 0.0])).tolist()
    [[0.0], [4.0]]
    """
    return _shares(causes, value, _this_order)


def split_share(
    cause: str, causes: Sequence[str], value: Value, half: Value, in_order: bool
) -> tuple[Floats, Floats]:
    """A cause's share in two steps, through a state half way.

    `half` is the value with the cause half switched, whatever the set says of it; `in_order` tells
    a waterfall's share from Shapley's.
    """
    to_half = from_half = np.zeros_like(value(frozenset()))
    for part, first in (_this_order if in_order else _every_order)(cause, causes):
        middle = half(first)
        to_half = to_half + part * (middle - value(first))
        from_half = from_half + part * (value(first | {cause}) - middle)
    return to_half, from_half


#: For a cause among causes: the sets switched before it, each with its part of all orders.
_Orders = Callable[[str, Sequence[str]], Iterator[tuple[float, frozenset[str]]]]


def _every_order(cause: str, causes: Sequence[str]) -> Iterator[tuple[float, frozenset[str]]]:
    others = [other for other in causes if other != cause]
    for size in range(len(causes)):
        # The part of all orders in which exactly these causes come first.
        part = 1 / (len(causes) * math.comb(len(others), size))
        for first in itertools.combinations(others, size):
            yield part, frozenset(first)


def _this_order(cause: str, causes: Sequence[str]) -> Iterator[tuple[float, frozenset[str]]]:
    yield 1.0, frozenset(causes[: causes.index(cause)])


def _shares(causes: Sequence[str], value: Value, orders: _Orders) -> Floats:
    shares = np.zeros((len(causes), len(value(frozenset()))))
    for share, cause in zip(shares, causes, strict=True):
        steps = [(part, value(first | {cause}) - value(first)) for part, first in orders(cause, causes)]
        if max(float(np.abs(step).max(initial=0)) for _, step in steps) > ROUNDING:
            share += sum(part * step for part, step in steps)
    return shares
