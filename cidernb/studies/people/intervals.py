"""Intervals of accuracies, from drawing the images again: pairs of one image are drawn together."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.studies.people.study import Study

#: The share of resamples within an interval.
CONFIDENCE = 0.95

#: How often the images are drawn.
RESAMPLES = 2000


class Change(NamedTuple):
    """An accuracy or a difference of two, with its 95 % interval from drawing images again."""

    difference: float
    low: float
    high: float


def limits(drawn: Floats) -> Floats:
    """The limits of the middle 95 % of draws; shape (2, ...) from (resamples, ...)."""
    tail = (1 - CONFIDENCE) / 2
    return np.asarray(np.quantile(drawn, [tail, 1 - tail], axis=0))


def ratio(sums: Floats, counted: Floats, resamples: int = RESAMPLES, seed: int = 0) -> Change:
    """A ratio of sums over images with its interval; shape (images,) each."""
    low, high = interval(sums, counted, resamples, seed).tolist()
    return Change(float(sums.sum() / counted.sum()), low, high)


def interval(agreeing: Floats, counted: Floats, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """The 95 % interval of an accuracy, from drawing images again; shape (2, ...).

    Parameters
    ----------
    agreeing, counted : array, shape (images, ...)
        For each image on how many pairs metric and people agree, and how many count. Of several
        columns each has its interval, over the same draws.
    resamples : int
        How often as many images are drawn, with replacement.
    seed : int
        Of the draws.

    Notes
    -----
    Pairs of one image share references, so that they are drawn together.
    """
    drawn = draw_images(len(agreeing), resamples, seed)
    shares = (drawn @ agreeing) / np.maximum(drawn @ counted, 1e-300)
    return limits(shares)


# Accuracies are compared over the same draws, and many of them share a number of images.
@lru_cache(maxsize=8)
def draw_images(images: int, resamples: int, seed: int = 0) -> Floats:
    """How often each image is drawn in each resample, shape (resamples, images)."""
    drawn = np.random.default_rng(seed).multinomial(images, np.full(images, 1 / images), size=resamples)
    counts = drawn.astype(np.float64)
    counts.setflags(write=False)
    return counts


def by_image(study: Study, values: Floats | Booleans) -> Floats:
    """Sums over the pairs of each image with pairs; shape (images, ...) from (pairs, ...)."""
    places: Integers
    _, places = np.unique(study.image_of, return_inverse=True)
    sums = np.zeros((int(places.max()) + 1, *values.shape[1:]))
    np.add.at(sums, places, values)
    return sums
