"""The notebook on repetition and length in a real JupyterLab: the page says what the study computes."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.studies.attacks import Attack
from cidernb.studies.defences import length_factors, study_defences
from cidernb.views.rendering import signed

NOTEBOOK = "06_repetition_and_length.ipynb"


def expect_changes(lab: LabPage, images: cidernb.EvaluationSet, attack: Attack) -> None:
    study = study_defences(images, [attack])
    for defence in study.defences:
        cell = lab.page.locator(f'[data-change="{defence}"]')
        expect(cell).to_have_text(signed(study.mean_change(attack, defence)))


def test_the_chosen_attack_changes_each_score_as_the_study_computes(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    images = cidernb.documented_example().evaluation_set
    expect_changes(lab, images, Attack("repeat", 2))
    lab.screenshot("06_repetition_and_length", "light")
    lab.screenshot("06_repetition_and_length", "dark")

    lab.show("Attacks()")
    lab.choose("Attack", "prefix")
    expect_changes(lab, images, Attack("prefix", 2))
    strength = lab.page.get_by_label("Times before")
    strength.focus()
    lab.page.keyboard.press("ArrowDown")
    expect_changes(lab, images, Attack("prefix", 1))
    lab.page.get_by_role("tab", name="Length and sigma").click()
    for factor in length_factors(images, Attack("prefix", 1)):
        cell = lab.page.locator(f'[data-factor="{factor.words}"]')
        expect(cell).to_have_text(f"{factor.after:.3f}")
    lab.screenshot("06_length_and_sigma", "light")
    lab.screenshot("06_length_and_sigma", "dark")

    lab.show("Attacks()")
    lab.toggle("Every caption ends with an end token")
    expect_changes(lab, images.with_end_token(), Attack("prefix", 1))
