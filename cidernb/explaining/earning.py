"""Contributions as arrays: what each n-gram of the candidates earns from each reference.

An n-gram k of a candidate, in order n, earns from reference j of m

    a[k, j] = scale * w_n / m * penalty_j * clipped(c_k, s_jk) * s_jk / (|c^n| |s_j^n|),

the terms of Eqs. 2 to 5 with nothing left out: they sum to the score.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from cidernb.arrays import Floats
from cidernb.encoding import Encoding
from cidernb.result import Result
from cidernb.scoring import Cells, length_penalty, make_cells
from cidernb.variant import Variant
from cidernb.weighting import Weighting


def cell_worth(encoding: Encoding, variant: Variant) -> Floats:
    """What each cell can earn at the most, scale * w_n / m; shape (N, references)."""
    per_reference = variant.scale / encoding.sizes[encoding.image]
    return np.outer(variant.weights, per_reference)


def earned(encoding: Encoding, cells: Cells, variant: Variant) -> Floats:
    """a[k, j] at each match of the cells."""
    return cosine_terms(cells) * worth_at_matches(encoding, variant)


def cosine_terms(cells: Cells) -> Floats:
    """clipped(c_k, s_jk) * s_jk / (|c^n| |s_j^n|) at each match: what its cell's cosine is the sum of."""
    norms = cells.norms.ravel()[cells.matches.cell]
    # The official scorers leave a cell whose norm is 0 at 0.
    return np.divide(cells.product, norms, out=np.zeros(len(norms)), where=norms > 0)


def worth_at_matches(encoding: Encoding, variant: Variant) -> Floats:
    """scale * w_n / m * penalty_j at each match of orders 1 to N: what its cosine is worth."""
    worth = cell_worth(encoding, variant) * length_penalty(encoding, variant)
    at_matches: Floats = worth.ravel()[encoding.matches.up_to(variant.max_order).cell]
    return at_matches


def part_of(result: Result, image_id: Hashable | None) -> tuple[Weighting, Cells]:
    """The weighting and cells of one image, or of all."""
    if image_id is None:
        return result.weighting, result.cells
    weighting = result.weighting.of_image(result.evaluation_set.row(image_id))
    return weighting, make_cells(weighting, result.variant)
