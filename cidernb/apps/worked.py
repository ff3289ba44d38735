"""The app that walks one caption from its words to its score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import beside, dropdown, row
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import image_options
from cidernb.exploring.world import World, example_world
from cidernb.result import score
from cidernb.studies.worked import ORDERS, VARIANT, Worked, work_out
from cidernb.views import parts
from cidernb.views import worked as views
from cidernb.views.rendering import render

_START: dict[str, Any] = {"image": FIRST_IMAGE, "reference": 2, "order": 1, "stage": "counts"}

#: As high as a stage usually is, so that the cells below keep their place.
_ROOM = "700px"


class ScoreByHand(App):
    """Walk from the words of a caption to its score, one stage at a time; every number opens.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave; what is left out has its default.

    Attributes
    ----------
    state : dict
        The image, the reference's place from 0, the order and the stage.
    result : Worked
        Every number of the present cosine, and the score, from `cidernb.by_hand`.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    _live = "stage"

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.world: World = example_world()
        self._scored = score(self.world.evaluation_set, variant=VARIANT)
        self._state = started(_START, state, stage=views.STAGES)
        self._worked = self._work_out(self._state)
        labels = [(stage.label, name) for name, stage in views.STAGES.items()]
        self.controls = {
            "image": dropdown("Image", image_options(self.world), self._state["image"]),
            "reference": dropdown("Reference", self._reference_options(), self._state["reference"], "340px"),
            "order": dropdown("Order n", ORDERS, self._state["order"]),
            "stage": ipywidgets.RadioButtons(
                options=labels, value=self._state["stage"], layout={"width": "190px"}
            ),
        }
        self._views = {
            "picture": ipywidgets.HTML(),
            "caption": ipywidgets.HTML(),
            "heading": LiveHTML(layout={"min_height": "62px"}),
            "stage": ipywidgets.HTML(layout={"min_height": _ROOM, "flex": "1 1 auto", "min_width": "0"}),
        }
        self._listen(self._read, image=self._other_image)
        self._show()
        self._lay_out(*self._rows(), head=parts.style() + render("worked_style.html"))

    @property
    def result(self) -> Worked:
        return self._worked

    def _rows(self) -> list[ipywidgets.Widget]:
        controls, views_ = self.controls, self._views
        stages = ipywidgets.VBox(
            [ipywidgets.HTML(parts.heading("Stage")), controls["stage"]], layout={"flex": "0 0 200px"}
        )
        chosen = row(*(controls[name] for name in ("image", "reference", "order")))
        return [
            beside(views_["picture"], chosen, views_["caption"], views_["heading"]),
            ipywidgets.HBox([stages, views_["stage"]], layout={"grid_gap": "16px"}),
        ]

    def _reference_options(self) -> list[tuple[str, int]]:
        texts = self.world.evaluation_set.references[self._state["image"]]
        return [(f"{j + 1} · {text}", j) for j, text in enumerate(texts)]

    def _other_image(self, _change: object) -> None:
        self._use(self._said() | {"reference": 0})

    def _read(self, _change: object) -> None:
        self._use(self._said())

    def _use(self, state: dict[str, Any]) -> None:
        self._worked = self._work_out(state)
        self._state = state
        self._write_references()
        self._show()

    def _work_out(self, state: Mapping[str, Any]) -> Worked:
        return work_out(self.world.evaluation_set, state["image"], state["reference"], state["order"])

    def _write_references(self) -> None:
        """Offer the image's own references, without listening to that."""
        with self._quietly():
            options = self._reference_options()
            if list(self.controls["reference"].options) != options:
                self.controls["reference"].options = options
            self.controls["reference"].value = self._state["reference"]

    def _show(self) -> None:
        image = self._state["image"]
        said = self.world.evaluation_set.candidates[image]
        self._views["caption"].value = render("worked_caption.html", text=said)
        self._views["heading"].value = views.heading(self._worked)
        self._views["stage"].value = views.stage(self._worked, self._scored, self._state["stage"])
        picture = self.world.pictures[image]
        self._views["picture"].value = parts.scene(picture.image, picture.description, 112)

    def _static(self) -> str:
        return views.whole(self._worked, self._scored)
