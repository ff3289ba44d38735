"""Pasting captions in a real JupyterLab: scores, sentences and files, as the package makes them."""

from __future__ import annotations

import csv

import pytest
from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.exploring.pasted import first_captions

NOTEBOOK = "11_your_own_captions.ipynb"


def test_typed_captions_are_scored_and_the_file_holds_the_scores(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    images = first_captions()
    mean = lab.page.locator("[data-mean]")
    expect(mean).to_have_text(f"{cidernb.score(images).mean:.3f}")

    candidates = lab.page.get_by_role("textbox", name="Candidates", exact=True)
    candidates.focus()
    lab.page.keyboard.press("Control+End")
    lab.page.keyboard.type(".")
    last = images.ids[-1]
    typed = images.with_candidate(last, images.candidates[last] + ".")
    expect(mean).to_have_text(f"{cidernb.score(typed).mean:.3f}")
    expect(lab.page.get_by_text("capitals or punctuation").first).to_be_visible()
    lab.screenshot("11_your_own_captions", "light")

    lab.toggle("Lower-case and remove punctuation")
    expect(mean).to_have_text(f"{cidernb.score(images).mean:.3f}")
    with lab.page.expect_download() as downloading:
        lab.page.get_by_role("link", name="scores.csv").click()
    with open(downloading.value.path(), encoding="utf-8-sig", newline="") as file:
        scores = {row["id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == pytest.approx(dict(cidernb.score(images).per_image), abs=1e-12)

    candidates.focus()
    lab.page.keyboard.press("Control+End")
    lab.page.keyboard.press("Enter")
    lab.page.keyboard.type("nonsense <b>")
    expect(lab.page.get_by_text("Line 7 of the candidates, “nonsense <b>”, has no tab")).to_be_visible()
    expect(mean).to_have_text(f"{cidernb.score(images).mean:.3f}")
    lab.screenshot("11_your_own_captions", "dark")
