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
