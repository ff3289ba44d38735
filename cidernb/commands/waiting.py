"""A progress bar on standard error, for whoever has to wait longer than a second."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from cidernb.commands.terminal import shown
from cidernb.progress import reporting

#: What takes less time shows no bar.
_PATIENCE = 1.0


class Waiting:
    """The stages of some work on a bar; each stage names its share of the whole, in percent."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("reading", total=100)
        self._reached = 0.0

    @contextmanager
    def stage(self, name: str, percent: float, captions: int = 0) -> Iterator[None]:
        """A stage of the work; with a number of captions, it moves on as these are split into words."""
        self._bar.update(self._task, description=shown(name))

        def report(number: int) -> None:
            self._bar.advance(self._task, percent * number / captions)

        if captions:
            with reporting(report):
                yield
        else:
            yield
        self._reached += percent
        self._bar.update(self._task, completed=self._reached)

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show the bar once a second has gone by."""
        timer = Timer(_PATIENCE, self._bar.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            self._bar.stop()


@contextmanager
def waiting() -> Iterator[Waiting]:
    """Work in stages, with a bar."""
    work = Waiting()
    with _uncollected(), work.shown():
        yield work


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector of circular garbage: captions make none, and it would look through them all."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
