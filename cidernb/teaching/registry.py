"""Which questions there are: each notebook's own, found by key and read only when asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.resources import files
from typing import NamedTuple, TypeVar

from cidernb.teaching.exercise import Exercise
from cidernb.teaching.prediction import Prediction

_MODULE = "notebook_"

_Question = TypeVar("_Question", Prediction, Exercise)


class NotebookQuestions(NamedTuple):
    """What one notebook asks."""

    predictions: tuple[Prediction, ...]
    exercises: tuple[Exercise, ...]


def notebooks() -> tuple[str, ...]:
    """The numbers of the notebooks that ask something, in order."""
    names = (entry.name.removesuffix(".py") for entry in files(__package__).iterdir())
    return tuple(sorted(name.removeprefix(_MODULE) for name in names if name.startswith(_MODULE)))


def of_notebook(number: str) -> NotebookQuestions:
    """All that a notebook asks.

    Parameters
    ----------
    number : str
        Two digits, such as "01".

    Raises
    ------
    ValueError
        If no notebook of that number asks anything.

    Examples
    --------
    >>> [prediction.key for prediction in of_notebook("00").predictions]
    ['00-plural', '00-stemmed']
    """
    if number not in notebooks():
        raise ValueError(f"No notebook {number!r} has questions; choose one of {', '.join(notebooks())}.")
    module = import_module(f"{__package__}.{_MODULE}{number}")
    return NotebookQuestions(module.PREDICTIONS, module.EXERCISES)


def find_prediction(key: str) -> Prediction:
    """The prediction with this key.

    Raises
    ------
    ValueError
        If there is none; the sentence names those of the notebook.
    """
    return _find(key, of_notebook(_number(key)).predictions, "prediction")


def find_exercise(key: str) -> Exercise:
    """The exercise with this key.

    Raises
    ------
    ValueError
        If there is none; the sentence names those of the notebook.
    """
    return _find(key, of_notebook(_number(key)).exercises, "exercise")


def _number(key: str) -> str:
    return key.partition("-")[0]


def _find(key: str, questions: tuple[_Question, ...], what: str) -> _Question:
    for question in questions:
        if question.key == key:
            return question
    known = ", ".join(question.key for question in questions)
    raise ValueError(f"There is no {what} {key!r}; choose one of {known}.")
