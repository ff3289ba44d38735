"""The app in which the reader votes on triplets, beside simulated judges and against CIDEr."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import beside, button, dropdown, row
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import image_options
from cidernb.exploring.setting import PRESET_LABELS
from cidernb.exploring.world import example_world
from cidernb.studies.consensus import SIDES, Side
from cidernb.studies.scene_pairs import KINDS, Decision, Pair, decide, pair, simulated_votes
from cidernb.views import consensus as views
from cidernb.views import parts

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


class Triplets(App):
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

    _live = "said"

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._state = _checked(state)
        self._world = example_world()
        kinds = [(f"{kind} · {meaning}", kind) for kind, (meaning, _) in KINDS.items()]
        metrics = [(PRESET_LABELS[name], name) for name in _METRICS]
        self.controls = {
            "kind": dropdown("Kind of pair", kinds, self._state["kind"]),
            "image": dropdown("Image", image_options(self._world), self._state["image"]),
            "metric": dropdown("Metric", metrics, self._state["metric"]),
            "errs": dropdown("A simulated judge errs", _ERRS, self._state["errs"]),
            "b": button("B is more like A"),
            "c": button("C is more like A"),
            "finish": button("Let judges vote on the rest"),
            "anew": button("Vote anew"),
        }
        self._views = {
            "picture": ipywidgets.HTML(layout={"min_width": "116px", "min_height": "116px"}),
            "said": LiveHTML(layout={"min_height": _ROOM}),
            **{name: ipywidgets.HTML() for name in _TABS},
        }
        self._listen(
            self._choose,
            b=lambda _: self._vote("B"),
            c=lambda _: self._vote("C"),
            finish=lambda _: self._use(finished=True),
            anew=lambda _: self._use(votes=[], finished=False),
        )
        tabs = self._make_tabs(_TABS, "410px", self._show_all_pairs)
        self._decide()
        self._show()
        self._lay_out(*self._rows(), tabs, head=views.style())

    @property
    def result(self) -> Decision | None:
        return self._decision

    def _rows(self) -> list[ipywidgets.Widget]:
        controls, views_ = self.controls, self._views
        buttons = row(*(controls[name] for name in ("b", "c", "finish", "anew")))
        return [
            row(*(controls[name] for name in ("kind", "image", "metric", "errs"))),
            beside(views_["picture"], views_["said"], buttons),
        ]

    def _choose(self, _change: object) -> None:
        chosen = {name: self.controls[name].value for name in ("kind", "image", "metric", "errs")}
        if any(chosen[name] != self._state[name] for name in _OF_PAIR):
            chosen |= {"votes": [], "finished": False}
        self._use(**chosen)

    def _vote(self, side: Side) -> None:
        if self._decision is None:
            self._use(votes=[*self._state["votes"], side])

    def _use(self, **changed: Any) -> None:
        self._state = self._state | changed
        self._decide()
        self._show()

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
        if self._open_tab == "all":
            self._views["all"].value = views.all_pairs(self._state["metric"], self._state["errs"])

    def _static(self) -> str:
        return views.whole(self._pair, self._decision, self._state["metric"])


def _checked(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """A state that can be shown.

    Raises
    ------
    ValueError
        If it holds what is no part of a state.
    """
    state = started(_START, given, kind=KINDS, metric=_METRICS, errs=[value for _, value in _ERRS])
    most = len(pair(state["kind"], state["image"]).references)
    if len(state["votes"]) > most or not set(state["votes"]) <= set(SIDES):
        raise ValueError(f"The state's votes are {state['votes']!r}; give up to {most} of 'B' and 'C'.")
    return state
