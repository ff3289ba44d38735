"""The app that walks one caption from its words to its score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import dropdown, row
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


class ScoreByHand:
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
    """

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        self.world: World = example_world()
        self._scored = score(self.world.evaluation_set, variant=VARIANT)
        self._state = _START | dict(state or {})
        unknown = sorted(set(self._state) - set(_START))
        if unknown or self._state["stage"] not in views.STAGES:
            wrong = unknown[0] if unknown else self._state["stage"]
            raise ValueError(f"The state holds {wrong!r}, which is no part of it; leave it out.")
        self._worked = self._work_out(self._state)
        self._writing = False
        labels = [(stage.label, name) for name, stage in views.STAGES.items()]
        self.controls: dict[str, Any] = {
            "image": dropdown("Image", image_options(self.world), self._state["image"]),
            "reference": dropdown("Reference", self._reference_options(), self._state["reference"], "340px"),
            "order": dropdown("Order n", ORDERS, self._state["order"]),
            "stage": ipywidgets.RadioButtons(
                options=labels, value=self._state["stage"], layout={"width": "190px"}
            ),
        }
        self._views: dict[str, Any] = {
            "picture": ipywidgets.HTML(),
            "caption": ipywidgets.HTML(),
            "heading": LiveHTML(layout={"min_height": "62px"}),
            "stage": ipywidgets.HTML(layout={"min_height": _ROOM, "flex": "1 1 auto", "min_width": "0"}),
        }
        for control in self.controls.values():
            control.observe(self._read, "value")
        self._show()
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return dict(self._state)

    @property
    def result(self) -> Worked:
        return self._worked

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        for control in self.controls.values():
            control.unobserve_all()
        for widget in (*self.controls.values(), *self._views.values(), self.widget):
            widget.close()

    def _layout(self) -> ipywidgets.Widget:
        controls, views_ = self.controls, self._views
        stages = ipywidgets.VBox(
            [ipywidgets.HTML("<div class='cidernb'><h4>Stage</h4></div>"), controls["stage"]],
            layout={"flex": "0 0 200px"},
        )
        beside = [
            row(*(controls[name] for name in ("image", "reference", "order"))),
            views_["caption"],
            views_["heading"],
        ]
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style() + render("worked_style.html")),
                ipywidgets.HBox(
                    [views_["picture"], ipywidgets.VBox(beside, layout={"flex": "1 1 auto"})],
                    layout={"grid_gap": "16px"},
                ),
                ipywidgets.HBox([stages, views_["stage"]], layout={"grid_gap": "16px"}),
            ],
            layout={"max_width": "1000px", "grid_gap": "8px"},
        )

    def _reference_options(self) -> list[tuple[str, int]]:
        texts = self.world.evaluation_set.references[self._state["image"]]
        return [(f"{j + 1} · {text}", j) for j, text in enumerate(texts)]

    def _read(self, change: Any) -> None:
        if self._writing:
            return
        state = {name: control.value for name, control in self.controls.items()}
        if change["owner"] is self.controls["image"]:
            state["reference"] = 0
        try:
            self._worked = self._work_out(state)
            self._state = state
            self._write_references()
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["stage"].value = render("error.html", message=str(error) or type(error).__name__)

    def _work_out(self, state: Mapping[str, Any]) -> Worked:
        return work_out(self.world.evaluation_set, state["image"], state["reference"], state["order"])

    def _write_references(self) -> None:
        """Offer the image's own references, without listening to that."""
        self._writing = True
        try:
            options = self._reference_options()
            if list(self.controls["reference"].options) != options:
                self.controls["reference"].options = options
            self.controls["reference"].value = self._state["reference"]
        finally:
            self._writing = False

    def _show(self) -> None:
        image = self._state["image"]
        said = self.world.evaluation_set.candidates[image]
        self._views["caption"].value = render("worked_caption.html", text=said)
        self._views["heading"].value = views.heading(self._worked)
        self._views["stage"].value = views.stage(self._worked, self._scored, self._state["stage"])
        picture = self.world.pictures[image]
        self._views["picture"].value = parts.scene(picture.image, picture.description, 112)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = views.whole(self._worked, self._scored)
        return bundle
