"""score: the number, with all that belongs to it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.options import (
    CSV,
    AsJson,
    Candidates,
    Duplicates,
    EndToken,
    Extra,
    Files,
    Idf,
    Missing,
    NumImages,
    References,
    Setting,
    Tokenizer,
    no_standard_output,
)

ToCsv = Annotated[
    Path | None,
    typer.Option("--csv", help=CSV.format("each image's score"), callback=no_standard_output),
]


def score(
    references: References,
    candidates: Candidates = None,
    variant: Setting = "code-cider-d",
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    end_token: EndToken = None,
    all_presets: Annotated[bool, typer.Option("--all", help="Score by every preset, in one table.")] = False,
    per_image: Annotated[bool, typer.Option("--per-image", help="Print each image's score too.")] = False,
    missing: Missing = "error",
    extra: Extra = "error",
    duplicates: Duplicates = "error",
    json: AsJson = False,
    csv: ToCsv = None,
) -> None:
    """Score captions: the mean, its signature, and in which ways it misleads.

    In Python: `cidernb.score`.

    **Examples**

    - `cidernb score refs.json cands.json`

    - `cidernb score refs.json cands.json --all --csv scores.csv`

    - `cidernb score captions.csv --missing zero --variant code-cider,sigma=6`

    - `cidernb score refs.json.gz cands.jsonl --idf coco.p --per-image`
    """
    from cidernb.commands import inputs, scored

    scored.run(
        references,
        candidates,
        inputs.Settings((variant,), idf, num_images, tokenizer, end_token),
        inputs.Choice(missing, extra, duplicates),
        scored.Shown(all_presets, per_image),
        Files(json, csv=csv),
    )
