"""One caption under every IDF source, with a table of the reader's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App
from cidernb.apps.controls import beside, button, row, whole_number
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


#: Findings on how much of all captions a table knows.
_ON_ALL_CAPTIONS = ("table_of_other_words", "table_share")


class IdfSources(App):
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

    _live = "score"

    def __init__(self, world: World | None = None, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
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
        self.controls = self._make_controls(table, num_images)
        names = ("picture", "caption", "table", "reason", *_TABS)
        self._views = {name: ipywidgets.HTML() for name in names}
        self._views["score"] = LiveHTML(layout={"min_height": "62px"})
        self._views["caption"].layout.min_height = "80px"
        self._views["reason"].layout.min_height = "116px"
        self._views["table"].layout.min_height = "84px"
        typed = self._rested(self._read)
        self._listen(self._read, candidate=typed, table=typed, image=self._other_image, fill=self._fill)
        tabs = self._make_tabs(_TABS, "450px", self._show_tab)
        self._use(self._setting)
        self._lay_out(*self._rows(), tabs)

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

    def _make_controls(self, table: str, num_images: int) -> dict[str, Any]:
        # Made with a source that the explorer knows; the own table is this app's.
        known = self._setting.replace(idf="corpus")
        self._of_setting = make_controls(self.world, known)
        self._unseen = list(self._of_setting.values())
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
        controls["num_images"] = whole_number("Images |I| of the own table", num_images, 1, MOST_IMAGES)
        controls["fill"] = button("Count this caption's n-grams anew")
        return controls

    def _rows(self) -> list[ipywidgets.Widget]:
        controls, views = self.controls, self._views
        said = row(controls["image"], controls["candidate"])
        column = ipywidgets.VBox(
            [controls["num_images"], controls["fill"], views["table"]], layout={"flex": "1 1 320px"}
        )
        return [
            beside(views["picture"] if self.world.pictures else None, said, views["caption"], views["score"]),
            row(*(controls[name] for name in _SHARED[2:])),
            ipywidgets.HBox([controls["table"], column], layout={"grid_gap": "16px"}),
            views["reason"],
        ]

    def _other_image(self, change: Any) -> None:
        self._use(self._setting.replace(image=change["new"], candidate=None))

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        self._use(read_controls(self.world, self._setting, self._of_setting))

    def _fill(self, _button: object = None) -> None:
        """Write the present caption's n-grams into the table."""
        with self._quietly():
            self.controls["table"].value = write_table(self.world, self.controls["candidate"].value)
            self.controls["num_images"].value = len(self.world.evaluation_set)
        self._read()

    def _use(self, setting: Setting) -> None:
        own, problem = self._own()
        self._results = under_every_source(self.world, setting, own)
        self._setting, self._table = setting, own
        self._views["table"].value = views.table(own, problem)
        scored = setting.idf in self._results
        if scored or not hasattr(self, "_result"):
            self._result = self._results[setting.idf if scored else "corpus"]
            self._show()
        if not scored:
            self._fail(ValueError(problem))

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
        # The reader's own table holds what this caption needs, and is not meant for the others.
        without = _ON_ALL_CAPTIONS if self._setting.idf == OWN else ()
        self._views["reason"].value = parts.reason(result, image, shares, without)
        self._show_tab()
        self._write_controls()
        picture = self.world.pictures.get(image)
        if picture is not None:
            self._views["picture"].value = parts.scene(picture.image, picture.description)

    def _show_tab(self, _change: object = None) -> None:
        """Fill the open tab."""
        self._views[self._open_tab].value = self._part(self._open_tab)

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
        with self._quietly():
            for name, value in shown_values(self.world, self._setting).items():
                if name in ("image", "candidate"):
                    self.controls[name].value = value

    def _static(self) -> str:
        return parts.whole(self._result, self._setting.image) + self._part("sources")
