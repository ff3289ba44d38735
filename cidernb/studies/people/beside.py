"""One figure of the paper beside ours: what it is of, what ours is, and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from cidernb.studies import published
from cidernb.studies.people.agreement import Agreement, Ties, agreement
from cidernb.studies.people.similarities import Metric
from cidernb.studies.people.study import Study

#: ROUGE-1 by its best reference: which of the two the paper ran is not certain.
BEST_ROUGE = "ROUGE, best reference"

UNSTATED = "the paper states no tokenizer, no stemmer and nothing of ties"
NO_VOTES = "not computed: these votes are not in the folder"
_OWN = {
    "CIDEr": UNSTATED,
    "METEOR": "METEOR 1.5 in both; the paper states no tokenizer",
    "BLEU-1": "sacrebleu here, the authors' own code there",
    "BLEU-4": "sacrebleu, smoothed exponentially, here; the authors' own code there",
    "ROUGE-1": "rouge-score, averaged over references, here; the authors' own code there",
    "ROUGE": "rouge-score here, ROUGE-1 averaged over references; the authors' own code there",
}


@dataclass(frozen=True)
class Compared:
    """A figure of the paper beside ours.

    Attributes
    ----------
    what : str
        What it is of.
    data_set : str
        ABSTRACT-50S or PASCAL-50S.
    paper : float
        In per cent, or a correlation.
    place : str
        Where the paper prints it.
    ours : float or None
        The same here; None where it cannot be computed, `differs` then says why.
    low, high : float or None
        Its 95 % interval, from drawing the images again.
    pairs : int or None
        Over how many pairs.
    differs : str
        What differs, or is not known to be the same.
    """

    what: str
    data_set: str
    paper: float
    place: str
    ours: float | None
    low: float | None
    high: float | None
    pairs: int | None
    differs: str

    @property
    def difference(self) -> float | None:
        """Ours minus the paper's."""
        return None if self.ours is None else self.ours - self.paper

    @property
    def within(self) -> bool | None:
        """Whether our interval holds the paper's figure as printed; None without an interval."""
        return None if self.low is None or self.high is None else self.low <= self.paper <= self.high


@dataclass(frozen=True, eq=False)
class Bench:
    """What is held against the paper."""

    study: Study
    metrics: Mapping[str, Metric]
    tokenizer: str
    ties: Ties

    def has(self, data_set: str) -> bool:
        return self.study.name == data_set and not self.study.simulated

    def row(
        self,
        what: str,
        metric: str,
        data_set: str,
        paper: float,
        place: str,
        *,
        kind: str | None = None,
        first: int | None = None,
    ) -> Compared:
        """One row: of the pairs known to be of a kind, with the first references alone if so asked."""
        why = self._why_not(metric, data_set, kind)
        if why is not None:
            return not_ours(what, data_set, paper, place, why)
        found = self._agreement(metric, kind, first)
        accuracy, low, high = (100 * share for share in (found.accuracy, found.low, found.high))
        differs = self._differs(metric, data_set, kind, first)
        return Compared(what, data_set, paper, place, accuracy, low, high, found.pairs, differs)

    def _why_not(self, metric: str, data_set: str, kind: str | None) -> str | None:
        if not self.has(data_set):
            return NO_VOTES
        if metric not in self.metrics:
            return f"not computed: {metric} was not run"
        if kind is not None and kind not in self.study.kinds:
            return "not computed: no pair is known to be of this kind"
        return None

    def _differs(self, metric: str, data_set: str, kind: str | None, first: int | None) -> str:
        parts = [_OWN[metric], f"here tokens by {self.tokenizer!r}, ties {self.ties}"]
        if metric == "ROUGE" and BEST_ROUGE in self.metrics:
            best = self._agreement(BEST_ROUGE, kind, first).accuracy
            parts.append(f"by its best reference it is {100 * best:.1f} % here")
        if kind is not None:
            known = sum(pair.kind == kind for pair in self.study.pairs)
            if known < published.PAIRS[data_set][kind]:
                parts.append(
                    f"of {published.PAIRS[data_set][kind]} such pairs the captions tell the kind of {known}"
                )
        return "; ".join(parts)

    def _agreement(self, metric: str, kind: str | None, first: int | None) -> Agreement:
        kept = (
            None
            if first is None
            else np.broadcast_to(np.arange(self.study.most) < first, self.study.asked.shape)
        )
        scores = self.metrics[metric].scores(kept)
        held = self.study
        if kind is not None:
            scores = scores[[pair.kind == kind for pair in self.study.pairs]]
            held = self.study.of_kind(kind)
        return agreement(held, scores, variant=metric, references=first or held.most, ties=self.ties)


def not_ours(what: str, data_set: str, paper: float, place: str, why: str) -> Compared:
    return Compared(what, data_set, paper, place, None, None, None, None, why)
