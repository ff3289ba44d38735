"""The scoring engine: every variant of CIDEr over one weighting, in arrays.

A *cell* is one order of one reference: what a candidate gets for its n-grams of that order
against that reference. Scores, contributions and losses are all sums over cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cidernb.encoding import Encoding
from cidernb.ngrams import Floats, sum_by
from cidernb.variant import Variant
from cidernb.weighting import Weighting


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of one order.

    Attributes
    ----------
    product : array, shape (matches,)
        Clipped candidate count times reference count times IDF^2 of each matching n-gram: what
        it adds to the numerator of Eq. 2 or Eq. 4.
    unclipped : array, shape (matches,)
        The same without clipping.
    norms : array, shape (references,)
        Norm of the candidate's weights times norm of the reference's; 0 if either is.
    limited : array of bool, shape (references,), or None
        Cells that the "limit" reading decides: a side holds an n-gram the IDF source does not.
    """

    product: Floats
    unclipped: Floats
    norms: Floats
    limited: np.ndarray | None = None

    @property
    def per_norms(self) -> Floats:
        """1 / norms, and 0 where a norm is 0: the official scorers leave such a cell at 0."""
        return np.divide(1, self.norms, out=np.zeros_like(self.norms), where=self.norms > 0)


def make_cells(weighting: Weighting, variant: Variant) -> list[Cells]:
    """The cells of orders 1 to N under a variant."""
    return [_cells(weighting, variant, order) for order in range(1, variant.max_order + 1)]


def _cells(weighting: Weighting, variant: Variant, order: int) -> Cells:
    encoding = weighting.encoding
    match = encoding.matches[order - 1]
    idf = weighting.match_idf[order - 1]
    in_candidate = encoding.candidates.orders[order - 1].count[match.candidate_row]
    in_reference = encoding.references.orders[order - 1].count[match.reference_row]
    ceiling = in_reference
    if variant.clipping == "weight" and variant.tf != "count":
        # min(h_c / L_c, h_s / L_s) is min(h_c, h_s L_c / L_s) once a cell's norms are those of raw counts.
        ceiling = in_reference * tf_ratio(encoding, variant, order)[match.reference]
    clipped = in_candidate if variant.clipping == "none" else np.minimum(in_candidate, ceiling)
    if variant.clipping == "weight" and (idf < 0).any():
        # Eq. 4 takes the smaller *weight*: of two negative ones that is the larger count.
        clipped = np.where(idf < 0, np.maximum(in_candidate, ceiling), clipped)
    of_reference = in_reference * idf**2
    norms_c, norms_s = weighting.norms[order - 1]
    norms = norms_c[encoding.image] * norms_s
    if variant.unseen == "floor" or weighting.limit is None:
        return Cells(clipped * of_reference, in_candidate * of_reference, norms)
    limit = weighting.limit[order - 1]
    limited = (limit.candidate_norms > 0)[encoding.image] | (limit.reference_norms > 0)
    at_limit = limited[match.reference]
    of_reference = np.where(at_limit, limit.at_match * in_reference, of_reference)
    if variant.clipping != "none":
        clipped = np.where(at_limit, np.minimum(in_candidate, ceiling), clipped)
    return Cells(
        clipped * of_reference,
        in_candidate * of_reference,
        np.where(limited, limit.candidate_norms[encoding.image] * limit.reference_norms, norms),
        limited,
    )


def tf_ratio(encoding: Encoding, variant: Variant, order: int) -> Floats:
    """Candidate's TF normaliser over the reference's, per reference; 1 for an empty side.

    Eq. 1 divides counts by the n-grams of the sentence: of all orders (`tf` "all") or of order
    n ("order"). The paper does not say which.
    """
    orders = [order] if variant.tf == "order" else range(1, variant.max_order + 1)
    totals = [
        sum(np.maximum(0, side.words.lengths - n + 1) for n in orders)
        for side in (encoding.candidates, encoding.references)
    ]
    candidate, reference = (np.maximum(1, total) for total in totals)
    return np.asarray(candidate[encoding.image] / reference)


def length_penalty(encoding: Encoding, variant: Variant) -> Floats:
    """exp(-(l_c - l_s)^2 / (2 sigma^2)) of Eq. 4 per reference; 1 without a penalty.

    Both official scorers take l to be the number of bigrams, whatever N is: for captions of one
    word or more, the difference is that of the words.
    """
    if variant.sigma is None:
        return np.ones(len(encoding.image))
    candidate, reference = (
        np.maximum(0, side.words.lengths - 1) for side in (encoding.candidates, encoding.references)
    )
    # Divided before squaring, for the square of a tiny or a huge sigma is no floating-point number.
    with np.errstate(over="ignore"):
        deviation = (candidate[encoding.image] - reference) / variant.sigma
        return np.asarray(np.exp(-(deviation**2) / 2))


def cosines(encoding: Encoding, cells: Cells, order: int) -> Floats:
    """What each cell holds before the penalty: the clipped cosine of Eq. 2 or Eq. 4."""
    reference = encoding.matches[order - 1].reference
    return sum_by(reference, cells.product, len(encoding.image)) * cells.per_norms


def score_orders(encoding: Encoding, cells: list[Cells], variant: Variant) -> Floats:
    """Eqs. 2 and 4 per order, on the variant's scale.

    Returns
    -------
    array, shape (images, N)
        The mean over an image's references of penalty times clipped cosine, times the scale.
    """
    penalty = length_penalty(encoding, variant)
    per_reference = np.stack(
        [cosines(encoding, c, order) * penalty for order, c in enumerate(cells, start=1)], axis=1
    )
    sums = np.add.reduceat(per_reference, encoding.first_reference, axis=0)
    return variant.scale * sums / encoding.sizes[:, None]
