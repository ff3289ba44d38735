"""What people reported of CIDEr, kind by kind: the right value, and the finding that says what is the matter.

Every case is an input that somebody lost time over, in small. `T` is two images with two references
each; "+T2" is the second of them, put beside another image so that IDF is not zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import pytest

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, Variant, by_hand

DOG, DOGS = "a brown dog runs fast", ["a brown dog runs fast", "the dog is running on grass"]
CATS = ("two cats sleep on a sofa", ["two cats sleep on a sofa", "cats lying on the couch"])
T: dict[Any, tuple[Any, Any]] = {1: (DOG, DOGS), 2: CATS}
NAN = float("nan")
SENTENCE = "a brown dog runs fast"
NEW_WORDS = [f"word{number}" for number in range(40)]


def beside_t2(candidate: Any, *references: Any) -> dict[Any, tuple[Any, Any]]:
    """An image, and the second of T."""
    return {1: (candidate, list(references)), 2: CATS}


def longer(words: int) -> dict[Any, tuple[Any, Any]]:
    """The reference and so many new words, against the reference."""
    return beside_t2(" ".join([SENTENCE, *NEW_WORDS[:words]]), SENTENCE)


def with_first(candidate: Any, references: Any = DOGS) -> dict[Any, tuple[Any, Any]]:
    """T with another candidate, or other references, of image 1."""
    return {1: (candidate, references), 2: CATS}


@dataclass(frozen=True)
class Case:
    """Captions by image as (candidate, references), the scores they have, and the findings on them."""

    kind: str
    images: dict[Any, tuple[Any, Any]]
    scores: dict[Any, float] = field(default_factory=dict)
    found: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    not_found: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[dict[Any, Any], dict[Any, Any]]:
        return {i: c for i, (c, _) in self.images.items()}, {i: r for i, (_, r) in self.images.items()}


CODE, PORTER = "code-cider", cidernb.PRESETS["code-cider"].replace(stemmer="porter")
MATS = {
    1: ("a dog on a mat", ["a dog on a red mat"]),
    2: ("a cat on a mat", ["a cat on a blue mat"]),
    3: ("a cup on a desk", ["a cup on a desk"]),
}
WALKS = ("two dog runs in park", ["two dogs running in parks"])
SLEEPS = ("a cat sleeps on sofa", ["a cat sleeping on sofas"])

CASES = [
    # Zero IDF, and a true zero.
    Case("zero IDF", {1: T[1]}, {1: 0.0}, {"one_image": "warning"}, not_found=("nothing_matches",)),
    Case("zero IDF", {1: (DOG, DOGS * 2 + ["a dog"])}, {1: 0.0}, {"one_image": "warning"}),
    Case("zero IDF", {1: (DOG, DOGS), 2: ("a dog", DOGS)}, {1: 0.0, 2: 0.0}, {"zero_weights": "warning"}),
    Case(
        "zero IDF",
        with_first("nothing of the sort here"),
        {1: 0.0, 2: 5.355867},
        {"nothing_matches": "info"},
        not_found=("one_image", "zero_weights"),
    ),
    # Which number.
    Case("which number", T, {1: 5.308190, 2: 5.355867}, not_found=("which_number",)),
    Case(
        "which number",
        beside_t2("a dog dog dog runs fast", "a dog runs fast on the wet sand"),
        {1: 3.353085},
        {"repetition": "warning"},
        {"variant": CODE},
    ),
    Case(
        "which number",
        beside_t2("a dog dog dog runs fast", "a dog runs fast on the wet sand"),
        {1: 2.534117},
        {"repetition": "warning", "which_number": "info"},
    ),
    Case("which number", beside_t2("a brown dog runs", "a brown dog runs fast on sand"), {1: 5.767468}),
    Case(
        "which number",
        beside_t2("a brown dog runs", "a brown dog runs fast on sand"),
        {1: 2.621576},
        settings={"variant": "paper-cider-d-eq4-all"},
    ),
    Case(
        "which number",
        beside_t2("a brown dog runs", "a brown dog runs fast on sand"),
        {1: 2.590486},
        settings={"variant": "paper-cider-d-eq4-order"},
    ),
    Case(
        "which number", {1: WALKS, 2: SLEEPS}, {1: 1.0, 2: 2.125}, {"which_number": "info"}, {"variant": CODE}
    ),
    Case("which number", {1: WALKS, 2: SLEEPS}, {1: 10.0, 2: 10.0}, settings={"variant": PORTER}),
    # Ceiling and references.
    Case(
        "ceiling",
        beside_t2("a dog runs", "a dog runs", "a dog runs", "a puppy plays outside"),
        {1: 5.0},
        {"duplicate_references": "info", "empty_orders": "info"},
    ),
    Case(
        "ceiling",
        beside_t2("a dog runs", "a dog runs", "a puppy plays outside"),
        {1: 3.75},
        not_found=("duplicate_references",),
    ),
    Case("ceiling", beside_t2(DOG, DOG, ""), {1: 5.0}, {"blank_references": "warning", "ceiling": "info"}),
    Case("ceiling", {1: (DOG, [DOG]), 2: CATS}, {1: 10.0}, not_found=("blank_references",)),
    Case("ceiling", T, {1: 5.308190}, {"ceiling": "info"}),
    # Company.
    Case("company", T, {1: 5.308190, 2: 5.355867}, {"few_images": "info"}),
    Case(
        "company",
        {1: T[1]},
        {1: 5.308190},
        settings={"idf": DocumentFrequencies.from_references([DOGS, CATS[1]])},
    ),
    # Document frequencies from elsewhere.
    Case("df source", MATS, {1: 5.651586, 2: 5.651586, 3: 10.0}),
    Case(
        "df source",
        MATS,
        {},
        {"nearly_constant_idf": "warning"},
        {
            "idf": DocumentFrequencies.from_counts(
                {
                    ngram: df
                    for order in range(1, 5)
                    for ngram, df in DocumentFrequencies.from_references([r for _, r in MATS.values()])
                    .counts(order)
                    .items()
                },
                num_images=10**9,
            )
        },
    ),
    Case(
        "df source",
        T,
        {},
        {"negative_idf": "warning"},
        {"idf": DocumentFrequencies.from_counts({"a": 90, "dog": 7}, num_images=11)},
    ),
    Case(
        "df source",
        T,
        {},
        {"table_of_other_words": "warning"},
        {"idf": DocumentFrequencies.from_references([["Ein Hund."], ["Zwei Katzen schlafen"]])},
    ),
    Case(
        "df source",
        T,
        {},
        {"table_share": "info"},
        {"idf": DocumentFrequencies.from_references([DOGS, ["two cats on a sofa sleep"], ["a bus"]])},
        not_found=("table_of_other_words",),
    ),
    Case(
        "df source",
        T,
        {},
        {"table_of_other_treatment": "error"},
        {"idf": DocumentFrequencies.from_references([DOGS, CATS[1]], tokenizer="ptb")},
    ),
    # Text.
    Case("text", with_first(DOG + "."), {1: 3.641523}, {"untokenized": "warning"}),
    Case("text", with_first("A Brown Dog Runs Fast"), {1: 0.0}, {"untokenized": "warning"}),
    Case(
        "text",
        with_first("A Brown Dog runs fast!"),
        {1: 5.308190},
        {},
        {"tokenizer": "ptb"},
        ("untokenized",),
    ),
    Case("text", beside_t2("un café noir", "un café noir"), {1: 7.5}, not_found=("mixed_unicode_forms",)),
    Case(
        "text",
        beside_t2("un cafe\u0301 noir", "un café noir"),
        {1: 5 / 3},
        {"mixed_unicode_forms": "warning"},
    ),
    Case(
        "text",
        beside_t2("un cafe\u0301 noir", "un café noir"),
        {1: 7.5},
        {},
        {"tokenizer": "whitespace+nfc"},
        ("mixed_unicode_forms",),
    ),
    Case(
        "text",
        beside_t2("a dog brown sits on a chair", "a dog (brown) sits on a chair"),
        {1: 4.412369},
        {"bracket_tokens": "info"},
        {"tokenizer": "ptb"},
        ("untokenized",),
    ),
    Case(
        "text", with_first("a brown\u2028dog runs\rfast"), {1: 5.308190, 2: 5.355867}, {"line_breaks": "info"}
    ),
    Case("text", with_first("a brown\ndog runs fast\n"), {1: 5.308190}, {}, {}, ("line_breaks",)),
    Case(
        "text",
        {1: ("一只棕色的狗在草地上跑", ["一只狗在草地上奔跑"]), 2: ("两只猫在睡觉", ["沙发上有两只猫"])},
        {1: 0.0, 2: 0.0},
        {"unsegmented": "warning"},
    ),
    Case(
        "text",
        {
            1: ("一只 棕色 的 狗 在 草地 上 跑", ["一只 狗 在 草地 上 奔跑"]),
            2: ("两只 猫 在 睡觉", ["沙发 上 有 两只 猫"]),
        },
        {},
        {},
        {},
        ("unsegmented",),
    ),
    Case("text", with_first("a dog &amp; a cat"), {}, {"html_entities": "warning"}),
    # Empty and short.
    Case("short", beside_t2("dog", "dog"), {1: 2.5}, {"empty_orders": "info", "short_references": "info"}),
    Case("short", beside_t2("dog runs", "dog runs"), {1: 5.0}, {"empty_orders": "info"}),
    Case("short", beside_t2("a dog runs", "a dog runs"), {1: 7.5}, {"empty_orders": "info"}),
    Case("short", with_first(""), {1: 0.0, 2: 5.355867}, {"blank_candidates": "info"}),
    # Length and repetition.
    Case("length", longer(5), {1: 4.381623}),
    Case("length", longer(10), {1: 1.220378}, {"length_penalty": "warning"}),
    Case("length", longer(20), {1: 0.014296}, {"length_penalty": "warning"}),
    Case("length", longer(40), {1: 6.06e-10}, {"length_penalty": "warning"}),
    Case("length", longer(40), {}, {}, {"variant": CODE}, ("length_penalty",)),
    Case(
        "length",
        beside_t2("the image shows " + SENTENCE, SENTENCE),
        {1: 6.290924},
        {},
        {},
        ("length_penalty",),
    ),
    Case("length", with_first("a brown dog runs"), {1: 4.354780}, {}, {}, ("unusual_sigma",)),
    Case(
        "length",
        with_first("a brown dog runs"),
        {1: 2.517153},
        {"unusual_sigma": "info"},
        {"variant": Variant(sigma=1)},
    ),
    # Reward.
    Case("reward", with_first("a brown dog runs with a"), {}, {"unfinished": "warning"}),
    Case("reward", with_first("a brown dog runs fast <eos>"), {}, {"marker_on_one_side": "warning"}),
    Case(
        "reward",
        {1: ("4 17 9 2 0", ["4 17 9 2 0", "4 17 1 0"]), 2: ("5 5 8 0", ["5 6 8 0"])},
        {},
        {"word_numbers": "warning"},
    ),
    # Ids, shapes, and what is no caption: no number, and every fault at once.
    Case("shapes", {1: ([DOG], DOGS), 2: CATS}, {}, {"list_for_candidate": "error"}),
    Case("shapes", {1: ([DOG, "a dog"], DOGS), 2: CATS}, {}, {"list_for_candidate": "error"}),
    Case("shapes", with_first(DOG, DOG), {}, {"string_for_references": "error"}),
    Case("shapes", {1: (DOGS, DOG), 2: (CATS[1], CATS[0])}, {}, {"swapped": "error"}),
    *(Case("empty", with_first(value), {}, {"not_text": "error"}) for value in (None, NAN, 3, b"a dog")),
    *(
        Case("empty", with_first(DOG, value), {}, {"not_text": "error"})
        for value in (None, NAN, 3, [None], [NAN, 4])
    ),
    *(
        Case("empty", with_first(DOG, value), {}, {"no_references": "error"})
        for value in ([], [""], [" ", "\n"])
    ),
    Case(
        "empty",
        {1: (None, []), 2: CATS, 3: (["a"], "a cat"), 4: ("a bird", ["a bird", NAN])},
        {},
        dict.fromkeys(["not_text", "no_references", "list_for_candidate", "string_for_references"], "error"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_each_report_has_its_value_and_its_finding(case: Case) -> None:
    candidates, references = case.inputs
    findings = cidernb.diagnose(candidates, references, **case.settings)
    severities = {finding.code: finding.severity for finding in findings}
    assert severities | case.found == severities
    assert not severities.keys() & set(case.not_found)
    if "error" in case.found.values():
        with pytest.raises((TypeError, ValueError)):
            cidernb.score(candidates, references, **case.settings)
        return
    result = cidernb.score(candidates, references, **case.settings)
    for image_id, value in case.scores.items():
        tolerance = 5e-7 if value > 1e-6 else 5e-13
        assert result.per_image[image_id] == pytest.approx(value, abs=tolerance)
    assert [finding for finding in findings if finding.code != "which_number"] == result.findings


def test_every_image_that_joins_moves_every_score() -> None:
    third = {3: ("a dog on a red bus", ["a red bus on the street"])}
    before, after = (cidernb.score(*Case("", images).inputs).per_image for images in (T, T | third))
    assert all(before[image_id] != after[image_id] for image_id in T)


@pytest.mark.parametrize(("ln_images", "value"), [(math.log(3), 5.651586), (3.0, 6.1414)])
def test_an_unlogged_number_of_images_makes_idf_nearly_constant(ln_images: float, value: float) -> None:
    candidates, references = Case("", MATS).inputs
    df = by_hand.document_frequencies(references.values())
    by_definition = by_hand.official_cider_d(candidates[1], references[1], df, math.exp(ln_images))
    assert by_definition == pytest.approx(value, abs=5e-5)


def test_forty_thousand_in_place_of_its_logarithm_leaves_counts_alone() -> None:
    constant = cidernb.score(*Case("", MATS).inputs, idf="none")
    assert constant.per_image[1] == pytest.approx(6.39, abs=5e-3)


# --- Ids ------------------------------------------------------------------------------------------

IDS: list[tuple[Any, Any, dict[str, tuple[Any, ...]]]] = [
    ({"1": "a", "2": "b"}, {1: ["a"], 2: ["b"]}, {"ids_differ_in_type": (1, 2)}),
    (["a", "b"], {"0": ["a"], "1": ["b"]}, {"ids_differ_in_type": ("0", "1")}),
    ({1: "a"}, {1: ["a"], 2: ["b"]}, {"missing_candidates": (2,)}),
    ({1: "a", 2: "b", 3: "c"}, {1: ["a"], 2: ["b"]}, {"extra_candidates": (3,)}),
    (["a"], [["a"], ["b"]], {"missing_candidates": (1,)}),
    (
        {1: "a", "2": "b", 4: "d"},
        {1: ["a"], 2: ["b"], 3: ["c"]},
        {"ids_differ_in_type": (2,), "missing_candidates": (3,), "extra_candidates": (4,)},
    ),
]


@pytest.mark.parametrize(("candidates", "references", "found"), IDS)
def test_ids_that_do_not_meet_are_named_and_the_rest_is_looked_at(
    candidates: Any, references: Any, found: dict[str, tuple[Any, ...]]
) -> None:
    findings = cidernb.diagnose(candidates, references)
    errors = {f.code: f.image_ids for f in findings if f.severity == "error"}
    assert errors == found
    assert any(f.severity != "error" for f in findings)
    with pytest.raises(ValueError, match="image"):
        cidernb.score(candidates, references)


@pytest.mark.parametrize(
    ("candidates", "references"),
    [("a dog", [["a dog"]]), (["a dog"], "a dog"), (None, None), ([], []), (3, {})],
)
def test_what_is_no_captions_at_all_is_said_so(candidates: Any, references: Any) -> None:
    findings = cidernb.diagnose(candidates, references)
    assert {(f.code, f.severity) for f in findings} == {("no_captions", "error")}


# --- The same answer twice ------------------------------------------------------------------------


def test_a_second_call_gives_the_same_and_looking_up_adds_nothing() -> None:
    images = EvaluationSet(*Case("", T).inputs)
    table = DocumentFrequencies.from_references([DOGS, CATS[1]])
    digest = table.digest
    scores = [cidernb.score(images, idf=table).per_image for _ in range(2)]
    assert scores[0] == scores[1]
    assert (table.of("never seen"), table.of("never seen"), table.digest) == (0, 0, digest)
