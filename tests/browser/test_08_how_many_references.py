"""The notebook on the number of references in a real JupyterLab."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb


def test_fewer_references_and_a_fixed_idf_give_the_packages_scores(lab: LabPage):
    lab.open("08_how_many_references.ipynb")
    lab.run_all()
    images = cidernb.documented_example().evaluation_set
    answer = lab.page.locator("[data-count]")
    expect(answer.locator("[data-score]").first).to_have_text(
        f"{cidernb.score(images.first_references(1)).mean:.3f}"
    )
    expect(lab.page.locator("[data-done='200']")).to_be_visible()
    expect(lab.page.get_by_role("img", name="Two curves").first).to_be_visible()
    lab.screenshot("08_how_many_references", "light")
    lab.screenshot("08_how_many_references", "dark")

    box = lab.page.get_by_role("spinbutton", name="References")
    box.fill("3")
    box.press("Enter")
    few = cidernb.score(images.first_references(3))
    expect(answer.locator("[data-score]").first).to_have_text(f"{few.mean:.3f}")
    expect(answer.locator("[data-score]").last).to_have_text(f"{few.per_image[32]:.3f}")

    lab.choose("IDF", "held fixed")
    counted = cidernb.DocumentFrequencies.from_references(images.references)
    held = cidernb.score(images.first_references(3), idf=counted)
    expect(answer.locator("[data-score]").first).to_have_text(f"{held.mean:.3f}")
