"""Captions that belong to other images: found where they were shifted, exchanged or mixed up."""

from __future__ import annotations

import random

import pytest
from real_captions import abstract, coco

import cidernb
from cidernb import EvaluationSet, Variant, score

CODES = ("captions_of_other_images", "no_better_than_chance")


def scenes(number: int) -> EvaluationSet:
    """Images with words of their own, a caption that shares some, and words that all share."""
    ids = range(number)
    references = {i: [f"a w{i} v{i} on the u{i} grass", f"the v{i} w{i} on a z{i}"] for i in ids}
    return EvaluationSet({i: f"a w{i} v{i} near the y{i}" for i in ids}, references)


def moved(images: EvaluationSet, homes: dict[int, int]) -> EvaluationSet:
    """At the place of each key the caption of the image at the place of its value."""
    ids, captions = images.ids, images.candidates
    return images.with_candidates({ids[i]: captions[ids[home % len(ids)]] for i, home in homes.items()})


def found_in(images: EvaluationSet, **settings) -> cidernb.Finding | None:
    found = [finding for finding in score(images, **settings).findings if finding.code in CODES]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize("shift", [1, -1, 2, -2])
@pytest.mark.parametrize("block", [range(40), range(10, 22)])
@pytest.mark.parametrize("variant", ["code-cider-d", "paper-cider", Variant(stemmer="porter", max_order=2)])
def test_a_shift_of_some_captions_or_all_is_found(shift, block, variant):
    right = scenes(40)
    images = moved(right, {i: i + shift for i in block})
    found = found_in(images, variant=variant)
    assert (found.code, found.severity) == ("captions_of_other_images", "warning")
    assert set(found.image_ids) == set(block)
    assert (found.evidence["images"], found.evidence["shift"]) == (len(block), shift)
    assert found.evidence["mean"] == score(images, variant=variant).mean
    if len(block) == 40:
        assert found.evidence["mean_where_they_fit"] == pytest.approx(score(right, variant=variant).mean)
    assert found.evidence["mean_where_they_fit"] > found.evidence["mean"]


def equal_to_references(images: EvaluationSet) -> EvaluationSet:
    return images.with_candidates({i: texts[0] for i, texts in images.references.items()})


@pytest.mark.parametrize(
    ("number", "homes"),
    [(3, {0: 1, 1: 0}), (300, {7: 200, 200: 7}), (9, {0: 4, 4: 8, 8: 0}), (60, {3: 30, 9: 40})],
)
def test_captions_that_equal_a_reference_of_another_image_are_found(number, homes):
    found = found_in(moved(equal_to_references(scenes(number)), homes))
    assert (found.code, set(found.image_ids)) == ("captions_of_other_images", set(homes))
    assert "word for word" in found.message


def test_captions_mixed_up_are_said_to_match_no_better_than_any():
    order = list(range(60))
    random.Random(3).shuffle(order)
    common = [f"c{i % 7} d{i % 5}" for i in range(60)]
    references = [[f"{common[i]} w{i} v{i} u{i} t{i} s{i}", f"r{i} q{i} p{i} {common[i]}"] for i in range(60)]
    right = EvaluationSet([f"{common[i]} w{i} v{i}" for i in range(60)], references)
    found = found_in(moved(right, dict(enumerate(order))))
    assert (found.code, found.severity) == ("no_better_than_chance", "warning")
    assert found.evidence["own"] < 1.5 * found.evidence["others"]
    assert found_in(right) is None


@pytest.mark.parametrize(
    ("images", "settings"),
    [
        (scenes(1), {}),
        (scenes(2), {}),
        (scenes(40), {}),
        (scenes(40), {"idf": "none"}),
        (equal_to_references(scenes(40)), {}),
        # Four captions are too few to tell a shift from chance.
        (moved(scenes(40), {i: i + 1 for i in range(4)}), {}),
        # One caption of another image is a wrong caption.
        (moved(equal_to_references(scenes(60)), {3: 30}), {}),
        # Nothing at all matches anywhere, or nothing is said.
        (EvaluationSet(["une chose"] * 40, scenes(40).references.values()), {}),
        (EvaluationSet([""] * 40, scenes(40).references.values()), {}),
        # Images that share their references, and a caption that equals one, are at home anywhere.
        (EvaluationSet(["a dog runs fast", "a dog"], [["a dog runs fast", "the dog"]] * 2), {}),
        (EvaluationSet(["a dog runs fast"] * 6, [["a dog runs fast"]] * 6), {}),
        # Short captions are alike by chance.
        (EvaluationSet(["two cats", "a dog"], [["a dog"], ["two cats"]]), {}),
        (cidernb.documented_example().evaluation_set, {}),
        (cidernb.documented_example().evaluation_set.subset(range(5)), {}),
    ],
)
def test_captions_at_their_own_images_give_no_alarm(images, settings):
    assert found_in(images, **settings) is None


def test_captions_of_people_give_no_alarm():
    candidates, references = coco()
    few = list(candidates)[:300]
    assert found_in(EvaluationSet(candidates, references)) is None
    assert found_in(EvaluationSet({i: candidates[i] for i in few}, {i: references[i] for i in few})) is None


def test_captions_of_people_that_slipped_or_were_mixed_up_are_found():
    candidates, references = coco()
    images = EvaluationSet(candidates, references)
    found = found_in(moved(images, {i: i - 1 for i in range(1000, 1150)}))
    assert found.evidence["shift"] == -1
    assert 75 < found.evidence["images"] < 150
    mixed = list(range(len(images)))
    random.Random(0).shuffle(mixed)
    assert found_in(moved(images, dict(enumerate(mixed)))).code == "no_better_than_chance"


@pytest.mark.parametrize("letters", ["B", "C", "BC"])
def test_abstract_scenes_with_captions_that_people_wrote_of_others_give_no_alarm(letters):
    candidates, references = abstract()
    ids = sorted((i for i in candidates if i[-1] in letters), key=lambda i: (int(i[:-1]), i[-1]))
    images = EvaluationSet({i: candidates[i] for i in ids}, {i: references[i] for i in ids})
    assert found_in(images) is None
