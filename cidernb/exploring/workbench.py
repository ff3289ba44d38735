"""A study of people's choices on the bench: which one, and what was worked out on it so far."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from cidernb.exploring import people
from cidernb.exploring.long_work import LongWork
from cidernb.studies.people.agreement import Ties, single_order
from cidernb.studies.people.coverage import Coverage
from cidernb.studies.people.readers import VARIABLE, complete, read_study
from cidernb.studies.people.resampled import Curve
from cidernb.studies.people.similarities import Metric
from cidernb.studies.people.study import Study
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.variant import PRESETS, Variant

#: What takes long to look at: the curve over references, other metrics, check 1, mean or best.
Look = Literal["curve", "paper", "check", "best"]

#: A preset's name, and the one order that is taken, if it is one.
Definition = tuple[str, int | None]


def offered_folder() -> str:
    """The folder of the first whole data set where CIDERNB_DATA says to look, or nothing."""
    named = os.environ.get(VARIABLE)
    found = complete(Path(named)) if named and Path(named).is_dir() else []
    return str(found[0][0]) if found else ""


def open_study(folder: str) -> Study:
    """The study in a folder; the embedded one where none is named.

    Raises
    ------
    ValueError
        If there is no such folder, or no whole data set in it.
    """
    if not folder.strip():
        return synthetic_study()
    path = Path(folder.strip()).expanduser()
    if not path.is_dir():
        raise ValueError(f"There is no folder {folder.strip()!r}; name the one that holds the files.")
    return read_study(path)


def variant_of(definition: Definition) -> Variant:
    """The variant that a definition means."""
    name, order = definition
    return PRESETS[name] if order is None else single_order(name, order)


class Workbench:
    """The long works on one study: begun when first asked for, and kept.

    Parameters
    ----------
    study : Study
        The pairs.
    resamplings : int
        How many random choices of the references curves are drawn over.
    divisions : int
        How often the references are divided for check 1.

    Attributes
    ----------
    meteor : LongWork or None
        METEOR, once it was asked for.
    """

    def __init__(self, study: Study, resamplings: int, divisions: int) -> None:
        self.study = study
        self.meteor: LongWork | None = None
        self._resamplings, self._divisions = resamplings, divisions
        self._begun: dict[tuple[object, ...], LongWork] = {}

    def work(self, look: Look, of: Definition) -> LongWork:
        """The work behind a look."""
        key, study, variant = self._key(look, of), self.study, variant_of(of)
        makers: Mapping[Look, Callable[[], LongWork]] = {
            "curve": lambda: people.curve_work(study, variant, self._resamplings),
            "paper": lambda: people.metrics_work(study),
            "check": lambda: people.check_work(study, variant, self._divisions, self._others()),
            "best": lambda: people.aggregation_work(study, variant, self._resamplings),
        }
        if key not in self._begun:
            self._begun[key] = makers[look]()
        return self._begun[key]

    def run_meteor(self) -> None:
        """Have METEOR run too."""
        if self.meteor is None:
            self.meteor = people.meteor_work(self.study)

    def curves(self, of: Definition, ties: Ties) -> Mapping[str, Curve]:
        """The curves over references so far, by what becomes of the IDF."""
        return people.curves(self.study, self.work("curve", of), ties)

    def metrics(self, of: Definition) -> Mapping[str, Metric]:
        """The metrics that were run so far, by name."""
        return {**dict(self.work("paper", of).taken("metrics")), **self._others()}

    def coverage(self, of: Definition) -> Coverage | None:
        """Check 1 so far; None before the first division."""
        begun = self._begun.get(self._key("check", of))
        return None if begun is None else people.coverage(self.study, begun, self._others())

    def aggregated(self, of: Definition, ties: Ties) -> list[people.Drawn]:
        """The curves by mean and best reference so far."""
        return people.aggregated(self.study, self.work("best", of), ties)

    def _others(self) -> Mapping[str, Metric]:
        return people.meteor_of(self.study, self.meteor)

    def _key(self, look: Look, of: Definition) -> tuple[object, ...]:
        """What a work depends on."""
        if look == "paper":
            return (look,)
        return (look, *of, bool(self._others())) if look == "check" else (look, *of)
