"""CIDEr by hand: every equation as plain dictionaries, slow and readable, one caption at a time.

Written from the equations alone. It shares only words, stems and `Variant` with the fast engine, so
that each can be held against the other. The letters are the paper's: c is the candidate, s one of
its m references, h_k(s) the count of n-gram k in s, g_k(s) its weight, |I| the number of images.

    counts    h_k(s) and df        ngram_counts, document_frequencies
    Eq. 1     weights g            idf, normaliser, weights
    Eq. 2     cosine               shares, cosine
    Eqs. 3, 5 sum over orders      combine
    Eq. 4     clipping and length  clip_weights, clip_counts, sentence_length, length_penalty
    code      official scorers     official_cider, official_cider_d
    together  any `Variant`        compare (one order and reference), score, score_set
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from cidernb.stemmers import stem_words
from cidernb.tokenizers import Tokenizer, tokenize
from cidernb.variant import Variant

Ngram = tuple[str, ...]
Counts = Mapping[Ngram, int]
Weights = Mapping[Ngram, float]
#: n-gram to df, the number of images with it in a reference; None weighs every n-gram by its count.
Table = Mapping[Ngram, float] | None

Terms = dict[tuple[Ngram, int], float]
#: Why points are lost. The first that applies takes all of an order and reference, or else each part.
WHOLE = ("candidate_too_short", "reference_too_short", "unseen_limit", "zero_weights")
PARTS = ("wording", "clipping", "length_penalty")


@dataclass(frozen=True)
class ByHandScore:
    """A candidate's score, on the variant's scale, and the parts it is the sum of.

    Attributes
    ----------
    score : float
        The sum of w_n * per_order[n]; of `terms`; of `surface_terms`; and scale minus `losses`.
    per_order : tuple of float
        N numbers: the mean over the references, on the scale, clipped and penalised.
    terms, surface_terms : dict
        (n-gram, reference index) to contribution, for the candidate's n-grams that the reference
        holds too: as the variant stems them, and as they stand in the caption.
    losses : dict
        Each reason of `WHOLE` and `PARTS` to the points it took.
    """

    score: float
    per_order: tuple[float, ...]
    terms: Terms
    surface_terms: Terms
    losses: dict[str, float]


def ngrams(words: Sequence[str], n: int) -> list[Ngram]:
    """The n-grams of order n, one after the other."""
    return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]


def ngram_counts(words: Sequence[str], max_order: int) -> dict[Ngram, int]:
    """h_k(s): how often each n-gram of the orders 1 to `max_order` occurs.

    >>> ngram_counts(["a", "dog", "a"], 2)
    {('a',): 2, ('dog',): 1, ('a', 'dog'): 1, ('dog', 'a'): 1}
    """
    counts: dict[Ngram, int] = {}
    for n in range(1, max_order + 1):
        for k in ngrams(words, n):
            counts[k] = counts.get(k, 0) + 1
    return counts


def document_frequencies(
    references: Mapping[Hashable, Sequence[str]] | Iterable[Sequence[str]],
    stemmer: str = "none",
    tokenizer: Tokenizer = "whitespace",
    max_order: int = 4,
) -> dict[Ngram, int]:
    """df_k: the number of *images* with n-gram k in any of their reference captions.

    >>> document_frequencies([["a dog", "a dog"], ["a cat"]], max_order=1)
    {('a',): 2, ('dog',): 1, ('cat',): 1}
    """
    df: dict[Ngram, int] = {}
    for captions in references.values() if isinstance(references, Mapping) else references:
        of_image: dict[Ngram, int] = {}
        for caption in captions:
            of_image |= ngram_counts(stem_words(tokenize(caption, tokenizer), stemmer), max_order)
        for k in of_image:
            df[k] = df.get(k, 0) + 1
    return df


def absent(present: Set[Ngram], df: Table) -> set[Ngram]:
    """The n-grams that the IDF source lacks, or lists with a df of 0."""
    return set() if df is None else {k for k in present if not df.get(k)}


def idf(present: Set[Ngram], df: Table, num_images: float | None, unseen: str = "floor") -> Weights:
    """Eq. 1: ln|I| - ln max(1, df_k) for each n-gram k that a caption holds; below 0 where df_k > |I|.

    unseen="limit": the common weight of all absent n-grams goes to infinity. Measured in that
    weight they are 1, and beside one of them every other n-gram vanishes.
    """
    if df is None:
        return dict.fromkeys(present, 1.0)
    if num_images is None or num_images <= 0:
        raise ValueError(f"num_images is {num_images}; give the number of images that the df table counts.")
    if unseen == "limit" and (unbounded := absent(present, df)):
        return {k: 1.0 if k in unbounded else 0.0 for k in present}
    return {k: math.log(num_images) - math.log(max(1, df.get(k, 0))) for k in present}


def normaliser(counts: Counts, n: int, tf: str) -> int:
    """What Eq. 1 divides by: the caption's n-grams ("all" orders, or this "order"), or 1 ("count")."""
    return 1 if tf == "count" else sum(h for k, h in counts.items() if tf == "all" or len(k) == n)


def weights(counts: Counts, idf_of: Weights, divisor: int = 1) -> Weights:
    """Eq. 1: g_k(s) = h_k(s) / divisor * idf_k."""
    return {k: h / divisor * idf_of[k] for k, h in counts.items()}


def norm(g: Weights) -> float:
    """|g|, the Euclidean norm."""
    return math.sqrt(sum(weight**2 for weight in g.values()))


def shares(numerator: Weights, g_c: Weights, g_s: Weights) -> dict[Ngram, float]:
    """numerator_k * g_k(s) / (|g(c)| |g(s)|) of each n-gram k that candidate and reference share.

    The numerator is g(c) in Eq. 2 and g(c) clipped in Eq. 4; the norms are unclipped in both.
    """
    norms = norm(g_c) * norm(g_s)
    # The official code does not divide by a zero norm; its numerator is 0 then.
    return {k: numerator[k] * g_s[k] / norms if norms else 0.0 for k in g_c if k in g_s}


def cosine(g_c: Weights, g_s: Weights) -> float:
    """Eq. 2 for one reference: g(c) . g(s) / (|g(c)| |g(s)|), and 0 where a norm is 0."""
    return sum(shares(g_c, g_c, g_s).values())


def combine(per_order: Sequence[float], order_weights: Sequence[float]) -> float:
    """Eqs. 3 and 5: the sum over n of w_n * CIDEr_n."""
    return sum(w_n * value for w_n, value in zip(order_weights, per_order, strict=True))


def clip_weights(g_c: Weights, g_s: Weights) -> Weights:
    """Eq. 4: min(g_k(c), g_k(s)). Under a negative IDF, as in the code, that is the *larger* count."""
    return {k: min(g_c[k], g_s[k]) for k in g_c if k in g_s}


def clip_counts(h_c: Counts, h_s: Counts) -> Counts:
    """The text of section 8: min(h_k(c), h_k(s)), which makes the numerator min(h_c, h_s) h_s idf^2."""
    return {k: min(h_c[k], h_s[k]) for k in h_c if k in h_s}


def sentence_length(words: Sequence[str]) -> int:
    """l(s) as the official code takes it, for every N: the number of bigrams."""
    return max(0, len(words) - 1)


def length_penalty(length_c: int, length_s: int, sigma: float | None) -> float:
    """Eq. 4: exp(-(l(c) - l(s))^2 / (2 sigma^2)); no sigma, no penalty."""
    # Divided before squaring, for the square of a tiny sigma is 0 in floating point.
    deviation = 0.0 if sigma is None else (length_c - length_s) / sigma
    return math.exp(-deviation * deviation / 2)


def official_cider(candidate: str, references: Sequence[str], df: Table, num_images: float | None) -> float:
    """CIDEr of the authors' repository: ten times the mean cosine of raw counts * idf."""
    c, total = candidate.split(), 0.0
    for s in map(str.split, references):
        total += sum(cosine(g_c, g_s) for g_c, g_s in _official_weights(c, s, df, num_images))
    return 10 * total / 4 / len(references)


def official_cider_d(candidate: str, references: Sequence[str], df: Table, num_images: float | None) -> float:
    """CIDEr-D of the authors' repository, which coco-caption calls CIDEr."""
    c, total = candidate.split(), 0.0
    for s in map(str.split, references):
        penalty = length_penalty(sentence_length(c), sentence_length(s), sigma=6.0)
        for g_c, g_s in _official_weights(c, s, df, num_images):
            total += penalty * sum(shares(clip_weights(g_c, g_s), g_c, g_s).values())
    return 10 * total / 4 / len(references)


def _official_weights(
    c: Sequence[str], s: Sequence[str], df: Table, num_images: float | None
) -> Iterable[tuple[Weights, Weights]]:
    for n in (1, 2, 3, 4):
        h_c, h_s = (_of_order(ngram_counts(words, 4), n) for words in (c, s))
        idf_of = idf(h_c.keys() | h_s.keys(), df, num_images)
        yield weights(h_c, idf_of), weights(h_s, idf_of)


def _of_order(counts: Counts, n: int) -> dict[Ngram, int]:
    return {k: h for k, h in counts.items() if len(k) == n}


def compare(
    counts_c: Counts, counts_s: Counts, n: int, df: Table, num_images: float | None, variant: Variant
) -> tuple[float, dict[Ngram, float], str | None]:
    """Order n of candidate and one reference: cosine, clipped shares, and why there is nothing if so."""
    h_c, h_s = _of_order(counts_c, n), _of_order(counts_s, n)
    idf_of = idf(h_c.keys() | h_s.keys(), df, num_images, variant.unseen)
    divisor_c, divisor_s = (normaliser(counts, n, variant.tf) for counts in (counts_c, counts_s))
    g_c, g_s = weights(h_c, idf_of, divisor_c), weights(h_s, idf_of, divisor_s)
    numerator = {
        "none": g_c,
        "weight": clip_weights(g_c, g_s),
        # Divided as g(c) is, so that the normaliser cancels and this form knows no TF.
        "count": weights(clip_counts(h_c, h_s), idf_of, divisor_c),
    }[variant.clipping]
    unbounded = absent(h_c.keys() | h_s.keys(), df) if variant.unseen == "limit" else set()
    reasons = {
        "candidate_too_short": not h_c,
        "reference_too_short": not h_s,
        # A shared absent n-gram leaves a cosine, over absent n-grams alone: what it lacks is wording.
        "unseen_limit": unbounded and not unbounded & h_c.keys() & h_s.keys(),
        "zero_weights": norm(g_c) == 0 or norm(g_s) == 0,
    }
    reason = next((name for name, applies in reasons.items() if applies), None)
    return cosine(g_c, g_s), shares(numerator, g_c, g_s), reason


def score(
    candidate: str,
    references: Sequence[str],
    df: Table,
    num_images: float | None,
    variant: Variant,
    tokenizer: Tokenizer = "whitespace",
) -> ByHandScore:
    """Score one candidate under any variant. The n-grams of `df` are stemmed as the variant stems.

    >>> score("dog", ["dog", "cat"], None, None, Variant(max_order=1)).losses["wording"]
    5.0
    """
    if isinstance(references, str) or not references:
        raise ValueError(f"references is {references!r}; give a list of one caption or more.")
    surface = tokenize(candidate, tokenizer)
    c = stem_words(surface, variant.stemmer)
    counts_c = ngram_counts(c, variant.max_order)
    whole = variant.scale / len(references)
    per_order = [0.0] * variant.max_order
    terms: Terms = {}
    losses = dict.fromkeys(WHOLE + PARTS, 0.0)
    for j, reference in enumerate(references):
        s = stem_words(tokenize(reference, tokenizer), variant.stemmer)
        counts_s = ngram_counts(s, variant.max_order)
        penalty = length_penalty(sentence_length(c), sentence_length(s), variant.sigma)
        for n, w_n in enumerate(variant.weights, start=1):
            cos, clipped, reason = compare(counts_c, counts_s, n, df, num_images, variant)
            kept = sum(clipped.values())
            per_order[n - 1] += whole * penalty * kept
            terms |= {(k, j): w_n * whole * penalty * share for k, share in clipped.items()}
            parts = {"wording": 1 - cos, "clipping": cos - kept, "length_penalty": kept * (1 - penalty)}
            for name, part in ({reason: 1.0} if reason else parts).items():
                losses[name] += w_n * whole * part
    total = combine(per_order, variant.weights)
    return ByHandScore(total, tuple(per_order), terms, _by_surface(terms, surface, c), losses)


def _by_surface(terms: Terms, surface: Sequence[str], stems: Sequence[str]) -> Terms:
    by_surface: Terms = {}
    for (k, j), term in terms.items():
        places = [i for i, stemmed in enumerate(ngrams(stems, len(k))) if stemmed == k]
        for key in ((ngrams(surface, len(k))[i], j) for i in places):
            by_surface[key] = by_surface.get(key, 0.0) + term / len(places)
    return by_surface


def score_set(
    candidates: Mapping[Hashable, str],
    references: Mapping[Hashable, Sequence[str]],
    variant: Variant,
    tokenizer: Tokenizer = "whitespace",
    idf: Literal["corpus", "none"] | tuple[Mapping[Ngram, float], float] = "corpus",
) -> dict[Hashable, ByHandScore]:
    """Score every image, with the IDF of these references, without any, or of a (df table, |I|)."""
    if unpaired := candidates.keys() ^ references.keys():
        raise ValueError(f"Only candidates or only references have the image ids {unpaired}; give both.")
    if idf == "corpus":
        df = document_frequencies(references, variant.stemmer, tokenizer, variant.max_order)
        idf = df, len(references)
    table, num_images = (None, None) if idf == "none" else idf
    return {i: score(candidates[i], references[i], table, num_images, variant, tokenizer) for i in references}
