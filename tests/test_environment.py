"""The files that describe an installation agree with one another.

environment.yml is parsed, spec by spec, with conda's own grammar; nothing here solves it, so
that conda-forge has these versions together is not shown.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from rattler import MatchSpec

import cidernb

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text())
CONDA_SPECS = [MatchSpec(entry) for entry in ENVIRONMENT["dependencies"] if isinstance(entry, str)]

# conda-forge splits matplotlib: the package of that name adds Qt.
PYPI_NAMES = {"matplotlib-base": "matplotlib"}


def bounds(version: object) -> set[str]:
    return set(str(version).split(","))


def test_the_environment_has_conda_forge_alone_and_installs_the_package_itself():
    assert ENVIRONMENT.keys() == {"name", "channels", "dependencies"}
    assert ENVIRONMENT["name"] == PROJECT["name"]
    assert ENVIRONMENT["channels"] == ["conda-forge", "nodefaults"]
    assert [entry for entry in ENVIRONMENT["dependencies"] if not isinstance(entry, str)] == [
        {"pip": ["-e ."]}
    ]


def test_the_environment_has_the_packages_and_bounds_of_the_project():
    conda = {}
    for spec in CONDA_SPECS:
        name = canonicalize_name(spec.name.normalized)
        conda[PYPI_NAMES.get(name, name)] = spec.version and bounds(spec.version)
    requirements = [Requirement(line) for line in PROJECT["dependencies"]]
    project = {canonicalize_name(each.name): bounds(each.specifier) for each in requirements}
    assert conda == project | {"python": bounds(PROJECT["requires-python"]), "pip": None}


def test_no_spec_of_the_environment_asks_for_a_channel_or_a_build():
    assert [str(spec) for spec in CONDA_SPECS if spec.channel or spec.build or spec.subdir] == []


def test_what_the_package_imports_is_declared():
    # What an extra brings is imported only by what says so.
    lines = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["baselines"]
    declared = {canonicalize_name(Requirement(line).name) for line in lines}
    distributions = packages_distributions()
    undeclared = {}
    for path in Path(cidernb.__file__).parent.rglob("*.py"):
        for module in imported_modules(path) - sys.stdlib_module_names - {"cidernb"}:
            if declared.isdisjoint(map(canonicalize_name, distributions.get(module, []))):
                undeclared[module] = path.name
    assert undeclared == {}


def imported_modules(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_the_citation_names_this_version_and_licence():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (citation["version"], citation["license"]) == (cidernb.__version__, PROJECT["license"])
