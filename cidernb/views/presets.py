"""The presets side by side, a departure with its readings, and how alike two variants rank."""

from __future__ import annotations

from collections.abc import Hashable

from markupsafe import Markup

from cidernb.studies.departures import Departure, sets
from cidernb.studies.departures import shown as scored
from cidernb.studies.presets import PresetScore, different_numbers, rank_correlation
from cidernb.views.parts import style
from cidernb.views.rendering import render

#: The paper's rank correlation of CIDEr-D and CIDEr (section 8).
_PAPER_CORRELATION = 0.94

#: What is ranked against the code's CIDEr-D, with its words on screen.
_RANKED = {"code-cider": "the code's CIDEr", "paper-cider": "the paper's CIDEr, stemmed"}

_DIVIDED_BY = {"count": "raw", "all": "÷ all orders", "order": "÷ order n"}


def table(rows: tuple[PresetScore, ...], image_id: Hashable | None, what: str) -> Markup:
    """Every preset's settings and score, and which of them are one number.

    Parameters
    ----------
    rows : tuple of PresetScore
        What `under_every_preset` gave.
    image_id : hashable or None
        The image whose score stands there; None: the mean.
    what : str
        The same in words.
    """
    shown = [
        {
            "name": row.name,
            "variant": row.result.variant,
            "counts": _DIVIDED_BY[row.result.variant.tf],
            "points": row.points(image_id),
            "of_ten": row.of_ten(image_id),
            "same_as": row.same_as,
        }
        for row in rows
    ]
    widest = max(row.of_ten(image_id) for row in rows) or 1
    return render(
        "presets_table.html", rows=shown, what=what, widest=widest, different=different_numbers(rows)
    )


def departure(chosen: Departure) -> Markup:
    """What paper and code say, the readings' scores of one caption, and how many captions they move."""
    found = scored(chosen)
    widest = max(found.scores.values()) or 1
    return render("presets_departure.html", departure=chosen, shown=found, widest=widest)


def agreement() -> Markup:
    """The rank correlation of CIDEr and CIDEr-D on the sets of this package, beside the paper's."""
    rows = [
        {
            "label": label,
            "values": [rank_correlation(images, variant, "code-cider-d") for images in sets().values()],
        }
        for variant, label in _RANKED.items()
    ]
    names = [f"{name} ({len(images)})" for name, images in sets().items()]
    return render("presets_agreement.html", style=style(), rows=rows, names=names, paper=_PAPER_CORRELATION)
