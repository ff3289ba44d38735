"""Check 1: more references or another IDF? Half the references make people's winner, half score.

The paper reading (section 8.2) proposes to tell two explanations apart of CIDEr's gain with more
references: each caption is compared with more of them, and the IDF counts more of them. So the
triplets of 24 references decide whom people choose; of the other half 5, 10 and 24 are compared
with, while the IDF counts all of that half in every image, or only those compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans, Floats
from cidernb.studies.people.agreement import chosen_sides, winners
from cidernb.studies.people.curves import Progress, Stop, orders, ranks, take
from cidernb.studies.people.intervals import Change, by_image, ratio
from cidernb.studies.people.similarities import Metric, compare_all
from cidernb.studies.people.study import Study
from cidernb.studies.recounting import Recounting
from cidernb.studies.reference_counts import HELD_FIXED, RECOMPUTED
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant, as_variant

#: How many references are compared with, of each half of 24.
COUNTS = (5, 10, 24)

REPEATS = 100

#: What the metrics of a `Coverage` are called: CIDEr's two by their IDF, and people's own choice.
IDFS_COMPARED = (HELD_FIXED, RECOMPUTED)
PEOPLE = "people"


class Split(NamedTuple):
    """One division of the references into halves.

    Attributes
    ----------
    agrees : array of bool, shape (metrics, counts, pairs)
        Where a metric picks the winner of the half that decides.
    counted : array of bool, shape (pairs,)
        Where that half has a winner.
    tied : array of bool, shape (metrics, counts, pairs)
        Where the metric picks neither, of the pairs with a winner.
    """

    agrees: Booleans
    counted: Booleans
    tied: Booleans


@dataclass(frozen=True, eq=False)
class Coverage:
    """Agreement with the winner of one half of the references, by what the other half is used for.

    Attributes
    ----------
    study : Study
        The pairs.
    metrics : tuple of str
        "held fixed" and "recomputed" are CIDEr under each IDF; "people" is the other half's own
        winner, with as many triplets; then other metrics on the same references.
    counts : tuple of int
        How many references are compared with.
    agreeing : array, shape (metrics, counts, pairs)
        In how many divisions of the references each pair's winner is picked.
    counted : array, shape (pairs,)
        In how many divisions the deciding half has a winner for it.
    tied : array, shape (metrics, counts, pairs)
        In how many of those a metric picks neither, which is no agreement. Of an even number of
        triplets as many may be for B as for C, so that people's choice is tied at times.
    divisions : int
        How many divisions there were.
    """

    study: Study
    metrics: tuple[str, ...]
    counts: tuple[int, ...]
    agreeing: Floats
    counted: Floats
    tied: Floats
    divisions: int

    def accuracy(self, metric: str, count: int, kind: str | None = None) -> Change:
        """A mean accuracy over divisions with its 95 % interval from drawing images again."""
        return self._ratio(self._cell(metric, count), kind)

    def tied_share(self, metric: str, count: int) -> float:
        """The share of decided pairs on which a metric picks neither."""
        self._cell(metric, count)
        tied = self.tied[self.metrics.index(metric), self.counts.index(count)]
        return float(tied.sum() / self.counted.sum())

    def gain(self, metric: str, few: int, many: int, kind: str | None = None) -> Change:
        """The accuracy with `many` references minus that with `few`, over the same images."""
        return self._ratio(self._cell(metric, many) - self._cell(metric, few), kind)

    def difference(self, one: str, other: str, count: int, kind: str | None = None) -> Change:
        """A metric's accuracy minus another's with as many references, over the same images."""
        return self._ratio(self._cell(one, count) - self._cell(other, count), kind)

    def gained_by_idf(self, few: int, many: int, kind: str | None = None) -> Change:
        """How much of the gain with a recomputed IDF the fixed one does not have."""
        fixed, recomputed = (self._cell(idf, many) - self._cell(idf, few) for idf in IDFS_COMPARED)
        return self._ratio(recomputed - fixed, kind)

    def _cell(self, metric: str, count: int) -> Floats:
        for what, value, known in (("metric", metric, self.metrics), ("count", count, self.counts)):
            if value not in known:
                raise ValueError(
                    f"There is no {what} {value!r} here; choose one of {', '.join(map(str, known))}."
                )
        return np.asarray(self.agreeing[self.metrics.index(metric), self.counts.index(count)])

    def _ratio(self, over: Floats, kind: str | None) -> Change:
        used = np.array([kind in (None, pair.kind) for pair in self.study.pairs])
        if not used.any():
            raise ValueError(f"No pair of {self.study.name!r} is known to be of kind {kind!r}.")
        return ratio(by_image(self.study, over * used), by_image(self.study, self.counted * used))


def separate_coverage(
    study: Study,
    variant: str | Variant = "paper-cider",
    *,
    counts: Sequence[int] | None = None,
    repeats: int = REPEATS,
    others: Mapping[str, Metric] | None = None,
    tokenizer: Tokenizer = "ptb",
    seed: int = 0,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> Coverage:
    """Divide the references again and again; see the module.

    Parameters
    ----------
    study : Study
        The pairs.
    variant : str or Variant
        The definition of CIDEr.
    counts : sequence of int, optional
        How many references of the scoring half are compared with; 5, 10 and all of the half.
    repeats : int
        How many divisions, each with a choice of the references compared with.
    others : mapping of str to Metric, optional
        Other metrics, on the same references.
    tokenizer : str or function
        How captions become words.
    seed : int
        Of the divisions.
    progress, stop : callable, optional
        As in `curve`.

    Raises
    ------
    ValueError
        If a count is no number from 1 to half the references.
    """
    kept = _counts(study, counts)
    metrics = _metrics(others)
    shape = (len(metrics), len(kept), len(study.pairs))
    agreeing, tied, counted, divisions = np.zeros(shape), np.zeros(shape), np.zeros(shape[-1]), 0
    steps = split_steps(
        study, variant, counts=kept, repeats=repeats, others=others, tokenizer=tokenizer, seed=seed
    )
    for step in take(steps, repeats, progress, stop):
        agreeing += step.agrees
        tied += step.tied
        counted += step.counted
        divisions += 1
    return Coverage(study, metrics, kept, agreeing, counted, tied, divisions)


def _metrics(others: Mapping[str, Metric] | None) -> tuple[str, ...]:
    return (*IDFS_COMPARED, PEOPLE, *(others or {}))


def split_steps(
    study: Study,
    variant: str | Variant = "paper-cider",
    *,
    counts: Sequence[int],
    repeats: int = REPEATS,
    others: Mapping[str, Metric] | None = None,
    tokenizer: Tokenizer = "ptb",
    seed: int = 0,
) -> Iterator[Split]:
    """The divisions of `separate_coverage`, one by one."""
    chosen, half = as_variant(variant), study.most // 2
    comparisons = compare_all(study, chosen, tokenizer)
    recounting = Recounting(comparisons.whole)
    for place in orders(study, repeats, seed):
        rank = ranks(study, place)
        size = study.asked.sum(axis=1)[:, None]
        # The first half scores, and what stands behind it decides.
        people = winners(np.where((rank >= half) & (rank < size), study.verdicts, 0.0))
        earliest = recounting.earliest(place)
        fixed = comparisons.weighed(chosen, recounting.df(earliest, half))
        found: list[list[Floats]] = []
        for count in counts:
            used = rank < count
            again = fixed
            if count < half:
                again = comparisons.weighed(chosen, recounting.df(earliest, count))
            compared = (fixed, again, *(others or {}).values())
            held, recomputed, *rest = (chosen_sides(metric.scores(used)) for metric in compared)
            own = winners(np.where(used, study.verdicts, 0.0))
            found.append([held, recomputed, own, *rest])
        picked, decided = np.array(found).swapaxes(0, 1), people != 0
        yield Split((picked == people) & decided, decided, (picked == 0) & decided)


def _counts(study: Study, counts: Sequence[int] | None) -> tuple[int, ...]:
    half = study.most // 2
    chosen = counts or tuple(count for count in COUNTS if count < half) + (half,)
    if not all(1 <= count <= half for count in chosen):
        raise ValueError(
            f"counts is {tuple(chosen)}; half the references are {half}, give numbers up to that."
        )
    return tuple(sorted(set(chosen)))
