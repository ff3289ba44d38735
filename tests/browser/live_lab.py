"""A real JupyterLab, started for the tests and driven through a real browser.

Everything waits for a state that the page or the server reports, never for a time to pass.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from jupyter_server.serverapp import list_running_servers
from playwright.sync_api import Browser, ConsoleMessage, sync_playwright

import cidernb
from cidernb.lab import lab_arguments, lab_environment

Theme = Literal["light", "dark"]

STARTING_SECONDS = 60
RUNNING_SECONDS = 120
VIEWPORT = {"width": 1400, "height": 1400}
PICTURE_LIMIT = 12_000  # pixels; a notebook longer than this cannot be pictured whole
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# The open notebook once its document, its session and its kernel are ready, else false.
_READY = """() => {
    const panel = window.jupyterapp?.shell.currentWidget;
    const session = panel?.sessionContext;
    return Boolean(panel?.context?.isReady && session?.isReady && session.session?.kernel?.status === 'idle');
}"""

_RUN_ALL = """() => {
    window.cidernbRun = 'running';
    window.jupyterapp.commands.execute('notebook:run-all-cells')
        .finally(() => { window.cidernbRun = 'over'; });
}"""

# What stopped each code cell that failed, as [cell number, "ErrorName: message"].
_FAILURES = """() => window.jupyterapp.shell.currentWidget.context.model.toJSON().cells
    .flatMap((cell, index) => (cell.outputs ?? [])
        .filter(output => output.output_type === 'error')
        .map(output => [index, `${output.ename}: ${output.evalue}`]))"""

_RUN_IS_OVER = f"""() => {{
    const panel = window.jupyterapp.shell.currentWidget;
    const code = panel.context.model.toJSON().cells
        .filter(cell => cell.cell_type === 'code' && [cell.source].flat().join('').trim());
    return window.cidernbRun === 'over' && panel.sessionContext.session?.kernel?.status === 'idle'
        && (code.every(cell => cell.execution_count !== null) || ({_FAILURES})().length > 0);
}}"""

_CHANGE_THEME = "theme => { window.jupyterapp.commands.execute('apputils:change-theme', { theme }); }"
_THEME_IS_ON = "theme => document.body.dataset.jpThemeName === theme"

# Bring the code cell that holds a text into view; true once its output is on the page.
_SHOW = """source => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const index = notebook.widgets.findIndex(
        cell => cell.model.type === 'code' && cell.model.sharedModel.getSource().includes(source));
    notebook.scrollToItem(index, 'start');
    const { node } = notebook.widgets[index];
    const { top } = node.getBoundingClientRect();
    return node.isConnected && top >= 0 && top < window.innerHeight;
}"""

# Where the last cell ends, once every cell is drawn, in view and at rest, else false.
_NOTEBOOK_END = """() => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.outerNode.scrollTop = 0;
    const end = notebook.widgets.at(-1).node.getBoundingClientRect().bottom;
    const atRest = end === window.cidernbEnd;
    window.cidernbEnd = end;
    return atRest && end <= window.innerHeight && notebook.outerNode.scrollTop === 0
        && notebook.widgets.every(cell => cell.node.isConnected && !cell.isPlaceholder()) && end;
}"""


@dataclass(frozen=True)
class Server:
    """A running JupyterLab server and the folder it serves."""

    folder: Path
    url: str
    token: str

    def stop_kernels(self) -> None:
        """Shut down every notebook's kernel."""
        for session in self._ask("GET", "api/sessions"):
            self._ask("DELETE", f"api/sessions/{session['id']}")

    def _ask(self, method: str, path: str) -> Any:
        request = Request(self.url + path, method=method, headers={"Authorization": f"token {self.token}"})
        with urlopen(request) as response:
            return json.loads(response.read() or "null")


@contextmanager
def running_server(folder: Path, scratch: Path) -> Iterator[Server]:
    """JupyterLab on `folder`, with its settings, kernels and logs in `scratch` and nobody's own."""
    runtime = scratch / "runtime"
    own_folders = {
        "JUPYTER_CONFIG_DIR": scratch / "config",
        "JUPYTER_DATA_DIR": scratch / "data",
        "JUPYTER_RUNTIME_DIR": runtime,
        "JUPYTERLAB_SETTINGS_DIR": scratch / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": scratch / "workspaces",
        "IPYTHONDIR": scratch / "ipython",
    }
    # Kernels import the package under test, whatever else is installed.
    environment = os.environ | lab_environment() | {"PYTHONPATH": str(Path(cidernb.__file__).parents[1])}
    for variable, path in own_folders.items():
        path.mkdir(parents=True)
        environment[variable] = str(path)
    # The check for a stale build takes seconds of a processor's time at every page.
    page_settings = scratch / "config" / "labconfig" / "page_config.json"
    page_settings.parent.mkdir()
    page_settings.write_text(json.dumps({"buildCheck": False, "buildAvailable": False}))

    # JupyterLab asks in a pop-up, which covers the notebook, whether it may fetch news.
    notification = scratch / "settings" / "@jupyterlab" / "apputils-extension"
    notification.mkdir(parents=True)
    settings = {"fetchNews": "false", "checkForUpdates": False}
    (notification / "notification.jupyterlab-settings").write_text(json.dumps(settings))

    log = scratch / "server.log"
    with log.open("w") as lines:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", *lab_arguments(folder)),
                *("--no-browser", "--ServerApp.port=0", "--LabApp.expose_app_in_browser=True"),
                "--LabApp.extension_manager=readonly",
            ],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=lines,
            stderr=subprocess.STDOUT,
        )
    try:
        yield _wait_for_server(process, runtime, folder, log)
    finally:
        process.terminate()
        process.wait(STARTING_SECONDS)


def _wait_for_server(process: subprocess.Popen[bytes], runtime: Path, folder: Path, log: Path) -> Server:
    deadline = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        # The server writes its address once it listens.
        for server in list_running_servers(str(runtime)):
            return Server(folder, server["url"], server["token"])
        time.sleep(0.05)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()[-3000:]}")


@contextmanager
def running_browser(executable: str) -> Iterator[Browser]:
    """Chromium without a window, with a fresh profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


class LabPage:
    """One browser page on a server, and what went wrong in it.

    Attributes
    ----------
    page : playwright.sync_api.Page
        For locators, the keyboard and the mouse.
    console_errors : list of str
        Errors of the browser's console, and exceptions that no script caught.
    off_machine_requests : list of str
        Addresses of requests to anything but this machine.
    """

    def __init__(self, browser: Browser, server: Server, pictures: Path) -> None:
        self._server = server
        self._pictures = pictures
        self.console_errors: list[str] = []
        self.off_machine_requests: list[str] = []
        self._context = browser.new_context(viewport=VIEWPORT)
        self._context.on("request", lambda request: self._note_address(request.url))
        self.page = self._context.new_page()
        self.page.on("websocket", lambda socket: self._note_address(socket.url))
        self.page.on("console", self._note_console)
        self.page.on("pageerror", lambda error: self.console_errors.append(str(error)))

    def _note_address(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("blob", "data") and parts.hostname not in ("localhost", "127.0.0.1"):
            self.off_machine_requests.append(url)

    def _note_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.console_errors.append(f"{message.text} ({message.location['url']})")

    def open(self, notebook: str) -> None:
        """Open a notebook of the server's folder in an empty workspace; wait for its kernel."""
        # A workspace of that name is restored with what was open in it: reset forgets that.
        address = f"{self._server.url}lab/tree/{quote(notebook)}?reset&token={self._server.token}"
        self.page.goto(address)
        self.page.wait_for_function(_READY, timeout=1000 * STARTING_SECONDS)

    def run_all(self) -> None:
        """Run every cell and wait for the last; an AssertionError names the cells that failed."""
        self.page.evaluate(_RUN_ALL)
        self.page.wait_for_function(_RUN_IS_OVER, timeout=1000 * RUNNING_SECONDS)
        failures = self.failed_cells()
        assert not failures, failures

    def failed_cells(self) -> dict[int, str]:
        """Position of each cell that raised, with the error's name and message."""
        return dict(self.page.evaluate(_FAILURES))

    def show(self, source: str) -> None:
        """Scroll to the code cell with this in its source: JupyterLab takes cells far from view away."""
        self.page.wait_for_function(_SHOW, arg=source)

    def toggle(self, checkbox: str) -> None:
        """Switch the checkbox of that name by keyboard."""
        self.page.get_by_role("checkbox", name=checkbox, exact=True).focus()
        self.page.keyboard.press("Space")

    def choose(self, dropdown: str, option: str) -> None:
        """Move to an option of the dropdown of that name by arrow keys, over those between.

        Outside cidernb's apps JupyterLab takes the arrows itself, to move between cells.
        """
        box = self.page.get_by_role("combobox", name=dropdown, exact=True)
        # JupyterLab may be putting the cell back into the page.
        box.locator("option").first.wait_for(state="attached")
        # ipywidgets writes the spaces of an option as no-break spaces.
        options = [text.replace("\xa0", " ") for text in box.locator("option").all_inner_texts()]
        steps = options.index(option) - box.evaluate("box => box.selectedIndex")
        box.focus()
        for _ in range(abs(steps)):
            self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")

    def use_theme(self, theme: Theme) -> None:
        """Switch JupyterLab to its light or dark theme; the server keeps it for later pages."""
        name = f"JupyterLab {theme.title()}"
        if not self.page.evaluate(_THEME_IS_ON, name):
            self.page.evaluate(_CHANGE_THEME, name)
            self.page.wait_for_function(_THEME_IS_ON, arg=name)

    def screenshot(self, name: str, theme: Theme = "light") -> Path:
        """Picture the whole notebook, `name`_`theme`.png in the folder of pictures."""
        path = self._pictures / f"{name}_{theme}.png"
        self.use_theme(theme)
        # JupyterLab takes cells out of the page that are far from view.
        self.page.set_viewport_size(VIEWPORT | {"height": PICTURE_LIMIT})
        end = self.page.wait_for_function(_NOTEBOOK_END).json_value()
        area = {"x": 0, "y": 0, "width": VIEWPORT["width"], "height": end + 20}
        self.page.screenshot(path=path, clip=area)
        self.page.set_viewport_size(VIEWPORT)
        self.use_theme("light")
        return path

    def close(self) -> None:
        """Close the page, then stop its kernels: an open page complains of a kernel that goes away."""
        self._context.close()
        self._server.stop_kernels()
