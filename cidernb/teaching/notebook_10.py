"""What `10_consensus_with_people` asks: means and votes, few references, noise, leads, ties, intervals."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from typing import get_args

from cidernb.example import documented_example
from cidernb.studies.consensus import SIDES, Side, Ties, accuracy, majority
from cidernb.studies.people.agreement import Agreement, measure
from cidernb.studies.people.coverage import COUNTS, Coverage, separate_coverage
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.studies.published import PAIRS, TABLE_1, TABLE_1_PLACE, mean_over_pairs
from cidernb.studies.scene_pairs import VOTES, Decision, decide, pair, simulated_votes
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction

#: A pair on which the count of nearer references and the mean similarity choose different captions.
KIND, IMAGE = "HC", 19
METRIC = "paper-cider"

_JUDGES_ERR = 0.1
_B, _C, _BOTH = "B", "C", "Both get the same"

#: How often a judge of "10-majority" errs.
_ERRS = 0.2

_DATA_SET = "PASCAL-50S"

#: What an interval of a difference can say, and how often the references are divided to get one.
_NONE, _OPEN, _SOME = (
    "The recomputed IDF has no part in the gain.",
    "Here it is not shown that the recomputed IDF has a part in the gain.",
    "The recomputed IDF has a part in the gain.",
)
_DIVISIONS = 20


def _decision() -> Decision:
    asked = pair(KIND, IMAGE)
    return decide(asked, simulated_votes(asked, _JUDGES_ERR), METRIC)


def _vote_question() -> str:
    made = _decision()
    asked, nearer = made.pair, made.nearer
    return (
        f"Two captions describe {documented_example().scenes[IMAGE].describe()}. B is “{asked.b}”, C is "
        f"“{asked.c}”. The paper's CIDEr compares each with {len(nearer)} references. It finds B more like "
        f"{nearer.count('B')} of them and C more like {nearer.count('C')}. Which gets the higher CIDEr?"
    )


def _vote_outcome() -> str:
    return _decision().metric or _BOTH


def _vote_notice() -> str:
    made = _decision()
    leads: dict[Side, list[float]] = {side: [] for side in SIDES}
    for (b, c), side in zip(made.similarities, made.nearer, strict=True):
        if side is not None:
            leads[side].append(abs(b - c))
    means = {side: sum(lead) / len(lead) for side, lead in leads.items()}
    return (
        f"B gets {made.scores[0]:.3f} and C {made.scores[1]:.3f}, of 1. Where B is nearer it leads by "
        f"{means['B']:.3f} on average, where C is nearer it leads by {means['C']:.3f}. A few large leads "
        "outweigh many small ones in a mean. In a vote each counts once."
    )


def _majority_wrong() -> float:
    """How often, in per cent, most of the judges err: over all ways in which each may or may not."""
    ways = product(SIDES, repeat=VOTES)  # B is what the rule says
    chance = {"B": 1 - _ERRS, "C": _ERRS}
    return 100 * sum(prod(chance[vote] for vote in votes) for votes in ways if majority(votes) == "C")


def _lead() -> float:
    return mean_over_pairs("CIDEr", _DATA_SET) - mean_over_pairs("METEOR", _DATA_SET)


def _cells(metric: str) -> str:
    return ", ".join(f"{kind} {value:.1f}" for kind, value in TABLE_1[metric][_DATA_SET].items())


def _by_ties() -> dict[Ties, float]:
    """The accuracy on all pairs of the kind, for each reading of a tie."""
    images = range(len(documented_example().evaluation_set))
    made = [pair(KIND, image) for image in images]
    decided = [decide(each, simulated_votes(each, _JUDGES_ERR), METRIC) for each in made]
    people, metric = [each.people for each in decided], [each.metric for each in decided]
    return {ties: accuracy(people, metric, ties=ties) for ties in get_args(Ties)}


def _best_for_metric() -> str:
    found = _by_ties()
    return max(found, key=lambda ties: found[ties])


@cache
def _with(references: int | None) -> Agreement:
    """The paper's CIDEr on the embedded study."""
    return measure(synthetic_study(), METRIC, references=references)


def _one_question() -> str:
    study, whole = synthetic_study(), _with(None)
    return (
        f"In the embedded study simulated judges voted on {len(study.pairs)} pairs. Compared with all "
        f"{whole.references} references, the paper's CIDEr picks their winner on "
        f"{100 * whole.accuracy:.1f} % of pairs. On what share of pairs does it, compared with the first "
        "reference alone? The IDF stays."
    )


def _one_notice() -> str:
    one, whole = _with(1), _with(None)
    return (
        f"With one reference it is {100 * one.accuracy:.1f} %, with {whole.references} it is "
        f"{100 * whole.accuracy:.1f} %. On {one.metric_tied} pairs one reference gives both captions the "
        f"same score, with {whole.references} that is so on {whole.metric_tied}; a tie is no agreement. One "
        "reference is what one writer said. Even so it finds most winners."
    )


@cache
def _coverage() -> Coverage:
    return separate_coverage(synthetic_study(), METRIC, repeats=_DIVISIONS)


def _zero_question() -> str:
    gained = _coverage().gained_by_idf(COUNTS[0], COUNTS[-1])
    low, high = (100 * limit for limit in (gained.low, gained.high))
    return (
        f"Check 1 on the embedded study, {_DIVISIONS} divisions: from {COUNTS[0]} to {COUNTS[-1]} references "
        f"a recomputed IDF adds {100 * gained.difference:+.1f} points to the gain, with a 95 % interval from "
        f"{low:+.1f} to {high:+.1f}. What follows?"
    )


def _zero_answer() -> str:
    gained = _coverage().gained_by_idf(COUNTS[0], COUNTS[-1])
    return _OPEN if gained.low <= 0 <= gained.high else _SOME


def _zero_solution() -> str:
    gained = _coverage().gained_by_idf(COUNTS[0], COUNTS[-1])
    if _zero_answer() == _SOME:
        return "The interval does not hold 0, so a part of the IDF is shown, in this study alone."
    return (
        f"The interval holds 0, so no part is shown. It also holds {100 * gained.high:.1f} points, so none "
        "is ruled out either. “Not shown” and “not there” are different findings."
    )


PREDICTIONS = (
    Prediction(
        key="10-vote",
        question=_vote_question,
        outcome=_vote_outcome,
        notice=_vote_notice,
        options=(_B, _C, _BOTH),
        misconception=(
            "“CIDEr counts a majority of references.” The people's winner is a majority, twice over. CIDEr "
            "averages similarities, and an average need not follow the majority."
        ),
    ),
    Prediction(
        key="10-one",
        question=_one_question,
        outcome=lambda: 100 * _with(1).accuracy,
        notice=_one_notice,
        unit="%",
        low=0,
        high=100,
        digits=1,
    ),
)

EXERCISES = (
    NumberExercise(
        key="10-majority",
        question=(
            f"A judge errs in {_ERRS:.0%} of votes, each judge apart from the others. How often is the "
            f"majority of {VOTES} such judges wrong? Give per cent with one decimal."
        ),
        answer=_majority_wrong,
        digits=1,
        unit="%",
        hint="Either all err, or just two do. In how many ways can two of three err?",
        solution=lambda: (
            f"All three err with probability {_ERRS:g}³ = {_ERRS**3:.3f}; two of three, in one of 3 ways, "
            f"with 3 × {_ERRS:g}² × {1 - _ERRS:g} = {3 * _ERRS**2 * (1 - _ERRS):.3f}. Together that is "
            f"{_majority_wrong():.1f} %: three votes err less often than one."
        ),
    ),
    NumberExercise(
        key="10-lead",
        question=lambda: (
            f"{TABLE_1_PLACE}, {_DATA_SET}, in per cent. CIDEr: {_cells('CIDEr')}. METEOR: "
            f"{_cells('METEOR')}. Each kind has {PAIRS[_DATA_SET]['HC']:,} pairs. By how many points does "
            "CIDEr lead over all pairs together? Give two decimals."
        ),
        answer=_lead,
        digits=2,
        unit="points",
        hint="All kinds have equally many pairs, so the accuracy over all is the mean of a row.",
        solution=lambda: (
            f"CIDEr is right on {mean_over_pairs('CIDEr', _DATA_SET):.2f} % and METEOR on "
            f"{mean_over_pairs('METEOR', _DATA_SET):.2f} %. The lead of {_lead():.2f} points hides that "
            "CIDEr leads by more on HC and MM, and is behind on HM."
        ),
    ),
    ChoiceExercise(
        key="10-ties",
        question=(
            f"On some {KIND} pairs of the shapes the votes are tied. The paper does not say how a tied pair "
            "counts for the metric. Which reading gives the metric the highest accuracy here, with simulated "
            "judges?"
        ),
        options=get_args(Ties),
        answer=_best_for_metric,
        hint="Compare with the accuracy on the other pairs: is the metric right on more than half of them?",
        solution=lambda: (
            "; ".join(f"{ties}: {100 * share:.1f} %" for ties, share in _by_ties().items())
            + ". A study has to say which one it uses."
        ),
    ),
    ChoiceExercise(
        key="10-holds-zero",
        question=_zero_question,
        options=(_NONE, _OPEN, _SOME),
        answer=_zero_answer,
        hint="Does the interval hold 0? Does it hold other values too?",
        solution=_zero_solution,
    ),
)
