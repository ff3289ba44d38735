"""What `09_failure_cases` asks: a synonym and a wrong word, a broken sentence, a true one, a blind spot."""

from __future__ import annotations

from functools import cache

from cidernb.everyday import everyday_captions
from cidernb.result import score
from cidernb.studies.optimising import SearchStep, optimise
from cidernb.teaching.exercise import CaptionExercise, ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction

#: The scene of the synonym and the wrong word, and that of the search.
_VIOLIN, _DOGS = "street-violin", "beach-dogs"

_OPTIONS = ("the synonym", "the wrong word", "neither: they score the same")


def _points(scene_id: str, caption: str) -> float:
    images = everyday_captions().evaluation_set()
    return score(images.with_candidate(scene_id, caption)).per_image[scene_id]


def _text(kind: str, scene_id: str = _VIOLIN) -> str:
    return everyday_captions().of_kind(kind)[scene_id].text


def _references(scene_id: str) -> tuple[str, ...]:
    return everyday_captions().evaluation_set().references[scene_id]


def _better() -> str:
    synonym, wrong = (_points(_VIOLIN, _text(kind)) for kind in ("synonym", "wrong word"))
    if synonym == wrong:
        return _OPTIONS[2]
    return _OPTIONS[synonym < wrong]


def _same_scenes() -> int:
    """Scenes in which the synonym and the wrong word score exactly the same."""
    captions = everyday_captions()
    both = [i for i in captions.of_kind("synonym") if i in captions.of_kind("wrong word")]
    return sum(_points(i, _text("synonym", i)) == _points(i, _text("wrong word", i)) for i in both)


def _words_question() -> str:
    return (
        f"The plain caption is “{_text('plain')}”. A synonym makes it “{_text('synonym')}”, which is true, "
        f"and a wrong word “{_text('wrong word')}”, which is false. Which of the two scores higher?"
    )


def _words_notice() -> str:
    plain, synonym, wrong = (_points(_VIOLIN, _text(kind)) for kind in ("plain", "synonym", "wrong word"))
    return (
        f"The plain caption has {plain:.3f}, the true one {synonym:.10f} and the false one {wrong:.10f}. No "
        f"reference says either word, so both are unseen and weigh the same. In {_same_scenes()} of the "
        "everyday scenes it is so to the last digit."
    )


@cache
def _search() -> tuple[SearchStep, ...]:
    return tuple(optimise(everyday_captions().evaluation_set(), _DOGS, _text("plain", _DOGS)))


def _best_reference() -> str:
    return max(_references(_DOGS), key=lambda text: _points(_DOGS, text))


def _search_question() -> str:
    return (
        f"A program starts from “{_search()[0].candidate}”, which scores {_search()[0].score:.3f}, and "
        f"changes one word a step so that the score rises. The best of the {len(_references(_DOGS))} "
        f"captions that people wrote would score {_points(_DOGS, _best_reference()):.3f} in its place. How "
        "far does the program get?"
    )


def _search_notice() -> str:
    last = _search()[-1]
    return (
        f"After {last.number} steps it stands at “{last.candidate}”. That is no sentence, and it scores "
        f"{last.score:.3f}: more than any of the captions that people wrote."
    )


def _unusual_question() -> str:
    return (
        f"Of the dogs on the beach somebody writes “{_text('unusual truth', _DOGS)}”. Every word of it is "
        "true. How many of 10 points does it get? Give two decimals; the gibberish "
        f"“{_text('gibberish', _DOGS)}” gets {_points(_DOGS, _text('gibberish', _DOGS)):.2f}."
    )


def _unusual_points() -> float:
    return _points(_DOGS, _text("unusual truth", _DOGS))


_BLAMES = ("the captioner", "the score", "the references", "the numbers alone do not say")

PREDICTIONS = (
    Prediction(
        key="09-words",
        question=_words_question,
        outcome=_better,
        notice=_words_notice,
        options=_OPTIONS,
        misconception=(
            "“A higher score means a truer caption.” CIDEr counts n-grams that people wrote. It knows "
            "neither the picture nor what a word means."
        ),
    ),
    Prediction(
        key="09-search",
        question=_search_question,
        outcome=lambda: _search()[-1].score,
        notice=_search_notice,
        unit="points",
        misconception=(
            "“What people write sets the upper limit.” A mean over references is highest somewhere between "
            "them, where nobody has to write a sentence."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="09-unusual",
        question=_unusual_question,
        answer=_unusual_points,
        tolerance=2,
        hint=(
            "Choose the case “a true but unusual caption” and the scene beach-dogs. Which of its words do "
            "the references say?"
        ),
        solution=lambda: (
            f"The app shows {_unusual_points():.3f}. Only a few of its words stand in a reference, and "
            "hardly any pair of words does."
        ),
    ),
    CaptionExercise(
        key="09-false",
        question=lambda: (
            "For the violin outside the station, write a caption that is plainly false and yet scores more "
            f"than the true “{_text('synonym')}”."
        ),
        answer=lambda: _text("plain").replace("a woman", "no woman"),
        score=lambda caption: _points(_VIOLIN, caption),
        above=lambda: _points(_VIOLIN, _text("synonym")),
        hint="Keep the words that earn most, and change one that earns little. The tab n-grams shows which.",
        solution=lambda: (
            f"“{_text('plain').replace('a woman', 'no woman')}” denies what is there to see and loses only "
            "the n-grams that begin with “a”. The checker cannot see truth either: it knows only the score."
        ),
    ),
    ChoiceExercise(
        key="09-blame",
        question=(
            "Two captions of two pictures score low. One is a true sentence in unusual words; the other says "
            "“circle” where there is a triangle. Whose fault is a low score?"
        ),
        options=_BLAMES,
        answer=lambda: _BLAMES[-1],
        hint="Compare the cases “a true but unusual caption” and “the captioner's own failures”.",
        solution=(
            "A true caption in other words and a false one both share little with the references. Only a "
            "look at the picture, or another measure, tells them apart."
        ),
    ),
)
