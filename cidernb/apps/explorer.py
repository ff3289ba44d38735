"""The explorer: one caption, its score, and what the score is made of."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import Debounced, checkbox, dropdown, row, text, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.explaining.contributions import contributions
from cidernb.exploring.setting import CLIPPING_READINGS, PRESET_LABELS, Setting, preset_of, reading_of, shown
from cidernb.exploring.world import World, example_world
from cidernb.result import Result
from cidernb.variant import PRESETS
from cidernb.views import parts
from cidernb.views.rendering import render

#: Where the explorer of the documented example starts.
FIRST_IMAGE = 32

_CUSTOM = "custom"
_SIGMAS = [("none", None), *((f"σ = {sigma:g}", sigma) for sigma in (1.0, 3.0, 6.0, 12.0))]


class Explorer:
    """Explore one image's score: change the caption or a setting and watch the score.

    Parameters
    ----------
    world : World, optional
        What to explore; the documented example by default.
    state : mapping, optional
        What another explorer's `state` gave; it starts there.

    Attributes
    ----------
    state : dict
        Everything chosen, in plain containers: `Explorer(world, state=...)` starts from it.
    result : Result
        The present score, for use in the next cell.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    def __init__(self, world: World | None = None, *, state: Mapping[str, Any] | None = None) -> None:
        self.world = world or example_world()
        self._setting = Setting.from_dict(state) if state else Setting(_first_image(self.world))
        self._setting = self._setting.replace(variant=shown(self._setting.variant))
        self._result = self.world.result(self._setting)
        self._writing = False
        self._make_controls()
        self._make_views()
        self._observe()
        self._show()
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return self._setting.to_dict()

    @property
    def result(self) -> Result:
        return self._result

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self._typed.cancel()
        for control in self.controls.values():
            control.unobserve_all()
        for control in (*self.controls.values(), *self._views.values(), self.widget):
            control.close()

    def _make_controls(self) -> None:
        setting, world = self._setting, self.world
        pools = [(pool.label, name) for name, pool in world.pools.items()]
        companies = [(company.label, name) for name, company in world.companies.items()]
        presets = [*((label, name) for name, label in PRESET_LABELS.items()), (_CUSTOM, _CUSTOM)]
        sigmas = _SIGMAS
        if setting.variant.sigma not in dict(sigmas).values():
            sigmas = [*_SIGMAS, (f"σ = {setting.variant.sigma:g}", setting.variant.sigma)]
        #: The controls by what they set.
        self.controls: dict[str, Any] = {
            "image": dropdown("Image", _image_options(world), setting.image),
            "candidate": text("Candidate caption", self._caption()),
            "preset": dropdown("Variant", presets, _CUSTOM),
            "company": dropdown("Evaluation set", companies, setting.company),
            "more": checkbox("More settings"),
            "stemmer": dropdown("Stemming", ["none", "plural", "porter"], setting.variant.stemmer),
            "clipping": dropdown("Clipping", list(CLIPPING_READINGS), reading_of(setting.variant)),
            "sigma": dropdown("Length penalty", sigmas, setting.variant.sigma),
            "idf": dropdown(
                "IDF source", [("the evaluation set", "corpus"), *pools, ("none", "none")], setting.idf
            ),
            "repeat": whole_number("Repeat", setting.repeat, 1, 4),
        }

    def _make_views(self) -> None:
        names = ("style", "picture", "caption", "reason", "ngrams", "points", "references", "which")
        self._views: dict[str, Any] = {name: ipywidgets.HTML() for name in names}
        self._views["score"] = LiveHTML()
        self._views["style"].value = parts.style()

    def _layout(self) -> ipywidgets.Widget:
        controls, views = self.controls, self._views
        names = ("stemmer", "clipping", "sigma", "idf", "repeat")
        self._more = row(*(controls[name] for name in names))
        self._show_more()
        names = ("reason", "ngrams", "points", "references", "which")
        self.tabs = ipywidgets.Tab([views[name] for name in names])
        self.tabs.titles = ("In short", "n-grams", "Points", "References", "Which CIDEr")
        first = [row(controls["image"], controls["candidate"]), views["caption"], views["score"]]
        return ipywidgets.VBox(
            [
                views["style"],
                ipywidgets.HBox(
                    [views["picture"], ipywidgets.VBox(first, layout={"flex": "1 1 auto"})],
                    layout={"grid_gap": "16px"},
                ),
                row(controls["preset"], controls["company"], controls["more"]),
                self._more,
                self.tabs,
            ],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )

    def _observe(self) -> None:
        self._typed = Debounced(self._read)
        for name, control in self.controls.items():
            if name == "candidate":
                control.observe(self._typed, "value")
            elif name == "more":
                control.observe(self._show_more, "value")
            elif name == "image":
                control.observe(self._other_image, "value")
            elif name == "preset":
                control.observe(self._other_preset, "value")
            else:
                control.observe(self._read, "value")

    def _show_more(self, _change: object = None) -> None:
        self._more.layout.display = None if self.controls["more"].value else "none"

    def _other_image(self, change: Any) -> None:
        if not self._writing:
            self._use(self._setting.replace(image=change["new"], candidate=None))

    def _other_preset(self, change: Any) -> None:
        if not self._writing and change["new"] != _CUSTOM:
            self._use(self._setting.replace(variant=shown(PRESETS[change["new"]])))

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        if self._writing:
            return
        controls = self.controls
        clipping, tf = CLIPPING_READINGS[controls["clipping"].value]
        variant = self._setting.variant.replace(
            stemmer=controls["stemmer"].value, clipping=clipping, tf=tf, sigma=controls["sigma"].value
        )
        typed = controls["candidate"].value
        own = self.world.evaluation_set.candidates[self._setting.image]
        self._use(
            self._setting.replace(
                candidate=None if typed == own else typed,
                repeat=controls["repeat"].value,
                company=controls["company"].value,
                idf=controls["idf"].value,
                variant=variant,
            )
        )

    def _use(self, setting: Setting) -> None:
        try:
            self._result = self.world.result(setting)
            self._setting = setting
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["reason"].value = render("error.html", message=str(error) or type(error).__name__)

    def _show(self) -> None:
        setting, result, views = self._setting, self._result, self._views
        shares = contributions(result, setting.image)
        views["score"].value = parts.score(result, setting.image)
        views["caption"].value = parts.caption(result, setting.image, shares)
        views["reason"].value = parts.reason(result, setting.image, shares)
        views["ngrams"].value = parts.ngrams(result, shares)
        views["points"].value = parts.points(result, setting.image)
        views["references"].value = parts.references(result, setting.image, shares)
        views["which"].value = parts.which(result)
        self._write_controls()
        picture = self.world.pictures.get(setting.image)
        views["picture"].value = "" if picture is None else parts.scene(picture.image, picture.description)

    def _write_controls(self) -> None:
        """Bring the controls in line with the setting, without listening to them."""
        setting, variant = self._setting, self._setting.variant
        values = {
            "image": setting.image,
            "candidate": self._caption(),
            "preset": preset_of(variant) or _CUSTOM,
            "stemmer": variant.stemmer,
            "clipping": reading_of(variant),
            "sigma": variant.sigma,
        }
        self._writing = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self._writing = False

    def _caption(self) -> str:
        own = self.world.evaluation_set.candidates[self._setting.image]
        return own if self._setting.candidate is None else self._setting.candidate

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = parts.whole(self._result, self._setting.image)
        return bundle


def _first_image(world: World) -> Hashable:
    ids = world.evaluation_set.ids
    return FIRST_IMAGE if FIRST_IMAGE in ids else ids[0]


def _image_options(world: World) -> list[tuple[str, Hashable]]:
    return [
        (f"{i} · {world.pictures[i].description}" if i in world.pictures else str(i), i)
        for i in world.evaluation_set.ids
    ]
