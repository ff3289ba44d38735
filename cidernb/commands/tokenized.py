"""What tokens reads and prints."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from cidernb.commands.outputs import console, print_json
from cidernb.tokenizers import COMPARED, Tokenized, compare_tokenizers


def run(given: Sequence[str], file: Path | None, tokenizers: Sequence[str] | None, as_json: bool) -> None:
    """Split all captions by all tokenizers, and print."""
    captions = list(_captions(given, file))
    if not captions:
        raise typer.BadParameter("there is no caption; give one, --file, or - for standard input")
    compared = compare_tokenizers(captions, tokenizers or COMPARED)
    if as_json:
        print_json(
            [
                {"caption": caption, "tokens": {row.tokenizer: row.words for row in rows}}
                for caption, rows in zip(captions, compared, strict=True)
            ]
        )
        return
    for caption, rows in zip(captions, compared, strict=True):
        _print(caption, rows)


def _captions(given: Sequence[str], file: Path | None) -> Iterator[str]:
    for caption in given:
        if caption == "-":
            yield from _lines(sys.stdin.read())
        else:
            yield caption
    if file is not None:
        try:
            yield from _lines(file.read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            raise ValueError(f"{file} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from None


def _lines(text: str) -> Iterator[str]:
    # splitlines would break at characters that may stand inside a caption.
    return (line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))


def _print(caption: str, rows: Sequence[Tokenized]) -> None:
    """One caption: a line for each tokenizer, a \u2260 before each word that the first does not give."""
    table = Table(box=SIMPLE_HEAD)
    table.add_column("tokenizer", no_wrap=True)
    table.add_column("words", justify="right")
    table.add_column("\u2260", justify="right")
    table.add_column("the words", overflow="fold")
    for row in rows:
        words = Text("  ").join(
            Text(f"\u2260{word}", style="bold underline") if differs else Text(word)
            for word, differs in zip(row.words, row.differs, strict=True)
        )
        table.add_row(Text(row.tokenizer), str(len(row.words)), str(sum(row.differs)), words)
    console().print(Text(caption, style="bold"))
    console().print(table)
