"""A notebook that was saved with its outputs shows them again before anything is run."""

from __future__ import annotations

from live_lab import LabPage, Server
from playwright.sync_api import expect

import cidernb

NOTEBOOK = "00_start_here.ipynb"

_SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


def test_a_saved_notebook_opened_again_shows_the_score_without_a_run(lab: LabPage, lab_server: Server):
    original = (lab_server.folder / NOTEBOOK).read_bytes()
    try:
        lab.open(NOTEBOOK)
        lab.run_all()
        lab.page.evaluate(_SAVE)
        lab_server.stop_kernels()
        lab.open(NOTEBOOK)
        lab.show("Explorer(")
        example = cidernb.documented_example().evaluation_set
        score = cidernb.score(example).per_image[32]
        expect(lab.page.locator("[data-score]").first).to_have_text(f"{score:.3f}")
        expect(lab.page.get_by_text("model not found")).to_have_count(0)
        lab.screenshot("00_saved", "light")
    finally:
        (lab_server.folder / NOTEBOOK).write_bytes(original)
