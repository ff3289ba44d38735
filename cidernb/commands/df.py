"""df build and df show: tables of document frequencies in files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.options import (
    CSV,
    TOKENIZERS,
    AsJson,
    Duplicates,
    Files,
    References,
    Tokenizer,
    no_standard_input,
    no_standard_output,
)

app = typer.Typer(
    name="df",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Build and inspect files of document frequencies.",
)


@app.command()
def build(
    references: References,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="The file to write: the official pickle for .p, .pkl and .pickle (packed with .gz behind), "
            "else the safe format, as for .npz. The pickle records neither tokenizer nor stemmer.",
            metavar="FILE",
            callback=no_standard_output,
        ),
    ],
    tokenizer: Tokenizer = "ptb",
    stemmer: Annotated[str, typer.Option(help="Stems of words: none, plural or porter.")] = "none",
    max_order: Annotated[int, typer.Option(help="The longest n-gram to count.")] = 4,
    end_token: Annotated[
        str | None,
        typer.Option(
            help="A word to count behind every caption, for rewards that count it: `--end-token '<eos>'`.",
            metavar="WORD",
        ),
    ] = None,
    json: AsJson = False,
) -> None:
    """Count in how many images' references each n-gram stands, and write the table to a file.

    **Examples**

    - `cidernb df build refs.json -o refs.npz`

    - `cidernb df build refs.json -o stems.npz --stemmer porter`

    - `cidernb df build refs.json -o refs.p --max-order 6`

    - `cidernb df build refs.json -o reward.npz --end-token '<eos>'`
    """
    from cidernb.commands import df_tables

    df_tables.build(references, output, tokenizer, stemmer, max_order, end_token, json)


@app.command()
def show(
    file: Annotated[
        Path,
        typer.Argument(
            help="A table: the safe format or a pickle; .gz too.", metavar="FILE", callback=no_standard_input
        ),
    ],
    candidates: Annotated[
        Path | None,
        typer.Option(
            help="Say what share of these captions' n-grams the table knows.",
            metavar="CANDS",
            callback=no_standard_input,
        ),
    ] = None,
    duplicates: Duplicates = "error",
    tokenizer: Annotated[
        str | None,
        typer.Option(help=f"{TOKENIZERS} The table's own where its file says so, else ptb."),
    ] = None,
    num_images: Annotated[
        int | None, typer.Option(help="The number of images, in place of what the file says.", metavar="N")
    ] = None,
    json: AsJson = False,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", help=CSV.format("every n-gram with its df"), callback=no_standard_output),
    ] = None,
) -> None:
    """What a table holds: its layout, the number of images and how it was read, the n-grams by order.

    A pickle is read in a process of its own with little memory and time, and runs no code.

    **Examples**

    - `cidernb df show coco-val-df.p --num-images 40504`

    - `cidernb df show refs.npz --candidates cands.json`
    """
    from cidernb.commands import df_tables

    df_tables.show(file, candidates, duplicates, tokenizer, num_images, Files(json, csv=csv))
