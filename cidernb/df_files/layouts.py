"""The layouts of pickled df tables, and the forms in which they keep the number of images."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from cidernb.df_files.rows import shown

#: The keys under which a table stands beside its `ref_len`.
TABLE_KEYS = ("document_frequency", "df")


class Layout(NamedTuple):
    """How a file keeps its table: in words, and its `ref_len`, None where it has none."""

    layout: str
    ref_len: float | None


def recognise(content: Any) -> tuple[Mapping[Any, Any], Layout]:
    """The table in an unpickled file, and its layout.

    Three are in use: {"document_frequency": table, "ref_len": number}, the same with "df", and the
    table alone. Keys of Python 2 are bytes.

    Raises
    ------
    ValueError
        If the file holds something else.
    """
    if not isinstance(content, dict):
        raise ValueError(f"it holds {shown(content)}, and a df table is a mapping of n-grams to numbers")
    for key in TABLE_KEYS:
        table = _either(content, key)
        if isinstance(table, dict):
            ref_len = _either(content, "ref_len")
            if ref_len is None:
                return table, Layout(f"{{{key}}} without ref_len", None)
            if type(ref_len) not in (int, float):
                raise ValueError(f"its ref_len is {shown(ref_len)}, not a number")
            return table, Layout(f"{{{key}, ref_len}}", float(ref_len))
    return content, Layout("a bare mapping", None)


def _either(content: Mapping[Any, Any], key: str) -> Any:
    return content.get(key, content.get(key.encode()))


def read_num_images(ref_len: float | None, max_df: int) -> tuple[int, str]:
    """|I| from what a file calls `ref_len`, and in words how it was read.

    It may be |I| itself, its logarithm, or the logarithm of that. |I| is a whole number, and no df
    of a sound table is above it; what fits alone is taken, first of numbers in full precision, then of
    those in single precision or printed with fewer digits.

    Parameters
    ----------
    ref_len : float or None
        The file's number, None where it has none.
    max_df : int
        The largest df of the table.

    Raises
    ------
    ValueError
        If there is no number, or none of the readings gives a whole number.

    Examples
    --------
    >>> read_num_images(math.log(40504), max_df=40000)
    (40504, 'ref_len 10.6092 is ln 40504')
    >>> read_num_images(10.609156, max_df=40000)
    (40504, 'ref_len 10.6092 is ln 40504')
    """
    if ref_len is None:
        raise ValueError("it does not say how many images it was counted on; give it as num_images")
    for precision in _PRECISIONS:
        readings = [
            (number, f"ref_len {ref_len:.6g} is {how.format(number)}")
            for how, undo, spread in _FORMS
            if (number := _whole(ref_len, undo, spread, max(1.0, abs(ref_len)) * precision))
        ]
        fitting = [reading for reading in readings if reading[0] >= max_df] or readings
        if len(fitting) == 1:
            return fitting[0]
    numbers = _rounded(ref_len, max_df)
    if len(numbers) == 1 and numbers[0].sure:
        return numbers[0].first, f"ref_len {ref_len:.6g} is {numbers[0].how.format(numbers[0].first)}"
    may_be = f" (it may be {' or '.join(map(str, numbers))})" if numbers else ""
    raise ValueError(
        f"its ref_len, {ref_len:.6g}, is not a number of images, nor its logarithm taken once or twice, "
        f"as far as can be told{may_be}; give the number of images as num_images"
    )


def _twice(number: float) -> float:
    return math.exp(math.exp(number))


# Each with how far an error in the stored number spreads: the derivative at that number.
_FORMS: tuple[tuple[str, Callable[[float], float], Callable[[float], float]], ...] = (
    ("|I|, {}", lambda number: number, lambda number: 0.0),
    ("ln {}", math.exp, math.exp),
    ("ln ln {}", _twice, lambda number: _twice(number) * math.exp(number)),
)
#: Relative; a logarithm in double precision, and one that went through some more arithmetic.
_PRECISIONS = (4 * sys.float_info.epsilon, 1e-12)
#: More decimals than that are not what a number was rounded to.
_DECIMALS = 12
#: What is rounded no more than this, to five decimals, was a logarithm.
_SURE = 6e-6
#: More images than that no set has that was ever counted.
_MOST = 10**9


def _whole(
    ref_len: float, undo: Callable[[float], float], spread: Callable[[float], float], uncertain: float
) -> int | None:
    """What the stored number stands for, if it is a whole number of 1 or more, to its precision."""
    try:
        value, error = undo(ref_len), spread(ref_len) * uncertain
    except OverflowError:
        return None
    if not math.isfinite(value):
        return None
    number = round(value)
    # Where the error is large, every number is near a whole one.
    return number if number >= 1 and error < 0.01 and abs(value - number) <= error + 1e-9 else None


class _Range(NamedTuple):
    """Whole numbers of which a rounded logarithm may be one's."""

    how: str
    first: int
    last: int
    sure: bool

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first} to {self.last}"


def _rounded(ref_len: float, max_df: int) -> list[_Range]:
    """The numbers of images whose logarithm, taken once or twice, was rounded to the one stored."""
    uncertain = _rounding(ref_len)
    ranges = []
    for how, undo, _ in _FORMS[1:]:
        try:
            low, high = (undo(ref_len + error) for error in (-uncertain, uncertain))
        except OverflowError:
            continue
        if not low < _MOST:  # nor if it is not a number
            continue
        first, last = max(math.ceil(low), max_df, 1), math.floor(min(high, _MOST))
        if first <= last:
            # Where decimals are few and the range is wide, one whole number may be in it by chance.
            sure = first == last and (uncertain < _SURE or high - low < 0.5)
            ranges.append(_Range(how, first, last, sure))
    return ranges


def _rounding(ref_len: float) -> float:
    """How far a number may be from what was meant: it is single precision, or has few decimals."""
    if not math.isfinite(ref_len):
        return 0.0
    decimals = next((d for d in range(_DECIMALS + 1) if round(ref_len, d) == ref_len), None)
    as_printed = 0.0 if decimals is None else 0.5 * 10.0**-decimals
    with np.errstate(over="ignore"):
        single = np.float32(ref_len)
    return max(as_printed, float(np.spacing(abs(single)))) if float(single) == ref_len else as_printed
