"""Predictions: the reader commits to an answer, and only then the outcome is computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cidernb.teaching.given import Text, in_digits, in_units, read_choice, read_number, say


@dataclass(frozen=True)
class Comparison:
    """What a reader predicted beside what came out.

    Attributes
    ----------
    given, outcome : float or str
        Both sides.
    sentence : str
        How far off the reader was.
    notice : str
        What to notice, with computed figures.
    """

    given: float | str
    outcome: float | str
    sentence: str
    notice: str


@dataclass(frozen=True, kw_only=True)
class Prediction:
    """A question to answer before the app shows the outcome.

    Attributes
    ----------
    key : str
        The notebook's number, a hyphen and a name: "01-cosine".
    question : str or callable
        What is asked; a callable makes a text with computed figures.
    outcome : callable
        Computes the outcome with the package: a number, or one of the options.
    notice : str or callable
        One or two sentences on what to notice. In a str, `{outcome}` stands for the outcome and
        can be given a format, as in `{outcome:.2f}`.
    options : tuple of str or None
        What to choose from; None asks for a number.
    unit : str
        What the number counts, such as "points".
    low, high : float
        The numbers that can be given.
    digits : int
        The decimals shown; 0 asks for a whole number.
    misconception : str or callable or None
        A common wrong idea and what is wrong about it, where the outcome speaks against one.
    """

    key: str
    question: Text
    outcome: Callable[[], float | str]
    notice: Text
    options: tuple[str, ...] | None = None
    unit: str = ""
    low: float = 0.0
    high: float = 10.0
    digits: int = 2
    misconception: Text | None = None

    def read(self, given: object) -> float | str:
        """The answer that a reader commits to.

        Raises
        ------
        ValueError
            If it is no answer to this question; the sentence says what is one.
        """
        if self.options is not None:
            return read_choice(given, self.options)
        number = read_number(given, self.digits)
        if not self.low <= number <= self.high:
            raise ValueError(f"{number:g} is out of range; give a number from {self.low:g} to {self.high:g}.")
        return number

    def compare(self, given: object) -> Comparison:
        """Compute the outcome and hold the reader's answer against it.

        Raises
        ------
        ValueError
            If `given` is no answer to this question.
        """
        answer, outcome = self.read(given), self.outcome()
        return Comparison(answer, outcome, self._how_far(answer, outcome), self.what_to_notice(outcome))

    def what_to_notice(self, outcome: float | str) -> str:
        """The notice, with the outcome filled in."""
        return self.notice.format(outcome=outcome) if isinstance(self.notice, str) else say(self.notice)

    def shown(self, value: float | str) -> str:
        """An answer or an outcome in words."""
        if isinstance(value, str):
            return value
        return in_units(value, self.digits, self.unit)

    def _how_far(self, answer: float | str, outcome: float | str) -> str:
        if isinstance(answer, str) or isinstance(outcome, str):
            return "As you said." if answer == outcome else "Not what you said."
        shown = in_digits(answer, self.digits), in_digits(outcome, self.digits)
        if shown[0] == shown[1]:
            return "Just what you said."
        # Between what is shown, so that the reader can check the subtraction.
        distance = in_digits(abs(float(shown[0]) - float(shown[1])), self.digits)
        return f"You were {distance} too {'high' if answer > outcome else 'low'}."
