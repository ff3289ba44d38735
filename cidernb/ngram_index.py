"""N-grams numbered: every n-gram as its start, already numbered, and one more word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, count, repeat
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from cidernb.arrays import Integers, sort_together
from cidernb.hashes import Hashed, Hashes
from cidernb.stemmers import stem_words
from cidernb.words import Vocabulary

#: What a hash is multiplied by for each word that follows: an odd number of 64 bits, of no pattern.
_STEP = np.uint64(0x9E3779B97F4A7C15)

#: Of how many vocabularies an index remembers where its words are.
_KEPT = 8
#: More n-grams than that are sorted before they are looked for.
_FEW = 5_000
#: A collection that was asked so often for a few n-grams is hashed, which takes longer than a few answers.
_OFTEN = 3


@dataclass(frozen=True, eq=False)
class NgramIndex:
    """A collection of n-grams, numbered order after order.

    Within its order an n-gram's place is the rank of its key: the place of its first n - 1 words
    times the vocabulary's size, plus its last word's number. Every start of an n-gram is held.

    Attributes
    ----------
    vocabulary : Vocabulary
        Every word's number, in the order of the numbers.
    keys : tuple of array of int
        Per order, the sorted keys.
    """

    vocabulary: Vocabulary
    keys: tuple[Integers, ...]

    @cached_property
    def weights(self) -> WeakKeyDictionary[Any, Any]:
        """What tables of document frequencies say of these n-grams, kept by `cidernb.weighting`."""
        return WeakKeyDictionary()

    @cached_property
    def _found(self) -> WeakKeyDictionary[NgramIndex, dict[str, Integers]]:
        return WeakKeyDictionary()

    @cached_property
    def _places_within(self) -> WeakKeyDictionary[NgramIndex, Integers | None]:
        return WeakKeyDictionary()

    @cached_property
    def _asked(self) -> Iterator[int]:
        return count()

    @cached_property
    def _numbers(self) -> dict[tuple[int, str], tuple[Mapping[str, int], Integers]]:
        return {}

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
        few = stemmer == "none" and 0 < len(other) <= _FEW and len(self)
        if few and next(self._asked) >= _OFTEN and self._hashed.differ:
            return self._hashed.find(other.hashes)
        found = np.full(len(other), -1)
        self._find_rest(other, stemmer, found, np.arange(len(other)))
        return found

    @property
    def _split(self) -> tuple[Integers, Integers]:
        """Where each n-gram's start stands in its order, and its last word's number."""
        keys = np.concatenate(self.keys)
        starts = keys // max(1, len(self.vocabulary))
        return starts, keys - starts * len(self.vocabulary)

    @property
    def last_word(self) -> Integers:
        """The number of each n-gram's last word."""
        return self._split[1]

    @cached_property
    def hashes(self) -> Hashes:
        """A hash of each n-gram's words, in this process the same in every collection."""
        starts, last = self._split
        hashes: Hashes = self.vocabulary.hashes[last]
        for order in range(1, len(self.keys)):
            before, first, end = self.ends[order - 1 : order + 2]
            # A word of no letters, as a stemmer may leave one, has the hash 0: not to be lost, 1 is added.
            hashes[first:end] += _STEP * (hashes[before:first].take(starts[first:end]) + np.uint64(1))
        return hashes

    @cached_property
    def _hashed(self) -> Hashed:
        return Hashed(self.hashes)

    def find_beside(self, other: NgramIndex, known: NgramIndex) -> Integers:
        """As `find`, where the same n-grams are looked for in a third collection too.

        Whichever of the two costs more comes out of the other: of many n-grams, those that the third
        collection has are not looked for here again; of a few, the number there follows from the one here.
        """
        if len(other) > _FEW:
            return self._find_through(other, known)
        found = self.find(other)
        place = known._within(self)
        if place is not None:
            known._found.setdefault(other, {}).setdefault("none", place[found])
        return found

    def _find_through(self, other: NgramIndex, known: NgramIndex) -> Integers:
        in_known = known.find(other)
        found = self.find(known).take(in_known, mode="clip") if len(known) else in_known.copy()
        rest = (in_known < 0).nonzero()[0]
        found[rest] = -1
        self._find_rest(other, "none", found, rest)
        return found

    def _within(self, larger: NgramIndex) -> Integers | None:
        """The number here of each n-gram of a larger collection, and -1 behind.

        None while this one is not asked often, and where the larger one does not hold all n-grams.
        """
        if next(self._asked) < _OFTEN:
            return None
        if larger not in self._places_within:
            number = larger.find(self)
            places = np.full(len(larger) + 1, -1)
            places[number] = np.arange(len(self))
            self._places_within[larger] = None if (number < 0).any() else places
        return self._places_within[larger]

    def _find_rest(self, other: NgramIndex, stemmer: str, found: Integers, rest: Integers) -> None:
        """Fill in the numbers of some n-grams, ascending; those of the others are filled in."""
        word = self._numbers_of(other.vocabulary, stemmer)
        starts, last = other._split
        starts, lasts = starts[rest], word[last[rest]]
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
    vocabulary = Vocabulary({word: rank for rank, word in enumerate(sorted(set(words)))})
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
