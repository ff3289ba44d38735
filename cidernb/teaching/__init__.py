"""What the notebooks ask: predictions and exercises, each with its answer computed when it is needed.

Every notebook has a module here, `notebook_00` and so on, with its `PREDICTIONS` and `EXERCISES`.
No answer is written down: the package computes it.
"""

from cidernb.teaching.answer_key import answer_key
from cidernb.teaching.exercise import (
    CaptionExercise,
    ChoiceExercise,
    Exercise,
    NumberExercise,
    SignatureExercise,
    Verdict,
)
from cidernb.teaching.prediction import Comparison, Prediction
from cidernb.teaching.registry import (
    NotebookQuestions,
    find_exercise,
    find_prediction,
    notebooks,
    of_notebook,
)

__all__ = [
    "CaptionExercise",
    "ChoiceExercise",
    "Comparison",
    "Exercise",
    "NotebookQuestions",
    "NumberExercise",
    "Prediction",
    "SignatureExercise",
    "Verdict",
    "answer_key",
    "find_exercise",
    "find_prediction",
    "notebooks",
    "of_notebook",
]
