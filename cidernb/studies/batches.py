"""An evaluation set scored in batches, each batch with the IDF of its own images."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cidernb.arrays import Floats
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import score


class BatchScores(NamedTuple):
    """The scores of all images, every time in other batches.

    Attributes
    ----------
    size : int
        Images in a batch.
    scores : array, shape (draws, images)
        Each image's score in the batch into which it was drawn.
    """

    size: int
    scores: Floats

    @property
    def spread(self) -> Floats:
        """Each image's highest score minus its lowest, shape (images,)."""
        return np.asarray(self.scores.max(axis=0) - self.scores.min(axis=0))

    @property
    def means(self) -> Floats:
        """The mean over all images of every draw, shape (draws,)."""
        return np.asarray(self.scores.mean(axis=1))


def score_in_batches(images: EvaluationSet, size: int, *, draws: int = 10, seed: int = 0) -> BatchScores:
    """Score all images by CIDEr-D in batches drawn at random.

    Parameters
    ----------
    images : EvaluationSet
        The images.
    size : int
        Images in a batch; the last batch has what is left.
    draws : int
        How often all images are dealt out anew.
    seed : int
        Of the draws.

    Raises
    ------
    ValueError
        If the batch size or the number of draws is below 1.

    Examples
    --------
    >>> import cidernb
    >>> images = cidernb.documented_example().evaluation_set.subset(range(4))
    >>> score_in_batches(images, 4, draws=3).spread.tolist()
    [0.0, 0.0, 0.0, 0.0]
    """
    if size < 1 or draws < 1:
        raise ValueError(f"Batches of {size}, dealt out {draws} times, are none; give 1 or more of each.")
    rng = np.random.default_rng(seed)
    scores = np.empty((draws, len(images)))
    for of_draw in scores:
        order = rng.permutation(len(images))
        for first in range(0, len(images), size):
            # A subset keeps the order of the whole set.
            places = np.sort(order[first : first + size])
            of_draw[places] = score(images.subset([images.ids[place] for place in places])).scores
    return BatchScores(size, scores)
