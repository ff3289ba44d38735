"""Captions whose words do not meet because of how they are written or split."""

from __future__ import annotations

import html
import re
import string
import unicodedata
from collections.abc import Iterator
from itertools import chain

import numpy as np

from cidernb.arrays import Booleans
from cidernb.diagnosis.finding import Finding, ids_of, some
from cidernb.diagnosis.images import any_reference
from cidernb.result import Result
from cidernb.tokenizers import mixes_unicode_forms, tokenizer_name
from cidernb.tokenizers.switches import BRACKETS
from cidernb.validation import is_written_list

_MARKS = set(string.punctuation) - set("'<>$#%&")
#: What ends a line for Java's or Python's eyes, other than the line feed, which the official
#: wrapper takes out.
_LINE_BREAK = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
#: Letters of scripts that leave no space between words, and how long a run of them is at least,
#: on average, where they have not been cut into words.
_SCRIPTS = (
    (re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"), 3),
    (re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+"), 12),
)
#: Captions in such a script that matter, as a share of all.
_ENOUGH = 0.01


def _tokenizer(result: Result) -> tuple[str, list[str]]:
    """The tokenizer's name, and its switches."""
    base, *switches = tokenizer_name(result.tokenizer).split("+")
    return base, switches


def _captions(result: Result) -> list[str]:
    """All captions, the candidates first."""
    images = result.evaluation_set
    return [*images.candidates.values(), *chain.from_iterable(images.references.values())]


def _images(result: Result, captions: Booleans) -> Booleans:
    """The images of some captions, which stand in the order of `_captions`."""
    number = len(result.scores)
    return np.asarray(captions[:number] | any_reference(result, captions[number:]))


def words_used(result: Result) -> list[str]:
    """The different words as written, of either side, in alphabetical order."""
    encoding = result.weighting.encoding
    return sorted(encoding.candidates.surface.used() | encoding.references.surface.used())


def untokenized(result: Result) -> Iterator[Finding]:
    """Capitals and punctuation under whitespace tokens."""
    if _tokenizer(result)[0] != "whitespace":
        return
    odd = [word for word in words_used(result) if is_odd(word)]
    if odd:
        yield Finding(
            "untokenized",
            "warning",
            f"{some(len(odd), 'word has', 'words have')} capitals or punctuation, such as {odd[0]!r}: white "
            'space alone separates words here, so "dog." and "Dog" do not match "dog". Lower-case the '
            'captions and remove punctuation, as the official scorers\' tokenizer does (tokenizer="ptb").',
            evidence={"words": len(odd), "first": odd[0]},
        )


def is_odd(word: str) -> bool:
    """Whether a word has what a tokenizer takes away: a capital, or punctuation at either end."""
    if word in BRACKETS:
        return False
    # A stemmer may leave nothing of a word.
    return word != word.lower() or word[:1] in _MARKS or word[-1:] in _MARKS


def bracket_tokens(result: Result) -> Iterator[Finding]:
    """Brackets that the official pipeline leaves as words."""
    encoding = result.weighting.encoding
    holding = []
    for side in (encoding.candidates, encoding.references):
        held = np.zeros(len(side.surface.lengths), bool)
        held[side.surface.caption[side.surface.are(BRACKETS)]] = True
        holding.append(held)
    candidates, references = holding
    if candidates.any() or references.any():
        number = int(candidates.sum()), int(references.sum())
        yield Finding(
            "bracket_tokens",
            "info",
            f"{some(number[0], 'candidate', 'candidates')} and {some(number[1], 'reference', 'references')} "
            'have brackets, which count as words such as "-lrb-": the official list of punctuation misses '
            'them in lower case. Keep them for parity, or take them out with "ptb+nobrackets".',
            ids_of(result, _images(result, np.concatenate(holding))),
            {"candidates": number[0], "references": number[1]},
        )


def written_lists(result: Result) -> Iterator[Finding]:
    """Lists of captions that were made one text of, whose brackets and quotes count as words."""
    captions = _captions(result)
    held = np.fromiter(map(is_written_list, captions), bool, len(captions))
    if held.any():
        number, first = int(held.sum()), captions[int(np.flatnonzero(held)[0])]
        yield Finding(
            "written_lists",
            "warning",
            f"{some(number, 'caption is a list', 'captions are lists')} written as one text, such as "
            f"{first.strip()[:40]!r}: its brackets and quotation marks are scored with it. Take each caption "
            "out of its list; a table of pandas or NumPy printed to text often has them so.",
            ids_of(result, _images(result, held)),
            {"captions": number},
        )


def mixed_unicode_forms(result: Result) -> Iterator[Finding]:
    """One character written in two ways."""
    if "nfc" in _tokenizer(result)[1]:
        return
    captions = _captions(result)
    if not mixes_unicode_forms(captions):
        return
    decomposed = np.array([not unicodedata.is_normalized("NFC", caption) for caption in captions])
    number = int(decomposed.sum())
    first = captions[int(np.flatnonzero(decomposed)[0])]
    yield Finding(
        "mixed_unicode_forms",
        "warning",
        f"{some(number, 'caption writes', 'captions write')} letters and accents apart, such as "
        f"{first[:40]!a}, and others write them as one character: they look alike and do not "
        f'match. Compose them all with the switch "nfc", as in tokenizer="{_tokenizer(result)[0]}+nfc".',
        ids_of(result, _images(result, decomposed)),
        {"captions": number},
    )


def _holding(captions: list[str], pattern: re.Pattern[str]) -> Booleans | None:
    """Which captions hold a pattern; None if none does, which is found out in one go."""
    if not pattern.search("\n".join(captions)):
        return None
    held = np.array([pattern.search(caption) is not None for caption in captions])
    return held if held.any() else None


def line_breaks(result: Result) -> Iterator[Finding]:
    """Line breaks that make the official wrapper lose its place."""
    captions = _captions(result)
    held = _holding(captions, _LINE_BREAK)
    if held is not None:
        number = int(held.sum())
        breaks = sorted({sign for caption in captions for sign in _LINE_BREAK.findall(caption)})
        shown = ", ".join(f"U+{ord(sign):04X}" for sign in breaks)
        yield Finding(
            "line_breaks",
            "info",
            f"{some(number, 'caption has', 'captions have')} a line break inside ({shown}). It is white "
            "space here, but makes the official tokenizer's wrapper move all later captions to the next "
            "image, silently: official numbers on these files are wrong. Replace it by a space.",
            ids_of(result, _images(result, held)),
            {"captions": number, "characters": shown},
        )


def html_entities(result: Result) -> Iterator[Finding]:
    """Entities that the official tokenizer would decode."""
    if _tokenizer(result)[0] in ("ptb", "ptb-java"):
        return
    captions = _captions(result)
    held = _holding(captions, _ENTITY)
    if held is None:
        return
    held &= np.array([bool(h) and html.unescape(c) != c for c, h in zip(captions, held, strict=True)])
    if held.any():
        number = int(held.sum())
        match = _ENTITY.search(captions[int(np.flatnonzero(held)[0])])
        shown = match.group() if match else ""
        yield Finding(
            "html_entities",
            "warning",
            f"{some(number, 'caption has', 'captions have')} HTML entities such as {shown!r}, which do not "
            'match the characters they stand for. Decode them (html.unescape); "ptb" does so by itself.',
            ids_of(result, _images(result, held)),
            {"captions": number, "first": shown},
        )


def unsegmented(result: Result) -> Iterator[Finding]:
    """Languages written without spaces, under a tokenizer that needs them."""
    if _tokenizer(result)[0] not in ("whitespace", "ptb", "ptb-java"):
        return
    captions = _captions(result)
    beyond_ascii = [place for place, caption in enumerate(captions) if not caption.isascii()]
    for script, longest in _SCRIPTS:
        runs_of = {place: runs for place in beyond_ascii if (runs := script.findall(captions[place]))}
        number, runs = len(runs_of), list(chain.from_iterable(runs_of.values()))
        if not runs or number < _ENOUGH * len(captions):
            continue
        average = sum(map(len, runs)) / len(runs)
        if average >= longest:
            held = np.zeros(len(captions), bool)
            held[list(runs_of)] = True
            yield Finding(
                "unsegmented",
                "warning",
                f"{some(number, 'caption is', 'captions are')} in a script without spaces and "
                f"{'is' if number == 1 else 'are'} not cut into words: {average:.1f} letters in a row on "
                "average, so that almost only whole captions match. Segment them first, or use "
                'tokenizer="characters" or a function of your own.',
                ids_of(result, _images(result, held)),
                {"captions": number, "letters_in_a_row": average},
            )
