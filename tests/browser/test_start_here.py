"""The first notebook in a real JupyterLab: what the page says is what the package computes."""

from __future__ import annotations

import re

from live_lab import LabPage
from playwright.sync_api import Locator, expect

import cidernb
from cidernb.apps.explorer import FIRST_IMAGE

NOTEBOOK = "00_start_here.ipynb"


def score_on_page(lab: LabPage) -> Locator:
    return lab.page.locator("[data-score]")


def expect_score(lab: LabPage, value: float) -> None:
    expect(score_on_page(lab)).to_have_text(f"{value:.3f}" if value else "0")


def test_stemming_and_the_evaluation_set_move_the_score_as_the_package_says(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    example = cidernb.documented_example()
    images = example.evaluation_set
    lab.screenshot("00_start_here", "light")
    lab.screenshot("00_start_here", "dark")
    expect_score(lab, cidernb.score(images).per_image[FIRST_IMAGE])

    lab.choose("Stemming", "plural")
    stemmed = cidernb.Variant(stemmer="plural")
    expect_score(lab, cidernb.score(images, variant=stemmed).per_image[FIRST_IMAGE])

    lab.choose("Evaluation set", "the image's colour")
    colour = example.scenes[FIRST_IMAGE].colour
    same = images.subset(i for i in images.ids if example.scenes[i].colour == colour)
    among_same = cidernb.score(same, variant=stemmed).per_image[FIRST_IMAGE]
    expect_score(lab, among_same)
    lab.page.get_by_role("tab", name="n-grams").click()
    expect(lab.page.locator("[data-sum]")).to_have_text(f"{among_same:.3f}")

    lab.choose("Evaluation set", "the image alone")
    expect_score(lab, 0)
    lab.page.get_by_role("tab", name="In short").click()
    expect(lab.page.get_by_text("One image alone scores 0")).to_be_visible()
    lab.screenshot("00_start_here_alone", "light")


def test_typing_a_caption_scores_the_latest_text(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    images = cidernb.documented_example().evaluation_set
    box = lab.page.get_by_label("Candidate caption")
    box.fill("")
    box.press_sequentially("three red circles <b>")
    typed = images.with_candidate(FIRST_IMAGE, "three red circles <b>")
    expect_score(lab, cidernb.score(typed).per_image[FIRST_IMAGE])
    expect(lab.page.locator(".cidernb .said")).to_contain_text(re.compile(r"three\s*red\s*circles\s*<b>"))
