"""N-grams numbered: every n-gram as its start, already numbered, and one more word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from weakref import WeakKeyDictionary

import numpy as np

from cidernb.arrays import Integers
from cidernb.stemmers import stem_words


@dataclass(frozen=True, eq=False)
class NgramIndex:
    """A collection of n-grams, numbered order after order.

    Within its order an n-gram's place is the rank of its key: the place of its first n - 1 words
    times the vocabulary's size, plus its last word's number. Every start of an n-gram is held.

    Attributes
    ----------
    vocabulary : mapping of str to int
        Every word's number, in the order of the numbers.
    keys : tuple of array of int
        Per order, the sorted keys.
    """

    vocabulary: Mapping[str, int]
    keys: tuple[Integers, ...]
    _found: WeakKeyDictionary[NgramIndex, dict[str, Integers]] = field(
        init=False, repr=False, default_factory=WeakKeyDictionary
    )

    def __len__(self) -> int:
        return int(self.ends[-1])

    @cached_property
    def ends(self) -> Integers:
        """The n-grams of order n are numbered from ends[n - 1] to ends[n]."""
        return np.cumsum([0, *map(len, self.keys)])

    def number(self, ngram: Sequence[str]) -> int:
        """The number of an n-gram, given its words, or -1."""
        if not 0 < len(ngram) <= len(self.keys):
            return -1
        place = 0
        for word, keys in zip(ngram, self.keys, strict=False):
            if word not in self.vocabulary:
                return -1
            key = place * len(self.vocabulary) + self.vocabulary[word]
            place = int(np.searchsorted(keys, key))
            if place == len(keys) or keys[place] != key:
                return -1
        return int(self.ends[len(ngram) - 1]) + place

    def find(self, other: NgramIndex, stemmer: str = "none") -> Integers:
        """The number here of each n-gram of another collection, or -1; shape (len(other),).

        With a stemmer, an n-gram of the other collection is looked for by its stem.
        """
        if other not in self._found or stemmer not in self._found[other]:
            self._found.setdefault(other, {})[stemmer] = self._find(other, stemmer)
        return self._found[other][stemmer]

    def _find(self, other: NgramIndex, stemmer: str) -> Integers:
        if other is self and stemmer == "none":
            return np.arange(len(self))
        words = stem_words(other.vocabulary, stemmer)
        word = np.fromiter((self.vocabulary.get(w, -1) for w in words), np.int64, len(words))
        place = np.zeros(1, np.int64)  # of the empty start
        found = []
        for order, looked_for in enumerate(other.keys):
            if order >= len(self.keys):
                found.append(np.full(len(looked_for), -1))
                continue
            start, last = np.divmod(looked_for, max(1, len(words)))
            start, last = place[start], word[last]
            place = _search(self.keys[order], start * len(self.vocabulary) + last)
            place[(start < 0) | (last < 0)] = -1
            found.append(np.where(place < 0, -1, place + self.ends[order]))
        return np.concatenate(found)

    def spell(self, order: int) -> list[tuple[str, ...]]:
        """The n-grams of one order in words, by number."""
        words = list(self.vocabulary)
        if order == 1:
            return [(words[key],) for key in self.keys[0].tolist()]
        shorter = self.spell(order - 1)
        start, last = np.divmod(self.keys[order - 1], max(1, len(words)))
        return [(*shorter[s], words[w]) for s, w in zip(start.tolist(), last.tolist(), strict=True)]


def _search(keys: Integers, wanted: Integers) -> Integers:
    """The place of each wanted key among sorted keys, or -1."""
    if not len(keys):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, place, -1)


def index_table(table: Mapping[tuple[str, ...], int]) -> tuple[NgramIndex, Integers]:
    """An index of the n-grams of a table, and their values by number; a start not in the table has 0."""
    by_order: dict[int, dict[tuple[str, ...], int]] = {}
    for ngram, value in table.items():
        by_order.setdefault(len(ngram), {})[ngram] = value
    words = sorted(set(chain.from_iterable(table)))
    vocabulary = {word: number for number, word in enumerate(words)}
    spelled = {
        order: np.fromiter(
            map(vocabulary.__getitem__, chain.from_iterable(ngrams)), np.int64, order * len(ngrams)
        ).reshape(len(ngrams), order)
        for order, ngrams in by_order.items()
    }
    place = {order: np.zeros(len(ids), np.int64) for order, ids in spelled.items()}
    keys, values = [], []
    for order in range(1, max(by_order, default=1) + 1):
        longer = {k: place[k] * len(words) + ids[:, order - 1] for k, ids in spelled.items() if k >= order}
        keys.append(np.unique(np.concatenate([np.zeros(0, np.int64), *longer.values()])))
        place = {k: np.searchsorted(keys[-1], wanted) for k, wanted in longer.items()}
        held = np.zeros(len(keys[-1]), np.int64)
        if order in by_order:
            held[place[order]] = np.fromiter(by_order[order].values(), np.int64)
        values.append(held)
    return NgramIndex(vocabulary, tuple(keys)), np.concatenate(values)
