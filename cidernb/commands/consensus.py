"""consensus: how often CIDEr picks the caption that people find nearer to an image's references."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.options import SETTING, AsJson, NumImages, Tokenizer, no_standard_input

Folder = Annotated[
    Path | None,
    typer.Argument(
        help="The authors' files of ABSTRACT-50S or PASCAL-50S, under their own names. Without it, the "
        "embedded study of scenes with simulated judges.",
        metavar="DIR",
        callback=no_standard_input,
    ),
]


def consensus(
    folder: Folder = None,
    variant: Annotated[
        list[str] | None,
        typer.Option(
            help=f"{SETTING} More than one may be given; paper-cider, code-cider and code-cider-d unless "
            "told otherwise."
        ),
    ] = None,
    references: Annotated[
        list[str] | None,
        typer.Option(
            help="Compare with the first so many references: `--references 5,10,48`. All by default.",
            metavar="N",
        ),
    ] = None,
    order: Annotated[int | None, typer.Option(help="One order alone, such as 1 for CIDEr_1.")] = None,
    ties: Annotated[
        str,
        typer.Option(
            help="Pairs on which people have no winner: excluded, or counted (none agrees on them)."
        ),
    ] = "excluded",
    idf: Annotated[
        str | None,
        typer.Option(
            help="corpus: all references of all images of the data set; recomputed: of every image those "
            "compared with; none; or the path of a table. corpus unless told otherwise.",
            metavar="SOURCE",
        ),
    ] = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    json: AsJson = False,
) -> None:
    """How often CIDEr agrees with people on which of two captions is nearer to the consensus.

    **Examples**

    - `cidernb consensus abstract50s`

    - `cidernb consensus abstract50s --variant paper-cider --references 5,10,48 --json`

    - `cidernb consensus`
    """
    from cidernb.commands import agreed

    choice = agreed.Choice(
        tuple(variant or ()), tuple(references or ()), order, ties, idf, num_images, tokenizer
    )
    agreed.run(folder, choice, json)
