"""Leave references out and see what the mean and one image's score make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.background import Background
from cidernb.apps.controls import Debounced, dropdown, row, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import image_options
from cidernb.arrays import Floats
from cidernb.everyday import everyday_captions
from cidernb.explaining.change import Change, change
from cidernb.exploring.world import World, example_world, world_of
from cidernb.result import score
from cidernb.studies.reference_counts import (
    IDFS,
    RECOMPUTED,
    NestedScores,
    ReferenceSubsets,
    with_most_references,
)
from cidernb.views import parts
from cidernb.views import reference_counts as views
from cidernb.views.rendering import render

SHAPES, EVERYDAY = "shapes, the documented example", "everyday scenes with ten references"

#: From m references to all: first the IDF counts them, then the candidate is compared with them.
_ORDER = ("references_counted", "references_compared")

_STATE = ("captions", "image", "references", "idf")
_START: Mapping[str, Any] = MappingProxyType({"references": 1, "idf": RECOMPUTED})


class HowManyReferences:
    """Choose how many references each image keeps, and what the IDF counts.

    Parameters
    ----------
    worlds : mapping of str to World, optional
        The captions on offer, by name; the documented example and the everyday scenes by default.
    state : mapping, optional
        What another app's `state` gave; it starts there.
    shuffles : int
        How many random orders of the references to score.

    Attributes
    ----------
    state : dict
        What is chosen, in plain containers.
    result : NestedScores
        The scores with 1, 2, ... references in the order given.
    shuffled : NestedScores or None
        The same for the random orders scored so far.
    change : Change or None
        What the references left out add to the image's score; None where none is.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state names something that is not on offer.
    """

    def __init__(
        self,
        worlds: Mapping[str, World] | None = None,
        *,
        state: Mapping[str, Any] | None = None,
        shuffles: int = 200,
    ) -> None:
        self._worlds = dict(_worlds() if worlds is None else worlds)
        start = {**_START, "captions": next(iter(self._worlds)), **(state or {})}
        if set(start) - set(_STATE) or start["captions"] not in self._worlds:
            raise ValueError(
                f"This is not a state of this app: {dict(state or {})!r}; give what `.state` gave."
            )
        self._wanted = shuffles
        # What was scored, by captions and IDF: going back to it costs nothing.
        self._orders: dict[tuple[str, str], list[Floats]] = {}
        self._to_come: dict[tuple[str, str], Iterator[Floats]] = {}
        self._subsets: dict[str, ReferenceSubsets] = {}
        self._work = Background[Floats](self._take, self._rest, self._fail)
        self._picture = Debounced(self._draw)
        self._writing = False
        self.controls = self._make_controls(start)
        self._views: dict[str, Any] = {
            "answer": LiveHTML(layout={"min_height": "165px"}),
            "progress": ipywidgets.HTML(),
            "curves": ipywidgets.HTML(layout={"min_height": "360px"}),
            "table": ipywidgets.HTML(),
        }
        self._use()
        for name in _STATE:
            self.controls[name].observe(self._read, "value")
        self.controls["shuffles"].on_click(self._press)
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return {name: self.controls[name].value for name in _STATE}

    @property
    def result(self) -> NestedScores:
        return self._nested

    @property
    def shuffled(self) -> NestedScores | None:
        orders = self._orders.get(self._key)
        return self._subset.gather(orders) if orders else None

    @property
    def change(self) -> Change | None:
        return None if self._moved is None else self._moved[1]

    def close(self) -> None:
        """Stop listening and working, and take the widgets away."""
        self._work.cancel()
        self._picture.cancel()
        for name in _STATE:
            self.controls[name].unobserve_all()
        for widget in (*self.controls.values(), *self._views.values(), self.widget):
            widget.close()

    def _make_controls(self, start: Mapping[str, Any]) -> dict[str, Any]:
        world = self._worlds[start["captions"]]
        options = image_options(world)
        most = max(map(len, world.evaluation_set.references.values()))
        return {
            "captions": dropdown("Captions", list(self._worlds), start["captions"]),
            "image": dropdown("Image", options, start.get("image", _first(world)), width="320px"),
            "references": whole_number("References", start["references"], 1, most),
            "idf": dropdown("IDF", list(IDFS), start["idf"]),
            "shuffles": ipywidgets.Button(description="Stop", layout={"width": "auto"}),
        }

    def _layout(self) -> ipywidgets.Widget:
        controls, shown = self.controls, self._views
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style()),
                row(*(controls[name] for name in _STATE)),
                shown["answer"],
                row(controls["shuffles"], shown["progress"]),
                shown["curves"],
                shown["table"],
            ],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )

    @property
    def _key(self) -> tuple[str, str]:
        return self.controls["captions"].value, self.controls["idf"].value

    @property
    def _subset(self) -> ReferenceSubsets:
        name = self.controls["captions"].value
        if name not in self._subsets:
            self._subsets[name] = ReferenceSubsets(self._worlds[name].evaluation_set)
        return self._subsets[name]

    def _read(self, changed: Any) -> None:
        """Take over what the controls say."""
        if self._writing:
            return
        if changed["owner"] is self.controls["captions"]:
            self._fit_controls()
        self._use()

    def _fit_controls(self) -> None:
        """Offer the images and the numbers of references of other captions."""
        world = self._worlds[self.controls["captions"].value]
        self._writing = True
        try:
            self.controls["image"].options = image_options(world)
            self.controls["image"].value = _first(world)
            self.controls["references"].max = max(map(len, world.evaluation_set.references.values()))
        finally:
            self._writing = False

    def _use(self) -> None:
        try:
            self._nested = self._subset.nested(idf=self.controls["idf"].value)
            self._moved = self._changes()
            self._answer()
            complete = len(self._orders.get(self._key, ())) >= self._wanted
            self._go_on()
            # Where the work ran through at once, its end has drawn the picture.
            if complete or self._work.running:
                self._picture()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._fail(error)

    def _changes(self) -> tuple[Change, Change] | None:
        """From the references kept to all: of the mean and of the image."""
        images, count = self._subset.images, self.controls["references"].value
        if count == self._nested.counts[-1]:
            return None
        few, whole = score(images.first_references(count)), score(images)
        mean, own = (change(few, whole, of, _ORDER) for of in (None, self.controls["image"].value))
        return mean, own

    def _answer(self) -> None:
        state = self.state
        self._views["answer"].value = views.answer(
            self._nested, state["image"], state["references"], state["idf"], self._moved
        )

    def _draw(self) -> None:
        image, count = self.controls["image"].value, self.controls["references"].value
        shuffled = self.shuffled
        self._views["table"].value = views.table(self._nested, shuffled, image, count)
        self._views["curves"].value = views.curves(self._nested, shuffled, image, count)

    def _go_on(self) -> None:
        """Score the orders that are still to come."""
        self._key_at_work = key = self._key
        done = self._orders.setdefault(key, [])
        if key not in self._to_come:
            self._to_come[key] = self._subset.shuffled(self._wanted, idf=key[1])
        if len(done) < self._wanted:
            self._work.start(self._to_come[key])
        else:
            self._work.cancel()
            self._tell()

    def _press(self, _button: object = None) -> None:
        if self._work.running:
            self._work.stop()
        else:
            self._go_on()

    def _take(self, scores: Floats) -> None:
        self._orders[self._key_at_work].append(scores)

    def _rest(self) -> None:
        self._tell()
        if not self._work.running:
            self._picture()

    def _tell(self) -> None:
        done, running = len(self._orders[self._key_at_work]), self._work.running
        self._views["progress"].value = views.progress(done, self._wanted, running)
        self.controls["shuffles"].description = "Stop" if running else "Go on"
        self.controls["shuffles"].disabled = done >= self._wanted

    def _fail(self, error: Exception) -> None:
        self._views["answer"].value = render("error.html", message=str(error) or type(error).__name__)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = "\n".join([parts.style(), *(view.value for view in self._views.values())])
        return bundle


def _worlds() -> dict[str, World]:
    everyday = with_most_references(everyday_captions().evaluation_set())
    return {SHAPES: example_world(), EVERYDAY: world_of(everyday)}


def _first(world: World) -> Any:
    ids = world.evaluation_set.ids
    return 32 if 32 in ids else ids[0]
