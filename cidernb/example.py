"""The documented example: 100 pictures of shapes, captioned by rules, with ten references each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from cidernb.evaluation_set import EvaluationSet
from cidernb.shapes import NUM_EVALUATED, Reading, Scene, documented_world


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
