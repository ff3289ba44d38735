"""Ingredients: the captions, document frequencies and weights of a state, each from either side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.encoding import Encoding
from cidernb.evaluation_set import EvaluationSet
from cidernb.explaining.once import Once
from cidernb.explaining.written import WrittenNgrams
from cidernb.result import Result
from cidernb.weighting import Weighting, weigh, weigh_by


class Captions(NamedTuple):
    """Which side (0 before, 1 after) candidates, references, words and stems are taken from."""

    candidate: int
    tokenizer: int
    compared: int
    stemming: int


class Data(NamedTuple):
    """The captions, and which side each part of the IDF is taken from, its stemmer included.

    Where the IDF stems and the captions do not, each of their n-grams takes the df of its stem.
    """

    captions: Captions
    counted: int
    images: int
    idf: int
    stemming: int


def choose_data(present: Collection[str], after: Collection[str]) -> Data:
    """The sides to take data from; where both are alike, one that is encoded already."""
    here = {cause: int(cause in after) for cause in present}
    images = here.get("evaluation_set", here.get("references_counted", 0))
    counted = here.get("references_counted", images)
    compared = here.get("references_compared", here.get("candidate", images))
    stemming = here.get("stemming", 0)
    captions = Captions(here.get("candidate", compared), here.get("tokenizer", 0), compared, stemming)
    return Data(captions, counted, images, here.get("idf_source", 0), stemming)


class Ingredients:
    """What the states between two results are made of, each part made once.

    Parameters
    ----------
    before, after : Result
        The two ends.
    ids : sequence of ids
        The images to score.
    """

    def __init__(self, before: Result, after: Result, ids: Sequence[Hashable]) -> None:
        self.sides = (before, after)
        self.ids = tuple(ids)
        self._longest = max(side.variant.max_order for side in self.sides)
        self._once = Once()

    def weighting(self, data: Data) -> Weighting:
        """The images' n-grams, weighted as the data say."""
        stemmed_alike = data.stemming == data.captions.stemming
        return self._once(data, lambda: (self._weigh if stemmed_alike else self._weigh_by_stems)(data))

    def encoding(self, captions: Captions) -> Encoding:
        """The images' candidates and the references they are compared with."""
        return self._encoding(captions, self._stemmer(captions.stemming))

    def written(self, captions: Captions, max_order: int) -> WrittenNgrams:
        """The candidates' n-grams as written, of orders 1 to N."""

        def of(stemmer: str, unstemmed: WrittenNgrams | None = None) -> WrittenNgrams:
            side = self._encoding(captions, stemmer).candidates
            key = ("written", captions._replace(stemming=0), stemmer, max_order)
            return self._once(key, lambda: WrittenNgrams(side, max_order, stemmer, unstemmed))

        stemmer = self._stemmer(captions.stemming)
        return of("none") if stemmer == "none" else of(stemmer, of("none"))

    # --- Weights -------------------------------------------------------------------------------

    def _weigh(self, data: Data) -> Weighting:
        captions, stemmer = data.captions, self._stemmer(data.stemming)
        encoding = self.encoding(captions)
        idf = self.sides[data.idf].idf
        if isinstance(idf, DocumentFrequencies):
            idf = idf.counted_with(self.sides[captions.tokenizer].tokenizer, stemmer)
        own = captions.candidate == captions.compared
        if own and (idf != "corpus" or captions.compared == data.counted == data.images):
            whole = weigh(self._whole(captions.compared, captions.tokenizer, stemmer), idf)
            if len(self.ids) == 1:
                return whole.of_image(self._row(captions.compared))
            return replace(whole, encoding=encoding)
        if idf != "corpus":
            return weigh(encoding, idf)
        counted = self._counted(data, stemmer)
        return weigh_by(
            encoding,
            counted.df_of(encoding.references.index),
            counted.df_of(encoding.candidates.index),
            len(counted.sizes),
        )

    def _weigh_by_stems(self, data: Data) -> Weighting:
        """Unstemmed n-grams, each with the df of its stem."""
        encoding = self.encoding(data.captions)
        of_stems = self.weighting(data._replace(captions=data.captions._replace(stemming=data.stemming)))
        if of_stems.num_images is None or of_stems.reference_df is None or of_stems.candidate_df is None:
            return weigh(encoding, "none")
        stemmer = self._stemmer(data.stemming)
        reference_df, candidate_df = (
            # Every n-gram's stem was counted on the same captions, so it is found.
            df[stemmed.index.find(side.index, stemmer)]
            for side, stemmed, df in (
                (encoding.references, of_stems.encoding.references, of_stems.reference_df),
                (encoding.candidates, of_stems.encoding.candidates, of_stems.candidate_df),
            )
        )
        return weigh_by(encoding, reference_df, candidate_df, of_stems.num_images)

    def _stemmer(self, side: int) -> str:
        return self.sides[side].variant.stemmer

    # --- Captions ------------------------------------------------------------------------------

    def _encoding(self, captions: Captions, stemmer: str) -> Encoding:
        key = ("encoding", captions._replace(stemming=0), stemmer)
        return self._once(key, lambda: self._encode(captions, stemmer))

    def _encode(self, captions: Captions, stemmer: str) -> Encoding:
        candidate, tokenizer, compared, _ = captions
        if candidate == compared:
            whole = self._whole(compared, tokenizer, stemmer)
            if len(self.ids) == 1:
                return whole.of_image(self._row(compared))
            chosen = self._chosen(compared)
            return whole if chosen.all() else whole.select(chosen.nonzero()[0])
        candidates = self.sides[candidate].evaluation_set.candidates
        references = self.sides[compared].evaluation_set.references

        def paired() -> EvaluationSet:
            return EvaluationSet({i: candidates[i] for i in self.ids}, {i: references[i] for i in self.ids})

        return self._encoded(("paired", candidate, compared), paired, tokenizer, stemmer)

    def _row(self, side: int) -> int:
        """The place of the only image."""
        return self.sides[side].evaluation_set.row(self.ids[0])

    def _chosen(self, side: int) -> Booleans:
        def choose() -> Booleans:
            ids = set(self.ids)
            return np.array([i in ids for i in self.sides[side].evaluation_set.ids])

        return self._once(("chosen", side), choose)

    def _whole(self, side: int, tokenizer: int, stemmer: str) -> Encoding:
        """One side's whole evaluation set, with the tokenizer of either."""
        images = self.sides[side].evaluation_set
        return self._encoded(("whole", side), lambda: images, tokenizer, stemmer)

    def _counted(self, data: Data, stemmer: str) -> Encoding:
        """The images and references that a corpus IDF counts."""
        tokenizer = data.captions.tokenizer
        if data.images == data.counted:
            return self._whole(data.images, tokenizer, stemmer)
        own = self.sides[data.images].evaluation_set
        other = self.sides[data.counted].evaluation_set.references

        def mixed() -> EvaluationSet:
            """One side's images with the other side's references, where that side has the image."""
            references = {i: other.get(i, texts) for i, texts in own.references.items()}
            return EvaluationSet(own.candidates, references)

        return self._encoded(("mixed", data.images, data.counted), mixed, tokenizer, stemmer)

    def _encoded(
        self,
        name: tuple[str, *tuple[int, ...]],
        make: Callable[[], EvaluationSet],
        tokenizer: int,
        stemmer: str,
    ) -> Encoding:
        """Some images' encoding, with the tokenizer and end token of one side."""
        side = self.sides[tokenizer]
        images = self._once(
            (*name, tokenizer), lambda: _with_end_token(make(), side.evaluation_set.end_token)
        )
        return images.encoding(side.tokenizer, stemmer, self._longest)


def _with_end_token(images: EvaluationSet, end_token: str | None) -> EvaluationSet:
    if images.end_token == end_token:
        return images
    if end_token is None:
        return EvaluationSet(images.candidates, images.references)
    return images.with_end_token(end_token)
