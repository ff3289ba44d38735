"""One caption under every IDF source, and what is claimed for a table, as HTML."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from cidernb.explaining.contributions import contributions
from cidernb.exploring.idf_sources import OwnTable
from cidernb.result import Result
from cidernb.views.figures import INK, figure_source, for_any_theme
from cidernb.views.rendering import number, render

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def sources(results: Mapping[str, Result], labels: Mapping[str, str], chosen: str, image: Hashable) -> Markup:
    """df and IDF of the candidate's n-grams under every source, and the score that comes of them."""
    tables = [contributions(result, image).table for result in results.values()]
    columns = [
        {
            "label": labels[name],
            "chosen": name == chosen,
            "images": result.weighting.num_images,
            "score": result.per_image[image],
            "name": name,
        }
        for name, result in results.items()
    ]
    limit = any(result.variant.unseen == "limit" for result in results.values())
    return render("idf_sources.html", columns=columns, rows=list(zip(*tables, strict=True)), limit=limit)


def table(own: OwnTable | None, problem: str) -> Markup:
    """What was read of the reader's table, or what is wrong with it."""
    largest = max(own.counts.values()) if own is not None else 0
    return render("idf_sources_table.html", own=own, largest=largest, problem=problem)


def claimed(claims: Sequence[int], scores: np.ndarray, own: OwnTable, scale: float) -> Markup:
    """The score for each number of images that might be claimed for a table."""
    best = int(np.argmax(scores))
    now = float(scores[list(claims).index(own.num_images)])
    largest = max(own.counts.values())
    twin = (
        f"From |I| = {claims[0]} to {claims[-1]} the score goes from {number(scores[0])} to "
        f"{number(scores[-1])}; it is highest, {number(scores[best])}, at |I| = {claims[best]}. At the "
        f"|I| claimed now, {own.num_images}, it is {number(now)}. The largest df is {largest}."
    )
    figure = claimed_figure(claims, scores, own, scale)
    return render("idf_sources_claimed.html", source=figure_source(figure), twin=twin)


@for_any_theme()
def claimed_figure(claims: Sequence[int], scores: np.ndarray, own: OwnTable, scale: float) -> Figure:
    """Score against claimed |I|; where an IDF is negative the ground is tinted."""
    from matplotlib.figure import Figure

    largest = max(own.counts.values())
    # Axes in a fixed place and few ticks: it is drawn at every click, and a layout takes as long again.
    figure = Figure(figsize=(8, 2.6))
    axes = figure.add_axes((0.07, 0.2, 0.92, 0.78))
    axes.set_xscale("log")
    axes.minorticks_off()
    if largest > claims[0]:
        axes.axvspan(claims[0], largest, color="#e69f00", alpha=0.18, linewidth=0)
        text = "an IDF is negative "
        above = axes.get_xaxis_transform()
        axes.text(largest, 0.98, text, transform=above, ha="right", va="top", fontsize=9)
    axes.axhline(scale, color=INK, linestyle="--", linewidth=1)
    axes.plot(claims, scores, color="#0072b2", marker=".", markersize=4, linewidth=1.2)
    now = scores[list(claims).index(own.num_images)]
    axes.plot([own.num_images], [now], color=INK, marker="o", markersize=8)
    axes.annotate(
        f"|I| = {own.num_images}: {number(float(now))}",
        (own.num_images, now),
        xytext=(8, 8),
        textcoords="offset points",
        parse_math=False,
    )
    axes.set_ylim(-0.2, 1.18 * max(scale, float(np.max(scores))))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("number of images |I| claimed for the table")
    axes.set_ylabel(f"score; the line is {scale:g}")
    axes.spines[["top", "right"]].set_visible(False)
    return figure
