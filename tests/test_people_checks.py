"""Check 2: each defence alone against edits; other metrics; the paper's figures beside ours."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

import cidernb
from cidernb import EvaluationSet
from cidernb.studies import published
from cidernb.studies.defences import make_defences
from cidernb.studies.people import measure, similarities
from cidernb.studies.people.baselines import Bleu, rouge, tokenised
from cidernb.studies.people.comparison import baseline_metrics, compare_with_paper
from cidernb.studies.people.costs import costs
from cidernb.studies.people.coverage import separate_coverage
from cidernb.studies.people.edits import (
    Edit,
    past_tense,
    plural_nouns,
    repetitions,
    simple_present,
    written_inflections,
)
from cidernb.studies.people.isolated import (
    NONE,
    isolate,
    scene_captions,
    study_captions,
    verdicts,
    written_captions,
)
from cidernb.studies.people.study import Study
from cidernb.studies.people.synthetic import synthetic_study

STUDY = synthetic_study()
FEW = Study("few", STUDY.references, STUDY.pairs[:12], simulated=True)
needs_baselines = pytest.mark.skipif(
    find_spec("sacrebleu") is None or find_spec("rouge_score") is None,
    reason="sacrebleu or rouge-score is not installed; install cidernb[baselines] to run this test",
)


# Edits

ONE = EvaluationSet(
    {"x": "mike is holding a red ball"},
    {"x": ["jenny holds a ball and mike is holding one too", "they hold a ball up high in the air today"]},
)


@pytest.mark.parametrize(
    ("number", "edited"),
    [
        (0, "mike is holding a red ball a red ball"),
        (1, "mike is holding a red ball mike is holding a red ball"),
        (2, "mike is holding a red ball a red ball a"),
        (3, "mike is holding mike is holding mike is holding mike"),
    ],
)
def test_phrases_are_repeated_with_and_without_the_length_of_the_references(number, edited):
    edit = repetitions(ONE)[number]
    assert edit.edited == {"x": edited}
    assert edit.family == "repetition"
    assert edit.on(ONE).candidates == {"x": edited}


def test_the_references_length_is_their_mean():
    lengths = [len(text.split()) for text in ONE.references["x"]]
    assert sum(lengths) / 2 == 10
    assert [len(edit.edited["x"].split()) for edit in repetitions(ONE)[2:]] == [10, 10]


def test_a_caption_as_long_as_its_references_is_not_repeated_up_to_their_length():
    long = ONE.with_candidate("x", " ".join(["word"] * 12))
    assert "x" not in repetitions(long)[2].edited


def test_tense_changes_where_the_words_that_people_used_allow_it():
    assert past_tense(ONE).edited == {"x": "mike was holding a red ball"}
    assert simple_present(ONE).edited == {"x": "mike holds a red ball"}
    several = ONE.with_candidate("x", "they are holding a ball")
    assert simple_present(several).edited == {"x": "they hold a ball"}
    # Nobody wrote "throws", so that nothing tells that it is a verb.
    assert simple_present(ONE.with_candidate("x", "mike is throwing a ball")).edited == {}


def test_the_captioners_nouns_become_plural_where_there_are_several():
    readings = cidernb.documented_example().readings
    edit = plural_nouns()
    assert edit.edited[32] == "three red circles"
    assert set(edit.edited) == {i for i, reading in enumerate(readings) if reading.count > 1}


def test_written_inflections_are_told_by_whether_they_are_grammatical():
    tense, slip = written_inflections()
    assert tense.edited["window-cat"] == "a grey cat sleeps on a windowsill"
    assert slip.edited["beach-dogs"] == "two dog run along the beach"
    assert (tense.family, slip.family) == ("valid variation", "slip")


# Check 2


@pytest.fixture(scope="module")
def written():
    return isolate(written_captions())


def test_changes_are_those_of_the_packages_scores_on_the_scale_of_one(written):
    images = written.captions.images
    for edit in written.captions.edits:
        for defence, variant in make_defences().items():
            assert variant.scale == 1
            before, after = (cidernb.score(s, variant=variant).per_image for s in (images, edit.on(images)))
            moved = [after[scene] - before[scene] for scene in edit.edited]
            effect = written.effect(edit, defence)
            assert effect.mean == pytest.approx(np.mean(moved), abs=1e-14)
            assert effect.captions == len(edit.edited)
            assert effect.gaining == sum(each > 1e-12 for each in moved)
            assert effect.low <= effect.mean <= effect.high
            share = sum(after[s] for s in edit.edited) / sum(before[s] for s in edit.edited)
            assert written.kept(edit, defence).share == pytest.approx(share, abs=1e-14)


def test_a_charge_is_what_a_defence_keeps_less_than_none(written):
    for edit in written.captions.edits:
        for defence in written.defences:
            one, without = (written.kept(edit, name).share for name in (defence, NONE))
            assert written.charge(edit, defence).share == pytest.approx(one - without, abs=1e-15)
        assert written.charge(edit, NONE) == (0, 0, 0)


def test_counts_clipped_charge_for_every_repetition_and_stemming_alone_for_tense(written):
    words = {(each.edit, each.defence): each.word for each in verdicts(written)}
    for edit in written.captions.edits:
        if edit.family == "repetition":
            assert words[edit.name, "clipping, counts"] == "charges"
        else:
            assert words[edit.name, "no stemming"] == "charges"
    assert words["all said twice", "Gaussian"] == "charges"
    assert words["all said twice", "clipping, Eq. 4"] == "rewards"
    assert len(words) == len(written.captions.edits) * 6


def test_captions_are_grouped_by_length_and_every_one_is_in_one_group(written):
    assert np.sum(list(written.lengths.values()), axis=0).tolist() == [1] * 44
    for name, held in written.lengths.items():
        low, high = (int(bound) for bound in name.removesuffix(" words").split(" to "))
        assert set(written.words[held]) <= set(range(low, high + 1))
    twice = written.captions.edits[1]
    by_length = [written.effect(twice, "all, counts", length) for length in written.lengths]
    assert sum(each.captions for each in by_length) == 44
    mean = sum(each.mean * each.captions for each in by_length) / 44
    assert mean == pytest.approx(written.effect(twice, "all, counts").mean, abs=1e-15)


def test_on_the_scenes_a_stemmer_makes_singular_and_plural_one():
    found = isolate(scene_captions())
    plural = found.captions.edits[-1]
    assert found.effect(plural, NONE)[:3] == (0, 0, 0)
    assert found.effect(plural, "no stemming").gaining == len(plural.edited)
    assert list(found.lengths) == ["3 words"]


def test_captions_of_a_study_are_the_shared_or_the_chosen_ones_under_the_idf_of_all_images():
    captions = study_captions(FEW)
    assert list(captions.images.ids) == [0, 1, 2]
    for image in captions.images.ids:
        first = next(pair for pair in FEW.pairs if pair.image == image and pair.winner)
        assert captions.images.candidates[image] == (first.b if first.winner == "B" else first.c)
    assert captions.idf.num_images == 60
    found = isolate(captions)
    table = cidernb.DocumentFrequencies.from_references(FEW.references, stemmer="porter")
    alone = cidernb.score(captions.images, variant="paper-cider", idf=table)
    np.testing.assert_allclose(found.before[0], alone.scores, atol=1e-15)


def test_what_check_2_has_not_is_refused(written):
    edit = written.captions.edits[0]
    with pytest.raises(ValueError, match="no defence 'shield'; choose one of no defence"):
        written.effect(edit, "shield")
    nothing = replace(written.captions, edits=(Edit("nothing", "slip", {}),))
    with pytest.raises(ValueError, match="No caption fits the edit 'nothing'"):
        isolate(nothing).effect(nothing.edits[0], NONE)


# Other metrics


@needs_baselines
def test_bleu_1_is_clipped_precision_with_its_brevity_penalty():
    captions = tokenised(FEW)
    found = Bleu(captions, 1).scores()
    for number, (both, references) in enumerate(zip(captions.candidates, captions.references, strict=True)):
        for side, text in enumerate(both):
            words = text.split()
            most = {w: max(r.split().count(w) for r in references) for w in words}
            precision = sum(min(words.count(w), most[w]) for w in set(words)) / len(words)
            distances = [(abs(len(r.split()) - len(words)), len(r.split())) for r in references]
            closest = min(distances)[1]
            penalty = min(1, np.exp(1 - closest / len(words)))
            if precision:
                assert found[number, side] == pytest.approx(100 * precision * penalty, abs=1e-9)


@needs_baselines
def test_bleu_uses_only_the_references_kept():
    captions = tokenised(FEW)
    kept = np.zeros((len(FEW.pairs), 48), bool)
    kept[:, [3, 7]] = True
    few = replace(captions, references=[[texts[3], texts[7]] for texts in captions.references])
    np.testing.assert_array_equal(Bleu(captions, 4).scores(kept), Bleu(few, 4).scores())


@needs_baselines
def test_rouge_1_is_recall_over_the_references_and_rouge_l_that_of_the_best():
    captions = tokenised(FEW)
    found = rouge(captions, "rouge1")
    for number, (both, references) in enumerate(zip(captions.candidates, captions.references, strict=True)):
        for side, text in enumerate(both):
            words = text.split()
            recalls = [
                sum(min(words.count(w), r.split().count(w)) for w in set(r.split())) / len(r.split())
                for r in references
            ]
            assert found.values[number, side] == pytest.approx(recalls, abs=1e-12)
            assert found.scores()[number, side] == pytest.approx(np.mean(recalls), abs=1e-12)
    longest = rouge(captions, "rougeL", "mean")
    assert np.all(longest.scores() <= rouge(captions, "rougeL").scores())


def test_a_metric_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setattr("cidernb.studies.people.baselines.find_spec", lambda _: None)
    captions = tokenised(FEW)
    with pytest.raises(ValueError, match=r"sacrebleu is not installed; install cidernb\[baselines\]"):
        Bleu(captions).scores()
    with pytest.raises(ValueError, match="rouge-score is not installed"):
        rouge(captions)


# The paper's figures


@needs_baselines
def test_simulated_judges_are_held_against_no_figure_of_the_paper():
    rows = compare_with_paper(FEW, baseline_metrics(FEW), coverage=separate_coverage(FEW, repeats=1))
    assert {row.ours for row in rows} == {None}
    cells = sum(len(of) for kinds in published.TABLE_1.values() for of in kinds.values())
    means = sum(len(kinds) for kinds in published.TABLE_1.values())
    # Two overall, the means and cells of Table 1, four on halves, and five on other captions.
    assert len(rows) == 2 + means + cells + 4 + 5


def test_a_study_of_people_has_ours_where_its_metric_was_run():
    named = Study("ABSTRACT-50S", STUDY.references, STUDY.pairs)
    metrics = {"CIDEr": similarities(named, cidernb.PRESETS["paper-cider"])}
    rows = compare_with_paper(named, metrics)
    by_name = {(row.what, row.data_set): row for row in rows}
    overall = by_name["CIDEr, all pairs", "ABSTRACT-50S"]
    assert overall.pairs == 233
    assert overall.difference == pytest.approx(overall.ours - overall.paper)
    assert overall.within == (overall.low <= overall.paper <= overall.high)
    assert by_name["CIDEr, all pairs", "PASCAL-50S"].ours is None
    assert by_name["METEOR, HC", "ABSTRACT-50S"].differs == "not computed: METEOR was not run"
    hc = by_name["CIDEr, HC", "ABSTRACT-50S"]
    assert hc.paper == 71.5
    assert hc.ours == pytest.approx(100 * 44 / 56)
    assert "the captions tell the kind of 60" in hc.differs
    people = by_name["people, 24 references against the other 24", "ABSTRACT-50S"]
    assert people.differs == "not computed: check 1 was not run"
    assert 0.5 < rows[-1].ours < 1
    assert rows[-1].paper == 0.94


def test_the_reported_figures_hold_the_rival_metrics_and_the_ranking_of_systems():
    assert published.FIVE_REFERENCES.figures == {"BLEU-1": 76, "ROUGE-1": 74}
    assert published.SYSTEMS_RANKED == {1: "Midge", 2: "Babytalk", 5: "Story"}
    assert published.mean_over_pairs("CIDEr", "ABSTRACT-50S") == 83.75


def test_the_cost_of_a_defence_is_the_difference_of_two_agreements():
    found = {each.defence: each for each in costs(STUDY)}
    assert list(found) == list(make_defences())
    assert found[NONE].agreement.agreeing == measure(STUDY).agreeing
    assert found["all, counts"].agreement.agreeing == measure(STUDY, "paper-cider-d-text").agreeing
    assert found[NONE].change == (0, 0, 0)
    for each in found.values():
        accuracy = each.agreement.accuracy - found[NONE].agreement.accuracy
        assert each.change.difference == pytest.approx(accuracy, abs=1e-15)
        assert each.change.low <= each.change.difference <= each.change.high
