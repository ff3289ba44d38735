"""ABSTRACT-50S itself, where the reader has it: agreement with people, by the engine and by loops."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest
from people_by_hand import agreeing
from real_captions import data_folder

import cidernb
from cidernb.cli import main
from cidernb.studies.people import JudgedPair, Study, measure, read_study, similarities
from cidernb.studies.people.baselines import has_meteor, meteor, tokenised
from cidernb.studies.people.comparison import compare_with_paper
from cidernb.studies.people.coverage import PEOPLE, separate_coverage
from cidernb.studies.people.curves import curve
from cidernb.studies.people.isolated import isolate, study_captions, verdicts

PAPER = cidernb.PRESETS["paper-cider"]


@cache
def read() -> Study:
    return read_study(data_folder("abstract50s"))


@pytest.fixture
def study() -> Study:
    return read()


def test_the_files_hold_what_their_authors_describe(study):
    assert (len(study.pairs), len(study.references), study.most) == (400, 500, 48)
    assert set(study.sizes) == {48}
    assert len({pair.image for pair in study.pairs}) == 200
    assert study.winners.count(None) == 12


def test_two_pairs_with_the_same_captions_keep_their_own_votes(study):
    one, other = study.pairs[14], study.pairs[343]
    assert {one.b, one.c} == {other.b, other.c}
    assert one.image != other.image
    # Each image's own caption won.
    assert (one.winner, other.winner, one.c) == ("C", "C", other.b)


def test_the_captions_tell_the_kinds_of_the_pairs_of_37_images(study):
    kinds = [pair.kind for pair in study.pairs]
    assert (kinds.count("HC"), kinds.count("HI")) == (37, 37)
    hc, hi = (measure(study.of_kind(kind)).accuracy for kind in ("HC", "HI"))
    assert hc < hi


def test_the_papers_cider_agrees_with_people_on_84_percent_of_pairs(study):
    found = measure(study)
    assert found.pairs == 388
    assert found.metric_tied == 0
    assert 0.835 <= found.accuracy <= 0.843
    assert found.low < 0.84 < found.high


@pytest.mark.parametrize(
    ("settings", "by_hand"),
    [
        ({}, {}),
        ({"references": 5}, {"references": 5}),
        ({"references": 1}, {"references": 1}),
        ({"variant": "code-cider", "references": 10}, {"stemmer": "none", "references": 10}),
        ({"variant": "code-cider-d"}, {"stemmer": "none", "defended": True}),
    ],
)
def test_agreement_is_that_of_dictionaries_and_loops(study, settings, by_hand):
    found = measure(study, **settings)
    assert (found.agreeing, found.pairs) == agreeing(study, **by_hand)


def test_agreement_with_a_recomputed_idf_is_that_of_dictionaries_and_loops(study):
    counted = {image: texts[:5] for image, texts in study.references.items()}
    found = measure(study, references=5, idf="recomputed")
    assert (found.agreeing, found.pairs) == agreeing(study, references=5, counted=counted)


def test_some_pairs_score_as_by_hand(study):
    few = [3, 14, 343]
    found = similarities(study, PAPER).scores()
    df = cidernb.by_hand.document_frequencies(study.references, "porter", "ptb")
    for number in few:
        pair = study.pairs[number]
        for side, text in enumerate((pair.b, pair.c)):
            texts = study.references[pair.image]
            by_hand = cidernb.by_hand.score(text, texts, df, 500, PAPER, "ptb").score
            assert found[number, side] == pytest.approx(by_hand, abs=1e-12)


def test_the_command_prints_these_figures(study, capsys):
    assert main(["consensus", str(data_folder("abstract50s")), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["variant"], row["references"], row["pairs"]) for row in rows] == [
        (variant, 48, 388) for variant in ("paper-cider", "code-cider", "code-cider-d")
    ]
    assert rows[0]["agreeing"] == measure(study).agreeing


def test_more_references_agree_more_whichever_the_idf(study):
    for idf in ("held fixed", "recomputed"):
        found = curve(study, counts=(1, 5, 48), idf=idf, resamplings=4)
        assert np.all(np.diff(found.over_references().middle) > 0)


def test_halves_of_the_references_agree_as_the_paper_reports_within_our_interval(study):
    found = separate_coverage(study, repeats=8)
    rows = compare_with_paper(study, {}, coverage=found)
    halves = {row.what: row for row in rows if row.data_set == study.name and "other 24" in row.what}
    assert {row.paper for row in halves.values()} == {82, 83}
    assert all(row.within for row in halves.values())
    assert found.difference("recomputed", "held fixed", 24) == (0, 0, 0)
    assert found.tied_share(PEOPLE, 24) > 0


def test_only_clipped_counts_take_back_what_a_caption_said_twice_has_in_eq_4(study):
    found = isolate(study_captions(study))
    words = {(each.edit, each.defence): each.word for each in verdicts(found)}
    assert words["all said twice", "clipping, counts"] == "charges"
    assert words["all said twice", "Gaussian"] == "charges"
    assert words["all said twice", "clipping, Eq. 4"] == "rewards"
    assert words["is doing as does", "no stemming"] == "charges"


def test_meteor_takes_each_reference_apart_and_the_best_of_them():
    data_folder("abstract50s")  # Java takes half a minute: only where the long tests run
    if not has_meteor():
        pytest.skip("there is no Java, or no pycocoevalcap; install both to run METEOR")
    references = {"x": ("a dog runs on the grass", "a cat sleeps"), "y": ("a ball",)}
    pair = JudgedPair("x", "a dog runs on the grass", "a dog sleeps", ("B", "C"), (0, 1))
    told: list[tuple[int, int]] = []
    found = meteor(
        tokenised(Study("one pair", references, (pair,))), progress=lambda *step: told.append(step)
    )
    assert found.values[0, 0, 0] == pytest.approx(1)
    assert np.all((found.values[0, 1] > 0) & (found.values[0, 1] < 1))
    assert found.scores()[0].tolist() == found.values[0].max(axis=1).tolist()
    assert told == [(1, 1)]
