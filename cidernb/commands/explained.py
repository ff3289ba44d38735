"""What explain computes, prints and writes."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from pathlib import Path
from typing import Any

from cidernb.commands.inputs import Choice, Settings, image_id, read_images, score_images
from cidernb.commands.options import Files
from cidernb.commands.outputs import (
    finding_dict,
    images,
    moved,
    points,
    print_findings,
    print_json,
    print_points,
    print_table,
    short,
    write_page,
    write_picture,
)
from cidernb.commands.terminal import say
from cidernb.commands.waiting import waiting
from cidernb.diagnosis.finding import some
from cidernb.explaining.contributions import Contributions, contributions
from cidernb.explaining.losses import losses
from cidernb.plain_text import shortened, visible
from cidernb.result import Result
from cidernb.views import figures, parts
from cidernb.whole_files import replacing

#: How many n-grams the table on a terminal shows.
SHOWN = 15

#: Shares of the time that the stages take, in percent.
_READING, _SCORING, _EXPLAINING = 30, 50, 20


def run(
    references: Path,
    candidates: Path | None,
    image: str | None,
    setting: Settings,
    choice: Choice,
    files: Files,
) -> None:
    """What a score is made of, and where the other points went."""
    files.check([references, candidates])
    with waiting() as work:
        (read,) = setting.read()
        with work.stage("reading", _READING):
            given = read_images(references, candidates, choice, setting.end_token)
        result = score_images(given, read, setting.tokenizer, work, _SCORING)
        one = image_id(result, image)
        with work.stage("explaining", _EXPLAINING):
            shares, lost = contributions(result, one), losses(result, one)
    if files.csv:
        with replacing(files.csv) as csv:
            shares.to_csv(csv)
    if files.png:
        write_picture(files.png, figures.contributions_figure(result, shares))
    if files.html:
        write_page(files.html, _title(result, one), parts.summary(result, one))
    if files.json:
        print_json(_explained(result, one, shares))
        return
    say(_title(result, one), result.signature)
    _print_contributions(shares)
    print_points("Where the other points went", lost, "reason")
    _print_findings(result, one)


def _print_contributions(shares: Contributions) -> None:
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
                points(row.idf),
                points(row.contribution),
                moved(row.removal_effect),
            )
            for row in rows[:SHOWN]
        ],
    )
    say(
        "Contribution: the points that an n-gram earns; they add up to the score. Removal effect: what the "
        "score would change by without the n-gram, for what is left then counts for more; they do not add up."
    )


def _print_findings(result: Result, one: Hashable | None) -> None:
    """The findings on the set; for one image those that name it, those on the whole, and how many else."""
    if one is None:
        print_findings(result.findings)
        return
    on_it = [finding for finding in result.findings if one in finding.image_ids]
    on_all = [finding for finding in result.findings if not finding.image_ids]
    if on_it:
        say(f"Findings on the set that concern image {short(one)} among others:")
        print_findings(on_it)
    if on_all:
        say("Findings on the whole set:")
        print_findings(on_all)
    others = len(result.findings) - len(on_it) - len(on_all)
    if others:
        say(f"{some(others, 'finding is', 'findings are')} on other images; 'cidernb diagnose' shows all.")


def _score(result: Result, one: Hashable | None) -> float:
    """The score as every command gives it; contributions add up to it but for rounding."""
    return result.mean if one is None else result.per_image[one]


def _title(result: Result, one: Hashable | None) -> str:
    of = f"mean over {images(len(result.scores))}" if one is None else f"image {visible(shortened(str(one)))}"
    return f"{result.variant.name} {points(_score(result, one))} of {result.variant.scale:g}, {of}"


def _explained(result: Result, one: Hashable | None, shares: Contributions) -> dict[str, Any]:
    return {
        "signature": result.signature,
        "image": one,
        "score": _score(result, one),
        "scale": result.variant.scale,
        "ngrams": [dataclasses.asdict(row) for row in shares.table],
        "by_order": dict(shares.by_order),
        "losses": dict(losses(result, one)),
        "findings": [finding_dict(finding) for finding in result.findings],
    }
