"""The documented example in front of a reader: lines tick, claims open at the state that shows them."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterator

import pytest

import cidernb
from cidernb.apps import DocumentedRun
from cidernb.exploring.claims import CLAIMS
from cidernb.exploring.setting import Setting
from cidernb.studies import Reproduction, reproduce
from cidernb.studies.record import documented_lines
from cidernb.teaching import find_exercise, find_prediction

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set
LINES = [line for lines in documented_lines().values() for line in lines]


@pytest.fixture(scope="module")
def run() -> Reproduction:
    return reproduce()


@pytest.fixture
def app() -> Iterator[DocumentedRun]:
    app = DocumentedRun()
    yield app
    app.close()


def shown(app: DocumentedRun, name: str) -> str:
    text = html.unescape(re.sub(r"<[^>]*>", " ", app._views[name].value))
    return " ".join(text.split())


def ticks(app: DocumentedRun) -> list[str]:
    return re.findall(r'data-holds="(\d)"', app._views["lines"].value)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def figures(run: Reproduction, key: str) -> dict[str, float]:
    check = next(check for check in run.checks if check.name == CLAIMS[key].check)
    return dict(check.lines[CLAIMS[key].line].figures)


# The run


def test_before_the_run_every_documented_line_stands_there_without_a_verdict(app):
    assert "0 of 8 checks" in shown(app, "progress")
    assert ticks(app) == []
    for line in LINES:
        assert squeezed(line) in shown(app, "lines")


def test_the_run_ticks_every_line_and_shows_the_unrounded_figures(app):
    app.controls["run"].click()
    assert ticks(app) == ["1"] * len(LINES)
    assert f"{len(LINES)} of {len(LINES)} lines as documented" in shown(app, "progress")
    assert app.result.holds
    limit = next(check for check in app.result.checks if check.name == "C1").lines[2].figures["limit"]
    assert f"limit: {limit}" in shown(app, "lines")
    assert "✓ H5c: CIDEr-D falls on every image" in shown(app, "lines")


def test_reading_the_result_computes_what_is_left(app):
    assert [check.name for check in app.result.checks] == list(documented_lines())
    assert len(ticks(app)) == len(LINES)


def test_the_run_goes_on_beside_everything_else_and_can_be_stopped(app):
    async def start_and_stop() -> None:
        app.controls["run"].click()
        assert app.controls["run"].disabled
        assert not app.controls["stop"].disabled
        assert 0 < len(ticks(app)) < len(LINES)
        app.controls["stop"].click()

    asyncio.run(start_and_stop())
    assert "stopped" in shown(app, "progress")
    assert app.controls["stop"].disabled
    assert not app.controls["run"].disabled


def test_a_line_that_differs_is_crossed_and_says_what_is_documented(app, monkeypatch):
    changed = dict(documented_lines())
    changed["S"] = ("S   another line",)
    monkeypatch.setattr("cidernb.studies.record.documented_lines", lambda: changed)
    app.controls["run"].click()
    assert ticks(app).count("0") == 1
    assert "✗ documented: S another line" in shown(app, "lines")
    assert f"{len(LINES) - 1} of {len(LINES)} lines" in shown(app, "progress")


def test_an_error_in_the_run_shows_in_the_app(app, monkeypatch):
    def fail() -> Iterator[object]:
        raise ValueError("<no> way")
        yield

    monkeypatch.setattr("cidernb.apps.documented.each_check", fail)
    app.controls["run"].click()
    assert "<no> way" in shown(app, "progress")
    assert not app.controls["run"].disabled


# The claims


@pytest.mark.parametrize("key", CLAIMS)
def test_every_claim_opens_at_its_state_with_its_documented_line(app, key):
    app.controls["claim"].value = key
    claim, (after, before) = CLAIMS[key], CLAIMS[key].states()
    assert app.state == {"claim": key}
    assert Setting.from_dict(app.explorer.state) == after
    assert (app.explorer.change is None) == (before is None)
    assert app._room.children == (app.explorer.widget,)
    assert claim.says in shown(app, "claim")
    assert claim.look in shown(app, "claim")
    assert squeezed(claim.documented) in shown(app, "claim")
    assert any(squeezed(claim.documented) == squeezed(line) for line in LINES)


def test_an_image_alone_scores_nothing(app):
    app.controls["claim"].value = "C3-alone"
    assert app.explorer.result.mean == 0


def test_the_largest_difference_of_h4_is_the_documented_one(app, run):
    app.controls["claim"].value = "H4"
    assert app.explorer.change.total == pytest.approx(figures(run, "H4")["least"], abs=1e-12)
    assert set(app.explorer.change.by_cause) == {"evaluation_set"}


@pytest.mark.parametrize(
    ("key", "causes"),
    [
        ("C1", {"unseen"}),
        ("C2-all", {"clipping"}),
        ("C2-order", {"clipping"}),
        ("C3-pool", {"idf_source"}),
        ("H5c", {"candidate"}),
        ("R", {"references_compared", "references_counted"}),
        ("S", {"stemming"}),
    ],
)
def test_a_claim_is_shown_by_the_cause_it_names_alone(app, key, causes):
    app.controls["claim"].value = key
    assert {cause for cause, points in app.explorer.change.by_cause.items() if points} == causes


def test_repetition_leaves_the_unclipped_term_and_halves_the_clipped_one(app):
    app.controls["claim"].value = "H5a"
    assert app.explorer.change.total == pytest.approx(0, abs=1e-12)
    app.controls["claim"].value = "H5b"
    assert app.explorer.change.after == pytest.approx(app.explorer.change.before / 2, abs=1e-12)


@pytest.mark.parametrize(
    ("key", "side", "name"),
    [
        ("C1", 1, "limit"),
        ("C1", 0, "floor"),
        ("C2-all", 1, "paper"),
        ("H5c", 1, "cider_d"),
        ("S", 1, "stemmed"),
    ],
)
def test_the_settings_of_a_claim_give_the_documented_mean(run, key, side, name):
    after, before = CLAIMS[key].states()
    setting = after if side else before
    images = IMAGES.repeated(setting.repeat)
    mean = cidernb.score(images, variant=setting.variant).mean
    assert mean == pytest.approx(figures(run, key)[name], abs=1e-12)


def test_a_claim_says_whether_its_line_came_out_once_it_was_computed(app):
    assert "✓" not in shown(app, "claim")
    app.controls["run"].click()
    assert "✓ corpus IDF" in shown(app, "claim")


def test_the_state_opens_the_same_claim_in_another_app(app):
    app.controls["claim"].value = "S"
    again = DocumentedRun(state=app.state)
    assert again.explorer.state == app.explorer.state
    again.close()
    with pytest.raises(ValueError, match="'claim' is 'H9'; choose one of data, C1"):
        DocumentedRun(state={"claim": "H9"})


def test_an_error_in_a_callback_shows_in_the_app_and_the_old_claim_stays_open(app, monkeypatch):
    explorer = app.explorer
    monkeypatch.setattr(
        "cidernb.apps.documented.Explorer", lambda *_, **__: (_ for _ in ()).throw(ValueError("<no> way"))
    )
    app.controls["claim"].value = "S"
    assert "<no> way" in shown(app, "claim")
    assert app.explorer is explorer


def test_a_saved_notebook_shows_the_lines_and_the_claim_without_a_kernel(app):
    static = app._repr_mimebundle_()["text/html"]
    assert html.escape(LINES[1].strip()) in static
    assert CLAIMS["C3-alone"].says in static


def test_closing_stops_the_controls(app):
    app.close()
    app.controls["run"].click()
    app.controls["claim"].value = "S"
    assert ticks(app) == []
    assert app.state == {"claim": "C3-alone"}


# What the notebook asks


def test_in_the_limit_the_mean_stays_from_two_repetitions_on(run):
    limits = [line.figures["limit"] for line in run.checks[1].lines[1:-1]]
    assert limits[1] == pytest.approx(limits[3], abs=1e-12)
    assert limits[0] > limits[1] + 1
    assert find_prediction("12-limit").outcome() == "stays where it is"
    assert f"{limits[0]:.4f}, {limits[1]:.4f}, {limits[1]:.4f}, {limits[1]:.4f}" in (
        find_prediction("12-limit").compare("rises again").notice
    )


def test_the_limit_mean_is_a_quarter_of_the_unigram_cosine(run):
    cosines = cidernb.score(IMAGES, variant="code-cider").per_order[:, 0] / 10
    assert find_exercise("12-unigrams").answer() == pytest.approx(cosines.mean(), abs=1e-12)


def test_longer_captions_put_eq_4_on_both_sides_of_the_code():
    assert find_exercise("12-longer").answer() == "on both sides"
