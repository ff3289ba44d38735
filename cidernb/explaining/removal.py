"""Removal effects: what a score would be if the candidate's vector lacked one n-gram."""

from __future__ import annotations

import numpy as np

from cidernb.encoding import Encoding
from cidernb.explaining.arrays import cell_worth
from cidernb.ngrams import Floats, Integers, NgramCounts, sum_by
from cidernb.scoring import Cells, cosines, length_penalty, make_cells
from cidernb.variant import Variant
from cidernb.weighting import Weighting


def removal_effects(weighting: Weighting, variant: Variant) -> list[Floats]:
    """Change of its image's score when a candidate n-gram's count is set to 0.

    The norm is computed again; the length penalty and all else stay. The effects do not add up
    to anything: they say what an n-gram costs through the norm, where contributions say what it
    earns.

    Returns
    -------
    list of array, shape (candidate rows,)
        Per order, score without the n-gram minus score.
    """
    encoding = weighting.encoding
    penalty = length_penalty(encoding, variant)
    effects = []
    present = make_cells(weighting, variant.replace(unseen="floor"))
    for order, cells in enumerate(make_cells(weighting, variant), start=1):
        counts = encoding.candidates.orders[order - 1]
        pairs = _Pairs(encoding, counts)
        without = pairs.cosines_without(
            present[order - 1], order, counts.count * weighting.candidate_idf[order - 1][counts.ngram]
        )
        if cells.limited is not None and weighting.limit is not None:
            limit = weighting.limit[order - 1]
            absent = (weighting.candidate_df[order - 1] == 0)[counts.ngram]  # type: ignore[index]
            at_limit = pairs.cosines_without(cells, order, counts.count * absent)
            others = sum_by(counts.caption, absent, len(encoding.sizes))[counts.caption] - absent
            still = (others[pairs.row] > 0) | (limit.reference_norms > 0)[pairs.reference]
            without = np.where(still, at_limit, without)
        change = without - cosines(encoding, cells, order)[pairs.reference]
        worth = (cell_worth(encoding, variant, order) * penalty)[pairs.reference]
        effects.append(sum_by(pairs.row, worth * change, len(counts.ngram)))
    return effects


class _Pairs:
    """Every candidate row beside every reference of its image."""

    def __init__(self, encoding: Encoding, counts: NgramCounts) -> None:
        sizes = encoding.sizes[counts.caption]
        self.encoding, self.counts = encoding, counts
        self.first: Integers = np.cumsum(sizes) - sizes
        self.row: Integers = np.repeat(np.arange(len(sizes)), sizes)
        within = np.arange(len(self.row)) - self.first[self.row]
        self.reference: Integers = encoding.first_reference[counts.caption[self.row]] + within

    def cosines_without(self, cells: Cells, order: int, weights: Floats) -> Floats:
        """Each pair's clipped cosine when the row's n-gram, of the given weight, is left out."""
        encoding, caption = self.encoding, self.counts.caption
        match = encoding.matches[order - 1]
        product = np.zeros(len(self.row))
        image = caption[match.candidate_row]
        within = match.reference - encoding.first_reference[image]
        product[self.first[match.candidate_row] + within] = cells.product
        squares = sum_by(caption, weights**2, len(encoding.sizes))[caption]
        weighted = sum_by(caption, weights != 0, len(encoding.sizes))[caption]
        # Counted, not subtracted: a difference of squares would leave rounding where nothing is left.
        left = np.where(weighted - (weights != 0) > 0, squares - weights**2, 0)
        shrunk = np.sqrt(np.divide(squares, left, out=np.zeros_like(squares), where=left > 0))
        numerator = sum_by(match.reference, cells.product, len(encoding.image))[self.reference]
        return np.asarray((numerator - product) * cells.per_norms[self.reference] * shrunk[self.row])
