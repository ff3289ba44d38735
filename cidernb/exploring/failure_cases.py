"""Failure cases: captions and settings with which CIDEr says something else than one would think."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache

from cidernb.everyday import EverydayScene, everyday_captions
from cidernb.exploring.misread import MISREAD, misread_world
from cidernb.exploring.setting import Setting, shown
from cidernb.exploring.world import World, everyday_world, example_world
from cidernb.shapes.scenes import number_word
from cidernb.variant import PRESETS

#: The images of the documented example that cases are shown on.
_EXAMPLES = (32, 0, 2)

#: By image, two captions with one word wrong: a word other than the colour, and the colour.
_HALF_RIGHT: dict[Hashable, tuple[str, str]] = {
    54: ("four blue triangles", "four red circles"),
    2: ("four blue circles", "four red triangles"),
    65: ("two green squares", "two red circles"),
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
        f"“{word}” in place of “{plain}” takes the score from {_points(world, before):.3f} to {points:.3f}. "
        f"With the {other} “{other_word}” the caption scores {others:.3f}. {same}",
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
    world, captions = _shapes(), _HALF_RIGHT[image]
    before, now = (Setting(image, candidate=text, company="colour") for text in captions)
    right, wrong = (_points(world, setting.replace(company="all")) for setting in (before, now))
    return OpenCase(
        world,
        before,
        now,
        world.pictures[image].description,
        f"Two captions, each half right. Among pictures of one colour “{captions[1]}” gets "
        f"{_points(world, now):.3f}, and “{captions[0]}”, which has the colour right, only "
        f"{_points(world, before):.3f}: the colour's name stands under every picture there, so its IDF is "
        f"0. Among all {len(world.evaluation_set)} images they change places: {wrong:.3f} and {right:.3f}. "
        "The references are the same; which caption is the better one depends on the company.",
        "Set Evaluation set to all images. Untick and tick “Compare with this”, then type the other "
        "caption: which one scores more now?",
        ("candidate", "company", "pin"),
    )


@cache
def _turning() -> tuple[Hashable, ...]:
    """The scenes whose true caption loses against a false one by one reference, and wins by all."""
    captions, world = everyday_captions(), _everyday()
    true, false = captions.of_kind("inflection"), captions.of_kind("wrong word")
    return tuple(
        i
        for i, caption in true.items()
        if caption.grammatical and i in false
        if _ahead(world, i, None) > 0 > _ahead(world, i, 1)
    )


def _ahead(world: World, scene_id: Hashable, references: int | None) -> float:
    """How far the true caption, in another form, is ahead of the false one."""
    true, false = (
        _points(world, _with(kind, scene_id).replace(references=references))
        for kind in ("inflection", "wrong word")
    )
    return true - false


def _few(scene_id: Hashable) -> OpenCase:
    world, scene, captions = _everyday(), _scene(scene_id), everyday_captions()
    kinds = ("inflection", "wrong word")
    true, false = (captions.of_kind(kind)[scene.id] for kind in kinds)
    before, now = (_with(kind, scene_id).replace(references=1) for kind in kinds)
    all_true, all_false = (_points(world, _with(kind, scene_id)) for kind in kinds)
    form, plain = true.words or ("", "")
    return OpenCase(
        world,
        before,
        now,
        scene.description,
        f"With one reference “{false.text}”, which is false, gets {_points(world, now):.3f}; "
        f"“{true.text}” is true and gets {_points(world, before):.3f}. Whoever wrote that one reference "
        f"said “{plain}” and not “{form}”. With all {len(scene.references)} references they change places: "
        f"{all_false:.3f} and {all_true:.3f}. Few references do more than move a score: they choose the "
        "winner.",
        "Raise References, and type the other caption. From how many on does the true one win?",
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


def _captioner(name: Hashable) -> OpenCase:
    scene, why = MISREAD[str(name)]
    world, now = misread_world(), Setting(name)
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
    "company": FailureCase("other company", lambda: tuple(_HALF_RIGHT), _company),
    "few references": FailureCase("few references", _turning, _few),
    "two scorers": FailureCase("two scorers under one name", lambda: _EXAMPLES, _scorers),
    "captioner": FailureCase("the captioner's own failures", lambda: tuple(MISREAD), _captioner),
}
