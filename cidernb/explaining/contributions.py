"""Contributions: a score split over n-grams, orders, references and words, with nothing left."""

from __future__ import annotations

import csv
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from os import PathLike
from types import MappingProxyType
from typing import Any

import numpy as np

from cidernb.explaining.arrays import (
    WrittenNgrams,
    earned_at_matches,
    written_ngrams,
)
from cidernb.explaining.removal import removal_effects
from cidernb.ngrams import Floats, Integers, sum_by
from cidernb.result import Result
from cidernb.scoring import Cells, make_cells
from cidernb.weighting import Weighting


@dataclass(frozen=True)
class NgramRow:
    """What one n-gram of the candidate is made of and earns.

    Attributes
    ----------
    ngram : str
        As written, with spaces between the words.
    order : int
        Its number of words.
    stem : str
        What it is counted as.
    count : int
        Occurrences in the candidate (over the set: in all candidates).
    df : int or None
        Images whose references have it, in the IDF source; None for the source "none".
    idf : float
        ln|I| - ln max(1, df).
    weight : float
        Count of the stem times IDF: its entry in the candidate's vector (over the set: the mean).
    norm_share : float
        Its part of the vector's squared norm of its order (over the set: the mean).
    contribution : float
        Points of the score that it earns.
    removal_effect : float
        What the score would change by if the candidate's vector were without its stem, length
        penalty unchanged. These do not add up to anything.
    """

    ngram: str
    order: int
    stem: str
    count: int
    df: int | None
    idf: float
    weight: float
    norm_share: float
    contribution: float
    removal_effect: float


class Contributions:
    """A score as a sum of what each n-gram of the candidate earns from each reference.

    Made by `cidernb.contributions`. Each mapping adds up to `score`; no entry is negative.

    Attributes
    ----------
    image_id : hashable or None
        The image, or None for the mean over the set.
    """

    def __init__(self, result: Result, image_id: Hashable | None) -> None:
        self.image_id = image_id
        self._result = result
        self._weighting, self._cells = part_of(result, image_id)
        self._encoding = self._weighting.encoding
        self._images = len(self._encoding.sizes)

    @cached_property
    def _earned(self) -> list[Floats]:
        earned = earned_at_matches(self._encoding, self._cells, self._result.variant)
        return [points / self._images for points in earned]

    @cached_property
    def _written(self) -> list[WrittenNgrams]:
        return written_ngrams(self._encoding, self._result.variant.max_order)

    @cached_property
    def _per_stemmed_row(self) -> list[Floats]:
        return [
            sum_by(match.candidate_row, points, len(written.stemmed.ngram))
            for match, points, written in zip(
                self._encoding.matches, self._earned, self._written, strict=False
            )
        ]

    @cached_property
    def score(self) -> float:
        """The score that everything here adds up to."""
        return float(sum(points.sum() for points in self._earned))

    @cached_property
    def by_order(self) -> Mapping[int, float]:
        """Points by order n."""
        return MappingProxyType({n: float(points.sum()) for n, points in enumerate(self._earned, start=1)})

    @cached_property
    def by_ngram(self) -> Mapping[str, float]:
        """Points by the candidate's n-grams as written, in the order of the caption and of n.

        A stemmed n-gram's points are shared equally over the occurrences it came from.
        """
        surface = self._encoding.candidates.surface
        points: dict[str, float] = {}
        for order, (written, of_rows) in enumerate(
            zip(self._written, self._per_stemmed_row, strict=True), start=1
        ):
            distinct = written.distinct
            values = distinct.sums(written.per_row(of_rows))
            points.update(zip(distinct.spell(surface, order), values.tolist(), strict=True))
        return MappingProxyType(points)

    @cached_property
    def by_reference(self) -> Mapping[Any, float]:
        """Points by reference: its place j, or (image id, j) over the set."""
        points = sum(
            sum_by(match.reference, earned, len(self._encoding.image))
            for match, earned in zip(self._encoding.matches, self._earned, strict=False)
        )
        return self._keyed(points, self._encoding.sizes)

    @cached_property
    def by_token(self) -> Mapping[Any, float]:
        """Points by word of the candidate: its position, or (image id, position) over the set.

        An n-gram's points are divided over its occurrences, then over its words.
        """
        lengths = self._encoding.candidates.surface.lengths
        points = np.zeros(int(lengths.sum()))
        for order, (written, of_rows) in enumerate(
            zip(self._written, self._per_stemmed_row, strict=True), start=1
        ):
            share = written.per_occurrence(of_rows) / order
            for offset in range(order):
                points += sum_by(written.starts + offset, share, len(points))
        return self._keyed(points, lengths)

    def _keyed(self, values: Any, sizes: Integers) -> Mapping[Any, float]:
        within = np.arange(len(values)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places: Sequence[Any] = within.tolist()
        if self.image_id is None:
            ids = self._result.evaluation_set.ids
            images = np.repeat(np.arange(len(sizes)), sizes).tolist()
            places = [(ids[image], place) for image, place in zip(images, places, strict=True)]
        return MappingProxyType(dict(zip(places, values.tolist(), strict=True)))

    @cached_property
    def table(self) -> tuple[NgramRow, ...]:
        """One `NgramRow` for every n-gram of the candidate; its contributions add up to `score`."""
        effects = removal_effects(self._weighting, self._result.variant)
        rows: list[NgramRow] = []
        for index in range(self._result.variant.max_order):
            rows += self._order_table(index, effects[index] / self._images)
        return tuple(rows)

    def _order_table(self, index: int, effects: Floats) -> list[NgramRow]:
        written, weighting = self._written[index], self._weighting
        counts, stemmed = written.counts, written.stemmed
        side = self._encoding.candidates
        idf = weighting.candidate_idf[index]
        weights = stemmed.count * idf[stemmed.ngram]
        norms = weighting.norms[index][0][stemmed.caption]
        shares = np.divide(weights**2, norms**2, out=np.zeros_like(weights), where=norms > 0)
        stem_row, distinct = written.stemmed_rows, written.distinct
        stems = stemmed.ngram[stem_row[distinct.rows]]
        dfs = None if weighting.candidate_df is None else weighting.candidate_df[index][stems].tolist()
        columns = (
            distinct.spell(side.surface, index + 1),
            distinct.spell(side.words, index + 1),
            distinct.sums(counts.count).astype(int).tolist(),
            dfs or [None] * len(stems),
            idf[stems].tolist(),
            (distinct.sums(weights[stem_row]) / self._images).tolist(),
            (distinct.sums(written.per_row(shares)) / self._images).tolist(),
            distinct.sums(written.per_row(self._per_stemmed_row[index])).tolist(),
            distinct.sums(effects[stem_row]).tolist(),
        )
        return [NgramRow(ngram, index + 1, *rest) for ngram, *rest in zip(*columns, strict=True)]

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write `table` as CSV, a header line first."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(field.name for field in fields(NgramRow))
            writer.writerows(map(astuple, self.table))

    def __repr__(self) -> str:
        of = "the set" if self.image_id is None else f"image {self.image_id!r}"
        return f"<Contributions to {self.score:.4f} of {of}>"


def contributions(result: Result, image_id: Hashable | None = None) -> Contributions:
    """Split a score over the candidate's n-grams, exactly.

    Parameters
    ----------
    result : Result
        What `cidernb.score` returned.
    image_id : hashable, optional
        The image; None splits the mean over the evaluation set.

    Returns
    -------
    Contributions
        `.by_ngram`, `.by_order`, `.by_reference`, `.by_token` each add up to `.score`.

    Raises
    ------
    ValueError
        If the image is not in the evaluation set.

    Notes
    -----
    Eq. 2 or 4 is a sum over n-grams and references before it is anything else; see
    `cidernb.explaining.arrays` for the term. An n-gram that matches nothing earns 0 and still
    costs through the norm: `table` shows that apart, as its removal effect.

    Examples
    --------
    >>> import cidernb
    >>> result = cidernb.score(["a dog runs", "a cat"], [["a dog runs", "the dog"], ["a cat sat"]])
    >>> shares = contributions(result, 0)
    >>> {ngram: round(points, 3) for ngram, points in shares.by_ngram.items()}
    {'a': 0.0, 'dog': 1.241, 'runs': 0.625, 'a dog': 0.625, 'dog runs': 0.625, 'a dog runs': 1.25}
    >>> round(shares.score, 3) == round(result.per_image[0], 3)
    True
    """
    return Contributions(result, image_id)


def part_of(result: Result, image_id: Hashable | None) -> tuple[Weighting, list[Cells]]:
    """The weighting and cells of one image, or of all."""
    if image_id is None:
        return result.weighting, result.cells
    row = np.array([result.evaluation_set.row(image_id)])
    weighting = result.weighting.select(row)
    return weighting, make_cells(weighting, result.variant)
