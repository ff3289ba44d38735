"""What commands print and write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cidernb.diagnosis import Finding
from cidernb.views.palette import CAUSES, REASONS
from cidernb.views.rendering import number, signed
from cidernb.whole_files import replacing


def print_json(value: object) -> None:
    """Print JSON alone."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False))


def console() -> Console:
    """Standard output, without markup: captions are text."""
    return Console(markup=False, highlight=False)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table, its first column text and the others numbers."""
    table = Table(box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        table.add_column(Text(column), justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    console().print(Text(title, style="bold"))
    console().print(table)


def print_points(title: str, points: Mapping[str, float], what: str, *, change: bool = False) -> None:
    """A table of points by cause or reason; reasons for nothing are left out."""
    keys = CAUSES if what == "cause" else REASONS
    shown = signed if change else number
    rows = [(keys[name].label, shown(value)) for name, value in points.items() if what == "cause" or value]
    print_table(title, [what, "points"], rows)


def print_findings(findings: Iterable[Finding]) -> None:
    """Each finding on a line of its own."""
    out = console()
    for finding in findings:
        # Terminals wrap at words; a file or a pipe gets whole lines.
        out.print(f"{finding.severity}: {finding.message}", soft_wrap=not out.is_terminal)


def write_page(path: Path, title: str, parts: Sequence[str]) -> None:
    """Write parts of HTML as one page."""
    from cidernb.views.pages import page

    with replacing(path) as temporary:
        temporary.write_text(page(title, parts), encoding="utf-8")


def finding_dict(finding: Finding) -> dict[str, Any]:
    """A finding in plain containers."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "image_ids": list(finding.image_ids),
        "evidence": dict(finding.evidence),
    }
