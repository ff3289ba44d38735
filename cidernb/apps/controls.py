"""Named controls, all in one look; each has a visible label that assistive tools read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets
import traitlets

from cidernb.apps.turns import TURNS

#: Typing calls for a new score once it has rested this long.
TYPING_RESTS_SECONDS = 0.15

_STYLE = {"description_width": "initial"}

#: Room for a number field, to which its label's is added.
_NUMBER_PIXELS = 80


class _Dropdown(ipywidgets.Dropdown):  # type: ignore[misc]  # ipywidgets has no types
    """A dropdown in which None may be an option; ipywidgets takes it for "nothing chosen", and shows that."""

    @traitlets.observe("value")
    def _propagate_value(self, change: Any) -> None:
        if change.new is None and None in self._options_values:
            self.index = self._options_values.index(None)
        else:
            super()._propagate_value(change)


def dropdown(label: str, options: Sequence[Any], value: Any, width: str = "auto") -> ipywidgets.Dropdown:
    """A choice of one of a few."""
    box = _Dropdown(description=label, options=options, value=value, style=_STYLE, layout={"width": width})
    if value is None and None in box._options_values:
        box.index = box._options_values.index(None)
    return box


def text(label: str, value: str) -> ipywidgets.Text:
    """A line to type in."""
    return ipywidgets.Text(
        description=label, value=value, style=_STYLE, layout={"width": "auto", "flex": "1 1 320px"}
    )


class WholeNumber(ipywidgets.BoundedIntText):  # type: ignore[misc]  # ipywidgets has no types
    """A field for a whole number from `min` to `max`, which says what it made of any other.

    In the browser it is a field for any number: the one for whole numbers takes the point out of what
    is typed, and brings what is out of range into it without a word.

    Attributes
    ----------
    value : int
        The number.
    said : str
        What became of the last number given, if it was not taken as it is; else empty.
    """

    _view_name = traitlets.Unicode("FloatTextView").tag(sync=True)
    _model_name = traitlets.Unicode("FloatTextModel").tag(sync=True)
    # The range stays here: a browser that knows it sends nothing else.
    min = traitlets.CInt(0)
    max = traitlets.CInt(100)
    value = traitlets.Any(0).tag(sync=True)
    said = traitlets.Unicode("")
    _taken: int | None = None

    @traitlets.validate("value")
    def _validate_value(self, proposal: Any) -> int:
        given = float(proposal["value"])
        nearest = round(min(max(given, self.min), self.max))
        if given > self.max:
            self.said = f"{self.description}: {given:.10g} is above {self.max}: set to {nearest}."
        elif given < self.min:
            self.said = f"{self.description}: {given:.10g} is below {self.min}: set to {nearest}."
        elif given != nearest:
            self.said = f"{self.description}: {given:.10g} is no whole number: set to {nearest}."
        elif given != self._taken:
            # An app that writes its number back takes no note away.
            self.said = ""
        self._taken = nearest
        return nearest


def whole_number(label: str, value: int, low: int, high: int) -> WholeNumber:
    """A whole number from low to high."""
    return WholeNumber(
        description=label,
        value=value,
        min=low,
        max=high,
        style=_STYLE,
        layout={"width": f"{_NUMBER_PIXELS + 8 * len(label)}px"},
    )


def checkbox(label: str, value: bool = False) -> ipywidgets.Checkbox:
    """A switch."""
    return ipywidgets.Checkbox(description=label, value=value, indent=False, layout={"width": "auto"})


def row(*controls: ipywidgets.Widget) -> ipywidgets.HBox:
    """Controls side by side, wrapping where there is no room."""
    return ipywidgets.HBox(list(controls), layout={"flex_flow": "row wrap", "grid_gap": "4px 16px"})


def beside(picture: ipywidgets.Widget | None, *rows: ipywidgets.Widget) -> ipywidgets.HBox:
    """Rows below one another, with a picture to their left where there is one."""
    column = ipywidgets.VBox(list(rows), layout={"flex": "1 1 auto", "min_width": "0"})
    both = [column] if picture is None else [picture, column]
    return ipywidgets.HBox(both, layout={"grid_gap": "16px"})


def button(label: str, disabled: bool = False) -> ipywidgets.Button:
    """Something to click."""
    return ipywidgets.Button(description=label, disabled=disabled, layout={"width": "auto"})


class Debounced:
    """Calls a function once its calls have rested for a while; the latest wins.

    Without a running event loop, as in a plain script, it calls at once.
    """

    def __init__(self, function: Callable[[], None], seconds: float = TYPING_RESTS_SECONDS) -> None:
        self._function = function
        self._seconds = seconds
        self._waiting: asyncio.TimerHandle | None = None
        self._call: object = None

    def __call__(self, _change: object = None) -> None:
        self.cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._function()
            return
        self._call = object()
        self._waiting = loop.call_later(self._seconds, self._rested, self._call)

    def _rested(self, call: object) -> None:
        with TURNS:
            # Another thread may have called or cancelled while this one waited for its turn.
            if call is self._call:
                self._function()

    def cancel(self) -> None:
        """Forget a call that waits."""
        self._call = None
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
