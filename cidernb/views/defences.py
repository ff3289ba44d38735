"""Attacks on captions and the defences against them, as HTML with a text twin."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache

import numpy as np
from markupsafe import Markup

from cidernb.by_hand import length_penalty
from cidernb.studies.attacks import Attack
from cidernb.studies.defences import DefenceStudy, LengthFactor, UnigramTerms
from cidernb.views.figures import INK, figure_source, for_any_theme
from cidernb.views.rendering import render

#: The widths of the Gaussian that are drawn beside each other.
SIGMAS = (1.0, 3.0, 6.0, 12.0)

#: Length differences shown in the curves' text twin.
_DIFFERENCES = (0, 1, 2, 3, 6, 9, 12, 18)


def attacked(study: DefenceStudy, image_id: Hashable) -> Markup:
    """What the study's first attack changes under each defence, and one caption before and after it."""
    attack = study.attacks[0]
    means = study.mean_changes[0].tolist()
    largest = max(map(abs, means)) or 1.0
    rows = [
        {
            "defence": name,
            "before": before,
            "after": before + change,
            "change": change,
            "gains": gains,
            "left": 50 + min(0.0, 48 * change / largest),
            "width": 48 * abs(change) / largest,
        }
        for name, before, change, gains in zip(
            study.defences, study.before.mean(axis=1).tolist(), means, study.gains[0].tolist(), strict=True
        )
    ]
    caption = study.images.candidates[image_id]
    return render(
        "defences_attacked.html",
        attack=attack,
        caption=caption,
        changed=attack.of(caption),
        end_token=study.images.end_token,
        rows=rows,
        images=len(study.images),
    )


def matrix(study: DefenceStudy, chosen: Attack) -> Markup:
    """Every attack under every defence: the mean change, and how many captions gain."""
    largest = float(np.abs(study.mean_changes).max(initial=0)) or 1.0
    rows = [
        {
            "attack": attack,
            "cells": [
                {"change": c, "gains": g} for c, g in zip(changes.tolist(), gains.tolist(), strict=True)
            ],
        }
        for attack, changes, gains in zip(study.attacks, study.mean_changes, study.gains, strict=True)
    ]
    return render(
        "defences_matrix.html",
        rows=rows,
        largest=largest,
        defences=list(study.defences),
        chosen=chosen,
        images=len(study.images),
    )


def unigrams(terms: Sequence[UnigramTerms]) -> Markup:
    """The two facts on the unigram term of a repeated caption, for each number of repetitions."""
    rows = [
        {
            "times": each.times,
            "moved": float(np.abs(each.unclipped_change).max()),
            "low": float(np.nanmin(each.clipped_ratio)),
            "high": float(np.nanmax(each.clipped_ratio)),
            "exact": int(np.sum(np.abs(each.clipped_ratio - 1 / each.times) < 1e-12)),
            "images": int(np.sum(np.isfinite(each.clipped_ratio))),
        }
        for each in terms
    ]
    return render("defences_unigrams.html", rows=rows)


def factors(lengths: Sequence[LengthFactor], attack: Attack, sigma: float) -> Markup:
    """The Gaussian factor by the reference's length, before and after an attack."""
    return render("defences_factors.html", lengths=lengths, attack=attack, sigma=sigma)


@cache
@for_any_theme()
def penalty_curves() -> Markup:
    """The Gaussian factor by the difference of lengths, a curve for each of `SIGMAS`."""
    from matplotlib.figure import Figure

    differences = range(21)
    figure = Figure(figsize=(6.4, 2.6), layout="constrained")
    axes = figure.subplots()
    for sigma, colour in zip(SIGMAS, ("#d55e00", "#009e73", "#0072b2", INK), strict=True):
        values = [length_penalty(difference, 0, sigma) for difference in differences]
        axes.plot(differences, values, color=colour, marker="o", markersize=3)
        # Each label stands where its curve is at one half: where it is told from its neighbours.
        at = (1.1774 * sigma, 0.5)
        axes.annotate(f"σ = {sigma:g}", at, (5, 4), textcoords="offset points", color=colour)
    axes.set(
        xticks=range(0, 21, 2),
        xlim=(0, 20),
        ylim=(0, 1.02),
        xlabel="difference of lengths, in words",
        ylabel="factor",
    )
    axes.spines[["top", "right"]].set_visible(False)
    table = [(d, [length_penalty(d, 0, sigma) for sigma in SIGMAS]) for d in _DIFFERENCES]
    return render("defences_curves.html", source=figure_source(figure), sigmas=SIGMAS, table=table)
