"""Voting on triplets in a real JupyterLab: what the page says is what the package computes."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.studies.scene_pairs import decide, pair, simulated_votes

NOTEBOOK = "10_consensus_with_people.ipynb"


def press(lab: LabPage, button: str) -> None:
    lab.page.get_by_role("button", name=button, exact=True).focus()
    lab.page.keyboard.press("Space")


def test_votes_by_keyboard_decide_a_pair_and_stand_against_ciders_choice(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    asked = pair("HC", FIRST_IMAGE)
    triplet = lab.page.locator("[data-triplet]")
    expect(triplet).to_have_text("Triplet 1 of 8")
    press(lab, "C is more like A")
    expect(triplet).to_have_text("Triplet 2 of 8")
    lab.screenshot("10_consensus_with_people_voting", "light")

    press(lab, "Let judges vote on the rest")
    judges = simulated_votes(asked, 0.1)
    decision = decide(asked, [("C", *judges[0][1:]), *judges[1:]], "paper-cider")
    expect(lab.page.locator("[data-people]")).to_have_text(decision.people or "neither")
    expect(lab.page.locator("[data-metric]")).to_have_text(decision.metric or "neither")
    score = f"B {decision.scores[0]:.3f}, C {decision.scores[1]:.3f}, of 1"
    expect(lab.page.get_by_text(score)).to_be_visible()

    lab.choose("Metric", "code CIDEr-D (as coco-caption)")
    by_code = decide(asked, decision.votes, "code-cider-d")
    score = f"B {by_code.scores[0]:.3f}, C {by_code.scores[1]:.3f}, of 10"
    expect(lab.page.get_by_text(score)).to_be_visible()
    lab.screenshot("10_consensus_with_people", "light")
    lab.page.get_by_role("tab", name="Reported").click()
    expect(lab.page.get_by_text("0.524")).to_be_visible()
    lab.screenshot("10_consensus_with_people", "dark")
