"""Worlds: scenes drawn at random with their references, among them the documented one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from .captioner import Reading, caption
from .references import reference_captions
from .scenes import COLOURS, IMAGE_SIZE, MAX_SIZE, SHAPES, Placement, Scene, known, whole_number

#: The first 100 scenes of the documented world are its evaluation set, the others its IDF pool.
NUM_EVALUATED = 100

_PLACEMENTS = ("quadrants", "anywhere")
_QUADRANT_CENTRES = ((16, 16), (16, 48), (48, 16), (48, 48))
_JITTER = 3


@dataclass(frozen=True)
class ShapeWorld:
    """Scenes with their references.

    Attributes
    ----------
    scenes : tuple of Scene
    references : tuple of tuple of str
        Ten for each scene, in an order of the scene's own.
    readings : tuple of Reading
        What the captioner reads in each scene's picture. Read when first asked for.
    candidates : tuple of str
        The captions of the readings.
    """

    scenes: tuple[Scene, ...]
    references: tuple[tuple[str, ...], ...]

    def first(self, num_scenes: int) -> ShapeWorld:
        """The world of the first `num_scenes` scenes alone."""
        num_scenes = whole_number("num_scenes", num_scenes, 1, len(self.scenes))
        return ShapeWorld(self.scenes[:num_scenes], self.references[:num_scenes])

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """What the captioner reads in each picture."""
        return tuple(caption(scene.image) for scene in self.scenes)

    @property
    def candidates(self) -> tuple[str, ...]:
        """The captioner's caption of each picture."""
        return tuple(reading.caption for reading in self.readings)


def draw_world(
    num_scenes: int = 300,
    *,
    seed: int = 0,
    counts: tuple[int, int] = (1, 4),
    colours: Sequence[str] = tuple(COLOURS),
    shapes: Sequence[str] = SHAPES,
    sizes: tuple[int, int] = (6, 9),
    placement: str = "quadrants",
) -> ShapeWorld:
    """Draw scenes at random, and shuffle the references of each.

    The defaults draw the documented world. The same options give the same world every time.

    Parameters
    ----------
    num_scenes : int
        How many.
    seed : int
        Of NumPy's default generator, 0 or more.
    counts : (int, int)
        Fewest and most copies in a scene, all numbers between equally likely. At most 4 in quadrants.
    colours : sequence of str
        Taken in turn, so that each colour is equally frequent.
    shapes : sequence of str
        Drawn with equal chances, by position.
    sizes : (int, int)
        Smallest and largest size in pixels, 1 to 31: half the width of a shape, without its centre.
        In quadrants, shapes of up to 12 stay apart. Size 1 is too small to tell discs from squares.
    placement : {"quadrants", "anywhere"}
        "quadrants" puts each copy near the middle of a quadrant of its own; "anywhere" lets the
        copies touch and cover each other, and keeps each wholly inside the picture.

    Returns
    -------
    ShapeWorld

    Raises
    ------
    ValueError, TypeError
        For an option outside these, in a sentence that names it.

    Examples
    --------
    >>> world = draw_world(2, seed=5, shapes=["square"], counts=(2, 2))
    >>> [scene.describe() for scene in world.scenes]
    ['two red squares on black', 'two green squares on black']
    >>> world.candidates
    ('two red square', 'two green square')
    """
    num_scenes = whole_number("num_scenes", num_scenes, 1)
    rng = np.random.default_rng(whole_number("seed", seed, 0))
    known("placement", placement, _PLACEMENTS)
    counts = _range("counts", counts)
    if placement == "quadrants" and counts[1] > len(_QUADRANT_CENTRES):
        raise ValueError(f'counts is {counts}; give at most 4 shapes, or placement="anywhere".')
    sizes = _range("sizes", sizes, MAX_SIZE)
    colours, shapes = _names("colours", colours, tuple(COLOURS)), _names("shapes", shapes, SHAPES)

    place = _in_quadrants if placement == "quadrants" else _anywhere
    scenes = []
    for number in range(num_scenes):
        shape = shapes[rng.integers(len(shapes))]
        count = _between(rng, *counts)
        placements = place(rng, count, sizes)
        scenes.append(Scene(shape=shape, colour=colours[number % len(colours)], placements=placements))
    # Shuffled only now: the documented references follow from the generator's state after all scenes.
    references = tuple(_shuffled(rng, reference_captions(scene)) for scene in scenes)
    return ShapeWorld(tuple(scenes), references)


@cache
def documented_world() -> ShapeWorld:
    """The 300 scenes of the documented example, drawn once.

    `documented_world().first(NUM_EVALUATED)` is the evaluation set; the references of the others
    are the pool for an IDF source.

    Examples
    --------
    >>> world = documented_world()
    >>> world.references[2][1]
    'there are four blue triangles'
    """
    return draw_world()


def _in_quadrants(rng: np.random.Generator, count: int, sizes: tuple[int, int]) -> tuple[Placement, ...]:
    placements = []
    for quadrant in rng.permutation(len(_QUADRANT_CENTRES))[:count]:
        # Row, column, size: the order of these draws is part of the documented world.
        row, column = (centre + _between(rng, -_JITTER, _JITTER) for centre in _QUADRANT_CENTRES[quadrant])
        placements.append(Placement(row, column, _between(rng, *sizes)))
    return tuple(placements)


def _anywhere(rng: np.random.Generator, count: int, sizes: tuple[int, int]) -> tuple[Placement, ...]:
    placements = []
    for _ in range(count):
        size = _between(rng, *sizes)
        row, column = (_between(rng, size, IMAGE_SIZE - 1 - size) for _ in range(2))
        placements.append(Placement(row, column, size))
    return tuple(placements)


def _between(rng: np.random.Generator, least: int, most: int) -> int:
    return int(rng.integers(least, most + 1))


def _shuffled(rng: np.random.Generator, captions: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(captions[position] for position in rng.permutation(len(captions)))


def _range(setting: str, value: Any, most: int | None = None) -> tuple[int, int]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise TypeError(f"{setting} is {value!r}; give two whole numbers, the least and the most.")
    low = whole_number(f"the least of {setting}", value[0], 1, most)
    high = whole_number(f"the most of {setting}", value[1], 1, most)
    if low > high:
        raise ValueError(f"{setting} is {value!r}; give the least first and then the most.")
    return low, high


def _names(setting: str, value: Any, choices: tuple[str, ...]) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        raise TypeError(f"{setting} is {value!r}; give a list of one or more of {', '.join(choices)}.")
    for name in value:
        known(f"a name in {setting}", name, choices)
    return tuple(value)
