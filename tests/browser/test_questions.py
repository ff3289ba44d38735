"""Predictions and exercises in a real JupyterLab, by keyboard alone."""

from __future__ import annotations

from live_lab import LabPage, Server
from playwright.sync_api import expect
from test_live_lab import write_notebook

from cidernb.teaching import find_exercise, find_prediction

APPS = """from cidernb.apps import Practice, Predict
app = Predict("00-plural")
app"""


def test_the_outcome_comes_only_after_the_reader_has_committed_to_an_answer(lab: LabPage, lab_server: Server):
    write_notebook(lab_server, "predict.ipynb", APPS, "app.prediction, app.outcome", "Predict('00-plural')")
    lab.open("predict.ipynb")
    lab.run_all()
    prediction = find_prediction("00-plural")
    outcome = prediction.outcome()
    asked = lab.page.locator(".cidernb-00-plural").first
    expect(asked.get_by_role("heading", level=4)).to_contain_text("how many does the caption get")
    expect(asked.get_by_role("status")).to_contain_text("once you have committed")
    assert f"{outcome:.2f}" not in lab.page.content()
    lab.screenshot("predict_before", "light")

    box = asked.get_by_role("textbox", name="Your prediction, 0 to 10 points")
    box.focus()
    lab.page.keyboard.press("Tab")
    expect(asked.get_by_role("button", name="Commit")).to_be_focused()
    lab.page.keyboard.press("Space")
    expect(asked.get_by_role("status")).to_contain_text("There is no answer yet")
    lab.page.keyboard.press("Shift+Tab")
    lab.page.keyboard.type("7")
    lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Enter")
    expect(asked.locator("[data-given]")).to_have_text("7.00 points")
    expect(asked.locator("[data-outcome]")).to_have_text(f"{outcome:.2f} points")
    expect(asked.get_by_role("status")).to_contain_text(f"You were {7 - round(outcome, 2):.2f} too high.")
    expect(box).to_be_disabled()
    lab.run_all()
    expect(lab.page.get_by_text(f"(7.0, {outcome!r})")).to_be_visible()
    expect(lab.page.locator("[data-given]")).to_have_text(["7.00 points"] * 2)
    for theme in ("light", "dark"):
        lab.screenshot("predict", theme)


def test_an_exercise_gives_a_hint_then_the_way_and_never_the_answer_before(lab: LabPage, lab_server: Server):
    write_notebook(
        lab_server,
        "practise.ipynb",
        APPS,
        "Practice('00-company')",
        "Practice('00-scales')",
        "Practice('00-better')",
    )
    lab.open("practise.ipynb")
    lab.run_all()
    exercise = find_exercise("00-company")
    asked = lab.page.locator(".cidernb-00-company")
    asked.get_by_role("radio", name="three", exact=True).focus()
    lab.page.keyboard.press("Space")
    button = asked.get_by_role("button", name="Check")
    button.focus()
    lab.page.keyboard.press("Space")
    expect(asked.get_by_role("status")).to_contain_text(f"Hint. {exercise.hint}")
    expect(asked.get_by_text("Show how")).to_have_count(0)
    asked.get_by_role("radio", name="three", exact=True).focus()
    lab.page.keyboard.press("ArrowDown")
    lab.page.keyboard.press("ArrowDown")
    expect(asked.get_by_role("radio", name="circle", exact=True)).to_be_checked()
    button.focus()
    lab.page.keyboard.press("Space")
    expect(asked.get_by_text("Show how")).to_be_visible()
    asked.get_by_text("Show how").focus()
    lab.page.keyboard.press("Enter")
    expect(asked.locator(".solution")).to_be_visible()
    expect(asked.get_by_role("status")).to_contain_text("Try 2.")

    better = lab.page.locator(".cidernb-00-better")
    better.get_by_role("textbox", name="Your caption").fill("<b>red</b>")
    better.get_by_role("button", name="Check").click()
    expect(better.get_by_role("status")).to_contain_text("wanted is above 5.000")
    better.get_by_role("textbox", name="Your caption").fill("there are three red circles")
    better.get_by_role("button", name="Check").click()
    expect(better.get_by_role("status")).to_contain_text("Right. It scores 5.633, above 5.000.")
    for theme in ("light", "dark"):
        lab.screenshot("practise", theme)
