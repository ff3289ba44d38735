"""Voting, and a study of people's choices, in a real JupyterLab: the page says what the package computes."""

from __future__ import annotations

import os
from pathlib import Path

from live_lab import LabPage
from playwright.sync_api import Locator, expect

from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.exploring.workbench import offered_folder, open_study
from cidernb.studies.people import measure
from cidernb.studies.people.curves import COUNTS
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.studies.scene_pairs import decide, pair, simulated_votes

NOTEBOOK = "10_consensus_with_people.ipynb"

#: Pictures are told apart by which study is open.
SHOT = "10_consensus_with_people" + ("_real" if os.environ.get("CIDERNB_DATA") else "")


def press(lab: LabPage, button: str) -> None:
    lab.page.get_by_role("button", name=button, exact=True).focus()
    lab.page.keyboard.press("Space")


def open_tab(lab: LabPage, name: str) -> None:
    lab.page.get_by_role("tab", name=name, exact=True).click()


def progress(lab: LabPage) -> Locator:
    """The line that says how far the work behind the open tab is."""
    return lab.page.locator("[data-done]:visible")


def test_votes_by_keyboard_decide_a_pair_and_stand_against_ciders_choice(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    lab.show("votes = Triplets()")
    asked = pair("HC", FIRST_IMAGE)
    triplet = lab.page.locator("[data-triplet]")
    expect(triplet).to_have_text("Triplet 1 of 8")
    press(lab, "C is more like A")
    expect(triplet).to_have_text("Triplet 2 of 8")

    press(lab, "Let judges vote on the rest")
    judges = simulated_votes(asked, 0.1)
    decision = decide(asked, [("C", *judges[0][1:]), *judges[1:]], "paper-cider")
    expect(lab.page.locator("[data-people]")).to_have_text(decision.people or "neither")
    expect(lab.page.locator("[data-metric]").first).to_have_text(decision.metric or "neither")
    score = f"B {decision.scores[0]:.3f}, C {decision.scores[1]:.3f}, of 1"
    expect(lab.page.get_by_text(score)).to_be_visible()

    # The first of two fields of this name is the one of the votes.
    box = lab.page.get_by_role("combobox", name="Metric", exact=True).first
    box.focus()
    lab.page.keyboard.press("ArrowDown")
    by_code = decide(asked, decision.votes, "code-cider-d")
    score = f"B {by_code.scores[0]:.3f}, C {by_code.scores[1]:.3f}, of 10"
    expect(lab.page.get_by_text(score)).to_be_visible()
    open_tab(lab, "Reported")
    expect(lab.page.get_by_text("0.524")).to_be_visible()
    lab.screenshot(f"{SHOT}_voting", "light")


def test_a_study_is_measured_by_keyboard_and_its_tabs_fill_with_progress(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    lab.show("people = WithPeople()")
    study = open_study(offered_folder())
    accuracy = lab.page.locator("[data-accuracy]")
    expect(accuracy).to_have_text(f"{100 * measure(study).accuracy:.1f} %")
    lab.screenshot(SHOT, "light")

    box = lab.page.get_by_role("spinbutton", name="References", exact=True)
    box.fill("1")
    box.press("Enter")
    expect(accuracy).to_have_text(f"{100 * measure(study, references=1).accuracy:.1f} %")
    lab.choose("Pairs without a winner", "are counted")
    counted = measure(study, references=1, ties="counted")
    expect(accuracy).to_have_text(f"{100 * counted.accuracy:.1f} %")
    lab.choose("Pairs without a winner", "are left out")
    box.fill("48")
    box.press("Enter")

    # The long work on the embedded study, which takes seconds where people's votes take a minute.
    folder = lab.page.get_by_role("textbox", name="Folder with the authors' files", exact=True)
    folder.fill("")
    folder.press("Enter")
    study = synthetic_study()
    expect(accuracy).to_have_text(f"{100 * measure(study).accuracy:.1f} %")
    open_tab(lab, "More references")
    curves = lab.page.get_by_role("img", name="Accuracy by the number of references").first
    expect(curves).to_be_visible()
    expect(progress(lab)).to_have_attribute("data-done", "400", timeout=180_000)
    assert lab.page.locator("td[data-count]").count() == 2 * len(COUNTS)
    lab.screenshot(f"{SHOT}_curve", "light")
    lab.screenshot(f"{SHOT}_curve", "dark")

    open_tab(lab, "More references or another IDF?")
    expect(progress(lab)).to_have_attribute("data-done", "100", timeout=120_000)
    expect(lab.page.locator("li[data-gain='by idf']")).to_be_visible()
    lab.screenshot(f"{SHOT}_check", "light")

    open_tab(lab, "Beside the paper")
    expect(lab.page.locator("td[data-metric='CIDEr']")).to_have_text(f"{100 * measure(study).accuracy:.1f} %")
    expect(progress(lab)).to_contain_text("metrics, all done", timeout=120_000)
    lab.screenshot(f"{SHOT}_paper", "dark")

    open_tab(lab, "Mean or best?")
    expect(progress(lab)).to_contain_text("steps, all done", timeout=240_000)
    lab.screenshot(f"{SHOT}_best", "light")
    lab.screenshot(f"{SHOT}_best", "dark")
    expect(accuracy).to_have_text(f"{100 * measure(study).accuracy:.1f} %")


def test_a_folder_that_is_not_there_says_what_to_do_and_an_empty_one_is_the_embedded_study(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    lab.show("people = WithPeople()")
    accuracy = lab.page.locator("[data-accuracy]")
    before = accuracy.inner_text()
    field = lab.page.get_by_role("textbox", name="Folder with the authors' files", exact=True)
    field.fill(str(Path(os.sep) / "no" / "such" / "folder"))
    field.press("Enter")
    expect(lab.page.get_by_text("This folder was not read.")).to_be_visible()
    expect(accuracy).to_have_text(before)
    lab.screenshot(f"{SHOT}_no_folder", "dark")
    field.fill("")
    field.press("Enter")
    expect(lab.page.locator("[data-study]")).to_have_text("the synthetic study")
    expect(accuracy).to_have_text(f"{100 * measure(synthetic_study()).accuracy:.1f} %")
