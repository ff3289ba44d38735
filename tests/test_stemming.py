"""What stemming does to words and scores, and the app of the seventh notebook."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest

import cidernb
from cidernb.apps import Stemming
from cidernb.apps.stemming import EVERYDAY, SHAPES
from cidernb.stemmers import stem_words
from cidernb.studies.stemming import (
    families,
    forgiveness,
    stemmed_words,
    two_steps,
    with_plurals,
)
from cidernb.teaching import find_exercise
from cidernb.views.rendering import number, signed

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set
SCENES = cidernb.everyday_captions().evaluation_set("inflection")
CODE_CIDER = cidernb.PRESETS["code-cider"]


@pytest.mark.parametrize(
    ("stemmer", "steps"),
    [
        ("none", (3.4408, 3.4408, 3.4408)),
        ("plural", (3.4408, 3.5434, 6.0133)),
        ("porter", (3.4408, 3.5549, 6.0248)),
    ],
)
def test_the_documented_example_rises_in_two_steps(stemmer, steps):
    assert two_steps(IMAGES, stemmer) == pytest.approx(steps, abs=5e-5)


@pytest.mark.parametrize("image", [0, 32, 54])
@pytest.mark.parametrize("stemmer", ["plural", "porter"])
def test_the_ends_of_the_two_steps_are_the_scores_themselves(image, stemmer):
    steps = two_steps(IMAGES, stemmer, image)
    for variant, value in (
        (CODE_CIDER, steps.written),
        (CODE_CIDER.replace(stemmer=stemmer), steps.stemmed),
    ):
        assert value == pytest.approx(cidernb.score(IMAGES, variant=variant).per_image[image], abs=1e-12)


def test_words_of_a_caption_say_who_else_has_their_stem():
    three, red, circle = stemmed_words(IMAGES, "porter", 32)
    assert (three.word, three.stem, three.relatives) == ("three", "three", ())
    assert (red.references_written, red.references_stemmed) == (10, 10)
    assert (circle.stem, circle.relatives) == ("circl", ("circles",))
    assert (circle.references_written, circle.references_stemmed) == (1, 10)


def test_porter_counts_one_as_on_which_stands_in_every_image():
    lone = next(i for i in IMAGES.ids if EXAMPLE.scenes[i].count == 1)
    one = stemmed_words(IMAGES, "porter", lone)[0]
    assert (one.word, one.stem, one.relatives) == ("one", "on", ("on",))
    assert one.df_written == sum(scene.count == 1 for scene in EXAMPLE.scenes[:100])
    assert one.df_stemmed == len(IMAGES)
    assert stemmed_words(IMAGES, "plural", lone)[0].stem == "one"


def test_families_hold_the_words_that_a_stemmer_changes():
    assert families(IMAGES, "none") == {}
    assert families(IMAGES, "plural") == {
        "circle": ["circle", "circles"],
        "shape": ["shapes"],
        "square": ["square", "squares"],
        "triangle": ["triangle", "triangles"],
    }
    made_one = {stem for stem, words in families(IMAGES, "porter").items() if len(words) > 1}
    assert made_one == {"circl", "on", "squar", "triangl"}


def test_the_agreement_error_costs_without_stems_and_nothing_with_them():
    mended = with_plurals(EXAMPLE)
    assert mended.candidates[32] == "three red circles"
    assert all(
        mended.candidates[i] == IMAGES.candidates[i] for i in IMAGES.ids if EXAMPLE.scenes[i].count == 1
    )
    for stemmer, cost in (("none", 2.2132), ("plural", 0), ("porter", 0)):
        variant = CODE_CIDER.replace(stemmer=stemmer)
        difference = cidernb.score(mended, variant=variant).mean - cidernb.score(IMAGES, variant=variant).mean
        assert difference == pytest.approx(cost, abs=5e-5)


def test_porter_forgives_more_slips_than_correct_forms():
    found = forgiveness()
    assert (len(found.correct), sum(each.forgiven for each in found.correct)) == (23, 11)
    assert (len(found.slips), sum(each.forgiven for each in found.slips)) == (21, 16)
    for each in found.inflections:
        assert each.forgiven == (each.stem == each.plain_stem)
        assert each.cost_written > 0


@pytest.mark.parametrize("stemmer", ["none", "plural"])
def test_without_porter_nothing_everyday_is_forgiven(stemmer):
    assert not any(each.forgiven for each in forgiveness(stemmer).inflections)


def test_stems_are_kept_and_the_same_on_a_second_call():
    assert (
        stem_words(["fishes", "one"], "porter") == stem_words(["fishes", "one"], "porter") == ["fish", "on"]
    )


@pytest.fixture
def app() -> Iterator[Stemming]:
    app = Stemming()
    yield app
    app.close()


def html(app: Stemming, name: str) -> str:
    return app._views[name].value


def shown(app: Stemming, what: str = "step") -> dict[str, str]:
    return dict(re.findall(rf'data-{what}="([^"]*)">([^<]*)<', html(app, "answer")))


def expected(images=IMAGES, image=32, stemmer="plural", variant=CODE_CIDER) -> dict[str, str]:
    written, counted, stemmed = two_steps(images, stemmer, image, variant=variant)
    return {
        "written": number(written),
        "document_frequencies": signed(counted - written),
        "match": signed(stemmed - counted),
        "stemmed": number(stemmed),
    }


def test_the_app_starts_with_the_forgotten_plural(app):
    assert shown(app) == expected()
    assert shown(app, "mean") == expected(image=None)
    assert shown(app, "mean")["stemmed"] == "6.013"
    assert 'data-stem="circle">circle<' in html(app, "words")


@pytest.mark.parametrize(
    ("control", "value", "steps"),
    [
        ("stemmer", "none", lambda: expected(stemmer="none")),
        ("stemmer", "porter", lambda: expected(stemmer="porter")),
        ("image", 5, lambda: expected(image=5)),
        (
            "candidate",
            "three red circles",
            lambda: expected(IMAGES.with_candidate(32, "three red circles")),
        ),
        ("candidate", "", lambda: expected(IMAGES.with_candidate(32, ""))),
        ("defended", True, lambda: expected(variant=cidernb.PRESETS["code-cider-d"])),
        ("captions", EVERYDAY, lambda: expected(SCENES, SCENES.ids[0])),
    ],
)
def test_a_control_shows_the_two_steps_that_the_package_computes(app, control, value, steps):
    before = html(app, "answer")
    app.controls[control].value = value
    assert shown(app) == steps()
    assert html(app, "answer") != before


def test_another_image_brings_its_own_caption_and_other_captions_their_images(app):
    app.controls["candidate"].value = "a cat"
    app.controls["image"].value = 7
    assert app.controls["candidate"].value == IMAGES.candidates[7]
    app.controls["captions"].value = EVERYDAY
    assert app.state == {
        "captions": EVERYDAY,
        "image": "beach-dogs",
        "candidate": None,
        "stemmer": "plural",
        "defended": False,
    }
    assert app.controls["candidate"].value == "two dog run along the beach"
    app.controls["captions"].value = SHAPES
    assert app.state["image"] == 32


def test_the_words_tab_shows_each_stem_with_its_counts(app):
    lone = next(i for i in IMAGES.ids if EXAMPLE.scenes[i].count == 1)
    app.controls["stemmer"].value = "porter"
    app.controls["image"].value = lone
    assert 'data-stem="one">on<' in html(app, "words")
    assert "one counts as on" in html(app, "words")
    assert [word.stem for word in app.words] == stem_words(IMAGES.candidates[lone].split(), "porter")


def test_the_other_tabs_show_which_words_become_one_and_what_is_forgiven(app):
    app.controls["stemmer"].value = "porter"
    assert ">on, one<" in html(app, "families")
    assert "image → imag" in html(app, "families")
    forgiven = dict(re.findall(r'data-forgiven="([^"]*)">([^<]*)<', html(app, "forgiveness")))
    assert forgiven == {"correct English": "11 of 23", "a slip": "16 of 21"}
    app.controls["stemmer"].value = "none"
    assert "No two words become one" in html(app, "families")


def test_the_state_starts_another_app_and_the_steps_can_be_used_in_the_next_cell(app):
    app.controls["captions"].value = EVERYDAY
    app.controls["image"].value = "blue-bike"
    app.controls["candidate"].value = "a blue bike lean on a wall"
    again = Stemming(state=app.state)
    assert again.state == app.state
    assert again.steps == app.steps
    assert again.mean_steps == app.mean_steps
    assert again.controls["candidate"].value == "a blue bike lean on a wall"
    again.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"colour": 1}, "holds 'colour'"),
        ({"captions": "songs"}, "'captions' is 'songs'; choose one of shapes"),
        ({"image": 500}, "no image 500"),
    ],
)
def test_a_state_that_is_none_is_refused_in_a_sentence(state, words):
    with pytest.raises(ValueError, match=words):
        Stemming(state=state)


def test_captions_are_shown_as_text_and_never_as_markup(app):
    app.controls["candidate"].value = "<img src=x> circles"
    assert "<img" not in html(app, "words") + html(app, "families")
    assert "&lt;img" in html(app, "words")


def test_an_error_in_a_callback_shows_in_the_app(app, monkeypatch):
    def fail(*_, **__):
        raise ValueError("<no> way")

    monkeypatch.setattr("cidernb.apps.stemming.two_steps", fail)
    app.controls["stemmer"].value = "porter"
    assert "This cannot be scored</b>: &lt;no&gt; way" in html(app, "answer")


def test_every_control_has_a_name_and_a_saved_notebook_shows_the_tables(app):
    assert all(control.description for control in app.controls.values())
    static = app._repr_mimebundle_()["text/html"]
    assert "From words to stems in two steps" in static
    assert "Each word and its stem" in static


def test_the_exercise_on_one_is_the_whole_idf_of_the_word():
    lone = sum(scene.count == 1 for scene in EXAMPLE.scenes[:100])
    answer = find_exercise("07-idf").answer()
    assert answer == pytest.approx(math.log(100 / lone), abs=1e-12)
