"""Removal effects: what a score would be if the candidate's vector lacked one n-gram."""

from __future__ import annotations

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.explaining.earning import cell_worth
from cidernb.scoring import Cells, length_penalty, make_cells
from cidernb.variant import Variant
from cidernb.weighting import Weighting


def removal_effects(weighting: Weighting, cells: Cells, variant: Variant) -> Floats:
    """Change of its image's score when a candidate n-gram's count is set to 0.

    The norm is computed again; the length penalty and all else stay. The effects do not add up
    to anything: they say what an n-gram costs through the norm, where contributions say what it
    earns.

    Returns
    -------
    array, shape (candidate rows of orders 1 to N,)
        Score without the n-gram minus score.
    """
    encoding = weighting.encoding
    pairs = _Pairs(weighting, variant.max_order)
    counts = pairs.counts
    weights = counts.count * weighting.candidate_idf[counts.ngram]
    if cells.limited is None or weighting.limit is None or weighting.candidate_df is None:
        without = pairs.cosines_without(cells, weights)
    else:
        present = pairs.cosines_without(make_cells(weighting, variant.replace(unseen="floor")), weights)
        absent = counts.count * (weighting.candidate_df[counts.ngram] == 0)
        at_limit = pairs.cosines_without(cells, absent)
        still = (pairs.others(absent) > 0) | (weighting.limit.reference_norms.ravel()[pairs.cell] > 0)
        without = np.where(still, at_limit, present)
    change = without - cells.cosines.ravel()[pairs.cell]
    worth = cell_worth(encoding, variant) * length_penalty(encoding, variant)
    return sum_by(pairs.row, worth.ravel()[pairs.cell] * change, len(counts.ngram))


class _Pairs:
    """Every candidate row of orders 1 to N beside every reference of its image."""

    def __init__(self, weighting: Weighting, max_order: int) -> None:
        encoding = self.encoding = weighting.encoding
        counts = self.counts = encoding.candidates.counts.up_to(max_order)
        self.slot: Integers = encoding.candidates.slot[: len(counts.ngram)]
        sizes = encoding.sizes[counts.caption]
        first = self.first = np.cumsum(sizes) - sizes
        self.row: Integers = np.repeat(np.arange(len(sizes)), sizes)
        within = np.arange(len(self.row)) - first[self.row]
        reference = encoding.first_reference[counts.caption[self.row]] + within
        self.cell: Integers = (counts.order[self.row] - 1) * len(encoding.image) + reference

    def others(self, weights: Floats) -> Integers:
        """For each pair, how many other n-grams of the caption and order have weight."""
        weighted = (weights != 0).astype(np.int64)
        total = sum_by(self.slot, weighted, int(self.slot.max(initial=-1)) + 1).astype(np.int64)
        others: Integers = (total[self.slot] - weighted)[self.row]
        return others

    def cosines_without(self, cells: Cells, weights: Floats) -> Floats:
        """Each pair's clipped cosine when the row's n-gram, of the given weight, is left out."""
        matches = cells.matches
        product = np.zeros(len(self.row))
        image = self.counts.caption[matches.candidate_row]
        within = matches.reference - self.encoding.first_reference[image]
        product[self.first[matches.candidate_row] + within] = cells.product
        squares = sum_by(self.slot, weights**2, int(self.slot.max(initial=-1)) + 1)[self.slot]
        # Counted, not subtracted: a difference of squares would leave rounding where nothing is left.
        left = np.where(self.others(weights) > 0, (squares - weights**2)[self.row], 0)
        shrunk = np.sqrt(np.divide(squares[self.row], left, out=np.zeros(len(left)), where=left > 0))
        numerator = sum_by(matches.cell, cells.product, cells.norms.size)[self.cell]
        without: Floats = (numerator - product) * cells.per_norms.ravel()[self.cell] * shrunk
        return without
