"""The equation of a score with one caption's numbers in it."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from markupsafe import Markup

from cidernb.arrays import sum_by
from cidernb.explaining.earning import part_of
from cidernb.result import Result
from cidernb.scoring import length_penalty
from cidernb.views.rendering import number, render


def equation(result: Result, image_id: Hashable) -> Markup:
    """Eqs. 2 and 3, or 4 and 5, with the numbers of an image; each opens to where it comes from."""
    weighting, cells = part_of(result, image_id)
    encoding, variant = weighting.encoding, result.variant
    orders = range(1, variant.max_order + 1)
    numerators = sum_by(cells.matches.cell, cells.product, cells.norms.size).reshape(cells.norms.shape)
    penalties = length_penalty(encoding, variant)
    similarity = cells.cosines * penalties
    per_order = similarity.mean(axis=1)
    texts = result.evaluation_set.references[image_id]
    references = [
        {
            "text": texts[j],
            "penalty": penalties[j],
            "sum": float(np.dot(variant.weights, similarity[:, j])) * variant.scale,
            "orders": [
                {
                    "n": n,
                    "numerator": numerators[n - 1, j],
                    "norms": cells.norms[n - 1, j],
                    "cosine": cells.cosines[n - 1, j],
                    "similarity": similarity[n - 1, j],
                }
                for n in orders
            ],
        }
        for j in range(len(texts))
    ]
    terms = [
        {"n": n, "weight": weight, "mean": mean}
        for n, weight, mean in zip(orders, variant.weights, per_order.tolist(), strict=True)
    ]
    twin = (
        f"score = {variant.scale:g} times ("
        + " + ".join(f"{number(term['weight'], 2)} times {number(term['mean'])}" for term in terms)
        + f") = {number(result.per_image[image_id])}"
    )
    return render(
        "equation.html",
        variant=variant,
        terms=terms,
        references=references,
        score=result.per_image[image_id],
        twin=twin,
        clipped=variant.clipping != "none",
        numbers="Eqs. 4 and 5" if variant.name == "CIDEr-D" else "Eqs. 2 and 3",
    )
