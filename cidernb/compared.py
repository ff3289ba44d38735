"""What candidates are compared with: the references of each image."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Floats, Integers, look_up, sort_together, spans
from cidernb.ngrams import NgramCounts, count_images
from cidernb.packed_rows import PackedRows
from cidernb.sides import Side


class Places(NamedTuple):
    """Where the references' rows stand that hold an n-gram in an image.

    Attributes
    ----------
    place : array of int, shape (n-grams of images,)
        N-gram times `per_ngram` plus image times `per_image`, each once, ascending.
    bounds : array of int, shape (n-grams of images + 1,)
        The rows of place i are those from bounds[i] to bounds[i + 1].
    per_ngram, per_image : int
        The steps.
    """

    place: Integers
    bounds: Integers
    per_ngram: int
    per_image: int

    def rows(self, ngram: Integers, image: Integers) -> tuple[Integers, Integers]:
        """The rows of some n-grams in images, and for each row which of those it is of."""
        place, there = look_up(self.place, ngram * self.per_ngram + image * self.per_image)
        asked = there.nonzero()[0]
        firsts = self.bounds[place[asked]]
        found = self.bounds[place[asked] + 1] - firsts
        return spans(firsts, found), asked.repeat(found)


def _places(of_row: Integers, per_ngram: int, per_image: int) -> Places:
    """The same of the place of each row, ascending."""
    first = np.ones(len(of_row) + 1, bool)  # of its n-gram in its image, and the end
    np.not_equal(of_row[1:], of_row[:-1], out=first[1:-1])
    bounds = first.nonzero()[0]
    return Places(of_row[bounds[:-1]], bounds, per_ngram, per_image)


#: Of more rows than that the places are worked out anew each time, for they would take much memory.
_KEPT = 100_000


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

    @property
    def places(self) -> Places:
        """Where rows stand that hold an n-gram in an image."""
        return self._kept_places if len(self.references.counts.ngram) <= _KEPT else self._find_places()

    @cached_property
    def _kept_places(self) -> Places:
        return self._find_places()

    def _find_places(self) -> Places:
        counts, images = self.references.counts, len(self.sizes)
        return _places(counts.ngram * images + self.image[counts.caption], images, 1)

    def at(self, rows: Integers, images: Integers) -> tuple[Integers, Floats]:
        """Reference and count of some rows that `places` told, given their images too."""
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

    @cached_property
    def places(self) -> Places:
        packed, image = self._rows
        ngrams = len(self._whole.references.index)
        return _places(self._whole.rows_by_image.ngram(packed) + image * ngrams, 1, ngrams)

    def at(self, rows: Integers, images: Integers) -> tuple[Integers, Floats]:
        packed, whole = self._rows[0][rows], self._whole.rows_by_image
        return self.first_reference[images] + whole.member(packed), whole.count(packed)

    def _counts(self) -> NgramCounts:
        packed, image = self._rows
        reference, count = self.at(np.arange(len(packed)), image)
        ngram, words = self._whole.rows_by_image.ngram(packed), self.references.words
        _, order = sort_together(ngram * len(words.lengths) + reference, np.arange(len(packed)))
        return self._whole.references.counts.with_rows(words, ngram[order], reference[order], count[order])
