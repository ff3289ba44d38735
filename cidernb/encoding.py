"""An evaluation set in integers: the n-grams of both sides, and where the two meet.

Nothing here depends on weights. An encoding is made once per tokenizer, stemmer and N; another
IDF source, clipping, sigma or choice of orders only weighs it again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.ngram_index import NgramIndex
from cidernb.ngrams import NgramCounts, Words, count_images, count_ngrams, number_words, stem
from cidernb.progress import counted
from cidernb.tokenizers import Tokenizer, tokenize_all

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Side:
    """Encoded captions: all candidates, or all references image after image.

    Attributes
    ----------
    surface, words : Words
        The words as written, and as stemmed.
    counts : NgramCounts
        The n-grams of the stemmed words.
    """

    surface: Words
    words: Words
    counts: NgramCounts

    @property
    def max_order(self) -> int:
        """The longest n-gram counted."""
        return len(self.counts.index.keys)

    @cached_property
    def slot(self) -> Integers:
        """The place of each row's (order, caption) in an array of shape (N, captions), flattened."""
        return (self.counts.order - 1) * len(self.words.lengths) + self.counts.caption

    def select(self, chosen: Booleans) -> Side:
        """Some of the captions; `chosen` has one entry a caption."""
        return _Chosen(self, chosen)


class _Chosen(Side):
    """Some captions of a side, picked out when they are first looked at.

    A batch of a set whose candidates are replaced, as for a reward, never looks at the old ones.
    """

    _whole: Side
    _captions: Booleans

    def __init__(self, whole: Side, chosen: Booleans) -> None:
        self.__dict__.update(_whole=whole, _captions=chosen)

    @cached_property
    def counts(self) -> NgramCounts:
        return self._whole.counts.of_captions(self._captions)

    @cached_property
    def words(self) -> Words:
        return self.counts.words

    @cached_property
    def surface(self) -> Words:
        whole = self._whole
        return self.words if whole.words is whole.surface else whole.surface.of_captions(self._captions)


def encode_side(
    captions: Iterable[Sequence[str]], stemmer: str, max_order: int, known: Side | None = None
) -> Side:
    """Encode tokenised captions; words that stand in `known` are numbered as there."""
    surface = number_words(captions, known.surface.vocabulary if known else None)
    words = surface
    if stemmer != "none":
        words = stem(surface, stemmer, known.words.vocabulary if known else None)
    return Side(surface, words, count_ngrams(words, max_order))


#: Enough for both sides of every comparison, without keeping all that was ever tried.
_KEPT = 8


def keep(kept: dict[K, V], key: K, make: Callable[[], V]) -> V:
    """What was made for a key; the last few are kept."""
    if key not in kept:
        if len(kept) >= _KEPT:
            del kept[next(iter(kept))]
        kept[key] = make()
    return kept[key]


class Matches(NamedTuple):
    """Where candidates and references of the same image share an n-gram, order after order.

    Arrays of shape (matches,): the row among the candidates' counts, the row among the references'
    counts, the reference, and the cell: the place of (order, reference) in an array of shape
    (N, references), flattened. `ends[n]` is where the matches of order n end.
    """

    candidate_row: Integers
    reference_row: Integers
    reference: Integers
    cell: Integers
    ends: Integers

    def up_to(self, max_order: int) -> Matches:
        """The matches of orders 1 to N alone."""
        if max_order >= len(self.ends) - 1:
            return self
        end = self.ends[max_order]
        return Matches(
            self.candidate_row[:end],
            self.reference_row[:end],
            self.reference[:end],
            self.cell[:end],
            self.ends[: max_order + 1],
        )


@dataclass(frozen=True, eq=False)
class Encoding:
    """Candidates and references of an evaluation set, encoded.

    Attributes
    ----------
    candidates, references : Side
        Candidate i belongs to image i; references stand image after image.
    sizes : array of int, shape (images,)
        References per image.
    weightings, images : dict
        The last IDF sources' weights, kept by `cidernb.weighting.weigh`; the last images asked for.
    """

    candidates: Side
    references: Side
    sizes: Integers
    weightings: dict[Any, Any] = field(init=False, repr=False, default_factory=dict)
    images: dict[int, Encoding] = field(init=False, repr=False, default_factory=dict)

    @cached_property
    def image(self) -> Integers:
        """The image of each reference."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def first_reference(self) -> Integers:
        """Where each image's references start."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def corpus_df(self) -> Integers:
        """The df of each of the references' n-grams over these images."""
        return count_images(self.references.counts, self.image)

    def df_of(self, index: NgramIndex) -> Integers:
        """The df over these images of each n-gram of a collection."""
        # The 0 appended is what the number -1, "in no reference", picks.
        return np.append(self.corpus_df, 0)[self.references.counts.index.find(index)]

    @cached_property
    def in_references(self) -> Integers:
        """The number among the references' n-grams of each candidate n-gram, or -1."""
        return self.references.counts.index.find(self.candidates.counts.index)

    @cached_property
    def matches(self) -> Matches:
        """Where candidates meet references of the same image."""
        candidate, reference = self.candidates.counts, self.references.counts
        images = len(self.sizes)
        # References' rows ascend by (n-gram, caption), hence by (n-gram, image).
        held = reference.ngram * images + self.image[reference.caption]
        number = self.in_references[candidate.ngram]
        rows = np.flatnonzero(number >= 0)
        wanted = number[rows] * images + candidate.caption[rows]
        first = held.searchsorted(wanted)
        found = held.searchsorted(wanted, "right") - first
        candidate_row = np.repeat(rows, found)
        within = np.arange(len(candidate_row)) - np.repeat(np.cumsum(found) - found, found)
        reference_row = np.repeat(first, found) + within
        return Matches(
            candidate_row,
            reference_row,
            reference.caption[reference_row],
            self.references.slot[reference_row],
            np.searchsorted(candidate_row, candidate.row_ends),
        )

    @cached_property
    def match_counts(self) -> tuple[Floats, Floats]:
        """At each match, how often the candidate and the reference have the n-gram."""
        return (
            self.candidates.counts.count[self.matches.candidate_row],
            self.references.counts.count[self.matches.reference_row],
        )

    def of_image(self, image: int) -> Encoding:
        """One image alone, given its place; kept, for one image is looked at many times over."""
        return keep(self.images, image, lambda: self.select(np.arange(len(self.sizes)) == image))

    def select(self, images: Booleans) -> Encoding:
        """Some of the images, with all their references; `images` has one entry an image."""
        return Encoding(
            self.candidates.select(images), self.references.select(images[self.image]), self.sizes[images]
        )

    def select_references(self, references: Booleans) -> Encoding:
        """All images with some of their references; `references` has one entry a reference."""
        sizes = np.bincount(self.image[references], minlength=len(self.sizes))
        return replace(self, references=self.references.select(references), sizes=sizes)

    def with_candidates(self, captions: Iterable[Sequence[str]], stemmer: str) -> Encoding:
        """Other candidates, tokenised, for the same references."""
        candidates = encode_side(captions, stemmer, self.references.max_order, self.references)
        return replace(self, candidates=candidates)


def encode(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: Tokenizer,
    stemmer: str,
    max_order: int,
    end_token: str | None = None,
) -> Encoding:
    """Encode the captions of an evaluation set, image after image.

    Raises
    ------
    ValueError
        If the tokenizer or the stemmer does not exist.
    """
    side = encode_side(split(chain.from_iterable(references), tokenizer, end_token), stemmer, max_order)
    sizes = np.fromiter(map(len, references), np.int64, len(references))
    tokens = split(candidates, tokenizer, end_token)
    return Encoding(encode_side(tokens, stemmer, max_order, side), side, sizes)


def split(captions: Iterable[str], tokenizer: Tokenizer, end_token: str | None = None) -> Iterator[list[str]]:
    """Tokenise captions one by one, with the end token, if any, behind each."""
    tokens = tokenize_all(counted(captions), tokenizer)
    return tokens if end_token is None else ([*words, end_token] for words in tokens)
