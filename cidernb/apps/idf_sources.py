"""One caption under every IDF source, with a table of the reader's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import Debounced, row
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import make_controls, read_controls, shown_values
from cidernb.explaining.contributions import contributions
from cidernb.exploring.idf_sources import (
    OWN,
    OwnTable,
    by_claim,
    claims_around,
    under_every_source,
    write_table,
)
from cidernb.exploring.setting import Setting
from cidernb.exploring.world import World, example_world
from cidernb.result import Result
from cidernb.views import idf_sources as views
from cidernb.views import parts
from cidernb.views.rendering import render

#: The controls taken from the explorer.
_SHARED = ("image", "candidate", "idf", "company", "references", "unseen", "clipping")

_TABS = {
    "sources": "Every source",
    "claimed": "|I| from 1 up",
    "ngrams": "n-grams",
    "points": "Points",
    "which": "Which CIDEr",
}

#: The largest number of images that can be claimed for a table.
MOST_IMAGES = 1_000_000


class IdfSources:
    """Score a caption with IDF from the evaluation set, a pool, an own table, or none.

    Parameters
    ----------
    world : World, optional
        What to score; the documented example by default.
    state : mapping, optional
        What another app's `state` gave, or some of it; it starts there.

    Attributes
    ----------
    state : dict
        The setting, the lines of the table and the |I| claimed, in plain containers.
    results : mapping of str to Result
        The present scores by IDF source; without "own" while the table cannot be read.
    result : Result
        The score under the source chosen last that could be scored.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    def __init__(self, world: World | None = None, *, state: Mapping[str, Any] | None = None) -> None:
        self.world = world or example_world()
        stored = dict(state or {})
        ids = self.world.evaluation_set.ids
        first = {"image": FIRST_IMAGE if FIRST_IMAGE in ids else ids[0]}
        self._setting = Setting.from_dict(first | stored.get("setting", {}))
        caption = shown_values(self.world, self._setting)["candidate"]
        table = stored.get("table", write_table(self.world, caption))
        num_images = stored.get("num_images", len(self.world.evaluation_set))
        self._labels = {"corpus": "the evaluation set", "none": "none", OWN: "own table"}
        self._labels |= {name: pool.label for name, pool in self.world.pools.items()}
        self._writing = False
        self.controls = self._make_controls(table, num_images)
        names = ("picture", "caption", "table", "reason", *_TABS)
        self._views: dict[str, Any] = {name: ipywidgets.HTML() for name in names}
        self._views["score"] = LiveHTML(layout={"min_height": "62px"})
        self._views["reason"].layout.min_height = "104px"
        self._views["table"].layout.min_height = "44px"
        self._typed = Debounced(self._read)
        for name in (*_SHARED, "table", "num_images"):
            at_once = {"candidate": self._typed, "table": self._typed, "image": self._other_image}
            self.controls[name].observe(at_once.get(name, self._read), "value")
        self.controls["fill"].on_click(self._fill)
        self.tabs = ipywidgets.Tab([self._views[name] for name in _TABS], layout={"min_height": "450px"})
        self.tabs.titles = tuple(_TABS.values())
        self.tabs.observe(self._show_tab, "selected_index")
        self._use(self._setting)
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return {
            "setting": self._setting.to_dict(),
            "table": self.controls["table"].value,
            "num_images": self.controls["num_images"].value,
        }

    @property
    def results(self) -> Mapping[str, Result]:
        return dict(self._results)

    @property
    def result(self) -> Result:
        return self._result

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self._typed.cancel()
        self.tabs.unobserve_all()
        self.controls["fill"].on_click(self._fill, remove=True)
        for control in self.controls.values():
            control.unobserve_all()
        every = {**self._of_setting, **self.controls}
        for widget in (*every.values(), *self._views.values(), self.tabs, self.widget):
            widget.close()

    def _make_controls(self, table: str, num_images: int) -> dict[str, Any]:
        # Made with a source that the explorer knows; the own table is this app's.
        known = self._setting.replace(idf="corpus")
        self._of_setting = make_controls(self.world, known)
        controls = {name: self._of_setting[name] for name in _SHARED}
        controls["company"].options = [
            (company.label, name)
            for name, company in self.world.companies.items()
            if name in ("all", "alone", self._setting.company)
        ]
        controls["company"].value = self._setting.company
        controls["idf"].options = (*controls["idf"].options, (self._labels[OWN], OWN))
        controls["idf"].value = self._setting.idf
        controls["table"] = ipywidgets.Textarea(
            description="Own table: n-gram = df, one a line",
            value=table,
            rows=7,
            style={"description_width": "initial"},
            layout={"width": "auto", "flex": "1 1 420px"},
        )
        controls["num_images"] = ipywidgets.BoundedIntText(
            description="Images |I| of the own table",
            value=num_images,
            min=1,
            max=MOST_IMAGES,
            style={"description_width": "initial"},
            layout={"width": "290px"},
        )
        controls["fill"] = ipywidgets.Button(
            description="Count this caption's n-grams anew", layout={"width": "auto"}
        )
        return controls

    def _layout(self) -> ipywidgets.Widget:
        controls, views = self.controls, self._views
        beside = ipywidgets.VBox(
            [row(controls["image"], controls["candidate"]), views["caption"], views["score"]],
            layout={"flex": "1 1 auto"},
        )
        picture = [views["picture"]] if self.world.pictures else []
        column = ipywidgets.VBox([controls["num_images"], controls["fill"], views["table"]])
        column.layout = {"flex": "1 1 320px"}
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style()),
                ipywidgets.HBox([*picture, beside], layout={"grid_gap": "16px"}),
                row(*(controls[name] for name in _SHARED[2:])),
                ipywidgets.HBox([controls["table"], column], layout={"grid_gap": "16px"}),
                views["reason"],
                self.tabs,
            ],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )

    def _other_image(self, change: Any) -> None:
        if not self._writing:
            self._use(self._setting.replace(image=change["new"], candidate=None))

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        if not self._writing:
            self._use(read_controls(self.world, self._setting, self._of_setting))

    def _fill(self, _button: object = None) -> None:
        """Write the present caption's n-grams into the table."""
        self._writing = True
        try:
            self.controls["table"].value = write_table(self.world, self.controls["candidate"].value)
            self.controls["num_images"].value = len(self.world.evaluation_set)
        finally:
            self._writing = False
        self._read()

    def _use(self, setting: Setting) -> None:
        try:
            own, problem = self._own()
            self._results = under_every_source(self.world, setting, own)
            self._setting, self._table = setting, own
            self._views["table"].value = views.table(own, problem)
            if setting.idf not in self._results:
                raise ValueError(problem)
            self._result = self._results[setting.idf]
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["score"].value = render("error.html", message=str(error) or type(error).__name__)

    def _own(self) -> tuple[OwnTable | None, str]:
        """The reader's table, or what is wrong with it."""
        try:
            return OwnTable.read(self.controls["table"].value, self.controls["num_images"].value), ""
        except ValueError as error:
            return None, str(error)

    def _show(self) -> None:
        image, result = self._setting.image, self._result
        shares = contributions(result, image)
        self._views["score"].value = parts.score(result, image)
        self._views["caption"].value = parts.caption(result, image, shares)
        self._views["reason"].value = parts.reason(result, image, shares)
        self._show_tab()
        self._write_controls()
        picture = self.world.pictures.get(image)
        if picture is not None:
            self._views["picture"].value = parts.scene(picture.image, picture.description)

    def _show_tab(self, _change: object = None) -> None:
        """Fill the open tab."""
        name = list(_TABS)[self.tabs.selected_index or 0]
        self._views[name].value = self._part(name)

    def _part(self, name: str) -> str:
        image, result = self._setting.image, self._result
        if name == "sources":
            return views.sources(self._results, self._labels, self._setting.idf, image)
        if name == "claimed":
            if self._table is None:
                return ""
            claims = claims_around(self._table)
            scores = by_claim(result, image, self._table, claims)
            return views.claimed(claims, scores, self._table, result.variant.scale)
        if name == "ngrams":
            return parts.ngrams(result, contributions(result, image))
        return parts.points(result, image) if name == "points" else parts.which(result)

    def _write_controls(self) -> None:
        """Bring the caption in line with the image, without listening to it."""
        self._writing = True
        try:
            for name, value in shown_values(self.world, self._setting).items():
                if name in ("image", "candidate"):
                    self.controls[name].value = value
        finally:
            self._writing = False

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = parts.whole(self._result, self._setting.image) + self._part("sources")
        return bundle
