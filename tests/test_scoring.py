"""Scores: figures known from elsewhere, and what holds for every corpus, variant and IDF source."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SPACES, Corpus, Table, captions, corpora, engine_idf, scorings

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, Result, Variant, by_hand

#: Two images that give each other's n-grams weight.
DOG = ("a brown dog runs fast", ["a brown dog runs fast", "the dog is running on grass"])
CATS = ("two cats sleep on a sofa", ["two cats sleep on a sofa", "cats lying on the couch"])


def score_images(*images: tuple[str, Sequence[str]], **settings: Any) -> Result:
    """Score images given as (candidate, references)."""
    candidates, references = zip(*images, strict=True)
    return cidernb.score(candidates, references, **settings)


def beside_cats(candidate: str, references: Sequence[str], **settings: Any) -> float:
    """The score of an image whose only company is the cats."""
    return score_images((candidate, references), CATS, **settings).per_image[0]


def alike(one: Any, other: Any) -> bool:
    """Whether two things are equal, their floats to round-off."""
    if isinstance(one, float):
        return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


def assert_same(result: Result, other: Result) -> None:
    """Two results that say the same, to round-off."""
    assert list(result.per_image) == list(other.per_image)
    np.testing.assert_allclose(result.per_order, other.per_order, rtol=1e-12, atol=1e-12)
    assert result.signature == other.signature
    for one, another in zip(result.findings, other.findings, strict=True):
        assert (one.code, one.severity, one.image_ids) == (another.code, another.severity, another.image_ids)
        assert alike(one.evidence, another.evidence)


# --- Known figures --------------------------------------------------------------------------------


def test_two_images_in_each_others_company() -> None:
    result = score_images(DOG, CATS)
    assert dict(result.per_image) == pytest.approx({0: 5.308190, 1: 5.355867}, abs=5e-7)
    assert result.mean == pytest.approx((5.308190 + 5.355867) / 2, abs=5e-7)


REPEATED = ("a dog dog dog runs fast", ["a dog runs fast on the wet sand"])
SHORTER = ("a brown dog runs", ["a brown dog runs fast on sand"])


@pytest.mark.parametrize(
    ("image", "variant", "expected"),
    [
        (REPEATED, "code-cider", 3.353085),
        (REPEATED, "code-cider-d", 2.534117),
        (SHORTER, "code-cider-d", 5.767468),
        (SHORTER, "paper-cider-d-text", 5.767468),
        (SHORTER, "paper-cider-d-eq4-all", 2.621576),
        (SHORTER, "paper-cider-d-eq4-order", 2.590486),
        (("a brown dog runs", DOG[1]), Variant(sigma=6), 4.354780),
        (("a brown dog runs", DOG[1]), Variant(sigma=1), 2.517153),
    ],
)
def test_each_variant_gives_its_own_number(
    image: tuple[str, list[str]], variant: str | Variant, expected: float
) -> None:
    assert beside_cats(*image, variant=variant) == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("stemmer", "expected"), [("none", {0: 1.0, 1: 2.125}), ("porter", {0: 10.0, 1: 10.0})]
)
def test_stems_unite_inflections(stemmer: str, expected: dict[int, float]) -> None:
    result = score_images(
        ("two dog runs in park", ["two dogs running in parks"]),
        ("a cat sleeps on sofa", ["a cat sleeping on sofas"]),
        variant=cidernb.PRESETS["code-cider"].replace(stemmer=stemmer),
    )
    assert dict(result.per_image) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        ("a dog runs", ["a dog runs", "a dog runs", "a puppy plays outside"], 5.0),
        ("a dog runs", ["a dog runs", "a puppy plays outside"], 3.75),
        ("a brown dog runs fast", ["a brown dog runs fast", ""], 5.0),
        ("a brown dog runs fast", ["a brown dog runs fast"], 10.0),
    ],
)
def test_the_ceiling_is_the_mean_over_references(
    candidate: str, references: list[str], expected: float
) -> None:
    assert beside_cats(candidate, references) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("caption", "expected"),
    [("dog", 2.5), ("dog runs", 5.0), ("brown dog runs", 7.5), ("big dog ran home", 10)],
)
def test_a_perfect_caption_needs_a_word_an_order(caption: str, expected: float) -> None:
    assert beside_cats(caption, [caption]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("blank", ["", " ", "\n\t\u3000"])
def test_a_blank_candidate_scores_0_and_counts_in_the_mean(blank: str) -> None:
    result = score_images(DOG, (blank, CATS[1]))
    assert result.per_image[1] == 0
    assert result.mean == pytest.approx(5.308190 / 2, abs=5e-7)


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [("a brown dog runs fast", 5.308190), ("a brown dog runs fast.", 3.641523), ("A Brown Dog Runs Fast", 0)],
)
def test_whitespace_tokens_are_compared_as_they_stand(candidate: str, expected: float) -> None:
    assert beside_cats(candidate, DOG[1]) == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("candidate", "expected"), [("un café noir", 7.5), ("un cafe\N{COMBINING ACUTE ACCENT} noir", 5 / 3)]
)
def test_an_accent_in_another_form_is_another_word(candidate: str, expected: float) -> None:
    assert beside_cats(candidate, ["un café noir"]) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("space", SPACES, ids=ascii)
def test_any_white_space_separates_words_and_nothing_else(space: str) -> None:
    odd = DOG[0].replace(" ", space)
    assert dict(score_images((odd, [odd, DOG[1][1]]), CATS).per_image) == score_images(DOG, CATS).per_image


@pytest.mark.parametrize(
    ("new_words", "expected"), [(5, 4.381623), (10, 1.220378), (20, 0.014296), (40, 6.06e-10)]
)
def test_a_long_candidate_is_worn_away_by_its_length(new_words: int, expected: float) -> None:
    longer = " ".join([DOG[0], *(f"new{number}" for number in range(new_words))])
    tolerance = 5e-7 if new_words < 40 else 5e-13
    assert beside_cats(longer, [DOG[0]]) == pytest.approx(expected, abs=tolerance)


def test_words_before_the_caption_cost_length_and_wording() -> None:
    assert beside_cats("the image shows a brown dog runs fast", [DOG[0]]) == pytest.approx(6.290924, abs=5e-7)


@pytest.mark.parametrize("preset", cidernb.PRESETS)
@pytest.mark.parametrize(
    "images",
    [[DOG], [(DOG[0], [DOG[0]] * 5)], [(DOG[0], DOG[1]), (CATS[0], DOG[1])]],
    ids=["one image", "one image with five references", "two images that share their references"],
)
def test_what_stands_in_every_image_weighs_nothing(images: list[tuple[str, list[str]]], preset: str) -> None:
    # df counts images, not captions: every IDF is ln(1/1) or ln(2/2).
    assert set(score_images(*images, variant=preset).per_image.values()) == {0.0}


def test_company_moves_every_score() -> None:
    two, three = score_images(DOG, CATS), score_images(DOG, CATS, ("a cat runs", ["a cat runs on the sofa"]))
    assert all(abs(three.per_image[image_id] - two.per_image[image_id]) > 0.01 for image_id in (0, 1))


MATS = [
    ("a dog on a mat", ["a dog on a red mat"]),
    ("a cat on a mat", ["a cat on a blue mat"]),
    ("a cup on a desk", ["a cup on a desk"]),
]


@pytest.mark.parametrize(
    "idf", ["corpus", DocumentFrequencies.from_references([references for _, references in MATS])]
)
def test_the_corpus_idf_is_the_table_of_its_own_references(idf: str | DocumentFrequencies) -> None:
    scores = list(score_images(*MATS, idf=idf).per_image.values())
    assert scores == pytest.approx([5.651586, 5.651586, 10], abs=5e-7)


def test_an_end_token_is_one_more_word_on_both_sides() -> None:
    plain = EvaluationSet(["a dog runs with a"], [["a dog runs with a cat"]])
    marked = cidernb.score(plain.with_end_token("</s>"), idf="none")
    written = cidernb.score(["a dog runs with a </s>"], [["a dog runs with a cat </s>"]], idf="none")
    np.testing.assert_allclose(marked.per_order, written.per_order, rtol=1e-15)
    assert marked.mean < cidernb.score(plain, idf="none").mean


# --- Any corpus, variant and IDF source -----------------------------------------------------------

moderately = settings(max_examples=50)


@moderately
@given(scorings)
def test_the_parts_of_a_result_agree(scoring: tuple[Corpus, Variant, str | Table]) -> None:
    corpus, variant, idf = scoring
    result = cidernb.score(corpus.candidates, corpus.references, variant=variant, idf=engine_idf(idf))
    assert tuple(result.per_image) == tuple(corpus.references)
    assert result.per_order.shape == (len(corpus.references), variant.max_order)
    scores = list(result.per_image.values())
    np.testing.assert_allclose(result.per_order @ variant.weights, scores, rtol=1e-12, atol=1e-12)
    assert result.mean == pytest.approx(np.mean(scores), rel=1e-12)


@moderately
@given(scorings)
def test_scores_run_from_0_to_the_scale_unless_idf_is_negative(
    scoring: tuple[Corpus, Variant, str | Table],
) -> None:
    corpus, variant, idf = scoring
    per_order = cidernb.score(corpus.evaluation_set, variant=variant, idf=engine_idf(idf)).per_order
    assert (per_order >= 0).all()
    if not isinstance(idf, Table) or max(idf.counts.values()) <= idf.num_images:
        assert (per_order <= variant.scale * (1 + 1e-12)).all()


@moderately
@given(st.data())
def test_the_order_of_the_images_does_not_matter(data: st.DataObject) -> None:
    corpus, variant, idf = data.draw(scorings)
    order = data.draw(st.permutations(list(corpus.references)))
    source = engine_idf(idf)
    here = cidernb.score(corpus.candidates, corpus.references, variant=variant, idf=source).per_image
    moved = {image_id: corpus.references[image_id] for image_id in order}
    there = cidernb.score(corpus.candidates, moved, variant=variant, idf=source).per_image
    assert list(there) == order
    assert dict(here) == pytest.approx(dict(there), rel=1e-12, abs=1e-12)


@moderately
@given(st.data())
def test_an_evaluation_set_scores_the_same_whatever_was_scored_before(data: st.DataObject) -> None:
    corpus, variant, idf = data.draw(scorings)
    source, images = engine_idf(idf), corpus.evaluation_set
    first = cidernb.score(images, variant=variant, idf=source)
    before = first.per_order.copy()
    for _, other_variant, other_idf in data.draw(st.lists(scorings, max_size=2)):
        cidernb.score(images, variant=other_variant, idf=engine_idf(other_idf))
    again = cidernb.score(images, variant=variant, idf=source)
    np.testing.assert_array_equal(again.per_order, before)
    np.testing.assert_array_equal(first.per_order, before)
    assert_same(again, cidernb.score(corpus.evaluation_set, variant=variant, idf=source))


def test_more_tables_than_are_kept_are_not_mixed_up() -> None:
    images = EvaluationSet(*zip(DOG, CATS, strict=True))
    tables = [DocumentFrequencies.from_counts({"dog": 2, "runs": df}, num_images=60) for df in range(3, 30)]
    once = [cidernb.score(images, idf=table).mean for table in tables]
    assert [cidernb.score(images, idf=table).mean for table in tables] == once
    assert len({round(mean, 9) for mean in once}) == len(tables)
    # Weights of tables long left behind are let go.
    assert len(images.encoding("whitespace", "none", 4).weightings) < len(tables) / 2


@moderately
@given(scorings, st.sampled_from([0.1, 1, 7.5, 100]))
def test_the_scale_multiplies(scoring: tuple[Corpus, Variant, str | Table], scale: float) -> None:
    corpus, variant, idf = scoring
    images, source = corpus.evaluation_set, engine_idf(idf)
    unit = cidernb.score(images, variant=variant.replace(scale=1), idf=source)
    scaled = cidernb.score(images, variant=variant.replace(scale=scale), idf=source)
    np.testing.assert_allclose(scaled.per_order, scale * unit.per_order, rtol=1e-12, atol=1e-15)


@moderately
@given(scorings)
def test_a_longer_order_leaves_the_shorter_ones_alone(scoring: tuple[Corpus, Variant, str | Table]) -> None:
    corpus, variant, idf = scoring
    # With tf "all" the longer n-grams count in the normaliser of the shorter.
    variant = variant.replace(order_weights=None, tf="count" if variant.tf == "all" else variant.tf)
    images, source = corpus.evaluation_set, engine_idf(idf)
    longest = cidernb.score(images, variant=variant.replace(max_order=6), idf=source).per_order
    for max_order in range(1, 6):
        settings_of_n = variant.replace(max_order=max_order)
        held = cidernb.score(images, variant=settings_of_n, idf=source).per_order
        fresh = cidernb.score(corpus.evaluation_set, variant=settings_of_n, idf=source).per_order
        for per_order in (held, fresh):
            np.testing.assert_allclose(per_order, longest[:, :max_order], rtol=1e-12, atol=1e-12)


def test_words_are_told_apart_beyond_16_bits() -> None:
    # Word i of image i // 500; with 16-bit numbers word 65,536 + i would be word i.
    words = [f"w{number}" for number in range(70_000)]
    references = [[" ".join(words[start : start + 500])] for start in range(0, 70_000, 500)]
    candidates = [" ".join(words[start + 1 : start + 9]) for start in range(0, 70_000, 500)]
    candidates[0] = f"{words[65_536]} {words[65_537]} {words[1]} {words[2]}"
    candidates[-1] = f"{words[69_998 - 65_536]} {words[69_999]} {words[69_998]} {words[69_999]}"
    variant = Variant(max_order=2, sigma=None)
    per_image = cidernb.score(candidates, references, variant=variant).per_image
    df = by_hand.document_frequencies(references, max_order=2)
    for image in (0, 1, 70, 139):
        expected = by_hand.score(candidates[image], references[image], df, 140, variant).score
        assert per_image[image] == pytest.approx(expected, rel=1e-12)


@settings(max_examples=40)
@given(corpora, st.lists(captions, max_size=3))
def test_scoring_and_looking_up_leave_a_table_as_it_is(corpus: Corpus, ngrams: list[str]) -> None:
    table = DocumentFrequencies.from_references([["a dog", "two dogs"], ["café run"]])
    before = [table.counts(order) for order in range(1, 5)]
    for ngram in ngrams:
        table.of(ngram)
    cidernb.score(corpus.candidates, corpus.references, idf=table)
    assert [table.counts(order) for order in range(1, 5)] == before
    assert (table.num_images, table.max_order) == (2, 4)
    unseen = DocumentFrequencies.from_references([["a dog", "two dogs"], ["café run"]])
    assert table.digest == unseen.digest


# --- Sets derived from others ---------------------------------------------------------------------


def fresh(images: EvaluationSet) -> EvaluationSet:
    """The same captions in a set of their own."""
    new = EvaluationSet(images.candidates, images.references)
    return new if images.end_token is None else new.with_end_token(images.end_token)


@st.composite
def derivations(draw: st.DrawFn, images: EvaluationSet) -> EvaluationSet:
    """A set derived from another in one step."""
    kind = draw(st.sampled_from(["subset", "references", "repeated", "candidate", "candidates", "end"]))
    if kind == "subset":
        return images.subset(draw(st.lists(st.sampled_from(images.ids), min_size=1, unique=True)))
    if kind == "references":
        # No fewer than leave each image a word.
        fewest = max(
            next(place for place, text in enumerate(texts, start=1) if text.split())
            for texts in images.references.values()
        )
        return images.first_references(draw(st.integers(fewest, 5)))
    if kind == "repeated":
        return images.repeated(draw(st.integers(1, 3)))
    if kind == "candidate":
        return images.with_candidate(draw(st.sampled_from(images.ids)), draw(captions))
    if kind == "candidates":
        return images.with_candidates(
            draw(st.dictionaries(st.sampled_from(images.ids), captions, min_size=1))
        )
    return images.with_end_token(draw(st.sampled_from(["<eos>", "dog", None])))


@settings(max_examples=80)
@given(st.data())
def test_a_derived_set_scores_like_one_built_anew(data: st.DataObject) -> None:
    corpus, variant, idf = data.draw(scorings)
    images, source = corpus.evaluation_set, engine_idf(idf)
    for _ in range(data.draw(st.integers(1, 4))):
        if data.draw(st.booleans()):
            cidernb.score(images, variant=variant, idf=source)
        images = data.draw(derivations(images))
    derived = cidernb.score(images, variant=variant, idf=source)
    assert_same(derived, cidernb.score(fresh(images), variant=variant, idf=source))


def test_thousands_of_edits_in_a_row_are_scored_as_the_last() -> None:
    images = EvaluationSet(*zip(DOG, CATS, strict=True))
    edited = images
    for number in range(3000):
        edited = edited.with_candidate(0, f"a brown dog {number}")
    edited = edited.with_candidate(0, DOG[0])
    assert_same(cidernb.score(edited), cidernb.score(images))
