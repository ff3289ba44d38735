"""Files written whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import Any
from uuid import uuid4

from cidernb.in_messages import in_short


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


def check_path(path: Any) -> str | PathLike[str]:
    """The path itself, if it is one.

    Raises
    ------
    TypeError
        For anything else: a number would be taken for a file that is open already.
    """
    if not isinstance(path, str | PathLike):
        raise TypeError(f"{in_short(path)} is not the path of a file; give it as a string or a pathlib.Path.")
    return path


def same_file(path: str | PathLike[str], other: str | PathLike[str]) -> bool:
    """Whether two paths are one file, be it there or not."""
    first, second = (Path(os.path.realpath(check_path(p))) for p in (path, other))
    return first == second or (first.exists() and second.exists() and first.samefile(second))


@contextmanager
def replacing(path: str | PathLike[str]) -> Iterator[Path]:
    """A new file to write to, which takes the place of `path` once all is written.

    If writing fails, what was at `path` is still there. A device or a pipe is written to directly.

    Raises
    ------
    OSError
        If there can be no such file, or no room for it; it names `path`.
    ValueError
        If the text written to it holds half a character; it names `path`.
    """
    # The file itself: a link to it stays one.
    target = Path(os.path.realpath(check_path(path)))
    if target.exists() and not target.is_file():
        try:
            yield target
        except OSError as error:
            raise _naming(path, target, error) from None
        return
    # Beside the target, for only there can it take its name in one step; with its suffix, which
    # says to some writers what to write.
    part = target.with_name(f".{uuid4().hex[:8]}{target.suffix}")
    try:
        yield part
        if target.exists():
            shutil.copymode(target, part)
        part.replace(target)
    except UnicodeEncodeError as error:
        half = error.object[error.start : error.end]
        raise ValueError(
            f"{fspath(path)} cannot hold half a character, {half!r}; write the whole character."
        ) from None
    except OSError as error:
        raise _naming(path, part, error) from None
    finally:
        part.unlink(missing_ok=True)


def _naming(path: str | PathLike[str], part: Path, error: OSError) -> OSError:
    """An error in writing `part` as one about `path`; of a full disk, Python names no file at all."""
    if error.errno is None or error.filename not in (None, str(part), part):
        return error
    return type(error)(error.errno, error.strerror, fspath(path))
