"""Which CIDEr: the settings that the paper, its text and the official code choose differently.

A `Variant` is a value. It says nothing of the data (tokenizer, IDF source, references): those
belong to the evaluation set and to the call, and they join the variant in a result's signature.
"""

from __future__ import annotations

import dataclasses
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from numbers import Integral, Real
from typing import Any, Literal, get_args

from cidernb.frozen import FrozenDict
from cidernb.given_counts import LONGEST
from cidernb.in_messages import in_short, what_is

Stemmer = Literal["none", "plural", "porter"]
TermFrequency = Literal["count", "all", "order"]
Unseen = Literal["floor", "limit"]
Clipping = Literal["none", "count", "weight"]

_CHOICES = {
    "stemmer": get_args(Stemmer),
    "tf": get_args(TermFrequency),
    "unseen": get_args(Unseen),
    "clipping": get_args(Clipping),
}


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One definition of CIDEr.

    Parameters
    ----------
    stemmer : {"none", "plural", "porter"}
        What maps words to stems before n-grams are counted. The paper's CIDEr stems without
        naming a stemmer, CIDEr-D does not, and no official scorer does. "plural" is the
        documented example's table of four plurals.
    tf : {"count", "all", "order"}
        The term-frequency normaliser of Eq. 1: none (official code), the caption's n-grams of
        all orders, or of the one order. The paper leaves the last two open. It acts only under
        `clipping="weight"`, for what scales all of a vector scales its norm too.
    unseen : {"floor", "limit"}
        An n-gram that the IDF source does not hold: its df floored at 1 (official code), or its
        weight growing without bound.
    clipping : {"none", "count", "weight"}
        "weight" takes the smaller of the two weights (Eq. 4, and the official code on raw-count
        weights); "count" clips the candidate's count (the text of the paper's section 8).
    sigma : float or None
        Width of the Gaussian length penalty of Eq. 4, in words; None leaves it out.
    max_order : int
        N, the longest n-gram, from 1 to 100.
    order_weights : sequence of float, optional
        The w_n of Eqs. 3 and 5, `max_order` numbers >= 0 that sum to 1; None is uniform.
    scale : float
        1 for the paper's CIDEr; 10 for CIDEr-D and both official scorers. Up to 1e300.

    Raises
    ------
    ValueError, TypeError
        For a setting outside these, in a sentence that names it.

    Examples
    --------
    >>> PRESETS["code-cider-d"].differences(PRESETS["code-cider"])
    {'clipping': ('weight', 'none'), 'sigma': (6.0, None)}
    """

    stemmer: Stemmer = "none"
    tf: TermFrequency = "count"
    unseen: Unseen = "floor"
    clipping: Clipping = "weight"
    sigma: float | None = 6.0
    max_order: int = 4
    order_weights: Sequence[float] | None = None
    scale: float = 10.0

    def __post_init__(self) -> None:
        for field, choices in _CHOICES.items():
            value = getattr(self, field)
            if not isinstance(value, str) or value not in choices:
                raise ValueError(f"{field} is {in_short(value)}; choose one of {', '.join(choices)}.")
        if self.sigma is not None:
            object.__setattr__(self, "sigma", _positive("sigma", self.sigma, "or None for no length penalty"))
        object.__setattr__(self, "scale", _positive("scale", self.scale, "such as 1 or 10", _LARGEST_SCALE))
        if isinstance(self.max_order, bool) or not isinstance(self.max_order, Integral):
            raise TypeError(f"max_order is {in_short(self.max_order)}; give a whole number of 1 or more.")
        if not 1 <= self.max_order <= LONGEST:
            advice = "1 or more" if self.max_order < 1 else f"{LONGEST} or less"
            raise ValueError(f"max_order is {in_short(self.max_order)}; give a whole number of {advice}.")
        object.__setattr__(self, "max_order", int(self.max_order))
        object.__setattr__(self, "order_weights", _order_weights(self.order_weights, self.max_order))

    @property
    def weights(self) -> tuple[float, ...]:
        """The w_n of Eqs. 3 and 5, one number an order."""
        if self.order_weights is None:
            return (1 / self.max_order,) * self.max_order
        return tuple(self.order_weights)

    @property
    def name(self) -> str:
        """ "CIDEr-D" when the variant both clips and penalises length, else "CIDEr"."""
        return "CIDEr-D" if self.clipping != "none" and self.sigma is not None else "CIDEr"

    def differences(self, other: Variant) -> dict[str, tuple[Any, Any]]:
        """The fields in which two variants differ.

        Parameters
        ----------
        other : Variant
            The variant to compare with.

        Returns
        -------
        dict
            Field name to (value here, value there).

        Examples
        --------
        >>> Variant(max_order=2).differences(Variant(max_order=2))
        {}
        """
        if not isinstance(other, Variant):
            raise TypeError(f"The other variant is {what_is(other)}; give a cidernb.Variant.")
        pairs = {f.name: (getattr(self, f.name), getattr(other, f.name)) for f in dataclasses.fields(self)}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def replace(self, **changes: Any) -> Variant:
        """A copy with some fields changed.

        Examples
        --------
        >>> PRESETS["code-cider"].replace(sigma=6.0).sigma
        6.0
        """
        fields = [field.name for field in dataclasses.fields(self)]
        for name in changes:
            if name not in fields:
                raise TypeError(f"A variant has no field {name!r}; choose from {', '.join(fields)}.")
        return dataclasses.replace(self, **changes)


_LARGEST_FLOAT = sys.float_info.max
#: What leaves room for scores to be added up and multiplied by 100.
_LARGEST_SCALE = 1e300


def _positive(field: str, value: Any, alternative: str, at_most: float = _LARGEST_FLOAT) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{field} is {in_short(value)}; give a positive number, {alternative}.")
    number: Any = value
    if not 0 < number <= at_most:
        limit = f" up to {at_most:g}" if at_most < number <= _LARGEST_FLOAT else ""
        raise ValueError(f"{field} is {in_short(value)}; give a positive number{limit}, {alternative}.")
    return float(number)


def _order_weights(weights: Any, max_order: int) -> tuple[float, ...] | None:
    if weights is None:
        return None
    advice = f"give {max_order} numbers of 0 or more that sum to 1, or None for uniform weights"
    if isinstance(weights, str | bytes) or not isinstance(weights, Iterable):
        raise TypeError(f"order_weights is {in_short(weights)}; {advice}.")
    weights = tuple(islice(weights, LONGEST + 1))
    if not all(isinstance(w, Real) and not isinstance(w, bool) for w in weights):
        raise TypeError(f"order_weights is {in_short(weights)}; {advice}.")
    if all(0 <= w <= 1 for w in weights):
        weights = tuple(map(float, weights))
    if (
        len(weights) != max_order
        or not all(0 <= w <= 1 for w in weights)
        or not abs(math.fsum(weights) - 1) <= 1e-9
    ):
        raise ValueError(f"order_weights is {in_short(weights)}; {advice}.")
    # Uniform weights given as numbers are the same variant as uniform weights by default.
    return None if weights == (1 / max_order,) * max_order else weights


_PAPER_CIDER = Variant(stemmer="porter", tf="all", clipping="none", sigma=None, scale=1)
_PAPER_CIDER_D = Variant(stemmer="none", tf="all", clipping="weight", sigma=6.0, scale=10)
_CODE_CIDER_D = Variant(stemmer="none", tf="count", clipping="weight", sigma=6.0, scale=10)

#: The named variants: the paper's Eqs. 1 to 5 in their readings, and the official scorers.
PRESETS: FrozenDict[str, Variant] = FrozenDict(
    {
        "paper-cider": _PAPER_CIDER,
        "paper-cider-unstemmed": _PAPER_CIDER.replace(stemmer="none"),
        "paper-cider-d-eq4-all": _PAPER_CIDER_D,
        "paper-cider-d-eq4-order": _PAPER_CIDER_D.replace(tf="order"),
        "paper-cider-d-text": _PAPER_CIDER_D.replace(tf="count", clipping="count"),
        "code-cider": _CODE_CIDER_D.replace(clipping="none", sigma=None),
        "code-cider-d": _CODE_CIDER_D,
        "coco-caption": _CODE_CIDER_D,
    }
)


def as_variant(variant: str | Variant) -> Variant:
    """The variant that a preset name or a `Variant` stands for."""
    if isinstance(variant, Variant):
        return variant
    if not isinstance(variant, str):
        raise TypeError(f"variant is {in_short(variant)}; give a preset name or a cidernb.Variant.")
    if variant not in PRESETS:
        raise ValueError(f"There is no preset {variant!r}; choose one of {', '.join(PRESETS)}.")
    return PRESETS[variant]
