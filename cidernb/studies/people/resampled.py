"""Accuracy by number of references, over resamplings of the references: what a curve holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans, Floats
from cidernb.studies.people.agreement import Ties, winners
from cidernb.studies.people.intervals import RESAMPLES, Change, by_image, interval, ratio
from cidernb.studies.people.study import Study


class Middle(NamedTuple):
    """An accuracy by count, with the limits of an interval; arrays of shape (counts,)."""

    low: Floats
    middle: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class Curve:
    """Accuracy by number of references, for each resampling of the references.

    Attributes
    ----------
    study : Study
        The pairs.
    counts : tuple of int
        How many references are kept.
    agrees : array of bool, shape (resamplings, counts, pairs)
        Where the metric picks the people's winner.
    metric_tied : array of bool, shape (resamplings, counts, pairs)
        Where it scores both candidates alike, which is no agreement.
    ties : {"excluded", "counted"}
        What becomes of pairs on which people have no winner.
    """

    study: Study
    counts: tuple[int, ...]
    agrees: Booleans
    metric_tied: Booleans
    ties: Ties = "excluded"

    @cached_property
    def counted(self) -> Booleans:
        """Which pairs count, shape (pairs,)."""
        decided = winners(self.study.verdicts) != 0
        return decided if self.ties == "excluded" else np.ones(len(decided), bool)

    @cached_property
    def accuracies(self) -> Floats:
        """Shape (resamplings, counts)."""
        return np.asarray(self.agrees[:, :, self.counted].mean(axis=2))

    @property
    def tied(self) -> Floats:
        """The mean share of pairs that the metric leaves undecided, shape (counts,)."""
        return np.asarray(self.metric_tied[:, :, self.counted].mean(axis=(0, 2)))

    def over_references(self, share: float = 0.9) -> Middle:
        """The mean, and where a share of the choices of references lies."""
        tail = (1 - share) / 2
        low, high = np.quantile(self.accuracies, [tail, 1 - tail], axis=0)
        return Middle(low, self.accuracies.mean(axis=0), high)

    def over_images(self, resamples: int = RESAMPLES, seed: int = 0) -> Middle:
        """The mean over choices of references, with its 95 % interval from drawing images again."""
        agreeing = by_image(self.study, self._means)
        counted = by_image(self.study, np.broadcast_to(self.counted[:, None], self._means.shape))
        low, high = interval(agreeing, counted, resamples, seed)
        return Middle(low, self.accuracies.mean(axis=0), high)

    def gain(
        self, few: int, many: int, *, guessing: bool = False, resamples: int = RESAMPLES, seed: int = 0
    ) -> Change:
        """The accuracy with `many` references minus that with `few`, over the same draws of images.

        Parameters
        ----------
        few, many : int
            Among `counts`.
        guessing : bool
            Count half of the pairs that the metric leaves undecided as agreeing, as a coin would.
        resamples, seed : int
            For the interval.
        """
        share = self._means
        if guessing:
            decided = winners(self.study.verdicts) != 0
            share = share + (self.metric_tied & decided).mean(axis=0).T / 2
        gained = share[:, self.counts.index(many)] - share[:, self.counts.index(few)]
        return ratio(by_image(self.study, gained), by_image(self.study, self.counted), resamples, seed)

    @cached_property
    def _means(self) -> Floats:
        """For each pair how often metric and people agree, shape (pairs, counts)."""
        return np.asarray((self.agrees & self.counted).mean(axis=0).T)
