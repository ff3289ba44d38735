"""How the package is put together: imports run one way, the core is light, modules hold one idea."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "cidernb"

#: From left to right as the data flow: a module imports from its own layer or one above it here.
LAYERS = {
    "text": [
        *("_version", "csv_files", "frozen", "given_counts", "image_ids", "in_messages", "plain_text"),
        *("progress", "readers", "stemmers", "tokenizers", "validation", "whole_files"),
    ],
    "n-grams": ["arrays", "compared", "hashes", "ngram_index", "ngrams", "packed_rows", "sides", "words"],
    "evaluation set and document frequencies": [
        *("df_files", "document_frequencies", "encoding", "evaluation_set"),
    ],
    "variant": ["variant"],
    "scoring": ["compat", "result", "scoring", "signature", "weighting"],
    "by hand": ["by_hand"],
    "explaining": ["explaining"],
    "diagnosis": ["diagnosis"],
    "everyday captions": ["everyday"],
    "shapes": ["shapes"],
    "documented example": ["example"],
    "studies": ["studies"],
    "exploring": ["exploring"],
    "teaching": ["teaching"],
    "views": ["views"],
    "apps": ["apps"],
    "command line": ["__main__", "cli", "commands", "lab", "prompt_websocket"],
}
#: `Result.findings` asks the diagnosis, which reads results, only when it is read itself.
LAZY = {("cidernb.result", "cidernb.diagnosis")}

#: What only views may draw with, and only apps may be made of.
DRAWING = {"matplotlib"}
WIDGETS = {"IPython", "anywidget", "ipykernel", "ipywidgets", "traitlets"}
#: What takes long to import, or is needed by no score.
HEAVY = DRAWING | WIDGETS | {"jinja2", "jupyterlab", "rich", "scipy", "skimage", "snowballstemmer", "typer"}

MODULES = {
    ".".join(("cidernb", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
RANK = {name: rank for rank, names in enumerate(LAYERS.values()) for name in names}


@cache
def imports(module: str) -> frozenset[str]:
    """Everything that a module imports, inside functions too; modules of the package in full."""
    return frozenset(_imports(module))


def _imports(module: str) -> Iterator[str]:
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *filter(None, [base])])
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in MODULES else base


def of_package(module: str) -> set[str]:
    """The package's own modules that a module imports."""
    return {name for name in imports(module) if name.split(".")[0] == "cidernb"}


def of_others(module: str) -> set[str]:
    """The other packages that a module imports."""
    return {name.split(".")[0] for name in imports(module)} - {"cidernb"}


def layer(module: str) -> str:
    """The name that places a module in a layer: of the module or of its sub-package."""
    return module.split(".")[1]


def rank(module: str) -> int:
    """The place of a module's layer."""
    return RANK.get(layer(module), 0)


INNER = [module for module in MODULES if module != "cidernb"]


def up_to(name: str) -> list[str]:
    """The modules of all layers to the left of one."""
    last = list(LAYERS).index(name)
    return [module for module in INNER if rank(module) < last]


@pytest.mark.parametrize("module", INNER)
def test_every_module_has_a_layer(module: str) -> None:
    assert layer(module) in RANK, f"give {layer(module)!r} its place in LAYERS"


@pytest.mark.parametrize("module", INNER)
def test_imports_run_one_way(module: str) -> None:
    for name in of_package(module):
        assert name != "cidernb", f"{module} imports the whole package; name the module"
        assert rank(name) <= rank(module) or (module, name) in LAZY, f"{module} imports {name}"


def test_imports_make_no_circle() -> None:
    graph = {module: of_package(module) - {name for m, name in LAZY if m == module} for module in INNER}
    assert set(TopologicalSorter(graph).static_order()) == set(INNER)


def test_by_hand_shares_only_words_stems_and_settings_with_the_engine() -> None:
    assert of_package("cidernb.by_hand") == {"cidernb.stemmers", "cidernb.tokenizers", "cidernb.variant"}
    assert "numpy" not in of_others("cidernb.by_hand")


def test_the_shapes_know_nothing_of_scores() -> None:
    for module in INNER:
        if layer(module) == "shapes":
            assert {layer(name) for name in of_package(module)} <= {"shapes"}, module


@pytest.mark.parametrize("module", up_to("views"))
def test_nothing_before_the_views_draws_or_has_widgets(module: str) -> None:
    assert not of_others(module) & (DRAWING | WIDGETS)


@pytest.mark.parametrize("module", up_to("apps"))
def test_nothing_before_the_apps_has_widgets(module: str) -> None:
    assert not of_others(module) & WIDGETS


@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("import cidernb", {"lazy_loader"}),
        ("import cidernb; cidernb.score(['a dog'], [['a dog', 'the dog']], idf='none').findings", {"numpy"}),
    ],
)
def test_scoring_imports_nothing_heavy(code: str, needed: set[str]) -> None:
    report = f"{code}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    loaded = set(run.stdout.split())
    assert {"cidernb", *needed} <= loaded
    assert not loaded & HEAVY


@pytest.mark.parametrize("module", MODULES)
def test_a_module_holds_one_idea(module: str) -> None:
    lines = len(MODULES[module].read_text(encoding="utf-8").splitlines())
    assert lines <= 300, f"{module} has {lines} lines: two ideas, make them two modules"
