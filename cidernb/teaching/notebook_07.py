"""What `07_stemming` asks: slips and correct forms, the two steps, a word that becomes another."""

from __future__ import annotations

import math

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example
from cidernb.result import score
from cidernb.stemmers import stem_words
from cidernb.studies.stemming import Forgiveness, Inflection, forgiveness, two_steps, with_plurals
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction

#: The documented example's image that the notebooks start with, "three red circle".
IMAGE = 32

_GROUPS = ("the correct forms", "the slips", "the same share of both")
_OTHER, _WORDS = "on", ("one", "lone", "black", "coloured")


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _forgiven(group: tuple[Inflection, ...]) -> int:
    return sum(each.forgiven for each in group)


def _slips_question() -> str:
    found = forgiveness()
    return (
        f"{len(found.inflections)} everyday captions have one word in another form. In {len(found.correct)} "
        "of them that is correct English, such as “fed” for “feeds”; in "
        f"{len(found.slips)} it is a slip, such as “two dog”. Stemming is there so that forms of one word "
        "count as one. Of which does Porter's stemmer forgive the larger share?"
    )


def _more_forgiven() -> str:
    found: Forgiveness = forgiveness()
    correct, slips = (_forgiven(group) / len(group) for group in (found.correct, found.slips))
    return _GROUPS[0 if correct > slips else 1 if slips > correct else 2]


def _slips_notice() -> str:
    found = forgiveness()
    correct, slips = found.correct, found.slips
    kept = [each for each in correct if not each.forgiven][:3]
    return (
        f"It forgives {_forgiven(slips)} of {len(slips)} slips and {_forgiven(correct)} of {len(correct)} "
        "correct forms. A slip in English mostly drops or adds an “s”, which a stemmer cuts off. Many "
        "correct forms change the word itself: "
        f"{', '.join(f'“{each.word}” for “{each.plain}”' for each in kept)}."
    )


def _df_percent() -> float:
    written, counted, stemmed = two_steps(_images(), "plural")
    return 100 * (counted - written) / (stemmed - written)


def _df_question() -> str:
    written, _, stemmed = two_steps(_images(), "plural")
    return (
        f"On the captions of the shapes, code CIDEr is {written:.4f} without stems and {stemmed:.4f} with "
        "the stems of four plurals. Stems match where words did not, and they are also counted in other "
        "numbers of images. How many percent of the rise come from the counting alone, while words still "
        "match as written?"
    )


def _df_notice() -> str:
    written, counted, stemmed = two_steps(_images(), "plural")
    return (
        f"The counting alone takes the mean from {written:.4f} to {counted:.4f}, the match from there to "
        f"{stemmed:.4f}. The references say “circles” and the captioner “circle”: that they match is nearly "
        "all."
    )


def _becomes_other() -> str:
    (wanted,) = stem_words([_OTHER], "porter")
    return next(word for word in _WORDS if stem_words([word], "porter") == [wanted])


def _becomes_solution() -> str:
    pairs = zip(_WORDS, stem_words(_WORDS, "porter"), strict=True)
    return "; ".join(f"“{word}” counts as “{stem}”" for word, stem in pairs) + "."


def _idf(word: str, stemmer: str) -> float:
    table = DocumentFrequencies.from_references(_images().references, stemmer=stemmer)
    (stem,) = stem_words([word], stemmer)
    return math.log(table.num_images / table.of((stem,)))


def _idf_lost() -> float:
    return _idf("one", "none") - _idf("one", "porter")


def _slip_cost() -> float:
    written, mended = (
        score(each).per_image[IMAGE] for each in (_images(), with_plurals(documented_example()))
    )
    return mended - written


def _cost_question() -> str:
    return (
        f"How many points of the official code's CIDEr-D does the missing “s” cost "
        f"“{_images().candidates[IMAGE]}”? Give three decimals."
    )


def _cost_solution() -> str:
    mended = with_plurals(documented_example())
    written = score(_images()).per_image[IMAGE]
    return (
        f"“{mended.candidates[IMAGE]}” gets {written + _slip_cost():.3f}, “{_images().candidates[IMAGE]}” "
        f"{written:.3f}: the slip costs {_slip_cost():.3f}. With a stemmer that knows the plural it costs "
        "nothing."
    )


PREDICTIONS = (
    Prediction(
        key="07-slips",
        question=_slips_question,
        outcome=_more_forgiven,
        notice=_slips_notice,
        options=_GROUPS,
        misconception=(
            "“Stemming finds the word behind its forms.” It cuts off endings by rule and knows no word, so "
            "it cannot tell a form from a slip."
        ),
    ),
    Prediction(
        key="07-df",
        question=_df_question,
        outcome=_df_percent,
        notice=_df_notice,
        unit="percent",
        high=100,
        digits=1,
    ),
)

EXERCISES = (
    ChoiceExercise(
        key="07-one",
        question=f"Which of these words does Porter's stemmer count as “{_OTHER}”?",
        options=_WORDS,
        answer=_becomes_other,
        hint="Porter cuts off a last “e” where enough is left before it; no rule drops a first letter.",
        solution=_becomes_solution,
    ),
    NumberExercise(
        key="07-idf",
        question=(
            "Among the shapes “one” is said of the pictures with a single object; “on a black background” is "
            "said of every picture. By how much does the IDF of “one” fall under Porter's stemmer? Give two "
            "decimals."
        ),
        answer=_idf_lost,
        hint="Choose “porter” and an image with one object. The table has the df of word and stem.",
        solution=lambda: (
            f"As written its IDF is {_idf('one', 'none'):.2f}; as “on” it stands in every image, and its IDF "
            f"is {_idf('one', 'porter'):.2f}. It falls by {_idf_lost():.2f}, and says nothing any more."
        ),
    ),
    NumberExercise(
        key="07-cost",
        question=_cost_question,
        answer=_slip_cost,
        digits=3,
        unit="points",
        hint="In the app, switch clipping and penalty on, set stemming to “none”, and mend the caption.",
        solution=_cost_solution,
    ),
)
