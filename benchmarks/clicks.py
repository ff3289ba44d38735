"""How long a click takes to change the score on the page, in a real JupyterLab and a real browser.

    python benchmarks/clicks.py [--clicks 40] [--json]

Needs the `test` extra and Chromium. For each world the first notebook's explorer is shown, one of
its controls is switched to and fro, and the page itself takes the time from the control's event
to the score's change. With `CIDERNB_DATA` set, COCO val2017 is explored too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import nbformat
from scoring import Figure, report

from cidernb.lab import copy_notebooks

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "browser"))
from live_lab import LabPage, Server, running_browser, running_server

EXAMPLE = "from cidernb.apps import Explorer\napp = Explorer(first=['image', 'stemmer', 'company'])\napp"
COCO = """
from cidernb import EvaluationSet
from cidernb.apps import Explorer
from cidernb.exploring.world import world_of
images = EvaluationSet.from_coco({references!r}, {candidates!r})
app = Explorer(world_of(images), first=['idf', 'company'])
app
"""

# A reader clicks when the last click's views are all there: the kernel and the page are at rest.
_AT_REST = """() => new Promise(resolve => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const wait = () => kernel.status === 'idle' && !kernel.hasPendingInput
        ? requestIdleCallback(resolve) : setTimeout(wait, 5);
    setTimeout(wait, 20);
})"""

# Switches a dropdown to the given place and resolves with the milliseconds until the score changed.
_CLICK = """([label, place]) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${label} did not change the score`)), 20000);
    const named = [...document.querySelectorAll('.widget-dropdown')]
        .find(box => box.querySelector('label').textContent === label);
    const select = named.querySelector('select');
    const region = document.querySelector('[data-score]').closest('[role=status]');
    const shown = region.textContent;
    let start;
    const seen = new MutationObserver(() => {
        if (region.textContent !== shown) {
            seen.disconnect();
            resolve(performance.now() - start);
        }
    });
    seen.observe(region, { childList: true, subtree: true, characterData: true });
    start = performance.now();
    select.selectedIndex = place;
    select.dispatchEvent(new Event('change', { bubbles: true }));
})"""


def measure(lab: LabPage, code: str, control: str, folder: Path, clicks: int) -> float:
    """Median milliseconds from a click between a control's first two options to the changed score."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, folder / "clicks.ipynb")
    lab.open("clicks.ipynb")
    lab.run_all()
    lab.page.wait_for_selector("[data-score]")
    # The first click to either side encodes; a reader meets it once.
    times = []
    for number in range(clicks + 2):
        lab.page.evaluate(_AT_REST)
        times.append(lab.page.evaluate(_CLICK, [control, (number + 1) % 2]))
    return median(times[2:])


def measure_all(server: Server, chromium: str, clicks: int) -> list[Figure]:
    """The figures of every world there is."""
    worlds = [("click to changed score, documented example", EXAMPLE, "Stemming", 60.0)]
    data = os.environ.get("CIDERNB_DATA")
    if data:
        coco = Path(data) / "coco_val2017"
        paths = {"references": str(coco / "references.json"), "candidates": str(coco / "candidates.json")}
        worlds.append(
            ("click to changed score, COCO val2017 (5,000 images)", COCO.format(**paths), "IDF source", 250.0)
        )
    figures = []
    with running_browser(chromium) as browser:
        for name, code, control, target in worlds:
            lab = LabPage(browser, server, server.folder)
            figures.append(Figure(name, measure(lab, code, control, server.folder, clicks), "ms", target))
            lab.close()
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clicks", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("clicks.py needs Chromium; on Debian, install the package 'chromium'.")
    with TemporaryDirectory() as scratch:
        folder = Path(scratch) / "notebooks"
        copy_notebooks(folder)
        with running_server(folder, Path(scratch)) as server:
            figures = measure_all(server, chromium, options.clicks)
    report(figures, options.json)


if __name__ == "__main__":
    main()
