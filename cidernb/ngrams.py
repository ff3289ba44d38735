"""Captions as integers: words numbered, n-grams numbered, occurrences counted.

Everything CIDEr needs of a text is how often each n-gram stands in each caption. That is worked
out here once, with one sort of integers per order; every variant is then a matter of weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.ngram_index import NgramIndex
from cidernb.stemmers import stem_words


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

    def of_captions(self, chosen: Booleans) -> Words:
        """Some of the captions, numbered with the same vocabulary."""
        return Words(self.vocabulary, self.ids[np.repeat(chosen, self.lengths)], self.lengths[chosen])


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
    """How often each n-gram stands in each caption.

    A row says that n-gram `ngram[row]` stands `count[row]` times in caption `caption[row]`. Rows are
    sorted by n-gram, then caption; n-grams are numbered order after order, as `index` numbers them.

    Attributes
    ----------
    index : NgramIndex
        What the n-grams are.
    ngram, caption, count : arrays, shape (rows,)
        The rows.
    row_ends : array of int, shape (N + 1,)
        The rows of order n are those from row_ends[n - 1] to row_ends[n].
    row_at : array of int, shape (N, words)
        The row of the n-gram of order n that starts at each word, -1 where the caption ends too soon.
    """

    index: NgramIndex
    ngram: Integers
    caption: Integers
    count: Floats
    row_ends: Integers
    row_at: Integers

    @property
    def order(self) -> Integers:
        """The order of each row."""
        return np.repeat(np.arange(1, len(self.row_ends)), np.diff(self.row_ends))

    def up_to(self, max_order: int) -> NgramCounts:
        """The counts of orders 1 to N alone."""
        if max_order >= len(self.row_ends) - 1:
            return self
        end = self.row_ends[max_order]
        return NgramCounts(
            self.index,
            self.ngram[:end],
            self.caption[:end],
            self.count[:end],
            self.row_ends[: max_order + 1],
            self.row_at[:max_order],
        )

    def of_captions(self, chosen: Booleans, words: Words) -> NgramCounts:
        """The counts of some captions alone, renumbered 0, 1, ...; `chosen` has one entry a caption."""
        kept = chosen[self.caption]
        before = np.append(0, np.cumsum(kept))
        new_row = np.append(before[:-1], -1)  # the -1 appended is what row_at -1 picks
        return NgramCounts(
            self.index,
            self.ngram[kept],
            (np.cumsum(chosen) - 1)[self.caption[kept]],
            self.count[kept],
            before[self.row_ends],
            new_row[self.row_at[:, np.repeat(chosen, words.lengths)]],
        )


def count_ngrams(words: Words, max_order: int) -> NgramCounts:
    """Count the n-grams of orders 1 to `max_order` in every caption.

    Examples
    --------
    >>> counts = count_ngrams(number_words([["a", "dog", "a", "dog"], ["a", "cat"]]), 2)
    >>> counts.count[counts.row_ends[1] :].tolist()      # a dog, a cat, dog a
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
        counted = _count_keys(keys, starts, caption)
        orders.append(counted)
        prefix = np.append(counted.ngram, -1)[counted.row_at]
    index = NgramIndex(words.vocabulary, tuple(counted.keys for counted in orders))
    row_ends = np.cumsum([0, *(len(counted.ngram) for counted in orders)])
    return NgramCounts(
        index,
        np.concatenate([c.ngram + first for c, first in zip(orders, index.ends[:-1], strict=True)]),
        np.concatenate([c.caption for c in orders]),
        np.concatenate([c.count for c in orders]),
        row_ends,
        np.stack(
            [np.where(c.row_at < 0, -1, c.row_at + first) for c, first in zip(orders, row_ends, strict=False)]
        ),
    )


@dataclass(frozen=True, eq=False)
class _Counted:
    """The counts of one order, numbered by themselves."""

    keys: Integers
    ngram: Integers
    caption: Integers
    count: Floats
    row_at: Integers


def _count_keys(keys: Integers, starts: Integers, caption: Integers) -> _Counted:
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
    return _Counted(keys[first], number[rows], captions[rows], count, row_at)


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
        The references' n-grams.
    image : array of int, shape (references,)
        The image of each reference, ascending.
    """
    images = image[counts.caption]
    first = np.ones(len(images), bool)
    first[1:] = (counts.ngram[1:] != counts.ngram[:-1]) | (images[1:] != images[:-1])
    return np.bincount(counts.ngram[first], minlength=len(counts.index))
