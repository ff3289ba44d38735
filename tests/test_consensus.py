"""The consensus protocol, its pairs on the scenes, what was reported, and the app to vote in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cidernb
from cidernb.apps import Triplets
from cidernb.studies import published
from cidernb.studies.consensus import accuracy, higher, majority, pair_winner
from cidernb.studies.scene_pairs import (
    KINDS,
    accuracies,
    decide,
    likeness,
    pair,
    simulated_votes,
)
from cidernb.views import consensus as views

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set
EIGHT = IMAGES.first_references(8)

votes_of = st.lists(st.sampled_from(["B", "C"]), max_size=9)


# The protocol


@pytest.mark.parametrize(
    ("votes", "winner"),
    [
        ("BBC", "B"),
        ("CCC", "C"),
        ("BC", None),
        ("", None),
        (["B", None, None], "B"),
        ([None, None], None),
        (["B", "C", None], None),
    ],
)
def test_a_majority_is_of_the_votes_for_a_side(votes, winner):
    assert majority(votes) == winner


@given(votes_of)
def test_a_majority_does_not_depend_on_order_and_swaps_with_the_sides(votes):
    swapped = ["C" if vote == "B" else "B" for vote in votes]
    back = {"B": "C", "C": "B", None: None}
    assert majority(votes) == majority(votes[::-1]) == back[majority(swapped)]


@pytest.mark.parametrize(
    ("triplets", "winner"),
    [
        (["BBB", "BCC", "BCC"], "C"),
        (["BBB", "CCC"], None),
        (["BBB", "BC"], "B"),
        (["BC", "CB"], None),
    ],
)
def test_a_pair_goes_to_the_majority_of_its_triplets_not_of_its_votes(triplets, winner):
    assert pair_winner(triplets) == winner


def test_a_vote_for_anything_else_is_refused():
    with pytest.raises(ValueError, match="A vote is for 'A'; give 'B', 'C' or None"):
        majority(["A", "B"])


@pytest.mark.parametrize(("b", "c", "side"), [(0.2, 0.1, "B"), (0.1, 0.2, "C"), (0.2, 0.2, None)])
def test_a_metric_chooses_the_higher_score_and_neither_of_two_equal_ones(b, c, side):
    assert higher(b, c) == side


@pytest.mark.parametrize(("ties", "share"), [("left out", 2 / 3), ("half right", 3 / 5), ("wrong", 2 / 5)])
def test_ties_on_either_side_count_as_chosen(ties, share):
    people = ["B", "C", "B", None, "C"]
    metric = ["B", "C", "C", "B", None]
    assert accuracy(people, metric, ties=ties) == pytest.approx(share, abs=1e-15)


def test_a_pair_tied_on_both_sides_is_a_tie_and_no_agreement():
    assert accuracy([None, "B"], [None, "B"], ties="wrong") == 0.5


@pytest.mark.parametrize(
    ("people", "metric", "ties", "words"),
    [
        (["B"], ["B"], "right", "ties is 'right'; choose one of left out, half right, wrong"),
        ([None], ["B"], "left out", "No pair has a winner on both sides"),
        ([], [], "wrong", "No pair has a winner on both sides"),
        (["B"], ["B", "C"], "wrong", "shorter|longer"),
    ],
)
def test_an_accuracy_that_means_nothing_is_refused(people, metric, ties, words):
    with pytest.raises(ValueError, match=words):
        accuracy(people, metric, ties=ties)


# Pairs on the scenes


@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_has_the_candidates_of_its_kind_and_neither_is_among_the_references(kind):
    held_out = list(IMAGES.references[7][8:])
    machine = IMAGES.candidates[7]
    made = pair(kind, 7)
    assert made.references == IMAGES.references[7][:8]
    expected = {
        "HC": held_out,
        "HI": [held_out[0], IMAGES.references[8][-1]],
        "HM": [held_out[0], machine],
        "MM": [machine, f"a {EXAMPLE.readings[7].colour} {EXAMPLE.readings[7].shape}"],
    }
    assert sorted([made.b, made.c]) == sorted(expected[kind])


def test_the_other_image_of_an_incorrect_caption_shows_something_else():
    for image in IMAGES.ids:
        (source,) = [source for source in pair("HI", image).sources if "of image" in source]
        assert not source.endswith(EXAMPLE.scenes[image].describe())


def test_either_candidate_may_be_b():
    first = [pair("HM", image).sources[0] == "the captioner" for image in IMAGES.ids]
    assert 30 < sum(first) < 70


def test_judges_take_the_larger_share_of_words_in_common_and_forgive_a_plural():
    assert likeness("three red circles", "three red circle") == 1
    assert likeness("three red circles", "two blue squares") == 0
    assert likeness("there are three red circles", "three red circles") == 3 / 5


def test_judges_that_never_err_follow_the_rule_on_every_triplet():
    made = pair("HC", 19)
    for a, votes in zip(made.references, simulated_votes(made, 0), strict=True):
        rule = higher(likeness(a, made.b), likeness(a, made.c))
        assert len(votes) == 3
        if rule:
            assert set(votes) == {rule}


def test_judges_that_always_err_say_the_opposite_and_say_it_again():
    made = pair("HC", 19)
    other = {"B": "C", "C": "B"}
    right, wrong = simulated_votes(made, 0), simulated_votes(made, 1)
    assert [[other[vote] for vote in votes] for votes in right] == [list(votes) for votes in wrong]
    assert simulated_votes(made, 0.3) == simulated_votes(made, 0.3)


def test_judges_err_about_as_often_as_stated():
    made = [pair("HI", image) for image in IMAGES.ids]
    votes = [(simulated_votes(each, 0), simulated_votes(each, 0.1)) for each in made]
    pairs = [
        (x, y)
        for a, b in votes
        for one, other in zip(a, b, strict=True)
        for x, y in zip(one, other, strict=True)
    ]
    assert 0.08 < sum(x != y for x, y in pairs) / len(pairs) < 0.12


@pytest.mark.parametrize("preset", ["paper-cider", "code-cider-d"])
def test_a_score_is_the_packages_and_the_mean_of_the_similarities_with_the_references(preset):
    made = pair("HC", 19)
    decision = decide(made, simulated_votes(made, 0.1), preset)
    for side, text in enumerate((made.b, made.c)):
        alone = cidernb.score(EIGHT.with_candidate(19, text), variant=preset).per_image[19]
        similarities = [both[side] for both in decision.similarities]
        assert decision.scores[side] == pytest.approx(alone, abs=1e-12)
        assert sum(similarities) / 8 == pytest.approx(alone, abs=1e-12)


def test_on_one_pair_votes_and_mean_of_the_same_similarities_choose_differently():
    made = pair("HC", 19)
    decision = decide(made, simulated_votes(made, 0.1), "paper-cider")
    assert (decision.nearer.count("B"), decision.nearer.count("C")) == (2, 6)
    assert (decision.people, decision.if_it_voted, decision.metric) == ("C", "C", "B")
    assert decision.scores[0] - decision.scores[1] > 1e-3


def test_accuracies_count_every_image_and_show_what_stemming_forgives():
    paper = {row.kind: row for row in accuracies("paper-cider", 0.1)}
    code = {row.kind: row for row in accuracies("code-cider-d", 0.1)}
    assert [row.pairs for row in paper.values()] == [100] * 4
    assert paper["HI"].accuracy == code["HI"].accuracy == 1
    assert paper["HM"].accuracy > 0.9 > 0.5 > code["HM"].accuracy
    people = [majority(map(majority, simulated_votes(pair("HC", i), 0.1))) for i in IMAGES.ids]
    made = [decide(pair("HC", i), simulated_votes(pair("HC", i), 0.1), "paper-cider") for i in IMAGES.ids]
    assert paper["HC"].accuracy == accuracy(people, [each.metric for each in made], ties="left out")


@pytest.mark.parametrize(
    ("kind", "image", "words"), [("XX", 0, "no kind 'XX' of pair"), ("HC", 100, "no image 100")]
)
def test_a_pair_that_there_is_not_is_refused(kind, image, words):
    with pytest.raises(ValueError, match=words):
        pair(kind, image)


# What was reported


def test_the_cells_of_table_1_give_the_84_per_cent_of_the_text():
    for data_set, figure in published.OVERALL.figures.items():
        assert published.mean_over_pairs("CIDEr", data_set) == pytest.approx(figure, abs=0.5)
    assert published.mean_over_pairs("CIDEr", "PASCAL-50S") == pytest.approx(83.95, abs=1e-9)
    assert published.mean_over_pairs("CIDEr", "ABSTRACT-50S") == pytest.approx(83.75, abs=1e-9)


def test_cider_leads_in_the_table_but_for_hm_and_a_tie():
    others = {metric: cells for metric, cells in published.TABLE_1.items() if metric != "CIDEr"}
    behind, tied = set(), set()
    for data_set, cells in published.TABLE_1["CIDEr"].items():
        for kind, value in cells.items():
            best = max(of[data_set][kind] for of in others.values() if kind in of.get(data_set, {}))
            if best >= value:
                (tied if best == value else behind).add((data_set, kind))
    assert behind == {("PASCAL-50S", "HM")}
    assert tied == {("ABSTRACT-50S", "HC")}


def test_every_reported_figure_stands_with_its_place_and_a_caveat():
    shown = views.reported()
    for each in published.REPORTED:
        assert each.place in shown.unescape()
        assert each.caveat in shown.unescape()
    for figure in (
        "71.8",
        "99.7",
        "92.1",
        "72.2",
        "0.58",
        "0.56",
        "0.524",
        "0.98",
        "1,000",
        "82 %",
        "90 %",
        "83 %",
    ):
        assert figure in shown


# The app


@pytest.fixture
def app() -> Iterator[Triplets]:
    app = Triplets(state={"kind": "HC", "image": 19})
    yield app
    app.close()


def html(app: Triplets, name: str) -> str:
    return app._views[name].value


def test_the_first_view_asks_about_the_first_reference_and_hides_picture_and_metric(app):
    assert "Triplet 1 of 8" in html(app, "said")
    for text in (app._pair.references[0], app._pair.b, app._pair.c):
        assert text in html(app, "said")
    assert "<img" not in html(app, "picture")
    assert "data-metric" not in html(app, "said")
    assert app.result is None


def test_a_vote_counts_with_those_of_two_judges_and_brings_the_next_triplet(app):
    app.controls["b"].click()
    assert app.state["votes"] == ["B"]
    assert "Triplet 2 of 8" in html(app, "said")
    assert app._votes == [("B", *simulated_votes(app._pair, 0.1)[0][1:])]


def test_after_the_last_vote_both_choices_stand_there(app):
    for _ in range(8):
        app.controls["c"].click()
    votes = [("C", *others[1:]) for others in simulated_votes(app._pair, 0.1)]
    assert app.result == decide(app._pair, votes, "paper-cider")
    assert f'data-people="{app.result.people}"' in html(app, "said")
    assert 'data-metric="B"' in html(app, "said")
    assert "0.226" in html(app, "said")
    assert "0.224" in html(app, "said")
    assert 'alt="one yellow triangle on black' in html(app, "picture")
    assert app.controls["b"].disabled
    assert app.controls["c"].disabled


def test_judges_vote_on_the_rest_and_keep_the_readers_votes(app):
    app.controls["b"].click()
    app.controls["finish"].click()
    judges = simulated_votes(app._pair, 0.1)
    assert app.result.votes == (("B", *judges[0][1:]), *judges[1:])
    assert "it would choose C. Its mean chooses B." in html(app, "said")
    assert app.result.nearer.count("C") == 6
    assert "<td>0.226</td><td>0.224</td>" in html(app, "triplets")


def test_voting_anew_forgets_the_votes(app):
    app.controls["finish"].click()
    app.controls["anew"].click()
    assert app.result is None
    assert app.state["votes"] == []
    assert not app.controls["b"].disabled


@pytest.mark.parametrize(("control", "value"), [("kind", "MM"), ("image", 4)])
def test_another_pair_starts_anew(app, control, value):
    app.controls["b"].click()
    app.controls[control].value = value
    assert app.state[control] == value
    assert app.state["votes"] == []
    made = pair(app.state["kind"], app.state["image"])
    assert made.b in html(app, "said")
    assert made.c in html(app, "said")


def test_another_metric_keeps_the_votes_and_changes_the_scores(app):
    app.controls["finish"].click()
    votes = app.result.votes
    app.controls["metric"].value = "code-cider-d"
    assert app.result == decide(app._pair, votes, "code-cider-d")
    assert f"B {app.result.scores[0]:.3f}, C {app.result.scores[1]:.3f}, of 10" in html(app, "said")


def test_judges_err_as_often_as_set(app):
    app.controls["finish"].click()
    app.controls["errs"].value = 0.3
    assert app.result.votes == simulated_votes(app._pair, 0.3)


def test_all_pairs_are_judged_once_someone_looks(app):
    assert html(app, "all") == ""
    app.tabs.selected_index = 2
    shown = [float(share) for share in re.findall(r'data-accuracy="([^"]*)"', html(app, "all"))]
    assert shown == [row.accuracy for row in accuracies("paper-cider", 0.1)]
    assert "no person voted" in html(app, "all")


def test_the_kinds_are_explained_on_the_image(app):
    shown = html(app, "kinds")
    assert "one yellow triangle on black" in shown
    for kind, (name, meaning) in KINDS.items():
        assert name in shown
        assert meaning in shown.unescape()
        assert pair(kind, 19).b in shown


def test_a_tie_of_votes_is_said_to_be_one():
    app = Triplets(state={"kind": "HC", "errs": 0.0, "image": first_tied()})
    app.controls["finish"].click()
    assert app.result.people is None
    assert 'data-people="tie"' in html(app, "said")
    assert "The paper does not say what becomes of such a pair" in html(app, "said")
    app.close()


def first_tied() -> int:
    tied = (i for i in IMAGES.ids if not majority(map(majority, simulated_votes(pair("HC", i), 0.0))))
    return next(tied)


def test_the_state_survives_json_and_starts_another(app):
    app.controls["b"].click()
    app.controls["errs"].value = 0.3
    again = Triplets(state=json.loads(json.dumps(app.state)))
    assert again.state == app.state
    assert html(again, "said") == html(app, "said")
    again.close()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"colour": 1}, "The state holds 'colour'"),
        ({"kind": "XX"}, "'kind' is 'XX'; choose one of HC, HI, HM, MM"),
        ({"errs": 2}, "'errs' is 2; choose one of 0.0"),
        ({"metric": "bleu"}, "'metric' is 'bleu'"),
        ({"image": 100}, "no image 100"),
        ({"votes": ["A"]}, "give up to 8 of 'B' and 'C'"),
        ({"votes": ["B"] * 9}, "give up to 8"),
    ],
)
def test_a_state_that_is_none_is_refused_in_a_sentence(state, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Triplets(state=state)


def test_an_error_in_a_callback_shows_in_the_app(app, monkeypatch):
    monkeypatch.setattr(
        "cidernb.apps.consensus.decide", lambda *_: (_ for _ in ()).throw(ValueError("<no> way"))
    )
    app.controls["finish"].click()
    assert "&lt;no&gt; way" in html(app, "said")


def test_a_saved_notebook_shows_the_pair_and_what_was_reported_without_a_kernel(app):
    static = app._repr_mimebundle_()["text/html"]
    assert app._pair.b in static
    assert "0.524" in static


def test_closing_stops_the_controls(app):
    app.close()
    app.controls["b"].click()
    assert app.state["votes"] == []
