"""A score worked out by hand, and the app that walks through it: set a control, read what appears."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

import cidernb
from cidernb import by_hand
from cidernb.apps import ScoreByHand
from cidernb.studies.worked import source_of, work_out
from cidernb.teaching import find_exercise, find_prediction
from cidernb.views.worked import STAGES

IMAGES = cidernb.documented_example().evaluation_set
IMAGE = 32
RESULT = cidernb.score(IMAGES, variant="code-cider")
TABLE = {row.ngram: row for row in cidernb.contributions(RESULT, IMAGE).table}


@pytest.fixture
def app() -> Iterator[ScoreByHand]:
    app = ScoreByHand()
    yield app
    app.close()


def shown(app: ScoreByHand) -> str:
    """The words of the stage on screen."""
    return html.unescape(re.sub(r"<[^>]*>", " ", app._views["stage"].value))


def heading(app: ScoreByHand, attribute: str) -> float:
    (value,) = re.findall(rf'data-{attribute}="([^"]*)"', app._views["heading"].value)
    return float(value)


# The numbers


@pytest.mark.parametrize("image", [0, 5, IMAGE, 99])
def test_the_score_by_hand_is_the_package_s(image):
    worked = work_out(IMAGES, image, 0, 1)
    assert worked.score == pytest.approx(RESULT.per_image[image], abs=1e-12)
    assert [10 * mean for mean in worked.per_order] == pytest.approx(
        RESULT.per_order[image].tolist(), abs=1e-12
    )


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("reference", range(10))
def test_every_cosine_follows_from_the_numbers_beside_it(order, reference):
    worked = work_out(IMAGES, IMAGE, reference, order)
    norms = worked.norm_c * worked.norm_s
    assert worked.cosine == pytest.approx(worked.dot / norms if norms else 0, abs=1e-12)
    for k in worked.ngrams:
        assert k.weight_c == k.count_c * k.idf
        assert k.weight_s == k.count_s * k.idf


def test_the_document_frequency_counts_the_images_listed():
    df = by_hand.document_frequencies(IMAGES.references)
    for order in (1, 2, 3, 4):
        for k in work_out(IMAGES, IMAGE, 0, order).ngrams:
            assert k.df == df[tuple(k.ngram.split())]
            assert all(any(k.ngram in text for text in IMAGES.references[i]) for i in k.images)


def test_without_an_n_gram_that_matches_nothing_the_cosine_is_higher():
    worked = work_out(IMAGES, IMAGE, 2, 1)
    circle = next(k for k in worked.ngrams if k.ngram == "circle")
    assert circle.count_s == 0
    assert circle.without > worked.cosine
    assert all(k.without < worked.cosine for k in worked.ngrams if k.count_c and k.count_s)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [((500, 0, 1), "500"), ((IMAGE, 10, 1), "give 0 to 9"), ((IMAGE, 0, 5), "give one of 1 to 4")],
)
def test_what_is_not_there_is_refused_in_a_sentence(arguments, words):
    with pytest.raises(ValueError, match=words):
        work_out(IMAGES, *arguments)


# The app


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_shows_the_function_that_does_it_as_it_runs(app, stage):
    app.controls["stage"].value = stage
    assert STAGES[stage].says in shown(app)
    assert STAGES[stage].functions
    for function in STAGES[stage].functions:
        assert source_of(function) in shown(app)


@pytest.mark.parametrize(
    ("control", "value"), [("reference", 4), ("order", 2), ("order", 4), ("image", 5), ("image", 0)]
)
def test_a_control_moves_the_cosine_to_the_package_s(app, control, value):
    app.controls[control].value = value
    state = app.state
    worked = work_out(IMAGES, state["image"], state["reference"], state["order"])
    assert heading(app, "cosine") == worked.cosine == app.result.cosine
    assert heading(app, "score") == pytest.approx(RESULT.per_image[state["image"]], abs=1e-12)


def test_another_image_brings_its_caption_and_its_references(app):
    app.controls["image"].value = 5
    assert app.state["reference"] == 0
    assert [label for label, _ in app.controls["reference"].options] == [
        f"{j + 1} · {text}" for j, text in enumerate(IMAGES.references[5])
    ]
    assert IMAGES.candidates[5] in app._views["caption"].value
    assert IMAGES.references[5][0] in app._views["heading"].value


def test_a_weight_opens_to_its_count_its_idf_its_df_and_the_images(app):
    app.controls["stage"].value = "weights"
    red = TABLE["red"]
    images = ", ".join(str(i) for i in IMAGES.ids if any("red" in t.split() for t in IMAGES.references[i]))
    for text in (
        f"count × IDF = 1 × {red.idf:.3f}",
        f"ln 100 − ln {red.df}",
        f"{red.df} of 100 images have it in a reference: {images}.",
    ):
        assert text in shown(app)


def test_the_cosine_opens_to_its_numerator_and_both_norms(app):
    app.controls["stage"].value = "cosine"
    worked = app.result
    assert f"{worked.dot:.3f} / ({worked.norm_c:.3f} × {worked.norm_s:.3f})" in shown(app)


def test_the_mean_opens_to_the_ten_cosines(app):
    app.controls["stage"].value = "mean"
    for cosines, mean in zip(app.result.cosines, app.result.per_order, strict=True):
        if mean:
            assert f"{mean:.3f}" in shown(app)
            assert " + ".join(f"{value:.3f}" if value else "0" for value in cosines) in shown(app)


def test_the_score_is_shown_in_the_equation_with_its_numbers(app):
    app.controls["stage"].value = "score"
    assert f"= {RESULT.per_image[IMAGE]:.3f}" in " ".join(shown(app).split())


def test_the_last_stage_shows_what_the_package_says_of_the_score_without_an_n_gram(app):
    app.controls["stage"].value = "cost"
    effects = [float(e) for e in re.findall(r'data-effect="([^"]*)"', app._views["stage"].value)]
    assert effects == [TABLE[word].removal_effect for word in ("three", "red", "circle")]
    assert f"+{TABLE['circle'].removal_effect:.3f}" in shown(app)


def test_an_order_that_the_caption_does_not_reach_says_so(app):
    app.controls["order"].value = 4
    app.controls["stage"].value = "cost"
    assert "The candidate has no n-gram of order 4." in shown(app)


def test_the_state_starts_another_app(app):
    app.controls["image"].value = 7
    app.controls["order"].value = 2
    app.controls["stage"].value = "cosine"
    again = ScoreByHand(state=app.state)
    assert again.state == app.state
    assert again._views["stage"].value == app._views["stage"].value
    again.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [({"n": 1}, "holds 'n', which is no part"), ({"stage": "end"}, "'stage' is 'end'; choose one of counts")],
)
def test_a_state_that_is_none_is_refused(state, words):
    with pytest.raises(ValueError, match=words):
        ScoreByHand(state=state)


def test_an_error_in_a_callback_shows_in_the_app(app, monkeypatch):
    monkeypatch.setattr(
        "cidernb.apps.worked.work_out", lambda *_: (_ for _ in ()).throw(ValueError("<no> way"))
    )
    app.controls["order"].value = 2
    assert "<no> way" in shown(app)
    assert "&lt;no&gt;" in app._views["stage"].value


def test_a_saved_notebook_shows_every_stage_without_a_kernel(app):
    static = app._repr_mimebundle_()["text/html"]
    for stage in STAGES.values():
        assert stage.label in static
    assert f"{app.result.score:.3f}" in static


def test_closing_stops_the_controls(app):
    app.close()
    before = app.state
    app.controls["order"].value = 3
    assert app.state == before


# What the notebook asks


def test_the_word_that_matches_one_reference_costs_more_than_it_earns():
    assert find_prediction("01-cost").outcome() == "It rises"
    notice = find_prediction("01-cost").compare("It falls").notice
    assert f"{TABLE['circle'].contribution:.2f} points" in notice
    assert f"{TABLE['circle'].removal_effect:.2f} points higher" in notice


def test_the_cosine_asked_for_is_that_of_the_equation():
    df = by_hand.document_frequencies(IMAGES.references)
    two, three, red, circles = (by_hand.idf({(w,)}, df, 100)[w,] for w in ("two", "three", "red", "circles"))
    dot = red**2 + circles**2
    cosine = dot / ((dot + two**2) * (dot + three**2)) ** 0.5
    exercise = find_exercise("01-cosine")
    assert exercise.answer() == pytest.approx(cosine, abs=1e-12)
    assert exercise.check(f"{cosine:.2f}").right
    assert not exercise.check(f"{cosine + 0.02:.2f}").right


def test_the_normaliser_cancels_and_single_words_bring_their_quarter():
    assert find_exercise("01-normaliser").answer() == "Nothing"
    assert find_exercise("01-unigrams").answer() == pytest.approx(RESULT.per_order[IMAGE][0] / 4, abs=1e-12)
