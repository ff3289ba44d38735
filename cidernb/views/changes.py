"""A change between two scores, as HTML with a text twin."""

from __future__ import annotations

import numpy as np
from markupsafe import Markup

from cidernb.explaining.change import Change
from cidernb.views.downloads import Table
from cidernb.views.palette import CAUSES
from cidernb.views.rendering import render

#: Steps of an axis from which the one with four to ten ticks is taken.
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)

#: Points from which an n-gram has moved.
_MOVED = 1e-12


def sides(change: Change, scale: float, before_name: str = "", after_name: str = "") -> Markup:
    """Both scores on one axis."""
    low, high = sorted((change.before, change.after))
    top = max(scale, high)
    step = next((step for step in _STEPS if top / step <= 6), 10 * top)
    ticks = np.arange(0, top * (1 + 1e-9), step).tolist()
    return render(
        "sides.html",
        change=change,
        low=low,
        high=high,
        top=top,
        scale=scale,
        ticks=ticks,
        before_name=before_name,
        after_name=after_name,
    )


def causes(change: Change, scale: float) -> Markup:
    """The way from before to after as a waterfall of causes."""
    ends = change.before + np.cumsum([0, *change.by_cause.values()])
    top = max(scale, change.before, change.after, float(ends.max()))
    steps = []
    for (cause, points), start in zip(change.by_cause.items(), ends, strict=False):
        left, right = sorted((max(start, 0.0), max(start + points, 0.0)))
        steps.append(
            {
                "cause": cause,
                "key": CAUSES[cause],
                "points": points,
                "left": 100 * left / top,
                "width": 100 * (right - left) / top,
                "zero": points == 0,
            }
        )
    return render("causes.html", change=change, steps=steps, top=top, stemming=change.stemming_steps)


def ngram_changes(change: Change, most: int = 30) -> Markup:
    """Cause by n-gram: what each cause moved in each n-gram's points.

    Parameters
    ----------
    change : Change
        The change.
    most : int
        How many n-grams to show one by one: where there are more, those that moved most. The others
        are summed in a line.
    """
    moved = change.points_after - change.points_before
    # By what moved most where there are many, else in the order of the caption.
    by_cause = np.abs(change.shares).sum(axis=0)
    shown = np.arange(len(moved))
    if len(moved) > most:
        shown = np.argsort(-by_cause, kind="stable")[:most]
        shown = shown[by_cause[shown] > _MOVED]
    left_out = np.setdiff1d(np.arange(len(moved)), shown)
    largest = float(np.abs(change.shares).max(initial=0)) or 1.0
    keys = [CAUSES[cause] for cause in change.causes]
    rows = [
        {
            "ngram": change.ngrams[column],
            "before": change.points_before[column],
            "after": change.points_after[column],
            "change": moved[column],
            "cells": [
                {"points": points, "colour": key.colour}
                for key, points in zip(keys, change.shares[:, column].tolist(), strict=True)
            ],
        }
        for column in shown.tolist()
    ]
    columns = (change.points_before, change.points_after, moved, *change.shares)
    return render(
        "ngram_changes.html",
        change=change,
        keys=keys,
        rows=rows,
        largest=largest,
        left_out=len(left_out),
        others_moved=bool((by_cause[left_out] > _MOVED).any()),
        others=[float(column[left_out].sum()) for column in columns],
        sums=change.by_cause.values(),
    )


def change_table(change: Change) -> Table:
    """The n-grams of a change, with each cause's part, to download."""
    columns = (change.points_before, change.points_after, *change.shares)
    rows = zip(change.ngrams, *(column.tolist() for column in columns), strict=True)
    return Table("change (CSV)", "change.csv", ["ngram", "before", "after", *change.causes], rows)
