"""Measures of a result's images and captions that several checks share."""

from __future__ import annotations

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.hashes import Hashes
from cidernb.result import Result
from cidernb.sides import Side


def blank(result: Result) -> Booleans:
    """Which candidates have no word."""
    return np.asarray(result.weighting.encoding.candidates.words.lengths == 0)


def blank_references(result: Result) -> Booleans:
    """Which references have no word, shape (references,)."""
    return np.asarray(result.weighting.encoding.references.words.lengths == 0)


def weightless(result: Result) -> Booleans:
    """Which images have n-grams on both sides, and on one side none that weighs anything."""
    orders = slice(result.variant.max_order)
    candidate = result.weighting.candidate_norms[orders].max(axis=0)
    reference = result.weighting.reference_norms[orders].max(axis=0)
    largest = np.maximum.reduceat(reference, result.weighting.encoding.first_reference)
    filled = ~blank(result) & any_reference(result, ~blank_references(result))
    return np.asarray(filled & ((candidate == 0) | (largest == 0)))


def any_reference(result: Result, references: Booleans) -> Booleans:
    """Which images have at least one of some references; shape (images,)."""
    return np.asarray(np.logical_or.reduceat(references, result.weighting.encoding.first_reference))


def used_order(result: Result) -> int:
    """The longest n-gram that weighs anything in a score."""
    return max(order for order, weight in enumerate(result.variant.weights, start=1) if weight)


def fingerprints(side: Side) -> Integers:
    """A number for each caption, the same for two captions of the same words; shape (captions,).

    The numbers are sums, modulo 2^64, of pseudo-random numbers of word and place: two different
    captions have the same one with a chance of 1 in 10^19.
    """
    words = side.words
    starts = np.cumsum(words.lengths) - words.lengths
    place = np.arange(len(words.ids)) - np.repeat(starts, words.lengths)
    mixed = _mix(words.vocabulary.hashes[words.ids] + place.astype(np.uint64))
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)])
    fingerprint: Integers = (sums[starts + words.lengths] - sums[starts]).astype(np.int64)
    return fingerprint


def _mix(numbers: Hashes) -> Hashes:
    """Numbers scattered over 64 bits: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014)."""
    mixed = numbers + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


def share_lost_to_length(result: Result, penalty: Floats) -> tuple[Floats, Floats]:
    """Per image, what the wording earns before the length penalty, and after it; on the scale."""
    encoding, variant = result.weighting.encoding, result.variant
    per_reference = np.array(variant.weights) @ result.cells.cosines * variant.scale
    before, after = (
        np.add.reduceat(points, encoding.first_reference) / encoding.sizes
        for points in (per_reference, per_reference * penalty)
    )
    return before, after
