"""Questions to the reader, and what is said of the answers, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from cidernb.teaching.exercise import Exercise, Verdict
from cidernb.teaching.given import say
from cidernb.teaching.prediction import Comparison, Prediction
from cidernb.views import parts
from cidernb.views.rendering import render


def style() -> Markup:
    """The style sheet of all views, and that of questions."""
    return parts.style() + render("teaching_style.html")


def question(what: str, text: str) -> Markup:
    """What is asked, under the heading that says whether to predict or to practise."""
    return render("teaching_question.html", what=what, text=text)


def waiting(text: str) -> Markup:
    """What stands where the outcome or the verdict will be."""
    return render("teaching_waiting.html", text=text)


def unread(message: str) -> Markup:
    """What to do about an answer that could not be read."""
    return render("teaching_unread.html", message=message)


def failed(message: str) -> Markup:
    """An exception, as a line to the reader."""
    return render("teaching_failed.html", message=message)


def outcome(prediction: Prediction, comparison: Comparison) -> Markup:
    """The reader's prediction beside the outcome, on one axis if it is a number."""
    places = None
    if not isinstance(comparison.given, str) and not isinstance(comparison.outcome, str):
        low, length = prediction.low, prediction.high - prediction.low
        places = [
            100 * min(max((value - low) / length, 0), 1) for value in (comparison.given, comparison.outcome)
        ]
    wrong_idea = prediction.misconception
    return render(
        "teaching_outcome.html",
        given=prediction.shown(comparison.given),
        outcome=prediction.shown(comparison.outcome),
        sentence=comparison.sentence,
        notice=comparison.notice,
        misconception=None if wrong_idea is None else say(wrong_idea),
        places=places,
        ends=(prediction.low, prediction.high),
    )


def verdict(exercise: Exercise, judged: Verdict, tries: int) -> Markup:
    """What is said of an answer: a hint from the first wrong try on, the way to it from the second.

    Parameters
    ----------
    exercise : Exercise
        What was asked.
    judged : Verdict
        What it says of the latest answer.
    tries : int
        The wrong tries so far.
    """
    return render(
        "teaching_verdict.html",
        verdict=judged,
        tries=tries,
        hint=say(exercise.hint) if tries and not judged.right else None,
        solution=say(exercise.solution) if tries > 1 or judged.right else None,
    )


def whole(asked: Markup, options: Sequence[str], said: str) -> Markup:
    """A question with its options and what has been said of the answer, for a page without a kernel."""
    return render("teaching_whole.html", style=style(), asked=asked, options=options, said=Markup(said))
