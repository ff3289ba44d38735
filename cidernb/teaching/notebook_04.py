"""What `04_idf_sources` asks: one image alone, a table that claims too few images, unseen n-grams."""

from __future__ import annotations

import math

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.explaining.losses import losses
from cidernb.exploring.idf_sources import OwnTable, write_table
from cidernb.exploring.world import everyday_world
from cidernb.result import IdfSource, Result, score
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction
from cidernb.variant import PRESETS

#: The image that the notebook starts with, "three red circle".
IMAGE = 32

#: An everyday scene with one reference kept, and that reference without its first word.
SCENE = "hotel-taxi"
CLAIMED = 2

_SAME_SCORE = 1e-9

_ZERO, _SAME, _OTHER = (
    "0: one image alone always scores 0",
    "the same as among all images with that table",
    "something else",
)
_BELOW, _TEN, _ABOVE = "less than the reference", "as much as the reference", "more than the reference"


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _pool() -> DocumentFrequencies:
    return DocumentFrequencies.from_references(documented_example().pool)


def _points(images: EvaluationSet, idf: IdfSource) -> float:
    return score(images, idf=idf).per_image[IMAGE]


def _alone() -> str:
    among_all, alone = (_points(images, _pool()) for images in (_images(), _images().subset([IMAGE])))
    if alone == 0:
        return _ZERO
    return _SAME if abs(alone - among_all) <= _SAME_SCORE else _OTHER


def _alone_notice() -> str:
    alone = _images().subset([IMAGE])
    return (
        f"Alone the picture gets {_points(alone, _pool()):.3f} with the pool's table, and "
        f"{_points(_images(), _pool()):.3f} among all {len(_images())} with it: with a table no other image "
        f"has a say. With the IDF of the evaluation set it gets {_points(alone, 'corpus'):.0f} alone and "
        f"{_points(_images(), 'corpus'):.3f} among all."
    )


def _taxi() -> EvaluationSet:
    return everyday_captions().evaluation_set("plain").first_references(1).subset([SCENE])


def taxi_caption() -> str:
    """The everyday scene's one reference without its first word."""
    (reference,) = _taxi().references[SCENE]
    return reference.partition(" ")[2]


def taxi_table(num_images: int) -> OwnTable:
    """That caption's n-grams with their df over all everyday scenes, and an |I| claimed for them."""
    return OwnTable.read(write_table(everyday_world(), taxi_caption()), num_images)


def taxi_result(caption: str, num_images: int) -> Result:
    """A caption for the everyday scene, scored with that table."""
    table = taxi_table(num_images).document_frequencies
    return score(_taxi().with_candidate(SCENE, caption), idf=table)


def _claimed_points() -> tuple[float, float]:
    captions = (taxi_caption(), _taxi().references[SCENE][0])
    short, whole = (taxi_result(caption, CLAIMED).per_image[SCENE] for caption in captions)
    return short, whole


def _claimed() -> str:
    short, whole = _claimed_points()
    if abs(short - whole) <= _SAME_SCORE:
        return _TEN
    return _ABOVE if short > whole else _BELOW


def _claimed_notice() -> str:
    short, whole = _claimed_points()
    gain = -losses(taxi_result(taxi_caption(), CLAIMED), SCENE)["clipping"]
    honest = taxi_result(taxi_caption(), _everyday_images()).per_image[SCENE]
    return (
        f"The reference gets {whole:.2f}, the caption without its first word {short:.2f}. The weights of “a” "
        "are negative, and the smaller of two negative weights is the one with the larger count: clipping, "
        f"which should only take points, gives {gain:.2f}. With |I| = {_everyday_images()} it gets "
        f"{honest:.2f}."
    )


def _everyday_images() -> int:
    return len(everyday_captions().evaluation_set("plain"))


def _largest() -> int:
    return max(taxi_table(CLAIMED).counts.values())


def _negative_idf() -> float:
    return math.log(CLAIMED / _largest())


def _twice() -> str:
    return " ".join([_images().candidates[IMAGE]] * 2)


_ORDERS = ("order 1 alone", "orders 1 and 2", "orders 1 to 3", "all four orders")


def _earning_orders() -> str:
    images = _images().with_candidate(IMAGE, _twice())
    limit = PRESETS["code-cider"].replace(unseen="limit")
    per_order = score(images, variant=limit).per_order[images.row(IMAGE)]
    return _ORDERS[int((per_order > 0).sum()) - 1]


def _twice_solution() -> str:
    images = _images().with_candidate(IMAGE, _twice())
    floor, limit = (
        score(images, variant=PRESETS["code-cider"].replace(unseen=unseen)).per_image[IMAGE]
        for unseen in ("floor", "limit")
    )
    return (
        "Where the caption joins itself it has a pair of words that no reference has, and so has every "
        "longer n-gram over the join. Their weight grows without bound, the vector of the order turns into "
        "them alone, and its cosine goes to 0. All words by themselves are known: order 1 stays. By the "
        f"floor the caption gets {floor:.3f}, by the limit {limit:.3f}."
    )


PREDICTIONS = (
    Prediction(
        key="04-alone",
        question=lambda: (
            f"“{_images().candidates[IMAGE]}” is scored alone, without any other image. Its IDF comes from a "
            f"table counted on {len(documented_example().pool)} other scenes. It gets"
        ),
        outcome=_alone,
        notice=_alone_notice,
        options=(_ZERO, _SAME, _OTHER),
        misconception=(
            "“One image alone cannot be scored by CIDEr.” It gets 0 only where the IDF is counted on that "
            "one image. A table counted elsewhere scores it."
        ),
    ),
    Prediction(
        key="04-claimed",
        question=lambda: (
            f"A scene has one reference, “{_taxi().references[SCENE][0]}”. As a caption the reference gets "
            f"{_claimed_points()[1]:g}. A table says that “a” has a df of {_largest()}, and claims that it "
            f"was counted on {CLAIMED} images. The caption “{taxi_caption()}” gets"
        ),
        outcome=_claimed,
        notice=_claimed_notice,
        options=(_BELOW, _TEN, _ABOVE),
        misconception=(
            "“CIDEr-D lies between 0 and 10.” It does while no IDF is negative, as with the IDF of the "
            "evaluation set. A table with an |I| below one of its df breaks that."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="04-negative",
        question=lambda: (
            f"A table gives “a” a df of {_largest()} and claims |I| = {CLAIMED}. What is the IDF of “a”, "
            "with the natural logarithm? Give two decimals."
        ),
        answer=_negative_idf,
        digits=2,
        hint="The logarithm of |I| over the df. Which of the two is larger here?",
        solution=lambda: f"ln({CLAIMED} / {_largest()}) = {_negative_idf():.2f}: a negative number.",
    ),
    NumberExercise(
        key="04-nothing",
        question=(
            "In the second app, for which |I| claimed does the word “a” weigh exactly nothing? Move the "
            "number and look at its row."
        ),
        answer=lambda: float(_largest()),
        digits=0,
        unit="images",
        hint="The logarithm of which number is 0?",
        solution=lambda: f"ln(|I| / df) is 0 where |I| equals the df: {_largest()} images.",
    ),
    ChoiceExercise(
        key="04-unseen",
        question=lambda: (
            f"The caption is “{_twice()}”, the IDF that of the evaluation set, clipping is off and unseen "
            "n-grams are read by the limit. Which orders still earn points?"
        ),
        options=_ORDERS,
        answer=_earning_orders,
        hint="Which n-grams of this caption stand in no reference? Look for a df of 0.",
        solution=_twice_solution,
    ),
)
