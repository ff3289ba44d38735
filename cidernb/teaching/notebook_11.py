"""What `11_your_own_captions` asks: what a full stop costs, lines that can be read, one image alone."""

from __future__ import annotations

import math

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.exploring.pasted import first_captions, read_lines
from cidernb.result import Result, score
from cidernb.teaching.exercise import ChoiceExercise, NumberExercise
from cidernb.teaching.prediction import Prediction

#: The image kept in "11-alone", and the word asked about in "11-idf".
IMAGE = "blue-bike"
WORD = "man"

_LINES = ("dog-1, a dog, running", "dog-1 | a dog runs", "dog-1 a dog runs", "dog-1,")
_ZERO, _BETWEEN, _FULL = "0", "Something between 0 and 10", "10"


def _typed(tokenizer: str) -> Result:
    """The first captions scored with candidates as people type them, the references as they are."""
    images = first_captions()
    typed = {image_id: f"{text[0].upper()}{text[1:]}." for image_id, text in images.candidates.items()}
    return score(images.with_candidates(typed), tokenizer=tokenizer)


def _typed_question() -> str:
    images = first_captions()
    return (
        f"The app starts with {len(images)} everyday captions, all in lower case and without punctuation. "
        f"Their mean CIDEr-D is {score(images).mean:.2f}. Somebody types the same candidates with a capital "
        "at the start and a full stop at the end; the references stay. The captions are split at white space "
        "and nowhere else. What is the mean now?"
    )


def _typed_notice() -> str:
    before, after = score(first_captions()).mean, _typed("whitespace").mean
    return (
        f"{100 * (before - after) / before:.0f} % of the score is gone, and no caption says anything else "
        "than before. To a tokenizer that splits at white space, “wall.” and “wall” are two words, and every "
        "n-gram with one of them in it is another one."
    )


def _unreadable() -> str:
    return next(line for line in _LINES if not _can_be_read(line))


def _can_be_read(line: str) -> bool:
    try:
        return bool(list(read_lines(line, "candidates")))
    except ValueError:
        return False


def _alone() -> str:
    """What a caption that is one of its references scores with no other image beside it."""
    images = first_captions().subset([IMAGE])
    perfect = score(images.with_candidate(IMAGE, images.references[IMAGE][0])).per_image[IMAGE]
    return {0.0: _ZERO, 10.0: _FULL}.get(round(perfect, 9), _BETWEEN)


def _table() -> DocumentFrequencies:
    return DocumentFrequencies.from_references(first_captions().references)


def _idf() -> float:
    table = _table()
    return math.log(table.num_images / table.of(WORD))


PREDICTIONS = (
    Prediction(
        key="11-full-stop",
        question=_typed_question,
        outcome=lambda: _typed("whitespace").mean,
        notice=_typed_notice,
        unit="points",
        misconception=lambda: (
            "“Scorers ignore case and punctuation.” The official pipeline does, for its tokenizer runs "
            "first; a scorer alone counts what it is given. With the tokenizer “ptb” the mean is "
            f"{_typed('ptb').mean:.2f} again."
        ),
    ),
)

EXERCISES = (
    ChoiceExercise(
        key="11-lines",
        question="Which of these lines can the app not read as an id and a caption?",
        options=_LINES,
        answer=_unreadable,
        hint="An id may have spaces in it. What tells where it ends?",
        solution=(
            "A tab, a comma or | must stand between id and caption, and the first of them does. What comes "
            "behind it belongs to the caption, further commas too. A caption may be blank: it scores 0."
        ),
    ),
    ChoiceExercise(
        key="11-alone",
        question=(
            f"You keep “{IMAGE}” alone, with all its references, and paste its first reference as the "
            "candidate. What does it score, with the IDF counted on what is pasted?"
        ),
        options=(_ZERO, _BETWEEN, _FULL),
        answer=_alone,
        hint="In how many of the images does each of its words stand? What is the logarithm of that share?",
        solution=(
            "Every n-gram stands in 1 of 1 images, so every IDF is ln 1 − ln 1 = 0, and nothing has weight. "
            "Paste the images that it belongs to as well, or take the IDF from other captions."
        ),
    ),
    NumberExercise(
        key="11-idf",
        question=lambda: (
            f"Of the {_table().num_images} images that the app starts with, {_table().of(WORD)} have "
            f"“{WORD}” in a reference. What is its IDF? Give two decimals."
        ),
        answer=_idf,
        digits=2,
        hint="It is a natural logarithm, of the number of images over the number of those with the word.",
        solution=lambda: (
            f"ln {_table().num_images} − ln {_table().of(WORD)} = {_idf():.3f}. With so few images the IDF "
            "knows little of what is common: such scores cannot be set beside those of other captions."
        ),
    ),
)
