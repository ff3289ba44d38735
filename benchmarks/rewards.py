"""How fast a reward for sequence training is, on the captions of COCO val2017.

    CIDERNB_DATA=<folder> python benchmarks/rewards.py [--repeats 200] [--json]

The references are encoded once, with an end token, and a table of document frequencies is kept.
Each step then scores 50 new candidates, by the candidates of other images. Times are processor
time and the median of the repeats; the first step, which looks the references up in the table, is
left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

from scoring import Captions, Figure, read_captions, run_on_coco

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet

BATCH = 50
Step = Callable[[], object]


def steps(captions: Captions) -> Iterator[tuple[str, float | None, Step]]:
    """What is measured, its target in milliseconds, and one step of it."""
    chance = random.Random(0)
    training = EvaluationSet(captions.candidates, captions.references).with_end_token()
    table = DocumentFrequencies.from_references(captions.references, end_token=training.end_token)
    batch = EvaluationSet(captions.candidates[:BATCH], captions.references[:BATCH]).with_end_token()

    said = [chance.choices(captions.candidates, k=BATCH) for _ in range(100)]

    def reward(images: EvaluationSet) -> object:
        new = dict(zip(images.ids, chance.choice(said), strict=False))
        return cidernb.score(images.with_candidates(new), idf=table).scores

    def of_training(images: int) -> EvaluationSet:
        return training.subset(chance.sample(range(len(training)), images))

    def samples() -> None:
        images = of_training(10)
        for _ in range(5):
            reward(images)

    yield "the same 50 images, one candidate each", 2, lambda: reward(batch)
    yield "50 of 5,000 images, others each time, one candidate each", 2, lambda: reward(of_training(BATCH))
    yield "10 of 5,000 images, others each time, five candidates each", None, samples


def milliseconds(step: Step, repeats: int) -> float:
    """The median of one step."""
    step()
    times = []
    for _ in range(repeats):
        started = process_time()
        step()
        times.append(process_time() - started)
    return 1000 * median(times)


def figures(folder: Path, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    for name, target, step in steps(read_captions(folder)):
        yield Figure(name, milliseconds(step, repeats), "ms", target)


if __name__ == "__main__":
    run_on_coco("Measure rewards for sequence training.", figures, 200)
