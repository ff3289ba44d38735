"""H4, H5, R and S: what moves a score though the captions stay as they are, or are only repeated."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cidernb.arrays import Floats
from cidernb.evaluation_set import EvaluationSet
from cidernb.example import DocumentedExample, mixed_set, of_colour
from cidernb.result import score
from cidernb.studies.checks import REPETITIONS
from cidernb.studies.record import ROUND_OFF, Check, Demand, Row, make_check
from cidernb.variant import PRESETS

#: Up to this, H4 takes two scores for the same.
SAME_SCORE = 1e-9

NUMBERS_OF_REFERENCES = (1, 2, 3, 5, 10)

# The documented "stemmed" figures are those of the example's four plurals.
_STEMMED = PRESETS["paper-cider"].replace(stemmer="plural")


class TwoCompanies(NamedTuple):
    """Every image's score in two evaluation sets; each shape (images,).

    Attributes
    ----------
    same : array
        Among the images of its own colour.
    mixed : array
        Among images of all the other colours.
    size : int
        The images of the largest of these sets.
    """

    same: Floats
    mixed: Floats
    size: int

    @property
    def difference(self) -> Floats:
        """Same-colour minus mixed."""
        return self.same - self.mixed


def in_two_companies(example: DocumentedExample) -> TwoCompanies:
    """Score every image by CIDEr-D among images of its colour, and among images of all others."""
    images = example.evaluation_set
    colours = [scene.colour for scene in example.scenes[: len(images)]]
    among_own = {
        colour: score(images.subset(of_colour(colour, colours)), variant="code-cider-d").per_image
        for colour in dict.fromkeys(colours)
    }
    mixed_sets = [mixed_set(image_id, colours) for image_id in range(len(images))]
    return TwoCompanies(
        np.array([among_own[colour][image_id] for image_id, colour in enumerate(colours)]),
        np.array(
            [
                score(images.subset(mixed), variant="code-cider-d").per_image[image_id]
                for image_id, mixed in enumerate(mixed_sets)
            ]
        ),
        max(map(len, [*mixed_sets, *among_own.values()])),
    )


def evaluation_set_composition(example: DocumentedExample) -> Check:
    """H4: the same caption scored among images of its colour, and among images of all colours."""
    companies = in_two_companies(example)
    difference = companies.difference
    unchanged = int(np.sum(np.abs(difference) <= SAME_SCORE))
    rows: list[Row] = [
        (
            "H4  the same caption in two {size}-image evaluation sets",
            {"size": companies.size},
        ),
        (
            "  CIDEr-D same-colour set minus mixed set: min {least:.4f}, max {most:.4f}; "
            "|difference| <= 1e-9 on {unchanged} images; same higher on {higher}",
            {
                "least": float(difference.min()),
                "most": float(difference.max()),
                "unchanged": unchanged,
                "higher": int(np.sum(difference > SAME_SCORE)),
            },
        ),
    ]
    demand = Demand("H4", "every image's score differs between its two sets", unchanged == 0)
    return make_check("H4", rows, [demand])


class _Said(NamedTuple):
    """What H5 compares, per image."""

    unigrams: Floats
    clipped_unigrams: Floats
    cider: Floats
    cider_d: Floats

    @classmethod
    def of(cls, images: EvaluationSet) -> _Said:
        cider = score(images, variant="code-cider")
        clipped = score(images, variant=PRESETS["code-cider-d"].replace(sigma=None))
        cider_d = score(images, variant="code-cider-d")
        return cls(cider.per_order[:, 0], clipped.per_order[:, 0], cider.scores, cider_d.scores)


def repetition(example: DocumentedExample) -> Check:
    """H5: each caption said over and over, with references and IDF as they were."""
    images = example.evaluation_set
    once = _Said.of(images)
    held = once.clipped_unigrams > 0
    rows: list[Row] = [("H5  each caption repeated k times (references and IDF unchanged)", {})]
    unmoved, one_kth, fallen = [], [], []
    for times in REPETITIONS:
        said = _Said.of(images.repeated(times))
        ratio = said.clipped_unigrams[held] / once.clipped_unigrams[held]
        unmoved.append(float(np.abs(said.unigrams - once.unigrams).max()))
        one_kth.append(float(np.abs(ratio - 1 / times).max(initial=0)))
        fallen.append(int(np.sum(said.cider_d < once.cider_d - ROUND_OFF)))
        figures = {
            "times": times,
            "unigrams": unmoved[-1],
            "ratio": one_kth[-1],
            "cider": float(said.cider.mean()),
            "above": int(np.sum(said.cider > once.cider + ROUND_OFF)),
            "cider_d": float(said.cider_d.mean()),
            "below": fallen[-1],
        }
        template = (
            "  x{times}: max |unigram CIDEr term - x1| {unigrams:.1e}; max |clipped unigram ratio - 1/k| "
            "{ratio:.1e}; CIDEr mean {cider:.4f} (above x1 on {above}); CIDEr-D mean {cider_d:.4f} "
            "(below x1 on {below})"
        )
        rows.append((template, figures))
    demands = [
        Demand("H5a", "the unclipped unigram term stays", max(unmoved) <= ROUND_OFF),
        Demand("H5b", "the clipped one falls to 1/k", max(one_kth) <= ROUND_OFF),
        Demand("H5c", "CIDEr-D falls on every image", min(fallen[1:]) == len(images)),
    ]
    return make_check("H5", rows, demands)


def number_of_references(example: DocumentedExample) -> Check:
    """R: the first k references of each image, with the IDF of those."""
    rows: list[Row] = [("R   number of references (nested; IDF recomputed over the k-reference sets)", {})]
    for number in NUMBERS_OF_REFERENCES:
        images = example.evaluation_set.first_references(number)
        figures = {
            "references": number,
            "cider": score(images, variant="code-cider").mean,
            "cider_d": score(images, variant="code-cider-d").mean,
            "stemmed": 10 * score(images, variant=_STEMMED).mean,
        }
        template = (
            "  {references:2d}: CIDEr {cider:.4f}  CIDEr-D {cider_d:.4f}  10 x paper stemmed {stemmed:.4f}"
        )
        rows.append((template, figures))
    return make_check("R", rows)


def stemming(example: DocumentedExample) -> Check:
    """S: the paper's CIDEr with and without stems."""
    images = example.evaluation_set
    stemmed = 10 * score(images, variant=_STEMMED).scores
    unstemmed = 10 * score(images, variant="paper-cider-unstemmed").scores
    figures = {
        "references": len(next(iter(images.references.values()))),
        "stemmed": float(stemmed.mean()),
        "unstemmed": float(unstemmed.mean()),
        "higher": int(np.sum(stemmed > unstemmed + ROUND_OFF)),
        "images": len(images),
    }
    template = (
        "S   10 x paper CIDEr, {references} references: stemmed {stemmed:.4f}, unstemmed {unstemmed:.4f}; "
        "stemmed higher on {higher} of {images} images"
    )
    return make_check("S", [(template, figures)])
