"""One colour and one label for each cause and each reason, everywhere.

The hues are those of Okabe and Ito's palette for colour-blind readers where it has enough of
them, darkened where white text stands on them. A colour never stands without its label, and never
says whether points were gained or lost: a gain goes to the right, a loss to the left, each with its
sign (the template `moved.html`).
"""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """How a cause or a reason looks and reads."""

    colour: str
    label: str
    meaning: str


#: What may differ between two states.
CAUSES: dict[str, Key] = {
    "images_averaged": Key("#6b6b6b", "images averaged", "the mean is over other images"),
    "candidate": Key("#9a5510", "candidate", "the caption itself, repetition included"),
    "tokenizer": Key("#4d4d9e", "tokenizer", "how captions become words, end token included"),
    "references_compared": Key("#117733", "references compared", "which references the caption meets"),
    "references_counted": Key("#44aa99", "references counted", "which references the IDF counts"),
    "evaluation_set": Key("#d55e00", "evaluation set", "which images the IDF counts"),
    "idf_source": Key("#56b4e9", "IDF source", "corpus, table or none"),
    "stemming": Key("#0072b2", "stemming", "words or their stems"),
    "clipping": Key("#e69f00", "clipping reading", "none, counts or weights"),
    "unseen": Key("#999933", "unseen n-grams", "floor or limit"),
    "length_penalty": Key("#cc79a7", "length penalty", "sigma"),
    "orders": Key("#882255", "orders", "N and the order weights"),
}

#: Where points go.
REASONS: dict[str, Key] = {
    "earned": Key("#1b7f5c", "earned", "points of the score"),
    "candidate_too_short": Key("#5f6670", "candidate too short", "no n-gram of that length in the caption"),
    "reference_too_short": Key("#a6a6a6", "reference too short", "no n-gram of that length in the reference"),
    "unseen_limit": Key("#999933", "unseen limit", "an n-gram that the IDF source does not hold"),
    "zero_weights": Key("#56b4e9", "weights zero", "every n-gram stands in every image"),
    "wording": Key("#7d5f26", "wording", "other n-grams, or in other proportions"),
    "clipping": Key("#e69f00", "clipping", "n-grams said more often than the reference says them"),
    "length_penalty": Key("#cc79a7", "length penalty", "another length than the reference"),
}


def text_on(colour: str) -> str:
    """Black or white, whichever has the higher contrast on a colour (WCAG 2).

    Examples
    --------
    >>> text_on("#1b7f5c"), text_on("#e69f00")
    ('#fff', '#000')
    """
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#fff" if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else "#000"
