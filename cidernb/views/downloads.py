"""Tables and pictures to download: links that hold the file, so that they work without a kernel."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from cidernb.csv_files import write_csv
from cidernb.explaining.contributions import Contributions, NgramRow
from cidernb.views.figures import PRINT_DPI, figure_source
from cidernb.views.rendering import render

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Table(NamedTuple):
    """A table to download.

    Attributes
    ----------
    label : str
        What the link says.
    file : str
        The file's name.
    header : sequence of str
        The columns' names.
    rows : iterable of sequence
        The rows.
    """

    label: str
    file: str
    header: Sequence[str]
    rows: Iterable[Sequence[object]]


def links(tables: Iterable[Table]) -> Markup:
    """A link for each table, to its CSV file."""
    return render("downloads.html", links=[(table, _source(table)) for table in tables])


def picture(label: str, file: str, figure: Figure) -> Markup:
    """A link to a figure as it is printed, as PNG."""
    return render("picture.html", label=label, file=file, source=figure_source(figure, PRINT_DPI))


def ngram_table(shares: Contributions) -> Table:
    """What each n-gram of a score is made of and earns, to download."""
    header = [field.name for field in fields(NgramRow)]
    return Table("n-grams (CSV)", "ngrams.csv", header, map(astuple, shares.table))


def _source(table: Table) -> str:
    text = io.StringIO(newline="")
    write_csv(text, table.header, table.rows)
    # The mark at the start tells spreadsheets that this is UTF-8.
    return (
        "data:text/csv;charset=utf-8;base64," + base64.b64encode(text.getvalue().encode("utf-8-sig")).decode()
    )
