"""An end token on one side only of captions and table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from cidernb.diagnosis.finding import Finding
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.explaining.earning import earned
from cidernb.result import Result
from cidernb.stemmers import stem_words

#: An end token stands in every image; a table that was counted with it says so of nearly all.
_OF_ALL = 0.5
#: A word that looks like an end token: <eos>, </s>, [SEP], <|end|>.
_MARKER = re.compile(r"[<\[][^\s<>\[\]]+[>\]]")


def end_token_unknown_to_table(result: Result) -> Iterator[Finding]:
    """An end token behind every caption that the table gives the weight of a rare word."""
    table = result.idf
    if not isinstance(table, DocumentFrequencies):
        return
    stemmed = _end_token(result)
    if stemmed is None:
        return
    end_token = result.evaluation_set.end_token or stemmed
    df = table.of((stemmed,))
    if df >= _OF_ALL * table.num_images:
        return
    points = _points_of_ngrams_ending_in(stemmed, result)
    yield Finding(
        "end_token_unknown_to_table",
        "warning",
        f"The end token {end_token!r} stands behind every caption and in {df} of the table's "
        f"{table.num_images} images, so that it weighs like a rare word and matches in every reference: its "
        f"n-grams earn {points:.4f} of the mean of {result.mean:.4f}. Count the table with it, "
        f"DocumentFrequencies.from_references(references, end_token={end_token!r}), with the tokenizer used "
        "here, or score without an end token.",
        evidence={"df": df, "num_images": table.num_images, "points": points, "mean": result.mean},
    )


def _end_token(result: Result) -> str | None:
    """The word that ends every caption, as stemmed, if it is an end token."""
    encoding = result.weighting.encoding
    last: set[str] = set()
    for words in (encoding.references.words, encoding.candidates.words):
        written = list(words.vocabulary)
        ends = words.ids[words.lengths.cumsum()[words.lengths > 0] - 1]
        last.update(written[number] for number in np.unique(ends))
    if len(last) != 1:
        return None
    word = last.pop()
    return word if result.evaluation_set.end_token is not None or _MARKER.fullmatch(word) else None


def _points_of_ngrams_ending_in(word: str, result: Result) -> float:
    """Points of the mean that the n-grams with this last word earn."""
    encoding = result.weighting.encoding
    counts = encoding.candidates.counts
    ending = (counts.index.last_word == counts.index.vocabulary.get(word, -1))[counts.ngram]
    points = earned(encoding, result.cells, result.variant)
    return float(points[ending[result.cells.matches.candidate_row]].sum()) / len(result.scores)


def end_token_of_table_alone(result: Result) -> Iterator[Finding]:
    """A table counted with an end token, and captions without it."""
    table = result.idf
    if result.evaluation_set.end_token is not None or not isinstance(table, DocumentFrequencies):
        return
    dfs = table.counts(1)
    enough = _OF_ALL * table.num_images
    markers = {word: word for (word,), df in dfs.items() if df >= enough and _MARKER.fullmatch(word)}
    if table.end_token is not None:
        [stemmed] = stem_words([table.end_token], table.stemmer or "none")
        markers[stemmed] = table.end_token
    here = result.weighting.encoding.references.words.vocabulary
    for stemmed, marker in markers.items():
        if (stemmed,) in dfs and stemmed not in here:
            yield Finding(
                "end_token_of_table_alone",
                "info",
                f"The table was counted over captions with the marker {marker!r} (in {dfs[(stemmed,)]} of "
                f"its {table.num_images} images), and these captions are scored without it: a reward that "
                f"counts it is another number. Score with_end_token({marker!r}) for that one.",
                evidence={"word": marker, "df": dfs[(stemmed,)], "num_images": table.num_images},
            )
            return
