"""Zeros, and what IDF has to do with them."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cidernb.diagnosis.finding import Finding, ids_of, some
from cidernb.diagnosis.images import any_reference, blank, blank_references, weightless
from cidernb.result import Result

#: One image more moves the IDF of a rare n-gram by about 1 / (|I| ln |I|); below this number of
#: images that is more than a hundredth.
FEW_IMAGES = 30


def zero_weights(result: Result) -> Iterator[Finding]:
    """IDF is 0 everywhere: the score is 0 and says nothing of the caption."""
    images = len(result.scores)
    if result.idf == "corpus" and images == 1:
        yield Finding(
            "one_image",
            "warning",
            "One image alone scores 0 whatever its caption: each of its n-grams stands in 1 of 1 images, so "
            "every IDF is ln(1/1) = 0. Score it with the images it belongs to, or take the IDF from a table.",
            result.evaluation_set.ids,
            {"num_images": 1},
        )
        return
    without = weightless(result)
    if without.any():
        number = int(without.sum())
        yield Finding(
            "zero_weights",
            "warning",
            f"{some(number, 'image scores', 'images score')} 0 because no n-gram of the candidate or of the "
            "references has weight: all stand in every image that the IDF counts. This says nothing of the "
            "caption; count the IDF over more varied images or take it from a table.",
            ids_of(result, without),
            {"images": number, "num_images": result.weighting.num_images},
        )


def nothing_matches(result: Result) -> Iterator[Finding]:
    """A true zero."""
    # A 0 may also be a match that length, short captions or the weights of the orders made nothing of.
    zero = (result.scores == 0) & ~blank(result) & ~weightless(result)
    zero &= any_reference(result, ~blank_references(result))
    encoding = result.weighting.encoding
    zero[encoding.image[result.cells.matches.reference[result.cells.product > 0]]] = False
    if zero.any():
        number = int(zero.sum())
        yield Finding(
            "nothing_matches",
            "info",
            f"{some(number, 'candidate earns', 'candidates earn')} a true 0: no n-gram that carries weight "
            "stands in a reference too. Look at the words: another language, case or spelling, or the "
            "wrong image?",
            ids_of(result, zero),
            {"images": number},
        )


def few_images(result: Result) -> Iterator[Finding]:
    """IDF counted over a handful of images."""
    images = len(result.scores)
    if result.idf != "corpus" or not 1 < images < FEW_IMAGES:
        return
    now, then = math.log(images), math.log(images + 1)
    encoding = result.weighting.encoding
    # Longer n-grams may have been encoded for another score.
    df = encoding.corpus_df[: encoding.references.index.ends[result.variant.max_order]]
    rarest = int((df == 1).sum()) / max(1, int((df > 0).sum()))
    yield Finding(
        "few_images",
        "info",
        f"IDF is counted over these {images} images alone: one image more would raise the largest IDF from "
        f"{now:.2f} to {then:.2f} and move every score, and {100 * rarest:.0f} % of the references' n-grams "
        "have that IDF. Compare it only with scores over the same images; for a batch or a subset take the "
        "IDF from a table.",
        evidence={
            "num_images": images,
            "largest_idf": now,
            "with_one_more": then,
            "share_of_largest": rarest,
        },
    )
