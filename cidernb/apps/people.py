"""CIDEr held against people's choices: how often it picks the same caption, and what that depends on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import row
from cidernb.apps.live import LiveHTML
from cidernb.apps.people_controls import IDFS, ORDERS, VARIANTS, make_controls
from cidernb.arrays import Floats
from cidernb.exploring.long_work import LongWork
from cidernb.exploring.people import has_baselines
from cidernb.exploring.workbench import Definition, Look, Workbench, offered_folder, open_study, variant_of
from cidernb.frozen import FrozenDict
from cidernb.studies.people.agreement import Agreement, Ties, agreement, similarities
from cidernb.studies.people.baselines import has_meteor
from cidernb.studies.people.coverage import REPEATS, Coverage
from cidernb.studies.people.curves import RESAMPLINGS
from cidernb.studies.people.resampled import Curve
from cidernb.studies.people.study import Study
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.views import parts, people_aggregation, people_checks
from cidernb.views import people as views

_START: Mapping[str, Any] = FrozenDict(
    {
        "folder": None,
        "variant": "paper-cider",
        "references": None,
        "ties": "excluded",
        "idf": "corpus",
        "order": None,
    }
)
_MEASURED = ("variant", "references", "ties", "idf", "order")

_TABS = {
    "kinds": "By kind",
    "curve": "More references",
    "paper": "Beside the paper",
    "check": "More references or another IDF?",
    "best": "Mean or best?",
}


class WithPeople(App):
    """How often CIDEr picks the caption that people pick, in the authors' data or an embedded study.

    Parameters
    ----------
    state : mapping, optional
        What another app's `state` gave, or some of it; it starts there.
    resamplings : int
        How many random choices of the references the curves are drawn over.
    divisions : int
        How often the references are divided for check 1.

    Attributes
    ----------
    state : dict
        The folder and all other settings, in plain containers.
    study : Study
        The pairs.
    result : Agreement
        The accuracy as set.
    curves : mapping of str to Curve
        The curves over references so far, by what becomes of the IDF.
    coverage : Coverage or None
        Check 1 so far.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    def __init__(
        self,
        *,
        state: Mapping[str, Any] | None = None,
        resamplings: int = RESAMPLINGS,
        divisions: int = REPEATS,
    ) -> None:
        super().__init__()
        self._sizes = resamplings, divisions
        self._state = started(_START, state, variant=VARIANTS, ties=get_args(Ties))
        started(self._state, None, idf=[v for _, v in IDFS], order=[v for _, v in ORDERS])
        named = self._state["folder"]
        folder, problem = offered_folder() if named is None else named, ""
        try:
            study = open_study(folder)
        except (OSError, ValueError) as error:
            study, problem = synthetic_study(), str(error)
        self._bench = Workbench(study, resamplings, divisions)
        self._state["folder"] = "" if problem else folder
        if self._state["references"] is None:
            self._state["references"] = self.study.most
        started(self._state, None, references=range(1, self.study.most + 1))
        self._work = self._in_slices(lambda _: None, self._rest)
        self._picture = self._rested(self._show_open)
        self.controls = make_controls(folder, self._state, study.most)
        self._views = {
            "folder": LiveHTML(layout={"min_height": "76px"}),
            "answer": LiveHTML(layout={"min_height": "120px"}),
            "progress": ipywidgets.HTML(),
            **{name: ipywidgets.HTML() for name in _TABS},
        }
        self._listen(
            self._read,
            folder=self._other_folder,
            more=self._show_more,
            go=self._press,
            meteor=self._run_meteor,
        )
        self._views["folder"].value = views.data(self.study, problem)
        rows = self._rows()
        self._use()
        self._lay_out(*rows)

    @property
    def study(self) -> Study:
        return self._bench.study

    @property
    def result(self) -> Agreement:
        return self._result

    @property
    def curves(self) -> Mapping[str, Curve]:
        return self._bench.curves(self._definition, self._state["ties"])

    @property
    def coverage(self) -> Coverage | None:
        return self._bench.coverage(self._definition)

    # Layout

    def _rows(self) -> list[ipywidgets.Widget]:
        controls, shown = self.controls, self._views
        tabs = self._make_tabs(_TABS, "520px", self._open)
        waiting = {
            "curve": [controls["go"], shown["progress"]],
            "paper": [controls["go"], controls["meteor"], shown["progress"]],
            "check": [controls["go"], shown["progress"]],
            "best": [controls["go"], shown["progress"]],
        }
        tabs.children = [
            ipywidgets.VBox([row(*waiting[name]), shown[name]]) if name in waiting else shown[name]
            for name in _TABS
        ]
        return [
            row(controls["folder"]),
            shown["folder"],
            row(*(controls[name] for name in ("variant", "references", "ties", "more"))),
            self._make_more(controls["idf"], controls["order"]),
            shown["answer"],
            tabs,
        ]

    # What is chosen

    def _other_folder(self, change: Any) -> None:
        """Read another study; where that fails, all stays as it is."""
        folder = change["new"]
        self._views["folder"].value = views.reading(folder)
        try:
            study = open_study(folder)
        except (OSError, ValueError) as error:
            self._views["folder"].value = views.data(self.study, str(error))
            return
        self._work.cancel()
        self._bench = Workbench(study, *self._sizes)
        with self._quietly():
            self.controls["references"].max = study.most
            self.controls["references"].value = study.most
        self._state = self._said()
        self._views["folder"].value = views.data(study)
        self._use()

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        self._state = self._state | {name: self.controls[name].value for name in _MEASURED}
        self._use()

    def _use(self) -> None:
        self._measure()
        self._views["answer"].value = views.answer(
            self.study, self._result, self._other, self._state["variant"], self._state["order"]
        )
        self._open()

    @property
    def _definition(self) -> Definition:
        return self._state["variant"], self._state["order"]

    def _measure(self) -> None:
        state, count = self._state, self._state["references"]
        found = similarities(self.study, variant_of(self._definition), idf=state["idf"], references=count)
        self._scores: Floats = found.first(count)
        self._result, self._other = (
            agreement(self.study, self._scores, variant=state["variant"], references=count, ties=ties)
            for ties in (state["ties"], views.other_reading(state["ties"]))
        )

    # Tabs, and the work behind them

    @property
    def _behind(self) -> LongWork | None:
        """The work behind the open tab, METEOR's where that was begun."""
        if self._open_tab == "kinds":
            return None
        if self._open_tab == "paper" and self._bench.meteor is not None:
            return self._bench.meteor
        return self._bench.work(cast(Look, self._open_tab), self._definition)

    def _open(self, _change: object = None) -> None:
        """Show the open tab, and go on with the work behind it."""
        self._work.cancel()
        work = self._behind
        if work is None:
            self._show_open()
        elif work.complete or work.stopped:
            self._tell(work)
            self._picture()
        else:
            self._go_on(work)

    def _go_on(self, work: LongWork) -> None:
        work.stopped = False
        self._drawn = -1
        self._work.start(work.steps)

    def _press(self, _button: object = None) -> None:
        work = self._behind
        if work is not None and self._work.running:
            work.stopped = True
            self._work.stop()
        elif work is not None:
            self._go_on(work)

    def _run_meteor(self, _button: object = None) -> None:
        self._bench.run_meteor()
        self._open()

    def _rest(self) -> None:
        """Between slices: say how far it is, and draw once a part is complete or the work is over."""
        work = self._behind
        if work is None:
            return
        self._tell(work)
        if not self._work.running or work.parts_complete != self._drawn:
            self._drawn = work.parts_complete
            self._picture()

    def _tell(self, work: LongWork) -> None:
        running = self._work.running
        self._views["progress"].value = views.progress(work, running)
        self.controls["go"].description = "Stop" if running else "Go on"
        self.controls["go"].disabled = work.complete
        self.controls["meteor"].disabled = not has_meteor() or self._bench.meteor is not None

    def _show_open(self, _change: object = None) -> None:
        self._views[self._open_tab].value = self._part(self._open_tab)

    def _part(self, tab: str) -> str:
        """What is known for a tab."""
        bench, of, ties = self._bench, self._definition, self._state["ties"]
        metric = views.metric_name(*of)
        if tab == "kinds":
            return views.kinds(self.study, self._scores, self._result)
        if tab == "curve":
            return views.curve(self.study, bench.curves(of, ties), metric)
        if tab == "check":
            return people_checks.check(self.study, bench.coverage(of), metric)
        if tab == "best":
            return people_aggregation.aggregation(bench.aggregated(of, ties))
        return people_checks.beside_paper(
            self.study,
            bench.metrics(of),
            ties,
            coverage=bench.coverage(("paper-cider", None)),
            installed=has_baselines(),
        )

    def _static(self) -> str:
        names = ("folder", "answer", *_TABS)
        return "\n".join([parts.style(), *(self._views[name].value for name in names)])
