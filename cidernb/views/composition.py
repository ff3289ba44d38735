"""An image's company, its n-grams before and after, and scores that depend on the company, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from cidernb.example import documented_example
from cidernb.explaining.change import Change
from cidernb.exploring.composition import NgramInCompany, what_they_show
from cidernb.result import Result
from cidernb.studies.batches import BatchScores
from cidernb.studies.effects import TwoCompanies
from cidernb.views import changes
from cidernb.views.figures import INK, figure_source, for_any_theme
from cidernb.views.palette import CAUSES
from cidernb.views.parts import png_source
from cidernb.views.rendering import counted, number, render, signed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Pictures in a row of the contact sheet, and how far apart they are, in pixels.
_IN_A_ROW, _GAP = 34, 4


def scores(change: Change, before: Result, after: Result) -> Markup:
    """Both scores on one axis, each with the size of its company."""
    sizes = (len(result.evaluation_set) for result in (before, after))
    names = ("alone" if size == 1 else counted(size, "image") for size in sizes)
    return changes.sides(change, after.variant.scale, *names)


def company(ids: Sequence[int], image: int) -> Markup:
    """The pictures of a company, and how many show what."""
    shown = what_they_show(ids)
    said = [
        f"{what}: " + ", ".join(f"{name} {many}" for name, many in of_it.items())
        for what, of_it in shown.items()
    ]
    rest = [i for i in ids if i != image]
    return render(
        "composition_company.html",
        source=png_source(_sheet([image, *rest])),
        rows=-(-len(ids) // _IN_A_ROW),
        images=len(ids),
        said=said,
    )


def _sheet(ids: Sequence[int]) -> np.ndarray:
    """Small pictures side by side, on nothing: red, green, blue and how opaque."""
    pictures = [documented_example().scenes[i].image[::2, ::2] for i in ids]
    step = len(pictures[0]) + _GAP
    sheet = np.zeros((step * -(-len(ids) // _IN_A_ROW), step * _IN_A_ROW, 4))
    for place, picture in enumerate(pictures):
        row, column = (step * at for at in divmod(place, _IN_A_ROW))
        sheet[row : row + step - _GAP, column : column + step - _GAP, :3] = picture
        sheet[row : row + step - _GAP, column : column + step - _GAP, 3] = 1
    return sheet


def ngrams(rows: Sequence[NgramInCompany], change: Change, images: tuple[int, int]) -> Markup:
    """df, IDF and contribution of each n-gram of the candidate, before and after."""
    moved = [change.by_ngram[row.ngram] for row in rows]
    return render(
        "composition_ngrams.html",
        rows=zip(rows, moved, strict=True),
        largest=max(map(abs, moved), default=0) or 1.0,
        change=change,
        images=images,
    )


def distribution(companies: TwoCompanies, image: int) -> Markup:
    """Same-colour minus mixed for every image: a picture, and its text twin."""
    difference = companies.difference
    twin = (
        f"Same-colour minus mixed over {len(difference)} images: least {signed(difference.min())}, most "
        f"{signed(difference.max())}, mean {signed(difference.mean())}; below 0 on "
        f"{int((difference < 0).sum())}; image {image}: {signed(difference[image])}."
    )
    return render(
        "composition_distribution.html",
        source=figure_source(distribution_figure(difference, image)),
        size=companies.size,
        twin=twin,
        least=difference.min(),
        most=difference.max(),
        mean=difference.mean(),
        lower=int((difference < 0).sum()),
        images=len(difference),
        image=image,
        own=difference[image],
        sides=(companies.same[image], companies.mixed[image]),
    )


@for_any_theme()
def distribution_figure(difference: np.ndarray, image: int) -> Figure:
    """How many images have which difference, with one image and the mean marked."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(8, 2.4))
    axes = figure.add_axes((0.06, 0.21, 0.93, 0.77))
    low, high = np.floor(10 * difference.min()) / 10, max(0.0, np.ceil(10 * difference.max()) / 10)
    colour = CAUSES["evaluation_set"].colour
    axes.hist(difference, bins=np.arange(low, high + 0.05, 0.1).tolist(), color=colour, rwidth=0.94)
    axes.axvline(0, color=INK, linewidth=2)
    marks = (("mean", difference.mean(), "--", 1.0), (f"image {image}", difference[image], "-", 0.82))
    for name, at, line, height in marks:
        axes.axvline(at, color=INK, linestyle=line, linewidth=1)
        label = f" {name} {signed(float(at), 2)}"
        axes.text(at, height, label, transform=axes.get_xaxis_transform(), va="top")
    axes.text(0, 1, "no difference ", transform=axes.get_xaxis_transform(), va="top", ha="right")
    axes.set_xlim(low - 0.05, max(high, 0.0) + 0.1)
    axes.margins(y=0.3)
    axes.set_xlabel("points among the images of its colour minus points among all other colours")
    axes.set_ylabel("images")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def batches(of_sizes: Sequence[BatchScores], whole: Result, image: int) -> Markup:
    """What batches of several sizes make of the same captions, beside the whole set."""
    place = whole.evaluation_set.row(image)
    rows = [
        {
            "size": batch.size,
            "mean": float(batch.means.mean()),
            "spread": float(batch.spread.mean()),
            "widest": float(batch.spread.max()),
            "low": float(batch.scores[:, place].min()),
            "high": float(batch.scores[:, place].max()),
        }
        for batch in of_sizes
    ]
    scale = max(row["high"] for row in rows)
    own = whole.per_image[image]
    return render(
        "composition_batches.html",
        rows=rows,
        draws=len(of_sizes[0].scores),
        scale=scale * 1.02,
        whole=whole,
        image=image,
        own=own,
        said=f"{number(own)} among all {len(whole.scores)}",
    )
