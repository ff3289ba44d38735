"""Leave references out and see what the mean and one image's score make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import button, dropdown, row, whole_number
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import image_options
from cidernb.arrays import Floats
from cidernb.everyday import everyday_captions
from cidernb.explaining.change import Change, change
from cidernb.exploring.world import World, example_world, world_of
from cidernb.frozen import FrozenDict
from cidernb.result import score
from cidernb.studies.reference_counts import (
    IDFS,
    RECOMPUTED,
    NestedScores,
    ReferenceSubsets,
    with_most_references,
)
from cidernb.views import reference_counts as views

SHAPES, EVERYDAY = "shapes, the documented example", "everyday scenes with ten references"

#: From m references to all: first the IDF counts them, then the candidate is compared with them.
_ORDER = ("references_counted", "references_compared")

_START: Mapping[str, Any] = FrozenDict({"captions": None, "image": None, "references": 1, "idf": RECOMPUTED})


class HowManyReferences(App):
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
    shuffled : NestedScores
        The same for the random orders; reading it scores those that are still to come.
    change : Change or None
        What the references left out add to the image's score; None where none is.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    def __init__(
        self,
        worlds: Mapping[str, World] | None = None,
        *,
        state: Mapping[str, Any] | None = None,
        shuffles: int = 200,
    ) -> None:
        super().__init__()
        self._worlds = dict(_worlds() if worlds is None else worlds)
        self._state = self._started(state)
        self._wanted = shuffles
        # What was scored, by captions and IDF: going back to it costs nothing.
        self._orders: dict[tuple[str, str], list[Floats]] = {}
        self._to_come: dict[tuple[str, str], Iterator[Floats]] = {}
        self._subsets: dict[str, ReferenceSubsets] = {}
        self._work = self._in_slices(self._take, self._rest)
        self._picture = self._rested(self._draw)
        self.controls = self._make_controls(self._state)
        self._views = {
            "answer": LiveHTML(layout={"min_height": "165px"}),
            "progress": ipywidgets.HTML(),
            "curves": ipywidgets.HTML(layout={"min_height": "360px"}),
            "table": ipywidgets.HTML(),
        }
        self._listen(self._read, captions=self._other_captions, shuffles=self._press)
        self._use()
        self._lay_out(
            row(*(self.controls[name] for name in _START)),
            self._views["answer"],
            row(self.controls["shuffles"], self._views["progress"]),
            self._views["curves"],
            self._views["table"],
        )

    @property
    def result(self) -> NestedScores:
        return self._nested

    @property
    def shuffled(self) -> NestedScores:
        done = self._orders.setdefault(self._key, [])
        if len(done) < self._wanted:
            self._work.cancel()
            done += self._to_come[self._key]
            self._tell()
            self._picture()
        return self._subset.gather(done)

    def _shuffled_so_far(self) -> NestedScores | None:
        orders = self._orders.get(self._key)
        return self._subset.gather(orders) if orders else None

    @property
    def change(self) -> Change | None:
        return None if self._moved is None else self._moved[1]

    def _started(self, state: Mapping[str, Any] | None) -> dict[str, Any]:
        first = {**_START, "captions": next(iter(self._worlds))}
        made = started(first, state, captions=self._worlds, idf=IDFS)
        world = self._worlds[made["captions"]]
        if made["image"] is None:
            made["image"] = _first(world)
        counts = range(1, _most(world) + 1)
        return started(made, None, image=world.evaluation_set.ids, references=counts)

    def _make_controls(self, start: Mapping[str, Any]) -> dict[str, Any]:
        world = self._worlds[start["captions"]]
        return {
            "captions": dropdown("Captions", list(self._worlds), start["captions"]),
            "image": dropdown("Image", image_options(world), start["image"], width="320px"),
            "references": whole_number("References", start["references"], 1, _most(world)),
            "idf": dropdown("IDF", list(IDFS), start["idf"]),
            "shuffles": button("Stop"),
        }

    @property
    def _key(self) -> tuple[str, str]:
        return self._state["captions"], self._state["idf"]

    @property
    def _subset(self) -> ReferenceSubsets:
        name = self._state["captions"]
        if name not in self._subsets:
            self._subsets[name] = ReferenceSubsets(self._worlds[name].evaluation_set)
        return self._subsets[name]

    def _other_captions(self, change: Any) -> None:
        """Offer the images and the numbers of references of other captions."""
        world = self._worlds[change["new"]]
        with self._quietly():
            self.controls["image"].options = image_options(world)
            self.controls["image"].value = _first(world)
            self.controls["references"].max = _most(world)
        self._read()

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        self._state = self._said()
        self._use()

    def _use(self) -> None:
        self._nested = self._subset.nested(idf=self._state["idf"])
        self._moved = self._changes()
        self._answer()
        complete = len(self._orders.get(self._key, ())) >= self._wanted
        self._go_on()
        # Where the work ran through at once, its end has drawn the picture.
        if complete or self._work.running:
            self._picture()

    def _changes(self) -> tuple[Change, Change] | None:
        """From the references kept to all: of the mean and of the image."""
        images, count = self._subset.images, self._state["references"]
        if count == self._nested.counts[-1]:
            return None
        few, whole = score(images.first_references(count)), score(images)
        mean, own = (change(few, whole, of, _ORDER) for of in (None, self._state["image"]))
        return mean, own

    def _answer(self) -> None:
        state = self._state
        self._views["answer"].value = views.answer(
            self._nested, state["image"], state["references"], state["idf"], self._moved
        )

    def _draw(self, _change: object = None) -> None:
        image, count = self._state["image"], self._state["references"]
        shuffled = self._shuffled_so_far()
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


def _worlds() -> dict[str, World]:
    everyday = with_most_references(everyday_captions().evaluation_set())
    return {SHAPES: example_world(), EVERYDAY: world_of(everyday)}


def _first(world: World) -> Any:
    ids = world.evaluation_set.ids
    return 32 if 32 in ids else ids[0]


def _most(world: World) -> int:
    """As many references as an image of these has at most."""
    return max(map(len, world.evaluation_set.references.values()))
