"""Failure cases: captions and settings with which CIDEr says something else than one would think."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache

from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import EverydayScene, everyday_captions
from cidernb.example import documented_example
from cidernb.exploring.setting import Setting, shown
from cidernb.exploring.world import Picture, World, everyday_world, example_world, world_of
from cidernb.shapes import Placement, Scene, caption, reference_captions
from cidernb.shapes.scenes import number_word
from cidernb.variant import PRESETS

#: The images of the documented example that cases are shown on.
_EXAMPLES = (32, 0, 2)


def _at(*placements: tuple[int, int, int]) -> tuple[Placement, ...]:
    return tuple(Placement(*placement) for placement in placements)


#: Scenes on which the captioner of the documented example errs, and why.
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


@dataclass(frozen=True, eq=False)
class OpenCase:
    """A case on one scene, ready for an explorer.

    Attributes
    ----------
    world : World
        What is explored.
    before, now : Setting
        What is compared; what the explorer shows.
    truth : str
        What is there to see.
    happens : str
        What happens, with computed figures.
    advice : str
        What to try.
    controls : tuple of str
        The explorer's controls of the first view.
    """

    world: World
    before: Setting
    now: Setting
    truth: str
    happens: str
    advice: str
    controls: tuple[str, ...] = ("candidate", "pin")


@dataclass(frozen=True)
class FailureCase:
    """A kind of failure.

    Attributes
    ----------
    label : str
        Its name on screen.
    scenes : callable
        The scenes it can be shown on.
    open : callable
        Makes the case of one of the scenes.
    """

    label: str
    scenes: Callable[[], tuple[Hashable, ...]]
    open: Callable[[Hashable], OpenCase]


def _points(world: World, setting: Setting) -> float:
    return world.result(setting).per_image[setting.image]


@cache
def _everyday() -> World:
    return everyday_world()


@cache
def _shapes() -> World:
    return example_world()


def _scene(scene_id: Hashable) -> EverydayScene:
    return next(scene for scene in everyday_captions().scenes if scene.id == scene_id)


def _with(kind: str, scene_id: Hashable) -> Setting:
    """The scene with its candidate of a kind."""
    assert isinstance(scene_id, str)
    return Setting(scene_id, candidate=everyday_captions().of_kind(kind)[scene_id].text)


def _of_kinds(*kinds: str) -> tuple[Hashable, ...]:
    """The scenes with a candidate of each kind, those first whose candidates score the same."""
    captions, world = everyday_captions(), _everyday()
    found = [scene.id for scene in captions.scenes if all(scene.id in captions.of_kind(k) for k in kinds)]
    return tuple(sorted(found, key=lambda i: len({_points(world, _with(kind, i)) for kind in kinds})))


def _optimising(scene_id: Hashable) -> OpenCase:
    world, start, scene = _everyday(), Setting(scene_id), _scene(scene_id)
    best = max(_points(world, start.replace(candidate=text)) for text in scene.references)
    return OpenCase(
        world,
        start,
        start,
        scene.description,
        f"The caption scores {_points(world, start):.3f}; the best of the {len(scene.references)} "
        f"references, scored in its place, gets {best:.3f}. The search changes one word a step, always the "
        "one that raises CIDEr-D most. It does not read the sentence, and neither does the score.",
        "Step the search and read each caption aloud. Then mend the last one by hand: what does that cost?",
    )


def _exchanged(scene_id: Hashable, kind: str, other: str) -> OpenCase:
    world, scene, captions = _everyday(), _scene(scene_id), everyday_captions()
    before, now, beside = Setting(scene_id), _with(kind, scene_id), _with(other, scene_id)
    word, plain = captions.of_kind(kind)[scene.id].words or ("", "")
    other_word = (captions.of_kind(other)[scene.id].words or ("", ""))[0]
    points, others = _points(world, now), _points(world, beside)
    same = (
        "They score the same to the last digit: no reference of the scene has either word, both weigh the "
        "same, and nothing else differs. What a word means is not in the equation."
        if points == others
        else "What tells them apart is their document frequencies, not their truth."
    )
    return OpenCase(
        world,
        before,
        now,
        scene.description,
        f"“{word}” in place of “{plain}” takes the score from {_points(world, before):.3f} to {points:.4f}. "
        f"With the {other} “{other_word}” the caption scores {others:.4f}. {same}",
        f"Type “{beside.candidate}” and compare. Then try a word that makes no sense at all.",
    )


def _unusual(scene_id: Hashable) -> OpenCase:
    world, scene = _everyday(), _scene(scene_id)
    before, now = Setting(scene_id), _with("unusual truth", scene_id)
    return OpenCase(
        world,
        before,
        now,
        scene.description,
        f"All of it is true, and it scores {_points(world, now):.3f}, where the plain caption has "
        f"{_points(world, before):.3f}. CIDEr measures how much a caption is like what most people wrote. "
        "Few people write this.",
        "Mix the two: put the unusual detail behind the plain caption. Does the truth that was added pay?",
    )


def _company(image: Hashable) -> OpenCase:
    world, before = _shapes(), Setting(image)
    now = before.replace(company="colour")
    return OpenCase(
        world,
        before,
        now,
        world.pictures[image].description,
        f"Neither the caption nor its references change, and the score goes from "
        f"{_points(world, before):.3f} to {_points(world, now):.3f}: among pictures of one colour the "
        "colour's name stands under every picture, and its IDF is 0.",
        "Choose the image alone. Then give the caption another colour, in both companies.",
        ("candidate", "company", "pin"),
    )


def _few(image: Hashable) -> OpenCase:
    world, before = _shapes(), Setting(image)
    one = before.replace(references=1)
    scores = [_points(world, before.replace(references=m)) for m in range(1, 10)]
    return OpenCase(
        world,
        before,
        one,
        world.pictures[image].description,
        f"With all ten references the caption scores {_points(world, before):.3f}, with the first alone "
        f"{_points(world, one):.3f}. With one to nine references it lies between {min(scores):.3f} and "
        f"{max(scores):.3f}. Who wrote the first line decides.",
        "Change the number of references one by one. Does the score rise with every one?",
        ("candidate", "references", "pin"),
    )


def _scorers(image: Hashable) -> OpenCase:
    world = _shapes()
    correct = f"{world.evaluation_set.candidates[image]}s"
    before = Setting(image, candidate=correct, repeat=2)
    now = before.replace(variant=shown(PRESETS["code-cider"]))
    once = [_points(world, setting.replace(repeat=1)) for setting in (before, now)]
    return OpenCase(
        world,
        before,
        now,
        world.pictures[image].description,
        f"The caption is said twice. coco-caption prints {_points(world, before):.3f} for it (that is "
        f"CIDEr-D) and the authors' CIDEr scorer {_points(world, now):.3f}; both call it “CIDEr”. Said once, "
        f"the two are {once[0]:.3f} and {once[1]:.3f}.",
        "Set Repeat to 1. Then open the tab Which CIDEr: the signatures tell the two apart.",
        ("candidate", "repeat", "preset", "pin"),
    )


@cache
def _misread() -> World:
    images, scenes = (
        documented_example().evaluation_set,
        {name: scene for name, (scene, _) in MISREAD.items()},
    )
    candidates = {name: caption(scene.image).caption for name, scene in scenes.items()}
    references = {name: reference_captions(scene) for name, scene in scenes.items()}
    world = world_of(EvaluationSet({**images.candidates, **candidates}, {**images.references, **references}))
    pictures: dict[Hashable, Picture] = {
        name: Picture(scene.image, scene.describe()) for name, scene in scenes.items()
    }
    return dataclasses.replace(world, pictures=pictures)


def _captioner(name: Hashable) -> OpenCase:
    scene, why = MISREAD[str(name)]
    world, now = _misread(), Setting(name)
    before = now.replace(candidate=f"{number_word(scene.count)} {scene.colour} {scene.shape}")
    return OpenCase(
        world,
        before,
        now,
        scene.describe(),
        f"{why} It wrote “{world.evaluation_set.candidates[name]}” and gets {_points(world, now):.3f}; "
        f"without the mistake it would have written “{before.candidate}” and got "
        f"{_points(world, before):.3f}. Here the score is right and the captioner is wrong: a low score does "
        "not say which of the two failed.",
        "Mend one word after the other. Which of the mistakes cost most?",
    )


#: Every case, by name.
CASES: dict[str, FailureCase] = {
    "wrong word": FailureCase(
        "a well-phrased wrong word",
        lambda: _of_kinds("wrong word", "synonym"),
        lambda i: _exchanged(i, "wrong word", "synonym"),
    ),
    "synonym": FailureCase(
        "a synonym",
        lambda: _of_kinds("synonym", "wrong word"),
        lambda i: _exchanged(i, "synonym", "wrong word"),
    ),
    "unusual truth": FailureCase("a true but unusual caption", lambda: _of_kinds("unusual truth"), _unusual),
    "optimising": FailureCase(
        "optimising the metric",
        lambda: ("beach-dogs", "orange-stall", "pancake-toss", "barista-milk", "pond-ducks"),
        _optimising,
    ),
    "company": FailureCase("other company", lambda: _EXAMPLES, _company),
    "few references": FailureCase("few references", lambda: _EXAMPLES, _few),
    "two scorers": FailureCase("two scorers under one name", lambda: _EXAMPLES, _scorers),
    "captioner": FailureCase("the captioner's own failures", lambda: tuple(MISREAD), _captioner),
}
