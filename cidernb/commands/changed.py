"""What change and compare compute, print and write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cidernb.commands.inputs import Choice, Settings, image_id, read_images, score_images
from cidernb.commands.options import Files
from cidernb.commands.outputs import (
    images,
    message_of,
    moved,
    points,
    print_json,
    print_points,
    print_table,
    write_page,
    write_picture,
)
from cidernb.commands.terminal import say
from cidernb.commands.waiting import waiting
from cidernb.diagnosis.files import reading
from cidernb.explaining.change import Change, change
from cidernb.explaining.systems import SystemComparison, check_resamples, compare_systems
from cidernb.result import Result
from cidernb.views import changes, figures, parts
from cidernb.views.rendering import signed
from cidernb.whole_files import replacing

#: How many n-grams and images the tables on a terminal show.
SHOWN = 15

#: Shares of the time that the stages take, in percent.
_READING, _SCORING, _COMPARING = 30, 50, 20


def change_systems(
    references: Path,
    systems: tuple[Path, Path],
    resamples: int,
    setting: Settings,
    choice: Choice,
    files: Files,
) -> None:
    """Where system B beats system A, and why."""
    files.check([references, *systems])
    check_resamples(resamples)
    results = []
    with waiting() as work:
        (read,) = setting.read()
        for path in systems:
            with work.stage(f"reading {path.name}", _READING / 2):
                given = read_images(references, path, choice, setting.end_token)
            results.append(score_images(given, read, setting.tokenizer, work, _SCORING / 2))
        with work.stage("comparing", _COMPARING):
            compared = compare_systems(*results, resamples=resamples)
            between = compared.change
    first, second = compared.before, compared.after
    _write_change(between, first, second, files)
    if files.json:
        print_json(_compared(compared))
        return
    percent = f"{100 * compared.confidence:g} %"
    say(
        f"B minus A: {moved(compared.difference)} ({percent} interval {moved(compared.low)} to "
        f"{moved(compared.high)}; images drawn again, IDF as it is)",
        f"A {points(first.mean)}, B {points(second.mean)} of {second.variant.scale:g}, mean over the "
        f"{images(len(compared.ids))} compared",
        f"B wins on {images(compared.won)}, loses on {compared.lost}, ties on {compared.tied}",
        second.signature,
        *_set_aside(compared),
    )
    _print_ngrams(between)
    print_points("What B loses more than A, by reason", compared.losses, "reason", change=True)
    print_table(
        "The images that moved most",
        ["image", "B minus A"],
        [(image, moved(difference)) for image, difference in compared.moved_most(SHOWN)],
    )


def _set_aside(compared: SystemComparison) -> list[str]:
    """Which images the comparison leaves out, and where a system's captions were chosen or filled in."""
    lines = []
    if any(compared.left_out):
        only_a, only_b = map(len, compared.left_out)
        lines.append(
            f"Left out: {images(only_a)} that only A captioned, {only_b} that only B captioned. Means and "
            "IDF are over the others, the same for both."
        )
    for name, result in (("A", compared.before), ("B", compared.after)):
        lines += [f"{name}: {finding.severity}: {message_of(finding)}" for finding in reading(result)]
    return lines


def compare_settings(
    references: Path,
    candidates: Path | None,
    image: str | None,
    order: str | None,
    settings: Settings,
    choice: Choice,
    files: Files,
) -> None:
    """Which setting moved the score, through which n-grams."""
    files.check([references, candidates])
    with waiting() as work:
        read = settings.read()
        with work.stage("reading", _READING):
            given = read_images(references, candidates, choice, settings.end_token)
        old, new = (score_images(given, setting, settings.tokenizer, work, _SCORING / 2) for setting in read)
        causes = None if order is None else [cause.strip() for cause in order.split(",")]
        one = image_id(new, image)
        with work.stage("comparing", _COMPARING):
            between = change(old, new, one, causes)
    _write_change(between, old, new, files)
    if files.json:
        print_json(_settings_compared(between, old, new))
        return
    scale = new.variant.scale
    say(
        f"before {points(between.before)}, after {points(between.after)} of {scale:g}: "
        f"{moved(between.total)}",
        f"before {old.signature}",
        f"after  {new.signature}",
    )
    if old.variant.scale != scale:
        own = points(between.before * old.variant.scale / scale)
        say(
            f"Both sides are shown on the scale after, {scale:g}: before is {own} on its own scale, "
            f"{old.variant.scale:g}."
        )
    print_points("What moved it", between.by_cause, "cause", change=True)
    if between.stemming_steps is not None:
        steps = between.stemming_steps
        say(
            f"Stemming in two steps: document frequencies {moved(steps['document_frequencies'])}, "
            f"match {moved(steps['match'])}"
        )
    _print_ngrams(between)


def _write_change(between: Change, before: Result, after: Result, files: Files) -> None:
    if files.csv:
        with replacing(files.csv) as csv:
            between.to_csv(csv)
    if files.png:
        write_picture(files.png, figures.change_figure(between, before, after))
    if files.html:
        scale = after.variant.scale
        views = [
            changes.sides(between, scale),
            changes.causes(between, scale),
            changes.ngram_changes(between),
            parts.which(before),
            parts.which(after),
        ]
        write_page(files.html, f"{after.variant.name}: {signed(between.total)} of {scale:g} points", views)


def _print_ngrams(between: Change) -> None:
    rows = sorted(between.by_ngram.items(), key=lambda item: -abs(item[1]))[:SHOWN]
    title = f"The n-grams that moved it most ({len(rows)} of {len(between.ngrams)})"
    print_table(title, ["n-gram", "change"], [(ngram, moved(part)) for ngram, part in rows])


def _compared(compared: SystemComparison) -> dict[str, Any]:
    return {
        "signature": compared.after.signature,
        "images": len(compared.ids),
        "left_out": {
            side: list(ids) for side, ids in zip(("before", "after"), compared.left_out, strict=True)
        },
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
            {"image": image, "difference": difference}
            for image, difference in compared.moved_most(len(compared.ids))
        ],
    }


def _settings_compared(between: Change, before: Result, after: Result) -> dict[str, Any]:
    return {
        "signatures": [before.signature, after.signature],
        "image": between.image_id,
        "before": between.before,
        "after": between.after,
        "scale": after.variant.scale,
        "total": between.total,
        "by_cause": dict(between.by_cause),
        "by_ngram": dict(between.by_ngram),
        "table": {cause: dict(row) for cause, row in between.table.items()},
        "stemming_steps": None if between.stemming_steps is None else dict(between.stemming_steps),
    }
