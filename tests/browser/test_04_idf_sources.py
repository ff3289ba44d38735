"""The notebook on IDF sources in a real JupyterLab: too few images claimed, by keyboard."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.teaching.notebook_04 import SCENE, taxi_caption, taxi_result

IMAGE = 32


def test_claiming_too_few_images_carries_the_score_above_ten(lab: LabPage):
    lab.open("04_idf_sources.ipynb")
    lab.run_all()
    images = cidernb.documented_example().evaluation_set
    shapes, everyday = lab.page.locator("[data-score]").all()
    expect(shapes).to_have_text(f"{cidernb.score(images).per_image[IMAGE]:.3f}")
    expect(everyday).to_have_text(f"{taxi_result(taxi_caption(), 44).per_image[SCENE]:.3f}")
    claimed = lab.page.get_by_label("Images |I| of the own table").nth(1)
    claimed.focus()
    lab.page.keyboard.press("ControlOrMeta+a")
    lab.page.keyboard.type("2")
    lab.page.keyboard.press("Tab")
    above = taxi_result(taxi_caption(), 2).per_image[SCENE]
    assert above > 10
    expect(everyday).to_have_text(f"{above:.3f}")
    expect(lab.page.get_by_text("IDF turns negative")).to_be_visible()
    lab.screenshot("04_idf_sources", "light")
    lab.page.get_by_role("tab", name="|I| from 1 up").nth(1).click()
    expect(lab.page.get_by_text(f"it is {above:.3f}. The largest df is 44")).to_be_visible()
    lab.screenshot("04_idf_sources", "dark")
    lab.page.get_by_role("tab", name="Points").nth(1).click()
    expect(lab.page.get_by_text("clipping: a gain of")).to_be_visible()

    table = lab.page.get_by_label("Own table: n-gram = df, one a line").first
    table.fill("red <b>")
    expect(lab.page.get_by_text("Line 1, 'red <b>': write an n-gram")).to_be_visible()
    lab.screenshot("04_idf_sources_points", "light")
