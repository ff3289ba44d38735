"""What the references make of the score a caption can reach."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cidernb.diagnosis.finding import Finding, ids_of, some
from cidernb.diagnosis.images import any_reference, blank_references, fingerprints, used_order
from cidernb.result import Result


def ceiling(result: Result) -> Iterator[Finding]:
    """A candidate equal to a reference that is still below the maximum."""
    encoding, scale = result.weighting.encoding, result.variant.scale
    lengths = encoding.candidates.words.lengths
    same = fingerprints(encoding.references) == fingerprints(encoding.candidates)[encoding.image]
    # A short caption falls short of the maximum for another reason, which has a finding of its own.
    below = any_reference(result, same) & (lengths >= used_order(result)) & (result.scores < 0.999 * scale)
    below &= result.scores > 0
    if below.any():
        number, first = int(below.sum()), int(np.flatnonzero(below)[0])
        yield Finding(
            "ceiling",
            "info",
            f"{some(number, 'candidate equals', 'candidates equal')} a reference word for word and "
            f"{'is' if number == 1 else 'are'} below {scale:g} all the same, such as "
            f"{result.scores[first]:.2f} beside {int(encoding.sizes[first])} references: a score is the mean "
            "over all references, and no caption can equal references that differ. Read it beside what "
            "people's own captions score.",
            ids_of(result, below),
            {
                "images": number,
                "score": float(result.scores[first]),
                "references": int(encoding.sizes[first]),
                "scale": scale,
            },
        )


def duplicate_references(result: Result) -> Iterator[Finding]:
    """The same reference twice for one image."""
    encoding = result.weighting.encoding
    filled = ~blank_references(result)
    rows = np.column_stack([encoding.image, fingerprints(encoding.references)])[filled]
    ranked = rows[np.lexsort(rows.T[::-1])]
    again = (ranked[1:] == ranked[:-1]).all(axis=1)
    if again.any():
        images = np.zeros(len(result.scores), bool)
        images[ranked[1:][again, 0]] = True
        number, surplus = int(images.sum()), int(again.sum())
        yield Finding(
            "duplicate_references",
            "info",
            f"{some(number, 'image has', 'images have')} the same reference more than once "
            f"({some(surplus, 'repetition', 'repetitions')} in all): each counts in the mean over "
            "references, so that a caption near to it gains. Keep one of each if it is a mistake.",
            ids_of(result, images),
            {"images": number, "repetitions": surplus},
        )


def blank_references_count(result: Result) -> Iterator[Finding]:
    """References without a word, which count in the mean."""
    blank = blank_references(result)
    if blank.any():
        encoding = result.weighting.encoding
        images = any_reference(result, blank)
        filled = np.add.reduceat((~blank).astype(float), encoding.first_reference) / encoding.sizes
        reach = float(filled[images].min()) * result.variant.scale
        number = int(blank.sum())
        yield Finding(
            "blank_references",
            "warning",
            f"{some(number, 'reference has', 'references have')} not a word and "
            f"{'counts' if number == 1 else 'count'} in the mean over references all the same: no caption of "
            f"such an image can pass {reach:g} of {result.variant.scale:g}. Take them out.",
            ids_of(result, images),
            {"references": number, "images": int(images.sum()), "reach": reach},
        )


def short_references(result: Result) -> Iterator[Finding]:
    """References too short to have n-grams of all orders."""
    lengths, order = result.weighting.encoding.references.words.lengths, used_order(result)
    short = (lengths > 0) & (lengths < order)
    if short.any():
        number = int(short.sum())
        images = any_reference(result, short)
        yield Finding(
            "short_references",
            "info",
            f"{some(number, 'reference has', 'references have')} fewer than {order} words: against "
            f"{'it' if number == 1 else 'them'} the longer n-grams of a caption earn nothing, so that even "
            "the best one stays below the maximum.",
            ids_of(result, images),
            {"references": number, "images": int(images.sum()), "fewest_words": int(lengths[short].min())},
        )
