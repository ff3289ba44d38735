"""What a check leaves behind: its figures, the lines they are printed in, and its verdict."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cidernb.frozen import FrozenDict

Figure = int | float | str

#: Figures that are 0 but for rounding may differ from machine to machine, up to here.
ROUND_OFF = 1e-12

#: How such figures are printed, and no others: "1.3e-15".
_ROUND_OFF_FIGURE = re.compile(r"\d\.\de[+-]\d\d")


@dataclass(frozen=True)
class Line:
    """A line of the documented output, computed again.

    Attributes
    ----------
    template : str
        The words of the line, with a format field for each figure.
    figures : mapping of str to int, float or str
        What was computed, unrounded, by the fields' names.
    documented : str
        The line as documented.
    """

    template: str
    figures: Mapping[str, Figure]
    documented: str

    @property
    def text(self) -> str:
        """The line with the computed figures, to the documented number of digits."""
        return self.template.format_map(self.figures)

    @property
    def holds(self) -> bool:
        """Whether every figure is the documented one, or round-off of at most 1e-12 where that is."""
        round_off = map(float, _ROUND_OFF_FIGURE.findall(self.text))
        rest, documented = (_ROUND_OFF_FIGURE.sub("round-off", line) for line in (self.text, self.documented))
        return rest == documented and all(size <= ROUND_OFF for size in round_off)


@dataclass(frozen=True)
class Demand:
    """What a check asks of its figures, whatever was documented.

    Attributes
    ----------
    name : str
        Such as "C1" or "H5a".
    says : str
        The demand in words.
    holds : bool
        Whether the figures meet it.
    """

    name: str
    says: str
    holds: bool


@dataclass(frozen=True)
class Check:
    """A check, hypothesis or table of the documented example.

    Attributes
    ----------
    name : str
        "data check", "C1" to "C3", "H4", "H5", "R" or "S".
    lines : tuple of Line
        Its lines in order, a heading first if it has one.
    demands : tuple of Demand
        None for "R" and "S", which the article prints without a hypothesis.
    """

    name: str
    lines: tuple[Line, ...]
    demands: tuple[Demand, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every line is as documented and every demand met."""
        return all(line.holds for line in self.lines) and all(demand.holds for demand in self.demands)


@dataclass(frozen=True)
class Reproduction:
    """All checks of the documented example, in the documented order."""

    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether every check holds."""
        return all(check.holds for check in self.checks)

    def as_dict(self) -> dict[str, Any]:
        """The reproduction in JSON's terms.

        Returns
        -------
        dict
            ::

                {"holds": bool,
                 "checks": [{"name": str,
                             "holds": bool,
                             "demands": [{"name": str, "says": str, "holds": bool}],
                             "lines": [{"text": str, "documented": str, "holds": bool,
                                        "figures": {name: int, float or str}}]}]}

            `text` is the printed line without its verdict; `figures` are unrounded.
        """
        return {
            "holds": self.holds,
            "checks": [
                {
                    "name": check.name,
                    "holds": check.holds,
                    "demands": [
                        {"name": demand.name, "says": demand.says, "holds": demand.holds}
                        for demand in check.demands
                    ],
                    "lines": [
                        {
                            "text": line.text,
                            "documented": line.documented,
                            "holds": line.holds,
                            "figures": dict(line.figures),
                        }
                        for line in check.lines
                    ],
                }
                for check in self.checks
            ],
        }


Row = tuple[str, Mapping[str, Figure]]


def make_check(name: str, rows: Iterable[Row], demands: Iterable[Demand] = ()) -> Check:
    """A check whose lines, given as (template, figures), stand beside the documented ones."""
    lines = [
        Line(template, FrozenDict(figures), documented)
        for (template, figures), documented in zip(rows, documented_lines()[name], strict=True)
    ]
    return Check(name, tuple(lines), tuple(demands))


@cache
def documented_lines() -> Mapping[str, tuple[str, ...]]:
    """The documented output: each check's name to its lines."""
    text = Path(__file__).with_name("documented_lines.txt").read_text(encoding="ascii")
    checks: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in filter(None, text.splitlines()):
        if not line.startswith(" "):
            # "C1  code against ...", but "data check" has no more than its name.
            name = line.split("  ")[0]
        checks[name] = (*checks.get(name, ()), line)
    return FrozenDict(checks)
