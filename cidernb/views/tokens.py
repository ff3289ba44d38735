"""A caption as several tokenizers split it, side by side, as HTML."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from cidernb.tokenizers import COMPARED, Tokenizer, compare_tokenizers
from cidernb.views.rendering import render


def tokens(caption: str, tokenizers: Iterable[Tokenizer] = COMPARED) -> Markup:
    """A row for each tokenizer; words that the first one does not give are underlined and marked "≠".

    Parameters
    ----------
    caption : str
        Any text; it is escaped.
    tokenizers : iterable of str or function
        The first is what the others are compared with.

    Raises
    ------
    ValueError, TypeError
        If a tokenizer does not exist or cannot be used.
    """
    rows = [
        {
            "name": row.tokenizer,
            "words": list(zip(row.words, row.differs, strict=True)),
            "different": sum(row.differs),
        }
        for row in compare_tokenizers([caption], tokenizers)[0]
    ]
    return render("tokens.html", caption=caption, rows=rows)
