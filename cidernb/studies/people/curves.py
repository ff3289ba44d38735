"""How agreement with people changes with the number of references, over many random choices of them.

An image's references are put in a random order of which the first 1, 2, ... are kept, so that the
choices are nested. The IDF stays, or counts in every image of the data set only the references kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.studies.people.agreement import Ties, chosen_sides, winners
from cidernb.studies.people.resampled import Curve as Curve  # part of what this module gives
from cidernb.studies.people.similarities import Metric, Similarities, compare_all
from cidernb.studies.people.study import Study
from cidernb.studies.recounting import Recounting, shuffled_places
from cidernb.studies.reference_counts import HELD_FIXED, IDFS
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant, as_variant

#: How many references the curves are drawn at.
COUNTS = (1, 2, 3, 5, 10, 20, 30, 48)

RESAMPLINGS = 200

#: Called with how many steps are done and how many there are.
Progress = Callable[[int, int], None]
#: Asked between steps whether to stop there.
Stop = Callable[[], bool]


Step = tuple[Booleans, Booleans]


def curve(
    study: Study,
    variant: str | Variant = "paper-cider",
    *,
    counts: Sequence[int] = COUNTS,
    idf: str = HELD_FIXED,
    resamplings: int = RESAMPLINGS,
    tokenizer: Tokenizer = "ptb",
    ties: Ties = "excluded",
    seed: int = 0,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Curve:
    """Accuracy with 1, 2, ... references, over random choices of them.

    Parameters
    ----------
    study : Study
        The pairs.
    variant : str or Variant
        The definition of CIDEr.
    counts : sequence of int
        Numbers of references; those above what the study has are left out.
    idf : {"held fixed", "recomputed"}
        Whether the IDF counts all references of all images, or of every image those that are kept.
    resamplings : int
        How many orders of the references are drawn.
    tokenizer : str or function
        How captions become words.
    ties : {"excluded", "counted"}
        What becomes of pairs on which people have no winner.
    seed : int
        Of the orders.
    progress : callable, optional
        Called after every resampling with how many are done and how many there are.
    stop : callable, optional
        Asked before every resampling but the first; once it says True, the curve holds those done.

    Raises
    ------
    ValueError
        For a setting that does not exist.
    """
    kept = within(study, counts)
    steps = curve_steps(
        study, variant, counts=kept, idf=idf, resamplings=resamplings, tokenizer=tokenizer, seed=seed
    )
    return gather(study, kept, take(steps, resamplings, progress, stop), ties)


Taken = TypeVar("Taken")


def take(
    steps: Iterator[Taken], number: int, progress: Progress | None = None, stop: Stop | None = None
) -> Iterator[Taken]:
    """Steps, with word of how far they are, up to where they are stopped."""
    for done, step in enumerate(steps, start=1):
        yield step
        if progress is not None:
            progress(done, number)
        if stop is not None and stop():
            return


def gather(study: Study, counts: Sequence[int], steps: Iterable[Step], ties: Ties = "excluded") -> Curve:
    """A curve of as many resamplings as there are."""
    agrees, tied = zip(*steps, strict=True)
    return Curve(study, tuple(counts), np.stack(agrees), np.stack(tied), ties)


def curve_steps(
    study: Study,
    variant: str | Variant = "paper-cider",
    *,
    counts: Sequence[int] = COUNTS,
    idf: str = HELD_FIXED,
    resamplings: int = RESAMPLINGS,
    tokenizer: Tokenizer = "ptb",
    seed: int = 0,
) -> Iterator[Step]:
    """The resamplings of `curve` one by one, for whoever shows them as they come.

    Yields
    ------
    (array of bool, array of bool), shape (counts, pairs) each
        Where metric and people agree, and where the metric is tied; `gather` puts them together.
    """
    if idf not in IDFS:
        raise ValueError(f"idf is {idf!r}; choose one of {', '.join(IDFS)}.")
    chosen = as_variant(variant)
    comparisons = compare_all(study, chosen, tokenizer)
    whole = comparisons.similarities(chosen)
    if idf == HELD_FIXED:
        yield from metric_steps(study, whole, counts=counts, resamplings=resamplings, seed=seed)
        return
    recounting = Recounting(comparisons.whole)
    for place in orders(study, resamplings, seed):
        rank, earliest = ranks(study, place), recounting.earliest(place)
        scores = []
        for count in counts:
            # With all references kept the IDF is that of the corpus.
            found = (
                whole if count >= study.most else comparisons.weighed(chosen, recounting.df(earliest, count))
            )
            scores.append(found.scores(rank < count))
        yield _held_against(study, np.stack(scores))


def metric_steps(
    study: Study,
    metric: Metric,
    *,
    counts: Sequence[int] = COUNTS,
    resamplings: int = RESAMPLINGS,
    seed: int = 0,
) -> Iterator[Step]:
    """The resamplings of a metric that no IDF changes, for the same orders as those of CIDEr.

    Parameters
    ----------
    study : Study
        The pairs.
    metric : Similarities or another Metric
        CIDEr's under one IDF, or what `cidernb.studies.people.baselines` makes.
    counts, resamplings, seed
        As in `curve`.
    """
    for place in orders(study, resamplings, seed):
        rank = ranks(study, place)
        if isinstance(metric, Similarities):
            yield _held_against(study, metric.nested(np.argsort(rank, axis=1), counts))
        else:
            yield _held_against(study, np.stack([metric.scores(rank < count) for count in counts]))


def metric_curve(
    study: Study,
    metric: Metric,
    *,
    counts: Sequence[int] = COUNTS,
    resamplings: int = RESAMPLINGS,
    ties: Ties = "excluded",
    seed: int = 0,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Curve:
    """`curve` for a metric that no IDF changes."""
    kept = within(study, counts)
    steps = metric_steps(study, metric, counts=kept, resamplings=resamplings, seed=seed)
    return gather(study, kept, take(steps, resamplings, progress, stop), ties)


def orders(study: Study, number: int, seed: int) -> Iterator[Integers]:
    """Random orders of every image's references: each one's place, shape (references,)."""
    sizes, rng = study.sizes, np.random.default_rng(seed)
    for _ in range(number):
        yield shuffled_places(sizes, rng)


def ranks(study: Study, place: Integers) -> Integers:
    """Each triplet's rank among its pair's by the place of its A, those not asked last."""
    first = (np.cumsum(study.sizes) - study.sizes)[study.image_of]
    of_triplet = np.where(study.asked, place[first[:, None] + study.places], len(place))
    return np.argsort(np.argsort(of_triplet, axis=1), axis=1)


def within(study: Study, counts: Sequence[int]) -> tuple[int, ...]:
    """The counts that a study has references for, and its most if some go beyond.

    Raises
    ------
    ValueError
        If a count is below 1 or none is given.

    """
    if not counts or min(counts) < 1:
        raise ValueError(f"counts is {tuple(counts)}; give one or more numbers of 1 or more.")
    kept = {count for count in counts if count <= study.most}
    return tuple(sorted(kept | ({study.most} if max(counts) > study.most else set())))


def _held_against(study: Study, scores: Floats) -> Step:
    people, metric = winners(study.verdicts), chosen_sides(scores)
    return (metric == people) & (people != 0), metric == 0
