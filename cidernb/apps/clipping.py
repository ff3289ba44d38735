"""The clipping readings: a caption grows word by word, and the readings of Eq. 4 part, meet and cross."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import Debounced, checkbox, row, text, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.result import Result
from cidernb.studies.clipping_readings import GrowingCaption, grow
from cidernb.views import parts, readings
from cidernb.views.rendering import render

#: The longest caption, in words.
MOST_WORDS = 20

SIGMA = 6.0

_START: dict[str, Any] = {"caption": "three red circles", "words": 3, "penalty": True}


class ClippingReadings:
    """Lengthen a caption word by word and see it scored under every reading of CIDEr-D's clipping.

    Parameters
    ----------
    image : hashable
        The image that the caption is for; one of the documented example's by default.
    images : EvaluationSet, optional
        The images whose references the IDF counts; the documented example's by default.
    state : mapping, optional
        What another app's `state` gave.

    Attributes
    ----------
    state : dict
        The caption, its words and whether the length penalty acts, in plain containers.
    growing : GrowingCaption
        The present caption at every length, under every reading.
    result : Result
        The official code's scores at every length; the ids are the words.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    def __init__(
        self,
        image: Hashable = 32,
        images: EvaluationSet | None = None,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._image = image
        self._images = documented_example().evaluation_set if images is None else images
        self._state = _START | dict(state or {})
        self._growing = self._grow(self._state)
        self.controls: dict[str, Any] = {
            "caption": text("Caption", self._state["caption"]),
            "words": whole_number("Words", self._state["words"], 1, MOST_WORDS),
            "penalty": checkbox("Length penalty", self._state["penalty"]),
        }
        self._views: dict[str, Any] = {name: ipywidgets.HTML() for name in ("terms", "table", "curves")}
        self._views["scores"] = LiveHTML(layout={"min_height": "255px"})
        self._typed = Debounced(self._read)
        self.controls["caption"].observe(self._typed, "value")
        for name in ("words", "penalty"):
            self.controls[name].observe(self._read, "value")
        self._show()
        order = ("scores", "curves", "table", "terms")
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style()),
                row(*self.controls.values()),
                *(self._views[name] for name in order),
            ],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return dict(self._state)

    @property
    def growing(self) -> GrowingCaption:
        return self._growing

    @property
    def result(self) -> Result:
        return self._growing.results["code-cider-d"]

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self._typed.cancel()
        for control in self.controls.values():
            control.unobserve_all()
        for widget in (*self.controls.values(), *self._views.values(), self.widget):
            widget.close()

    def _read(self, _change: object = None) -> None:
        state = {name: control.value for name, control in self.controls.items()}
        try:
            if any(state[name] != self._state[name] for name in ("caption", "penalty")):
                self._growing = self._grow(state)
            self._state = state
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["scores"].value = render("error.html", message=str(error) or type(error).__name__)

    def _grow(self, state: Mapping[str, Any]) -> GrowingCaption:
        sigma = SIGMA if state["penalty"] else None
        return grow(self._images, self._image, state["caption"], MOST_WORDS, sigma)

    def _show(self) -> None:
        # The picture last: the text is there before it is drawn.
        for name in ("scores", "terms", "table", "curves"):
            self._views[name].value = getattr(readings, name)(self._growing, self._state["words"])

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = readings.whole(self._growing, self._state["words"])
        return bundle
