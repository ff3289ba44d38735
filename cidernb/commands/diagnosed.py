"""What diagnose computes and prints."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.padding import Padding
from rich.text import Text

from cidernb.commands.outputs import console, finding_dict, print_json
from cidernb.commands.scored import Setting
from cidernb.commands.waiting import waiting
from cidernb.diagnosis import Finding
from cidernb.diagnosis.finding import in_order
from cidernb.diagnosis.of_files import diagnose_files
from cidernb.validation import listed

_COLOURS = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}


def run(references: Path, candidates: Path | None, setting: Setting, json: bool) -> None:
    """Read, look for everything that misleads, and print it."""
    variant, idf = setting.read()
    with waiting() as work, work.stage("diagnosing", 100):
        found, result = diagnose_files(
            references, candidates, variant=variant, idf=idf, tokenizer=setting.tokenizer
        )
    findings = in_order(found)
    if json:
        print_json(
            {
                "signature": None if result is None else result.signature,
                "images": 0 if result is None else len(result.scores),
                "mean": None if result is None else result.mean,
                "findings": [finding_dict(finding) for finding in findings],
            }
        )
        return
    if result is not None:
        number, of = len(result.scores), result.variant.scale
        typer.echo(f"{result.variant.name} {result.mean:.4f} of {of:g}, mean over {number} images")
        typer.echo(f"{result.signature}\n")
    for finding in findings:
        _print(finding)
    counts = {severity: sum(f.severity == severity for f in findings) for severity in _COLOURS}
    typer.echo(", ".join(f"{severity}: {number}" for severity, number in counts.items()))


def _print(finding: Finding) -> None:
    out = console()
    out.print(Text.assemble((finding.severity, _COLOURS[finding.severity]), " ", (finding.code, "bold")))
    lines = [finding.message]
    if finding.evidence:
        lines.append("evidence: " + ", ".join(f"{name} {_shown(v)}" for name, v in finding.evidence.items()))
    if finding.image_ids:
        lines.append(listed(finding.image_ids))
    out.print(Padding(Text("\n".join(lines)), (0, 0, 1, 2)))


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    # A word of a caption must not command the terminal.
    return text if (text := str(value)).isprintable() else repr(value)
