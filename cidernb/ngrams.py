"""Captions as integers: words numbered, n-grams numbered, occurrences counted.

Everything CIDEr needs of a text is how often each n-gram stands in each caption. That is worked
out here once, with one sort of integers per order; every variant is then a matter of weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers, sort_together
from cidernb.ngram_index import NgramIndex
from cidernb.words import Words


@dataclass(frozen=True, eq=False)
class NgramCounts:
    """How often each n-gram stands in each caption.

    A row says that n-gram `ngram[row]` stands `count[row]` times in caption `caption[row]`. Rows are
    sorted by n-gram, then caption; n-grams are numbered order after order, as `index` numbers them.

    Attributes
    ----------
    words : Words
        The captions.
    index : NgramIndex
        What the n-grams are.
    ngram, caption, count : arrays, shape (rows,)
        The rows.
    row_ends : array of int, shape (N + 1,)
        The rows of order n are those from row_ends[n - 1] to row_ends[n].
    """

    words: Words
    index: NgramIndex
    ngram: Integers
    caption: Integers
    count: Floats
    row_ends: Integers

    @property
    def order(self) -> Integers:
        """The order of each row."""
        return np.arange(1, len(self.row_ends)).repeat(np.diff(self.row_ends))

    @cached_property
    def row_at(self) -> Integers:
        """The row of the n-gram of order n that starts at each word, shape (N, words).

        It is -1 where the caption ends too soon. No score needs it, so that it is not kept for them.
        """
        words, caption, left = self.words, self.words.caption, self.words.left
        rows = np.full((len(self.row_ends) - 1, len(words.ids)), -1)
        # Rows ascend by n-gram and caption.
        held = self.ngram * len(words.lengths) + self.caption
        place = np.zeros(len(words.ids), np.int64)
        for order, keys in enumerate(self.index.keys[: len(rows)], start=1):
            starts = np.flatnonzero(left >= order)
            wanted = place[starts] * len(words.vocabulary) + words.ids[starts + order - 1]
            place[starts] = np.searchsorted(keys, wanted)
            ngram = self.index.ends[order - 1] + place[starts]
            rows[order - 1, starts] = np.searchsorted(held, ngram * len(words.lengths) + caption[starts])
        return rows

    def up_to(self, max_order: int) -> NgramCounts:
        """The counts of orders 1 to N alone."""
        if max_order >= len(self.row_ends) - 1:
            return self
        end = self.row_ends[max_order]
        return NgramCounts(
            self.words,
            self.index,
            self.ngram[:end],
            self.caption[:end],
            self.count[:end],
            self.row_ends[: max_order + 1],
        )

    def of_captions(self, captions: Integers) -> NgramCounts:
        """The counts of some captions alone, ascending, which become 0, 1, ..."""
        place = np.full(len(self.words.lengths), -1)
        place[captions] = np.arange(len(captions))
        caption = place[self.caption]
        kept = (caption >= 0).nonzero()[0]
        words = self.words.of_captions(captions)
        return self.with_rows(words, self.ngram[kept], caption[kept], self.count[kept])

    def with_rows(self, words: Words, ngram: Integers, caption: Integers, count: Floats) -> NgramCounts:
        """Counts of other captions in the same n-grams, their rows in order."""
        row_ends = ngram.searchsorted(self.index.ends[: len(self.row_ends)])
        return NgramCounts(words, self.index, ngram, caption, count, row_ends)


def count_ngrams(words: Words, max_order: int) -> NgramCounts:
    """Count the n-grams of orders 1 to `max_order` in every caption.

    Examples
    --------
    >>> from cidernb.words import number_words
    >>> counts = count_ngrams(number_words([["a", "dog", "a", "dog"], ["a", "cat"]]), 2)
    >>> counts.count[counts.row_ends[1] :].tolist()      # a dog, a cat, dog a
    [2.0, 1.0, 1.0]
    """
    bits = len(words.vocabulary).bit_length()
    if max_order * bits + (max_order * len(words.ids)).bit_length() < 63:
        return _count_at_once(words, max_order, bits)
    return _count_by_order(words, max_order)


def _count_by_order(words: Words, max_order: int) -> NgramCounts:
    """Each order in turn, an n-gram being the place of the one that it begins with and a word."""
    caption, left, vocabulary = words.caption, words.left, len(words.vocabulary)
    # Room for the rows of all orders, were no n-gram twice in a caption.
    room = int(np.maximum(0, words.lengths - np.arange(max_order)[:, None]).sum())
    ngram, caption_of, counts = np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room)
    keys_of: list[Integers] = []
    row_ends, ngrams = [0], 0
    place = np.zeros(len(words.ids), np.int64)  # of the n-gram that starts at each word, in its order
    for order in range(1, max_order + 1):
        starts = (left >= order).nonzero()[0]
        keys = place[starts] * vocabulary + words.ids[starts + order - 1]
        keys, starts = sort_together(keys, starts)
        first, rows, captions, count = _runs(keys, caption[starts])
        number = first.cumsum() - 1
        place[starts] = number
        new = slice(row_ends[-1], row_ends[-1] + len(rows))
        ngram[new] = ngrams + number[rows]
        caption_of[new] = captions
        counts[new] = count
        keys_of.append(keys[first])
        row_ends.append(new.stop)
        ngrams += len(keys_of[-1])
    end = row_ends[-1]
    index = NgramIndex(words.vocabulary, tuple(keys_of))
    return NgramCounts(words, index, ngram[:end], caption_of[:end], counts[:end], np.array(row_ends))


def _count_at_once(words: Words, max_order: int, bits: int) -> NgramCounts:
    """All orders in one sort, where an n-gram's words go into one integer, `bits` each."""
    size = len(words.ids)
    codes = np.empty((max_order, size), np.int64)  # of the n-gram that starts at each word
    codes[0] = words.ids | 1 << bits  # a leading 1 puts order after order
    for n in range(1, max_order):
        np.left_shift(codes[n - 1], bits, out=codes[n])
        codes[n, :-n] |= words.ids[n:]
    held = (words.left > np.arange(max_order)[:, None]).ravel().nonzero()[0]
    codes, held = sort_together(codes.ravel()[held], held)
    first, rows, captions, count = _runs(codes, words.caption[held % size])
    number = first.cumsum() - 1
    place = np.empty(max_order * size, np.int64)
    place[held] = number
    distinct, at = codes[first], held[first]
    starts = distinct.searchsorted(1 << bits * np.arange(1, max_order + 1))
    ends = np.append(starts, len(distinct))
    keys = distinct & ((1 << bits) - 1)
    keys[ends[1] :] += (place[at[ends[1] :] - size] - ends[at[ends[1] :] // size - 1]) * len(words.vocabulary)
    ngram = number[rows]
    index = NgramIndex(words.vocabulary, tuple(map(keys.__getitem__, map(slice, ends[:-1], ends[1:]))))
    return NgramCounts(words, index, ngram, captions, count, ngram.searchsorted(ends))


def _runs(ngrams: Integers, captions: Integers) -> tuple[Booleans, Integers, Integers, Floats]:
    """What stands where among occurrences sorted by n-gram and caption.

    Returns
    -------
    first : array of bool, shape (occurrences,)
        The first of each n-gram.
    rows, caption, count : arrays, shape (rows,)
        The first occurrence of each n-gram in a caption, the caption, and how many there are.
    """
    first = np.ones(len(ngrams), bool)
    np.not_equal(ngrams[1:], ngrams[:-1], out=first[1:])
    first_in_caption = np.ones(len(ngrams) + 1, bool)  # and the end
    np.not_equal(captions[1:], captions[:-1], out=first_in_caption[1:-1])
    first_in_caption[:-1] |= first
    bounds = first_in_caption.nonzero()[0]
    rows = bounds[:-1]
    return first, rows, captions[rows], (bounds[1:] - rows).astype(np.float64)


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
