"""Templates in, HTML out; every text that comes from outside is escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from cidernb.views.palette import CAUSES, REASONS, text_on


def number(value: float, digits: int = 3) -> str:
    """A number for the screen: fixed digits, a real minus sign, and a plain 0 for nothing.

    Examples
    --------
    >>> number(-0.5), number(1e-17), number(2e-8)
    ('−0.500', '0', '2.0e−08')
    """
    if abs(value) < 1e-12:
        return "0"
    small = abs(value) < 0.5 * 10**-digits
    return (f"{value:.1e}" if small else f"{value:.{digits}f}").replace("-", "−")


def signed(value: float, digits: int = 3) -> str:
    """A change for the screen, with its sign.

    Examples
    --------
    >>> signed(0.25), signed(-0.25)
    ('+0.250', '−0.250')
    """
    return ("+" if value >= 1e-12 else "") + number(value, digits)


def counted(number: int, noun: str) -> str:
    """A number of things.

    Examples
    --------
    >>> counted(1, "image"), counted(1200, "image"), counted(0, "caption")
    ('1 image', '1,200 images', '0 captions')
    """
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("cidernb.views"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(number=number, signed=signed, counted=counted, text_on=text_on)
    environment.globals.update(CAUSES=CAUSES, REASONS=REASONS)
    return environment


def render(template: str, **values: Any) -> Markup:
    """Fill a template of this package."""
    return Markup(_environment().get_template(template).render(**values))
