"""N-grams as integers: the same counts as dictionaries give, in words that can be spelled again."""

from __future__ import annotations

import dataclasses
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import captions

from cidernb import by_hand, compared
from cidernb.compared import Compared
from cidernb.ngram_index import NgramIndex, index_table
from cidernb.ngrams import NgramCounts, _count_at_once, _count_by_order, count_ngrams
from cidernb.sides import encode_side
from cidernb.stemmers import stem_words
from cidernb.words import in_alphabetical_order, number_words, stem

Ngram = tuple[str, ...]
texts = st.lists(captions.map(str.split), max_size=6)


def spelled(index: NgramIndex) -> list[Ngram]:
    """All n-grams of an index, by number."""
    return [ngram for order in range(1, len(index.keys) + 1) for ngram in index.spell(order)]


def in_words(counts: NgramCounts, captions: int) -> list[Counter[Ngram]]:
    """Each caption's counts as a dictionary."""
    held: list[Counter[Ngram]] = [Counter() for _ in range(captions)]
    names = spelled(counts.index)
    for ngram, caption, count in zip(counts.ngram, counts.caption, counts.count, strict=True):
        assert names[ngram] not in held[caption], "one row for an n-gram in a caption"
        held[caption][names[ngram]] = int(count)
    return held


@settings(max_examples=60)
@given(texts, st.integers(1, 5))
def test_captions_have_the_counts_that_dictionaries_give(tokens: list[list[str]], max_order: int) -> None:
    counts = count_ngrams(number_words(tokens), max_order)
    assert in_words(counts, len(tokens)) == [by_hand.ngram_counts(words, max_order) for words in tokens]


@settings(max_examples=60)
@given(texts, st.integers(1, 5))
def test_counting_all_orders_at_once_is_counting_each(tokens: list[list[str]], max_order: int) -> None:
    words = number_words(tokens)
    at_once = _count_at_once(words, max_order, len(words.vocabulary).bit_length())
    by_order = _count_by_order(words, max_order)
    for name in ("ngram", "caption", "count", "row_ends"):
        assert getattr(at_once, name).tolist() == getattr(by_order, name).tolist(), name
    assert [keys.tolist() for keys in at_once.index.keys] == [keys.tolist() for keys in by_order.index.keys]


# Few words of a large vocabulary, as of one caption of many: as many bits as an integer takes, and more.
@pytest.mark.parametrize("max_order", range(1, 9))
@pytest.mark.parametrize("bits", range(6, 17))
def test_captions_of_a_large_vocabulary_are_counted_alike(bits: int, max_order: int) -> None:
    captions = [["a", "dog", "a", "dog", "runs", "a", "dog", "a", "dog"], ["dog", "a"], [], ["end"]]
    words = number_words([*captions, [f"word{n}" for n in range(2 ** (bits - 1))]])
    chosen = words.of_captions(np.arange(4))
    assert len(chosen.vocabulary).bit_length() == bits
    assert_same_counts(count_ngrams(chosen, max_order), _count_by_order(chosen, max_order))


@settings(max_examples=60)
@given(texts)
def test_every_word_knows_the_row_of_the_ngram_that_starts_there(tokens: list[list[str]]) -> None:
    counts = count_ngrams(number_words(tokens), 3)
    names = spelled(counts.index)
    starts = [(caption, start) for caption, words in enumerate(tokens) for start in range(len(words))]
    for order in (1, 2, 3):
        for (caption, start), row in zip(starts, counts.row_at[order - 1].tolist(), strict=True):
            ngram = tuple(tokens[caption][start : start + order])
            if len(ngram) < order:
                assert row == -1
            else:
                assert (names[counts.ngram[row]], counts.caption[row]) == (ngram, caption)
                assert counts.row_ends[order - 1] <= row < counts.row_ends[order]


@settings(max_examples=40)
@given(texts, st.integers(1, 4))
def test_the_counts_up_to_an_order_are_those_of_shorter_ngrams(tokens: list[list[str]], order: int) -> None:
    words = number_words(tokens)
    held = in_words(count_ngrams(words, 4).up_to(order), len(tokens))
    assert held == in_words(count_ngrams(words, order), len(tokens))


@settings(max_examples=40)
@given(texts, st.sampled_from(["plural", "porter"]))
def test_words_are_stemmed_after_they_are_numbered(tokens: list[list[str]], stemmer: str) -> None:
    counts = count_ngrams(stem(number_words(tokens), stemmer), 3)
    expected = [by_hand.ngram_counts(stem_words(words, stemmer), 3) for words in tokens]
    assert in_words(counts, len(tokens)) == expected


@settings(max_examples=40)
@given(texts)
def test_numbering_by_spelling_changes_no_caption(tokens: list[list[str]]) -> None:
    words = in_alphabetical_order(number_words(tokens))
    assert list(words.vocabulary) == sorted({word for caption in tokens for word in caption})
    expected = [by_hand.ngram_counts(caption, 3) for caption in tokens]
    assert in_words(count_ngrams(words, 3), len(tokens)) == expected


@settings(max_examples=60)
@given(data=st.data())
def test_the_counts_of_some_captions_are_those_they_have_alone(data: st.DataObject) -> None:
    tokens = data.draw(texts)
    captions = np.flatnonzero([data.draw(st.booleans()) for _ in tokens])
    words = number_words(tokens)
    here, alone = count_ngrams(words, 3).of_captions(captions), count_ngrams(words.of_captions(captions), 3)
    assert_same_counts(here, alone)


# Few images of many are picked out, many found by a pass over all: both on every corpus.
@pytest.mark.parametrize("many", [0, 1_000_000], ids=["picked out", "found by a pass"])
@settings(max_examples=60)
@given(data=st.data())
def test_the_references_of_some_images_are_those_they_have_alone(many: int, data: st.DataObject) -> None:
    tokens = data.draw(texts.filter(len))
    images = data.draw(st.lists(st.integers(0, 3), min_size=len(tokens), max_size=len(tokens)).map(sorted))
    sizes = np.bincount(images)
    chosen = np.flatnonzero([size and data.draw(st.booleans()) for size in sizes])
    captions = np.flatnonzero(np.isin(images, chosen))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compared, "_MANY", many)
        side = encode_side(tokens, "none", 3)
        some = Compared(side, sizes).select(chosen)
    counts = some.references.counts
    assert_same_counts(counts, count_ngrams(side.words.of_captions(captions), 3))
    asked = [(ngram, image) for ngram in range(len(counts.index)) for image in range(len(chosen))]
    ngram, image = np.array(asked, np.int64).reshape(-1, 2).T
    rows, of_asked = some.places.rows(ngram, image)
    reference, count = some.at(rows, image[of_asked])
    found = sorted(zip(ngram[of_asked].tolist(), reference.tolist(), count.tolist(), strict=True))
    assert found == list(
        zip(counts.ngram.tolist(), counts.caption.tolist(), counts.count.tolist(), strict=True)
    )
    assert (some.image[reference] == image[of_asked]).all()


def assert_same_counts(here: NgramCounts, there: NgramCounts) -> None:
    """The same n-grams in as many captions; the numbers of n-grams may differ."""
    captions = len(there.words.lengths)
    assert in_words(here, captions) == in_words(there, captions)
    for field in ("caption", "count", "row_ends", "row_at"):
        assert np.array_equal(getattr(here, field), getattr(there, field)), field


@settings(max_examples=60)
@given(texts, texts)
def test_ngrams_are_found_in_a_collection_or_not(held: list[list[str]], wanted: list[list[str]]) -> None:
    collection = count_ngrams(number_words(held), 3).index
    # Of an order that the collection does not have, none is found.
    other = count_ngrams(number_words(wanted), 4).index
    names = spelled(collection)
    assert len(names) == len(collection)
    expected = [names.index(ngram) if ngram in names else -1 for ngram in spelled(other)]
    assert collection.find(other).tolist() == expected
    assert [collection.number(ngram) for ngram in spelled(other)] == expected
    assert [collection.number(ngram) for ngram in names] == list(range(len(names)))


_ngrams = captions.map(lambda text: tuple(text.split())).filter(len)


@settings(max_examples=60)
@given(st.dictionaries(_ngrams, st.integers(1, 9)))
def test_a_table_is_held_as_it_is_with_the_starts_of_its_ngrams_at_0(table: dict[Ngram, int]) -> None:
    index, values = index_table(table)
    held = dict(zip(spelled(index), values.tolist(), strict=True))
    starts = {ngram[:length]: 0 for ngram in table for length in range(1, len(ngram))}
    assert held == starts | table


@pytest.mark.parametrize("size", [2**32, 2**59])
def test_counting_is_the_same_with_keys_too_long_to_pack(size: int) -> None:
    class Vocabulary(dict[str, int]):
        def __len__(self) -> int:
            return size

    words = number_words([["a", "b", "a", "b"], ["b", "b", "a"], [], ["c", "a", "b"]])
    huge = dataclasses.replace(words, vocabulary=Vocabulary(words.vocabulary))
    here, there = count_ngrams(words, 3), count_ngrams(huge, 3)
    for field in ("ngram", "caption", "count", "row_ends", "row_at"):
        assert np.array_equal(getattr(here, field), getattr(there, field)), field
