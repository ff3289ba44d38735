"""Changes: the difference between two scores, shared among its causes and its n-grams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike

import numpy as np

from cidernb.arrays import Floats
from cidernb.csv_files import write_csv
from cidernb.explaining.causes import IMAGES_AVERAGED
from cidernb.explaining.contributions import contributions
from cidernb.explaining.shares import first_half, shapley, waterfall
from cidernb.explaining.states import States
from cidernb.frozen import FrozenData, FrozenDict
from cidernb.in_messages import in_short
from cidernb.result import Result, check_result
from cidernb.whole_files import replacing


@dataclass(frozen=True, eq=False)
class Change(FrozenData):
    """The difference between two scores, exactly shared. Made by `cidernb.change`.

    Attributes
    ----------
    image_id : hashable or None
        The image, or None for the mean.
    causes : tuple of str
        The causes present, in the order of the rows of `shares`.
    ngrams : tuple of str
        The n-grams of either candidate as written, in the order of the columns of `shares`.
    shares : array, shape (causes, n-grams)
        What each cause moved in each n-gram's points. Rows sum to the causes' shares, columns to
        the n-grams' changes, everything to `total`.
    points_before, points_after : array, shape (n-grams,)
        Each n-gram's points at the two ends, both on the after side's scale.
    in_order : bool
        Whether the causes were switched one after the other (a waterfall) or are averaged over
        every order (Shapley).
    """

    image_id: Hashable | None
    causes: tuple[str, ...]
    ngrams: tuple[str, ...]
    shares: Floats
    points_before: Floats
    points_after: Floats
    in_order: bool
    _compared: tuple[Result, Result, Sequence[Hashable]] = field(repr=False)

    @cached_property
    def _states(self) -> States:
        return States(*self._compared)

    @property
    def before(self) -> float:
        """The score before, on the after side's scale."""
        return float(self.points_before.sum())

    @property
    def after(self) -> float:
        """The score after."""
        return float(self.points_after.sum())

    @property
    def total(self) -> float:
        """After minus before."""
        return self.after - self.before

    @cached_property
    def by_cause(self) -> Mapping[str, float]:
        """Each cause's share of `total`."""
        return FrozenDict(zip(self.causes, self.shares.sum(axis=1).tolist(), strict=True))

    @cached_property
    def by_ngram(self) -> Mapping[str, float]:
        """Each n-gram's points after minus its points before."""
        moved = self.points_after - self.points_before
        return FrozenDict(zip(self.ngrams, moved.tolist(), strict=True))

    @cached_property
    def table(self) -> Mapping[str, Mapping[str, float]]:
        """By cause, what it moved in each n-gram's points."""
        return FrozenDict(
            {
                cause: FrozenDict(zip(self.ngrams, row, strict=True))
                for cause, row in zip(self.causes, self.shares.tolist(), strict=True)
            }
        )

    @cached_property
    def stemming_steps(self) -> Mapping[str, float] | None:
        """The share of stemming in two steps; None where stemming is no cause or both sides stem.

        "document_frequencies": words still match as written, while each n-gram takes the df of its
        stem. "match": stems match too. They add up to `by_cause["stemming"]`.
        """
        stemmers = [side.variant.stemmer for side in self._states.sides]
        if "stemming" not in self.causes or "none" not in stemmers:
            return None
        causes = tuple(cause for cause in self.causes if cause != IMAGES_AVERAGED)
        value = first_half("stemming", self._states.value, self._states.half_stemmed)
        shares = (waterfall if self.in_order else shapley)(causes, value)
        to_half = float(shares[causes.index("stemming")].sum())
        from_half = self.by_cause["stemming"] - to_half
        steps = {"document_frequencies": to_half, "match": from_half}
        if stemmers[1] == "none":  # the way back: first the match goes, then the df
            steps = {"document_frequencies": from_half, "match": to_half}
        return FrozenDict(steps)

    def to_csv(self, path: str | PathLike[str]) -> None:
        """Write one line an n-gram: its points before and after, the change, and each cause's part."""
        with replacing(path) as part, open(part, "w", newline="", encoding="utf-8") as file:
            columns = (self.points_before, self.points_after, self.points_after - self.points_before)
            rows = zip(self.ngrams, *(c.tolist() for c in (*columns, *self.shares)), strict=True)
            write_csv(file, ["ngram", "before", "after", "change", *self.causes], rows)

    def __repr__(self) -> str:
        of = "the mean" if self.image_id is None else f"image {self.image_id!r}"
        return f"<Change of {of} from {self.before:.4f} to {self.after:.4f}>"


def change(
    before: Result, after: Result, image_id: Hashable | None = None, order: Sequence[str] | None = None
) -> Change:
    """Share the difference between two scores among its causes and its n-grams, exactly.

    Parameters
    ----------
    before, after : Result
        Two results of `cidernb.score`: two settings, two captions, two sets of references, two
        evaluation sets or two systems.
    image_id : hashable, optional
        The image; None compares the means.
    order : sequence of str, optional
        All causes present, in the order in which to switch them, for a step-by-step waterfall.
        Without it each cause's share is its step averaged over every order (Shapley).

    Returns
    -------
    Change
        `.total`, `.by_cause`, `.by_ngram` and `.table`, on the after side's scale. Scale is no cause.

    Raises
    ------
    ValueError
        If the results share no image, the image is not in both, the order does not name each
        cause present once, or a table cannot be counted with the other side's stemmer.

    Notes
    -----
    What differs without an effect on the scores is no cause. "tokenizer" is the cause of all that makes
    words of captions, an end token on one side included. The means of results over different
    images have the cause "images_averaged" first: from each side's mean to its mean over the images that
    both hold. The rest is shared on these.

    Examples
    --------
    >>> import cidernb
    >>> images = cidernb.documented_example().evaluation_set
    >>> paper, code = (cidernb.score(images, variant=name) for name in ("code-cider", "code-cider-d"))
    >>> {cause: round(points, 3) for cause, points in change(paper, code).by_cause.items()}
    {'clipping': 0.0, 'length_penalty': -0.314}
    """
    check_result(before, "The side before")
    check_result(after, "The side after")
    held = after.evaluation_set.references
    if image_id is None:
        ids = [i for i in before.evaluation_set.ids if i in held]
    else:
        ids = [before.evaluation_set.ids[before.evaluation_set.row(image_id)]]
        after.evaluation_set.row(image_id)
    if not ids:
        raise ValueError(
            "The two results share no image; score the same images, under the same ids, on both sides."
        )
    states = States(before, after, ids)
    causes = _in_order(order, states.causes)
    shares = (shapley if order is None else waterfall)(causes, states.value)
    ends = states.value(frozenset()), states.value(frozenset(causes))
    ngrams = tuple(states.columns)
    if image_id is None and not len(ids) == len(before.scores) == len(after.scores):
        causes = (IMAGES_AVERAGED, *causes)
        ngrams, shares, ends = _averaged_over_all(states, ngrams, shares, ends)
    compared = Change(image_id, causes, ngrams, shares, *ends, order is not None, (before, after, ids))
    vars(compared).update(_states=states)
    return compared


def _in_order(order: Sequence[str] | None, causes: tuple[str, ...]) -> tuple[str, ...]:
    if order is None:
        return causes
    if isinstance(order, str) or not isinstance(order, Iterable):
        raise TypeError(f"The order is {in_short(order)}; give the names of the causes in a list.")
    order = tuple(order)
    if Counter(map(str, order)) != Counter(causes):
        raise ValueError(
            f"The order names {', '.join(map(str, order)) or 'nothing'}; name each cause present once: "
            f"{', '.join(causes) or 'there is none'}."
        )
    return order


def _averaged_over_all(
    states: States, ngrams: tuple[str, ...], shares: Floats, ends: tuple[Floats, Floats]
) -> tuple[tuple[str, ...], Floats, tuple[Floats, Floats]]:
    """Move both ends from the shared images out to each side's own, and put that step first."""
    scale = states.sides[1].variant.scale
    means = [contributions(side).by_ngram for side in states.sides]
    ngrams = tuple(dict.fromkeys([*ngrams, *means[0], *means[1]]))
    wholes = [
        np.array([mean.get(ngram, 0.0) for ngram in ngrams]) * (scale / side.variant.scale)
        for mean, side in zip(means, states.sides, strict=True)
    ]
    new = len(ngrams) - shares.shape[1]
    shared = [np.pad(end, (0, new)) for end in ends]
    step = (shared[0] - wholes[0]) + (wholes[1] - shared[1])
    return ngrams, np.vstack([step, np.pad(shares, ((0, 0), (0, new)))]), (wholes[0], wholes[1])
