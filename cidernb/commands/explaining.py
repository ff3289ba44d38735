"""explain, change and compare: where points come from, go to, and what moves them.

What they compute with and print is imported inside them, so that help comes at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from cidernb.commands.options import (
    SETTING,
    AsJson,
    Candidates,
    Duplicates,
    EndToken,
    Extra,
    Files,
    Idf,
    Image,
    Missing,
    NumImages,
    References,
    Setting,
    SystemA,
    SystemB,
    ToCsv,
    ToHtml,
    Tokenizer,
    ToPng,
)


def explain(
    references: References,
    candidates: Candidates = None,
    image: Image = None,
    variant: Setting = "code-cider-d",
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    end_token: EndToken = None,
    missing: Missing = "error",
    extra: Extra = "error",
    duplicates: Duplicates = "error",
    json: AsJson = False,
    html: ToHtml = None,
    png: ToPng = None,
    csv: ToCsv = None,
) -> None:
    """What a score is made of: points by n-gram, and where the other points went.

    A contribution is what an n-gram earns; contributions add up to the score. A removal effect is what the
    score would change by without the n-gram: its points go, and what is left of the caption counts for
    more. One may be near 0 beside a large contribution, and they do not add up.

    In Python: `cidernb.contributions` and `cidernb.losses`.

    **Examples**

    - `cidernb explain refs.json cands.json --image 42`

    - `cidernb explain refs.json cands.json --variant code-cider,sigma=6 --html page.html`
    """
    from cidernb.commands import explained, inputs

    explained.run(
        references,
        candidates,
        image,
        inputs.Settings((variant,), idf, num_images, tokenizer, end_token),
        inputs.Choice(missing, extra, duplicates),
        Files(json, html, png, csv),
    )


def change(
    references: References,
    a: SystemA,
    b: SystemB,
    variant: Setting = "code-cider-d",
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    end_token: EndToken = None,
    missing: Missing = "error",
    extra: Extra = "error",
    duplicates: Duplicates = "error",
    resamples: Annotated[int, typer.Option(help="Bootstrap resamples of the images.")] = 2000,
    json: AsJson = False,
    html: ToHtml = None,
    png: ToPng = None,
    csv: ToCsv = None,
) -> None:
    """Two systems on the same references: where B beats A, and why.

    They are compared over the images that both captioned, by one IDF. For one system under two settings
    there is `cidernb compare`. In Python: `cidernb.compare_systems`.

    **Examples**

    - `cidernb change refs.json a.json b.json`

    - `cidernb change refs.json a.json b.json --csv ngrams.csv --html page.html`
    """
    from cidernb.commands import changed, inputs

    changed.change_systems(
        references,
        (a, b),
        resamples,
        inputs.Settings((variant,), idf, num_images, tokenizer, end_token),
        inputs.Choice(missing, extra, duplicates),
        Files(json, html, png, csv),
    )


def compare(
    references: References,
    candidates: Candidates = None,
    before: Annotated[str, typer.Option(help=f"The first setting. {SETTING}")] = "code-cider",
    after: Annotated[str, typer.Option(help="The second setting, written as the first.")] = "code-cider-d",
    image: Image = None,
    order: Annotated[
        str | None, typer.Option(help="Causes in the order to switch them, with commas: a waterfall.")
    ] = None,
    idf: Idf = None,
    num_images: NumImages = None,
    tokenizer: Tokenizer = "ptb",
    end_token: EndToken = None,
    missing: Missing = "error",
    extra: Extra = "error",
    duplicates: Duplicates = "error",
    json: AsJson = False,
    html: ToHtml = None,
    png: ToPng = None,
    csv: ToCsv = None,
) -> None:
    """Two settings on the same captions: which setting moved the score, through which n-grams.

    Both sides are shown on the scale of the setting after. For two systems there is `cidernb change`. In
    Python: `cidernb.change`.

    **Examples**

    - `cidernb compare refs.json cands.json --before paper-cider --after code-cider-d`

    - `cidernb compare refs.json cands.json --after code-cider-d,idf=none --image 42`
    """
    from cidernb.commands import changed, inputs

    changed.compare_settings(
        references,
        candidates,
        image,
        order,
        inputs.Settings((before, after), idf, num_images, tokenizer, end_token),
        inputs.Choice(missing, extra, duplicates),
        Files(json, html, png, csv),
    )
