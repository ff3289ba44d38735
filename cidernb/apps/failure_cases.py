"""Failure cases, each live in an explorer, and a search that writes for the score alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.background import Background
from cidernb.apps.controls import dropdown, row
from cidernb.apps.explorer import Explorer
from cidernb.apps.live import LiveHTML
from cidernb.explaining.change import Change
from cidernb.exploring.failure_cases import CASES
from cidernb.result import Result
from cidernb.studies.optimising import SearchStep, optimise
from cidernb.views import failure_cases as views
from cidernb.views import parts
from cidernb.views.rendering import render

#: The case whose explorer has a search above it.
SEARCHED = "optimising"

_TABS = ("causes", "ngrams", "references", "points", "which")
_STATE = ("case", "scene", "explorer")


class FailureCases:
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

    def __init__(self, case: str = "wrong word", *, state: Mapping[str, Any] | None = None) -> None:
        start: dict[str, Any] = {"case": case, **(state or {})}
        if set(start) - set(_STATE) or start["case"] not in CASES:
            raise ValueError(f"There is no case {start['case']!r}; choose one of {', '.join(CASES)}.")
        scenes = CASES[start["case"]].scenes()
        scene = start.get("scene", scenes[0])
        if scene not in scenes:
            raise ValueError(f"The case has no scene {scene!r}; choose one of {', '.join(map(str, scenes))}.")
        buttons = {"step": "Step", "run": "Run", "restart": "Back to the start"}
        self.controls: dict[str, Any] = {
            "case": dropdown("Case", [(each.label, name) for name, each in CASES.items()], start["case"]),
            "scene": dropdown("Scene", _options(scenes), scene),
            **{
                name: ipywidgets.Button(description=label, layout={"width": "auto"})
                for name, label in buttons.items()
            },
        }
        # As high as what usually stands there, so that what is below keeps its place.
        self._card = ipywidgets.HTML(layout={"min_height": "150px"})
        self._found = LiveHTML()
        self._search_row = row(*(self.controls[name] for name in buttons))
        self._place = ipywidgets.VBox(layout={"min_height": "520px"})
        self._work = Background[SearchStep](self._take, self._rest, self._fail)
        self._writing = False
        self._open(start.get("explorer"))
        self.controls["case"].observe(self._other_case, "value")
        self.controls["scene"].observe(self._other_scene, "value")
        for name, action in (("step", self._step), ("run", self._run), ("restart", self._restart)):
            self.controls[name].on_click(action)
        top = row(self.controls["case"], self.controls["scene"])
        self.widget = ipywidgets.VBox(
            [ipywidgets.HTML(parts.style()), top, self._card, self._search_row, self._found, self._place],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )
        cells.register(self)

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
        self._work.cancel()
        self.explorer.close()
        for name in ("case", "scene"):
            self.controls[name].unobserve_all()
        others = (self._card, self._found, self._search_row, self._place, self.widget)
        for widget in (*self.controls.values(), *others):
            widget.close()

    def _other_case(self, _change: object = None) -> None:
        scenes = CASES[self.controls["case"].value].scenes()
        self._writing = True
        try:
            self.controls["scene"].options = _options(scenes)
            self.controls["scene"].value = scenes[0]
        finally:
            self._writing = False
        self._open()

    def _other_scene(self, _change: object = None) -> None:
        if not self._writing:
            self._open()

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
        )
        self._place.children = [self.explorer.widget]
        if old is not None:
            old.close()
        self._card.value = views.card(case)
        shown = None if name == SEARCHED else "none"
        self._search_row.layout.display = self._found.layout.display = shown
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
        try:
            steps = self._search()
            # The start is no step of the reader's.
            for _ in range(1 if self._steps else 2):
                step = next(steps, None)
                if step is not None:
                    self._take(step)
            self._rest(over=step is None)
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._fail(error)

    def _run(self, _button: object = None) -> None:
        if self._work.running:
            self._work.cancel()
            self._tell()
            return
        try:
            self._work.start(self._search())
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            self._fail(error)

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
        self._found.value = views.steps(self._steps, over)
        self.controls["run"].description = "Stop" if self._work.running else "Run"

    def _fail(self, error: Exception) -> None:
        self._found.value = render("error.html", message=str(error) or type(error).__name__)
        self.controls["run"].description = "Run"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        whole = parts.whole(self.explorer.result, self.explorer.state["image"])
        bundle["text/html"] = "\n".join([self._card.value, whole])
        return bundle


def _options(scenes: tuple[Any, ...]) -> list[tuple[str, Any]]:
    return [(f"image {scene}" if isinstance(scene, int) else str(scene), scene) for scene in scenes]
