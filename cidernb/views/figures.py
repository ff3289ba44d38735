"""Figures for print: the same pictures as on screen, made with matplotlib; `Figure`s, never pyplot."""

from __future__ import annotations

import base64
import io
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from cidernb.explaining.change import Change
from cidernb.explaining.contributions import Contributions
from cidernb.plain_text import shortened, visible
from cidernb.result import Result
from cidernb.views.fonts import families
from cidernb.views.palette import CAUSES, REASONS
from cidernb.views.rendering import number, signed

#: Text and lines in pictures without a ground of their own: over 4:1 on white and on JupyterLab's dark.
INK = "#757c84"

#: The most characters of a name beside a bar: the bar needs room too.
_NAME = 60

#: Dots an inch in print.
PRINT_DPI = 200

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def contributions_figure(result: Result, shares: Contributions, most: int = 20) -> Figure:
    """What the candidate's n-grams earn, as bars, largest first; those that earn nothing are left out.

    Parameters
    ----------
    result : Result
        The score; its signature stands under the title.
    shares : Contributions
        What `cidernb.contributions` made of it.
    most : int
        How many n-grams to draw.
    """
    earning = [item for item in shares.by_ngram.items() if item[1] > 0]
    largest = sorted(earning, key=lambda item: -item[1])[:most]
    title = f"{result.variant.name} {number(shares.score)} of {result.variant.scale:g}: points by n-gram"
    figure, axes = _bars([ngram for ngram, _ in largest], title, result.signature)
    axes.barh(range(len(largest)), [points for _, points in largest], color=REASONS["earned"].colour)
    axes.set_xlabel(f"points of {result.variant.scale:g}")
    return figure


def losses_figure(result: Result, lost: Mapping[str, float], score: float) -> Figure:
    """The maximum as one row of bars: what was earned and where the rest went."""
    shown = {"earned": score} | {reason: points for reason, points in lost.items() if abs(points) > 1e-12}
    title = f"{result.variant.name} {number(score)} of {result.variant.scale:g}: where the points went"
    names = [f"{REASONS[reason].label}  {number(points)}" for reason, points in shown.items()]
    figure, axes = _bars(names, title, result.signature)
    lefts = np.cumsum([0, *shown.values()])[:-1]
    axes.barh(range(len(shown)), list(shown.values()), left=lefts, color=[REASONS[r].colour for r in shown])
    axes.set_xlabel(f"points of {result.variant.scale:g}")
    return figure


def change_figure(moved: Change, before: Result, after: Result) -> Figure:
    """The way from before to after as a waterfall of causes."""
    steps = moved.by_cause
    names = [
        f"before  {number(moved.before)}",
        *(f"{CAUSES[cause].label}  {signed(points)}" for cause, points in steps.items()),
        f"after  {number(moved.after)}",
    ]
    title = f"What moved {after.variant.name}: {signed(moved.total)} of {after.variant.scale:g} points"
    figure, axes = _bars(names, title, f"before {before.signature}\nafter {after.signature}")
    lefts = [0.0, *(moved.before + np.cumsum([0, *steps.values()]))[:-1], 0.0]
    colours = ["#6b6b6b", *(CAUSES[cause].colour for cause in steps), "#1f2328"]
    axes.barh(range(len(names)), [moved.before, *steps.values(), moved.after], left=lefts, color=colours)
    axes.set_xlabel(f"points of {after.variant.scale:g}")
    return figure


@contextmanager
def for_any_theme() -> Iterator[None]:
    """Figures made within have no ground of their own and grey ink, to be read on light and on dark."""
    from matplotlib import rc_context

    ink = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    grounds = ("figure.facecolor", "axes.facecolor")
    settings: dict[Any, Any] = dict.fromkeys(ink, INK) | dict.fromkeys(grounds, "none")
    with rc_context(settings):
        yield


def save_png(figure: Figure, path: str | PathLike[str]) -> None:
    """Write a figure as PNG, for print."""
    _save(figure, path, PRINT_DPI)


def figure_source(figure: Figure, dpi: int = 110) -> str:
    """A figure as the source of an `<img>`, or of a link to it."""
    file = io.BytesIO()
    _save(figure, file, dpi)
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def _save(figure: Figure, file: str | PathLike[str] | IO[bytes], dpi: int) -> None:
    with warnings.catch_warnings():
        # `fonts.without_glyph` tells whoever can tell the reader.
        warnings.filterwarnings("ignore", r"Glyph \d+ .* missing from", UserWarning)
        figure.savefig(file, format="png", dpi=dpi)


def _bars(names: list[str], title: str, below: str) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 1.5 + 0.3 * max(1, len(names))), layout="constrained")
    axes = figure.subplots()
    shown = [visible(shortened(name, line=_NAME)) for name in names]
    # Captions are text: a dollar sign in one starts no formula.
    axes.set_yticks(range(len(shown)), shown, parse_math=False, fontfamily=list(families()))
    axes.set_title(title, fontsize=10, loc="left", parse_math=False)
    figure.supxlabel(below, fontsize=5, parse_math=False)
    axes.invert_yaxis()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
