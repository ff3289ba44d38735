"""What score computes, prints and writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import typer

from cidernb.commands.inputs import idf_source, parse_setting
from cidernb.commands.outputs import finding_dict, print_findings, print_json, print_table
from cidernb.commands.waiting import Waiting, waiting
from cidernb.csv_files import write_csv
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import IdfSource, Result, score
from cidernb.tokenizers import check_tokenizer
from cidernb.variant import PRESETS, Variant, as_variant
from cidernb.whole_files import refuse_overwriting, replacing

#: Shares of the time that the stages take, in percent, as measured on 200,000 captions.
_READING, _SPLITTING, _SCORING, _CHECKING = 20, 50, 20, 10


class Setting(NamedTuple):
    """Which CIDEr, as the command line names it."""

    variant: str
    idf: str | None
    num_images: int | None
    tokenizer: str

    def read(self) -> tuple[str | Variant, IdfSource]:
        """The variant and the IDF source; a table is read.

        Raises
        ------
        ValueError
            If one of the three does not exist.
        """
        check_tokenizer(self.tokenizer)
        variant, idf = parse_setting(self.variant)
        return variant, idf if self.idf is None else idf_source(self.idf, self.num_images)


class Choice(NamedTuple):
    """What to do with images that the two sides do not share; see `cidernb.readers.Choices`."""

    missing: str
    extra: str
    duplicates: str


class Output(NamedTuple):
    """What to print, and where to write each image's score."""

    all_presets: bool
    per_image: bool
    json: bool
    csv: Path | None


def run(references: Path, candidates: Path | None, setting: Setting, choice: Choice, output: Output) -> None:
    """Read, score, look for what misleads, write and print."""
    refuse_overwriting([references, candidates], [output.csv])
    with waiting() as work:
        variant, idf = setting.read()
        with work.stage("reading", _READING):
            images = EvaluationSet.from_files(
                references,
                candidates,
                **choice._asdict(),
            )
        result = _scored(images, variant, idf, setting.tokenizer, work)
        with work.stage("looking for what misleads", _CHECKING):
            findings = result.findings
        presets = _by_preset(result) if output.all_presets else {}
    if output.csv is not None:
        _write(output.csv, result, presets)
    if not output.json:
        _print(result, presets, output.per_image)
        print_findings(findings)
        return
    shown = _as_dict(result) | {"findings": [finding_dict(finding) for finding in findings]}
    if output.all_presets:
        shown["presets"] = {name: _as_dict(scored) for name, scored in presets.items()}
    if output.per_image:
        shown["per_image"] = [{"image": i, "score": points} for i, points in result.per_image.items()]
    print_json(shown)


def _scored(
    images: EvaluationSet, variant: str | Variant, idf: IdfSource, tokenizer: str, work: Waiting
) -> Result:
    captions = len(images) + sum(map(len, images.references.values()))
    chosen = as_variant(variant)
    with work.stage(f"splitting {captions} captions into words", _SPLITTING, captions):
        images.encoding(tokenizer, chosen.stemmer, chosen.max_order)
    with work.stage("scoring", _SCORING):
        return score(images, variant=variant, idf=idf, tokenizer=tokenizer)


def _by_preset(result: Result) -> dict[str, Result]:
    """The same captions under every preset that can take this IDF source."""
    scored = {}
    for name in PRESETS:
        try:
            scored[name] = score(
                result.evaluation_set, variant=name, idf=result.idf, tokenizer=result.tokenizer
            )
        except ValueError:  # coco-caption takes no table, and a table is of one stemmer
            continue
    return scored


def _as_dict(result: Result) -> dict[str, Any]:
    return {
        "signature": result.signature,
        "methods": result.methods_sentence(),
        "images": len(result.scores),
        "mean": result.mean,
        "times_100": 100 * result.mean,
        "scale": result.variant.scale,
    }


def _print(result: Result, presets: dict[str, Result], per_image: bool) -> None:
    if per_image:
        typer.echo("\n".join(f"{points:9.4f}  {_on_a_line(i)}" for i, points in result.per_image.items()))
    typer.echo(
        f"{result.variant.name} {result.mean:.4f} of {result.variant.scale:g} "
        f"({100 * result.mean:.2f} as tables print it), mean over {len(result.scores)} images"
    )
    typer.echo(result.signature)
    typer.echo(result.methods_sentence())
    if presets:
        rows = [
            (name, f"{scored.mean:.4f}", f"{scored.variant.scale:g}", f"{100 * scored.mean:.2f}")
            for name, scored in presets.items()
        ]
        print_table("By preset", ["preset", "mean", "of", "x 100"], rows)
        left_out = [name for name in PRESETS if name not in presets]
        if left_out:
            typer.echo(f"Not with this table: {', '.join(left_out)}")


def _on_a_line(image_id: object) -> str:
    """An id as it is, unless it would break the line or command the terminal."""
    return text if (text := str(image_id)).isprintable() else repr(image_id)


def _write(path: Path, result: Result, presets: dict[str, Result]) -> None:
    """Each image's score, or its scores by preset."""
    columns = {name: scored.scores for name, scored in presets.items()} or {"score": result.scores}
    rows = zip(result.evaluation_set.ids, *(scores.tolist() for scores in columns.values()), strict=True)
    with replacing(path) as temporary, open(temporary, "w", newline="", encoding="utf-8") as file:
        write_csv(file, ["image", *columns], rows)
