"""Optimising the metric: a caption is edited word by word for its score alone."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import score
from cidernb.tokenizers import tokenize
from cidernb.variant import Variant

#: Where a search ends at the latest.
MOST_STEPS = 12

#: A step has to raise the score by more than rounding can.
_LEAST_GAIN = 1e-9


@dataclass(frozen=True)
class SearchStep:
    """One step of a search.

    Attributes
    ----------
    number : int
        0 for the caption that the search starts from.
    candidate : str
        The caption after the step.
    edit : str
        What the step did, in words.
    score : float
        The caption's score.
    tried : int
        How many edits were scored to find this one.
    """

    number: int
    candidate: str
    edit: str
    score: float
    tried: int


def optimise(
    images: EvaluationSet,
    image_id: Hashable,
    start: str,
    *,
    most_steps: int = MOST_STEPS,
    most_words: int = 20,
    variant: str | Variant = "code-cider-d",
) -> Iterator[SearchStep]:
    """Edit a caption for its score, one word a step, always by the edit that scores best.

    An edit puts in, exchanges or takes out one word, or swaps two neighbours; the words are those of
    the image's references. There is no chance in it: of equal edits the first is taken.

    Parameters
    ----------
    images : EvaluationSet
        The images whose references the IDF counts.
    image_id : hashable
        The image that the caption is for.
    start : str
        The caption to start from.
    most_steps, most_words : int
        Where the search ends at the latest, and how long a caption may become.
    variant : str or Variant
        The score to raise.

    Yields
    ------
    SearchStep
        The start and then each step, every one above the one before; the search is over where no
        edit raises the score.

    Raises
    ------
    ValueError
        If there is no such image, or the caption has no word.

    Examples
    --------
    >>> from cidernb.example import documented_example
    >>> for step in optimise(documented_example().evaluation_set, 32, "three red circle"):
    ...     print(step.candidate, round(step.score, 2))
    three red circle 2.53
    three red circles 5.18
    are three red circles 5.48
    there are three red circles 5.63
    """
    images.row(image_id)
    words = tokenize(start, "whitespace")
    if not words:
        raise ValueError("The caption is blank; write at least one word to start from.")
    references = list(images.references[image_id])
    vocabulary = list(dict.fromkeys(word for text in references for word in tokenize(text, "whitespace")))
    # What a corpus IDF counts, as a table: every edit is then an image of its own in one scoring.
    table = DocumentFrequencies.from_references(images.references, tokenizer="whitespace")

    def scores(captions: Sequence[str]) -> list[float]:
        edited = EvaluationSet(list(captions), [references] * len(captions))
        return list(score(edited, variant=variant, idf=table).per_image.values())

    here = SearchStep(0, " ".join(words), "the start", scores([" ".join(words)])[0], 1)
    yield here
    for number in range(1, most_steps + 1):
        edits = {" ".join(edited): edit for edited, edit in _edits(words, vocabulary, most_words)}
        points = dict(zip(edits, scores(list(edits)), strict=True))
        best = max(points, key=points.__getitem__)
        if points[best] <= here.score + _LEAST_GAIN:
            return
        words = best.split()
        here = SearchStep(number, best, edits[best], points[best], len(edits))
        yield here


def _edits(words: list[str], vocabulary: list[str], most_words: int) -> Iterator[tuple[list[str], str]]:
    """Every caption that is one edit away, with what the edit does."""
    for place, word in enumerate(words):
        before, behind = words[:place], words[place + 1 :]
        if len(words) > 1:
            yield before + behind, f"“{word}” taken out"
        for other in vocabulary:
            if other != word:
                yield [*before, other, *behind], f"“{other}” in place of “{word}”"
        if behind:
            yield [*before, behind[0], word, *behind[1:]], f"“{word}” and “{behind[0]}” swapped"
    if len(words) < most_words:
        for place in range(len(words) + 1):
            where = f"before “{words[place]}”" if place < len(words) else "at the end"
            for other in vocabulary:
                yield [*words[:place], other, *words[place:]], f"“{other}” put in {where}"
