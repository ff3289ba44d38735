"""The reproduction as lines of text, a verdict behind each."""

from __future__ import annotations

from collections.abc import Iterator

from cidernb.studies.record import Check, Line, Reproduction


def report_lines(reproduction: Reproduction, marks: tuple[str, str] = ("✓", "✗")) -> Iterator[str]:
    """The documented lines with the computed figures, and behind each whether they are those documented.

    Parameters
    ----------
    reproduction : Reproduction
        What to print.
    marks : tuple of str
        The signs for "holds" and "does not", such as ("ok", "NOT") where only ASCII can be shown.

    Yields
    ------
    str
        One line, in the documented order with its blank lines. A check's demands stand behind its
        first line.
    """
    for number, check in enumerate(reproduction.checks):
        # S is one line, set under the table of R.
        if number and len(check.lines) > 1:
            yield ""
        for line in check.lines:
            parts = [line.text, *verdicts(check, line, marks)]
            yield "  ".join(parts)


def failures(reproduction: Reproduction) -> str:
    """How much of the reproduction does not hold, in one sentence; empty if all holds."""
    lines = [line for check in reproduction.checks for line in check.lines]
    demands = [demand for check in reproduction.checks for demand in check.demands]
    differing, unmet = (sum(not part.holds for part in parts) for parts in (lines, demands))
    if not differing and not unmet:
        return ""
    return (
        f"{differing} of {len(lines)} lines differ from the documented ones, "
        f"{unmet} of {len(demands)} demands are not met."
    )


def verdicts(check: Check, line: Line, marks: tuple[str, str]) -> Iterator[str]:
    """What is said behind a line: whether it is as documented; behind a check's first, its demands."""
    holds, fails = marks
    if not line.holds:
        yield f"{fails} documented: {line.documented.strip()}"
    elif line.text != line.documented:
        yield f"{holds} as documented, round-off apart"
    else:
        yield f"{holds} as documented"
    if line is check.lines[0]:
        for demand in check.demands:
            yield f"{holds if demand.holds else fails} {demand.name}: {demand.says}"
