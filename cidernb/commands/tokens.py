"""tokens: captions as tokenizers split them, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.options import TOKENIZERS, AsJson, no_standard_input


def tokens(
    captions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Captions; `-` reads them from standard input, one a line.", metavar="CAPTION..."
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--file", help="A text file with one caption a line.", callback=no_standard_input),
    ] = None,
    tokenizer: Annotated[
        list[str] | None,
        typer.Option(help=f"{TOKENIZERS} Give several to compare; without any, those that need no Java."),
    ] = None,
    json: AsJson = False,
) -> None:
    """Captions as tokenizers split them, side by side.

    Words that the first tokenizer does not give are marked with ≠.

    **Examples**

    - `cidernb tokens "A man's dog (brown) doesn't run."`

    - `cidernb tokens --tokenizer ptb --tokenizer ptb-java "At 5:54pm, on 3 1/2 St."`

    - `cidernb tokens --file captions.txt --tokenizer ptb --json`

    - `cat captions.txt | cidernb tokens - --tokenizer ptb`
    """
    from cidernb.commands import tokenized

    tokenized.run(captions or [], file, tokenizer, json)
