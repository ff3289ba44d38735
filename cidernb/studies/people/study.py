"""A study of people's consensus: images with references, pairs of candidates, and what people chose."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.evaluation_set import EvaluationSet
from cidernb.frozen import FrozenDict
from cidernb.studies.consensus import SIDES, Side, majority


@dataclass(frozen=True)
class JudgedPair:
    """Two candidates for an image, and which of them people found nearer to each reference.

    Attributes
    ----------
    image : hashable
        The image.
    b, c : str
        The candidates.
    triplets : tuple of "B", "C" or None
        The winner of each triplet, None without a majority.
    places : tuple of int
        For each triplet the place of its A among the image's references.
    kind : str or None
        HC, HI, HM or MM, where it is known.
    votes : tuple of tuple of "B" or "C", or None
        The votes on each triplet, where they are known; `triplets` are then their majorities.
    """

    image: Hashable
    b: str
    c: str
    triplets: tuple[Side | None, ...]
    places: tuple[int, ...]
    kind: str | None = None
    votes: tuple[tuple[Side, ...], ...] | None = None

    @property
    def winner(self) -> Side | None:
        """Whom the majority of triplets chooses (the paper's section 3); None for a tie."""
        return majority(self.triplets)


@dataclass(frozen=True, eq=False)
class Study:
    """Judged pairs with the references of all images, be it of people or of simulated judges.

    Parameters
    ----------
    name : str
        What to call it.
    references : mapping of id to tuple of str
        Every image of the data set, those without pairs too: an IDF over the corpus counts them all.
    pairs : tuple of JudgedPair
        The pairs.
    simulated : bool
        Whether simulated judges voted, so that nothing follows for people.

    Raises
    ------
    ValueError
        If there is no pair, or a pair's image or a triplet's A is not among the references.

    Examples
    --------
    >>> references = {"x": ("a dog runs", "the dog"), "y": ("two cats", "cats")}
    >>> pair = JudgedPair("x", "a dog", "a cat", triplets=("B", "B"), places=(0, 1))
    >>> Study("two images", references, (pair,)).winners
    ('B',)
    """

    name: str
    references: Mapping[Hashable, tuple[str, ...]]
    pairs: tuple[JudgedPair, ...]
    simulated: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "references", FrozenDict(self.references))
        if not self.pairs:
            raise ValueError(f"The study {self.name!r} has no pairs; give one or more.")
        for number, pair in enumerate(self.pairs):
            held = len(self.references.get(pair.image, ()))
            if not pair.places or len(pair.places) != len(pair.triplets):
                raise ValueError(
                    f"Pair {number} of {self.name!r} has no triplet for each reference; give one."
                )
            if not all(0 <= place < held for place in pair.places):
                raise ValueError(
                    f"Pair {number} of {self.name!r} has triplets of references that its image does not have."
                )

    @property
    def winners(self) -> tuple[Side | None, ...]:
        """The people's winner of each pair."""
        return tuple(pair.winner for pair in self.pairs)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of pair that are known, in the order in which they first stand."""
        return tuple(dict.fromkeys(pair.kind for pair in self.pairs if pair.kind is not None))

    @cached_property
    def images(self) -> EvaluationSet:
        """Every image with its references and a blank candidate: what is encoded, once."""
        return EvaluationSet(dict.fromkeys(self.references, ""), self.references)

    @cached_property
    def sizes(self) -> Integers:
        """References per image of the data set."""
        return np.array([len(texts) for texts in self.references.values()])

    @cached_property
    def most(self) -> int:
        """The most triplets of a pair."""
        return max(len(pair.places) for pair in self.pairs)

    @cached_property
    def image_of(self) -> Integers:
        """The place among `references` of each pair's image, shape (pairs,)."""
        place = {image: number for number, image in enumerate(self.references)}
        return np.array([place[pair.image] for pair in self.pairs])

    @cached_property
    def places(self) -> Integers:
        """The reference of each triplet, shape (pairs, most); 0 where there is none, see `asked`."""
        places = np.zeros((len(self.pairs), self.most), np.int64)
        places[self.asked] = [place for pair in self.pairs for place in pair.places]
        return places

    @cached_property
    def asked(self) -> Booleans:
        """Which triplets there are, shape (pairs, most)."""
        asked: Booleans = np.arange(self.most) < np.array([[len(pair.places)] for pair in self.pairs])
        return asked

    @cached_property
    def verdicts(self) -> Floats:
        """1 where a triplet's winner is B, -1 where it is C, 0 for a tie or none; (pairs, most)."""
        verdicts = np.zeros((len(self.pairs), self.most))
        verdicts[self.asked] = [_sign(side) for pair in self.pairs for side in pair.triplets]
        return verdicts

    def of_kind(self, kind: str) -> Study:
        """The pairs of one kind, with the references of all images.

        Raises
        ------
        ValueError
            If there is none.
        """
        if kind not in self.kinds:
            known = ", ".join(self.kinds) or "not in this study"
            raise ValueError(
                f"No pair of {self.name!r} is known to be of kind {kind!r}; the kinds are {known}."
            )
        return replace(self, pairs=tuple(pair for pair in self.pairs if pair.kind == kind))

    def candidates(self) -> list[str]:
        """B and C of each pair, one pair after the other."""
        return [text for pair in self.pairs for text in (pair.b, pair.c)]


def _sign(side: Side | None) -> int:
    return 0 if side is None else 1 - 2 * SIDES.index(side)


def shared_captions(pairs: Iterable[JudgedPair]) -> dict[Hashable, str]:
    """By image, the caption that stands in each of its two pairs, where there is just one."""
    texts: dict[Hashable, list[set[str]]] = {}
    for pair in pairs:
        texts.setdefault(pair.image, []).append({pair.b, pair.c})
    common = {image: set.intersection(*sets) for image, sets in texts.items() if len(sets) == 2}
    return {image: next(iter(captions)) for image, captions in common.items() if len(captions) == 1}


def recover_kinds(pairs: tuple[JudgedPair, ...]) -> tuple[JudgedPair, ...]:
    """Tell HC from HI where ABSTRACT-50S's design decides it.

    By design an image has one pair of two correct captions (HC) and one of a correct and an
    incorrect one (HI), which share a caption. So the shared caption is correct for its image. A
    caption that is correct for another image is the incorrect one here: where just one of an
    image's two other captions is the shared caption of another image, its pair is HI and the other
    HC. No score and no vote is looked at. The rule knows texts alone and leaves most pairs unknown.

    Examples
    --------
    >>> def pair(image, b, c):
    ...     return JudgedPair(image, b, c, ("B",), (0,))
    >>> made = (pair(1, "s", "o"), pair(1, "s", "t"), pair(2, "t", "u"), pair(2, "t", "v"))
    >>> [each.kind for each in recover_kinds(made)]
    ['HC', 'HI', None, None]
    """
    shared = shared_captions(pairs)
    correct: dict[str, set[Hashable]] = {}
    for image, text in shared.items():
        correct.setdefault(text, set()).add(image)

    def elsewhere(pair: JudgedPair) -> bool:
        (other,) = {pair.b, pair.c} - {shared[pair.image]} or {shared[pair.image]}
        return bool(correct.get(other, set()) - {pair.image})

    incorrect: dict[Hashable, list[bool]] = {}
    for pair in pairs:
        if pair.image in shared:
            incorrect.setdefault(pair.image, []).append(elsewhere(pair))
    decided = {image for image, found in incorrect.items() if sum(found) == 1}
    return tuple(
        replace(pair, kind="HI" if elsewhere(pair) else "HC") if pair.image in decided else pair
        for pair in pairs
    )
