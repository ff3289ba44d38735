"""The answer key for teachers, computed; the notebooks never show it."""

from __future__ import annotations

from cidernb.teaching.exercise import Exercise
from cidernb.teaching.given import say
from cidernb.teaching.prediction import Prediction
from cidernb.teaching.registry import notebooks, of_notebook


def answer_key(notebook: str | None = None) -> str:
    """Every prediction's outcome and every exercise's answer, with the way to get there.

    Parameters
    ----------
    notebook : str, optional
        A notebook's number, such as "01"; all by default.

    Returns
    -------
    str
        Markdown.

    Raises
    ------
    ValueError
        If no notebook of that number asks anything.

    Examples
    --------
    >>> [line for line in answer_key("00").splitlines() if line.startswith("**Answer")][:2]
    ['**Answer:** 0.344', '**Answer:** red']
    """
    parts = ["# Answer key"]
    for number in notebooks() if notebook is None else (notebook,):
        questions = of_notebook(number)
        parts.append(f"## Notebook {number}")
        parts += [_of_prediction(prediction) for prediction in questions.predictions]
        parts += [_of_exercise(exercise) for exercise in questions.exercises]
    return "\n\n".join(parts) + "\n"


def _of_prediction(prediction: Prediction) -> str:
    outcome = prediction.outcome()
    lines = [
        f"### Predict: {prediction.key}",
        say(prediction.question),
        f"**Outcome:** {prediction.shown(outcome)}",
        f"**What to notice:** {prediction.what_to_notice(outcome)}",
    ]
    if prediction.misconception is not None:
        lines.append(f"**A common wrong idea:** {say(prediction.misconception)}")
    return "\n\n".join(lines)


def _of_exercise(exercise: Exercise) -> str:
    lines = [
        f"### Exercise: {exercise.key}",
        say(exercise.question),
        f"**Answer:** {exercise.shown_answer()}",
        f"**Hint:** {say(exercise.hint)}",
        f"**How to get there:** {say(exercise.solution)}",
    ]
    return "\n\n".join(lines)
