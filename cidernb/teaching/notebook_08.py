"""What `08_how_many_references` asks: what rises with the references, one more, and a duplicate."""

from __future__ import annotations

from functools import cache

import numpy as np

from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.result import score
from cidernb.studies.reference_counts import HELD_FIXED, RECOMPUTED, NestedScores, ReferenceSubsets
from cidernb.teaching.exercise import CaptionExercise, NumberExercise
from cidernb.teaching.prediction import Prediction

#: The image whose references the last exercise thins out.
IMAGE = 32

#: Two images; the first one's references hold its candidate, and hold it twice.
_CANDIDATES = ("a dog runs", "two cats sleep on a sofa")
_DOGS = ("a dog runs", "a dog runs", "a puppy plays outside")
_CATS = ("two cats sleep on a sofa", "cats lying on the couch")

#: A caption of at least four words that is one of its references.
_PERFECT = "a brown dog runs fast"


@cache
def _nested(idf: str) -> NestedScores:
    return ReferenceSubsets(documented_example().evaluation_set).nested(idf=idf)


def _mean(references: int, idf: str = RECOMPUTED) -> float:
    return float(_nested(idf).of()[0][references - 1])


def _falling() -> int:
    return int(_nested(RECOMPUTED).falling()[-1])


def _held_question() -> str:
    return (
        f"The mean CIDEr-D of the hundred captions is {_mean(1):.2f} with one reference an image and "
        f"{_mean(10):.2f} with ten. Now keep the IDF of all ten references, and compare each caption with "
        "one reference only. What is the mean then?"
    )


def _held_notice() -> str:
    return (
        f"With the IDF held fixed the mean is {_mean(1, HELD_FIXED):.2f} with one reference and "
        f"{_mean(10, HELD_FIXED):.2f} with ten. Comparing with more captions did not raise it. Almost all of "
        f"the rise of {_mean(10) - _mean(1):.2f} points is the IDF, which counts more captions."
    )


def _falling_notice() -> str:
    held = int(_nested(HELD_FIXED).falling()[-1])
    return (
        f"The mean rises from {_mean(9):.3f} to {_mean(10):.3f}, and still {_falling()} of 100 images "
        f"lose. With the IDF held fixed, {held} lose: a score is a mean over references, and a reference "
        "that is less like the caption than the others pulls it down."
    )


def _dog(references: tuple[str, ...], candidate: str = _CANDIDATES[0]) -> float:
    return score([candidate, _CANDIDATES[1]], [list(references), list(_CATS)]).per_image[0]


def _duplicate_solution() -> str:
    alone = _dog(_DOGS[:1])
    return (
        f"Three words have no n-gram of order 4, so even a copy earns {alone:g}. The other reference shares "
        f"no n-gram with the caption that has a weight and earns 0. Twice {alone:g} and once 0 make "
        f"{_dog(_DOGS):g}; without the duplicate it is {_dog(_DOGS[1:]):g}."
    )


def _blank_solution() -> str:
    return (
        f"A blank reference has no n-grams, so it gives 0 to every caption, and it counts in the mean: "
        f"half of {_dog((_PERFECT,), _PERFECT):g} is {_dog((_PERFECT, ''), _PERFECT):g}. A blank line in a "
        "file of references costs points and says nothing."
    )


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _with_reference(text: str) -> float:
    images = _images()
    references = {**images.references, IMAGE: [*images.references[IMAGE], text]}
    return score(EvaluationSet(images.candidates, references)).per_image[IMAGE]


def _present() -> float:
    return score(_images()).per_image[IMAGE]


def _best_duplicate() -> str:
    texts = _images().references[IMAGE]
    return texts[int(np.argmax([_with_reference(text) for text in texts]))]


PREDICTIONS = (
    Prediction(
        key="08-held",
        question=_held_question,
        outcome=lambda: _mean(1, HELD_FIXED),
        notice=_held_notice,
        unit="points",
        misconception=(
            "“More references give a caption more chances to match, so its score rises.” That is so for a "
            "maximum over references. CIDEr takes their mean."
        ),
    ),
    Prediction(
        key="08-tenth",
        question=(
            "The IDF is recomputed again. Every image had nine references and now gets its tenth. The mean "
            "over the hundred images rises. On how many of them does the score fall?"
        ),
        outcome=lambda: float(_falling()),
        notice=_falling_notice,
        unit="images",
        high=100.0,
        digits=0,
        misconception=(
            "“More references help a single image.” They make its score steadier. Whether it rises depends "
            "on the next reference."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="08-duplicate",
        question=lambda: (
            f"“{_DOGS[0]}” has the references “{'”, “'.join(_DOGS)}”: somebody handed the same line in "
            f"twice. The other image of the set shows cats. The caption scores {_dog(_DOGS):g}. What does it "
            "score once the duplicate is removed?"
        ),
        answer=lambda: _dog(_DOGS[1:]),
        hint="What does the caption get from each of its references? The score is the mean of these.",
        solution=_duplicate_solution,
    ),
    NumberExercise(
        key="08-blank",
        question=lambda: (
            f"“{_PERFECT}” has itself as its only reference and scores {_dog((_PERFECT,), _PERFECT):g}. "
            "A blank line slips into the file as a second reference. What does the caption score now?"
        ),
        answer=lambda: _dog((_PERFECT, ""), _PERFECT),
        digits=1,
        hint="What can a caption share with a blank line? And by how many references is divided?",
        solution=_blank_solution,
    ),
    CaptionExercise(
        key="08-eleventh",
        question=lambda: (
            f"Image {IMAGE}, “{_images().candidates[IMAGE]}”, scores {_present():.3f} with its ten "
            "references. Write an eleventh reference that a person might write of three red circles and "
            "that lowers the score of this caption. The check sees the score alone: whether a person might "
            "write it is for you to judge."
        ),
        answer=lambda: "a few round red dots on black",
        score=_with_reference,
        below=_present,
        hint="The score is a mean. Which true sentence shares nothing with the caption?",
        solution=lambda: (
            f"A true sentence in other words does it. A copy of a reference can do the opposite: with "
            f"“{_best_duplicate()}” handed in twice the score is {_with_reference(_best_duplicate()):.3f}."
        ),
    ),
)
