"""Files from anybody, opened: packed by gzip or not, of bounded size, as text."""

from __future__ import annotations

import codecs
import gzip
import os
import zlib
from io import BufferedReader
from os import PathLike, fspath
from typing import IO

from cidernb.whole_files import check_path

Path = str | PathLike[str]

#: The most that a file may hold once it is unpacked, in bytes: some millions of captions.
LIMIT = 512 * 2**20
#: The most brackets and separators: each may become an object of 64 bytes.
PARTS = 50_000_000
#: Text shrinks to a fifth or a tenth; what shrinks more than so many times is made to fill memories.
RATIO = 200

_CHUNK = 2**20
_GZIP = b"\x1f\x8b"
#: Longest first: UTF-32's mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)


def read_text(path: Path) -> str:
    """The text of a file, line ends as they are.

    Parameters
    ----------
    path : path
        UTF-8, or UTF-16 or UTF-32 with a byte order mark; packed by gzip or not, whatever its name.

    Raises
    ------
    OSError
        If there is no such file, or it cannot be opened.
    ValueError
        If it is empty, too large, damaged or no text; the sentence names the file.
    """
    content = _read_bytes(path)
    wide = _wide_without_mark(content)
    if wide is not None:
        raise ValueError(
            f"{fspath(path)} holds zero bytes as {wide} does, without the mark that says so at its start; "
            "save it as UTF-8."
        )
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"{fspath(path)} is not text in UTF-8, see line {line}; save it so.") from None
    if "\0" in text:
        raise ValueError(f"{fspath(path)} holds zero bytes, so it is not text in UTF-8; save it so.")
    if len(text) > PARTS and sum(map(text.count, "[{,;|\t\n")) > PARTS:
        raise ValueError(f"{fspath(path)} has more than {PARTS} parts; split it into several files.")
    if not text.strip():
        raise ValueError(f"{fspath(path)} is empty; give a file that holds captions.")
    return text


def _read_bytes(path: Path) -> bytes:
    with open(check_path(path), "rb") as file:
        # Two bytes may be fewer than a pipe holds by now, so they are not taken off it.
        if not _peek(file).startswith(_GZIP):
            return _at_most(file, LIMIT, path)
        packed = os.fstat(file.fileno()).st_size
        try:
            with gzip.GzipFile(fileobj=file) as unpacked:
                return _at_most(unpacked, min(LIMIT, _CHUNK + RATIO * packed) if packed else LIMIT, path)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            what = "cut short" if isinstance(error, EOFError) else "damaged"
            raise ValueError(f"{fspath(path)} is a {what} gzip file; pack or copy it again.") from None


def _wide_without_mark(content: bytes) -> str | None:
    """UTF-16 or UTF-32, if a file without a byte order mark begins as letters or brackets do in them."""
    if any(content.startswith(mark) for mark, _ in _MARKS):
        return None
    zeros = [byte == 0 for byte in content[:4]]
    if sum(zeros) == 3:
        return "UTF-32"
    return "UTF-16" if zeros[:2] in ([True, False], [False, True]) else None


def _peek(file: BufferedReader) -> bytes:
    return file.peek(len(_GZIP))


def _at_most(file: IO[bytes] | gzip.GzipFile, limit: int, path: Path) -> bytes:
    """All of a file, read in pieces so that a bomb is noticed before it fills the memory."""
    content = bytearray()
    while piece := file.read(_CHUNK):
        content += piece
        if len(content) > limit:
            size = f"{limit / 2**20:.0f} MiB"
            raise ValueError(f"{fspath(path)} holds more than {size}; split it into several files.")
    return bytes(content)
