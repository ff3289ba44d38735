"""Empty, short, long and repetitive candidates."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cidernb.arrays import Booleans
from cidernb.diagnosis.finding import Finding, ids_of, some
from cidernb.diagnosis.images import blank, share_lost_to_length, used_order
from cidernb.result import Result
from cidernb.scoring import length_penalty, score_orders
from cidernb.sides import Side
from cidernb.tokenizers import tokenizer_name

#: The sigma of the paper and of both official scorers.
SIGMA = 6.0
#: A caption says a bigram again this often, of all its bigrams, only when it is stuck.
REPEATED = 0.3
#: More candidates than that, as a share, and it is a matter of the system, not of a caption.
MANY = 0.1


def empty_orders(result: Result) -> Iterator[Finding]:
    """Candidates of fewer words than the longest n-gram."""
    lengths = result.weighting.encoding.candidates.words.lengths
    # A caption loses nothing by an order that weighs nothing.
    max_order = used_order(result)
    short = (lengths > 0) & (lengths < max_order)
    if short.any():
        number, fewest = int(short.sum()), int(lengths[short].min())
        lost = result.variant.scale * sum(result.variant.weights[fewest:])
        yield Finding(
            "empty_orders",
            "info",
            f"{some(number, 'candidate has', 'candidates have')} fewer than {max_order} words, and an order "
            f"without n-grams earns nothing: a caption of {some(fewest, 'word', 'words')} loses {lost:g} of "
            f"{result.variant.scale:g} points however good it is.",
            ids_of(result, short),
            {"images": number, "fewest_words": fewest, "points_lost": lost},
        )


def blank_candidates(result: Result) -> Iterator[Finding]:
    """Candidates without a word, other than those that stand for missing ones."""
    without = blank(result)
    reading = result.evaluation_set.reading
    if reading is not None and reading.choices.missing == "zero" and reading.missing:
        missing = set(reading.missing)
        without &= np.array([image_id not in missing for image_id in result.evaluation_set.ids])
    if without.any():
        number = int(without.sum())
        yield Finding(
            "blank_candidates",
            "info",
            f"{some(number, 'candidate is', 'candidates are')} blank; each scores 0 and counts in the mean.",
            ids_of(result, without),
            {"images": number},
        )


def lost_to_length(result: Result) -> Iterator[Finding]:
    """Candidates whose length costs more than half of what their wording earns."""
    if result.variant.sigma is None:
        return
    encoding = result.weighting.encoding
    before, after = share_lost_to_length(result, length_penalty(encoding, result.variant))
    most = (before > 0) & (after < before / 2)
    if not most.any():
        return
    number, images = int(most.sum()), len(most)
    words, of_references = encoding.candidates.words.lengths, encoding.references.words.lengths
    lost = float(1 - after.sum() / before.sum())
    long, usual = float(words[most].mean()), float(of_references[most[encoding.image]].mean())
    yield Finding(
        "length_penalty",
        "warning" if number > MANY * images else "info",
        f"The length penalty takes more than half of the points of {some(number, 'candidate', 'candidates')} "
        f"({100 * lost:.0f} % of all points): {'it has' if number == 1 else 'they have'} {long:.1f} words "
        f"where the references have {usual:.1f} on average, {long / usual:.1f} times as many. Bring such "
        "captions to the references' length, or score without the penalty (code-cider) where length is not "
        "the question.",
        ids_of(result, most),
        {
            "images": number,
            "share_lost": lost,
            "length_ratio": long / usual,
            "words": long,
            "reference_words": usual,
        },
    )


def repetition(result: Result) -> Iterator[Finding]:
    """Candidates that say the same again and again; letters do so in any word."""
    if tokenizer_name(result.tokenizer).partition("+")[0] == "characters":
        return
    stuck = _repetitive(result.weighting.encoding.candidates)
    if not stuck.any():
        return
    number = int(stuck.sum())
    clipped = result.variant.clipping != "none"
    why = (
        "clipping pays each n-gram only as often as a reference has it"
        if clipped
        else "without clipping each repetition of an n-gram that matches adds to the score"
    )
    yield Finding(
        "repetition",
        "warning" if number > MANY * len(stuck) else "info",
        f"{some(number, 'candidate says', 'candidates say')} a word twice in a row, or the same words again "
        f"and again; {why}. Look at {'it' if number == 1 else 'them'} before you trust the score.",
        ids_of(result, stuck),
        {"images": number, "clipped": clipped},
    )


def _repetitive(side: Side) -> Booleans:
    """Which captions say a word twice in a row, or the same bigrams again and again."""
    words, caption = side.words, side.words.caption
    stuck = np.zeros(len(words.lengths), bool)
    twice = (words.ids[1:] == words.ids[:-1]) & (caption[1:] == caption[:-1])
    stuck[caption[1:][twice]] = True
    if side.max_order > 1:
        of_bigrams = slice(*side.counts.row_ends[1:3])
        captions, counts = side.counts.caption[of_bigrams], side.counts.count[of_bigrams]
        again = np.bincount(captions, counts - 1, len(stuck))
        stuck |= again > REPEATED * np.maximum(1, words.lengths - 1)
    return stuck


def unusual_sigma(result: Result) -> Iterator[Finding]:
    """A length penalty of another width than the official one."""
    variant = result.variant
    if variant.sigma in (None, SIGMA):
        return
    usual = variant.replace(sigma=SIGMA)
    orders = score_orders(result.weighting.encoding, result.cells, usual)
    mean = float((orders @ np.array(usual.weights)).mean())
    yield Finding(
        "unusual_sigma",
        "info",
        f"sigma is {variant.sigma:g}, in the paper and in the official scorers it is {SIGMA:g}: the mean is "
        f"{result.mean:.4f} here and {mean:.4f} with theirs. Compare it only with scores of the same sigma.",
        evidence={"sigma": variant.sigma, "mean": result.mean, "mean_at_6": mean},
    )
