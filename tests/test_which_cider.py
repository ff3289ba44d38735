"""Presets side by side and the departures: what the app shows is what the package computes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

import cidernb
from cidernb.apps import WhichCider
from cidernb.by_hand import length_penalty, sentence_length
from cidernb.studies.departure_readings import ASKED_SIGMA
from cidernb.studies.departures import DEPARTURES, caption_per_departure, sets, shown
from cidernb.studies.presets import different_numbers, rank_correlation, under_every_preset
from cidernb.teaching import find_exercise, find_prediction
from cidernb.views.presets import agreement
from cidernb.views.rendering import number

EXAMPLE = cidernb.documented_example().evaluation_set
EVERYDAY = cidernb.everyday_captions().evaluation_set()
BY_KEY = {departure.key: departure for departure in DEPARTURES}


@pytest.fixture
def app() -> Iterator[WhichCider]:
    app = WhichCider()
    yield app
    app.close()


def shown_scores(app: WhichCider) -> dict[str, str]:
    return dict(re.findall(r'data-preset="([^"]*)">([^<]*)<', app._views["table"].value))


def expected(images: cidernb.EvaluationSet, image: object = None, **settings: object) -> dict[str, str]:
    scores = {}
    for name, variant in cidernb.PRESETS.items():
        result = cidernb.score(images, variant=variant.replace(**settings))
        scores[name] = number(result.mean if image is None else result.per_image[image])
    return scores


def test_the_table_starts_with_the_mean_of_the_documented_example(app):
    assert shown_scores(app) == expected(EXAMPLE)
    assert app.controls["image"].label == "the mean of 100 captions"
    assert shown_scores(app)["coco-caption"] == "3.127"
    assert "8 names, <b data-different>5</b> different numbers" in app._views["table"].value


def test_another_set_and_one_of_its_captions_are_scored(app):
    app.controls["captions"].value = "everyday captions"
    assert shown_scores(app) == expected(EVERYDAY)
    app.controls["image"].value = "red-bus"
    assert shown_scores(app) == expected(EVERYDAY, "red-bus")
    assert "a red bus turns a corner in the rain" in app._views["table"].value


def test_the_third_set_holds_a_caption_of_every_departure_and_no_mean(app):
    app.controls["captions"].value = "one caption per departure"
    offered = [image for _, image in app.controls["image"].options]
    assert offered == [departure.image for departure in DEPARTURES]
    app.controls["image"].value = "geese-crossing"
    assert shown_scores(app) == expected(caption_per_departure(), "geese-crossing")
    app.controls["captions"].value = "documented example"
    assert shown_scores(app) == expected(EXAMPLE)


def test_the_longest_ngram_and_the_order_weights_move_every_preset(app):
    app.controls["max_order"].value = 2
    assert shown_scores(app) == expected(EXAMPLE, max_order=2)
    app.controls["order_weights"].value = "longer counts more"
    assert shown_scores(app) == expected(EXAMPLE, max_order=2, order_weights=[1 / 3, 2 / 3])
    app.controls["order_weights"].value = "the longest alone"
    assert shown_scores(app) == expected(EXAMPLE, max_order=2, order_weights=[0, 1])


def test_with_unigrams_alone_both_readings_of_eq_4_are_one_number(app):
    app.controls["max_order"].value = 1
    assert "<b data-different>4</b>" in app._views["table"].value
    assert {row.name: row.same_as for row in app.rows}["paper-cider-d-eq4-order"] == "paper-cider-d-eq4-all"


def test_the_signature_and_the_sentence_are_those_of_the_preset_chosen(app):
    app.controls["preset"].value = "paper-cider"
    result = cidernb.score(EXAMPLE, variant="paper-cider")
    assert app.result.signature == result.signature
    assert result.signature in app._views["which"].value
    assert result.methods_sentence().split(";")[0].replace("'", "&#39;") in app._views["which"].value


@pytest.mark.parametrize("departure", DEPARTURES, ids=lambda departure: departure.key)
def test_a_departure_chosen_is_shown_with_its_readings_scores(app, departure):
    app.controls["departure"].value = departure.key
    html = app._views["departure"].value
    assert re.findall(r"data-departure>([^<]*)<", html) == [
        number(points) for points in shown(departure).scores.values()
    ]
    for moved, of in shown(departure).moved.values():
        assert f"{moved} of {of}" in html


@pytest.mark.parametrize(
    ("key", "moved"),
    [
        ("raw-counts", {"everyday captions": (0, 44), "documented example": (0, 100)}),
        ("length", {"everyday captions": (0, 44), "documented example": (0, 100)}),
        ("averaging", {"everyday captions": (1, 1), "documented example": (0, 1)}),
        ("unseen", {"everyday captions": (35, 44), "documented example": (0, 100)}),
        ("idf", {"everyday captions": (44, 44), "documented example": (100, 100)}),
    ],
)
def test_departures_move_so_many_scores(key, moved):
    assert shown(BY_KEY[key]).moved == moved


def test_only_raw_counts_and_the_length_in_bigrams_change_nothing_on_their_caption():
    assert {key for key, each in BY_KEY.items() if not shown(each).matters} == {"raw-counts", "length"}


def test_every_departure_has_a_reading_that_is_an_official_scorer():
    images = caption_per_departure()
    for departure in DEPARTURES:
        cider_d, cider = (cidernb.score(images, variant=name) for name in ("code-cider-d", "code-cider"))
        official = {cider_d.per_image[departure.image], cider.per_image[departure.image], cider_d.mean}
        assert official & set(shown(departure).scores.values()), departure.key


def test_the_length_in_words_is_that_of_the_equation_and_a_blank_caption_scores_0_in_both():
    images = EVERYDAY.with_candidate("red-bus", "")
    for scores in BY_KEY["length"].readings(images).values():
        assert scores[images.row("red-bus")] == 0
    assert length_penalty(0, 6, 6.0) != length_penalty(sentence_length([]), sentence_length(["a"] * 6), 6.0)
    by_words = BY_KEY["length"].readings(EVERYDAY)["length counted in words"]
    np.testing.assert_allclose(by_words, cidernb.score(EVERYDAY).scores, rtol=1e-13)


def test_the_wrapper_that_drops_sigma_gives_the_score_of_sigma_6():
    asked, dropped = BY_KEY["sigma"].readings(EVERYDAY).values()
    assert dropped.tolist() == cidernb.score(EVERYDAY).scores.tolist()
    assert (
        asked.tolist() == cidernb.score(EVERYDAY, variant=cidernb.Variant(sigma=ASKED_SIGMA)).scores.tolist()
    )


def test_pooling_references_gives_images_with_more_of_them_more_weight():
    pooled, by_image = BY_KEY["averaging"].readings(EVERYDAY).values()
    result = cidernb.score(EVERYDAY)
    sizes = {image: len(texts) for image, texts in EVERYDAY.references.items()}
    total = sum(sizes[image] * points for image, points in result.per_image.items())
    assert pooled[0] == pytest.approx(total / sum(sizes.values()), rel=1e-13)
    assert by_image[0] == result.mean


def test_order_weights_with_no_such_name_are_refused():
    with pytest.raises(ValueError, match="no order weights 'none'; choose one of equal"):
        under_every_preset(EXAMPLE, order_weights="none")


def test_the_rank_correlation_is_that_of_the_ranks():
    one, other = ("code-cider", "code-cider-d")
    scores = np.array([cidernb.score(EVERYDAY, variant=variant).scores for variant in (one, other)])
    assert all(len(set(np.round(each, 12))) == len(each) for each in scores)
    ranks = scores.argsort(axis=1).argsort(axis=1)
    assert rank_correlation(EVERYDAY, one, other) == pytest.approx(np.corrcoef(ranks)[0, 1], rel=1e-12)


def test_the_correlations_stand_beside_the_papers():
    html = agreement()
    for variant in ("code-cider", "paper-cider"):
        for images in sets().values():
            assert f">{number(rank_correlation(images, variant, 'code-cider-d'))}<" in html
    assert ">0.94<" in html


def test_the_state_of_an_app_starts_another(app):
    app.controls["captions"].value = "everyday captions"
    app.controls["image"].value = "red-bus"
    app.controls["departure"].value = "clipping"
    again = WhichCider(state=app.state)
    assert again.state == app.state
    assert shown_scores(again) == shown_scores(app)
    again.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"colour": 1}, "holds 'colour', which is no part of it"),
        ({"captions": "songs"}, "'captions' is 'songs'; choose one of everyday captions"),
        ({"image": 500}, "'image' is 500; choose one of mean, 0, 1"),
        ({"max_order": 9}, "'max_order' is 9; choose one of 1 to 6"),
    ],
)
def test_a_state_that_is_none_is_refused_in_a_sentence(state, words):
    with pytest.raises(ValueError, match=words):
        WhichCider(state=state)


def test_without_a_kernel_the_table_the_signature_and_the_departure_stand_there(app):
    html = app._repr_mimebundle_()["text/html"]
    for part in ("data-different", "data-signature", "data-departure", "<style>"):
        assert part in html


def test_an_error_in_a_control_shows_in_the_app(app, monkeypatch):
    def fail(*_given: object) -> None:
        raise ValueError("<no>")

    monkeypatch.setattr("cidernb.apps.which.under_every_preset", fail)
    app.controls["max_order"].value = 3
    assert "This cannot be scored" in app._views["table"].value
    assert "&lt;no&gt;" in app._views["table"].value


def test_the_questions_have_the_answers_that_the_package_computes():
    assert find_prediction("02-names").outcome() == different_numbers(under_every_preset(EXAMPLE)) == 5
    assert find_exercise("02-never").answer() == "raw counts"
    assert find_exercise("02-sentence").answer() == "paper-cider-d-eq4-order"
    signature = find_exercise("02-signature")
    coco = cidernb.score(EXAMPLE, variant="coco-caption").signature
    assert not signature.check(coco).right
    built = coco.replace("sigma:6", "sigma:none").replace("n:4", "n:2")
    assert not signature.check(built).read
    assert signature.check(built.replace("CIDEr-D", "CIDEr")).right
