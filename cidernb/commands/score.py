"""score: the number, with all that belongs to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.inputs import AsJson, References, Setting

OptionalCandidates = Annotated[
    Path | None,
    typer.Argument(
        help="Candidates: COCO results, JSON {id: caption}, JSON lines, CSV or TSV; .gz too. Without it, "
        "the first file holds both sides.",
        metavar="CANDS",
    ),
]
Tokenizer = Annotated[str, typer.Option(help="How captions become words: ptb, whitespace, characters.")]
Idf = Annotated[
    str | None, typer.Option(help="IDF source: corpus, none, or the path of a table.", metavar="SOURCE")
]
NumImages = Annotated[
    int | None,
    typer.Option(help="The table's number of images, where its file does not say it.", metavar="N"),
]


def score(
    references: References,
    candidates: OptionalCandidates = None,
    variant: Setting = "code-cider-d",
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    all_presets: Annotated[bool, typer.Option("--all", help="Score by every preset, in one table.")] = False,
    per_image: Annotated[bool, typer.Option("--per-image", help="Print each image's score too.")] = False,
    missing: Annotated[str, typer.Option(help="Images without a candidate: error, drop or zero.")] = "error",
    extra: Annotated[str, typer.Option(help="Candidates without references: error or drop.")] = "error",
    duplicates: Annotated[
        str, typer.Option(help="Images with several candidates: error, first or last.")
    ] = "error",
    json: AsJson = False,
    csv: Annotated[Path | None, typer.Option("--csv", help="Also write each image's score here.")] = None,
) -> None:
    """Score captions: the mean, its signature, and in which ways it misleads.

    **Examples**

    - `cidernb score refs.json cands.json`

    - `cidernb score refs.json cands.json --all --csv scores.csv`

    - `cidernb score captions.csv --missing zero --variant code-cider,sigma=6`

    - `cidernb score refs.json.gz cands.jsonl --idf coco.p --per-image`
    """
    from cidernb.commands import scored

    scored.run(
        references,
        candidates,
        scored.Setting(variant, idf, num_images, tokenizer),
        scored.Choice(missing, extra, duplicates),
        scored.Output(all_presets, per_image, json, csv),
    )
