"""What tokens reads and prints."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from cidernb.commands.outputs import console, print_json, short
from cidernb.commands.terminal import shown
from cidernb.plain_text import shortened
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
            yield from _lines(_standard_input())
        else:
            yield caption
    if file is not None:
        yield from _lines(_decoded(file.read_bytes(), str(file)))


def _standard_input() -> str:
    """All of it, in UTF-8 whatever the terminal's encoding: captions come from files."""
    buffer = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if buffer is None else _decoded(buffer.read(), "Standard input")


def _decoded(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{where} is not UTF-8 text (byte {error.start}); save it as UTF-8.") from None


def _lines(text: str) -> Iterator[str]:
    if not text:
        return iter(())
    # splitlines would break at characters that may stand inside a caption.
    return iter(text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n"))


def _print(caption: str, rows: Sequence[Tokenized]) -> None:
    """One caption: a line for each tokenizer, a \u2260 before each word that the first does not give."""
    table = Table(box=SIMPLE_HEAD)
    table.add_column("tokenizer", no_wrap=True)
    table.add_column("words", justify="right")
    table.add_column(short("\u2260"), justify="right")
    table.add_column("the words", overflow="fold")
    for row in rows:
        words = Text("  ").join(
            Text(short(f"\u2260{word}"), style="bold underline") if differs else Text(short(word))
            for word, differs in zip(row.words, row.differs, strict=True)
        )
        table.add_row(Text(short(row.tokenizer)), str(len(row.words)), str(sum(row.differs)), words)
    console().print(Text(shown(shortened(caption, line=len(caption))), style="bold"))
    console().print(table)
