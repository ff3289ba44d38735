"""The command line: what it prints where, and with which exit status it ends."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import cidernb
from cidernb import studies
from cidernb.cli import main
from cidernb.studies import Reproduction, checks, effects


@pytest.fixture(scope="module")
def reproduction() -> Reproduction:
    """Two of the checks, for what is printed of them is printed of all."""
    example = cidernb.documented_example()
    return Reproduction((checks.data_check(example), effects.stemming(example)))


@pytest.fixture
def reproduced(reproduction: Reproduction, monkeypatch: pytest.MonkeyPatch) -> Reproduction:
    """`cidernb reproduce` shows this one, and need not compute it each time."""
    monkeypatch.setattr(studies, "reproduce", lambda: reproduction)
    return reproduction


@pytest.fixture
def wrong(reproduction: Reproduction, monkeypatch: pytest.MonkeyPatch) -> Reproduction:
    """`cidernb reproduce` shows one with a figure that is not the documented one."""
    first, last = reproduction.checks
    line = replace(last.lines[0], figures={**last.lines[0].figures, "stemmed": 6.0248})
    result = Reproduction((first, replace(last, lines=(line,))))
    monkeypatch.setattr(studies, "reproduce", lambda: result)
    return result


# reproduce


def test_reproduce_prints_every_documented_line_and_ends_with_0():
    run = subprocess.run(
        [sys.executable, "-m", "cidernb", "reproduce"],
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "PYTHONPATH": str(Path(cidernb.__file__).parents[1])},
    )
    assert (run.returncode, run.stderr) == (0, "")
    documented = Path(studies.__file__).with_name("documented_lines.txt").read_text().splitlines()
    printed = run.stdout.splitlines()
    assert len(printed) == len(documented)
    for line, expected in zip(printed, documented, strict=True):
        pattern = re.sub(r"\d\\\.\de[\\+-]+\d\d", r"\\d\\.\\de[+-]\\d\\d", re.escape(expected))
        assert re.match(pattern, line)


def test_json_stands_alone_on_standard_output(reproduced: Reproduction, capsys: pytest.CaptureFixture[str]):
    assert main(["reproduce", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out) == reproduced.as_dict()
    assert printed.err == ""


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_wrong_figure_ends_reproduce_with_1_and_one_line_of_error(
    options: list[str], wrong: Reproduction, capsys: pytest.CaptureFixture[str]
):
    assert main(["reproduce", *options]) == 1
    printed = capsys.readouterr()
    assert printed.err == (
        "cidernb: 1 of 8 lines differ from the documented ones, 0 of 1 demands are not met.\n"
    )
    if options:
        assert json.loads(printed.out)["holds"] is False
    else:
        assert "stemmed 6.0248, unstemmed 3.4408; stemmed higher on 100 of 100 images  ✗" in printed.out


def test_where_check_marks_cannot_be_shown_words_stand_in_their_place(
    reproduced: Reproduction, monkeypatch: pytest.MonkeyPatch
):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["reproduce"]) == 0
    assert b"reference 1  ok as documented" in written.getvalue()


def test_ctrl_c_ends_quietly_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def interrupted() -> Reproduction:
        raise KeyboardInterrupt

    monkeypatch.setattr(studies, "reproduce", interrupted)
    assert main(["reproduce"]) == 130
    assert "Traceback" not in capsys.readouterr().err


# lab


@pytest.mark.parametrize(("arguments", "folder"), [([], None), (["my-notebooks"], Path("my-notebooks"))])
def test_lab_opens_the_suite_in_the_folder_named(
    arguments: list[str], folder: Path | None, monkeypatch: pytest.MonkeyPatch
):
    opened = []
    monkeypatch.setattr("cidernb.lab.open_suite", opened.append)
    assert main(["lab", *arguments]) == 0
    assert opened == [folder]


# Bad input, help and version


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["reprodcue"], "No such command 'reprodcue'"),
        (["reproduce", "--jsn"], "No such option: --jsn"),
        (["reproduce", "now"], "unexpected extra argument"),
        (["lab", "a", "b"], "unexpected extra argument"),
        (["lab", __file__], f"{__file__} is a file"),
    ],
)
def test_bad_input_ends_with_2_and_one_line_that_names_it(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cidernb: ")
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err


def test_a_file_that_cannot_be_used_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("cidernb.lab.open_suite", refuse)
    assert main(["lab", "locked"]) == 2
    assert capsys.readouterr().err == "cidernb: locked: Permission denied.\n"


def test_version_names_the_package_s(capsys: pytest.CaptureFixture[str]):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"cidernb {cidernb.__version__}\n"


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_the_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "reproduce" in printed
    assert "lab" in printed


@pytest.mark.parametrize(
    ("command", "example"),
    [("reproduce", "cidernb reproduce --json > reproduction.json"), ("lab", "cidernb lab my-notebooks")],
)
def test_a_command_s_help_shows_examples(command: str, example: str, capsys: pytest.CaptureFixture[str]):
    assert main([command, "--help"]) == 0
    assert example in capsys.readouterr().out


def test_help_comes_without_loading_scikit_image():
    code = "import sys; from cidernb.cli import main; main(['--help']); print('skimage' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.endswith("False\n")
