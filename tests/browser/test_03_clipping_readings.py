"""`03_clipping_readings` in a real JupyterLab, by keyboard."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.studies.clipping_readings import READINGS, grown
from cidernb.views.rendering import number

NOTEBOOK = "03_clipping_readings.ipynb"
IMAGE = 32


def expect_scores(lab: LabPage, words: int) -> None:
    images = cidernb.documented_example().evaluation_set
    images = images.with_candidate(IMAGE, grown("three red circles", words))
    for preset in READINGS:
        points = cidernb.score(images, variant=preset).per_image[IMAGE]
        expect(lab.page.locator(f'[data-reading="{preset}"]')).to_have_text(number(points))


def test_a_caption_grows_by_the_arrow_keys_and_the_readings_cross(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    expect_scores(lab, 3)
    for theme in ("light", "dark"):
        lab.screenshot("03_clipping_readings", theme)
    box = lab.page.get_by_role("spinbutton", name="Words")
    box.focus()
    for words in (4, 5, 6, 7, 8):
        lab.page.keyboard.press("ArrowUp")
        expect(box).to_have_value(str(words))
    expect_scores(lab, 8)
    expect(lab.page.get_by_role("img", name="At 8 words:")).to_be_visible()
    expect(lab.page.locator("[data-wrong]")).to_have_text(["0", "0"])
    lab.toggle("Length penalty")
    eq4 = cidernb.PRESETS["paper-cider-d-eq4-all"].replace(sigma=None)
    images = cidernb.documented_example().evaluation_set.with_candidate(IMAGE, grown("three red circles", 8))
    expect(lab.page.locator('[data-reading="paper-cider-d-eq4-all"]')).to_have_text(
        number(cidernb.score(images, variant=eq4).per_image[IMAGE])
    )
    for theme in ("light", "dark"):
        lab.screenshot("03_clipping_readings_longer", theme)


def test_a_number_that_cannot_be_taken_is_set_to_the_nearest_and_said(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    lab.show("ClippingReadings()")
    box = lab.page.get_by_role("spinbutton", name="Words")
    for typed, said, value in (
        ("27", "Words: 27 is above 20: set to 20.", "20"),
        # Again from there: the browser shows the number that counts, not the one typed.
        ("99", "Words: 99 is above 20: set to 20.", "20"),
        ("2.7", "Words: 2.7 is no whole number: set to 3.", "3"),
    ):
        box.fill(typed)
        box.press("Enter")
        expect(lab.page.get_by_text(said)).to_be_visible()
        expect(box).to_have_value(value)
    expect_scores(lab, 3)
    lab.screenshot("03_clipping_readings_said", "light")
    lab.show("ClippingReadings()")
    box.fill("4")
    box.press("Enter")
    expect_scores(lab, 4)
    expect(lab.page.get_by_text("set to")).to_have_count(0)
