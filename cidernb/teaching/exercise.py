"""Exercises: questions whose answers the package checks, in four kinds."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from cidernb.signature import parse_signature, write_signature
from cidernb.teaching.given import Text, in_digits, in_units, read_choice, read_line, read_number

#: Within so many units of the last digit an answer is called near.
_NEAR = 2.5
#: Factors between the scales on which one score is printed.
_SCALES = (10, 100, 1000)
#: What floating point adds to a difference of two decimals, in units of the last digit.
_ROUND_OFF = 1e-6


@dataclass(frozen=True)
class Verdict:
    """What an exercise says of an answer.

    Attributes
    ----------
    right : bool
        Whether it is right.
    message : str
        A sentence to the reader; it does not give the right answer away.
    read : bool
        False where the answer could not be read, which is no try.
    """

    right: bool
    message: str
    read: bool = True


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """A question, how its answer is computed, and how it is checked.

    Attributes
    ----------
    key : str
        The notebook's number, a hyphen and a name: "00-scales".
    question : str or callable
        What is asked; a callable makes a text with computed figures.
    answer : callable
        Computes a right answer with the package.
    hint : str or callable
        What is shown after the first wrong try.
    solution : str or callable
        How to get there; shown after the second wrong try, or a right one.
    kind : {"number", "choice", "caption", "signature"}
        What the reader gives.
    """

    kind: ClassVar[str]

    key: str
    question: Text
    answer: Callable[[], Any]
    hint: Text
    solution: Text

    def check(self, given: object) -> Verdict:
        """Check an answer; whatever is given, this says so in a sentence and raises nothing for it."""
        try:
            value = self._read(given)
        except ValueError as error:
            return Verdict(False, str(error), read=False)
        return self._judge(value)

    @abstractmethod
    def shown_answer(self) -> str:
        """A right answer in words, for a key."""

    @abstractmethod
    def _read(self, given: object) -> Any:
        """What was given, as `_judge` takes it; a ValueError if it is no answer."""

    @abstractmethod
    def _judge(self, value: Any) -> Verdict: ...


@dataclass(frozen=True, kw_only=True)
class NumberExercise(Exercise):
    """An exercise with a number as its answer.

    Attributes
    ----------
    digits : int
        The decimals asked for; 0 asks for a whole number.
    tolerance : float
        How far the answer may be off, in units of its last digit; 0.5 is right rounding.
    unit : str
        What the number counts.
    """

    kind: ClassVar[str] = "number"

    answer: Callable[[], float]
    digits: int = 2
    tolerance: float = 0.5
    unit: str = ""

    def shown_answer(self) -> str:
        return in_units(self.answer(), self.digits, self.unit)

    def _read(self, given: object) -> float:
        return read_number(given, self.digits)

    def _judge(self, value: float) -> Verdict:
        answer = self.answer()
        off = abs(value - answer) * 10**self.digits
        if off <= self.tolerance + _ROUND_OFF:
            return Verdict(True, f"Right: {self.shown_answer()}.")
        if self.digits and off <= _NEAR:
            return Verdict(False, "Very near: keep more digits on the way and round only at the end.")
        # Loosely: the same score on another scale has other decimals.
        if any(math.isclose(value, answer * f, rel_tol=0.005) for k in _SCALES for f in (k, 1 / k) if answer):
            return Verdict(False, "The digits are right and the scale is not.")
        return Verdict(False, "Not right.")


@dataclass(frozen=True, kw_only=True)
class ChoiceExercise(Exercise):
    """An exercise with one of a few options as its answer.

    Attributes
    ----------
    options : tuple of str
        What to choose from; `answer` computes one of them.
    """

    kind: ClassVar[str] = "choice"

    answer: Callable[[], str]
    options: tuple[str, ...]

    def shown_answer(self) -> str:
        return self.answer()

    def _read(self, given: object) -> str:
        return read_choice(given, self.options)

    def _judge(self, value: str) -> Verdict:
        if value == self.answer():
            return Verdict(True, f"Right: {value}.")
        return Verdict(False, f"Not right: it is not “{value}”.")


@dataclass(frozen=True, kw_only=True)
class CaptionExercise(Exercise):
    """An exercise that asks for a caption whose score lies above or below something.

    Attributes
    ----------
    score : callable
        Scores a caption; `answer` gives one that passes.
    above, below : callable or None
        Compute the scores between which the caption's must lie, both excluded.
    digits : int
        The decimals of the scores shown.
    measured : str
        How a sentence on what `score` gave begins.
    """

    kind: ClassVar[str] = "caption"

    answer: Callable[[], str]
    score: Callable[[str], float]
    above: Callable[[], float] | None = None
    below: Callable[[], float] | None = None
    digits: int = 3
    measured: str = "It scores"

    def shown_answer(self) -> str:
        caption = self.answer()
        reached = in_digits(self.score(caption), self.digits)
        return f"for example “{caption}”: {self.measured[0].lower()}{self.measured[1:]} {reached}"

    def _read(self, given: object) -> float:
        return self.score(read_line(given, "a caption"))

    def _judge(self, value: float) -> Verdict:
        low = -math.inf if self.above is None else self.above()
        high = math.inf if self.below is None else self.below()
        bounds = [
            f"{name} {in_digits(bound, self.digits)}"
            for name, bound in (("above", low), ("below", high))
            if math.isfinite(bound)
        ]
        scores, wanted = f"{self.measured} {in_digits(value, self.digits)}", " and ".join(bounds)
        if low < value < high:
            return Verdict(True, f"Right. {scores}, {wanted}.")
        return Verdict(False, f"{scores}; wanted is {wanted}.")


@dataclass(frozen=True, kw_only=True)
class SignatureExercise(Exercise):
    """An exercise with a signature as its answer.

    Attributes
    ----------
    parts : tuple of str or None
        The parts that must be right, as a signature names them ("clip", "sigma"); None asks for
        all but the version.
    """

    kind: ClassVar[str] = "signature"

    answer: Callable[[], str]
    parts: tuple[str, ...] | None = None

    def shown_answer(self) -> str:
        return self.answer()

    def _read(self, given: object) -> dict[str, str]:
        return _parts(read_line(given, "a signature"))

    def _judge(self, value: dict[str, str]) -> Verdict:
        right = _parts(self.answer())
        asked = self.parts or [name for name in right | value if name != "v"]
        wrong = [name for name in asked if value.get(name) != right.get(name)]
        if not wrong:
            return Verdict(True, "Right: that is its signature.")
        return Verdict(False, f"Not right in {len(wrong)} of its parts: {', '.join(wrong)}.")


def _parts(signature: str) -> dict[str, str]:
    """A signature's parts by name, each value in the way in which the package writes it."""
    _, *parts = write_signature(*parse_signature(signature)).split("|")
    return dict(part.partition(":")[::2] for part in parts)
