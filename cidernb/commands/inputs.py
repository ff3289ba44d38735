"""What commands read: files, settings, image ids."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import IdfSource, Result, score
from cidernb.variant import PRESETS, Variant, as_variant

References = Annotated[
    Path,
    typer.Argument(
        help="References: COCO annotations, JSON {id: [captions]}, JSON lines, CSV or TSV; .gz too.",
        metavar="REFS",
    ),
]
Candidates = Annotated[
    Path,
    typer.Argument(
        help="Candidates: COCO results, JSON {id: caption}, JSON lines, CSV or TSV; .gz too.", metavar="CANDS"
    ),
]
Setting = Annotated[
    str,
    typer.Option(
        help="A preset, with changes behind commas: `code-cider,stemmer=plural,sigma=6`. Presets: "
        + ", ".join(PRESETS)
        + ". Fields: stemmer, tf, unseen, clipping, sigma, max_order, idf (corpus, none or a table's path)."
    ),
]
Tokenizer = Annotated[
    str,
    typer.Option(
        help="How captions become words: ptb (as the official scorers do), ptb-java, whitespace or "
        "characters, with switches behind +: `ptb+nobrackets`."
    ),
]
Image = Annotated[str | None, typer.Option(help="The image's id; without it, the mean over all.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON alone.")]
ToHtml = Annotated[Path | None, typer.Option("--html", help="Also write a page to this file.")]
ToPng = Annotated[Path | None, typer.Option("--png", help="Also write a picture to this file.")]
ToCsv = Annotated[Path | None, typer.Option("--csv", help="Also write the n-grams to this file.")]


class Files(NamedTuple):
    """Whether to print JSON, and what to write beside it."""

    json: bool
    html: Path | None
    png: Path | None
    csv: Path | None

    @property
    def written(self) -> tuple[Path | None, ...]:
        """The files to write."""
        return self.html, self.png, self.csv


def parse_setting(setting: str) -> tuple[str | Variant, IdfSource]:
    """The variant and the IDF source that a setting such as "code-cider,sigma=6,idf=none" names.

    Raises
    ------
    ValueError
        If the preset or a field does not exist, a value does not fit, or the table after "idf="
        cannot be read.

    Examples
    --------
    >>> variant, idf = parse_setting("code-cider,stemmer=plural,idf=none")
    >>> variant.stemmer, idf
    ('plural', 'none')
    """
    preset, *changes = (part.strip() for part in setting.split(","))
    variant = as_variant(preset)
    fields = {field.name for field in dataclasses.fields(Variant)} - {"order_weights"}
    idf: IdfSource = "corpus"
    values = {}
    for change in changes:
        name, equals, value = (part.strip() for part in change.partition("="))
        if name == "idf" and equals:
            idf = idf_source(value)
        elif name in fields and equals:
            values[name] = _value(name, value)
        else:
            raise ValueError(
                f"{change!r} in the setting {setting!r} is not one of {', '.join(sorted(fields))} or idf, "
                "with = and a value."
            )
    return (variant.replace(**values), idf) if values else (preset, idf)


def idf_source(source: str, num_images: int | None = None) -> IdfSource:
    """The IDF source that is named so: "corpus", "none", or the path of a table.

    Parameters
    ----------
    source : str
        The name or the path.
    num_images : int, optional
        |I| of the table, where its file does not say it or says it wrongly.

    Raises
    ------
    ValueError
        If there is no such source or file, or it cannot be read.
    """
    if source in ("corpus", "none"):
        return source
    if not Path(source).exists():
        raise ValueError(f"idf={source} is neither corpus nor none, nor is there a file of that name.")
    return DocumentFrequencies.load(source, num_images)


def _value(name: str, value: str) -> Any:
    if name not in ("sigma", "max_order", "scale"):
        return value
    if name == "sigma" and value == "none":
        return None
    try:
        return int(value) if name == "max_order" else float(value)
    except ValueError:
        raise ValueError(f"{name}={value} is not a number.") from None


def score_setting(images: EvaluationSet, setting: str, tokenizer: str) -> Result:
    """Score an evaluation set under a setting."""
    variant, idf = parse_setting(setting)
    return score(images, variant=variant, idf=idf, tokenizer=tokenizer)


def image_id(result: Result, name: str | None) -> Hashable | None:
    """The id that is written so: files may hold numbers where the command line holds text.

    Raises
    ------
    ValueError
        If there is no such image.
    """
    if name is None:
        return None
    for known in result.evaluation_set.ids:
        if str(known) == name:
            return known
    raise ValueError(f"There is no image {name!r} in the references.")
