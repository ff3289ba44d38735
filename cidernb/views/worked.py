"""A score worked out by hand as HTML, stage by stage; every number opens to where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from cidernb.result import Result
from cidernb.studies.worked import SCALE, Worked, WorkedNgram, source_of
from cidernb.views.equation import equation
from cidernb.views.rendering import counted, number, render, signed


class Stage(NamedTuple):
    """A stage on the way from words to score.

    Attributes
    ----------
    label : str
        Its name on screen.
    says : str
        What happens in it.
    functions : tuple of str
        The functions of `cidernb.by_hand` that do it.
    columns : tuple of str
        The columns of the table of n-grams that are known by then.
    """

    label: str
    says: str
    functions: tuple[str, ...]
    columns: tuple[str, ...]


_COUNTS = ("h(c)", "h(s)")
_IDF = (*_COUNTS, "df", "IDF")
_WEIGHTS = (*_IDF, "g(c)", "g(s)")

STAGES: dict[str, Stage] = {
    "counts": Stage(
        "1 · n-grams and counts",
        "Each caption is cut into its runs of n words, and each run is counted.",
        ("ngrams", "ngram_counts"),
        _COUNTS,
    ),
    "df": Stage(
        "2 · document frequency",
        "For each n-gram: how many images have it in any of their references? An image counts once, "
        "however many of its references say it.",
        ("document_frequencies",),
        (*_COUNTS, "df"),
    ),
    "idf": Stage(
        "3 · IDF",
        "An n-gram that people write under every image gets 0; the rarer, the more.",
        ("idf",),
        _IDF,
    ),
    "weights": Stage(
        "4 · weights",
        "Count times IDF. The paper also divides by the caption's number of n-grams; the code does not, and "
        "the cosine is the same.",
        ("weights",),
        _WEIGHTS,
    ),
    "cosine": Stage(
        "5 · cosine",
        "The products of the weights, added up, over the lengths of both vectors.",
        ("norm", "shares", "cosine"),
        (*_WEIGHTS, "g(c) g(s)"),
    ),
    "mean": Stage("6 · mean over references", "Every reference has the same say.", ("official_cider",), ()),
    "score": Stage("7 · score", "The four orders have the same say too; times 10.", ("combine",), ()),
    "cost": Stage(
        "8 · what an n-gram costs",
        "Take one n-gram out of the candidate's vector and leave all else as it is. One that matches "
        "nothing earns nothing, and still makes the vector longer.",
        ("cosine",),
        (),
    ),
}


class Origin(NamedTuple):
    """A number, what it was made from, and where those numbers come from in turn."""

    shown: str
    says: str
    parts: tuple[tuple[str, Origin], ...] = ()


def heading(worked: Worked) -> Markup:
    """The cosine looked at and the score it is a part of."""
    return render("worked_heading.html", worked=worked, scale=SCALE)


def stage(worked: Worked, result: Result, name: str) -> Markup:
    """One stage: the equation, the numbers of this caption in it, and the function that does it.

    Parameters
    ----------
    worked : Worked
        The score worked out by hand.
    result : Result
        The same from `cidernb.score`, for its own equation and its removal effects.
    name : str
        One of `STAGES`.
    """
    made = STAGES[name]
    return render(
        "worked.html",
        name=name,
        stage=made,
        worked=worked,
        rows=[(k, [_cell(worked, k, column) for column in made.columns]) for k in worked.ngrams],
        cosine=_cosine(worked),
        means=[(n, _mean(worked, n)) for n in range(1, len(worked.per_order) + 1)],
        equation=equation(result, worked.image_id) if name == "score" else None,
        removals=_removals(worked, result) if name == "cost" else [],
        sources=[source_of(function) for function in made.functions],
    )


def whole(worked: Worked, result: Result) -> Markup:
    """All stages, each to open, for a page without a kernel."""
    stages = {made.label: stage(worked, result, name) for name, made in STAGES.items()}
    return render("worked_whole.html", heading=heading(worked), stages=stages)


def _cell(worked: Worked, k: WorkedNgram, column: str) -> Origin:
    return {
        "h(c)": _count(k.ngram, k.count_c, worked.candidate),
        "h(s)": _count(k.ngram, k.count_s, worked.references[worked.reference]),
        "df": _df(worked, k),
        "IDF": _idf(worked, k),
        "g(c)": _weight(worked, k, "c"),
        "g(s)": _weight(worked, k, "s"),
        "g(c) g(s)": _product(worked, k),
    }[column]


def _count(ngram: str, count: int, text: str) -> Origin:
    return Origin(str(count), f"“{ngram}” stands {_times(count)} in “{text}”.")


def _df(worked: Worked, k: WorkedNgram) -> Origin:
    if not k.df:
        return Origin("0", "No image has it in a reference. The code takes 1 in place of 0.")
    images, have = ", ".join(map(str, k.images)), "has" if k.df == 1 else "have"
    of = counted(worked.num_images, "image")
    return Origin(str(k.df), f"{k.df} of {of} {have} it in a reference: {images}.")


def _idf(worked: Worked, k: WorkedNgram) -> Origin:
    says = f"ln {worked.num_images} − ln {max(1, k.df)}"
    return Origin(number(k.idf), says, (("df", _df(worked, k)),))


def _weight(worked: Worked, k: WorkedNgram, side: str) -> Origin:
    count, weight, text = (
        (k.count_c, k.weight_c, worked.candidate)
        if side == "c"
        else (k.count_s, k.weight_s, worked.references[worked.reference])
    )
    parts = (("count", _count(k.ngram, count, text)), ("IDF", _idf(worked, k)))
    return Origin(number(weight), f"count × IDF = {count} × {number(k.idf)}", parts)


def _product(worked: Worked, k: WorkedNgram) -> Origin:
    parts = (("g(c)", _weight(worked, k, "c")), ("g(s)", _weight(worked, k, "s")))
    return Origin(number(k.product), f"{number(k.weight_c)} × {number(k.weight_s)}", parts)


def _norm(worked: Worked, side: str) -> Origin:
    weights = [k.weight_c if side == "c" else k.weight_s for k in worked.ngrams]
    squares = " + ".join(f"{number(weight)}²" for weight in weights if weight)
    parts = tuple(
        (f"g({side}) of “{k.ngram}”", _weight(worked, k, side))
        for k, weight in zip(worked.ngrams, weights, strict=True)
        if weight
    )
    return Origin(
        number(worked.norm_c if side == "c" else worked.norm_s),
        f"the square root of {squares}" if squares else "no n-gram has weight",
        parts,
    )


def _cosine(worked: Worked) -> Origin:
    """The cosine looked at, down to document frequencies."""
    norms = worked.norm_c * worked.norm_s
    products = [k for k in worked.ngrams if k.product]
    dot = Origin(
        number(worked.dot),
        " + ".join(number(k.product) for k in products) or "no n-gram is shared",
        tuple((f"“{k.ngram}”", _product(worked, k)) for k in products),
    )
    says = (
        f"{number(worked.dot)} / ({number(worked.norm_c)} × {number(worked.norm_s)})"
        if norms
        else "A vector has length 0: the code gives 0."
    )
    parts = (("numerator", dot), ("‖g(c)‖", _norm(worked, "c")), ("‖g(s)‖", _norm(worked, "s")))
    return Origin(number(worked.cosine), says, parts)


def _mean(worked: Worked, n: int) -> Origin:
    """An order's mean; the cosine looked at opens further."""
    cosines = worked.cosines[n - 1]
    parts = tuple(
        (
            f"“{text}”",
            _cosine(worked)
            if (n, j) == (worked.order, worked.reference)
            else Origin(number(value), f"Choose order {n} and this reference above to see it worked out."),
        )
        for j, (text, value) in enumerate(zip(worked.references, cosines, strict=True))
    )
    says = f"({' + '.join(number(value) for value in cosines)}) / {len(cosines)}"
    return Origin(number(worked.per_order[n - 1]), says, parts)


def _removals(worked: Worked, result: Result) -> list[Mapping[str, object]]:
    """What each of the candidate's n-grams of the order brings, and what would be without it."""
    from cidernb.explaining.contributions import contributions

    table = {row.ngram: row for row in contributions(result, worked.image_id).table}
    said = [k for k in worked.ngrams if k.without is not None]
    norms = worked.norm_c * worked.norm_s
    return [
        {
            "ngram": k.ngram,
            "share": k.product / norms if norms else 0.0,
            "of_norm": 100 * k.weight_c**2 / worked.norm_c**2 if worked.norm_c else 0.0,
            "without": k.without,
            "change": signed((k.without or 0.0) - worked.cosine),
            "earns": table[k.ngram].contribution,
            "effect": table[k.ngram].removal_effect,
        }
        for k in said
    ]


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
