"""Tables as CSV that a spreadsheet shows and does not run."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Any, TextIO

#: What makes a spreadsheet take a cell for a formula. Captions and ids are anybody's.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_csv(file: TextIO, header: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """Write a header and rows; text that begins like a formula gets an apostrophe before it.

    Parameters
    ----------
    file : text file
        Opened with newline="".
    header : iterable of str
        The columns' names.
    rows : iterable of iterable
        Numbers and text.
    """
    writer = csv.writer(file)
    writer.writerow(header)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)


def _harmless(cell: Any) -> Any:
    return (
        f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) and not _is_number(cell) else cell
    )


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
