"""Findings: each says what misleads where it does, keeps silent where it does not, and says what to do."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from strategies import engine_idf, scorings

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, Finding, Variant

#: Three images with n-grams of their own, to put others beside; nothing is to be said of them.
COMPANY = {
    "cats": ("two cats sleep on a sofa", ["two cats sleep on a sofa", "cats lying on the couch"]),
    "boat": ("a boat sails past the island", ["a small boat sails past an island"]),
    "bread": ("fresh bread on the table", ["bread lies on a wooden table", "some bread"]),
}
DOG = ("a brown dog runs fast", ["a brown dog runs fast", "the dog is running on grass"])

#: True of any set as small as these and of any candidate that copies a reference; they have tests of
#: their own below, and are left out of the others.
OF_SMALL_SETS = {"few_images", "ceiling", "short_references"}


def all_findings(images: Mapping[Any, tuple[str, list[str]]], **settings: Any) -> dict[str, cidernb.Finding]:
    """The findings on images given as (candidate, references), by code."""
    candidates = {image_id: candidate for image_id, (candidate, _) in images.items()}
    references = {image_id: texts for image_id, (_, texts) in images.items()}
    return {finding.code: finding for finding in cidernb.score(candidates, references, **settings).findings}


def findings_of(images: Mapping[Any, tuple[str, list[str]]], **settings: Any) -> dict[str, cidernb.Finding]:
    """The same without those on small sets."""
    found = all_findings(images, **settings)
    return {code: finding for code, finding in found.items() if code not in OF_SMALL_SETS}


def in_company(candidate: str, references: list[str], **settings: Any) -> dict[str, cidernb.Finding]:
    """The findings on image "x" and the company."""
    return findings_of({"x": (candidate, references), **COMPANY}, **settings)


def table_of_company(num_images: int, **counts: int) -> DocumentFrequencies:
    """A table that knows all the company's n-grams and these words."""
    known = DocumentFrequencies.from_references([texts for _, texts in COMPANY.values()])
    of_company = {ngram: df for order in range(1, 5) for ngram, df in known.counts(order).items()}
    new = {(word,): df for word, df in counts.items()}
    return DocumentFrequencies.from_counts({**of_company, **new}, num_images=num_images)


def test_there_is_nothing_to_say_of_plain_captions() -> None:
    for variant in cidernb.PRESETS:
        assert in_company(*DOG, variant=variant) == {}


# --- Each code, where it is due and where it is not -----------------------------------------------


def test_one_image_alone_is_told_from_a_true_zero() -> None:
    findings = findings_of({"x": DOG})
    assert set(findings) == {"one_image"}
    assert findings["one_image"] == dataclasses.replace(
        findings["one_image"], severity="warning", image_ids=("x",), evidence={"num_images": 1}
    )
    assert "Score it with the images it belongs to, or take the IDF from a table" in (
        findings["one_image"].message
    )


@pytest.mark.parametrize("idf", ["none", table_of_company(3, dog=1)])
def test_one_image_with_weights_from_elsewhere_is_no_zero(idf: str | DocumentFrequencies) -> None:
    assert "one_image" not in findings_of({"x": DOG}, idf=idf)
    assert "zero_weights" not in findings_of({"x": DOG}, idf=idf)


def test_images_that_share_their_references_have_zero_weights() -> None:
    findings = findings_of({"x": DOG, "y": ("a brown dog", DOG[1])})
    assert set(findings) == {"zero_weights", "empty_orders"}
    found = findings["zero_weights"]
    assert (found.severity, found.image_ids) == ("warning", ("x", "y"))
    assert found.evidence == {"images": 2, "num_images": 2}
    assert "count the IDF over more varied images or take it from a table" in found.message


def test_a_candidate_of_words_that_stand_in_every_image_has_zero_weights() -> None:
    findings = in_company(
        "on", ["the dog on grass"], variant=Variant(max_order=1), idf=table_of_company(3, on=3)
    )
    assert findings["zero_weights"].image_ids == ("x",)
    assert "nothing_matches" not in findings


@pytest.mark.parametrize(
    ("num_images", "found"), [(1, True), (4, True), (5, False), (6, False), (40504, False)]
)
def test_idf_is_negative_where_there_are_fewer_images_than_a_df(num_images: int, found: bool) -> None:
    findings = in_company(*DOG, idf=table_of_company(num_images, dog=5))
    assert ("negative_idf" in findings) is found
    if found:
        finding = findings["negative_idf"]
        assert (finding.severity, finding.image_ids) == ("warning", ())
        assert finding.evidence["num_images"] == num_images
        assert finding.evidence["largest_df"] == 5
        assert "Give the table the number of images that it was counted on" in finding.message


@pytest.mark.parametrize(("candidate", "above"), [("dog", True), ("dog dog", False)])
def test_a_negative_idf_says_whether_a_score_passed_the_maximum(candidate: str, above: bool) -> None:
    table = DocumentFrequencies.from_counts({"dog": 9}, num_images=2)
    variant = Variant(max_order=1, sigma=None)
    findings = findings_of({"x": (candidate, ["dog dog"])}, idf=table, variant=variant)
    assert findings["negative_idf"].evidence["above_maximum"] is above


@pytest.mark.parametrize(("variant", "found"), [(Variant(max_order=1), False), (Variant(max_order=2), True)])
def test_only_the_orders_scored_count_for_a_negative_idf(variant: Variant, found: bool) -> None:
    images = EvaluationSet(["a dog runs"], [["a dog runs"]])
    table = DocumentFrequencies.from_counts({"a": 1, "dog": 2, "a dog": 7}, num_images=3)
    cidernb.score(images, idf=table)  # four orders are encoded now
    codes = {finding.code for finding in cidernb.score(images, idf=table, variant=variant).findings}
    assert ("negative_idf" in codes) is found


@pytest.mark.parametrize("word", ["dog.", "(dog", "Dog", "DOG", "dog,", '"dog', "Élan", "-dog", "dog!"])
@pytest.mark.parametrize("side", ["candidate", "reference"])
def test_capitals_and_punctuation_under_whitespace_tokens(word: str, side: str) -> None:
    caption = f"a brown {word} runs fast"
    candidate, reference = (caption, DOG[0]) if side == "candidate" else (DOG[0], caption)
    findings = in_company(candidate, [reference])
    assert set(findings) == {"untokenized"}
    found = findings["untokenized"]
    assert (found.severity, found.image_ids) == ("warning", ())
    assert found.evidence == {"words": 1, "first": word}
    assert "Lower-case the captions and remove punctuation" in found.message


@pytest.mark.parametrize("word", ["'s", "n't", "t-shirt", "café", "猫", "3.5", "u.s.a", "$5", "50%", "<eos>"])
def test_words_that_a_tokenizer_leaves_are_no_sign_of_untokenized_captions(word: str) -> None:
    assert in_company(f"a brown {word} runs fast", DOG[1]) == {}


def test_a_subset_is_judged_by_its_own_words() -> None:
    candidates = {"x": "A dog.", "y": DOG[0], "z": "two cats sleep here"}
    images = EvaluationSet(candidates, {"x": ["a dog"], "y": [DOG[0]], "z": ["two cats sleep there"]})
    assert "untokenized" in {finding.code for finding in cidernb.score(images).findings}
    assert (
        cidernb.score(images.subset(["y", "z"])).findings
        == cidernb.score([DOG[0], "two cats sleep here"], [[DOG[0]], ["two cats sleep there"]]).findings
    )


@pytest.mark.parametrize(("max_order", "found"), [(1, True), (3, True), (4, False), (5, False)])
def test_a_table_of_shorter_ngrams_than_the_variant_counts(max_order: int, found: bool) -> None:
    table = DocumentFrequencies.from_references(
        [*(texts for _, texts in COMPANY.values()), DOG[1]], max_order=max_order
    )
    findings = in_company(*DOG, idf=table)
    assert set(findings) - {"table_share"} == ({"table_too_short"} if found else set())
    if found:
        finding = findings["table_too_short"]
        assert (finding.severity, finding.image_ids) == ("warning", ())
        assert finding.evidence == {"table_order": max_order, "max_order": 4}
        assert "Count a table with max_order=4" in finding.message


@pytest.mark.parametrize(
    ("candidate", "settings", "lost"),
    [
        ("brown dog runs", {}, 2.5),
        ("dog runs", {}, 5),
        ("dog", {}, 7.5),
        ("dog", {"scale": 1}, 0.75),
        ("dog", {"max_order": 2}, 5),
        ("dog", {"order_weights": (0.1, 0.2, 0.3, 0.4)}, 9),
        ("brown dog", {"order_weights": (0.5, 0, 0.5, 0)}, 5),
        ("a brown dog runs", {}, None),
        ("dog", {"max_order": 1}, None),
        ("dog", {"order_weights": (1, 0, 0, 0)}, None),
        ("brown dog runs", {"order_weights": (0, 0, 1, 0)}, None),
    ],
)
def test_short_candidates_have_empty_orders_that_cost_this_much(
    candidate: str, settings: dict[str, Any], lost: float | None
) -> None:
    findings = in_company(candidate, DOG[1], variant=Variant(**settings))
    assert set(findings) == (set() if lost is None else {"empty_orders"})
    if lost is not None:
        found = findings["empty_orders"]
        assert (found.severity, found.image_ids) == ("info", ("x",))
        assert found.evidence["fewest_words"] == len(candidate.split())
        assert found.evidence["points_lost"] == pytest.approx(lost)
        assert f"loses {lost:g} of " in found.message


def test_a_perfect_short_caption_loses_just_what_its_finding_says() -> None:
    candidates = {"x": "dog runs", "y": "two cats sleep here"}
    result = cidernb.score(candidates, {"x": ["dog runs"], "y": ["two cats sleep here"]})
    (found,) = (finding for finding in result.findings if finding.code == "empty_orders")
    assert result.per_image["x"] == pytest.approx(10 - found.evidence["points_lost"], abs=1e-12)


@pytest.mark.parametrize("blank", ["", " \n "])
def test_blank_candidates_are_named(blank: str) -> None:
    findings = in_company(blank, DOG[1])
    assert set(findings) == {"blank_candidates"}
    found = findings["blank_candidates"]
    assert (found.severity, found.image_ids, found.evidence) == ("info", ("x",), {"images": 1})
    assert "scores 0 and counts in the mean" in found.message


@pytest.mark.parametrize(
    ("candidate", "references", "variant", "found"),
    [
        ("nothing of the sort here", ["a brown dog runs fast"], "code-cider-d", True),
        ("nothing of the sort here", ["a brown dog", "the dog runs"], "code-cider-d", False),
        ("a brown dog runs fast", ["a brown dog runs fast"], "code-cider-d", False),
        ("", ["a brown dog runs fast"], "code-cider-d", False),
        # The n-grams match; it is the length penalty that leaves nothing, or the weights of the orders.
        ("dog " * 400, ["a brown dog runs fast"], "code-cider-d", False),
        ("dog jumps over the fence", ["dog"], Variant(order_weights=(0, 0, 0, 1)), False),
    ],
)
def test_a_true_zero_is_one_where_nothing_matches(
    candidate: str, references: list[str], variant: str | Variant, found: bool
) -> None:
    findings = in_company(candidate, references, variant=variant)
    assert ("nothing_matches" in findings) is found
    if found:
        finding = findings["nothing_matches"]
        assert (finding.severity, finding.image_ids, finding.evidence) == ("info", ("x",), {"images": 1})
        assert "Look at the words: another language, case or spelling, or the wrong image?" in finding.message


# --- All codes ------------------------------------------------------------------------------------


def test_warnings_stand_before_what_is_good_to_know() -> None:
    findings = cidernb.score(["", "Dog"], [["a dog"], ["two cats"]]).findings
    assert [(f.code, f.severity) for f in findings] == [
        ("untokenized", "warning"),
        ("few_images", "info"),
        ("empty_orders", "info"),
        ("blank_candidates", "info"),
        ("nothing_matches", "info"),
        ("short_references", "info"),
    ]


@settings(max_examples=80)
@given(scorings)
def test_a_finding_names_only_images_of_the_set_and_a_zero_always_has_its_reason(scoring: Any) -> None:
    corpus, variant, idf = scoring
    result = cidernb.score(corpus.evaluation_set, variant=variant, idf=engine_idf(idf))
    codes = [finding.code for finding in result.findings]
    assert len(codes) == len(set(codes))
    for finding in result.findings:
        assert set(finding.image_ids) <= set(corpus.references)
        assert finding.message.endswith((".", "?"))
    named = {image_id for finding in result.findings for image_id in finding.image_ids}
    if variant.order_weights is None and variant.sigma in (None, 6.0) and variant.unseen == "floor":
        assert {image_id for image_id, score in result.per_image.items() if score == 0} <= named


def test_a_finding_cannot_be_changed() -> None:
    (finding,) = cidernb.score(["a dog runs home"], [["a dog runs home"]]).findings
    assert isinstance(finding, Finding)
    with pytest.raises(dataclasses.FrozenInstanceError):
        finding.code = "x"  # type: ignore[misc]
    with pytest.raises(TypeError):
        finding.evidence["x"] = 1  # type: ignore[index]
