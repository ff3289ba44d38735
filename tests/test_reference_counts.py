"""How many references: nested and shuffled reference sets, and the app that shows them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import numpy as np
import pytest

import cidernb
from cidernb.apps import HowManyReferences
from cidernb.apps.background import Background
from cidernb.apps.how_many_references import EVERYDAY, SHAPES
from cidernb.studies.reference_counts import (
    HELD_FIXED,
    IDFS,
    RECOMPUTED,
    ReferenceSubsets,
    with_most_references,
)
from cidernb.views import reference_counts as views

IMAGES = cidernb.documented_example().evaluation_set
ALL_COUNTED = cidernb.DocumentFrequencies.from_references(IMAGES.references)
UNEVEN = cidernb.EvaluationSet(
    {"a": "a dog runs on the grass", "b": "two cats sleep on a sofa", "c": "a red bus"},
    {
        "a": ["a dog runs on grass", "the dog", "", "a dog runs on the grass"],
        "b": ["two cats sleep on a sofa", "cats lying on the couch"],
        "c": ["a red bus turns"],
    },
)


def source(idf: str) -> str | cidernb.DocumentFrequencies:
    return "corpus" if idf == RECOMPUTED else ALL_COUNTED


@pytest.mark.parametrize("idf", IDFS)
@pytest.mark.parametrize("count", [1, 4, 10])
def test_nested_sets_score_as_the_package_scores_their_references(idf, count):
    expected = cidernb.score(IMAGES.first_references(count), idf=source(idf)).scores
    scores = ReferenceSubsets(IMAGES).nested(idf=idf).scores[0, count - 1]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("variant", ["code-cider", "paper-cider", "paper-cider-d-eq4-order"])
def test_any_variant_can_be_asked_for(variant):
    chosen = cidernb.PRESETS[variant]
    expected = cidernb.score(IMAGES.first_references(3), variant=chosen).scores
    scores = ReferenceSubsets(IMAGES, chosen).nested().scores[0, 2]
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


def test_an_image_with_fewer_references_keeps_all_it_has():
    for count, scores in zip((1, 2, 3, 4), ReferenceSubsets(UNEVEN).nested().scores[0], strict=True):
        expected = cidernb.score(UNEVEN.first_references(count)).scores
        np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("idf", IDFS)
def test_every_shuffle_ends_at_the_score_with_all_references(idf):
    subsets = ReferenceSubsets(IMAGES)
    shuffled = subsets.gather(subsets.shuffled(5, idf=idf))
    assert shuffled.scores.shape == (5, 10, 100)
    np.testing.assert_allclose(shuffled.of()[:, -1], cidernb.score(IMAGES).mean, rtol=0, atol=1e-12)
    assert np.ptp(shuffled.of()[:, 0]) > 0.1


def test_a_shuffle_scores_one_reference_an_image_as_the_package_does():
    (scores,) = ReferenceSubsets(UNEVEN).shuffled(1, seed=3)
    own = UNEVEN.references
    pairs = [(a, b) for a in own["a"] if a for b in own["b"]]
    possible = {
        round(cidernb.score(UNEVEN.candidates, {"a": [a], "b": [b], "c": own["c"]}).mean, 10)
        for a, b in pairs
    }
    assert round(float(scores[0].mean()), 10) in possible


def test_with_the_idf_held_fixed_the_average_shuffle_is_flat_and_the_band_narrows():
    subsets = ReferenceSubsets(IMAGES)
    band = subsets.gather(subsets.shuffled(400, idf=HELD_FIXED)).band()
    assert np.ptp(band.middle) < 0.03
    widths = band.high - band.low
    assert widths[0] > widths[4] > widths[8] > widths[9] == pytest.approx(0, abs=1e-12)


def test_the_same_seed_gives_the_same_shuffles():
    subsets = ReferenceSubsets(UNEVEN)
    first, again, other = (subsets.gather(subsets.shuffled(4, seed=seed)).scores for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_falling_images_are_counted_from_one_count_to_the_next():
    scores = [cidernb.score(IMAGES.first_references(m)).scores for m in (9, 10)]
    assert ReferenceSubsets(IMAGES).nested().falling()[-1] == np.sum(scores[1] < scores[0]) > 0


def test_an_unknown_idf_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="idf is 'pool'; choose one of recomputed, held fixed"):
        ReferenceSubsets(IMAGES).nested(idf="pool")


def test_the_everyday_scenes_kept_have_ten_references_each():
    kept = with_most_references(cidernb.everyday_captions().evaluation_set())
    assert {len(texts) for texts in kept.references.values()} == {10}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[HowManyReferences]:
    # The picture takes longer than all the rest; the test of the curves draws it.
    monkeypatch.setattr(views, "curves", lambda *_: "")
    app = HowManyReferences(shuffles=3)
    yield app
    app.close()


def shown(app: HowManyReferences, attribute: str = "score") -> list[float]:
    return [float(v) for v in re.findall(rf'data-{attribute}="([^"]*)"', app._views["answer"].value)]


@pytest.mark.parametrize("idf", IDFS)
@pytest.mark.parametrize("count", [1, 3, 10])
def test_the_number_of_references_and_the_idf_give_the_packages_scores(app, idf, count):
    app.controls["references"].value = count
    app.controls["idf"].value = idf
    result = cidernb.score(IMAGES.first_references(count), idf=source(idf))
    assert shown(app) == pytest.approx([result.mean, result.per_image[32]], abs=1e-12)


def test_another_image_is_shown_beside_the_same_mean(app):
    mean, own = shown(app)
    app.controls["image"].value = 7
    result = cidernb.score(IMAGES.first_references(1))
    assert shown(app) == pytest.approx([mean, result.per_image[7]], abs=1e-12)
    assert shown(app)[1] != own


def test_the_parts_lead_from_the_references_kept_to_all(app):
    app.controls["references"].value = 2
    counted, compared, *own = shown(app, "points")
    few = cidernb.score(IMAGES.first_references(2)).mean
    held = cidernb.score(IMAGES.first_references(2), idf=ALL_COUNTED).mean
    assert counted == pytest.approx(held - few, abs=1e-12)
    assert compared == pytest.approx(cidernb.score(IMAGES).mean - held, abs=1e-12)
    assert sum(own) == pytest.approx(app.change.total, abs=1e-12)
    app.controls["idf"].value = HELD_FIXED
    assert shown(app, "points")[0] == compared
    app.controls["references"].value = 10
    assert app.change is None
    assert shown(app, "points") == []


def test_the_everyday_scenes_bring_their_own_images(app):
    app.controls["captions"].value = EVERYDAY
    kept = with_most_references(cidernb.everyday_captions().evaluation_set())
    assert [value for _, value in app.controls["image"].options] == list(kept.ids)
    result = cidernb.score(kept.first_references(1))
    assert shown(app) == pytest.approx([result.mean, result.scores[0]], abs=1e-12)


def test_the_table_says_what_the_curves_show(app):
    app.controls["references"].value = 4
    falling = app.result.falling()
    assert f'lowers the score of <b data-fallen="{falling[2]}">' in app._views["answer"].value
    rows = re.findall(r'<th scope="row">(\d+)</th>\s*<td>([\d.]+)</td>', app._views["table"].value)
    assert [int(m) for m, _ in rows] == list(range(1, 11))
    assert [float(v) for _, v in rows] == pytest.approx(app.result.of()[0], abs=5e-4)


def test_the_curves_have_a_text_twin():
    subsets = ReferenceSubsets(UNEVEN)
    nested, shuffled = subsets.nested(), subsets.gather(subsets.shuffled(4))
    html = views.curves(nested, shuffled, "b", 2)
    assert html.count("<img") == 1 == html.count("data:image/png;base64,")
    twin = re.findall(r'alt="([^"]*)"', html)[0]
    band = shuffled.band("b")
    assert f"mean of 3 images {nested.of()[0][1]:.3f}" in twin
    assert f"image b {nested.of('b')[0][1]:.3f}" in twin
    assert f"from {band.low[1]:.3f} to {band.high[1]:.3f}" in twin


def test_the_state_starts_another_app_at_the_same_place(app):
    app.controls["references"].value = 6
    app.controls["idf"].value = HELD_FIXED
    other = HowManyReferences(state=app.state, shuffles=1)
    assert (other.state, shown(other)) == (app.state, shown(app))
    other.close()
    with pytest.raises(ValueError, match="holds 'colour'"):
        HowManyReferences(state={"captions": SHAPES, "colour": "red"})


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"references": 11}, "'references' is 11; choose one of 1 to 10"),
        ({"image": 500}, "'image' is 500; choose one of 0, 1"),
        ({"idf": "pool"}, "'idf' is 'pool'; choose one of recomputed, held fixed"),
    ],
)
def test_a_state_that_is_none_is_refused_in_a_sentence(state, words):
    with pytest.raises(ValueError, match=words):
        HowManyReferences(state=state)


def test_shuffles_are_counted_and_a_saved_notebook_shows_the_scores(app):
    assert len(app.shuffled.scores) == 3
    assert 'data-done="3"' in app._views["progress"].value
    assert app.controls["shuffles"].disabled
    assert app._views["answer"].value in app._repr_mimebundle_()["text/html"]


def test_the_shuffles_can_be_stopped_and_go_on(monkeypatch):
    monkeypatch.setattr(views, "curves", lambda *_: "")

    async def stop_and_go_on() -> None:
        app = HowManyReferences(shuffles=100_000)
        await asyncio.sleep(0.1)
        app.controls["shuffles"].click()
        stopped = len(app._shuffled_so_far().scores)
        await asyncio.sleep(0.1)
        assert 0 < len(app._shuffled_so_far().scores) == stopped < 100_000
        assert "stopped" in app._views["progress"].value
        assert app.controls["shuffles"].description == "Go on"
        app.controls["shuffles"].click()
        await asyncio.sleep(0.2)
        assert len(app._shuffled_so_far().scores) > stopped
        app.close()

    asyncio.run(stop_and_go_on())


def test_reading_the_shuffles_scores_those_that_are_still_to_come():
    async def read_at_once() -> None:
        app = HowManyReferences(shuffles=30)
        assert app._shuffled_so_far() is None or len(app._shuffled_so_far().scores) < 30
        assert len(app.shuffled.scores) == 30
        assert "30 of 30" in app._views["progress"].value
        app.close()

    asyncio.run(read_at_once())


def test_an_error_in_a_step_ends_the_work_and_is_reported():
    def steps() -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    taken: list[int] = []
    errors: list[str] = []
    work = Background[int](taken.append, lambda: None, lambda error: errors.append(str(error)))
    work.start(steps())
    assert (taken, errors, work.running) == ([1], ["no more"], False)
