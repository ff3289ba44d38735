"""An evaluation set in integers: the n-grams of both sides, and where the two meet.

Nothing here depends on weights. An encoding is made once per tokenizer, stemmer and N; another
IDF source, clipping, sigma or choice of orders only weighs it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from cidernb.ngrams import (
    Integers,
    NgramCounts,
    Words,
    count_images,
    count_ngrams,
    find_ngrams,
    number_words,
    stem,
)
from cidernb.tokenizers import get_tokenizer


@dataclass(frozen=True, eq=False)
class Side:
    """Encoded captions: all candidates, or all references image after image.

    Attributes
    ----------
    surface, words : Words
        The words as written, and as stemmed.
    orders : tuple of NgramCounts
        The n-grams of the stemmed words, one entry an order.
    """

    surface: Words
    words: Words
    orders: tuple[NgramCounts, ...]

    def select(self, rows: Integers) -> Side:
        """Some of the captions, `rows` ascending."""
        return Side(
            self.surface.of_captions(rows),
            self.words.of_captions(rows),
            tuple(counts.of_captions(rows, self.words) for counts in self.orders),
        )


def encode_side(
    captions: Sequence[Sequence[str]], stemmer: str, max_order: int, known: Side | None = None
) -> Side:
    """Encode tokenised captions; words that stand in `known` are numbered as there."""
    surface = number_words(captions, known.surface.vocabulary if known else None)
    words = surface
    if stemmer != "none":
        words = stem(surface, stemmer, known.words.vocabulary if known else None)
    return Side(surface, words, count_ngrams(words, max_order))


class Match(NamedTuple):
    """Where candidates and references of the same image share the n-grams of one order.

    Each is an array of shape (matches,): the row among the candidates' counts, the row among the
    references' counts, and the reference.
    """

    candidate_row: Integers
    reference_row: Integers
    reference: Integers


@dataclass(frozen=True, eq=False)
class Encoding:
    """Candidates and references of an evaluation set, encoded.

    Attributes
    ----------
    candidates, references : Side
        Candidate i belongs to image i; references stand image after image.
    sizes : array of int, shape (images,)
        References per image.
    weightings : dict
        The last IDF sources' weights, kept by `cidernb.weighting.weigh`.
    """

    candidates: Side
    references: Side
    sizes: Integers
    weightings: dict[Any, Any] = field(init=False, repr=False, default_factory=dict)

    @cached_property
    def image(self) -> Integers:
        """The image of each reference."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def first_reference(self) -> Integers:
        """Where each image's references start."""
        return np.cumsum(self.sizes) - self.sizes

    @cached_property
    def corpus_df(self) -> list[Integers]:
        """Per order, the df of each of the references' n-grams over these images."""
        return [count_images(counts, self.image) for counts in self.references.orders]

    @cached_property
    def in_references(self) -> list[Integers]:
        """Per order, the number among the references' n-grams of each candidate n-gram, or -1."""
        return find_ngrams(
            self.references.words.vocabulary,
            [counts.keys for counts in self.references.orders],
            self.candidates.words.vocabulary,
            [counts.keys for counts in self.candidates.orders],
        )

    @cached_property
    def matches(self) -> list[Match]:
        """Per order, where candidates meet references of the same image."""
        return [
            self._match(candidate, reference, number)
            for candidate, reference, number in zip(
                self.candidates.orders, self.references.orders, self.in_references, strict=True
            )
        ]

    def _match(self, candidate: NgramCounts, reference: NgramCounts, number: Integers) -> Match:
        images = len(self.sizes)
        # References' rows ascend by (n-gram, caption), hence by (n-gram, image).
        held = reference.ngram * images + self.image[reference.caption]
        rows = np.flatnonzero(number[candidate.ngram] >= 0)
        wanted = number[candidate.ngram[rows]] * images + candidate.caption[rows]
        first = np.searchsorted(held, wanted, side="left")
        found = np.searchsorted(held, wanted, side="right") - first
        candidate_row = np.repeat(rows, found)
        within = np.arange(len(candidate_row)) - np.repeat(np.cumsum(found) - found, found)
        reference_row = np.repeat(first, found) + within
        return Match(candidate_row, reference_row, reference.caption[reference_row])

    def select(self, images: Integers) -> Encoding:
        """Some of the images (ascending), with all their references."""
        chosen = np.zeros(len(self.sizes), bool)
        chosen[images] = True
        return Encoding(
            self.candidates.select(images),
            self.references.select(np.flatnonzero(chosen[self.image])),
            self.sizes[images],
        )

    def select_references(self, references: Integers) -> Encoding:
        """All images with some of their references (ascending)."""
        sizes = np.bincount(self.image[references], minlength=len(self.sizes))
        return replace(self, references=self.references.select(references), sizes=sizes)

    def with_candidates(self, captions: Sequence[Sequence[str]], stemmer: str) -> Encoding:
        """Other candidates, tokenised, for the same references."""
        candidates = encode_side(captions, stemmer, len(self.references.orders), self.references)
        return replace(self, candidates=candidates)


def encode(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenizer: str,
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
    flat = [text for texts in references for text in texts]
    side = encode_side(split(flat, tokenizer, end_token), stemmer, max_order)
    sizes = np.fromiter(map(len, references), np.int64, len(references))
    tokens = split(candidates, tokenizer, end_token)
    return Encoding(encode_side(tokens, stemmer, max_order, side), side, sizes)


def split(captions: Sequence[str], tokenizer: str, end_token: str | None = None) -> list[list[str]]:
    """Tokenise captions, with the end token, if any, behind each."""
    tokens = list(map(get_tokenizer(tokenizer), captions))
    return tokens if end_token is None else [[*words, end_token] for words in tokens]
