"""The process in which strangers' pickles are read: little memory, little time, and nothing else to do.

Standard input is the file, standard output the table in the safe format. What is wrong with the
file goes to standard error, and the exit status tells a pickle that is refused from one that holds
no df table.
"""

from __future__ import annotations

import contextlib
import gc
import gzip
import os
import pickle
import sys
import zlib

from cidernb.df_files import safe_format, unpickling
from cidernb.df_files.rows import index_rows

REFUSED, NO_TABLE = 3, 4


def main(memory: int, seconds: int, output: int) -> None:
    """Read the table on standard input within these bytes of memory, seconds and bytes of output."""
    _limit(memory, seconds, output)
    # A table is millions of objects that all stay, and no circle among them.
    gc.disable()
    status, message = 0, ""
    try:
        _convert()
    except MemoryError:
        status, message = REFUSED, f"it takes more than {memory / 1e9:.1f} GB of memory to read"
    except pickle.UnpicklingError as error:
        status, message = REFUSED, str(error)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        status, message = REFUSED, "its compression is damaged or cut off"
    except ValueError as error:
        status, message = NO_TABLE, str(error)
    os.write(2, message[:300].encode(errors="backslashreplace"))
    # Not sys.exit: taking a deep nest of containers apart can break the interpreter.
    os._exit(status)


def _limit(memory: int, seconds: int, output: int) -> None:
    try:
        import resource
    except ImportError:  # Windows, which has no such limits; the parent's clock remains
        return
    for limit, value in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, output),
        (resource.RLIMIT_AS, memory),
    ):
        # macOS refuses some of them.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, value))


def _convert() -> None:
    data = sys.stdin.buffer.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    rows, layout = unpickling.read_pickled_table(data)
    del data
    index, dfs = index_rows(rows)
    with os.fdopen(1, "wb", closefd=False) as file:
        safe_format.write(file, safe_format.Stored(index, dfs, layout._asdict()))
