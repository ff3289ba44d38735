"""Which defence of CIDEr-D answers which attack on a caption, each defence alone and all together.

The paper's section 8 adds three defences to CIDEr at once: stemming is removed, the Gaussian
penalises length, clipping bounds repetition. Here each is added alone, on the scale of 0 to 1, so
that changes compare across definitions. Nothing here depends on where the captions come from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np

from cidernb.arrays import Floats, Integers
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.frozen import FrozenDict
from cidernb.result import score
from cidernb.scoring import length_penalty
from cidernb.studies.attacks import ATTACKS, Attack
from cidernb.studies.record import ROUND_OFF
from cidernb.variant import PRESETS, Stemmer, TermFrequency, Variant

#: What the IDF of a study may count.
CorpusOrTable = Literal["corpus", "none"] | DocumentFrequencies


def make_defences(
    stemmer: Stemmer = "porter", sigma: float = 6.0, tf: TermFrequency = "all"
) -> Mapping[str, Variant]:
    """CIDEr without defences, with each of CIDEr-D's alone, and with all, on the scale of 0 to 1.

    Parameters
    ----------
    stemmer : {"none", "plural", "porter"}
        The stemmer that is removed by one of the defences; with "none" that defence changes nothing.
    sigma : float
        Width of the Gaussian, in words.
    tf : {"count", "all", "order"}
        The normaliser of Eq. 1 where Eq. 4 clips weights; the paper leaves it open.

    Returns
    -------
    mapping of str to Variant
        "no defence" first, by name; the last two are the whole CIDEr-D as Eq. 4 writes it and as
        the official code counts it.

    Notes
    -----
    Section 8 and Eq. 4 of Vedantam, Zitnick and Parikh (2015), which test no defence alone.
    """
    base = PRESETS["paper-cider"].replace(stemmer=stemmer, tf=tf)
    eq4 = base.replace(clipping="weight")
    counts = base.replace(clipping="count", tf="count")
    return FrozenDict(
        {
            "no defence": base,
            "no stemming": base.replace(stemmer="none"),
            "Gaussian": base.replace(sigma=sigma),
            "clipping, Eq. 4": eq4,
            "clipping, counts": counts,
            "all, Eq. 4": eq4.replace(stemmer="none", sigma=sigma),
            "all, counts": counts.replace(stemmer="none", sigma=sigma),
        }
    )


@dataclass(frozen=True, eq=False)
class DefenceStudy:
    """What attacks change under each defence. Made by `study_defences`.

    Attributes
    ----------
    images : EvaluationSet
        The captions before the attacks.
    attacks : tuple of Attack
        The rows.
    defences : mapping of str to Variant
        The columns.
    before : array, shape (defences, images)
        Each image's score unattacked, on the defence's own scale.
    after : array, shape (attacks, defences, images)
        Each image's score under attack.
    """

    images: EvaluationSet
    attacks: tuple[Attack, ...]
    defences: Mapping[str, Variant]
    before: Floats
    after: Floats

    @cached_property
    def changes(self) -> Floats:
        """Attacked minus unattacked, shape (attacks, defences, images)."""
        changes: Floats = self.after - self.before
        return changes

    @cached_property
    def mean_changes(self) -> Floats:
        """The mean over images, shape (attacks, defences)."""
        means: Floats = self.changes.mean(axis=2)
        return means

    @cached_property
    def gains(self) -> Integers:
        """How many images each attack raises, shape (attacks, defences)."""
        gains: Integers = (self.changes > ROUND_OFF).sum(axis=2)
        return gains

    def mean_change(self, attack: Attack, defence: str) -> float:
        """One cell of `mean_changes`."""
        return float(self.mean_changes[self.attacks.index(attack), list(self.defences).index(defence)])


def study_defences(
    images: EvaluationSet,
    attacks: Sequence[Attack] = ATTACKS,
    defences: Mapping[str, Variant] | None = None,
    *,
    idf: Literal["corpus", "none"] = "corpus",
    tokenizer: str = "whitespace",
) -> DefenceStudy:
    """Score an evaluation set under every defence, before and after every attack.

    Parameters
    ----------
    images : EvaluationSet
        The captions; a set with an end token keeps it behind every attacked caption.
    attacks : sequence of Attack
        What to do to the candidates.
    defences : mapping of str to Variant, optional
        The definitions to compare; those of `make_defences` by default.
    idf : {"corpus", "none"}
        The IDF source. Attacks leave it as it is: only references count.
    tokenizer : str
        The tokenizer's name.
    """
    chosen = make_defences() if defences is None else FrozenDict(defences)
    before = score_under(images, chosen, idf=idf, tokenizer=tokenizer)
    after = [score_under(attack.on(images), chosen, idf=idf, tokenizer=tokenizer) for attack in attacks]
    shape = (len(after), len(chosen), len(images))
    return DefenceStudy(images, tuple(attacks), chosen, before, np.array(after).reshape(shape))


def score_under(
    images: EvaluationSet,
    defences: Mapping[str, Variant],
    *,
    idf: CorpusOrTable = "corpus",
    tokenizer: str = "whitespace",
) -> Floats:
    """Each image's score under every defence, on the defence's own scale; shape (defences, images).

    Parameters
    ----------
    images : EvaluationSet
        The captions.
    defences : mapping of str to Variant
        The definitions.
    idf : {"corpus", "none"} or DocumentFrequencies
        The IDF source; a table must know its references, for it is counted for each stemmer.
    tokenizer : str
        The tokenizer's name.
    """
    scores = []
    for variant in defences.values():
        source = idf if isinstance(idf, str) else idf.counted_with(tokenizer, variant.stemmer)
        scores.append(score(images, variant=variant, idf=source, tokenizer=tokenizer).scores)
    return np.array(scores)


class UnigramTerms(NamedTuple):
    """The unigram terms of repeated captions, per image, without the length penalty.

    `unclipped_change` is the unclipped term's change by the repetition (H5a of the documented
    example: 0). `clipped_ratio` is the clipped term over that of the caption said once (H5b: 1/k
    where no reference has a candidate's word more often than the candidate); NaN where that is 0.
    """

    times: int
    unclipped_change: Floats
    clipped_ratio: Floats


def unigram_terms(images: EvaluationSet, times: int, tokenizer: str = "whitespace") -> UnigramTerms:
    """What saying each caption `times` times does to its unigram term, unclipped and clipped."""
    free = PRESETS["code-cider"]
    unclipped, clipped = (
        [
            score(said, variant=variant, tokenizer=tokenizer).per_order[:, 0]
            for said in (images, images.repeated(times))
        ]
        for variant in (free, free.replace(clipping="count"))
    )
    ratio = np.full(len(images), np.nan)
    np.divide(clipped[1], clipped[0], out=ratio, where=clipped[0] > 0)
    return UnigramTerms(times, unclipped[1] - unclipped[0], ratio)


class LengthFactor(NamedTuple):
    """The Gaussian factor against the references of one length, before and after an attack."""

    words: int
    references: int
    before: float
    after: float


def length_factors(
    images: EvaluationSet, attack: Attack, sigma: float = 6.0, tokenizer: str = "whitespace"
) -> list[LengthFactor]:
    """The mean Gaussian factor of Eq. 4 by the reference's number of words, shortest first."""
    variant = Variant(sigma=sigma)
    encoding, attacked = (
        each.encoding(tokenizer, "none", variant.max_order) for each in (images, attack.on(images))
    )
    before, after = length_penalty(encoding, variant), length_penalty(attacked, variant)
    lengths = encoding.references.words.lengths
    return [
        LengthFactor(
            words,
            int(np.sum(lengths == words)),
            float(before[lengths == words].mean()),
            float(after[lengths == words].mean()),
        )
        for words in np.unique(lengths).tolist()
    ]
