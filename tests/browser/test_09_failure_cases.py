"""The notebook of failure cases in a real JupyterLab."""

from __future__ import annotations

from live_lab import LabPage
from playwright.sync_api import expect

import cidernb
from cidernb.studies.optimising import optimise


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

    lab.choose("Case", "optimising the metric")
    steps = list(optimise(images, "beach-dogs", images.candidates["beach-dogs"]))
    lab.page.get_by_role("button", name="Run", exact=True).press("Enter")
    expect(lab.page.locator("[data-step-score]")).to_have_count(len(steps))
    expect(score).to_have_text(f"{steps[-1].score:.3f}")
    expect(lab.page.get_by_label("Candidate caption")).to_have_value(steps[-1].candidate)
    lab.screenshot("09_failure_cases_search", "light")

    lab.choose("Case", "the captioner's own failures")
    expect(lab.page.get_by_label("Candidate caption")).to_have_value("two yellow circle")
    lab.screenshot("09_failure_cases_captioner", "dark")
