"""The engine held against independent code: the dictionaries of `by_hand`, and the official scorer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocoevalcap.cider.cider import Cider
from pycocoevalcap.cider.cider_scorer import CiderScorer
from real_captions import abstract, coco
from strategies import Corpus, Table, by_hand_scores, corpora, engine_idf, scorings, tables

import cidernb
from cidernb import by_hand
from cidernb.shapes import NUM_EVALUATED, documented_world

Captions = Mapping[Any, str]
References = Mapping[Any, Sequence[str]]


def official_cider_d(candidates: Captions, references: References) -> list[float]:
    """CIDEr-D of pycocoevalcap 1.2, image after image."""
    lists = {image_id: list(texts) for image_id, texts in references.items()}
    _, scores = Cider().compute_score(lists, {image_id: [candidates[image_id]] for image_id in lists})
    return [float(score) for score in scores]


def official_cider_d_by_table(corpus: Corpus, df: Mapping[tuple[str, ...], int]) -> list[float]:
    """The same with a df table, as the official repository's stored tables; |I| is the set's size."""
    scorer = CiderScorer()
    for image_id, texts in corpus.references.items():
        scorer += corpus.candidates[image_id], texts
    scorer.document_frequency = defaultdict(float, df)
    return [float(score) for score in scorer.compute_cider()]


def assert_official(candidates: Captions, references: References) -> None:
    """The engine's CIDEr-D of every image is the official one to 1e-9, and so is the mean."""
    result = cidernb.score(candidates, references)
    official = official_cider_d(candidates, references)
    assert list(result.per_image) == list(references)
    np.testing.assert_allclose(list(result.per_image.values()), official, rtol=0, atol=1e-9)
    assert result.mean == pytest.approx(np.mean(official), abs=1e-9)


# --- The dictionaries -----------------------------------------------------------------------------


@settings(max_examples=120)
@given(scorings)
def test_any_variant_with_any_idf_source_is_what_the_dictionaries_give(
    scoring: tuple[Corpus, cidernb.Variant, str | Table],
) -> None:
    corpus, variant, idf = scoring
    result = cidernb.score(corpus.candidates, corpus.references, variant=variant, idf=engine_idf(idf))
    expected = by_hand_scores(corpus, variant, idf)
    np.testing.assert_allclose(
        list(result.per_image.values()), [image.score for image in expected], rtol=1e-12, atol=1e-12
    )
    np.testing.assert_allclose(
        result.per_order, [image.per_order for image in expected], rtol=1e-12, atol=1e-12
    )


@settings(max_examples=30)
@given(corpora)
def test_code_cider_is_ten_times_the_mean_cosine_written_out(corpus: Corpus) -> None:
    df = by_hand.document_frequencies(corpus.references)
    result = cidernb.score(corpus.candidates, corpus.references, variant="code-cider")
    expected = [
        by_hand.official_cider(corpus.candidates[i], texts, df, len(corpus.references))
        for i, texts in corpus.references.items()
    ]
    np.testing.assert_allclose(list(result.per_image.values()), expected, rtol=1e-12, atol=1e-12)


# --- The official scorer --------------------------------------------------------------------------


@settings(max_examples=80)
@given(corpora)
def test_code_cider_d_is_the_official_scorers_on_any_corpus(corpus: Corpus) -> None:
    assert_official(corpus.candidates, corpus.references)


@settings(max_examples=60)
@given(st.data())
def test_code_cider_d_is_the_official_scorers_with_a_table_whose_idf_may_be_negative(
    data: st.DataObject,
) -> None:
    corpus = data.draw(corpora)
    counts = data.draw(tables(corpus)).counts
    table = cidernb.DocumentFrequencies.from_counts(counts, num_images=len(corpus.references))
    result = cidernb.score(corpus.candidates, corpus.references, idf=table)
    expected = official_cider_d_by_table(corpus, counts)
    np.testing.assert_allclose(list(result.per_image.values()), expected, rtol=1e-9, atol=1e-9)


def test_an_idf_below_zero_can_carry_the_official_score_above_ten() -> None:
    corpus = Corpus({0: "a b", 1: "b c"}, {0: ["a a b"], 1: ["b c"]})
    counts = {("a",): 9, ("b",): 2}
    table = cidernb.DocumentFrequencies.from_counts(counts, num_images=2)
    result = cidernb.score(corpus.candidates, corpus.references, idf=table, variant="code-cider-d")
    assert list(result.per_image.values()) == pytest.approx(
        official_cider_d_by_table(corpus, counts), abs=1e-12
    )
    # One n-gram of weight, once against twice: the smaller of two negative weights is the double.
    assert result.per_order[0, 0] > 10


@pytest.mark.parametrize("num_images", [2, 3, 10, 97, 5000, 40504])
def test_an_ngram_in_every_image_weighs_exactly_nothing(num_images: int) -> None:
    # The two logarithms must be the same number, or else a norm of 1e-16 makes a cosine of 1.
    everywhere = {("a",): num_images, ("b",): num_images, ("a", "b"): num_images}
    table = cidernb.DocumentFrequencies.from_counts(everywhere, num_images=num_images)
    result = cidernb.score(["a b"] * 9, [["a b", "b"]] * 9, idf=table)
    assert not result.per_order.any()


# --- Real captions --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def documented() -> tuple[dict[Hashable, str], dict[Hashable, Sequence[str]]]:
    """The documented example's evaluation set."""
    world = documented_world().first(NUM_EVALUATED)
    return dict(enumerate(world.candidates)), dict(enumerate(world.references))


def test_the_documented_example_has_the_official_scores(documented: tuple[Captions, References]) -> None:
    assert_official(*documented)


@pytest.mark.parametrize(
    ("variant", "mean"),
    [
        ("code-cider", 3.4408),
        ("code-cider-d", 3.1266),
        (cidernb.PRESETS["code-cider"].replace(stemmer="plural"), 6.0133),
        (cidernb.PRESETS["code-cider"].replace(stemmer="porter"), 6.0248),
    ],
)
def test_the_documented_example_has_the_documented_means(
    documented: tuple[Captions, References], variant: str | cidernb.Variant, mean: float
) -> None:
    assert cidernb.score(*documented, variant=variant).mean == pytest.approx(mean, abs=5e-5)


def test_the_documented_example_has_the_documented_mean_with_the_idf_of_its_pool(
    documented: tuple[Captions, References],
) -> None:
    pool = cidernb.DocumentFrequencies.from_references(documented_world().references[NUM_EVALUATED:])
    assert pool.num_images == 200
    assert cidernb.score(*documented, idf=pool).mean == pytest.approx(3.1474, abs=5e-5)


# coco-caption and code-cider-d are one variant, and paper-cider-unstemmed differs from code-cider in scale.
@pytest.mark.parametrize("preset", sorted(cidernb.PRESETS.keys() - {"coco-caption", "paper-cider-unstemmed"}))
def test_the_presets_on_the_documented_example_is_what_the_dictionaries_give(
    documented: tuple[Captions, References], preset: str
) -> None:
    expected = by_hand.score_set(*documented, cidernb.PRESETS[preset])
    per_image = cidernb.score(*documented, variant=preset).per_image
    assert dict(per_image) == pytest.approx({i: image.score for i, image in expected.items()}, abs=1e-12)


def test_coco_val2017_has_the_official_scores() -> None:
    assert_official(*coco())


def test_abstract_50s_has_the_official_scores() -> None:
    assert_official(*abstract())
