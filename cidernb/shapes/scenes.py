"""Scenes: one to many copies of one shape in one colour on a black picture, drawn pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Height and width of a picture, in pixels.
IMAGE_SIZE = 64

#: The largest size of a shape that fits into a picture.
MAX_SIZE = (IMAGE_SIZE - 1) // 2

#: Colour name to (red, green, blue), each 0 or 1.
COLOURS: Mapping[str, tuple[int, int, int]] = MappingProxyType(
    {"red": (1, 0, 0), "green": (0, 1, 0), "blue": (0, 0, 1), "yellow": (1, 1, 0)}
)

#: The shape names. Their order is part of the documented world: shapes are drawn by position.
SHAPES = ("circle", "square", "triangle")

_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_word(count: int) -> str:
    """A count as a caption writes it: in words up to ten, in digits beyond.

    Examples
    --------
    >>> number_word(4), number_word(11)
    ('four', '11')
    """
    return _NUMBER_WORDS[count - 1] if 1 <= count <= len(_NUMBER_WORDS) else str(count)


class Placement(NamedTuple):
    """Where one copy of the shape lies, in pixels.

    A shape of size s reaches s pixels from its centre in each of the four directions, so its
    bounding box is 2 s + 1 pixels wide and high.
    """

    row: int
    column: int
    size: int


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A picture of equal shapes, and the truth about it.

    Parameters
    ----------
    shape : {"circle", "square", "triangle"}
        What is drawn.
    colour : {"red", "green", "blue", "yellow"}
        The colour of every copy.
    placements : sequence of Placement or of (row, column, size)
        One for each copy. Centres lie inside the picture (0 to 63) and sizes are 1 to 31 pixels;
        what reaches over the edge is cut off. Copies may touch or cover each other: `count` is
        how many were drawn, not how many can be told apart.

    Attributes
    ----------
    count : int
        Number of copies.
    image : numpy.ndarray, shape (64, 64, 3)
        The picture, read-only: float64, red, green and blue from 0 to 1. Drawn when first asked for.

    Raises
    ------
    ValueError, TypeError
        For an unknown shape or colour, no placement, or a placement outside these ranges.

    Examples
    --------
    >>> scene = Scene(shape="circle", colour="red", placements=[(16, 16, 6), (48, 40, 9)])
    >>> scene.count, scene.describe()
    (2, 'two red circles on black')
    >>> scene.image[16, 16].tolist()
    [1.0, 0.0, 0.0]
    """

    shape: str
    colour: str
    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        known("shape", self.shape, SHAPES)
        known("colour", self.colour, COLOURS)
        placements = tuple(_as_placement(placement) for placement in self.placements)
        if not placements:
            raise ValueError("placements is empty; give one (row, column, size) or more.")
        object.__setattr__(self, "placements", placements)

    @property
    def count(self) -> int:
        """Number of copies of the shape."""
        return len(self.placements)

    @cached_property
    def image(self) -> NDArray[np.float64]:
        """The picture: shape (64, 64, 3), float64 from 0 to 1, read-only."""
        image = np.zeros((IMAGE_SIZE, IMAGE_SIZE, 3))
        for placement in self.placements:
            image[_pixels(self.shape, placement)] = COLOURS[self.colour]
        image.setflags(write=False)
        return image

    def describe(self) -> str:
        """The scene in words, grammatical, as the text twin of its picture."""
        plural = "" if self.count == 1 else "s"
        return f"{number_word(self.count)} {self.colour} {self.shape}{plural} on black"


def _as_placement(placement: Any) -> Placement:
    if not isinstance(placement, tuple | list) or len(placement) != 3:
        raise TypeError(f"placements holds {placement!r}; give each as (row, column, size).")
    row, column, size = placement
    return Placement(
        whole_number("row", row, 0, IMAGE_SIZE - 1),
        whole_number("column", column, 0, IMAGE_SIZE - 1),
        whole_number("size", size, 1, MAX_SIZE),
    )


def _pixels(shape: str, placement: Placement) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The (rows, columns) that one copy covers."""
    from skimage import draw

    row, column, size = placement
    top, bottom, left, right = row - size, row + size, column - size, column + size
    frame = (IMAGE_SIZE, IMAGE_SIZE)
    if shape == "circle":
        # Half a pixel more, so that the disc reaches the same pixels as a square of its size.
        rows, columns = draw.disk((row, column), size + 0.5, shape=frame)
    elif shape == "square":
        rows, columns = draw.rectangle((top, left), end=(bottom, right), shape=frame)
    else:
        rows, columns = draw.polygon((top, bottom, bottom), (column, left, right), shape=frame)
    return rows, columns


def known(setting: str, value: Any, choices: Iterable[str]) -> None:
    """Raise a ValueError that names the setting and the choices, unless the value is one of them."""
    choices = tuple(choices)
    if value not in choices:
        raise ValueError(f"{setting} is {value!r}; choose one of {', '.join(choices)}.")


def whole_number(setting: str, value: Any, least: int, most: int | None = None) -> int:
    """The value as an int; a TypeError or ValueError that names the setting if it is none in range."""
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
    advice = f"{setting} is {value!r}; give a whole number {bounds}."
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(advice)
    number = int(value)
    if number < least or (most is not None and number > most):
        raise ValueError(advice)
    return number
