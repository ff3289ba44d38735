"""Captions as integers: words numbered, n-grams numbered, occurrences counted.

Everything CIDEr needs of a text is how often each n-gram stands in each caption. That is worked
out here once, with one sort of integers per order; every variant is then a matter of weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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

    @property
    def caption(self) -> Integers:
        """The caption of each word."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @property
    def left(self) -> Integers:
        """How many words of the caption are left at each word, itself included."""
        return np.repeat(np.cumsum(self.lengths), self.lengths) - np.arange(len(self.ids))

    def of_captions(self, chosen: Booleans) -> Words:
        """Some of the captions, numbered with the same vocabulary."""
        return Words(self.vocabulary, self.ids[np.repeat(chosen, self.lengths)], self.lengths[chosen])


def number_words(captions: Iterable[Sequence[str]], known: Mapping[str, int] | None = None) -> Words:
    """Number the words of tokenised captions; words in `known` keep their numbers.

    Captions are taken one by one: tokenised as they come, their words are never all held at once.

    Examples
    --------
    >>> number_words([["two", "dogs"], ["two", "cats"]]).ids.tolist()
    [0, 1, 0, 2]
    """
    known = known or {}
    lengths: list[int] = []

    def measured() -> Iterator[Sequence[str]]:
        for words in captions:
            lengths.append(len(words))
            yield words

    # A word asked for the first time takes the next number: one pass numbers and looks up.
    numbers = defaultdict(count(len(known)).__next__, known)
    ids = np.fromiter(map(numbers.__getitem__, chain.from_iterable(measured())), np.int64)
    return Words(dict(numbers), ids, np.array(lengths, np.int64))


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
        return np.repeat(np.arange(1, len(self.row_ends)), np.diff(self.row_ends))

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

    def of_captions(self, chosen: Booleans) -> NgramCounts:
        """The counts of some captions alone, renumbered 0, 1, ...; `chosen` has one entry a caption."""
        kept = np.flatnonzero(chosen[self.caption])
        return NgramCounts(
            self.words.of_captions(chosen),
            self.index,
            self.ngram[kept],
            (np.cumsum(chosen) - 1)[self.caption[kept]],
            self.count[kept],
            np.searchsorted(kept, self.row_ends),
        )


def count_ngrams(words: Words, max_order: int) -> NgramCounts:
    """Count the n-grams of orders 1 to `max_order` in every caption.

    Examples
    --------
    >>> counts = count_ngrams(number_words([["a", "dog", "a", "dog"], ["a", "cat"]]), 2)
    >>> counts.count[counts.row_ends[1] :].tolist()      # a dog, a cat, dog a
    [2.0, 1.0, 1.0]
    """
    caption, left = words.caption, words.left
    # Room for the rows of all orders, were no n-gram twice in a caption.
    room = sum(int(np.maximum(0, words.lengths - shorter).sum()) for shorter in range(max_order))
    ngram, caption_of, counts = np.empty(room, np.int64), np.empty(room, np.int64), np.empty(room)
    keys_of: list[Integers] = []
    row_ends, ngrams = [0], 0
    place = np.zeros(len(words.ids), np.int64)  # of the n-gram that starts at each word, in its order
    for order in range(1, max_order + 1):
        starts = np.flatnonzero(left >= order)
        keys = place[starts] * len(words.vocabulary) + words.ids[starts + order - 1]
        keys, starts = _sort_together(keys, starts)
        captions = caption[starts]
        first = np.ones(len(keys), bool)  # first of its n-gram
        first[1:] = keys[1:] != keys[:-1]
        first_in_caption = first.copy()
        first_in_caption[1:] |= captions[1:] != captions[:-1]
        number = np.cumsum(first) - 1
        place[starts] = number
        rows = np.flatnonzero(first_in_caption)
        new = slice(row_ends[-1], row_ends[-1] + len(rows))
        ngram[new] = ngrams + number[rows]
        caption_of[new] = captions[rows]
        counts[new] = np.diff(rows, append=len(keys))
        keys_of.append(keys[first])
        row_ends.append(new.stop)
        ngrams += len(keys_of[-1])
    end = row_ends[-1]
    index = NgramIndex(words.vocabulary, tuple(keys_of))
    return NgramCounts(words, index, ngram[:end], caption_of[:end], counts[:end], np.array(row_ends))


def _sort_together(keys: Integers, starts: Integers) -> tuple[Integers, Integers]:
    """Keys in order, and the ascending starts moved along with them; equal keys keep their order."""
    bits = int(starts[-1]).bit_length() if len(starts) else 0
    if len(keys) and int(keys.max()).bit_length() + bits < 63:
        # Both in one integer: NumPy sorts plain int64 many times faster than it argsorts.
        packed = np.sort(keys << bits | starts)
        return packed >> bits, packed & ((1 << bits) - 1)
    rank = np.argsort(keys, kind="stable")
    return keys[rank], starts[rank]


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
