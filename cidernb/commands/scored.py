"""What score computes, prints and writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from cidernb.commands.inputs import Choice, Settings, read_images, score_images
from cidernb.commands.options import Files
from cidernb.commands.outputs import finding_dict, images, points, print_findings, print_json, print_table
from cidernb.commands.terminal import say
from cidernb.commands.waiting import waiting
from cidernb.csv_files import write_csv
from cidernb.result import Result, score
from cidernb.variant import PRESETS
from cidernb.whole_files import replacing

#: Shares of the time that the stages take, in percent, as measured on 200,000 captions.
_READING, _SCORING, _CHECKING = 20, 70, 10


class Shown(NamedTuple):
    """What to print beside the mean."""

    all_presets: bool
    per_image: bool


def run(
    references: Path, candidates: Path | None, setting: Settings, choice: Choice, show: Shown, files: Files
) -> None:
    """Read, score, look for what misleads, write and print."""
    files.check([references, candidates])
    with waiting() as work:
        (read,) = setting.read()
        with work.stage("reading", _READING):
            given = read_images(references, candidates, choice, setting.end_token)
        result = score_images(given, read, setting.tokenizer, work, _SCORING)
        with work.stage("looking for what misleads", _CHECKING):
            findings = result.findings
        presets = _by_preset(result) if show.all_presets else {}
    if files.csv is not None:
        _write(files.csv, result, presets)
    if not files.json:
        _print(result, presets, show.per_image)
        print_findings(findings)
        return
    printed = _as_dict(result) | {"findings": [finding_dict(finding) for finding in findings]}
    if show.all_presets:
        printed["presets"] = {name: _as_dict(scored) for name, scored in presets.items()}
    if show.per_image:
        printed["per_image"] = [{"image": i, "score": value} for i, value in result.per_image.items()]
    print_json(printed)


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
        say(*(f"{points(value):>9}  {i}" for i, value in result.per_image.items()))
    say(
        f"{result.variant.name} {points(result.mean)} of {result.variant.scale:g} "
        f"({100 * result.mean:.2f} as tables print it), mean over {images(len(result.scores))}"
    )
    say(result.signature)
    say(result.methods_sentence())
    if presets:
        rows = [
            (name, points(scored.mean), f"{scored.variant.scale:g}", f"{100 * scored.mean:.2f}")
            for name, scored in presets.items()
        ]
        print_table("By preset", ["preset", "mean", "of", "x 100"], rows)
        left_out = [name for name in PRESETS if name not in presets]
        if left_out:
            say(f"Not with this table: {', '.join(left_out)}")


def _write(path: Path, result: Result, presets: dict[str, Result]) -> None:
    """Each image's score, or its scores by preset."""
    columns = {name: scored.scores for name, scored in presets.items()} or {"score": result.scores}
    rows = zip(result.evaluation_set.ids, *(scores.tolist() for scores in columns.values()), strict=True)
    with replacing(path) as temporary, open(temporary, "w", newline="", encoding="utf-8") as file:
        write_csv(file, ["image", *columns], rows)
