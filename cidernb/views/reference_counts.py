"""Scores by the number of references: what they are now, the curves, and the curves as a table."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from markupsafe import Markup

from cidernb.explaining.change import Change
from cidernb.studies.reference_counts import RECOMPUTED, Band, NestedScores
from cidernb.views.figures import INK, figure_source, for_any_theme
from cidernb.views.palette import CAUSES
from cidernb.views.rendering import number, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Of the random orders, the share that the band holds.
SHARE = 0.9

_COLOURS = ("#0072b2", "#d55e00")


def answer(
    nested: NestedScores, image_id: Hashable, count: int, idf: str, moved: tuple[Change, Change] | None
) -> Markup:
    """The mean and one image's score with so many references, and what the others would add.

    Parameters
    ----------
    nested : NestedScores
        The scores in the set's own order.
    image_id : hashable
        The image.
    count : int
        The references kept.
    idf : str
        What the IDF counts.
    moved : (Change, Change) or None
        From the references kept, IDF recomputed, to all, first counted and then compared: of the mean
        and of the image; None where all are kept.
    """
    place = nested.counts.index(count)
    rows = []
    for name, of, change in zip(
        _names(nested, image_id), (None, image_id), moved or (None, None), strict=True
    ):
        curve = nested.of(of)[0]
        steps = {} if change is None else change.by_cause
        causes = [(CAUSES[c], p) for c, p in steps.items() if idf == RECOMPUTED or c != "references_counted"]
        rows.append({"name": name, "score": curve[place], "all": curve[-1], "causes": causes})
    fallen = int(nested.falling()[place - 1]) if place else None
    return render(
        "reference_counts_answer.html",
        rows=rows,
        count=count,
        most=nested.counts[-1],
        idf=idf,
        fallen=fallen,
        images=len(nested.ids),
    )


@for_any_theme()
def curves(nested: NestedScores, shuffled: NestedScores | None, image_id: Hashable, count: int) -> Markup:
    """Mean and image by the number of references, side by side, with the band of the random orders."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.3))
    panels = figure.subplots(1, 2, sharey=True)
    # Axes in a fixed place: it is drawn at every click, and a layout takes as long again.
    figure.subplots_adjust(left=0.055, right=0.99, bottom=0.15, top=0.92, wspace=0.05)
    said = []
    for axes, name, of, colour in zip(
        panels, _names(nested, image_id), (None, image_id), _COLOURS, strict=True
    ):
        band = None if shuffled is None else shuffled.band(of, SHARE)
        _curve(axes, nested, of, band, colour)
        axes.set_title(name, fontsize=10, loc="left", parse_math=False)
        axes.axvline(count, color=INK, linewidth=1, linestyle=":")
        place = nested.counts.index(count)
        axes.plot([count], [nested.of(of)[0][place]], "o", color=colour, markersize=9)
        said.append(f"{name} {number(nested.of(of)[0][place])}{_limits(band, place)}")
    panels[0].set_ylabel("score of 10")
    panels[0].set_ylim(0, None)
    panels[0].legend(frameon=False, fontsize=8, loc="lower right")
    twin = (
        f"Two curves by the number of references, 1 to {nested.counts[-1]}. With {count}: "
        f"{'; '.join(said)}. The table below has every number."
    )
    return render("reference_counts_curves.html", source=figure_source(figure), twin=twin)


def table(nested: NestedScores, shuffled: NestedScores | None, image_id: Hashable, count: int) -> Markup:
    """The curves as a table."""
    fallen = [None, *nested.falling().tolist()]
    bands = [None if shuffled is None else shuffled.band(of, SHARE) for of in (None, image_id)]
    rows = [
        {
            "count": m,
            "now": m == count,
            "mean": nested.of()[0][place],
            "image": nested.of(image_id)[0][place],
            "bands": [None if band is None else (band.low[place], band.high[place]) for band in bands],
            "fallen": fallen[place],
        }
        for place, m in enumerate(nested.counts)
    ]
    return render(
        "reference_counts_table.html",
        rows=rows,
        names=_names(nested, image_id),
        share=SHARE,
        orders=0 if shuffled is None else len(shuffled.scores),
    )


def progress(done: int, wanted: int, running: bool) -> Markup:
    """How many of the random orders are scored."""
    return render("reference_counts_progress.html", done=done, wanted=wanted, running=running)


def _curve(axes: Axes, nested: NestedScores, of: Hashable | None, band: Band | None, colour: str) -> None:
    counts = nested.counts
    if band is not None:
        axes.fill_between(
            counts,
            band.low,
            band.high,
            color=colour,
            alpha=0.2,
            linewidth=0,
            label=f"{SHARE:.0%} of shuffles",
        )
        axes.plot(counts, band.middle, "--", color=colour, linewidth=1.2, label="mean of the shuffles")
    axes.plot(counts, nested.of(of)[0], "-o", color=colour, markersize=3.5, label="in the order given")
    axes.set_xticks(counts)
    axes.set_xlabel("references an image")
    axes.spines[["top", "right"]].set_visible(False)


def _limits(band: Band | None, place: int) -> str:
    if band is None:
        return ""
    return f", {SHARE:.0%} of the shuffles from {number(band.low[place])} to {number(band.high[place])}"


def _names(nested: NestedScores, image_id: Hashable) -> tuple[str, str]:
    return f"mean of {len(nested.ids)} images", f"image {image_id}"
