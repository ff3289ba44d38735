"""Tables of captions: CSV, TSV, and what spreadsheets save under these names."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

#: What may separate cells; the first of those that give a usable header does.
_DELIMITERS = "\t,;|"


class Table(NamedTuple):
    """A table's header, and its rows with the number of the line in which each starts."""

    header: list[str]
    rows: list[tuple[int, list[str]]]


def parse_table(text: str, path: str, is_header: Callable[[Sequence[str]], bool]) -> Table:
    """Take a table apart.

    Parameters
    ----------
    text : str
        Lines that end in line feeds (with or without carriage returns), or in carriage returns
        alone if no line feed is there. A cell in double quotes may hold line breaks and delimiters.
        Any other separator that Unicode knows is text.
    path : str
        For messages.
    is_header : callable
        Whether column names are those of captions; it chooses the delimiter.

    Raises
    ------
    ValueError
        If no delimiter gives a usable header, quotes do not match, or a row has too few or too
        many cells; the sentence names the line.
    """
    text, carriage_return = _hide_carriage_returns(text)
    first = next(line for line in text.split("\n") if line.strip())
    delimiter = next((d for d in _DELIMITERS if is_header(_cells(first, d))), None)
    if delimiter is None:
        raise ValueError(
            f"The first line of {path} names no columns of captions; begin with a line such as "
            f'"image_id,caption" or "image_id,reference".'
        )
    (_, header), *rows = _rows(text, path, delimiter)
    kept = []
    for line, cells in rows:
        if len(cells) != len(header):
            raise ValueError(
                f"Line {line} of {path} has {len(cells)} cells and the header {len(header)}; put captions "
                "that hold the delimiter or a line break in double quotes."
            )
        if carriage_return != "\r":
            cells = [cell.replace(carriage_return, "\r") for cell in cells]
        kept.append((line, cells))
    return Table([name.strip() for name in header], kept)


def _hide_carriage_returns(text: str) -> tuple[str, str]:
    """The text with line feeds as its only line ends, and what stands for a carriage return within a cell.

    Python's reader of tables takes a carriage return in a cell without quotes for the end of a row.
    """
    text = text.replace("\r\n", "\n")
    if "\r" not in text:
        return text, "\r"
    if "\n" not in text:
        return text.replace("\r", "\n"), "\r"
    stand_in = next(sign for sign in map(chr, range(0xE000, 0xF8FF)) if sign not in text)
    return text.replace("\r", stand_in), stand_in


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _rows(text: str, path: str, delimiter: str) -> list[tuple[int, list[str]]]:
    """The rows, header first, each with its line; blank lines count only where a row is one cell."""
    try:
        rows = _read(text, delimiter, csv.QUOTE_MINIMAL)
    except csv.Error as error:
        # Tables with tabs often know no quotes: a caption may begin with one.
        try:
            if delimiter != "\t":
                raise
            rows = _read(text, delimiter, csv.QUOTE_NONE)
        except csv.Error:
            raise ValueError(f"{path} cannot be read as a table: {error}; mend its quotes.") from None
    while not rows[-1][1]:
        del rows[-1]
    filled = [(line, cells) for line, cells in rows if any(map(str.strip, cells))]
    if len(filled[0][1]) > 1:
        return filled
    # Without ids, the rows' numbers are the ids: a blank caption must not move the others.
    return filled[:1] + [(line, cells or [""]) for line, cells in rows if line > filled[0][0]]


def _read(text: str, delimiter: str, quoting: int) -> list[tuple[int, list[str]]]:
    lines = io.StringIO(text, newline="\n")
    reader = csv.reader(lines, delimiter=delimiter, quoting=quoting, strict=True)  # type: ignore[arg-type]
    rows, start = [], 1
    for cells in reader:
        rows.append((start, cells))
        start = reader.line_num + 1
    return rows
