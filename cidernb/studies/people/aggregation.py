"""Why more references can cost BLEU-1 accuracy and not CIDEr: the best reference against the mean.

BLEU takes for each n-gram the most that any reference has, METEOR and ROUGE the best reference, CIDEr
the mean. The paper explains BLEU-1's loss by the maximum: among more references a worse one is more
likely to match. Here the same similarities become scores in both ways, so that only this differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cidernb.studies.people.curves import COUNTS, RESAMPLINGS, metric_curve
from cidernb.studies.people.intervals import Change
from cidernb.studies.people.resampled import Curve
from cidernb.studies.people.similarities import Similarities
from cidernb.studies.people.study import Study


@dataclass(frozen=True, eq=False)
class MeanAgainstBest:
    """The curves of one metric's similarities, averaged over references and at their best.

    Attributes
    ----------
    mean, best : Curve
        Over the same resamplings of the references.
    """

    mean: Curve
    best: Curve


def mean_against_best(
    study: Study,
    similarities: Similarities,
    *,
    counts: Sequence[int] = COUNTS,
    resamplings: int = RESAMPLINGS,
    seed: int = 0,
) -> MeanAgainstBest:
    """Turn the same similarities into scores by the mean and by the best reference.

    Parameters
    ----------
    study : Study
        The pairs.
    similarities : Similarities
        CIDEr's, or those of a baseline.
    counts, resamplings, seed
        As in `curve`.
    """
    made = (
        metric_curve(
            study, replace(similarities, over=over), counts=counts, resamplings=resamplings, seed=seed
        )
        for over in ("mean", "best")
    )
    return MeanAgainstBest(*made)


@dataclass(frozen=True)
class Loss:
    """Whether a curve falls from its highest point to all references.

    Attributes
    ----------
    peak : int
        The number of references with the highest mean accuracy.
    change : Change
        The accuracy with all references minus that at the peak. The peak is chosen from the same
        images, so that the interval is somewhat too low.
    guessing : Change
        The same if a coin decided what the metric leaves undecided: what is left of a fall then does
        not come of ties.
    tied_at_peak, tied_with_all : float
        The share of pairs that the metric leaves undecided.
    """

    peak: int
    change: Change
    guessing: Change
    tied_at_peak: float
    tied_with_all: float

    @property
    def word(self) -> str:
        """ "falls" where the interval of the change is below 0, "rises" where the peak is the end."""
        if self.change.difference >= 0:
            return "rises"
        return "falls" if self.change.high < 0 else "falls, within what chance gives"


def loss(drawn: Curve) -> Loss:
    """How far a curve falls from its highest point."""
    middle = drawn.over_references().middle
    peak, last = int(middle.argmax()), len(drawn.counts) - 1
    tied = drawn.tied
    return Loss(
        drawn.counts[peak],
        drawn.gain(drawn.counts[peak], drawn.counts[last]),
        drawn.gain(drawn.counts[peak], drawn.counts[last], guessing=True),
        float(tied[peak]),
        float(tied[last]),
    )
