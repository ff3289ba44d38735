"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file to write to, which takes the place of `path` once all is written.

    If writing fails, what was at `path` is still there. A device or a pipe is written to directly.

    Raises
    ------
    OSError
        If there can be no such file; it names `path`.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    try:
        handle, name = tempfile.mkstemp(prefix=".", suffix=path.suffix, dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Call `write` with a new file, which takes the place of `path` once it is written."""
    with replacing(path) as temporary:
        write(temporary)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
