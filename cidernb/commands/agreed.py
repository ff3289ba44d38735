"""What consensus computes and prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

from cidernb.commands.inputs import ReadSetting, read_settings
from cidernb.commands.outputs import images, print_json, print_table
from cidernb.commands.terminal import say
from cidernb.commands.waiting import waiting
from cidernb.diagnosis.finding import some
from cidernb.studies import published
from cidernb.studies.people.agreement import REPORTED, Agreement, Ties, measure
from cidernb.studies.people.readers import read_study
from cidernb.studies.people.study import Study
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.tokenizers import check_tokenizer
from cidernb.variant import Variant

#: The share of the time that reading takes, in percent.
_READING = 50

#: What the kinds of pairs are, in the paper's section 6.
_KINDS = {
    "HC": "two captions that people wrote of the image",
    "HI": "one that people wrote of the image, one that they wrote of another",
    "HM": "one by a person, one by a machine",
    "MM": "two by machines",
}

#: The sources of IDF that are no tables.
_SOURCES = ("corpus", "recomputed", "none")

_SIMULATED = "No person judged these pairs: simulated judges did, and nothing follows for people."


class Choice(NamedTuple):
    """What to measure."""

    variants: tuple[str, ...]
    references: tuple[str, ...]
    order: int | None
    ties: str
    idf: str | None
    num_images: int | None
    tokenizer: str


def run(folder: Path | None, choice: Choice, as_json: bool) -> None:
    """Read the study, hold every variant against its votes, and print."""
    check_tokenizer(choice.tokenizer)
    if choice.ties not in get_args(Ties):
        raise ValueError(f"ties is {choice.ties!r}; choose one of {', '.join(get_args(Ties))}.")
    settings = choice.variants or REPORTED
    counts = _counts(choice.references)
    read = dict(zip(settings, read_settings(settings, choice.idf, choice.num_images, _SOURCES), strict=True))
    with waiting() as work:
        with work.stage("reading", _READING):
            study = synthetic_study() if folder is None else read_study(folder)
        rows: list[Agreement] = []
        for setting, (variant, source) in read.items():
            with work.stage(f"comparing by {setting}", (100 - _READING) / len(read)):
                rows += [_measured(study, setting, variant, source, count, choice) for count in counts]
    if as_json:
        described = {"study": study.name, "idf": choice.idf or "corpus", "tokenizer": choice.tokenizer}
        print_json([row.as_dict() | described for row in rows])
    else:
        _print(study, rows, choice)
        _print_kinds(study, read, choice)
        _print_paper(study, rows)


def _measured(
    study: Study, setting: str, variant: str | Variant, source: Any, count: int | None, choice: Choice
) -> Agreement:
    row = measure(
        study,
        variant,
        references=count,
        idf=source,
        tokenizer=choice.tokenizer,
        ties=cast(Ties, choice.ties),
        order=choice.order,
    )
    return replace(row, variant=setting if choice.order is None else f"{setting}, order {choice.order}")


def _counts(given: Sequence[str]) -> list[int | None]:
    """The numbers that are named, with commas between or one by one; all references for none."""
    counts: list[int | None] = []
    for number in ",".join(given).split(",") if given else ():
        if not number.strip().isdecimal() or int(number) < 1:
            raise ValueError(f"--references holds {number!r}; give numbers of 1 or more, such as 5,10,48.")
        counts.append(int(number))
    return counts or [None]


def _print(study: Study, rows: list[Agreement], choice: Choice) -> None:
    judged = len({pair.image for pair in study.pairs})
    say(
        f"{study.name}: {some(len(study.pairs), 'pair', 'pairs')} on {images(judged)}, up to "
        f"{some(study.most, 'reference', 'references')}, {images(len(study.references))} in the data set"
    )
    if study.simulated:
        say(_SIMULATED)
    own = ", or as the variant names it" if any("idf=" in row.variant for row in rows) else ""
    tied = rows[0].people_tied
    say(f"Ties: people have no winner on {some(tied, 'pair, which is', 'pairs, which are')} {choice.ties}")
    say(f"IDF source: {choice.idf or 'corpus'}{own}; tokenizer: {choice.tokenizer}")
    other = next(ties for ties in get_args(Ties) if ties != choice.ties)
    print_table(
        "How often metric and people pick the same caption",
        ["variant", "refs", "pairs", "agree", "%", "95 %", "tied", f"% {other}"],
        [
            (
                row.variant,
                row.references,
                row.pairs,
                row.agreeing,
                _percent(row.accuracy),
                _interval(row),
                row.metric_tied,
                _percent(_with_ties(row, other, len(study.pairs))),
            )
            for row in rows
        ],
    )


def _with_ties(row: Agreement, ties: Ties, pairs: int) -> float:
    """The accuracy under the other reading of ties: the same agreeing pairs over other pairs."""
    return row.agreeing / (pairs if ties == "counted" else pairs - row.people_tied)


def _print_kinds(study: Study, read: dict[str, ReadSetting], choice: Choice) -> None:
    rows = []
    for kind in study.kinds:
        held = study.of_kind(kind)
        if not any(held.winners):
            continue
        for setting, (variant, source) in read.items():
            row = _measured(held, setting, variant, source, None, choice)
            rows.append((setting, kind, row.pairs, row.agreeing, _percent(row.accuracy), _interval(row)))
    if rows:
        known = sum(pair.kind is not None for pair in study.pairs)
        title = "By kind of pair, all references"
        if known < len(study.pairs):
            title += f" (the captions tell the kind of {known} of {len(study.pairs)} pairs)"
        print_table(title, ["variant", "kind", "pairs", "agree", "%", "95 %"], rows)
        shown = [kind for kind in study.kinds if any(row[1] == kind for row in rows)]
        say("The kinds, as the paper names them:", *(f"{k}: {_KINDS[k]}" for k in shown if k in _KINDS))


def _print_paper(study: Study, rows: list[Agreement]) -> None:
    paper = published.OVERALL.figures.get(study.name)
    ours = next((r for r in rows if r.variant == "paper-cider" and r.references == study.most), None)
    if paper is not None and ours is not None:
        say(
            f"The paper reports {paper:g} % for its CIDEr ({published.OVERALL.place}), rounded; paper-cider "
            f"differs by {100 * ours.accuracy - paper:+.1f} points. The paper states no tokenizer, no "
            "stemmer and nothing of ties."
        )


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _interval(row: Agreement) -> str:
    return f"{_percent(row.low)}-{_percent(row.high)}"
