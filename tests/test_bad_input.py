"""Bad input: never a number, always one sentence that names what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, Variant

GOOD = {"a": ["a dog", "the dog"], "b": ["two cats"]}
NAN = float("nan")


class Series:
    """What of a series of pandas matters here: values by id, and going through it gives the values."""

    def __init__(self, by_id: dict[str, Any]) -> None:
        self._by_id = by_id

    def keys(self) -> list[str]:
        return list(self._by_id)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._by_id.values())


def assert_one_sentence(message: str) -> None:
    """One line, one full stop at its end, none of Python's own words for the matter."""
    assert re.fullmatch(r"[A-Z_a-z][^\n]*[^.]\.", message), message
    assert ". " not in message.replace("e.g. ", "").replace("...", ""), message


# --- Captions -------------------------------------------------------------------------------------

CAPTIONS = [
    # No images.
    ({}, {}, ValueError, "no references; give at least one image"),
    ([], [], ValueError, "no references; give at least one image"),
    ({}, GOOD, ValueError, "no candidates; give at least one image"),
    (["a dog"], [], ValueError, "no references; give at least one image"),
    # Ids that one side alone has.
    ({"a": "x"}, GOOD, ValueError, "no candidate for image 'b'; add it"),
    ({"a": "x", "b": "y", "c": "z"}, GOOD, ValueError, "no references for image 'c'; remove it or add"),
    ({"a": "x", "c": "z"}, GOOD, ValueError, "candidate for image 'b'; add it.* references for image 'c'"),
    (["a dog"], [["a dog"], ["a cat"]], ValueError, "no candidate for image 1; add it"),
    (["a dog", "a cat"], [["a dog"]], ValueError, "no references for image 1; remove it or add"),
    ({}.fromkeys(range(9), "x"), {0: ["x"]}, ValueError, "for images 1, 2, 3 and 5 more"),
    # Ids of another type.
    ({"1": "x"}, {1: ["x"]}, ValueError, "id 1 is of type int, the candidates' '1' of type str; use one"),
    ({1: "x"}, {"1": ["x"]}, ValueError, "id '1' is of type str, the candidates' 1 of type int; use one"),
    (
        {"0": "x", "1": "y"},
        [["x"], ["y"]],
        ValueError,
        "id 0 is of type int, the candidates' '0' of type str",
    ),
    # Ids that name nothing.
    ({None: "x"}, {None: ["x"]}, ValueError, "An image has the id None; name each by a number or a text of"),
    ({NAN: "x"}, {NAN: ["x"]}, ValueError, "An image has the id nan; name each by a number or a text"),
    ({True: "x"}, {1: ["x"]}, ValueError, "An image has the id True; name each by a number or a text"),
    ({0: "x"}, {False: ["x"]}, ValueError, "An image has the id False; name each by a number or a text"),
    # A string where a list belongs.
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": "two cats"},
        TypeError,
        "of image 'b' are one string.*list of strings",
    ),
    (
        "a dog",
        [["a dog"]],
        TypeError,
        "candidates are one string; give one caption an image, in a mapping or",
    ),
    (["a dog"], "a dog", TypeError, "references are one string; give a list of captions an image, in a"),
    (["a dog"], ["a dog"], TypeError, "of image 0 are one string, 'a dog'; give a list of strings"),
    # Candidates and references swapped.
    ([["a dog"], ["a cat"]], ["a dog", "a cat"], TypeError, r"\(and candidates first, references second\)"),
    # A list where a string belongs.
    ({"a": ["x"], "b": ["y"]}, GOOD, TypeError, "candidate of image 'a' is a list.*take that caption out"),
    ([("x",), ("y",)], [["x"], ["y"]], TypeError, "candidate of image 0 is a tuple; give one string"),
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": [["two cats"]]},
        TypeError,
        "Reference 0 of image 'b' is a list; give",
    ),
    # None, NaN and numbers for captions.
    ({"a": None, "b": "y"}, GOOD, TypeError, "candidate of image 'a' is None; give one string"),
    ({"a": NAN, "b": "y"}, GOOD, TypeError, "candidate of image 'a' is the number nan; give one string"),
    ({"a": 3, "b": "y"}, GOOD, TypeError, "candidate of image 'a' is the number 3; give one string"),
    ({"a": np.float64(3), "b": "y"}, GOOD, TypeError, "candidate of image 'a' is the number .*; give one"),
    (
        {"a": b"x", "b": "y"},
        GOOD,
        TypeError,
        "candidate of image 'a' is a bytes; give one string, such as bytes.decode",
    ),
    (
        {"a": {"caption": "x"}, "b": "y"},
        GOOD,
        TypeError,
        "candidate of image 'a' is a dict; give one string, the caption that stands in it.$",
    ),
    ({"a": {"x"}, "b": "y"}, GOOD, TypeError, "is a set; give one string, the caption that stands in it.$"),
    ({"a": "x", "b": "y"}, GOOD | {"b": None}, TypeError, "references of image 'b' are None; give a list"),
    ({"a": "x", "b": "y"}, GOOD | {"b": NAN}, TypeError, "of image 'b' are the number nan; give a list"),
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": 5},
        TypeError,
        "references of image 'b' are the number 5; give a list",
    ),
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": {"x": 1}},
        TypeError,
        "references of image 'b' are a dict; give a list",
    ),
    ({"a": "x", "b": "y"}, GOOD | {"b": {"x"}}, TypeError, "references of image 'b' are a set; give a list"),
    ({"a": "x", "b": "y"}, GOOD | {"b": ["y", None]}, TypeError, "Reference 1 of image 'b' is None; give a"),
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": [NAN]},
        TypeError,
        "Reference 0 of image 'b' is the number nan; give",
    ),
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": ["y", 7]},
        TypeError,
        "Reference 1 of image 'b' is the number 7; give",
    ),
    ({"a": "x", "b": "y"}, GOOD | {"b": [b"y"]}, TypeError, "Reference 0 of image 'b' is a bytes; give a"),
    # References without a word.
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": []},
        ValueError,
        "'b' has no references; give it at least one or leave",
    ),
    (
        {"a": "x", "b": "y"},
        GOOD | {"b": [""]},
        ValueError,
        "'b' have not a single word; give it at least one",
    ),
    ({"a": "x", "b": "y"}, GOOD | {"b": ["", " \n"]}, ValueError, "'b' have not a single word; give it at"),
    # A series of pandas, taken for a list, would lose its ids.
    (Series({"b": "y", "a": "x"}), GOOD, TypeError, "candidates are a Series; give one caption an image, in"),
    ({"a": "x", "b": "y"}, Series(GOOD), TypeError, "references are a Series; give a list of captions an"),
    # Something else altogether.
    (None, GOOD, TypeError, "candidates are None; give one caption an image, in a mapping or a list"),
    (["x"], 3, TypeError, "references are the number 3; give a list of captions an image, in a mapping or"),
    (["x"], None, TypeError, "no references; give them second, behind the candidates"),
    (
        {"x", "y"},
        [["x"], ["y"]],
        TypeError,
        "candidates are a set; give one caption an image, in a mapping or",
    ),
]


@pytest.mark.parametrize(("candidates", "references", "error", "words"), CAPTIONS)
def test_captions_that_cannot_be_scored_are_refused(
    candidates: Any, references: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as refusal:
        cidernb.score(candidates, references)
    assert_one_sentence(str(refusal.value))


@pytest.mark.parametrize(
    ("candidates", "references", "error", "words"),
    [row for row in CAPTIONS if row[1] is not None and row[2] is TypeError],
)
def test_an_evaluation_set_refuses_the_same_captions(
    candidates: Any, references: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        EvaluationSet(candidates, references)


@pytest.mark.parametrize(
    ("references", "error", "words"),
    [
        ({}, ValueError, "no references; give at least one image"),
        ({"a": "a dog"}, TypeError, "of image 'a' are one string, 'a dog'; give a list of strings"),
        ({"a": []}, ValueError, "Image 'a' has no references"),
        ({"a": [" "]}, ValueError, "image 'a' have not a single word"),
        ({"a": ["a dog", None]}, TypeError, "Reference 1 of image 'a' is None"),
    ],
)
def test_a_table_is_not_counted_over_them_either(references: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        DocumentFrequencies.from_references(references)


def test_references_are_not_given_twice() -> None:
    images = EvaluationSet(["x"], [["x"]])
    with pytest.raises(TypeError, match="holds its own references; give it alone"):
        cidernb.score(images, [["x"]])


# --- Settings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "error", "words"),
    [
        ("sigma", 0, ValueError, "sigma is 0; give a positive number, or None for no length penalty"),
        ("sigma", -6, ValueError, "sigma is -6; give a positive number"),
        ("sigma", NAN, ValueError, "sigma is nan; give a positive number"),
        ("sigma", float("inf"), ValueError, "sigma is inf; give a positive number"),
        ("sigma", "6", TypeError, "sigma is '6'; give a positive number"),
        ("sigma", True, TypeError, "sigma is True; give a positive number"),
        ("scale", 0, ValueError, "scale is 0; give a positive number, such as 1 or 10"),
        ("scale", None, TypeError, "scale is None; give a positive number, such as 1 or 10"),
        ("max_order", 0, ValueError, "max_order is 0; give a whole number of 1 or more"),
        ("max_order", -1, ValueError, "max_order is -1; give a whole number of 1 or more"),
        ("max_order", 2.0, TypeError, "max_order is 2.0; give a whole number of 1 or more"),
        ("max_order", True, TypeError, "max_order is True; give a whole number of 1 or more"),
        ("max_order", 101, ValueError, "max_order is 101; give a whole number of 100 or less"),
        ("max_order", 10**6, ValueError, "max_order is 1000000; give a whole number of 100 or less"),
        ("sigma", 10**400, ValueError, r"sigma is 10+\.\.\.; give a positive number"),
        ("scale", 10**400, ValueError, r"scale is 10+\.\.\.; give a positive number"),
        (
            "order_weights",
            [10**400, 0, 0, 0],
            ValueError,
            r"order_weights is .*\.\.\.; give 4 numbers of 0 or",
        ),
        ("stemmer", ["porter"], ValueError, r"stemmer is \['porter'\]; choose one of none, plural, porter"),
        ("stemmer", np.array(["none", "porter"]), ValueError, "stemmer is array.*; choose one of none, plu"),
        (
            "order_weights",
            (0.5, 0.5),
            ValueError,
            r"order_weights is \(0.5, 0.5\); give 4 numbers of 0 or more",
        ),
        ("order_weights", [0.3] * 4, ValueError, "order_weights is .*; give 4 numbers .* that sum to 1"),
        ("order_weights", [0.0] * 4, ValueError, "order_weights is .*; give 4 numbers .* that sum to 1"),
        ("order_weights", [1.5, -0.5, 0, 0], ValueError, "order_weights is .*; give 4 numbers of 0 or more"),
        ("order_weights", [NAN, 0, 0, 1], ValueError, "order_weights is .*; give 4 numbers of 0 or more"),
        ("order_weights", ["1", 0, 0, 0], TypeError, "order_weights is .*; give 4 numbers of 0 or more"),
        ("order_weights", 0.25, TypeError, "order_weights is 0.25; give 4 numbers of 0 or more"),
        ("order_weights", "1000", TypeError, "order_weights is '1000'; give 4 numbers of 0 or more"),
        ("stemmer", "snowball", ValueError, "stemmer is 'snowball'; choose one of none, plural, porter"),
        ("stemmer", None, ValueError, "stemmer is None; choose one of none, plural, porter"),
        ("tf", "log", ValueError, "tf is 'log'; choose one of count, all, order"),
        ("unseen", "zero", ValueError, "unseen is 'zero'; choose one of floor, limit"),
        ("clipping", True, ValueError, "clipping is True; choose one of none, count, weight"),
    ],
)
def test_settings_of_a_variant_that_do_not_exist_are_refused(
    field: str, value: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as refusal:
        Variant(**{field: value})
    assert_one_sentence(str(refusal.value))
    with pytest.raises(error, match=words):
        cidernb.PRESETS["code-cider-d"].replace(**{field: value})


TABLE = DocumentFrequencies.from_references(GOOD, stemmer="porter")


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"variant": "cider"}, ValueError, "no preset 'cider'; choose one of paper-cider, .*, coco-caption"),
        ({"variant": None}, TypeError, "variant is None; give a preset name or a cidernb.Variant"),
        (
            {"idf": "pool"},
            ValueError,
            'idf is \'pool\'; give "corpus", "none" or a cidernb.DocumentFrequencies',
        ),
        ({"idf": None}, TypeError, "idf is None; give"),
        ({"idf": {"a": 2}}, TypeError, r"idf is \{'a': 2\}; give"),
        ({"idf": np.array([1.0, 2.0])}, TypeError, r"idf is array\(.*\); give"),
        ({"idf": TABLE}, ValueError, "counted with stemmer 'porter', .* with 'none'; count them again with"),
        (
            {"variant": "coco-caption", "idf": "none"},
            ValueError,
            'use variant="code-cider-d", the same formula',
        ),
        ({"tokenizer": "words"}, ValueError, "no tokenizer 'words'; choose one of"),
        ({"tokenizer": None}, ValueError, "no tokenizer None; choose one of"),
        ({"tokenizer": ["ptb"]}, ValueError, r"no tokenizer \['ptb'\]; choose one of"),
    ],
)
def test_settings_of_a_scoring_that_do_not_exist_are_refused(
    settings: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words) as refusal:
        cidernb.score({"a": "x", "b": "y"}, GOOD, **settings)
    assert_one_sentence(str(refusal.value))


def test_a_table_made_with_another_tokenizer_is_refused() -> None:
    table = DocumentFrequencies.from_counts({"a": 1}, num_images=2, tokenizer="ptb")
    with pytest.raises(ValueError, match="with tokenizer 'ptb', the captions are treated with 'whitespace'"):
        cidernb.score({"a": "x", "b": "y"}, GOOD, idf=table)


@pytest.mark.parametrize("recorded", [{}, {"tokenizer": "whitespace"}, {"stemmer": "none"}])
def test_a_table_that_does_not_say_how_it_was_made_is_taken(recorded: dict[str, str]) -> None:
    table = DocumentFrequencies.from_counts({"dog": 1, "two": 1}, num_images=2, **recorded)
    assert cidernb.score({"a": "a dog", "b": "two cats"}, GOOD, idf=table).mean > 0


def test_coco_caption_does_not_take_a_table() -> None:
    table = DocumentFrequencies.from_references(GOOD)
    with pytest.raises(ValueError, match="coco-caption has no choice of IDF source"):
        cidernb.score({"a": "x", "b": "y"}, GOOD, variant="coco-caption", idf=table)


@pytest.mark.parametrize("text", [None, 3, NAN, ["a dog"], b"a dog"])
def test_a_caption_to_tokenize_is_one_string(text: Any) -> None:
    with pytest.raises(TypeError, match=f"one string, not {type(text).__name__}"):
        cidernb.tokenize(text, tokenizer="whitespace")
