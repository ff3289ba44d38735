"""The explorer: one caption, its score, what it is made of, and what moved it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.controls import Debounced, row
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import CUSTOM, NAMES, make_controls, read_controls, shown_values
from cidernb.explaining.change import Change, change
from cidernb.explaining.contributions import contributions
from cidernb.exploring.setting import Setting, shown
from cidernb.exploring.world import World, example_world
from cidernb.result import Result
from cidernb.variant import PRESETS
from cidernb.views import changes, figures, parts
from cidernb.views.downloads import links, ngram_table
from cidernb.views.equation import equation
from cidernb.views.rendering import render

#: Where the explorer of the documented example starts.
FIRST_IMAGE = 32

FIRST_CONTROLS = ("image", "candidate", "preset", "more", "pin")

#: The views under the score, by name, with their tabs.
TABS = {
    "reason": "In short",
    "ngrams": "n-grams",
    "points": "Points",
    "references": "References",
    "equation": "Equation",
    "causes": "What moved it",
    "which": "Which CIDEr",
}

State = Mapping[str, Any] | str


class Explorer:
    """Explore one image's score: change the caption or a setting and watch the score.

    Parameters
    ----------
    world : World, optional
        What to explore; the documented example by default.
    state : mapping or str, optional
        What another explorer's `state` or `state_line` gave; it starts there.
    before : mapping or str, optional
        A state to compare with from the start.
    first : sequence of str
        The controls of the first view, by name; "more" opens the others.
    tabs : sequence of str
        The views under the score, by name.

    Attributes
    ----------
    state : dict
        Everything chosen, in plain containers: `Explorer(world, state=...)` starts from it.
    state_line : str
        The same as one short line.
    result : Result
        The present score, for use in the next cell.
    change : Change or None
        What moved it since the state compared with.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    def __init__(
        self,
        world: World | None = None,
        *,
        state: State | None = None,
        before: State | None = None,
        first: Sequence[str] = FIRST_CONTROLS,
        tabs: Sequence[str] = tuple(TABS),
    ) -> None:
        self.world = world or example_world()
        ids = self.world.evaluation_set.ids
        start = Setting(FIRST_IMAGE if FIRST_IMAGE in ids else ids[0])
        self._setting = start if state is None else _setting(state)
        self._before = None if before is None else _setting(before)
        self._result = self.world.result(self._setting)
        self._change = self._compare(self._setting, self._result)
        self._writing = False
        self.controls = make_controls(self.world, self._setting)
        self.controls["pin"].value = before is not None
        self._views: dict[str, Any] = {name: ipywidgets.HTML() for name in ("picture", "caption", *tabs)}
        self._views["score"] = LiveHTML()
        self._typed = Debounced(self._read)
        self._observe()
        self._show()
        self.widget = self._layout(first, tabs)
        cells.register(self)

    @property
    def state(self) -> dict[str, Any]:
        return self._setting.to_dict()

    @property
    def state_line(self) -> str:
        return self._setting.to_line()

    @property
    def result(self) -> Result:
        return self._result

    @property
    def change(self) -> Change | None:
        return self._change

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write the n-grams of the present score, or of the change where there is one."""
        (self._change or contributions(self._result, self._setting.image)).to_csv(path)

    def to_png(self, path: str | PathLike[str]) -> None:
        """Write a picture of the present score by n-gram, or of what moved it where it was compared."""
        if self._change is None or self._before is None:
            shares = contributions(self._result, self._setting.image)
            figure = figures.contributions_figure(self._result, shares)
        else:
            before = self.world.result(self._before)
            figure = figures.change_figure(self._change, before, self._result)
        figures.save_png(figure, path)

    def close(self) -> None:
        """Stop listening and take the widgets away."""
        self._typed.cancel()
        for control in self.controls.values():
            control.unobserve_all()
        for widget in (*self.controls.values(), *self._views.values(), self.widget):
            widget.close()

    def _layout(self, first: Sequence[str], tabs: Sequence[str]) -> ipywidgets.Widget:
        controls, views = self.controls, self._views
        above = [name for name in ("image", "candidate") if name in first]
        below = [name for name in first if name not in above]
        self._more = row(*(controls[name] for name in NAMES if name not in (*first, "more")))
        self._show_more()
        self.tabs = ipywidgets.Tab([views[name] for name in tabs])
        self.tabs.titles = tuple(TABS[name] for name in tabs)
        beside = [row(*(controls[name] for name in above)), views["caption"], views["score"]]
        return ipywidgets.VBox(
            [
                ipywidgets.HTML(parts.style()),
                ipywidgets.HBox(
                    [views["picture"], ipywidgets.VBox(beside, layout={"flex": "1 1 auto"})],
                    layout={"grid_gap": "16px"},
                ),
                row(*(controls[name] for name in below)),
                self._more,
                self.tabs,
            ],
            layout={"max_width": "1000px", "grid_gap": "6px"},
        )

    def _observe(self) -> None:
        at_once = {
            "candidate": self._typed,
            "more": self._show_more,
            "pin": self._pin,
            "image": self._other_image,
            "preset": self._other_preset,
        }
        for name, control in self.controls.items():
            control.observe(at_once.get(name, self._read), "value")

    def _show_more(self, _change: object = None) -> None:
        self._more.layout.display = None if self.controls["more"].value else "none"

    def _pin(self, change: Any) -> None:
        self._before = self._setting if change["new"] else None
        self._use(self._setting)

    def _other_image(self, change: Any) -> None:
        if not self._writing:
            if self._before is not None:
                self._before = self._before.replace(image=change["new"], candidate=None)
            self._use(self._setting.replace(image=change["new"], candidate=None))

    def _other_preset(self, change: Any) -> None:
        if not self._writing and change["new"] != CUSTOM:
            self._use(self._setting.replace(variant=shown(PRESETS[change["new"]])))

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        if not self._writing:
            self._use(read_controls(self.world, self._setting, self.controls))

    def _use(self, setting: Setting) -> None:
        try:
            result = self.world.result(setting)
            self._change = self._compare(setting, result)
            self._result, self._setting = result, setting
            self._show()
        except Exception as error:  # whatever it is, the reader must see it here and not in a log
            note = render("error.html", message=str(error) or type(error).__name__)
            self._views["score"].value = parts.score(self._result, self._setting.image) + note

    def _compare(self, setting: Setting, result: Result) -> Change | None:
        if self._before is None:
            return None
        return change(self.world.result(self._before), result, setting.image)

    def _show(self) -> None:
        # The score first: each view is sent as it is made, and this is what a reader waits for.
        for name, make in self._parts().items():
            if name in self._views:
                self._views[name].value = make()
        self._write_controls()

    def _parts(self) -> dict[str, Callable[[], str]]:
        """What makes the HTML of every view."""
        image, result, moved = self._setting.image, self._result, self._change
        shares = contributions(result, image)
        scale = result.variant.scale
        picture = self.world.pictures.get(image)
        return {
            "score": lambda: parts.score(result, image) if moved is None else changes.sides(moved, scale),
            "caption": lambda: parts.caption(result, image, shares),
            "reason": lambda: parts.reason(result, image, shares),
            "ngrams": lambda: parts.ngrams(result, shares),
            "points": lambda: parts.points(result, image),
            "references": lambda: parts.references(result, image, shares),
            "equation": lambda: equation(result, image),
            "causes": lambda: _causes(moved, scale),
            "which": lambda: parts.which(result) + links([ngram_table(shares)]),
            "picture": lambda: "" if picture is None else parts.scene(picture.image, picture.description),
        }

    def _write_controls(self) -> None:
        """Bring the controls in line with the setting, without listening to them."""
        self._writing = True
        try:
            for name, value in shown_values(self.world, self._setting).items():
                self.controls[name].value = value
        finally:
            self._writing = False

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        # What a saved notebook shows where there is no kernel.
        bundle["text/html"] = parts.whole(self._result, self._setting.image)
        return bundle


def _setting(state: State) -> Setting:
    setting = Setting.from_line(state) if isinstance(state, str) else Setting.from_dict(state)
    return setting.replace(variant=shown(setting.variant))


def _causes(moved: Change | None, scale: float) -> str:
    if moved is None:
        return render("no_change.html")
    table = links([changes.change_table(moved)])
    return changes.causes(moved, scale) + changes.ngram_changes(moved) + table
