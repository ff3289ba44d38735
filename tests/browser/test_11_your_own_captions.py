"""Pasting captions in a real JupyterLab: scores, sentences and files, as the package makes them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.exploring.pasted import first_captions

NOTEBOOK = "11_your_own_captions.ipynb"


def mean_of(images: cidernb.EvaluationSet, tokenizer: str = "ptb") -> str:
    return f"{cidernb.score(images, tokenizer=tokenizer).mean:.3f}"


def test_typed_captions_are_scored_and_the_file_holds_the_scores(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    images = first_captions()
    mean = lab.page.locator("[data-mean]")
    expect(mean).to_have_text(mean_of(images))

    candidates = lab.page.get_by_role("textbox", name="Candidates", exact=True)
    candidates.focus()
    lab.page.keyboard.press("Control+End")
    lab.page.keyboard.type(".")
    last = images.ids[-1]
    typed = images.with_candidate(last, images.candidates[last] + ".")
    lab.choose("Tokenizer", "white space alone")
    expect(mean).to_have_text(mean_of(typed, "whitespace"))
    expect(lab.page.get_by_text("capitals or punctuation").first).to_be_visible()
    lab.screenshot("11_your_own_captions", "light")

    lab.choose("Tokenizer", "ptb, as the official pipeline")
    expect(mean).to_have_text(mean_of(images))
    with lab.page.expect_download() as downloading:
        lab.page.get_by_role("link", name="scores.csv").click()
    with open(downloading.value.path(), encoding="utf-8-sig", newline="") as file:
        scores = {row["id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert scores == pytest.approx(dict(cidernb.score(images, tokenizer="ptb").per_image), abs=1e-12)

    candidates.focus()
    lab.page.keyboard.press("Control+End")
    lab.page.keyboard.press("Enter")
    lab.page.keyboard.type("nonsense <b>")
    expect(lab.page.get_by_text("Line 7 of the candidates, “nonsense <b>”, has no tab")).to_be_visible()
    expect(mean).to_have_text(mean_of(images))
    lab.screenshot("11_your_own_captions", "dark")


def test_uploaded_files_are_scored_and_go_away_again(lab: LabPage, tmp_path: Path):
    images = first_captions()
    references, candidates = tmp_path / "references.json", tmp_path / "results.json"
    loud = images.with_candidate(images.ids[0], "Two dogs (brown) run on the beach!")
    loud.to_coco(references, candidates)
    lab.open(NOTEBOOK)
    lab.run_all()
    lab.show("YourCaptions()")
    for name, path in (("Upload references", references), ("Upload candidates", candidates)):
        with lab.page.expect_file_chooser() as choosing:
            lab.page.get_by_role("button", name=name).click()
        choosing.value.set_files(path)
    mean = lab.page.locator("[data-mean]")
    expect(mean).to_have_text(mean_of(loud))
    lab.page.get_by_role("tab", name="Tokens", exact=True).click()
    expect(lab.page.get_by_text("-lrb-").locator("visible=true").first).to_be_visible()
    lab.screenshot("11_your_own_captions_uploaded", "light")
    lab.page.get_by_role("button", name="Back to pasting").click()
    expect(mean).to_have_text(mean_of(images))
