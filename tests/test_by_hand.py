"""The dictionary form of the equations, held against figures, the official scorer and sums on paper."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cidernb import by_hand
from cidernb.variant import PRESETS, Variant

CODE = PRESETS["code-cider-d"]
#: Image 2 of the running example, the company that most cases below are scored in.
CATS = ("two cats sleep on a sofa", ["two cats sleep on a sofa", "cats lying on the couch"])
DOG = ("a brown dog runs fast", ["a brown dog runs fast", "the dog is running on grass"])


def set_scores(
    images: Sequence[tuple[str, Sequence[str]]], variant: Variant = CODE, **options: object
) -> list[by_hand.ByHandScore]:
    candidates = {i: candidate for i, (candidate, _) in enumerate(images)}
    references = {i: captions for i, (_, captions) in enumerate(images)}
    return list(by_hand.score_set(candidates, references, variant, **options).values())


def beside_cats(candidate: str, references: Sequence[str], variant: Variant = CODE) -> by_hand.ByHandScore:
    return set_scores([(candidate, references), CATS], variant)[0]


def unweighted(candidate: str, reference: str, **settings: object) -> by_hand.ByHandScore:
    """One order-n term an order, every weight the count, no penalty: small enough for paper."""
    return by_hand.score(candidate, [reference], None, None, Variant(sigma=None, scale=1, **settings))


# --- Known figures, to the digits they are known to -----------------------------------------------


def test_two_images_in_each_others_company() -> None:
    assert [s.score for s in set_scores([DOG, CATS])] == pytest.approx([5.308190, 5.355867], abs=5e-7)


PLURALS = [
    ("two dog runs in park", ["two dogs running in parks"]),
    ("a cat sleeps on sofa", ["a cat sleeping on sofas"]),
]


@pytest.mark.parametrize(
    ("images", "variant", "expected"),
    [
        ([("a dog dog dog runs fast", ["a dog runs fast on the wet sand"]), CATS], "code-cider", 3.353085),
        ([("a dog dog dog runs fast", ["a dog runs fast on the wet sand"]), CATS], "code-cider-d", 2.534117),
        ([("a brown dog runs", ["a brown dog runs fast on sand"]), CATS], "code-cider-d", 5.767468),
        ([("a brown dog runs", ["a brown dog runs fast on sand"]), CATS], "paper-cider-d-text", 5.767468),
        ([("a brown dog runs", ["a brown dog runs fast on sand"]), CATS], "paper-cider-d-eq4-all", 2.621576),
        (
            [("a brown dog runs", ["a brown dog runs fast on sand"]), CATS],
            "paper-cider-d-eq4-order",
            2.590486,
        ),
        (PLURALS, "code-cider", 1.0),
        (PLURALS[::-1], "code-cider", 2.125),
        # Stems make both captions equal to their references: the whole of the paper's scale of 1.
        (PLURALS, "paper-cider", 1.0),
        (PLURALS[::-1], "paper-cider", 1.0),
    ],
)
def test_the_variants_give_the_first_image_these_scores(
    images: list[tuple[str, list[str]]], variant: str, expected: float
) -> None:
    assert set_scores(images, PRESETS[variant])[0].score == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        # A caption equal to a reference earns what the other references let it.
        ("a dog runs", ["a dog runs", "a dog runs", "a puppy plays outside"], 5.0),
        ("a dog runs", ["a dog runs", "a puppy plays outside"], 3.75),
        ("a brown dog runs fast", ["a brown dog runs fast", ""], 5.0),
        ("a brown dog runs fast", ["a brown dog runs fast"], 10.0),
        # Orders without n-grams.
        ("dog", ["dog"], 2.5),
        ("dog runs", ["dog runs"], 5.0),
        ("brown dog runs", ["brown dog runs"], 7.5),
        ("", ["a dog runs"], 0.0),
        (" \t\n", ["a dog runs"], 0.0),
        # Text is compared as it stands.
        ("a brown dog runs fast.", DOG[1], 3.641523),
        ("A Brown Dog Runs Fast", DOG[1], 0.0),
        ("un café noir", ["un café noir"], 7.5),
        # Length.
        ("the image shows a brown dog runs fast", ["a brown dog runs fast"], 6.290924),
        ("a brown dog runs", DOG[1], 4.354780),
    ],
)
def test_code_cider_d_beside_the_cats(candidate: str, references: list[str], expected: float) -> None:
    assert beside_cats(candidate, references).score == pytest.approx(expected, abs=5e-7)


def test_an_accent_in_another_unicode_form_is_another_word() -> None:
    decomposed = beside_cats("un cafe\N{COMBINING ACUTE ACCENT} noir", ["un café noir"])
    assert decomposed.score == pytest.approx(5 / 3, abs=1e-12)


@pytest.mark.parametrize(
    ("new_words", "expected"), [(5, 4.381623), (10, 1.220378), (20, 0.014296), (40, 6.06e-10)]
)
def test_new_words_at_the_end_cost_length_and_wording(new_words: int, expected: float) -> None:
    longer = " ".join(["a brown dog runs fast", *(f"new{i}" for i in range(new_words))])
    tolerance = 5e-7 if new_words < 40 else 5e-13
    assert beside_cats(longer, ["a brown dog runs fast"]).score == pytest.approx(expected, abs=tolerance)


def test_a_narrower_sigma_costs_more() -> None:
    narrow = beside_cats("a brown dog runs", DOG[1], CODE.replace(sigma=1))
    assert narrow.score == pytest.approx(2.517153, abs=5e-7)


MATS = [
    ("a dog on a mat", ["a dog on a red mat"]),
    ("a cat on a mat", ["a cat on a blue mat"]),
    ("a cup on a desk", ["a cup on a desk"]),
]


def test_the_number_of_images_belongs_to_the_table() -> None:
    df = by_hand.document_frequencies(captions for _, captions in MATS)
    assert [s.score for s in set_scores(MATS)] == pytest.approx([5.651586, 5.651586, 10.0], abs=5e-7)
    not_logged = set_scores(MATS, idf=(df, math.exp(3)))
    assert not_logged[0].score == pytest.approx(6.1414, abs=5e-5)


def test_one_image_alone_has_no_weights_and_says_so() -> None:
    (alone,) = set_scores([DOG])
    assert alone.score == 0.0
    assert alone.losses["zero_weights"] == pytest.approx(10.0, abs=1e-12)


def test_a_third_image_moves_every_score() -> None:
    before = set_scores([DOG, CATS])
    after = set_scores([DOG, CATS, ("a cat runs", ["a cat runs on the sofa"])])
    assert all(abs(b.score - a.score) > 0.01 for b, a in zip(before, after, strict=False))


# --- The official scorer --------------------------------------------------------------------------

#: Without a deadline, for the first example may have to import the official scorer.
quick = settings(max_examples=40, deadline=None)

words = st.sampled_from(["a", "b", "c"])
captions = st.lists(words, max_size=7).map(" ".join)
images = st.lists(st.tuples(captions, st.lists(captions, min_size=1, max_size=3)), min_size=1, max_size=4)
counted_images = images.filter(lambda drawn: any(any(map(str.split, captions)) for _, captions in drawn))
tables = st.dictionaries(
    st.lists(words, min_size=1, max_size=4).map(tuple), st.integers(0, 9), min_size=1, max_size=12
)


def official_scores(
    images: Sequence[tuple[str, Sequence[str]]],
    sigma: float = 6.0,
    df: Mapping[tuple[str, ...], int] | None = None,
) -> list[float]:
    official = pytest.importorskip("pycocoevalcap.cider.cider_scorer").CiderScorer(n=4, sigma=sigma)
    for candidate, references in images:
        official += candidate, references
    if df is None:
        return list(official.compute_score()[1])
    official.document_frequency = defaultdict(float, df)
    return list(official.compute_cider())


def assert_close(ours: Sequence[float], theirs: Sequence[float]) -> None:
    assert ours == pytest.approx(theirs, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    "corpus",
    [
        [DOG, CATS],
        [DOG],
        MATS,
        PLURALS,
        [("a a a a", ["a a", "", "b"]), ("", ["a b a b"]), ("b", ["c c c c c c c"]), CATS],
    ],
)
def test_cider_d_is_the_official_cider_d(corpus: list[tuple[str, list[str]]]) -> None:
    assert_close([s.score for s in set_scores(corpus)], official_scores(corpus))


@quick
@given(counted_images, st.sampled_from([0.5, 1.0, 6.0]))
def test_cider_d_is_the_official_cider_d_whatever_the_words(
    corpus: list[tuple[str, list[str]]], sigma: float
) -> None:
    ours = set_scores(corpus, CODE.replace(sigma=sigma))
    assert_close([s.score for s in ours], official_scores(corpus, sigma))


@quick
@given(images, tables)
def test_cider_d_is_the_official_cider_d_under_a_table_that_may_exceed_the_number_of_images(
    corpus: list[tuple[str, list[str]]], df: dict[tuple[str, ...], int]
) -> None:
    ours = set_scores(corpus, idf=(df, len(corpus)))
    assert_close([s.score for s in ours], official_scores(corpus, df=df))


@quick
@given(images, tables, st.integers(1, 20))
def test_the_straight_forms_of_the_official_scorers_are_their_presets(
    corpus: list[tuple[str, list[str]]], df: dict[tuple[str, ...], int], num_images: int
) -> None:
    for preset, straight in [
        ("code-cider", by_hand.official_cider),
        ("code-cider-d", by_hand.official_cider_d),
    ]:
        ours = set_scores(corpus, PRESETS[preset], idf=(df, num_images))
        assert_close(
            [s.score for s in ours], [straight(c, references, df, num_images) for c, references in corpus]
        )


# --- Sums on paper --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clipping", "tf", "unigrams", "bigrams"),
    [
        # Unigrams of "x x y" against "x y y z": counts (2, 1) and (1, 2, 1), norms sqrt 5 and sqrt 6.
        # Bigrams: xx, xy against xy, yy, yz.
        ("none", "count", 4, 1),
        ("none", "all", 4, 1),
        ("count", "count", 3, 1),
        ("count", "order", 3, 1),
        ("weight", "count", 3, 1),
        # all: 5 and 7 n-grams. min(2/5, 1/7)/7 + min(1/5, 2/7) 2/7 = 1/49 + 2/35, times 5 * 7.
        ("weight", "all", 19 / 7, 5 / 7),
        # order: 3 and 4 unigrams, 2 and 3 bigrams. min(2/3, 1/4)/4 + min(1/3, 2/4) 2/4, times 3 * 4.
        ("weight", "order", 11 / 4, 2 / 3),
    ],
)
def test_the_two_readings_of_clipping_under_each_normaliser(
    clipping: str, tf: str, unigrams: float, bigrams: float
) -> None:
    per_order = unweighted("x x y", "x y y z", clipping=clipping, tf=tf, max_order=2).per_order
    assert_close(per_order, [unigrams / math.sqrt(30), bigrams / math.sqrt(6)])


@quick
@given(captions, captions, st.sampled_from(["all", "order"]))
def test_eq_4_is_kinder_than_clipped_counts_to_the_longer_candidate_only(
    candidate: str, reference: str, tf: str
) -> None:
    eq_4 = unweighted(candidate, reference, clipping="weight", tf=tf).per_order
    counts = unweighted(candidate, reference, clipping="count").per_order
    excess_words = len(candidate.split()) - len(reference.split())
    for with_weights, with_counts in zip(eq_4, counts, strict=True):
        if excess_words >= 0:
            assert with_weights >= with_counts - 1e-12
        if excess_words <= 0:
            assert with_weights <= with_counts + 1e-12


@pytest.mark.parametrize(
    ("clipping", "tf", "expected"),
    [("none", "count", 2), ("count", "all", 1), ("weight", "count", 1), ("weight", "order", 4 / 3)],
)
def test_in_the_limit_a_cosine_is_over_the_absent_ngrams_alone(
    clipping: str, tf: str, expected: float
) -> None:
    # y, z and x (whose df is 0) are absent: counts z 2, y 1 against z 1, x 1; 4 words against 3.
    df = {("a",): 3, ("b",): 1, ("x",): 0}
    variant = Variant(unseen="limit", clipping=clipping, tf=tf, sigma=None, max_order=1, scale=1)
    limit = by_hand.score("a z z y", ["a z x"], df, 9, variant)
    assert limit.score == pytest.approx(expected / math.sqrt(10), abs=1e-12)
    assert limit.terms == pytest.approx({(("a",), 0): 0.0, (("z",), 0): limit.score}, abs=1e-12)
    assert limit.losses["unseen_limit"] == 0.0


@pytest.mark.parametrize(
    ("candidate", "reference", "unseen", "expected"),
    [
        ("a z", "a b", "limit", 0.0),
        ("a b", "a z", "limit", 0.0),
        ("a z", "b y", "limit", 0.0),
        ("a b", "a b", "limit", 1.0),
        # floor: a weighs ln 9 - ln 3 = ln 3, and z with the floored df ln 9 = 2 ln 3, as does b.
        ("a z", "a b", "floor", 1 / 5),
        ("a z", "a z", "floor", 1.0),
    ],
)
def test_an_absent_ngram_that_is_not_shared_takes_its_order_in_the_limit(
    candidate: str, reference: str, unseen: str, expected: float
) -> None:
    variant = Variant(unseen=unseen, clipping="none", sigma=None, max_order=1, scale=1)
    result = by_hand.score(candidate, [reference], {("a",): 3, ("b",): 1}, 9, variant)
    assert result.score == pytest.approx(expected, abs=1e-12)
    assert result.losses["unseen_limit"] == (1.0 if unseen == "limit" and expected == 0 else 0.0)


def test_without_an_idf_source_nothing_is_absent() -> None:
    (none,) = set_scores([("a z", ["a b"])], Variant(unseen="limit", max_order=1, sigma=None), idf="none")
    assert none.score == pytest.approx(5.0, abs=1e-12)


@pytest.mark.parametrize(
    ("settings", "per_order", "expected"),
    [
        ({"max_order": 1}, [2 / 3], 2 / 3),
        ({"max_order": 2}, [2 / 3, 1 / 2], 7 / 12),
        ({"max_order": 2, "order_weights": (0.25, 0.75)}, [2 / 3, 1 / 2], 13 / 24),
        ({"max_order": 2, "order_weights": (1, 0)}, [2 / 3, 1 / 2], 2 / 3),
        ({"max_order": 3}, [2 / 3, 1 / 2, 0], 7 / 18),
    ],
)
def test_orders_are_combined_by_their_weights(
    settings: dict[str, object], per_order: list[float], expected: float
) -> None:
    result = unweighted("a b c", "a b d", **settings)
    assert_close(result.per_order, per_order)
    assert result.score == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("caption", "expected"), [("a b c d e", 1.0), ("a b c d", 0.8), ("a", 0.2)])
def test_five_orders_need_five_words(caption: str, expected: float) -> None:
    assert unweighted(caption, caption, max_order=5).score == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("max_order", [1, 2, 5])
def test_length_counts_bigrams_whatever_n_is(max_order: int) -> None:
    with_penalty = by_hand.score("a", ["a a a"], None, None, Variant(sigma=2, scale=1, max_order=max_order))
    assert with_penalty.per_order[0] == pytest.approx(math.exp(-(2**2) / (2 * 2**2)), abs=1e-12)


@pytest.mark.parametrize(("sigma", "expected"), [(1e-200, 0.0), (1e300, 1.0)])
def test_an_extreme_sigma_is_no_arithmetic_error(sigma: float, expected: float) -> None:
    assert by_hand.length_penalty(3, 5, sigma) == expected
    assert by_hand.length_penalty(5, 5, sigma) == 1.0


@pytest.mark.parametrize(
    ("clipping", "score", "gain"), [("none", 10, 0), ("weight", 20, 10), ("count", 10, 0)]
)
def test_a_negative_idf_makes_the_smaller_weight_the_larger_count(
    clipping: str, score: float, gain: float
) -> None:
    # idf = ln 2 - ln 10 = -w: weights -w and -2w, min -2w, (-2w)(-2w) / (w * 2w) = 2.
    variant = Variant(clipping=clipping, sigma=None, max_order=1)
    result = by_hand.score("a", ["a a"], {("a",): 10}, 2, variant)
    assert result.score == pytest.approx(score, abs=1e-12)
    assert result.losses["clipping"] == pytest.approx(-gain, abs=1e-12)


def test_document_frequencies_count_images_and_stem_first() -> None:
    references = {"u": ["a dog", "a dog dogs"], "v": ["dogs"]}
    assert by_hand.document_frequencies(references, max_order=1) == {("a",): 1, ("dog",): 1, ("dogs",): 2}
    assert by_hand.document_frequencies(references, "porter", max_order=2) == {
        ("a",): 1,
        ("dog",): 2,
        ("a", "dog"): 1,
        ("dog", "dog"): 1,
    }


@pytest.mark.parametrize(("stemmer", "expected"), [("none", 10.0), ("porter", 0.0)])
def test_the_corpus_idf_counts_what_the_variant_stems(stemmer: str, expected: float) -> None:
    # Stemmed, both images share their one n-gram, and it weighs nothing.
    pair = set_scores([("dog", ["dog"]), ("dogs", ["dogs"])], Variant(stemmer=stemmer, max_order=1))
    assert [s.score for s in pair] == [expected, expected]


def test_looking_an_ngram_up_leaves_the_table_as_it_is() -> None:
    df = defaultdict(int, {("a",): 1})
    by_hand.score("a b", ["a c"], df, 3, CODE.replace(unseen="limit"))
    assert df == {("a",): 1}


# --- Parts and wholes -----------------------------------------------------------------------------


def test_a_stem_shares_its_contribution_over_the_words_it_came_from() -> None:
    result = by_hand.score(
        "dog dogs dogs", ["dog"], None, None, Variant(stemmer="porter", max_order=1, sigma=None)
    )
    assert result.terms == pytest.approx({(("dog",), 0): 10 / 3}, abs=1e-12)
    assert result.surface_terms == pytest.approx({(("dog",), 0): 10 / 9, (("dogs",), 0): 20 / 9}, abs=1e-12)


@pytest.mark.parametrize(
    ("candidate", "reference", "expected"),
    [
        ("a b c", "", {"reference_too_short": 1.0}),
        ("", "a b c", {"candidate_too_short": 1.0}),
        ("", "", {"candidate_too_short": 1.0}),
        ("a", "a b", {"candidate_too_short": 0.5, "wording": 0.5 * (1 - 1 / math.sqrt(2))}),
        ("a b", "a", {"reference_too_short": 0.5, "wording": 0.5 * (1 - 1 / math.sqrt(2))}),
        ("a b", "a b", {}),
        # Unigram counts (3) against (1): cosine 1, clipped 1/3; bigrams aa against none.
        ("a a a", "a", {"clipping": 0.5 * 2 / 3, "reference_too_short": 0.5}),
    ],
)
def test_each_order_and_reference_loses_its_points_to_the_first_reason(
    candidate: str, reference: str, expected: dict[str, float]
) -> None:
    losses = unweighted(candidate, reference, max_order=2).losses
    assert losses == pytest.approx(dict.fromkeys(losses, 0.0) | expected, abs=1e-12)


def test_the_length_penalty_takes_its_share_of_what_clipping_left() -> None:
    variant = Variant(sigma=1, max_order=1, scale=1)
    losses = by_hand.score("a a b", ["a b c d"], None, None, variant).losses
    cosine, clipped, penalty = 3 / math.sqrt(20), 2 / math.sqrt(20), math.exp(-1 / 2)
    assert losses["wording"] == pytest.approx(1 - cosine, abs=1e-12)
    assert losses["clipping"] == pytest.approx(cosine - clipped, abs=1e-12)
    assert losses["length_penalty"] == pytest.approx((1 - penalty) * clipped, abs=1e-12)


order_weights = st.sampled_from([None, (1.0, 0.0, 0.0), (0.5, 0.25, 0.25)])
variants = st.builds(
    Variant,
    stemmer=st.sampled_from(["none", "porter"]),
    tf=st.sampled_from(["count", "all", "order"]),
    unseen=st.sampled_from(["floor", "limit"]),
    clipping=st.sampled_from(["none", "count", "weight"]),
    sigma=st.sampled_from([None, 0.5, 6.0]),
    max_order=st.just(3),
    order_weights=order_weights,
    scale=st.sampled_from([1, 10]),
)


@quick
@given(
    images, variants, st.one_of(st.sampled_from(["corpus", "none"]), st.tuples(tables, st.integers(1, 20)))
)
def test_every_score_is_the_sum_of_its_parts(
    corpus: list[tuple[str, list[str]]], variant: Variant, idf: str | tuple[dict[tuple[str, ...], int], int]
) -> None:
    df, num_images = idf if isinstance(idf, tuple) else ({}, 1)
    idf_may_be_negative = any(count > num_images for count in df.values())
    for result in set_scores(corpus, variant, idf=idf):
        assert result.score == pytest.approx(by_hand.combine(result.per_order, variant.weights), abs=1e-12)
        assert sum(result.terms.values()) == pytest.approx(result.score, abs=1e-12)
        assert sum(result.surface_terms.values()) == pytest.approx(result.score, abs=1e-12)
        assert result.score + sum(result.losses.values()) == pytest.approx(variant.scale, abs=1e-11)
        assert min(result.terms.values(), default=0.0) >= 0.0
        gain_allowed = idf_may_be_negative and variant.clipping == "weight"
        for reason, points in result.losses.items():
            assert points >= -1e-12 or (reason == "clipping" and gain_allowed)


# --- Refusals -------------------------------------------------------------------------------------


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(ValueError, match="list of one caption or more"):
        by_hand.score("a", "a dog", None, None, CODE)
    with pytest.raises(ValueError, match="list of one caption or more"):
        by_hand.score("a", [], None, None, CODE)
    with pytest.raises(ValueError, match="num_images is None"):
        by_hand.score("a", ["a"], {("a",): 1}, None, CODE)
    with pytest.raises(ValueError, match=r"\{'y'\}"):
        by_hand.score_set({"x": "a"}, {"x": ["a"], "y": ["a"]}, CODE)
