"""A study in the same form, of scenes, with simulated judges: all of it runs without any download.

No person wrote or judged anything here. Fifty captions of each scene follow a small grammar, the
judges follow a stated rule and err at a stated rate, and what comes out says nothing of people.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache

import numpy as np

from cidernb.shapes import COLOURS, Scene, documented_world
from cidernb.shapes.scenes import number_word
from cidernb.studies.consensus import SIDES, Side, higher, majority
from cidernb.studies.people.study import JudgedPair, Study
from cidernb.studies.scene_pairs import VOTES, likeness

#: How many scenes, and how many captions of each: two are set aside as candidates.
SCENES, REFERENCES, _HELD_OUT = 60, 48, 2

#: How often a simulated judge says the other side than the rule.
ERRS = 0.1

#: The nouns that a writer has for each shape, the usual one twice.
NOUNS = {
    "circle": ("circle", "circle", "disc", "dot"),
    "square": ("square", "square", "box", "block"),
    "triangle": ("triangle", "triangle", "wedge", "pyramid"),
}
_OPENINGS = ("", "", "", "{there}", "the image shows", "a picture of", "i can see", "this is a drawing of")
_ENDINGS = ("", "", "", "on a black background", "on black", "spread over the image", "in the dark")
_VAGUE = ("some", "several", "a group of")

#: How often a writer leaves the colour out, or does not count.
_NO_COLOUR, _NO_COUNT = 0.2, 0.25

#: What a word tells, for the judges: they know the grammar's synonyms, singular and plural.
_TOLD: dict[str, tuple[str, str]] = {
    **{number_word(count): ("number", number_word(count)) for count in range(1, 11)},
    **{"a": ("number", "one"), "single": ("number", "one")},
    **{colour: ("colour", colour) for colour in COLOURS},
    **{
        noun + plural: ("shape", shape)
        for shape, nouns in NOUNS.items()
        for noun in nouns
        for plural in ("", "s", "es")
    },
}
_NO_THINGS = ("a picture of", "a drawing of", "a group of", "a black background")


@cache
def synthetic_study(seed: int = 0) -> Study:
    """Pairs of all four kinds on scenes, 48 references and three simulated votes a triplet.

    Parameters
    ----------
    seed : int
        Of the captions and the judges.

    Returns
    -------
    Study
        60 images with 4 pairs each.

    Examples
    --------
    >>> study = synthetic_study()
    >>> len(study.pairs), study.kinds, len(study.references[0])
    (240, ('HC', 'HI', 'HM', 'MM'), 48)
    """
    world = documented_world().first(SCENES)
    rng = np.random.default_rng([seed, 50])
    captions = [[write_caption(scene, rng) for _ in range(REFERENCES + _HELD_OUT)] for scene in world.scenes]
    references: dict[Hashable, tuple[str, ...]] = {
        image: tuple(texts[:REFERENCES]) for image, texts in enumerate(captions)
    }
    pairs = []
    for image in range(len(world.scenes)):
        one, another = captions[image][REFERENCES:]
        other = _other_image(image, world.scenes)
        machine = world.candidates[image]
        reading = world.readings[image]
        made = {
            "HC": (one, another),
            "HI": (one, captions[other][-1]),
            "HM": (one, machine),
            "MM": (machine, f"a {reading.colour} {reading.shape}"),
        }
        for kind, candidates in made.items():
            b, c = candidates if rng.random() < 0.5 else candidates[::-1]
            pairs.append(_judged(image, b, c, kind, references[image], rng))
    return Study("the synthetic study", references, tuple(pairs), simulated=True)


def write_caption(scene: Scene, rng: np.random.Generator) -> str:
    """A caption of a scene as one of many writers might put it: true, and not always complete.

    Examples
    --------
    >>> scene = Scene(shape="circle", colour="red", placements=[(16, 16, 6), (48, 48, 6)])
    >>> write_caption(scene, np.random.default_rng(2))
    'two red circles on a black background'
    """
    several = scene.count > 1
    count = number_word(scene.count) if several else str(rng.choice(["one", "a", "a single"]))
    if several and rng.random() < _NO_COUNT:
        count = str(rng.choice(_VAGUE))
    noun = str(rng.choice(NOUNS[scene.shape]))
    colour = "" if rng.random() < _NO_COLOUR else scene.colour
    there = "there are" if several else "there is"
    opening = str(rng.choice(_OPENINGS)).format(there=there)
    parts = (opening, count, colour, _plural(noun) if several else noun, str(rng.choice(_ENDINGS)))
    return " ".join(filter(None, parts))


def _plural(noun: str) -> str:
    return noun + ("es" if noun.endswith("x") else "s")


def _other_image(image: int, scenes: tuple[Scene, ...]) -> int:
    """The next image that shows something else."""
    following = [(image + step) % len(scenes) for step in range(1, len(scenes))]
    return next(other for other in following if scenes[other].describe() != scenes[image].describe())


def told(caption: str) -> dict[str, str]:
    """What a caption tells of number, colour and shape.

    Examples
    --------
    >>> told("a picture of three red discs")
    {'number': 'three', 'colour': 'red', 'shape': 'circle'}
    """
    for phrase in _NO_THINGS:
        caption = caption.replace(phrase, "")
    return dict(_TOLD[word] for word in caption.split() if word in _TOLD)


def nearness(a: str, candidate: str) -> float:
    """The judges' rule: what is told alike less what is told differently, of number, colour and shape.

    Where that leaves two candidates level, the one with more words in common with A is nearer
    (`cidernb.studies.scene_pairs.likeness`).

    Examples
    --------
    >>> nearness("two red discs", "red circles"), nearness("two red discs", "three red circles")
    (2.0, 1.0)
    """
    one, other = told(a), told(candidate)
    return float(sum(1 if one[what] == other[what] else -1 for what in one.keys() & other.keys()))


def _judged(
    image: int, b: str, c: str, kind: str, references: tuple[str, ...], rng: np.random.Generator
) -> JudgedPair:
    votes = tuple(_votes(a, b, c, rng) for a in references)
    triplets = tuple(map(majority, votes))
    return JudgedPair(image, b, c, triplets, tuple(range(len(references))), kind, votes)


def _votes(a: str, b: str, c: str, rng: np.random.Generator) -> tuple[Side, ...]:
    nearer = higher(nearness(a, b), nearness(a, c)) or higher(likeness(a, b), likeness(a, c))
    return tuple(_judges(nearer, rng))


def _judges(nearer: Side | None, rng: np.random.Generator) -> Iterator[Side]:
    for slip, coin in rng.random((VOTES, 2)).tolist():
        # Where the rule finds both equally near, a judge tosses a coin.
        said: Side = nearer or SIDES[int(coin < 0.5)]
        yield said if slip >= ERRS else SIDES[1 - SIDES.index(said)]
