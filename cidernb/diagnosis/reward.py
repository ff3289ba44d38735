"""Captions as sequence training leaves them: marked, cut short, or in numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np

from cidernb.arrays import Booleans
from cidernb.diagnosis.finding import Finding, ids_of, some
from cidernb.diagnosis.images import any_reference
from cidernb.result import Result
from cidernb.sides import Side

#: A word in angle or square brackets at either end of a caption: <eos>, </s>, [SEP], <|end|>.
_FIRST = re.compile(r"\s*[<\[][^\s<>\[\]]+[>\]](?:\s|$)")
_LAST = re.compile(r"(?:^|\s)[<\[][^\s<>\[\]]+[>\]]$")
#: No caption ends in one of these unless it was cut short.
_UNFINISHED = ("a", "an", "and", "at", "from", "his", "its", "of", "or", "the", "their", "to", "with")
#: More candidates than that, as a share, and it is a matter of the system, not of a caption.
_MANY = 0.05
#: A side is in numbers if this share of its words is.
_NUMBERS = 0.9
#: Markers on one side are those in which the shares of marked captions differ by this much.
_ONE_SIDE = 0.5


def marker_on_one_side(result: Result) -> Iterator[Finding]:
    """An end token, or another marker, that only candidates or only references have."""
    images = result.evaluation_set
    candidates = _marked(list(images.candidates.values()))
    references = _marked(list(chain.from_iterable(images.references.values())))
    shares = float(candidates.mean()), float(references.mean())
    if not max(shares) or (min(shares) and abs(shares[0] - shares[1]) < _ONE_SIDE):
        return
    side, share = ("candidates", shares[0]) if shares[0] > shares[1] else ("references", shares[1])
    yield Finding(
        "marker_on_one_side",
        "warning",
        f"{100 * share:.0f} % of the {side} begin or end with a marker such as <eos>, and "
        f"{100 * min(shares):.0f} % of the captions of the other side: it counts as a word that nothing "
        "matches. Take it off; where an end token is to count, score with_end_token on both sides.",
        ids_of(result, candidates | any_reference(result, references)),
        {"candidates": shares[0], "references": shares[1]},
    )


def _marked(captions: list[str]) -> Booleans:
    marked = np.zeros(len(captions), bool)
    for place, caption in enumerate(captions):
        if "<" in caption or "[" in caption:
            marked[place] = bool(_FIRST.match(caption) or _LAST.search(caption.rstrip()))
    return marked


def unfinished(result: Result) -> Iterator[Finding]:
    """Candidates that end in the middle of a phrase."""
    end_token = result.evaluation_set.end_token
    encoding = result.weighting.encoding
    cut = _cut_short(encoding.candidates, end_token)
    share, of_references = float(cut.mean()), float(_cut_short(encoding.references, end_token).mean())
    if not cut.any() or share <= 2 * of_references:
        return
    number = int(cut.sum())
    first = list(result.evaluation_set.candidates.values())[int(np.flatnonzero(cut)[0])]
    yield Finding(
        "unfinished",
        "warning" if share > _MANY else "info",
        f"{some(number, 'candidate ends', 'candidates end')} in the middle of a phrase, such as "
        f"{' '.join(first.split()[-4:])!r} ({100 * share:.1f} % of the candidates, "
        f"{100 * of_references:.1f} % of the references). Training on this reward without an end token "
        "teaches it; score with_end_token on both sides, in training and in evaluation.",
        ids_of(result, cut),
        {"candidates": number, "share": share, "share_of_references": of_references},
    )


def _cut_short(side: Side, end_token: str | None) -> Booleans:
    words = side.surface
    needed = 1 if end_token is None else 2
    long_enough = words.lengths > needed
    last = np.cumsum(words.lengths)[long_enough] - needed
    cut = np.zeros(len(words.lengths), bool)
    cut[long_enough] = words.are(_UNFINISHED)[last]
    return cut


def word_numbers(result: Result) -> Iterator[Finding]:
    """Captions given as the numbers of their words."""
    encoding = result.weighting.encoding
    shares = {
        "candidates": _share_of_numbers(encoding.candidates),
        "references": _share_of_numbers(encoding.references),
    }
    numbered = [side for side, share in shares.items() if share > _NUMBERS]
    if numbered:
        first = numbered[0]
        yield Finding(
            "word_numbers",
            "warning",
            f"{100 * shares[first]:.0f} % of the words of the {' and of the '.join(numbered)} are numbers: "
            "are these word numbers of a model? They match only numbers of the same vocabulary, and "
            "tokenizer, stemmer and tables of words mean nothing to them. Turn them into words.",
            evidence=shares,
        )


def _share_of_numbers(side: Side) -> float:
    words = side.surface
    if not len(words.ids):
        return 0.0
    is_number = np.fromiter(map(str.isdigit, words.vocabulary), bool, len(words.vocabulary))
    return float(is_number[words.ids].mean())
