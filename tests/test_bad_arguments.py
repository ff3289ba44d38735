"""Arguments of another kind than asked for: one sentence that names the argument and says what to give."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_bad_input import assert_one_sentence

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet
from cidernb.compat import Cider

NAN, INF = float("nan"), float("inf")
IMAGES = EvaluationSet(["a dog", "a cat"], [["a dog"], ["the cat"]])
RESULT, OTHER = cidernb.score(IMAGES), cidernb.score(IMAGES.with_candidate(0, "dog"), variant="code-cider")
TABLE = DocumentFrequencies.from_references(IMAGES.references)
LINE = RESULT.signature

Row = tuple[Callable[[Any], Any], list[Any], type[Exception], str]
ROWS: dict[str, Row] = {
    "parse_signature": (
        cidernb.parse_signature,
        [None, 3, NAN, LINE.encode(), [LINE]],
        TypeError,
        "The signature is .*; give the line that",
    ),
    "parse_signature, a text": (
        cidernb.parse_signature,
        ["", "CIDEr", LINE.replace("|tf:count", ""), LINE[:40]],
        ValueError,
        "The signature '.*' has no '.*' part",
    ),
    "parse_signature, a number": (
        cidernb.parse_signature,
        [LINE.replace("n:4", "n:1000000"), LINE.replace("sigma:6", "sigma:x"), LINE.replace("n:4", "n:0")],
        ValueError,
        "The signature '.*' cannot be read: ",
    ),
    "Variant.differences": (
        RESULT.variant.differences,
        [None, "code-cider", 4, {}],
        TypeError,
        "The other variant is .*; give a cidernb.Variant",
    ),
    "Variant.replace": (
        lambda name: RESULT.variant.replace(**{name: 1}),
        ["stem", "N", ""],
        TypeError,
        "A variant has no field '.*'; choose from stemmer, .*, scale",
    ),
    "contributions": (
        cidernb.contributions,
        [None, IMAGES, 1.5, [RESULT]],
        TypeError,
        "What is to be explained is .*; give a result of cidernb.score",
    ),
    "contributions, image_id": (
        lambda image: cidernb.contributions(RESULT, image),
        ["0", -1, 2, NAN, True, [0], {}],
        ValueError,
        "There is no image .* in this evaluation set; choose one of its ids, such as 0",
    ),
    "losses": (
        cidernb.losses,
        [None, IMAGES, LINE],
        TypeError,
        "What is to be explained is .*; give a result of cidernb.score",
    ),
    "losses, image_id": (
        lambda image: cidernb.losses(RESULT, image),
        ["0", [0], True, np.array([0, 1])],
        ValueError,
        "There is no image .* in this evaluation set",
    ),
    "change, before": (
        lambda before: cidernb.change(before, RESULT),
        [None, IMAGES, 2.0],
        TypeError,
        "The side before is .*; give a result of cidernb.score",
    ),
    "change, after": (
        lambda after: cidernb.change(RESULT, after),
        [None, IMAGES, 2.0],
        TypeError,
        "The side after is .*; give a result of cidernb.score",
    ),
    "change, image_id": (
        lambda image: cidernb.change(RESULT, OTHER, image),
        ["0", [0], NAN],
        ValueError,
        "There is no image .* in this evaluation set",
    ),
    "change, order": (
        lambda order: cidernb.change(RESULT, OTHER, order=order),
        [3, "clipping", True, NAN],
        TypeError,
        "The order is .*; give the names of the causes in a list",
    ),
    "change, order of other names": (
        lambda order: cidernb.change(RESULT, OTHER, order=order),
        [[], ["clipping"], ["candidate", "clipping", 3], [None], ["candidate", "clipping"] * 2],
        ValueError,
        "The order names .*; name each cause present once: candidate, clipping, length_penalty",
    ),
    "compare_systems, before": (
        lambda before: cidernb.compare_systems(before, RESULT),
        [None, IMAGES],
        TypeError,
        "System A's side is .*; give a result of cidernb.score",
    ),
    "compare_systems, after": (
        lambda after: cidernb.compare_systems(RESULT, after),
        [None, IMAGES],
        TypeError,
        "System B's side is .*; give a result of cidernb.score",
    ),
    "compare_systems, resamples": (
        lambda number: cidernb.compare_systems(RESULT, OTHER, resamples=number),
        [None, "2000", 2.5, True, NAN],
        TypeError,
        "resamples is .*; give 2 to 1000000, such as 2000",
    ),
    "compare_systems, confidence": (
        lambda level: cidernb.compare_systems(RESULT, OTHER, confidence=level),
        [None, "0.95", [0.95]],
        TypeError,
        "confidence is .*; give a number between 0 and 1",
    ),
    "compare_systems, a confidence out of range": (
        lambda level: cidernb.compare_systems(RESULT, OTHER, confidence=level),
        [0, 1, 95, -0.5, NAN, INF, True],
        ValueError,
        "confidence is .*; give a number between 0 and 1",
    ),
    "compare_systems, seed": (
        lambda seed: cidernb.compare_systems(RESULT, OTHER, seed=seed),
        [-1, 1.5, NAN, INF],
        ValueError,
        "seed is .*; give a whole number of",
    ),
    "SystemComparison.moved_most": (
        cidernb.compare_systems(RESULT, OTHER, resamples=3).moved_most,
        [None, "3", 1.5, NAN],
        TypeError,
        r"moved_most\(.*\) is not about a whole number; give 1 or more",
    ),
    "DocumentFrequencies.of": (
        TABLE.of,
        [None, 3, NAN, b"a", ["a"], ("a", 1), {"a": 1}],
        TypeError,
        "An n-gram is a string or a tuple of strings, not ",
    ),
    "DocumentFrequencies.save, official": (
        lambda official: TABLE.save("table.df", official=official),
        ["yes", 1, np.array([True, False])],
        TypeError,
        "official is .*; give True, False, or None",
    ),
    "from_files, choices": (
        lambda choice: EvaluationSet.from_files("refs.json", missing=choice),
        [None, "leave", 3, ["drop"], np.array(["drop", "zero"])],
        ValueError,
        "missing is .*; choose one of error, drop, zero",
    ),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values, *_) in ROWS.items() for value in values]
)
def test_arguments_of_another_kind_are_refused(name: str, value: Any) -> None:
    call, _, error, words = ROWS[name]
    with pytest.raises(error, match=words) as refusal:
        call(value)
    assert_one_sentence(str(refusal.value))


WRITERS: dict[str, Callable[[Any], Any]] = {
    "save": TABLE.save,
    "references": lambda path: IMAGES.to_coco(path, "cands.json"),
    "candidates": lambda path: IMAGES.to_coco("refs.json", path),
    "contributions": cidernb.contributions(RESULT).to_csv,
    "change": cidernb.change(RESULT, OTHER).to_csv,
}
READERS: dict[str, Callable[[Any], Any]] = {
    "load": DocumentFrequencies.load,
    "from_files": EvaluationSet.from_files,
    "from_coco": lambda path: EvaluationSet.from_coco(path, path),
    "Cider": lambda path: Cider(df=path),
}


# A number would be the file that is open under it: 0 is standard input, 1 standard output.
@pytest.mark.parametrize("path", [None, 0, 1, 2.5, True, b"table.df", ["table.df"]])
@pytest.mark.parametrize("name", [*READERS, *WRITERS])
def test_what_is_no_path_is_refused_and_nothing_written(
    name: str, path: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match="is not the path of a file; give it as a string or a pathlib.Path"):
        (READERS | WRITERS)[name](path)
    assert os.listdir() == []


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_not_there_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="'nowhere/file'"):
        WRITERS[name]("nowhere/file")
    assert os.listdir() == []


def test_explanations_with_half_a_character_leave_no_file(tmp_path: Path) -> None:
    result = cidernb.score(["a \ud83d dog", "a cat"], [["a \ud83d dog"], ["the cat"]])
    for explained in (cidernb.contributions(result), cidernb.change(result, RESULT)):
        with pytest.raises(ValueError, match=r"explained.csv cannot hold half a character, '\\ud83d'; write"):
            explained.to_csv(tmp_path / "explained.csv")
    assert not list(tmp_path.iterdir())
