"""Variants are values, and a signature says every one of their settings."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora, engine_idf, scorings, variants

import cidernb
from cidernb import PRESETS, DataDescription, DocumentFrequencies, EvaluationSet, Variant, parse_signature
from cidernb.signature import methods_sentence, write_signature

DATA = DataDescription(idf="corpus[100]", references="10", tokenizer="whitespace", version="0.1.0")


# --- Variants -------------------------------------------------------------------------------------


def test_a_variant_is_a_value() -> None:
    assert Variant(sigma=6) == Variant() == PRESETS["code-cider-d"]
    assert hash(Variant(order_weights=[0.25] * 4)) == hash(Variant())
    assert len({*PRESETS.values()}) == len(PRESETS) - 1  # coco-caption is code-cider-d
    with pytest.raises(dataclasses.FrozenInstanceError):
        Variant().sigma = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("here", "there", "expected"),
    [
        ("code-cider-d", "coco-caption", {}),
        ("code-cider-d", "code-cider", {"clipping": ("weight", "none"), "sigma": (6.0, None)}),
        ("paper-cider", "paper-cider-unstemmed", {"stemmer": ("porter", "none")}),
        ("paper-cider-d-eq4-all", "paper-cider-d-eq4-order", {"tf": ("all", "order")}),
        (
            "paper-cider-d-text",
            "code-cider-d",
            {"clipping": ("count", "weight")},
        ),
        ("paper-cider-unstemmed", "code-cider", {"tf": ("all", "count"), "scale": (1.0, 10.0)}),
    ],
)
def test_presets_differ_in_these_settings(here: str, there: str, expected: dict[str, Any]) -> None:
    assert PRESETS[here].differences(PRESETS[there]) == expected
    swapped = {field: (b, a) for field, (a, b) in expected.items()}
    assert PRESETS[there].differences(PRESETS[here]) == swapped


@settings(max_examples=60)
@given(variants, variants)
def test_the_differences_turn_one_variant_into_the_other(here: Variant, there: Variant) -> None:
    changes = {field: after for field, (_, after) in here.differences(there).items()}
    assert here.replace(**changes) == there


@pytest.mark.parametrize(
    ("max_order", "order_weights", "expected"),
    [
        (4, None, (0.25, 0.25, 0.25, 0.25)),
        (2, None, (0.5, 0.5)),
        (1, [1], (1.0,)),
        (2, (0, 1), (0.0, 1.0)),
        (3, iter([0.5, 0.25, 0.25]), (0.5, 0.25, 0.25)),
    ],
)
def test_uniform_weights_follow_n(max_order: int, order_weights: Any, expected: tuple[float, ...]) -> None:
    assert Variant(max_order=max_order, order_weights=order_weights).weights == expected


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({}, "CIDEr-D"),
        ({"clipping": "count"}, "CIDEr-D"),
        ({"clipping": "none"}, "CIDEr"),
        ({"sigma": None}, "CIDEr"),
        ({"clipping": "none", "sigma": None}, "CIDEr"),
    ],
)
def test_cider_d_both_clips_and_penalises_length(settings: dict[str, Any], name: str) -> None:
    assert Variant(**settings).name == name


# --- Signatures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "signature"),
    [
        (
            "code-cider-d",
            "CIDEr-D|stem:none|tf:count|unseen:floor|clip:weight|sigma:6|n:4|w:uniform|scale:10"
            "|idf:corpus[100]|refs:10|tok:whitespace|v:0.1.0",
        ),
        (
            "paper-cider",
            "CIDEr|stem:porter|tf:all|unseen:floor|clip:none|sigma:none|n:4|w:uniform|scale:1"
            "|idf:corpus[100]|refs:10|tok:whitespace|v:0.1.0",
        ),
    ],
)
def test_a_signature_names_every_setting_in_a_fixed_order(preset: str, signature: str) -> None:
    assert write_signature(PRESETS[preset], DATA) == signature
    assert parse_signature(signature) == (PRESETS[preset], DATA)


_words = st.text(st.characters(exclude_characters="|", exclude_categories=["Z", "Cc", "Cs"]), min_size=1)
_data = st.builds(
    DataDescription,
    idf=st.sampled_from(["none", "corpus[1]", "corpus[5000]", "table[40504,0a1b2c3d]"]),
    references=st.sampled_from(["1", "10", "4-6"]),
    tokenizer=st.sampled_from(["whitespace", "ptb"]),
    end_token=st.none() | _words.filter(lambda word: word.split() == [word]),
    version=st.sampled_from(["0.1.0", "1.0.0rc1"]),
)


@settings(max_examples=150)
@given(
    st.builds(
        Variant.replace,
        variants,
        sigma=st.none() | st.floats(1e-300, 1e300),
        scale=st.floats(1e-300, 1e300),
    ),
    _data,
)
def test_a_signature_reads_back_as_what_was_written(variant: Variant, data: DataDescription) -> None:
    assert parse_signature(write_signature(variant, data)) == (variant, data)


@settings(max_examples=40)
@given(scorings)
def test_the_signature_of_a_result_reads_back_as_its_settings(scoring: Any) -> None:
    corpus, variant, idf = scoring
    result = cidernb.score(corpus.evaluation_set, variant=variant, idf=engine_idf(idf))
    parsed, data = parse_signature(result.signature)
    assert parsed == variant
    assert data == result.data
    assert data.version == cidernb.__version__


@pytest.mark.parametrize(
    ("references", "expected"),
    [([["a"], ["b"]], "1"), ([["a", "b"], ["b", "c"]], "2"), ([["a"], ["b"] * 4, ["c"] * 2], "1-4")],
)
def test_a_signature_counts_the_references(references: list[list[str]], expected: str) -> None:
    result = cidernb.score(["a"] * len(references), references)
    assert result.data.references == expected
    assert result.data.idf == f"corpus[{len(references)}]"


def test_a_signature_tells_tables_apart_by_size_and_digest() -> None:
    table = DocumentFrequencies.from_counts({"a": 2}, num_images=40504)
    other = DocumentFrequencies.from_counts({"a": 3}, num_images=40504)
    signatures = [cidernb.score(["a"], [["a"]], idf=idf).signature for idf in ("none", table, other)]
    assert "|idf:none|" in signatures[0]
    assert f"|idf:table[40504,{table.digest}]|" in signatures[1]
    assert f"|idf:table[40504,{other.digest}]|" in signatures[2]
    assert len(set(signatures)) == 3


@pytest.mark.parametrize(
    ("scale", "words"),
    [
        (1.1e300, "scale is 1.1e.300; give a positive number up to 1e.300, such as 1 or 10"),
        (1e308, "up to 1e.300"),
        (float("inf"), "scale is inf; give a positive number, such as"),
        (0, "scale is 0; give a positive number, such as"),
    ],
)
def test_a_scale_leaves_room_to_add_scores_up(scale: float, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Variant(scale=scale)
    assert np.isfinite(100 * cidernb.score(["a dog"] * 9, [["a dog"]] * 9, variant=Variant(scale=1e300)).mean)


def test_an_end_token_stands_in_the_signature_just_before_the_version() -> None:
    result = cidernb.score(EvaluationSet(["a"], [["a"]]).with_end_token("<eos>"))
    assert result.signature.endswith(f"|tok:whitespace|end:<eos>|v:{cidernb.__version__}")
    assert "|end:" not in cidernb.score(["a"], [["a"]]).signature


LINE = write_signature(Variant(), DATA)


@pytest.mark.parametrize(
    ("signature", "words"),
    [
        ("", "has no 'stem' part"),
        ("CIDEr-D 1.16", "has no 'stem' part"),
        (LINE.replace("|tok:whitespace", ""), "has no 'tok' part"),
        (LINE.replace("sigma:6", "sigma:six"), "cannot be read: .*'six'"),
        (LINE.replace("n:4", "n:4.5"), "cannot be read: .*'4.5'"),
        (LINE.replace("sigma:6", "sigma:0"), "cannot be read: sigma is 0.0; give a positive number"),
        (LINE.replace("clip:weight", "clip:all"), "cannot be read: clipping is 'all'; choose one of"),
        (LINE.replace("w:uniform", "w:0.5,0.5"), "cannot be read: order_weights is .*; give 4 numbers"),
        (LINE.replace("CIDEr-D|", "CIDEr|"), "says 'CIDEr', but its settings are those of CIDEr-D"),
    ],
)
def test_a_line_that_is_no_signature_is_refused(signature: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_signature(signature)


# --- In words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "phrases"),
    [
        (
            PRESETS["code-cider-d"],
            [
                "We report CIDEr-D on a scale of 0 to 10, with n-grams up to length 4 weighted equally",
                "no stemming",
                "candidate weights clipped to the reference's (raw counts)",
                "a Gaussian length penalty (sigma 6)",
                "n-grams seen in no image counted as seen in one",
            ],
        ),
        (
            PRESETS["paper-cider"],
            ["CIDEr on a scale of 0 to 1", "Porter stemming", "no clipping and no length penalty"],
        ),
        (PRESETS["paper-cider-d-text"], ["candidate counts clipped to the reference's"]),
        (PRESETS["paper-cider-d-eq4-all"], ["(counts divided by the caption's n-grams of all lengths)"]),
        (
            PRESETS["paper-cider-d-eq4-order"],
            ["(counts divided by the caption's n-grams of the same length)"],
        ),
        (
            Variant(stemmer="plural", unseen="limit", max_order=2, order_weights=(0.25, 0.75), sigma=2.5),
            [
                "up to length 2 weighted by 0.25, 0.75",
                "plural stemming",
                "(sigma 2.5)",
                "n-grams seen in no image given a weight without bound",
            ],
        ),
    ],
)
def test_the_methods_sentence_says_the_settings_in_words(variant: Variant, phrases: list[str]) -> None:
    sentence = methods_sentence(variant, DATA)
    for phrase in phrases:
        assert phrase in sentence
    assert "document frequencies were counted over the references of the 100 evaluated images" in sentence
    assert sentence.endswith('10 references per image, captions tokenised by "whitespace" (cidernb 0.1.0).')


@pytest.mark.parametrize(
    ("data", "phrase"),
    [
        (
            DataDescription("table[40504,0a1b2c3d]", "5", "ptb"),
            "document frequencies were counted over a table of 40504 images (digest 0a1b2c3d)",
        ),
        (DataDescription("none", "5", "ptb"), "n-grams were not weighted by document frequency"),
        (DataDescription("none", "4-6", "ptb"), "4-6 references per image, captions tokenised by"),
        (DataDescription("none", "5", "ptb", "<eos>"), 'by "ptb", the end token "<eos>" counted'),
    ],
)
def test_the_methods_sentence_says_what_the_data_are(data: DataDescription, phrase: str) -> None:
    assert phrase in methods_sentence(Variant(), data)


@settings(max_examples=20)
@given(corpora)
def test_a_result_says_its_own_methods_sentence(corpus: Any) -> None:
    result = cidernb.score(corpus.evaluation_set)
    assert result.methods_sentence() == methods_sentence(result.variant, result.data)
