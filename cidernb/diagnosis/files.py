"""What had to be decided to bring the candidates and references of files together."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from cidernb.diagnosis.finding import Finding, some
from cidernb.result import Result


def ids_of_two_types(pairs: Sequence[tuple[Hashable, Hashable]]) -> Iterator[Finding]:
    """Ids that were paired because they are written alike: pairs (reference's, candidate's)."""
    if pairs:
        first, other = pairs[0]
        types = {"references": type(first).__name__, "candidates": type(other).__name__}
        yield Finding(
            "ids_of_two_types",
            "info",
            f"{some(len(pairs), 'id is', 'ids are')} of type {types['references']} in the references and "
            f"{types['candidates']} in the candidates, such as {first!r} and {other!r}; those written alike "
            "were paired. Use one type in both files.",
            tuple(i for i, _ in pairs),
            {"images": len(pairs), **types},
        )


def reading(result: Result) -> Iterator[Finding]:
    """A finding for each choice that was applied."""
    record = result.evaluation_set.reading
    if record is None:
        return
    ids = set(result.evaluation_set.ids)
    yield from ids_of_two_types([pair for pair in record.of_two_types if pair[0] in ids])
    zeros = tuple(i for i in record.missing if i in ids) if record.choices.missing == "zero" else ()
    if zeros:
        number, images = len(zeros), len(ids)
        without = (
            f"; over the others it is {result.scores.sum() / (images - number):.4f}"
            if images > number
            else ""
        )
        yield Finding(
            "missing_as_zero",
            "warning",
            f"{some(number, 'image', 'images')} of {images} had no candidate and "
            f"{'was' if number == 1 else 'were'} scored as blank, 0 each: the mean is "
            f"{result.mean:.4f}{without}. Add the candidates, or say so beside the number.",
            zeros,
            {"images": number, "of": images, "mean": result.mean},
        )
    elif record.missing:
        number = len(record.missing)
        yield Finding(
            "missing_dropped",
            "warning",
            f"{some(number, 'image', 'images')} without a candidate, such as image {record.missing[0]!r}, "
            f"{'was' if number == 1 else 'were'} left out of the mean and of the IDF: every score differs "
            "from that in the full set. Add the candidates, or say so beside the number.",
            evidence={"images": number, "first": str(record.missing[0])},
        )
    if record.extra:
        number = len(record.extra)
        yield Finding(
            "extra_dropped",
            "info",
            f"{some(number, 'candidate', 'candidates')} without references "
            f"{'was' if number == 1 else 'were'} left out, such as that of image {record.extra[0]!r}. See "
            "whether the files belong together.",
            evidence={"candidates": number, "first": str(record.extra[0])},
        )
    if record.duplicates:
        number, choice = len(record.duplicates), record.choices.duplicates
        yield Finding(
            "duplicates_chosen",
            "warning",
            f"{some(number, 'image', 'images')} had several candidates, of which the {choice} was scored. "
            "Keep one an image, or say so beside the number.",
            tuple(i for i in record.duplicates if i in ids),
            {"images": number, "choice": choice},
        )
