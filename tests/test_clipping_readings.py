"""The clipping readings over a growing caption: the app, the terms and the derived ordering."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cidernb
from cidernb.apps import ClippingReadings
from cidernb.studies.clipping_readings import NORMALISERS, READINGS, grow, grown
from cidernb.teaching import find_exercise, find_prediction
from cidernb.views.readings import figure
from cidernb.views.rendering import number

IMAGES = cidernb.documented_example().evaluation_set
IMAGE = 32
CAPTION = "three red circles"


@pytest.fixture
def app() -> Iterator[ClippingReadings]:
    app = ClippingReadings()
    yield app
    app.close()


def shown_scores(app: ClippingReadings) -> dict[str, str]:
    return dict(re.findall(r'data-reading="([^"]*)">([^<]*)<', app._views["scores"].value))


def expected(caption: str, sigma: float | None = 6.0) -> dict[str, str]:
    images = IMAGES.with_candidate(IMAGE, caption)
    return {
        preset: number(
            cidernb.score(images, variant=cidernb.PRESETS[preset].replace(sigma=sigma)).per_image[IMAGE]
        )
        for preset in READINGS
    }


@pytest.mark.parametrize("words", [1, 2, 5, 6, 20])
def test_the_words_set_how_much_of_the_caption_is_scored(app, words):
    app.controls["words"].value = words
    assert shown_scores(app) == expected(grown(CAPTION, words))
    assert f'<p class="said">{grown(CAPTION, words)}</p>' in app._views["scores"].value
    assert app.result.per_image[words] == pytest.approx(
        cidernb.score(IMAGES.with_candidate(IMAGE, grown(CAPTION, words))).per_image[IMAGE], rel=1e-12
    )


def test_without_the_penalty_clipping_alone_is_left(app):
    app.controls["words"].value = 12
    app.controls["penalty"].value = False
    assert shown_scores(app) == expected(grown(CAPTION, 12), sigma=None)


def test_another_caption_is_scored_and_escaped(app):
    app.controls["words"].value = 4
    app.controls["caption"].value = "a <b>"
    assert shown_scores(app) == expected("a <b> a <b>")
    assert "a &lt;b&gt; a &lt;b&gt;" in app._views["scores"].value


def test_a_blank_caption_says_what_to_do_and_leaves_the_state(app):
    app.controls["caption"].value = "  "
    assert "The caption is blank; write at least one word." in app._views["scores"].value
    assert app.state == {"caption": CAPTION, "words": 3, "penalty": True}
    app.controls["caption"].value = "red"
    assert shown_scores(app) == expected("red red red")


def test_said_once_eq_4_is_below_the_code_and_said_twice_above(app):
    for words, sign in ((3, -1), (6, 1), (12, 1)):
        points = app.growing.scores(words)
        for normaliser in NORMALISERS:
            assert np.sign(points[normaliser] - points["code-cider-d"]) == sign


def test_the_terms_of_a_length_are_counted_by_the_side_of_each_reference(app):
    lengths = [len(text.split()) for text in IMAGES.references[IMAGE]]
    app.controls["words"].value = 8
    for normaliser in NORMALISERS:
        for words in app.growing.lengths:
            shorter, equal, longer = app.growing.terms(normaliser, words)
            assert shorter.references == sum(words < length for length in lengths)
            assert longer.references == sum(words > length for length in lengths)
            assert shorter.above == equal.above == equal.below == longer.below == 0
            for side in (shorter, equal, longer):
                assert side.above + side.same + side.below == 4 * side.references
    above = [app.growing.terms(normaliser, 8)[2].above for normaliser in NORMALISERS]
    assert re.findall(r'data-above="longer">(\d+)<', app._views["terms"].value) == list(map(str, above))
    assert min(above) > 0
    assert re.findall(r"data-wrong>(\d+)<", app._views["terms"].value) == ["0", "0"]


@given(
    candidate=st.lists(st.sampled_from("abc"), min_size=1, max_size=9).map(" ".join),
    references=st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=9).map(" ".join), min_size=1),
)
@settings(max_examples=40, deadline=None)
def test_the_derived_ordering_holds_for_any_caption_and_the_text_is_the_code(candidate, references):
    images = cidernb.EvaluationSet([candidate, "d"], [references, ["d e", "e f"]])
    growing = grow(images, 0, candidate, 12)
    assert [growing.wrong_terms(normaliser) for normaliser in NORMALISERS] == [0, 0]
    text, code = (growing.results[preset].scores for preset in ("paper-cider-d-text", "code-cider-d"))
    np.testing.assert_allclose(text, code, atol=1e-12)


def test_a_longer_caption_without_repetition_is_one_number_in_every_reading():
    caption = "there are three red circles spread over a black background picture"
    assert len(caption.split()) > max(len(text.split()) for text in IMAGES.references[IMAGE])
    assert len(set(expected(caption).values())) == 1


def test_the_curves_are_the_scores_and_the_table_their_twin(app):
    lines = {line.get_label(): line.get_ydata() for line in figure(app.growing).axes[0].get_lines()}
    rows = re.findall(r"<tr.*?</tr>", app._views["table"].value, flags=re.DOTALL)[1:]
    for place, (preset, label) in enumerate(READINGS.items()):
        points = [app.growing.scores(words)[preset] for words in app.growing.lengths]
        assert list(lines[label]) == points
        assert [re.findall(r"<td>([^<]*)</td>", row)[place] for row in rows] == list(map(number, points))


def test_the_mark_moves_with_the_words_over_an_unchanged_picture(app):
    def picture() -> str:
        return re.findall(r'src="([^"]*)"', app._views["curves"].value)[0]

    def mark() -> float:
        return float(re.findall(r"left:([\d.]+)%", app._views["curves"].value)[0])

    drawn, at = picture(), mark()
    app.controls["words"].value = 4
    assert picture() == drawn
    assert mark() > at
    assert "At 4 words: " in app._views["curves"].value
    axes = figure(app.growing).axes[0]
    of_figure = axes.figure.transFigure.inverted().transform(axes.transData.transform((4, 0)))[0]
    assert mark() == pytest.approx(100 * of_figure, abs=0.01)


def test_the_state_of_an_app_starts_another(app):
    app.controls["words"].value = 9
    app.controls["penalty"].value = False
    again = ClippingReadings(state=app.state)
    assert again.state == app.state
    assert shown_scores(again) == shown_scores(app)
    again.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"colour": 1}, "holds 'colour', which is no part of it"),
        ({"words": 21}, "'words' is 21; choose one of 1 to 20"),
    ],
)
def test_a_state_that_is_none_is_refused_in_a_sentence(state, words):
    with pytest.raises(ValueError, match=words):
        ClippingReadings(state=state)


def test_without_a_kernel_scores_curves_and_terms_stand_there(app):
    html = app._repr_mimebundle_()["text/html"]
    for part in ("data-reading", "<img", "data-above", "<style>"):
        assert part in html


def test_other_images_can_be_looked_at():
    everyday = cidernb.everyday_captions().evaluation_set()
    app = ClippingReadings("red-bus", everyday, state={"caption": "a red bus", "words": 6})
    candidate = everyday.with_candidate("red-bus", "a red bus a red bus")
    assert shown_scores(app)["code-cider-d"] == number(cidernb.score(candidate).per_image["red-bus"])
    app.close()


def test_the_questions_have_the_answers_that_the_package_computes():
    assert find_prediction("03-twice").outcome() == "Eq. 4"
    count = find_exercise("03-count")
    assert count.answer() == pytest.approx(5 / 4, rel=1e-12)
    assert find_exercise("03-longer").answer() == "both the same"
    gain = find_exercise("03-gain")
    assert gain.check("three red circles three red circles").right
    assert not gain.check("three red circles").right
