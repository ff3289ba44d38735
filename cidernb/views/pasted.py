"""The scores of a reader's captions, as HTML and as tables to download."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import astuple, fields
from typing import Any

from markupsafe import Markup

from cidernb.diagnosis import Finding
from cidernb.explaining.contributions import NgramRow, contributions
from cidernb.result import Result
from cidernb.tokenizers import COMPARED
from cidernb.views import parts
from cidernb.views.downloads import Table, links
from cidernb.views.equation import equation
from cidernb.views.rendering import counted, render
from cidernb.views.tokens import tokens as side_by_side

#: Rows of the table of scores; the file to download has all. With more images than that there is
#: no file of all n-grams.
_MOST_ROWS = 200


def style() -> Markup:
    """The style sheet of all views, and that of the fields to paste into."""
    return parts.style() + render("pasted_style.html")


def summary(result: Result | None, problem: str = "") -> Markup:
    """The mean and what was read, or the sentence on what cannot be read.

    Parameters
    ----------
    result : Result or None
        Of what was read last; None if nothing could be read yet.
    problem : str
        What is wrong with what is there now.
    """
    images = 0 if result is None else len(result.evaluation_set)
    found = () if result is None else result.findings
    number = 0 if result is None else sum(map(len, result.evaluation_set.references.values()))
    return render(
        "pasted_summary.html",
        result=result,
        problem=problem,
        images=counted(images, "image"),
        references=counted(number, "reference"),
        found=counted(len(found), "finding") if found else "",
    )


def scores(result: Result) -> Markup:
    """Each image's candidate and score."""
    images, largest = result.evaluation_set, max(result.variant.scale, float(result.scores.max()))
    rows = [
        {
            "id": image_id,
            "text": images.candidates[image_id],
            "references": len(images.references[image_id]),
            "score": points,
            "width": 100 * points / largest,
        }
        for image_id, points in list(result.per_image.items())[:_MOST_ROWS]
    ]
    left_out = len(images) - len(rows)
    return render("pasted_scores.html", rows=rows, left_out=left_out, scale=result.variant.scale)


def findings(found: Sequence[Finding]) -> Markup:
    """All findings, with the images that they concern."""
    return render("pasted_findings.html", findings=found)


def tokens(result: Result, image_id: Hashable) -> Markup:
    """The image's candidate as every tokenizer splits it, the one in use first."""
    compared = dict.fromkeys([result.tokenizer, *COMPARED])
    return side_by_side(result.evaluation_set.candidates[image_id], compared)


def explanation(result: Result, image_id: Hashable) -> dict[str, Markup]:
    """The parts of one image's score, by name."""
    shares = contributions(result, image_id)
    return {
        "caption": parts.caption(result, image_id, shares) + parts.reason(result, image_id, shares),
        "ngrams": parts.ngrams(result, shares),
        "points": parts.points(result, image_id),
        "references": parts.references(result, image_id, shares),
        "equation": equation(result, image_id),
        "which": parts.which(result),
    }


def downloads(result: Result, image_id: Hashable) -> Markup:
    """Links to the scores and to the n-grams of one image; those of all where they are not too many."""
    images = result.evaluation_set
    orders = [f"order {n}" for n in range(1, result.variant.max_order + 1)]
    by_image = [
        (i, points, *of_orders, images.candidates[i], result.signature)
        for (i, points), of_orders in zip(result.per_image.items(), result.per_order.tolist(), strict=True)
    ]
    columns = [field.name for field in fields(NgramRow)]
    tables = [
        Table("scores.csv", "scores.csv", ["id", "score", *orders, "candidate", "signature"], by_image),
        Table(f"n-grams of {image_id}", "ngrams_of_image.csv", columns, _ngrams(result, image_id)),
    ]
    # A page that holds the n-grams of thousands of captions takes seconds to make.
    if len(images) <= _MOST_ROWS:
        tables.append(Table("n-grams of all captions", "ngrams_of_all.csv", columns, _ngrams(result, None)))
    return links(tables)


def _ngrams(result: Result, image_id: Hashable | None) -> Iterator[tuple[Any, ...]]:
    return map(astuple, contributions(result, image_id).table)


def whole(result: Result | None, image_id: Hashable, problem: str = "") -> Markup:
    """Everything on the captions, for a page without a kernel."""
    shown = [style(), summary(result, problem)]
    if result is not None:
        shown += [scores(result), findings(result.findings), downloads(result, image_id)]
        shown += explanation(result, image_id).values()
    return Markup("\n").join(shown)
