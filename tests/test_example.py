"""The documented example: what it holds, and the means that are known of it."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import cidernb
from cidernb import PRESETS, DocumentFrequencies, documented_example


def test_it_holds_100_images_with_ten_references_each():
    images = documented_example().evaluation_set
    assert images.ids == tuple(range(100))
    assert {len(captions) for captions in images.references.values()} == {10}


def test_the_pool_is_the_references_of_200_other_scenes():
    example = documented_example()
    assert len(example.pool) == 200
    assert len(example.scenes) == 300
    assert example.scenes[100].colour in example.pool[0][0].split()
    assert DocumentFrequencies.from_references(example.pool).num_images == 200


def test_scenes_stand_in_the_order_of_the_ids():
    example = documented_example()
    for image_id, candidate in example.evaluation_set.candidates.items():
        assert candidate.split()[1:] == [example.scenes[image_id].colour, example.scenes[image_id].shape]


def test_a_scene_says_what_its_picture_shows():
    scene = documented_example().scenes[2]
    assert (scene.count, scene.colour, scene.shape) == (4, "blue", "triangle")
    assert scene.image.shape == (64, 64, 3)


def test_the_readings_are_what_the_candidates_say():
    example = documented_example()
    assert [reading.caption for reading in example.readings] == list(
        example.evaluation_set.candidates.values()
    )


def test_every_call_returns_the_same_frozen_object():
    example = documented_example()
    assert documented_example() is example
    with pytest.raises(FrozenInstanceError):
        example.pool = ()


PLURAL = PRESETS["paper-cider"].replace(stemmer="plural")


@pytest.mark.parametrize(
    ("variant", "scale", "mean"),
    [
        ("code-cider", 1, "3.4408"),
        ("code-cider-d", 1, "3.1266"),
        ("coco-caption", 1, "3.1266"),
        ("paper-cider-d-text", 1, "3.1266"),
        ("paper-cider-d-eq4-all", 1, "1.5899"),
        ("paper-cider-d-eq4-order", 1, "1.8437"),
        ("paper-cider-unstemmed", 10, "3.4408"),
        (PLURAL, 10, "6.0133"),
        ("paper-cider", 10, "6.0248"),
    ],
)
def test_the_mean_is_the_known_one(variant: str | cidernb.Variant, scale: int, mean: str):
    result = cidernb.score(documented_example().evaluation_set, variant=variant)
    assert f"{scale * result.mean:.4f}" == mean


def test_the_mean_with_the_pool_as_idf_source_is_the_known_one():
    example = documented_example()
    pool = DocumentFrequencies.from_references(example.pool)
    assert f"{cidernb.score(example.evaluation_set, idf=pool).mean:.4f}" == "3.1474"
