"""Controls may speak in several threads at once, as JupyterLab's do; what an app does takes turns."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import ipywidgets
import pytest

from cidernb.apps.app import App
from cidernb.apps.background import Background
from cidernb.apps.controls import Debounced, whole_number
from cidernb.apps.live import LiveHTML


class Alone:
    """Notes whether anybody else is inside while it works."""

    def __init__(self) -> None:
        self.inside, self.together, self.calls = 0, 0, 0

    def __call__(self, _: object = None) -> None:
        self.inside += 1
        self.calls += 1
        time.sleep(0.002)  # another thread runs meanwhile, if it may
        self.together += self.inside > 1
        self.inside -= 1


class Two(App):
    """Two numbers, one handler."""

    def __init__(self, handler: Callable[[Any], None]) -> None:
        super().__init__()
        self.controls = {name: whole_number(name, 0, 0, 1000) for name in ("one", "other")}
        self._views = {"answer": LiveHTML()}
        self._listen(handler)
        self._lay_out(*self.controls.values())


def in_threads(*functions: Callable[[], None]) -> None:
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_controls_of_two_threads_are_answered_one_after_the_other() -> None:
    alone = Alone()
    app = Two(alone)

    def turn(control: ipywidgets.Widget) -> None:
        for value in range(1, 41):
            control.value = value

    in_threads(*(lambda control=control: turn(control) for control in app.controls.values()))
    assert (alone.calls, alone.together) == (80, 0)
    app.close()


def test_work_in_slices_and_what_has_rested_wait_for_their_turn_too() -> None:
    alone = Alone()
    app = Two(alone)
    steps, over = iter(range(40)), []

    async def work() -> None:
        background = Background[int](alone, lambda: None, over.append)
        background.start(steps)
        while background.running:
            await asyncio.sleep(0.005)

    async def rest() -> None:
        for _ in range(10):
            Debounced(alone, 0.001)()
            await asyncio.sleep(0.006)

    def turn() -> None:
        for value in range(1, 21):
            app.controls["one"].value = value

    in_threads(lambda: asyncio.run(work()), lambda: asyncio.run(rest()), turn)
    assert (alone.calls, alone.together, over) == (70, 0, [])
    app.close()


def test_work_that_another_thread_starts_anew_is_taken_once() -> None:
    taken: list[str] = []
    background = Background[str](taken.append, lambda: None, pytest.fail)

    def steps(name: str) -> Iterator[str]:
        for _ in range(30):
            time.sleep(0.004)
            yield name

    async def start(name: str) -> None:
        background.start(steps(name))
        while background.running:
            await asyncio.sleep(0.005)

    async def later() -> None:
        await asyncio.sleep(0.1)
        await start("new")

    in_threads(lambda: asyncio.run(start("old")), lambda: asyncio.run(later()))
    assert 0 < taken.count("old") < 30
    assert taken[taken.index("new") :] == ["new"] * 30
