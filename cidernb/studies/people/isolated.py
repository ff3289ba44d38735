"""Check 2: each defence of CIDEr-D alone, against repeated phrases and on valid variation.

The paper adds three defences at once and measures none alone. The paper reading (section 8.2)
proposes to: originals, repeated phrases with and without the references' length, and captions with
another number or tense, under CIDEr, each defence alone and all together, on the scale of 0 to 1,
by edit and by the caption's length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from cidernb.arrays import Booleans, Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.studies.defences import CorpusOrTable, make_defences, score_under
from cidernb.studies.people.edits import (
    Edit,
    Family,
    past_tense,
    plural_nouns,
    repetitions,
    simple_present,
    written_inflections,
)
from cidernb.studies.people.intervals import RESAMPLES, draw_images, limits
from cidernb.studies.people.study import Study, shared_captions
from cidernb.studies.record import ROUND_OFF
from cidernb.tokenizers import Tokenizer, tokenize
from cidernb.variant import Variant

#: The definition that the others are held against.
NONE = "no defence"

#: Into how many groups captions are put by length.
_GROUPS = 3


@dataclass(frozen=True, eq=False)
class Captions:
    """Captions to edit, one an image, as tokens with spaces between.

    Attributes
    ----------
    name : str
        Where they come from.
    images : EvaluationSet
        The originals and their references.
    edits : tuple of Edit
        What is done to them.
    idf : DocumentFrequencies or None
        What the IDF counts: all images of a data set; these images, for None.
    """

    name: str
    images: EvaluationSet
    edits: tuple[Edit, ...]
    idf: DocumentFrequencies | None = None


def scene_captions() -> Captions:
    """The documented example: 100 captions by rules, ten references each."""
    images = documented_example().evaluation_set
    # Of three words the last three are all.
    _, *others = repetitions(images)
    return Captions("scenes", images, (*others, plural_nouns()))


def written_captions() -> Captions:
    """The everyday captions: 44 imagined scenes, five to ten references each."""
    images = everyday_captions().evaluation_set()
    return Captions("everyday captions", images, (*repetitions(images), *written_inflections()))


def study_captions(study: Study, tokenizer: Tokenizer = "ptb") -> Captions:
    """One caption of each image of a study that has pairs.

    It is the caption that stands in both pairs of an image, which ABSTRACT-50S's design makes a
    correct one, or else the one that people chose first. The IDF counts all images of the data set.
    """
    shared = shared_captions(study.pairs)
    chosen = dict(shared)
    for pair in study.pairs:
        if pair.winner is not None:
            chosen.setdefault(pair.image, pair.b if pair.winner == "B" else pair.c)
    texts = {
        image: [" ".join(tokenize(text, tokenizer)) for text in texts]
        for image, texts in study.references.items()
    }
    images = EvaluationSet(
        {image: " ".join(tokenize(text, tokenizer)) for image, text in chosen.items()},
        {image: texts[image] for image in chosen},
    )
    idf = DocumentFrequencies.from_references(texts)
    edits = (*repetitions(images), past_tense(images), simple_present(images))
    return Captions(study.name, images, tuple(edit for edit in edits if edit.edited), idf)


class Effect(NamedTuple):
    """A mean over edited captions, with its 95 % interval from drawing images again.

    `mean` is the change of the score on the scale of 0 to 1, `captions` how many were edited, and
    `gaining` how many of them scored higher.
    """

    mean: float
    low: float
    high: float
    captions: int
    gaining: int


class Share(NamedTuple):
    """A share of the score, or a difference of two, with its 95 % interval from drawing images again."""

    share: float
    low: float
    high: float


class Verdict(NamedTuple):
    """What a defence takes for an edit, in a word: "charges", "rewards" or "not shown".

    "charges" and "rewards" say that the interval of `charge` lies below or above 0.
    """

    captions: str
    edit: str
    family: Family
    defence: str
    charge: Share
    word: str


@dataclass(frozen=True, eq=False)
class Isolated:
    """What edits change under each defence. Made by `isolate`.

    Attributes
    ----------
    captions : Captions
        What was edited, and how.
    defences : mapping of str to Variant
        CIDEr, each defence alone, and all together.
    before : array, shape (defences, images)
        The originals' scores, 0 to 1.
    after : array, shape (edits, defences, images)
        The edited captions' scores.
    """

    captions: Captions
    defences: Mapping[str, Variant]
    before: Floats
    after: Floats

    @cached_property
    def edited(self) -> Booleans:
        """Which captions each edit fits, shape (edits, images)."""
        ids = self.captions.images.ids
        return np.array([[image in edit.edited for image in ids] for edit in self.captions.edits])

    @cached_property
    def words(self) -> Floats:
        """The originals' numbers of words, shape (images,)."""
        return np.array([len(text.split()) for text in self.captions.images.candidates.values()], float)

    @cached_property
    def lengths(self) -> dict[str, Booleans]:
        """The images by the length of the original: as equal groups as equal lengths allow."""
        bounds = np.quantile(self.words, np.arange(1, _GROUPS) / _GROUPS, method="higher")
        group = np.searchsorted(bounds, self.words, side="left")
        groups = {}
        for number in np.unique(group).tolist():
            held = self.words[group == number]
            low, high = int(held.min()), int(held.max())
            groups[f"{low} words" if low == high else f"{low} to {high} words"] = group == number
        return groups

    def original(self, defence: str) -> float:
        """The mean score of the originals."""
        return float(self.before[self._defence(defence)].mean())

    def effect(self, edit: Edit, defence: str, length: str | None = None) -> Effect:
        """How an edit changes the score under a defence.

        Parameters
        ----------
        edit : Edit
            One of the captions' edits.
        defence : str
            A name among `defences`.
        length : str, optional
            A name among `lengths`.
        """
        place = self._defence(defence)
        return self._mean(self.after[self._edit(edit), place] - self.before[place], edit, length)

    def kept(self, edit: Edit, defence: str, length: str | None = None) -> Share:
        """The share of the score that edited captions keep: their mean over that of the originals.

        Definitions give the same captions different scores; shares compare across them.
        """
        before, after = self._sums(edit, defence, length)
        return _share(float(after[0] / before[0]), after[1:] / np.maximum(before[1:], 1e-300))

    def charge(self, edit: Edit, defence: str, length: str | None = None) -> Share:
        """The share kept under a defence minus that kept without any, over the same images.

        Below 0 the defence takes something for the edit that CIDEr without defences does not take.
        """
        kept = []
        for name in (defence, NONE):
            before, after = self._sums(edit, name, length)
            kept.append(after / np.maximum(before, 1e-300))
        return _share(float(kept[0][0] - kept[1][0]), (kept[0] - kept[1])[1:])

    def _sums(self, edit: Edit, defence: str, length: str | None) -> tuple[Floats, Floats]:
        """Sums of the originals' and the edited captions' scores: over all, then over each draw."""
        place, used = self._defence(defence), self._used(edit, length)
        held = np.stack([self.before[place, used], self.after[self._edit(edit), place, used]], axis=1)
        drawn = np.vstack([np.ones(len(held)), draw_images(len(held), RESAMPLES)])
        before, after = (drawn @ held).T
        return before, after

    def _mean(self, values: Floats, edit: Edit, length: str | None) -> Effect:
        used = self._used(edit, length)
        held = values[used]
        means = draw_images(len(held), RESAMPLES) @ held / len(held)
        low, high = limits(means).tolist()
        return Effect(float(held.mean()), low, high, len(held), int(np.sum(held > ROUND_OFF)))

    def _used(self, edit: Edit, length: str | None) -> Booleans:
        used: Booleans = self.edited[self._edit(edit)]
        if length is not None:
            used = used & self.lengths[length]
        if not used.any():
            where = "" if length is None else f" of {length}"
            raise ValueError(f"No caption{where} fits the edit {edit.name!r}; choose another.")
        return used

    def _edit(self, edit: Edit) -> int:
        return self.captions.edits.index(edit)

    def _defence(self, defence: str) -> int:
        if defence not in self.defences:
            raise ValueError(f"There is no defence {defence!r}; choose one of {', '.join(self.defences)}.")
        return list(self.defences).index(defence)


def _share(share: float, drawn: Floats) -> Share:
    low, high = limits(drawn).tolist()
    return Share(share, low, high)


def verdicts(isolated: Isolated) -> list[Verdict]:
    """Which defence answers which edit: every edit under every defence but none."""
    found = []
    for edit in isolated.captions.edits:
        for defence in isolated.defences:
            if defence != NONE:
                charge = isolated.charge(edit, defence)
                word = "charges" if charge.high < 0 else "rewards" if charge.low > 0 else "not shown"
                found.append(Verdict(isolated.captions.name, edit.name, edit.family, defence, charge, word))
    return found


def isolate(captions: Captions, defences: Mapping[str, Variant] | None = None) -> Isolated:
    """Score captions before and after every edit, under every defence.

    Parameters
    ----------
    captions : Captions
        From `scene_captions`, `written_captions` or `study_captions`.
    defences : mapping of str to Variant, optional
        Those of `make_defences` by default; the first must be "no defence".
    """
    chosen = make_defences() if defences is None else defences
    idf: CorpusOrTable = captions.idf or "corpus"
    sets: Sequence[EvaluationSet] = [edit.on(captions.images) for edit in captions.edits]
    before = score_under(captions.images, chosen, idf=idf)
    return Isolated(captions, chosen, before, np.array([score_under(each, chosen, idf=idf) for each in sets]))
