"""`diagnose`: one finding for each way a number misleads, with its evidence; none on good captions."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from real_captions import data_folder

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, Finding, Variant
from cidernb.diagnosis.of_files import diagnose_files

CATS = ("two cats sleep on a sofa", ["two cats sleep on a sofa", "cats lying on the couch"])
DOG = "a brown dog runs fast"

#: As many images as IDF needs not to be called one of a handful, each with words of its own.
PLAIN = {
    number: (
        f"the {number}th animal walks slowly over field {number}",
        [
            f"an animal {number}th walks over field {number}",
            f"field {number} has the {number}th walking animal",
        ],
    )
    for number in range(30)
}


def diagnosed(images: dict[Any, tuple[Any, Any]], **given: Any) -> dict[str, Finding]:
    """The findings on images given as (candidate, references), by code."""
    candidates = {image_id: candidate for image_id, (candidate, _) in images.items()}
    references = {image_id: texts for image_id, (_, texts) in images.items()}
    return {finding.code: finding for finding in cidernb.diagnose(candidates, references, **given)}


def test_there_is_nothing_to_say_of_thirty_plain_images_but_that_presets_differ() -> None:
    assert diagnosed(PLAIN).keys() <= {"which_number"}


#: Code: its severity; captions beside the plain ones; settings; the images named; evidence.
DUE: list[tuple[str, str, dict[Any, Any], dict[str, Any], tuple[Any, ...], dict[str, Any]]] = [
    (
        "ceiling",
        "info",
        {"x": (DOG, [DOG, "the dog is running"])},
        {},
        ("x",),
        {"images": 1, "references": 2},
    ),
    (
        "duplicate_references",
        "info",
        {"x": (DOG, ["a dog runs home", "a  dog runs home", "a dog runs home"])},
        {},
        ("x",),
        {"images": 1, "repetitions": 2},
    ),
    (
        "blank_references",
        "warning",
        {"x": (DOG, ["the dog runs fast", "", " "])},
        {},
        ("x",),
        {"references": 2, "images": 1, "reach": pytest.approx(10 / 3)},
    ),
    (
        "short_references",
        "info",
        {"x": (DOG, ["dog", "the brown dog"])},
        {},
        ("x",),
        {"references": 2, "fewest_words": 1},
    ),
    (
        "length_penalty",
        "info",
        {"x": (" ".join([DOG, *"bcdefghij"]), [DOG])},
        {},
        ("x",),
        {"images": 1, "words": 14, "reference_words": 5, "length_ratio": 2.8},
    ),
    (
        "length_penalty",
        "info",
        {"x": ("a dog", ["a dog " + "and another one " * 4])},
        {},
        ("x",),
        {"words": 2},
    ),
    ("repetition", "info", {"x": ("a dog dog runs fast", [DOG])}, {}, ("x",), {"images": 1, "clipped": True}),
    (
        "repetition",
        "info",
        {"x": ("a dog and a dog and a dog and a dog", [DOG])},
        {"variant": "code-cider"},
        ("x",),
        {"clipped": False},
    ),
    ("unusual_sigma", "info", {}, {"variant": Variant(sigma=2)}, (), {"sigma": 2}),
    ("unfinished", "info", {"x": ("a brown dog with a", [DOG])}, {}, ("x",), {"candidates": 1}),
    ("marker_on_one_side", "warning", {"x": (DOG + " </s>", [DOG])}, {}, ("x",), {"references": 0}),
    ("marker_on_one_side", "warning", {"x": (DOG, ["<start> " + DOG])}, {}, ("x",), {"candidates": 0}),
    (
        "written_lists",
        "warning",
        {"x": ("['a dog']", ["['a dog', \"a dog's bone\"]", "('a dog',)", "{'caption': 'a dog'}", "a dog"])},
        {},
        ("x",),
        {"captions": 4},
    ),
    (
        "mixed_unicode_forms",
        "warning",
        {"x": ("un cafe\u0301 noir", ["un café noir et chaud"])},
        {"tokenizer": "ptb"},
        ("x",),
        {"captions": 1},
    ),
    (
        "line_breaks",
        "info",
        {"x": ("a dog\rruns", ["a dog\u2028runs", "a\x0bdog"])},
        {},
        ("x",),
        {"captions": 3, "characters": "U+000B, U+000D, U+2028"},
    ),
    (
        "html_entities",
        "warning",
        {"x": ("salt &amp; pepper", ["salt and pepper"])},
        {},
        ("x",),
        {"first": "&amp;"},
    ),
    ("html_entities", "warning", {"x": ("a dog", ["the dog&#39;s bone"])}, {}, ("x",), {"captions": 1}),
    (
        "unsegmented",
        "warning",
        {"x": ("一只棕色的狗在草地上跑", ["一只狗在草地上奔跑"])},
        {},
        ("x",),
        {"captions": 2},
    ),
    ("unsegmented", "warning", {"x": ("สุนัขสีน้ำตาลวิ่งเร็วบนสนามหญ้า", ["สุนัขวิ่งบนหญ้าสีเขียว"])}, {}, ("x",), {}),
    (
        "bracket_tokens",
        "info",
        {"x": ("a dog (brown)", ["a dog [brown]", "a dog"])},
        {"tokenizer": "ptb"},
        ("x",),
        {"candidates": 1, "references": 1},
    ),
]


@pytest.mark.parametrize(("code", "severity", "images", "given_", "ids", "evidence"), DUE)
def test_a_finding_where_it_is_due(
    code: str,
    severity: str,
    images: dict[Any, Any],
    given_: dict[str, Any],
    ids: tuple[Any, ...],
    evidence: dict[str, Any],
) -> None:
    found = diagnosed({**PLAIN, **images}, **given_)[code]
    assert (found.severity, found.image_ids) == (severity, ids)
    assert dict(found.evidence) | evidence == dict(found.evidence)


@pytest.mark.parametrize(
    ("code", "images", "given_"),
    [
        ("ceiling", {"x": (DOG, [DOG])}, {}),
        ("ceiling", {"x": ("dog", ["dog"])}, {}),
        ("ceiling", {"x": (DOG, ["the brown dog runs fast"])}, {}),
        ("duplicate_references", {"x": (DOG, ["a dog", "dog a", "a dog ."]), "y": (DOG, ["a dog"])}, {}),
        ("duplicate_references", {"x": (DOG, ["", "", "a dog"])}, {}),
        ("short_references", {"x": (DOG, ["a dog"])}, {"variant": Variant(max_order=2)}),
        ("length_penalty", {"x": (DOG + " today", [DOG])}, {}),
        ("length_penalty", {"x": (DOG + " b" * 20, [DOG])}, {"variant": "code-cider"}),
        ("repetition", {"x": ("a dog and a cat and a bird", [DOG])}, {}),
        ("unusual_sigma", {}, {"variant": "code-cider"}),
        (
            "unfinished",
            {"x": ("a dog looks at what it is with", ["a dog with"]), "y": (DOG, ["a dog with"])},
            {},
        ),
        ("unfinished", {"x": ("a", ["a dog"])}, {}),
        ("marker_on_one_side", {"x": ("a dog <eos>", ["the dog <eos>"])}, {}),
        ("marker_on_one_side", {"x": ("a <b> dog", ["a sign that says <b>go</b>"])}, {}),
        ("mixed_unicode_forms", {"x": ("cafe\u0301", ["cafe\u0301 noir"])}, {}),
        ("mixed_unicode_forms", {"x": ("cafe\u0301", ["café"])}, {"tokenizer": "ptb+nfc"}),
        ("line_breaks", {"x": ("a dog\nruns\r\n".replace("\r", ""), ["a\tdog"])}, {}),
        ("html_entities", {"x": ("a &b; c", ["at&t; &"])}, {}),
        ("html_entities", {"x": ("salt &amp; pepper", ["salt"])}, {"tokenizer": "ptb"}),
        ("unsegmented", {"x": ("一只 棕色 的 狗 在 草地 上 跑", ["一只 狗 在 草地 上 奔跑"])}, {}),
        (
            "unsegmented",
            {"x": ("一只棕色的狗在草地上跑", ["一只狗在草地上奔跑"])},
            {"tokenizer": "characters"},
        ),
        ("unsegmented", {"x": ("a sign says 猫", ["a sign"])}, {}),
        ("bracket_tokens", {"x": ("a dog (brown)", ["a dog"])}, {"tokenizer": "ptb+nobrackets"}),
        ("untokenized", {"x": ("a dog -lrb- brown -rrb-", ["a dog"])}, {}),
        ("word_numbers", {"x": ("12 dogs at 5 30", ["3 dogs"])}, {}),
        ("few_images", {}, {}),
        ("few_images", {}, {"idf": "none"}),
    ],
)
def test_no_finding_where_it_is_not_due(code: str, images: dict[Any, Any], given_: dict[str, Any]) -> None:
    assert code not in diagnosed({**PLAIN, **images}, **given_)


def test_references_of_punctuation_alone_are_blank_and_not_a_matter_of_weights() -> None:
    found = diagnosed({**PLAIN, "x": (DOG, ["!", "..."]), "y": ("?", [DOG])}, tokenizer="ptb")
    assert found["blank_references"].evidence["reach"] == 0
    assert found["blank_references"].image_ids == ("x",)
    assert found["blank_candidates"].image_ids == ("y",)
    assert not found.keys() & {"zero_weights", "nothing_matches"}


@pytest.mark.parametrize("number", [2, 10, 29])
def test_few_images_show_what_one_more_would_do(number: int) -> None:
    found = diagnosed({image_id: PLAIN[image_id] for image_id in range(number)})["few_images"]
    assert found.evidence["num_images"] == number
    assert found.evidence["largest_idf"] == pytest.approx(math.log(number))
    assert found.evidence["with_one_more"] == pytest.approx(math.log(number + 1))


@pytest.mark.parametrize(
    ("code", "text", "many"),
    [
        ("length_penalty", DOG + " b" * 20, 4),
        ("repetition", "a dog dog runs fast", 4),
        ("unfinished", "the dog runs with a", 2),
    ],
)
def test_what_one_caption_has_is_an_info_and_what_many_have_a_warning(
    code: str, text: str, many: int
) -> None:
    for number, severity in ((1, "info"), (many, "warning")):
        images = {**PLAIN, **{f"x{place}": (text, [DOG]) for place in range(number)}}
        assert diagnosed(images)[code].severity == severity


def test_the_presets_are_the_evidence_of_which_number() -> None:
    images = {"x": ("a dog dog dog runs fast", ["a dog runs fast on the wet sand"]), "y": CATS}
    evidence = diagnosed(images)["which_number"].evidence
    for preset, mean in evidence.items():
        candidates, references = ({i: pair[side] for i, pair in images.items()} for side in (0, 1))
        assert mean == cidernb.score(candidates, references, variant=preset).mean
    assert set(cidernb.PRESETS) - set(evidence) == {"coco-caption"}


def test_the_mean_with_the_usual_sigma_is_the_evidence_of_an_unusual_one() -> None:
    evidence = diagnosed(PLAIN, variant=Variant(sigma=1))["unusual_sigma"].evidence
    images = EvaluationSet({i: c for i, (c, _) in PLAIN.items()}, {i: r for i, (_, r) in PLAIN.items()})
    assert evidence["mean_at_6"] == pytest.approx(cidernb.score(images).mean, abs=1e-12)
    assert evidence["mean"] == pytest.approx(cidernb.score(images, variant=Variant(sigma=1)).mean, abs=1e-12)


# --- Tables ---------------------------------------------------------------------------------------


def table(num_images: int, *captions: str, **settings: str) -> DocumentFrequencies:
    counted = DocumentFrequencies.from_references([[caption] for caption in captions], **settings)
    counts = {ngram: df for order in range(1, 5) for ngram, df in counted.counts(order).items()}
    return DocumentFrequencies.from_counts(counts, num_images=num_images)


@pytest.mark.parametrize(
    ("known", "code", "share"),
    [
        ((DOG, CATS[0]), None, 1.0),
        ((DOG, "two cats sleep on a"), "table_share", 10 / 11),
        (("a dog",), "table_of_other_words", 3 / 11),
        (("A BROWN DOG RUNS FAST", "TWO CATS SLEEP ON A SOFA"), "table_of_other_words", 0.0),
    ],
)
def test_a_table_says_what_share_of_the_candidates_it_knows(
    known: tuple[str, ...], code: str | None, share: float
) -> None:
    found = diagnosed({1: (DOG, [DOG]), 2: CATS}, idf=table(9, *known))
    assert found.keys() & {"table_share", "table_of_other_words"} == ({code} if code else set())
    if code:
        assert found[code].evidence["order_1"] == pytest.approx(share)


def test_a_table_of_raw_captions_is_one_of_other_words_even_if_it_knows_most() -> None:
    raw = ["A brown dog runs fast today.", "a brown dog runs fast", "Two cats sleep on a sofa", "two cats!"]
    found = diagnosed({1: (DOG, [DOG]), 2: CATS}, idf=table(9, *raw))
    assert found["table_of_other_words"].evidence["order_1"] == 1
    assert found["table_of_other_words"].evidence["odd_words"] == pytest.approx(4 / 14)
    assert "table_of_other_words" not in diagnosed({1: (DOG + ".", [DOG]), 2: CATS}, idf=table(9, *raw))


@pytest.mark.parametrize(("of_table", "here"), [("porter", "none"), ("none", "porter")])
def test_a_table_that_does_not_say_how_it_was_stemmed_shows_it_by_its_words(of_table: str, here: str) -> None:
    captions = ["a brown dog runs quickly", "two cats sleeping on chairs", "happy people riding horses"]
    images = {number: (text, [text]) for number, text in enumerate(captions)}
    unsaid = table(3, *captions, stemmer=of_table)
    found = diagnosed(images, variant=Variant(stemmer=here), idf=unsaid)["table_of_other_words"]
    assert found.evidence["table_stemmed"] is (of_table == "porter")
    assert f"counted {'with' if of_table == 'porter' else 'without'} stemming" in found.message


@pytest.mark.parametrize(("num_images", "due"), [(2, False), (20, False), (10**6, True)])
def test_a_number_of_images_far_above_all_counts_makes_idf_nearly_constant(
    num_images: int, due: bool
) -> None:
    given_table = table(num_images, *[DOG] * 2, CATS[0])
    found = diagnosed({1: (DOG, [DOG]), 2: CATS}, idf=given_table)
    assert ("nearly_constant_idf" in found) is due


def test_a_table_that_score_refuses_is_an_error_and_the_rest_is_looked_at() -> None:
    of_ptb = DocumentFrequencies.from_references([[DOG], CATS[1]], tokenizer="ptb")
    found = diagnosed({1: (DOG, [DOG]), 2: CATS}, idf=of_ptb)
    assert found["table_of_other_treatment"].evidence == {"table": "ptb", "captions": "whitespace"}
    assert "few_images" in found
    assert "table_of_other_treatment" not in diagnosed({1: (DOG, [DOG])}, idf=of_ptb, tokenizer="ptb")
    found = diagnosed({1: (DOG, [DOG]), 2: CATS}, idf=table(2, DOG), variant="coco-caption")
    assert found["no_choice_of_idf"].severity == "error"


# --- Calls ----------------------------------------------------------------------------------------


def test_an_evaluation_set_may_be_given_alone() -> None:
    images = EvaluationSet({1: DOG, 2: CATS[0]}, {1: [DOG], 2: CATS[1]})
    assert cidernb.diagnose(images) == cidernb.diagnose(images.candidates, images.references)


@pytest.mark.parametrize(
    ("settings_", "error"),
    [
        ({"variant": "cider"}, ValueError),
        ({"idf": "tf-idf"}, ValueError),
        ({"tokenizer": "spacy"}, ValueError),
        ({"idf": 3}, TypeError),
    ],
)
def test_a_setting_that_does_not_exist_is_refused_as_score_does(
    settings_: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        cidernb.diagnose({1: DOG, 2: CATS[0]}, {1: [DOG], 2: CATS[1]}, **settings_)


def test_ids_that_name_nothing_are_left_out_and_named() -> None:
    candidates = {None: "a", float("nan"): "b", 1: "a dog", 2: "a cat"}
    found = cidernb.diagnose(candidates, {None: ["a"], 1: ["a dog"], 2: ["a cat"]})
    errors = [finding for finding in found if finding.severity == "error"]
    assert [finding.code for finding in errors] == ["not_an_id"]
    assert str(errors[0].image_ids) == "(None, nan)"
    assert errors[0].message.startswith("2 ids name no image: images None, nan. Name each image by a number")
    assert {finding.code for finding in found} > {"empty_orders"}


def test_errors_stand_before_warnings_and_infos() -> None:
    findings = cidernb.diagnose({1: "Dog", 2: None}, {1: ["a dog"], 2: ["x"], 3: "a cat"})
    severities = [finding.severity for finding in findings]
    assert severities == sorted(severities, key=["error", "warning", "info"].index)
    assert {"error", "warning", "info"} == set(severities)


anything = st.one_of(
    st.none(),
    st.floats(),
    st.integers(),
    st.binary(max_size=2),
    st.text(alphabet="ab 一<é.\u0301", max_size=8),
    st.sampled_from([DOG, "a dog", ""]),
)
ids = st.sampled_from([0, 1, "0", "1", "x", None, True, float("nan")])
sides = st.one_of(
    anything,
    st.lists(st.one_of(anything, st.lists(anything, max_size=3)), max_size=4),
    st.dictionaries(ids, st.one_of(anything, st.lists(anything, max_size=3)), max_size=4),
)


@settings(max_examples=300)
@given(
    sides,
    sides,
    st.sampled_from(["whitespace", "ptb", "characters"]),
    st.sampled_from(["corpus", "none", DocumentFrequencies.from_counts({"a": 1, "a dog": 2}, num_images=3)]),
    st.sampled_from(["code-cider-d", "paper-cider", Variant(max_order=1, unseen="limit")]),
)
def test_whatever_is_given_errors_are_found_just_where_score_refuses(
    candidates: Any,
    references: Any,
    tokenizer: str,
    idf: str | DocumentFrequencies,
    variant: str | Variant,
) -> None:
    chosen: dict[str, Any] = {"tokenizer": tokenizer, "idf": idf, "variant": variant}
    findings = cidernb.diagnose(candidates, references, **chosen)
    try:
        cidernb.score(candidates, references, **chosen)
        refused = False
    except (TypeError, ValueError):
        refused = True
    assert any(finding.severity == "error" for finding in findings) == refused
    codes = [finding.code for finding in findings if finding.code != "no_captions"]
    assert len(codes) == len(set(codes))


# --- Good captions --------------------------------------------------------------------------------


def test_the_documented_example_has_no_warning() -> None:
    findings = cidernb.diagnose(cidernb.documented_example().evaluation_set)
    assert {(f.code, f.severity) for f in findings} == {
        ("empty_orders", "info"),
        ("short_references", "info"),
        ("which_number", "info"),
    }


#: What is true of COCO's captions and worth knowing.
OF_COCO = {
    "bracket_tokens": {"candidates": 0, "references": 2},
    "ceiling": {"images": 4},
    "duplicate_references": {"images": 10, "repetitions": 10},
    "length_penalty": {"images": 71},
    "nothing_matches": {"images": 1},
    "repetition": {"images": 8},
    "which_number": {},
}


def test_coco_has_no_warning() -> None:
    folder = data_folder("coco_val2017")
    images = EvaluationSet.from_files(folder / "references.json", folder / "candidates.json")
    findings = cidernb.diagnose(images, tokenizer="ptb")
    assert {f.code: f.severity for f in findings} == dict.fromkeys(OF_COCO, "info")
    for finding in findings:
        assert dict(finding.evidence) | OF_COCO[finding.code] == dict(finding.evidence)


def test_coco_files_that_are_exchanged_are_said_to_be(tmp_path):
    annotations = [
        {"image_id": i, "id": 2 * i + k, "caption": f"{w} runs"} for i in (1, 2) for k, w in enumerate("ab")
    ]
    results = [{"image_id": i, "caption": "a runs"} for i in (1, 2)]
    references, candidates = tmp_path / "refs.json", tmp_path / "cands.json"
    references.write_text(json.dumps({"annotations": annotations}))
    candidates.write_text(json.dumps(results))
    found, result = diagnose_files(candidates, references)
    errors = [finding for finding in found if finding.severity == "error"]
    assert [finding.code for finding in errors] == ["swapped"]
    assert result.mean == diagnose_files(references, candidates).result.mean
    assert "swapped" not in {finding.code for finding in diagnose_files(references, candidates).findings}


#: The candidates' file, the errors, and what the first of them says.
OF_FILES: list[tuple[Any, list[str], str]] = [
    (
        [{"image_id": i, "caption": text} for i in (1, 2) for text in ("a dog", "a cat")],
        ["several_candidates"],
        "2 images have several candidates. Image 1 has 2 candidates. Keep one an image",
    ),
    (
        {1: ["a dog", "a cat runs"], 2: "b"},
        ["list_for_candidate"],
        "1 candidate is a list. The candidate of image 1 is a list. Give each image one string",
    ),
    (
        {1: ["a", "dog"], 2: "b"},
        ["words_for_candidate"],
        "1 candidate is a list of words. The candidate of image 1 is a list of words. Give each image one",
    ),
    (
        {"1.jpg": "a dog", "2.jpg": "a cat"},
        ["missing_candidates"],
        "Not one id of the references is among the candidates', such as 1 beside '1.jpg'; name the images",
    ),
    (
        [{"image_id": i, "caption": "a dog"} for i in (1, "1", 2)],
        ["extra_candidates"],
        "There are no references for image '1', 1 of 3 candidates (1 and '1' both occur; write an image's id",
    ),
]


@pytest.mark.parametrize(("candidates", "codes", "words"), OF_FILES)
def test_what_is_wrong_with_files_is_said_as_it_stands_in_them(candidates, codes, words, tmp_path):
    annotations = [{"image_id": i, "caption": text} for i in (1, 2) for text in ("a dog runs", "a cat")]
    (tmp_path / "refs.json").write_text(json.dumps({"annotations": annotations}))
    (tmp_path / "cands.json").write_text(json.dumps(candidates))
    found = diagnose_files(tmp_path / "refs.json", tmp_path / "cands.json").findings
    errors = [finding for finding in found if finding.severity == "error"]
    assert [finding.code for finding in errors] == codes
    assert errors[0].message.startswith(words)


def test_a_caption_in_words_is_looked_at_joined():
    found = diagnosed({1: (["a", "dog", "runs"], ["a dog runs"]), 2: CATS})
    assert "words_for_candidate" in found
    assert "short_references" in found
    assert found["words_for_candidate"].image_ids == (1,)


def test_results_that_hold_each_candidate_in_a_list_are_not_taken_for_references():
    found = cidernb.diagnose({1: ["a dog"], 2: ["a cat"]}, {1: ["a dog"], 2: ["the cat"]})
    assert "swapped" not in {finding.code for finding in found}
