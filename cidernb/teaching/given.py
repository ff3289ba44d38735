"""What a reader gives as an answer, and the texts that ask for it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

#: A text, or what makes it when it is shown, so that it can hold computed figures.
Text = str | Callable[[], str]


def say(text: Text) -> str:
    """The words of a text."""
    return text if isinstance(text, str) else text()


def read_number(given: object, digits: int) -> float:
    """The number that a reader gave.

    Parameters
    ----------
    given : object
        A number, or a text with one: a decimal comma and a minus sign of print will do.
    digits : int
        The decimals asked for; with 0 the number must be whole.

    Raises
    ------
    ValueError
        For anything else, in a sentence to the reader.

    Examples
    --------
    >>> read_number(" 2,5 ", 1), read_number("−3", 0)
    (2.5, -3.0)
    """
    text = given.strip().replace(",", ".").replace("−", "-") if isinstance(given, str) else given
    try:
        value = math.nan if isinstance(text, bool) else float(text)  # type: ignore[arg-type]  # it may raise
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    wanted = "a number in digits" if digits else "a whole number in digits"
    if text is None or text == "":
        raise ValueError(f"There is no answer yet; give {wanted}.")
    if not math.isfinite(value) or (digits == 0 and not value.is_integer()):
        raise ValueError(f"That is not {wanted}; give one, such as {'1.5' if digits else '15'}.")
    return value


def read_choice(given: object, options: Sequence[str]) -> str:
    """The option that a reader chose.

    Raises
    ------
    ValueError
        If it is none of the options.
    """
    if not isinstance(given, str) or given not in options:
        raise ValueError(f"Nothing is chosen yet; choose one of: {'; '.join(options)}.")
    return given


def read_line(given: object, what: str) -> str:
    """The text that a reader wrote, `what` says of which kind.

    Raises
    ------
    ValueError
        If there is no word in it.
    """
    if not isinstance(given, str) or not given.strip():
        raise ValueError(f"There is no answer yet; write {what}.")
    return given.strip()


def in_units(value: float, digits: int, unit: str) -> str:
    """A number with so many decimals, and what it counts.

    Examples
    --------
    >>> in_units(1, 0, "images"), in_units(1, 2, "points"), in_units(0.5, 1, "")
    ('1 image', '1.00 points', '0.5')
    """
    shown = in_digits(value, digits)
    return f"{shown} {unit.removesuffix('s') if shown == '1' else unit}".rstrip()


def in_digits(value: float, digits: int) -> str:
    """A number with so many decimals.

    Examples
    --------
    >>> in_digits(-0.001, 2), in_digits(1500, 0)
    ('0.00', '1500')
    """
    return f"{round(value, digits) + 0.0:.{digits}f}"
