"""Everyday captions: imagined scenes for what shapes cannot show, such as synonyms, tense and truth.

All of it was written for this package; no caption comes from a data set. The captions are in lower
case and without punctuation, so that splitting at white space gives the official tokens.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from cidernb.evaluation_set import EvaluationSet
from cidernb.frozen import FrozenDict

__all__ = ["KINDS", "Candidate", "EverydayCaptions", "EverydayScene", "everyday_captions"]

#: The kinds of candidate, and what each shows.
KINDS: Mapping[str, str] = FrozenDict(
    {
        "plain": "An ordinary caption, close to what most people wrote.",
        "synonym": "The plain caption with one word in place of another that means the same.",
        "inflection": "The plain caption with one word in another number or tense.",
        "wrong word": "The plain caption with one word made false.",
        "unusual truth": "True, but not what people say of such a scene.",
        "gibberish": "Frequent words and phrases of the references, strung together without sense.",
    }
)

_THEMES = ("animals", "streets", "kitchens", "sports", "work", "children", "outdoors")


@dataclass(frozen=True)
class Candidate:
    """One candidate for a scene.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    text : str
        The caption.
    note : str
        What to notice in it, in a sentence.
    words : tuple of str, or None
        Where the caption is the plain one with a single word exchanged (a synonym, an inflection, a
        wrong word): the word that stands here, and the plain caption's word, which references use.
    grammatical : bool
        False for a slip such as "two dog" and for gibberish.
    """

    kind: str
    text: str
    note: str
    words: tuple[str, str] | None = None
    grammatical: bool = True


@dataclass(frozen=True)
class EverydayScene:
    """One imagined scene.

    Attributes
    ----------
    id : str
        Its name in evaluation sets.
    description : str
        What is there to see, in full: the truth that candidates are held against.
    references : tuple of str
        Five to ten captions, as different people would write them.
    candidates : tuple of Candidate
        At most one of a kind, a plain one always.
    """

    id: str
    description: str
    references: tuple[str, ...]
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, eq=False)
class EverydayCaptions:
    """The imagined scenes and their captions.

    Attributes
    ----------
    scenes : tuple of EverydayScene
        All scenes, in a fixed order.
    """

    scenes: tuple[EverydayScene, ...]

    def of_kind(self, kind: str) -> dict[str, Candidate]:
        """The candidates of one kind.

        Parameters
        ----------
        kind : str
            One of `KINDS`.

        Returns
        -------
        dict of str to Candidate
            By scene id; scenes without such a candidate are left out.

        Raises
        ------
        ValueError
            If there is no such kind.

        Examples
        --------
        >>> everyday_captions().of_kind("synonym")["blue-bike"].words
        ('bicycle', 'bike')
        """
        if kind not in KINDS:
            raise ValueError(f"There is no kind {kind!r} of candidate; choose one of {', '.join(KINDS)}.")
        return {s.id: c for s in self.scenes for c in s.candidates if c.kind == kind}

    def evaluation_set(self, kind: str = "plain") -> EvaluationSet:
        """The scenes that have a candidate of one kind, with it and all their references.

        A corpus IDF counts these scenes alone. To compare two kinds under one IDF, exchange
        candidates instead: `evaluation_set().with_candidate(scene_id, text)`.

        Parameters
        ----------
        kind : str
            One of `KINDS`.

        Returns
        -------
        EvaluationSet
            The ids are those of the scenes. All sets share what they encode of the references.

        Raises
        ------
        ValueError
            If there is no such kind.

        Examples
        --------
        >>> captions = everyday_captions()
        >>> captions.evaluation_set("synonym").candidates["blue-bike"]
        'a blue bicycle leaning against a brick wall'
        """
        chosen = self.of_kind(kind)
        return self._plain.subset(chosen).with_candidates({i: c.text for i, c in chosen.items()})

    @cached_property
    def _plain(self) -> EvaluationSet:
        plain = self.of_kind("plain")
        return EvaluationSet(
            {i: candidate.text for i, candidate in plain.items()},
            {scene.id: scene.references for scene in self.scenes},
        )


@cache
def everyday_captions() -> EverydayCaptions:
    """The everyday captions, read once.

    Returns
    -------
    EverydayCaptions
        Every call returns the same object.

    Examples
    --------
    >>> captions = everyday_captions()
    >>> len(captions.scenes), captions.scenes[0].references[1]
    (44, 'two dogs are running side by side on wet sand')
    """
    folder = files(__name__)
    return EverydayCaptions(
        tuple(
            _scene(entry)
            for theme in _THEMES
            for entry in json.loads((folder / f"{theme}.json").read_text(encoding="utf-8"))
        )
    )


def _scene(entry: dict[str, Any]) -> EverydayScene:
    return EverydayScene(
        entry["id"],
        entry["description"],
        tuple(entry["references"]),
        tuple(map(_candidate, entry["candidates"])),
    )


def _candidate(entry: dict[str, Any]) -> Candidate:
    words = entry.get("words")
    return Candidate(
        entry["kind"],
        entry["text"],
        entry.get("note") or KINDS[entry["kind"]],
        (words[0], words[1]) if words else None,
        entry.get("grammatical", True),
    )
