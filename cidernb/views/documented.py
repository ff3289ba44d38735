"""The documented lines with what came out of computing them again, and the claims behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from cidernb.exploring.claims import Claim
from cidernb.studies.record import Check, documented_lines
from cidernb.studies.report import verdicts
from cidernb.views import parts
from cidernb.views.rendering import render

_MARKS = ("✓", "✗")


def progress(checks: Sequence[Check], running: bool) -> Markup:
    """How far the run is, and how many lines and demands hold."""
    lines = [line for check in checks for line in check.lines]
    demands = [demand for check in checks for demand in check.demands]
    return render(
        "documented_progress.html",
        done=len(checks),
        wanted=len(documented_lines()),
        running=running,
        lines=len(lines),
        held=sum(line.holds for line in lines),
        demands=len(demands),
        met=sum(demand.holds for demand in demands),
    )


def lines(checks: Sequence[Check]) -> Markup:
    """Every documented line; a tick or a cross, the verdict and the figures where it was computed."""
    computed = {check.name: check for check in checks}
    groups = [
        {
            "rows": _rows(documented, computed.get(name)),
            "demands": computed[name].demands if name in computed else (),
        }
        for name, documented in documented_lines().items()
    ]
    return render("documented_lines.html", groups=groups)


def claim(chosen: Claim, check: Check | None) -> Markup:
    """What is claimed, the documented line that speaks of it, and what to look at."""
    verdict = None if check is None else _MARKS[0] if check.lines[chosen.line].holds else _MARKS[1]
    return render("documented_claim.html", claim=chosen, verdict=verdict)


def whole(checks: Sequence[Check], said: Markup, score: Markup) -> Markup:
    """The lines, the chosen claim and its score, for a page without a kernel."""
    made = [
        parts.style(),
        render("documented_style.html"),
        progress(checks, False),
        lines(checks),
        said,
        score,
    ]
    return Markup("\n").join(made)


def _rows(documented: Sequence[str], check: Check | None) -> list[Mapping[str, Any]]:
    if check is None:
        return [{"text": text.strip(), "line": None} for text in documented]
    # The line's own verdict is the first; its check's demands stand apart.
    return [
        {"text": line.text.strip(), "line": line, "verdict": next(verdicts(check, line, _MARKS))}
        for line in check.lines
    ]
