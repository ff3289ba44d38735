"""Compose the company of an image by what the pictures show, and watch its df, IDF and score."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import ipywidgets

from cidernb.apps.app import App
from cidernb.apps.controls import beside, checkbox, dropdown, row, whole_number
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import image_options
from cidernb.example import documented_example
from cidernb.explaining.change import Change, change
from cidernb.exploring.composition import COUNTS, Composition, in_both
from cidernb.exploring.world import example_world
from cidernb.result import Result, score
from cidernb.shapes import COLOURS, SHAPES
from cidernb.studies.batches import BatchScores, score_in_batches
from cidernb.studies.effects import TwoCompanies, in_two_companies
from cidernb.views import composition as views
from cidernb.views import parts

#: Sizes of the batches shown.
BATCHES = (10, 25, 50)

_TABS = {
    "ngrams": "n-grams",
    "distribution": "All 100 images",
    "batches": "Batches",
}


class Company(App):
    """Choose which images of the documented example are scored with one of them.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave; it starts there.

    Attributes
    ----------
    state : dict
        The company and the one compared with, in plain containers.
    result : Result
        The present company's scores.
    change : Change
        What moved the image's score since the company compared with.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    _live = "score"

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        stored: dict[str, Any] = {"image": FIRST_IMAGE} if state is None else dict(state)
        pinned = stored.pop("compared_with", None)
        self._now = Composition.from_dict(stored)
        self._pinned = None if pinned is None else Composition.from_dict(pinned)
        self._views = {name: ipywidgets.HTML() for name in ("picture", "company", *_TABS)}
        self._views["score"] = LiveHTML(layout={"min_height": "96px"})
        self.controls = self._make_controls()
        self._listen(self._read, pin=self._pin)
        self._compute(self._now)
        self._lay_out(*self._rows())
        self._show()

    @property
    def state(self) -> dict[str, Any]:
        pinned = None if self._pinned is None else self._pinned.to_dict()
        return {**self._now.to_dict(), "compared_with": pinned}

    @property
    def result(self) -> Result:
        return self._result

    @property
    def change(self) -> Change:
        return self._change

    def _make_controls(self) -> dict[str, Any]:
        now = self._now
        shown = {**{c: c in now.colours for c in COLOURS}, **{s: s in now.shapes for s in SHAPES}}
        controls = {"image": dropdown("Image", image_options(example_world()), now.image)}
        controls |= {name: checkbox(name, on) for name, on in shown.items()}
        controls |= {f"count {n}": checkbox(f"count {n}", n in now.counts) for n in COUNTS}
        controls["size"] = whole_number("Images at most", now.size, 1, 100)
        controls["size"].layout.width = "180px"
        controls["pin"] = checkbox("Compare with this company", self._pinned is not None)
        return controls

    def _rows(self) -> list[ipywidgets.Widget]:
        controls, views = self.controls, self._views
        groups = (tuple(COLOURS), tuple(SHAPES), tuple(f"count {n}" for n in COUNTS))
        chosen = row(controls["image"], controls["size"], controls["pin"])
        return [
            beside(views["picture"], chosen, views["score"]),
            ipywidgets.HTML(parts.heading("Who may be in the company")),
            *(row(*(controls[name] for name in group)) for group in groups),
            views["company"],
            self._make_tabs(_TABS, "420px", self._show_tab),
        ]

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        said = {name: control.value for name, control in self.controls.items()}
        now = Composition(
            said["image"],
            tuple(c for c in COLOURS if said[c]),
            tuple(s for s in SHAPES if said[s]),
            tuple(n for n in COUNTS if said[f"count {n}"]),
            said["size"],
        )
        if now.image != self._now.image and self._pinned is not None:
            # Two scores of one image are compared, never those of two.
            self._pinned = None
            with self._quietly():
                self.controls["pin"].value = False
        self._compute(now)
        self._show()

    def _pin(self, change: Any) -> None:
        self._pinned = self._now if change["new"] else None
        self._read()

    def _compute(self, now: Composition) -> None:
        before = Composition(now.image) if self._pinned is None else self._pinned
        self._before, self._result = before.result(), now.result()
        self._change = change(self._before, self._result, now.image)
        self._now = now

    def _show(self) -> None:
        for name in ("score", "ngrams"):
            self._views[name].value = self._part(name)
        self._show_tab()
        # The pictures last: the text is there before they are drawn.
        picture = documented_example().scenes[self._now.image]
        self._views["picture"].value = parts.scene(picture.image, picture.describe())
        self._views["company"].value = views.company(self._now.ids(), self._now.image)

    def _show_tab(self, _change: object = None) -> None:
        """Fill the open tab; what is behind the others takes its time once they are opened."""
        if self._open_tab != "ngrams":
            self._views[self._open_tab].value = self._part(self._open_tab)

    def _part(self, name: str) -> str:
        image, before, after = self._now.image, self._before, self._result
        if name == "score":
            return views.scores(self._change, before, after)
        if name == "ngrams":
            images = (len(before.evaluation_set), len(after.evaluation_set))
            return views.ngrams(in_both(before, after, image), self._change, images)
        return _distribution(image) if name == "distribution" else _in_batches(image)

    def _static(self) -> str:
        static = [self._part("score"), views.company(self._now.ids(), self._now.image), self._part("ngrams")]
        return "\n".join([parts.style(), *static])


@cache
def _two_companies() -> TwoCompanies:
    return in_two_companies(documented_example())


@lru_cache(maxsize=16)
def _distribution(image: int) -> str:
    # The company chosen has no say in it, and drawing takes many times as long as a score.
    return views.distribution(_two_companies(), image)


@cache
def _batches() -> tuple[BatchScores, ...]:
    images = documented_example().evaluation_set
    return tuple(score_in_batches(images, size) for size in BATCHES)


def _in_batches(image: int) -> str:
    return views.batches(_batches(), score(documented_example().evaluation_set), image)
