"""What every app has: controls, views, a way to listen, to fail, to close, and a page without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, ClassVar

import ipywidgets

from cidernb.apps import cells
from cidernb.apps.background import Background
from cidernb.apps.controls import TYPING_RESTS_SECONDS, Debounced, WholeNumber, row
from cidernb.apps.live import LiveHTML
from cidernb.apps.turns import TURNS
from cidernb.views import parts

#: What is called with a change of a control, or with the button clicked.
Handler = Callable[[Any], None]

#: Of many values on offer, how many a sentence names.
_MOST_LISTED = 16


class App:
    """Holds a state, listens to controls, calls the package and writes what came out into views.

    A subclass makes its `controls` and `_views`, listens with `_listen`, and ends by laying itself
    out with `_lay_out`.

    Attributes
    ----------
    controls : dict
        The controls by name, for use without a mouse: `app.controls["image"].value = 7`.
    state : dict
        Everything chosen, in plain containers: an app made with `state=` starts from it.
    widget : ipywidgets.Widget
        What a notebook shows.
    """

    #: The view, a live region, in which an error is shown.
    _live: ClassVar[str] = "answer"

    widget: ipywidgets.Widget
    tabs: ipywidgets.Tab

    def __init__(self) -> None:
        self.controls: dict[str, Any] = {}
        self._views: dict[str, Any] = {}
        self._state: dict[str, Any] = {}
        self._writing = False
        self._later: list[Debounced | Background[Any]] = []
        self._clicks: list[tuple[ipywidgets.Button, Handler]] = []
        #: Widgets that are held and stand nowhere.
        self._unseen: list[ipywidgets.Widget] = []

    @property
    def state(self) -> dict[str, Any]:
        """Everything chosen, in plain containers: an app made with `state=` starts from it."""
        return deepcopy(self._state)

    def close(self) -> None:
        """Stop working and listening, and take the widgets away."""
        with TURNS:
            for work in self._later:
                work.cancel()
        for button, click in self._clicks:
            button.on_click(click, remove=True)
        for widget in _below(self.widget, *self.controls.values(), *self._views.values(), *self._unseen):
            widget.unobserve_all()
            widget.close()

    def _static(self) -> str:
        """What a saved notebook shows where there is no kernel: all views, or what a subclass chooses."""
        return "\n".join([parts.style(), *(view.value for view in self._views.values())])

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = self.widget._repr_mimebundle_(**options)
        bundle["text/html"] = self._static()
        return bundle

    # Layout

    def _lay_out(self, *rows: ipywidgets.Widget, head: str | None = None) -> None:
        """Put what a reader sees below one another, under the style sheet or another head."""
        sheet = ipywidgets.HTML(parts.style() if head is None else head)
        look = {"max_width": "1000px", "grid_gap": "6px"}
        self.widget = ipywidgets.VBox([sheet, *self._status(), *rows], layout=look)
        self.widget.add_class("cidernb-app")
        cells.register(self)

    def _status(self) -> list[ipywidgets.Widget]:
        """A line that says what became of a number that a field could not take as it is."""
        numbers = [control for control in self.controls.values() if isinstance(control, WholeNumber)]
        if not numbers:
            return []
        status = self._views["status"] = LiveHTML().add_class("cidernb-status")
        for control in numbers:
            control.observe(self._say, "said")
        return [status]

    def _say(self, change: Any) -> None:
        self._views["status"].value = parts.status(change["new"])

    def _make_tabs(
        self, titles: Mapping[str, str], room: str, opened: Handler | None = None
    ) -> ipywidgets.Tab:
        """A tab for each of these views; what they hold may be made when one is opened.

        All take the same room, so that what is below keeps its place: what is longer scrolls.
        """
        self._tab_names = tuple(titles)
        self.tabs = ipywidgets.Tab([self._views[name] for name in titles], layout={"height": room})
        self.tabs.titles = tuple(titles.values())
        if opened is not None:
            self.tabs.observe(self._guarded(opened), "selected_index")
        return self.tabs

    @property
    def _open_tab(self) -> str:
        return self._tab_names[self.tabs.selected_index or 0]

    def _make_more(self, *below: ipywidgets.Widget) -> ipywidgets.Widget:
        """A row that stands there while the control "more" is ticked."""
        self._more = row(*below)
        self._show_more()
        return self._more

    def _show_more(self, _change: object = None) -> None:
        self._more.layout.display = None if self.controls["more"].value else "none"

    # Listening

    def _listen(self, usual: Handler | None = None, **others: Handler) -> None:
        """Call a function whenever a control changes or is clicked: the usual one, or the control's own."""
        for name, control in self.controls.items():
            handler = others.get(name, usual)
            if handler is None:
                continue
            guarded = self._guarded(handler)
            if isinstance(control, ipywidgets.Button):
                control.on_click(guarded)
                self._clicks.append((control, guarded))
            else:
                control.observe(guarded, "value")

    def _guarded(self, handler: Handler) -> Handler:
        """A function that shows an error in the app, and does nothing while the app itself writes."""

        def handle(change: Any) -> None:
            with TURNS:
                if self._writing:
                    return
                try:
                    handler(change)
                except Exception as error:  # whatever it is, the reader must see it here and not in a log
                    self._fail(error)

        return handle

    def _rested(self, handler: Handler, seconds: float = TYPING_RESTS_SECONDS) -> Debounced:
        """The same function once its calls have rested, for what is typed and for pictures."""
        guarded = self._guarded(handler)
        work = Debounced(lambda: guarded(None), seconds)
        self._later.append(work)
        return work

    def _in_slices(self, on_step: Callable[[Any], None], on_rest: Callable[[], None]) -> Background[Any]:
        """Long work that a reader sees going on and can stop."""
        work = Background[Any](on_step, on_rest, self._fail)
        self._later.append(work)
        return work

    def _fail(self, error: Exception) -> None:
        """Show an error as a line in the live region."""
        self._views[self._live].value = parts.failure(error)

    # Controls

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Write into controls without listening to them."""
        before, self._writing = self._writing, True
        try:
            yield
        finally:
            self._writing = before

    def _said(self) -> dict[str, Any]:
        """What the controls say, of what the state holds."""
        return {name: self.controls[name].value for name in self._state}


def started(
    start: Mapping[str, Any], state: Mapping[str, Any] | None, **offered: Collection[Any]
) -> dict[str, Any]:
    """Where an app starts: `start`, but for what a state says.

    Parameters
    ----------
    start : mapping of str
        Every part of a state as it is at the start.
    state : mapping of str, optional
        What another app's `state` gave, or some of it.
    **offered : collection
        The values on offer, by part.

    Raises
    ------
    ValueError
        If the state holds something that is no part of it, or a value that is not on offer.

    Examples
    --------
    >>> started({"words": 3, "penalty": True}, {"words": 5}, words=range(1, 21))
    {'words': 5, 'penalty': True}
    """
    made = {**start, **(state or {})}
    unknown = sorted(set(made) - set(start))
    if unknown:
        raise ValueError(f"The state holds {unknown[0]!r}, which is no part of it; leave it out.")
    for name, values in offered.items():
        if made[name] not in list(values):
            raise ValueError(f"The state's {name!r} is {made[name]!r}; choose one of {_listed(values)}.")
    return made


def _listed(values: Collection[Any]) -> str:
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    first = [str(value) for value, _ in zip(values, range(_MOST_LISTED), strict=False)]
    return ", ".join(first if len(values) == len(first) else [*first, "…"])


def _below(*widgets: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    """These widgets and all that they hold."""
    for widget in widgets:
        yield from _below(*getattr(widget, "children", ()))
        yield widget
        yield from (getattr(widget, name) for name in ("style", "layout") if hasattr(widget, name))
