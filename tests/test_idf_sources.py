"""IDF sources side by side: the reader's own table, what is claimed for it, and the app that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

import cidernb
from cidernb.apps import IdfSources
from cidernb.explaining.losses import losses
from cidernb.exploring.idf_sources import OwnTable, by_claim, claims_around, write_table
from cidernb.exploring.world import everyday_world, example_world
from cidernb.teaching.notebook_04 import SCENE, taxi_caption, taxi_result

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set
IMAGE = 32
WORLD, EVERYDAY = example_world(), everyday_world()
POOL = cidernb.DocumentFrequencies.from_references(EXAMPLE.pool)
TAXI = {"setting": {"image": SCENE, "candidate": taxi_caption(), "references": 1, "idf": "own"}}


@pytest.fixture
def app() -> Iterator[IdfSources]:
    app = IdfSources(WORLD)
    yield app
    app.close()


@pytest.fixture
def taxi() -> Iterator[IdfSources]:
    app = IdfSources(EVERYDAY, state=TAXI)
    yield app
    app.close()


def html(app: IdfSources, name: str) -> str:
    return app._views[name].value


def shown_score(app: IdfSources) -> float:
    (value,) = re.findall(r'data-score="([^"]*)"', html(app, "score"))
    return float(value)


def expected(images: cidernb.EvaluationSet = IMAGES, **settings: object) -> float:
    return cidernb.score(images, **settings).per_image[IMAGE]


def own_table(num_images: int = 100, **more: int) -> cidernb.DocumentFrequencies:
    """The table that the app starts with."""
    df = cidernb.DocumentFrequencies.from_references(IMAGES.references)
    ngrams = ("three", "red", "circle", "three red", "red circle", "three red circle")
    return cidernb.DocumentFrequencies.from_counts(
        {ngram: df.of(ngram) for ngram in ngrams} | more, num_images=num_images
    )


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("red = 24", {"red": 24}),
        ("red=24\n\n three   red = 5 ", {"red": 24, "three red": 5}),
        ("a = b = 3", {"a = b": 3}),
        ("red = 0", {"red": 0}),
    ],
)
def test_a_table_is_read_from_lines(text, counts):
    assert OwnTable.read(text, 100).counts == counts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The table is empty"),
        (" \n", "The table is empty"),
        ("red = 24\nblue 3", "Line 2, 'blue 3': write an n-gram, =, and its df"),
        ("= 3", "Line 1, '= 3': write an n-gram"),
        ("red = many", "Line 1: the df of 'red' is 'many'; give a whole number"),
        ("red = -1", "the df of 'red' is '-1'"),
        ("red = 1.5", "the df of 'red' is '1.5'"),
        ("red = ", "the df of 'red' is ''"),
        ("red = 1\nred = 2", "Line 2: 'red' stands there a second time"),
    ],
)
def test_a_table_that_cannot_be_read_says_which_line_and_what_to_do(text, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        OwnTable.read(text, 100)


def test_a_written_table_is_read_back_with_the_df_of_all_images():
    table = OwnTable.read(write_table(WORLD, "three red circle"), 100)
    assert list(table.counts) == ["three", "red", "circle", "three red", "red circle", "three red circle"]
    assert (table.counts["red"], table.counts["three red"]) == (25, 7)
    assert table.negative == ()
    assert OwnTable(table.counts, 24).negative == ("three", "red", "circle")


def test_the_claims_tried_hold_each_df_and_the_present_claim():
    table = OwnTable({"a": 44, "b": 7, "c": 0}, 13)
    claims = claims_around(table)
    assert {1, 7, 13, 44, 132} <= set(claims)
    assert claims == sorted(set(claims))


def test_a_score_by_claim_is_that_of_the_table_with_that_claim():
    table = OwnTable({"red": 25, "three red": 7}, 100)
    scores = by_claim(cidernb.score(IMAGES), IMAGE, table, [1, 20, 100])
    for claim, value in zip([1, 20, 100], scores, strict=True):
        assert value == pytest.approx(expected(idf=table.claiming(claim)), abs=1e-12)


@pytest.mark.parametrize(
    ("control", "value", "score"),
    [
        ("idf", "pool", lambda: expected(idf=POOL)),
        ("idf", "none", lambda: expected(idf="none")),
        ("idf", "own", lambda: expected(idf=own_table())),
        ("company", "alone", lambda: 0.0),
        ("references", 3, lambda: expected(IMAGES.first_references(3))),
        ("candidate", "three red circles", lambda: expected(IMAGES.with_candidate(32, "three red circles"))),
    ],
)
def test_a_control_moves_the_score_to_what_the_package_computes(app, control, value, score):
    before = shown_score(app)
    app.controls[control].value = value
    assert shown_score(app) == pytest.approx(score(), abs=1e-12)
    assert shown_score(app) == app.result.per_image[IMAGE]
    assert shown_score(app) != before


@pytest.mark.parametrize(
    ("control", "value", "changes"),
    [("unseen", "limit", {"unseen": "limit"}), ("clipping", "none", {"clipping": "none"})],
)
def test_unseen_and_clipping_act_on_a_caption_said_twice(app, control, value, changes):
    twice = "three red circle three red circle"
    app.controls["candidate"].value = twice
    before = shown_score(app)
    app.controls[control].value = value
    images = IMAGES.with_candidate(IMAGE, twice)
    assert shown_score(app) == pytest.approx(expected(images, variant=cidernb.Variant(**changes)), abs=1e-12)
    assert shown_score(app) != before


def test_every_source_stands_in_the_table_with_its_score(app):
    app.controls["company"].value = "alone"
    shown = dict(re.findall(r'data-source="(\w+)"><b>([^<]*)<', html(app, "sources")))
    alone = IMAGES.subset([IMAGE])
    scores = {"pool": POOL, "none": "none", "own": own_table()}
    assert shown.pop("corpus") == "0"
    assert shown == {name: f"{expected(alone, idf=idf):.3f}" for name, idf in scores.items()}
    assert "One image alone scores 0" in html(app, "reason")


def test_the_number_of_images_claimed_moves_the_score_of_the_own_table_alone(app):
    app.controls["idf"].value = "own"
    app.controls["num_images"].value = 20
    assert shown_score(app) == pytest.approx(expected(idf=own_table(20)), abs=1e-12)
    assert "|I| = 20 is below the df of 3 of 6 n-grams" in html(app, "table")
    assert app.results["corpus"].per_image[IMAGE] == expected()
    assert "table[20," in app.result.signature


def test_a_line_typed_into_the_table_counts(app):
    app.controls["idf"].value = "own"
    app.controls["table"].value += "\nthere = 90"
    assert shown_score(app) == pytest.approx(expected(idf=own_table(there=90)), abs=1e-12)
    assert "7 n-grams; the largest df is 90" in html(app, "table")


def test_a_table_that_cannot_be_read_is_an_error_in_the_app_and_the_other_sources_stay(app):
    app.controls["table"].value = "red <b> 3"
    assert "Line 1, &#39;red &lt;b&gt; 3&#39;" in html(app, "table")
    assert shown_score(app) == pytest.approx(expected(), abs=1e-12)
    assert set(app.results) == {"corpus", "pool", "none"}
    app.controls["idf"].value = "own"
    assert "This cannot be scored" in html(app, "score")
    assert "write an n-gram, =, and its df" in html(app, "score")
    app.controls["table"].value = "red = 3"
    assert shown_score(app) == app.results["own"].per_image[IMAGE]


def test_the_button_counts_the_present_caption_anew(app):
    app.controls["candidate"].value = "two blue"
    app.controls["num_images"].value = 7
    app.controls["fill"].click()
    assert app.controls["table"].value == write_table(app.world, "two blue")
    assert app.controls["num_images"].value == 100
    assert "blue" in app.state["table"]


def test_another_image_brings_its_caption_and_picture_and_leaves_the_table(app):
    table = app.controls["table"].value
    app.controls["image"].value = 5
    assert app.controls["candidate"].value == IMAGES.candidates[5]
    assert 'alt="' + EXAMPLE.scenes[5].describe() in html(app, "picture")
    assert app.controls["table"].value == table
    assert shown_score(app) == cidernb.score(IMAGES).per_image[5]


def test_a_table_that_claims_too_few_images_carries_the_score_above_ten(taxi):
    assert shown_score(taxi) < 10
    taxi.controls["num_images"].value = 2
    assert shown_score(taxi) == pytest.approx(taxi_result(taxi_caption(), 2).per_image[SCENE], abs=1e-12)
    assert shown_score(taxi) > 10
    assert "IDF turns negative" in html(taxi, "reason")
    gain = -losses(taxi.result, SCENE)["clipping"]
    assert gain > 0
    taxi.tabs.selected_index = 3
    assert f"clipping: a gain of {gain:.3f}" in html(taxi, "points")
    taxi.controls["clipping"].value = "none"
    assert shown_score(taxi) < 10


def test_the_curve_says_in_words_where_the_score_is_highest(taxi):
    taxi.controls["num_images"].value = 2
    taxi.tabs.selected_index = 1
    table = OwnTable.read(taxi.controls["table"].value, 2)
    claims = claims_around(table)
    scores = by_claim(taxi.result, SCENE, table, claims)
    best = int(np.argmax(scores))
    words = f"it is highest, {scores[best]:.3f}, at |I| = {claims[best]}"
    assert html(taxi, "claimed").count(words) == 2  # beside the picture, and as its text twin
    taxi.controls["table"].value = "a"
    assert html(taxi, "claimed") != ""  # the last curve that could be drawn stays beside the error


def test_the_other_tabs_are_filled_when_opened(app):
    for place, name, part in ((2, "ngrams", "What the score is made of"), (4, "which", "idf:corpus[100]")):
        assert html(app, name) == ""
        app.tabs.selected_index = place
        assert part in html(app, name)


def test_the_state_brings_another_app_to_the_same_score(taxi):
    taxi.controls["num_images"].value = 5
    taxi.controls["table"].value += "\nhotel taxi = 3"
    again = IdfSources(EVERYDAY, state=taxi.state)
    assert again.state == taxi.state
    assert shown_score(again) == shown_score(taxi)
    again.close()


def test_a_state_with_a_table_that_cannot_be_read_starts_an_app_in_which_it_can_be_mended():
    app = IdfSources(WORLD, state={"setting": {"image": IMAGE, "idf": "own"}, "table": "red"})
    assert "write an n-gram, =, and its df" in html(app, "score")
    assert app.result.per_image[IMAGE] == expected()
    assert "data-score" in app._repr_mimebundle_()["text/html"]
    app.controls["table"].value = "red = 3"
    assert shown_score(app) == app.results["own"].per_image[IMAGE]
    app.close()


def test_a_page_without_a_kernel_shows_the_score_and_every_source(app):
    static = app._repr_mimebundle_()["text/html"]
    assert "data-score" in static
    assert "pool of 200 other scenes" in static
