"""Captions as integers: words numbered, n-grams numbered, occurrences counted.

Everything CIDEr needs of a text is how often each n-gram stands in each caption. That is worked
out here once, with one sort of integers per order; every variant is then a matter of weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, repeat

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers, sort_together, spans
from cidernb.ngram_index import GrownVocabulary, NgramIndex
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
        return np.arange(len(self.lengths)).repeat(self.lengths)

    @property
    def left(self) -> Integers:
        """How many words of the caption are left at each word, itself included."""
        return self.lengths.cumsum().repeat(self.lengths) - np.arange(len(self.ids))

    def of_captions(self, chosen: Booleans) -> Words:
        """Some of the captions, numbered with the same vocabulary."""
        captions = chosen.nonzero()[0]
        lengths = self.lengths[captions]
        return Words(self.vocabulary, self.ids[spans(self._first[captions], lengths)], lengths)

    @cached_property
    def _first(self) -> Integers:
        return self.lengths.cumsum() - self.lengths


def number_words(captions: Iterable[Sequence[str]], known: Mapping[str, int] | None = None) -> Words:
    """Number the words of tokenised captions; words in `known` keep their numbers.

    Captions are taken one by one: tokenised as they come, their words are never all held at once.

    Examples
    --------
    >>> number_words([["two", "dogs"], ["two", "cats"]]).ids.tolist()
    [0, 1, 0, 2]
    """
    # A word asked for the first time takes the next number: one pass numbers and looks up.
    numbers: defaultdict[str, int] = defaultdict(count(len(known or ())).__next__)
    if known is None:
        lengths: list[int] = []

        def measured() -> Iterator[Sequence[str]]:
            for words in captions:
                lengths.append(len(words))
                yield words

        ids = np.fromiter(map(numbers.__getitem__, chain.from_iterable(measured())), np.int64)
        return Words(dict(numbers), ids, np.array(lengths, np.int64))
    held = list(captions)
    words = list(chain.from_iterable(held))
    ids = np.fromiter(map(known.get, words, repeat(-1)), np.int64, len(words))
    new = (ids < 0).nonzero()[0]
    ids[new] = np.fromiter(map(numbers.__getitem__, map(words.__getitem__, new.tolist())), np.int64, len(new))
    return Words(GrownVocabulary(known, dict(numbers)), ids, np.fromiter(map(len, held), np.int64, len(held)))


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


#: A choice of less than one caption in so many is picked out, not found by a pass over all.
_MANY = 8


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

    def of_captions(self, chosen: Booleans) -> NgramCounts:
        """The counts of some captions alone, renumbered 0, 1, ...; `chosen` has one entry a caption."""
        captions = np.flatnonzero(chosen)
        words = self.words.of_captions(chosen)
        if _MANY * len(captions) > len(chosen):
            kept = np.flatnonzero(chosen[self.caption])
            ngram, count = self.ngram[kept], self.count[kept]
            caption = (np.cumsum(chosen) - 1)[self.caption[kept]]
        else:
            ngrams, counts, ends = self._by_caption
            rows = ends[captions + 1] - ends[captions]
            kept = spans(ends[captions], rows)
            ngram, place = sort_together(ngrams[kept], np.arange(len(kept)))
            count = counts[kept][place]
            caption = np.repeat(np.arange(len(captions)), rows)[place]
        return NgramCounts(
            words,
            self.index,
            ngram,
            caption,
            count,
            ngram.searchsorted(self.index.ends[: len(self.row_ends)]),
        )

    @cached_property
    def _by_caption(self) -> tuple[Integers, Floats, Integers]:
        """N-gram and count of each row, caption after caption, and where each caption's rows begin."""
        captions, rows = sort_together(self.caption, np.arange(len(self.caption)))
        return (
            self.ngram[rows],
            self.count[rows],
            captions.searchsorted(np.arange(len(self.words.lengths) + 1)),
        )


def count_ngrams(words: Words, max_order: int) -> NgramCounts:
    """Count the n-grams of orders 1 to `max_order` in every caption.

    Examples
    --------
    >>> counts = count_ngrams(number_words([["a", "dog", "a", "dog"], ["a", "cat"]]), 2)
    >>> counts.count[counts.row_ends[1] :].tolist()      # a dog, a cat, dog a
    [2.0, 1.0, 1.0]
    """
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
        captions = caption[starts]
        first = np.ones(len(keys), bool)  # first of its n-gram
        np.not_equal(keys[1:], keys[:-1], out=first[1:])
        first_in_caption = first.copy()
        first_in_caption[1:] |= captions[1:] != captions[:-1]
        number = first.cumsum() - 1
        place[starts] = number
        rows = first_in_caption.nonzero()[0]
        new = slice(row_ends[-1], row_ends[-1] + len(rows))
        ngram[new] = ngrams + number[rows]
        caption_of[new] = captions[rows]
        counts[new][:-1] = rows[1:] - rows[:-1]
        counts[new][-1:] = len(keys) - rows[-1:]
        keys_of.append(keys[first])
        row_ends.append(new.stop)
        ngrams += len(keys_of[-1])
    end = row_ends[-1]
    index = NgramIndex(words.vocabulary, tuple(keys_of))
    return NgramCounts(words, index, ngram[:end], caption_of[:end], counts[:end], np.array(row_ends))


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
