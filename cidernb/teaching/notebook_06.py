"""What `06_repetition_and_length` asks: a caption said twice, one that never ends, one defence at a time."""

from __future__ import annotations

from cidernb.by_hand import length_penalty
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.result import score
from cidernb.studies.attacks import Attack
from cidernb.studies.defences import LengthFactor, length_factors, study_defences
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction
from cidernb.variant import PRESETS

#: The documented example's image that the notebooks start with, "three red circle".
IMAGE = 32

#: The everyday scene whose caption does not end.
SCENE = "blue-bike"

#: The reference that the first prediction looks at: two words longer than the captions.
_REFERENCE_WORDS = 5

_TWICE, _THRICE = Attack("repeat", 2), Attack("repeat", 3)
_UNFINISHED = Attack("pad", 2)
_MOVES = ("it rises", "it stays", "it falls")
_FINISHED_OR_NOT = ("the finished one", "the unfinished one", "both the same")
_SINGLE = ("no stemming", "Gaussian", "clipping, counts")
_MORE_WORDS, _SIGMA = 6, 3.0


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _factor(words: int = _REFERENCE_WORDS) -> LengthFactor:
    return next(each for each in length_factors(_images(), _TWICE) if each.words == words)


def _moved(before: float, after: float) -> str:
    return _MOVES[0] if after > before else _MOVES[1] if after == before else _MOVES[2]


def _factor_question() -> str:
    caption = _images().candidates[IMAGE]
    words = len(caption.split())
    return (
        f"“{caption}” has {words} words. Said twice, it has {2 * words}. CIDEr-D multiplies each "
        "similarity by a Gaussian factor that is 1 for captions of one length. Take a reference of "
        f"{_REFERENCE_WORDS} words. What does saying the caption twice do to this factor?"
    )


def _factor_notice() -> str:
    factor = _factor()
    once, twice = (score(each).mean for each in (_images(), _images().repeated(2)))
    gaining = [each.words for each in length_factors(_images(), _TWICE) if each.after > each.before]
    return (
        f"Alone, the factor goes from {factor.before:.3f} to {factor.after:.3f}, and so it does for every "
        f"reference of {min(gaining)} words or more: the caption said twice is nearer to it in length. The "
        f"whole CIDEr-D falls all the same, from {once:.4f} to {twice:.4f} on average, for clipping "
        "charges for the repetition."
    )


def _rewards(end_token: bool) -> tuple[float, float]:
    """CIDEr-D of the scene's caption, finished and not."""
    images = everyday_captions().evaluation_set()
    images = images.with_end_token() if end_token else images
    finished, unfinished = (score(each).per_image[SCENE] for each in (images, _UNFINISHED.on(images)))
    return finished, unfinished


def _caption() -> str:
    return everyday_captions().evaluation_set().candidates[SCENE]


def _unfinished_question() -> str:
    return (
        f"A captioner is trained to get a high CIDEr-D, as the official code counts it. It writes "
        f"“{_caption()}” or, stopping too late, “{_UNFINISHED.of(_caption())}”. Which of the two gets more?"
    )


def _better() -> str:
    finished, unfinished = _rewards(end_token=False)
    return _FINISHED_OR_NOT[0 if finished > unfinished else 1 if unfinished > finished else 2]


def _unfinished_notice() -> str:
    without, marked = _rewards(end_token=False), _rewards(end_token=True)
    return (
        f"The finished caption gets {without[0]:.3f}, the unfinished one {without[1]:.3f}: a reference goes "
        "on with “with”, and nothing in the score says that a caption has to end. With a word that marks "
        f"the end behind every caption the two get {marked[0]:.3f} and {marked[1]:.3f}."
    )


def _clipped_unigrams(times: int) -> float:
    variant = PRESETS["code-cider"].replace(clipping="count")
    result = score(_images().repeated(times), variant=variant)
    return float(result.per_order[_images().row(IMAGE), 0])


def _onekth_question() -> str:
    return (
        f"Clipped, and without the length penalty, the unigram term of “{_images().candidates[IMAGE]}” is "
        f"{_clipped_unigrams(1):.3f} of 10. No reference says one of its words twice. What is the term when "
        "the caption is said 3 times? Give three decimals."
    )


def _onekth_solution() -> str:
    return (
        "The clipped counts stay at 1, and so does the numerator. The candidate's norm is 3 times as long. "
        f"The term is {_clipped_unigrams(1):.3f} / 3 = {_clipped_unigrams(3):.3f}."
    )


def _single_changes() -> dict[str, float]:
    study = study_defences(_images(), [_THRICE])
    return {name: study.mean_change(_THRICE, name) for name in ("no defence", *_SINGLE)}


def _strongest() -> str:
    changes = _single_changes()
    return min(_SINGLE, key=lambda name: changes[name])


def _single_solution() -> str:
    changes = "; ".join(f"{name} {change:+.3f}" for name, change in _single_changes().items())
    return (
        f"The mean changes, on the scale of 0 to 1, are: {changes}. Said 3 times the captions are not yet "
        "far from the longer references, so the Gaussian charges little; without stemming there is less to "
        "lose."
    )


def _penalty() -> float:
    return length_penalty(_MORE_WORDS, 0, _SIGMA)


PREDICTIONS = (
    Prediction(
        key="06-factor",
        question=_factor_question,
        outcome=lambda: _moved(_factor().before, _factor().after),
        notice=_factor_notice,
        options=_MOVES,
        misconception=(
            "“The length penalty punishes repetition.” It punishes a difference of lengths. Where captions "
            "are shorter than their references, saying more brings them nearer."
        ),
    ),
    Prediction(
        key="06-unfinished",
        question=_unfinished_question,
        outcome=_better,
        notice=_unfinished_notice,
        options=_FINISHED_OR_NOT,
    ),
)

EXERCISES = (
    NumberExercise(
        key="06-onekth",
        question=_onekth_question,
        answer=lambda: _clipped_unigrams(3),
        digits=3,
        hint="Which of the three changes: the numerator, the candidate's norm, the reference's norm?",
        solution=_onekth_solution,
    ),
    ChoiceExercise(
        key="06-single",
        question=(
            "The captions of the shapes are said 3 times. Each defence is added alone to CIDEr with stems. "
            "Under which does the mean fall most?"
        ),
        options=_SINGLE,
        answer=_strongest,
        hint="Choose “repeat” and 3 in the app above, and compare the rows with one defence.",
        solution=_single_solution,
    ),
    NumberExercise(
        key="06-sigma",
        question=(
            f"A caption is {_MORE_WORDS} words longer than its reference, and sigma is {_SIGMA:g}. What is "
            "the Gaussian factor? Give three decimals."
        ),
        answer=_penalty,
        digits=3,
        hint="Divide the difference by sigma first; the factor is e to the power of minus half its square.",
        solution=lambda: (
            f"{_MORE_WORDS} / {_SIGMA:g} = {_MORE_WORDS / _SIGMA:g}, half its square is "
            f"{(_MORE_WORDS / _SIGMA) ** 2 / 2:g}, and e to the power of minus that is {_penalty():.3f}."
        ),
    ),
)
