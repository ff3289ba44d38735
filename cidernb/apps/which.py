"""Which CIDEr: one set of captions under every preset, and every departure of the official code."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

import ipywidgets
from markupsafe import Markup

from cidernb.apps import cells
from cidernb.apps.controls import dropdown, row, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import Result
from cidernb.studies.departures import DEPARTURES, caption_per_departure, sets
from cidernb.studies.presets import ORDER_WEIGHTS, PresetScore, under_every_preset
from cidernb.variant import PRESETS
from cidernb.views import parts, presets
from cidernb.views.rendering import render

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


class WhichCider:
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
    """

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        self._state = _START | dict(state or {})
        self._captions = _captions()
        self._rows = self._score(self._state)
        chosen = self._captions[self._state["captions"]]
        self.controls: dict[str, Any] = {
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
        self._views: dict[str, Any] = {
            "table": LiveHTML(layout={"min_height": "270px"}),
            "which": ipywidgets.HTML(layout={"min_height": "150px"}),
            "departure": LiveHTML(layout={"min_height": "270px"}),
        }
        self._writing = False
        self.controls["captions"].observe(self._other_captions, "value")
        for name in ("image", "max_order", "order_weights", "preset", "departure"):
            self.controls[name].observe(self._read, "value")
        self._show()
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style()),
                row(self.controls["captions"], self.controls["image"]),
                row(self.controls["max_order"], self.controls["order_weights"]),
                self._views["table"],
                row(self.controls["preset"]),
                self._views["which"],
                row(self.controls["departure"]),
                self._views["departure"],
            ],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return dict(self._state)

    @property
    def rows(self) -> tuple[PresetScore, ...]:
        return self._rows

    @property
    def result(self) -> Result:
        return next(row.result for row in self._rows if row.name == self._state["preset"])

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        for control in self.controls.values():
            control.unobserve_all()
        for widget in (*self.controls.values(), *self._views.values(), self.widget):
            widget.close()

    def _other_captions(self, change: Any) -> None:
        """Offer the other set's captions, and show the first of what it offers."""
        options = self._captions[change["new"]].options
        self._writing = True
        try:
            self.controls["image"].options = list(options.items())
            self.controls["image"].value = next(iter(options.values()))
        finally:
            self._writing = False
        self._read()

    def _read(self, _change: object = None) -> None:
        if self._writing:
            return
        state = {name: control.value for name, control in self.controls.items()}
        try:
            if any(state[name] != self._state[name] for name in ("captions", "max_order", "order_weights")):
                self._rows = self._score(state)
            self._state = state
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["table"].value = render("error.html", message=str(error) or type(error).__name__)

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

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = Markup("\n").join([parts.style(), *self._parts().values()])
        return bundle


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
