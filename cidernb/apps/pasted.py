"""The app for the reader's own captions: paste them, see scores, reasons and findings, take them along."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import Debounced, checkbox, dropdown, row
from cidernb.apps.live import LiveHTML
from cidernb.everyday import everyday_captions
from cidernb.exploring.pasted import as_pasted, first_captions, pasted_world, read_pasted
from cidernb.exploring.setting import PRESET_LABELS, Setting, shown
from cidernb.exploring.world import World
from cidernb.result import Result
from cidernb.variant import PRESETS
from cidernb.views import pasted as views

_START: Mapping[str, Any] = {"variant": "code-cider-d", "idf": "corpus", "tidy": False, "image": None}

#: What is pasted may be long: typing calls for a new score once it has rested this long.
_TYPING_RESTS_SECONDS = 0.4

_TABS = {
    "findings": "Findings",
    "caption": "In short",
    "ngrams": "n-grams",
    "points": "Points",
    "references": "References",
    "equation": "Equation",
    "which": "Which CIDEr",
}


class YourCaptions:
    """Paste candidates and references; get scores by id, reasons, findings and files to download.

    Parameters
    ----------
    candidates, references : str, optional
        Lines to start from, "id, caption"; some everyday captions by default.
    state : mapping, optional
        What another app's `state` gave; what is left out has its default.

    Attributes
    ----------
    state : dict
        Both texts, the variant, the IDF source, whether captions are tidied, and the image looked at.
    result : Result or None
        The scores of what was read last; None if nothing could be read yet.
    world : World or None
        The same captions, for an `Explorer`.
    problem : str
        What is wrong with what is there now; empty if it could be read.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    def __init__(
        self,
        candidates: str | None = None,
        references: str | None = None,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        said, compared = as_pasted(first_captions())
        start = {
            "candidates": said if candidates is None else candidates,
            "references": compared if references is None else references,
            **_START,
        }
        self._state = start | dict(state or {})
        unknown = sorted(set(self._state) - set(start))
        if unknown:
            raise ValueError(f"The state holds {unknown[0]!r}, which is no part of it; leave it out.")
        self.world: World | None = None
        self._result: Result | None = None
        self.problem = ""
        self._read_from: tuple[Any, ...] | None = None
        self._writing = False
        self.controls = self._make_controls()
        self._views: dict[str, Any] = {
            "summary": LiveHTML(layout={"min_height": "132px"}),
            "scores": ipywidgets.HTML(layout={"min_height": "120px"}),
            "downloads": ipywidgets.HTML(),
            **{name: ipywidgets.HTML() for name in _TABS},
        }
        self._typed = Debounced(self._read, _TYPING_RESTS_SECONDS)
        for name, control in self.controls.items():
            control.observe(self._typed if name in ("candidates", "references") else self._read, "value")
        self._read()
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return dict(self._state)

    @property
    def result(self) -> Result | None:
        return self._result

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self._typed.cancel()
        for control in self.controls.values():
            control.unobserve_all()
        for widget in (*self.controls.values(), *self._views.values(), self.widget):
            widget.close()

    def _make_controls(self) -> dict[str, Any]:
        state = self._state
        presets = [(label, name) for name, label in PRESET_LABELS.items()]
        scenes = len(everyday_captions().evaluation_set())
        sources = [
            ("the references pasted", "corpus"),
            (f"{scenes} everyday scenes", "everyday"),
            ("none", "none"),
        ]
        return {
            "candidates": _lines("Candidates", state["candidates"], "img1, a dog runs"),
            "references": _lines("References", state["references"], "img1, a dog is running"),
            "tidy": checkbox("Lower-case and remove punctuation", state["tidy"]),
            "variant": dropdown("Variant", presets, state["variant"]),
            "idf": dropdown("IDF source", sources, state["idf"]),
            "image": dropdown("Image looked at", [("–", None)], None, "260px"),
        }

    def _layout(self) -> ipywidgets.Widget:
        controls, views_ = self.controls, self._views
        tabs = ipywidgets.Tab([views_[name] for name in _TABS])
        tabs.titles = tuple(_TABS.values())
        texts = ipywidgets.HBox(
            [controls["candidates"], controls["references"]],
            layout={"grid_gap": "16px", "flex_flow": "row wrap"},
        )
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(views.style()),
                texts,
                row(*(controls[name] for name in ("tidy", "variant", "idf"))),
                views_["summary"],
                views_["scores"],
                views_["downloads"],
                controls["image"],
                tabs,
            ],
            layout={"max_width": "1000px", "grid_gap": "8px"},
        )

    def _read(self, _change: object = None) -> None:
        if self._writing:
            return
        self._state = {name: control.value for name, control in self.controls.items()} | (
            {} if self._read_from is not None else {"image": self._state["image"]}
        )
        try:
            self._score()
            self.problem = ""
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self.problem = str(error) or type(error).__name__
        self._views["summary"].value = views.summary(self._result, self.problem)

    def _score(self) -> None:
        state = self._state
        source = (state["candidates"], state["references"], state["tidy"])
        if self.world is None or source != self._read_from:
            images = read_pasted(state["candidates"], state["references"], tidy=state["tidy"])
            self.world, self._read_from = pasted_world(images), source
        ids = self.world.evaluation_set.ids
        if state["image"] not in ids:
            state["image"] = ids[0]
        setting = Setting(state["image"], idf=state["idf"], variant=shown(PRESETS[state["variant"]]))
        self._result = self.world.result(setting)
        self._show(self._result)

    def _show(self, result: Result) -> None:
        image = self._state["image"]
        html = views.explanation(result, image) | {
            "scores": views.scores(result),
            "findings": views.findings(result),
            "downloads": views.downloads(result, image),
        }
        for name, value in html.items():
            self._views[name].value = value
        self._writing = True
        try:
            options = [(str(image_id), image_id) for image_id in result.evaluation_set.ids]
            if list(self.controls["image"].options) != options:
                self.controls["image"].options = options
            self.controls["image"].value = image
        finally:
            self._writing = False

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = views.whole(self._result, self._state["image"], self.problem)
        return bundle


def _lines(label: str, value: str, example: str) -> ipywidgets.Textarea:
    """A field for pasted lines, named by its label."""
    field = ipywidgets.Textarea(
        description=label,
        value=value,
        placeholder=example,
        style={"description_width": "initial"},
        # A height of its own, for the label stands above it.
        layout={"flex": "1 1 380px", "width": "auto", "height": "200px"},
    )
    return field.add_class("cidernb-lines")
