"""Files written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from uuid import uuid4


def refuse_overwriting(given: Iterable[Path | None], written: Iterable[Path | None]) -> None:
    """Refuse to write over what is read.

    Raises
    ------
    ValueError
        If a file to write is one of those given, under whatever name; the sentence names it.
    """
    held = [path for path in given if path is not None and path.is_file()]
    for path in written:
        if path is not None and path.is_file() and any(path.samefile(other) for other in held):
            raise ValueError(f"{path} is read here and would be lost; name another file to write to.")


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[Path]:
    """A new file to write to, which takes the place of `path` once all is written.

    If writing fails, what was at `path` is still there. A device or a pipe is written to directly.

    Raises
    ------
    OSError
        If there can be no such file; it names `path`.
    """
    # The file itself: a link to it stays one.
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        yield target
        return
    # Beside the target, for only there can it take its name in one step; with its suffix, which
    # says to some writers what to write.
    part = target.with_name(f".{uuid4().hex[:8]}{target.suffix}")
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except OSError as error:
        if error.filename is not None and fspath(error.filename) == str(part):
            raise type(error)(error.errno, error.strerror, fspath(path)) from None
        raise
    finally:
        part.unlink(missing_ok=True)
