"""What diagnose computes and prints."""

from __future__ import annotations

from pathlib import Path

from rich.padding import Padding
from rich.text import Text

from cidernb.commands.inputs import Settings
from cidernb.commands.outputs import console, finding_dict, images, message_of, points, print_json, short
from cidernb.commands.terminal import say
from cidernb.commands.waiting import waiting
from cidernb.diagnosis import Finding
from cidernb.diagnosis.finding import in_order
from cidernb.diagnosis.of_files import diagnose_files
from cidernb.image_ids import listed

_COLOURS = {"error": "bold red", "warning": "bold yellow", "info": "bold cyan"}


def run(references: Path, candidates: Path | None, setting: Settings, json: bool) -> None:
    """Read, look for everything that misleads, and print it."""
    ((variant, idf),) = setting.read()
    with waiting() as work, work.stage("diagnosing", 100):
        found, result = diagnose_files(
            references,
            candidates,
            variant=variant,
            idf=idf,
            tokenizer=setting.tokenizer,
            end_token=setting.end_token,
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
        of = f"{result.variant.scale:g}, mean over {images(len(result.scores))}"
        say(f"{result.variant.name} {points(result.mean)} of {of}", result.signature, "")
    for finding in findings:
        _print(finding)
    counts = {severity: sum(f.severity == severity for f in findings) for severity in _COLOURS}
    say(", ".join(f"{severity}: {number}" for severity, number in counts.items()))


def _print(finding: Finding) -> None:
    out = console()
    out.print(Text.assemble((finding.severity, _COLOURS[finding.severity]), " ", (finding.code, "bold")))
    lines = [message_of(finding)]
    if finding.evidence:
        lines.append("evidence: " + ", ".join(f"{name} {_shown(v)}" for name, v in finding.evidence.items()))
    if finding.image_ids:
        lines.append(short(listed(finding.image_ids)))
    out.print(Padding(Text("\n".join(lines)), (0, 0, 1, 2)))


def _shown(value: object) -> str:
    return f"{value:.4g}" if isinstance(value, float) else short(value)
