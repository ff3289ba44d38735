"""Array types, and the one sum that everything here is made of."""

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
