"""Captions by several tokenizers, and which words differ from those of the first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from cidernb.tokenizers.choosing import Tokenizer, tokenize_all, tokenizer_name

#: What is compared when nothing else is asked for.
COMPARED = ("whitespace", "ptb", "ptb+nobrackets", "characters")


@dataclass(frozen=True)
class Tokenized:
    """A caption's words by one tokenizer.

    Attributes
    ----------
    tokenizer : str
        Its name.
    words : tuple of str
        The words.
    differs : tuple of bool
        Of each word, whether the first tokenizer has another in its place, or none.
    """

    tokenizer: str
    words: tuple[str, ...]
    differs: tuple[bool, ...]


def compare_tokenizers(
    captions: Iterable[str], tokenizers: Iterable[Tokenizer] = COMPARED
) -> list[tuple[Tokenized, ...]]:
    """Each caption by each tokenizer; of the first, no word differs.

    Raises
    ------
    ValueError, TypeError
        If a tokenizer does not exist or cannot be used.

    Examples
    --------
    >>> compare_tokenizers(["A dog."], ["whitespace", "ptb"])[0][1]
    Tokenized(tokenizer='ptb', words=('a', 'dog'), differs=(True, True))
    """
    texts, chosen = list(captions), list(tokenizers)
    columns = [[tuple(words) for words in tokenize_all(texts, each)] for each in chosen]
    names = list(map(tokenizer_name, chosen))
    return [
        tuple(
            Tokenized(name, words, _differing(words, row[0])) for name, words in zip(names, row, strict=True)
        )
        for row in zip(*columns, strict=True)
    ]


def _differing(words: tuple[str, ...], first: tuple[str, ...]) -> tuple[bool, ...]:
    differs = [True] * len(words)
    for match in SequenceMatcher(None, first, words, autojunk=False).get_matching_blocks():
        differs[match.b : match.b + match.size] = [False] * match.size
    return tuple(differs)
