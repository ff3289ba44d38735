"""The documented example: 100 pictures of shapes, captioned by rules, with ten references each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from cidernb.evaluation_set import EvaluationSet
from cidernb.shapes import COLOURS, NUM_EVALUATED, Reading, Scene, documented_world


@dataclass(frozen=True, eq=False)
class DocumentedExample:
    """The data of the documented example.

    Attributes
    ----------
    evaluation_set : EvaluationSet
        The 100 evaluated images, ids 0 to 99: the captioner's candidates, ten references each.
    pool : tuple of tuple of str
        The references of the other 200 scenes, an IDF source apart from the evaluation set:
        `DocumentFrequencies.from_references(example.pool)`.
    scenes : tuple of Scene
        All 300, the evaluated ones first; each with `.image`, `.count`, `.colour` and `.shape`.
    readings : tuple of Reading
        What the captioner saw in each evaluated picture.
    """

    evaluation_set: EvaluationSet
    pool: tuple[tuple[str, ...], ...]
    scenes: tuple[Scene, ...]
    readings: tuple[Reading, ...]


@cache
def documented_example() -> DocumentedExample:
    """The documented example, drawn and captioned once.

    Returns
    -------
    DocumentedExample
        Every call returns the same object, so that what its evaluation set encodes is shared.

    Examples
    --------
    >>> example = documented_example()
    >>> example.evaluation_set.candidates[2], example.scenes[2].describe()
    ('four blue triangle', 'four blue triangles on black')
    """
    world = documented_world()
    evaluated = world.first(NUM_EVALUATED)
    return DocumentedExample(
        EvaluationSet(evaluated.candidates, evaluated.references),
        world.references[NUM_EVALUATED:],
        world.scenes,
        evaluated.readings,
    )


def of_colour(colour: str, colours: Sequence[str]) -> list[int]:
    """The ids of the images of one colour, given every image's."""
    return [image_id for image_id, other in enumerate(colours) if other == colour]


def mixed_set(image_id: int, colours: Sequence[str], of_each: int = 8) -> list[int]:
    """An image and some of each other colour, drawn as in the documented example.

    Parameters
    ----------
    image_id : int
        The image.
    colours : sequence of str
        Every image's colour, by id.
    of_each : int
        How many of each other colour.

    Returns
    -------
    list of int
        Ids, the image's own first.

    Examples
    --------
    >>> mixed_set(0, ["red", "blue", "red", "blue", "blue"], of_each=2)
    [0, 1, 4]
    """
    others = [other for other, colour in enumerate(colours) if colour != colours[image_id]]
    by_colour = (drawn[:of_each] for drawn in drawn_by_colour(image_id, others, colours))
    return [image_id, *(other for chosen in by_colour for other in chosen)]


def drawn_by_colour(image_id: int, others: Sequence[int], colours: Sequence[str]) -> list[list[int]]:
    """Other images in the order in which the documented example draws an image's company.

    Parameters
    ----------
    image_id : int
        The image.
    others : sequence of int
        Ids to draw from.
    colours : sequence of str
        Every image's colour, by id.

    Returns
    -------
    list of list of int
        The ids of each colour, in the order of `COLOURS`.
    """
    # The seed and the one permutation are part of the documented example.
    drawn = np.random.default_rng(1000 + image_id).permutation(others).tolist()
    return [[other for other in drawn if colours[other] == colour] for colour in COLOURS]
