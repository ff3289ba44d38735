"""Fixtures for tests in a real JupyterLab: one server for the run, one browser for each module."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from live_lab import LabPage, Server, running_browser, running_server
from playwright.sync_api import Browser, expect

from cidernb.lab import copy_notebooks

# A busy machine may be slow to show what it will show.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's Chromium; without one the tests skip, or fail where it has to be there."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    reason = "no Chromium on this machine (Debian's package is 'chromium')"
    if os.environ.get("CIDERNB_REQUIRE_BROWSER"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def lab_server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """JupyterLab on a copy of the suite's notebooks."""
    folder = tmp_path_factory.mktemp("suite")
    copy_notebooks(folder)
    with running_server(folder, tmp_path_factory.mktemp("jupyter")) as server:
        yield server


# Not for the whole run: while Playwright is open its event loop counts as running, and nothing
# else in this process can start one.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with running_browser(chromium) as browser:
        yield browser


@pytest.fixture
def lab(browser: Browser, lab_server: Server, pytestconfig: pytest.Config) -> Iterator[LabPage]:
    """A new page; the test fails at its end if the page logged an error or left the machine."""
    lab = LabPage(browser, lab_server, pytestconfig.rootpath / "test-artefacts")
    yield lab
    lab.close()
    assert lab.console_errors == []
    assert lab.off_machine_requests == []
