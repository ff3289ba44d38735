"""Scenes on which the captioner of the documented example errs."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from functools import cache

from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.exploring.world import Picture, World, world_of
from cidernb.shapes import Placement, Scene, caption, reference_captions


def _at(*placements: tuple[int, int, int]) -> tuple[Placement, ...]:
    return tuple(Placement(*placement) for placement in placements)


#: The scenes by name, and why the captioner errs on each.
MISREAD = {
    "touching": (
        Scene(shape="square", colour="yellow", placements=_at((16, 16, 8), (33, 33, 8), (48, 12, 8))),
        "Two squares touch at a corner, so they count as one piece; its box is half empty, and the mean "
        "over the pieces is that of a circle.",
    ),
    "cut off": (
        Scene(shape="triangle", colour="blue", placements=_at((0, 32, 14))),
        "The edge of the picture cuts off the triangle's tip; the rest fills its box as well as a disc does.",
    ),
    "tiny": (
        Scene(shape="circle", colour="green", placements=_at((16, 16, 1), (40, 30, 1), (28, 50, 1))),
        "A disc three pixels wide is drawn as a square.",
    ),
}


@cache
def misread_world() -> World:
    """The documented example with these scenes, captioned as they are misread."""
    images = documented_example().evaluation_set
    scenes = {name: scene for name, (scene, _) in MISREAD.items()}
    candidates = {name: caption(scene.image).caption for name, scene in scenes.items()}
    references = {name: reference_captions(scene) for name, scene in scenes.items()}
    world = world_of(EvaluationSet({**images.candidates, **candidates}, {**images.references, **references}))
    pictures: dict[Hashable, Picture] = {
        name: Picture(scene.image, scene.describe()) for name, scene in scenes.items()
    }
    return dataclasses.replace(world, pictures=pictures)
