"""Tokenizers: a caption in, its words out."""

from __future__ import annotations

from collections.abc import Callable

#: The tokenizers by name.
TOKENIZERS: dict[str, Callable[[str], list[str]]] = {"whitespace": str.split}


def get_tokenizer(tokenizer: str) -> Callable[[str], list[str]]:
    """The function behind a tokenizer's name.

    Raises
    ------
    ValueError
        If there is no such tokenizer (yet).
    """
    if tokenizer == "ptb":
        raise ValueError(
            'The "ptb" tokenizer is not there yet; tokenise the captions yourself (lower case, punctuation '
            'removed) and use tokenizer="whitespace".'
        )
    if tokenizer not in TOKENIZERS:
        raise ValueError(f"There is no tokenizer {tokenizer!r}; choose one of {', '.join(TOKENIZERS)}.")
    return TOKENIZERS[tokenizer]


def tokenize(text: str, tokenizer: str = "ptb") -> list[str]:
    """Split a caption into words.

    Parameters
    ----------
    text : str
        A caption.
    tokenizer : {"whitespace"}
        "whitespace" splits at white space and changes nothing. "ptb", the official pipeline's
        tokenizer and the default, is not there yet and raises a ValueError.

    Returns
    -------
    list of str
        The words, in order.

    Raises
    ------
    TypeError
        If `text` is not a string.
    ValueError
        If there is no such tokenizer (yet).

    Examples
    --------
    >>> tokenize("three  red circles", tokenizer="whitespace")
    ['three', 'red', 'circles']
    """
    if not isinstance(text, str):
        raise TypeError(f"tokenize takes a caption as one string, not {type(text).__name__}.")
    return get_tokenizer(tokenizer)(text)
