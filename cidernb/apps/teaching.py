"""The apps that ask: `Predict` before something is shown, `Practice` after it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import ipywidgets
from markupsafe import Markup

from cidernb.apps.app import App
from cidernb.apps.controls import button, row, text
from cidernb.apps.live import LiveHTML
from cidernb.teaching.exercise import ChoiceExercise, Exercise, NumberExercise, Verdict
from cidernb.teaching.given import say
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


class _Asking(App):
    """A question, a control for the answer, a button, and a live region for what is said of it."""

    _live = "said"
    _what: ClassVar[str]
    _button: ClassVar[str]
    _invitation: ClassVar[str]
    #: As high as what is said of the longest answer.
    _room: str

    def __init__(
        self,
        asked: Prediction | Exercise,
        state: Mapping[str, Any] | None,
        *,
        options: Sequence[str],
        label: str,
        flex: str,
    ) -> None:
        super().__init__()
        key = asked.key
        if state is not None and state.get("key") != key:
            raise ValueError(f"The state is that of {state.get('key')!r}; give one of {key!r}.")
        self._options = options
        self._state = {"key": key, "given": None} | dict(state or _ANSWERED.get(key, {}))
        self._question = views.question(self._what, say(asked.question))
        self.controls = {"answer": _field(options, label, flex), "button": button(self._button)}
        # As high as what will stand there, so that the cells below keep their place.
        said = self._views["said"] = LiveHTML(layout={"min_height": self._room})
        said.value = views.waiting(self._invitation)
        self._listen(button=self._click)
        if self._state["given"] is not None:
            self._restore(self._state["given"])
        self._lay_out(row(*self.controls.values()), said, head=views.style() + self._question)
        self.widget.add_class("cidernb-question").add_class(f"cidernb-{key}")

    @abstractmethod
    def _take(self, given: str | None) -> Markup:
        """Take an answer over and say something of it."""

    def _click(self, _button: object = None) -> None:
        self._views["said"].value = self._take(self.controls["answer"].value)

    def _fail(self, error: Exception) -> None:
        self._views["said"].value = views.failed(str(error) or type(error).__name__)

    def _restore(self, given: object) -> None:
        if not isinstance(given, str) or (self._options and given not in self._options):
            raise ValueError(f"The state answers {self._state['key']!r} with {given!r}; leave it out.")
        self.controls["answer"].value = given
        self.controls["button"].click()

    def _keep(self, **answered: Any) -> None:
        self._state |= answered
        _ANSWERED[self._state["key"]] = dict(self._state)

    def _static(self) -> str:
        return views.whole(self._question, self._options, self._views["said"].value)


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
        # A number is shown on an axis too.
        self._room = "164px" if asked.options else "204px"
        label = f"Your prediction, {asked.low:g} to {asked.high:g} {asked.unit}".rstrip()
        super().__init__(asked, state, options=asked.options or (), label=label, flex=_NARROW)

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
    _room = "120px"

    def __init__(self, exercise: str | Exercise, *, state: Mapping[str, Any] | None = None) -> None:
        asked = find_exercise(exercise) if isinstance(exercise, str) else exercise
        self._exercise = asked
        self._verdict: Verdict | None = None
        label, flex = _LINES[asked.kind]
        if isinstance(asked, NumberExercise) and asked.unit:
            label += f", {asked.unit}"
        options = asked.options if isinstance(asked, ChoiceExercise) else ()
        super().__init__(asked, state, options=options, label=label, flex=flex)

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
