"""What `00_start_here` asks: a caption that forgot its plural, three scales, other company."""

from __future__ import annotations

import math

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.example import documented_example, of_colour
from cidernb.explaining.contributions import contributions
from cidernb.result import Result, score
from cidernb.teaching.exercise import CaptionExercise, ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction
from cidernb.variant import PRESETS, Variant

#: The image that the notebook starts with, "three red circle".
IMAGE = 32

#: Words of its candidate and of its references.
_WORDS = ("three", "red", "circle", "some")

#: A score that the candidate does not reach and a better caption does.
_GOOD_SCORE = 5.0

_CODE = PRESETS["code-cider-d"]


def _images() -> EvaluationSet:
    return documented_example().evaluation_set


def _result(variant: Variant = _CODE) -> Result:
    return score(_images(), variant=variant)


def _points(variant: Variant = _CODE) -> float:
    return _result(variant).per_image[IMAGE]


def _stemmed() -> float:
    return _points(_CODE.replace(stemmer="plural"))


def _candidate() -> str:
    return _images().candidates[IMAGE]


def _plural_question() -> str:
    references = _images().references[IMAGE]
    return (
        f"A program wrote “{_candidate()}” for a picture of {documented_example().scenes[IMAGE].describe()}. "
        f"Its {len(references)} references say what people would: “{references[2]}”, “{references[-2]}” and "
        "so on. "
        "Of 10 points, how many does the caption get from the official code's CIDEr-D?"
    )


def _plural_notice() -> str:
    earned = contributions(_result(), IMAGE).by_ngram
    best = max(earned, key=lambda ngram: earned[ngram])
    for_circle = sum(points for ngram, points in earned.items() if "circle" in ngram.split())
    references = [reference.split() for reference in _images().references[IMAGE]]
    plural = sum("circles" in words for words in references)
    return (
        f"“{best}” alone earns {earned[best]:.2f} of the {_points():.2f} points, and all n-grams with "
        f"“circle” in them together {for_circle:.2f}: {plural} of {len(references)} references say "
        "“circles”, and to CIDEr-D that is another word."
    )


def _stemmed_notice() -> str:
    earned = contributions(_result(_CODE.replace(stemmer="plural")), IMAGE).by_ngram
    longest = max(earned, key=lambda ngram: len(ngram.split()))
    return (
        f"One letter was worth {_stemmed() - _points():.2f} points. Now “{longest}” is found in the "
        f"references and earns {earned[longest]:.2f} of the {_stemmed():.2f} points."
    )


def _code_cider() -> float:
    return _result(PRESETS["code-cider"]).mean


def _scales_question() -> str:
    return (
        f"A paper's table gives CIDEr {100 * _code_cider():.1f} to the program's {len(_images())} captions. "
        "It shows the official code's CIDEr as tables do. On the scale of the CIDEr paper, where the most "
        "is 1, how much is that? Give three decimals."
    )


def _scales_solution() -> str:
    return (
        f"Tables show the code's value times 100, so the code returned {_code_cider():.3f}. The code's "
        f"value is 10 times the paper's CIDEr, so on the paper's scale it is {_code_cider() / 10:.3f}."
    )


def _idfs() -> tuple[dict[str, float], dict[str, float]]:
    """The IDF of each word among all images, and among those of the image's colour."""
    images, scenes = _images(), documented_example().scenes
    colours = [scene.colour for scene in scenes[: len(images)]]
    same = images.subset(of_colour(colours[IMAGE], colours))
    tables = [DocumentFrequencies.from_references(each.references) for each in (images, same)]
    among_all, among_same = ({word: math.log(t.num_images / t.of(word)) for word in _WORDS} for t in tables)
    return among_all, among_same


def _most_changed() -> str:
    before, after = _idfs()
    return max(_WORDS, key=lambda word: abs(after[word] - before[word]))


def _company_solution() -> str:
    before, after = _idfs()
    each = "; ".join(f"“{word}” {before[word]:.2f}, then {after[word]:.2f}" for word in _WORDS)
    return (
        "The IDF of a word is the logarithm of the number of images over the number of those with the word "
        f"in a reference. Among all images, and then among those of the picture's colour, it is for {each}."
    )


def _caption_points(caption: str) -> float:
    return score(_images().with_candidate(IMAGE, caption)).per_image[IMAGE]


def _best_reference() -> str:
    return max(_images().references[IMAGE], key=_caption_points)


PREDICTIONS = (
    Prediction(
        key="00-plural",
        question=_plural_question,
        outcome=_points,
        notice=_plural_notice,
        unit="points",
        misconception=(
            "“The code stems, because the paper does.” The paper's CIDEr does; its CIDEr-D does not, and "
            "neither of the official scorers has a stemmer."
        ),
    ),
    Prediction(
        key="00-stemmed",
        question=(
            "Stemming lets words count as their stem, so that “circles” and “circle” are one word. The "
            "caption stays as it is. How many of 10 points does it get after stemming?"
        ),
        outcome=_stemmed,
        notice=_stemmed_notice,
        unit="points",
        misconception=(
            "“A perfect caption gets 10.” To get 10 a caption would have to say just what every one of its "
            "references says, and they differ among themselves."
        ),
    ),
)

EXERCISES = (
    NumberExercise(
        key="00-scales",
        question=_scales_question,
        answer=lambda: _code_cider() / 10,
        digits=3,
        hint="There are two steps: from the table to what the code returned, and from there to the paper.",
        solution=_scales_solution,
    ),
    ChoiceExercise(
        key="00-company",
        question=(
            "The picture is scored again, now among the pictures of its own colour only. "
            "Which of these words has its IDF changed most?"
        ),
        options=_WORDS,
        answer=_most_changed,
        hint="Which of the words do people write under every picture of this evaluation set?",
        solution=_company_solution,
    ),
    CaptionExercise(
        key="00-better",
        question=f"Write a caption for the same picture that gets more than {_GOOD_SCORE:g} points.",
        answer=_best_reference,
        score=_caption_points,
        above=lambda: _GOOD_SCORE,
        hint="What do most of the ten references say? Every run of up to four words that they share counts.",
        solution=lambda: (
            f"A reference itself does it: “{_best_reference()}” gets "
            f"{_caption_points(_best_reference()):.2f} points, for the others share most of its words."
        ),
    ),
)
