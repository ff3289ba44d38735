"""Companies composed by what the pictures show: the images that one image is scored with."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from cidernb.example import DocumentedExample, documented_example, drawn_by_colour
from cidernb.explaining.contributions import contributions
from cidernb.result import Result, score
from cidernb.shapes import COLOURS, SHAPES, Scene
from cidernb.shapes.scenes import number_word

#: The counts of shapes in the documented example.
COUNTS = (1, 2, 3, 4)


@dataclass(frozen=True)
class Composition:
    """An image of the documented example and the others scored with it.

    Attributes
    ----------
    image : int
        The image; it is always in.
    colours, shapes, counts : tuple
        What the other images may show.
    size : int
        How many images there may be at most, the image itself included.
    """

    image: int
    colours: tuple[str, ...] = tuple(COLOURS)
    shapes: tuple[str, ...] = tuple(SHAPES)
    counts: tuple[int, ...] = COUNTS
    size: int = 100

    def __post_init__(self) -> None:
        images = len(documented_example().evaluation_set)
        if self.image not in range(images):
            raise ValueError(f"There is no image {self.image!r}; choose one from 0 to {images - 1}.")
        if self.size < 1:
            raise ValueError(f"The size is {self.size}; give 1 or more.")

    def ids(self) -> list[int]:
        """The company's images, drawn in turn from each colour.

        The draw is the documented one: with all other colours and 25 images it gives the
        documented mixed set, with the image's own colour the documented same-colour set.
        """
        scenes = _scenes(documented_example())
        others = [i for i, scene in enumerate(scenes) if i != self.image and self._holds(scene)]
        drawn = drawn_by_colour(self.image, others, [scene.colour for scene in scenes])
        in_turn = [i for i in chain.from_iterable(zip_longest(*drawn)) if i is not None]
        return sorted([self.image, *in_turn[: self.size - 1]])

    def _holds(self, scene: Scene) -> bool:
        return scene.colour in self.colours and scene.shape in self.shapes and scene.count in self.counts

    def result(self) -> Result:
        """The company scored by the official code's CIDEr-D."""
        return score(documented_example().evaluation_set.subset(self.ids()))

    def to_dict(self) -> dict[str, Any]:
        """The company in plain containers, as JSON can hold it."""
        fields = dataclasses.asdict(self)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Composition:
        """The company that `to_dict` gave.

        Raises
        ------
        ValueError
            If it is none.
        """
        fields: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in stored.items()}
        try:
            return cls(**fields)
        except TypeError as error:
            raise ValueError(f"This is not a company: {error}.") from None


def what_they_show(ids: Sequence[int]) -> dict[str, dict[str, int]]:
    """How many of the images show each colour, shape and count."""
    scenes = [documented_example().scenes[i] for i in ids]
    shown = {
        "colour": Counter(scene.colour for scene in scenes),
        "shape": Counter(scene.shape for scene in scenes),
        "count": Counter(number_word(scene.count) for scene in scenes),
    }
    order = {"colour": tuple(COLOURS), "shape": tuple(SHAPES), "count": tuple(map(number_word, COUNTS))}
    return {what: {name: shown[what][name] for name in order[what]} for what in shown}


class NgramInCompany(NamedTuple):
    """One n-gram of the candidate in two companies, before and after.

    Attributes
    ----------
    ngram : str
        Its words.
    df, idf, points : tuple
        Before and after: the images with it, its IDF and what it earns.
    """

    ngram: str
    df: tuple[int, int]
    idf: tuple[float, float]
    points: tuple[float, float]


def in_both(before: Result, after: Result, image: int) -> list[NgramInCompany]:
    """The n-grams of an image's candidate in two companies, in the order of the caption."""
    tables = (contributions(result, image).table for result in (before, after))
    return [
        NgramInCompany(
            a.ngram,
            (a.df or 0, b.df or 0),
            (a.idf, b.idf),
            (a.contribution, b.contribution),
        )
        for a, b in zip(*tables, strict=True)
    ]


def _scenes(example: DocumentedExample) -> tuple[Scene, ...]:
    return example.scenes[: len(example.evaluation_set)]
