"""Losses: the points missing from the maximum, each with the reason it is missing."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

import numpy as np

from cidernb.arrays import Floats
from cidernb.explaining.earning import cell_worth, part_of
from cidernb.frozen import FrozenDict
from cidernb.result import Result, check_result
from cidernb.scoring import Cells, length_penalty
from cidernb.variant import Variant
from cidernb.weighting import Weighting

#: The reasons, in the order in which they are looked for.
REASONS = (
    "candidate_too_short",
    "reference_too_short",
    "unseen_limit",
    "zero_weights",
    "wording",
    "clipping",
    "length_penalty",
)


def losses(result: Result, image_id: Hashable | None = None) -> Mapping[str, float]:
    """Where the points went: score plus losses is the scale.

    Parameters
    ----------
    result : Result
        What `cidernb.score` returned.
    image_id : hashable, optional
        The image; None gives the mean over the evaluation set.

    Returns
    -------
    mapping of reason to points
        A cell (one order of one reference, worth scale * w_n / m) without n-grams in the candidate
        goes to "candidate_too_short", without any in the reference to "reference_too_short"; one
        that the limit reading puts to 0 to "unseen_limit"; one in which a side's n-grams all
        weigh nothing to "zero_weights". Of the others, 1 minus the cosine goes to "wording", what
        clipping takes off to "clipping" and the rest to "length_penalty". Only "clipping" can
        be negative, a gain: where IDF is negative and weights are clipped.

    Raises
    ------
    ValueError
        If the image is not in the evaluation set.

    Examples
    --------
    >>> import cidernb
    >>> result = cidernb.score(["a dog runs", "a cat"], [["a dog runs"], ["a cat sat"]])
    >>> {reason: round(points, 3) for reason, points in losses(result, 1).items() if round(points, 3)}
    {'candidate_too_short': 5.0, 'wording': 1.464, 'length_penalty': 0.049}
    """
    check_result(result, "What is to be explained")
    weighting, cells = part_of(result, image_id)
    images = len(weighting.encoding.sizes)
    points = cell_losses(weighting, cells, result.variant)
    return FrozenDict({reason: float(points[reason].sum()) / images for reason in REASONS})


def cell_losses(weighting: Weighting, cells: Cells, variant: Variant) -> dict[str, Floats]:
    """The points that each cell loses, by reason; shape (N, references) each."""
    encoding = weighting.encoding
    worth = cell_worth(encoding, variant)
    orders = np.arange(1, variant.max_order + 1)[:, None]
    whole = {
        "candidate_too_short": encoding.candidates.words.lengths[encoding.image] < orders,
        "reference_too_short": encoding.references.words.lengths < orders,
        # The limit sends the cosine to 0 where candidate and reference share no absent n-gram.
        "unseen_limit": (cells.limited if cells.limited is not None else False) & (cells.cosines == 0),
        "zero_weights": cells.norms == 0,
    }
    points: dict[str, Floats] = {}
    left = np.ones(worth.shape, bool)
    for reason, applies in whole.items():
        points[reason] = np.where(left & applies, worth, 0)
        left &= ~applies
    unclipped = cells.over_norms(cells.unclipped)
    # A cosine of 1 may round above it.
    points["wording"] = np.where(left, worth * np.maximum(0, 1 - unclipped), 0)
    points["clipping"] = np.where(left, worth * (unclipped - cells.cosines), 0)
    points["length_penalty"] = np.where(
        left, worth * cells.cosines * (1 - length_penalty(encoding, variant)), 0
    )
    return points
