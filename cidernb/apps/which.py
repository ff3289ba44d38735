"""Which CIDEr: one set of captions under every preset, and every departure of the official code."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import ipywidgets
from markupsafe import Markup

from cidernb.apps.app import App, started
from cidernb.apps.controls import dropdown, row, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import Result
from cidernb.studies.departures import DEPARTURES, caption_per_departure, sets
from cidernb.studies.presets import ORDER_WEIGHTS, PresetScore, under_every_preset
from cidernb.variant import PRESETS
from cidernb.views import parts, presets

#: What "Score of" holds for the mean: a dropdown takes None for no choice at all.
_MEAN = "mean"

_START: dict[str, Any] = {
    "captions": "documented example",
    "image": _MEAN,
    "max_order": 4,
    "order_weights": "equal",
    "preset": "coco-caption",
    "departure": "raw-counts",
}

_DEPARTURES = {departure.key: departure for departure in DEPARTURES}


class _Captions(NamedTuple):
    """A set on offer, and what of it can be looked at: words on screen to an image, or to the mean."""

    images: EvaluationSet
    options: dict[str, Hashable]


class WhichCider(App):
    """Compare every preset on one set of captions, and look at each departure of the official code.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave.

    Attributes
    ----------
    state : dict
        Everything chosen, in plain containers.
    rows : tuple of PresetScore
        The present set under every preset.
    result : Result
        The present set under the chosen preset.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    _live = "table"

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._captions = _captions()
        self._state = self._started(state)
        self._rows = self._score(self._state)
        chosen = self._captions[self._state["captions"]]
        self.controls = {
            "captions": dropdown("Captions", list(self._captions), self._state["captions"]),
            "image": dropdown("Score of", list(chosen.options.items()), self._state["image"]),
            "max_order": whole_number("Longest n-gram", self._state["max_order"], 1, 6),
            "order_weights": dropdown("Order weights", list(ORDER_WEIGHTS), self._state["order_weights"]),
            "preset": dropdown("Signature of", list(PRESETS), self._state["preset"]),
            "departure": dropdown(
                "Departure", [(d.label, d.key) for d in DEPARTURES], self._state["departure"]
            ),
        }
        self.controls["max_order"].layout.width = "170px"
        self.controls["image"].layout.width = "min(560px, 100%)"
        self._views = {
            "table": LiveHTML(layout={"min_height": "270px"}),
            "which": ipywidgets.HTML(layout={"min_height": "165px"}),
            "departure": LiveHTML(layout={"min_height": "270px"}),
        }
        self._listen(self._read, captions=self._other_captions)
        self._show()
        self._lay_out(
            row(self.controls["captions"], self.controls["image"]),
            row(self.controls["max_order"], self.controls["order_weights"]),
            self._views["table"],
            row(self.controls["preset"]),
            self._views["which"],
            row(self.controls["departure"]),
            self._views["departure"],
        )

    @property
    def rows(self) -> tuple[PresetScore, ...]:
        return self._rows

    @property
    def result(self) -> Result:
        return next(row.result for row in self._rows if row.name == self._state["preset"])

    def _started(self, state: Mapping[str, Any] | None) -> dict[str, Any]:
        made = started(
            _START,
            state,
            captions=self._captions,
            max_order=range(1, 7),
            order_weights=ORDER_WEIGHTS,
            preset=PRESETS,
            departure=_DEPARTURES,
        )
        return started(made, None, image=self._captions[made["captions"]].options.values())

    def _other_captions(self, change: Any) -> None:
        """Offer the other set's captions, and show the first of what it offers."""
        options = self._captions[change["new"]].options
        with self._quietly():
            self.controls["image"].options = list(options.items())
            self.controls["image"].value = next(iter(options.values()))
        self._read()

    def _read(self, _change: object = None) -> None:
        state = self._said()
        if any(state[name] != self._state[name] for name in ("captions", "max_order", "order_weights")):
            self._rows = self._score(state)
        self._state = state
        self._show()

    def _score(self, state: Mapping[str, Any]) -> tuple[PresetScore, ...]:
        images = self._captions[state["captions"]].images
        return under_every_preset(images, state["max_order"], state["order_weights"])

    def _show(self) -> None:
        for name, html in self._parts().items():
            self._views[name].value = html

    def _parts(self) -> dict[str, Markup]:
        state = self._state
        options = self._captions[state["captions"]].options
        what = next(words for words, image in options.items() if image == state["image"])
        return {
            "table": presets.table(self._rows, None if state["image"] == _MEAN else state["image"], what),
            "which": parts.which(self.result),
            "departure": presets.departure(_DEPARTURES[state["departure"]]),
        }

    def _static(self) -> str:
        return Markup("\n").join([parts.style(), *self._parts().values()])


def _captions() -> dict[str, _Captions]:
    offered = {}
    for name, images in sets().items():
        of_all: dict[str, Hashable] = {f"the mean of {len(images)} captions": _MEAN}
        of_each = {f"{image} · {text}": image for image, text in images.candidates.items()}
        offered[name] = _Captions(images, of_all | of_each)
    offered["one caption per departure"] = _Captions(
        caption_per_departure(), {f"{d.label} · {d.candidate}": d.image for d in DEPARTURES}
    )
    return offered
