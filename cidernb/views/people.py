"""Agreement of CIDEr with people: the accuracy, by kind of pair, and over the number of references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from cidernb.arrays import Floats
from cidernb.exploring.long_work import LongWork
from cidernb.exploring.setting import PRESET_LABELS
from cidernb.studies.people.agreement import Agreement, Ties, agreement, winners
from cidernb.studies.people.intervals import Change
from cidernb.studies.people.resampled import Curve, Middle
from cidernb.studies.people.study import Study
from cidernb.studies.reference_counts import HELD_FIXED, RECOMPUTED
from cidernb.studies.scene_pairs import KINDS
from cidernb.views.figures import INK, figure_source, for_any_theme
from cidernb.views.rendering import number, render, signed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Colour and line of each curve: told apart without colour too.
_LINES = {HELD_FIXED: ("#0072b2", "-", "o"), RECOMPUTED: ("#d55e00", "--", "s")}


def percent(share: float) -> str:
    """A share in per cent, to one decimal.

    Examples
    --------
    >>> percent(0.845)
    '84.5'
    """
    return number(100 * share, 1) if abs(share) >= 0.0005 else "0.0"


def points(share: float, digits: int = 1) -> str:
    """A difference of shares in points, with its sign.

    Examples
    --------
    >>> points(-0.0123), points(0.0001), points(0.0001, 2)
    ('−1.2', '0.0', '+0.01')
    """
    small = abs(100 * share) < 0.5 * 10**-digits
    return f"{0:.{digits}f}" if small else signed(100 * share, digits)


def limits(change: Change) -> str:
    """A difference in points with its interval.

    Examples
    --------
    >>> limits(Change(0.0166, 0.0012, 0.0307))
    '+1.7 points (95 % interval +0.1 to +3.1)'
    """
    low, high = points(change.low), points(change.high)
    return f"{points(change.difference)} points (95 % interval {low} to {high})"


def shown(change: Change, more: str, less: str, nothing: str) -> str:
    """One of three phrases, as the interval lies above 0, below 0, or holds it."""
    return more if change.low > 0 else less if change.high < 0 else nothing


def metric_name(variant: str, order: int | None) -> str:
    """A preset in the words of the screen, with the one order that is taken, if it is one."""
    return PRESET_LABELS[variant] + ("" if order is None else f", n-grams of order {order} alone")


def voters(study: Study) -> str:
    """Who chose."""
    return "the simulated judges" if study.simulated else "people"


def data(study: Study, problem: str = "") -> Markup:
    """What was read, or what is wrong with a folder that was named."""
    return render(
        "people_data.html",
        study=study,
        images=len({pair.image for pair in study.pairs}),
        problem=problem,
    )


def reading(folder: str) -> Markup:
    """What stands there while a folder is read."""
    return render("people_reading.html", folder=folder)


def answer(study: Study, row: Agreement, other: Agreement, variant: str, order: int | None) -> Markup:
    """The accuracy with its interval, under both readings of ties.

    Parameters
    ----------
    study : Study
        The pairs.
    row, other : Agreement
        With ties as chosen, and with the other reading.
    variant : str
        The preset's name.
    order : int or None
        The one order that is taken, if it is one.
    """
    return render(
        "people_answer.html",
        study=study,
        row=row,
        other=other,
        metric=metric_name(variant, order),
        voters=voters(study),
        percent=percent,
    )


def kinds(study: Study, scores: Floats, row: Agreement) -> Markup:
    """The accuracy for each kind of pair that is known.

    Parameters
    ----------
    study : Study
        The pairs.
    scores : array, shape (pairs, 2)
        The metric's, of B and C.
    row : Agreement
        Over all pairs.
    """
    rows = []
    for kind in study.kinds:
        held = study.of_kind(kind)
        if winners(held.verdicts).any():
            of_kind = np.array([pair.kind == kind for pair in study.pairs])
            found = agreement(
                held, scores[of_kind], variant=row.variant, references=row.references, ties=row.ties
            )
            rows.append((kind, found))
    known = sum(pair.kind is not None for pair in study.pairs)
    return render(
        "people_kinds.html",
        rows=rows,
        KINDS=KINDS,
        all=row,
        known=known,
        pairs=len(study.pairs),
        voters=voters(study),
        percent=percent,
    )


def progress(work: LongWork, running: bool) -> Markup:
    """How far some long work is."""
    return render("people_progress.html", work=work, running=running)


# The curve over references


def curve(study: Study, curves: Mapping[str, Curve], metric: str) -> Markup:
    """What more references do to the accuracy: sentences, the figure, and a table."""
    if not curves:
        return waiting()
    counts = next(iter(curves.values())).counts
    gains = [(idf, drawn.gain(counts[0], counts[-1])) for idf, drawn in curves.items()]
    bands = [(drawn.over_images(), drawn.over_references()) for drawn in curves.values()]
    rows = [
        (count, [[_at(middle, place) for middle in both] for both in bands])
        for place, count in enumerate(counts)
    ]
    return render(
        "people_curve.html",
        metric=metric,
        voters=voters(study),
        sentences=[_gain_sentence(idf, gain, counts) for idf, gain in gains],
        source=_curve_source(curves),
        twin=_curve_twin(curves),
        idfs=[(idf, len(drawn.accuracies)) for idf, drawn in curves.items()],
        rows=rows,
        percent=percent,
    )


def waiting() -> Markup:
    """What stands there before the first step is done."""
    return render("people_waiting.html")


def _at(band: Middle, place: int) -> Middle:
    return Middle(*(each[place] for each in band))


def _gain_sentence(idf: str, gain: Change, counts: tuple[int, ...]) -> str:
    verdict = shown(
        gain,
        "More references show a gain.",
        "More references show a loss.",
        "This shows neither a gain nor a loss.",
    )
    return f"IDF {idf}: from {counts[0]} to {counts[-1]} references {limits(gain)}. {verdict}"


def _curve_twin(curves: Mapping[str, Curve]) -> str:
    said = []
    for idf, drawn in curves.items():
        middle = drawn.over_images().middle
        said.append(
            f"with the IDF {idf} from {percent(middle[0])} % with {drawn.counts[0]} reference to "
            f"{percent(middle[-1])} % with {drawn.counts[-1]}"
        )
    return f"Accuracy by the number of references: {'; '.join(said)}. The table below has every number."


@for_any_theme()
def _curve_source(curves: Mapping[str, Curve]) -> str:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6))
    axes = figure.subplots()
    figure.subplots_adjust(left=0.065, right=0.99, bottom=0.14, top=0.97)
    for idf, drawn in curves.items():
        colour, line, mark = _LINES[idf]
        low, middle, high = (100 * each for each in drawn.over_images())
        axes.fill_between(drawn.counts, low, high, color=colour, alpha=0.18, linewidth=0)
        axes.plot(drawn.counts, middle, line, marker=mark, markersize=4.5, color=colour, label=f"IDF {idf}")
    by_references(axes, drawn.counts)
    axes.legend(
        frameon=False,
        fontsize=9,
        loc="lower right",
        title="line: mean; band: 95 %, over images",
        title_fontsize=8,
    )
    return figure_source(figure)


def by_references(axes: Axes, counts: tuple[int, ...]) -> None:
    """Axes for accuracies by the number of references, each doubling as wide as the other."""
    axes.set_xscale("log")
    axes.set_xticks(counts, [str(count) for count in counts])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("references (each doubling is as wide as the other)")
    axes.set_ylabel("pairs on which it agrees, %")
    axes.grid(axis="y", color=INK, alpha=0.25, linewidth=0.6)
    axes.spines[["top", "right"]].set_visible(False)


def other_reading(ties: Ties) -> Ties:
    """The other of the two readings of ties."""
    return "counted" if ties == "excluded" else "excluded"
