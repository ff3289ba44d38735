"""The apps that ask: `Predict` before something is shown, `Practice` after it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import ipywidgets
from markupsafe import Markup

from cidernb.apps import cells
from cidernb.apps.controls import row, text
from cidernb.apps.live import LiveHTML
from cidernb.teaching.exercise import ChoiceExercise, Exercise, NumberExercise, Verdict
from cidernb.teaching.given import Text, say
from cidernb.teaching.prediction import Comparison, Prediction
from cidernb.teaching.registry import find_exercise, find_prediction
from cidernb.views import teaching as views

#: What was answered in this session, by key: an app of the same key starts from it.
_ANSWERED: dict[str, dict[str, Any]] = {}

#: How the line for an answer shares its row, as CSS says it.
_NARROW, _WIDE = "0 1 320px", "1 1 320px"

#: The line's label and its share, by the kind of exercise.
_LINES = {
    "number": ("Your answer", _NARROW),
    "choice": ("Your answer", _NARROW),
    "caption": ("Your caption", _WIDE),
    "signature": ("The signature", _WIDE),
}


class _Asking(ABC):
    """A question, a control for the answer, a button, and a live region for what is said of it."""

    _what: ClassVar[str]
    _button: ClassVar[str]
    _invitation: ClassVar[str]

    def __init__(
        self,
        key: str,
        question: Text,
        state: Mapping[str, Any] | None,
        *,
        options: Sequence[str],
        label: str,
        flex: str,
        room: str,
    ) -> None:
        if state is not None and state.get("key") != key:
            raise ValueError(f"The state is that of {state.get('key')!r}; give one of {key!r}.")
        self._options = options
        self._state = {"key": key, "given": None} | dict(state or _ANSWERED.get(key, {}))
        self._question = views.question(self._what, say(question))
        self.controls: dict[str, Any] = {
            "answer": _field(options, label, flex),
            "button": ipywidgets.Button(description=self._button, layout={"width": "auto"}),
        }
        # As high as what will stand there, so that the cells below keep their place.
        self._said = LiveHTML(layout={"min_height": room})
        self._said.value = views.waiting(self._invitation)
        if self._state["given"] is not None:
            self._restore(self._state["given"])
        self.controls["button"].on_click(self._click)
        self._heading = ipywidgets.HTML(views.style() + self._question)
        self._row = row(*self.controls.values())
        self.widget = ipywidgets.VBox(
            [self._heading, self._row, self._said], layout={"max_width": "1000px", "grid_gap": "8px"}
        )
        self.widget.add_class("cidernb-question").add_class(f"cidernb-{key}")
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        """What was answered, in plain containers: an app made with `state=` starts from it."""
        return dict(self._state)

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self.controls["button"].on_click(self._click, remove=True)
        for widget in (*self.controls.values(), self._heading, self._row, self._said, self.widget):
            widget.close()

    @abstractmethod
    def _take(self, given: str | None) -> Markup:
        """Take an answer over and say something of it."""

    def _click(self, _button: object = None) -> None:
        try:
            self._said.value = self._take(self.controls["answer"].value)
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._said.value = views.failed(str(error) or type(error).__name__)

    def _restore(self, given: object) -> None:
        if not isinstance(given, str) or (self._options and given not in self._options):
            raise ValueError(f"The state answers {self._state['key']!r} with {given!r}; leave it out.")
        self.controls["answer"].value = given
        self._click()

    def _keep(self, **answered: Any) -> None:
        self._state |= answered
        _ANSWERED[self._state["key"]] = self.state

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = views.whole(self._question, self._options, self._said.value)
        return bundle


class Predict(_Asking):
    """Ask for a prediction; once the reader has committed to one, compute the outcome and show both.

    Parameters
    ----------
    prediction : str or Prediction
        The key of a prediction, such as "00-plural", or one of your own.
    state : mapping, optional
        What another app's `state` gave; by default what was committed to in this session.

    Attributes
    ----------
    prediction : float, str or None
        What the reader committed to; None before.
    outcome : float, str or None
        What came out; None before the reader has committed to an answer.
    state : dict
        The key and the answer, in plain containers.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    _what = "Predict"
    _button = "Commit"
    _invitation = "The outcome is computed once you have committed to an answer, and stands here."

    def __init__(self, prediction: str | Prediction, *, state: Mapping[str, Any] | None = None) -> None:
        asked = find_prediction(prediction) if isinstance(prediction, str) else prediction
        self._prediction = asked
        self._comparison: Comparison | None = None
        label = f"Your prediction, {asked.low:g} to {asked.high:g} {asked.unit}".rstrip()
        options = asked.options or ()
        super().__init__(
            asked.key, asked.question, state, options=options, label=label, flex=_NARROW, room="190px"
        )

    @property
    def prediction(self) -> float | str | None:
        return None if self._comparison is None else self._comparison.given

    @property
    def outcome(self) -> float | str | None:
        return None if self._comparison is None else self._comparison.outcome

    def _take(self, given: str | None) -> Markup:
        try:
            self._prediction.read(given)
        except ValueError as error:
            return views.unread(str(error))
        self._comparison = self._prediction.compare(given)
        self._keep(given=given)
        for control in self.controls.values():
            control.disabled = True
        return views.outcome(self._prediction, self._comparison)


class Practice(_Asking):
    """Ask an exercise and check the answers: a hint from the first wrong try on, the way from the second.

    Parameters
    ----------
    exercise : str or Exercise
        The key of an exercise, such as "00-scales", or one of your own.
    state : mapping, optional
        What another app's `state` gave; by default what was answered in this session.

    Attributes
    ----------
    verdict : Verdict or None
        What was said of the latest answer; None before the first.
    tries : int
        The wrong tries; the same answer twice in a row is one, and what cannot be read is none.
    state : dict
        The key, the latest answer and the tries, in plain containers.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    _what = "Exercise"
    _button = "Check"
    _invitation = "Try as often as you like."

    def __init__(self, exercise: str | Exercise, *, state: Mapping[str, Any] | None = None) -> None:
        asked = find_exercise(exercise) if isinstance(exercise, str) else exercise
        self._exercise = asked
        self._verdict: Verdict | None = None
        label, flex = _LINES[asked.kind]
        if isinstance(asked, NumberExercise) and asked.unit:
            label += f", {asked.unit}"
        options = asked.options if isinstance(asked, ChoiceExercise) else ()
        super().__init__(
            asked.key, asked.question, state, options=options, label=label, flex=flex, room="120px"
        )

    @property
    def verdict(self) -> Verdict | None:
        return self._verdict

    @property
    def tries(self) -> int:
        return int(self._state.get("tries", 0))

    def _take(self, given: str | None) -> Markup:
        verdict = self._verdict = self._exercise.check(given)
        if not verdict.read:
            return views.unread(verdict.message)
        again = given == self._state["given"]
        self._keep(given=given, tries=self.tries + (not verdict.right and not again))
        return views.verdict(self._exercise, verdict, self.tries)


def _field(options: Sequence[str], label: str, flex: str) -> ipywidgets.Widget:
    """Radio buttons for options, named by the heading above them; else a line with a label.

    Not a field for numbers: that always holds one, so that nobody could tell an answer from an
    untouched field, and it silently changes what is out of range.
    """
    if options:
        return ipywidgets.RadioButtons(options=options, value=None, layout={"width": "auto"})
    line = text(label, "")
    line.layout.flex = flex
    return line
