"""One set of captions under every preset: which names are one number, and how alike two of them rank."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np

from cidernb.evaluation_set import EvaluationSet
from cidernb.result import Result, score
from cidernb.studies.departures import SAME
from cidernb.variant import PRESETS, Variant

#: How the orders may be weighted, by words on screen, for any N.
ORDER_WEIGHTS: dict[str, Callable[[int], list[float]]] = {
    "equal": lambda n: [1 / n] * n,
    "longer counts more": lambda n: [2 * k / (n * (n + 1)) for k in range(1, n + 1)],
    "the longest alone": lambda n: [0.0] * (n - 1) + [1.0],
}


@dataclass(frozen=True, eq=False)
class PresetScore:
    """A set of captions under one preset.

    Attributes
    ----------
    name : str
        The preset.
    result : Result
        Its scores, on its own scale.
    same_as : str or None
        The first preset before it that gives every caption the same score, both on a scale of 10.
    """

    name: str
    result: Result
    same_as: str | None

    def points(self, image_id: Hashable | None) -> float:
        """An image's score on the preset's own scale; None: the mean."""
        return self.result.mean if image_id is None else self.result.per_image[image_id]

    def of_ten(self, image_id: Hashable | None) -> float:
        """The same on a scale of 10."""
        return self.points(image_id) * 10 / self.result.variant.scale


def under_every_preset(
    images: EvaluationSet, max_order: int = 4, order_weights: str = "equal"
) -> tuple[PresetScore, ...]:
    """Score captions under every preset, in the order of `PRESETS`.

    Parameters
    ----------
    images : EvaluationSet
        The captions.
    max_order : int
        N for all of them, in place of 4.
    order_weights : str
        One of `ORDER_WEIGHTS`.

    Raises
    ------
    ValueError
        If N or the name of the weights is not possible.

    Examples
    --------
    >>> from cidernb.example import documented_example
    >>> rows = under_every_preset(documented_example().evaluation_set)
    >>> {row.name: row.same_as for row in rows if row.same_as}["coco-caption"]
    'paper-cider-d-text'
    """
    if order_weights not in ORDER_WEIGHTS:
        raise ValueError(
            f"There are no order weights {order_weights!r}; choose one of {', '.join(ORDER_WEIGHTS)}."
        )
    rows: list[PresetScore] = []
    for name, variant in PRESETS.items():
        weights = ORDER_WEIGHTS[order_weights](max_order)
        result = score(images, variant=variant.replace(max_order=max_order, order_weights=weights))
        same = (row.name for row in rows if row.same_as is None and _one_number(row.result, result))
        rows.append(PresetScore(name, result, next(same, None)))
    return tuple(rows)


def different_numbers(rows: tuple[PresetScore, ...]) -> int:
    """How many of the presets are not the same as one before."""
    return sum(row.same_as is None for row in rows)


def rank_correlation(images: EvaluationSet, one: str | Variant, other: str | Variant) -> float:
    """Spearman's rank correlation over images of the scores of two variants.

    Parameters
    ----------
    images : EvaluationSet
        The captions; one candidate an image.
    one, other : str or Variant
        The variants.

    Returns
    -------
    float
        From -1 to 1; captions that share a score share their mean rank.
    """
    from scipy.stats import spearmanr

    both = [score(images, variant=variant).scores for variant in (one, other)]
    return float(spearmanr(*both).statistic)


def _one_number(one: Result, other: Result) -> bool:
    of_ten = [result.scores * 10 / result.variant.scale for result in (one, other)]
    return bool(np.abs(of_ten[0] - of_ten[1]).max() <= SAME)
