"""Pasted captions: how lines are read, what is refused and how, and the app that scores them."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cidernb
from cidernb.apps import Explorer, YourCaptions
from cidernb.exploring.pasted import (
    as_pasted,
    first_captions,
    own_world,
    read_lines,
    read_pasted,
)
from cidernb.exploring.uploaded import Upload, read_uploaded

FIRST = first_captions()
EVERYDAY = cidernb.DocumentFrequencies.from_references(
    tuple(cidernb.everyday.everyday_captions().evaluation_set().references.values()), tokenizer="ptb"
)
REFERENCES = "a, a dog runs\nb, a cat sits\na, the dog is running"


# How lines are read


@pytest.mark.parametrize(
    ("line", "image_id", "caption"),
    [
        ("a,a dog", "a", "a dog"),
        ("a\ta dog", "a", "a dog"),
        ("a|a dog", "a", "a dog"),
        ("  a |  a dog ", "a", "a dog"),
        ("a, one dog, running", "a", "one dog, running"),
        ("a\tone dog, one cat | one cow", "a", "one dog, one cat | one cow"),
        ("my dog.jpg, a dog", "my dog.jpg", "a dog"),
        ("007, a dog", "007", "a dog"),
        ("a,", "a", ""),
        ("日本, 犬 が いる", "日本", "犬 が いる"),
        ("\ufeffa, a dog", "a", "a dog"),
        ("a, one\u2028dog\x85runs\x0bhere", "a", "one\u2028dog\x85runs\x0bhere"),
    ],
)
def test_the_first_separator_ends_the_id_and_the_rest_is_the_caption(line, image_id, caption):
    (read,) = read_lines(line, "candidates")
    assert (read.image_id, read.caption) == (image_id, caption)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_end_of_line_counts_once_and_blank_lines_are_counted_but_not_read(end):
    read = list(read_lines(end.join(["", "a, one", "   ", "b, two", ""]), "candidates"))
    assert [tuple(line) for line in read] == [(2, "a", "one"), (4, "b", "two")]


@pytest.mark.parametrize(
    ("candidates", "references", "words"),
    [
        ("a, x\na dog", REFERENCES, "Line 2 of the candidates, “a dog”, has no tab, comma or |"),
        (", a dog", REFERENCES, "Line 1 of the candidates, “, a dog”, has no id before the caption"),
        ("a, x", "a, y\n\nnonsense", "Line 3 of the references, “nonsense”, has no tab"),
        ("x" * 99, "", "Line 1 of the candidates, “" + "x" * 39 + "…”, has no tab"),
        (
            "a, x\nb, y\n a\tz",
            REFERENCES,
            "Line 3 of the candidates is a second one for “a”, after line 1; keep one",
        ),
        ("a, x", REFERENCES, "“b”, line 2 of the references, has no candidate"),
        ("a, x\nb, y\nc, z", REFERENCES, "“c”, line 3 of the candidates, has no reference"),
        ("A, x\nb, y", REFERENCES, "“A”, line 1 of the candidates, has no reference"),
        ("", REFERENCES, "There are no candidates yet"),
        ("a, x", " \n ", "There are no references yet"),
        ("a, x", "a,\na, ", "The references of “a” have no word"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence_with_the_line_or_the_id(candidates, references, words):
    with pytest.raises(ValueError, match=re.escape(words)) as refused:
        read_pasted(candidates, references)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


def test_references_may_come_in_any_order_and_twice():
    images = read_pasted("b, a cat\na, a dog", REFERENCES + "\na, a dog runs")
    assert images.ids == ("a", "b")
    assert images.references["a"] == ("a dog runs", "the dog is running", "a dog runs")
    assert images.candidates["b"] == "a cat"


def test_a_blank_candidate_scores_zero():
    assert cidernb.score(read_pasted("a,\nb, a cat sits", REFERENCES)).per_image["a"] == 0


@given(st.text())
def test_every_line_with_an_id_and_a_separator_is_read(caption):
    one_line = " ".join(caption.split())
    (line,) = read_lines(f"a|{one_line}", "candidates")
    assert line.caption == one_line


def test_a_set_written_as_lines_is_read_back():
    again = read_pasted(*as_pasted(FIRST))
    assert dict(again.candidates) == dict(FIRST.candidates)
    assert dict(again.references) == dict(FIRST.references)


def test_the_world_offers_the_everyday_captions_as_an_idf_source():
    world = own_world(FIRST, "ptb")
    app = Explorer(world)
    app.controls["idf"].value = "everyday"
    first = FIRST.ids[0]
    expected = cidernb.score(FIRST, idf=EVERYDAY, tokenizer="ptb").per_image[first]
    assert app.result.per_image[first] == expected
    app.close()


# The app


@pytest.fixture
def app() -> Iterator[YourCaptions]:
    app = YourCaptions()
    yield app
    app.close()


def html(app: YourCaptions, name: str) -> str:
    return app._views[name].value


def mean(app: YourCaptions) -> float:
    (value,) = re.findall(r'data-mean="([^"]*)"', html(app, "summary"))
    return float(value)


def files(app: YourCaptions) -> dict[str, list[dict[str, str]]]:
    """What the links to download hold, by file name."""
    found = re.findall(
        r'download="([^"]*)" href="data:text/csv;charset=utf-8;base64,([^"]*)"', html(app, "downloads")
    )
    texts = {name: base64.b64decode(data).decode("utf-8-sig") for name, data in found}
    return {name: list(csv.DictReader(io.StringIO(text, newline=""))) for name, text in texts.items()}


def scored(**settings: object) -> cidernb.Result:
    return cidernb.score(FIRST, **{"tokenizer": "ptb"} | settings)


def test_it_starts_with_everyday_captions_scored(app):
    assert mean(app) == pytest.approx(scored().mean, abs=1e-12)
    shown = dict(re.findall(r'data-id="([^"]*)" data-score="([^"]*)"', html(app, "scores")))
    expected = scored().per_image
    assert {image_id: float(points) for image_id, points in shown.items()} == pytest.approx(
        dict(expected), abs=1e-12
    )
    assert "6 images read, with 30 references." in html(app, "summary")
    assert 'class="note warning"' not in html(app, "findings")


@pytest.mark.parametrize(
    ("control", "value", "expected"),
    [
        ("variant", "code-cider", lambda: scored(variant="code-cider").mean),
        ("variant", "paper-cider", lambda: 10 * scored(variant="paper-cider").mean),
        ("idf", "none", lambda: scored(idf="none").mean),
        ("idf", "everyday", lambda: scored(idf=EVERYDAY).mean),
        ("tokenizer", "characters", lambda: scored(tokenizer="characters").mean),
    ],
)
def test_a_setting_moves_the_mean_to_what_the_package_computes(app, control, value, expected):
    before = mean(app)
    app.controls[control].value = value
    assert mean(app) == pytest.approx(expected(), abs=1e-12)
    assert mean(app) == app.result.mean
    assert mean(app) != before


def test_other_captions_are_scored_as_the_package_scores_them(app):
    app.controls["references"].value = REFERENCES
    assert "has no reference" in app.problem
    app.controls["candidates"].value = "a, a dog\nb, a cat sits"
    images = cidernb.EvaluationSet(
        {"a": "a dog", "b": "a cat sits"}, {"a": ["a dog runs", "the dog is running"], "b": ["a cat sits"]}
    )
    assert app.problem == ""
    assert mean(app) == pytest.approx(cidernb.score(images, tokenizer="ptb").mean, abs=1e-12)


def test_a_capital_and_a_full_stop_cost_nothing_but_at_white_space_where_a_finding_says_so(app):
    clean = mean(app)
    typed = {i: f"{text[0].upper()}{text[1:]}." for i, text in FIRST.candidates.items()}
    app.controls["candidates"].value, _ = as_pasted(FIRST.with_candidates(typed))
    assert mean(app) == pytest.approx(clean, abs=1e-12)
    assert 'class="note warning"' not in html(app, "findings")
    app.controls["tokenizer"].value = "whitespace"
    assert mean(app) == pytest.approx(cidernb.score(FIRST.with_candidates(typed)).mean, abs=1e-12)
    assert mean(app) < 0.7 * clean
    assert "capitals or punctuation" in html(app, "findings")


def test_brackets_stay_as_words_until_the_tokenizer_removes_them(app):
    first = FIRST.ids[0]
    bracketed = FIRST.with_candidate(first, f"({FIRST.candidates[first]})")
    clean = mean(app)
    app.controls["candidates"].value, _ = as_pasted(bracketed)
    assert mean(app) == pytest.approx(cidernb.score(bracketed, tokenizer="ptb").mean, abs=1e-12)
    assert mean(app) < clean
    assert "-lrb-" in html(app, "tokens")
    app.controls["tokenizer"].value = "ptb+nobrackets"
    assert mean(app) == pytest.approx(clean, abs=1e-12)


# Files

COCO_REFERENCES = b"""{"annotations": [
    {"image_id": 1, "id": 10, "caption": "A dog runs."}, {"image_id": 1, "id": 11, "caption": "The dog."},
    {"image_id": 2, "id": 12, "caption": "A cat sits."}, {"image_id": 3, "id": 13, "caption": "Cows."}]}"""
COCO_RESULTS = b'[{"image_id": 1, "caption": "A dog."}, {"image_id": 2, "caption": "A cat sits."}]'
BOTH = b"image_id,candidate,reference_1,reference_2\nx,a dog,a dog runs,the dog\ny,a cat,a cat sits,\n"


def upload(app: YourCaptions, side: str, name: str, content: bytes) -> None:
    """What the browser sends once a reader has chosen a file."""
    file = {"name": name, "content": memoryview(content), "size": len(content), "type": "", "error": ""}
    app.controls[f"{side}_file"].value = ({**file, "last_modified": datetime.now(UTC)},)


def test_a_table_with_both_sides_is_scored(app):
    upload(app, "references", "mine.csv", BOTH)
    assert app.problem == ""
    images = read_uploaded(Upload("mine.csv", BOTH), None, missing="error", duplicates="error")
    assert images.ids == ("x", "y")
    assert images.references["y"] == ("a cat sits",)
    assert mean(app) == pytest.approx(cidernb.score(images, tokenizer="ptb").mean, abs=1e-12)


def test_images_without_a_candidate_are_named_and_the_choice_decides(app):
    upload(app, "candidates", "results.json", COCO_RESULTS)
    assert app.problem == "The references are missing yet; upload their file too."
    upload(app, "references", "refs.json", COCO_REFERENCES)
    assert "3" in app.problem
    assert "no candidate" in app.problem
    assert 'class="note error"' in html(app, "findings")
    app.controls["missing"].value = "drop"
    assert app.problem == ""
    assert app.result.evaluation_set.ids == (1, 2)
    app.controls["missing"].value = "zero"
    assert dict(app.result.per_image)[3] == 0
    assert len(app.result.per_image) == 3
    app.controls["paste"].click()
    assert app.result.evaluation_set.ids == FIRST.ids


def test_of_several_candidates_the_choice_takes_one(app):
    twice = COCO_RESULTS[:-1] + b', {"image_id": 3, "caption": "Two cows."}, {"image_id": 1, "caption": "x"}]'
    upload(app, "references", "refs.json", COCO_REFERENCES)
    upload(app, "candidates", "results.json", twice)
    assert "results.json" in app.problem
    app.controls["duplicates"].value = "first"
    assert app.result.evaluation_set.candidates[1] == "A dog."
    app.controls["duplicates"].value = "last"
    assert app.result.evaluation_set.candidates[1] == "x"


@pytest.mark.parametrize("content", [b"", b"\0\xff\x80", b"{", b"[[[[", b"plain words"])
def test_a_file_that_is_no_captions_is_named_and_nothing_is_lost(app, content):
    before = mean(app)
    upload(app, "references", "<b>odd.bin", content)
    assert "<b>odd.bin" in app.problem
    assert "/tmp" not in app.problem
    assert "&lt;b&gt;odd.bin" in html(app, "summary")
    assert mean(app) == before


def test_one_image_alone_scores_zero_and_a_finding_says_why(app):
    app.controls["references"].value = "a, a dog runs"
    app.controls["candidates"].value = "a, a dog runs"
    assert mean(app) == 0
    assert "One image alone scores 0" in html(app, "findings")
    app.controls["idf"].value = "everyday"
    assert mean(app) > 2


def test_nonsense_gives_a_sentence_and_nothing_is_lost(app):
    before, scores = mean(app), html(app, "scores")
    app.controls["candidates"].value += "\nno separator <b>"
    assert app.problem.startswith("Line 7 of the candidates, “no separator <b>”, has no tab")
    assert "no separator &lt;b&gt;" in html(app, "summary")
    assert mean(app) == before
    assert html(app, "scores") == scores
    assert app.controls["candidates"].value.endswith("no separator <b>")
    assert app.state["candidates"] == app.controls["candidates"].value
    app.controls["candidates"].value = app.controls["candidates"].value.removesuffix("\nno separator <b>")
    assert app.problem == ""


def test_nonsense_from_the_start_can_be_mended():
    app = YourCaptions("a dog", "a, a dog")
    assert app.result is None
    assert "Line 1 of the candidates" in html(app, "summary")
    assert "data-mean" not in html(app, "summary")
    assert "Line 1 of the candidates" in app._repr_mimebundle_()["text/html"]
    app.controls["candidates"].value = "a, a dog"
    assert app.result is not None
    app.close()


def test_another_image_is_explained(app):
    app.controls["image"].value = "pizza-oven"
    assert app.state["image"] == "pizza-oven"
    assert "pizza" in html(app, "caption")
    expected = cidernb.contributions(app.result, "pizza-oven").score
    (total,) = re.findall(r'data-sum="([^"]*)"', html(app, "ngrams"))
    assert float(total) == pytest.approx(expected, abs=1e-12)
    for name in ("points", "references", "equation", "which"):
        assert html(app, name)


def test_an_image_that_is_taken_out_gives_way_to_the_first(app):
    app.controls["image"].value = "pizza-oven"
    app.controls["references"].value = REFERENCES
    app.controls["candidates"].value = "a, a dog\nb, a cat sits"
    assert app.state["image"] == app.controls["image"].value == "a"
    assert [value for _, value in app.controls["image"].options] == ["a", "b"]


def test_the_files_hold_every_score_and_every_ngram(app):
    app.controls["image"].value = "blue-bike"
    held = files(app)
    scores = {row["id"]: float(row["score"]) for row in held["scores.csv"]}
    assert scores == dict(app.result.per_image)
    assert {row["signature"] for row in held["scores.csv"]} == {app.result.signature}
    orders = [[float(row[f"order {n}"]) for n in (1, 2, 3, 4)] for row in held["scores.csv"]]
    assert orders == app.result.per_order.tolist()
    for name, image in (("ngrams_of_image.csv", "blue-bike"), ("ngrams_of_all.csv", None)):
        table = cidernb.contributions(app.result, image).table
        points = {row["ngram"]: float(row["contribution"]) for row in held[name]}
        assert points == {row.ngram: row.contribution for row in table}


def test_everything_that_comes_from_outside_is_escaped_and_the_file_keeps_it_as_it_is():
    odd = '<img src=x onerror=alert(1)>"&'
    app = YourCaptions(f"{odd}, {odd}\nb, a cat", f"{odd}, {odd} runs\nb, a cat")
    shown = [view.value for view in app._views.values()] + [app._repr_mimebundle_()["text/html"]]
    assert not any("<img src=x" in value for value in shown)
    assert files(app)["scores.csv"][0]["candidate"] == odd
    assert files(app)["scores.csv"][0]["id"] == odd
    app.close()


def test_a_long_table_is_cut_on_screen_and_whole_in_the_file():
    lines = "\n".join(f"{n}, a dog {n}" for n in range(300))
    app = YourCaptions(lines, lines)
    assert "the first 200 of 300" in html(app, "scores")
    assert len(files(app)["scores.csv"]) == 300
    assert set(files(app)) == {"scores.csv", "ngrams_of_image.csv"}
    app.close()


def test_the_state_survives_json_and_starts_another(app):
    loud = {image_id: text.upper() for image_id, text in FIRST.candidates.items()}
    app.controls["candidates"].value, _ = as_pasted(FIRST.with_candidates(loud))
    app.controls["tokenizer"].value = "whitespace"
    app.controls["idf"].value = "everyday"
    app.controls["image"].value = app.result.evaluation_set.ids[-1]
    again = YourCaptions(state=json.loads(json.dumps(app.state)))
    assert again.state == app.state
    assert html(again, "summary") == html(app, "summary")
    again.close()
    with pytest.raises(ValueError, match="The state holds 'colour'"):
        YourCaptions(state={"colour": 1})


def test_the_same_captions_open_in_the_explorer(app):
    explorer = Explorer(app.world, tabs=["ngrams"])
    assert explorer.result.per_image == app.result.per_image
    explorer.close()


def test_closing_stops_the_controls(app):
    app.close()
    before = html(app, "summary")
    app.controls["idf"].value = "none"
    assert html(app, "summary") == before
