"""explain, change and compare: where points come from, go to, and what moves them.

What they compute with and print is imported inside them, so that help comes at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cidernb.commands.inputs import (
    AsJson,
    Candidates,
    Files,
    Image,
    References,
    Setting,
    ToCsv,
    ToHtml,
    Tokenizer,
    ToPng,
)


def explain(
    references: References,
    candidates: Candidates,
    image: Image = None,
    variant: Setting = "code-cider-d",
    tokenizer: Tokenizer = "ptb",
    json: AsJson = False,
    html: ToHtml = None,
    png: ToPng = None,
    csv: ToCsv = None,
) -> None:
    """What a score is made of: points by n-gram, and where the other points went.

    **Examples**

    - `cidernb explain refs.json cands.json --image 42`

    - `cidernb explain refs.json cands.json --variant code-cider,sigma=6 --html page.html`
    """
    from cidernb.commands import reports

    reports.explain(references, candidates, image, variant, tokenizer, Files(json, html, png, csv))


def change(
    references: References,
    a: Annotated[Path, typer.Argument(help="System A's captions.", metavar="A")],
    b: Annotated[Path, typer.Argument(help="System B's captions.", metavar="B")],
    variant: Setting = "code-cider-d",
    tokenizer: Tokenizer = "ptb",
    resamples: Annotated[int, typer.Option(help="Bootstrap resamples of the images.")] = 2000,
    json: AsJson = False,
    html: ToHtml = None,
    png: ToPng = None,
    csv: ToCsv = None,
) -> None:
    """Two systems on the same references: where B beats A, and why.

    **Examples**

    - `cidernb change refs.json a.json b.json`

    - `cidernb change refs.json a.json b.json --csv ngrams.csv --html page.html`
    """
    from cidernb.commands import reports

    reports.change_systems(references, a, b, variant, tokenizer, resamples, Files(json, html, png, csv))


def compare(
    references: References,
    candidates: Candidates,
    before: Setting = "code-cider",
    after: Setting = "code-cider-d",
    image: Image = None,
    order: Annotated[
        str | None, typer.Option(help="Causes in the order to switch them, with commas: a waterfall.")
    ] = None,
    tokenizer: Tokenizer = "ptb",
    json: AsJson = False,
    html: ToHtml = None,
    png: ToPng = None,
    csv: ToCsv = None,
) -> None:
    """Two settings on the same captions: which setting moved the score, through which n-grams.

    **Examples**

    - `cidernb compare refs.json cands.json --before paper-cider --after code-cider-d`

    - `cidernb compare refs.json cands.json --after code-cider-d,idf=none --image 42`
    """
    from cidernb.commands import reports

    reports.compare_settings(
        references, candidates, (before, after), image, order, tokenizer, Files(json, html, png, csv)
    )
