"""Failure cases, each live in an explorer, and a search that writes for the score alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import button, dropdown, row
from cidernb.apps.explorer import Explorer
from cidernb.apps.live import LiveHTML
from cidernb.explaining.change import Change
from cidernb.exploring.failure_cases import CASES
from cidernb.result import Result
from cidernb.studies.optimising import SearchStep, optimise
from cidernb.views import failure_cases as views
from cidernb.views import parts

#: The case whose explorer has a search above it.
SEARCHED = "optimising"

_TABS = ("causes", "ngrams", "references", "points", "which")

#: Of the room of the explorer's tabs, a search above it takes a part: the app is as high with it as without.
_SEARCH_PIXELS, _TABS_PIXELS = 262, 540
_ROOM = (f"{_TABS_PIXELS}px", f"{_TABS_PIXELS - _SEARCH_PIXELS}px")


class FailureCases(App):
    """Choose a case, edit its caption, and see what the score makes of it.

    Parameters
    ----------
    case : str
        Where to start: a name among `cidernb.exploring.failure_cases.CASES`.
    state : mapping, optional
        What another app's `state` gave; it starts there.

    Attributes
    ----------
    state : dict
        The case, its scene and the explorer's state, in plain containers.
    explorer : Explorer
        The explorer of the present case.
    result : Result
        Its present score.
    change : Change or None
        What moved it since the case's "before".
    steps : tuple of SearchStep
        The steps of the search so far.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If there is no such case or scene.
    """

    _live = "found"

    def __init__(self, case: str = "wrong word", *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        start = started({"case": case, "scene": None, "explorer": None}, state, case=CASES)
        scenes = CASES[start["case"]].scenes()
        if start["scene"] is None:
            start["scene"] = scenes[0]
        start = started(start, None, scene=scenes)
        self.controls = {
            "case": dropdown("Case", [(each.label, name) for name, each in CASES.items()], start["case"]),
            "scene": dropdown("Scene", _options(scenes), start["scene"]),
            "step": button("Step"),
            "run": button("Run"),
            "restart": button("Back to the start"),
        }
        # As high as what stands there at most, so that what is below keeps its place.
        self._views = {
            "card": ipywidgets.HTML(layout={"min_height": "184px"}),
            "found": LiveHTML(layout={"height": "218px", "overflow": "auto"}),
        }
        self._search_row = row(*(self.controls[name] for name in ("step", "run", "restart")))
        self._place = ipywidgets.VBox()
        self._work = self._in_slices(self._take, self._rest)
        self._open(start["explorer"])
        self._listen(
            self._other_scene,
            case=self._other_case,
            step=self._step,
            run=self._run,
            restart=self._restart,
        )
        self._lay_out(
            row(self.controls["case"], self.controls["scene"]),
            self._views["card"],
            self._search_row,
            self._views["found"],
            self._place,
        )

    @property
    def state(self) -> dict[str, Any]:
        chosen = {name: self.controls[name].value for name in ("case", "scene")}
        return {**chosen, "explorer": self.explorer.state}

    @property
    def result(self) -> Result:
        return self.explorer.result

    @property
    def change(self) -> Change | None:
        return self.explorer.change

    @property
    def steps(self) -> tuple[SearchStep, ...]:
        return tuple(self._steps)

    def close(self) -> None:
        """Stop listening and searching, and take the widgets away."""
        self.explorer.close()
        super().close()

    def _other_case(self, _change: object = None) -> None:
        scenes = CASES[self.controls["case"].value].scenes()
        with self._quietly():
            self.controls["scene"].options = _options(scenes)
            self.controls["scene"].value = scenes[0]
        self._open()

    def _other_scene(self, _change: object = None) -> None:
        self._open()

    def _edited(self, _change: object = None) -> None:
        """Let a search go on or begin anew from the caption in the box, unless it has ended there."""
        ended = self._over and self._steps[-1].candidate == self.explorer.controls["candidate"].value
        for name in ("step", "run"):
            self.controls[name].disabled = ended

    def _open(self, stored: Mapping[str, Any] | None = None) -> None:
        """Show the chosen case in an explorer of its own."""
        self._work.cancel()
        name = self.controls["case"].value
        self._case = case = CASES[name].open(self.controls["scene"].value)
        old = getattr(self, "explorer", None)
        self.explorer = Explorer(
            case.world,
            state=case.now.to_dict() if stored is None else stored,
            before=case.before.to_dict(),
            first=case.controls,
            tabs=_TABS,
            room=_ROOM[name == SEARCHED],
        )
        self.explorer.controls["candidate"].observe(self._guarded(self._edited), "value")
        self._place.children = [self.explorer.widget]
        if old is not None:
            old.close()
        self._views["card"].value = views.card(case)
        shown = None if name == SEARCHED else "none"
        self._search_row.layout.display = self._views["found"].layout.display = shown
        self._forget()

    def _forget(self) -> None:
        self._steps: list[SearchStep] = []
        self._to_come: Iterator[SearchStep] | None = None
        self._tell()

    def _search(self) -> Iterator[SearchStep]:
        """The search from the caption in the box: the one under way, unless the reader has edited it."""
        here = self.explorer.controls["candidate"].value
        if self._to_come is None or not self._steps or self._steps[-1].candidate != here:
            self._steps = []
            images = self._case.world.evaluation_set
            self._to_come = optimise(images, self.explorer.state["image"], here)
        return self._to_come

    def _step(self, _button: object = None) -> None:
        self._work.cancel()
        steps = self._search()
        # The start is no step of the reader's.
        for _ in range(1 if self._steps else 2):
            step = next(steps, None)
            if step is not None:
                self._take(step)
        self._rest(over=step is None)

    def _run(self, _button: object = None) -> None:
        if self._work.running:
            self._work.cancel()
            self._tell()
        else:
            self._work.start(self._search())

    def _restart(self, _button: object = None) -> None:
        self._work.cancel()
        self._forget()
        image = self._case.now.image
        self.explorer.controls["candidate"].value = self._case.world.evaluation_set.candidates[image]

    def _take(self, step: SearchStep) -> None:
        self._steps.append(step)
        self.explorer.controls["candidate"].value = step.candidate

    def _rest(self, over: bool | None = None) -> None:
        self._tell(not self._work.running if over is None else over)

    def _tell(self, over: bool = False) -> None:
        self._over = over and bool(self._steps)
        self._edited()
        self._views["found"].value = views.steps(self._steps, over)
        self._name_run()

    def _name_run(self) -> None:
        self.controls["run"].description = "Stop" if self._work.running else "Run"

    def _fail(self, error: Exception) -> None:
        super()._fail(error)
        self._views["found"].layout.display = None
        self._name_run()

    def _static(self) -> str:
        whole = parts.whole(self.explorer.result, self.explorer.state["image"])
        return "\n".join([self._views["card"].value, whole])


def _options(scenes: tuple[Any, ...]) -> list[tuple[str, Any]]:
    return [(f"image {scene}" if isinstance(scene, int) else str(scene), scene) for scene in scenes]
