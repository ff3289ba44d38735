"""N-grams numbered: every n-gram as its start, already numbered, and one more word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, repeat
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from cidernb.arrays import Integers, sort_together
from cidernb.stemmers import stem_words

#: Of how many vocabularies an index remembers where its words are.
_KEPT = 8


class GrownVocabulary(Mapping[str, int]):
    """A vocabulary with more words behind it: to add a few to many copies nothing."""

    def __init__(self, known: Mapping[str, int], added: Mapping[str, int]) -> None:
        self.known = known
        self.added = added

    def __getitem__(self, word: str) -> int:
        return self.added[word] if word in self.added else self.known[word]

    def __iter__(self) -> Iterator[str]:
        return chain(self.known, self.added)

    def __len__(self) -> int:
        return len(self.known) + len(self.added)


#: More keys than that are sorted before they are looked for.
_FEW = 5_000


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
    weights : weak mapping
        What tables of document frequencies say of these n-grams, kept by `cidernb.weighting`.
    """

    vocabulary: Mapping[str, int]
    keys: tuple[Integers, ...]
    weights: WeakKeyDictionary[Any, Any] = field(init=False, repr=False, default_factory=WeakKeyDictionary)
    _found: WeakKeyDictionary[NgramIndex, dict[str, Integers]] = field(
        init=False, repr=False, default_factory=WeakKeyDictionary
    )
    _numbers: dict[tuple[int, str], tuple[Mapping[str, int], Integers]] = field(
        init=False, repr=False, default_factory=dict
    )

    def __len__(self) -> int:
        return int(self.ends[-1])

    def __reduce__(self) -> tuple[Any, ...]:
        # What is remembered of other collections stays here.
        return NgramIndex, (self.vocabulary, self.keys)

    @cached_property
    def ends(self) -> Integers:
        """The n-grams of order n are numbered from ends[n - 1] to ends[n]."""
        return np.array([0, *accumulate(map(len, self.keys))])

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

    def ngram(self, number: int) -> tuple[str, ...]:
        """The words of the n-gram with a number.

        Examples
        --------
        >>> index, _ = index_table({("a", "dog"): 1})
        >>> index.ngram(1)
        ('a', 'dog')
        """
        order = int(np.searchsorted(self.ends, number, side="right"))
        place, words = number - int(self.ends[order - 1]), []
        for keys in reversed(self.keys[:order]):
            place, last = divmod(int(keys[place]), len(self.vocabulary))
            words.append(self._words[last])
        return tuple(reversed(words))

    @cached_property
    def _words(self) -> list[str]:
        return list(self.vocabulary)

    def find(self, other: NgramIndex, stemmer: str = "none") -> Integers:
        """The number here of each n-gram of another collection, or -1; shape (len(other),).

        With a stemmer, an n-gram of the other collection is looked for by its stem.
        """
        found = self._found.setdefault(other, {})
        if stemmer not in found:
            found[stemmer] = self._find(other, stemmer)
        return found[stemmer]

    def _find(self, other: NgramIndex, stemmer: str) -> Integers:
        if other is self and stemmer == "none":
            return np.arange(len(self))
        found = np.full(len(other), -1)
        self._find_rest(other, stemmer, found, np.arange(len(other)))
        return found

    def find_through(self, other: NgramIndex, known: NgramIndex, in_known: Integers) -> Integers:
        """As `find`, where most n-grams stand in a third collection too, which is looked up once.

        Parameters
        ----------
        other : NgramIndex
            What to look for.
        known : NgramIndex
            The third collection; its own n-grams are found once and kept.
        in_known : array of int, shape (len(other),)
            The number there of each n-gram of `other`, or -1: `known.find(other)`.
        """
        found = self.find(known).take(in_known, mode="clip") if len(known) else in_known.copy()
        rest = (in_known < 0).nonzero()[0]
        found[rest] = -1
        self._find_rest(other, "none", found, rest)
        return found

    def _find_rest(self, other: NgramIndex, stemmer: str, found: Integers, rest: Integers) -> None:
        """Fill in the numbers of some n-grams, ascending; those of the others are filled in."""
        word = self._numbers_of(other.vocabulary, stemmer)
        keys = np.concatenate(other.keys)[rest]
        starts = keys // max(1, len(word))
        lasts = word[keys - starts * len(word)]
        held = lasts >= 0
        bounds = rest.searchsorted(other.ends).tolist()
        for order in range(min(len(self.keys), len(other.keys))):
            part = slice(bounds[order], bounds[order + 1])
            rows, key, known = rest[part], lasts[part], held[part]
            if order:
                start = found[starts[part] + other.ends[order - 1]]
                known &= start >= 0
                key = (start - self.ends[order - 1]) * len(self.vocabulary) + key
            rows, key = rows[known], key[known]
            if len(rows) and len(self.keys[order]):
                place = self._search(order, key)
                hit = self.keys[order].take(place, mode="clip") == key
                found[rows[hit]] = place[hit] + self.ends[order]

    def _search(self, order: int, wanted: Integers) -> Integers:
        """Where each wanted key stands among those of an order (from 0), if it is there."""
        keys = self.keys[order]
        if len(wanted) > _FEW:
            # In order, they are looked for near each other: several times faster in a table of millions.
            in_order, rows = sort_together(wanted, np.arange(len(wanted)))
            place = np.empty(len(wanted), np.int64)
            place[rows] = keys.searchsorted(in_order)
            return place
        return keys.searchsorted(wanted)

    def _numbers_of(self, vocabulary: Mapping[str, int], stemmer: str) -> Integers:
        """The number here of each word of a vocabulary; kept for the last few vocabularies."""
        if isinstance(vocabulary, GrownVocabulary):
            known = self._numbers_of(vocabulary.known, stemmer)
            return np.concatenate((known, self._look_up(stem_words(vocabulary.added, stemmer))))
        key = id(vocabulary), stemmer
        if key not in self._numbers or self._numbers[key][0] is not vocabulary:
            if len(self._numbers) >= _KEPT:
                self._numbers.clear()
            self._numbers[key] = vocabulary, self._look_up(stem_words(vocabulary, stemmer))
        return self._numbers[key][1]

    def _look_up(self, words: Collection[str]) -> Integers:
        return np.fromiter(map(self.vocabulary.get, words, repeat(-1)), np.int64, len(words))

    def spell(self, order: int) -> list[tuple[str, ...]]:
        """The n-grams of one order in words, by number."""
        words = self._words
        if order == 1:
            return [(words[key],) for key in self.keys[0].tolist()]
        shorter = self.spell(order - 1)
        start, last = np.divmod(self.keys[order - 1], max(1, len(words)))
        return [(*shorter[s], words[w]) for s, w in zip(start.tolist(), last.tolist(), strict=True)]


def index_table(table: Mapping[tuple[str, ...], int]) -> tuple[NgramIndex, Integers]:
    """An index of the n-grams of a table, and their values by number; a start not in the table has 0."""
    words = list(set(chain.from_iterable(table)))
    number = {word: i for i, word in enumerate(words)}
    ids = np.fromiter(map(number.__getitem__, chain.from_iterable(table)), np.int64)
    lengths = np.fromiter(map(len, table), np.int64, len(table))
    return index_ngrams(words, ids, lengths, np.fromiter(table.values(), np.int64, len(table)))


def index_ngrams(
    words: Sequence[str], ids: Integers, lengths: Integers, values: Integers
) -> tuple[NgramIndex, Integers]:
    """The same of n-grams in numbers.

    Parameters
    ----------
    words : sequence of str
        The words by number, in any order; a word may have several numbers.
    ids : array of int, shape (words of all n-grams,)
        The numbers of each n-gram's words, n-gram after n-gram.
    lengths, values : array of int, shape (n-grams,)
        How many words each n-gram has, one or more, and its value. Of an n-gram that comes twice
        the last value stands.
    """
    vocabulary = {word: rank for rank, word in enumerate(sorted(set(words)))}
    ids = np.fromiter(map(vocabulary.__getitem__, words), np.int64, len(words))[ids]
    first = np.cumsum(lengths) - lengths
    place = np.zeros(len(lengths), np.int64)  # of each n-gram's start, in its order
    keys, held = [], []
    for order in range(1, int(lengths.max(initial=1)) + 1):
        rows = np.flatnonzero(lengths >= order)
        ordered, rows = sort_together(place[rows] * len(vocabulary) + ids[first[rows] + order - 1], rows)
        new = np.ones(len(rows), bool)
        new[1:] = ordered[1:] != ordered[:-1]
        place[rows] = np.cumsum(new) - 1
        keys.append(ordered[new])
        ending = rows[lengths[rows] == order]
        held.append(np.zeros(len(keys[-1]), np.int64))
        held[-1][place[ending]] = values[ending]
    return NgramIndex(vocabulary, tuple(keys)), np.concatenate(held)
