"""Stemmers: a word in, its stem out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

#: The documented example's stemmer: the four plurals of its templates, nothing else.
PLURALS = {"circles": "circle", "squares": "square", "triangles": "triangle", "shapes": "shape"}


def stem_words(words: Iterable[str], stemmer: str) -> list[str]:
    """Stem each word.

    Parameters
    ----------
    words : iterable of str
        Words as a tokenizer left them.
    stemmer : {"none", "plural", "porter"}
        "porter" is snowball's "porter", the original algorithm of 1980.

    Returns
    -------
    list of str
        One stem a word, in order.

    Raises
    ------
    ValueError
        For a stemmer that does not exist.

    Notes
    -----
    The paper (section 4) stems for CIDEr and gives "fishes", "fishing", "fished" as an example;
    it names no stemmer. No official scorer stems.

    Examples
    --------
    >>> stem_words(["three", "circles"], "plural")
    ['three', 'circle']
    >>> stem_words(["fishes", "fishing", "one"], "porter")
    ['fish', 'fish', 'on']
    """
    if not isinstance(stemmer, str) or stemmer not in _STEMMERS:
        raise ValueError(f"There is no stemmer {stemmer!r}; choose one of {', '.join(_STEMMERS)}.")
    return _STEMMERS[stemmer](words)


def _plural(words: Iterable[str]) -> list[str]:
    return [PLURALS.get(word, word) for word in words]


def _porter(words: Iterable[str]) -> list[str]:
    return list(map(_porter_stem, words))


# An edited caption is stemmed with all the words that it stands among; these were stemmed before.
@lru_cache(maxsize=1 << 16)
def _porter_stem(word: str) -> str:
    import snowballstemmer

    # A new stemmer for each word: it keeps the word that it works on, and threads may share it.
    stem: str = snowballstemmer.stemmer("porter").stemWord(word)
    return stem


_STEMMERS: dict[str, Callable[[Iterable[str]], list[str]]] = {
    "none": list,
    "plural": _plural,
    "porter": _porter,
}
