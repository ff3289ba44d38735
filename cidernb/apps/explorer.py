"""The explorer: one caption, its score, what it is made of, and what moved it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

import ipywidgets

from cidernb.apps.app import App
from cidernb.apps.controls import beside, row
from cidernb.apps.live import LiveHTML
from cidernb.apps.settings import CUSTOM, NAMES, check_setting, make_controls, read_controls, shown_values
from cidernb.explaining.change import Change, change
from cidernb.explaining.contributions import contributions
from cidernb.exploring.setting import Setting, shown
from cidernb.exploring.world import World, example_world
from cidernb.result import Result
from cidernb.variant import PRESETS
from cidernb.views import changes, figures, parts
from cidernb.views.downloads import links, ngram_table, picture
from cidernb.views.equation import equation
from cidernb.views.rendering import render

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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

#: The views under which a picture can be made: drawing takes several times as long as scoring.
_WITH_PICTURE = ("causes", "which")

State = Mapping[str, Any] | str


class Explorer(App):
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
    room : str
        How high they are, as CSS says it; what is longer scrolls.

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

    Raises
    ------
    ValueError
        If a state is not one of this world, or says what no control can show.
    """

    _live = "score"

    def __init__(
        self,
        world: World | None = None,
        *,
        state: State | None = None,
        before: State | None = None,
        first: Sequence[str] = FIRST_CONTROLS,
        tabs: Sequence[str] = tuple(TABS),
        room: str = "490px",
    ) -> None:
        super().__init__()
        self.world = world or example_world()
        ids = self.world.evaluation_set.ids
        start = Setting(FIRST_IMAGE if FIRST_IMAGE in ids else ids[0])
        self._setting = start if state is None else _setting(state)
        self._before = None if before is None else _setting(before)
        self.controls = make_controls(self.world, self._setting)
        self.controls["pin"].value = before is not None
        self._result = self.world.result(self._setting)
        self._change = self._compare(self._setting, self._result)
        # As high as both scores and two lines of caption, so that what is below keeps its place.
        self._views = {
            "score": LiveHTML(layout={"min_height": "80px"}),
            "caption": ipywidgets.HTML(layout={"min_height": "80px"}),
            "line": ipywidgets.HTML(layout={"min_height": "44px"}),
            **{name: ipywidgets.HTML() for name in ("picture", "drawn", *tabs)},
        }
        self._observe()
        self._show()
        self._lay_out(*self._rows(first, tabs, room))

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
        figures.save_png(self._figure(), path)

    def _rows(self, first: Sequence[str], tabs: Sequence[str], room: str) -> list[ipywidgets.Widget]:
        controls, views = self.controls, self._views
        above = [controls[name] for name in ("image", "candidate") if name in first]
        below = [controls[name] for name in first if name not in ("image", "candidate")]
        others = [controls[name] for name in NAMES if name not in (*first, "more", "draw")]
        self._make_tabs({name: TABS[name] for name in tabs}, room)
        drawing = row(controls["draw"], views["drawn"])
        self.tabs.children = [
            ipywidgets.VBox([views[name], drawing]) if name in _WITH_PICTURE else views[name] for name in tabs
        ]
        return [
            beside(
                views["picture"] if self.world.pictures else None,
                row(*above),
                views["caption"],
                views["score"],
            ),
            row(*below),
            self._make_more(*others, views["line"]),
            self.tabs,
        ]

    def _observe(self) -> None:
        self._listen(
            self._read,
            candidate=self._rested(self._read),
            more=self._show_more,
            pin=self._pin,
            image=self._other_image,
            preset=self._other_preset,
            state=self._rested(self._other_state),
            draw=self._draw,
        )

    def _pin(self, change: Any) -> None:
        self._before = self._said_setting() if change["new"] else None
        self._read()

    def _other_image(self, change: Any) -> None:
        if self._before is not None:
            self._before = self._before.replace(image=change["new"], candidate=None)
        self._use(self._setting.replace(image=change["new"], candidate=None))

    def _other_preset(self, change: Any) -> None:
        if change["new"] != CUSTOM:
            self._use(self._said_setting().replace(variant=shown(PRESETS[change["new"]])))

    def _other_state(self, _change: object = None) -> None:
        """Go to the state that was pasted."""
        line = self.controls["state"].value.strip()
        if line:
            try:
                setting = _setting(line)
            except ValueError as error:
                raise ValueError(f"{error} Paste a whole line that an explorer hands out.") from None
            self._use(setting)
            with self._quietly():
                self.controls["state"].value = ""

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        self._use(self._said_setting())

    def _said_setting(self) -> Setting:
        return read_controls(self.world, self._setting, self.controls)

    def _use(self, setting: Setting) -> None:
        check_setting(self.world, setting, self.controls)
        result = self.world.result(setting)
        self._change = self._compare(setting, result)
        self._result, self._setting = result, setting
        self._show()
        self._write_controls()

    def _fail(self, error: Exception) -> None:
        """Show an error under the last score."""
        self._views["score"].value = self._parts()["score"]() + parts.failure(error)

    def _compare(self, setting: Setting, result: Result) -> Change | None:
        if self._before is None:
            return None
        return change(self.world.result(self._before), result, setting.image)

    def _show(self) -> None:
        # The score first: each view is sent as it is made, and this is what a reader waits for.
        for name, make in self._parts().items():
            if name in self._views:
                self._views[name].value = make()

    def _write_controls(self) -> None:
        """Bring the controls in line with the setting."""
        with self._quietly():
            for name, value in shown_values(self.world, self._setting).items():
                self.controls[name].value = value

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
            "drawn": lambda: "",
            "line": lambda: render("state_line.html", line=self.state_line),
            "picture": lambda: "" if picture is None else parts.scene(picture.image, picture.description),
        }

    def _draw(self, _button: object = None) -> None:
        """Make a picture of what is shown now, and a link to download it."""
        name = "ngrams.png" if self._change is None else "change.png"
        self._views["drawn"].value = picture("picture (PNG)", name, self._figure())

    def _figure(self) -> Figure:
        if self._change is None or self._before is None:
            shares = contributions(self._result, self._setting.image)
            return figures.contributions_figure(self._result, shares)
        return figures.change_figure(self._change, self.world.result(self._before), self._result)

    def _static(self) -> str:
        return parts.whole(self._result, self._setting.image)


def _setting(state: State) -> Setting:
    setting = Setting.from_line(state) if isinstance(state, str) else Setting.from_dict(state)
    return setting.replace(variant=shown(setting.variant))


def _causes(moved: Change | None, scale: float) -> str:
    if moved is None:
        return render("no_change.html")
    table = links([changes.change_table(moved)])
    return changes.causes(moved, scale) + changes.ngram_changes(moved) + table
