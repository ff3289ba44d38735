"""How far long work over captions is, told to whoever asked to be told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
Report = Callable[[int], None]

_STEP = 1_000
_report: ContextVar[Report | None] = ContextVar("report", default=None)


@contextmanager
def reporting(report: Report) -> Iterator[None]:
    """Within it, `report` is called with the number of captions split into words since its last call."""
    token = _report.set(report)
    try:
        yield
    finally:
        _report.reset(token)


def counted(captions: Iterable[T]) -> Iterable[T]:
    """The same captions, counted on their way if somebody asked."""
    report = _report.get()
    return captions if report is None else _counted(captions, report)


def _counted(captions: Iterable[T], report: Report) -> Iterator[T]:
    number = 0
    for number, caption in enumerate(captions, start=1):
        yield caption
        if not number % _STEP:
            report(_STEP)
    report(number % _STEP)
