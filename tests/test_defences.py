"""Attacks on captions, the defences against them, and the app of the sixth notebook."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest

import cidernb
from cidernb.apps import Attacks
from cidernb.apps.attacks import EVERYDAY, SHAPES
from cidernb.by_hand import length_penalty
from cidernb.evaluation_set import END_TOKEN
from cidernb.studies.attacks import ATTACKS, KINDS, STRENGTHS, Attack
from cidernb.studies.defences import (
    length_factors,
    make_defences,
    study_defences,
    unigram_terms,
)
from cidernb.views.rendering import signed

IMAGES = cidernb.documented_example().evaluation_set
SCENES = cidernb.everyday_captions().evaluation_set()
TWICE = Attack("repeat", 2)


@pytest.mark.parametrize(
    ("kind", "strength", "attacked", "label"),
    [
        ("repeat", 1, "a red bus", "said once"),
        ("repeat", 3, "a red bus a red bus a red bus", "said 3 times"),
        ("pad", 2, "a red bus with a", "2 words added"),
        ("pad with end tokens", 1, f"a red bus {END_TOKEN}", "1 end token added"),
        ("prefix", 1, "the image shows a red bus", "with “the image shows” in front"),
        ("truncate", 1, "a", "cut to 1 word"),
        ("truncate", 9, "a red bus", "cut to 9 words"),
    ],
)
def test_an_attack_changes_a_caption_and_says_how(kind, strength, attacked, label):
    attack = Attack(kind, strength)
    assert attack.of("a red bus") == attacked
    assert attack.label == label


@pytest.mark.parametrize(
    ("kind", "strength", "words"),
    [
        ("shout", 1, "no attack 'shout'; choose one of repeat, pad"),
        ("repeat", 5, "strength of 'repeat' is 5; give a whole number from 1 to 4"),
        ("truncate", 0, "strength of 'truncate' is 0; give a whole number from 1 to 10"),
    ],
)
def test_what_is_no_attack_is_refused_in_a_sentence(kind, strength, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        Attack(kind, strength)


def test_each_defence_differs_from_none_in_its_own_setting_alone():
    base, *others = make_defences().values()
    assert base == cidernb.PRESETS["paper-cider"]
    assert [base.differences(other) for other in others] == [
        {"stemmer": ("porter", "none")},
        {"sigma": (None, 6.0)},
        {"clipping": ("none", "weight")},
        {"tf": ("all", "count"), "clipping": ("none", "count")},
        {"stemmer": ("porter", "none"), "clipping": ("none", "weight"), "sigma": (None, 6.0)},
        {
            "stemmer": ("porter", "none"),
            "tf": ("all", "count"),
            "clipping": ("none", "count"),
            "sigma": (None, 6.0),
        },
    ]


@pytest.mark.parametrize("images", [IMAGES, SCENES], ids=["shapes", "everyday"])
def test_all_defences_together_are_the_presets_of_cider_d_on_the_scale_of_one(images):
    study = study_defences(images, [TWICE])
    for defence, preset in (("all, Eq. 4", "paper-cider-d-eq4-all"), ("all, counts", "code-cider-d")):
        place = list(study.defences).index(defence)
        once, twice = (cidernb.score(s, variant=preset).scores / 10 for s in (images, images.repeated(2)))
        np.testing.assert_allclose(study.before[place], once, atol=1e-14)
        np.testing.assert_allclose(study.after[0, place], twice, atol=1e-14)
        assert study.mean_change(TWICE, defence) == pytest.approx(float((twice - once).mean()), abs=1e-14)


def test_the_documented_means_of_repeated_captions_come_out_of_the_study():
    study = study_defences(IMAGES, [Attack("repeat", k) for k in (1, 2, 3, 4)])
    means = 10 * study.after.mean(axis=2)
    columns = list(study.defences)
    assert means[:, columns.index("no stemming")] == pytest.approx([3.4408, 3.1643, 3.0312, 2.9685], abs=5e-5)
    assert means[:, columns.index("all, counts")] == pytest.approx([3.1266, 1.5239, 0.8160, 0.3971], abs=5e-5)


def test_eq_4_as_written_rewards_saying_a_caption_twice_and_counts_never_do():
    study = study_defences(IMAGES, [TWICE])
    gains = dict(zip(study.defences, study.gains[0].tolist(), strict=True))
    assert gains["clipping, Eq. 4"] == gains["all, Eq. 4"] == len(IMAGES)
    assert gains["clipping, counts"] == gains["all, counts"] == 0


def test_an_attack_that_changes_no_caption_changes_no_score():
    study = study_defences(SCENES, [Attack("truncate", 10), Attack("repeat", 1)])
    long = np.array([len(text.split()) > 10 for text in SCENES.candidates.values()])
    assert np.all(study.changes[0][:, ~long] == 0)
    assert np.all(study.changes[1] == 0)
    assert np.all(study.gains[1] == 0)


def test_a_study_of_no_attack_has_its_columns_and_no_rows():
    study = study_defences(IMAGES, [])
    assert study.changes.shape == (0, 7, 100)


@pytest.mark.parametrize("times", [2, 3, 4])
def test_the_unigram_facts_hold_on_every_image_of_the_documented_example(times):
    terms = unigram_terms(IMAGES, times)
    assert np.abs(terms.unclipped_change).max() < 1e-12
    np.testing.assert_allclose(terms.clipped_ratio, 1 / times, atol=1e-12)


def test_the_clipped_term_stays_above_one_kth_just_where_a_reference_repeats_a_word_of_the_caption():
    ratio = unigram_terms(SCENES, 2).clipped_ratio
    expected = [
        any(
            reference.split().count(word) > caption.split().count(word)
            for reference in SCENES.references[scene]
            for word in caption.split()
        )
        for scene, caption in SCENES.candidates.items()
    ]
    # A word that every scene's references have weighs nothing, however often it is said.
    above = ratio > 0.5 + 1e-12
    assert above.any()
    assert not np.any(above & ~np.array(expected))
    assert np.all(ratio >= 0.5 - 1e-12)


def test_a_caption_without_a_word_in_common_has_no_ratio():
    images = cidernb.EvaluationSet({"a": "no", "b": "one cat"}, {"a": ["a dog runs"], "b": ["one cat"]})
    ratio = unigram_terms(images, 2).clipped_ratio
    assert np.isnan(ratio[0])
    assert ratio[1] == pytest.approx(0.5, abs=1e-15)


def test_said_twice_the_gaussian_factor_rises_for_references_of_five_words_or_more_alone():
    factors = length_factors(IMAGES, TWICE)
    assert [each.words for each in factors if each.after > each.before] == [5, 6, 7]
    assert [each.words for each in factors if each.after < each.before] == [3, 4]
    assert sum(each.references for each in factors) == 1000
    for each in factors:
        assert each.before == pytest.approx(length_penalty(3, each.words, 6.0), abs=1e-15)
        assert each.after == pytest.approx(length_penalty(6, each.words, 6.0), abs=1e-15)


def test_an_unfinished_caption_gains_without_an_end_token_and_loses_with_one():
    for images, sign in ((SCENES, 1), (SCENES.with_end_token(), -1)):
        study = study_defences(images, [Attack("pad", 2)])
        row = study.changes[0, list(study.defences).index("all, counts")]
        assert np.sign(row[images.row("blue-bike")]) == sign


@pytest.fixture
def app() -> Iterator[Attacks]:
    app = Attacks()
    yield app
    app.close()


def html(app: Attacks, name: str) -> str:
    return app._views[name].value


def shown_changes(app: Attacks) -> dict[str, str]:
    return dict(re.findall(r'data-change="([^"]*)">([^<]*)<', html(app, "answer")))


def expected_changes(images=IMAGES, attack=TWICE, **settings) -> dict[str, str]:
    study = study_defences(images, [attack], make_defences(**settings))
    return {name: signed(study.mean_change(attack, name)) for name in study.defences}


def test_the_app_starts_with_captions_said_twice(app):
    assert shown_changes(app) == expected_changes()
    assert "three red circle three red circle" in html(app, "answer")


@pytest.mark.parametrize(
    ("control", "value", "expected"),
    [
        ("attack", "prefix", lambda: expected_changes(attack=Attack("prefix", 2))),
        ("attack", "truncate", lambda: expected_changes(attack=Attack("truncate", 2))),
        ("attack", "pad with end tokens", lambda: expected_changes(attack=Attack("pad with end tokens", 2))),
        ("strength", 4, lambda: expected_changes(attack=Attack("repeat", 4))),
        ("captions", EVERYDAY, lambda: expected_changes(SCENES)),
        ("end_token", True, lambda: expected_changes(IMAGES.with_end_token())),
        ("stemmer", "plural", lambda: expected_changes(stemmer="plural")),
        ("sigma", 1.0, lambda: expected_changes(sigma=1.0)),
    ],
)
def test_a_control_shows_the_changes_that_the_study_computes(app, control, value, expected):
    before = html(app, "answer")
    app.controls[control].value = value
    assert shown_changes(app) == expected()
    assert html(app, "answer") != before
    assert app.state[control] == value


def test_the_strength_takes_the_name_and_the_range_of_its_attack(app):
    app.controls["attack"].value = "truncate"
    app.controls["strength"].value = 9
    assert app.controls["strength"].description == "Words kept"
    app.controls["attack"].value = "repeat"
    assert app.controls["strength"].description == "Times said"
    assert app.controls["strength"].value == app.controls["strength"].max == 4
    assert app.attack == Attack("repeat", 4)


def test_the_matrix_marks_the_chosen_attack_and_holds_every_cell(app):
    assert html(app, "matrix").count("(chosen)") == 1
    for change in study_defences(IMAGES).mean_changes.ravel():
        assert f">{signed(change)}<br>" in html(app, "matrix")
    assert html(app, "matrix").count("<br>") == len(ATTACKS) * 7
    app.controls["strength"].value = 1
    assert "(chosen)" not in html(app, "matrix")


def test_the_matrix_follows_the_settings_and_can_be_used_in_the_next_cell(app):
    app.controls["captions"].value = EVERYDAY
    app.controls["end_token"].value = True
    assert app.matrix.images.ids == SCENES.ids
    assert app.matrix.images.end_token == END_TOKEN
    assert app.result.attacks == (TWICE,)


def test_the_length_tab_shows_the_factor_of_each_length_and_the_curves_as_a_table_too(app):
    shown = dict(re.findall(r'data-factor="(\d+)">([^<]*)<', html(app, "lengths")))
    assert shown == {str(each.words): f"{each.after:.3f}" for each in length_factors(IMAGES, TWICE)}
    assert "<td>0.607</td>" in html(app, "lengths")  # one sigma away
    assert 'alt="Four curves' in html(app, "lengths")


def test_the_repetition_tab_shows_one_kth(app):
    shown = dict(re.findall(r'data-most="(\d)">([^<]*)<', html(app, "unigrams")))
    assert shown == {"2": "0.5000", "3": "0.3333", "4": "0.2500"}
    assert "100 of 100" in html(app, "unigrams")


def test_more_settings_open_on_request(app):
    assert app._more.layout.display == "none"
    app.controls["more"].value = True
    assert app._more.layout.display is None


def test_a_state_starts_another_app_and_what_is_none_is_refused(app):
    app.controls["attack"].value = "pad"
    app.controls["sigma"].value = 3.0
    again = Attacks(state=app.state)
    assert again.state == app.state
    assert html(again, "answer") == html(app, "answer")
    again.close()
    for state, words in (
        ({"colour": 1}, "holds 'colour'"),
        ({"captions": "x"}, "'captions' is 'x'; choose one of shapes"),
    ):
        with pytest.raises(ValueError, match=words):
            Attacks(state=state)


def test_any_evaluation_set_can_be_attacked_and_captions_are_text_never_markup():
    images = cidernb.EvaluationSet({"a": "a <b> dog", "b": "a cat"}, {"a": ["a dog runs"], "b": ["one cat"]})
    app = Attacks({"mine": images})
    assert app.state["captions"] == "mine"
    assert "a &lt;b&gt; dog a &lt;b&gt; dog" in html(app, "answer")
    assert "<b>" not in html(app, "answer")
    app.close()


def test_an_error_in_a_callback_shows_in_the_app(app, monkeypatch):
    def fail(*_, **__):
        raise ValueError("<no> way")

    monkeypatch.setattr("cidernb.apps.attacks.study_defences", fail)
    app.controls["strength"].value = 3
    assert "This cannot be scored</b>: &lt;no&gt; way" in html(app, "answer")


def test_every_control_has_a_name_and_every_kind_of_attack_a_range(app):
    assert all(control.description for control in app.controls.values())
    assert set(KINDS) == set(STRENGTHS)
    assert SHAPES in app.controls["captions"].options


def test_a_saved_notebook_shows_the_tables_without_a_kernel(app):
    static = app._repr_mimebundle_()["text/html"]
    assert "Every attack under every defence" in static
    assert "three red circle three red circle" in static
