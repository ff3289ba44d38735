"""Long work in slices, so that the reader sees how far it is and can stop it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from cidernb.apps.turns import TURNS

#: The longest that work goes on before clicks and keys are heard again.
_SLICE_SECONDS = 0.05

#: The pause in which they are heard.
_PAUSE_SECONDS = 0.01

Step = TypeVar("Step")


class Background(Generic[Step]):
    """Takes the steps of an iterator one by one beside everything else; the latest start wins.

    Without a running event loop, as in a plain script, it takes all steps at once.

    Parameters
    ----------
    on_step : callable
        Called with each step, as soon as it is taken.
    on_rest : callable
        Called after each slice, and once more when the work is over or stopped.
    on_error : callable
        Called with the exception that a step raised, which ends the work.
    """

    def __init__(
        self,
        on_step: Callable[[Step], None],
        on_rest: Callable[[], None],
        on_error: Callable[[Exception], None],
    ) -> None:
        self._on_step, self._on_rest, self._on_error = on_step, on_rest, on_error
        self._steps: Iterator[Step] | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self._run: object = None

    @property
    def running(self) -> bool:
        """Whether there are steps to come that nobody stopped."""
        return self._steps is not None

    def start(self, steps: Iterator[Step]) -> None:
        """Begin to take steps, in place of those that were being taken."""
        self.cancel()
        self._steps, self._run = steps, object()
        self._slice(self._run)

    def stop(self) -> None:
        """Take no further step; those taken stay."""
        if self.running:
            self.cancel()
            self._on_rest()

    def cancel(self) -> None:
        """Take no further step and say nothing of it."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._steps = self._run = None

    def _slice(self, run: object) -> None:
        with TURNS:
            # Another thread may have cancelled or started anew while this one waited for its turn.
            if run is self._run:
                self._take(run)

    def _take(self, run: object) -> None:
        loop = _running_loop()
        end = time.monotonic() + _SLICE_SECONDS
        try:
            while self._steps is not None and (loop is None or time.monotonic() < end):
                step = next(self._steps, None)
                if step is None:
                    self._steps = None
                else:
                    self._on_step(step)
            self._on_rest()
        except Exception as error:  # whatever it is, the reader must hear of it
            self.cancel()
            self._on_error(error)
        if self._steps is not None and loop is not None and run is self._run:
            self._waiting = loop.call_later(_PAUSE_SECONDS, self._slice, run)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
