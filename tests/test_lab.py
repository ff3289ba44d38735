"""The notebooks travel with the wheel, are opened in JupyterLab, and are never overwritten."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from cidernb.lab import START, copy_notebooks, lab_arguments, open_suite

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as a wheel installs it, the wheel built from the source archive."""
    folder = tmp_path_factory.mktemp("distributions")
    build = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run([*build, "--target", "sdist"], cwd=ROOT, check=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    unpacked = next(path for path in folder.iterdir() if path.is_dir())
    subprocess.run([*build, "--target", "wheel"], cwd=unpacked, check=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "installed")
    return folder / "installed"


def start_lab(installed: Path, scratch: Path, *arguments: str) -> subprocess.Popen[str]:
    """The installed package's `cidernb lab`, apart from this user's Jupyter and browser."""
    own = {f"JUPYTER_{kind}_DIR": str(scratch / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    no_browser = f"{shlex.quote(sys.executable)} -c pass %s"
    return subprocess.Popen(
        [sys.executable, "-m", "cidernb", "lab", *arguments],
        env=os.environ | own | {"PYTHONPATH": str(installed), "BROWSER": no_browser},
        cwd=scratch,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_the_wheel_holds_the_notebooks_inside_the_package_and_nothing_of_the_repository(installed: Path):
    assert START in NOTEBOOKS
    assert sorted(path.name for path in (installed / "cidernb" / "notebooks").iterdir()) == NOTEBOOKS
    top = {path.name.partition("-")[0] for path in installed.iterdir()}
    assert top == {"cidernb"}


def test_an_installed_package_opens_copies_in_the_folder_that_the_user_names(installed: Path, tmp_path: Path):
    changed = tmp_path / "mine" / START
    changed.parent.mkdir()
    changed.write_text("my own work")
    server = start_lab(installed, tmp_path, "mine")
    output = []
    for line in server.stdout:
        output.append(line)
        if "?token=" in line:
            break
    server.terminate()
    server.communicate()
    assert re.search(rf"localhost:\d+/lab/tree/{START}\?token=", output[-1]), "".join(output)
    assert f"Kept what differs from cidernb's own notebooks: mine/{START}\n" in output
    assert changed.read_text() == "my own work"
    assert sorted(path.name for path in changed.parent.glob("*.ipynb")) == NOTEBOOKS


def test_an_installed_package_asks_for_a_folder(installed: Path, tmp_path: Path):
    command = start_lab(installed, tmp_path)
    output, _ = command.communicate()
    assert "name a folder to copy them to, such as 'cidernb lab my-notebooks'." in output
    assert command.returncode == 2


def test_copies_that_differ_are_kept_and_named_and_missing_ones_are_added(tmp_path: Path):
    folder = tmp_path / "new" / "folder"
    assert copy_notebooks(folder) == []
    assert copy_notebooks(folder) == []
    original = (folder / START).read_bytes()
    (folder / START).write_bytes(original + b"\n")
    assert copy_notebooks(folder) == [folder / START]
    assert (folder / START).read_bytes() == original + b"\n"
    (folder / START).unlink()
    assert copy_notebooks(folder) == []
    assert (folder / START).read_bytes() == original


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path):
    file = tmp_path / "captions.json"
    file.touch()
    with pytest.raises(ValueError, match=r"captions\.json is a file; name a folder for the notebooks\."):
        open_suite(file)


def test_a_notebook_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match=r"has no notebook '99_missing\.ipynb'; name one that is there\."):
        lab_arguments(tmp_path, "99_missing.ipynb")
