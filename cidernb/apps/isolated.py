"""Check 2: what each defence of CIDEr-D alone takes for repeated phrases and for valid variation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import dropdown, row
from cidernb.apps.live import LiveHTML
from cidernb.exploring.workbench import offered_folder, open_study
from cidernb.studies.people.costs import Cost, costs
from cidernb.studies.people.isolated import (
    Isolated,
    isolate,
    scene_captions,
    study_captions,
    written_captions,
)
from cidernb.views import isolated as views

SCENES, EVERYDAY, OF_STUDY = "scenes", "everyday captions", "captions of the study in CIDERNB_DATA"

#: The scores, and the costs in agreement where people voted.
Looked = tuple[Isolated, tuple[Cost, ...]]


class IsolatedDefences(App):
    """Edit captions, and hold every defence against CIDEr without any.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave; it starts there.

    Attributes
    ----------
    state : dict
        Which captions are edited.
    result : Isolated
        The scores before and after every edit, under every defence.
    costs : tuple of Cost
        What each defence costs in agreement with people; empty for captions that nobody voted on.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    def __init__(self, *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self._makers: dict[str, Callable[[], Looked]] = {
            SCENES: lambda: (isolate(scene_captions()), ()),
            EVERYDAY: lambda: (isolate(written_captions()), ()),
        }
        if offered_folder():
            self._makers[OF_STUDY] = _of_study
        self._state = started({"captions": EVERYDAY}, state, captions=self._makers)
        self._done: dict[str, Looked] = {}
        self.controls = {
            "captions": dropdown("Captions", list(self._makers), self._state["captions"], width="420px")
        }
        self._views = {
            "answer": LiveHTML(layout={"min_height": "90px"}),
            "matrix": ipywidgets.HTML(layout={"min_height": "420px"}),
        }
        self._listen(self._read)
        self._read()
        self._lay_out(row(self.controls["captions"]), self._views["answer"], self._views["matrix"])

    @property
    def result(self) -> Isolated:
        return self._done[self._state["captions"]][0]

    @property
    def costs(self) -> tuple[Cost, ...]:
        return self._done[self._state["captions"]][1]

    def _read(self, _change: object = None) -> None:
        chosen = self._said()
        name = chosen["captions"]
        if name not in self._done:
            # Reading a study and scoring its captions takes some seconds.
            self._views["answer"].value = views.waiting(name)
            self._done[name] = self._makers[name]()
        self._state = chosen
        self._views["answer"].value = views.answer(self.result)
        self._views["matrix"].value = views.matrix(self.result, self.costs)


def _of_study() -> Looked:
    study = open_study(offered_folder())
    return isolate(study_captions(study)), costs(study)
