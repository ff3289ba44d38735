"""An evaluation set in integers: the n-grams of both sides, and where the two meet.

Nothing here depends on weights. An encoding is made once per tokenizer, stemmer and N; another
IDF source, clipping, sigma or choice of orders only weighs it again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cidernb.arrays import Floats, Integers
from cidernb.compared import Compared
from cidernb.ngram_index import NgramIndex
from cidernb.progress import counted
from cidernb.sides import Side, encode_side
from cidernb.tokenizers import Tokenizer, tokenize_all

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


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

    Arrays of shape (matches,): the row among the candidates' counts, how often the candidate and the
    reference have the n-gram, the reference, and the cell: the place of (order, reference) in an array
    of shape (N, references), flattened. `ends[n]` is where the matches of order n end.
    """

    candidate_row: Integers
    candidate_count: Floats
    reference_count: Floats
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
            self.candidate_count[:end],
            self.reference_count[:end],
            self.reference[:end],
            self.cell[:end],
            self.ends[: max_order + 1],
        )


@dataclass(frozen=True, eq=False)
class Encoding:
    """Candidates and references of an evaluation set, encoded.

    Attributes
    ----------
    candidates : Side
        Candidate i belongs to image i.
    compared : Compared
        The references.
    weightings, images : dict
        The last IDF sources' weights, kept by `cidernb.weighting.weigh`; the last images asked for.
    """

    candidates: Side
    compared: Compared
    weightings: dict[Any, Any] = field(init=False, repr=False, default_factory=dict)
    images: dict[int, Encoding] = field(init=False, repr=False, default_factory=dict)

    @property
    def references(self) -> Side:
        """The references, image after image."""
        return self.compared.references

    @property
    def sizes(self) -> Integers:
        """References per image, shape (images,)."""
        return self.compared.sizes

    @property
    def image(self) -> Integers:
        """The image of each reference."""
        return self.compared.image

    @property
    def first_reference(self) -> Integers:
        """Where each image's references start."""
        return self.compared.first_reference

    @property
    def corpus_df(self) -> Integers:
        """The df of each of the references' n-grams over these images."""
        return self.compared.corpus_df

    def df_of(self, index: NgramIndex) -> Integers:
        """The df over these images of each n-gram of a collection."""
        # The 0 appended is what the number -1, "in no reference", picks.
        return np.append(self.corpus_df, 0)[self.references.index.find(index)]

    @cached_property
    def in_references(self) -> Integers:
        """The number among the references' n-grams of each candidate n-gram, or -1."""
        return self.references.index.find(self.candidates.index)

    @cached_property
    def matches(self) -> Matches:
        """Where candidates meet references of the same image."""
        candidate, compared = self.candidates.counts, self.compared
        number = self.in_references[candidate.ngram]
        rows = (number >= 0).nonzero()[0]
        reference_row, asked = compared.places.rows(number[rows], candidate.caption[rows])
        candidate_row = rows[asked]
        reference, count = compared.at(reference_row, candidate.caption[candidate_row])
        ends = candidate_row.searchsorted(candidate.row_ends)
        cells_before = np.arange(len(ends) - 1) * len(self.image)
        cell = reference + cells_before.repeat(ends[1:] - ends[:-1])
        return Matches(candidate_row, candidate.count[candidate_row], count, reference, cell, ends)

    def of_image(self, image: int) -> Encoding:
        """One image alone, given its place; kept, for one image is looked at many times over."""
        return keep(self.images, image, lambda: self.select(np.array([image])))

    def select(self, images: Integers) -> Encoding:
        """Some of the images, ascending, with all their references."""
        return Encoding(self.candidates.select(images), self.compared.select(images))

    def select_references(self, references: Integers) -> Encoding:
        """All images with some of their references, ascending."""
        sizes = np.bincount(self.image[references], minlength=len(self.sizes))
        return Encoding(self.candidates, Compared(self.references.select(references), sizes))

    def with_candidates(self, captions: Iterable[Sequence[str]], stemmer: str) -> Encoding:
        """Other candidates, tokenised, for the same references."""
        return Encoding(encode_side(captions, stemmer, self.references.max_order), self.compared)


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
    sizes = np.fromiter(map(len, references), np.int64, len(references))
    of_references, of_candidates = (
        encode_side(split(captions, tokenizer, end_token), stemmer, max_order)
        for captions in (chain.from_iterable(references), candidates)
    )
    return Encoding(of_candidates, Compared(of_references, sizes))


def split(captions: Iterable[str], tokenizer: Tokenizer, end_token: str | None = None) -> Iterator[list[str]]:
    """Tokenise captions one by one, with the end token, if any, behind each."""
    tokens = tokenize_all(counted(captions), tokenizer)
    return tokens if end_token is None else ([*words, end_token] for words in tokens)
