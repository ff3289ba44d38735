"""Unpickling what a df table is made of, and nothing else.

`pickle.load` calls whatever a file names. Here a file can name only the types below; the process
that this runs in has little memory and time (see `child`), for a few bytes can ask for a lot of both.
"""

from __future__ import annotations

import io
import pickle
import struct
from collections import Counter, OrderedDict, defaultdict
from typing import Any

from cidernb.df_files import layouts, pickled_text
from cidernb.df_files.rows import Rows, rows_of

#: NumPy's codes of numbers, in those of `struct`.
_CODES = {"f2": "e", "f4": "f", "f8": "d"}
_CODES |= dict(zip(("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"), "bhiqBHIQ", strict=True))


class NotPlainError(pickle.UnpicklingError):
    """The pickle asks for something that a df table does not need."""


class _NumberType:
    """What stands for a NumPy dtype in a pickle: how its numbers are read."""

    __slots__ = ("code",)

    def __init__(self, name: str | bytes, *_: object) -> None:
        text = name.decode("ascii") if isinstance(name, bytes) else name
        if text not in _CODES:
            raise NotPlainError(f"its NumPy type {text[:20]!r} is not a number's")
        self.code = "<" + _CODES[text]

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        if state[1] in (">", b">"):
            self.code = ">" + self.code[1:]


def _scalar(number_type: _NumberType, raw: bytes | str) -> float:
    """A NumPy scalar, as a number of Python."""
    data = raw.encode("latin-1") if isinstance(raw, str) else raw
    number: float = struct.unpack(number_type.code, data)[0]
    return number


def _encode(text: str, encoding: str = "latin1") -> bytes:
    """How Python 3 writes bytes in the protocols that have only text: always in Latin-1."""
    return text.encode("latin1")


_ALLOWED: dict[tuple[str, str], Any] = {
    ("collections", "defaultdict"): defaultdict,
    ("collections", "OrderedDict"): OrderedDict,
    ("collections", "Counter"): Counter,
    ("numpy", "dtype"): _NumberType,
    ("numpy.core.multiarray", "scalar"): _scalar,
    ("numpy._core.multiarray", "scalar"): _scalar,
    ("__builtin__", "long"): int,
    ("_codecs", "encode"): _encode,
} | {(module, kind.__name__): kind for module in ("builtins", "__builtin__") for kind in (float, int)}


class _RestrictedUnpickler(pickle.Unpickler):
    """An unpickler for plain containers, strings and numbers; strings of Python 2 become bytes."""

    def __init__(self, data: bytes) -> None:
        # Behind a buffer, in which the unpickler can look ahead; else it asks for every single line.
        super().__init__(io.BufferedReader(io.BytesIO(data), 1 << 20), encoding="bytes")

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _ALLOWED:
            raise NotPlainError(
                f"it asks for {f'{module}.{name}'[:80]!r}, and a df table needs only plain containers, text "
                "and numbers"
            )
        return _ALLOWED[module, name]


def unpickle(data: bytes) -> Any:
    """The object of a pickle, which may be made of plain things alone.

    Raises
    ------
    pickle.UnpicklingError
        If it asks for something else, or is no pickle, damaged or cut off.
    MemoryError
        If it takes more memory than this process has.
    """
    try:
        return _RestrictedUnpickler(data).load()
    except (MemoryError, NotPlainError):
        raise
    except EOFError:
        raise pickle.UnpicklingError("it ends too soon") from None
    # Whatever a crafted file makes the unpickler stumble over.
    except Exception as error:
        raise pickle.UnpicklingError(f"it is no pickle, or damaged ({str(error).rstrip('.')})") from None


def read_pickled_table(data: bytes) -> tuple[Rows, layouts.Layout]:
    """The rows of a pickled table, and what else the file says.

    Raises
    ------
    pickle.UnpicklingError, MemoryError
        As `unpickle` does.
    ValueError
        If it is no df table.
    """
    try:
        small, rows = pickled_text.cut_ngrams(data, unpickle)
        table, layout = layouts.recognise(unpickle(small))
        if list(table) == [pickled_text.MARK]:
            return rows, layout
    except (pickled_text.NotAlike, pickle.UnpicklingError):
        pass  # not a text of n-grams all alike, or one with more around them: read it as it stands
    table, layout = layouts.recognise(unpickle(data))
    return rows_of(table), layout
