"""The paper's CIDEr and the count-clipped CIDEr-D from `cidernb.by_hand`, for a whole set at once.

The equations and their dictionaries are those of `by_hand`. Added is only that what repeats is worked
out once: the images of the documented example share captions, and repeated candidates are scored
against the same references.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from cidernb import by_hand
from cidernb.arrays import Floats
from cidernb.by_hand import Ngram, Weights

_ORDERS = (1, 2, 3, 4)
_ORDER_WEIGHTS = (1 / 4,) * 4
_SIGMA = 6.0

Vectors = Sequence[Weights]


@dataclass(frozen=True)
class ReferencesByHand:
    """References, counted and weighed by hand.

    Attributes
    ----------
    references : mapping of id to sequence of str
        Each image's references.
    df : mapping of n-gram to int
        Their document frequencies.
    vectors : mapping of str to sequence of dict
        Each distinct reference's weights g(s) of Eq. 1, one dictionary an order.
    """

    references: Mapping[Hashable, Sequence[str]]
    df: Mapping[Ngram, int]
    vectors: Mapping[str, Vectors]

    @classmethod
    def of(cls, references: Mapping[Hashable, Sequence[str]]) -> ReferencesByHand:
        """Count and weigh references, split at whitespace and not stemmed."""
        df = by_hand.document_frequencies(references)
        captions = {caption for captions in references.values() for caption in captions}
        return cls(references, df, {s: _weigh(s, df, len(references), "floor") for s in captions})

    def unseen_ngrams(self, candidate: str) -> set[Ngram]:
        """The candidate's n-grams that no reference of any image has."""
        return by_hand.absent(_counts(candidate).keys(), self.df)

    def cider(self, candidates: Mapping[Hashable, str], unseen: str) -> Floats:
        """Eqs. 1 to 3 per image, from 0 to 1, with unseen n-grams at the "floor" or in the "limit"."""
        # No reference holds an unseen n-gram: only the candidates' vectors depend on the reading.
        vectors = {c: _weigh(c, self.df, len(self.references), unseen) for c in set(candidates.values())}

        def similarity(c: str, s: str) -> float:
            cosines = map(by_hand.cosine, vectors[c], self.vectors[s])
            return by_hand.combine(list(cosines), _ORDER_WEIGHTS)

        return self._mean_over_references(candidates, similarity)

    def count_clipped_cider_d(self, candidates: Mapping[Hashable, str]) -> Floats:
        """CIDEr-D per image as the text of section 8 has it, from 0 to 10: counts clipped to counts."""

        def similarity(c: str, s: str) -> float:
            clipped = by_hand.clip_counts(_counts(c), _counts(s))
            idf_of = by_hand.idf(clipped.keys(), self.df, len(self.references))
            # Divided as g(c) is, so that the normaliser cancels and only counts are compared.
            numerator = by_hand.weights(clipped, idf_of, by_hand.normaliser(_counts(c), 1, "all"))
            cosines = [
                sum(by_hand.shares(numerator, g_c, g_s).values())
                for g_c, g_s in zip(vectors[c], self.vectors[s], strict=True)
            ]
            length_c, length_s = (by_hand.sentence_length(caption.split()) for caption in (c, s))
            penalty = by_hand.length_penalty(length_c, length_s, _SIGMA)
            return 10 * penalty * by_hand.combine(cosines, _ORDER_WEIGHTS)

        vectors = {c: _weigh(c, self.df, len(self.references), "floor") for c in set(candidates.values())}
        return self._mean_over_references(candidates, similarity)

    def _mean_over_references(
        self, candidates: Mapping[Hashable, str], similarity: Callable[[str, str], float]
    ) -> Floats:
        pairs = {(candidates[i], s) for i, captions in self.references.items() for s in captions}
        known = {(c, s): similarity(c, s) for c, s in pairs}
        return np.array(
            [
                sum(known[candidates[i], s] for s in captions) / len(captions)
                for i, captions in self.references.items()
            ]
        )


@cache
def _counts(caption: str) -> Mapping[Ngram, int]:
    return by_hand.ngram_counts(caption.split(), len(_ORDERS))


def _weigh(caption: str, df: Mapping[Ngram, int], num_images: int, unseen: str) -> Vectors:
    """Eq. 1: the caption's weights of each order, its counts divided by its n-grams of all orders."""
    counts = _counts(caption)
    vectors = []
    for n in _ORDERS:
        of_order = {k: h for k, h in counts.items() if len(k) == n}
        idf_of = by_hand.idf(of_order.keys(), df, num_images, unseen)
        vectors.append(by_hand.weights(of_order, idf_of, by_hand.normaliser(counts, n, "all")))
    return vectors
