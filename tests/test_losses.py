"""Losses: where the points went, against the dictionaries and in extreme cases."""

from __future__ import annotations

from math import exp
from typing import Any

import pytest
from hypothesis import given, settings
from strategies import Corpus, Table, by_hand_scores, engine_idf, scorings

import cidernb
from cidernb import DocumentFrequencies, Variant
from cidernb.explaining.losses import REASONS

TOLERANCE = 1e-12


@settings(max_examples=60)
@given(scorings)
def test_losses_are_those_of_the_dictionaries_and_fill_the_scale(
    scoring: tuple[Corpus, Variant, str | Table],
) -> None:
    corpus, variant, idf = scoring
    result = cidernb.score(corpus.evaluation_set, variant=variant, idf=engine_idf(idf))
    by_hand = by_hand_scores(*scoring)
    means = dict.fromkeys(REASONS, 0.0)
    for image_id, scored in zip(corpus.references, by_hand, strict=True):
        lost = cidernb.losses(result, image_id)
        assert tuple(lost) == REASONS == tuple(scored.losses)
        for reason, points in lost.items():
            assert points == pytest.approx(scored.losses[reason], abs=TOLERANCE, rel=0), reason
            means[reason] += points / len(by_hand)
            if reason != "clipping" or variant.clipping != "weight":
                assert points >= (-TOLERANCE if reason == "clipping" else 0), reason
        assert result.per_image[image_id] + sum(lost.values()) == pytest.approx(variant.scale, abs=TOLERANCE)
    mean = cidernb.losses(result)
    assert dict(mean) == pytest.approx(means, abs=TOLERANCE)
    assert result.mean + sum(mean.values()) == pytest.approx(variant.scale, abs=TOLERANCE)


# --- Extremes -------------------------------------------------------------------------------------


DOG = "a brown dog runs"


@pytest.mark.parametrize(
    ("candidate", "reference", "settings", "expected"),
    [
        # A score of 0, and why.
        ("", DOG, {}, {"candidate_too_short": 10}),
        ("two zebras graze here", DOG, {}, {"wording": 10}),
        (DOG, DOG, {"idf": DocumentFrequencies.from_counts({}, num_images=1)}, {"zero_weights": 10}),
        ("zebra", DOG, {"variant": Variant(unseen="limit", max_order=1)}, {"unseen_limit": 10}),
        (
            "a brown dog",
            DOG,
            {"variant": Variant(order_weights=[0, 0, 0, 1])},
            {"candidate_too_short": 10},
        ),
        # A perfect caption.
        (DOG, DOG, {}, {}),
        # All weights alike: three of four unigrams match, two of three bigrams, one of two trigrams.
        (
            "a brown dog",
            DOG,
            {"idf": "none", "variant": Variant(sigma=None)},
            {"candidate_too_short": 2.5, "wording": 2.5 * (3 - (3 / 4) ** 0.5 - (2 / 3) ** 0.5 - 0.5**0.5)},
        ),
        # Counts (2, 1) against (1, 0): a cosine of 2 / sqrt 5, clipped 1 / sqrt 5.
        (
            "a a dog",
            "a",
            {"idf": "none", "variant": Variant(max_order=1, sigma=None, scale=1)},
            {"wording": 1 - 2 / 5**0.5, "clipping": 1 / 5**0.5},
        ),
        (
            "a dog",
            "a",
            {"idf": "none", "variant": Variant(max_order=2, sigma=None, scale=1)},
            {"reference_too_short": 0.5, "wording": 0.5 - 0.5 / 2**0.5},
        ),
        # The length penalty takes from what clipping leaves.
        (
            "a a dog",
            "a",
            {"idf": "none", "variant": Variant(max_order=1, sigma=2, scale=1)},
            {
                "wording": 1 - 2 / 5**0.5,
                "clipping": 1 / 5**0.5,
                "length_penalty": (1 - exp(-0.5)) / 5**0.5,
            },
        ),
    ],
)
def test_each_reason_takes_its_points(
    candidate: str, reference: str, settings: dict[str, Any], expected: dict[str, float]
) -> None:
    cats = "a cat sleeps", "two cats sleep"
    result = cidernb.score([candidate, cats[0]], [[reference], [cats[1]]], **settings)
    assert cidernb.losses(result, 0) == pytest.approx(dict.fromkeys(REASONS, 0.0) | expected, abs=TOLERANCE)
    assert result.per_image[0] == pytest.approx(result.variant.scale - sum(expected.values()), abs=TOLERANCE)


def test_an_image_alone_loses_everything_to_weights_of_0() -> None:
    result = cidernb.score([DOG], [[DOG, "the dog"]])
    assert result.mean == 0
    lost = {reason: points for reason, points in cidernb.losses(result).items() if points}
    # "the dog" has no n-grams of three words or four.
    assert lost == pytest.approx({"reference_too_short": 2.5, "zero_weights": 7.5}, abs=TOLERANCE)


def test_clipping_is_a_gain_where_weights_are_negative() -> None:
    table = DocumentFrequencies.from_counts({"dog": 100}, num_images=2)
    variant = Variant(max_order=1, sigma=None)
    result = cidernb.score(["dog"], [["dog dog"]], variant=variant, idf=table)
    assert result.mean == pytest.approx(20, abs=TOLERANCE)
    lost = cidernb.losses(result, 0)
    assert lost["clipping"] == pytest.approx(-10, abs=TOLERANCE)
    assert sum(lost.values()) == pytest.approx(-10, abs=TOLERANCE)
    by_count = cidernb.score(["dog"], [["dog dog"]], variant=variant.replace(clipping="count"), idf=table)
    assert cidernb.losses(by_count, 0)["clipping"] == 0


def test_an_image_that_is_not_there_is_refused() -> None:
    result = cidernb.score([DOG], [[DOG]])
    with pytest.raises(ValueError, match="no image 'z' in this evaluation set; choose one of its ids"):
        cidernb.losses(result, "z")
