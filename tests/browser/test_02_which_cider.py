"""`02_which_cider` in a real JupyterLab, by keyboard."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.studies.departures import DEPARTURES, shown
from cidernb.views.rendering import number

NOTEBOOK = "02_which_cider.ipynb"


def test_sets_orders_and_departures_show_the_packages_numbers(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    for theme in ("light", "dark"):
        lab.screenshot("02_which_cider", theme)
    cell = lab.page.locator('[data-preset="paper-cider-d-eq4-all"]')
    example = cidernb.documented_example().evaluation_set
    expect(cell).to_have_text(number(cidernb.score(example, variant="paper-cider-d-eq4-all").mean))

    lab.choose("Captions", "everyday captions")
    everyday = cidernb.everyday_captions().evaluation_set()
    expect(cell).to_have_text(number(cidernb.score(everyday, variant="paper-cider-d-eq4-all").mean))

    lab.choose("Signature of", "code-cider")
    signature = cidernb.score(everyday, variant="code-cider").signature
    expect(lab.page.locator("[data-signature]")).to_have_text(signature)

    for departure in DEPARTURES:
        if departure.key in ("clipping", "sigma"):
            lab.choose("Departure", departure.label)
            scores = shown(departure).scores.values()
            expect(lab.page.locator("[data-departure]")).to_have_text([number(points) for points in scores])

    box = lab.page.get_by_role("spinbutton", name="Longest n-gram")
    box.focus()
    for _ in range(3):
        lab.page.keyboard.press("ArrowDown")
    lab.page.keyboard.press("Tab")
    expect(lab.page.locator("[data-different]")).to_have_text("4")
    for theme in ("light", "dark"):
        lab.screenshot("02_which_cider_unigrams", theme)
