"""The explorer without a browser: set a control, read what appears."""

from __future__ import annotations

import asyncio
import base64
import csv
import json
import re
from collections.abc import Iterator

import pytest
from markupsafe import escape

import cidernb
from cidernb.apps import Explorer
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.exploring.setting import Setting
from cidernb.exploring.world import everyday_world, world_of

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set
COLOUR = [scene.colour for scene in EXAMPLE.scenes[: len(IMAGES)]]
SAME_COLOUR = IMAGES.subset(i for i in IMAGES.ids if COLOUR[i] == COLOUR[FIRST_IMAGE])
POOL = cidernb.DocumentFrequencies.from_references(EXAMPLE.pool)


@pytest.fixture
def app() -> Iterator[Explorer]:
    app = Explorer()
    yield app
    app.close()


def html(app: Explorer, name: str) -> str:
    return app._views[name].value


def shown_score(app: Explorer) -> float:
    (value,) = re.findall(r'data-score="([^"]*)"', html(app, "score"))
    return float(value)


def expected(images: cidernb.EvaluationSet = IMAGES, **settings: object) -> float:
    return cidernb.score(images, **settings).per_image[FIRST_IMAGE]


@pytest.mark.parametrize(
    ("control", "value", "score"),
    [
        ("preset", "code-cider", lambda: expected(variant="code-cider")),
        ("preset", "paper-cider", lambda: 10 * expected(variant="paper-cider")),
        ("preset", "paper-cider-d-eq4-order", lambda: expected(variant="paper-cider-d-eq4-order")),
        ("stemmer", "plural", lambda: expected(variant=cidernb.Variant(stemmer="plural"))),
        (
            "clipping",
            "weights, Eq. 4, all orders",
            lambda: expected(variant="paper-cider-d-eq4-all"),
        ),
        ("sigma", None, lambda: expected(variant=cidernb.Variant(sigma=None))),
        ("idf", "pool", lambda: expected(idf=POOL)),
        ("idf", "none", lambda: expected(idf="none")),
        ("repeat", 3, lambda: expected(IMAGES.repeated(3))),
        ("company", "colour", lambda: expected(SAME_COLOUR)),
        ("company", "alone", lambda: 0.0),
        ("candidate", "three red circles", lambda: expected(IMAGES.with_candidate(32, "three red circles"))),
        ("candidate", "", lambda: 0.0),
    ],
)
def test_a_control_moves_the_score_to_what_the_package_computes(app, control, value, score):
    before = shown_score(app)
    app.controls[control].value = value
    assert shown_score(app) == pytest.approx(score(), abs=1e-12)
    assert shown_score(app) == app.result.per_image[FIRST_IMAGE]
    assert shown_score(app) != before


def test_clipping_moves_the_score_of_a_caption_that_repeats_itself(app):
    app.controls["repeat"].value = 2
    clipped = shown_score(app)
    app.controls["clipping"].value = "none"
    assert shown_score(app) == expected(IMAGES.repeated(2), variant=cidernb.Variant(clipping="none"))
    assert shown_score(app) > clipped


def test_the_table_adds_up_to_the_score_shown(app):
    app.controls["stemmer"].value = "porter"
    app.controls["repeat"].value = 2
    (total,) = re.findall(r'data-sum="([^"]*)"', html(app, "ngrams"))
    assert float(total) == pytest.approx(shown_score(app), abs=1e-12)


def test_the_score_stands_there_on_its_three_scales(app):
    assert "<b>0.253</b> of 1" in html(app, "score")
    assert "<b>252.7</b>" in html(app, "score")
    assert ">2.527<" in html(app, "score")


def test_another_image_brings_its_picture_caption_and_references(app):
    app.controls["image"].value = 5
    assert app.controls["candidate"].value == IMAGES.candidates[5]
    assert 'alt="' + EXAMPLE.scenes[5].describe() in html(app, "picture")
    assert shown_score(app) == cidernb.score(IMAGES).per_image[5]


def test_a_preset_sets_the_single_settings_and_a_single_setting_leaves_the_preset(app):
    app.controls["preset"].value = "paper-cider"
    assert app.controls["stemmer"].value == "porter"
    assert app.controls["clipping"].value == "none"
    app.controls["stemmer"].value = "plural"
    assert app.controls["preset"].value == "custom"
    app.controls["stemmer"].value = "none"
    assert app.controls["preset"].value == "code-cider"


@pytest.mark.parametrize(
    ("control", "value", "score"),
    [
        ("references", 3, lambda: expected(IMAGES.first_references(3))),
        ("end_token", True, lambda: expected(IMAGES.with_end_token())),
        ("max_order", 2, lambda: expected(variant=cidernb.Variant(max_order=2))),
        ("max_order", 6, lambda: expected(variant=cidernb.Variant(max_order=6))),
    ],
)
def test_references_end_token_and_orders_move_the_score_too(app, control, value, score):
    app.controls[control].value = value
    assert shown_score(app) == pytest.approx(score(), abs=1e-12)


def test_the_limit_reading_moves_the_score_of_a_caption_said_twice(app):
    app.controls["repeat"].value = 2
    app.controls["unseen"].value = "limit"
    limit = cidernb.Variant(unseen="limit")
    assert shown_score(app) == pytest.approx(expected(IMAGES.repeated(2), variant=limit), abs=1e-12)


def test_comparing_shows_both_scores_and_the_share_of_every_cause(app):
    assert "Compare with this" in html(app, "causes")
    app.controls["preset"].value = "paper-cider"
    app.controls["stemmer"].value = "plural"
    app.controls["pin"].value = True
    app.controls["preset"].value = "code-cider-d"
    assert app.change.by_cause == pytest.approx(
        {"stemming": -3.2742486, "clipping": 0, "length_penalty": -0.4352344}, abs=1e-6
    )
    assert ">6.236<" in html(app, "score")
    assert ">2.527<" in html(app, "score")
    for shown in ("−3.274", "−0.435", "−1.413"):
        assert shown in html(app, "causes")
    app.controls["pin"].value = False
    assert app.change is None


def test_the_pinned_state_follows_to_another_image(app):
    app.controls["pin"].value = True
    app.controls["stemmer"].value = "plural"
    app.controls["image"].value = 7
    stemmed = cidernb.score(IMAGES, variant=cidernb.Variant(stemmer="plural"))
    assert app.change.before == pytest.approx(cidernb.score(IMAGES).per_image[7], abs=1e-12)
    assert app.change.after == pytest.approx(stemmed.per_image[7], abs=1e-12)


def test_a_state_is_also_one_short_line(app):
    app.controls["company"].value = "colour"
    app.controls["stemmer"].value = "plural"
    assert app.state_line == '{"image": 32, "company": "colour", "variant": {"stemmer": "plural"}}'
    again = Explorer(state=app.state_line, before='{"image": 32}')
    assert again.state == app.state
    assert set(again.change.by_cause) == {"evaluation_set", "stemming"}
    again.close()


def test_the_documented_stemmed_score_of_the_first_image(app):
    app.controls["preset"].value = "paper-cider"
    app.controls["stemmer"].value = "plural"
    assert ">6.236<" in html(app, "score")


def test_more_settings_open_on_request(app):
    assert app._more.layout.display == "none"
    app.controls["more"].value = True
    assert app._more.layout.display is None


def test_an_image_alone_says_why_its_score_is_zero(app):
    app.controls["company"].value = "alone"
    assert "every IDF is ln(1/1) = 0" in html(app, "reason")


def test_captions_are_shown_as_text_and_never_as_markup(app):
    app.controls["candidate"].value = "<img src=x onerror=alert(1)> red"
    for name in ("caption", "ngrams", "reason", "references"):
        assert "<img src=x" not in html(app, name)
    assert "&lt;img" in html(app, "ngrams")


def test_the_state_survives_json_and_starts_another_explorer(app):
    app.controls["preset"].value = "paper-cider-d-eq4-order"
    app.controls["candidate"].value = "three red circles"
    app.controls["company"].value = "mixed"
    again = Explorer(state=json.loads(json.dumps(app.state)))
    assert again.state == app.state
    assert shown_score(again) == shown_score(app)
    again.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({}, "names no image"),
        ({"image": 1, "colour": "red"}, "'colour' is no setting"),
        ({"image": 1, "company": "family"}, "Evaluation set is 'family'; choose one of all"),
        ({"image": 1, "idf": "web"}, "IDF source is 'web'; choose one of corpus, pool, none"),
        ({"image": 1, "repeat": 0}, "Repeat is 0; give a whole number from 1 to 4"),
        ({"image": 1, "variant": {"stem": "no"}}, "unexpected keyword argument 'stem'"),
        ({"image": 500}, "no image 500"),
    ],
)
def test_a_state_that_is_none_is_refused_in_a_sentence(state, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Explorer(state=state or {"repeat": 1})


def test_an_error_in_a_callback_shows_in_the_app_and_the_last_score_stays(app, monkeypatch):
    before = shown_score(app)
    monkeypatch.setattr(
        app.world.__class__, "result", lambda *_: (_ for _ in ()).throw(ValueError("<no> way"))
    )
    app.controls["repeat"].value = 2
    assert "This cannot be scored</b>: &lt;no&gt; way" in html(app, "score")
    assert shown_score(app) == before


def downloaded(html_of_links: str, file: str) -> list[dict[str, str]]:
    pattern = rf'download="{file}" href="data:text/csv;charset=utf-8;base64,([^"]+)"'
    (encoded,) = re.findall(pattern, html_of_links)
    return list(csv.DictReader(base64.b64decode(encoded).decode("utf-8-sig").splitlines()))


def test_the_n_grams_and_the_change_can_be_downloaded(app):
    rows = downloaded(html(app, "which"), "ngrams.csv")
    assert sum(float(row["contribution"]) for row in rows) == pytest.approx(shown_score(app), abs=1e-12)
    app.controls["pin"].value = True
    app.controls["stemmer"].value = "plural"
    rows = downloaded(html(app, "causes"), "change.csv")
    assert sum(float(row["stemming"]) for row in rows) == pytest.approx(app.change.total, abs=1e-12)


def test_the_score_and_the_change_are_written_as_table_and_picture(app, tmp_path):
    for name in ("score", "change"):
        app.to_csv(tmp_path / f"{name}.csv")
        app.to_png(tmp_path / f"{name}.png")
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        app.controls["pin"].value = True
        app.controls["stemmer"].value = "plural"
    assert "contribution" in (tmp_path / "score.csv").read_text(encoding="utf-8")
    assert "stemming" in (tmp_path / "change.csv").read_text(encoding="utf-8")


def test_a_picture_is_made_on_request_and_gives_way_once_it_is_no_longer_true(app, tmp_path):
    assert html(app, "drawn") == ""
    app.controls["draw"].click()
    ((file, encoded),) = re.findall(PICTURE, html(app, "drawn"))
    app.to_png(tmp_path / "picture.png")
    assert file == "ngrams.png"
    assert base64.b64decode(encoded) == (tmp_path / "picture.png").read_bytes()
    app.controls["pin"].value = True
    app.controls["stemmer"].value = "plural"
    assert html(app, "drawn") == ""
    app.controls["draw"].click()
    assert re.findall(PICTURE, html(app, "drawn"))[0][0] == "change.png"


PICTURE = r'download="([^"]*)" href="data:image/png;base64,([^"]+)"'


def test_the_state_line_stands_there_to_hand_out_and_one_that_is_pasted_is_gone_to(app):
    assert escape('{"image": 32}') in html(app, "line")
    app.controls["repeat"].value = 2
    app.controls["preset"].value = "code-cider"
    app.controls["sigma"].value = 3.0
    line = app.state_line
    assert escape(line) in html(app, "line")
    other = Explorer()
    other.controls["state"].value = f"  {line} "
    assert other.state == app.state
    assert shown_score(other) == shown_score(app)
    assert other.controls["repeat"].value == 2
    assert other.controls["state"].value == ""
    other.close()


def test_a_pasted_line_may_hold_a_width_of_the_penalty_that_was_not_on_offer(app):
    app.controls["state"].value = '{"image": 32, "variant": {"sigma": 4.5}}'
    assert app.controls["sigma"].label == "σ = 4.5"
    assert shown_score(app) == pytest.approx(expected(variant=cidernb.Variant(sigma=4.5)), abs=1e-12)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "it is not JSON, Expecting value. Paste a whole line that an explorer hands out."),
        ("[1]", "it is no JSON object. Paste a whole line"),
        ('{"repeat": 2}', "it names no image. Paste a whole line"),
        ('{"image": 500}', "There is no image 500 among these; choose another."),
        ('{"image": {}}', "There is no image {} among these; choose another."),
        ('{"image": 5, "repeat": 9}', "Repeat is 9; give a whole number from 1 to 4."),
        ('{"image": 5, "repeat": "twice"}', "Repeat is &#39;twice&#39;; give a whole number from 1 to 4."),
        ('{"image": 5, "candidate": 5}', "Candidate caption is 5; give a caption."),
        ('{"image": 5, "end_token": 1}', "End token is 1; give true or false."),
        ('{"image": 5, "references": 40}', "References is 40; choose one of None, 1, 2, 3"),
        ('{"image": 5, "idf": []}', "IDF source is []; choose one of corpus, pool, none."),
        ('{"image": 5, "variant": {"sigma": "<b>"}}', "&lt;b&gt;"),
        ('{"image": 5, "variant": 5}', "This is not an explorer&#39;s state"),
    ],
)
def test_a_pasted_line_that_is_none_gets_a_sentence_and_nothing_moves(app, line, words):
    before = app.state
    app.controls["state"].value = line
    assert words in html(app, "score")
    assert app.state == before
    assert shown_score(app) == expected()
    assert app.controls["image"].value == FIRST_IMAGE


def test_a_state_that_no_control_can_show_is_refused_at_the_start():
    with pytest.raises(ValueError, match="Longest n-gram is 9; give a whole number from 1 to 6"):
        Explorer(state={"image": 1, "variant": {"max_order": 9}})


def test_warnings_stand_there_and_remarks_are_folded_away(app):
    remarks = [f for f in app.result.findings if f.severity == "info" and 32 in (f.image_ids or (32,))]
    assert remarks
    visible, folded = html(app, "reason").split("<details>")
    assert f"{len(remarks)} remark" in folded
    for remark in remarks:
        assert escape(remark.message) in folded
        assert escape(remark.message) not in visible
    app.controls["company"].value = "alone"
    visible, _ = html(app, "reason").split("<details>")
    assert 'class="note warning"' in visible


def test_a_world_without_pictures_keeps_no_place_for_one():
    app = Explorer(everyday_world())
    picture = app._views["picture"]
    assert picture.value == ""
    _, _, head, *_ = app.widget.children
    assert picture not in head.children
    assert len(head.children) == 1
    app.close()


def test_what_is_below_keeps_its_place_when_score_caption_or_tab_change(app):
    for place in (app._views["score"], app._views["caption"]):
        assert place.layout.min_height.endswith("px")
    assert app.tabs.layout.height.endswith("px")


def test_a_saved_notebook_shows_the_score_without_a_kernel(app):
    static = app._repr_mimebundle_()["text/html"]
    assert ">2.527<" in static
    assert "three red circle" in static


def test_any_evaluation_set_can_be_explored():
    images = cidernb.EvaluationSet({"a": "a dog", "b": "a cat"}, {"a": ["a dog runs"], "b": ["one cat"]})
    app = Explorer(world_of(images))
    assert app.state["image"] == "a"
    assert shown_score(app) == cidernb.score(images).per_image["a"]
    app.close()


def test_what_was_typed_a_moment_ago_counts_when_a_setting_is_changed():
    async def type_and_choose() -> None:
        app = Explorer()
        app.controls["candidate"].value = "three red circles"
        app.controls["preset"].value = "code-cider"
        assert app.state["candidate"] == "three red circles"
        assert app.controls["candidate"].value == "three red circles"
        app.close()

    asyncio.run(type_and_choose())


def test_closing_stops_the_controls(app):
    app.close()
    before = shown_score(app)
    app.controls["repeat"].value = 2
    assert shown_score(app) == before


def test_a_setting_is_a_value():
    assert Setting(1) == Setting(1, variant=cidernb.PRESETS["code-cider-d"])
    assert Setting.from_dict(Setting(1, candidate="a").to_dict()) == Setting(1, candidate="a")


def test_a_choice_that_stands_for_none_is_shown_as_chosen(app):
    references, sigma = app.controls["references"], app.controls["sigma"]
    assert (references.label, references.index) == ("all 10", 0)
    references.value = 3
    references.value = None
    assert references.label == "all 10"
    sigma.index = 0
    assert (sigma.value, sigma.label, sigma.index) == (None, "none", 0)
