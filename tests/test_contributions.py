"""Contributions: what each n-gram earns and from which reference, against the dictionaries."""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import brute_force
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Corpus, Table, by_hand_scores, engine_idf, scorings

import cidernb
from cidernb import Result, Variant, by_hand
from cidernb.explaining.contributions import NgramRow
from cidernb.stemmers import stem_words

TOLERANCE = 1e-12

Scoring = tuple[Corpus, Variant, str | Table]


def score(scoring: Scoring) -> Result:
    """The engine's result."""
    corpus, variant, idf = scoring
    return cidernb.score(corpus.evaluation_set, variant=variant, idf=engine_idf(idf))


def assert_close(mine: Mapping[Any, float], other: Mapping[Any, float]) -> None:
    """Two mappings of the same keys, to points that agree."""
    assert mine.keys() == other.keys()
    for key, points in mine.items():
        assert points == pytest.approx(other[key], abs=TOLERANCE, rel=0), key


def by_token(scored: by_hand.ByHandScore, words: list[str]) -> dict[int, float]:
    """An n-gram's points divided over the places where it stands, then over its words."""
    points = dict.fromkeys(range(len(words)), 0.0)
    for (ngram, _), term in scored.surface_terms.items():
        starts = [i for i, here in enumerate(by_hand.ngrams(words, len(ngram))) if here == ngram]
        for start in starts:
            for place in range(start, start + len(ngram)):
                points[place] += term / len(starts) / len(ngram)
    return points


# --- Every corpus, variant and IDF source ---------------------------------------------------------


@settings(max_examples=50)
@given(scorings)
def test_each_image_is_split_as_the_dictionaries_split_it(scoring: Scoring) -> None:
    corpus, variant, _ = scoring
    result = score(scoring)
    for image_id, scored in zip(corpus.references, by_hand_scores(*scoring), strict=True):
        shares = cidernb.contributions(result, image_id)
        words = corpus.candidates[image_id].split()
        terms = {(" ".join(ngram), j): term for (ngram, j), term in scored.surface_terms.items()}
        assert_close(shares.terms, terms)
        ngrams = dict.fromkeys(map(" ".join, by_hand.ngram_counts(words, variant.max_order)), 0.0)
        references = dict.fromkeys(range(len(corpus.references[image_id])), 0.0)
        orders = dict.fromkeys(range(1, variant.max_order + 1), 0.0)
        for (ngram, j), term in terms.items():
            ngrams[ngram] += term
            references[j] += term
            orders[len(ngram.split())] += term
        assert_close(shares.by_ngram, ngrams)
        assert list(shares.by_ngram) == sorted(ngrams, key=lambda ngram: len(ngram.split()))
        assert_close(shares.by_reference, references)
        assert_close(shares.by_order, orders)
        assert_close(shares.by_token, by_token(scored, words))
        assert shares.score == pytest.approx(scored.score, abs=TOLERANCE, rel=0)
        for split in (shares.terms, shares.by_ngram, shares.by_order, shares.by_reference, shares.by_token):
            assert sum(split.values()) == pytest.approx(result.per_image[image_id], abs=TOLERANCE)
            assert min(split.values(), default=0) >= 0


@settings(max_examples=20)
@given(scorings)
def test_the_mean_is_split_into_the_means_of_the_images(scoring: Scoring) -> None:
    corpus, variant, _ = scoring
    result = score(scoring)
    mean, images = cidernb.contributions(result), len(corpus.references)
    by_ngram: dict[str, float] = {}
    by_order = dict.fromkeys(range(1, variant.max_order + 1), 0.0)
    for image_id in corpus.references:
        shares = cidernb.contributions(result, image_id)
        for ngram, points in shares.by_ngram.items():
            by_ngram[ngram] = by_ngram.get(ngram, 0.0) + points / images
        for order, points in shares.by_order.items():
            by_order[order] += points / images
        for of_image, of_mean in (
            (shares.by_reference, mean.by_reference),
            (shares.by_token, mean.by_token),
        ):
            mine = {place: points * images for (i, place), points in of_mean.items() if i == image_id}
            assert_close(mine, of_image)
        mine = {(n, j): points * images for (n, (i, j)), points in mean.terms.items() if i == image_id}
        assert_close(mine, shares.terms)
    assert_close(mean.by_ngram, by_ngram)
    assert_close(mean.by_order, by_order)
    for split in (mean.terms, mean.by_ngram, mean.by_order, mean.by_reference, mean.by_token):
        assert sum(split.values()) == pytest.approx(result.mean, abs=TOLERANCE)
        assert min(split.values(), default=0) >= 0


@settings(max_examples=40)
@given(scorings)
def test_the_table_says_what_each_ngram_is_made_of(scoring: Scoring) -> None:
    corpus, variant, _ = scoring
    result = score(scoring)
    df, num_images = tables(scoring)
    for image_id, references in corpus.references.items():
        shares = cidernb.contributions(result, image_id)
        words = corpus.candidates[image_id].split()
        surface = by_hand.ngram_counts(words, variant.max_order)
        stemmed = by_hand.ngram_counts(stem_words(words, variant.stemmer), variant.max_order)
        weights = by_hand.weights(stemmed, by_hand.idf(stemmed.keys(), df, num_images))
        for row in shares.table:
            ngram = tuple(row.ngram.split(" "))
            stem = tuple(stem_words(ngram, variant.stemmer))
            norm = by_hand.norm({k: g for k, g in weights.items() if len(k) == row.order})
            # The stem's part of the squared norm is shared over its occurrences, like its points.
            part = surface[ngram] / stemmed[stem] * (weights[stem] / norm) ** 2 if norm else 0.0
            effect = brute_force.removal_effect(
                row.ngram, " ".join(words), references, df, num_images, variant
            )
            expected = NgramRow(
                ngram=row.ngram,
                order=len(ngram),
                stem=" ".join(stem),
                count=surface[ngram],
                df=None if df is None else int(df.get(stem, 0)),
                idf=weights[stem] / stemmed[stem],
                weight=weights[stem],
                norm_share=part,
                contribution=shares.by_ngram[row.ngram],
                removal_effect=effect,
            )
            for field in dataclasses.fields(NgramRow):
                value = getattr(expected, field.name)
                if isinstance(value, float):
                    value = pytest.approx(value, abs=TOLERANCE, rel=1e-12)
                assert getattr(row, field.name) == value, (row.ngram, field.name)
        assert [row.ngram for row in shares.table] == list(shares.by_ngram)


def tables(scoring: Scoring) -> tuple[by_hand.Table, float | None]:
    """The df table and |I| that the dictionaries are scored with."""
    corpus, variant, idf = scoring
    if isinstance(idf, Table):
        return idf.counts, idf.num_images
    if idf == "none":
        return None, None
    df = by_hand.document_frequencies(corpus.references, variant.stemmer, max_order=variant.max_order)
    return df, len(corpus.references)


@settings(max_examples=15)
@given(scorings)
def test_over_the_set_the_table_holds_sums_of_points_and_means_of_weights(scoring: Scoring) -> None:
    corpus, _, _ = scoring
    result = score(scoring)
    images = len(corpus.references)
    summed: dict[str, dict[str, float]] = {}
    for image_id in corpus.references:
        for row in cidernb.contributions(result, image_id).table:
            values = summed.setdefault(row.ngram, dict.fromkeys(("count", *MEANS), 0.0))
            values["count"] += row.count
            for name in MEANS:
                values[name] += getattr(row, name) / images
    table = cidernb.contributions(result).table
    assert {row.ngram for row in table} == summed.keys()
    for row in table:
        for name, value in summed[row.ngram].items():
            assert getattr(row, name) == pytest.approx(value, abs=TOLERANCE, rel=1e-12), (row.ngram, name)


MEANS = ("weight", "norm_share", "contribution", "removal_effect")


# --- By hand --------------------------------------------------------------------------------------

UNIGRAMS = Variant(max_order=1, clipping="none", sigma=None, scale=1)


def alone(candidate: str, *references: str, **settings: Any) -> Result:
    """One image, every weight the count."""
    return cidernb.score([candidate], [list(references)], **{"idf": "none", **settings})


def test_an_ngram_earns_its_part_of_the_cosine() -> None:
    # Counts (2, 1) against (1, 1): cosine 2 + 1 over sqrt 5 * sqrt 2.
    shares = cidernb.contributions(alone("a a dog", "a dog", variant=UNIGRAMS), 0)
    assert shares.by_ngram == pytest.approx({"a": 2 / 10**0.5, "dog": 1 / 10**0.5}, abs=TOLERANCE)


def test_words_share_what_the_ngrams_over_them_earn() -> None:
    # Bigrams count twice as much as unigrams. The caption "a b a" equals its reference, where each
    # unigram "a" twice: 4/5, "b": 1/5; "a b" and "b a": 1/2 each.
    variant = UNIGRAMS.replace(max_order=2, order_weights=[1 / 3, 2 / 3])
    shares = cidernb.contributions(alone("a b a", "a b a", variant=variant), 0)
    a = (4 / 5) / 2 / 3
    bigram = 2 / 3 / 2
    expected = {0: a + bigram / 2, 1: 1 / 5 / 3 + bigram / 2 + bigram / 2, 2: a + bigram / 2}
    assert shares.by_token == pytest.approx(expected, abs=TOLERANCE)


def test_a_stem_shares_equally_over_the_words_it_came_from() -> None:
    variant = UNIGRAMS.replace(stemmer="plural")
    shares = cidernb.contributions(alone("circle circles circles", "circle", variant=variant), 0)
    assert shares.by_ngram == pytest.approx({"circle": 1 / 3, "circles": 2 / 3}, abs=TOLERANCE)
    assert shares.by_token == pytest.approx(dict.fromkeys(range(3), 1 / 3), abs=TOLERANCE)
    assert [row.stem for row in shares.table] == ["circle", "circle"]


def test_an_ngram_that_matches_nothing_earns_nothing_and_costs_through_the_norm() -> None:
    row = cidernb.contributions(alone("a dog", "a", variant=UNIGRAMS), 0).table[1]
    assert (row.ngram, row.contribution, row.norm_share) == ("dog", 0.0, pytest.approx(0.5))
    # Without it the cosine is 1, with it 1 / sqrt 2.
    assert row.removal_effect == pytest.approx(1 - 0.5**0.5, abs=TOLERANCE)


def test_the_limit_lets_go_of_a_cell_once_its_absent_ngram_is_removed() -> None:
    table = cidernb.DocumentFrequencies.from_counts({"a": 1, "dog": 1}, num_images=8)
    result = alone("a dog zebra", "a dog", variant=UNIGRAMS.replace(unseen="limit"), idf=table)
    effects = {row.ngram: row.removal_effect for row in cidernb.contributions(result, 0).table}
    assert effects == pytest.approx({"a": 0, "dog": 0, "zebra": 1}, abs=TOLERANCE)


# --- Extremes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("candidate", "keys"), [("", []), ("zebra", ["zebra"]), ("two zebras", ["two", "zebras", "two zebras"])]
)
def test_a_score_of_0_has_no_points_to_split(candidate: str, keys: list[str]) -> None:
    shares = cidernb.contributions(alone(candidate, "a dog"), 0)
    assert shares.score == 0
    assert dict(shares.by_ngram) == dict.fromkeys(keys, 0.0)
    assert dict(shares.terms) == {}
    assert sum(shares.by_order.values()) == sum(shares.by_reference.values()) == 0
    assert dict(shares.by_token) == dict.fromkeys(range(len(candidate.split())), 0.0)
    assert len(shares.table) == len(keys)


def test_an_image_alone_has_ngrams_without_weight() -> None:
    shares = cidernb.contributions(alone("a dog", "a dog", idf="corpus"), 0)
    assert {(row.df, row.idf, row.norm_share, row.removal_effect) for row in shares.table} == {(1, 0, 0, 0)}
    assert sum(shares.by_ngram.values()) == 0


def test_a_perfect_caption_earns_the_scale() -> None:
    shares = cidernb.contributions(alone("a brown dog runs", "a brown dog runs"), 0)
    assert sum(shares.by_ngram.values()) == pytest.approx(10, abs=TOLERANCE)
    assert dict(shares.by_order) == pytest.approx(dict.fromkeys(range(1, 5), 2.5), abs=TOLERANCE)


def test_under_a_negative_idf_points_exceed_the_scale_and_none_is_negative() -> None:
    table = cidernb.DocumentFrequencies.from_counts({"dog": 100}, num_images=2)
    result = alone("dog", "dog dog", variant=UNIGRAMS.replace(clipping="weight", scale=10), idf=table)
    shares = cidernb.contributions(result, 0)
    # The smaller weight is that of two dogs: 2 * 2 over 1 * 2.
    assert dict(shares.by_ngram) == pytest.approx({"dog": 20.0}, abs=TOLERANCE)
    assert shares.table[0].idf < 0


# --- Around it ------------------------------------------------------------------------------------


def test_an_image_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no image 'z' in this evaluation set; choose one of its ids"):
        cidernb.contributions(alone("a dog", "a dog"), "z")


def test_the_csv_holds_the_table(tmp_path: Path) -> None:
    shares = cidernb.contributions(alone('a "dog", barks', 'the "dog",'), 0)
    shares.to_csv(tmp_path / "points.csv")
    with open(tmp_path / "points.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert [line["ngram"] for line in lines] == list(shares.by_ngram)
    assert [float(line["contribution"]) for line in lines] == list(shares.by_ngram.values())
    assert {line["df"] for line in lines} == {""}


@given(st.sampled_from([None, 0]))
def test_nothing_can_be_written_into_the_mappings(image_id: int | None) -> None:
    shares = cidernb.contributions(alone("a dog", "a dog"), image_id)
    for split in (shares.terms, shares.by_ngram, shares.by_order, shares.by_reference, shares.by_token):
        with pytest.raises(TypeError):
            split["x"] = 1.0  # type: ignore[index]
