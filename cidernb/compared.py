"""What candidates are compared with: the references of each image."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Floats, Integers, sort_together, spans
from cidernb.ngrams import NgramCounts, count_images
from cidernb.packed_rows import PackedRows
from cidernb.sides import Side


class Places(NamedTuple):
    """N-gram and image of each row of the references in one ascending number.

    Attributes
    ----------
    place : array of int, shape (rows,)
        N-gram times `per_ngram` plus image times `per_image`.
    per_ngram, per_image : int
        The steps.
    """

    place: Integers
    per_ngram: int
    per_image: int


@dataclass(frozen=True, eq=False)
class Compared:
    """What candidates are compared with; one for all candidates that are tried against it.

    Attributes
    ----------
    references : Side
        The references, image after image.
    sizes : array of int, shape (images,)
        References per image.
    """

    references: Side
    sizes: Integers

    @cached_property
    def image(self) -> Integers:
        """The image of each reference."""
        return np.arange(len(self.sizes)).repeat(self.sizes)

    @cached_property
    def first_reference(self) -> Integers:
        """Where each image's references start."""
        return self.sizes.cumsum() - self.sizes

    @cached_property
    def corpus_df(self) -> Integers:
        """The df of each of the references' n-grams over these images."""
        return count_images(self.references.counts, self.image)

    def places(self) -> Places:
        """Where rows stand that hold an n-gram in an image; worked out anew each time."""
        counts, images = self.references.counts, len(self.sizes)
        return Places(counts.ngram * images + self.image[counts.caption], images, 1)

    def at(self, rows: Integers, images: Integers) -> tuple[Integers, Floats]:
        """Reference and count of some rows of `places`, given their images too."""
        counts = self.references.counts
        return counts.caption[rows], counts.count[rows]

    def select(self, images: Integers) -> Compared:
        """Some of the images, ascending, with all their references."""
        if _MANY * len(images) <= len(self.sizes):
            return _FewImages(self, images)
        references = spans(self.first_reference[images], self.sizes[images])
        return Compared(self.references.select(references), self.sizes[images])

    @cached_property
    def rows_by_image(self) -> PackedRows:
        """The references' rows, image after image."""
        counts = self.references.counts
        image = self.image[counts.caption]
        reference = counts.caption - self.first_reference[image]
        return PackedRows(image, counts.ngram, reference, counts.count, len(self.sizes))


#: A choice of less than one image in so many is picked out, not found by a pass over all.
_MANY = 8


class _FewImages(Compared):
    """Some images of many: their rows are picked out, and put in the order of n-grams only if asked for.

    For a reward they are picked for every batch.
    """

    _whole: Compared
    _images: Integers

    def __init__(self, whole: Compared, images: Integers) -> None:
        self.__dict__.update(sizes=whole.sizes[images], _whole=whole, _images=images)

    @cached_property
    def references(self) -> Side:
        whole = self._whole
        captions = spans(whole.first_reference[self._images], self.sizes)
        return whole.references.select(captions, self._counts)

    @cached_property
    def _rows(self) -> tuple[Integers, Integers]:
        return self._whole.rows_by_image.of_groups(self._images)

    def places(self) -> Places:
        packed, image = self._rows
        ngrams = len(self._whole.references.index)
        return Places(self._whole.rows_by_image.ngram(packed) + image * ngrams, 1, ngrams)

    def at(self, rows: Integers, images: Integers) -> tuple[Integers, Floats]:
        packed, whole = self._rows[0][rows], self._whole.rows_by_image
        return self.first_reference[images] + whole.member(packed), whole.count(packed)

    def _counts(self) -> NgramCounts:
        packed, image = self._rows
        reference, count = self.at(np.arange(len(packed)), image)
        ngram, words = self._whole.rows_by_image.ngram(packed), self.references.words
        _, order = sort_together(ngram * len(words.lengths) + reference, np.arange(len(packed)))
        return self._whole.references.counts.with_rows(words, ngram[order], reference[order], count[order])
