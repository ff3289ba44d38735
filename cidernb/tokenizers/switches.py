"""What a tokenizer does on request, before and after: its switches."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

#: What the official pipeline makes of brackets. Its list of punctuation has them in capitals, while
#: its tokens are in lower case, so that they stay.
BRACKETS = frozenset({"-lrb-", "-rrb-", "-lsb-", "-rsb-", "-lcb-", "-rcb-"})


class Switch(NamedTuple):
    """A switch: to which tokenizers it applies, and what it does to captions and to words."""

    applies_to: Callable[[str], bool]
    on_captions: Callable[[Iterable[str]], Iterable[str]] = iter
    on_words: Callable[[Iterator[list[str]]], Iterator[list[str]]] = iter


def without_brackets(words: list[str]) -> list[str]:
    """Words without the bracket tokens.

    Examples
    --------
    >>> without_brackets(["a", "dog", "-lrb-", "brown", "-rrb-"])
    ['a', 'dog', 'brown']
    """
    return words if BRACKETS.isdisjoint(words) else [word for word in words if word not in BRACKETS]


#: The switches in the order in which names hold them.
SWITCHES = {
    "nobrackets": Switch(
        applies_to=lambda tokenizer: tokenizer in ("ptb", "ptb-java"),
        on_words=partial(map, without_brackets),
    ),
    "nfc": Switch(
        applies_to=lambda tokenizer: True,
        on_captions=partial(map, partial(unicodedata.normalize, "NFC")),
    ),
}
