"""Evaluation sets: what they hold, what can be derived from them, and that they stay as they are."""

from __future__ import annotations

from typing import Any

import pytest

import cidernb
from cidernb import EvaluationSet

CANDIDATES = {"b": "a dog", "a": "two cats run", 7: ""}
REFERENCES = {7: ["a bird"], "a": ["two cats", "cats run", "run"], "b": ["a dog runs", "the dog"]}


@pytest.fixture
def images() -> EvaluationSet:
    """Three images with one, three and two references."""
    return EvaluationSet(CANDIDATES, REFERENCES)


def test_images_stand_in_the_order_of_the_references(images: EvaluationSet) -> None:
    assert images.ids == (7, "a", "b")
    assert list(images.candidates.items()) == [(7, ""), ("a", "two cats run"), ("b", "a dog")]
    assert list(images.references.items()) == [
        (7, ("a bird",)),
        ("a", ("two cats", "cats run", "run")),
        ("b", ("a dog runs", "the dog")),
    ]
    assert len(images) == 3
    assert list(cidernb.score(images).per_image) == [7, "a", "b"]


@pytest.mark.parametrize(
    ("candidates", "references"),
    [
        (["a dog", "a cat"], [["a dog"], ["a cat"]]),
        (("a dog", "a cat"), (("a dog",), ("a cat",))),
        (iter(["a dog", "a cat"]), iter([iter(["a dog"]), iter(["a cat"])])),
        ({1: "a cat", 0: "a dog"}, [["a dog"], ["a cat"]]),
    ],
    ids=["lists", "tuples", "iterators", "a mapping and a list"],
)
def test_sequences_get_the_ids_0_1_2(candidates: Any, references: Any) -> None:
    images = EvaluationSet(candidates, references)
    assert images.ids == (0, 1)
    assert dict(images.candidates) == {0: "a dog", 1: "a cat"}
    assert dict(images.references) == {0: ("a dog",), 1: ("a cat",)}


def test_a_subset_keeps_the_sets_order(images: EvaluationSet) -> None:
    subset = images.subset(["b", 7])
    assert subset.ids == (7, "b")
    assert dict(subset.candidates) == {7: "", "b": "a dog"}
    assert dict(subset.references) == {7: ("a bird",), "b": ("a dog runs", "the dog")}


@pytest.mark.parametrize(("ids", "name"), [(["b", 7, "b"], "'b'"), ((7, 7), "7"), (iter(["a", "a"]), "'a'")])
def test_a_subset_with_an_image_twice_is_refused_by_name(images: EvaluationSet, ids: Any, name: str) -> None:
    with pytest.raises(ValueError, match=f"names image {name} twice; name it once, .* by with_candidates"):
        images.subset(ids)


@pytest.mark.parametrize(
    ("number", "references"),
    [
        (1, {7: ("a bird",), "a": ("two cats",), "b": ("a dog runs",)}),
        (2, {7: ("a bird",), "a": ("two cats", "cats run"), "b": ("a dog runs", "the dog")}),
        (9, {image_id: tuple(texts) for image_id, texts in REFERENCES.items()}),
    ],
)
def test_the_first_references_of_every_image(
    images: EvaluationSet, number: int, references: dict[Any, tuple[str, ...]]
) -> None:
    assert dict(images.first_references(number).references) == references
    assert images.first_references(number).candidates == images.candidates


@pytest.mark.parametrize(("times", "expected"), [(1, "a dog"), (3, "a dog a dog a dog")])
def test_candidates_said_over_and_over(images: EvaluationSet, times: int, expected: str) -> None:
    repeated = images.repeated(times)
    assert repeated.candidates["b"] == expected
    assert not repeated.candidates[7].split()
    assert repeated.references == images.references


def test_one_candidate_replaced(images: EvaluationSet) -> None:
    assert dict(images.with_candidate("b", "no dog").candidates) == CANDIDATES | {"b": "no dog"}


def test_some_candidates_replaced(images: EvaluationSet) -> None:
    replaced = images.with_candidates({"b": "no dog", 7: "a bird"})
    assert dict(replaced.candidates) == {7: "a bird", "a": "two cats run", "b": "no dog"}
    assert replaced.references == images.references
    assert replaced.ids == images.ids


def test_an_end_token_stands_behind_the_captions_and_not_in_them(images: EvaluationSet) -> None:
    marked = images.with_end_token()
    assert (images.end_token, marked.end_token) == (None, "<eos>")
    assert (marked.candidates, marked.references) == (images.candidates, images.references)
    assert marked.with_end_token(".").end_token == "."


def test_an_end_token_can_be_taken_off_again(images: EvaluationSet) -> None:
    bare = images.with_end_token().with_end_token(None)
    assert bare.end_token is None
    assert cidernb.score(bare).per_order.tolist() == cidernb.score(images).per_order.tolist()


def test_an_end_token_stays_with_the_sets_derived(images: EvaluationSet) -> None:
    marked = images.with_end_token("</s>")
    for derived in (
        marked.subset(["a"]),
        marked.first_references(1),
        marked.repeated(2),
        marked.with_candidate("a", "x"),
    ):
        assert derived.end_token == "</s>"


def test_deriving_leaves_the_set_as_it_is(images: EvaluationSet) -> None:
    before = cidernb.score(images).per_order.tolist()
    for derived in (
        images.subset(["a"]),
        images.first_references(1),
        images.repeated(2),
        images.with_candidate("a", "x"),
        images.with_end_token(),
    ):
        cidernb.score(derived)
    assert dict(images.candidates) == CANDIDATES
    assert {i: list(texts) for i, texts in images.references.items()} == REFERENCES
    assert cidernb.score(images).per_order.tolist() == before


def test_changing_the_captions_afterwards_does_not_change_the_set() -> None:
    candidates, references = ["a dog"], [["a dog"]]
    images = EvaluationSet(candidates, references)
    candidates[0] = "a cat"
    references[0].append("a cat")
    references.append(["a bird"])
    assert (dict(images.candidates), dict(images.references)) == ({0: "a dog"}, {0: ("a dog",)})


def test_captions_cannot_be_set(images: EvaluationSet) -> None:
    with pytest.raises(TypeError):
        images.candidates["a"] = "x"  # type: ignore[index]
    with pytest.raises(TypeError):
        images.references["a"] = ("x",)  # type: ignore[index]
    with pytest.raises(AttributeError):
        images.candidates = {}  # type: ignore[misc]


@pytest.mark.parametrize("variant", ["code-cider-d", "paper-cider"])
def test_a_set_is_encoded_once_for_each_stemmer(
    images: EvaluationSet, variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = cidernb.score(images, variant=variant)
    monkeypatch.setattr("cidernb.evaluation_set.encode", None)  # a second encoding would call it
    monkeypatch.setattr("cidernb.encoding.encode_side", None)
    again = cidernb.score(images, variant=cidernb.PRESETS[variant].replace(sigma=1), idf="none")
    assert again.weighting.encoding is first.weighting.encoding
    assert cidernb.score(images.subset(["a", "b"]), variant=variant).mean >= 0


def test_new_candidates_leave_the_references_encoding_alone(images: EvaluationSet) -> None:
    held = cidernb.score(images).weighting.encoding.references
    edited = images.with_candidate("a", "x").with_candidate("b", "y")
    assert cidernb.score(edited).weighting.encoding.references is held


@pytest.mark.parametrize(
    ("method", "arguments", "error", "words"),
    [
        ("subset", [[]], ValueError, "name at least one id"),
        ("subset", [["a", "z"]], ValueError, "no image 'z' in this evaluation set; choose one of its ids"),
        ("subset", [["7"]], ValueError, "no image '7'"),
        ("subset", ["ab"], TypeError, "one string, 'ab'; give a list of ids"),
        ("subset", [7], TypeError, "ids of the subset are 7; give a list of ids"),
        ("subset", [None], TypeError, "ids of the subset are None; give a list of ids"),
        ("subset", [[["a"]]], ValueError, r"no image \['a'\] in this evaluation set; choose one of its ids"),
        ("row", [["a"]], ValueError, r"no image \['a'\] in this evaluation set"),
        ("row", [float("nan")], ValueError, "no image nan in this evaluation set"),
        (
            "first_references",
            [0],
            ValueError,
            r"first_references\(0\) leaves no reference; ask for 1 or more",
        ),
        ("repeated", [0], ValueError, r"repeated\(0\) leaves no caption; ask for 1 or more"),
        ("repeated", [2**70], ValueError, r"repeated\(\d+\) makes too long a caption; ask for 10000 or less"),
        ("with_candidate", ["z", "x"], ValueError, "no image 'z'"),
        ("with_candidate", [["a"], "x"], ValueError, r"no image \['a'\] in this evaluation set"),
        ("with_candidate", ["a", None], TypeError, "candidate of image 'a' is None; give one string"),
        ("with_candidates", [{"a": ["x"]}], TypeError, "candidate of image 'a' is a list; give one string"),
        ("with_candidates", [{}], ValueError, "no candidates; give at least one"),
        ("with_end_token", [""], ValueError, "end_token is ''; give one word"),
        ("with_end_token", ["the end"], ValueError, "end_token is 'the end'; give one word"),
        ("with_end_token", ["a|b"], ValueError, "without spaces or '|'"),
        ("with_end_token", [3], TypeError, "end_token is 3; give one word, or None"),
    ],
)
def test_what_cannot_be_derived_is_refused(
    images: EvaluationSet, method: str, arguments: list[Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        getattr(images, method)(*arguments)


@pytest.mark.parametrize("image_id", [True, False])
def test_a_truth_value_is_no_id_though_it_is_equal_to_one(image_id: bool) -> None:
    images = EvaluationSet(["a dog", "a cat"], [["a dog"], ["a cat"]])
    with pytest.raises(ValueError, match=f"no image {image_id} in this evaluation set"):
        images.row(image_id)


def test_first_references_must_leave_every_image_a_word() -> None:
    images = EvaluationSet({"a": "x"}, {"a": [" ", "a dog"]})
    with pytest.raises(ValueError, match="image 'a' have not a single word; give it at least one"):
        images.first_references(1)


@pytest.mark.parametrize("number", ["2", 1.5, None, True])
@pytest.mark.parametrize("method", ["first_references", "repeated"])
def test_how_many_is_a_whole_number(method: str, number: object) -> None:
    images = EvaluationSet(["a dog"], [["a dog runs"]])
    with pytest.raises(TypeError, match=rf"{method}\(.*give 1 or more"):
        getattr(images, method)(number)


@pytest.mark.parametrize("idf", ["corpus", "none"])
def test_images_whose_references_kept_have_no_word_score_0(idf):
    images = EvaluationSet({0: "a dog", 1: "a dog"}, {0: [".", "a dog"], 1: ["a dog"]})
    scored = cidernb.score(images.first_references(1).subset([0]), tokenizer="ptb", idf=idf)
    assert scored.per_image == {0: 0}
    assert set(cidernb.contributions(scored, 0).by_ngram.values()) == {0}
    assert cidernb.contributions(cidernb.score(images.first_references(1), tokenizer="ptb"), 0).score == 0
    many = EvaluationSet(dict.fromkeys(range(20), "a dog"), {i: [".", "a dog"] for i in range(20)})
    assert cidernb.score(many.first_references(1).subset([3]), tokenizer="ptb", idf=idf).mean == 0
