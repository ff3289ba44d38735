"""Long looks at a study of people's choices: each as work that can be stopped and taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from cidernb.arrays import Booleans, Floats
from cidernb.exploring.long_work import LongWork, Part
from cidernb.studies.people.agreement import Ties, similarities
from cidernb.studies.people.baselines import Bleu, meteor_steps, rouge, tokenised
from cidernb.studies.people.comparison import ROUGE_OF, baseline_metrics
from cidernb.studies.people.coverage import COUNTS as HALF_COUNTS
from cidernb.studies.people.coverage import IDFS_COMPARED, PEOPLE, Coverage, split_steps
from cidernb.studies.people.curves import COUNTS, Step, curve_steps, gather, metric_steps, within
from cidernb.studies.people.resampled import Curve
from cidernb.studies.people.similarities import Metric, Over, Similarities
from cidernb.studies.people.study import Study
from cidernb.variant import PRESETS, Variant

#: Of BLEU-1, which scores every choice of references anew, as many resamplings are drawn at most.
BLEU_RESAMPLINGS = 10

_METEOR, _DIVISIONS, _METRICS = "METEOR", "divisions", "metrics"


def has_baselines() -> bool:
    """Whether BLEU and ROUGE can run."""
    return all(find_spec(module) is not None for module in ("sacrebleu", "rouge_score"))


# The curve over references


def curve_work(study: Study, variant: Variant, resamplings: int) -> LongWork:
    """The curves with the IDF held fixed, which are soon there, and recomputed."""
    counts = within(study, COUNTS)
    return LongWork(
        "resamplings",
        [
            Part(
                idf,
                resamplings,
                curve_steps(study, variant, counts=counts, idf=idf, resamplings=resamplings),
            )
            for idf in IDFS_COMPARED
        ],
    )


def curves(study: Study, work: LongWork, ties: Ties) -> dict[str, Curve]:
    """The curves so far, by what becomes of the IDF; without those that have not begun."""
    counts = within(study, COUNTS)
    return {part.name: gather(study, counts, part.taken, ties) for part in work.parts if part.taken}


# Check 1


def check_work(
    study: Study, variant: Variant, divisions: int, others: Mapping[str, Metric] | None = None
) -> LongWork:
    """Check 1, division by division."""
    steps = split_steps(study, variant, counts=_half_counts(study), repeats=divisions, others=others or {})
    return LongWork(_DIVISIONS, [Part(_DIVISIONS, divisions, steps)])


def coverage(study: Study, work: LongWork, others: Mapping[str, Metric] | None = None) -> Coverage | None:
    """Check 1 from the divisions so far; None before the first."""
    taken = work.taken(_DIVISIONS)
    if not taken:
        return None
    return Coverage(
        study=study,
        metrics=(*IDFS_COMPARED, PEOPLE, *(others or {})),
        counts=_half_counts(study),
        agreeing=sum(each.agrees.astype(float) for each in taken),
        counted=sum(each.counted.astype(float) for each in taken),
        tied=sum(each.tied.astype(float) for each in taken),
        divisions=len(taken),
    )


def _half_counts(study: Study) -> tuple[int, ...]:
    half = study.most // 2
    return (*(count for count in HALF_COUNTS if count < half), half)


# Other metrics


@dataclass(frozen=True, eq=False)
class Remembered:
    """A metric whose scores with all references were worked out once.

    Attributes
    ----------
    metric : Metric
        What scores with fewer references.
    values : array, shape (pairs, 2)
        The scores of B and C with all.
    """

    metric: Metric
    values: Floats

    def scores(self, kept: Booleans | None = None) -> Floats:
        """The scores of B and C, shape (pairs, 2)."""
        return self.values if kept is None else self.metric.scores(kept)


def metrics_work(study: Study) -> LongWork:
    """CIDEr, and BLEU and ROUGE where they are installed, one after the other."""
    # ROUGE-1, which the paper ran on all but PASCAL-50S, is taken by its best reference too.
    number = (5 if ROUGE_OF.get(study.name) == "ROUGE-L" else 6) if has_baselines() else 1
    return LongWork("metrics", [Part(_METRICS, number, _metric_by_metric(study))])


def _metric_by_metric(study: Study) -> Iterator[tuple[str, Metric]]:
    metrics: Mapping[str, Metric] = (
        baseline_metrics(study) if has_baselines() else {"CIDEr": similarities(study, PRESETS["paper-cider"])}
    )
    for name, metric in metrics.items():
        yield name, Remembered(metric, metric.scores())


def meteor_work(study: Study) -> LongWork:
    """METEOR, pair by pair; Java needs half a minute before the first."""
    return LongWork("pairs", [Part(_METEOR, len(study.pairs), meteor_steps(tokenised(study)))])


def meteor_of(study: Study, work: LongWork | None) -> dict[str, Metric]:
    """METEOR by its name, once all pairs are done."""
    if work is None or not work.complete:
        return {}
    values = np.full((len(study.pairs), 2, study.most), -np.inf)
    for number, found in enumerate(work.taken(_METEOR)):
        values[number, :, : found.shape[1]] = found
    return {_METEOR: Similarities(values, study.asked, "best")}


# The mean against the best reference


@dataclass(frozen=True, eq=False)
class Drawn:
    """A curve of a metric.

    Attributes
    ----------
    metric : str
        Its name.
    over : {"mean", "best"} or None
        How its similarities became scores; None for BLEU, which has none.
    curve : Curve
        Over the numbers of references.
    """

    metric: str
    over: Over | None
    curve: Curve


#: The metrics whose similarities are taken in both ways.
_BOTH_WAYS: tuple[tuple[str, Over], ...] = tuple(
    (metric, over) for metric in ("CIDEr", "ROUGE-1") for over in ("mean", "best")
)


def aggregation_work(study: Study, variant: Variant, resamplings: int) -> LongWork:
    """CIDEr and ROUGE-1 by the mean and by the best reference, then BLEU-1 as it is."""
    settled = _Settled(study, variant)
    installed = has_baselines()
    parts = [
        Part(f"{metric}, {over}", resamplings, settled.steps(metric, over, resamplings))
        for metric, over in _BOTH_WAYS
        if metric == "CIDEr" or installed
    ]
    if installed:
        counts, draws = within(study, COUNTS), min(resamplings, BLEU_RESAMPLINGS)
        parts.append(Part("BLEU-1", draws * len(counts), settled.bleu_steps(draws)))
    return LongWork("steps", parts)


def aggregated(study: Study, work: LongWork, ties: Ties) -> list[Drawn]:
    """The curves so far, of those that have begun."""
    counts = within(study, COUNTS)
    drawn = []
    for part in work.parts:
        metric, _, over = part.name.partition(", ")
        taken = part.taken if over else _rows(part.taken, len(counts))
        if taken:
            way: Over | None = "mean" if over == "mean" else "best" if over else None
            drawn.append(Drawn(metric, way, gather(study, counts, taken, ties)))
    return drawn


def _rows(cells: list[Step], width: int) -> list[Step]:
    """Resamplings from cells of one count each; one that is not whole is left out."""
    whole = [cells[start : start + width] for start in range(0, len(cells) - width + 1, width)]
    return [
        (np.concatenate([agrees for agrees, _ in row]), np.concatenate([tied for _, tied in row]))
        for row in whole
    ]


class _Settled:
    """The steps of the curves of one study; a metric's similarities are made when first asked for."""

    def __init__(self, study: Study, variant: Variant) -> None:
        self._study, self._variant = study, variant
        self._made: dict[str, Similarities] = {}

    def steps(self, metric: str, over: Over, resamplings: int) -> Iterator[Step]:
        if metric not in self._made:
            self._made[metric] = (
                similarities(self._study, self._variant)
                if metric == "CIDEr"
                else rouge(tokenised(self._study), "rouge1")
            )
        made = Similarities(self._made[metric].values, self._study.asked, over)
        counts = within(self._study, COUNTS)
        yield from metric_steps(self._study, made, counts=counts, resamplings=resamplings)

    def bleu_steps(self, resamplings: int) -> Iterator[Step]:
        # One count at a time, for each takes up to a second; the orders are those of the others.
        bleu = Bleu(tokenised(self._study), 1)
        by_count = [
            metric_steps(self._study, bleu, counts=(count,), resamplings=resamplings)
            for count in within(self._study, COUNTS)
        ]
        for _ in range(resamplings):
            for steps in by_count:
                yield next(steps)
