"""Worlds: an evaluation set with its pictures, companies and IDF sources, ready to explore."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cidernb.arrays import Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example, mixed_set, of_colour
from cidernb.exploring.setting import Setting
from cidernb.result import IdfSource, Result, score
from cidernb.tokenizers import UNSAID, Tokenizer, given_or_usual


class Company(NamedTuple):
    """The images that one image is scored with."""

    label: str
    of: Callable[[Hashable], Iterable[Hashable]]


class Pool(NamedTuple):
    """References apart from the evaluation set, to count document frequencies over."""

    label: str
    references: Sequence[Sequence[str]]


class Picture(NamedTuple):
    """An image and its description, the picture's text twin."""

    image: Floats
    description: str


@dataclass(frozen=True, eq=False)
class World:
    """What an explorer explores.

    Attributes
    ----------
    evaluation_set : EvaluationSet
        All images.
    companies : mapping of str to Company
        The evaluation sets on offer for an image, by name; "all" first.
    pools : mapping of str to Pool
        The IDF sources on offer beside "corpus" and "none", by name.
    pictures : mapping of id to Picture
        The pictures there are.
    tokenizer : str or function
        How captions become words.
    """

    evaluation_set: EvaluationSet
    companies: Mapping[str, Company]
    pools: Mapping[str, Pool] = field(default_factory=dict)
    pictures: Mapping[Hashable, Picture] = field(default_factory=dict)
    tokenizer: Tokenizer = "whitespace"
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def result(self, setting: Setting) -> Result:
        """Score the setting's image in its company.

        Raises
        ------
        ValueError, TypeError
            If a name in the setting is not on offer, or the candidate is not a caption.
        """
        images = self.images(setting)
        return score(images, variant=setting.variant, idf=self.idf_source(setting), tokenizer=self.tokenizer)

    def images(self, setting: Setting) -> EvaluationSet:
        """The evaluation set that a setting describes."""
        self.evaluation_set.row(setting.image)
        if setting.company not in self.companies:
            raise ValueError(
                f"There is no evaluation set {setting.company!r}; choose one of {', '.join(self.companies)}."
            )
        if setting.repeat < 1:
            raise ValueError(f"repeat is {setting.repeat}; give 1 or more.")
        company: EvaluationSet = self._once(
            ("company", setting.company, setting.image, setting.references, setting.end_token),
            lambda: self._company(setting),
        )
        text = setting.candidate
        if text is None:
            if setting.repeat == 1:
                return company
            text = company.candidates[setting.image]
        return company.with_candidate(setting.image, " ".join([text] * setting.repeat))

    def _company(self, setting: Setting) -> EvaluationSet:
        company = self.evaluation_set
        ids = list(self.companies[setting.company].of(setting.image))
        if len(ids) < len(company):
            company = company.subset(ids)
        if setting.references is not None:
            company = company.first_references(setting.references)
        return company.with_end_token() if setting.end_token else company

    def idf_source(self, setting: Setting) -> IdfSource:
        """The IDF source that a setting names."""
        if setting.idf in ("corpus", "none"):
            return setting.idf
        if setting.idf not in self.pools:
            offered = ", ".join(["corpus", "none", *self.pools])
            raise ValueError(f"There is no IDF source {setting.idf!r}; choose one of {offered}.")
        stemmer, max_order = setting.variant.stemmer, max(4, setting.variant.max_order)
        table: DocumentFrequencies = self._once(
            ("table", setting.idf, stemmer, max_order),
            lambda: DocumentFrequencies.from_references(
                self.pools[setting.idf].references,
                tokenizer=self.tokenizer,
                stemmer=stemmer,
                max_order=max_order,
            ),
        )
        return table

    def _once(self, key: Hashable, make: Callable[[], Any]) -> Any:
        if key not in self._kept:
            if len(self._kept) >= _KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = make()
        return self._kept[key]


#: Subsets and tables kept by a world, so that going back to one is quick.
_KEPT = 32


def world_of(evaluation_set: EvaluationSet, *, tokenizer: Tokenizer = UNSAID) -> World:
    """A world of any evaluation set: every image scored with all, or alone."""
    tokenizer = given_or_usual(tokenizer, from_files=evaluation_set.reading is not None)
    return World(evaluation_set, _companies(evaluation_set), tokenizer=tokenizer)


def example_world() -> World:
    """The documented example, with its pictures, its pool and companies by colour."""
    example = documented_example()
    images = example.evaluation_set
    colours = [scene.colour for scene in example.scenes[: len(images)]]
    all_images, alone = _companies(images).items()
    companies = dict(
        [
            all_images,
            ("colour", Company("the image's colour", lambda i: of_colour(colours[_int(i)], colours))),
            ("mixed", Company("itself and 8 of each other colour", lambda i: mixed_set(_int(i), colours))),
            alone,
        ]
    )
    pictures: dict[Hashable, Picture] = {
        i: Picture(scene.image, scene.describe()) for i, scene in enumerate(example.scenes[: len(images)])
    }
    pools = {"pool": Pool(f"pool of {len(example.pool)} other scenes", example.pool)}
    return World(images, companies, pools, pictures)


def everyday_world(kind: str = "plain") -> World:
    """The everyday captions of one kind; the imagined scenes have no pictures."""
    return world_of(everyday_captions().evaluation_set(kind))


def _companies(images: EvaluationSet) -> dict[str, Company]:
    return {
        "all": Company(f"all {len(images)} images", lambda _: images.ids),
        "alone": Company("the image alone", lambda image: [image]),
    }


def _int(image: Hashable) -> int:
    assert isinstance(image, int)
    return image
