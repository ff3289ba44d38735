"""Explanations the long way round: dictionaries and every order of switching, nothing of the engine.

Each state between two settings is put together from its ingredients and scored by `by_hand`; a
cause's share is its step averaged over all permutations of the causes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from strategies import Table, engine_idf

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, Result, Variant, by_hand
from cidernb.stemmers import stem_words
from cidernb.tokenizers import tokenize

Points = dict[str, float]
Shares = dict[str, Points]

#: Every cause that can be switched.
CAUSES = (
    "candidate",
    "tokenizer",
    "references_compared",
    "references_counted",
    "evaluation_set",
    "idf_source",
    "stemming",
    "clipping",
    "unseen",
    "length_penalty",
    "orders",
)


@dataclass(frozen=True)
class Pool:
    """References of other images: an IDF source that can be counted with any tokenizer and stemmer."""

    references: tuple[tuple[str, ...], ...]


Idf = str | Table | Pool


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One side of a comparison: everything that decides a score."""

    candidates: Mapping[Hashable, str]
    references: Mapping[Hashable, Sequence[str]]
    variant: Variant = Variant()
    idf: Idf = "corpus"
    tokenizer: str = "whitespace"
    end_token: str | None = None

    def result(self) -> Result:
        """The engine's result of this setting."""
        images = EvaluationSet(self.candidates, self.references)
        if self.end_token is not None:
            images = images.with_end_token(self.end_token)
        idf: Any = self.idf
        if isinstance(idf, Pool):
            idf = _pool_table(idf, self.tokenizer, self.variant.stemmer)
        return cidernb.score(
            images,
            variant=self.variant,
            idf=engine_idf(idf) if isinstance(idf, Table) else idf,
            tokenizer=self.tokenizer,
        )


@cache
def _pool_table(pool: Pool, tokenizer: str, stemmer: str) -> DocumentFrequencies:
    return DocumentFrequencies.from_references(pool.references, tokenizer=tokenizer, stemmer=stemmer)


# --- States ---------------------------------------------------------------------------------------


def state(
    before: Setting,
    after: Setting,
    switched: Iterable[str],
    ids: Sequence[Hashable] | None = None,
    half_stemmed: bool = False,
) -> Points:
    """Each surface n-gram's points, with the causes `switched` at their after side; mean over `ids`.

    Half stemmed, words match as written and each n-gram takes the df of its stem, whichever side
    does not stem.
    """
    at = {cause: (before, after)[cause in set(switched)] for cause in CAUSES}
    stemmer = at["stemming"].variant.stemmer
    if half_stemmed:
        [stemmer] = {side.variant.stemmer for side in (before, after)} - {"none"}
    variant = at["orders"].variant.replace(
        stemmer="none" if half_stemmed else stemmer,
        tf=at["clipping"].variant.tf,
        clipping=at["clipping"].variant.clipping,
        unseen=at["unseen"].variant.unseen,
        sigma=at["length_penalty"].variant.sigma,
        scale=after.variant.scale,
    )
    tokens = at["tokenizer"].tokenizer, at["tokenizer"].end_token
    counted = {
        i: at["references_counted"].references.get(i, own)
        for i, own in at["evaluation_set"].references.items()
    }
    df, num_images = _table(at["idf_source"].idf, counted, stemmer, variant.max_order, tokens)
    ids = _shared(before, after) if ids is None else ids
    points: Points = {}
    for i in ids:
        candidate = _words(at["candidate"].candidates[i], *tokens)
        references = [_words(text, *tokens) for text in at["references_compared"].references[i]]
        table = _of_stems([candidate, *references], df, stemmer) if half_stemmed else df
        scored = by_hand.score(candidate, references, table, num_images, variant)
        for (ngram, _), term in scored.surface_terms.items():
            name = " ".join(ngram)
            points[name] = points.get(name, 0.0) + term / len(ids)
    return points


def _of_stems(captions: Sequence[str], df: by_hand.Table, stemmer: str) -> by_hand.Table:
    """The df of every n-gram's stem, by the n-gram as written."""
    if df is None:
        return None
    surface = {k for text in captions for k in by_hand.ngram_counts(text.split(), 6)}
    return {k: df.get(tuple(stem_words(k, stemmer)), 0) for k in surface}


def _shared(before: Setting, after: Setting) -> list[Hashable]:
    return [i for i in before.references if i in after.references]


def _words(text: str, tokenizer: str, end_token: str | None) -> str:
    """A caption whose words stand between spaces."""
    return " ".join([*tokenize(text, tokenizer), *([] if end_token is None else [end_token])])


def _table(
    idf: Idf,
    counted: Mapping[Hashable, Sequence[str]],
    stemmer: str,
    max_order: int,
    tokens: tuple[str, str | None],
) -> tuple[by_hand.Table, float | None]:
    if idf == "none":
        return None, None
    if isinstance(idf, Table):
        return idf.counts, idf.num_images
    if isinstance(idf, Pool):  # a table knows no end token, and the n-grams of four orders
        texts = tuple(tuple(_words(text, tokens[0], None) for text in image) for image in idf.references)
        return _dfs(texts, stemmer, 4), len(texts)
    texts = tuple(tuple(_words(text, *tokens) for text in image) for image in counted.values())
    return _dfs(texts, stemmer, max_order), len(texts)


@cache
def _dfs(images: tuple[tuple[str, ...], ...], stemmer: str, max_order: int) -> Mapping[by_hand.Ngram, float]:
    return by_hand.document_frequencies(images, stemmer, max_order=max_order)


# --- Shares of a change ---------------------------------------------------------------------------

Value = Callable[[frozenset[str]], Points]


def shapley(causes: Sequence[str], value: Value) -> Shares:
    """Each cause's step, by n-gram, averaged over all permutations of the causes."""
    orders = list(itertools.permutations(causes))
    shares: Shares = {cause: {} for cause in causes}
    for order in orders:
        for cause, steps in waterfall(order, value).items():
            for ngram, step in steps.items():
                shares[cause][ngram] = shares[cause].get(ngram, 0.0) + step / len(orders)
    return shares


def waterfall(order: Sequence[str], value: Value) -> Shares:
    """Each cause's step, by n-gram, when they are switched in this order."""
    shares: Shares = {}
    switched: frozenset[str] = frozenset()
    for cause in order:
        shares[cause] = minus(value(switched | {cause}), value(switched))
        switched |= {cause}
    return shares


def minus(after: Points, before: Points) -> Points:
    """What changed, n-gram by n-gram."""
    names = before.keys() | after.keys()
    return {name: after.get(name, 0.0) - before.get(name, 0.0) for name in names}


def states(before: Setting, after: Setting, ids: Sequence[Hashable] | None = None) -> Value:
    """The states of two settings, each worked out once."""
    return cache(lambda switched: state(before, after, switched, ids))


def up_to_half_stemmed(before: Setting, after: Setting, ids: Sequence[Hashable] | None = None) -> Value:
    """States in which stemming is switched only half the way."""
    whole = states(before, after, ids)
    half = cache(lambda switched: state(before, after, switched, ids, half_stemmed=True))
    return lambda switched: (half if "stemming" in switched else whole)(switched)


# --- Removal effects ------------------------------------------------------------------------------


def removal_effect(
    ngram: str,
    candidate: str,
    references: Sequence[str],
    df: by_hand.Table,
    num_images: float | None,
    variant: Variant,
) -> float:
    """Score without the n-gram (its stem's count set to 0) minus score; length penalty as it was."""
    removed = tuple(stem_words(ngram.split(), variant.stemmer))
    c = stem_words(candidate.split(), variant.stemmer)
    counts = by_hand.ngram_counts(c, variant.max_order)
    n = len(removed)
    # The TF normaliser is "the rest": it is that of the whole caption still.
    divisor = by_hand.normaliser(counts, n, variant.tf)
    effect = 0.0
    for reference in references:
        s = stem_words(reference.split(), variant.stemmer)
        penalty = by_hand.length_penalty(
            by_hand.sentence_length(c), by_hand.sentence_length(s), variant.sigma
        )
        counts_s = by_hand.ngram_counts(s, variant.max_order)
        whole, without = (
            _cosine(h_c, counts_s, n, divisor, df, num_images, variant)
            for h_c in (counts, {k: h for k, h in counts.items() if k != removed})
        )
        effect += penalty * (without - whole) * variant.scale / len(references)
    return variant.weights[n - 1] * effect


def _cosine(
    counts_c: by_hand.Counts,
    counts_s: by_hand.Counts,
    n: int,
    divisor_c: int,
    df: by_hand.Table,
    num_images: float | None,
    variant: Variant,
) -> float:
    """Clipped cosine of order n, where the candidate's counts are not those of its words."""
    h_c, h_s = ({k: h for k, h in counts.items() if len(k) == n} for counts in (counts_c, counts_s))
    idf_of = by_hand.idf(h_c.keys() | h_s.keys(), df, num_images, variant.unseen)
    g_c = by_hand.weights(h_c, idf_of, divisor_c)
    g_s = by_hand.weights(h_s, idf_of, by_hand.normaliser(counts_s, n, variant.tf))
    numerator = {
        "none": g_c,
        "weight": by_hand.clip_weights(g_c, g_s),
        "count": by_hand.weights(by_hand.clip_counts(h_c, h_s), idf_of, divisor_c),
    }[variant.clipping]
    return sum(by_hand.shares(numerator, g_c, g_s).values())
