"""The consensus protocol: which of two captions people find closer to an image's references.

B and C are two candidates for an image. Each of its references in turn is A, and the three make a
triplet. People say which of B and C is more like A; the majority of a triplet's votes is its
winner, and the majority of its triplets is the pair's. A metric is right on a pair if it gives
the higher score to that winner (Vedantam et al. 2015, section 3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, get_args

#: One of the two candidates of a pair.
Side = Literal["B", "C"]

#: What becomes of a pair without a winner on either side; the paper does not say.
Ties = Literal["left out", "half right", "wrong"]

SIDES: tuple[Side, ...] = get_args(Side)


def majority(votes: Iterable[Side | None]) -> Side | None:
    """The side with more votes; None for a tie. A None among the votes is a vote for neither.

    Raises
    ------
    ValueError
        If a vote is for anything but B, C or None.

    Examples
    --------
    >>> majority(["B", "C", "B"]), majority(["B", "C"]), majority(["C", None])
    ('B', None, 'C')
    """
    counts = Counter(votes)
    for vote in counts:
        if vote is not None and vote not in SIDES:
            raise ValueError(f"A vote is for {vote!r}; give 'B', 'C' or None.")
    return higher(counts["B"], counts["C"])


def pair_winner(triplets: Iterable[Iterable[Side | None]]) -> Side | None:
    """The winner of a pair: the majority of its triplets, each the majority of its votes.

    Parameters
    ----------
    triplets : iterable of iterable of "B", "C" or None
        The votes on each triplet. One without a majority counts for neither side.

    Examples
    --------
    Two triplets against one, though B has five of the nine votes:

    >>> pair_winner([["B", "B", "B"], ["B", "C", "C"], ["B", "C", "C"]])
    'C'
    """
    return majority(majority(votes) for votes in triplets)


def higher(b: float, c: float) -> Side | None:
    """The side with the higher figure, such as a metric's score; None if they are equal."""
    if b == c:
        return None
    return "B" if b > c else "C"


def accuracy(people: Iterable[Side | None], metric: Iterable[Side | None], *, ties: Ties) -> float:
    """The share of pairs on which a metric picks the people's winner.

    Parameters
    ----------
    people, metric : iterable of "B", "C" or None
        The winner of each pair, in the same order; None where there is none.
    ties : {"left out", "half right", "wrong"}
        How pairs count on which people or the metric have no winner. It has no default, for the
        paper leaves it open and it moves the figure.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        If the two are not equally many, `ties` is none of the three, or no pair is left.

    Examples
    --------
    >>> accuracy(["B", "C", None], ["B", "B", "B"], ties="half right")
    0.5
    """
    if ties not in get_args(Ties):
        raise ValueError(f"ties is {ties!r}; choose one of {', '.join(get_args(Ties))}.")
    pairs = list(zip(people, metric, strict=True))
    tied = sum(None in pair for pair in pairs)
    counted = len(pairs) - (tied if ties == "left out" else 0)
    if not counted:
        raise ValueError("No pair has a winner on both sides; there is no accuracy to give.")
    right = sum(a == b for a, b in pairs if a is not None)
    return (right + (tied / 2 if ties == "half right" else 0)) / counted
