"""Captions from files: every form gives the same captions, and no file gives a wrong number or a crash."""

from __future__ import annotations

import gzip
import json
import re
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cidernb import EvaluationSet
from cidernb.readers import opening, read_candidates, read_references

CANDIDATES = {"1": "a brown dog, fast", "2": "two cats"}
REFERENCES = {"1": ["a brown dog runs", 'the "dog" runs'], "2": ["two cats sleep"]}
ENTRIES = [(i, text) for i, texts in REFERENCES.items() for text in texts]

#: Form: the file's name, the candidates in it, the references in it. Ids are text in all of them.
FORMS: dict[str, tuple[str, str, str]] = {
    "COCO": (
        "x.json",
        json.dumps([{"image_id": i, "caption": text} for i, text in CANDIDATES.items()]),
        json.dumps({"annotations": [{"id": 7, "image_id": i, "caption": text} for i, text in ENTRIES]}),
    ),
    "list of entries": (
        "x.json",
        json.dumps([{"image_id": i, "caption": text} for i, text in CANDIDATES.items()]),
        json.dumps([{"image_id": i, "references": texts} for i, texts in REFERENCES.items()]),
    ),
    "the Karpathy splits": (
        "x.json",
        json.dumps([{"image_id": i, "caption": text} for i, text in CANDIDATES.items()]),
        json.dumps(
            {
                "dataset": "coco",
                "images": [
                    {
                        "imgid": 7,
                        "cocoid": i,
                        "split": "test",
                        "sentences": [{"tokens": text.split(), "raw": text} for text in texts],
                    }
                    for i, texts in REFERENCES.items()
                ],
            }
        ),
    ),
    "mapping": ("x.json", json.dumps(CANDIDATES), json.dumps(REFERENCES)),
    "mapping to lists, as the official scorers take": (
        "x.json",
        json.dumps({i: [text] for i, text in CANDIDATES.items()}),
        json.dumps(REFERENCES),
    ),
    "mapping to objects, as the official tokenizer takes": (
        "x.json",
        json.dumps({i: [{"caption": text}] for i, text in CANDIDATES.items()}),
        json.dumps({i: [{"caption": text} for text in texts] for i, texts in REFERENCES.items()}),
    ),
    "entries under a name of their own": (
        "x.json",
        json.dumps(
            {"model": "m", "results": [{"image_id": i, "caption": text} for i, text in CANDIDATES.items()]}
        ),
        json.dumps({"version": 1, "data": [{"image_id": i, "caption": text} for i, text in ENTRIES]}),
    ),
    "JSON lines": (
        "x.jsonl",
        "\n".join(json.dumps({"id": i, "caption": text}) for i, text in CANDIDATES.items()),
        "\n".join(json.dumps({"image": i, "references": texts}) for i, texts in REFERENCES.items()),
    ),
    "JSON lines under another name, a reference a line": (
        "x.json",
        "\n".join(json.dumps({"image_id": i, "candidate": text}) for i, text in CANDIDATES.items()) + "\n",
        "\n".join(json.dumps({"image_id": i, "reference": text}) for i, text in ENTRIES) + "\n",
    ),
    "CSV, a reference a row": (
        "x.csv",
        'image_id,caption\n1,"a brown dog, fast"\n2,two cats\n',
        'image_id,caption\n1,a brown dog runs\n1,"the ""dog"" runs"\n2,two cats sleep\n',
    ),
    "CSV, an image a row": (
        "x.csv",
        'id,candidate\r\n1,"a brown dog, fast"\r\n2,two cats\r\n',
        'id,reference_1,reference_2\r\n1,a brown dog runs,"the ""dog"" runs"\r\n2,two cats sleep,\r\n',
    ),
    "TSV without quoting": (
        "x.tsv",
        "image\tcaption\n1\ta brown dog, fast\n2\ttwo cats",
        'image\tref1\tref2\n1\ta brown dog runs\tthe "dog" runs\n2\ttwo cats sleep\t',
    ),
    "semicolons, as spreadsheets in many languages save": (
        "x.csv",
        "Image ID;Caption\n1;a brown dog, fast\n2;two cats\n",
        'Image ID;Reference 1;Reference 2\n1;a brown dog runs;"the ""dog"" runs"\n2;two cats sleep;\n',
    ),
    "bars, with a number of the comment": (
        "x.csv",
        "image_name|comment_number|comment\n1|0|a brown dog, fast\n2|0|two cats\n",
        'image_name|comment_number|comment\n1|0|a brown dog runs\n1|1|the "dog" runs\n2|0|two cats sleep\n',
    ),
    "old line ends": (
        "x.csv",
        'image_id,caption\r1,"a brown dog, fast"\r2,two cats\r',
        'image_id,caption\r1,a brown dog runs\r1,"the ""dog"" runs"\r2,two cats sleep\r',
    ),
}

#: Both sides in one file.
BOTH: dict[str, tuple[str, str]] = {
    "CSV, an image a row": (
        "x.csv",
        'id,candidate,reference_1,reference_2\n1,"a brown dog, fast",a brown dog runs,"the ""dog"" runs"\n'
        "2,two cats,two cats sleep,\n",
    ),
    "CSV, a reference a row": (
        "x.csv",
        'id,caption,reference\n1,"a brown dog, fast",a brown dog runs\n'
        '1,"a brown dog, fast","the ""dog"" runs"\n2,two cats,two cats sleep\n',
    ),
    "JSON lines": (
        "x.jsonl",
        "\n".join(
            json.dumps({"id": i, "caption": text, "references": REFERENCES[i]})
            for i, text in CANDIDATES.items()
        ),
    ),
    "list of entries": (
        "x.json",
        json.dumps(
            [{"image_id": i, "candidate": t, "references": REFERENCES[i]} for i, t in CANDIDATES.items()]
        ),
    ),
    "CSV, the candidate beside one reference alone": (
        "x.csv",
        'id,candidate,reference\n1,,a brown dog runs\n1,"a brown dog, fast","the ""dog"" runs"\n'
        "2,two cats,two cats sleep\n",
    ),
    "an object of both": ("x.json", json.dumps({"candidates": CANDIDATES, "references": REFERENCES})),
}

ENCODINGS = {
    "UTF-8": lambda text: text.encode(),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 with a mark": lambda text: text.encode("utf-16"),
    "UTF-32 with a mark": lambda text: text.encode("utf-32"),
    "gzip": lambda text: gzip.compress(text.encode()),
}


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def write_json(path: Path, content: Any) -> Path:
    return write(path, json.dumps(content))


# --- Forms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_form_gives_the_same_captions(form: str, encoding: str, tmp_path: Path) -> None:
    name, candidates, references = FORMS[form]
    encode: Callable[[str], bytes] = ENCODINGS[encoding]
    assert read_candidates(write(tmp_path / name, encode(candidates))) == CANDIDATES
    assert read_references(write(tmp_path / name, encode(references))) == REFERENCES


@pytest.mark.parametrize("form", BOTH)
def test_one_file_may_hold_both_sides(form: str, tmp_path: Path) -> None:
    name, content = BOTH[form]
    images = EvaluationSet.from_files(write(tmp_path / name, content))
    assert dict(images.candidates) == CANDIDATES
    assert {i: list(texts) for i, texts in images.references.items()} == REFERENCES


def test_a_blank_candidate_beside_no_other_is_a_blank_candidate(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", "id,candidate,reference\n1,,a dog\n1, ,a cat\n2,b,c\n2,,d\n")
    assert dict(EvaluationSet.from_files(path).candidates) == {"1": " ", "2": "b"}


def test_several_references_may_stand_in_columns_of_one_name(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", "id,reference,reference\n1,a dog,a cat\n")
    assert read_references(path) == {"1": ["a dog", "a cat"]}


def test_a_list_gets_the_ids_0_1_2(tmp_path: Path) -> None:
    assert read_candidates(write_json(tmp_path / "x.json", ["a", "b"])) == {0: "a", 1: "b"}
    assert read_references(write_json(tmp_path / "x.json", [["a"], ["b", "c"]])) == {0: ["a"], 1: ["b", "c"]}


def test_rows_without_an_id_are_numbered_and_a_blank_one_is_a_blank_caption(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", "caption\na dog\n\na cat\n\n")
    assert read_candidates(path) == {0: "a dog", 1: "", 2: "a cat"}


def test_numbers_as_ids_stay_numbers_in_json_and_are_text_in_tables(tmp_path: Path) -> None:
    entries = [{"image_id": 42, "caption": "a"}, {"image_id": "x", "caption": "b"}]
    assert read_candidates(write_json(tmp_path / "x.json", entries)) == {42: "a", "x": "b"}
    assert read_candidates(write(tmp_path / "x.csv", "id,caption\n42, a\n")) == {"42": " a"}


def test_an_empty_cell_is_a_blank_candidate_a_blank_reference_in_its_row_and_none_in_its_column(
    tmp_path: Path,
) -> None:
    assert read_candidates(write(tmp_path / "x.csv", "id,caption\n1,\n2,b\n")) == {"1": "", "2": "b"}
    assert read_references(write(tmp_path / "x.csv", "id,caption\n1,\n1,b\n")) == {"1": ["", "b"]}
    assert read_references(write(tmp_path / "x.csv", "id,ref_1,ref_2\n1,,b\n")) == {"1": ["b"]}


def test_captions_that_an_annotations_file_holds_can_be_candidates(tmp_path: Path) -> None:
    content = {"annotations": [{"id": 1, "image_id": 5, "caption": "a dog"}]}
    assert read_candidates(write_json(tmp_path / "x.json", content)) == {5: "a dog"}


@pytest.mark.parametrize("separator", ["\r", "\x0b", "\x0c", "\x1c", "\x1e", "\x85", "\u2028", "\u2029"])
@pytest.mark.parametrize("side", ["candidates", "references"])
@pytest.mark.parametrize("form", ["csv", "tsv", "quoted csv", "jsonl", "json"])
def test_no_line_break_inside_a_caption_moves_another(
    separator: str, side: str, form: str, tmp_path: Path
) -> None:
    texts = {"1": "a dog", "2": f"a cat{separator}sleeps", "3": "a bird"}
    quote = '"' if form == "quoted csv" else ""
    delimiter = "\t" if form == "tsv" else ","
    if "sv" in form:
        rows = [f"{i}{delimiter}{quote}{text}{quote}\n" for i, text in texts.items()]
        path = write(tmp_path / f"x.{form[-3:]}", f"id{delimiter}caption\n{''.join(rows)}")
    elif form == "jsonl":
        rows = [json.dumps({"id": i, "caption": t}, ensure_ascii=False) for i, t in texts.items()]
        path = write(tmp_path / "x.jsonl", "\n".join(rows))
    else:
        path = write(
            tmp_path / "x.json",
            json.dumps(texts if side == "candidates" else {i: [t] for i, t in texts.items()}),
        )
    read = read_candidates(path) if side == "candidates" else read_references(path)
    assert read == (texts if side == "candidates" else {i: [text] for i, text in texts.items()})


def test_a_quoted_line_feed_stays_in_its_cell(tmp_path: Path) -> None:
    path = write(tmp_path / "x.csv", 'id,caption\n1,"a dog\nand a cat"\r\n2,a bird\n')
    assert read_candidates(path) == {"1": "a dog\nand a cat", "2": "a bird"}


@pytest.mark.parametrize("caption", ['"stop" says a sign', '"stop', 'a 5" pipe'])
def test_quotes_are_text_where_tabs_separate(caption: str, tmp_path: Path) -> None:
    path = write(tmp_path / "x.tsv", f"id\tcaption\n1\t{caption}\n2\ta bird\n")
    assert read_candidates(path) == {"1": caption, "2": "a bird"}


def test_a_set_comes_back_from_the_files_it_wrote(tmp_path: Path) -> None:
    images = EvaluationSet({1: "a\u2028b", "x": ""}, {1: ["é", "c\rd"], "x": ["e"]})
    images.to_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    again = EvaluationSet.from_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    assert (again.candidates, again.references) == (images.candidates, images.references)


def test_ids_of_numpy_and_pandas_come_back_as_whole_numbers(tmp_path: Path) -> None:
    ids = np.array([7, 9])
    images = EvaluationSet(dict.fromkeys(ids, "a"), dict.fromkeys(ids, ["a"]))
    images.to_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    again = EvaluationSet.from_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    assert again.ids == (7, 9)
    assert {type(image_id) for image_id in again.ids} == {int}


HALF = "a \ud83d dog"


@pytest.mark.parametrize(
    ("candidates", "references", "words"),
    [
        (
            {"x": HALF},
            {"x": ["a"]},
            r"caption or the id of image 'x' holds half a character, '\\ud83d', which",
        ),
        (
            {"x": "a"},
            {"x": ["a", HALF]},
            "of image 'x' holds half a character, .*; write the whole character",
        ),
        ({HALF: "a"}, {HALF: ["a"]}, "holds half a character"),
        (
            {(1, 2): "a"},
            {(1, 2): ["a"]},
            r"id \(1, 2\) is of type tuple; COCO files name images by whole num",
        ),
        (
            {1.5: "a"},
            {1.5: ["a"]},
            "id 1.5 is of type float; COCO files name images by whole numbers or text",
        ),
        ({b"x": "a"}, {b"x": ["a"]}, "id b'x' is of type bytes; COCO files name images by whole numbers or"),
    ],
)
def test_what_coco_files_cannot_hold_is_refused_and_nothing_is_written(
    candidates: Any, references: Any, words: str, tmp_path: Path
) -> None:
    kept = tmp_path / "refs.json"
    kept.write_text("kept")
    with pytest.raises(ValueError, match=words):
        EvaluationSet(candidates, references).to_coco(kept, tmp_path / "cands.json")
    assert [path.name for path in tmp_path.iterdir()] == ["refs.json"]
    assert kept.read_text() == "kept"


@pytest.mark.parametrize("there", [True, False], ids=["there", "new"])
@pytest.mark.parametrize("other", ["coco.json", "./coco.json", "link.json"])
def test_one_file_cannot_hold_references_and_candidates(other: str, there: bool, tmp_path: Path) -> None:
    path = tmp_path / "coco.json"
    (tmp_path / "link.json").symlink_to(path)
    if there:
        path.write_text("kept")
    images = EvaluationSet({1: "a"}, {1: ["a"]})
    for pair in ((path, f"{tmp_path}/{other}"), (f"{tmp_path}/{other}", path)):
        with pytest.raises(ValueError, match="is named for references and candidates; name two files"):
            images.to_coco(*pair)
    assert path.exists() is there
    assert not there or path.read_text() == "kept"


def test_where_one_file_cannot_be_written_the_other_is_not_either(tmp_path: Path) -> None:
    images = EvaluationSet({1: "a"}, {1: ["a"]})
    nowhere = tmp_path / "nowhere" / "file.json"
    for pair in ((tmp_path / "one.json", nowhere), (nowhere, tmp_path / "one.json")):
        with pytest.raises(FileNotFoundError, match="nowhere/file.json'"):
            images.to_coco(*pair)
    with pytest.raises(IsADirectoryError):
        images.to_coco(tmp_path / "one.json", tmp_path)
    assert list(tmp_path.iterdir()) == []


# --- Two sides that do not meet -------------------------------------------------------------------


@pytest.fixture
def unequal(tmp_path: Path) -> tuple[Path, Path]:
    """References of 1, 2 and 3; candidates of 2, 3 (two of them) and 4."""
    entries = [(2, "b"), (3, "c"), (3, "d"), (4, "e")]
    return (
        write_json(
            tmp_path / "refs.json", {"annotations": [{"image_id": i, "caption": "r"} for i in (1, 2, 3)]}
        ),
        write_json(tmp_path / "cands.json", [{"image_id": i, "caption": text} for i, text in entries]),
    )


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({"missing": "drop", "extra": "drop", "duplicates": "first"}, {2: "b", 3: "c"}),
        ({"missing": "zero", "extra": "drop", "duplicates": "last"}, {1: "", 2: "b", 3: "d"}),
    ],
)
def test_a_choice_says_what_becomes_of_the_images_that_do_not_meet(
    choices: dict[str, Any], expected: dict[int, str], unequal: tuple[Path, Path]
) -> None:
    images = EvaluationSet.from_files(*unequal, **choices)
    assert dict(images.candidates) == expected
    reading = images.reading
    assert reading is not None
    assert (reading.missing, reading.extra, reading.duplicates) == ((1,), (4,), (3,))
    assert images.with_candidate(2, "x").reading == images.with_end_token().reading == reading


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({}, ["cands.json", "two captions for image 3", 'duplicates "first" or "last"', "Entry 2"]),
        (
            {"duplicates": "first"},
            ["no candidate for image 1", 'missing "drop" or "zero"', "no references for image 4"],
        ),
        ({"duplicates": "first", "missing": "zero"}, ["no references for image 4", 'extra "drop"']),
        ({"duplicates": "second"}, ["duplicates is 'second'", "error, first, last"]),
        ({"missing": "skip"}, ["missing is 'skip'", "error, drop, zero"]),
        ({"extra": "zero"}, ["extra is 'zero'", "error, drop"]),
    ],
)
def test_without_a_choice_they_are_refused(
    choices: dict[str, Any], words: list[str], unequal: tuple[Path, Path]
) -> None:
    with pytest.raises(ValueError, match=".") as refused:
        EvaluationSet.from_files(*unequal, **choices)
    for word in words:
        assert word in str(refused.value)


def test_ids_written_alike_are_one_and_it_is_recorded(tmp_path: Path) -> None:
    references = write_json(tmp_path / "refs.json", [{"image_id": i, "caption": "a dog"} for i in (1, 2)])
    candidates = write(tmp_path / "cands.csv", "image_id,caption\n2,two\n1,one\n")
    images = EvaluationSet.from_files(references, candidates)
    assert dict(images.candidates) == {1: "one", 2: "two"}
    assert images.reading is not None
    assert images.reading.of_two_types == ((1, "1"), (2, "2"))


def test_an_id_that_is_there_as_it_is_is_not_paired_with_another_type(tmp_path: Path) -> None:
    references = write_json(tmp_path / "refs.json", [{"image_id": i, "caption": "r"} for i in (1, "1")])
    candidates = write_json(
        tmp_path / "cands.json", [{"image_id": i, "caption": str(type(i))} for i in ("1", 1)]
    )
    images = EvaluationSet.from_files(references, candidates)
    assert dict(images.candidates) == {1: "<class 'int'>", "1": "<class 'str'>"}


def test_an_id_that_is_there_as_a_number_and_as_text_is_said_to_be(tmp_path: Path) -> None:
    one = write_json(tmp_path / "one.json", [{"image_id": 1, "caption": "a dog"}])
    two = write_json(tmp_path / "two.json", [{"image_id": i, "caption": "a dog"} for i in (1, "1")])
    for pair, words in (
        ((one, two), "no references for image '1' (1 and '1' both occur; write an image's id in one way)"),
        ((two, one), "no candidate for image '1' (1 and '1' both occur; write an image's id in one way)"),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            EvaluationSet.from_files(*pair)


def test_files_of_other_images_are_told_so_with_an_example(tmp_path: Path) -> None:
    references = write_json(tmp_path / "refs.json", {"COCO_1.jpg": ["a"]})
    with pytest.raises(ValueError, match=r"such as 'COCO_1.jpg' beside '1'; name the images alike"):
        EvaluationSet.from_files(references, write_json(tmp_path / "cands.json", {"1": "a"}))


# --- Files cut short --------------------------------------------------------------------------------

WHOLE = '{"1": ["a dog \\u00e9 \\n", true, false, null], "2": -1.5e3, "3": "\\"x\\""}'


@pytest.mark.parametrize("length", range(1, len(WHOLE)))
def test_a_file_cut_short_is_said_to_end_early_wherever_it_was_cut(length: int, tmp_path: Path) -> None:
    path = write(tmp_path / "x.json", WHOLE[:length])
    with pytest.raises(ValueError, match=r"x\.json is not JSON, see line 1: it ends early, cut short; copy"):
        read_candidates(path)


@pytest.mark.parametrize(
    "text", ['{"1": a}', '{"1" "a"}', '["a" "b"]', '{"1": tru}', '["a",]', '{"1": "a"} x']
)
def test_a_mistake_within_a_file_is_none_at_its_end(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not JSON, see line 1: (?!it ends early)"):
        read_candidates(write(tmp_path / "x.json", text))


# --- Files that cannot be used --------------------------------------------------------------------

#: The file's name and content, the side it is read for, the error, and what its sentence names.
REFUSED: list[tuple[str, str | bytes, str, type[Exception], list[str]]] = [
    ("x.json", "", "candidates", ValueError, ["x.json is empty"]),
    ("x.csv", " \n ", "candidates", ValueError, ["x.csv is empty"]),
    ("x.json", '{"1": "a dog"', "candidates", ValueError, ["is not JSON, see line 1"]),
    ("x.jsonl", '{"id": 1, "caption": "a"}\n{"id": 2', "candidates", ValueError, ["is not JSON, see line 2"]),
    (
        "x.json",
        '{"images": [{"imgid": 1, "sentences": [{"raw": "a"}]}, {"imgid": 2}]}',
        "references",
        ValueError,
        ["Entry 1 of", 'no "image_id" and "references"'],
    ),
    (
        "x.json",
        '{"images": [{"imgid": 1, "sentences": [{"tokens": ["a"]}]}]}',
        "references",
        TypeError,
        ["Entry 0 of", "reference 0 of image 1 is None"],
    ),
    ("x.json", "[" * 100_000, "candidates", ValueError, ["x.json nests its brackets too deeply"]),
    ("x.jsonl", '{"a":' * 100_000, "candidates", ValueError, ["x.jsonl nests its brackets too deeply"]),
    ("x.json", "[" + "9" * 5_000 + "]", "candidates", ValueError, ["a number too long"]),
    ("x.json", "7", "candidates", ValueError, ["holds neither COCO entries nor"]),
    ("x.json", '"a dog"', "references", ValueError, ["holds neither COCO entries nor"]),
    ("x.json", b'{"1": "\xff"}', "candidates", ValueError, ["is not text in UTF-8, see line 1"]),
    ("x.csv", b"id,caption\n1,a\n2,\xe9\n", "candidates", ValueError, ["is not text in UTF-8, see line 3"]),
    ("x.json", "{}".encode("utf-16-le"), "candidates", ValueError, ["holds zero bytes as UTF-16 does"]),
    ("x.json", "{}".encode("utf-16-be"), "candidates", ValueError, ["holds zero bytes as UTF-16 does"]),
    ("x.csv", "id,é".encode("utf-16-le"), "candidates", ValueError, ["holds zero bytes as UTF-16 does"]),
    ("x.json", "{}".encode("utf-32-le"), "candidates", ValueError, ["holds zero bytes as UTF-32 does"]),
    ("x.json", "{}".encode("utf-32-be"), "candidates", ValueError, ["holds zero bytes as UTF-32 does"]),
    ("x.json", b'{"a": "\0"}', "candidates", ValueError, ["holds zero bytes, so it is not text"]),
    ("x.json", bytes(range(256)), "candidates", ValueError, ["x.json"]),
    ("x.json", b"\xff\xfe\x00", "candidates", ValueError, ["is not text in UTF-8"]),
    (
        "x.json.gz",
        gzip.compress(b"[]" * 99, mtime=0)[:-9],
        "candidates",
        ValueError,
        ["is a cut short gzip file"],
    ),
    (
        "x.json.gz",
        gzip.compress(b"[]", mtime=0)[:-5] + b"12345",
        "candidates",
        ValueError,
        ["is a damaged gzip file"],
    ),
    ("x.json.gz", b"\x1f\x8bnot gzip", "candidates", ValueError, ["is a damaged gzip file"]),
    ("x.json", "[]", "candidates", ValueError, ["x.json holds no candidates"]),
    ("x.json", "{}", "references", ValueError, ["x.json holds no references"]),
    # Captions that are none.
    ("x.json", '{"a": null}', "candidates", TypeError, ["x.json", "image 'a' is None; give one string"]),
    ("x.json", '{"a": NaN}', "candidates", TypeError, ["x.json", "image 'a' is the number nan"]),
    ("x.json", '{"a": -Infinity}', "candidates", TypeError, ["image 'a' is the number -inf"]),
    ("x.json", '{"a": {"b": 1}}', "candidates", TypeError, ["image 'a' is a dict"]),
    (
        "x.json",
        '[{"image_id": 1, "caption": 3}]',
        "candidates",
        TypeError,
        ["Entry 0 of", "image 1 is the number 3"],
    ),
    ("x.json", '{"a": ["x", null]}', "references", TypeError, ["reference 1 of image 'a' is None"]),
    (
        "x.jsonl",
        '{"id": 1, "references": ["a", "b"]}\n\n{"id": 1, "references": ["c", 4]}',
        "references",
        TypeError,
        ["Line 3 of", "reference 3 of image 1 is the number 4"],
    ),
    ("x.json", '{"a": []}', "references", ValueError, ["image 'a' has no references"]),
    (
        "x.jsonl",
        '{"id": 1, "references": []}',
        "references",
        ValueError,
        ["Line 1", "image 1 has no references"],
    ),
    (
        "x.csv",
        "id,ref_1,ref_2\n1,a,\n2,,\n",
        "references",
        ValueError,
        ["Line 3 of", "'2' have not a single word"],
    ),
    (
        "x.json",
        '{"a": "one caption"}',
        "references",
        TypeError,
        ["are one string", "the references' file first"],
    ),
    ("x.json", '{"a": "x", "a": "y"}', "candidates", ValueError, ["two captions for image 'a'"]),
    ("x.json", '{"a": ["x"], "a": ["y"]}', "references", ValueError, ["names an image twice"]),
    ("x.json", '{"a": ["a dog", "y"]}', "candidates", ValueError, ["two captions for image 'a'"]),
    ("x.json", '[["a dog", "y"]]', "candidates", ValueError, ["two captions for the image at place 0"]),
    # A caption cut into words.
    *(
        ("x.json", content, side, TypeError, [f"{what} is a list of words; join them by spaces to one str"])
        for content, side, what in (
            ('{"a": ["a", "dog"]}', "candidates", "the candidate of image 'a'"),
            ('[["a", "dog"], ["two", "cats"]]', "candidates", "the candidate of image 0"),
            ('[{"image_id": 1, "caption": ["a", "dog"]}]', "candidates", "the candidate of image 1"),
            ('{"a": [["a", "dog"]]}', "references", "reference 0 of image 'a'"),
        )
    ),
    (
        "x.json",
        '[{"image_id": 1, "caption": ["a", "dog"]}, {"image_id": 1, "caption": ["a", "cat"]}]',
        "candidates",
        ValueError,
        ["Entry 1 of", "two captions for image 1"],
    ),
    # Lists within a list, whose places are no ids.
    *(
        ("x.json", content, side, ValueError, [words])
        for side in ("candidates", "references")
        for content, words in (
            ('[[1, "a dog"], [2, "a cat"]]', "holds lists of an image id and captions; write an object"),
            ('[[{"image_id": 1, "caption": "a"}]]', "in a list within a list; take the outer brackets away"),
        )
    ),
    ("x.json", '{"a": []}', "candidates", TypeError, ["the candidate of image 'a' is a list"]),
    # Ids that are none.
    ("x.json", '[{"image_id": 1.0, "caption": "a"}]', "candidates", ValueError, ["Entry 0", "image id 1.0"]),
    ("x.json", '[{"image_id": true, "caption": "a"}]', "candidates", ValueError, ["image id True"]),
    ("x.json", '[{"image_id": [1], "caption": "a"}]', "candidates", ValueError, ["image id [1]"]),
    ("x.csv", "id,caption\n1,a\n ,b\n", "candidates", ValueError, ["Line 3 of", "has no image id"]),
    # Entries, columns and rows that do not fit.
    ("x.json", '[{"image_id": 1}]', "candidates", ValueError, ["Entry 0 of", 'no "image_id" and "caption"']),
    ("x.json", '[{"image_id": 1, "caption": "a"}, 5]', "candidates", ValueError, ["Entry 1 of"]),
    (
        "x.json",
        '[{"image_id": 1, "caption": "a"}, {"caption": "b"}]',
        "candidates",
        ValueError,
        ["Entry 1 of"],
    ),
    ("x.csv", "1,a dog\n2,a cat\n", "candidates", ValueError, ["first line of", "image_id,caption"]),
    (
        "x.csv",
        "id,reference\n1,a\n",
        "candidates",
        ValueError,
        ["no column of candidates among 'id', 'reference'"],
    ),
    (
        "x.csv",
        "id,caption\n1,a dog, fast\n",
        "candidates",
        ValueError,
        ["Line 2 of", "3 cells and the header 2"],
    ),
    ("x.csv", 'id,caption\n1,"a dog\n2,a cat\n', "candidates", ValueError, ["cannot be read as a table"]),
    ("x.csv", 'id,caption\n1,"a" dog\n', "candidates", ValueError, ["cannot be read as a table"]),
    ("x.csv", "id,caption\n1," + "a" * 200_000, "candidates", ValueError, ["larger than field limit"]),
    # Lists that were made text of.
    *(
        (name, content, side, ValueError, [where, "a list written as one"])
        for name, content, side, where in (
            ("x.csv", "id,references\n1,\"['a dog', 'a cat']\"\n", "references", "Line 2 of"),
            ("x.csv", "id,caption\n1,['a dog']\n", "candidates", "Line 2 of"),
            ("x.json", '{"a": "[\'a dog\']"}', "candidates", "for image 'a'"),
            ("x.json", '{"a": "(\'a dog\',)"}', "candidates", "for image 'a'"),
            ("x.json", "{\"a\": \"{'caption': 'a dog'}\"}", "candidates", "for image 'a'"),
            ("x.json", '{"a": "[\'a dog\' \\"the dog\'s\\"]"}', "references", "for image 'a'"),
            ("x.json", '{"a": ["a dog", "[\'a cat\']"]}', "references", "for image 'a'"),
            ("x.json", '[{"image_id": 1, "caption": "[\'a dog\']"}]', "candidates", "Entry 0 of"),
            ("x.jsonl", '{"id": 1, "caption": "[\'a dog\']"}', "candidates", "Line 1 of"),
        )
    ),
    # Columns of one name, and names of one entry.
    *(
        (name, content, side, ValueError, [where, f'says "{twice}" twice; keep one'])
        for side in ("candidates", "references")
        for name, content, where, twice in (
            ("x.json", '[{"image_id": 1, "caption": "a", "caption": "b"}]', "Entry 0 of", "caption"),
            ("x.jsonl", '{"image_id": 1, "caption": "a", "image_id": 2}', "Line 1 of", "image_id"),
        )
    ),
    ("x.csv", "id,caption,Caption\n1,a,b\n", "candidates", ValueError, ["two columns named 'caption'"]),
    ("x.csv", "id,id,caption\n1,2,b\n", "candidates", ValueError, ["two columns named 'id'"]),
    ("x.csv", "id,id,caption\n1,2,b\n", "references", ValueError, ["two columns named 'id'"]),
    # Half characters.
    ("x.json", '{"a": "\\ud83d"}', "candidates", ValueError, ["half a character", "image 'a'"]),
    ("x.json", '{"\\udc00": "a"}', "candidates", ValueError, ["half a character"]),
    (
        "x.json",
        '{"a": ["x", "\\ud83d \\ud83d\\ude00"]}',
        "references",
        ValueError,
        ["half a character", "'a'"],
    ),
]


@pytest.mark.parametrize(("name", "content", "side", "error", "words"), REFUSED)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(
    name: str, content: str | bytes, side: str, error: type[Exception], words: list[str], tmp_path: Path
) -> None:
    read: Callable[[Path], Any] = read_candidates if side == "candidates" else read_references
    with pytest.raises(error) as refused:
        read(write(tmp_path / name, content))
    message = str(refused.value)
    for word in words:
        assert word in message
    assert name in message
    assert message.endswith(".")
    assert "\n" not in message


def test_a_whole_character_of_two_escapes_is_text(tmp_path: Path) -> None:
    path = write(tmp_path / "x.json", '{"a": "\\ud83d\\ude00"}')
    assert read_candidates(path) == {"a": "😀"}


def test_one_file_without_both_sides_is_told_to_bring_the_other(tmp_path: Path) -> None:
    for name, content in (
        ("x.json", json.dumps(REFERENCES)),
        ("x.json", '[{"image_id": 1, "caption": "a"}]'),
        ("x.json", '[{"image_id": 1, "references": ["a"]}]'),
        ("x.jsonl", '{"image_id": 1, "caption": "a"}'),
        ("x.csv", "id,caption\n1,a\n"),
        ("x.csv", "id,reference\n1,a\n"),
    ):
        with pytest.raises(ValueError, match=f"{name} does not hold both sides; give the references' file"):
            EvaluationSet.from_files(write(tmp_path / name, content))


@pytest.mark.parametrize("path", ["", "missing.json"])
def test_a_folder_or_no_file_at_all_is_an_os_error(path: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        read_candidates(tmp_path / path)


@pytest.mark.parametrize("limit", [2**20, None], ids=["by its size", "by how far it was packed"])
def test_a_bomb_is_refused_before_it_fills_the_memory(
    limit: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if limit:
        monkeypatch.setattr(opening, "LIMIT", limit)
    path = write(tmp_path / "x.json.gz", gzip.compress(b"[" + b" " * 50 * 2**20))
    assert path.stat().st_size < 2**16
    tracemalloc.start()
    with pytest.raises(ValueError, match=r"holds more than \d+ MiB; split it"):
        read_candidates(path)
    assert tracemalloc.get_traced_memory()[1] < 40 * 2**20
    tracemalloc.stop()


def test_a_file_of_nothing_but_brackets_is_refused_before_it_is_parsed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(opening, "PARTS", 1000)
    for name, content in (("x.json", f"[{'[],' * 999}[]]"), ("x.csv", "id,caption\n" + "," * 1000)):
        with pytest.raises(ValueError, match="more than 1000 parts"):
            read_candidates(write(tmp_path / name, content))
    assert read_candidates(write(tmp_path / "x.json", json.dumps(["a dog"] * 500))) != {}


def test_a_file_without_end_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("there is no /dev/zero here")
    monkeypatch.setattr(opening, "LIMIT", 2**20)
    with pytest.raises(ValueError, match="holds more than 1 MiB"):
        read_candidates("/dev/zero")


# --- Any file at all ------------------------------------------------------------------------------

VALID = [(name, text) for name, *texts in [*FORMS.values(), *BOTH.values()] for text in texts]
DOCUMENTED = (ValueError, TypeError, OSError)


def read_all(path: Path) -> None:
    """Read a file in every way there is; anything but a documented error fails the test."""
    for read in (
        read_candidates,
        read_references,
        EvaluationSet.from_files,
        lambda p: EvaluationSet.from_files(p, p, missing="zero", extra="drop", duplicates="last"),
    ):
        with suppress(*DOCUMENTED):
            read(path)


any_file = settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])


@any_file
@given(st.binary(max_size=200), st.sampled_from(["x.json", "x.jsonl", "x.csv", "x.tsv", "x.gz", "x"]))
def test_any_bytes_give_captions_or_a_documented_error(tmp_path: Path, content: bytes, name: str) -> None:
    read_all(write(tmp_path / name, content))
    read_all(write(tmp_path / name, gzip.compress(content)))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["image_id", "caption", "annotations", "references", "candidates", "id", "1"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@any_file
@given(json_values, st.booleans())
def test_any_json_gives_captions_or_a_documented_error(tmp_path: Path, value: Any, lines: bool) -> None:
    content = json.dumps(value)
    read_all(
        write(tmp_path / ("x.jsonl" if lines else "x.json"), f"{content}\n{content}" if lines else content)
    )


@any_file
@given(st.text(alphabet='id,caption\tref;|"\r\n 1é\u2028', max_size=60), st.sampled_from(["csv", "tsv"]))
def test_any_table_gives_captions_or_a_documented_error(tmp_path: Path, text: str, suffix: str) -> None:
    read_all(write(tmp_path / f"x.{suffix}", text))
    read_all(write(tmp_path / f"x.{suffix}", f"id,caption\n{text}"))


@any_file
@given(
    st.sampled_from(VALID),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255), st.sampled_from("sid")), max_size=6),
    st.booleans(),
)
def test_a_file_with_some_bytes_changed_gives_captions_or_a_documented_error(
    tmp_path: Path, valid: tuple[str, str], edits: list[tuple[int, int, str]], packed: bool
) -> None:
    name, text = valid
    content = bytearray(gzip.compress(text.encode(), mtime=0) if packed else text.encode())
    for place, byte, edit in edits:
        place %= max(1, len(content))
        if edit == "s" and content:
            content[place] = byte
        elif edit == "i":
            content.insert(place, byte)
        elif content:
            del content[place]
    read_all(write(tmp_path / name, bytes(content)))
