"""Contributions: a score split over n-grams, orders, references and words, with nothing left."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.csv_files import write_csv
from cidernb.encoding import Encoding, Matches
from cidernb.explaining.earning import earned, part_of
from cidernb.explaining.removal import removal_effects
from cidernb.explaining.written import WrittenNgrams
from cidernb.frozen import FrozenDict, Unchanging
from cidernb.result import Result, check_result
from cidernb.scoring import Cells
from cidernb.weighting import Weighting
from cidernb.whole_files import replacing


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


class Contributions(Unchanging):
    """A score as a sum of what each n-gram of the candidate earns from each reference.

    Made by `cidernb.contributions`. Each mapping adds up to `score`; no entry is negative.

    Attributes
    ----------
    image_id : hashable or None
        The image, or None for the mean over the set.
    """

    def __init__(self, result: Result, image_id: Hashable | None) -> None:
        check_result(result, "What is to be explained")
        self.image_id = image_id
        self._result = result
        if image_id is not None:
            result.evaluation_set.row(image_id)

    def __reduce__(self) -> tuple[Any, ...]:
        return Contributions, (self._result, self.image_id)

    @cached_property
    def _part(self) -> tuple[Weighting, Cells]:
        return part_of(self._result, self.image_id)

    @property
    def _encoding(self) -> Encoding:
        return self._part[0].encoding

    @property
    def _matches(self) -> Matches:
        return self._part[1].matches

    @property
    def _images(self) -> int:
        return len(self._encoding.sizes)

    @cached_property
    def _earned(self) -> Floats:
        return earned(self._encoding, self._part[1], self._result.variant) / self._images

    @cached_property
    def _written(self) -> WrittenNgrams:
        variant = self._result.variant
        return WrittenNgrams(self._encoding.candidates, variant.max_order, variant.stemmer)

    @cached_property
    def _per_stemmed_row(self) -> Floats:
        rows = len(self._written.stemmed.ngram)
        return sum_by(self._matches.candidate_row, self._earned, rows)

    @property
    def score(self) -> float:
        """The score that everything here adds up to."""
        return float(self._earned.sum())

    @cached_property
    def by_order(self) -> Mapping[int, float]:
        """Points by order n."""
        of_orders = np.split(self._earned, self._matches.ends[1:-1])
        return FrozenDict({n: float(points.sum()) for n, points in enumerate(of_orders, start=1)})

    @cached_property
    def by_ngram(self) -> Mapping[str, float]:
        """Points by the candidate's n-grams as written, by n and then in the order of the caption.

        A stemmed n-gram's points are shared equally over the occurrences it came from.
        """
        distinct = self._written.distinct
        points = distinct.sums(self._written.per_row(self._per_stemmed_row))
        return FrozenDict(zip(distinct.spell(), points.tolist(), strict=True))

    @cached_property
    def by_reference(self) -> Mapping[Any, float]:
        """Points by reference: its place j, or (image id, j) over the set."""
        points = sum_by(self._matches.reference, self._earned, len(self._encoding.image))
        return self._keyed(points, self._encoding.sizes)

    @cached_property
    def terms(self) -> Mapping[tuple[str, Any], float]:
        """Points by n-gram as written and reference, for the n-grams that the reference has too.

        The other entries of the n-gram x reference matrix are 0. References are named as in
        `by_reference`.
        """
        matches, ngrams = self._matches, self._written.distinct.spell()
        references = list(self.by_reference)
        spread = self._written.spread(matches.candidate_row)
        names = zip(
            map(ngrams.__getitem__, spread.ngram.tolist()),
            map(references.__getitem__, matches.reference[spread.match].tolist()),
            strict=True,
        )
        points = self._earned[spread.match] * spread.part
        return FrozenDict(zip(names, points.tolist(), strict=True))

    @cached_property
    def by_token(self) -> Mapping[Any, float]:
        """Points by word of the candidate: its position, or (image id, position) over the set.

        An n-gram's points are divided over its occurrences, then over its words.
        """
        order, start = self._written.occurrences
        share = self._written.per_occurrence(self._per_stemmed_row) / (order + 1)
        lengths = self._written.words.lengths
        points = np.zeros(int(lengths.sum()))
        for offset in range(self._result.variant.max_order):
            longer = order >= offset
            points += sum_by(start[longer] + offset, share[longer], len(points))
        return self._keyed(points, lengths)

    def _keyed(self, values: Any, sizes: Integers) -> Mapping[Any, float]:
        within = np.arange(len(values)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        places: Sequence[Any] = within.tolist()
        if self.image_id is None:
            ids = self._result.evaluation_set.ids
            images = np.repeat(np.arange(len(sizes)), sizes).tolist()
            places = [(ids[image], place) for image, place in zip(images, places, strict=True)]
        return FrozenDict(zip(places, values.tolist(), strict=True))

    @cached_property
    def table(self) -> tuple[NgramRow, ...]:
        """One `NgramRow` for every n-gram of the candidate; its contributions add up to `score`."""
        written, (weighting, cells) = self._written, self._part
        counts, stemmed, distinct = written.counts, written.stemmed, written.distinct
        stem_row = written.stemmed_row
        weights = stemmed.count * weighting.candidate_idf[stemmed.ngram]
        norms = weighting.candidate_norms.ravel()[self._encoding.candidates.slot[: len(weights)]]
        shares = np.divide(weights**2, norms**2, out=np.zeros_like(weights), where=norms > 0)
        effects = removal_effects(weighting, cells, self._result.variant)
        stems = stemmed.ngram[stem_row[distinct.rows]]
        dfs = None if weighting.candidate_df is None else weighting.candidate_df[stems].tolist()
        columns = (
            distinct.spell(),
            distinct.order.tolist(),
            written.spell_stems(),
            distinct.sums(counts.count).astype(int).tolist(),
            [None] * len(stems) if dfs is None else dfs,
            weighting.candidate_idf[stems].tolist(),
            (distinct.sums(weights[stem_row]) / self._images).tolist(),
            (distinct.sums(written.per_row(shares)) / self._images).tolist(),
            distinct.sums(written.per_row(self._per_stemmed_row)).tolist(),
            (distinct.sums(effects[stem_row]) / self._images).tolist(),
        )
        return tuple(itertools.starmap(NgramRow, zip(*columns, strict=True)))

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write `table` as CSV, a header line first; the file is written whole or not at all."""
        with replacing(path) as part, open(part, "w", newline="", encoding="utf-8") as file:
            write_csv(file, (field.name for field in fields(NgramRow)), map(astuple, self.table))

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
    `cidernb.explaining.earning` for the term. An n-gram that matches nothing earns 0 and still
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
