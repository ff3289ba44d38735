"""A finding: what is seen, the evidence in numbers, and what to do."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from cidernb.arrays import Booleans
from cidernb.frozen import FrozenDict
from cidernb.result import Result

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True)
class Finding:
    """One way in which a number misleads.

    Attributes
    ----------
    code : str
        A fixed name of the kind, for programs.
    severity : {"info", "warning", "error"}
        "info": true of the captions and worth knowing; "warning": the number does not mean what
        it seems to mean; "error": there is no number.
    message : str
        What is seen, why, and what to do.
    image_ids : tuple
        The images concerned; empty where it is the whole set.
    evidence : mapping of str to number or str
        The figures behind the message.
    """

    code: str
    severity: Severity
    message: str
    image_ids: tuple[Hashable, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", FrozenDict(self.evidence))


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings with the worst first."""
    return tuple(sorted(findings, key=lambda finding: ("error", "warning", "info").index(finding.severity)))


def ids_of(result: Result, images: Booleans) -> tuple[Hashable, ...]:
    """The ids of the images chosen; `images` has one entry an image."""
    ids = result.evaluation_set.ids
    return tuple(ids[row] for row in np.flatnonzero(images).tolist())


def some(count: int, singular: str, plural: str) -> str:
    """A number of things in words."""
    return f"1 {singular}" if count == 1 else f"{count} {plural}"
