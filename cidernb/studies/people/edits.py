"""Edits of captions for check 2: phrases repeated, and the number or tense of a word changed.

What is edited are tokens with spaces between, so that no punctuation gets inside a repeated phrase.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Literal

from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.frozen import FrozenDict
from cidernb.stemmers import stem_words
from cidernb.studies.attacks import Attack

#: What an edit is: a repetition adds nothing to what a caption says, a variation says it as well,
#: and a slip says it with a mistake.
Family = Literal["repetition", "valid variation", "slip"]

#: How many words a repeated phrase has.
PHRASE = 3

_PAST = {"is": "was", "are": "were"}


@dataclass(frozen=True, eq=False)
class Edit:
    """A kind of edit, carried out on the captions that it fits.

    Attributes
    ----------
    name : str
        What is done.
    family : {"repetition", "valid variation", "slip"}
        What it does to what the caption says.
    edited : mapping of id to str
        The edited captions; images whose caption it does not fit are left out.
    """

    name: str
    family: Family
    edited: Mapping[Hashable, str]

    def on(self, images: EvaluationSet) -> EvaluationSet:
        """An evaluation set with the edited candidates in place; references and IDF stay."""
        return images.with_candidates(self.edited) if self.edited else images


def repetitions(images: EvaluationSet) -> tuple[Edit, ...]:
    """Repeated phrases: the end said again, all said twice, and two that have the references' length.

    Parameters
    ----------
    images : EvaluationSet
        Candidates and references as tokens with spaces between.
    """

    def make(name: str, edit: Callable[[list[str], int], list[str]]) -> Edit:
        edited = {}
        for image, text in images.candidates.items():
            words = edit(text.split(), _mean_length(images.references[image]))
            if words and words != text.split():
                edited[image] = " ".join(words)
        return Edit(name, "repetition", FrozenDict(edited))

    return (
        make(f"the last {PHRASE} words said again", lambda words, _: words + words[-PHRASE:]),
        make("all said twice", lambda words, _: Attack("repeat", 2).of(" ".join(words)).split()),
        make(
            f"the last {PHRASE} words again and again, up to the references' length",
            lambda words, length: [*words, *islice(cycle(words[-PHRASE:]), max(0, length - len(words)))],
        ),
        make(
            "the first half over and over, to the references' length",
            lambda words, length: list(islice(cycle(words[: (len(words) + 1) // 2]), length)),
        ),
    )


def _mean_length(references: Iterable[str]) -> int:
    lengths = [len(text.split()) for text in references]
    return round(sum(lengths) / len(lengths))


def past_tense(images: EvaluationSet) -> Edit:
    """Captions with "is" and "are" put into the past: a change of tense that is always grammatical.

    Examples
    --------
    >>> images = EvaluationSet(["mike is holding a ball", "a ball"], [["a ball"], ["a ball"]])
    >>> dict(past_tense(images).edited)
    {0: 'mike was holding a ball'}
    """
    edited = {
        image: " ".join(_PAST.get(word, word) for word in text.split())
        for image, text in images.candidates.items()
        if not _PAST.keys().isdisjoint(text.split())
    }
    return Edit("is and are in the past", "valid variation", FrozenDict(edited))


def simple_present(images: EvaluationSet) -> Edit:
    """Captions with "is holding" as "holds", "are holding" as "hold": the other present tense.

    The form is looked up among the words of the references that have the same Porter stem, so that
    only verbs that people used in both ways are changed.

    Examples
    --------
    >>> references = ["mike is holding a ball", "jenny holds a bat", "they hold hands"]
    >>> images = EvaluationSet(["mike is holding a bat"], [references])
    >>> dict(simple_present(images).edited)
    {0: 'mike holds a bat'}
    """
    forms = _forms(word for texts in images.references.values() for text in texts for word in text.split())
    edited = {}
    for image, text in images.candidates.items():
        words = text.split()
        for place, (verb, participle) in enumerate(zip(words, words[1:], strict=False)):
            form = forms.get((verb, participle))
            if form is not None:
                edited[image] = " ".join([*words[:place], form, *words[place + 2 :]])
                break
    return Edit("is doing as does", "valid variation", FrozenDict(edited))


def _forms(vocabulary: Iterable[str]) -> dict[tuple[str, str], str]:
    """For "is" or "are" with a participle, the one word that says as much."""
    words = sorted(set(vocabulary))
    stems = dict(zip(words, stem_words(words, "porter"), strict=True))
    of_stem: dict[str, set[str]] = {}
    for word, stem in stems.items():
        of_stem.setdefault(stem, set()).add(word)
    forms = {}
    for participle in (word for word in words if word.endswith("ing")):
        same = of_stem[stems[participle]]
        # A base form whose third person is known too is a verb: "hold", "holds".
        for base in sorted(same, key=len):
            third = {base + "s", base + "es"} & same
            if third and not base.endswith(("s", "ing", "ed")):
                forms["are", participle] = base
                forms["is", participle] = min(third)
                break
    return forms


def plural_nouns() -> Edit:
    """The captioner's captions of several shapes, whose noun is singular, with the noun in the plural."""
    example = documented_example()
    captions = zip(example.evaluation_set.candidates.items(), example.readings, strict=True)
    edited = {image: f"{text}s" for (image, text), reading in captions if reading.count > 1}
    return Edit("singular noun in the plural", "valid variation", FrozenDict(edited))


def written_inflections() -> tuple[Edit, Edit]:
    """The everyday captions in another tense, and with a slip of number, as they were written by hand."""
    written = everyday_captions().of_kind("inflection")

    def of(right: bool) -> Mapping[Hashable, str]:
        return FrozenDict({scene: c.text for scene, c in written.items() if c.grammatical == right})

    return Edit("another tense", "valid variation", of(True)), Edit("a slip of number", "slip", of(False))
