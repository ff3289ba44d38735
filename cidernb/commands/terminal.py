"""The two streams that people read: no character that they cannot carry ends a command half way."""

from __future__ import annotations

import codecs
import io
import sys
from typing import TextIO

from cidernb.plain_text import escaped, visible

#: What stands for our own signs where the encoding has them not.
_ASCII = {"−": "-", "≠": "!=", "✓": "ok", "✗": "NOT", "…": "...", "–": "-", "×": "x", "─": "-"}

_ERRORS = "cidernb.in_ascii"


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    refused = error.object[error.start : error.end]
    return "".join(_ASCII.get(sign) or escaped(sign) for sign in refused), error.end


codecs.register_error(_ERRORS, _in_ascii)


def carry_any_text() -> None:
    """Let standard output and standard error write what their encodings lack in ASCII."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


def writes_unicode() -> bool:
    """Whether standard output can carry every character."""
    return _encoding(sys.stdout).lower().startswith("utf")


def shown(text: object) -> str:
    """A text as standard output shows it: nothing hidden in it, every character one that it can carry."""
    encoding = _encoding(sys.stdout)
    return visible(str(text)).encode(encoding, _ERRORS).decode(encoding)


def say(*lines: object) -> None:
    """Print lines for people."""
    _write(sys.stdout, "\n".join(map(shown, lines)))


def complain(message: str) -> None:
    """Print a line on standard error."""
    _write(sys.stderr, f"cidernb: {visible(' '.join(message.split()))}")


def _write(stream: TextIO | None, line: str) -> None:
    if stream is not None:  # a shell can close it
        # At once, for a pipe that is closed is noticed only then.
        print(line, file=stream, flush=True)


def _encoding(stream: TextIO | None) -> str:
    return (stream.encoding if stream is not None else None) or "utf-8"
