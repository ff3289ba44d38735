"""What CIDEr finds between every candidate of a study and every reference it is compared with.

A score is the mean of these similarities over references, so that any number of references and any
resampling of them are means of the same figures while the IDF stays. Where the IDF is counted anew,
the encoded captions are only weighed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import numpy as np

from cidernb.arrays import Booleans, Floats, Integers
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.encoding import Encoding, split
from cidernb.scoring import length_penalty, make_cells
from cidernb.studies.people.study import Study
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant, as_variant
from cidernb.weighting import Weighting, weigh, weigh_by

#: How similarities with several references become a score: CIDEr takes the mean, METEOR and ROUGE
#: the best.
Over = Literal["mean", "best"]


class Metric(Protocol):
    """Whatever scores a study's candidates against any choice of the references."""

    def scores(self, kept: Booleans | None = None) -> Floats:
        """The scores of B and C with the references kept, all by default; shape (pairs, 2)."""


@dataclass(frozen=True, eq=False)
class Similarities:
    """A metric's similarity of each candidate with each reference.

    Attributes
    ----------
    values : array, shape (pairs, 2, most)
        The similarities of B and of C with the A of each triplet.
    asked : array of bool, shape (pairs, most)
        Which triplets there are.
    over : {"mean", "best"}
        How they become a score.
    """

    values: Floats
    asked: Booleans
    over: Over = "mean"

    def scores(self, kept: Booleans | None = None) -> Floats:
        """The scores of B and C, shape (pairs, 2).

        Parameters
        ----------
        kept : array of bool, shape (pairs, most), optional
            The references to compare with; all by default. At least one for each pair.
        """
        used = self.asked if kept is None else self.asked & kept
        if self.over == "best":
            best: Floats = np.where(used[:, None], self.values, -np.inf).max(axis=2)
            return best
        sums = np.where(used[:, None], self.values, 0.0).sum(axis=2)
        return np.asarray(sums / used.sum(axis=1)[:, None])

    def first(self, number: int | None) -> Floats:
        """The scores with the first references of each pair, all for None; shape (pairs, 2)."""
        return self.scores(None if number is None else np.arange(self.asked.shape[1]) < number)

    def nested(self, order: Integers, counts: Sequence[int]) -> Floats:
        """The scores with the first 1, 2, ... references in an order; shape (counts, pairs, 2).

        Parameters
        ----------
        order : array of int, shape (pairs, most)
            Which triplet comes first, second, ...; those that are not asked last.
        counts : sequence of int
            How many are kept; all, where a pair has fewer.
        """
        sorted_ = np.take_along_axis(self.values, order[:, None, :], axis=2)
        sizes = self.asked.sum(axis=1)
        last = np.minimum(np.array(counts)[:, None], sizes) - 1
        pairs = np.arange(len(sizes))
        if self.over == "best":
            return np.asarray(np.maximum.accumulate(sorted_, axis=2)[pairs, :, last])
        return np.asarray(sorted_.cumsum(axis=2)[pairs, :, last] / (last + 1)[:, :, None])


@dataclass(frozen=True, eq=False)
class Comparisons:
    """A study's candidates and references, encoded once for one tokenizer, stemmer and N.

    The engine knows one candidate an image. An image's candidates are therefore dealt to as many
    *hands* as the most that an image has; a hand holds one, or a blank, for each image with pairs.

    Attributes
    ----------
    study : Study
        The captions.
    whole : Encoding
        The references of all images of the data set.
    hands : tuple of Encoding
        The images with pairs, under their first, second, ... candidate.
    hand : array of int, shape (pairs, 2)
        The hand that holds each candidate.
    reference : array of int, shape (pairs, most)
        The place of each triplet's A among the references of the images with pairs.
    """

    study: Study
    whole: Encoding
    hands: tuple[Encoding, ...]
    hand: Integers
    reference: Integers

    def similarities(self, variant: Variant, idf: str | DocumentFrequencies = "corpus") -> Similarities:
        """The similarities under an IDF source, on the variant's scale.

        Parameters
        ----------
        variant : Variant
            The definition; its stemmer is the encoding's.
        idf : {"corpus", "none"} or DocumentFrequencies
            "corpus" counts all references of all images of the data set.
        """
        if idf == "corpus":
            return self.weighed(variant, self.whole.corpus_df)
        return self._gather(variant, [weigh(hand, idf) for hand in self.hands])

    def weighed(self, variant: Variant, df: Integers) -> Similarities:
        """The similarities under the df of each of the references' n-grams, over all images."""
        first, images = self.hands[0], len(self.whole.sizes)
        # The 0 appended is what the number -1, "in no reference", picks.
        df_or_0 = np.append(df, 0)
        one = weigh_by(first, df, df_or_0[first.in_references], images)
        idf_or_floor = np.append(one.reference_idf, np.log(images))
        weightings = [one]
        for hand in self.hands[1:]:
            other = replace(
                one,
                encoding=hand,
                candidate_df=df_or_0[hand.in_references],
                candidate_idf=idf_or_floor[hand.in_references],
            )
            # All hands are compared with the same references, whose norms cost more than all else.
            vars(other)["reference_norms"] = one.reference_norms
            weightings.append(other)
        return self._gather(variant, weightings)

    def _gather(self, variant: Variant, weightings: Sequence[Weighting]) -> Similarities:
        weights = variant.scale * np.array(variant.weights)
        dealt = np.stack(
            [
                weights @ make_cells(each, variant).cosines * length_penalty(each.encoding, variant)
                for each in weightings
            ]
        )
        values = dealt[self.hand[:, :, None], self.reference[:, None, :]]
        return Similarities(values, self.study.asked)


def compare_all(study: Study, variant: str | Variant, tokenizer: Tokenizer = "ptb") -> Comparisons:
    """Encode a study for a variant; its references are encoded once for all variants of a stemmer.

    Parameters
    ----------
    study : Study
        The captions.
    variant : str or Variant
        The definition of CIDEr, for its stemmer and N.
    tokenizer : str or function
        How captions become words.
    """
    chosen = as_variant(variant)
    whole = study.images.encoding(tokenizer, chosen.stemmer, chosen.max_order)
    judged, image = np.unique(study.image_of, return_inverse=True)
    references = whole.select(judged)
    hand, dealt = _deal(image, len(judged))
    texts = study.candidates()
    hands = tuple(
        references.with_candidates(
            split([texts[number] if number >= 0 else "" for number in held], tokenizer), chosen.stemmer
        )
        for held in dealt
    )
    return Comparisons(study, whole, hands, hand, references.first_reference[image][:, None] + study.places)


def _deal(image: Integers, images: int) -> tuple[Integers, list[list[int]]]:
    """Deal candidates to hands: the hand of each, and each hand's candidate by image, -1 for none."""
    held = np.zeros(images, np.int64)
    hand = np.empty((len(image), 2), np.int64)
    for pair, place in enumerate(image):
        hand[pair] = held[place] + np.arange(2)
        held[place] += 2
    dealt = np.full((int(held.max()), images), -1)
    dealt[hand, image[:, None]] = np.arange(2 * len(image)).reshape(-1, 2)
    return hand, dealt.tolist()
