"""Check 2 as HTML: edits by defences, with what each takes for them, and what it does not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from cidernb.studies.people.costs import Cost
from cidernb.studies.people.edits import Edit
from cidernb.studies.people.intervals import Change
from cidernb.studies.people.isolated import NONE, Isolated, Verdict, verdicts
from cidernb.views.people import percent, points, shown
from cidernb.views.rendering import render

#: The defences that stand alone.
_SINGLE = ("no stemming", "Gaussian", "clipping, Eq. 4", "clipping, counts")

_FAMILIES = {"repetition": "Repetitions", "valid variation": "Valid variations", "slip": "Slips"}


def waiting(captions: str) -> Markup:
    """What stands there while captions are read, edited and scored."""
    return render("isolated_waiting.html", captions=captions)


def answer(found: Isolated) -> Markup:
    """Which single defences charge for every repetition, which for valid variation."""
    given = verdicts(found)
    sentences = [
        sentence
        for defence in _SINGLE
        if (sentence := _sentence(defence, [each for each in given if each.defence == defence]))
    ]
    return render("isolated_answer.html", sentences=sentences, captions=found.captions)


def _sentence(defence: str, given: list[Verdict]) -> str:
    """What one defence does, over the edits.

    Examples
    --------
    >>> of = {"captions": "", "edit": "", "defence": "Gaussian", "charge": (0.0, 0.0, 0.0)}
    >>> _sentence("Gaussian", [Verdict(family="slip", word="charges", **of)])
    'Gaussian alone. Slips: charges for 1 of 1.'
    """
    said = []
    for family, plural in _FAMILIES.items():
        words = [each.word for each in given if each.family == family]
        if words:
            rewards = f", rewards {words.count('rewards')}" if "rewards" in words else ""
            said.append(f"{plural}: charges for {words.count('charges')} of {len(words)}{rewards}")
    return f"{defence[0].upper()}{defence[1:]} alone. {'; '.join(said)}."


def matrix(found: Isolated, costs: Sequence[Cost] = ()) -> Markup:
    """Every edit under every defence, over all captions and by their length.

    Parameters
    ----------
    found : Isolated
        The scores.
    costs : sequence of Cost
        What each defence costs in agreement with people, where people voted.
    """
    captions = found.captions
    rows = [
        {"edit": edit, "example": _example(found, edit), "cells": list(_cells(found, edit, None))}
        for edit in captions.edits
    ]
    by_length = list(_by_length(found))
    charges = (cell["charge"] for row in [*rows, *by_length] for cell in row["cells"])
    return render(
        "isolated_matrix.html",
        captions=captions,
        images=len(captions.images),
        defences=list(found.defences),
        originals=[found.original(defence) for defence in found.defences],
        rows=rows,
        by_length=by_length,
        largest=max((abs(charge.share) for charge in charges if charge is not None), default=0) or 1.0,
        not_done=not_done(found),
        costs=costs,
        cost_says=_cost_says,
        percent=percent,
        points=points,
        NONE=NONE,
    )


def _cost_says(change: Change) -> str:
    return shown(change, "agrees more often", "agrees less often", "a difference is not shown")


def _cells(found: Isolated, edit: Edit, length: str | None) -> Iterator[dict[str, Any]]:
    for defence in found.defences:
        kept = found.kept(edit, defence, length)
        if defence == NONE:
            yield {"kept": kept, "charge": None, "word": ""}
            continue
        charge = found.charge(edit, defence, length)
        word = "charges" if charge.high < 0 else "rewards" if charge.low > 0 else "not shown"
        yield {"kept": kept, "charge": charge, "word": word}


def _by_length(found: Isolated) -> Iterator[dict[str, Any]]:
    """The same by the original's length, where there are several lengths and the edit fits some."""
    if len(found.lengths) < 2:
        return
    for place, edit in enumerate(found.captions.edits):
        for length, of_length in found.lengths.items():
            number = int((found.edited[place] & of_length).sum())
            # With one or two captions there is no interval to speak of.
            if number > 2:
                yield {
                    "edit": edit,
                    "length": length,
                    "number": number,
                    "cells": list(_cells(found, edit, length)),
                }


def _example(found: Isolated, edit: Edit) -> tuple[str, str]:
    """The first caption that the edit fits, before and after it."""
    image, text = next(iter(edit.edited.items()))
    return found.captions.images.candidates[image], text


def not_done(found: Isolated) -> list[str]:
    """What the proposal of check 2 asks for and this did not do."""
    name = found.captions.name
    missing = [
        "People's preferences between the original and the edited captions: nobody was asked. "
        "A defence fails, as the proposal has it, where a repetition gains score and people like it less; "
        "the second half of that is missing.",
        "Edits by people: rules or this package's authors made them, and nobody else judged whether a "
        "variation is as good as the original.",
    ]
    if name == "scenes":
        missing.append("Captions by people: templates wrote these, all of one length.")
    elif name == "everyday captions":
        missing.append(
            "Photographs: these scenes are imagined, and their captions were written for this package."
        )
    else:
        missing.append(
            "PASCAL-50S, and captions by machines: one caption by a person is edited for each image."
        )
    return missing
