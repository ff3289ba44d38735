"""What `05_evaluation_set` asks: the same caption in other company, and in batches."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.explaining.change import Change, change
from cidernb.explaining.contributions import contributions
from cidernb.exploring.composition import Composition
from cidernb.result import score
from cidernb.shapes import COLOURS, SHAPES, Scene
from cidernb.studies.batches import BatchScores, score_in_batches
from cidernb.studies.effects import SAME_SCORE, TwoCompanies, in_two_companies
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction

#: The image that the notebook looks at, "three red circle".
IMAGE = 32

#: Images in the two documented companies.
_SIZE = 25

_BATCH = 10

_LOWER, _HIGHER, _MIXED = "lower on every image", "higher on every image", "lower on some, higher on others"


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _scene() -> Scene:
    return documented_example().scenes[IMAGE]


def _same() -> Composition:
    return Composition(IMAGE, colours=(_scene().colour,), size=_SIZE)


def _mixed() -> Composition:
    return Composition(IMAGE, colours=tuple(c for c in COLOURS if c != _scene().colour), size=_SIZE)


@cache
def _companies() -> TwoCompanies:
    return in_two_companies(documented_example())


@cache
def _moved() -> Change:
    return change(_mixed().result(), _same().result(), IMAGE)


def _direction() -> str:
    difference = _companies().difference
    if (difference < -SAME_SCORE).all():
        return _LOWER
    return _HIGHER if (difference > SAME_SCORE).all() else _MIXED


def _direction_notice() -> str:
    difference = _companies().difference
    return (
        f"Same-colour minus mixed runs from {difference.min():.2f} to {difference.max():.2f} points, mean "
        f"{difference.mean():.2f}; the same-colour set gives the lower score on "
        f"{int((difference < 0).sum())} of {len(difference)} images. This is read off the output. What is "
        "certain beforehand is only that the colour word weighs nothing there; the other n-grams may gain or "
        "lose."
    )


def _colour_question() -> str:
    return (
        f"“{_images().candidates[IMAGE]}” is scored among the {_SIZE} images of its own colour. How many "
        f"points does the word “{_scene().colour}”, taken alone, earn there?"
    )


def _colour_points() -> float:
    return contributions(_same().result(), IMAGE).by_ngram[_scene().colour]


def _colour_notice() -> str:
    by_ngram = _moved().by_ngram
    gained = {ngram: points for ngram, points in by_ngram.items() if points > 0}
    return (
        f"The word stands in the references of {_SIZE} of {_SIZE} images, so its IDF is ln 1 = 0. Against "
        f"the mixed set “{_scene().colour}” moves by {by_ngram[_scene().colour]:.2f} points, while "
        + ", ".join(f"“{ngram}” gains {points:.2f}" for ngram, points in gained.items())
        + f": the score moves by {_moved().total:.2f} in all."
    )


def _table() -> DocumentFrequencies:
    return DocumentFrequencies.from_references(_same().result().evaluation_set.references)


def _count_word() -> str:
    return _images().candidates[IMAGE].split()[0]


def _idf() -> float:
    return math.log(_table().num_images / _table().of(_count_word()))


_BEST: dict[str, Callable[[], Composition]] = {
    "its own colour": lambda: Composition(IMAGE, colours=(_scene().colour,)),
    "its own shape": lambda: Composition(IMAGE, shapes=(_scene().shape,)),
    "its own count": lambda: Composition(IMAGE, counts=(_scene().count,)),
    "no circle": lambda: Composition(IMAGE, shapes=tuple(s for s in SHAPES if s != _scene().shape)),
}


def _points() -> dict[str, float]:
    return {name: company().result().per_image[IMAGE] for name, company in _BEST.items()}


def _best() -> str:
    points = _points()
    return max(points, key=lambda name: points[name])


@cache
def _batches() -> BatchScores:
    return score_in_batches(_images(), _BATCH)


def _batch_answer() -> str:
    whole, means = score(_images()).mean, _batches().means
    if np.all(np.abs(means - whole) <= SAME_SCORE):
        return "always the score of the whole set"
    if np.all(means < whole):
        return "lower in every draw"
    return "higher in every draw" if np.all(means > whole) else "now lower, now higher"


PREDICTIONS = (
    Prediction(
        key="05-direction",
        question=(
            f"Every caption of the example is scored twice: in a set of {_SIZE} images of its own colour, "
            f"and in a set of {_SIZE} with its image and others of all the other colours. Caption and "
            "references stay. The score in the same-colour set is"
        ),
        outcome=_direction,
        notice=_direction_notice,
        options=(_LOWER, _HIGHER, _MIXED),
        misconception=(
            "“A score belongs to a caption and its references.” It belongs to them and to all images "
            "that were scored together: those make the IDF."
        ),
    ),
    Prediction(
        key="05-colour",
        question=_colour_question,
        outcome=_colour_points,
        notice=_colour_notice,
        unit="points",
        misconception=(
            "“The documents of the document frequency are captions.” They are images: an image counts "
            "once, whether one of its references has the word or all of them."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="05-idf",
        question=lambda: (
            f"In the same-colour set “{_count_word()}” has a df of {_table().of(_count_word())} and there "
            f"are {_table().num_images} images. What is its IDF, with the natural logarithm? Give two "
            "decimals."
        ),
        answer=_idf,
        digits=2,
        hint="Eq. 1: the logarithm of the number of images over the df.",
        solution=lambda: f"ln({_table().num_images} / {_table().of(_count_word())}) = {_idf():.2f}.",
    ),
    ChoiceExercise(
        key="05-best",
        question=lambda: (
            f"“{_images().candidates[IMAGE]}” joins those images of the example that share one thing, or "
            "have none of it. In which of these companies does it score highest? Compose each one and look."
        ),
        options=tuple(_BEST),
        answer=_best,
        hint="Which n-grams of the caption does a reference share, and in which company are they rare?",
        solution=lambda: "; ".join(f"{name}: {points:.3f}" for name, points in _points().items()) + ".",
    ),
    ChoiceExercise(
        key="05-batches",
        question=lambda: (
            f"Somebody scores the {len(_images())} captions in batches of {_BATCH} drawn at random, and "
            f"averages. Over {len(_batches().means)} draws that average is"
        ),
        options=(
            "always the score of the whole set",
            "lower in every draw",
            "higher in every draw",
            "now lower, now higher",
        ),
        answer=_batch_answer,
        hint="Open the tab Batches and compare the column of means with its last row.",
        solution=lambda: (
            f"The whole set gives {score(_images()).mean:.3f}; the draws run from "
            f"{_batches().means.min():.3f} to {_batches().means.max():.3f}. Every batch counts its own df "
            "over its own number of images, so the same n-gram weighs something else in each. Score the "
            "whole set at once, or give every batch the same table."
        ),
    ),
)
