"""Whether captions write one character in two ways: composed, and as a letter with a mark behind."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def mixes_unicode_forms(captions: Iterable[str]) -> bool:
    """Whether captions hold composed and decomposed characters, so that equal words may differ.

    "é" is one character in composed text (NFC) and two, "e" and an accent, in decomposed text
    (NFD). Captions that hold both match less than they should; the switch "nfc" of the tokenizers
    composes them.

    Parameters
    ----------
    captions : iterable of str
        Candidates and references together.

    Examples
    --------
    >>> mixes_unicode_forms(["un caf\u00e9", "un cafe\u0301"]), mixes_unicode_forms(["un caf\u00e9"])
    (True, False)
    """
    composed = decomposed = False
    for caption in captions:
        if caption.isascii():
            continue
        decomposed = decomposed or not unicodedata.is_normalized("NFC", caption)
        composed = composed or _has_composed(caption)
        if composed and decomposed:
            return True
    return False


def _has_composed(caption: str) -> bool:
    """Whether a character of the caption would come apart in decomposed text."""
    return any(unicodedata.normalize("NFD", character) != character for character in caption)
