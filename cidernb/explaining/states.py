"""States between two results: some causes as before, the others as after, scored alike."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.explaining.causes import present_causes
from cidernb.explaining.earning import cosine_terms, worth_at_matches
from cidernb.explaining.ingredients import Captions, Data, Ingredients, choose_data
from cidernb.explaining.once import Once
from cidernb.explaining.written import Spread
from cidernb.result import Result
from cidernb.scoring import make_cells
from cidernb.variant import Variant

_OF_SETTINGS = frozenset({"clipping", "unseen", "length_penalty", "orders"})
# A state is cosines times what they are worth, so that either is made once for several states.
_NOT_OF_COSINES = frozenset({"length_penalty"})
_NOT_OF_WORTH = frozenset({"clipping", "unseen", "idf_source"})


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
        self._images = len(ids)
        self._of_data = frozenset(self.causes) - _OF_SETTINGS
        self._ingredients = Ingredients(before, after, ids)
        self._once = Once()
        # N-grams come from the candidates and their words alone: after these states all are known.
        for switched in ((), ("candidate",), ("tokenizer",), ("candidate", "tokenizer")):
            if self._of_data.issuperset(switched):
                self._places(choose_data(self._of_data, switched).captions)

    def value(self, after: frozenset[str]) -> Floats:
        """Points of each n-gram with the causes in `after` switched, shape (n-grams,)."""
        return self._once(after, lambda: self._points(after, half=False))

    def half_stemmed(self, after: frozenset[str]) -> Floats:
        """Like `value`, words unstemmed while each n-gram takes the df of its stem.

        The state between the two steps of stemming; one side must not stem.
        """
        return self._points(after, half=True)

    def _points(self, after: frozenset[str], half: bool) -> Floats:
        of_cosines, of_worth = after - _NOT_OF_COSINES, after - _NOT_OF_WORTH
        terms = self._once(("terms", of_cosines, half), lambda: self._terms(of_cosines, half))
        worth, column = self._once(("worth", of_worth, half), lambda: self._worth(of_worth, half))
        return sum_by(column, terms * worth, len(self.columns))

    def _terms(self, after: frozenset[str], half: bool) -> Floats:
        """What the cosines are sums of, spread over the n-grams as written."""
        data, variant = self._data(after, half), self._variant(after)
        cells = make_cells(self._ingredients.weighting(data), variant)
        spread = self._spread(data.captions, variant.max_order)
        return cosine_terms(cells)[spread.match] * spread.part

    def _worth(self, after: frozenset[str], half: bool) -> tuple[Floats, Integers]:
        """What each of these terms is worth, and the column it belongs to."""
        captions, variant = self._data(after, half).captions, self._variant(after)
        worth = worth_at_matches(self._ingredients.encoding(captions), variant) / self._images
        spread = self._spread(captions, variant.max_order)
        return worth[spread.match], self._places(captions)[spread.ngram]

    def _data(self, after: frozenset[str], half: bool) -> Data:
        switched = after & self._of_data
        data = self._once(("data", switched), lambda: choose_data(self._of_data, switched))
        if not half:
            return data
        unstemmed = [side.variant.stemmer for side in self.sides].index("none")
        return data._replace(captions=data.captions._replace(stemming=unstemmed), stemming=1 - unstemmed)

    def _variant(self, after: frozenset[str]) -> Variant:
        """The settings of a state, on the after side's scale."""
        settings = after & _OF_SETTINGS
        return self._once(("variant", settings), lambda: self._mix(settings))

    def _mix(self, after: frozenset[str]) -> Variant:
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

    def _spread(self, captions: Captions, max_order: int) -> Spread:
        return self._once(
            ("spread", captions, max_order),
            lambda: self._ingredients.written(captions, max_order).spread(
                self._ingredients.encoding(captions).matches.up_to(max_order).candidate_row
            ),
        )

    def _places(self, captions: Captions) -> Integers:
        """The columns of the candidates' different n-grams, of all orders."""

        def place() -> Integers:
            longest = max(side.variant.max_order for side in self.sides)
            ngrams = self._ingredients.written(captions, longest).distinct.spell()
            return np.array([self.columns.setdefault(ngram, len(self.columns)) for ngram in ngrams], np.int64)

        return self._once(("places", captions.candidate, captions.tokenizer), place)
