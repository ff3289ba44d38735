"""The mean against the best reference: the same similarities in both ways, and BLEU-1, as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from cidernb.exploring.people import BLEU_RESAMPLINGS, Drawn
from cidernb.studies.people.aggregation import Loss, loss
from cidernb.views.figures import figure_source, for_any_theme
from cidernb.views.people import by_references, limits, percent, points, shown, waiting
from cidernb.views.rendering import render

_COLOURS = {"CIDEr": "#0072b2", "ROUGE-1": "#d55e00", "BLEU-1": "#009e73"}
_LINES = {"mean": "-", "best": "--", None: ":"}
_WAYS = {"mean": "mean over the references", "best": "best reference", None: "most that any reference has"}


def aggregation(drawn: Sequence[Drawn]) -> Markup:
    """What becomes of the same similarities by the mean and by the best reference, and of BLEU-1."""
    if not drawn:
        return waiting()
    rows = [(each, loss(each.curve)) for each in drawn]
    return render(
        "people_aggregation.html",
        rows=rows,
        WAYS=_WAYS,
        sentences=_aggregation_sentences(drawn),
        counts=drawn[0].curve.counts,
        source=_aggregation_source(drawn),
        twin=_aggregation_twin(drawn),
        bleu=any(each.over is None for each in drawn),
        bleu_draws=BLEU_RESAMPLINGS,
        percent=percent,
        points=points,
    )


def _aggregation_sentences(drawn: Sequence[Drawn]) -> list[str]:
    """Whether each loses accuracy from its highest point to all references."""
    found = {(each.metric, each.over): loss(each.curve) for each in drawn}
    falls = [key for key, lost in found.items() if lost.change.high < 0]
    said = []
    for metric in ("CIDEr", "ROUGE-1"):
        if {(metric, "mean"), (metric, "best")} <= set(found):
            which = [way for way in ("mean", "best") if (metric, way) in falls]
            sentence = _BY_WAY[len(which), *which].format(metric=metric)
            if which == ["best"]:
                sentence += f" {_reason_shown(found[metric, 'best'])}"
            said.append(sentence)
    if ("BLEU-1", None) in found:
        said.append(_bleu_sentence(found["BLEU-1", None]))
    return said


def _reason_shown(lost: Loss) -> str:
    """Whether a best reference loses by matching the worse caption, or by ties alone."""
    with_coin = f"With a coin in place of ties: {limits(lost.guessing)}"
    if lost.guessing.high < 0:
        return f"{with_coin}. That is the paper's reason, shown here."
    return f"{with_coin}, so that the loss shows in ties alone. The paper's reason did not show."


def _bleu_sentence(lost: Loss) -> str:
    """What BLEU-1 loses, and whether ties alone make it."""
    if lost.change.high >= 0:
        return "BLEU-1: a loss with more references did not show here beyond what chance gives."
    from_peak = f"from {lost.peak} reference{'s' if lost.peak > 1 else ''} to all it changes by"
    ties = (
        f"It is undecided on {percent(lost.tied_at_peak)} % of pairs there and on "
        f"{percent(lost.tied_with_all)} % with all. With a coin in place of ties: {limits(lost.guessing)}"
    )
    verdict = shown(
        lost.guessing,
        "so that ties make the loss.",
        "so that ties are not all of it.",
        "so that a loss apart from ties did not show.",
    )
    return f"BLEU-1 loses: {from_peak} {limits(lost.change)}. {ties}, {verdict}"


_BY_WAY: Mapping[tuple[object, ...], str] = {
    (
        0,
    ): "{metric}: neither its mean nor its best reference loses accuracy here beyond what chance gives. The "
    "paper's reason did not show.",
    (
        1,
        "best",
    ): "{metric}: by the best reference the same similarities lose accuracy as references are added, "
    "by their mean they do not.",
    (1, "mean"): "{metric}: here the mean loses accuracy and the best reference does not.",
    (2, "mean", "best"): "{metric}: here both the mean and the best reference lose accuracy.",
}


def _aggregation_twin(drawn: Sequence[Drawn]) -> str:
    said = "; ".join(
        f"{each.metric}, {_WAYS[each.over]}, {percent(each.curve.accuracies.mean(axis=0)[0])} % with one and "
        f"{percent(each.curve.accuracies.mean(axis=0)[-1])} % with all"
        for each in drawn
    )
    return f"Accuracy by the number of references: {said}. The table below has every number."


@for_any_theme()
def _aggregation_source(drawn: Sequence[Drawn]) -> str:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6))
    axes = figure.subplots()
    figure.subplots_adjust(left=0.065, right=0.99, bottom=0.14, top=0.97)
    for each in drawn:
        axes.plot(
            each.curve.counts,
            100 * each.curve.accuracies.mean(axis=0),
            _LINES[each.over],
            marker="o",
            markersize=4,
            color=_COLOURS[each.metric],
            label=f"{each.metric}, {_WAYS[each.over]}",
        )
    by_references(axes, drawn[0].curve.counts)
    axes.legend(frameon=False, fontsize=8, loc="best", ncols=2)
    return figure_source(figure)
