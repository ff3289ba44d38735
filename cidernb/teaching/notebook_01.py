"""What `01_score_by_hand` asks: what a word costs that nothing matches, and cosines worked out by hand."""

from __future__ import annotations

from cidernb import by_hand
from cidernb.example import documented_example
from cidernb.explaining.contributions import NgramRow, contributions
from cidernb.result import score
from cidernb.studies.worked import VARIANT, Worked, work_out
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.given import in_digits
from cidernb.teaching.prediction import Prediction

#: The image that the notebook starts with, and the word of its candidate that is taken out.
IMAGE = 32
WORD = "circle"

#: A caption that the app does not show, and the reference it is held against.
_OWN_CAPTION = "two red circles"
_OWN_REFERENCE = "three red circles"

_RISES, _STAYS, _FALLS = "It rises", "It stays as it is", "It falls"
_NOTHING = "Nothing"

#: The cosine asked about in "01-normaliser": reference, from 0, and order.
_LONG_REFERENCE, _UNIGRAMS = 0, 1


def _row() -> NgramRow:
    """What the word earns in the score, and its removal effect."""
    result = score(documented_example().evaluation_set, variant=VARIANT)
    return next(row for row in contributions(result, IMAGE).table if row.ngram == WORD)


def _without() -> str:
    effect = _row().removal_effect
    return _RISES if effect > 0 else _FALLS if effect < 0 else _STAYS


def _references_with_word() -> int:
    references = documented_example().evaluation_set.references[IMAGE]
    return sum(WORD in reference.split() for reference in references)


def _cost_question() -> str:
    images = documented_example().evaluation_set
    return (
        f"The caption is “{images.candidates[IMAGE]}”. Of its {len(images.references[IMAGE])} references, "
        f"{_references_with_word()} has the word “{WORD}”; the others say “{WORD}s”. Take that one word's "
        "entry out of the caption's vector of single words, and leave all else as it is. What does the "
        "score do?"
    )


def _cost_notice() -> str:
    row = _row()
    return (
        f"“{WORD}” earns {row.contribution:.2f} points, all from one reference. Without it the score would "
        f"be {row.removal_effect:.2f} points higher, for it is {100 * row.norm_share:.0f} % of the vector's "
        "squared length: with it in the vector, every match of the other words counts for less."
    )


def _own() -> Worked:
    images = documented_example().evaluation_set.with_candidate(IMAGE, _OWN_CAPTION)
    reference = images.references[IMAGE].index(_OWN_REFERENCE)
    return work_out(images, IMAGE, reference, 1)


def _cosine_question() -> str:
    worked = _own()
    counts = ", ".join(f"“{k.ngram}” in {k.df}" for k in worked.ngrams)
    return (
        f"Compute one cosine yourself. The candidate is “{_OWN_CAPTION}”, the reference “{_OWN_REFERENCE}”, "
        f"the order is 1. There are {worked.num_images} images, and each word stands in the references of so "
        f"many of them: {counts}. What is the cosine? Give two decimals."
    )


def _cosine_solution() -> str:
    worked = _own()
    weights = "; ".join(
        f"“{k.ngram}” ln {worked.num_images} − ln {k.df} = {k.idf:.3f}" for k in worked.ngrams
    )
    squares = " + ".join(f"{k.product:.3f}" for k in worked.ngrams if k.product)
    return (
        f"Every count is 1, so each weight is the IDF: {weights}.\n"
        f"The words that both have make the numerator: {squares} = {worked.dot:.3f}.\n"
        f"The vectors are {worked.norm_c:.3f} and {worked.norm_s:.3f} long.\n"
        f"{worked.dot:.3f} / ({worked.norm_c:.3f} × {worked.norm_s:.3f}) = {worked.cosine:.4f}."
    )


def _normalised(tf: str) -> float:
    """The cosine of the long reference when counts are divided as the TF normaliser says."""
    images = documented_example().evaluation_set
    worked = work_out(images, IMAGE, _LONG_REFERENCE, _UNIGRAMS)
    idf_of = {k.ngram: k.idf for k in worked.ngrams}
    vectors = []
    for text in (worked.candidate, worked.references[_LONG_REFERENCE]):
        counts = by_hand.ngram_counts(text.split(), 4)
        of_order = {k: h for k, h in counts.items() if len(k) == _UNIGRAMS}
        divisor = by_hand.normaliser(counts, _UNIGRAMS, tf)
        vectors.append(by_hand.weights(of_order, {k: idf_of[" ".join(k)] for k in of_order}, divisor))
    return by_hand.cosine(*vectors)


def _what_changes() -> str:
    change = _normalised("all") - _normalised("count")
    # A cosine that rounding alone moves has not changed.
    return _NOTHING if abs(change) < 1e-12 else "The cosine rises" if change > 0 else "The cosine falls"


def _normaliser_solution() -> str:
    return (
        f"Undivided the cosine is {_normalised('count'):.6f}, divided it is {_normalised('all'):.6f}. "
        "Dividing a whole vector by a number divides its length by the same number, and a cosine divides by "
        "the length. (It is another matter once weights are clipped.)"
    )


def _unigram_mean() -> float:
    """The mean cosine of single words."""
    return work_out(documented_example().evaluation_set, IMAGE, 0, 1).per_order[0]


PREDICTIONS = (
    Prediction(
        key="01-cost",
        question=_cost_question,
        outcome=_without,
        notice=_cost_notice,
        options=(_RISES, _STAYS, _FALLS),
        misconception=(
            "“A word that matches nothing is ignored.” It adds nothing to the numerator, and it adds to the "
            "length of the candidate's vector, by which every cosine is divided."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="01-cosine",
        question=_cosine_question,
        answer=lambda: _own().cosine,
        digits=2,
        hint=(
            "Every count is 1, so each weight is ln |I| − ln df. Multiply the weights of the words that both "
            "captions have, add up, and divide by the lengths of both vectors. A length takes in every word "
            "of its caption."
        ),
        solution=_cosine_solution,
    ),
    ChoiceExercise(
        key="01-normaliser",
        question=(
            "Eq. 1 of the paper divides each count by the number of n-grams in its caption. The official "
            "code does not. What does that change in the cosine of single words with the first reference?"
        ),
        options=("The cosine rises", "The cosine falls", _NOTHING),
        answer=_what_changes,
        hint="What happens to the length of a vector when every entry is divided by the same number?",
        solution=_normaliser_solution,
    ),
    NumberExercise(
        key="01-unigrams",
        question=lambda: (
            "Open stage 6 of the app for the picture it starts with. The mean cosine of single words is "
            f"{in_digits(_unigram_mean(), 3)}. How many points of the score come from single words alone?"
        ),
        answer=lambda: _unigram_mean() * 10 / 4,
        digits=2,
        unit="points",
        hint="All four orders have the same weight, and the weights add up to 1. Mind the scale.",
        solution=lambda: (
            f"Each order has the weight 1/4 and the score is on a scale of 10: "
            f"10 × {_unigram_mean():.3f} / 4 = {_unigram_mean() * 10 / 4:.3f}."
        ),
    ),
)
