"""The tokenizers by name, with their switches; one caption, or many in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from cidernb.tokenizers import ptb_java
from cidernb.tokenizers.characters import characters
from cidernb.tokenizers.own import check_name, tokenize_with
from cidernb.tokenizers.ptb import ptb
from cidernb.tokenizers.switches import SWITCHES

#: A tokenizer's name, with switches behind "+", or a function from a caption to its words.
Tokenizer = str | Callable[[str], list[str]]

#: The tokenizers by name; "ptb-java" starts Java for every caption here, `tokenize_all` once for all.
TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "whitespace": str.split,
    "ptb": ptb,
    "ptb-java": ptb_java.ptb_java,
    "characters": characters,
}
_OF_MANY: dict[str, Callable[[Iterable[str]], Iterator[list[str]]]] = {"ptb-java": ptb_java.tokenize_all}


class _Unsaid(str):
    """The name of the tokenizer that is used where none is given."""

    __slots__ = ()


#: Stands where no tokenizer is given; its identity tells it from the same name given.
UNSAID = _Unsaid("whitespace")


def given_or_usual(tokenizer: Tokenizer, *, from_files: bool) -> Tokenizer:
    """The tokenizer given; if none is, the official one for captions of files, which are as written."""
    return "ptb" if tokenizer is UNSAID and from_files else tokenizer


class _Parts(NamedTuple):
    """What a name such as "ptb+nobrackets" is made of, the switches in their order."""

    base: str
    switches: tuple[str, ...]

    @property
    def name(self) -> str:
        return "+".join((self.base, *self.switches))


def check_tokenizer(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer itself, its name with the switches in their order.

    Raises
    ------
    ValueError, TypeError
        If there is no such tokenizer, a switch does not apply to it, or a function has no name that
        can stand in a signature.

    Examples
    --------
    >>> check_tokenizer("ptb+nfc+nobrackets")
    'ptb+nobrackets+nfc'
    """
    if callable(tokenizer):
        check_name(tokenizer)
        return tokenizer
    return _parse(tokenizer).name


def tokenizer_name(tokenizer: Tokenizer) -> str:
    """The name that stands in signatures and document-frequency tables.

    Raises
    ------
    ValueError, TypeError
        As `check_tokenizer` does.

    Examples
    --------
    >>> tokenizer_name("ptb+nfc"), tokenizer_name(str.split)
    ('ptb+nfc', 'split')
    """
    return check_name(tokenizer) if callable(tokenizer) else _parse(tokenizer).name


def tokenize(text: str, tokenizer: Tokenizer = "ptb") -> list[str]:
    """Split a caption into words.

    Parameters
    ----------
    text : str
        A caption.
    tokenizer : str or function
        "ptb" is the official pipeline's tokenizer: lower case, split as the Penn Treebank is, the
        official list of punctuation removed. "ptb-java" is the original itself, which needs Java
        and pycocoevalcap. "whitespace" splits at white space and changes nothing. "characters"
        takes each character as a word, for languages written without spaces. Switches stand behind
        "+": "nobrackets" removes the bracket tokens that "ptb" leaves ("-lrb-"), "nfc" composes
        Unicode characters first. A function of your own takes a caption and returns its words.

    Returns
    -------
    list of str
        The words, in order; none is empty or holds white space.

    Raises
    ------
    TypeError
        If `text` is not a string, or a function of your own returns something else than words.
    ValueError
        If there is no such tokenizer or switch, or what it needs is not installed.

    Notes
    -----
    "ptb" does what pycocoevalcap's PTBTokenizer (Stanford CoreNLP 3.4.1) does with one caption at a
    time. That one is given all captions of a set together: a line break inside a caption moves all
    later captions to the next image, and of a caption that ends in a letter and a full stop ("Ave
    S.") the stop stays or goes with the word that the next caption begins with. Here a line break
    is white space, and a caption's words depend on nothing else.

    Examples
    --------
    >>> tokenize("A man's dog doesn't run (fast).")
    ['a', 'man', "'s", 'dog', 'does', "n't", 'run', '-lrb-', 'fast', '-rrb-']
    >>> tokenize("A dog (brown).", "ptb+nobrackets"), tokenize("A dog.", "whitespace")
    (['a', 'dog', 'brown'], ['A', 'dog.'])
    """
    if not isinstance(text, str):
        raise TypeError(f"tokenize takes a caption as one string, not {type(text).__name__}.")
    return next(tokenize_all([text], tokenizer))


def tokenize_all(captions: Iterable[str], tokenizer: Tokenizer) -> Iterator[list[str]]:
    """Split captions into words, one after the other.

    Captions are taken as they are asked for, except by "ptb-java", which starts Java once for all.

    Raises
    ------
    ValueError, TypeError
        As `tokenize` does; an unknown tokenizer at once, not when the first caption is asked for.
    """
    if callable(tokenizer):
        check_name(tokenizer)
        return map(partial(tokenize_with, tokenizer), captions)
    base, switches = _parse(tokenizer)
    for switch in switches:
        captions = SWITCHES[switch].on_captions(captions)
    words = _OF_MANY[base](captions) if base in _OF_MANY else map(TOKENIZERS[base], captions)
    for switch in switches:
        words = SWITCHES[switch].on_words(words)
    return words


def _parse(name: str) -> _Parts:
    base = name.split("+")[0] if isinstance(name, str) else name
    if not isinstance(base, str) or base not in TOKENIZERS:
        raise ValueError(f"There is no tokenizer {base!r}; choose one of {', '.join(TOKENIZERS)}.")
    return _parts(name)


@lru_cache
def _parts(name: str) -> _Parts:
    base, *given = name.split("+")
    applying = [switch for switch, means in SWITCHES.items() if means.applies_to(base)]
    for switch in given:
        if switch not in applying:
            raise ValueError(
                f"The tokenizer {base!r} has no switch {switch!r}; choose from {', '.join(applying)}."
            )
    return _Parts(base, tuple(switch for switch in applying if switch in given))
