"""The parts of one image's score, each as HTML with a text twin."""

from __future__ import annotations

import io
from collections.abc import Collection, Hashable

import numpy as np
from markupsafe import Markup

from cidernb.explaining.contributions import Contributions, contributions
from cidernb.explaining.losses import losses
from cidernb.result import Result
from cidernb.tokenizers import tokenize
from cidernb.views.palette import REASONS
from cidernb.views.rendering import number, render

#: Rows of a table of n-grams; the others are summed in one line.
_MOST_ROWS = 100


def style() -> Markup:
    """The style sheet of all views; once a page is enough."""
    return render("style.html")


def heading(text: str) -> Markup:
    """A heading among an app's parts; a notebook's table of contents lists its own headings alone."""
    return render("heading.html", text=text)


def failure(error: Exception) -> Markup:
    """A line that says what went wrong."""
    return render("error.html", message=str(error) or type(error).__name__)


def status(text: str) -> Markup:
    """A line on what became of what was given; empty for nothing to say."""
    return render("status.html", text=text)


def score(result: Result, image_id: Hashable) -> Markup:
    """An image's score on the scorers' scale, the paper's and that of tables."""
    return render(
        "score.html",
        score=result.per_image[image_id],
        scale=result.variant.scale,
        name=result.variant.name,
    )


def caption(result: Result, image_id: Hashable, shares: Contributions) -> Markup:
    """The candidate with its words tinted by what they earn."""
    texts = _words(result, result.evaluation_set.candidates[image_id])
    points = list(shares.by_token.values())[: len(texts)]
    most = max(points, default=0) or 1
    words = [
        {"text": text, "points": p, "tint": 60 * p / most} for text, p in zip(texts, points, strict=True)
    ]
    said = "; ".join(f"{text}: {number(p)} points" for text, p in zip(texts, points, strict=True))
    return render("caption.html", words=words, twin=said or "blank caption")


def ngrams(result: Result, shares: Contributions) -> Markup:
    """Count, df, IDF, weight and contribution of each of the candidate's n-grams."""
    rows = shares.table
    if len(rows) > _MOST_ROWS:
        rows = tuple(sorted(rows, key=lambda row: -row.contribution)[:_MOST_ROWS])
    used = {row.order for row in rows}
    missing = [n for n in range(1, result.variant.max_order + 1) if n not in used]
    worth = result.variant.scale * sum(result.variant.weights[n - 1] for n in missing)
    empty = (
        f"The caption has no n-gram of order {_listed(missing)}: {number(worth, 2)} of "
        f"{result.variant.scale:g} points are out of its reach."
        if missing
        else ""
    )
    return render(
        "ngrams.html",
        rows=rows,
        total=shares.score,
        left_out=len(shares.table) - len(rows),
        others=shares.score - sum(row.contribution for row in rows),
        widest=max((row.contribution for row in rows), default=0) or 1,
        stemmed=result.variant.stemmer != "none",
        empty=empty,
    )


def points(result: Result, image_id: Hashable | None) -> Markup:
    """The maximum as one bar: what was earned, and where the rest went."""
    lost = losses(result, image_id)
    earned = result.mean if image_id is None else result.per_image[image_id]
    shown = [("earned", earned), *((r, p) for r, p in lost.items() if p > 1e-12)]
    # With a gain the parts add up to more than the scale: the bar is as long as they are.
    length = sum(p for _, p in shown)
    parts = [{"key": REASONS[r], "points": p, "width": 100 * p / length} for r, p in shown]
    gains = [{"key": REASONS[r], "points": -p} for r, p in lost.items() if p < -1e-12]
    twin = "; ".join(f"{REASONS[r].label} {number(p)}" for r, p in {"earned": earned, **lost}.items() if p)
    return render("losses.html", parts=parts, gains=gains, scale=result.variant.scale, twin=twin)


def references(result: Result, image_id: Hashable, shares: Contributions) -> Markup:
    """Each reference with its similarity, best first, shared words underlined."""
    captions = result.evaluation_set.references[image_id]
    said = set(_words(result, result.evaluation_set.candidates[image_id]))
    scale = result.variant.scale
    similarity = {j: p * len(captions) for j, p in shares.by_reference.items()}
    longest = max(scale, *similarity.values())
    rows = [
        {
            "words": [{"text": w, "shared": w in said} for w in _words(result, captions[j])],
            "similarity": similarity[j],
            "width": 100 * similarity[j] / longest,
        }
        for j in sorted(similarity, key=lambda j: -similarity[j])
    ]
    return render("references.html", rows=rows, scale=scale)


def which(result: Result) -> Markup:
    """The signature, and the sentence for a paper."""
    return render("which.html", signature=result.signature, sentence=result.methods_sentence())


def reason(
    result: Result, image_id: Hashable, shares: Contributions, without: Collection[str] = ()
) -> Markup:
    """One sentence on why the score is what it is, and the findings on this image, remarks folded away.

    Findings of the codes in `without` are left out.
    """
    found = [f for f in result.findings if not f.image_ids or image_id in f.image_ids]
    found = [f for f in found if f.code not in without]
    sentence = _sentence(result, image_id, shares)
    return render(
        "reason.html",
        sentence=sentence,
        findings=[f for f in found if f.severity != "info"],
        remarks=[f for f in found if f.severity == "info"],
    )


def _sentence(result: Result, image_id: Hashable, shares: Contributions) -> str:
    lost = losses(result, image_id)
    worst = max(lost, key=lambda reason: lost[reason])
    went = (
        f"the most points, {number(lost[worst], 2)} of {result.variant.scale:g}, go to "
        f"{REASONS[worst].label} ({REASONS[worst].meaning})"
    )
    best = max(shares.by_ngram, key=lambda ngram: shares.by_ngram[ngram], default=None)
    if best is None or shares.by_ngram[best] == 0:
        return f"Nothing is earned; {went}."
    earns = f"“{best}” earns the most, {number(shares.by_ngram[best], 2)} points"
    return f"{earns}; {went}." if lost[worst] > 1e-12 else f"{earns}; nothing is lost."


def scene(image: np.ndarray, description: str, width: int = 128) -> Markup:
    """A picture of a scene, with its description for those who do not see it."""
    return render("scene.html", source=png_source(image), twin=description, width=width)


def png_source(image: np.ndarray) -> str:
    """An image as the source of an `<img>`.

    Parameters
    ----------
    image : array, shape (rows, columns, 3)
        Colours from 0 to 1.
    """
    import base64

    from matplotlib.image import imsave

    file = io.BytesIO()
    imsave(file, image, format="png")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


def summary(result: Result, image_id: Hashable | None) -> list[Markup]:
    """All parts of a score, of one image or of the mean, without the style sheet."""
    shares = contributions(result, image_id)
    if image_id is None:
        return [ngrams(result, shares), points(result, None), which(result)]
    return [
        caption(result, image_id, shares),
        score(result, image_id),
        reason(result, image_id, shares),
        ngrams(result, shares),
        points(result, image_id),
        references(result, image_id, shares),
        which(result),
    ]


def whole(result: Result, image_id: Hashable) -> Markup:
    """All parts of an image's score below one another, for a page without a kernel."""
    return Markup("\n").join([style(), *summary(result, image_id)])


def _words(result: Result, text: str) -> list[str]:
    words = tokenize(text, result.tokenizer)
    end_token = result.evaluation_set.end_token
    return words if end_token is None else [*words, end_token]


def _listed(orders: list[int]) -> str:
    return str(orders[0]) if len(orders) == 1 else f"{orders[0]} to {orders[-1]}"
