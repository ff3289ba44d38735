"""MATLAB files from anybody: the one variable that is asked for, and the text in its nested arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

#: The largest file that is read, in bytes.
_LIMIT = 256 * 2**20


class Triplet(NamedTuple):
    """One triplet of the file: three captions, and 1 or -1 as people found B or C nearer to A."""

    a: str
    b: str
    c: str
    rating: int


def read_triplets(path: Path) -> list[Triplet]:
    """The triplets of a MATLAB file.

    Raises
    ------
    OSError
        If it cannot be opened.
    ValueError
        If it is no such file; the sentence names it.
    """
    held = read_variable(path, "triplets")
    if not {"A", "B", "C", "rating"} <= set(held.dtype.names or ()):
        raise ValueError(f"The triplets of {path} are not A, B, C and a rating; give the authors' file.")
    triplets = []
    columns = (held[name] for name in ("A", "B", "C", "rating"))
    for place, (a, b, c, rating) in enumerate(zip(*columns, strict=True)):
        try:
            triplets.append(Triplet(text_of(a), text_of(b), text_of(c), int(_inner(rating))))
        except (TypeError, ValueError):
            raise ValueError(f"Triplet {place} of {path} is not A, B, C and a rating; mend it.") from None
        if triplets[-1].rating not in (-1, 0, 1):
            raise ValueError(
                f"Triplet {place} of {path} is rated {triplets[-1].rating}; give 1 for B or -1 for C."
            )
    return triplets


def read_variable(path: Path, name: str) -> Any:
    """One variable of a MATLAB file, flat; no other is read."""
    from scipy.io import loadmat

    size = path.stat().st_size
    if size > _LIMIT:
        raise ValueError(f"{path} holds {size / 2**20:.0f} MiB, more than votes do; give the authors' file.")
    with open(path, "rb") as file:
        try:
            content = loadmat(
                file, variable_names=[name], struct_as_record=True, verify_compressed_data_integrity=True
            )
        except MemoryError:
            raise ValueError(
                f"{path} says that it holds more than fits into memory; copy it again."
            ) from None
        except Exception as error:  # a file from anybody: scipy raises what comes
            said = " ".join(str(error).split()) or type(error).__name__
            raise ValueError(
                f"{path} cannot be read as a MATLAB file: {said[:120]}; copy it again."
            ) from None
    if name not in content:
        raise ValueError(f"{path} has no variable {name!r}; give the authors' file.")
    return np.asarray(content[name]).ravel()


def _inner(value: Any) -> Any:
    """What the nested arrays of one element hold, in which MATLAB wraps everything."""
    while isinstance(value, np.ndarray) and value.size == 1:
        value = value.item()
    return value


def text_of(value: Any) -> str:
    """The text of one element; an empty array is empty text.

    Raises
    ------
    TypeError
        If it holds anything else.
    """
    held = _inner(value)
    if isinstance(held, str):
        return held
    if isinstance(held, np.ndarray) and held.size == 0:
        return ""
    raise TypeError(f"{held!r} is no text")
