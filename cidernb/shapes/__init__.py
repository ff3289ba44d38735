"""The world of shapes: pictures whose truth is known, references for them, and a captioner that errs."""

from __future__ import annotations

from .captioner import Reading, caption
from .references import TEMPLATES, reference_captions
from .scenes import COLOURS, IMAGE_SIZE, SHAPES, Placement, Scene
from .world import NUM_EVALUATED, ShapeWorld, documented_world, draw_world

__all__ = [
    "COLOURS",
    "IMAGE_SIZE",
    "NUM_EVALUATED",
    "SHAPES",
    "TEMPLATES",
    "Placement",
    "Reading",
    "Scene",
    "ShapeWorld",
    "caption",
    "documented_world",
    "draw_world",
    "reference_captions",
]
