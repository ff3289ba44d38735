"""What stemming does to a score: which words it makes one, what it forgives, and in which two steps.

Stemming acts twice: it changes which n-grams match, and it changes in how many images they are
counted. `cidernb.change` tells the two apart; here is what stands around it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from cidernb.arrays import Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import EverydayCaptions, everyday_captions
from cidernb.example import DocumentedExample
from cidernb.explaining.change import change
from cidernb.result import score
from cidernb.stemmers import stem_words
from cidernb.studies.record import ROUND_OFF
from cidernb.tokenizers import tokenize
from cidernb.variant import PRESETS, Stemmer, Variant


class TwoSteps(NamedTuple):
    """A score without stems, with the df of stems alone, and with stems.

    `counted` is the score where words still match as written while each n-gram has the df of its
    stem.
    """

    written: float
    counted: float
    stemmed: float


def two_steps(
    images: EvaluationSet,
    stemmer: Stemmer,
    image_id: Hashable | None = None,
    *,
    variant: Variant = PRESETS["code-cider"],
    tokenizer: str = "whitespace",
) -> TwoSteps:
    """What a stemmer adds to a score, first by the document frequencies and then by the match.

    Parameters
    ----------
    images : EvaluationSet
        The captions; their references give the IDF.
    stemmer : {"none", "plural", "porter"}
        With "none" the three scores are one.
    image_id : hashable, optional
        The image; None for the mean.
    variant : Variant
        The definition of CIDEr; its own stemmer is not used.
    tokenizer : str
        The tokenizer's name.

    Examples
    --------
    >>> from cidernb.example import documented_example
    >>> steps = two_steps(documented_example().evaluation_set, "plural")
    >>> [round(value, 4) for value in steps]
    [3.4408, 3.5434, 6.0133]
    """
    before, after = (
        score(images, variant=variant.replace(stemmer=each), tokenizer=tokenizer)
        for each in ("none", stemmer)
    )
    moved = change(before, after, image_id)
    steps = moved.stemming_steps
    by_df = 0.0 if steps is None else steps["document_frequencies"]
    return TwoSteps(moved.before, moved.before + by_df, moved.after)


@dataclass(frozen=True)
class StemmedWord:
    """A word of a candidate, and who else has its stem.

    Attributes
    ----------
    word, stem : str
        As written, and what it counts as.
    references_written, references_stemmed : int
        How many references of the image have the word, and how many have a word of its stem.
    df_written, df_stemmed : int
        In how many images the references have them.
    relatives : tuple of str
        The other words of the image's references with this stem.
    """

    word: str
    stem: str
    references_written: int
    references_stemmed: int
    df_written: int
    df_stemmed: int
    relatives: tuple[str, ...]


def stemmed_words(
    images: EvaluationSet, stemmer: Stemmer, image_id: Hashable, tokenizer: str = "whitespace"
) -> list[StemmedWord]:
    """Each distinct word of an image's candidate with its stem, in the order of the caption."""
    words = list(dict.fromkeys(tokenize(images.candidates[image_id], tokenizer)))
    references = [tokenize(text, tokenizer) for text in images.references[image_id]]
    stems = [stem_words(reference, stemmer) for reference in references]
    spoken = list(dict.fromkeys(word for reference in references for word in reference))
    relatives = defaultdict(list)
    for word, its_stem in zip(spoken, stem_words(spoken, stemmer), strict=True):
        relatives[its_stem].append(word)
    written, stemmed = (
        DocumentFrequencies.from_references(images.references, tokenizer=tokenizer, stemmer=each, max_order=1)
        for each in ("none", stemmer)
    )
    return [
        StemmedWord(
            word,
            its_stem,
            sum(word in reference for reference in references),
            sum(its_stem in reference for reference in stems),
            written.of((word,)),
            stemmed.of((its_stem,)),
            tuple(other for other in relatives[its_stem] if other != word),
        )
        for word, its_stem in zip(words, stem_words(words, stemmer), strict=True)
    ]


def families(images: EvaluationSet, stemmer: Stemmer, tokenizer: str = "whitespace") -> dict[str, list[str]]:
    """The words of candidates and references that a stemmer changes or makes one, by stem.

    Examples
    --------
    >>> images = EvaluationSet(["one cat"], [["one cat on a bed", "cats"]])
    >>> families(images, "porter")
    {'cat': ['cat', 'cats'], 'on': ['on', 'one']}
    """
    captions = chain(images.candidates.values(), *images.references.values())
    words = sorted({word for caption in captions for word in tokenize(caption, tokenizer)})
    by_stem = defaultdict(list)
    for word, its_stem in zip(words, stem_words(words, stemmer), strict=True):
        by_stem[its_stem].append(word)
    return {stem: members for stem, members in sorted(by_stem.items()) if members != [stem]}


def with_plurals(example: DocumentedExample) -> EvaluationSet:
    """The documented example with the captioner's agreement error mended: "three red circles"."""
    mended = {
        image_id: text + "s" * (scene.count > 1)
        for (image_id, text), scene in zip(
            example.evaluation_set.candidates.items(), example.scenes, strict=False
        )
    }
    return example.evaluation_set.with_candidates(mended)


@dataclass(frozen=True)
class Inflection:
    """An everyday caption with one word in another form, and what that costs.

    Attributes
    ----------
    scene : str
        The scene's id.
    word, plain : str
        The word that stands here, and the one of the plain caption.
    stem, plain_stem : str
        Their stems.
    grammatical : bool
        False for a slip such as "two dog".
    cost_written, cost_stemmed : float
        Points of the plain caption's score that are lost by it, without and with stems.
    """

    scene: str
    word: str
    plain: str
    stem: str
    plain_stem: str
    grammatical: bool
    cost_written: float
    cost_stemmed: float

    @property
    def forgiven(self) -> bool:
        """Whether stemming takes the whole cost away."""
        return abs(self.cost_stemmed) <= ROUND_OFF < abs(self.cost_written)


@dataclass(frozen=True)
class Forgiveness:
    """The everyday captions' inflections under a stemmer."""

    inflections: tuple[Inflection, ...]

    @cached_property
    def correct(self) -> tuple[Inflection, ...]:
        """Those that are right English, such as another tense."""
        return tuple(each for each in self.inflections if each.grammatical)

    @cached_property
    def slips(self) -> tuple[Inflection, ...]:
        """Those that are not."""
        return tuple(each for each in self.inflections if not each.grammatical)


def forgiveness(
    stemmer: Stemmer = "porter",
    variant: Variant = PRESETS["code-cider"],
    captions: EverydayCaptions | None = None,
) -> Forgiveness:
    """What each everyday inflection costs, without stems and with them."""
    source = everyday_captions() if captions is None else captions
    plain, inflected = source.evaluation_set(), source.of_kind("inflection")
    changed = plain.with_candidates({scene: each.text for scene, each in inflected.items()})
    costs = [
        _scores(plain, variant.replace(stemmer=each)) - _scores(changed, variant.replace(stemmer=each))
        for each in ("none", stemmer)
    ]
    found = []
    for scene, candidate in inflected.items():
        assert candidate.words is not None
        row = plain.row(scene)
        (word, plain_word), (stem, plain_stem) = candidate.words, stem_words(candidate.words, stemmer)
        written, stemmed = (float(cost[row]) for cost in costs)
        found.append(
            Inflection(scene, word, plain_word, stem, plain_stem, candidate.grammatical, written, stemmed)
        )
    return Forgiveness(tuple(found))


def _scores(images: EvaluationSet, variant: Variant) -> Floats:
    return score(images, variant=variant).scores
