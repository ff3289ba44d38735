"""tokens: captions as tokenizers split them, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.inputs import AsJson


def tokens(
    captions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Captions; `-` reads them from standard input, one a line.", metavar="[CAPTION]..."
        ),
    ] = None,
    file: Annotated[Path | None, typer.Option("--file", help="A text file with one caption a line.")] = None,
    tokenizer: Annotated[
        list[str] | None,
        typer.Option(
            help="A tokenizer, with switches behind `+`: `ptb+nobrackets+nfc`. Give several to compare; "
            "without any, those that need no Java. Tokenizers: whitespace, ptb, ptb-java, characters. "
            "Switches: nobrackets (of ptb and ptb-java), nfc."
        ),
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
