"""The notebook on the evaluation set in a real JupyterLab: a company composed by keyboard."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.exploring.composition import Composition
from cidernb.studies.effects import in_two_companies

IMAGE = 32


def test_composing_the_company_moves_the_score_as_the_package_says(lab: LabPage):
    lab.open("05_evaluation_set.ipynb")
    lab.run_all()
    score = lab.page.locator("[data-score]")
    mixed = Composition(IMAGE, colours=("green", "blue", "yellow"), size=25)
    expect(score).to_have_text(f"{mixed.result().per_image[IMAGE]:.3f}")
    lab.toggle("Compare with this company")
    for colour in ("red", "green", "blue", "yellow"):
        lab.toggle(colour)
    same = Composition(IMAGE, colours=("red",), size=25)
    expect(score).to_have_text(f"{same.result().per_image[IMAGE]:.3f}")
    expect(lab.page.get_by_role("row", name="red 1 → 25")).to_be_visible()
    lab.screenshot("05_evaluation_set", "light")
    lab.page.get_by_role("tab", name="All 100 images").click()
    least = in_two_companies(cidernb.documented_example()).difference.min()
    expect(lab.page.locator("[data-least]")).to_have_text(f"−{abs(least):.3f}")
    lab.screenshot("05_evaluation_set", "dark")
    lab.page.get_by_role("tab", name="Batches").click()
    expect(lab.page.get_by_role("row", name="100: the whole set")).to_be_visible()
    lab.screenshot("05_evaluation_set_batches", "light")
