"""What `12_documented_example` asks: a mean that stops falling, and a check on longer captions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from cidernb.example import documented_example
from cidernb.result import Result, score
from cidernb.studies.checks import REPETITIONS, eq4_against_code
from cidernb.studies.record import Check
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction
from cidernb.variant import PRESETS

#: The reading of C1 in which the weight of an unseen n-gram grows without bound.
_LIMIT = PRESETS["code-cider"].replace(unseen="limit")

_FALLS, _STAYS, _RISES = "falls further each time", "stays where it is", "rises again"
_BELOW, _ABOVE, _BOTH = "below the code on all of them", "above the code on all of them", "on both sides"

_SAME = 1e-12


@cache
def _said(times: int) -> Result:
    """The example's captions, each said so many times, in the limit."""
    return score(documented_example().evaluation_set.repeated(times), variant=_LIMIT)


def _after_twice() -> str:
    means = [_said(times).mean for times in REPETITIONS[1:]]
    change = means[-1] - means[0]
    if max(means) - min(means) <= _SAME:
        return _STAYS
    return _RISES if change > 0 else _FALLS


def _limit_question() -> str:
    once, twice = _said(1).mean, _said(2).mean
    return (
        "C1 scores all captions once, then each said twice, three and four times. Said twice, a caption "
        "holds n-grams across the join that no reference has. In the limit reading their weight grows "
        f"without bound. The mean is {once:.2f} once and {twice:.2f} twice. And from twice to four times?"
    )


def _limit_notice() -> str:
    means = ", ".join(f"{_said(times).mean:.4f}" for times in REPETITIONS)
    order_means = _said(2).per_order.mean(axis=0)
    return (
        f"Said 1 to {REPETITIONS[-1]} times, the means are {means}. Twice is enough to put an unseen n-gram "
        f"into every order from 2 on, and those orders fall to {order_means[1:].max():g}. What is left is "
        "the cosine of single words, and a cosine does not see repetition."
    )


def _unigram_cosine() -> float:
    return 4 * _said(2).mean / 10


@cache
def _longer() -> Check:
    """C2 with every candidate said twice."""
    example = documented_example()
    return eq4_against_code(replace(example, evaluation_set=example.evaluation_set.repeated(2)))


def _side() -> str:
    figures = [line.figures for line in _longer().lines[1:]]
    above, below = (sum(int(f[side]) for f in figures) for side in ("above", "below"))
    return _BOTH if above and below else _ABOVE if above else _BELOW


def _longer_solution() -> str:
    images = documented_example().evaluation_set
    lengths = [len(text.split()) for texts in images.references.values() for text in texts]
    words = max(len(text.split()) for text in images.candidates.values())
    above, below = (_longer().lines[1].figures[side] for side in ("above", "below"))
    return (
        f"Said twice the longest caption has {2 * words} words; the references have {min(lengths)} to "
        f"{max(lengths)}. Divided over all orders, {above} terms lie above the code and {below} below it: "
        "above where the caption is the longer, below where it is the shorter. The derived ordering holds."
    )


PREDICTIONS = (
    Prediction(
        key="12-limit",
        question=_limit_question,
        outcome=_after_twice,
        notice=_limit_notice,
        options=(_FALLS, _STAYS, _RISES),
        misconception=(
            "“The code's CIDEr is ten times the paper's.” That holds in the floor reading and without "
            "stemming. In the limit it fails as soon as a caption has an n-gram that no reference has."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="12-unigrams",
        question=lambda: (
            f"In the limit reading the mean is {_said(2).mean:.4f} of 10 for captions said twice. Only "
            "single words still earn. What is their mean cosine? Give three decimals."
        ),
        answer=_unigram_cosine,
        digits=3,
        hint="The score is 10 times the mean of four orders, and three of those are 0.",
        solution=lambda: (
            f"{_said(2).mean:.4f} = 10 × (cosine + 0 + 0 + 0) / 4, so the cosine is "
            f"4 × {_said(2).mean:.4f} / 10 = {_unigram_cosine():.4f}."
        ),
    ),
    ChoiceExercise(
        key="12-longer",
        question=(
            "In the documented run Eq. 4 never lies above the code, for no caption is longer than a "
            "reference. Say every caption twice and run C2 again. Where the two differ, Eq. 4 lies"
        ),
        options=(_BELOW, _ABOVE, _BOTH),
        answer=_side,
        hint="How many words has a caption now, and how many have the references?",
        solution=_longer_solution,
    ),
)
