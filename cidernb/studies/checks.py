"""The data check and C1 to C3: what holds between the definitions of CIDEr, by derivation."""

from __future__ import annotations

from collections import Counter

import numpy as np

from cidernb.arrays import Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.example import DocumentedExample
from cidernb.result import score
from cidernb.shapes import COLOURS
from cidernb.shapes.scenes import number_word
from cidernb.studies.clipping_readings import term_differences
from cidernb.studies.paper_by_hand import ReferencesByHand
from cidernb.studies.record import ROUND_OFF, Check, Demand, Row, make_check

#: How many times over each caption is said, in C1 and H5.
REPETITIONS = (1, 2, 3, 4)

_SHOWN_IMAGE = 2


def data_check(example: DocumentedExample) -> Check:
    """The set-up: the captioner reads every picture, so that its grammar is its only error."""
    images = example.evaluation_set
    scenes = example.scenes[: len(images)]
    pairs = [
        (candidate.split(), reference.split())
        for candidate, references in zip(images.candidates.values(), images.references.values(), strict=True)
        for reference in references
    ]
    colours = Counter(scene.colour for scene in scenes)
    counts = Counter(number_word(scene.count) for scene in scenes)
    read = sum(reading.agrees_with(scene) for reading, scene in zip(example.readings, scenes, strict=True))
    most = max(reference.count(word) for candidate, reference in pairs for word in candidate)
    shown, shown_references = images.candidates[_SHOWN_IMAGE], images.references[_SHOWN_IMAGE]
    rows: list[Row] = [
        ("data check", {}),
        (
            "  images {images}, pool {pool}, references per image {references}",
            {"images": len(images), "pool": len(example.pool), "references": len(shown_references)},
        ),
        (
            "  images per colour [{red}, {green}, {blue}, {yellow}], "
            "per count [{one}, {two}, {three}, {four}]",
            {colour: colours[colour] for colour in COLOURS}
            | {number_word(number): counts[number_word(number)] for number in (1, 2, 3, 4)},
        ),
        (
            "  captioner reads count, colour and shape correctly on {read}/{images} images",
            {"read": read, "images": len(images)},
        ),
        (
            "  fewest words in a caption or reference {fewest}",
            {"fewest": min(len(words) for pair in pairs for words in pair)},
        ),
        ("  most times a candidate word occurs in one reference {most}", {"most": most}),
        (
            "  example: candidate '{candidate}'; references '{reference_1}', '{reference_2}'",
            {"candidate": shown, "reference_1": shown_references[0], "reference_2": shown_references[1]},
        ),
    ]
    demand = Demand("data check", "the captioner reads every picture correctly", read == len(images))
    return make_check("data check", rows, [demand])


def code_against_paper(example: DocumentedExample) -> Check:
    """C1: the engine's code CIDEr and CIDEr-D against the paper's equations, worked out by hand."""
    images = example.evaluation_set
    by_hand = ReferencesByHand.of(images.references)
    rows: list[Row] = [
        (
            "C1  code against the paper ({images} images, {references} references, corpus IDF)",
            {"images": len(images), "references": len(images.references[_SHOWN_IMAGE])},
        )
    ]
    differences = []
    for times in REPETITIONS:
        repeated = images.repeated(times)
        floor, limit = (10 * by_hand.cider(repeated.candidates, unseen) for unseen in ("floor", "limit"))
        differences.append(_largest(score(repeated, variant="code-cider").scores - floor))
        figures = {
            "times": times,
            "difference": differences[-1],
            "unseen": sum(bool(by_hand.unseen_ngrams(text)) for text in repeated.candidates.values()),
            "floor": float(floor.mean()),
            "limit": float(limit.mean()),
        }
        template = (
            "  x{times}: max |code CIDEr - 10 x paper (floor)| {difference:.1e}; captions with an n-gram in "
            "no reference {unseen:3d}; mean 10 x paper floor {floor:.4f}, limit {limit:.4f}"
        )
        rows.append((template, figures))
    count_clipped = by_hand.count_clipped_cider_d(images.candidates)
    differences.append(_largest(score(images, variant="code-cider-d").scores - count_clipped))
    rows.append(
        ("  max |code CIDEr-D - count-clipped form| {difference:.1e}", {"difference": differences[-1]})
    )
    within = all(difference <= ROUND_OFF for difference in differences)
    return make_check("C1", rows, [Demand("C1", "no difference above 1e-12", within)])


def eq4_against_code(example: DocumentedExample) -> Check:
    """C2: clipped weights lie above clipped counts where the candidate is the longer, else below."""
    code = score(example.evaluation_set, variant="code-cider-d")
    rows: list[Row] = [
        ("C2  paper Eq. 4 against code CIDEr-D, per (image, reference, n) term before the penalty", {})
    ]
    wrong = 0
    for normaliser in ("all", "order"):
        paper = score(example.evaluation_set, variant=f"paper-cider-d-eq4-{normaliser}")
        above, below, violations = (int(terms.sum()) for terms in term_differences(paper, code))
        figures = {
            "normaliser": normaliser,
            "violations": violations,
            "above": above,
            "below": below,
            "paper": paper.mean,
            "code": code.mean,
        }
        template = (
            "  normalizer over {normaliser:5s}: violations of the derived ordering {violations}; paper above "
            "code {above}, below {below}; mean paper CIDEr-D {paper:.4f} against code {code:.4f}"
        )
        rows.append((template, figures))
        wrong += violations
    return make_check("C2", rows, [Demand("C2", "no term breaks the derived ordering", wrong == 0)])


def alone(example: DocumentedExample) -> Check:
    """C3: an image scored alone gets 0 with its own IDF, and not with another source's."""
    images = example.evaluation_set
    pool = DocumentFrequencies.from_references(example.pool)
    singles = [images.subset([image_id]) for image_id in images.ids]
    cider = [score(single, variant="code-cider").mean for single in singles]
    cider_d = [score(single, variant="code-cider-d").mean for single in singles]
    # With a table no image's score depends on the others', so that all may be scored at once.
    with_pool = score(images, variant="code-cider-d", idf=pool).scores
    nonzero = {"cider": int(np.count_nonzero(cider)), "cider_d": int(np.count_nonzero(cider_d))}
    zero_with_pool = int(np.sum(with_pool == 0))
    rows: list[Row] = [
        ("C3  each image scored alone", {}),
        ("  corpus IDF: nonzero CIDEr {cider}, nonzero CIDEr-D {cider_d}", nonzero),
        (
            "  external IDF ({pool}-scene pool): zero CIDEr-D {zero}, mean {mean:.4f} against "
            "{together:.4f} in the {images}-image set",
            {
                "pool": pool.num_images,
                "zero": zero_with_pool,
                "mean": float(with_pool.mean()),
                "together": score(images, variant="code-cider-d").mean,
                "images": len(images),
            },
        ),
    ]
    demand = Demand(
        "C3",
        "exactly 0 for every image with corpus IDF, for none with the pool's",
        not any(nonzero.values()) and zero_with_pool == 0,
    )
    return make_check("C3", rows, [demand])


def _largest(differences: Floats) -> float:
    return float(np.abs(differences).max())
