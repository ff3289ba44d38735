"""Text from anybody, made fit to be shown: nothing stays unseen, commands a terminal or fills a page."""

from __future__ import annotations

import re

#: Controls, what turns the direction of writing, marks without width, halves of characters. The joiners
#: U+200C and U+200D are not among them: scripts and emoji need them.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f\ud800-\udfff]"
)

#: The most characters that a word is shown with, and a line of words.
WORD, LINE = 40, 160


def visible(text: str) -> str:
    r"""A text with an escape in place of each sign that is not seen, or that a terminal would obey.

    Examples
    --------
    >>> print(visible("a \x1b[31mdog\u202e"))
    a \x1b[31mdog\u202e
    """
    return _HIDDEN.sub(lambda sign: escaped(sign[0]), text)


def escaped(sign: str) -> str:
    r"""How Python writes a character in ASCII.

    Examples
    --------
    >>> print(escaped("\n"), escaped("é"))
    \n \xe9
    """
    return sign.encode("unicode_escape").decode("ascii")


def visible_json(text: str) -> str:
    r"""A JSON text with JSON's own escapes in place of such signs; it says the same.

    Examples
    --------
    >>> print(visible_json('"a\x9bdog"'))
    "a\u009bdog"
    """
    return _HIDDEN.sub(lambda sign: sign[0] if sign[0] in "\n\r\t" else _escaped_in_json(sign[0]), text)


def shortened(text: str, word: int = WORD, line: int = LINE) -> str:
    """A text with an ellipsis at the end of each word that is too long to show, and of the whole.

    Examples
    --------
    >>> shortened("a dooooooog runs", word=6), shortened("a dog runs", line=6)
    ('a doooo… runs', 'a dog…')
    """
    text = re.sub(rf"\S{{{word + 1},}}", lambda long: long[0][: word - 1] + "…", text)
    return text if len(text) <= line else text[: line - 1] + "…"


def _escaped_in_json(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place] << 8 | units[place + 1]:04x}" for place in range(0, len(units), 2))
