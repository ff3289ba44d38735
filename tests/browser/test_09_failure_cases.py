"""The notebook of failure cases in a real JupyterLab."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.exploring.failure_cases import CASES
from cidernb.studies.optimising import optimise


def app_height(lab: LabPage) -> float:
    """How high the app of the cases is, with the explorer in it."""
    return lab.page.locator(".cidernb-app:has(.cidernb-app)").evaluate("app => app.offsetHeight")


def test_a_synonym_a_wrong_word_and_a_search_score_as_the_package_says(lab: LabPage):
    lab.open("09_failure_cases.ipynb")
    lab.run_all()
    everyday = cidernb.everyday_captions()
    images = everyday.evaluation_set()
    score = lab.page.locator("[data-score]").last
    for kind, case in (("wrong word", None), ("synonym", "a synonym")):
        if case is not None:
            lab.choose("Case", case)
        text = everyday.of_kind(kind)["street-violin"].text
        expect(lab.page.get_by_label("Candidate caption")).to_have_value(text)
        points = cidernb.score(images.with_candidate("street-violin", text)).per_image["street-violin"]
        expect(score).to_have_text(f"{points:.3f}")
    lab.screenshot("09_failure_cases", "light")
    lab.screenshot("09_failure_cases", "dark")

    lab.show("FailureCases()")
    height = app_height(lab)
    lab.choose("Case", "optimising the metric")
    steps = list(optimise(images, "beach-dogs", images.candidates["beach-dogs"]))
    lab.page.get_by_role("button", name="Run", exact=True).press("Enter")
    expect(lab.page.locator("[data-step-score]")).to_have_count(len(steps))
    expect(score).to_have_text(f"{steps[-1].score:.3f}")
    expect(lab.page.get_by_label("Candidate caption")).to_have_value(steps[-1].candidate)
    expect(lab.page.get_by_role("button", name="Step", exact=True)).to_be_disabled()
    assert app_height(lab) == height
    lab.screenshot("09_failure_cases_search", "light")

    lab.show("FailureCases()")
    for name in ("company", "few references", "two scorers"):
        case = CASES[name]
        lab.choose("Case", case.label)
        expect(lab.page.get_by_text(case.open(case.scenes()[0]).happens)).to_be_visible()
        assert app_height(lab) == height
        lab.screenshot(f"09_failure_cases_{name.replace(' ', '_')}", "light")
        lab.show("FailureCases()")

    lab.choose("Case", "the captioner's own failures")
    expect(lab.page.get_by_label("Candidate caption")).to_have_value("two yellow circle")
    lab.screenshot("09_failure_cases_captioner", "dark")
