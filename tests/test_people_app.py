"""The app over a study of people's choices, and the one that isolates the defences."""

from __future__ import annotations

import asyncio
import html
import json
import re
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np
import people_files
import pytest

from cidernb.apps import IsolatedDefences, WithPeople
from cidernb.apps.controls import TYPING_RESTS_SECONDS
from cidernb.exploring import people as exploring
from cidernb.exploring.long_work import LongWork, Part
from cidernb.exploring.workbench import offered_folder, open_study
from cidernb.studies.people import agreement, measure, read_study
from cidernb.studies.people.aggregation import Loss
from cidernb.studies.people.baselines import Bleu, tokenised
from cidernb.studies.people.comparison import baseline_metrics, compare_with_paper
from cidernb.studies.people.coverage import PEOPLE, separate_coverage
from cidernb.studies.people.curves import COUNTS, curve, metric_curve
from cidernb.studies.people.intervals import Change
from cidernb.studies.people.isolated import NONE, isolate, verdicts, written_captions
from cidernb.studies.people.study import Study
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.studies.reference_counts import HELD_FIXED, RECOMPUTED
from cidernb.variant import PRESETS
from cidernb.views import people as views
from cidernb.views import people_aggregation, people_checks
from cidernb.views.isolated import matrix
from cidernb.views.rendering import number

STUDY = synthetic_study()
FEW = Study("few", STUDY.references, STUDY.pairs[:8], simulated=True)
TABS = ("kinds", "curve", "paper", "check", "best")
PAPER_CIDER = PRESETS["paper-cider"]
needs_baselines = pytest.mark.skipif(
    find_spec("sacrebleu") is None or find_spec("rouge_score") is None,
    reason="sacrebleu or rouge-score is not installed; install cidernb[baselines] to run this test",
)


def plain(shown: str) -> str:
    """The words of a view, without tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", shown)))


def make(**of: Any) -> WithPeople:
    return WithPeople(**{"state": {"folder": ""}, "resamplings": 2, "divisions": 3} | of)


@pytest.fixture
def app():
    made = make()
    yield made
    made.close()


def open_tab(app: WithPeople, tab: str) -> str:
    app.tabs.selected_index = TABS.index(tab)
    return app._views[tab].value


# The first view


@pytest.mark.parametrize(
    ("control", "value"),
    [
        ("variant", "code-cider-d"),
        ("references", 1),
        ("references", 7),
        ("ties", "counted"),
        ("idf", "none"),
        ("idf", "recomputed"),
        ("order", 1),
        ("order", 4),
    ],
)
def test_a_control_changes_the_accuracy_to_the_packages(app, control, value):
    if control == "idf":
        app.controls["references"].value = 5
    app.controls[control].value = value
    said = {name: app.state[name] for name in ("variant", "references", "idf", "ties", "order")}
    expected = measure(STUDY, **said)
    assert said[control] == value
    assert replace(app.result, variant="") == replace(expected, variant="")
    words = plain(app._views["answer"].value)
    assert f"{100 * expected.accuracy:.1f} %" in words
    assert f"95 % interval {100 * expected.low:.1f} to {100 * expected.high:.1f} %" in words
    assert f"{expected.agreeing} of {expected.pairs} pairs" in words


@pytest.mark.parametrize("ties", ["excluded", "counted"])
def test_both_readings_of_ties_stand_in_the_first_view(app, ties):
    app.controls["ties"].value = ties
    other = measure(STUDY, ties="counted" if ties == "excluded" else "excluded")
    assert f"{100 * other.accuracy:.1f} % of {other.pairs}" in plain(app._views["answer"].value)


def test_a_simulated_study_says_that_no_person_voted(app):
    assert "No person voted here." in app._views["folder"].value
    real = replace(STUDY, simulated=False)
    assert "No person voted" not in views.data(real)


def test_the_state_is_plain_and_starts_another_app_where_this_one_is(app):
    app.controls["variant"].value = "code-cider"
    app.controls["references"].value = 3
    state = json.loads(json.dumps(app.state))
    again = make(state=state)
    assert again.state == app.state
    assert again.result == app.result
    again.close()


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ({"folder": "", "variant": "bleu"}, "variant"),
        ({"folder": "", "references": 49}, "1 to 48"),
        ({"folder": "", "order": 5}, "order"),
        ({"metric": "CIDEr"}, "metric"),
    ],
)
def test_a_state_that_cannot_be_is_refused(state, names):
    with pytest.raises(ValueError, match=names):
        WithPeople(state=state)


# Folders


def test_a_folder_with_the_authors_files_is_read_and_an_empty_name_goes_back(app, tmp_path):
    folder = people_files.write_abstract(tmp_path / "votes")
    app.controls["folder"].value = str(folder)
    study = read_study(folder)
    assert app.study.pairs == study.pairs
    assert app.state["folder"] == str(folder)
    assert app.state["references"] == app.controls["references"].max == 4
    assert app.result.agreeing == measure(study).agreeing
    assert "ABSTRACT-50S" in app._views["folder"].value
    app.controls["folder"].value = ""
    assert app.study is STUDY
    assert app.controls["references"].max == 48


@pytest.mark.parametrize("folder", ["no/such/folder", "", "\0", "a file"])
def test_a_folder_that_cannot_be_read_says_what_to_do_and_nothing_is_lost(app, tmp_path, folder):
    app.controls["references"].value = 5
    before, shown = app.state, app._views["answer"].value
    (tmp_path / "a file").write_text("")
    named = {"": str(tmp_path), "a file": str(tmp_path / "a file")}.get(folder, folder)
    app.controls["folder"].value = named
    said = plain(app._views["folder"].value)
    assert "This folder was not read." in said
    assert "Leave the field empty for the embedded study." in said
    assert app.state == before
    assert app._views["answer"].value == shown
    assert app.study is STUDY
    app.controls["references"].value = 6
    assert app.state == before | {"references": 6}


def test_a_data_set_that_the_environment_names_is_there_from_the_start(monkeypatch, tmp_path):
    folder = people_files.write_abstract(tmp_path / "votes")
    monkeypatch.setenv("CIDERNB_DATA", str(tmp_path))
    assert offered_folder() == str(folder)
    app = WithPeople(resamplings=1, divisions=1)
    assert app.study.name == "ABSTRACT-50S"
    assert app.controls["folder"].value == app.state["folder"] == str(folder)
    app.close()


def test_where_nothing_whole_is_named_the_embedded_study_is_there(monkeypatch, tmp_path):
    folder = people_files.write_abstract(tmp_path / "votes")
    (folder / "abstract_candsB.json").write_text("[]")
    monkeypatch.setenv("CIDERNB_DATA", str(tmp_path))
    app = WithPeople(resamplings=1, divisions=1)
    assert app.study is STUDY
    assert "This folder was not read." in app._views["folder"].value
    app.close()
    monkeypatch.setenv("CIDERNB_DATA", str(tmp_path / "elsewhere"))
    assert offered_folder() == ""
    assert open_study("  ") is STUDY


# Tabs


def test_the_kinds_are_those_of_the_package(app):
    words = plain(open_tab(app, "kinds"))
    for kind in STUDY.kinds:
        found = measure(STUDY.of_kind(kind))
        assert f"{found.pairs} {found.agreeing} {100 * found.accuracy:.1f} %" in words
    assert "do not say the kind" not in words


def test_kinds_that_are_not_known_are_counted():
    unknown = replace(STUDY.pairs[0], kind=None)
    some = Study("some", STUDY.references, (unknown, *STUDY.pairs[1:]))
    app = make()
    scores = app._scores
    words = plain(views.kinds(some, scores, agreement(some, scores, variant="", references=48)))
    assert f"the captions tell it for {len(some.pairs) - 1} of {len(some.pairs)} pairs" in words
    app.close()


def test_the_curve_is_the_packages_under_both_idfs(app):
    words = plain(open_tab(app, "curve"))
    for idf in (HELD_FIXED, RECOMPUTED):
        expected = curve(STUDY, idf=idf, resamplings=2)
        np.testing.assert_array_equal(app.curves[idf].agrees, expected.agrees)
        gain = views.limits(expected.gain(1, 48))
        assert f"IDF {idf}: from 1 to 48 references {gain}." in words
        for middle in expected.over_images().middle:
            assert f"{100 * middle:.1f}" in words
    assert "4 of 4 resamplings, all done" in plain(app._views["progress"].value)
    assert app.controls["go"].disabled


def test_the_curve_can_be_stopped_left_and_gone_on_with():
    async def work() -> None:
        app = make(resamplings=100_000)
        open_tab(app, "curve")
        app.controls["go"].click()
        done = len(app.curves[HELD_FIXED].agrees)
        assert 0 < done < 100_000
        assert "stopped" in app._views["progress"].value
        await asyncio.sleep(2 * TYPING_RESTS_SECONDS)
        assert f"mean of {done} random choice" in plain(app._views["curve"].value)
        assert app.controls["go"].description == "Go on"
        # A work that the reader stopped does not start by itself.
        open_tab(app, "kinds")
        open_tab(app, "curve")
        assert len(app.curves[HELD_FIXED].agrees) == done
        app.controls["go"].click()
        await asyncio.sleep(0.1)
        assert app.controls["go"].description == "Stop"
        assert len(app.curves[HELD_FIXED].agrees) > done
        # One that was only left goes on where it was.
        open_tab(app, "kinds")
        left = len(app.curves[HELD_FIXED].agrees)
        open_tab(app, "curve")
        assert len(app.curves[HELD_FIXED].agrees) > left
        app.close()

    asyncio.run(work())


def test_check_1_is_the_packages(app):
    words = plain(open_tab(app, "check"))
    expected = separate_coverage(STUDY, repeats=3)
    found = app.coverage
    assert found is not None
    np.testing.assert_array_equal(found.agreeing, expected.agreeing)
    assert (found.metrics, found.counts, found.divisions) == (expected.metrics, expected.counts, 3)
    for idf in (HELD_FIXED, RECOMPUTED):
        assert f"IDF {idf}, from 5 to 24 references: {views.limits(expected.gain(idf, 5, 24))}." in words
    assert views.limits(expected.gained_by_idf(5, 24)) in words
    assert views.limits(expected.difference(HELD_FIXED, PEOPLE, 24)) in words
    assert "captions by a grammar and votes by simulated judges stand in" in words
    assert "Nothing follows for people" in words


UP, DOWN, LEVEL = Change(0.02, 0.01, 0.03), Change(-0.02, -0.03, -0.01), Change(0.001, -0.01, 0.01)


@pytest.mark.parametrize(
    ("fixed", "recomputed", "by_idf", "said"),
    [
        (UP, UP, LEVEL, "The gain is there while the IDF stays"),
        (UP, UP, DOWN, "The gain is there while the IDF stays"),
        (UP, UP, UP, "both have a part"),
        (LEVEL, UP, UP, "only where the IDF is recomputed"),
        (LEVEL, LEVEL, LEVEL, "nothing follows for its reason"),
        (DOWN, DOWN, LEVEL, "nothing follows for its reason"),
    ],
)
def test_what_follows_is_worded_by_the_intervals(fixed, recomputed, by_idf, said):
    assert said in people_checks._follows(fixed, recomputed, by_idf)


@pytest.mark.parametrize(("change", "word"), [(UP, "more"), (DOWN, "less"), (LEVEL, "nothing")])
def test_a_change_is_shown_where_its_interval_does_not_hold_0(change, word):
    assert views.shown(change, "more", "less", "nothing") == word


def test_the_list_of_what_was_not_done_names_the_data_set_in_place_of_pascal():
    real = replace(STUDY, name="ABSTRACT-50S", simulated=False)
    coverage = separate_coverage(real, repeats=1)
    said = " ".join(people_checks.not_done(real, coverage))
    assert "ABSTRACT-50S stands in for it" in said
    assert "METEOR on the same references" in said
    assert "no machine" in said
    with_meteor = replace(coverage, metrics=(*coverage.metrics, "METEOR"))
    assert "METEOR" not in " ".join(people_checks.not_done(real, with_meteor))
    pascal = replace(real, name="PASCAL-50S")
    assert "stands in for it" not in people_checks.not_done(pascal, coverage)[0]


@pytest.fixture
def without_baselines(monkeypatch):
    monkeypatch.setattr(exploring, "has_baselines", lambda: False)
    monkeypatch.setattr("cidernb.apps.people.has_baselines", lambda: False)


def test_without_the_extra_the_tab_says_how_to_get_it(without_baselines, app):
    words = plain(open_tab(app, "paper"))
    assert 'pip install "cidernb[baselines]"' in words
    assert f"CIDEr {app.result.agreeing} {app.result.pairs}" in words
    assert "nothing is set beside them" in words


def test_the_papers_figures_stand_beside_ours_with_the_difference():
    real = replace(STUDY, name="ABSTRACT-50S", simulated=False)
    metrics = {"CIDEr": exploring.similarities(real, PAPER_CIDER)}
    words = plain(people_checks.beside_paper(real, metrics, "excluded", coverage=None, installed=True))
    rows = [row for row in compare_with_paper(real, metrics) if row.ours is not None]
    assert any(row.within for row in rows)
    for row in rows:
        assert row.ours is not None
        digits = 1 if row.paper > 1 else 2
        assert f"{row.paper:.{digits}f} {row.ours:.{digits}f}" in words
        assert row.differs in words


def test_the_mean_against_the_best_is_told_without_other_metrics(without_baselines, app):
    words = plain(open_tab(app, "best"))
    drawn = exploring.aggregated(STUDY, app._bench.work("best", ("paper-cider", None)), "excluded")
    assert [(each.metric, each.over) for each in drawn] == [("CIDEr", "mean"), ("CIDEr", "best")]
    for each in drawn:
        for share in each.curve.accuracies.mean(axis=0):
            assert f"{100 * share:.1f}" in words


def lost(change: Change, guessing: Change) -> Loss:
    return Loss(peak=5, change=change, guessing=guessing, tied_at_peak=0.1, tied_with_all=0.2)


def test_a_loss_by_ties_alone_is_no_sign_of_the_papers_reason():
    assert "The paper's reason did not show" in people_aggregation._reason_shown(lost(DOWN, LEVEL))
    assert "That is the paper's reason" in people_aggregation._reason_shown(lost(DOWN, DOWN))
    assert "a loss apart from ties did not show" in people_aggregation._bleu_sentence(lost(DOWN, LEVEL))
    assert "ties are not all of it" in people_aggregation._bleu_sentence(lost(DOWN, DOWN))
    assert "did not show here" in people_aggregation._bleu_sentence(lost(LEVEL, LEVEL))


@needs_baselines
def test_bleu_1_is_worked_out_count_by_count_as_the_package_does_at_once():
    work = exploring.aggregation_work(FEW, PAPER_CIDER, 2)
    assert len(list(work.steps)) == work.done == work.wanted == 2 * 4 + 2 * len(COUNTS)
    drawn = {(each.metric, each.over): each.curve for each in exploring.aggregated(FEW, work, "excluded")}
    expected = metric_curve(FEW, Bleu(tokenised(FEW)), resamplings=2)
    np.testing.assert_array_equal(drawn["BLEU-1", None].agrees, expected.agrees)
    assert set(drawn) == {
        ("CIDEr", "mean"),
        ("CIDEr", "best"),
        ("ROUGE-1", "mean"),
        ("ROUGE-1", "best"),
        ("BLEU-1", None),
    }
    assert "BLEU-1" in people_aggregation.aggregation(exploring.aggregated(FEW, work, "excluded"))


@needs_baselines
@pytest.mark.parametrize("name", ["few", "PASCAL-50S"])
def test_the_other_metrics_are_the_packages_one_step_each(name):
    study = replace(FEW, name=name)
    work = exploring.metrics_work(study)
    taken = dict(work.steps)
    assert work.done == work.wanted == len(taken)
    some = np.broadcast_to(np.arange(study.most) < 5, study.asked.shape)
    for metric, expected in baseline_metrics(study).items():
        np.testing.assert_array_equal(taken[metric].scores(), expected.scores())
        np.testing.assert_array_equal(taken[metric].scores(some), expected.scores(some))


def test_meteor_joins_check_1_once_all_its_pairs_are_done(without_baselines, monkeypatch, app):
    monkeypatch.setattr(
        exploring, "meteor_steps", lambda of: (np.ones((2, len(each))) for each in of.references)
    )
    open_tab(app, "paper")
    app.controls["meteor"].click()
    assert "METEOR" in plain(app._views["paper"].value)
    assert app.controls["meteor"].disabled
    open_tab(app, "check")
    assert app.coverage is not None
    assert app.coverage.metrics[-1] == "METEOR"
    # It finds all captions alike, so that it never decides.
    assert app.coverage.accuracy("METEOR", 24).difference == 0
    assert app.coverage.tied_share("METEOR", 24) == 1


def test_a_page_without_a_kernel_holds_the_answer_and_what_was_opened(app):
    open_tab(app, "check")
    page = app._repr_mimebundle_()["text/html"]
    assert app._views["answer"].value in page
    assert app._views["check"].value in page


def test_work_that_ends_early_is_not_complete():
    work = LongWork("letters", [Part("first", 2, iter("ab")), Part("second", 1, iter("c"))])
    assert [next(work.steps), next(work.steps)] == ["a", "b"]
    assert (work.done, work.wanted, work.complete, work.parts_complete) == (2, 3, False, 0)
    assert list(work.steps) == ["c"]
    assert work.complete
    assert work.taken("second") == ["c"]


# Check 2


def test_every_edit_has_a_word_for_every_defence():
    found = isolate(written_captions())
    words = plain(matrix(found))
    for verdict in verdicts(found):
        charge = verdict.charge
        low, high = views.points(charge.low, 2), views.points(charge.high, 2)
        assert f"{verdict.word} {views.points(charge.share)} {low} to {high}" in words
    for edit in found.captions.edits:
        kept = found.kept(edit, NONE)
        assert f"{number(100 * kept.share, 1)} %" in words
    assert "nobody was asked" in words
    assert "It does not tell whether people would take the same" in words


def test_the_captions_of_a_study_are_offered_where_there_is_one(monkeypatch, tmp_path):
    folder = people_files.write_abstract(tmp_path / "votes")
    monkeypatch.delenv("CIDERNB_DATA", raising=False)
    without = IsolatedDefences()
    assert without.controls["captions"].options == ("scenes", "everyday captions")
    assert without.costs == ()
    without.close()
    monkeypatch.setenv("CIDERNB_DATA", str(folder))
    app = IsolatedDefences()
    app.controls["captions"].value = app.controls["captions"].options[-1]
    assert app.result.captions.name == "ABSTRACT-50S"
    assert [cost.defence for cost in app.costs] == list(app.result.defences)
    words = plain(app._views["matrix"].value)
    assert "What a defence costs in agreement with people" in words
    app.close()
