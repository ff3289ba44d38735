"""How fast scores and their changes are explained: the documented example, and COCO val2017.

    CIDERNB_DATA=<folder> python benchmarks/explaining.py [--repeats 9] [--json]

All of it is warm: the sets are encoded and weighed on both sides, as they are once both have been
scored. No explanation is kept, so that each is worked out anew. Of the images looked at last, an
encoding keeps their own rows: an image is measured when it is looked at first and again, where the
time is the median over images of each one's best. The others are medians of their repeats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

from scoring import Captions, Figure, read_captions, run_on_coco, seconds

import cidernb


def five_causes(
    images: cidernb.EvaluationSet, pool: cidernb.DocumentFrequencies
) -> tuple[cidernb.Result, cidernb.Result]:
    """Two results with five causes between them: IDF source, stemming, clipping, unseen, length."""
    stemmed = cidernb.PRESETS["paper-cider"].replace(stemmer="plural")
    clipped = cidernb.PRESETS["code-cider-d"].replace(unseen="limit")
    return cidernb.score(images, variant=stemmed), cidernb.score(images, variant=clipped, idf=pool)


def of_example(repeats: int) -> Iterator[Figure]:
    """The documented example: each image in turn, and the mean over its 100 images."""
    example = cidernb.documented_example()
    images = example.evaluation_set
    pool = cidernb.DocumentFrequencies.from_references(example.pool)
    before, after = five_causes(images, pool)
    causes = cidernb.change(before, after).causes  # the first change weighs what is not weighed yet
    times = [
        [seconds(cidernb.change, before, after, image_id) for _ in range(repeats)] for image_id in images.ids
    ]
    name = f"documented example, {len(causes)} causes"
    yield Figure(f"{name}: one image's change, first", 1000 * median(first for first, *_ in times), "ms")
    yield Figure(f"{name}: one image's change, again", 1000 * median(map(min, times)), "ms", 3)
    of_mean = [seconds(cidernb.change, before, after) for _ in range(repeats)]
    yield Figure(f"{name}: change of the mean of 100 images", median(of_mean), "s", 0.15)
    of_one = [min(seconds(split, before, image_id) for _ in range(repeats)) for image_id in images.ids]
    yield Figure("documented example: one image's contributions", 1000 * median(of_one), "ms")


def of_coco(captions: Captions, repeats: int) -> Iterator[Figure]:
    """COCO val2017: contributions to the mean, and its change."""
    half = len(captions.references) // 2
    pool = cidernb.DocumentFrequencies.from_references(captions.references[:half])
    arrays, spelled = [], []
    for _ in range(max(1, repeats // 3)):
        # A new set each time: what an encoding keeps once it has been explained is not there yet.
        images = cidernb.EvaluationSet(captions.candidates, captions.references)
        before, after = five_causes(images, pool)
        arrays.append(seconds(lambda result: cidernb.contributions(result).score, after))
        spelled.append([seconds(split, result) for result in (after, before)])
    yield Figure("COCO val2017: contributions of all images, arrays", median(arrays), "s", 0.3)
    for name, times in zip(("unstemmed", "stemmed"), zip(*spelled, strict=True), strict=True):
        yield Figure(f"COCO val2017: contributions by n-gram, spelled, {name}", median(times), "s", 0.3)
    cidernb.change(before, after)
    of_mean = [seconds(cidernb.change, before, after) for _ in range(max(1, repeats // 3))]
    yield Figure("COCO val2017, five causes: change of the mean", median(of_mean), "s", 3)
    of_one = [
        min(seconds(cidernb.change, before, after, image_id) for _ in range(repeats))
        for image_id in images.ids[:repeats]
    ]
    yield Figure("COCO val2017, five causes: one image's change", 1000 * median(of_one), "ms")


def split(result: cidernb.Result, image_id: int | None = None) -> Mapping[str, float]:
    """A score split by n-gram, every n-gram spelled."""
    return cidernb.contributions(result, image_id).by_ngram


def figures(folder: Path, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    yield from of_example(repeats)
    yield from of_coco(read_captions(folder), repeats)


if __name__ == "__main__":
    run_on_coco("Measure explanations of scores and of their changes.", figures, 9)
