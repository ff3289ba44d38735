"""Failure cases as HTML: what is there to see and what happens, and the steps of a search."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from cidernb.exploring.failure_cases import OpenCase
from cidernb.studies.optimising import MOST_STEPS, SearchStep
from cidernb.views.rendering import render


def card(case: OpenCase) -> Markup:
    """What is there to see, what happens, and what to try."""
    return render("failure_card.html", truth=case.truth, happens=case.happens, advice=case.advice)


def steps(taken: Sequence[SearchStep], over: bool) -> Markup:
    """The captions of a search so far; `over` where it has ended."""
    widest = max((step.score for step in taken), default=0) or 1
    rows = [{"step": step, "width": 100 * step.score / widest} for step in taken]
    return render(
        "failure_steps.html", rows=rows, over=over, limit=MOST_STEPS, tried=sum(step.tried for step in taken)
    )
