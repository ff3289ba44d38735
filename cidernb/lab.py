"""Open the notebooks in JupyterLab.

A checkout's notebooks are opened where they lie. Those of an installed package are copied to a
folder of the reader's first, for they are there to be changed.
"""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

START = "00_start_here.ipynb"

_PACKAGE = Path(__file__).resolve().parent
_PACKAGED = _PACKAGE / "notebooks"
_CHECKOUT = _PACKAGE.parent / "notebooks"


def open_suite(folder: Path | None = None, notebook: str = START) -> None:
    """Start JupyterLab on a notebook of the suite and return when it is shut down.

    Parameters
    ----------
    folder : Path, optional
        Where the notebooks are copied to and opened; a file that is there already is kept, and a
        line on standard output says so. None opens a checkout's own notebooks.
    notebook : str
        The notebook to open.

    Raises
    ------
    ValueError
        No folder is named though the package is installed, the folder is a file, or it has no
        such notebook.
    """
    if folder is not None:
        kept = copy_notebooks(folder)
        if kept:
            print(f"Kept what differs from cidernb's own notebooks: {', '.join(map(str, kept))}", flush=True)
    elif _PACKAGED.is_dir():
        raise ValueError(
            "The notebooks are inside the installed package: name a folder to copy them to, "
            "such as 'cidernb lab my-notebooks'."
        )
    # Slow to import, and only needed once the notebooks are there.
    from jupyterlab.labapp import LabApp

    arguments = lab_arguments(folder or _CHECKOUT, notebook)
    os.environ |= lab_environment()
    LabApp.launch_instance(arguments)


def copy_notebooks(folder: Path) -> list[Path]:
    """Copy the suite's notebooks to a folder, never over a file that differs.

    Parameters
    ----------
    folder : Path
        Made if it is not there.

    Returns
    -------
    list of Path
        The files in `folder` that differ from the suite's and were kept.

    Raises
    ------
    ValueError
        If `folder` is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file; name a folder for the notebooks.")
    kept = []
    for source, name in _suite_files():
        copy = folder / name
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
        elif not filecmp.cmp(source, copy, shallow=False):
            kept.append(copy)
    return kept


def lab_arguments(folder: Path, notebook: str = START) -> list[str]:
    """JupyterLab's arguments that serve a folder, open one of its notebooks and ask for no news.

    Raises
    ------
    ValueError
        If the folder has no such notebook.
    """
    if not (folder / notebook).is_file():
        raise ValueError(f"{folder} has no notebook {notebook!r}; name one that is there.")
    arguments = [
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--LabApp.default_url=/lab/tree/{quote(notebook)}",
        "--LabApp.news_url=None",
        "--ServerApp.kernel_websocket_connection_class=cidernb.prompt_websocket.PromptWebsocketConnection",
    ]
    # Jupyter refuses to start for root, the only user of many containers.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    return arguments


def lab_environment() -> dict[str, str]:
    """What JupyterLab finds in its environment so that it saves what widgets show.

    A notebook that is opened again shows them then, before it has a kernel.
    """
    own = str(_PACKAGE / "lab_config")
    given = os.environ.get("JUPYTER_CONFIG_PATH")
    return {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, [own, given]))}


def _suite_files() -> Iterator[tuple[Path, Path]]:
    """Each file of the suite, with its path inside the suite's folder."""
    suite = _PACKAGED if _PACKAGED.is_dir() else _CHECKOUT
    for path in sorted(suite.rglob("*")):
        name = path.relative_to(suite)
        if path.is_file() and not any(part.startswith(".") for part in name.parts):
            yield path, name
