"""The harness itself: a widget answers the keyboard, and what must not happen is noticed."""

from __future__ import annotations

import sys

import nbformat
import numpy as np
import pytest
from live_lab import VIEWPORT, LabPage, Server
from PIL import Image
from playwright.sync_api import expect

TOGGLE = """
import sys
import ipywidgets
stemming = ipywidgets.Checkbox(description="Stemming")
answer = ipywidgets.HTML(f"<p role='status' aria-label='Answer'>off in {sys.executable}</p>")
stemming.observe(lambda change: setattr(answer, "value", answer.value.replace("off", "on")), "value")
ipywidgets.VBox([stemming, answer])
"""


def write_notebook(server: Server, name: str, *cells: str) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, server.folder / name)


def test_a_checkbox_toggled_by_keyboard_changes_the_text_on_the_page(lab: LabPage, lab_server: Server):
    write_notebook(lab_server, "toggle.ipynb", TOGGLE)
    lab.open("toggle.ipynb")
    lab.run_all()
    answer = lab.page.get_by_role("status", name="Answer")
    expect(answer).to_have_text(f"off in {sys.executable}")
    lab.toggle("Stemming")
    expect(answer).to_have_text(f"on in {sys.executable}")


def test_run_all_names_the_cell_that_fails(lab: LabPage, lab_server: Server):
    write_notebook(lab_server, "failing.ipynb", "1 + 1", "1 / 0", "2 + 2")
    lab.open("failing.ipynb")
    with pytest.raises(AssertionError, match="1: 'ZeroDivisionError: division by zero'"):
        lab.run_all()


def test_console_errors_and_requests_off_the_machine_are_noticed(lab: LabPage):
    lab.page.set_content("<img src='http://caption.invalid/'><script>console.error('noticed')</script>")
    assert lab.off_machine_requests == ["http://caption.invalid/"]
    assert any(error.startswith("noticed") for error in lab.console_errors)
    lab.console_errors.clear()
    lab.off_machine_requests.clear()


def test_a_picture_shows_the_whole_notebook_in_either_theme(lab: LabPage, lab_server: Server):
    write_notebook(lab_server, "long.ipynb", *[f"print({number})" for number in range(40)])
    lab.open("long.ipynb")
    lab.run_all()
    light = Image.open(lab.screenshot("long_notebook", "light")).convert("L")
    dark = Image.open(lab.screenshot("long_notebook", "dark")).convert("L")
    assert light.height == dark.height > VIEWPORT["height"]
    assert np.median(light) > 200
    assert np.median(dark) < 50
