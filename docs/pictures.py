"""Take the README's pictures: apps of the suite in a real JupyterLab, light and dark.

    python docs/pictures.py

Needs the `test` extra and Chromium; writes PNG files beside itself.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "tests" / "browser"))
from live_lab import LabPage, Theme, running_browser, running_server  # noqa: E402

from cidernb.lab import copy_notebooks  # noqa: E402


def compare(lab: LabPage) -> None:
    """The first notebook's explorer, compared with itself after stemming."""
    lab.toggle("More settings")
    lab.page.get_by_role("checkbox", name="Compare with this").wait_for()
    lab.toggle("Compare with this")
    lab.choose("Stemming", "plural")
    lab.page.get_by_role("tab", name="What moved it").click()
    lab.page.locator("[data-cause=stemming]").wait_for()


def ngrams(lab: LabPage) -> None:
    """The table of n-grams behind a score."""
    lab.page.get_by_role("tab", name="n-grams").click()
    lab.page.locator("[data-sum]").wait_for()


PICTURES: dict[str, tuple[str, Theme, Callable[[LabPage], None]]] = {
    "what_moved_it": ("00_start_here.ipynb", "light", compare),
    "ngrams_dark": ("00_start_here.ipynb", "dark", ngrams),
}


def main() -> None:
    """Take every picture."""
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("pictures.py needs Chromium; on Debian, install the package 'chromium'.")
    with TemporaryDirectory() as scratch:
        notebooks = Path(scratch) / "notebooks"
        copy_notebooks(notebooks)
        with running_server(notebooks, Path(scratch)) as server, running_browser(chromium) as browser:
            for name, (notebook, theme, act) in PICTURES.items():
                lab = LabPage(browser, server, Path(scratch))
                lab.open(notebook)
                lab.run_all()
                lab.use_theme(theme)
                act(lab)
                app = lab.page.locator(".jp-OutputArea-output", has=lab.page.locator("[data-score]"))
                app.screenshot(path=FOLDER / f"{name}.png")
                lab.use_theme("light")
                lab.close()


if __name__ == "__main__":
    main()
