"""The notebook that works a score out by hand, in a real JupyterLab."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.studies.worked import work_out

NOTEBOOK = "01_score_by_hand.ipynb"
IMAGE, REFERENCE = 32, 2
IMAGES = cidernb.documented_example().evaluation_set


def test_the_stages_are_walked_by_keyboard_and_every_number_opens(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    cosine, score = lab.page.locator("[data-cosine]"), lab.page.locator("[data-score]").first
    expect(cosine).to_have_text(f"{work_out(IMAGES, IMAGE, REFERENCE, 1).cosine:.3f}")
    expect(score).to_have_text(f"{cidernb.score(IMAGES, variant='code-cider').per_image[IMAGE]:.3f}")

    lab.choose("Order n", "2")
    worked = work_out(IMAGES, IMAGE, REFERENCE, 2)
    expect(cosine).to_have_text(f"{worked.cosine:.3f}")
    lab.page.get_by_role("radio", name="1 · n-grams and counts").focus()
    for _ in range(4):
        lab.page.keyboard.press("ArrowDown")
    expect(lab.page.get_by_role("radio", name="5 · cosine")).to_be_checked()
    answer = lab.page.locator(".worked .answer")
    answer.locator("summary").first.click()
    expect(answer).to_contain_text(f"{worked.dot:.3f} / ({worked.norm_c:.3f} × {worked.norm_s:.3f})")
    for theme in ("light", "dark"):
        lab.screenshot("01_score_by_hand", theme)

    lab.page.get_by_role("radio", name="8 · what an n-gram costs").check()
    result = cidernb.score(IMAGES, variant="code-cider")
    table = {row.ngram: row for row in cidernb.contributions(result, IMAGE).table}
    effect = table["red circle"].removal_effect
    expect(lab.page.locator("[data-effect]").last).to_have_text(f"+{effect:.3f}")
    lab.screenshot("01_score_by_hand_cost", "light")
