"""Words that look alike and do not match: invisible characters, and letters that pass for others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np

from cidernb.diagnosis.finding import Finding, ids_of, some
from cidernb.diagnosis.images import any_reference
from cidernb.result import Result
from cidernb.sides import Side
from cidernb.tokenizers import Tokenizer, tokenize_all

#: Format and control characters, variation selectors, and letters that are blank.
_INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0001-\U000e007f"
)
_FULL_WIDTH = "\uff01-\uff5e"
#: Cyrillic and Greek letters, and the Latin ones that they pass for.
_PASSES_FOR = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d"
        "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408"
        "\u03bf\u03bd\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
        "aeopcyxsijhdqwABEKMHOPCTYXSIJovABEZHIKMNOPTYX",
        strict=True,
    )
)
_LETTERS = "".join(_PASSES_FOR)
_ODD = re.compile(f"[{_INVISIBLE}{_FULL_WIDTH}{_LETTERS}]")
_TO_LATIN = str.maketrans(_PASSES_FOR)
_FROM_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def look_alikes(result: Result) -> Iterator[Finding]:
    """Words of one side that only look like words of the other."""
    images, encoding = result.evaluation_set, result.weighting.encoding
    candidates = list(images.candidates.values())
    references = list(chain.from_iterable(images.references.values()))
    if not _ODD.search("\n".join(candidates)) and not _ODD.search("\n".join(references)):
        return
    of_candidates = _odd_words(candidates, encoding.references, result.tokenizer)
    of_references = _odd_words(references, encoding.candidates, result.tokenizer)
    words = [*chain.from_iterable(of_candidates.values()), *chain.from_iterable(of_references.values())]
    if not words:
        return
    held = [np.zeros(len(side), bool) for side in (candidates, references)]
    held[0][list(of_candidates)] = True
    held[1][list(of_references)] = True
    number = len(of_candidates) + len(of_references)
    signs = sorted({sign for word in words for sign in _ODD.findall(word)})
    shown = ", ".join(f"U+{ord(sign):04X}" for sign in signs[:5]) + (", ..." if len(signs) > 5 else "")
    yield Finding(
        "look_alikes",
        "warning",
        f"{some(number, 'caption has', 'captions have')} words such as {words[0]!a} with characters that are "
        f"invisible or pass for others ({shown}), and the other side writes these words without: they look "
        "alike and do not match. Take the invisible ones out, and write the others as the other side does.",
        ids_of(result, held[0] | any_reference(result, held[1])),
        {"captions": number, "first": words[0], "characters": shown},
    )


def _odd_words(captions: list[str], other: Side, tokenizer: Tokenizer) -> dict[int, list[str]]:
    """By place, the words of captions as written that the other side has cleaned alone."""
    odd = {place: text for place, text in enumerate(captions) if _ODD.search(text) and clean(text) != text}
    if not odd:
        return {}
    there = other.surface.used()
    found = {}
    # The official tokenizer itself takes a second to start; its equal splits these few as well.
    split = tokenizer.replace("ptb-java", "ptb") if isinstance(tokenizer, str) else tokenizer
    cleaned = tokenize_all(map(clean, odd.values()), split)
    for (place, caption), as_given, as_cleaned in zip(
        odd.items(), tokenize_all(odd.values(), split), cleaned, strict=True
    ):
        gone, come = set(as_given) - set(as_cleaned), set(as_cleaned) - set(as_given)
        if gone - there and (come & there or not come):
            found[place] = [w for w in caption.split() if _ODD.search(w) and clean(w) != w]
    return found


def clean(caption: str) -> str:
    """A caption without what cannot be seen, and in the letters that it looks to be written in.

    Letters of another script are left alone in words that are all of that script.

    Examples
    --------
    >>> clean("a d\u043eg\u200b \uff52uns"), clean("\u0441\u043e\u0440")
    ('a dog runs', '\u0441\u043e\u0440')
    """
    visible = re.sub(f"[{_INVISIBLE}]", "", caption).translate(_FROM_FULL_WIDTH)
    return re.sub(r"\w+", _in_one_script, visible)


def _in_one_script(word: re.Match[str]) -> str:
    written = word.group()
    return written.translate(_TO_LATIN) if re.search("[a-zA-Z]", written) else written
