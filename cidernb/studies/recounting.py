"""The document frequencies when only some references of every image are counted, from one encoding."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cidernb.arrays import Integers
from cidernb.encoding import Encoding


@dataclass(frozen=True, eq=False)
class Recounting:
    """Counts df anew for references that are put in an order, of which each image keeps the first.

    Parameters
    ----------
    encoding : Encoding
        The references of all images.
    """

    encoding: Encoding

    def earliest(self, place: Integers) -> Integers:
        """For each n-gram of an image the place of the first reference that has it.

        Parameters
        ----------
        place : array of int, shape (references,)
            The place of each reference among its image's.
        """
        _, starts = self._ngrams_of_images
        return np.minimum.reduceat(place[self.encoding.references.counts.caption], starts)

    def df(self, earliest: Integers, count: int) -> Integers:
        """The df of each n-gram when every image keeps its first `count` references.

        Parameters
        ----------
        earliest : array of int
            What `earliest` gave for the order.
        count : int
            How many references are counted; all, where an image has fewer.
        """
        ngram, _ = self._ngrams_of_images
        # An n-gram is counted for an image once the first reference that has it is kept.
        return np.bincount(ngram[earliest < count], minlength=len(self.encoding.references.index))

    @cached_property
    def _ngrams_of_images(self) -> tuple[Integers, Integers]:
        """Each (n-gram, image) pair's n-gram, and where its rows start among the references' counts."""
        counts = self.encoding.references.counts
        # Rows ascend by n-gram, then caption, hence by n-gram, then image.
        pair = counts.ngram * len(self.encoding.sizes) + self.encoding.image[counts.caption]
        starts = np.flatnonzero(np.diff(pair, prepend=-1))
        return counts.ngram[starts], starts


def shuffled_places(sizes: Integers, rng: np.random.Generator) -> Integers:
    """Each reference's place in a random order of its image's.

    Parameters
    ----------
    sizes : array of int, shape (images,)
        References per image.
    rng : numpy.random.Generator
        Draws a number for each reference, by which an image's are sorted.

    Returns
    -------
    array of int, shape (references,)
    """
    image, first = np.repeat(np.arange(len(sizes)), sizes), np.cumsum(sizes) - sizes
    # Sorted by image and, within it, by chance.
    drawn = np.lexsort((rng.random(len(image)), image))
    place = np.empty(len(drawn), np.int64)
    place[drawn] = np.arange(len(drawn)) - first[image]
    return place
