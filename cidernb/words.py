"""Captions as word numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress, count
from typing import Any

import numpy as np

from cidernb.arrays import Booleans, Integers, spans
from cidernb.hashes import Hashes
from cidernb.stemmers import stem_words


class Vocabulary(dict[str, int]):
    """Every word's number, in the order of the numbers."""

    @cached_property
    def hashes(self) -> Hashes:
        """The hash of each word, shape (words,)."""
        return np.fromiter(map(hash, self), np.int64, len(self)).view(np.uint64)

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process has other hashes.
        return Vocabulary, (dict(self),)


@dataclass(frozen=True, eq=False)
class Words:
    """Captions as word numbers.

    Attributes
    ----------
    vocabulary : Vocabulary
        Every word's number, in the order of the numbers.
    ids : array of int, shape (words,)
        All captions' words, one caption after the other.
    lengths : array of int, shape (captions,)
        Words per caption.
    """

    vocabulary: Vocabulary
    ids: Integers
    lengths: Integers

    @property
    def caption(self) -> Integers:
        """The caption of each word."""
        return np.arange(len(self.lengths)).repeat(self.lengths)

    @property
    def left(self) -> Integers:
        """How many words of the caption are left at each word, itself included."""
        return self.lengths.cumsum().repeat(self.lengths) - np.arange(len(self.ids))

    def used(self) -> set[str]:
        """The words that stand in a caption; some of a vocabulary may not, where captions were chosen."""
        used = np.bincount(self.ids, minlength=len(self.vocabulary)) > 0
        return set(compress(self.vocabulary, used.tolist()))

    def are(self, these: Iterable[str]) -> Booleans:
        """Which of the captions' words are among these, shape (words,)."""
        return np.isin(self.ids, [self.vocabulary[word] for word in these if word in self.vocabulary])

    def of_captions(self, captions: Integers) -> Words:
        """Some of the captions, ascending, numbered with the same vocabulary."""
        return _ChosenWords(self, captions)


class _ChosenWords(Words):
    """The words of some captions, picked out when they are first looked at: scores need only how many."""

    def __init__(self, whole: Words, captions: Integers) -> None:
        self.__dict__.update(
            vocabulary=whole.vocabulary, lengths=whole.lengths[captions], _whole=whole, _captions=captions
        )

    _whole: Words
    _captions: Integers

    @cached_property
    def ids(self) -> Integers:
        firsts = self._whole.lengths.cumsum() - self._whole.lengths
        return self._whole.ids[spans(firsts[self._captions], self.lengths)]


def number_words(captions: Iterable[Sequence[str]]) -> Words:
    """Number the words of tokenised captions as they come.

    Captions are taken one by one: tokenised as they come, their words are never all held at once.

    Examples
    --------
    >>> number_words([["two", "dogs"], ["two", "cats"]]).ids.tolist()
    [0, 1, 0, 2]
    """
    # A word asked for the first time takes the next number: one pass numbers and looks up.
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    lengths: list[int] = []

    def measured() -> Iterator[Sequence[str]]:
        for words in captions:
            lengths.append(len(words))
            yield words

    ids = np.fromiter(map(numbers.__getitem__, chain.from_iterable(measured())), np.int64)
    return Words(Vocabulary(numbers), ids, np.array(lengths, np.int64))


def stem(words: Words, stemmer: str) -> Words:
    """Replace words by their stems."""
    stems = number_words([stem_words(words.vocabulary, stemmer)])
    return Words(stems.vocabulary, stems.ids[words.ids], words.lengths)


def in_alphabetical_order(words: Words) -> Words:
    """The same captions with the words numbered by their spelling."""
    order = sorted(words.vocabulary)
    new = np.empty(len(order), np.int64)
    new[[words.vocabulary[word] for word in order]] = np.arange(len(order))
    return Words(Vocabulary({word: i for i, word in enumerate(order)}), new[words.ids], words.lengths)
