"""Failure cases: a search that writes for the score, the cases, and the app that shows them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest

import cidernb
from cidernb.apps import FailureCases
from cidernb.exploring.failure_cases import CASES
from cidernb.exploring.misread import MISREAD
from cidernb.shapes import caption
from cidernb.studies.optimising import optimise

EVERYDAY = cidernb.everyday_captions()
IMAGES = EVERYDAY.evaluation_set()
EXAMPLE = cidernb.documented_example().evaluation_set
DOGS = "beach-dogs"


def points(scene: str, text: str) -> float:
    return cidernb.score(IMAGES.with_candidate(scene, text)).per_image[scene]


def test_every_step_of_a_search_scores_what_the_package_says_and_more_than_the_last():
    steps = list(optimise(IMAGES, DOGS, IMAGES.candidates[DOGS]))
    assert [step.number for step in steps] == list(range(len(steps)))
    for step in steps:
        assert step.score == pytest.approx(points(DOGS, step.candidate), abs=1e-12)
    assert all(before.score < after.score for before, after in zip(steps, steps[1:], strict=False))


def test_no_edit_of_the_last_caption_scores_more():
    *_, last = optimise(EXAMPLE, 32, "three red circle")
    words = last.candidate.split()
    known = {word for text in EXAMPLE.references[32] for word in text.split()}
    edits = [words[:i] + [w] + words[i:] for i in range(len(words) + 1) for w in known]
    edits += [words[:i] + [w] + words[i + 1 :] for i in range(len(words)) for w in known]
    edits += [words[:i] + words[i + 1 :] for i in range(len(words))]
    for edit in edits[::7]:
        rival = EXAMPLE.with_candidate(32, " ".join(edit))
        assert cidernb.score(rival).per_image[32] <= last.score + 1e-9


def test_a_search_writes_a_broken_sentence_that_beats_every_reference():
    *_, last = optimise(IMAGES, DOGS, IMAGES.candidates[DOGS])
    assert last.candidate == "the two brown dogs run along the beach at"
    assert last.score > max(points(DOGS, text) for text in IMAGES.references[DOGS])


@pytest.mark.parametrize(
    ("start", "edit", "after"),
    [
        ("three red circle", "“circles” in place of “circle”", "three red circles"),
        ("red three circles", "“red” and “three” swapped", "three red circles"),
        ("three red red circles", "“red” taken out", "three red circles"),
        ("three circles", "“red” put in before “circles”", "three red circles"),
    ],
)
def test_a_step_says_what_it_did(start, edit, after):
    _, first = optimise(EXAMPLE, 32, start, most_steps=1)
    assert (first.edit, first.candidate) == (edit, after)


def test_a_search_keeps_to_its_bounds():
    assert len(list(optimise(IMAGES, "orange-stall", IMAGES.candidates["orange-stall"], most_steps=2))) == 3
    steps = optimise(IMAGES, DOGS, "two dogs", most_words=3)
    assert max(len(step.candidate.split()) for step in steps) == 3
    with pytest.raises(ValueError, match="The caption is blank"):
        next(optimise(IMAGES, DOGS, " "))
    with pytest.raises(ValueError, match="There is no image 'nowhere'"):
        next(optimise(IMAGES, "nowhere", "a dog"))


@pytest.mark.parametrize("name", CASES)
def test_a_case_tells_the_scores_that_its_settings_give(name):
    case = CASES[name]
    for scene in case.scenes()[:3]:
        opened = case.open(scene)
        before, now = (opened.world.result(s).per_image[scene] for s in (opened.before, opened.now))
        assert f"{before:.3f}" in opened.happens
        assert f"{now:.3f}" in opened.happens
        assert not re.search(r"\.\d{4}", opened.happens)
        assert (before == now) == (name == "optimising")


def test_the_first_scenes_of_the_two_words_score_the_same_to_the_last_digit():
    same = CASES["synonym"].scenes()[:4]
    assert same == CASES["wrong word"].scenes()[:4]
    for scene in same:
        assert (
            len({points(scene, EVERYDAY.of_kind(kind)[scene].text) for kind in ("synonym", "wrong word")})
            == 1
        )
        assert "to the last digit" in CASES["synonym"].open(scene).happens
    assert "to the last digit" not in CASES["synonym"].open(CASES["synonym"].scenes()[4]).happens


def test_the_captioner_misreads_its_scenes():
    assert {name: caption(scene.image).caption for name, (scene, _) in MISREAD.items()} == {
        "touching": "two yellow circle",
        "cut off": "one blue circle",
        "tiny": "three green square",
    }


@pytest.fixture(scope="module")
def app() -> Iterator[FailureCases]:
    app = FailureCases()
    yield app
    app.close()


def shown(app: FailureCases) -> float:
    return float(re.findall(r'data-score="([^"]*)"', app.explorer._views["score"].value)[-1])


@pytest.mark.parametrize("name", CASES)
def test_every_case_opens_with_its_explanation_and_its_scores(app, name):
    app.controls["case"].value = name
    for scene in CASES[name].scenes()[:2]:
        app.controls["scene"].value = scene
        case = CASES[name].open(scene)
        assert shown(app) == pytest.approx(case.world.result(case.now).per_image[scene], abs=1e-12)
        assert app.change.before == pytest.approx(case.world.result(case.before).per_image[scene], abs=1e-12)
        assert case.truth in app._views["card"].value
        assert (app._search_row.layout.display is None) == (name == "optimising")


def test_an_edit_is_scored_at_once(app):
    app.controls["case"].value = "wrong word"
    app.explorer.controls["candidate"].value = "a woman plays the fnord outside a station"
    expected = points("street-violin", "a woman plays the fnord outside a station")
    assert shown(app) == pytest.approx(expected, abs=1e-12)
    assert app.result.per_image["street-violin"] == expected


def test_the_search_goes_step_by_step_or_runs_to_its_end(app):
    app.controls["case"].value = "optimising"
    steps = list(optimise(IMAGES, DOGS, IMAGES.candidates[DOGS]))
    app.controls["step"].click()
    assert app.steps == tuple(steps[:2])
    assert shown(app) == pytest.approx(steps[1].score, abs=1e-12)
    app.controls["run"].click()
    assert app.steps == tuple(steps)
    assert "no single edit raises the score" in app._views["found"].value
    values = [float(v) for v in re.findall(r'data-step-score="([^"]*)"', app._views["found"].value)]
    assert values == [step.score for step in steps]
    app.controls["restart"].click()
    assert app.steps == ()
    assert shown(app) == pytest.approx(points(DOGS, IMAGES.candidates[DOGS]), abs=1e-12)


def test_the_search_starts_anew_from_a_caption_that_was_edited(app):
    app.controls["case"].value = "optimising"
    app.controls["step"].click()
    app.explorer.controls["candidate"].value = "two dogs"
    app.controls["step"].click()
    assert [step.candidate for step in app.steps][0] == "two dogs"
    app.explorer.controls["candidate"].value = ""
    app.controls["step"].click()
    assert "The caption is blank" in app._views["found"].value
    app.controls["restart"].click()


def test_a_running_search_can_be_stopped():
    async def stop() -> None:
        app = FailureCases("optimising", state={"scene": "orange-stall"})
        app.controls["run"].click()
        assert app.controls["run"].description == "Stop"
        app.controls["run"].click()
        taken = len(app.steps)
        await asyncio.sleep(0.2)
        assert 0 < len(app.steps) == taken < 7
        assert app.controls["run"].description == "Run"
        app.close()

    asyncio.run(stop())


def test_the_state_starts_another_app_at_the_same_place(app):
    app.controls["case"].value = "two scorers"
    app.explorer.controls["repeat"].value = 1
    other = FailureCases(state=app.state)
    assert (other.state, shown(other)) == (app.state, shown(app))
    assert app._views["card"].value in app._repr_mimebundle_()["text/html"]
    other.close()


def test_an_error_is_shown_in_a_case_without_a_search_too(app, monkeypatch):
    app.controls["case"].value = "synonym"
    assert app._views["found"].layout.display == "none"

    def fail(*_: object, **__: object) -> None:
        raise ValueError("<no> way")

    monkeypatch.setattr("cidernb.apps.failure_cases.Explorer", fail)
    app.controls["case"].value = "wrong word"
    assert "&lt;no&gt; way" in app._views["found"].value
    assert app._views["found"].layout.display is None


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"case": "rain"}, "'case' is 'rain'; choose one of wrong word"),
        ({"scene": "moon"}, "'scene' is 'moon'; choose one of"),
    ],
)
def test_an_unknown_case_or_scene_is_refused_in_a_sentence(state, message):
    with pytest.raises(ValueError, match=message):
        FailureCases(state=state)


def test_step_and_run_rest_where_no_edit_raises_the_score_until_the_caption_is_edited(app):
    app.controls["case"].value = "optimising"
    step, run = app.controls["step"], app.controls["run"]
    assert not step.disabled
    run.click()
    assert step.disabled
    assert run.disabled
    ended = app.explorer.controls["candidate"].value
    app.explorer.controls["candidate"].value = "two dogs"
    assert not step.disabled
    assert not run.disabled
    app.explorer.controls["candidate"].value = ended
    assert step.disabled
    app.controls["restart"].click()
    assert not step.disabled


def test_a_search_is_stepped_to_its_end_and_no_further(app):
    app.controls["case"].value = "optimising"
    found = list(optimise(IMAGES, DOGS, IMAGES.candidates[DOGS]))
    presses = 0
    while not app.controls["step"].disabled:
        app.controls["step"].click()
        presses += 1
        assert presses <= len(found)
    assert app.steps == tuple(found)


@pytest.mark.parametrize("name", ["company", "few references"])
def test_two_captions_change_places(name):
    for scene in CASES[name].scenes():
        case = CASES[name].open(scene)
        company = {"company": "all"} if name == "company" else {"references": None}
        before, now = (case.world.result(s).per_image[scene] for s in (case.before, case.now))
        wide = [case.before.replace(**company), case.now.replace(**company)]
        first, second = (case.world.result(s).per_image[scene] for s in wide)
        assert before < now
        assert first > second
        assert f"{second:.3f} and {first:.3f}" in case.happens


def test_the_app_is_as_high_with_a_search_as_without(app):
    search = app._views["found"]
    app.controls["case"].value = "synonym"
    without = int(app.explorer.tabs.layout.height.removesuffix("px"))
    app.controls["case"].value = "optimising"
    with_search = int(app.explorer.tabs.layout.height.removesuffix("px"))
    # A row of buttons is 32 pixels high, and 6 are between the parts.
    assert without - with_search == int(search.layout.height.removesuffix("px")) + 32 + 2 * 6
