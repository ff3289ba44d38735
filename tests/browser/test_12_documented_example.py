"""The documented example in a real JupyterLab: every line ticks, and a claim opens by keyboard."""

from __future__ import annotations

from live_lab import LabPage, Server
from playwright.sync_api import expect
from test_live_lab import write_notebook

import cidernb
from cidernb.exploring.claims import CLAIMS
from cidernb.studies import reproduce

NOTEBOOK = "12_documented_example.ipynb"


def test_every_line_ticks_and_a_claim_opens_at_the_state_that_shows_it(lab: LabPage):
    lab.open(NOTEBOOK)
    lab.run_all()
    run = reproduce()
    lines = [line for check in run.checks for line in check.lines]
    held = sum(line.holds for line in lines)
    expect(lab.page.locator("[data-held]")).to_have_text(f"{held} of {len(lines)}")
    expect(lab.page.locator("[data-holds='1']")).to_have_count(len(lines))

    lab.choose("Claim", CLAIMS["H4"].label)
    h4 = next(check for check in run.checks if check.name == "H4")
    least = float(h4.lines[1].figures["least"])
    expect(lab.page.locator("[data-cause='evaluation_set']")).to_have_text(f"−{-least:.3f}")
    after, _ = CLAIMS["H4"].states()
    example = cidernb.documented_example()
    colour = example.scenes[after.image].colour
    images = example.evaluation_set
    same = images.subset(i for i in images.ids if example.scenes[i].colour == colour)
    score = cidernb.score(same).per_image[after.image]
    expect(lab.page.locator("[data-score]")).to_have_text(f"{score:.3f}")
    for theme in ("light", "dark"):
        lab.screenshot("12_documented_example", theme)


def test_run_pressed_by_keyboard_ticks_what_had_no_verdict(lab: LabPage, lab_server: Server):
    write_notebook(lab_server, "run.ipynb", "from cidernb.apps import DocumentedRun\nDocumentedRun()")
    lab.open("run.ipynb")
    lab.run_all()
    expect(lab.page.locator("[data-done]")).to_have_text("0 of 8 checks")
    expect(lab.page.locator("[data-holds]")).to_have_count(0)
    lab.page.get_by_role("button", name="Run", exact=True).focus()
    lab.page.keyboard.press("Space")
    expect(lab.page.locator("[data-done]")).to_have_text("8 of 8 checks")
    expect(lab.page.locator("[data-holds='1']")).to_have_count(33)
    expect(lab.page.get_by_role("button", name="Stop", exact=True)).to_be_disabled()
