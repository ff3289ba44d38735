"""Attacks on captions: changes that say nothing more of the picture, made to raise a score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from cidernb.evaluation_set import END_TOKEN, EvaluationSet
from cidernb.frozen import FrozenDict

AttackKind = Literal["repeat", "pad", "pad with end tokens", "prefix", "truncate"]

#: The names of the kinds, in order.
KINDS: tuple[AttackKind, ...] = get_args(AttackKind)

#: The words that padding adds, in order: the first two are how an unfinished caption ends.
PADDING = ("with", "a", "and", "the", "of", "on", "in", "is")

#: What a prefix says, and says again.
PREFIX = "the image shows"

#: The strengths of each attack, from weakest to strongest or from first to last.
STRENGTHS: Mapping[AttackKind, range] = FrozenDict(
    {
        "repeat": range(1, 5),
        "pad": range(1, len(PADDING) + 1),
        "pad with end tokens": range(1, len(PADDING) + 1),
        "prefix": range(1, 5),
        "truncate": range(1, 11),
    }
)


@dataclass(frozen=True)
class Attack:
    """A change to a caption that says nothing more of the picture.

    Parameters
    ----------
    kind : {"repeat", "pad", "pad with end tokens", "prefix", "truncate"}
        What is done.
    strength : int
        How many times the caption or the prefix is said, how many words are added, or how many
        words are kept.

    Raises
    ------
    ValueError
        For a kind or a strength outside `STRENGTHS`.

    Examples
    --------
    >>> Attack("repeat", 2).of("a dog runs"), Attack("truncate", 2).of("a dog runs")
    ('a dog runs a dog runs', 'a dog')
    """

    kind: AttackKind
    strength: int

    def __post_init__(self) -> None:
        if self.kind not in STRENGTHS:
            raise ValueError(f"There is no attack {self.kind!r}; choose one of {', '.join(STRENGTHS)}.")
        strengths = STRENGTHS[self.kind]
        if self.strength not in strengths:
            raise ValueError(
                f"The strength of {self.kind!r} is {self.strength!r}; give a whole number from "
                f"{strengths[0]} to {strengths[-1]}."
            )

    def of(self, caption: str) -> str:
        """A caption after the attack; words are what white space separates."""
        words, k = caption.split(), self.strength
        match self.kind:
            case "repeat":
                words = words * k
            case "pad":
                words = [*words, *PADDING[:k]]
            case "pad with end tokens":
                words = [*words, *[END_TOKEN] * k]
            case "prefix":
                words = [*PREFIX.split() * k, *words]
            case "truncate":
                words = words[:k]
        return " ".join(words)

    def on(self, images: EvaluationSet) -> EvaluationSet:
        """An evaluation set with every candidate attacked; references and IDF stay."""
        return images.with_candidates({i: self.of(text) for i, text in images.candidates.items()})

    @property
    def label(self) -> str:
        """The attack in words.

        Examples
        --------
        >>> Attack("pad", 2).label, Attack("truncate", 1).label
        ('2 words added', 'cut to 1 word')
        """
        k, words = self.strength, "word" if self.strength == 1 else "words"
        times = f"{k} times" if k > 1 else "once"
        return {
            "repeat": f"said {times}",
            "pad": f"{k} {words} added",
            "pad with end tokens": f"{k} end {'token' if k == 1 else 'tokens'} added",
            "prefix": f"with “{PREFIX}” {'' if k == 1 else times + ' '}in front",
            "truncate": f"cut to {k} {words}",
        }[self.kind]


#: One or more of each kind, for a table of all.
ATTACKS = (
    *(Attack("repeat", k) for k in (2, 3, 4)),
    *(Attack("pad", k) for k in (2, 4)),
    Attack("pad with end tokens", 2),
    *(Attack("prefix", k) for k in (1, 2)),
    *(Attack("truncate", k) for k in (2, 5)),
)
