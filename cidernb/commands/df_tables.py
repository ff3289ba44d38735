"""What df build and df show compute, write and print."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any, cast

import numpy as np

from cidernb.arrays import Integers
from cidernb.commands.options import Files
from cidernb.commands.outputs import images, print_json, print_table
from cidernb.commands.terminal import complain, say
from cidernb.commands.waiting import waiting
from cidernb.csv_files import write_csv
from cidernb.df_files.writing import is_official
from cidernb.diagnosis.finding import some
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.encoding import split
from cidernb.ngrams import count_ngrams
from cidernb.readers import Duplicates, read_candidates, read_references
from cidernb.stemmers import stem_words
from cidernb.tokenizers import check_tokenizer
from cidernb.validation import check_end_token
from cidernb.whole_files import refuse_overwriting, replacing
from cidernb.words import number_words, stem

#: How many of the most and of the least frequent n-grams are shown.
SHOWN = 10


def build(
    references: Path,
    output: Path,
    tokenizer: str,
    stemmer: str,
    max_order: int,
    end_token: str | None,
    as_json: bool,
) -> None:
    """Count a table and write it."""
    refuse_overwriting([references], [output])
    official = is_official(output)
    check_tokenizer(tokenizer)
    stem_words([], stemmer)
    check_end_token(end_token)
    with waiting() as work:
        with work.stage("reading", 20):
            captions = read_references(references)
        with work.stage("counting n-grams", 75, sum(map(len, captions.values()))):
            table = DocumentFrequencies.from_references(
                captions, tokenizer=tokenizer, stemmer=stemmer, max_order=max_order, end_token=end_token
            )
        with work.stage("writing", 5):
            table.save(output)
    if as_json:
        print_json({"file": str(output), **_held(table)})
    else:
        say(f"{output}: {_ngrams(table)} over {images(table.num_images)}")
    if official:
        end = "" if end_token is None else f" nor the end token ({end_token})"
        complain(
            f"{output} is the official pickle, which records neither the tokenizer ({tokenizer}) nor the "
            f"stemmer ({stemmer}){end}; score with the same, or keep the table under a name in .npz, which "
            "does."
        )


def show(
    file: Path,
    candidates: Path | None,
    duplicates: str,
    tokenizer: str | None,
    num_images: int | None,
    files: Files,
) -> None:
    """Print what a table holds."""
    files.check([file, candidates])
    with waiting() as work:
        with work.stage(f"reading {file.name}", 60):
            table = DocumentFrequencies.load(file, num_images)
        with work.stage("looking candidates up", 20):
            shares = None
            if candidates is not None:
                captions = read_candidates(candidates, duplicates=cast(Duplicates, duplicates)).values()
                shares = known_shares(table, captions, tokenizer or table.tokenizer or "ptb")
        with work.stage("writing", 20):
            if files.csv is not None:
                _write(files.csv, table)
    most, least = (_spelled(table, numbers) for numbers in _extremes(table))
    if files.json:
        origin = {"layout": table.layout, "num_images_from": table.num_images_from}
        printed = (
            origin | _held(table) | {"most_frequent": _as_dicts(most), "least_frequent": _as_dicts(least)}
        )
        if shares is not None:
            printed["known_shares"] = {str(order): share for order, share in shares.items()}
        print_json(printed)
    else:
        _print(table, most, least, shares, given=num_images is not None)


def known_shares(table: DocumentFrequencies, captions: Iterable[str], tokenizer: str) -> dict[int, float]:
    """By order, the share of the captions' n-grams, occurrence by occurrence, that a table knows.

    An order of which the captions have no n-gram is left out. Words are stemmed as the table's, and
    end as they do.
    """
    words = stem(number_words(split(captions, tokenizer, table.end_token)), table.stemmer or "none")
    counts = count_ngrams(words, table.max_order)
    known = table.of_all(counts.index)[counts.ngram] > 0
    orders = enumerate(zip(counts.row_ends[:-1], counts.row_ends[1:], strict=True), start=1)
    return {
        order: float(np.average(known[first:end], weights=counts.count[first:end]))
        for order, (first, end) in orders
        if first < end
    }


def _ngrams(table: DocumentFrequencies) -> str:
    return some(int(np.count_nonzero(table.dfs)), "n-gram", "n-grams")


def _by_order(table: DocumentFrequencies) -> list[Integers]:
    """The dfs of the n-grams held, order by order."""
    return [dfs[dfs > 0] for dfs in np.split(table.dfs, table.index.ends[1:-1])]


def _extremes(table: DocumentFrequencies) -> tuple[Integers, Integers]:
    """The numbers of the most and of the least frequent n-grams; of equals, the shorter come first."""
    held = np.flatnonzero(table.dfs)
    dfs = table.dfs[held]
    return held[np.argsort(-dfs, kind="stable")[:SHOWN]], held[np.argsort(dfs, kind="stable")[:SHOWN]]


def _spelled(table: DocumentFrequencies, numbers: Integers) -> list[tuple[str, int]]:
    return [(" ".join(table.index.ngram(number)), int(table.dfs[number])) for number in numbers.tolist()]


def _as_dicts(rows: list[tuple[str, int]]) -> list[dict[str, Any]]:
    return [{"ngram": ngram, "df": df} for ngram, df in rows]


def _held(table: DocumentFrequencies) -> dict[str, Any]:
    return {
        "num_images": table.num_images,
        "largest_df": table.max_df,
        "tokenizer": table.tokenizer,
        "stemmer": table.stemmer,
        "end_token": table.end_token,
        "digest": table.digest,
        "ngrams": int(np.count_nonzero(table.dfs)),
        "ngrams_by_order": {str(order): len(dfs) for order, dfs in enumerate(_by_order(table), start=1)},
    }


def _print(
    table: DocumentFrequencies,
    most: list[tuple[str, int]],
    least: list[tuple[str, int]],
    shares: dict[int, float] | None,
    *,
    given: bool,
) -> None:
    say(f"{_ngrams(table)} over {images(table.num_images)} ({table.num_images_from})")
    end = "" if table.end_token is None else f", end token {table.end_token}"
    say(
        f"layout {table.layout}, tokenizer {table.tokenizer or 'not recorded'}, stemmer "
        f"{table.stemmer or 'not recorded'}{end}, digest {table.digest}"
    )
    if table.max_df > table.num_images:
        say(
            f"warning: the largest df is {table.max_df}, more than the images: IDF turns negative. "
            + ("Give a larger" if given else "Give the")
            + " number of images with --num-images."
        )
    columns = ["order", "n-grams", "in one image alone", "largest df"]
    if shares is not None:
        columns.append("of the candidates' known")
    rows: list[list[str]] = []
    for order, dfs in enumerate(_by_order(table), start=1):
        rows.append([str(order), str(len(dfs)), str(int((dfs == 1).sum())), str(int(dfs.max(initial=0)))])
        if shares is not None:
            rows[-1].append(f"{100 * shares[order]:.1f} %" if order in shares else "-")
    print_table("By order", columns, rows)
    print_table("Most frequent", ["n-gram", "df"], most)
    print_table("Least frequent", ["n-gram", "df"], least)


def _write(path: Path, table: DocumentFrequencies) -> None:
    orders = range(1, table.max_order + 1)
    rows = chain.from_iterable(
        ((" ".join(ngram), order, df) for ngram, df in table.counts(order).items()) for order in orders
    )
    with replacing(path) as temporary, open(temporary, "w", newline="", encoding="utf-8") as file:
        write_csv(file, ["ngram", "order", "df"], rows)
