"""Two systems on the same references: where one wins, and why."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral, Real

import numpy as np

from cidernb.arrays import Floats
from cidernb.explaining.causes import same_source
from cidernb.explaining.change import Change, change
from cidernb.explaining.losses import losses
from cidernb.frozen import FrozenData, FrozenDict
from cidernb.given_counts import as_count
from cidernb.in_messages import in_short
from cidernb.result import Result, check_result, score
from cidernb.validation import check_whole

#: Differences up to this count as a tie.
TIE = 1e-12

#: The fewest resamples that have limits, and the most that a computer need wait for.
FEWEST_RESAMPLES, MOST_RESAMPLES = 2, 1_000_000


@dataclass(frozen=True, eq=False)
class SystemComparison(FrozenData):
    """System B against system A. Made by `cidernb.compare_systems`.

    Attributes
    ----------
    before, after : Result
        System A, system B, over the images that both captioned: where one has more, scored again
        over these, so that one IDF weighs both.
    ids : tuple
        The images that both captioned.
    left_out : pair of tuples
        The images that only A captioned, and those that only B captioned.
    differences : array, shape (images,)
        B's score minus A's, per image, on B's scale.
    low, high : float
        Bounds of the bootstrap interval of the mean difference.
    confidence : float
        The interval's confidence level.
    """

    before: Result
    after: Result
    ids: tuple[Hashable, ...]
    differences: Floats
    low: float
    high: float
    confidence: float
    left_out: tuple[tuple[Hashable, ...], tuple[Hashable, ...]] = ((), ())

    @property
    def difference(self) -> float:
        """The mean difference over the images, B minus A: the difference of the two means."""
        return float(self.differences.mean())

    @property
    def won(self) -> int:
        """Images on which B scores higher."""
        return int((self.differences > TIE).sum())

    @property
    def lost(self) -> int:
        """Images on which A scores higher."""
        return int((self.differences < -TIE).sum())

    @property
    def tied(self) -> int:
        """Images on which both score alike."""
        return len(self.ids) - self.won - self.lost

    @cached_property
    def change(self) -> Change:
        """The difference of the means by cause and n-gram."""
        return change(self.before, self.after)

    @cached_property
    def losses(self) -> Mapping[str, float]:
        """Points that B loses more than A, by reason; they add up to minus the difference of the means."""
        scale = self.after.variant.scale
        old, new = losses(self.before), losses(self.after)
        factor = scale / self.before.variant.scale
        return FrozenDict({reason: new[reason] - factor * old[reason] for reason in new})

    def moved_most(self, number: int = 10) -> list[tuple[Hashable, float]]:
        """The images whose scores differ most, with the differences; largest first."""
        check_whole("moved_most", number, "image")
        order = np.argsort(-np.abs(self.differences), kind="stable")[:number]
        return [(self.ids[row], float(self.differences[row])) for row in order.tolist()]


def check_resamples(resamples: int) -> None:
    """Refuse a number of resamples that gives no interval, or none in reasonable time.

    Raises
    ------
    ValueError
        Naming the number and the limits.
    """
    what = f"resamples is {in_short(resamples)}; give {FEWEST_RESAMPLES} to {MOST_RESAMPLES}, such as 2000."
    if isinstance(resamples, bool) or not isinstance(resamples, Integral):
        raise TypeError(what)
    if not FEWEST_RESAMPLES <= resamples <= MOST_RESAMPLES:
        raise ValueError(what)


def compare_systems(
    before: Result,
    after: Result,
    *,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> SystemComparison:
    """Compare two systems' captions of the same images.

    Parameters
    ----------
    before, after : Result
        System A's and system B's scores: the same references and IDF source, under any variant.
    resamples : int
        Bootstrap resamples of the images, 2 to a million.
    confidence : float
        Confidence level of the interval.
    seed : int
        Seed of the resampling.

    Returns
    -------
    SystemComparison
        Mean difference with a paired bootstrap interval (percentiles over resampled images), images
        won and lost, the n-grams and reasons behind the difference.

    Raises
    ------
    ValueError
        If the two results share no image, differ in the references of one or in their IDF source,
        or a number is out of range.

    Notes
    -----
    Where one system captioned more images, both are scored again over those that both captioned: a
    corpus IDF counts the images that it is given, so that the very same caption scores differently
    beside others. `left_out` tells which images this sets aside. What different references or IDF
    sources do to a score is a question for `cidernb.change`.

    The images are drawn again, their IDF is not counted again: the interval is about these images'
    scores as they are.

    Examples
    --------
    >>> import cidernb
    >>> images = cidernb.documented_example().evaluation_set
    >>> once, twice = cidernb.score(images), cidernb.score(images.repeated(2))
    >>> comparison = compare_systems(once, twice)
    >>> round(comparison.difference, 3), comparison.won, comparison.lost
    (-1.603, 0, 100)
    """
    from scipy.stats import bootstrap

    check_result(before, "System A's side")
    check_result(after, "System B's side")
    check_resamples(resamples)
    what = f"confidence is {in_short(confidence)}; give a number between 0 and 1, such as 0.95."
    if not isinstance(confidence, Real):
        raise TypeError(what)
    if not 0 < confidence < 1:
        raise ValueError(what)
    seed = as_count(seed, "seed", at_least=0)
    before, after, left_out = _over_the_same_images(before, after)
    ids = before.evaluation_set.ids
    factor = after.variant.scale / before.variant.scale
    held, old = after.per_image, before.per_image
    differences = np.array([held[i] - factor * old[i] for i in ids])
    # N-grams are numbered, and so summed, in an order that depends on the other images.
    differences[np.abs(differences) <= TIE] = 0
    low = high = float(differences[0])
    if len(ids) > 1:
        # Batches keep 5,000 images with 2,000 resamples well under a gigabyte.
        interval = bootstrap(
            (differences,),
            np.mean,
            n_resamples=resamples,
            confidence_level=confidence,
            method="percentile",
            batch=max(1, 2_000_000 // len(ids)),
            rng=np.random.default_rng(seed),
        ).confidence_interval
        low, high = float(interval.low), float(interval.high)
    return SystemComparison(before, after, ids, differences, low, high, confidence, left_out)


def _over_the_same_images(
    before: Result, after: Result
) -> tuple[Result, Result, tuple[tuple[Hashable, ...], tuple[Hashable, ...]]]:
    """Both results over the images that both hold, and the images that only one holds."""
    old, new = before.evaluation_set, after.evaluation_set
    shared = [i for i in old.ids if i in new.references]
    if not shared:
        raise ValueError(
            "The two systems share no image; give both systems' captions of the same images, under the "
            "same ids."
        )
    other = next((i for i in shared if old.references[i] != new.references[i]), None)
    if other is not None:
        raise ValueError(
            f"The two systems are compared with different references of image {in_short(other)}; score both "
            "with the same, or see by cidernb.change what the references do."
        )
    if not same_source(before.idf, after.idf):
        raise ValueError(
            "The two systems are scored with different IDF sources; score both with one, or see by "
            "cidernb.change what the source does."
        )
    left_out = (
        tuple(i for i in old.ids if i not in new.references),
        tuple(i for i in new.ids if i not in old.references),
    )
    return _over(before, shared, left_out[0]), _over(after, shared, left_out[1]), left_out


def _over(result: Result, shared: list[Hashable], left_out: tuple[Hashable, ...]) -> Result:
    if not left_out:
        return result
    images = result.evaluation_set.subset(shared)
    return score(images, variant=result.variant, idf=result.idf, tokenizer=result.tokenizer)
