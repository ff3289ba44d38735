"""The names that other things are written against, spelled out: later changes can only add to them.

Nothing here is derived from the code. A line that has to be changed or removed breaks somebody's
script, notebook or signature.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import cidernb
from cidernb import compat, diagnosis, variant
from cidernb.validation import Several

REQUIRED = inspect.Parameter.empty
POSITIONAL, KEYWORD = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY

PUBLIC_NAMES = {
    "PRESETS",
    "Change",
    "Contributions",
    "DataDescription",
    "DocumentFrequencies",
    "EvaluationSet",
    "Finding",
    "Result",
    "SystemComparison",
    "Variant",
    "__version__",
    "change",
    "compare_systems",
    "contributions",
    "diagnose",
    "documented_example",
    "everyday_captions",
    "losses",
    "parse_signature",
    "score",
    "tokenize",
}

#: Callable: its parameters in order, each with its kind and default.
PARAMETERS: dict[str, list[tuple[str, Any, Any]]] = {
    "score": [
        ("candidates", POSITIONAL, REQUIRED),
        ("references", POSITIONAL, None),
        ("variant", KEYWORD, "code-cider-d"),
        ("idf", KEYWORD, "corpus"),
        ("tokenizer", KEYWORD, "whitespace"),
    ],
    "tokenize": [("text", POSITIONAL, REQUIRED), ("tokenizer", POSITIONAL, "ptb")],
    "parse_signature": [("signature", POSITIONAL, REQUIRED)],
    "contributions": [("result", POSITIONAL, REQUIRED), ("image_id", POSITIONAL, None)],
    "losses": [("result", POSITIONAL, REQUIRED), ("image_id", POSITIONAL, None)],
    "change": [
        ("before", POSITIONAL, REQUIRED),
        ("after", POSITIONAL, REQUIRED),
        ("image_id", POSITIONAL, None),
        ("order", POSITIONAL, None),
    ],
    "compare_systems": [("before", POSITIONAL, REQUIRED), ("after", POSITIONAL, REQUIRED)],
    "diagnose": [
        ("candidates", POSITIONAL, REQUIRED),
        ("references", POSITIONAL, None),
        ("variant", KEYWORD, "code-cider-d"),
        ("idf", KEYWORD, "corpus"),
        ("tokenizer", KEYWORD, "whitespace"),
    ],
    "documented_example": [],
    "everyday_captions": [],
    "Variant": [
        ("stemmer", KEYWORD, "none"),
        ("tf", KEYWORD, "count"),
        ("unseen", KEYWORD, "floor"),
        ("clipping", KEYWORD, "weight"),
        ("sigma", KEYWORD, 6.0),
        ("max_order", KEYWORD, 4),
        ("order_weights", KEYWORD, None),
        ("scale", KEYWORD, 10.0),
    ],
    "Variant.differences": [("self", POSITIONAL, REQUIRED), ("other", POSITIONAL, REQUIRED)],
    "EvaluationSet": [("candidates", POSITIONAL, REQUIRED), ("references", POSITIONAL, REQUIRED)],
    "EvaluationSet.subset": [("self", POSITIONAL, REQUIRED), ("ids", POSITIONAL, REQUIRED)],
    "EvaluationSet.first_references": [("self", POSITIONAL, REQUIRED), ("number", POSITIONAL, REQUIRED)],
    "EvaluationSet.repeated": [("self", POSITIONAL, REQUIRED), ("times", POSITIONAL, REQUIRED)],
    "EvaluationSet.with_candidate": [
        ("self", POSITIONAL, REQUIRED),
        ("image_id", POSITIONAL, REQUIRED),
        ("text", POSITIONAL, REQUIRED),
    ],
    "EvaluationSet.with_candidates": [
        ("self", POSITIONAL, REQUIRED),
        ("candidates", POSITIONAL, REQUIRED),
    ],
    "EvaluationSet.with_end_token": [("self", POSITIONAL, REQUIRED), ("end_token", POSITIONAL, "<eos>")],
    "DocumentFrequencies.from_references": [
        ("references", POSITIONAL, REQUIRED),
        ("tokenizer", KEYWORD, "whitespace"),
        ("stemmer", KEYWORD, "none"),
        ("max_order", KEYWORD, 4),
        ("end_token", KEYWORD, None),
    ],
    "DocumentFrequencies.from_counts": [
        ("counts", POSITIONAL, REQUIRED),
        ("num_images", KEYWORD, REQUIRED),
        ("tokenizer", KEYWORD, None),
        ("stemmer", KEYWORD, None),
    ],
    "DocumentFrequencies.load": [("path", POSITIONAL, REQUIRED), ("num_images", POSITIONAL, None)],
    "DocumentFrequencies.save": [
        ("self", POSITIONAL, REQUIRED),
        ("path", POSITIONAL, REQUIRED),
        ("official", KEYWORD, None),
    ],
    "DocumentFrequencies.of": [("self", POSITIONAL, REQUIRED), ("ngram", POSITIONAL, REQUIRED)],
    "DocumentFrequencies.counts": [("self", POSITIONAL, REQUIRED), ("order", POSITIONAL, REQUIRED)],
    "Result.methods_sentence": [("self", POSITIONAL, REQUIRED)],
    "EvaluationSet.from_coco": [
        ("references_json", POSITIONAL, REQUIRED),
        ("results_json", POSITIONAL, REQUIRED),
    ],
    "EvaluationSet.from_files": [
        ("references", POSITIONAL, REQUIRED),
        ("candidates", POSITIONAL, None),
        ("missing", KEYWORD, "error"),
        ("extra", KEYWORD, "error"),
        ("duplicates", KEYWORD, "error"),
    ],
    "EvaluationSet.to_coco": [
        ("self", POSITIONAL, REQUIRED),
        ("references_json", POSITIONAL, REQUIRED),
        ("results_json", POSITIONAL, REQUIRED),
    ],
    "Change.to_csv": [("self", POSITIONAL, REQUIRED), ("path", POSITIONAL, REQUIRED)],
    "Contributions.to_csv": [("self", POSITIONAL, REQUIRED), ("path", POSITIONAL, REQUIRED)],
    "Finding": [
        ("code", POSITIONAL, REQUIRED),
        ("severity", POSITIONAL, REQUIRED),
        ("message", POSITIONAL, REQUIRED),
        ("image_ids", POSITIONAL, ()),
    ],
    "DataDescription": [
        ("idf", POSITIONAL, REQUIRED),
        ("references", POSITIONAL, REQUIRED),
        ("tokenizer", POSITIONAL, REQUIRED),
        ("end_token", POSITIONAL, None),
    ],
}

COMPAT_PARAMETERS = [("test", None), ("refs", None), ("n", 4), ("sigma", 6.0), ("df", "corpus")]

#: What each object has, beside its methods above.
ATTRIBUTES = {
    "Result": [
        "evaluation_set",
        "variant",
        "idf",
        "tokenizer",
        "mean",
        "per_image",
        "per_order",
        "signature",
        "findings",
        "data",
    ],
    "EvaluationSet": ["ids", "candidates", "references", "end_token", "reading"],
    "DocumentFrequencies": [
        *("num_images", "max_order", "tokenizer", "stemmer", "end_token", "max_df", "digest"),
        *("layout", "num_images_from"),
    ],
    "Variant": ["weights", "name"],
    "Finding": ["code", "severity", "message", "image_ids", "evidence"],
    "DataDescription": ["idf", "references", "tokenizer", "end_token", "version"],
    "Contributions": ["score", "by_ngram", "by_order", "by_reference", "by_token", "terms", "table"],
    "Change": [
        *("total", "by_cause", "by_ngram", "table", "before", "after", "causes", "ngrams"),
        *("shares", "stemming_steps"),
    ],
    "SystemComparison": [
        *("ids", "differences", "difference", "low", "high", "won", "lost", "tied", "confidence"),
        *("change", "losses", "moved_most", "left_out"),
    ],
}

#: field: its choices.
CHOICES = {
    "stemmer": {"none", "plural", "porter"},
    "tf": {"count", "all", "order"},
    "unseen": {"floor", "limit"},
    "clipping": {"none", "count", "weight"},
}

PRESET_FIELDS = ("stemmer", "tf", "unseen", "clipping", "sigma", "max_order", "order_weights", "scale")
PRESETS = {
    "paper-cider": ("porter", "all", "floor", "none", None, 4, None, 1),
    "paper-cider-unstemmed": ("none", "all", "floor", "none", None, 4, None, 1),
    "paper-cider-d-eq4-all": ("none", "all", "floor", "weight", 6, 4, None, 10),
    "paper-cider-d-eq4-order": ("none", "order", "floor", "weight", 6, 4, None, 10),
    "paper-cider-d-text": ("none", "count", "floor", "count", 6, 4, None, 10),
    "code-cider": ("none", "count", "floor", "none", None, 4, None, 10),
    "code-cider-d": ("none", "count", "floor", "weight", 6, 4, None, 10),
    "coco-caption": ("none", "count", "floor", "weight", 6, 4, None, 10),
}

SIGNATURE_PAIRS = [
    "stem",
    "tf",
    "unseen",
    "clip",
    "sigma",
    "n",
    "w",
    "scale",
    "idf",
    "refs",
    "tok",
    "end",
    "v",
]

SEVERITIES = ("info", "warning", "error")
#: code: its severity, and captions and settings that bring it about.
FINDINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "one_image": ("warning", {"candidates": ["a dog"], "references": [["a dog"]]}),
    "zero_weights": ("warning", {"candidates": ["a dog"] * 2, "references": [["a dog"]] * 2}),
    "negative_idf": (
        "warning",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "idf": cidernb.DocumentFrequencies.from_counts({"dog": 5}, num_images=2),
        },
    ),
    "untokenized": ("warning", {"candidates": ["A dog."], "references": [["a dog"]]}),
    "table_too_short": (
        "warning",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "idf": cidernb.DocumentFrequencies.from_counts({"dog": 1}, num_images=2),
        },
    ),
    "empty_orders": ("info", {"candidates": ["dog"], "references": [["a dog"]]}),
    "blank_candidates": ("info", {"candidates": [""], "references": [["a dog"]]}),
    "nothing_matches": ("info", {"candidates": ["two cats"], "references": [["a dog"]], "idf": "none"}),
    "few_images": ("info", {"candidates": ["a dog"] * 2, "references": [["a dog"], ["a cat"]]}),
    "ceiling": (
        "info",
        {"candidates": ["a dog runs fast"], "references": [["a dog runs fast", "a cat"]], "idf": "none"},
    ),
    "duplicate_references": ("info", {"candidates": ["a dog"], "references": [["a dog", "a dog"]]}),
    "blank_references": ("warning", {"candidates": ["a dog"], "references": [["a dog", ""]]}),
    "short_references": ("info", {"candidates": ["a dog"], "references": [["a dog"]]}),
    "length_penalty": (
        "warning",
        {"candidates": ["a dog" + " b" * 20], "references": [["a dog"]], "idf": "none"},
    ),
    "repetition": ("warning", {"candidates": ["a dog dog"], "references": [["a dog"]]}),
    "unusual_sigma": (
        "info",
        {"candidates": ["a dog"], "references": [["a dog"]], "variant": cidernb.Variant(sigma=1)},
    ),
    "unfinished": ("warning", {"candidates": ["a dog with a"], "references": [["a dog"]]}),
    "marker_on_one_side": ("warning", {"candidates": ["a dog <eos>"], "references": [["a dog"]]}),
    "word_numbers": ("warning", {"candidates": ["4 17 9"], "references": [["a dog"]]}),
    "written_lists": ("warning", {"candidates": ["['a dog']"], "references": [["a dog"]]}),
    "mixed_unicode_forms": ("warning", {"candidates": ["cafe\u0301"], "references": [["caf\u00e9"]]}),
    "look_alikes": ("warning", {"candidates": ["a dog\u200b"], "references": [["a dog"]]}),
    "captions_of_other_images": (
        "warning",
        {
            "candidates": ["two cats on a sofa", "a brown dog runs fast", "a bus"],
            "references": [["a brown dog runs fast"], ["two cats on a sofa"], ["a bus stops"]],
        },
    ),
    "no_better_than_chance": (
        "warning",
        {
            "candidates": ["a rare word"] * 40,
            "references": [["a rare sight", "the word"] if i % 20 == 0 else [f"x{i}"] for i in range(40)],
        },
    ),
    "end_token_unknown_to_table": (
        "warning",
        {
            "candidates": cidernb.EvaluationSet(["a dog"], [["a dog"]]).with_end_token(),
            "idf": cidernb.DocumentFrequencies.from_counts({"a": 1}, num_images=2),
        },
    ),
    "end_token_of_table_alone": (
        "info",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "idf": cidernb.DocumentFrequencies.from_counts({"<eos>": 2}, num_images=2),
        },
    ),
    "unsegmented": ("warning", {"candidates": ["一只狗在跑"], "references": [["一只狗"]]}),
    "html_entities": ("warning", {"candidates": ["a &amp; b"], "references": [["a"]]}),
    "line_breaks": ("info", {"candidates": ["a\rdog"], "references": [["a dog"]]}),
    "bracket_tokens": ("info", {"candidates": ["a (dog)"], "references": [["a dog"]], "tokenizer": "ptb"}),
    "table_share": (
        "info",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "idf": cidernb.DocumentFrequencies.from_counts({"a": 1, "dog": 1}, num_images=2),
        },
    ),
    "table_of_other_words": (
        "warning",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "idf": cidernb.DocumentFrequencies.from_counts({"A": 1}, num_images=2),
        },
    ),
    "nearly_constant_idf": (
        "warning",
        {
            "candidates": ["a b c d e f g h i j"],
            "references": [["a"]],
            "idf": cidernb.DocumentFrequencies.from_counts(dict.fromkeys("abcdefghij", 1), num_images=10**6),
        },
    ),
}

#: The same for what `diagnose` alone finds: in which number differs, and where `score` refuses.
DIAGNOSED: dict[str, tuple[str, dict[str, Any]]] = {
    "which_number": ("info", {"candidates": ["a dog dog", "cat"], "references": [["a dog"], ["a cat"]]}),
    "no_captions": ("error", {"candidates": "a dog", "references": [["a dog"]]}),
    "not_text": ("error", {"candidates": [None], "references": [["a dog"]]}),
    "list_for_candidate": ("error", {"candidates": [["a dog"]], "references": [["a dog"]]}),
    "words_for_candidate": ("error", {"candidates": [["a", "dog"]], "references": [["a dog"]]}),
    "several_candidates": (
        "error",
        {"candidates": [Several(["a dog", "a cat"])], "references": [["a dog", "a cat"]]},
    ),
    "string_for_references": ("error", {"candidates": ["a dog"], "references": ["a dog"]}),
    "swapped": ("error", {"candidates": [["a dog"]], "references": ["a dog"]}),
    "no_references": ("error", {"candidates": ["a dog"], "references": [[]]}),
    "ids_differ_in_type": ("error", {"candidates": {1: "a dog"}, "references": {"1": ["a dog"]}}),
    "not_an_id": ("error", {"candidates": {None: "a", 1: "a"}, "references": {None: ["a"], 1: ["a"]}}),
    "missing_candidates": ("error", {"candidates": {1: "a"}, "references": {1: ["a"], 2: ["b"]}}),
    "extra_candidates": ("error", {"candidates": {1: "a", 2: "b"}, "references": {1: ["a"]}}),
    "table_of_other_treatment": (
        "error",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "idf": cidernb.DocumentFrequencies.from_counts({"a": 1}, num_images=2, tokenizer="ptb"),
        },
    ),
    "no_choice_of_idf": (
        "error",
        {
            "candidates": ["a dog"],
            "references": [["a dog"]],
            "variant": "coco-caption",
            "idf": cidernb.DocumentFrequencies.from_counts({"a": 1}, num_images=2),
        },
    ),
}
#: Found on files alone: see `EvaluationSet.from_files`.
OF_FILES = {
    "ids_of_two_types": "info",
    "missing_as_zero": "warning",
    "missing_dropped": "warning",
    "extra_dropped": "info",
    "duplicates_chosen": "warning",
}

LOSSES = [
    "candidate_too_short",
    "reference_too_short",
    "unseen_limit",
    "zero_weights",
    "wording",
    "clipping",
    "length_penalty",
]


#: cause: settings or captions that bring it about, against `BEFORE` scored by code-cider-d.
BEFORE = cidernb.EvaluationSet(["a dog runs", "two cats"], [["the dog runs", "a dog"], ["two cats sat"]])
_OTHER_REFERENCES = cidernb.EvaluationSet(BEFORE.candidates, [["the dog runs"], ["two cats sat"]])
_TABLE = cidernb.DocumentFrequencies.from_counts({"dog": 1, "cats": 2}, num_images=9)
CAUSES: dict[str, cidernb.Result] = {
    "images_averaged": cidernb.score(BEFORE.subset([0])),
    "candidate": cidernb.score(BEFORE.with_candidate(0, "a dog")),
    "tokenizer": cidernb.score(BEFORE.with_end_token()),
    "references_compared": cidernb.score(_OTHER_REFERENCES),
    "references_counted": cidernb.score(_OTHER_REFERENCES),
    "evaluation_set": cidernb.score(BEFORE.subset([0])),
    "idf_source": cidernb.score(BEFORE, idf=_TABLE),
    "stemming": cidernb.score(BEFORE, variant=cidernb.Variant(stemmer="porter")),
    "clipping": cidernb.score(BEFORE, variant=cidernb.Variant(clipping="none")),
    "unseen": cidernb.score(BEFORE, variant=cidernb.Variant(unseen="limit")),
    "length_penalty": cidernb.score(BEFORE, variant=cidernb.Variant(sigma=None)),
    "orders": cidernb.score(BEFORE, variant=cidernb.Variant(max_order=2)),
}


def named(path: str) -> Any:
    """A public object by name, such as "EvaluationSet.subset"."""
    value: Any = cidernb
    for name in path.split("."):
        value = getattr(value, name)
    return value


@pytest.mark.parametrize("name", sorted(PUBLIC_NAMES))
def test_public_names(name: str) -> None:
    assert hasattr(cidernb, name)
    assert name in cidernb.__all__


@pytest.mark.parametrize("path", PARAMETERS)
def test_parameters(path: str) -> None:
    parameters = inspect.signature(named(path)).parameters
    held = [(name, parameters[name].kind, parameters[name].default) for name, *_ in PARAMETERS[path]]
    assert held == PARAMETERS[path]
    listed = [name for name, kind, _ in PARAMETERS[path] if kind is POSITIONAL]
    assert list(parameters)[: len(listed)] == listed
    for name in parameters.keys() - {name for name, *_ in PARAMETERS[path]}:
        assert parameters[name].default is not REQUIRED, f"old calls of {path} do not give {name}"


@pytest.mark.parametrize("name", ["Cider", "CiderD"])
def test_the_official_classes_have_their_methods(name: str) -> None:
    official = getattr(compat, name)
    parameters = inspect.signature(official).parameters
    assert [(held, p.default) for held, p in parameters.items()][:5] == COMPAT_PARAMETERS
    assert list(inspect.signature(official.compute_score).parameters)[:3] == ["self", "gts", "res"]
    assert isinstance(official().method(), str)


@pytest.fixture
def objects() -> dict[str, Any]:
    """One object of every public class."""
    images = cidernb.EvaluationSet(["a dog", "a cat"], [["a dog"], ["the cat"]])
    result = cidernb.score(images)
    return {
        "Result": result,
        "EvaluationSet": images,
        "DocumentFrequencies": cidernb.DocumentFrequencies.from_counts({"a": 1}, num_images=2),
        "Variant": result.variant,
        "Finding": result.findings[0],
        "DataDescription": result.data,
        "Contributions": cidernb.contributions(result),
        "SystemComparison": cidernb.compare_systems(result, result),
        "Change": cidernb.change(result, cidernb.score(images, variant="code-cider")),
    }


@pytest.mark.parametrize(("name", "attribute"), [(k, a) for k, names in ATTRIBUTES.items() for a in names])
def test_attributes(objects: dict[str, Any], name: str, attribute: str) -> None:
    assert hasattr(objects[name], attribute)


def test_what_a_result_holds_has_these_types() -> None:
    result = cidernb.score({"x": "a dog", "y": "a cat"}, {"x": ["a dog"], "y": ["the cat", "cat"]})
    assert type(result.mean) is float
    assert {key: type(value) for key, value in result.per_image.items()} == {"x": float, "y": float}
    assert isinstance(result.per_order, np.ndarray)
    assert result.per_order.shape == (2, 4)
    assert type(result.signature) is str
    assert type(result.methods_sentence()) is str
    assert {type(finding) for finding in result.findings} == {cidernb.Finding}


def test_presets() -> None:
    held = {
        name: tuple(getattr(preset, field) for field in PRESET_FIELDS)
        for name, preset in cidernb.PRESETS.items()
    }
    assert {name: held[name] for name in PRESETS} == PRESETS


@pytest.mark.parametrize(
    ("field", "choice"), [(f, c) for f, choices in CHOICES.items() for c in sorted(choices)]
)
def test_choices_of_a_variant(field: str, choice: str) -> None:
    assert getattr(cidernb.Variant(**{field: choice}), field) == choice


def test_literal_types_name_the_same_choices() -> None:
    types = {
        "stemmer": variant.Stemmer,
        "tf": variant.TermFrequency,
        "unseen": variant.Unseen,
        "clipping": variant.Clipping,
    }
    assert {field: set(get_args(type_)) >= CHOICES[field] for field, type_ in types.items()} == dict.fromkeys(
        CHOICES, True
    )


@pytest.mark.parametrize("idf", ["corpus", "none"])
def test_idf_sources_by_name(idf: str) -> None:
    assert cidernb.score(["a dog", "a cat"], [["a dog"], ["the cat"]], idf=idf).idf == idf


def test_the_pairs_of_a_signature_in_their_order() -> None:
    images = cidernb.EvaluationSet(["a dog"], [["a dog"]]).with_end_token()
    name, *pairs = cidernb.score(images).signature.split("|")
    assert name in ("CIDEr", "CIDEr-D")
    assert [pair.partition(":")[0] for pair in pairs] == SIGNATURE_PAIRS


def test_severities_of_findings() -> None:
    assert get_args(diagnosis.Severity) == SEVERITIES


@pytest.mark.parametrize("code", FINDINGS)
def test_codes_of_findings(code: str) -> None:
    severity, call = FINDINGS[code]
    found = {finding.code: finding.severity for finding in cidernb.score(**call).findings}
    assert found[code] == severity


@pytest.mark.parametrize("code", DIAGNOSED)
def test_codes_of_diagnoses(code: str) -> None:
    severity, call = DIAGNOSED[code]
    found = {finding.code: finding.severity for finding in cidernb.diagnose(**call)}
    assert found[code] == severity


def test_codes_of_findings_on_files(tmp_path: Path) -> None:
    references = {"1": ["a dog"], "2": ["a cat"]}
    candidates = [(1, "a dog"), (1, "a"), (3, "b")]
    (tmp_path / "refs").write_text(json.dumps(references))
    (tmp_path / "cands").write_text(json.dumps([{"image_id": i, "caption": text} for i, text in candidates]))
    found = {}
    for missing in ("drop", "zero"):
        images = cidernb.EvaluationSet.from_files(
            tmp_path / "refs", tmp_path / "cands", missing=missing, extra="drop", duplicates="last"
        )
        found |= {finding.code: finding.severity for finding in cidernb.score(images).findings}
    assert {code: found.get(code) for code in OF_FILES} == OF_FILES


def test_reasons_of_losses() -> None:
    result = cidernb.score(["a dog"], [["a dog"]])
    assert list(cidernb.losses(result))[: len(LOSSES)] == LOSSES


@pytest.mark.parametrize("cause", CAUSES)
def test_causes_of_a_change(cause: str) -> None:
    by_cause = cidernb.change(cidernb.score(BEFORE), CAUSES[cause]).by_cause
    assert cause in by_cause
    assert set(by_cause) <= set(CAUSES)


def test_what_the_documented_example_holds() -> None:
    example = cidernb.documented_example()
    assert example.evaluation_set.ids == tuple(range(100))
    assert len(example.pool) == 200
    assert len(example.scenes) == 300
    scene = example.scenes[0]
    assert scene.image.shape == (64, 64, 3)
    assert isinstance(scene.count, int)
    assert isinstance(scene.colour, str)
    assert isinstance(scene.shape, str)


@pytest.mark.parametrize("name", ["Variant", "Finding", "Result", "DataDescription"])
def test_data_classes_are_immutable(objects: dict[str, Any], name: str) -> None:
    field = dataclasses.fields(objects[name])[0].name
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(objects[name], field, None)
