"""Each departure of the official code in its readings: an evaluation set in, its scores in each out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from cidernb.arrays import Floats, sum_by
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import IdfSource, score
from cidernb.tokenizers import tokenize
from cidernb.variant import PRESETS, Variant

#: The width that a caller asks for in the departure of the wrapper.
ASKED_SIGMA = 2.0

_SIGMA = 6.0
_CIDER = PRESETS["code-cider"]
_CIDER_D = PRESETS["code-cider-d"]

#: Words of a reading to its scores: one an image, or one for the set.
Readings = Mapping[str, Floats]


def _scores(images: EvaluationSet, variant: Variant, idf: IdfSource = "corpus") -> Floats:
    return score(images, variant=variant, idf=idf).scores


def stemming(images: EvaluationSet) -> Readings:
    """Stems and words as they stand, unclipped."""
    return {
        "stems, as the paper's CIDEr": _scores(images, _CIDER.replace(stemmer="porter")),
        "words as they stand, as the code": _scores(images, _CIDER),
    }


def raw_counts(images: EvaluationSet) -> Readings:
    """Counts divided and raw, unclipped."""
    return {
        "counts divided by the sentence's n-grams": _scores(images, _CIDER.replace(tf="all")),
        "counts divided by those of order n": _scores(images, _CIDER.replace(tf="order")),
        "raw counts, as the code": _scores(images, _CIDER),
    }


def unseen(images: EvaluationSet) -> Readings:
    """The two readings of an n-gram in no reference, unclipped."""
    return {
        "a weight without bound (the limit)": _scores(images, _CIDER.replace(unseen="limit")),
        "a df of 1 (the floor), as the code": _scores(images, _CIDER),
    }


def clipping(images: EvaluationSet) -> Readings:
    """Eq. 4 under both normalisers, the text and the code."""
    presets = {
        "Eq. 4, counts divided over all orders": "paper-cider-d-eq4-all",
        "Eq. 4, counts divided over order n": "paper-cider-d-eq4-order",
        "counts clipped, as the paper's text": "paper-cider-d-text",
        "raw-count weights clipped, as the code": "code-cider-d",
    }
    return {words: _scores(images, PRESETS[preset]) for words, preset in presets.items()}


def length(images: EvaluationSet) -> Readings:
    """The penalty on lengths in words and in bigrams."""
    result = score(images, variant=_CIDER_D.replace(sigma=None))
    candidates, references = (
        np.array([len(tokenize(text, "whitespace")) for text in texts])
        for texts in (
            images.candidates.values(),
            (text for texts in images.references.values() for text in texts),
        )
    )
    encoding = result.weighting.encoding
    difference = candidates[encoding.image] - references
    penalty = np.exp(-((difference / _SIGMA) ** 2) / 2)
    similarity = penalty * (np.array(result.variant.weights) @ result.cells.cosines)
    by_words = 10 * sum_by(encoding.image, similarity, len(images)) / encoding.sizes
    return {
        "length counted in words": by_words,
        "length counted in bigrams, as the code": _scores(images, _CIDER_D),
    }


def idf_source(images: EvaluationSet) -> Readings:
    """Four IDF sources."""
    half = images.subset(images.ids[::2])
    table = DocumentFrequencies.from_references(half.references, tokenizer="whitespace")
    return {
        "the evaluated images (corpus)": _scores(images, _CIDER_D),
        "a table counted over half of them": _scores(images, _CIDER_D, idf=table),
        "no IDF": _scores(images, _CIDER_D, idf="none"),
        "the image alone": np.array([score(images.subset([i]), variant=_CIDER_D).mean for i in images.ids]),
    }


def sigma(images: EvaluationSet) -> Readings:
    """A sigma that arrives, and one that the wrapper drops."""
    return {
        f"asked for σ = {ASKED_SIGMA:g}, coco-caption's wrapper": _scores(
            images, _CIDER_D.replace(sigma=ASKED_SIGMA)
        ),
        f"asked for σ = {ASKED_SIGMA:g}, ciderD.py's wrapper": _scores(images, _CIDER_D),
    }


def factor(images: EvaluationSet) -> Readings:
    """The same number on two scales."""
    return {
        "paper's CIDEr, of 1": _scores(images, PRESETS["paper-cider-unstemmed"]),
        "code's CIDEr, of 10": _scores(images, _CIDER),
    }


def averaging(images: EvaluationSet) -> Readings:
    """The corpus score, by images and with all references pooled; one score a set."""
    result = score(images, variant=_CIDER_D)
    sizes = result.weighting.encoding.sizes
    return {
        "mean over all references at once": np.array([np.average(result.scores, weights=sizes)]),
        "each image's mean, then over images, as the code": np.array([result.mean]),
    }


def tokenization(images: EvaluationSet) -> Readings:
    """Candidates as typed, and as the official pipeline leaves them."""
    typed = {image: text[:1].upper() + text[1:] + "." for image, text in images.candidates.items()}
    return {
        "as typed: a capital and a full stop": _scores(images.with_candidates(typed), _CIDER_D),
        "lower case, punctuation removed, as the code": _scores(images, _CIDER_D),
    }
