"""Captions as integers: words numbered, n-grams numbered, occurrences counted.

Everything CIDEr needs of a text is how often each n-gram stands in each caption. That is worked
out here once, with one sort of integers per order; every variant is then a matter of weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cidernb.stemmers import stem_words

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


def sum_by(index: Integers, values: NDArray[Any], size: int) -> Floats:
    """Sums of the values that share an index, shape (size,)."""
    return np.bincount(index, values, size).astype(np.float64, copy=False)


@dataclass(frozen=True, eq=False)
class Words:
    """Captions as word numbers.

    Attributes
    ----------
    vocabulary : mapping of str to int
        Every word's number, in the order of the numbers.
    ids : array of int, shape (words,)
        All captions' words, one caption after the other.
    lengths : array of int, shape (captions,)
        Words per caption.
    """

    vocabulary: Mapping[str, int]
    ids: Integers
    lengths: Integers

    def of_captions(self, rows: Integers) -> Words:
        """Some of the captions (`rows` ascending), numbered with the same vocabulary."""
        chosen = np.zeros(len(self.lengths), bool)
        chosen[rows] = True
        return Words(self.vocabulary, self.ids[np.repeat(chosen, self.lengths)], self.lengths[rows])


def number_words(captions: Sequence[Sequence[str]], known: Mapping[str, int] | None = None) -> Words:
    """Number the words of tokenised captions; words in `known` keep their numbers.

    Examples
    --------
    >>> number_words([["two", "dogs"], ["two", "cats"]]).ids.tolist()
    [0, 1, 0, 2]
    """
    known = known or {}
    lengths = np.fromiter(map(len, captions), np.int64, len(captions))
    # A word asked for the first time takes the next number: one pass numbers and looks up.
    numbers = defaultdict(count(len(known)).__next__, known)
    flat = chain.from_iterable(captions)
    ids = np.fromiter(map(numbers.__getitem__, flat), np.int64, int(lengths.sum()))
    return Words(dict(numbers), ids, lengths)


def stem(words: Words, stemmer: str, known: Mapping[str, int] | None = None) -> Words:
    """Replace words by their stems; stems in `known` keep their numbers."""
    stems = number_words([stem_words(words.vocabulary, stemmer)], known)
    return Words(stems.vocabulary, stems.ids[words.ids], words.lengths)


def in_alphabetical_order(words: Words) -> Words:
    """The same captions with the words numbered by their spelling."""
    order = sorted(words.vocabulary)
    new = np.empty(len(order), np.int64)
    new[[words.vocabulary[word] for word in order]] = np.arange(len(order))
    return Words({word: i for i, word in enumerate(order)}, new[words.ids], words.lengths)


@dataclass(frozen=True, eq=False)
class NgramCounts:
    """How often the n-grams of one order stand in each caption.

    An n-gram's number is its rank among the keys. A row says that n-gram `ngram[row]` stands
    `count[row]` times in caption `caption[row]`; rows are sorted by n-gram, then caption.

    Attributes
    ----------
    keys : array of int, shape (n-grams,)
        Number of the n-gram's first n-1 words times the vocabulary's size, plus its last word.
    ngram, caption, count : arrays, shape (rows,)
        The rows.
    row_at : array of int, shape (words,)
        The row of the n-gram that starts at each word, -1 where the caption ends too soon.
    """

    keys: Integers
    ngram: Integers
    caption: Integers
    count: Floats
    row_at: Integers

    def of_captions(self, rows: Integers, words: Words) -> NgramCounts:
        """The counts of some captions alone, renumbered 0, 1, ... in the order of `rows` (ascending)."""
        new = np.full(len(words.lengths), -1)
        new[rows] = np.arange(len(rows))
        caption = new[self.caption]
        kept = caption >= 0
        new_row = np.append(np.cumsum(kept) - 1, -1)  # the -1 appended is what row_at -1 picks
        row_at = new_row[self.row_at[np.repeat(new >= 0, words.lengths)]]
        return NgramCounts(self.keys, self.ngram[kept], caption[kept], self.count[kept], row_at)


def count_ngrams(words: Words, max_order: int) -> tuple[NgramCounts, ...]:
    """Count the n-grams of orders 1 to `max_order` in every caption.

    Examples
    --------
    >>> orders = count_ngrams(number_words([["a", "dog", "a", "dog"], ["a", "cat"]]), 2)
    >>> orders[1].count.tolist()                     # a dog, a cat, dog a
    [2.0, 1.0, 1.0]
    """
    caption = np.repeat(np.arange(len(words.lengths)), words.lengths)
    # How many words of the caption are left at each word, itself included.
    left = np.repeat(np.cumsum(words.lengths), words.lengths) - np.arange(len(words.ids))
    prefix = np.zeros(len(words.ids), np.int64)
    orders = []
    for order in range(1, max_order + 1):
        starts = np.flatnonzero(left >= order)
        keys = prefix[starts] * len(words.vocabulary) + words.ids[starts + order - 1]
        counts = _count_keys(keys, starts, caption)
        orders.append(counts)
        prefix = np.append(counts.ngram, -1)[counts.row_at]
    return tuple(orders)


def _count_keys(keys: Integers, starts: Integers, caption: Integers) -> NgramCounts:
    keys, rank = _sort_with_ranks(keys)
    starts = starts[rank]
    captions = caption[starts]
    first = np.ones(len(keys), bool)  # first of its n-gram
    first[1:] = keys[1:] != keys[:-1]
    first_in_caption = first.copy()
    first_in_caption[1:] |= captions[1:] != captions[:-1]
    number = np.cumsum(first) - 1
    rows = np.flatnonzero(first_in_caption)
    row_at = np.full(len(caption), -1)
    row_at[starts] = np.cumsum(first_in_caption) - 1
    count = np.diff(rows, append=len(keys)).astype(np.float64)
    return NgramCounts(keys[first], number[rows], captions[rows], count, row_at)


def _sort_with_ranks(keys: Integers) -> tuple[Integers, Integers]:
    """Sorted keys, and where each came from; equal keys stay in order."""
    bits = len(keys).bit_length()
    if len(keys) and int(keys.max()).bit_length() + bits < 63:
        # Key and place in one integer: NumPy sorts plain int64 many times faster than it argsorts.
        packed = np.sort(keys << bits | np.arange(len(keys)))
        return packed >> bits, packed & ((1 << bits) - 1)
    rank = np.argsort(keys, kind="stable")
    return keys[rank], rank


def count_images(counts: NgramCounts, image: Integers) -> Integers:
    """df of each n-gram: how many images have it in any reference (the paper's Eq. 1).

    Parameters
    ----------
    counts : NgramCounts
        The references' n-grams of one order.
    image : array of int, shape (references,)
        The image of each reference, ascending.
    """
    images = image[counts.caption]
    first = np.ones(len(images), bool)
    first[1:] = (counts.ngram[1:] != counts.ngram[:-1]) | (images[1:] != images[:-1])
    return np.bincount(counts.ngram[first], minlength=len(counts.keys))


def find_ngrams(
    vocabulary: Mapping[str, int],
    keys: Sequence[Integers],
    other_vocabulary: Mapping[str, int],
    other_keys: Sequence[Integers],
) -> list[Integers]:
    """Where each of some n-grams stands in a collection.

    Parameters
    ----------
    vocabulary, keys
        The collection searched: its words and, per order, its sorted keys.
    other_vocabulary, other_keys
        The n-grams looked for, numbered in their own way.

    Returns
    -------
    list of array of int, shape (n-grams looked for,)
        Per order, each n-gram's number in the collection, or -1.
    """
    if vocabulary is other_vocabulary and keys is other_keys:
        return [np.arange(len(k)) for k in keys]
    word = np.fromiter((vocabulary.get(w, -1) for w in other_vocabulary), np.int64, len(other_vocabulary))
    found = [np.zeros(1, np.int64)]
    for order, looked_for in enumerate(other_keys):
        if order >= len(keys):
            found.append(np.full(len(looked_for), -1))
            continue
        prefix, last = np.divmod(looked_for, max(1, len(other_vocabulary)))
        prefix, last = found[-1][prefix], word[last]
        wanted = prefix * len(vocabulary) + last
        place = np.searchsorted(keys[order], wanted)
        place[place == len(keys[order])] = 0
        hit = (prefix >= 0) & (last >= 0)
        hit &= keys[order][place] == wanted if len(keys[order]) else False
        found.append(np.where(hit, place, -1))
    return found[1:]


def spell(vocabulary: Mapping[str, int], keys: Sequence[Integers], order: int) -> list[tuple[str, ...]]:
    """The n-grams of one order in words, by number."""
    words = list(vocabulary)
    if order == 1:
        return [(words[k],) for k in keys[0].tolist()]
    shorter = spell(vocabulary, keys, order - 1)
    prefix, last = np.divmod(keys[order - 1], max(1, len(words)))
    return [(*shorter[p], words[w]) for p, w in zip(prefix.tolist(), last.tolist(), strict=True)]


def number_table(
    table: Mapping[int, Mapping[tuple[str, ...], int]], vocabulary: Mapping[str, int]
) -> tuple[list[Integers], list[Integers]]:
    """Keys and values of a table of n-grams by order; every start of an n-gram is held, as 0 if need be."""
    max_order = max(table, default=1)
    spelled = {
        order: np.fromiter(
            map(vocabulary.__getitem__, chain.from_iterable(held)), np.int64, order * len(held)
        ).reshape(len(held), order)
        for order, held in table.items()
    }
    prefix = {order: np.zeros(len(ids), np.int64) for order, ids in spelled.items()}
    keys, values = [], []
    for order in range(1, max_order + 1):
        longer = {
            k: prefix[k] * len(vocabulary) + ids[:, order - 1] for k, ids in spelled.items() if k >= order
        }
        keys.append(np.unique(np.concatenate([np.zeros(0, np.int64), *longer.values()])))
        prefix = {k: np.searchsorted(keys[-1], wanted) for k, wanted in longer.items()}
        values.append(np.zeros(len(keys[-1]), np.int64))
        if order in table:
            values[-1][prefix[order]] = np.fromiter(table[order].values(), np.int64)
    return keys, values
