"""The rules that every notebook of the suite is held to."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import nbformat
import pytest

from cidernb import teaching

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
OUTLINE = [
    "Predict",
    "Look",
    "What to notice",
    "The equation at work",
    "Exercises",
    "Where it comes from",
]
MOST_CODE_LINES = 30

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path, kind: str) -> list[str]:
    notebook = nbformat.read(path, as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == kind]


def prose(path: Path) -> str:
    return "\n\n".join(cells(path, "markdown"))


def headings(path: Path, level: int) -> list[str]:
    return re.findall(rf"^{'#' * level} (.+)$", prose(path), flags=re.MULTILINE)


@every_notebook
def test_it_is_a_valid_notebook_without_outputs(path: Path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None


@every_notebook
def test_its_title_is_a_question_and_its_headings_follow_the_outline(path: Path):
    (title,) = headings(path, 1)
    assert title.endswith("?")
    assert headings(path, 2) == OUTLINE
    assert "After this notebook you can say" in cells(path, "markdown")[0]


@every_notebook
def test_its_code_is_short_and_defines_nothing(path: Path):
    code = cells(path, "code")
    lines = [line for source in code for line in source.splitlines() if line.strip()]
    assert len(lines) <= MOST_CODE_LINES
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    for source in code:
        assert not [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


@every_notebook
def test_its_links_lead_to_files_of_the_suite(path: Path):
    for target in re.findall(r"\]\(([^)#]+)\)", prose(path)):
        assert (FOLDER / target).is_file(), target


@every_notebook
def test_it_asks_for_a_prediction_first_and_for_two_exercises(path: Path):
    questions = teaching.of_notebook(path.stem[:2])
    code = "\n".join(cells(path, "code"))
    asked = re.findall(r'Predict\("([^"]+)"\)', code)
    practised = re.findall(r'Practice\("([^"]+)"\)', code)
    assert asked
    assert len(practised) >= 2
    assert asked == [prediction.key for prediction in questions.predictions]
    assert practised == [exercise.key for exercise in questions.exercises]
    assert code.index("Predict(") < code.index("Practice(")


def test_the_notebooks_are_numbered_from_zero_without_a_gap():
    assert [path.stem[:2] for path in NOTEBOOKS] == [f"{n:02d}" for n in range(len(NOTEBOOKS))]


def test_the_readme_lists_every_notebook_with_its_question():
    readme = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    for path in NOTEBOOKS:
        (title,) = headings(path, 1)
        assert f"| `{path.stem}` | {title} |" in readme
