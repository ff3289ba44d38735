"""What the official code does otherwise than the paper, each departure scored on whole sets and on a caption.

Every departure scores a set in its readings, so that one can see where they part: on a caption chosen
for it, and on how many captions of a set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.studies import departure_readings as readings
from cidernb.studies.departure_readings import Readings

#: Scores nearer than this are one score.
SAME = 1e-9


@dataclass(frozen=True)
class Departure:
    """One thing that the official code does otherwise than the paper, or than one may expect.

    Attributes
    ----------
    key, label : str
        Its name, and its words on screen.
    paper, code : str
        What the paper says, and what the code does.
    why : str
        What follows.
    image : str
        The scene whose caption shows it.
    candidate : str
        That caption.
    readings : callable
        Scores an evaluation set in each reading.
    """

    key: str
    label: str
    paper: str
    code: str
    why: str
    image: str
    candidate: str
    readings: Callable[[EvaluationSet], Readings]


class Shown(NamedTuple):
    """A departure on its caption, and on whole sets.

    Attributes
    ----------
    scores : mapping of str to float
        Words of a reading to the caption's score, or to the set's where the departure is one of means.
    of_set : bool
        Whether the scores are a set's.
    moved : mapping of str to tuple of int
        A set's name to how many of its scores the readings part on, and of how many.
    """

    scores: Mapping[str, float]
    of_set: bool
    moved: Mapping[str, tuple[int, int]]

    @property
    def matters(self) -> bool:
        """Whether the readings part on the caption."""
        return float(np.ptp(list(self.scores.values()))) > SAME


def sets() -> dict[str, EvaluationSet]:
    """The sets of captions on which departures are counted."""
    return {
        "everyday captions": everyday_captions().evaluation_set(),
        "documented example": documented_example().evaluation_set,
    }


@cache
def caption_per_departure() -> EvaluationSet:
    """The everyday scenes, each departure's caption standing for its scene."""
    chosen = {departure.image: departure.candidate for departure in DEPARTURES}
    return everyday_captions().evaluation_set().with_candidates(chosen)


@cache
def shown(departure: Departure) -> Shown:
    """Score a departure's caption and count the captions that it moves."""
    images = caption_per_departure()
    at = images.row(departure.image)
    found = departure.readings(images)
    of_set = all(len(scores) == 1 for scores in found.values())
    moved = {}
    for name, each in sets().items():
        table = np.array(list(departure.readings(each).values()))
        moved[name] = (int(np.sum(np.ptp(table, axis=0) > SAME)), table.shape[1])
    return Shown(
        {words: float(scores[0 if of_set else at]) for words, scores in found.items()}, of_set, moved
    )


DEPARTURES = (
    Departure(
        key="stemming",
        label="stemming",
        paper="CIDEr maps words to stems first; CIDEr-D does not.",
        code="No official scorer stems.",
        why="Wherever candidate and reference hold forms of one word, the code's CIDEr is the lower.",
        image="beach-dogs",
        candidate="two dog run along the beach",
        readings=readings.stemming,
    ),
    Departure(
        key="raw-counts",
        label="raw counts",
        paper="Eq. 1 divides each count by the sentence's n-grams, of all orders or of one: it does not say.",
        code="Each weight is the raw count times the IDF.",
        why="Without clipping this changes nothing: what scales all of a vector scales its norm too.",
        image="pond-ducks",
        candidate="four ducks swim across a pond in a line",
        readings=readings.raw_counts,
    ),
    Departure(
        key="unseen",
        label="unseen n-grams",
        paper="An n-gram in no reference has a df of 0, and its IDF is not defined.",
        code="The df is floored at 1.",
        why="Under the limit, one unseen n-gram takes the whole cosine of its order.",
        image="window-cat",
        candidate="a grey dog sleeping on a windowsill",
        readings=readings.unseen,
    ),
    Departure(
        key="clipping",
        label="clipping on raw counts",
        paper="Eq. 4 takes the smaller of two weights; the text of section 8 clips counts.",
        code="It takes the smaller of two weights, and these are raw counts times IDF.",
        why=(
            "On raw counts the two are one, so the code does what the text says (unless an IDF is "
            "negative). Eq. 4 as printed is another number wherever lengths differ."
        ),
        image="geese-crossing",
        candidate="geese cross a farm track",
        readings=readings.clipping,
    ),
    Departure(
        key="length",
        label="length in bigrams",
        paper="The penalty compares the lengths of two sentences.",
        code="It counts their bigrams.",
        why=(
            "A caption of one word or more has one bigram less than words, on both sides, so the difference "
            "is the same. A blank caption is the exception, and it scores 0 anyway."
        ),
        image="horse-apple",
        candidate="a girl feeds an apple to a brown horse over a gate in a field",
        readings=readings.length,
    ),
    Departure(
        key="idf",
        label="IDF source",
        paper="The images of the data set.",
        code="coco-caption: the evaluated images. The authors' repository: those, or a file made beforehand.",
        why="The weights are another caption's company: one image alone has no IDF and scores 0.",
        image="red-bus",
        candidate="a red bus turns a corner in the rain",
        readings=readings.idf_source,
    ),
    Departure(
        key="sigma",
        label="sigma dropped by a wrapper",
        paper="σ = 6.",
        code=(
            "coco-caption passes sigma on. ciderD.py takes one and does not pass it on, so that the "
            "scorer's own 6 stands."
        ),
        why="A sigma that you set may never arrive, and nothing says so. With 6 the two agree.",
        image="aquarium-turtle",
        candidate="children look at a turtle",
        readings=readings.sigma,
    ),
    Departure(
        key="factor",
        label="the factor 10",
        paper="CIDEr-D has it, CIDEr does not.",
        code="Both have it.",
        why="The order of captions stays; the digits are the same and the point is not.",
        image="parrot-shoulder",
        candidate="a green parrot sits on the shoulder of a man",
        readings=readings.factor,
    ),
    Departure(
        key="averaging",
        label="averaging",
        paper="A mean over references and a weighted sum over orders, for one image.",
        code="The same for each image; the corpus score is the mean over images.",
        why=(
            "Every image counts once, however many references it has. Where all have as many, pooling the "
            "references gives the same."
        ),
        image="tomato-board",
        candidate="a woman slices tomatoes on a wooden board",
        readings=readings.averaging,
    ),
    Departure(
        key="tokenization",
        label="tokenization",
        paper="Its equations start from words and do not say how a caption is split into them.",
        code="The Stanford PTB tokenizer, lower case, and a fixed list of punctuation removed.",
        why="Split at spaces, a capital and a full stop make other words of the first and the last.",
        image="blue-bike",
        candidate="a blue bike leaning against a brick wall",
        readings=readings.tokenization,
    ),
)
