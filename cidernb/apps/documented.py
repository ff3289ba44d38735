"""The app that runs the documented example and opens its claims in the explorer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.background import Background
from cidernb.apps.controls import dropdown, row
from cidernb.apps.explorer import TABS, Explorer
from cidernb.apps.live import LiveHTML
from cidernb.exploring.claims import CLAIMS
from cidernb.exploring.world import World, example_world
from cidernb.studies.record import Check, Reproduction
from cidernb.studies.reproduction import CHECKS, each_check
from cidernb.views import documented as views
from cidernb.views import parts
from cidernb.views.rendering import render

#: The controls that an explorer of a claim has in its first row.
_FIRST = ("image", "candidate", "repeat", "more", "pin")

#: As high as an explorer is with its longest table, so that the cells below keep their place.
_ROOM = "640px"


class DocumentedRun:
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

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        self.world: World = example_world()
        self._claim = dict(state or {}).get("claim", "C3-alone")
        if self._claim not in CLAIMS:
            raise ValueError(f"There is no claim {self._claim!r}; choose one of {', '.join(CLAIMS)}.")
        self._checks: list[Check] = []
        self._work: Background[Check] = Background(self._checks.append, self._show_lines, self._failed)
        claims = [(claim.label, key) for key, claim in CLAIMS.items()]
        self.controls: dict[str, Any] = {
            "run": ipywidgets.Button(description="Run", layout={"width": "auto"}),
            "stop": ipywidgets.Button(description="Stop", disabled=True, layout={"width": "auto"}),
            "claim": dropdown("Claim", claims, self._claim),
        }
        self._views: dict[str, Any] = {
            "progress": LiveHTML(),
            "lines": ipywidgets.HTML(),
            "claim": ipywidgets.HTML(),
        }
        self._room = ipywidgets.VBox(layout={"min_height": _ROOM})
        self.controls["run"].on_click(self._run)
        self.controls["stop"].on_click(self._stop)
        self.controls["claim"].observe(self._choose, "value")
        self._show_lines()
        self.explorer = self._explorer()
        self.widget = self._layout()
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return {"claim": self._claim}

    @property
    def result(self) -> Reproduction:
        if len(self._checks) < len(CHECKS):
            self._work.cancel()
            self._checks[:] = each_check()
            self._show_lines()
        return Reproduction(tuple(self._checks))

    def close(self) -> None:
        """Stop the run, stop listening and take the widgets away."""
        self._work.cancel()
        self.controls["run"].on_click(self._run, remove=True)
        self.controls["stop"].on_click(self._stop, remove=True)
        self.controls["claim"].unobserve_all()
        self.explorer.close()
        for widget in (*self.controls.values(), *self._views.values(), self._room, self.widget):
            widget.close()

    def _layout(self) -> ipywidgets.Widget:
        controls, shown = self.controls, self._views
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style() + render("documented_style.html")),
                row(controls["run"], controls["stop"], shown["progress"]),
                shown["lines"],
                row(controls["claim"]),
                shown["claim"],
                self._room,
            ],
            layout={"max_width": "1000px", "grid_gap": "8px"},
        )

    def _run(self, _button: object = None) -> None:
        self._checks.clear()
        self._work.start(each_check())

    def _stop(self, _button: object = None) -> None:
        self._work.stop()

    def _failed(self, error: Exception) -> None:
        self._show_lines()
        self._views["progress"].value += render("error.html", message=str(error) or type(error).__name__)

    def _choose(self, change: Any) -> None:
        self._claim = change["new"]
        old = self.explorer
        try:
            self.explorer = self._explorer()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            note = render("error.html", message=str(error) or type(error).__name__)
            self._views["claim"].value = note
        else:
            old.close()

    def _explorer(self) -> Explorer:
        """Open the claim in an explorer of its own, at the view to look at first."""
        claim = CLAIMS[self._claim]
        after, before = claim.states()
        explorer = Explorer(
            self.world,
            state=after.to_dict(),
            before=None if before is None else before.to_dict(),
            first=_FIRST,
            tabs=(claim.tab, *(name for name in TABS if name != claim.tab)),
        )
        self._show_claim()
        self._room.children = (explorer.widget,)
        return explorer

    def _show_claim(self) -> None:
        self._views["claim"].value = self._said()

    def _said(self) -> Any:
        claim = CLAIMS[self._claim]
        check = next((check for check in self._checks if check.name == claim.check), None)
        return views.claim(claim, check)

    def _show_lines(self) -> None:
        running = self._work.running
        self.controls["run"].disabled = running
        self.controls["stop"].disabled = not running
        self._views["progress"].value = views.progress(self._checks, running)
        self._views["lines"].value = views.lines(self._checks)
        self._show_claim()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        score = parts.whole(self.explorer.result, self.explorer.state["image"])
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = views.whole(self._checks, self._said(), score)
        return bundle
