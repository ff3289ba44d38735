"""Causes: what may differ between two results, and which of it can act."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from cidernb.document_frequencies import DocumentFrequencies
from cidernb.result import IdfSource, Result
from cidernb.variant import Variant

#: The cause that comes before all others: the mean was taken over other images.
IMAGES_AVERAGED = "images_averaged"


def clipping_of(variant: Variant) -> tuple[str, str]:
    """The pair (clipping, tf) as it acts: without weight clipping the TF normaliser does nothing."""
    return variant.clipping, variant.tf if variant.clipping == "weight" else "count"


def present_causes(before: Result, after: Result, ids: Sequence[Hashable]) -> tuple[str, ...]:
    """The causes that differ between two results and can act on some images' scores."""
    return tuple(cause for cause, differs in _DIFFERS.items() if differs(before, after, ids))


def _candidate(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    old, new = before.evaluation_set.candidates, after.evaluation_set.candidates
    return any(old[i] != new[i] for i in ids)


def _tokenizer(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    old, new = ((r.tokenizer, r.evaluation_set.end_token) for r in (before, after))
    return old != new


def _references_compared(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    old, new = before.evaluation_set.references, after.evaluation_set.references
    return old is not new and any(old[i] != new[i] for i in ids)


def _references_counted(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    old, new = before.evaluation_set.references, after.evaluation_set.references
    differ = old is not new and any(new[i] != texts for i, texts in old.items() if i in new)
    return differ and _counts_corpus(before, after)


def _evaluation_set(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    old, new = before.evaluation_set.references, after.evaluation_set.references
    return old is not new and old.keys() != new.keys() and _counts_corpus(before, after)


def _counts_corpus(before: Result, after: Result) -> bool:
    return "corpus" in (before.idf, after.idf)


def _idf_source(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    return not same_source(before.idf, after.idf)


def same_source(one: IdfSource, other: IdfSource) -> bool:
    """Whether two IDF sources count the same, stemming and tokenizer apart."""
    if isinstance(one, DocumentFrequencies) and isinstance(other, DocumentFrequencies):
        return one.counts_like(other)
    return one is other or one == other


def _unseen(before: Result, after: Result, ids: Sequence[Hashable]) -> bool:
    weightless = before.idf == after.idf == "none"
    return before.variant.unseen != after.variant.unseen and not weightless


_DIFFERS: dict[str, Callable[[Result, Result, Sequence[Hashable]], bool]] = {
    "candidate": _candidate,
    "tokenizer": _tokenizer,
    "references_compared": _references_compared,
    "references_counted": _references_counted,
    "evaluation_set": _evaluation_set,
    "idf_source": _idf_source,
    "stemming": lambda before, after, ids: before.variant.stemmer != after.variant.stemmer,
    "clipping": lambda before, after, ids: clipping_of(before.variant) != clipping_of(after.variant),
    "unseen": _unseen,
    "length_penalty": lambda before, after, ids: before.variant.sigma != after.variant.sigma,
    "orders": lambda before, after, ids: before.variant.weights != after.variant.weights,
}

#: All causes but `IMAGES_AVERAGED`, in the order in which they are shown.
CAUSES = tuple(_DIFFERS)
