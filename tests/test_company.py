"""The company composer and the studies behind it: documented companies, batches, what the app shows."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np
import pytest

import cidernb
from cidernb.apps import Company
from cidernb.example import mixed_set, of_colour
from cidernb.explaining.contributions import contributions
from cidernb.exploring.composition import Composition, in_both, what_they_show
from cidernb.shapes import COLOURS
from cidernb.studies.batches import score_in_batches
from cidernb.studies.effects import in_two_companies

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set
SCENES = EXAMPLE.scenes[: len(IMAGES)]
COLOUR_OF = [scene.colour for scene in SCENES]
IMAGE = 32


def same(image: int) -> Composition:
    return Composition(image, colours=(COLOUR_OF[image],), size=25)


def mixed(image: int) -> Composition:
    return Composition(image, colours=tuple(c for c in COLOURS if c != COLOUR_OF[image]), size=25)


@pytest.fixture
def app() -> Iterator[Company]:
    app = Company()
    yield app
    app.close()


def html(app: Company, name: str) -> str:
    return app._views[name].value


def shown_score(app: Company) -> float:
    (value,) = re.findall(r'data-score="([^"]*)"', html(app, "score"))
    return float(value)


def expected(keep) -> float:
    """The image's score among the images whose scene `keep` likes, and itself."""
    ids = [i for i in IMAGES.ids if i == IMAGE or keep(SCENES[i])]
    return cidernb.score(IMAGES.subset(ids)).per_image[IMAGE]


@pytest.mark.parametrize("image", range(0, 100, 7))
def test_the_documented_companies_can_be_composed(image: int):
    assert same(image).ids() == of_colour(COLOUR_OF[image], COLOUR_OF)
    assert mixed(image).ids() == sorted(mixed_set(image, COLOUR_OF))


def test_the_image_itself_is_always_in_its_company():
    assert Composition(IMAGE, colours=()).ids() == [IMAGE]
    assert Composition(IMAGE, size=1).ids() == [IMAGE]
    assert Composition(IMAGE).ids() == list(IMAGES.ids)


def test_a_small_company_takes_its_images_from_each_colour_in_turn():
    shown = what_they_show(Composition(IMAGE, size=9).ids())
    assert shown["colour"] == {"red": 3, "green": 2, "blue": 2, "yellow": 2}


@pytest.mark.parametrize(
    ("stored", "message"),
    [
        ({"image": 100}, "There is no image 100"),
        ({"image": 3, "size": 0}, "The size is 0"),
        ({"image": 3, "sise": 4}, "not a company"),
        ({}, "not a company"),
    ],
)
def test_what_is_no_company_is_refused_in_a_sentence(stored, message):
    with pytest.raises(ValueError, match=message):
        Composition.from_dict(stored)


def test_a_company_survives_being_stored():
    assert Composition.from_dict(mixed(IMAGE).to_dict()) == mixed(IMAGE)


def test_on_every_image_the_same_colour_set_gives_the_lower_score():
    difference = in_two_companies(EXAMPLE).difference
    assert difference.max() < 0
    assert (round(difference.min(), 4), round(difference.max(), 4)) == (-1.8638, -0.1162)


@pytest.mark.parametrize("colour", COLOURS)
def test_the_colour_word_alone_earns_exactly_nothing_among_its_colour(colour: str):
    among_colour = cidernb.score(IMAGES.subset(of_colour(colour, COLOUR_OF)))
    for image in among_colour.evaluation_set.ids:
        assert contributions(among_colour, image).by_ngram[colour] == 0


def test_the_rows_before_and_after_are_those_of_both_results():
    before, after = mixed(IMAGE).result(), same(IMAGE).result()
    rows = {row.ngram: row for row in in_both(before, after, IMAGE)}
    assert rows["red"].df == (1, 25)
    assert rows["red"].idf == (pytest.approx(math.log(25)), 0)
    moved = cidernb.change(before, after, IMAGE).by_ngram
    assert {n: row.points[1] - row.points[0] for n, row in rows.items()} == pytest.approx(moved, abs=1e-12)


def test_batches_hold_every_image_once_and_score_it_by_their_own_idf():
    batches = score_in_batches(IMAGES, 50, draws=1, seed=3)
    order = np.random.default_rng(3).permutation(100)
    for half in (order[:50], order[50:]):
        scores = cidernb.score(IMAGES.subset(half.tolist())).per_image
        assert {i: batches.scores[0, i] for i in half.tolist()} == pytest.approx(dict(scores), abs=1e-12)


def test_one_batch_of_all_images_is_the_whole_set_and_small_batches_spread():
    whole = score_in_batches(IMAGES, 100, draws=2)
    assert whole.means == pytest.approx([cidernb.score(IMAGES).mean] * 2, abs=1e-12)
    assert whole.spread.max() == 0
    spread = [score_in_batches(IMAGES, size, draws=3).spread.mean() for size in (10, 50)]
    assert spread[0] > spread[1] > 0
    with pytest.raises(ValueError, match="give 1 or more"):
        score_in_batches(IMAGES, 0)


@pytest.mark.parametrize(
    ("control", "keep"),
    [
        *((colour, lambda scene, colour=colour: scene.colour != colour) for colour in COLOURS),
        *(
            (shape, lambda scene, shape=shape: scene.shape != shape)
            for shape in ("circle", "square", "triangle")
        ),
        *((f"count {n}", lambda scene, n=n: scene.count != n) for n in (1, 2, 3, 4)),
    ],
)
def test_every_tick_moves_the_score_to_what_the_package_computes(app, control, keep):
    app.controls[control].value = False
    assert shown_score(app) == pytest.approx(expected(keep), abs=1e-12)
    assert shown_score(app) == pytest.approx(app.result.per_image[IMAGE], abs=1e-12)
    assert shown_score(app) != pytest.approx(cidernb.score(IMAGES).per_image[IMAGE], abs=1e-9)


def test_the_size_moves_the_score_and_one_image_alone_gets_nothing(app):
    app.controls["size"].value = 40
    among_40 = cidernb.score(IMAGES.subset(Composition(IMAGE, size=40).ids())).per_image[IMAGE]
    assert shown_score(app) == pytest.approx(among_40, abs=1e-12)
    app.controls["size"].value = 1
    assert shown_score(app) == 0
    assert "after · alone" in html(app, "score")


def compare_documented(app: Company) -> None:
    app.controls["size"].value = 25
    app.controls["red"].value = False
    app.controls["pin"].value = True
    for colour in COLOURS:
        app.controls[colour].value = colour == "red"


def test_comparing_shows_what_each_ngram_gained_and_lost(app):
    compare_documented(app)
    assert app.change.before == pytest.approx(mixed(IMAGE).result().per_image[IMAGE], abs=1e-12)
    assert app.change.after == pytest.approx(same(IMAGE).result().per_image[IMAGE], abs=1e-12)
    assert "<td>1 → 25</td>" in html(app, "ngrams")
    assert f"{app.change.by_ngram['red']:.3f}".replace("-", "−") in html(app, "ngrams")
    assert "25 pictures. colour: red 25, green 0" in html(app, "company")
    again = Company(state=app.state)
    assert again.state == app.state
    assert shown_score(again) == shown_score(app)
    again.close()
    app.controls["pin"].value = False
    assert app.change.before == pytest.approx(cidernb.score(IMAGES).per_image[IMAGE], abs=1e-12)


def test_another_image_brings_its_own_company_and_drops_the_comparison(app):
    compare_documented(app)
    app.controls["image"].value = 5
    assert app.controls["pin"].value is False
    assert app.state["compared_with"] is None
    assert app.change.before == pytest.approx(cidernb.score(IMAGES).per_image[5], abs=1e-12)
    assert 'alt="' + SCENES[5].describe() in html(app, "picture")


def test_the_other_tabs_are_filled_when_opened_with_the_study_s_figures(app):
    assert html(app, "distribution") == ""
    app.tabs.selected_index = 1
    difference = in_two_companies(EXAMPLE).difference
    for name, value in (("least", difference.min()), ("most", difference.max()), ("mean", difference.mean())):
        assert f"<b data-{name}>−{abs(value):.3f}</b>" in html(app, "distribution")
    assert "on <b>100</b> of 100 images" in html(app, "distribution")
    assert f"below 0 on 100; image {IMAGE}:" in html(app, "distribution")
    app.tabs.selected_index = 2
    assert f"{score_in_batches(IMAGES, 10).spread.mean():.3f}" in html(app, "batches")
    assert f"{cidernb.score(IMAGES).mean:.3f}" in html(app, "batches")


def test_an_exception_shows_as_a_line_in_the_app(app, monkeypatch):
    def fail(_self: object) -> None:
        raise ValueError("no <b>company</b>")

    monkeypatch.setattr(Composition, "result", fail)
    app.controls["green"].value = False
    assert "no &lt;b&gt;company&lt;/b&gt;" in html(app, "score")


def test_an_exception_while_a_tab_is_filled_shows_in_the_app_too(app, monkeypatch):
    def fail(*_: object) -> None:
        raise ValueError("no <b>batches</b>")

    monkeypatch.setattr("cidernb.apps.company._in_batches", fail)
    app.tabs.selected_index = 2
    assert "no &lt;b&gt;batches&lt;/b&gt;" in html(app, "score")


def test_a_page_without_a_kernel_shows_score_company_and_ngrams(app):
    static = app._repr_mimebundle_()["text/html"]
    assert "data-score" in static
    assert "100 pictures" in static
    assert "three red circle" in static
