"""The readings of CIDEr-D's clipping, held against each other while a caption grows word by word.

With L the normaliser of Eq. 1, Eq. 4 clips a count to min(h_c, h_s L_c / L_s), where clipping by counts
has min(h_c, h_s). So it gives no less than that one to a candidate longer than the reference, and no more
to a shorter one.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import Result, score
from cidernb.scoring import tf_ratio
from cidernb.studies.record import ROUND_OFF
from cidernb.tokenizers import tokenize
from cidernb.variant import PRESETS

#: The readings, by preset, with their words on screen.
READINGS = {
    "paper-cider-d-eq4-all": "Eq. 4, L over all orders",
    "paper-cider-d-eq4-order": "Eq. 4, L of order n",
    "paper-cider-d-text": "the text: counts",
    "code-cider-d": "the code: raw-count weights",
}

#: The two readings of Eq. 4.
NORMALISERS = ("paper-cider-d-eq4-all", "paper-cider-d-eq4-order")

_CODE = "code-cider-d"


class TermDifferences(NamedTuple):
    """Where Eq. 4 parts from the code, term by term; arrays of shape (N, references).

    A term is one order of one reference before the penalty: a clipped cosine.
    """

    above: Booleans
    below: Booleans
    wrong: Booleans


def term_differences(paper: Result, code: Result) -> TermDifferences:
    """The terms with Eq. 4 above the code, below it, and on the wrong side of the derived ordering.

    Parameters
    ----------
    paper, code : Result
        The same captions under a reading of Eq. 4 and under the official code.
    """
    difference = paper.cells.cosines - code.cells.cosines
    above, below = difference > ROUND_OFF, difference < -ROUND_OFF
    # The candidate's normaliser over the reference's: at 1 the two forms agree.
    ratio = tf_ratio(code.weighting.encoding, paper.variant)
    return TermDifferences(above, below, (ratio >= 1) & below | (ratio <= 1) & above)


@dataclass(frozen=True)
class TermCounts:
    """How many terms lie where, for the references on one side of the candidate's length.

    Attributes
    ----------
    side : {"shorter", "equal", "longer"}
        The candidate, in words, beside these references.
    references, above, same, below : int
        The references, and their terms with Eq. 4 above the code, equal to it and below it.
    """

    side: str
    references: int
    above: int
    same: int
    below: int


@dataclass(frozen=True, eq=False)
class GrowingCaption:
    """One image's candidate at every length from one word on, under every reading.

    Attributes
    ----------
    results : dict of str to Result
        Preset to the scores at every length; the ids are the lengths in words.
    reference_lengths : tuple of int
        The words of each reference.
    """

    results: dict[str, Result]
    reference_lengths: tuple[int, ...]

    @property
    def lengths(self) -> tuple[int, ...]:
        """Words of the candidate, 1 and up."""
        return tuple(range(1, len(self.results[_CODE].scores) + 1))

    def candidate(self, words: int) -> str:
        """The caption at a length."""
        return self.results[_CODE].evaluation_set.candidates[words]

    def scores(self, words: int) -> dict[str, float]:
        """Each reading's score at a length, from 0 to 10."""
        return {preset: result.per_image[words] for preset, result in self.results.items()}

    def terms(self, normaliser: str, words: int) -> tuple[TermCounts, ...]:
        """A reading of Eq. 4 beside the code at a length: shorter, equal and longer references."""
        code = self.results[_CODE]
        found = term_differences(self.results[normaliser], code)
        of_length = code.weighting.encoding.image == words - 1
        own = np.array(self.reference_lengths)
        sides = {"shorter": own > words, "equal": np.equal(own, words), "longer": own < words}
        counts = []
        for side, chosen in sides.items():
            above, below = (int(mask[:, of_length][:, chosen].sum()) for mask in (found.above, found.below))
            references = int(chosen.sum())
            same = references * len(found.above) - above - below
            counts.append(TermCounts(side, references, above, same, below))
        return tuple(counts)

    def wrong_terms(self, normaliser: str) -> int:
        """Terms of all lengths on the wrong side of the derived ordering."""
        return int(term_differences(self.results[normaliser], self.results[_CODE]).wrong.sum())

    def all_terms(self) -> int:
        """Terms of all lengths."""
        return int(self.results[_CODE].cells.cosines.size)


def grown(caption: str, words: int) -> str:
    """The first so many words of a caption said over and over.

    Raises
    ------
    ValueError
        If the caption has no word.

    Examples
    --------
    >>> grown("three red circle", 5)
    'three red circle three red'
    """
    tokens = tokenize(caption, "whitespace")
    if not tokens:
        raise ValueError("The caption is blank; write at least one word.")
    return " ".join(islice(cycle(tokens), words))


# Going back to a caption, or to the penalty, finds it as it was, with the picture made of it.
@lru_cache(maxsize=8)
def grow(
    images: EvaluationSet, image_id: Hashable, caption: str, most: int, sigma: float | None = 6.0
) -> GrowingCaption:
    """Score a caption at every length from 1 to `most` words, said over where it ends, in every reading.

    Parameters
    ----------
    images : EvaluationSet
        The images whose references the IDF counts.
    image_id : hashable
        The image that the caption is for.
    caption : str
        What to say, from its beginning, and over again.
    most : int
        The words of the longest candidate.
    sigma : float or None
        The width of the length penalty; None leaves it out.

    Raises
    ------
    ValueError
        If there is no such image, or the caption has no word.

    Examples
    --------
    >>> from cidernb.example import documented_example
    >>> growing = grow(documented_example().evaluation_set, 32, "three red circle", 6)
    >>> growing.candidate(4)
    'three red circle three'
    """
    images.row(image_id)
    references = images.references[image_id]
    lengths: Sequence[int] = range(1, most + 1)
    # Every length is an image of its own, against the IDF of all images: one encoding serves them all.
    captions = EvaluationSet(
        {words: grown(caption, words) for words in lengths}, {words: list(references) for words in lengths}
    )
    table = _table(images)
    results = {
        preset: score(captions, variant=PRESETS[preset].replace(sigma=sigma), idf=table)
        for preset in READINGS
    }
    return GrowingCaption(results, tuple(len(tokenize(text, "whitespace")) for text in references))


@lru_cache(maxsize=4)
def _table(images: EvaluationSet) -> DocumentFrequencies:
    """What a corpus IDF counts, as a table."""
    return DocumentFrequencies.from_references(images.references, tokenizer="whitespace")
