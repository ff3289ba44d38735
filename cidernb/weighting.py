"""IDF weights laid over an encoding.

Everything CIDEr computes is linear in IDF squared: a caption's squared norm is the sum of
count^2 idf^2, and an n-gram's share of the numerator is clipped count times count times idf^2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.encoding import Encoding, Side
from cidernb.ngrams import Floats, Integers, NgramCounts, sum_by

Booleans = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Weighting:
    """The IDF of every n-gram of an encoding, and what follows from it.

    Attributes
    ----------
    encoding : Encoding
        The n-grams.
    reference_df, candidate_df : list of array of int, or None
        Per order, the df of each n-gram; None for the IDF source "none".
    reference_idf, candidate_idf : list of array
        Per order, the IDF of each n-gram: ln|I| - ln max(1, df), or 1 for the source "none".
    num_images : int or None
        |I|.
    """

    encoding: Encoding
    reference_df: list[Integers] | None
    candidate_df: list[Integers] | None
    reference_idf: list[Floats]
    candidate_idf: list[Floats]
    num_images: int | None

    def select(self, images: Integers) -> Weighting:
        """Some of the images (ascending) at unchanged weights."""
        return replace(self, encoding=self.encoding.select(images))

    @cached_property
    def norms(self) -> list[tuple[Floats, Floats]]:
        """Per order, the norms of the candidates' and of the references' weights (raw counts)."""
        return [
            (_norms(c, idf_c**2, self.encoding.candidates), _norms(r, idf_r**2, self.encoding.references))
            for c, idf_c, r, idf_r in zip(
                self.encoding.candidates.orders,
                self.candidate_idf,
                self.encoding.references.orders,
                self.reference_idf,
                strict=True,
            )
        ]

    @cached_property
    def match_idf(self) -> list[Floats]:
        """Per order, the IDF at each match of candidate and reference."""
        return [
            idf[counts.ngram[match.reference_row]]
            for idf, counts, match in zip(
                self.reference_idf, self.encoding.references.orders, self.encoding.matches, strict=True
            )
        ]

    @cached_property
    def limit(self) -> list[Limit] | None:
        """What the "limit" reading of unseen n-grams needs; None if no n-gram is absent."""
        if self.reference_df is None or self.candidate_df is None:
            return None
        sides = self.encoding.candidates, self.encoding.references
        absent = [
            (df_c == 0, df_r == 0) for df_c, df_r in zip(self.candidate_df, self.reference_df, strict=True)
        ]
        return [
            Limit(
                _norms(sides[0].orders[i], candidate.astype(float), sides[0]),
                _norms(sides[1].orders[i], reference.astype(float), sides[1]),
                reference[sides[1].orders[i].ngram[self.encoding.matches[i].reference_row]],
            )
            for i, (candidate, reference) in enumerate(absent)
        ]


@dataclass(frozen=True, eq=False)
class Limit:
    """One order's n-grams that the IDF source does not hold, at the common weight 1.

    As that weight grows without bound, a vector that holds one turns into these alone.
    """

    candidate_norms: Floats
    reference_norms: Floats
    at_match: Booleans


def _norms(counts: NgramCounts, idf_squared: Floats, side: Side) -> Floats:
    squares = counts.count**2 * idf_squared[counts.ngram]
    return np.sqrt(sum_by(counts.caption, squares, len(side.words.lengths)))


def weigh(encoding: Encoding, idf: str | DocumentFrequencies) -> Weighting:
    """Weights from the encoded references ("corpus"), from a table, or none.

    Parameters
    ----------
    encoding : Encoding
        What to weigh.
    idf : {"corpus", "none"} or DocumentFrequencies
        The IDF source.
    """
    kept = encoding.weightings
    if idf not in kept:
        if len(kept) >= _WEIGHTINGS_KEPT:
            del kept[next(iter(kept))]
        kept[idf] = _weigh(encoding, idf)
    weighting: Weighting = kept[idf]
    return weighting


#: Enough for both sides of every comparison of IDF sources, without keeping every table ever tried.
_WEIGHTINGS_KEPT = 8


def _weigh(encoding: Encoding, idf: str | DocumentFrequencies) -> Weighting:
    sides = encoding.references, encoding.candidates
    if idf == "none":
        idf_r, idf_c = ([np.ones(len(counts.keys)) for counts in side.orders] for side in sides)
        return Weighting(encoding, None, None, idf_r, idf_c, None)
    if isinstance(idf, DocumentFrequencies):
        df_r, df_c = (idf.of_all(side.words.vocabulary, [c.keys for c in side.orders]) for side in sides)
        num_images = idf.num_images
    else:
        in_references = zip(encoding.corpus_df, encoding.in_references, strict=True)
        # The 0 appended is what the number -1, "in no reference", picks.
        df_r, df_c = encoding.corpus_df, [np.append(df, 0)[number] for df, number in in_references]
        num_images = len(encoding.sizes)
    # An n-gram in no image has df 0 and no IDF (Eq. 1); the official code floors its df at 1.
    idf_r, idf_c = ([np.log(num_images) - np.log(np.maximum(1, df)) for df in side] for side in (df_r, df_c))
    return Weighting(encoding, df_r, df_c, idf_r, idf_c, num_images)
