"""explain, change and compare from files: what they print, write and refuse."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import cidernb
from cidernb.cli import main

REFERENCES = {
    "1": ["a brown dog runs fast", "the dog is running on grass"],
    "2": ["two cats sleep on a sofa", "cats lying on the couch"],
    "3": ["a red bus on the street", "the bus drives down a road"],
}
A = {"1": "a brown dog runs fast", "2": "two cats on a sofa", "3": "a <b>bus</b>"}
B = {"1": "a dog", "2": "two cats sleep on a sofa", "3": "a red bus on the road"}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents = {
        "refs": REFERENCES,
        "a": A,
        "b": B,
        "coco_refs": {
            "annotations": [
                {"image_id": int(i), "caption": text} for i, texts in REFERENCES.items() for text in texts
            ]
        },
        "coco_b": [{"image_id": int(i), "caption": text} for i, text in B.items()],
    }
    paths = {}
    for name, content in contents.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(content))
        paths[name] = str(path)
    return paths


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_explain_gives_the_contributions_of_an_image(files, capsys):
    result = cidernb.score(B, REFERENCES)
    explained = as_json(
        capsys, "explain", files["refs"], files["b"], "--image", "3", "--tokenizer", "whitespace"
    )
    assert explained["score"] == pytest.approx(result.per_image["3"], abs=1e-12)
    assert sum(row["contribution"] for row in explained["ngrams"]) == pytest.approx(explained["score"])
    assert explained["score"] + sum(explained["losses"].values()) == pytest.approx(10)
    assert explained["signature"] == result.signature


@pytest.mark.parametrize("image", [None, "1", "2", "3"])
@pytest.mark.parametrize("variant", ["code-cider-d", "paper-cider"])
def test_explain_gives_the_very_number_that_score_gives(files, capsys, image, variant):
    settings = ("--variant", variant)
    scored = as_json(capsys, "score", files["refs"], files["a"], "--per-image", *settings)
    chosen = () if image is None else ("--image", image)
    explained = as_json(capsys, "explain", files["refs"], files["a"], *chosen, *settings)
    per_image = {row["image"]: row["score"] for row in scored["per_image"]}
    assert explained["score"] == (scored["mean"] if image is None else per_image[image])


def test_explain_says_what_its_two_columns_of_points_are(files, capsys):
    assert main(["explain", files["refs"], files["a"]]) == 0
    printed = capsys.readouterr().out
    assert "Contribution: the points that an n-gram earns; they add up to the score." in printed
    assert "they do not add up" in printed


def test_coco_files_give_the_same_with_numbers_as_ids(files, capsys):
    plain = as_json(capsys, "explain", files["refs"], files["b"], "--image", "3")
    coco = as_json(capsys, "explain", files["coco_refs"], files["coco_b"], "--image", "3")
    assert coco["image"] == 3
    assert coco["score"] == plain["score"]


def test_explain_without_an_image_is_about_the_mean(files, capsys):
    explained = as_json(capsys, "explain", files["refs"], files["b"], "--variant", "code-cider,sigma=3")
    settings = cidernb.PRESETS["code-cider"].replace(sigma=3)
    assert explained["score"] == pytest.approx(cidernb.score(B, REFERENCES, variant=settings).mean, abs=1e-12)


def test_change_says_where_b_beats_a(files, capsys):
    compared = as_json(capsys, "change", files["refs"], files["a"], files["b"], "--tokenizer", "whitespace")
    a, b = cidernb.score(A, REFERENCES), cidernb.score(B, REFERENCES)
    assert compared["difference"] == pytest.approx(b.mean - a.mean, abs=1e-12)
    assert (compared["won"], compared["lost"], compared["tied"]) == (2, 1, 0)
    low, high = compared["interval"]
    assert low < compared["difference"] < high
    assert sum(compared["by_ngram"].values()) == pytest.approx(compared["difference"], abs=1e-12)
    assert sum(compared["losses"].values()) == pytest.approx(-compared["difference"], abs=1e-12)
    assert compared["moved_most"][0] == {
        "image": "3",
        "difference": max((b.per_image[i] - a.per_image[i] for i in REFERENCES), key=abs),
    }


def test_compare_shares_the_difference_among_settings(files, capsys):
    settings = ("--before", "paper-cider", "--after", "code-cider-d,idf=none")
    compared = as_json(capsys, "compare", files["refs"], files["b"], *settings)
    assert list(compared["by_cause"]) == ["idf_source", "stemming", "clipping", "length_penalty"]
    after = cidernb.score(B, REFERENCES, idf="none").mean
    assert compared["after"] == pytest.approx(after, abs=1e-12)
    assert sum(compared["by_cause"].values()) == pytest.approx(compared["total"], abs=1e-12)
    steps = compared["stemming_steps"]
    assert sum(steps.values()) == pytest.approx(compared["by_cause"]["stemming"], abs=1e-12)


def test_compare_takes_an_order_for_a_waterfall(files, capsys):
    order = ("--order", "length_penalty,clipping")
    compared = as_json(capsys, "compare", files["refs"], files["b"], *order)
    assert list(compared["by_cause"]) == ["length_penalty", "clipping"]


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["explain", "refs", "a", "--image", "3"], ["image 3", "What earns", "Where the other points went"]),
        (["change", "refs", "a", "b"], ["B minus A", "95 % interval", "B wins on 2 images", "moved most"]),
        (
            ["compare", "refs", "a", "--after", "paper-cider"],
            ["What moved it", "stemming", "Stemming in two steps"],
        ),
    ],
)
def test_tables_are_printed_for_people(files, capsys, command, words):
    assert main([files.get(word, word) for word in command]) == 0
    printed = capsys.readouterr().out
    for word in words:
        assert word in printed


@pytest.mark.parametrize(
    "command",
    [["explain", "refs", "a", "--image", "3"], ["change", "refs", "b", "a"], ["compare", "refs", "a"]],
)
def test_a_page_a_picture_and_a_table_are_written(files, tmp_path, command):
    written = {kind: tmp_path / f"out.{kind}" for kind in ("html", "png", "csv")}
    options = [word for kind, path in written.items() for word in (f"--{kind}", str(path))]
    assert main([*(files.get(word, word) for word in command), *options]) == 0
    page = written["html"].read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<b>bus</b>" not in page
    assert "CIDEr-D|stem:none" in page
    assert written["png"].read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader(written["csv"].read_text(encoding="utf-8").splitlines()))
    assert {"ngram"} <= rows[0].keys()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["explain", "refs", "a", "--image", "7"], "There is no image '7'"),
        (["explain", "refs", "a", "--variant", "cider"], "There is no preset 'cider'"),
        (["explain", "refs", "a", "--variant", "code-cider,colour=red"], "'colour=red' in the setting"),
        (["explain", "refs", "a", "--variant", "code-cider,sigma=six"], "sigma=six is not a number"),
        (["explain", "refs", "missing.json"], "missing.json: No such file"),
        (["explain", "a", "refs"], "the references' file first, the candidates' file second"),
        (["compare", "refs", "a", "--order", "clipping"], "name each cause present once"),
        (["change", "refs", "a", "b", "--resamples", "0"], "--resamples is 0"),
        (["compare", "refs", "a", "b"], "two systems are compared by 'cidernb change REFS A B'"),
        (["explain", "refs", "a", "--variant", "code-cider,scale=1e308"], "scale is 1e+308; give a positive"),
    ],
)
def test_bad_input_is_one_line_and_status_2(files, capsys, command, words):
    assert main([files.get(word, word) for word in command]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert words in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is not JSON"),
        ("7", "holds neither COCO entries nor"),
        ('[{"image_id": 1}]', "Entry 0 of"),
        ('[{"image_id": 1, "caption": "a"}, {"image_id": 1, "caption": "b"}]', "two captions for image 1"),
        ('[{"image_id": [1], "caption": "a"}]', "image id [1]"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(files, tmp_path, capsys, content, words):
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    assert main(["explain", files["coco_refs"], str(bad)]) == 2
    message = capsys.readouterr().err
    assert words in message
    assert "bad.json" in message


def test_an_evaluation_set_comes_back_from_the_files_it_wrote(tmp_path):
    images = cidernb.documented_example().evaluation_set
    images.to_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    again = cidernb.EvaluationSet.from_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    assert dict(again.references) == dict(images.references)
    assert dict(again.candidates) == dict(images.candidates)
