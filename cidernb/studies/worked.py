"""One caption's score worked out by hand: every number on the way from its words to its score."""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cidernb import by_hand
from cidernb.by_hand import Ngram
from cidernb.evaluation_set import EvaluationSet
from cidernb.tokenizers import tokenize

#: What is worked out: the official code's CIDEr, whose weight is the count times the IDF.
VARIANT = "code-cider"
SCALE = 10
ORDERS = (1, 2, 3, 4)
_ORDER_WEIGHTS = (1 / 4,) * 4


@dataclass(frozen=True)
class WorkedNgram:
    """An n-gram of the candidate or of the reference, and its numbers.

    Attributes
    ----------
    ngram : str
        Its words, joined by spaces.
    count_c, count_s : int
        h_k(c) and h_k(s): how often candidate and reference hold it.
    images : tuple of id
        The images with it in any reference; the document frequency is their number.
    idf : float
        ln |I| - ln max(1, df).
    weight_c, weight_s : float
        g_k(c) and g_k(s): count times IDF.
    without : float or None
        The cosine when the candidate's vector lacks it; None where it does.
    """

    ngram: str
    count_c: int
    count_s: int
    images: tuple[Hashable, ...]
    idf: float
    weight_c: float
    weight_s: float
    without: float | None

    @property
    def df(self) -> int:
        return len(self.images)

    @property
    def product(self) -> float:
        return self.weight_c * self.weight_s


@dataclass(frozen=True)
class Worked:
    """A candidate beside one reference in one order, and the score that their cosine is a part of.

    Attributes
    ----------
    image_id : hashable
        The image.
    candidate : str
        Its candidate.
    references : tuple of str
        All its references.
    reference : int
        Which of them is looked at, from 0.
    order : int
        Which order is looked at.
    num_images : int
        |I|, the images that the document frequencies are counted over.
    ngrams : tuple of WorkedNgram
        The candidate's n-grams of that order, then those that only the reference holds.
    norm_c, norm_s : float
        The lengths of both vectors.
    cosines : tuple of tuple of float
        The cosine for each order (outer) and reference (inner).
    """

    image_id: Hashable
    candidate: str
    references: tuple[str, ...]
    reference: int
    order: int
    num_images: int
    ngrams: tuple[WorkedNgram, ...]
    norm_c: float
    norm_s: float
    cosines: tuple[tuple[float, ...], ...]

    @property
    def dot(self) -> float:
        """The numerator of Eq. 2: the products added up."""
        return sum(k.product for k in self.ngrams)

    @property
    def cosine(self) -> float:
        """Eq. 2 for this order and reference."""
        return self.cosines[self.order - 1][self.reference]

    @property
    def per_order(self) -> tuple[float, ...]:
        """Each order's mean over the references, from 0 to 1."""
        return tuple(sum(of_order) / len(of_order) for of_order in self.cosines)

    @property
    def score(self) -> float:
        """Eq. 3 on the scorers' scale of 0 to 10."""
        return SCALE * by_hand.combine(self.per_order, _ORDER_WEIGHTS)


def work_out(images: EvaluationSet, image_id: Hashable, reference: int, order: int) -> Worked:
    """Work out an image's score with `cidernb.by_hand`, and one cosine of it in full.

    Parameters
    ----------
    images : EvaluationSet
        The images that the document frequencies are counted over.
    image_id : hashable
        The image.
    reference, order : int
        The cosine to work out in full: the reference's place, from 0, and the order, 1 to 4.

    Raises
    ------
    ValueError
        If there is no such image, reference or order.

    Examples
    --------
    >>> images = EvaluationSet(["a dog", "a cat"], [["a dog"], ["one cat"]])
    >>> worked = work_out(images, 1, 0, 1)
    >>> [(k.ngram, k.df, round(k.weight_c, 3)) for k in worked.ngrams]
    [('a', 1, 0.693), ('cat', 1, 0.693), ('one', 1, 0.0)]
    >>> round(worked.cosine, 3)
    0.5
    """
    images.row(image_id)
    references = tuple(images.references[image_id])
    if not 0 <= reference < len(references):
        raise ValueError(f"Image {image_id} has no reference {reference}; give 0 to {len(references) - 1}.")
    if order not in ORDERS:
        raise ValueError(f"order is {order}; give one of 1 to 4.")
    df = _document_frequencies(images)
    candidate = images.candidates[image_id]
    cosines = tuple(
        tuple(by_hand.cosine(*_vectors(candidate, text, n, df, len(images))) for text in references)
        for n in ORDERS
    )
    g_c, g_s = _vectors(candidate, references[reference], order, df, len(images))
    h_c, h_s = (_counts(text, order) for text in (candidate, references[reference]))
    idf_of = by_hand.idf(h_c.keys() | h_s.keys(), df, len(images))
    holders = _holders(images, order)
    ngrams = tuple(
        WorkedNgram(
            " ".join(k),
            h_c.get(k, 0),
            h_s.get(k, 0),
            tuple(i for i, held in holders.items() if k in held),
            idf_of[k],
            g_c.get(k, 0.0),
            g_s.get(k, 0.0),
            by_hand.cosine({other: g for other, g in g_c.items() if other != k}, g_s) if k in g_c else None,
        )
        for k in dict.fromkeys([*h_c, *h_s])
    )
    norms = by_hand.norm(g_c), by_hand.norm(g_s)
    return Worked(image_id, candidate, references, reference, order, len(images), ngrams, *norms, cosines)


def source_of(function: str) -> str:
    """The source of a function of `cidernb.by_hand`, as it runs.

    Examples
    --------
    >>> print(source_of("norm").splitlines()[0])
    def norm(g: Weights) -> float:
    """
    return inspect.getsource(getattr(by_hand, function)).rstrip()


def _vectors(
    candidate: str, reference: str, n: int, df: by_hand.Table, num_images: int
) -> tuple[by_hand.Weights, by_hand.Weights]:
    h_c, h_s = (_counts(text, n) for text in (candidate, reference))
    idf_of = by_hand.idf(h_c.keys() | h_s.keys(), df, num_images)
    return by_hand.weights(h_c, idf_of), by_hand.weights(h_s, idf_of)


def _counts(text: str, n: int) -> by_hand.Counts:
    counts = by_hand.ngram_counts(tokenize(text, "whitespace"), n)
    return {k: h for k, h in counts.items() if len(k) == n}


@lru_cache(maxsize=4)
def _document_frequencies(images: EvaluationSet) -> Mapping[Ngram, int]:
    return by_hand.document_frequencies(images.references)


@lru_cache(maxsize=16)
def _holders(images: EvaluationSet, n: int) -> Mapping[Hashable, frozenset[Ngram]]:
    """Each image's n-grams of one order, of all its references."""
    return {
        i: frozenset(k for text in captions for k in by_hand.ngrams(tokenize(text, "whitespace"), n))
        for i, captions in images.references.items()
    }
