"""What the properties are tried on: small corpora that hold the awkward cases, variants, df tables.

Words, references and weights are drawn as strings of letters that stand for them: one draw each,
which is what keeps hundreds of examples quick.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Any

from hypothesis import strategies as st

from cidernb import by_hand
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.stemmers import stem_words
from cidernb.variant import Variant

#: Few words, so that captions repeat themselves and each other; inflections that stems unite;
#: capitals and punctuation, other scripts, an accent in both forms, a character of two code units.
VOCABULARY = (
    *("a", "dog", "dogs", "run", "running", "one", "circle", "circles"),
    *("Dog,", "café", "cafe\N{COMBINING ACUTE ACCENT}", "猫", "ёж", "\N{DOG FACE}"),
)
#: What `str.split`, and with it the official scorer, takes for a space.
SPACES = (" ", "  ", "\t", "\n", "\r", "\x0c", "\x85", "\xa0", "\u2028", "\u3000")


@dataclass(frozen=True)
class Corpus:
    """Candidates and references by image id."""

    candidates: dict[Hashable, str]
    references: dict[Hashable, list[str]]

    @property
    def evaluation_set(self) -> EvaluationSet:
        """A new evaluation set, with nothing encoded yet."""
        return EvaluationSet(self.candidates, self.references)


@dataclass(frozen=True)
class Table:
    """A df table, in the form that the dictionaries take."""

    counts: dict[tuple[str, ...], int]
    num_images: int


def _letters(number: int, min_size: int, max_size: int) -> st.SearchStrategy[list[int]]:
    """Short lists of numbers below `number`, drawn as one string."""
    text = st.text(ascii_lowercase[:number], min_size=min_size, max_size=max_size)
    return text.map(lambda letters: list(map(ascii_lowercase.index, letters)))


#: Captions, some of them blank, of one word, or with odd spaces.
captions: st.SearchStrategy[str] = st.builds(
    lambda words, space: space.join(VOCABULARY[word] for word in words),
    _letters(len(VOCABULARY), 0, 8),
    st.sampled_from([" "] * 9 + list(SPACES)),
)

_POOL_SIZE, _MAX_IMAGES = 5, 4
_pools = st.lists(captions, min_size=_POOL_SIZE, max_size=_POOL_SIZE)
_images = st.lists(_letters(_POOL_SIZE, 2, 5), min_size=1, max_size=_MAX_IMAGES)
_ids = st.sampled_from([range(_MAX_IMAGES), ("b", 7, "a", (1, "x")), ("10", 9, "9", 0)])


def _corpus(pool: list[str], images: list[list[int]], ids: Sequence[Hashable]) -> Corpus:
    texts = [[pool[place] for place in places] for places in images]
    references = [chosen[1:] if any(map(str.split, chosen[1:])) else ["", "a dog"] for chosen in texts]
    return Corpus(
        {image_id: chosen[0] for image_id, chosen in zip(ids, texts, strict=False)},
        dict(zip(ids, references, strict=False)),
    )


#: One to four images whose captions come from one small pool, so that captions recur within and
#: across images, candidates equal references, and images share all their references.
corpora: st.SearchStrategy[Corpus] = st.builds(_corpus, _pools, _images, _ids)


def _variant(max_order: int, parts: list[int], uniform: bool, **settings: Any) -> Variant:
    parts = parts[:max_order]
    weights = None if uniform or not sum(parts) else [part / sum(parts) for part in parts]
    return Variant(max_order=max_order, order_weights=weights, **settings)


#: Any variant, with N from 1 to 6.
variants: st.SearchStrategy[Variant] = st.builds(
    _variant,
    max_order=st.integers(1, 6),
    parts=_letters(5, 6, 6),
    uniform=st.booleans(),
    stemmer=st.sampled_from(["none", "plural", "porter"]),
    tf=st.sampled_from(["count", "all", "order"]),
    unseen=st.sampled_from(["floor", "limit"]),
    clipping=st.sampled_from(["none", "count", "weight"]),
    sigma=st.sampled_from([None, 6.0, 1.0, 0.3, 50.0, 1e-200, 1e200]),
    scale=st.sampled_from([1, 10, 2.5]),
)


def _table(corpus: Corpus, stemmer: str, seed: int, num_images: int) -> Table:
    texts = {*corpus.candidates.values(), *(text for texts in corpus.references.values() for text in texts)}
    words = [stem_words(text.split(), stemmer) for text in texts]
    known = sorted({ngram for of_text in words for ngram in by_hand.ngram_counts(of_text, 5)})
    chance = Random(seed)
    counts = {ngram: chance.choice([1, 2, 3, 5, 12]) for ngram in known if chance.random() < 0.7}
    return Table({**counts, ("elsewhere",): 4}, num_images)


_seeds = st.integers(0, 2**16)
_nums_images = st.sampled_from([1, 2, 3, 5, 40])


def tables(corpus: Corpus, stemmer: str = "none") -> st.SearchStrategy[Table]:
    """A df table that knows some n-grams of the corpus, and whose |I| is often below a df."""
    return st.builds(_table, st.just(corpus), st.just(stemmer), _seeds, _nums_images)


#: A corpus, a variant and an IDF source.
scorings: st.SearchStrategy[tuple[Corpus, Variant, str | Table]] = st.builds(
    lambda corpus, variant, source, *table: (
        corpus,
        variant,
        _table(corpus, variant.stemmer, *table) if source == "table" else source,
    ),
    corpora,
    variants,
    st.sampled_from(["corpus", "none", "table"]),
    _seeds,
    _nums_images,
)


def engine_idf(idf: str | Table) -> str | DocumentFrequencies:
    """The IDF source as `cidernb.score` takes it."""
    if isinstance(idf, Table):
        return DocumentFrequencies.from_counts(idf.counts, num_images=idf.num_images)
    return idf


def by_hand_scores(corpus: Corpus, variant: Variant, idf: str | Table) -> list[by_hand.ByHandScore]:
    """What the dictionaries make of the corpus, image after image."""
    source: Any = (idf.counts, idf.num_images) if isinstance(idf, Table) else idf
    return list(by_hand.score_set(corpus.candidates, corpus.references, variant, idf=source).values())
