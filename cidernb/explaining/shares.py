"""Sharing a difference among its causes: Shapley values, and steps in a given order.

Both take a function of the set of causes already switched from before to after. Both sum to
the whole difference, whatever the function is.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache

import numpy as np

from cidernb.arrays import Floats

#: The value, shape (n-grams,), with these causes at their after side and the others before.
Value = Callable[[frozenset[str]], Floats]

#: A cause none of whose steps moves more than this, beside the largest value, has no share at all.
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
    cube = _values(value, causes, itertools.product((False, True), repeat=len(causes)))
    shares = np.zeros((len(causes), cube.shape[1]))
    smallest = ROUNDING * np.abs(cube).max(initial=0)
    parts = _parts_of_orders(len(causes))
    cube = cube.reshape(*[2] * len(causes), -1)
    for axis in range(len(causes)):
        before, after = np.moveaxis(cube, axis, 0)
        steps = (after - before).reshape(len(parts), -1)
        if np.abs(steps).max(initial=0) > smallest:
            shares[axis] = parts @ steps
    return shares


@cache
def _parts_of_orders(number: int) -> Floats:
    """For each set of the other causes, the part of all orders in which exactly these come first.

    Sets stand in the order of the states: as numbers in binary, the first cause foremost.
    """
    sizes = map(sum, itertools.product((0, 1), repeat=number - 1)) if number else ()
    return np.array([1 / (number * math.comb(number - 1, size)) for size in sizes])


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
    chain = _values(value, causes, np.tri(len(causes) + 1, len(causes), -1, bool).tolist())
    steps = np.diff(chain, axis=0)
    steps[np.abs(steps).max(axis=1, initial=0) <= ROUNDING * np.abs(chain).max(initial=0)] = 0
    return steps


def _values(value: Value, causes: Sequence[str], states: Iterable[Sequence[bool]]) -> Floats:
    """The values of some states, each given as which causes are switched; shape (states, n-grams)."""
    return np.array([value(frozenset(itertools.compress(causes, switched))) for switched in states])


def first_half(cause: str, value: Value, half: Value) -> Value:
    """A value whose share of the cause is its first step alone, up to a state half way.

    `half` is the value with the cause half switched, whatever the set says of it.
    """
    return lambda after: half(after - {cause}) if cause in after else value(after)
