"""JSON and JSON lines, of which nothing is trusted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

#: The deepest that Python's parser goes is a matter of its version; captions need four levels.
_TOO_DEEP = "nests its brackets too deeply to be captions"

#: What is left where a text was cut short: nothing, or the beginning of a literal, of the end of a number
#: or of an escape.
_BEGUN = re.compile(
    r",?|-|t(r(u)?)?|f(a(l(s)?)?)?|n(u(l)?)?|N(a)?|-?I(n(f(i(n(i(t)?)?)?)?)?)?|\.|[eE][-+]?|u[0-9a-fA-F]{0,4}"
)


class Repeated(dict[str, Any]):
    """A JSON object that says a name twice; `pairs` has all that it says."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    def says_twice(self, name: str) -> bool:
        """Whether a name is one of those that stand twice."""
        return sum(said == name for said, _ in self.pairs) > 1


def parse_json(text: str, path: str) -> Any:
    """The value of a JSON text; objects that say a name twice are `Repeated`.

    Raises
    ------
    ValueError
        If it is not JSON; the sentence names the file and the line.
    """
    # In COCO's form an object with a name twice is of no use, and looking costs at every object.
    hook = None if '"annotations"' in text else _object
    return _parse(text, path, hook, 1)


def parse_json_lines(text: str, path: str) -> list[tuple[int, Any]]:
    """The values of a text with one JSON value a line, each with its line's number from 1.

    Objects that say a name twice are `Repeated`.

    Only a line feed ends a line: JSON may hold other separators as they are.

    Raises
    ------
    ValueError
        If a line is not JSON; the sentence names the file and the line.
    """
    lines = enumerate(text.split("\n"), start=1)
    return [(number, _parse(line, path, _object, number)) for number, line in lines if line.strip()]


def holds_json_lines(text: str) -> bool:
    """Whether the first line that is not blank is a JSON object by itself, with more lines behind."""
    first, _, rest = text.strip().partition("\n")
    if not (first.startswith("{") and rest.startswith("{")):
        return False
    try:
        return isinstance(json.loads(first), dict)
    except (ValueError, RecursionError):
        return False


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    return plain if len(plain) == len(pairs) else Repeated(pairs)


def _ends_early(error: json.JSONDecodeError) -> bool:
    """Whether nothing is wrong with a JSON text but that more should follow."""
    rest = error.doc[error.pos :].rstrip()
    return error.msg.startswith("Unterminated string") or _BEGUN.fullmatch(rest) is not None


def _parse(text: str, path: str, hook: Callable[[list[tuple[str, Any]]], Any] | None, line: int) -> Any:
    try:
        return json.loads(text, object_pairs_hook=hook)
    except json.JSONDecodeError as error:
        if _ends_early(error):
            last = line + text.rstrip().count("\n")
            raise ValueError(
                f"{path} is not JSON, see line {last}: it ends early, cut short; copy or write it again."
            ) from None
        at = line + error.lineno - 1
        what = error.msg[0].lower() + error.msg[1:]
        raise ValueError(f"{path} is not JSON, see line {at}: {what}; mend it there.") from None
    except RecursionError:
        raise ValueError(f"{path} {_TOO_DEEP}; give an object or a list of captions.") from None
    except ValueError:  # a number of thousands of digits
        raise ValueError(f"{path} holds a number too long to read; mend it.") from None
