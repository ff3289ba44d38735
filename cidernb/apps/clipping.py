"""The clipping readings: a caption grows word by word, and the readings of Eq. 4 part, meet and cross."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import checkbox, row, text, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.result import Result
from cidernb.studies.clipping_readings import GrowingCaption, grow
from cidernb.views import readings

#: The longest caption, in words.
MOST_WORDS = 20

SIGMA = 6.0

_START: dict[str, Any] = {"caption": "three red circles", "words": 3, "penalty": True}


class ClippingReadings(App):
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

    Raises
    ------
    ValueError
        If the state holds what is no part of it, or a number of words that is not on offer.
    """

    _live = "scores"

    def __init__(
        self,
        image: Hashable = 32,
        images: EvaluationSet | None = None,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._image = image
        self._images = documented_example().evaluation_set if images is None else images
        self._state = started(_START, state, words=range(1, MOST_WORDS + 1))
        self._growing = self._grow(self._state)
        self.controls = {
            "caption": text("Caption", self._state["caption"]),
            "words": whole_number("Words", self._state["words"], 1, MOST_WORDS),
            "penalty": checkbox("Length penalty", self._state["penalty"]),
        }
        self._views = {
            "scores": LiveHTML(layout={"min_height": "255px"}),
            **{name: ipywidgets.HTML() for name in ("curves", "table", "terms")},
        }
        self._listen(self._read, caption=self._rested(self._read))
        self._show()
        self._lay_out(row(*self.controls.values()), *self._views.values())

    @property
    def growing(self) -> GrowingCaption:
        return self._growing

    @property
    def result(self) -> Result:
        return self._growing.results["code-cider-d"]

    def _read(self, _change: object = None) -> None:
        state = self._said()
        if any(state[name] != self._state[name] for name in ("caption", "penalty")):
            self._growing = self._grow(state)
        self._state = state
        self._show()

    def _grow(self, state: Mapping[str, Any]) -> GrowingCaption:
        sigma = SIGMA if state["penalty"] else None
        return grow(self._images, self._image, state["caption"], MOST_WORDS, sigma)

    def _show(self) -> None:
        # The picture last: the text is there before it is drawn.
        for name in ("scores", "terms", "table", "curves"):
            self._views[name].value = getattr(readings, name)(self._growing, self._state["words"])

    def _static(self) -> str:
        return readings.whole(self._growing, self._state["words"])
