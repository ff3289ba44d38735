"""Findings: ways in which a number misleads, with the evidence and what to do."""

from __future__ import annotations

import string
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from cidernb.arrays import Booleans, Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.result import Result

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True)
class Finding:
    """One way in which a number misleads.

    Attributes
    ----------
    code : str
        A fixed name of the kind, for programs.
    severity : {"info", "warning", "error"}
        "info": true of the captions and worth knowing; "warning": the number does not mean what
        it seems to mean; "error": there is no number.
    message : str
        What is seen, why, and what to do.
    image_ids : tuple
        The images concerned; empty where it is the whole set.
    evidence : mapping of str to number or str
        The figures behind the message.
    """

    code: str
    severity: Severity
    message: str
    image_ids: tuple[Hashable, ...] = ()
    evidence: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "evidence", MappingProxyType(dict(self.evidence)))


def find(result: Result) -> tuple[Finding, ...]:
    """All findings on a result, warnings before infos."""
    findings = chain.from_iterable(check(result) for check in _CHECKS)
    return tuple(sorted(findings, key=lambda finding: finding.severity == "info"))


def _ids(result: Result, images: Booleans) -> tuple[Hashable, ...]:
    ids = result.evaluation_set.ids
    return tuple(ids[row] for row in np.flatnonzero(images).tolist())


def _some(count: int, singular: str, plural: str) -> str:
    return f"1 {singular}" if count == 1 else f"{count} {plural}"


def _largest_norms(result: Result) -> tuple[Floats, Floats]:
    """Per image, the largest norm over the orders, of the candidate and of any reference."""
    orders = slice(result.variant.max_order)
    candidate = result.weighting.candidate_norms[orders].max(axis=0)
    reference = result.weighting.reference_norms[orders].max(axis=0)
    return candidate, np.maximum.reduceat(reference, result.weighting.encoding.first_reference)


def _blank(result: Result) -> Booleans:
    return np.asarray(result.weighting.encoding.candidates.words.lengths == 0)


def _weightless(result: Result) -> Booleans:
    candidate, reference = _largest_norms(result)
    return np.asarray(~_blank(result) & ((candidate == 0) | (reference == 0)))


def _zero_weights(result: Result) -> Iterator[Finding]:
    images = len(result.scores)
    if result.idf == "corpus" and images == 1:
        yield Finding(
            "one_image",
            "warning",
            "One image alone scores 0 whatever its caption: each of its n-grams stands in 1 of 1 images, so "
            "every IDF is ln(1/1) = 0. Score it with the images it belongs to, or take the IDF from a table.",
            result.evaluation_set.ids,
            {"num_images": 1},
        )
        return
    weightless = _weightless(result)
    if weightless.any():
        number = int(weightless.sum())
        yield Finding(
            "zero_weights",
            "warning",
            f"{_some(number, 'image scores', 'images score')} 0 because no n-gram of the candidate or of the "
            "references has weight: all stand in every image that the IDF counts. This says nothing of the "
            "caption; count the IDF over more varied images or take it from a table.",
            _ids(result, weightless),
            {"images": number, "num_images": result.weighting.num_images},
        )


def _negative_idf(result: Result) -> Iterator[Finding]:
    weighting = result.weighting
    if weighting.num_images is None or weighting.reference_df is None:
        return
    encoding, max_order = weighting.encoding, result.variant.max_order
    sides = ((encoding.references, weighting.reference_df), (encoding.candidates, weighting.candidate_df))
    # Of the n-grams numbered, only those with rows stand in these captions.
    largest = max(
        int(df[side.counts.up_to(max_order).ngram].max(initial=0)) for side, df in sides if df is not None
    )
    if largest > weighting.num_images:
        above = bool((result.scores > result.variant.scale).any())
        yield Finding(
            "negative_idf",
            "warning",
            f"The table says {weighting.num_images} images, yet one of its n-grams has a df of {largest}: "
            "IDF turns negative, common n-grams weigh like rare ones and scores can pass the maximum. Give "
            "the table the number of images that it was counted on.",
            evidence={"num_images": weighting.num_images, "largest_df": largest, "above_maximum": above},
        )


def _untokenized(result: Result) -> Iterator[Finding]:
    if result.tokenizer != "whitespace":
        return
    encoding = result.weighting.encoding
    words = encoding.candidates.surface.vocabulary  # numbers the references' words too, and more
    present = np.zeros(len(words), bool)
    for side in (encoding.candidates, encoding.references):
        present[side.surface.ids] = True
    odd = sorted(word for word, held in zip(words, present.tolist(), strict=True) if held and _is_odd(word))
    if odd:
        yield Finding(
            "untokenized",
            "warning",
            f"{_some(len(odd), 'word has', 'words have')} capitals or punctuation, such as {odd[0]!r}: white "
            'space alone separates words here, so "dog." and "Dog" do not match "dog". Lower-case the '
            "captions and remove punctuation, as the official scorers' tokenizer does.",
            evidence={"words": len(odd), "first": odd[0]},
        )


_MARKS = set(string.punctuation) - set("'<>$#%&")


def _is_odd(word: str) -> bool:
    return word != word.lower() or word[0] in _MARKS or word[-1] in _MARKS


def _table_too_short(result: Result) -> Iterator[Finding]:
    if isinstance(result.idf, DocumentFrequencies) and result.idf.max_order < result.variant.max_order:
        yield Finding(
            "table_too_short",
            "warning",
            f"The table holds n-grams of up to {result.idf.max_order} words, the variant counts up to "
            f"{result.variant.max_order}: longer ones are weighted as if no image had them. Count a table "
            f"with max_order={result.variant.max_order}.",
            evidence={"table_order": result.idf.max_order, "max_order": result.variant.max_order},
        )


def _empty_orders(result: Result) -> Iterator[Finding]:
    lengths = result.weighting.encoding.candidates.words.lengths
    # A caption loses nothing by an order that weighs nothing.
    max_order = max(order for order, weight in enumerate(result.variant.weights, start=1) if weight)
    short = (lengths > 0) & (lengths < max_order)
    if short.any():
        number, fewest = int(short.sum()), int(lengths[short].min())
        lost = result.variant.scale * sum(result.variant.weights[fewest:])
        yield Finding(
            "empty_orders",
            "info",
            f"{_some(number, 'candidate has', 'candidates have')} fewer than {max_order} words, and an order "
            f"without n-grams earns nothing: a caption of {_some(fewest, 'word', 'words')} loses {lost:g} of "
            f"{result.variant.scale:g} points however good it is.",
            _ids(result, short),
            {"images": number, "fewest_words": fewest, "points_lost": lost},
        )


def _blank_candidates(result: Result) -> Iterator[Finding]:
    blank = _blank(result)
    if blank.any():
        number = int(blank.sum())
        yield Finding(
            "blank_candidates",
            "info",
            f"{_some(number, 'candidate is', 'candidates are')} blank; each scores 0 and counts in the mean.",
            _ids(result, blank),
            {"images": number},
        )


def _matched(result: Result) -> Booleans:
    """Whether candidate and any reference share an n-gram that carries weight."""
    encoding = result.weighting.encoding
    matched = np.zeros(len(result.scores), bool)
    matched[encoding.image[result.cells.matches.reference[result.cells.product > 0]]] = True
    return matched


def _nothing_matches(result: Result) -> Iterator[Finding]:
    # A 0 may also be a match that length, short captions or the weights of the orders made nothing of.
    zero = (result.scores == 0) & ~_blank(result) & ~_weightless(result) & ~_matched(result)
    if zero.any():
        number = int(zero.sum())
        yield Finding(
            "nothing_matches",
            "info",
            f"{_some(number, 'candidate earns', 'candidates earn')} a true 0: no n-gram that carries weight "
            "stands in a reference too. Look at the words: another language, case or spelling, or the "
            "wrong image?",
            _ids(result, zero),
            {"images": number},
        )


_CHECKS: tuple[Callable[[Result], Iterator[Finding]], ...] = (
    _zero_weights,
    _negative_idf,
    _untokenized,
    _table_too_short,
    _empty_orders,
    _blank_candidates,
    _nothing_matches,
)
