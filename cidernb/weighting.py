"""IDF weights laid over an encoding.

Everything CIDEr computes is linear in IDF squared: a caption's squared norm is the sum of
count^2 idf^2, and an n-gram's share of the numerator is clipped count times count times idf^2.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.encoding import Encoding, keep


@dataclass(frozen=True, eq=False)
class Weighting:
    """The IDF of every n-gram of an encoding, and what follows from it.

    Attributes
    ----------
    encoding : Encoding
        The n-grams.
    reference_df, candidate_df : array of int, shape (n-grams,), or None
        The df of each n-gram of either side; None for the IDF source "none".
    reference_idf, candidate_idf : array, shape (n-grams,)
        The IDF of each n-gram: ln|I| - ln max(1, df), or 1 for the source "none".
    num_images : int or None
        |I|.
    table : DocumentFrequencies or None
        The IDF source, if it is a table.
    images : dict
        The last images asked for.
    """

    encoding: Encoding
    reference_df: Integers | None
    candidate_df: Integers | None
    reference_idf: Floats
    candidate_idf: Floats
    num_images: int | None
    table: DocumentFrequencies | None = None
    images: dict[int, Weighting] = field(init=False, repr=False, default_factory=dict)

    def of_image(self, image: int) -> Weighting:
        """One image alone at unchanged weights, given its place; kept like its encoding."""
        return keep(self.images, image, lambda: replace(self, encoding=self.encoding.of_image(image)))

    @cached_property
    def candidate_norms(self) -> Floats:
        """Norm of each candidate's weights (raw counts), shape (N, images)."""
        return self.encoding.candidates.norms(self.candidate_idf)

    @cached_property
    def reference_norms(self) -> Floats:
        """Norm of each reference's weights (raw counts), shape (N, references)."""
        references = self.encoding.references
        if self.table is None:
            return references.norms(self.reference_idf)
        return references.norms_by(self.table, self.reference_idf)

    @cached_property
    def norms(self) -> Floats:
        """Norm of the candidate's weights times norm of the reference's, shape (N, references)."""
        return self.candidate_norms[:, self.encoding.image] * self.reference_norms

    @cached_property
    def match_idf(self) -> Floats:
        """The IDF at each match of candidate and reference."""
        # Both sides have the same, and the candidates are fewer.
        return self.candidate_idf[self.encoding.candidates.counts.ngram[self.encoding.matches.candidate_row]]

    @cached_property
    def match_weight(self) -> Floats:
        """Reference count times IDF^2 at each match."""
        return self.encoding.matches.reference_count * self.match_idf**2

    @cached_property
    def negative(self) -> Booleans | None:
        """Which matches have a negative IDF; None if none has."""
        negative = self.match_idf < 0
        return negative if negative.any() else None

    @cached_property
    def limit(self) -> Limit | None:
        """What the "limit" reading of unseen n-grams needs; None for the IDF source "none"."""
        if self.reference_df is None or self.candidate_df is None:
            return None
        encoding = self.encoding
        absent = self.reference_df == 0
        candidate_norms = encoding.candidates.norms((self.candidate_df == 0).astype(float))
        reference_norms = encoding.references.norms(absent.astype(float))
        held = candidate_norms[:, encoding.image], reference_norms
        matches = encoding.matches
        at_match = (self.candidate_df == 0)[encoding.candidates.counts.ngram[matches.candidate_row]]
        return Limit(
            reference_norms,
            held[0] * held[1],
            (held[0] > 0) | (held[1] > 0),
            matches.reference_count * at_match,
        )


@dataclass(frozen=True, eq=False)
class Limit:
    """The n-grams that the IDF source does not hold, at the common weight 1.

    As that weight grows without bound, a vector that holds one turns into these alone.

    Attributes
    ----------
    reference_norms, norms : array, shape (N, references)
        The references' norms, and their products with the candidates'.
    limited : array of bool, shape (N, references)
        Where either side holds such an n-gram.
    match_weight : array, shape (matches,)
        Reference count at each match of such an n-gram, 0 at the others.
    """

    reference_norms: Floats
    norms: Floats
    limited: Booleans
    match_weight: Floats


def weigh(encoding: Encoding, idf: str | DocumentFrequencies) -> Weighting:
    """Weights from the encoded references ("corpus"), from a table, or none.

    Parameters
    ----------
    encoding : Encoding
        What to weigh.
    idf : {"corpus", "none"} or DocumentFrequencies
        The IDF source.
    """
    weighting: Weighting = keep(encoding.weightings, idf, lambda: _weigh(encoding, idf))
    return weighting


def _weigh(encoding: Encoding, idf: str | DocumentFrequencies) -> Weighting:
    reference, candidate = (side.index for side in (encoding.references, encoding.candidates))
    if idf == "none":
        return Weighting(encoding, None, None, np.ones(len(reference)), np.ones(len(candidate)), None)
    if isinstance(idf, DocumentFrequencies):
        if idf not in reference.weights:
            # Batches of a set share its n-grams, and are scored by one table again and again.
            df = idf.of_all(reference)
            reference.weights[idf] = df, _idf(df, idf.num_images)
        reference_df, reference_idf = reference.weights[idf]
        candidate_df = idf.of_numbers(idf.index.find_beside(candidate, reference))
        candidate_idf = _idf(candidate_df, idf.num_images)
        return Weighting(
            encoding, reference_df, candidate_df, reference_idf, candidate_idf, idf.num_images, idf
        )
    # The 0 appended is what the number -1, "in no reference", picks.
    candidate_df = np.append(encoding.corpus_df, 0)[encoding.in_references]
    return weigh_by(encoding, encoding.corpus_df, candidate_df, len(encoding.sizes))


def weigh_by(
    encoding: Encoding, reference_df: Integers, candidate_df: Integers, num_images: int
) -> Weighting:
    """Weights from the df of each n-gram of either side."""
    reference_idf, candidate_idf = _idf(reference_df, num_images), _idf(candidate_df, num_images)
    return Weighting(encoding, reference_df, candidate_df, reference_idf, candidate_idf, num_images)


def _idf(df: Integers, num_images: int) -> Floats:
    # An n-gram in no image has df 0 and no IDF (Eq. 1); the official code floors its df at 1.
    idf: Floats = np.log(num_images) - np.log(np.maximum(1, df))
    return idf
