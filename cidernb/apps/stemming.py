"""Switch the stemmer and see each word with its stem, and what that adds to the score."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import checkbox, dropdown, row, text
from cidernb.apps.live import LiveHTML
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.frozen import FrozenDict
from cidernb.studies.stemming import (
    StemmedWord,
    TwoSteps,
    families,
    forgiveness,
    stemmed_words,
    two_steps,
)
from cidernb.variant import PRESETS
from cidernb.views import stemming as views

SHAPES, EVERYDAY = "shapes, the documented example", "everyday captions with one word in another form"

#: Where the app starts: a caption whose agreement error the toy stemmer forgives.
_START: Mapping[str, Any] = FrozenDict(
    {"captions": SHAPES, "image": 32, "candidate": None, "stemmer": "plural", "defended": False}
)

_STEMMERS = ("none", "plural", "porter")

_TABS = {"words": "Word by word", "families": "Made one", "forgiveness": "Forgiven or not"}


class Stemming(App):
    """One caption, its words with their stems, and the two steps from its score to the stemmed one.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave; it starts there.

    Attributes
    ----------
    state : dict
        What is chosen, in plain containers.
    steps, mean_steps : TwoSteps
        The score without stems, with their df alone, and with stems: of the caption, of the mean.
    words : list of StemmedWord
        The caption's words.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._sets: dict[str, EvaluationSet] = {
            SHAPES: documented_example().evaluation_set,
            EVERYDAY: everyday_captions().evaluation_set("inflection"),
        }
        self._state = started(_START, state, captions=self._sets, stemmer=_STEMMERS)
        self._images.row(self._state["image"])
        self.controls = {
            "captions": dropdown("Captions", list(self._sets), self._state["captions"]),
            "image": dropdown("Image", self._options(), self._state["image"]),
            "candidate": text("Candidate caption", self._candidate),
            "stemmer": dropdown("Stemming", _STEMMERS, self._state["stemmer"]),
            "defended": checkbox("Clip and penalise length (CIDEr-D)", self._state["defended"]),
        }
        self._views = {
            "answer": LiveHTML(layout={"min_height": "160px"}),
            **{name: ipywidgets.HTML() for name in _TABS},
        }
        self._typed = self._rested(self._read)
        self._listen(
            self._read, captions=self._other_captions, image=self._other_image, candidate=self._typed
        )
        self._show()
        self._lay_out(
            row(self.controls["captions"], self.controls["image"]),
            row(*(self.controls[name] for name in ("candidate", "stemmer", "defended"))),
            self._views["answer"],
            self._make_tabs(_TABS, "400px"),
        )

    @property
    def steps(self) -> TwoSteps:
        return self._steps

    @property
    def mean_steps(self) -> TwoSteps:
        return self._mean_steps

    @property
    def words(self) -> list[StemmedWord]:
        return self._words

    @property
    def _images(self) -> EvaluationSet:
        return self._sets[self._state["captions"]]

    @property
    def _candidate(self) -> str:
        typed = self._state["candidate"]
        return self._images.candidates[self._state["image"]] if typed is None else str(typed)

    def _options(self) -> list[tuple[str, Hashable]]:
        return [(f"{image} · {caption}", image) for image, caption in self._images.candidates.items()]

    def _other_captions(self, change: Any) -> None:
        first = self._sets[change["new"]].ids[0]
        image = _START["image"] if change["new"] == SHAPES else first
        self._use(captions=change["new"], image=image, candidate=None)

    def _other_image(self, change: Any) -> None:
        self._use(image=change["new"], candidate=None)

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        value = {name: self.controls[name].value for name in ("candidate", "stemmer", "defended")}
        own = self._images.candidates[self._state["image"]]
        self._use(**value | {"candidate": None if value["candidate"] == own else value["candidate"]})

    def _use(self, **changes: Any) -> None:
        self._typed.cancel()
        self._state |= changes
        with self._quietly():
            if "captions" in changes:
                self.controls["image"].options = self._options()
            self.controls["image"].value = self._state["image"]
            self.controls["candidate"].value = self._candidate
        self._show()

    def _show(self) -> None:
        image, stemmer = self._state["image"], self._state["stemmer"]
        variant = PRESETS["code-cider-d" if self._state["defended"] else "code-cider"]
        images = self._images.with_candidate(image, self._candidate)
        self._steps = two_steps(images, stemmer, image, variant=variant)
        self._mean_steps = two_steps(images, stemmer, variant=variant)
        self._words = stemmed_words(images, stemmer, image)
        self._views["answer"].value = views.steps(self._steps, self._mean_steps, len(images), variant.scale)
        self._views["words"].value = views.words(self._words, len(images.references[image]))
        self._views["families"].value = views.families(families(images, stemmer))
        self._views["forgiveness"].value = views.forgiveness(forgiveness(stemmer, variant))
