"""How fast agreement with people is measured: ABSTRACT-50S, or the embedded study without it.

    CIDERNB_DATA=<folder> python benchmarks/people.py [--repeats 3] [--json]

"Tokens given": the captions are words with spaces between, and everything else is done anew, down to
the interval of the agreement: references and candidates encoded, df counted, all pairs compared.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from scoring import Figure, report, seconds

from cidernb.studies.people import Study, available_study, measure
from cidernb.studies.people.coverage import separate_coverage
from cidernb.studies.people.curves import curve
from cidernb.studies.people.isolated import isolate, study_captions
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.tokenizers import tokenize


def with_tokens(study: Study) -> Study:
    """The study with its captions as words with spaces between."""

    def join(text: str) -> str:
        return " ".join(tokenize(text))

    return Study(
        study.name,
        {image: tuple(map(join, texts)) for image, texts in study.references.items()},
        tuple(replace(pair, b=join(pair.b), c=join(pair.c)) for pair in study.pairs),
        study.simulated,
    )


def figures(study: Study, repeats: int) -> Iterator[Figure]:
    """All figures, one after the other as they are measured."""
    tokens = with_tokens(study)
    size = f"{study.name}, {len(study.pairs)} pairs, {study.most} references"
    for variant in ("paper-cider", "code-cider-d"):
        # A new study keeps nothing of the last one's encoding.
        times = [seconds(measure, replace(tokens), variant, tokenizer="whitespace") for _ in range(repeats)]
        yield Figure(f"{size}: {variant}, tokens given", median(times), "s", 0.5)
    again = [seconds(measure, tokens, "paper-cider", tokenizer="whitespace") for _ in range(repeats + 1)]
    yield Figure(f"{size}: paper-cider, references encoded", median(again[1:]), "s")
    for idf, target in (("held fixed", 5), ("recomputed", 60)):
        taken = seconds(curve, tokens, idf=idf, tokenizer="whitespace")
        yield Figure(f"curve, 200 resamplings, IDF {idf}", taken, "s", target)
    yield Figure(
        "check 1, 100 divisions", seconds(separate_coverage, tokens, tokenizer="whitespace"), "s", 60
    )
    yield Figure(
        "check 2, all edits and defences", seconds(lambda: isolate(study_captions(tokens, "whitespace"))), "s"
    )


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Measure how fast agreement with people is measured.")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    options = parser.parse_args()
    report(figures(available_study() or synthetic_study(), options.repeats), options.json)


if __name__ == "__main__":
    main()
