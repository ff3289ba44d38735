"""The consensus protocol on the documented example: pairs of four kinds, and simulated judges.

No person voted here. The judges follow a stated rule and err at a stated rate, so that the
protocol can be watched at work; what comes out says nothing of people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np

from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.explaining.contributions import contributions
from cidernb.frozen import FrozenDict
from cidernb.result import Result, score
from cidernb.stemmers import stem_words
from cidernb.studies.consensus import Side, accuracy, higher, majority
from cidernb.variant import PRESETS

#: The kinds of pair, as the paper names them, and what B and C are here, in one order or the other.
KINDS: Mapping[str, tuple[str, str]] = FrozenDict(
    {
        "HC": ("human, correct", "two references of this image"),
        "HI": (
            "human, one incorrect",
            "a reference of this image and one of an image that shows something else",
        ),
        "HM": ("human and machine", "a reference of this image and the captioner's caption"),
        "MM": ("two machines", "the captioner's caption and that of a machine that cannot count"),
    }
)

#: Votes on a triplet.
VOTES = 3

#: As in the paper, two references are set aside as candidates and never act as A.
_HELD_OUT = 2


@dataclass(frozen=True)
class Pair:
    """Two candidates for an image of the documented example.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    image : int
        The image.
    b, c : str
        The candidates.
    sources : tuple of str
        Where B and C come from.
    references : tuple of str
        What A runs over.
    """

    kind: str
    image: int
    b: str
    c: str
    sources: tuple[str, str]
    references: tuple[str, ...]


def pair(kind: str, image: int) -> Pair:
    """The pair of a kind for an image; which candidate is B is drawn with a fixed seed.

    Raises
    ------
    ValueError
        If there is no such kind or image.

    Examples
    --------
    >>> made = pair("MM", 32)
    >>> sorted([made.b, made.c])
    ['a red circle', 'three red circle']
    """
    if kind not in KINDS:
        raise ValueError(f"There is no kind {kind!r} of pair; choose one of {', '.join(KINDS)}.")
    images = documented_example().evaluation_set
    images.row(image)
    first, second = _candidates(kind, image)
    if _draws(kind, image, 0).random() < 0.5:
        first, second = second, first
    references = images.references[image][:-_HELD_OUT]
    return Pair(kind, image, first[0], second[0], (first[1], second[1]), references)


def _candidates(kind: str, image: int) -> list[tuple[str, str]]:
    """Both candidates, each with where it comes from."""
    example = documented_example()
    images, scenes = example.evaluation_set, example.scenes
    one, another = images.references[image][-_HELD_OUT:]
    machine = (images.candidates[image], "the captioner")
    if kind == "HC":
        return [(one, "a reference"), (another, "another reference")]
    if kind == "HI":
        following = [(image + step) % len(images) for step in range(1, len(images))]
        other = next(i for i in following if scenes[i].describe() != scenes[image].describe())
        source = f"a reference of image {other}, {scenes[other].describe()}"
        return [(one, "a reference"), (images.references[other][-1], source)]
    if kind == "HM":
        return [(one, "a reference"), machine]
    reading = example.readings[image]
    return [machine, (f"a {reading.colour} {reading.shape}", "a machine that cannot count")]


def _draws(kind: str, image: int, judge: int) -> np.random.Generator:
    return np.random.default_rng([list(KINDS).index(kind), image, judge])


# Every judge looks at the same triplets, and again whenever they are to err more or less often.
@lru_cache(maxsize=1 << 14)
def likeness(a: str, b: str) -> float:
    """The rule of the simulated judges: of the different words in either caption, the share in both.

    They take "circles" and "circle" for one word.

    Examples
    --------
    >>> likeness("three red circles", "a red circle")
    0.5
    """
    one, other = (set(stem_words(text.split(), "plural")) for text in (a, b))
    return len(one & other) / len(one | other)


def simulated_votes(judged: Pair, errs: float) -> tuple[tuple[Side, ...], ...]:
    """The votes of three simulated judges on each triplet of a pair, always the same ones.

    Parameters
    ----------
    judged : Pair
        The pair.
    errs : float
        How often a judge says the other side than the rule, from 0 to 1. Where the rule finds
        both equally alike, each judge tosses a coin.
    """
    votes = [_judge(judged, judge, errs) for judge in range(1, VOTES + 1)]
    return tuple(zip(*votes, strict=True))


def _judge(judged: Pair, judge: int, errs: float) -> list[Side]:
    draws = _draws(judged.kind, judged.image, judge).random((len(judged.references), 2)).tolist()
    votes: list[Side] = []
    for a, (slip, coin) in zip(judged.references, draws, strict=True):
        toss: Side = "B" if coin < 0.5 else "C"
        more_alike = higher(likeness(a, judged.b), likeness(a, judged.c)) or toss
        other: Side = "C" if more_alike == "B" else "B"
        votes.append(other if slip < errs else more_alike)
    return votes


@dataclass(frozen=True)
class Decision:
    """What the judges and a metric say of a pair.

    Attributes
    ----------
    pair : Pair
        The pair.
    votes : tuple of tuple of "B" or "C"
        The votes on each triplet.
    scores : tuple of float
        The metric's, of B and C.
    similarities : tuple of tuple of float
        For each reference the metric's similarity of B and of C with it; their means are `scores`.
    """

    pair: Pair
    votes: tuple[tuple[Side, ...], ...]
    scores: tuple[float, float]
    similarities: tuple[tuple[float, float], ...]

    @cached_property
    def triplets(self) -> tuple[Side | None, ...]:
        """The winner of each triplet."""
        return tuple(majority(votes) for votes in self.votes)

    @property
    def people(self) -> Side | None:
        """The judges' winner."""
        return majority(self.triplets)

    @property
    def metric(self) -> Side | None:
        """The metric's winner."""
        return higher(*self.scores)

    @cached_property
    def nearer(self) -> tuple[Side | None, ...]:
        """For each reference the side that the metric finds more like it."""
        return tuple(higher(b, c) for b, c in self.similarities)

    @property
    def if_it_voted(self) -> Side | None:
        """Whom the metric would pick if each reference had one vote, instead of by the mean."""
        return majority(self.nearer)


def decide(judged: Pair, votes: Sequence[Sequence[Side]], preset: str) -> Decision:
    """Hold the votes on a pair against a metric.

    Parameters
    ----------
    judged : Pair
        The pair.
    votes : sequence of sequence of "B" or "C"
        The votes on each triplet.
    preset : str
        The metric, a name in `cidernb.PRESETS`. All images keep the references that A runs over,
        and the IDF counts those.
    """
    b, c = _scored(judged.kind, preset)
    similar = [contributions(result, judged.image).by_reference for result in (b, c)]
    number = len(judged.references)
    return Decision(
        judged,
        tuple(map(tuple, votes)),
        (b.per_image[judged.image], c.per_image[judged.image]),
        tuple((number * similar[0][j], number * similar[1][j]) for j in range(number)),
    )


@cache
def _scored(kind: str, preset: str) -> tuple[Result, Result]:
    """Every image with its B, and with its C."""
    images = _images()
    made = [pair(kind, image) for image in range(len(images))]
    b = images.with_candidates({each.image: each.b for each in made})
    c = images.with_candidates({each.image: each.c for each in made})
    variant = PRESETS[preset]
    return score(b, variant=variant), score(c, variant=variant)


@cache
def _images() -> EvaluationSet:
    images = documented_example().evaluation_set
    return images.first_references(len(images.references[0]) - _HELD_OUT)


@dataclass(frozen=True)
class KindAccuracy:
    """A metric against the simulated judges on all pairs of a kind.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    pairs, judges_tied, metric_tied : int
        How many pairs there are, and on how many of them each side has no winner.
    accuracy : float
        Pairs with a tie on either side left out.
    """

    kind: str
    pairs: int
    judges_tied: int
    metric_tied: int
    accuracy: float


@cache
def accuracies(preset: str, errs: float) -> tuple[KindAccuracy, ...]:
    """Every kind's accuracy over all images, under simulated judges."""
    found = []
    for kind in KINDS:
        made = [pair(kind, image) for image in range(len(_images()))]
        b, c = _scored(kind, preset)
        metric = [higher(b.per_image[each.image], c.per_image[each.image]) for each in made]
        people = [majority(map(majority, simulated_votes(each, errs))) for each in made]
        share = accuracy(people, metric, ties="left out")
        found.append(KindAccuracy(kind, len(made), people.count(None), metric.count(None), share))
    return tuple(found)
