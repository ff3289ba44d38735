"""States between two results: some causes as before, the others as after, scored alike."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers, sum_by
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.encoding import Encoding
from cidernb.evaluation_set import EvaluationSet
from cidernb.explaining.causes import present_causes
from cidernb.explaining.earning import cell_worth, earned_by
from cidernb.explaining.written import WrittenNgrams
from cidernb.result import Result
from cidernb.scoring import length_penalty, make_cells
from cidernb.weighting import Weighting, weigh, weigh_by

T = TypeVar("T")


class Data(NamedTuple):
    """Which side (0 before, 1 after) each part of the data is taken from."""

    candidate: int
    tokenizer: int
    compared: int
    counted: int
    images: int
    idf: int
    stemming: int


class States:
    """All states between two results, on some images that both hold.

    Parameters
    ----------
    before, after : Result
        The two ends; all states are on the after side's scale.
    ids : sequence of ids
        The images to average over.

    Attributes
    ----------
    causes : tuple of str
        The causes present.
    columns : dict of str to int
        Every candidate n-gram of either side, as written, and its place in a value.
    """

    def __init__(self, before: Result, after: Result, ids: Sequence[Hashable]) -> None:
        self.sides = (before, after)
        self.ids = tuple(ids)
        self.causes = present_causes(before, after, ids)
        self.columns: dict[str, int] = {}
        self._kept: dict[Any, Any] = {}
        self._values: dict[frozenset[str], Floats] = {}
        # N-grams come from the candidate, its words and N alone: after these states all are known.
        naming = [cause for cause in ("candidate", "tokenizer", "orders") if cause in self.causes]
        for size in range(len(naming) + 1):
            for switched in itertools.combinations(naming, size):
                state = frozenset(switched)
                self._columns(self._data(state), self.sides["orders" in state].variant.max_order)

    def value(self, after: frozenset[str]) -> Floats:
        """Points of each n-gram with the causes in `after` switched, shape (n-grams,)."""
        if after not in self._values:
            data = self._data(after)
            weighting = self._once(("weighting", data), lambda: self._weighting(data))
            self._values[after] = self._points(data, weighting, after, "whole")
        return self._values[after]

    def half_stemmed(self, after: frozenset[str]) -> Floats:
        """Like `value`, words unstemmed while each n-gram takes the df of its stem.

        The state between the two steps of stemming; one side must not stem.
        """
        stemmed = 0 if self.sides[1].variant.stemmer == "none" else 1
        data = self._data(after)._replace(stemming=1 - stemmed)
        weighting = self._once(
            ("half", data), lambda: self._half_weighting(data, data._replace(stemming=stemmed))
        )
        return self._points(data, weighting, after, "half")

    def _points(self, data: Data, weighting: Weighting, after: frozenset[str], kind: str) -> Floats:
        clipping, unseen, penalty, orders = (
            int(cause in after) for cause in ("clipping", "unseen", "length_penalty", "orders")
        )
        clipped = self.sides[clipping].variant
        variant = self._once(
            ("variant", clipping, unseen, penalty, orders),
            lambda: self.sides[orders].variant.replace(
                tf=clipped.tf,
                clipping=clipped.clipping,
                unseen=self.sides[unseen].variant.unseen,
                sigma=self.sides[penalty].variant.sigma,
                scale=self.sides[1].variant.scale,
            ),
        )
        cells = self._once(
            ("cells", kind, data, clipping, unseen, orders), lambda: make_cells(weighting, variant)
        )
        encoding = weighting.encoding
        worth = self._once(
            ("worth", data.candidate, data.tokenizer, data.compared, penalty, orders),
            lambda: cell_worth(encoding, variant) * length_penalty(encoding, variant) / len(self.ids),
        )
        written = self._written(data, variant.max_order)
        rows = len(written.stemmed.ngram)
        of_rows = sum_by(cells.matches.candidate_row, earned_by(cells, worth), rows)
        points = np.zeros(len(self.columns))
        points[self._columns(data, variant.max_order)] = written.distinct.sums(written.per_row(of_rows))
        return points

    def _data(self, after: frozenset[str]) -> Data:
        """The sides to take data from; where both are alike, one that is encoded already."""
        here = {cause: int(cause in after) for cause in self.causes}
        images = here.get("evaluation_set", here.get("references_counted", 0))
        counted = here.get("references_counted", images)
        compared = here.get("references_compared", here.get("candidate", images))
        return Data(
            candidate=here.get("candidate", compared),
            tokenizer=here.get("tokenizer", 0),
            compared=compared,
            counted=counted,
            images=images,
            idf=here.get("idf_source", 0),
            stemming=here.get("stemming", 0),
        )

    def _columns(self, data: Data, max_order: int) -> Integers:
        def place() -> Integers:
            ngrams = self._written(data, max_order).distinct.spell()
            places = [self.columns.setdefault(ngram, len(self.columns)) for ngram in ngrams]
            return np.array(places, np.int64)

        return self._once(("columns", data.candidate, data.tokenizer, max_order), place)

    def _written(self, data: Data, max_order: int) -> WrittenNgrams:
        key = ("written", data.candidate, data.tokenizer, data.compared, data.stemming, max_order)
        return self._once(
            key,
            lambda: WrittenNgrams(
                self._encoding(data, self._stemmer(data)).candidates,
                max_order,
                self._encoding(data, "none").candidates.counts,
            ),
        )

    def _weighting(self, data: Data) -> Weighting:
        """The chosen images' n-grams, weighted as the data say."""
        idf, tokenizer = self.sides[data.idf].idf, self.sides[data.tokenizer].tokenizer
        if isinstance(idf, DocumentFrequencies):
            idf = idf.counted_with(tokenizer, self._stemmer(data))
        own = data.candidate == data.compared
        if own and (idf != "corpus" or data.compared == data.counted == data.images):
            whole = weigh(self._whole(data.compared, data, self._stemmer(data)), idf)
            return replace(whole, encoding=self._encoding(data, self._stemmer(data)))
        encoding = self._encoding(data, self._stemmer(data))
        if idf != "corpus":
            return weigh(encoding, idf)
        counted = self._counted(data)
        return weigh_by(
            encoding,
            counted.df_of(encoding.references.counts.index),
            counted.df_of(encoding.candidates.counts.index),
            len(counted.sizes),
        )

    def _half_weighting(self, words: Data, stems: Data) -> Weighting:
        """The n-grams of `words`, each with the df that its stem has under `stems`."""
        encoding = self._encoding(words, self._stemmer(words))
        of_stems = self._weighting(stems)
        if of_stems.num_images is None or of_stems.reference_df is None or of_stems.candidate_df is None:
            return weigh(encoding, "none")
        stemmer = self._stemmer(stems)
        reference_df, candidate_df = (
            # Every n-gram's stem was counted on the same captions, so it is found.
            df[stemmed.counts.index.find(side.counts.index, stemmer)]
            for side, stemmed, df in (
                (encoding.references, of_stems.encoding.references, of_stems.reference_df),
                (encoding.candidates, of_stems.encoding.candidates, of_stems.candidate_df),
            )
        )
        return weigh_by(encoding, reference_df, candidate_df, of_stems.num_images)

    def _stemmer(self, data: Data) -> str:
        return self.sides[data.stemming].variant.stemmer

    @property
    def _longest(self) -> int:
        return max(side.variant.max_order for side in self.sides)

    def _chosen(self, side: int) -> Booleans:
        def choose() -> Booleans:
            ids = set(self.ids)
            return np.array([i in ids for i in self.sides[side].evaluation_set.ids])

        return self._once(("chosen", side), choose)

    def _encoding(self, data: Data, stemmer: str) -> Encoding:
        """The chosen images' candidates and the references they are compared with."""
        key = ("encoding", data.candidate, data.tokenizer, data.compared, stemmer)
        return self._once(key, lambda: self._encode(data, stemmer))

    def _encode(self, data: Data, stemmer: str) -> Encoding:
        if data.candidate == data.compared:
            chosen = self._chosen(data.compared)
            whole = self._whole(data.compared, data, stemmer)
            return whole if chosen.all() else whole.select(chosen)
        candidates = self.sides[data.candidate].evaluation_set.candidates
        references = self.sides[data.compared].evaluation_set.references
        images = self._once(
            ("images", data.candidate, data.compared),
            lambda: EvaluationSet({i: candidates[i] for i in self.ids}, {i: references[i] for i in self.ids}),
        )
        tokenizer = self.sides[data.tokenizer].tokenizer
        return self._tokenized(images, data).encoding(tokenizer, stemmer, self._longest)

    def _whole(self, side: int, data: Data, stemmer: str) -> Encoding:
        """One side's whole evaluation set, with the tokenizer that the data say."""
        images = self._tokenized(self.sides[side].evaluation_set, data)
        return images.encoding(self.sides[data.tokenizer].tokenizer, stemmer, self._longest)

    def _tokenized(self, images: EvaluationSet, data: Data) -> EvaluationSet:
        end_token = self.sides[data.tokenizer].evaluation_set.end_token
        if images.end_token == end_token:
            return images
        return self._once(("tokenized", id(images), end_token), lambda: images.with_end_token(end_token))

    def _counted(self, data: Data) -> Encoding:
        """The images and references that a corpus IDF counts."""
        if data.images == data.counted:
            return self._whole(data.images, data, self._stemmer(data))
        mixed = self._once(("counted", data.images, data.counted, data.tokenizer), lambda: self._mixed(data))
        return mixed.encoding(self.sides[data.tokenizer].tokenizer, self._stemmer(data), self._longest)

    def _mixed(self, data: Data) -> EvaluationSet:
        """One side's images with the other side's references, where that side has the image."""
        own = self.sides[data.images].evaluation_set
        other = self.sides[data.counted].evaluation_set.references
        references = {i: other.get(i, texts) for i, texts in own.references.items()}
        return self._tokenized(EvaluationSet(own.candidates, references), data)

    def _once(self, key: Any, make: Callable[[], T]) -> T:
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept
