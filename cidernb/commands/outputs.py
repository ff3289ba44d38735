"""What commands print and write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cidernb.commands.terminal import complain, shown, writes_unicode
from cidernb.commands.wording import for_commands
from cidernb.diagnosis import Finding
from cidernb.diagnosis.finding import some
from cidernb.plain_text import shortened, visible_json
from cidernb.views.palette import CAUSES, REASONS
from cidernb.views.rendering import number, signed
from cidernb.whole_files import replacing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Decimals of everything that is printed in points.
_DIGITS = 4
#: The most characters that a word in a finding is shown with: signatures and paths are long.
_WORD_OF_FINDING = 200


def print_json(value: object) -> None:
    """Print JSON alone."""
    text = json.dumps(value, indent=2, ensure_ascii=not writes_unicode(), allow_nan=False)
    print(visible_json(text), flush=True)


def points(value: float) -> str:
    """Points as every command prints them."""
    return number(value, _DIGITS)


def moved(value: float) -> str:
    """Points gained or lost as every command prints them."""
    return signed(value, _DIGITS)


def images(number: int) -> str:
    """A number of images in words."""
    return some(number, "image", "images")


def short(text: object) -> str:
    """An id or a caption's words, on a line that can be read."""
    return shown(shortened(str(text)))


def console() -> Console:
    """Standard output, without markup: captions are text."""
    return Console(markup=False, highlight=False, emoji=False)


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table, its first column text and the others numbers."""
    table = Table(box=SIMPLE_HEAD)
    for place, column in enumerate(columns):
        table.add_column(Text(shown(column)), justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(short(cell)) for cell in row))
    console().print(Text(shown(title), style="bold"))
    console().print(table)


def print_points(title: str, held: Mapping[str, float], what: str, *, change: bool = False) -> None:
    """A table of points by cause or reason; reasons for nothing are left out."""
    keys = CAUSES if what == "cause" else REASONS
    printed = moved if change else points
    rows = [(keys[name].label, printed(value)) for name, value in held.items() if what == "cause" or value]
    print_table(title, [what, "points"], rows)


def print_findings(findings: Iterable[Finding]) -> None:
    """Each finding on a line of its own."""
    out = console()
    for finding in findings:
        # Terminals wrap at words; a file or a pipe gets whole lines.
        out.print(Text(f"{finding.severity}: {message_of(finding)}"), soft_wrap=not out.is_terminal)


def message_of(finding: Finding) -> str:
    """What a finding says, as a command says it."""
    message = for_commands(finding.message)
    return shown(shortened(message, _WORD_OF_FINDING, len(message)))


def write_page(path: Path, title: str, parts: Sequence[str]) -> None:
    """Write parts of HTML as one page."""
    from cidernb.views.pages import page

    with replacing(path) as temporary:
        temporary.write_text(page(title, parts), encoding="utf-8")


def write_picture(path: Path, figure: Figure) -> None:
    """Write a picture, and say so if signs in it have no glyph in any font."""
    from cidernb.views.figures import save_png
    from cidernb.views.fonts import without_glyph

    with replacing(path) as png:
        save_png(figure, png)
    lacking = without_glyph(figure)
    if lacking:
        complain(
            f"No font here has some signs of the picture ({short(lacking)}), so boxes stand for them; "
            "install one that has, such as Noto Sans CJK."
        )


def finding_dict(finding: Finding) -> dict[str, Any]:
    """A finding in plain containers."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": for_commands(finding.message),
        "image_ids": list(finding.image_ids),
        "evidence": dict(finding.evidence),
    }
