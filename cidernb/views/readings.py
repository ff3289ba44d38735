"""The readings of the clipping as a caption grows: scores, curves with their table, and the terms."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

from cidernb.studies.clipping_readings import NORMALISERS, READINGS, GrowingCaption
from cidernb.views.figures import INK, figure_source, for_any_theme
from cidernb.views.rendering import counted, number, render

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Colour, dashes and width of each reading's line; the code's lies on the text's.
_LINES = {
    "paper-cider-d-eq4-all": ("#d55e00", "-", 2.0),
    "paper-cider-d-eq4-order": ("#cc79a7", "--", 2.0),
    "paper-cider-d-text": ("#009e73", "-", 5.0),
    "code-cider-d": ("#56b4e9", "-", 1.8),
}

#: Inches across and up; and the axes within, as shares: left, bottom, width, height.
_SIZE = (9.0, 3.6)
_AXES = (0.06, 0.15, 0.93, 0.81)


def scores(growing: GrowingCaption, words: int) -> Markup:
    """Every reading's score at a length, and how it lies to the code's."""
    own = growing.scores(words)
    code = own["code-cider-d"]
    rows = [
        {
            "preset": preset,
            "label": READINGS[preset],
            "colour": _LINES[preset][0],
            "score": points,
            "width": 10 * points,
            "difference": points - code,
        }
        for preset, points in own.items()
    ]
    lengths = growing.reference_lengths
    return render(
        "readings_scores.html",
        rows=rows,
        words=words,
        candidate=growing.candidate(words),
        shorter=sum(words < own for own in lengths),
        equal=sum(words == own for own in lengths),
        longer=sum(words > own for own in lengths),
    )


def terms(growing: GrowingCaption, words: int) -> Markup:
    """Both normalisers' terms above, equal to and below the code's, by the side of the candidate's length."""
    tables = [
        {"label": READINGS[normaliser], "wrong": growing.wrong_terms(normaliser)}
        for normaliser in NORMALISERS
    ]
    rows = list(zip(*(growing.terms(normaliser, words) for normaliser in NORMALISERS), strict=True))
    return render(
        "readings_terms.html",
        tables=tables,
        rows=rows,
        longest=growing.lengths[-1],
        all_terms=growing.all_terms(),
    )


def table(growing: GrowingCaption, words: int) -> Markup:
    """The curves as a table."""
    rows = [
        {"words": length, "now": length == words, "scores": list(growing.scores(length).values())}
        for length in growing.lengths
    ]
    return render("readings_table.html", rows=rows, labels=list(READINGS.values()))


def curves(growing: GrowingCaption, words: int) -> Markup:
    """The curves as a picture whose text twin says the present length's scores."""
    said = ", ".join(
        f"{READINGS[preset]} {number(points)}" for preset, points in growing.scores(words).items()
    )
    low, high = min(growing.reference_lengths), max(growing.reference_lengths)
    twin = (
        f"Score of 10 by the words of the caption, 1 to {growing.lengths[-1]}, one line a reading; the "
        f"references have {low} to {high} words. At {counted(words, 'word')}: {said}. The table below has "
        "every length."
    )
    left, _, width, _ = _AXES
    mark = 100 * (left + width * (words - 0.5) / growing.lengths[-1])
    return render(
        "readings_curves.html", source=_source(growing), twin=twin, mark=mark, size=_SIZE, words=words
    )


@for_any_theme()
def figure(growing: GrowingCaption) -> Figure:
    """The curves over the candidate's length, with the references' lengths shaded."""
    from matplotlib.figure import Figure

    picture = Figure(figsize=_SIZE)
    axes = picture.add_axes(_AXES)
    low, high = min(growing.reference_lengths), max(growing.reference_lengths)
    axes.axvspan(low - 0.15, high + 0.15, color=INK, alpha=0.18, linewidth=0)
    for place, (preset, (colour, dashes, width)) in enumerate(_LINES.items()):
        points = [growing.scores(length)[preset] for length in growing.lengths]
        axes.plot(
            growing.lengths, points, dashes, color=colour, linewidth=width, label=READINGS[preset],
            zorder=3 + place,
        )  # fmt: skip
    axes.set_xlim(0.5, growing.lengths[-1] + 0.5)
    axes.set_ylim(0, max(1.0, axes.get_ylim()[1]))
    axes.set_xticks(growing.lengths)
    axes.set_xlabel("words of the caption (shaded: the references' lengths)")
    axes.set_ylabel("score of 10")
    axes.legend(frameon=False, fontsize=9, loc="upper right")
    axes.spines[["top", "right"]].set_visible(False)
    return picture


def whole(growing: GrowingCaption, words: int) -> Markup:
    """All of it below one another, for a page without a kernel."""
    parts = [view(growing, words) for view in (scores, curves, table, terms)]
    return Markup("\n").join([render("style.html"), *parts])


# Drawing takes many times as long as marking a length, which is done on the page.
@lru_cache(maxsize=4)
def _source(growing: GrowingCaption) -> str:
    return figure_source(figure(growing))
