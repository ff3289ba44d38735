"""How many references: the scores of an evaluation set with 1, 2, ... references an image.

The references of an image are put in an order and the first m of them are kept, so that the sets are
nested. In the set's own order that is one curve; over many random orders it is a band.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.encoding import Encoding
from cidernb.evaluation_set import EvaluationSet
from cidernb.scoring import length_penalty, make_cells
from cidernb.studies.recounting import Recounting, shuffled_places
from cidernb.variant import Variant, as_variant
from cidernb.weighting import Weighting, weigh, weigh_by

#: What the IDF counts while references are left out: the m that are kept, or all of them still.
RECOMPUTED, HELD_FIXED = "recomputed", "held fixed"
IDFS = (RECOMPUTED, HELD_FIXED)


class Band(NamedTuple):
    """Where most of the random orders lie; arrays of shape (counts,)."""

    low: Floats
    middle: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class NestedScores:
    """Scores with 1, 2, ... references, once or for many orders of the references.

    Attributes
    ----------
    ids : tuple
        The images.
    counts : tuple of int
        How many references an image keeps (all, where it has fewer).
    scores : array, shape (orders, counts, images)
        The scores for each order of the references.
    """

    ids: tuple[Hashable, ...]
    counts: tuple[int, ...]
    scores: Floats

    def of(self, image_id: Hashable | None = None) -> Floats:
        """An image's scores, or the means for None; shape (orders, counts)."""
        if image_id is None:
            return np.asarray(self.scores.mean(axis=2))
        return self.scores[:, :, self.ids.index(image_id)]

    def band(self, image_id: Hashable | None = None, share: float = 0.9) -> Band:
        """The middle and the limits between which a share of the orders lies, by count.

        Parameters
        ----------
        image_id : hashable, optional
            The image; None for the mean.
        share : float
            The share of the orders within the limits, 0 to 1.
        """
        tail = (1 - share) / 2
        low, high = np.quantile(self.of(image_id), [tail, 1 - tail], axis=0)
        return Band(low, self.of(image_id).mean(axis=0), high)

    def falling(self) -> Integers:
        """Images that score less with a count than with the one before, shape (counts - 1,).

        Averaged over the orders and rounded; with one order it is a plain count.
        """
        fallen = np.diff(self.scores, axis=1) < -1e-12
        return np.asarray(np.rint(fallen.sum(axis=2).mean(axis=0)), np.int64)


@dataclass(frozen=True, eq=False)
class ReferenceSubsets:
    """An evaluation set of which parts of the references are scored, over one encoding.

    Leaving references out changes a score twice: the candidate is compared with fewer, and fewer are
    counted by the IDF. Neither needs a new encoding.

    Parameters
    ----------
    images : EvaluationSet
        The images with all their references.
    variant : Variant
        The definition of CIDEr.
    tokenizer : str
        The tokenizer's name.

    Examples
    --------
    >>> import cidernb
    >>> images = cidernb.documented_example().evaluation_set
    >>> nested = ReferenceSubsets(images).nested()
    >>> nested.of()[0].round(4).tolist()[::9]
    [1.917, 3.1266]
    >>> held = ReferenceSubsets(images).nested(idf="held fixed")
    >>> held.of()[0].round(4).tolist()[::9]
    [3.1318, 3.1266]
    """

    images: EvaluationSet
    variant: Variant = as_variant("code-cider-d")
    tokenizer: str = "whitespace"

    @property
    def counts(self) -> tuple[int, ...]:
        """1 to the most references that an image has."""
        return tuple(range(1, int(self._encoding.sizes.max()) + 1))

    def nested(self, *, idf: str = RECOMPUTED) -> NestedScores:
        """The scores with the first 1, 2, ... references, in the set's own order.

        Parameters
        ----------
        idf : {"recomputed", "held fixed"}
            Whether the IDF counts the references kept, or all of them still.

        Raises
        ------
        ValueError
            If `idf` is neither.
        """
        encoding = self._encoding
        place = np.arange(len(encoding.image)) - encoding.first_reference[encoding.image]
        return self.gather([self._scores(place, _known_idf(idf))])

    def shuffled(self, number: int = 200, *, idf: str = RECOMPUTED, seed: int = 0) -> Iterator[Floats]:
        """The same for random orders of every image's references, one after the other.

        Parameters
        ----------
        number : int
            How many orders.
        idf : {"recomputed", "held fixed"}
            Whether the IDF counts the references kept, or all of them still.
        seed : int
            Of the orders.

        Yields
        ------
        array, shape (counts, images)
            The scores of one order; `gather` puts together as many as there are by then.

        Raises
        ------
        ValueError
            If `idf` is neither.
        """
        rng = np.random.default_rng(seed)
        known = _known_idf(idf)
        for _ in range(number):
            yield self._scores(shuffled_places(self._encoding.sizes, rng), known)

    def gather(self, orders: Iterable[Floats]) -> NestedScores:
        """The scores of several orders in one."""
        return NestedScores(self.images.ids, self.counts, np.stack(list(orders)))

    def _scores(self, place: Integers, idf: str) -> Floats:
        """The scores, shape (counts, images), with the references whose place is below each count."""
        if idf == HELD_FIXED:
            whole = self._similarities(self._whole)
            return np.stack([self._mean(whole, place < count) for count in self.counts])
        earliest = self._recounting.earliest(place)
        each = ((count, self._similarities(self._counting(earliest, count))) for count in self.counts)
        return np.stack([self._mean(similarities, place < count) for count, similarities in each])

    def _mean(self, similarities: Floats, kept: Booleans) -> Floats:
        """The mean over the references kept, by image."""
        first = self._encoding.first_reference
        sums = np.add.reduceat(np.where(kept, similarities, 0.0), first)
        return np.asarray(sums / np.add.reduceat(kept.astype(np.int64), first))

    def _similarities(self, weighting: Weighting) -> Floats:
        """What each reference gives the candidate of its image (Eqs. 2 to 5), shape (references,)."""
        cosines = make_cells(weighting, self.variant).cosines
        weights = self.variant.scale * np.array(self.variant.weights)
        return np.asarray(weights @ cosines * length_penalty(self._encoding, self.variant))

    def _counting(self, earliest: Integers, count: int) -> Weighting:
        """The weights when the IDF counts the references kept; those left out are weighed along."""
        df = self._recounting.df(earliest, count)
        # The 0 appended is what the number -1, "in no reference", picks.
        candidate_df = np.append(df, 0)[self._encoding.in_references]
        return weigh_by(self._encoding, df, candidate_df, len(self.images))

    @cached_property
    def _recounting(self) -> Recounting:
        return Recounting(self._encoding)

    @cached_property
    def _whole(self) -> Weighting:
        return weigh(self._encoding, "corpus")

    @cached_property
    def _encoding(self) -> Encoding:
        return self.images.encoding(self.tokenizer, self.variant.stemmer, self.variant.max_order)


def with_most_references(images: EvaluationSet) -> EvaluationSet:
    """The images that have the most references, so that leaving some out means the same for all."""
    sizes = {image_id: len(texts) for image_id, texts in images.references.items()}
    most = max(sizes.values())
    chosen: Sequence[Hashable] = [image_id for image_id, size in sizes.items() if size == most]
    return images.subset(chosen)


def _known_idf(idf: str) -> str:
    if idf not in IDFS:
        raise ValueError(f"idf is {idf!r}; choose one of {', '.join(IDFS)}.")
    return idf
