"""States between two results: some causes as before, the others as after, scored alike."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.explaining.causes import present_causes
from cidernb.explaining.earning import cosine_terms, worth_at_matches
from cidernb.explaining.ingredients import Captions, Data, Ingredients, choose_data
from cidernb.explaining.once import Once
from cidernb.result import Result
from cidernb.scoring import make_cells
from cidernb.variant import Variant
from cidernb.weighting import Weighting

#: The settings that cosines are made of, and those that decide what a cosine is worth.
_OF_COSINES = frozenset({"clipping", "unseen", "orders"})
_OF_WORTH = frozenset({"length_penalty", "orders"})


class _Sharing(NamedTuple):
    """How the points of `size` counted rows are shared: `part` of each `row` goes to each `column`."""

    row: Integers
    column: Integers
    part: Floats
    size: int


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
        self.causes = present_causes(before, after, ids)
        self.columns: dict[str, int] = {}
        self._of_data = frozenset(self.causes) - _OF_COSINES - _OF_WORTH
        self._ingredients = Ingredients(before, after, ids)
        self._ids = ids
        self._once = Once()
        self._values: dict[frozenset[str], Floats] = {}
        # N-grams come from the candidates and their words alone: after these states all are known.
        for switched in ((), ("candidate",), ("tokenizer",), ("candidate", "tokenizer")):
            if self._of_data.issuperset(switched):
                self._sharing(choose_data(self._of_data, switched).captions)

    def value(self, after: frozenset[str]) -> Floats:
        """Points of each n-gram with the causes in `after` switched, shape (n-grams,)."""
        if after not in self._values:
            data = self._data(after)
            weighting = self._ingredients.weighting(data)
            self._values[after] = self._points(data, weighting, after, half=False)
        return self._values[after]

    def half_stemmed(self, after: frozenset[str]) -> Floats:
        """Like `value`, words unstemmed while each n-gram takes the df of its stem.

        The state between the two steps of stemming; one side must not stem.
        """
        unstemmed = [side.variant.stemmer for side in self.sides].index("none")
        words, stems = (self._data(after).stemmed_as(side) for side in (unstemmed, 1 - unstemmed))
        return self._points(words, self._ingredients.half_weighting(words, stems), after, half=True)

    def _points(self, data: Data, weighting: Weighting, after: frozenset[str], half: bool) -> Floats:
        """The n-grams' points: of counted rows first, then of n-grams as written."""
        settings, penalised = after & _OF_COSINES, after & _OF_WORTH
        terms = self._once(
            ("terms", half, data, settings),
            lambda: cosine_terms(make_cells(weighting, self._variant(settings))),
        )
        worth = self._once(
            ("worth", data.captions, penalised),
            lambda: worth_at_matches(weighting.encoding, self._variant(penalised)) / len(self._ids),
        )
        rows = weighting.encoding.matches.candidate_row[: len(terms)]
        row, column, part, size = self._sharing(data.captions)
        return sum_by(column, sum_by(rows, terms * worth, size)[row] * part, len(self.columns))

    def _data(self, after: frozenset[str]) -> Data:
        switched = after & self._of_data
        return self._once(("data", switched), lambda: choose_data(self._of_data, switched))

    def _variant(self, after: frozenset[str]) -> Variant:
        """The settings of a state, on the after side's scale."""
        clipping, unseen, penalty, orders = (
            self.sides[cause in after].variant for cause in ("clipping", "unseen", "length_penalty", "orders")
        )
        return orders.replace(
            tf=clipping.tf,
            clipping=clipping.clipping,
            unseen=unseen.unseen,
            sigma=penalty.sigma,
            scale=self.sides[1].variant.scale,
        )

    def _sharing(self, captions: Captions) -> _Sharing:
        return self._once(("sharing", captions), lambda: self._share(captions))

    def _share(self, captions: Captions) -> _Sharing:
        written = self._ingredients.written(captions)

        def place() -> Integers:
            ngrams = written.distinct.spell()
            return np.array([self.columns.setdefault(ngram, len(self.columns)) for ngram in ngrams], np.int64)

        places = self._once(("places", captions.candidate, captions.tokenizer), place)
        row, ngram, part = written.sharing
        return _Sharing(row, places[ngram], part, len(written.stemmed.ngram))
