"""The scoring engine: every variant of CIDEr over one weighting, in arrays.

A *cell* is one order of one reference: what a candidate gets for its n-grams of that order
against that reference. Scores, contributions and losses are all sums over cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cidernb.arrays import Booleans, Floats, sum_by
from cidernb.encoding import Encoding, Matches
from cidernb.variant import Variant
from cidernb.weighting import Weighting


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of orders 1 to N under one weighting, clipping and reading of unseen n-grams.

    Attributes
    ----------
    matches : Matches
        The matches of these orders.
    product : array, shape (matches,)
        Clipped candidate count times reference count times IDF^2 of each matching n-gram: what
        it adds to the numerator of Eq. 2 or Eq. 4.
    unclipped : array, shape (matches,)
        The same without clipping.
    norms : array, shape (N, references)
        Norm of the candidate's weights times norm of the reference's; 0 if either is.
    limited : array of bool, shape (N, references), or None
        Cells that the "limit" reading decides: a side holds an n-gram the IDF source does not.
    """

    matches: Matches
    product: Floats
    unclipped: Floats
    norms: Floats
    limited: Booleans | None = None

    @cached_property
    def per_norms(self) -> Floats:
        """1 / norms, and 0 where a norm is 0: the official scorers leave such a cell at 0."""
        return np.divide(1, self.norms, out=np.zeros_like(self.norms), where=self.norms > 0)

    @cached_property
    def cosines(self) -> Floats:
        """What each cell holds before the penalty: the clipped cosine of Eq. 2 or 4; (N, references)."""
        return self.over_norms(self.product)

    def over_norms(self, at_matches: Floats) -> Floats:
        """Values at matches, summed by cell and divided by the norms; shape (N, references)."""
        sums = sum_by(self.matches.cell, at_matches, self.norms.size)
        return sums.reshape(self.norms.shape) * self.per_norms


def make_cells(weighting: Weighting, variant: Variant) -> Cells:
    """The cells of a variant."""
    encoding, orders = weighting.encoding, slice(variant.max_order)
    matches = encoding.matches.up_to(variant.max_order)
    end = len(matches.cell)
    in_candidate, in_reference = matches.candidate_count, matches.reference_count
    weight, norms = weighting.match_weight[:end], weighting.norms[orders]
    ceiling = in_reference
    if variant.clipping == "weight" and variant.tf != "count":
        # min(h_c / L_c, h_s / L_s) is min(h_c, h_s L_c / L_s) once a cell's norms are those of raw counts.
        ceiling = in_reference * tf_ratio(encoding, variant).ravel()[matches.cell]
    clipped = in_candidate if variant.clipping == "none" else np.minimum(in_candidate, ceiling)
    if variant.clipping == "weight" and weighting.negative is not None:
        # Eq. 4 takes the smaller *weight*: of two negative ones that is the larger count.
        clipped = np.where(weighting.negative[:end], np.maximum(in_candidate, ceiling), clipped)
    limit = weighting.limit if variant.unseen == "limit" else None
    if limit is None:
        return Cells(matches, clipped * weight, in_candidate * weight, norms)
    limited = limit.limited[orders]
    at_limit = limited.ravel()[matches.cell]
    weight = np.where(at_limit, limit.match_weight[:end], weight)
    norms = np.where(limited, limit.norms[orders], norms)
    return Cells(matches, clipped * weight, in_candidate * weight, norms, limited)


def tf_ratio(encoding: Encoding, variant: Variant) -> Floats:
    """Candidate's TF normaliser over the reference's, shape (N, references); 1 for an empty side.

    Eq. 1 divides counts by the n-grams of the sentence: of all orders (`tf` "all") or of order
    n ("order"). The paper does not say which.
    """
    orders = np.arange(1, variant.max_order + 1)[:, None]
    candidate, reference = (
        np.maximum(0, side.words.lengths - orders + 1) for side in (encoding.candidates, encoding.references)
    )
    if variant.tf == "all":
        candidate, reference = (
            np.broadcast_to(total.sum(axis=0), total.shape) for total in (candidate, reference)
        )
    ratio: Floats = np.maximum(1, candidate)[:, encoding.image] / np.maximum(1, reference)
    return ratio


def length_penalty(encoding: Encoding, variant: Variant) -> Floats:
    """exp(-(l_c - l_s)^2 / (2 sigma^2)) of Eq. 4, shape (references,); 1 without a penalty.

    Both official scorers take l to be the number of bigrams, whatever N is: for captions of one
    word or more, the difference is that of the words.
    """
    if variant.sigma is None:
        return np.ones(len(encoding.image))
    candidate, reference = (
        np.maximum(0, side.words.lengths - 1) for side in (encoding.candidates, encoding.references)
    )
    with np.errstate(over="ignore"):  # a tiny sigma squared: the penalty is then 0
        return np.exp(-0.5 * ((candidate[encoding.image] - reference) / variant.sigma) ** 2)


def score_orders(encoding: Encoding, cells: Cells, variant: Variant) -> Floats:
    """Eqs. 2 and 4 per order, on the variant's scale.

    Returns
    -------
    array, shape (images, N)
        The mean over an image's references of penalty times clipped cosine, times the scale.
    """
    per_reference = cells.cosines * length_penalty(encoding, variant)
    sums = np.add.reduceat(per_reference, encoding.first_reference, axis=1)
    return np.ascontiguousarray((variant.scale * sums / encoding.sizes).T)
