"""What `03_clipping_readings` asks: what Eq. 4 does with a caption that is longer than its references."""

from __future__ import annotations

from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.explaining.contributions import contributions
from cidernb.result import score
from cidernb.studies.checks import eq4_against_code
from cidernb.studies.clipping_readings import GrowingCaption, grow
from cidernb.teaching.exercise import CaptionExercise, ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction
from cidernb.variant import PRESETS

IMAGE = 32
CAPTION = "three red circles"

_EQ4, _CODE = "paper-cider-d-eq4-all", "code-cider-d"
_MORE_EQ4, _MORE_CODE, _EQUAL = "Eq. 4", "the code", "both the same"
_TWICE = 2 * len(CAPTION.split())

#: How far above the code a caption is to come.
_LEAD = 0.5

#: Two captions for one count by hand; "red" is the word.
_LONG, _SHORT, _WORD = "a red circle on red", "one red circle here", "red"

#: Longer than every reference of the image, and no word of it said twice.
_NO_REPEAT = "there are three red circles spread over a black background picture"


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _growing() -> GrowingCaption:
    return grow(_images(), IMAGE, CAPTION, 2 * _TWICE)


def _points(caption: str, preset: str) -> float:
    return score(_images().with_candidate(IMAGE, caption), variant=preset).per_image[IMAGE]


def _lead(caption: str) -> float:
    return _points(caption, _EQ4) - _points(caption, _CODE)


def _higher(caption: str) -> str:
    lead = _lead(caption)
    if abs(lead) < 1e-9:
        return _EQUAL
    return _MORE_EQ4 if lead > 0 else _MORE_CODE


def _twice_question() -> str:
    figures = next(
        line.figures for line in eq4_against_code(documented_example()).lines if "paper" in line.figures
    )
    return (
        f"On the documented example the mean by Eq. 4 is {figures['paper']:.2f} and by the official code "
        f"{figures['code']:.2f}; of single terms {figures['below']} lie below the code's and "
        f"{figures['above']} above. No caption there is longer than a reference. Now “{CAPTION}” is said "
        f"twice, {_TWICE} words in all. Which gives it more?"
    )


def _twice_notice() -> str:
    growing = _growing()
    said = [
        f"{points[_EQ4]:.2f} against {points[_CODE]:.2f} at {words} words"
        for words in (len(CAPTION.split()), _TWICE, 2 * _TWICE)
        for points in (growing.scores(words),)
    ]
    return (
        f"Eq. 4 against the code: {', '.join(said)}. Said once the caption loses by Eq. 4 and said over and "
        "over it gains: the order of the two has turned."
    )


def _longer_solution() -> str:
    points = [_points(_NO_REPEAT, preset) for preset in (_EQ4, _CODE)]
    return (
        f"Both give {points[0]:.3f}. Being longer raises what Eq. 4 lets through, but here there is nothing "
        "above the reference's count to let through: every n-gram is said once."
    )


def _counted() -> float:
    """The count of the word that Eq. 4 lets through, in units of the reference's."""
    eq4, text = (
        contributions(
            score(
                [_LONG],
                [[_SHORT]],
                idf="none",
                variant=PRESETS[preset].replace(max_order=1, sigma=None),
            ),
            0,
        ).by_ngram[_WORD]
        for preset in ("paper-cider-d-eq4-order", "paper-cider-d-text")
    )
    return eq4 / text * _SHORT.split().count(_WORD)


def _counted_question() -> str:
    said = _LONG.split().count(_WORD)
    return (
        f"Candidate “{_LONG}”, reference “{_SHORT}”. The text of the paper clips the {said} times that the "
        f"candidate says “{_WORD}” to the reference's {_SHORT.split().count(_WORD)}. Take Eq. 4 with the "
        f"n-grams of order 1 as the normaliser: to how much does it clip them?"
    )


def _counted_solution() -> str:
    long, short = len(_LONG.split()), len(_SHORT.split())
    said, there = (text.split().count(_WORD) for text in (_LONG, _SHORT))
    return (
        f"min(h(c), h(s) L(c) / L(s)) = min({said}, {there} × {long} / {short}) = {_counted():g}: the "
        "candidate is the longer, and Eq. 4 lets more through than the reference says."
    )


PREDICTIONS = (
    Prediction(
        key="03-twice",
        question=_twice_question,
        outcome=lambda: _higher(" ".join([CAPTION] * 2)),
        notice=_twice_notice,
        options=(_MORE_EQ4, _MORE_CODE, _EQUAL),
        misconception=(
            "“Clipped is clipped: what is said twice counts once.” In Eq. 4 a caption twice as long as the "
            "reference may say everything twice as often before anything is clipped."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="03-count",
        question=_counted_question,
        answer=_counted,
        digits=2,
        hint="Divide each count by its own sentence's words; the smaller one times the candidate's words.",
        solution=_counted_solution,
    ),
    ChoiceExercise(
        key="03-longer",
        question=lambda: (
            f"“{_NO_REPEAT}” is longer than every reference of the image and says no word twice. Which gives "
            "it more?"
        ),
        options=(_MORE_EQ4, _MORE_CODE, _EQUAL),
        answer=lambda: _higher(_NO_REPEAT),
        hint="Being longer is half of it. What does clipping do to an n-gram that is said once?",
        solution=_longer_solution,
    ),
    CaptionExercise(
        key="03-gain",
        question=lambda: (
            f"Write a caption for the picture of {documented_example().scenes[IMAGE].describe()} that gets "
            f"more by Eq. 4 (L over all orders) than by the code, by over {_LEAD:g} of a point. What is "
            "checked is the difference of the two scores."
        ),
        answer=lambda: " ".join([CAPTION] * 2),
        score=_lead,
        measured="Eq. 4's score minus the code's is",
        above=lambda: _LEAD,
        hint="It has to be longer than most references, and to say something more often than they do.",
        solution=lambda: (
            f"“{CAPTION}” said twice does it: Eq. 4 gives {_points(' '.join([CAPTION] * 2), _EQ4):.2f}, the "
            f"code {_points(' '.join([CAPTION] * 2), _CODE):.2f}."
        ),
    ),
)
