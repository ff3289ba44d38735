"""The notebook on stemming in a real JupyterLab: the page shows the two steps that the package computes."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.apps.stemming import EVERYDAY
from cidernb.stemmers import stem_words
from cidernb.studies.stemming import two_steps
from cidernb.views.rendering import number, signed

NOTEBOOK = "07_stemming.ipynb"


def expect_steps(lab: LabPage, images: cidernb.EvaluationSet, stemmer: str, image: object) -> None:
    written, counted, stemmed = two_steps(images, stemmer, image)
    for step, text in (
        ("written", number(written)),
        ("document_frequencies", signed(counted - written)),
        ("match", signed(stemmed - counted)),
        ("stemmed", number(stemmed)),
    ):
        expect(lab.page.locator(f'[data-step="{step}"]')).to_have_text(text)


def test_the_stemmer_moves_the_two_steps_and_the_words_as_the_package_says(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    images = cidernb.documented_example().evaluation_set
    expect_steps(lab, images, "plural", 32)
    expect(lab.page.get_by_text("3.4408 → 3.5434 → 6.0133")).to_be_visible()
    lab.screenshot("07_stemming", "light")
    lab.screenshot("07_stemming", "dark")

    lab.show("Stemming()")
    lab.choose("Stemming", "porter")
    expect_steps(lab, images, "porter", 32)
    expect(lab.page.locator('[data-stem="circle"]')).to_have_text("circl")

    lab.choose("Captions", EVERYDAY)
    scenes = cidernb.everyday_captions().evaluation_set("inflection")
    expect_steps(lab, scenes, "porter", scenes.ids[0])
    for word, stem in zip(("two", "dog"), stem_words(["two", "dog"], "porter"), strict=True):
        expect(lab.page.locator(f'[data-stem="{word}"]')).to_have_text(stem)
    lab.page.get_by_role("tab", name="Forgiven or not").click()
    expect(lab.page.locator('[data-forgiven="a slip"]')).to_have_text("16 of 21")
    lab.screenshot("07_forgiven", "light")
    lab.screenshot("07_forgiven", "dark")
