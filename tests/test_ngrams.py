"""N-grams as integers: the same counts as dictionaries give, in words that can be spelled again."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import captions

from cidernb import by_hand
from cidernb.ngrams import Words, count_ngrams, find_ngrams, in_alphabetical_order, number_words, spell
from cidernb.ngrams import stem as stem_numbered
from cidernb.stemmers import stem_words

texts = st.lists(captions.map(str.split), max_size=6)


def counts_in_words(words: Words, max_order: int) -> list[Counter[tuple[str, ...]]]:
    """Each caption's n-grams as a dictionary of word tuples."""
    held: list[Counter[tuple[str, ...]]] = [Counter() for _ in words.lengths]
    orders = count_ngrams(words, max_order)
    for order, counts in enumerate(orders, start=1):
        spelled = spell(words.vocabulary, [counts.keys for counts in orders], order)
        for ngram, caption, count in zip(counts.ngram, counts.caption, counts.count, strict=True):
            held[caption][spelled[ngram]] += int(count)
    return held


@settings(max_examples=60)
@given(texts, st.integers(1, 5))
def test_captions_have_the_counts_that_dictionaries_give(tokens: list[list[str]], max_order: int) -> None:
    expected = [by_hand.ngram_counts(words, max_order) for words in tokens]
    assert counts_in_words(number_words(tokens), max_order) == expected


@settings(max_examples=40)
@given(texts, st.sampled_from(["plural", "porter"]))
def test_words_are_stemmed_after_they_are_numbered(tokens: list[list[str]], stemmer: str) -> None:
    expected = [by_hand.ngram_counts(stem_words(words, stemmer), 3) for words in tokens]
    assert counts_in_words(stem_numbered(number_words(tokens), stemmer), 3) == expected


@settings(max_examples=40)
@given(texts)
def test_numbering_by_spelling_changes_no_caption(tokens: list[list[str]]) -> None:
    words = in_alphabetical_order(number_words(tokens))
    assert list(words.vocabulary) == sorted({word for caption in tokens for word in caption})
    assert counts_in_words(words, 3) == [by_hand.ngram_counts(caption, 3) for caption in tokens]


@settings(max_examples=40)
@given(st.data())
def test_the_counts_of_some_captions_are_those_they_have_alone(data: st.DataObject) -> None:
    tokens = data.draw(texts)
    rows = np.array([row for row in range(len(tokens)) if data.draw(st.booleans())], np.int64)
    words = number_words(tokens)
    some = words.of_captions(rows)
    held = [counts.of_captions(rows, words) for counts in count_ngrams(words, 3)]
    for here, alone in zip(held, count_ngrams(some, 3), strict=True):
        assert np.array_equal(here.caption, alone.caption)
        assert np.array_equal(here.count, alone.count)
        assert np.array_equal(here.row_at, alone.row_at)
        # Numbered among all captions' n-grams: the same keys for order 1, the same order for all.
        assert np.array_equal(np.unique(here.ngram, return_inverse=True)[1], alone.ngram)


@settings(max_examples=60)
@given(texts, texts)
def test_ngrams_are_found_in_a_collection_or_not(held: list[list[str]], wanted: list[list[str]]) -> None:
    collection, other = number_words(held), number_words(wanted)
    collection_keys = [counts.keys for counts in count_ngrams(collection, 3)]
    # Orders that the collection does not have are found nowhere.
    other_keys = [counts.keys for counts in count_ngrams(other, 4)]
    places = find_ngrams(collection.vocabulary, collection_keys, other.vocabulary, other_keys)
    for order, place in enumerate(places, start=1):
        names = spell(collection.vocabulary, collection_keys, order) if order <= 3 else []
        expected = [names.index(k) if k in names else -1 for k in spell(other.vocabulary, other_keys, order)]
        assert place.tolist() == expected


@pytest.mark.parametrize("size", [2**32, 2**59])
def test_counting_is_the_same_with_keys_too_long_to_pack(size: int) -> None:
    class Vocabulary(dict[str, int]):
        def __len__(self) -> int:
            return size

    words = number_words([["a", "b", "a", "b"], ["b", "b", "a"], [], ["c", "a", "b"]])
    huge = dataclasses.replace(words, vocabulary=Vocabulary(words.vocabulary))
    for here, there in zip(count_ngrams(words, 3), count_ngrams(huge, 3), strict=True):
        for field in ("ngram", "caption", "count", "row_at"):
            assert np.array_equal(getattr(here, field), getattr(there, field))
