"""Document frequencies from a table that may not belong to these captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from cidernb.diagnosis.finding import Finding, some
from cidernb.diagnosis.text import is_odd, words_used
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.result import Result
from cidernb.stemmers import stem_words

#: Below this share of the candidates' words a table is one of other words. COCO's table knows
#: more than 99 % of the words of COCO captions.
KNOWN_WORDS = 0.8
#: More words with capitals or punctuation than that, as a share, are of a table of raw captions.
ODD_WORDS = 0.1
#: Of English words Porter's stemmer changes a third or more, of its own stems one in forty.
STEMS, WORDS = 0.1, 0.25
#: As many words are stemmed to see it.
SOME_WORDS = 1000
#: IDFs of known n-grams that all lie within this ratio are nearly one constant.
NEARLY_CONSTANT = 0.75
#: A score above the maximum by less, as a share, comes of rounding.
_ROUNDING = 1e-9
#: Fewer different n-grams than that do not tell.
ENOUGH_NGRAMS = 10


def negative_idf(result: Result) -> Iterator[Finding]:
    """A table whose number of images is below one of its counts."""
    weighting = result.weighting
    if weighting.num_images is None or weighting.reference_df is None:
        return
    encoding, max_order = weighting.encoding, result.variant.max_order
    sides = ((encoding.references, weighting.reference_df), (encoding.candidates, weighting.candidate_df))
    # Of the n-grams numbered, only those with rows stand in these captions.
    largest = max(
        int(df[side.counts.up_to(max_order).ngram].max(initial=0)) for side, df in sides if df is not None
    )
    if largest > weighting.num_images:
        above = bool((result.scores > result.variant.scale * (1 + _ROUNDING)).any())
        yield Finding(
            "negative_idf",
            "warning",
            f"The table says {weighting.num_images} images, yet one of its n-grams has a df of {largest}: "
            "IDF turns negative, common n-grams weigh like rare ones and scores can pass the maximum. Give "
            "the table the number of images that it was counted on.",
            evidence={"num_images": weighting.num_images, "largest_df": largest, "above_maximum": above},
        )


def table_too_short(result: Result) -> Iterator[Finding]:
    """A table of shorter n-grams than the variant counts."""
    if isinstance(result.idf, DocumentFrequencies) and result.idf.max_order < result.variant.max_order:
        yield Finding(
            "table_too_short",
            "warning",
            f"The table holds n-grams of up to {some(result.idf.max_order, 'word', 'words')}, the variant "
            f"counts up to {result.variant.max_order}: longer ones weigh as if no image had them. Count "
            f"a table with max_order={result.variant.max_order}.",
            evidence={"table_order": result.idf.max_order, "max_order": result.variant.max_order},
        )


def known_share(result: Result) -> Iterator[Finding]:
    """How much of the candidates the table knows: all, most, or so little that it is of other words."""
    weighting = result.weighting
    if not isinstance(result.idf, DocumentFrequencies) or weighting.candidate_df is None:
        return
    counts = weighting.encoding.candidates.counts.up_to(result.variant.max_order)
    known = weighting.candidate_df[counts.ngram] > 0
    ends = counts.row_ends
    shares = [
        float(np.average(known[first:end], weights=counts.count[first:end]))
        for first, end in zip(ends[:-1], ends[1:], strict=True)
        if end > first
    ]
    if not shares or min(shares) == 1:
        return
    by_order = ", ".join(f"{100 * share:.0f} %" for share in shares)
    evidence = {f"order_{order}": share for order, share in enumerate(shares, start=1)}
    odd = _odd_words(result, result.idf)
    if odd is not None:
        evidence |= {"odd_words": odd}
        yield Finding(
            "table_of_other_words",
            "warning",
            f"{100 * odd:.0f} % of the table's words have capitals or punctuation, the captions' have "
            f"none: it was counted with another tokenizer. It knows {by_order} of the candidates' n-grams of "
            f"order 1 to {len(shares)}; count it again with the tokenizer used here.",
            evidence=evidence,
        )
    elif (changed := _changed_by_stemming(result, result.idf)) is not None:
        of_table, here = changed
        stemmed = ("with", "without") if of_table < here else ("without", "with")
        evidence |= {"table_stemmed": of_table < here}
        yield Finding(
            "table_of_other_words",
            "warning",
            f"The table was counted {stemmed[0]} stemming, these captions are scored {stemmed[1]} it: "
            f"stemming would change {100 * of_table:.0f} % of the table's words and {100 * here:.0f} % of "
            f"theirs. It knows {by_order} of the candidates' n-grams of order 1 to {len(shares)}; score "
            "with the stemmer that the table was counted with, or count the table again with the one used "
            "here.",
            evidence=evidence,
        )
    elif shares[0] < KNOWN_WORDS:
        yield Finding(
            "table_of_other_words",
            "warning",
            f"The table knows {100 * shares[0]:.0f} % of the candidates' words (by order: {by_order}); the "
            "rest weighs as if one image had it. It was counted on other captions or with another tokenizer: "
            "see whether its words have capitals, punctuation or stems, and count one on such captions.",
            evidence=evidence,
        )
    else:
        yield Finding(
            "table_share",
            "info",
            f"The table knows {by_order} of the candidates' n-grams of order 1 to {len(shares)}; each of the "
            "others weighs as if one image had it. Where that is much, count a table on captions like these.",
            evidence=evidence,
        )


def _odd_words(result: Result, table: DocumentFrequencies) -> float | None:
    """The share of the table's words with capitals or punctuation, if it is not a few and theirs is."""
    share_of_table = _share_of_odd(word for (word,) in table.counts(1))
    share_of_captions = _share_of_odd(words_used(result))
    return share_of_table if share_of_table > ODD_WORDS and share_of_captions < ODD_WORDS / 10 else None


def _share_of_odd(words: Iterable[str]) -> float:
    odd = list(map(is_odd, words))
    return sum(odd) / len(odd) if odd else 0.0


def _changed_by_stemming(result: Result, table: DocumentFrequencies) -> tuple[float, float] | None:
    """The shares of words that a stemmer changes, the table's and those scored, if one side was stemmed."""
    if table.stemmer is not None:
        return None
    scored = stem_words(words_used(result), result.variant.stemmer)
    of_table, here = _share_changed(word for (word,) in table.counts(1)), _share_changed(scored)
    if of_table is None or here is None or min(of_table, here) > STEMS or max(of_table, here) < WORDS:
        return None
    return of_table, here


def _share_changed(words: Iterable[str]) -> float | None:
    """The share of English words that Porter's stemmer changes; None where there are too few of them."""
    english = [word for word in words if word.isascii() and word.isalpha()]
    some_words = english[:: 1 + len(english) // SOME_WORDS]
    if len(some_words) < ENOUGH_NGRAMS:
        return None
    stems = stem_words(some_words, "porter")
    return sum(word != stem for word, stem in zip(some_words, stems, strict=True)) / len(some_words)


def nearly_constant_idf(result: Result) -> Iterator[Finding]:
    """A number of images so large that common and rare n-grams weigh alike."""
    weighting = result.weighting
    if not isinstance(result.idf, DocumentFrequencies) or weighting.candidate_df is None:
        return
    counts = weighting.encoding.candidates.counts.up_to(result.variant.max_order)
    used = np.unique(counts.ngram)
    held = weighting.candidate_df[used] > 0
    if held.sum() < ENOUGH_NGRAMS:
        return
    idf = weighting.candidate_idf[used][held]
    low, high = float(idf.min()), float(idf.max())
    if low > NEARLY_CONSTANT * high:
        yield Finding(
            "nearly_constant_idf",
            "warning",
            f"IDF runs only from {low:.2f} to {high:.2f}, so that common and rare n-grams weigh nearly the "
            f"same: of the {weighting.num_images} images that the table says, the commonest n-gram stands in "
            f"{int(weighting.candidate_df[used].max())}. Give the number of images that was counted, not "
            "its logarithm or that of another set.",
            evidence={
                "smallest_idf": low,
                "largest_idf": high,
                "num_images": weighting.num_images,
                "largest_df": int(weighting.candidate_df[used].max()),
            },
        )
