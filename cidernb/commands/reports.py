"""What explain, change and compare compute, print and write."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from pathlib import Path
from typing import Any

import typer

from cidernb.commands.inputs import Files, image_id, score_setting
from cidernb.commands.outputs import (
    finding_dict,
    print_findings,
    print_json,
    print_points,
    print_table,
    write_page,
)
from cidernb.evaluation_set import EvaluationSet
from cidernb.explaining.change import Change, change
from cidernb.explaining.contributions import Contributions, contributions
from cidernb.explaining.losses import losses
from cidernb.explaining.systems import SystemComparison, compare_systems
from cidernb.result import Result
from cidernb.views import changes, figures, parts
from cidernb.views.rendering import number, signed
from cidernb.whole_files import refuse_overwriting, replacing

#: How many n-grams and images the tables on a terminal show.
SHOWN = 15


def explain(
    references: Path, candidates: Path, image: str | None, variant: str, tokenizer: str, files: Files
) -> None:
    """What a score is made of, and where the other points went."""
    refuse_overwriting([references, candidates], files.written)
    result = score_setting(EvaluationSet.from_coco(references, candidates), variant, tokenizer)
    one = image_id(result, image)
    shares, lost = contributions(result, one), losses(result, one)
    if files.csv:
        with replacing(files.csv) as csv:
            shares.to_csv(csv)
    if files.png:
        figure = figures.contributions_figure(result, shares)
        with replacing(files.png) as png:
            figures.save_png(figure, png)
    if files.html:
        write_page(files.html, _title(result, one, shares.score), parts.summary(result, one))
    if files.json:
        print_json(_explained(result, one, shares))
        return
    typer.echo(_title(result, one, shares.score))
    typer.echo(result.signature)
    rows = sorted(shares.table, key=lambda row: -row.contribution)
    print_table(
        f"What earns the score (the first {SHOWN} of {len(rows)} n-grams)"
        if len(rows) > SHOWN
        else "What earns it",
        ["n-gram", "count", "df", "IDF", "contribution", "removal effect"],
        [
            (
                row.ngram,
                row.count,
                "-" if row.df is None else row.df,
                number(row.idf),
                number(row.contribution),
                signed(row.removal_effect),
            )
            for row in rows[:SHOWN]
        ],
    )
    print_points("Where the other points went", lost, "reason")
    print_findings(result.findings)


def change_systems(
    references: Path, a: Path, b: Path, variant: str, tokenizer: str, resamples: int, files: Files
) -> None:
    """Where system B beats system A, and why."""
    refuse_overwriting([references, a, b], files.written)
    first, second = (
        score_setting(EvaluationSet.from_files(references, path), variant, tokenizer) for path in (a, b)
    )
    compared = compare_systems(first, second, resamples=resamples)
    _write_change(compared.change, first, second, files)
    if files.json:
        print_json(_compared(compared))
        return
    percent = f"{100 * compared.confidence:g} %"
    typer.echo(
        f"B minus A: {signed(compared.difference)} ({percent} interval {signed(compared.low)} to "
        f"{signed(compared.high)}; images drawn again, IDF as it is)"
    )
    typer.echo(f"A {number(first.mean)}, B {number(second.mean)} of {second.variant.scale:g}")
    typer.echo(f"B wins on {compared.won} images, loses on {compared.lost}, ties on {compared.tied}")
    typer.echo(second.signature)
    _print_ngrams(compared.change)
    print_points("What B loses more than A, by reason", compared.losses, "reason", change=True)
    print_table(
        "The images that moved most",
        ["image", "B minus A"],
        [(moved, signed(points)) for moved, points in compared.moved_most(SHOWN)],
    )


def compare_settings(
    references: Path,
    candidates: Path,
    settings: tuple[str, str],
    image: str | None,
    order: str | None,
    tokenizer: str,
    files: Files,
) -> None:
    """Which setting moved the score, through which n-grams."""
    refuse_overwriting([references, candidates], files.written)
    images = EvaluationSet.from_coco(references, candidates)
    old, new = (score_setting(images, setting, tokenizer) for setting in settings)
    causes = None if order is None else [cause.strip() for cause in order.split(",")]
    moved = change(old, new, image_id(new, image), causes)
    _write_change(moved, old, new, files)
    if files.json:
        print_json(_settings_compared(moved, old, new))
        return
    typer.echo(
        f"before {number(moved.before)}, after {number(moved.after)} of {new.variant.scale:g}: "
        f"{signed(moved.total)}"
    )
    typer.echo(f"before {old.signature}")
    typer.echo(f"after  {new.signature}")
    print_points("What moved it", moved.by_cause, "cause", change=True)
    if moved.stemming_steps is not None:
        steps = moved.stemming_steps
        typer.echo(
            f"Stemming in two steps: document frequencies {signed(steps['document_frequencies'])}, "
            f"match {signed(steps['match'])}"
        )
    _print_ngrams(moved)


def _write_change(moved: Change, before: Result, after: Result, files: Files) -> None:
    if files.csv:
        with replacing(files.csv) as csv:
            moved.to_csv(csv)
    if files.png:
        with replacing(files.png) as png:
            figures.save_png(figures.change_figure(moved, before, after), png)
    if files.html:
        scale = after.variant.scale
        views = [
            changes.sides(moved, scale),
            changes.causes(moved, scale),
            changes.ngram_changes(moved),
            parts.which(before),
            parts.which(after),
        ]
        write_page(files.html, f"{after.variant.name}: {signed(moved.total)} of {scale:g} points", views)


def _print_ngrams(moved: Change) -> None:
    rows = sorted(moved.by_ngram.items(), key=lambda item: -abs(item[1]))[:SHOWN]
    title = f"The n-grams that moved it most ({len(rows)} of {len(moved.ngrams)})"
    print_table(title, ["n-gram", "change"], [(ngram, signed(points)) for ngram, points in rows])


def _title(result: Result, one: Hashable | None, points: float) -> str:
    of = f"mean over {len(result.scores)} images" if one is None else f"image {one}"
    return f"{result.variant.name} {number(points)} of {result.variant.scale:g}, {of}"


def _explained(result: Result, one: Hashable | None, shares: Contributions) -> dict[str, Any]:
    return {
        "signature": result.signature,
        "image": one,
        "score": shares.score,
        "scale": result.variant.scale,
        "ngrams": [dataclasses.asdict(row) for row in shares.table],
        "by_order": dict(shares.by_order),
        "losses": dict(losses(result, one)),
        "findings": [finding_dict(finding) for finding in result.findings],
    }


def _compared(compared: SystemComparison) -> dict[str, Any]:
    return {
        "signature": compared.after.signature,
        "images": len(compared.ids),
        "before": compared.before.mean,
        "after": compared.after.mean,
        "difference": compared.difference,
        "interval": [compared.low, compared.high],
        "confidence": compared.confidence,
        "won": compared.won,
        "lost": compared.lost,
        "tied": compared.tied,
        "by_ngram": dict(compared.change.by_ngram),
        "losses": dict(compared.losses),
        "moved_most": [
            {"image": image, "difference": points} for image, points in compared.moved_most(len(compared.ids))
        ],
    }


def _settings_compared(moved: Change, before: Result, after: Result) -> dict[str, Any]:
    return {
        "signatures": [before.signature, after.signature],
        "image": moved.image_id,
        "before": moved.before,
        "after": moved.after,
        "total": moved.total,
        "by_cause": dict(moved.by_cause),
        "by_ngram": dict(moved.by_ngram),
        "table": {cause: dict(row) for cause, row in moved.table.items()},
        "stemming_steps": None if moved.stemming_steps is None else dict(moved.stemming_steps),
    }
