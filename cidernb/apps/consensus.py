"""The app in which the reader votes on triplets, beside simulated judges and against CIDEr."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import dropdown, row
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import image_options
from cidernb.exploring.setting import PRESET_LABELS
from cidernb.exploring.world import example_world
from cidernb.studies.consensus import SIDES, Side
from cidernb.studies.scene_pairs import KINDS, Decision, Pair, decide, pair, simulated_votes
from cidernb.views import consensus as views
from cidernb.views import parts
from cidernb.views.rendering import render

_START: Mapping[str, Any] = {
    "kind": "HC",
    "image": FIRST_IMAGE,
    "metric": "paper-cider",
    "errs": 0.1,
    "votes": [],
    "finished": False,
}

_METRICS = ("paper-cider", "code-cider-d")
_ERRS = (("never", 0.0), ("1 time in 10", 0.1), ("3 times in 10", 0.3))

#: What a choice of another pair starts anew.
_OF_PAIR = ("kind", "image")

#: As high as the longest verdict, so that what is below keeps its place.
_ROOM = "168px"

_TABS = {
    "triplets": "This pair",
    "kinds": "Kinds of pair",
    "all": "All pairs",
    "reported": "Reported",
}


class Triplets:
    """Vote on triplets of a pair; two simulated judges vote too, and CIDEr is held against all three.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave; what is left out has its default.

    Attributes
    ----------
    state : dict
        The kind of pair, the image, the metric, how often a judge errs, the reader's votes, and
        whether judges voted on the rest.
    result : Decision or None
        Votes and scores, once all votes are in.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        self._state = _checked(dict(_START) | dict(state or {}))
        self._world = example_world()
        kinds = [(f"{kind} · {meaning}", kind) for kind, (meaning, _) in KINDS.items()]
        metrics = [(PRESET_LABELS[name], name) for name in _METRICS]
        self.controls: dict[str, Any] = {
            "kind": dropdown("Kind of pair", kinds, self._state["kind"]),
            "image": dropdown("Image", image_options(self._world), self._state["image"]),
            "metric": dropdown("Metric", metrics, self._state["metric"]),
            "errs": dropdown("A simulated judge errs", _ERRS, self._state["errs"]),
            "b": _button("B is more like A"),
            "c": _button("C is more like A"),
            "finish": _button("Let judges vote on the rest"),
            "anew": _button("Vote anew"),
        }
        self._views: dict[str, Any] = {
            "picture": ipywidgets.HTML(layout={"min_width": "116px", "min_height": "116px"}),
            "said": LiveHTML(layout={"min_height": _ROOM}),
            **{name: ipywidgets.HTML(layout={"min_height": "330px"}) for name in _TABS},
        }
        self._clicks: dict[str, Callable[[object], None]] = {
            "b": lambda _: self._vote("B"),
            "c": lambda _: self._vote("C"),
            "finish": lambda _: self._use(finished=True),
            "anew": lambda _: self._use(votes=[], finished=False),
        }
        self._tabs = ipywidgets.Tab([self._views[name] for name in _TABS])
        self._tabs.titles = tuple(_TABS.values())
        self._listen()
        self._decide()
        self._show()
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return self._state | {"votes": list(self._state["votes"])}

    @property
    def result(self) -> Decision | None:
        return self._decision

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self._tabs.unobserve_all()
        for control in self.controls.values():
            control.unobserve_all()
        for name, click in self._clicks.items():
            self.controls[name].on_click(click, remove=True)
        for widget in (*self.controls.values(), *self._views.values(), self._tabs, self.widget):
            widget.close()

    def _layout(self) -> ipywidgets.Widget:
        controls, views_ = self.controls, self._views
        buttons = row(*(controls[name] for name in ("b", "c", "finish", "anew")))
        beside = ipywidgets.VBox([views_["said"], buttons], layout={"flex": "1 1 auto", "min_width": "0"})
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(views.style()),
                row(*(controls[name] for name in ("kind", "image", "metric", "errs"))),
                ipywidgets.HBox([views_["picture"], beside], layout={"grid_gap": "16px"}),
                self._tabs,
            ],
            layout={"max_width": "1000px", "grid_gap": "8px"},
        )

    def _listen(self) -> None:
        for name in ("kind", "image", "metric", "errs"):
            self.controls[name].observe(self._choose, "value")
        for name, click in self._clicks.items():
            self.controls[name].on_click(click)
        self._tabs.observe(self._show_all_pairs, "selected_index")

    def _choose(self, _change: object) -> None:
        chosen = {name: self.controls[name].value for name in ("kind", "image", "metric", "errs")}
        if any(chosen[name] != self._state[name] for name in _OF_PAIR):
            chosen |= {"votes": [], "finished": False}
        self._use(**chosen)

    def _vote(self, side: Side) -> None:
        if self._decision is None:
            self._use(votes=[*self._state["votes"], side])

    def _use(self, **changed: Any) -> None:
        try:
            self._state = self._state | changed
            self._decide()
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["said"].value = render("error.html", message=str(error) or type(error).__name__)

    def _decide(self) -> None:
        """Gather the votes that are in, and the decision once they all are."""
        state = self._state
        self._pair: Pair = pair(state["kind"], state["image"])
        judges = simulated_votes(self._pair, state["errs"])
        own: list[Side] = state["votes"]
        given = [(vote, *others[1:]) for vote, others in zip(own, judges, strict=False)]
        self._votes = [*given, *judges[len(own) :]] if state["finished"] else given
        every = len(self._votes) == len(judges)
        self._decision = decide(self._pair, self._votes, state["metric"]) if every else None

    def _show(self) -> None:
        state, decision = self._state, self._decision
        if decision is None:
            self._views["said"].value = views.question(self._pair, len(state["votes"]))
        else:
            self._views["said"].value = views.verdict(decision, state["metric"])
        for name in ("b", "c", "finish"):
            self.controls[name].disabled = decision is not None
        self._views["triplets"].value = views.triplets(self._pair, self._votes, decision)
        self._views["kinds"].value = views.kinds(state["image"])
        self._show_all_pairs()
        self._views["reported"].value = views.reported()
        picture = self._world.pictures[state["image"]]
        self._views["picture"].value = (
            views.unseen() if decision is None else parts.scene(picture.image, picture.description, 112)
        )

    def _show_all_pairs(self, _change: object = None) -> None:
        # 400 pairs take most of a second: only for those who look.
        if self._tabs.selected_index == list(_TABS).index("all"):
            self._views["all"].value = views.all_pairs(self._state["metric"], self._state["errs"])

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = views.whole(self._pair, self._decision, self._state["metric"])
        return bundle


def _button(label: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=label, layout={"width": "auto"})


def _checked(state: dict[str, Any]) -> dict[str, Any]:
    """A state that can be shown.

    Raises
    ------
    ValueError
        If it holds what is no part of a state.
    """
    unknown = sorted(set(state) - set(_START))
    if unknown:
        raise ValueError(f"The state holds {unknown[0]!r}, which is no part of it; leave it out.")
    offered = {"kind": KINDS, "metric": _METRICS, "errs": [value for _, value in _ERRS]}
    for name, values in offered.items():
        if state[name] not in values:
            raise ValueError(
                f"The state's {name!r} is {state[name]!r}; choose one of {', '.join(map(str, values))}."
            )
    most = len(pair(state["kind"], state["image"]).references)
    if len(state["votes"]) > most or not set(state["votes"]) <= set(SIDES):
        raise ValueError(f"The state's votes are {state['votes']!r}; give up to {most} of 'B' and 'C'.")
    return state
