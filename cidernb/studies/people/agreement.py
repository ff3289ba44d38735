"""How often a metric picks the caption that people find nearer to the references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from cidernb.arrays import Floats, Integers
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.studies.people.intervals import RESAMPLES, by_image, interval
from cidernb.studies.people.similarities import Comparisons, Similarities, compare_all
from cidernb.studies.people.study import Study
from cidernb.studies.record import ROUND_OFF
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant, as_variant

#: What becomes of a pair on which people have no winner; the paper does not say. A metric's own tie
#: is no agreement in either reading, so that all metrics are measured over the same pairs.
Ties = Literal["excluded", "counted"]

#: The variants that the command reports unless told otherwise.
REPORTED = ("paper-cider", "code-cider", "code-cider-d")


@dataclass(frozen=True)
class Agreement:
    """A metric against people's choices.

    Attributes
    ----------
    variant : str
        The metric's name.
    references : int
        With how many references the candidates were compared, at most.
    pairs : int
        How many pairs the accuracy is over.
    agreeing : int
        On how many of them metric and people pick the same caption.
    accuracy : float
        `agreeing` over `pairs`.
    low, high : float
        The 95 % interval of the accuracy, from drawing the images again.
    ties : {"excluded", "counted"}
        Whether `pairs` leaves out those on which people have no winner, or counts them, on which
        then no metric agrees.
    people_tied : int
        How many pairs those are, of all.
    metric_tied : int
        On how many of `pairs` the metric scores both captions alike. It picks neither there, which
        is no agreement.
    """

    variant: str
    references: int
    pairs: int
    agreeing: int
    accuracy: float
    low: float
    high: float
    ties: Ties
    people_tied: int
    metric_tied: int

    def as_dict(self) -> dict[str, Any]:
        """The attributes by name, for JSON."""
        return vars(self).copy()


def chosen_sides(scores: Floats) -> Floats:
    """1 where B has the higher score, -1 where C has, 0 where they are equal but for round-off.

    Parameters
    ----------
    scores : array, shape (..., 2)
        The scores of B and C.

    Examples
    --------
    >>> chosen_sides(np.array([[0.2, 0.1], [0.1, 0.1 + 1e-16]])).tolist()
    [1.0, 0.0]
    """
    difference = scores[..., 0] - scores[..., 1]
    size = np.abs(scores).max(axis=-1)
    return np.where(np.abs(difference) <= ROUND_OFF * np.maximum(size, 1e-300), 0.0, np.sign(difference))


def winners(verdicts: Floats) -> Floats:
    """The pairs' winners from those of triplets: 1 for B, -1 for C, 0 for a tie; shape (pairs,)."""
    return np.asarray(np.sign(verdicts.sum(axis=1)))


def agreement(
    study: Study,
    scores: Floats,
    *,
    variant: str,
    references: int,
    ties: Ties = "excluded",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Agreement:
    """Hold scores of any metric against the people's winners.

    Parameters
    ----------
    study : Study
        The pairs.
    scores : array, shape (pairs, 2)
        The metric's, of B and C.
    variant : str
        The metric's name.
    references : int
        With how many references, for the record.
    ties : {"excluded", "counted"}
        What becomes of pairs on which people have no winner.
    resamples, seed : int
        For the interval.

    Raises
    ------
    ValueError
        If `ties` is neither, or no pair is left.
    """
    if ties not in get_args(Ties):
        raise ValueError(f"ties is {ties!r}; choose one of {', '.join(get_args(Ties))}.")
    people, metric = winners(study.verdicts), chosen_sides(scores)
    counted = people != 0 if ties == "excluded" else np.ones(len(people), bool)
    if not counted.any():
        raise ValueError(
            f"People have no winner on any pair of {study.name!r}; there is no accuracy to give."
        )
    agrees = (people == metric) & (people != 0)
    low, high = interval(by_image(study, agrees), by_image(study, counted), resamples, seed).tolist()
    return Agreement(
        variant=variant,
        references=references,
        pairs=int(counted.sum()),
        agreeing=int(agrees.sum()),
        accuracy=float(agrees.sum() / counted.sum()),
        low=low,
        high=high,
        ties=ties,
        people_tied=int((people == 0).sum()),
        metric_tied=int(((metric == 0) & counted).sum()),
    )


def measure(
    study: Study,
    variant: str | Variant = "paper-cider",
    *,
    references: int | None = None,
    idf: str | DocumentFrequencies = "corpus",
    tokenizer: Tokenizer = "ptb",
    ties: Ties = "excluded",
    order: int | None = None,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Agreement:
    """How often a variant of CIDEr picks the people's winner.

    Parameters
    ----------
    study : Study
        The pairs, such as `read_study` or `synthetic_study` gives.
    variant : str or Variant
        A preset's name or a variant.
    references : int, optional
        Compare with the first so many references of each pair; all by default.
    idf : {"corpus", "recomputed", "none"} or DocumentFrequencies
        "corpus" counts all references of all images of the data set, however many are compared
        with; "recomputed" counts the first `references` of every image alone. A table that knows
        its references is counted again with the variant's stemmer.
    tokenizer : str or function
        How captions become words.
    ties : {"excluded", "counted"}
        What becomes of pairs on which people have no winner.
    order : int, optional
        One order alone, such as 1 for the paper's CIDEr_1.
    resamples, seed : int
        For the interval.

    Raises
    ------
    ValueError, TypeError
        For a setting that does not exist.

    Notes
    -----
    Sections 3 and 7.2 of Vedantam, Zitnick and Parikh (2015).
    """
    chosen = as_variant(variant) if order is None else single_order(variant, order)
    found = similarities(study, chosen, idf=idf, tokenizer=tokenizer, references=references)
    return agreement(
        study,
        found.first(references),
        variant=variant_name(variant) + ("" if order is None else f", order {order}"),
        references=min(references or study.most, study.most),
        ties=ties,
        resamples=resamples,
        seed=seed,
    )


def similarities(
    study: Study,
    variant: Variant,
    *,
    idf: str | DocumentFrequencies = "corpus",
    tokenizer: Tokenizer = "ptb",
    references: int | None = None,
) -> Similarities:
    """The similarities of all candidates with all references, as `measure` takes them.

    Raises
    ------
    ValueError
        If `references` is below 1 or there is no such IDF source.
    """
    if references is not None and references < 1:
        raise ValueError(f"references is {references}; compare with 1 or more.")
    if isinstance(idf, str) and idf not in ("corpus", "recomputed", "none"):
        raise ValueError(f'idf is {idf!r}; choose "corpus", "recomputed", "none" or a table.')
    comparisons = compare_all(study, variant, tokenizer)
    if idf == "recomputed":
        return comparisons.weighed(variant, _df_of_first(comparisons, references))
    if isinstance(idf, DocumentFrequencies):
        idf = idf.counted_with(tokenizer, variant.stemmer)
    return comparisons.similarities(variant, idf)


def _df_of_first(comparisons: Comparisons, references: int | None) -> Integers:
    whole = comparisons.whole
    place = np.arange(len(whole.image)) - whole.first_reference[whole.image]
    kept = place >= 0 if references is None else place < references
    return whole.select_references(kept.nonzero()[0]).corpus_df


def single_order(variant: str | Variant, order: int) -> Variant:
    """A variant that takes one order alone: the paper's CIDEr_n of Eq. 2.

    Raises
    ------
    ValueError
        If the variant has no such order.

    Examples
    --------
    >>> single_order("paper-cider", 1).weights
    (1.0, 0.0, 0.0, 0.0)
    """
    chosen = as_variant(variant)
    if order not in range(1, chosen.max_order + 1):
        raise ValueError(f"order is {order!r}; choose one from 1 to {chosen.max_order}.")
    return chosen.replace(order_weights=[float(n == order) for n in range(1, chosen.max_order + 1)])


def variant_name(variant: str | Variant) -> str:
    """A preset's name, or what changes in the preset that a variant is nearest to."""
    from cidernb.variant import PRESETS

    if isinstance(variant, str):
        return variant
    nearest = min(PRESETS, key=lambda name: len(PRESETS[name].differences(variant)))
    changes = PRESETS[nearest].differences(variant)
    return ",".join([nearest, *(f"{field}={value}" for field, (_, value) in changes.items())])


def report(
    study: Study,
    variants: Sequence[str | Variant] = REPORTED,
    *,
    references: Sequence[int | None] = (None,),
    idf: str | DocumentFrequencies = "corpus",
    tokenizer: Tokenizer = "ptb",
    ties: Ties = "excluded",
) -> list[Agreement]:
    """`measure` for several variants and numbers of references, variant after variant."""
    return [
        measure(study, variant, references=number, idf=idf, tokenizer=tokenizer, ties=ties)
        for variant in variants
        for number in references
    ]
