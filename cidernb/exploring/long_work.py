"""Work that takes longer than a reader wants to wait: taken step by step, left, and taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


class Part:
    """Some steps of one kind.

    Parameters
    ----------
    name : str
        What they are for.
    wanted : int
        How many there will be.
    steps : iterator
        Gives what each step found; nothing is done before it is asked.

    Attributes
    ----------
    taken : list
        What the steps taken so far found.
    complete : bool
        Whether all steps are taken.
    """

    def __init__(self, name: str, wanted: int, steps: Iterator[Any]) -> None:
        self.name, self.wanted, self.steps = name, wanted, steps
        self.taken: list[Any] = []
        self.complete = False


class LongWork:
    """Parts that are worked off one after the other.

    Parameters
    ----------
    unit : str
        What a step is, in the plural: "resamplings".
    parts : sequence of Part
        The parts in their order.

    Attributes
    ----------
    steps : iterator
        All steps that are still to come; whoever takes some leaves the rest.
    stopped : bool
        Whether the reader stopped it.

    Examples
    --------
    >>> work = LongWork("letters", [Part("first", 2, iter("ab")), Part("second", 1, iter("c"))])
    >>> next(work.steps), work.done, work.wanted, work.complete
    ('a', 1, 3, False)
    >>> work.taken("first"), work.taken("second")
    (['a'], [])
    """

    def __init__(self, unit: str, parts: Sequence[Part]) -> None:
        self.unit, self.parts = unit, tuple(parts)
        self.steps = self._steps()
        self.stopped = False

    def _steps(self) -> Iterator[Any]:
        for part in self.parts:
            for found in part.steps:
                part.taken.append(found)
                yield found
            part.complete = True

    @property
    def done(self) -> int:
        """How many steps are taken."""
        return sum(len(part.taken) for part in self.parts)

    @property
    def wanted(self) -> int:
        """How many steps there are."""
        return sum(part.wanted for part in self.parts)

    @property
    def complete(self) -> bool:
        """Whether all steps are taken."""
        return all(part.complete for part in self.parts)

    @property
    def parts_complete(self) -> int:
        """How many parts are complete."""
        return sum(part.complete for part in self.parts)

    def taken(self, name: str) -> list[Any]:
        """What the steps of a part found so far."""
        return next(part.taken for part in self.parts if part.name == name)
