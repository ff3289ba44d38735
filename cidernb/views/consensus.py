"""The consensus protocol at work, and what was reported on it, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from cidernb.example import documented_example
from cidernb.exploring.setting import PRESET_LABELS
from cidernb.studies import published
from cidernb.studies.consensus import SIDES, Side, majority
from cidernb.studies.scene_pairs import KINDS, Decision, Pair, accuracies, pair
from cidernb.variant import PRESETS
from cidernb.views import parts
from cidernb.views.rendering import render

#: Who votes on a triplet.
_VOTERS = ("you or judge 1", "judge 2", "judge 3")


def style() -> Markup:
    """The style sheet of all views, and that of triplets."""
    return parts.style() + render("consensus_style.html")


def question(asked: Pair, place: int) -> Markup:
    """The triplet of the reference at a place, from 0."""
    return render(
        "consensus_question.html",
        pair=asked,
        a=asked.references[place],
        place=place + 1,
        of=len(asked.references),
    )


def verdict(decision: Decision, preset: str) -> Markup:
    """Whom the votes choose and whom the metric, and what to notice in that."""
    return render(
        "consensus_verdict.html",
        decision=decision,
        pair=decision.pair,
        metric=PRESET_LABELS[preset],
        scale=PRESETS[preset].scale,
        tally=_tally,
        sentence=_sentence(decision),
    )


def _tally(sides: Sequence[Side | None]) -> str:
    """How many triplets each side has.

    Examples
    --------
    >>> _tally(["B", "C", "C"])
    'B 1, C 2'
    """
    return ", ".join(f"{side} {sides.count(side)}" for side in SIDES)


def _sentence(decision: Decision) -> str:
    people, metric, voting = decision.people, decision.metric, decision.if_it_voted
    if people is None:
        outcome = "The votes have no winner. The paper does not say what becomes of such a pair."
    elif metric is None:
        outcome = "The metric scores both alike. The paper does not say how such a pair counts."
    else:
        outcome = (
            "They agree." if people == metric else "They disagree: on this pair the metric counts as wrong."
        )
    if voting is not None and metric is not None and voting != metric:
        outcome += (
            f" Look at the metric's own similarities: {_tally(decision.nearer)}. If each reference had one "
            f"vote, it would choose {voting}. Its mean chooses {metric}."
        )
    return outcome


def triplets(asked: Pair, votes: Sequence[Sequence[Side]], decision: Decision | None) -> Markup:
    """Every triplet with the votes that are in, and the metric's similarities once all are.

    Parameters
    ----------
    asked : Pair
        The pair.
    votes : sequence of sequence of "B" or "C"
        The votes on the first triplets.
    decision : Decision or None
        Once all votes are in.
    """
    rows = [
        {
            "a": a,
            "votes": votes[k] if k < len(votes) else [None] * len(_VOTERS),
            "winner": (majority(votes[k]) or "tie") if k < len(votes) else "·",
            "b": decision and decision.similarities[k][0],
            "c": decision and decision.similarities[k][1],
            "nearer": decision and (decision.nearer[k] or "tie"),
        }
        for k, a in enumerate(asked.references)
    ]
    return render("consensus_triplets.html", rows=rows, voters=_VOTERS, decision=decision)


def kinds(image: int) -> Markup:
    """The four kinds of pair, each with its candidates for an image."""
    rows = [(pair(kind, image), meaning) for kind, meaning in KINDS.items()]
    return render("consensus_kinds.html", rows=rows, scene=documented_example().scenes[image].describe())


def all_pairs(preset: str, errs: float) -> Markup:
    """The metric's accuracy by kind of pair, under simulated judges."""
    return render(
        "consensus_accuracies.html",
        rows=accuracies(preset, errs),
        KINDS=KINDS,
        metric=PRESET_LABELS[preset],
        errs=f"{errs:.0%} of the time" if errs else "never",
    )


@cache
def reported() -> Markup:
    """What was reported on CIDEr and people's consensus, with places and caveats."""
    columns = [(data_set, kind, n) for data_set, of in published.PAIRS.items() for kind, n in of.items()]
    rows = [
        (metric, [of.get(data_set, {}).get(kind) for data_set, kind, _ in columns])
        for metric, of in published.TABLE_1.items()
    ]
    return render(
        "consensus_published.html",
        columns=columns,
        rows=rows,
        place=published.TABLE_1_PLACE,
        caveats=published.TABLE_1_CAVEATS,
        reported=published.REPORTED,
    )


def unseen() -> Markup:
    """What stands in place of the picture while votes are out."""
    return Markup('<div class="cidernb"><div class="unseen">The picture shows after the votes</div></div>')


def whole(asked: Pair, decision: Decision | None, preset: str) -> Markup:
    """The pair, the kinds and what was reported, for a page without a kernel."""
    first = question(asked, 0) if decision is None else verdict(decision, preset)
    table = Markup("") if decision is None else triplets(asked, decision.votes, decision)
    return Markup("\n").join([style(), first, table, kinds(asked.image), reported()])
