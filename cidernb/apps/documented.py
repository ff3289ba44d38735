"""The app that runs the documented example and opens its claims in the explorer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import button, dropdown, row
from cidernb.apps.explorer import TABS, Explorer
from cidernb.apps.live import LiveHTML
from cidernb.exploring.claims import CLAIMS
from cidernb.exploring.world import World, example_world
from cidernb.frozen import FrozenDict
from cidernb.studies.record import Check, Reproduction
from cidernb.studies.reproduction import CHECKS, each_check
from cidernb.views import documented as views
from cidernb.views import parts
from cidernb.views.rendering import render

#: The controls that an explorer of a claim has in its first row.
_FIRST = ("image", "candidate", "repeat", "more", "pin")

#: As high as a change by cause and by n-gram.
_ROOM = "540px"

_START: Mapping[str, Any] = FrozenDict({"claim": "C3-alone"})


class DocumentedRun(App):
    """Compute the documented example again, line by line, and open its claims in the explorer.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave.

    Attributes
    ----------
    state : dict
        The claim that is open.
    result : Reproduction
        Every check; reading it computes those that are left.
    explorer : Explorer
        The one that shows the claim, for use in the next cell.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    _live = "progress"

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.world: World = example_world()
        self._state = started(_START, state, claim=CLAIMS)
        self._checks: list[Check] = []
        self._work = self._in_slices(self._checks.append, self._show_lines)
        claims = [(claim.label, key) for key, claim in CLAIMS.items()]
        self.controls = {
            "run": button("Run"),
            "stop": button("Stop", disabled=True),
            "claim": dropdown("Claim", claims, self._state["claim"]),
        }
        self._views = {
            "progress": LiveHTML(),
            "lines": ipywidgets.HTML(),
            "claim": ipywidgets.HTML(),
        }
        self._room = ipywidgets.VBox()
        self._listen(self._choose, run=self._run, stop=self._stop)
        self._show_lines()
        self.explorer = self._explorer(self._state["claim"])
        self._lay_out(
            row(self.controls["run"], self.controls["stop"], self._views["progress"]),
            self._views["lines"],
            row(self.controls["claim"]),
            self._views["claim"],
            self._room,
            head=parts.style() + render("documented_style.html"),
        )

    @property
    def result(self) -> Reproduction:
        if len(self._checks) < len(CHECKS):
            self._work.cancel()
            self._checks[:] = each_check()
            self._show_lines()
        return Reproduction(tuple(self._checks))

    def close(self) -> None:
        """Stop the run, stop listening and take the widgets away."""
        self.explorer.close()
        super().close()

    def _run(self, _button: object = None) -> None:
        self._checks.clear()
        self._work.start(each_check())

    def _stop(self, _button: object = None) -> None:
        self._work.stop()

    def _fail(self, error: Exception) -> None:
        self._show_lines()
        self._views["progress"].value += parts.failure(error)

    def _choose(self, change: Any) -> None:
        old = self.explorer
        try:
            self.explorer = self._explorer(change["new"])
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._views["claim"].value = parts.failure(error)
        else:
            self._state = {"claim": change["new"]}
            self._show_claim()
            old.close()

    def _explorer(self, key: str) -> Explorer:
        """Open a claim in an explorer of its own, at the view to look at first."""
        claim = CLAIMS[key]
        after, before = claim.states()
        explorer = Explorer(
            self.world,
            state=after.to_dict(),
            before=None if before is None else before.to_dict(),
            first=_FIRST,
            tabs=(claim.tab, *(name for name in TABS if name != claim.tab)),
            room=_ROOM,
        )
        self._room.children = (explorer.widget,)
        return explorer

    def _show_claim(self) -> None:
        self._views["claim"].value = self._said_of_claim()

    def _said_of_claim(self) -> Any:
        claim = CLAIMS[self._state["claim"]]
        check = next((check for check in self._checks if check.name == claim.check), None)
        return views.claim(claim, check)

    def _show_lines(self) -> None:
        running = self._work.running
        self.controls["run"].disabled = running
        self.controls["stop"].disabled = not running
        self._views["progress"].value = views.progress(self._checks, running)
        self._views["lines"].value = views.lines(self._checks)
        self._show_claim()

    def _static(self) -> str:
        score = parts.whole(self.explorer.result, self.explorer.state["image"])
        return views.whole(self._checks, self._said_of_claim(), score)
