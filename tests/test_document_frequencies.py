"""Tables of document frequencies: counted, taken over, looked up, told apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Corpus, corpora, tables

import cidernb
from cidernb import DocumentFrequencies, Variant, by_hand

DOGS = {"u": ["a dog", "a dog runs", "dog dog"], "v": ["a cat"], "w": ["", "a dog"]}


@pytest.mark.parametrize(
    ("ngram", "df"),
    [
        ("a", 3),
        ("dog", 2),
        ("a dog", 2),
        (("a", "dog"), 2),
        ("a  dog ", 2),
        ("dog dog", 1),
        ("a dog runs", 1),
        ("dog a", 0),
        ("bird", 0),
        ("a bird", 0),
        ("", 0),
        ((), 0),
        ("a dog runs far away", 0),
    ],
)
def test_df_is_the_number_of_images_with_the_ngram_in_a_reference(
    ngram: str | tuple[str, ...], df: int
) -> None:
    table = DocumentFrequencies.from_references(DOGS)
    assert table.of(ngram) == df
    assert type(table.of(ngram)) is int


def test_a_table_knows_what_it_was_made_of() -> None:
    table = DocumentFrequencies.from_references(DOGS, stemmer="porter", max_order=2)
    assert (table.num_images, table.max_order, table.max_df) == (3, 2, 3)
    assert (table.tokenizer, table.stemmer) == ("whitespace", "porter")
    taken_over = DocumentFrequencies.from_counts({"a": 3}, num_images=3)
    assert (taken_over.tokenizer, taken_over.stemmer) == (None, None)


@pytest.mark.parametrize(
    ("stemmer", "expected"),
    [
        ("none", {("dogs",): 1, ("dog",): 1, ("circles",): 1}),
        ("plural", {("dogs",): 1, ("dog",): 1, ("circle",): 1}),
        ("porter", {("dog",): 2, ("circl",): 1}),
    ],
)
def test_stems_are_counted_where_words_are_stemmed(stemmer: str, expected: Mapping[Any, int]) -> None:
    table = DocumentFrequencies.from_references([["dogs circles"], ["dog"]], stemmer=stemmer)
    assert table.counts(1) == expected


@settings(max_examples=60)
@given(corpora, st.sampled_from(["none", "plural", "porter"]), st.integers(1, 6))
def test_counting_gives_what_the_dictionaries_give(corpus: Corpus, stemmer: str, max_order: int) -> None:
    table = DocumentFrequencies.from_references(corpus.references, stemmer=stemmer, max_order=max_order)
    expected = by_hand.document_frequencies(corpus.references, stemmer, max_order=max_order)
    held = {ngram: df for order in range(1, max_order + 1) for ngram, df in table.counts(order).items()}
    assert held == expected
    assert {ngram: table.of(ngram) for ngram in expected} == expected
    assert table.max_df == max(expected.values())
    assert table.counts(max_order + 1) == {}


@settings(max_examples=60)
@given(st.data())
def test_counts_made_elsewhere_are_taken_over_as_they_are(data: st.DataObject) -> None:
    given_table = data.draw(tables(data.draw(corpora)))
    table = DocumentFrequencies.from_counts(given_table.counts, num_images=given_table.num_images)
    held = {ngram: df for order in range(1, 6) for ngram, df in table.counts(order).items()}
    assert held == given_table.counts
    assert {ngram: table.of(" ".join(ngram)) for ngram in held} == held
    assert (table.num_images, table.max_df) == (given_table.num_images, max(held.values()))


@settings(max_examples=40)
@given(corpora, st.randoms(use_true_random=False))
def test_one_table_has_one_digest_however_it_was_made(corpus: Corpus, random: Any) -> None:
    table = DocumentFrequencies.from_references(corpus.references)
    counts = [item for order in range(1, 5) for item in table.counts(order).items()]
    random.shuffle(counts)
    again = DocumentFrequencies.from_counts(dict(counts), num_images=table.num_images)
    assert again.digest == table.digest
    in_strings = {" ".join(ngram): float(df) for ngram, df in counts}
    assert DocumentFrequencies.from_counts(in_strings, num_images=table.num_images).digest == table.digest


@pytest.mark.parametrize(
    ("counts", "num_images"),
    [
        ({"a": 2, "a dog": 1}, 4),
        ({"a": 2, "a dog": 2}, 3),
        ({"a": 2, "a cat": 1}, 3),
        ({"a": 2, "dog a": 1}, 3),
        ({"a": 2}, 3),
        ({"a": 2, "dog": 1}, 3),
        ({}, 3),
    ],
)
def test_tables_that_differ_have_other_digests(counts: dict[str, int], num_images: int) -> None:
    table = DocumentFrequencies.from_counts({"a": 2, "a dog": 1}, num_images=3)
    other = DocumentFrequencies.from_counts(counts, num_images=num_images)
    assert other.digest != table.digest
    assert len(other.digest) == 8
    assert int(other.digest, 16) >= 0


def test_a_table_of_long_ngrams_alone_does_not_hold_their_beginnings() -> None:
    table = DocumentFrequencies.from_counts({"a dog runs": 2}, num_images=3)
    assert (table.of("a dog runs"), table.of("a dog"), table.of("a")) == (2, 0, 0)
    assert (table.counts(1), table.counts(2), table.counts(3)) == ({}, {}, {("a", "dog", "runs"): 2})


@pytest.mark.parametrize("counts", [{}, {"a": 0}])
def test_an_empty_table_knows_nothing_and_scores(counts: dict[str, int]) -> None:
    table = DocumentFrequencies.from_counts(counts, num_images=3)
    assert (table.of("a"), table.counts(1), table.max_df) == (0, {}, 0)
    # Every n-gram has the weight ln 3: as good as weighting by counts alone.
    scores = cidernb.score(["a dog ran"], [["a dog runs"]], idf=table).per_order
    assert scores == pytest.approx(cidernb.score(["a dog ran"], [["a dog runs"]], idf="none").per_order)


@settings(max_examples=40)
@given(corpora, st.sampled_from(list(cidernb.PRESETS.values())))
def test_the_table_of_the_references_is_the_corpus_idf(corpus: Corpus, variant: Variant) -> None:
    table = DocumentFrequencies.from_references(corpus.references, stemmer=variant.stemmer)
    by_table = cidernb.score(corpus.candidates, corpus.references, variant=variant, idf=table)
    by_corpus = cidernb.score(corpus.candidates, corpus.references, variant=variant)
    assert by_table.per_order == pytest.approx(by_corpus.per_order, rel=1e-12, abs=1e-12)


def test_looking_an_ngram_up_does_not_add_it() -> None:
    table = DocumentFrequencies.from_references(DOGS)
    before = [table.counts(order) for order in range(1, 5)]
    for ngram in ("bird", "a bird", "dog a", ("a", "dog", "runs", "far")):
        assert table.of(ngram) == 0
    assert [table.counts(order) for order in range(1, 5)] == before


def test_changing_the_counts_afterwards_does_not_change_the_table() -> None:
    counts = {"a": 2}
    table = DocumentFrequencies.from_counts(counts, num_images=3)
    counts["a"] = counts["b"] = 3
    table.counts(1)["c",] = 9
    assert table.counts(1) == {("a",): 2}


@pytest.mark.parametrize("name", ["num_images", "max_order", "tokenizer", "stemmer"])
def test_a_table_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(DocumentFrequencies.from_references(DOGS), name, 5)


def test_fewer_images_than_a_df_are_taken_and_left_to_the_findings() -> None:
    table = DocumentFrequencies.from_counts({"a": 5}, num_images=2)
    assert (table.num_images, table.max_df) == (2, 5)


@pytest.mark.parametrize(
    ("counts", "num_images", "error", "words"),
    [
        ({"": 1}, 3, ValueError, "no words; remove it"),
        ({(): 1}, 3, ValueError, "no words; remove it"),
        ({("",): 1}, 3, ValueError, "of the table has no words; remove it"),
        ({"three red": 2, ("three", "red"): 2}, 9, ValueError, "'three red' is given twice; keep one of its"),
        ({"three  red": 1, "three red": 2}, 9, ValueError, "'three red' is given twice; keep one of its dfs"),
        ({"red": 0, ("red",): 2}, 9, ValueError, "'red' is given twice; keep one of its dfs"),
        (
            {"a " * 101: 1},
            3,
            ValueError,
            "n-gram of 101 words that begins 'a a a' is longer.*up to 100 words",
        ),
        (
            {"a dog": 2**70},
            3,
            ValueError,
            "'a dog' is 1180591620717411303424; give .* 9007199254740992 or less",
        ),
        ({"a dog": 10**400}, 3, ValueError, r"'a dog' is 10+\.\.\.; give a whole number of"),
        ({"a dog": 2**53 + 1}, 3, ValueError, "'a dog' is 9007199254740993; give"),
        ({"a dog": -1}, 3, ValueError, "'a dog' is -1; give a whole number of 0 or more"),
        ({"a dog": 1.5}, 3, ValueError, "'a dog' is 1.5"),
        ({"a dog": float("nan")}, 3, ValueError, "'a dog' is nan"),
        ({"a dog": float("inf")}, 3, ValueError, "'a dog' is inf"),
        ({"a dog": "2"}, 3, TypeError, "'a dog' is '2'"),
        ({"a dog": None}, 3, TypeError, "'a dog' is None"),
        ({"a dog": True}, 3, TypeError, "'a dog' is True"),
        ({3: 1}, 3, TypeError, "string or a tuple of strings, not 3"),
        ({("a", 3): 1}, 3, TypeError, r"tuple of strings, not \('a', 3\)"),
        ([("a", 1)], 3, TypeError, "a list; give a mapping"),
        ({"a": 1}, 0, ValueError, "num_images is 0; give a whole number of 1 or more"),
        ({"a": 1}, 10.6, ValueError, "num_images is 10.6"),
        ({"a": 1}, None, TypeError, "num_images is None"),
        ({"a": 1}, "100", TypeError, "num_images is '100'"),
        ({"a": 1}, 2**70, ValueError, "num_images is 1180591620717411303424; give a whole number of 90"),
    ],
)
def test_what_is_no_table_is_refused(
    counts: Any, num_images: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        DocumentFrequencies.from_counts(counts, num_images=num_images)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"max_order": 0}, ValueError, "max_order is 0; give a whole number of 1 or more"),
        ({"max_order": "4"}, TypeError, "max_order is '4'"),
        ({"max_order": 101}, ValueError, "max_order is 101; give a whole number of 100 or less"),
        ({"tokenizer": ["ptb"]}, ValueError, r"no tokenizer \['ptb'\]; choose one of"),
        ({"stemmer": ["porter"]}, ValueError, r"no stemmer \['porter'\]; choose one of none, plural"),
        ({"tokenizer": "words"}, ValueError, "no tokenizer 'words'; choose one of"),
        ({"stemmer": "lancaster"}, ValueError, "no stemmer 'lancaster'; choose one of none, plural, porter"),
    ],
)
def test_ways_of_counting_that_do_not_exist_are_refused(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        DocumentFrequencies.from_references(DOGS, **options)


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        (0, ValueError, "order is 0; give a whole number of 1 or more"),
        (-1, ValueError, "order is -1; give a whole number of 1 or more"),
        (1.5, ValueError, "order is 1.5; give a whole number of 1 or more"),
        (None, TypeError, "order is None; give a whole number of 1 or more"),
        ("2", TypeError, "order is '2'; give a whole number of 1 or more"),
    ],
)
def test_orders_are_counted_from_1(order: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        DocumentFrequencies.from_references(DOGS).counts(order)


@pytest.mark.parametrize("name", ["tokenizer", "stemmer"])
def test_what_made_a_table_has_a_name_or_is_not_known(name: str) -> None:
    given: dict[str, Any] = {name: 3}
    with pytest.raises(TypeError, match=f"{name} is 3; give its name, or None where it is not known"):
        DocumentFrequencies.from_counts({"a": 1}, num_images=2, **given)


def test_the_largest_numbers_are_held_as_they_are() -> None:
    table = DocumentFrequencies.from_counts({"a": 2**53 - 1}, num_images=2**53)
    assert (table.of("a"), table.num_images) == (2**53 - 1, 2**53)
    assert DocumentFrequencies.from_counts({"a " * 100: 1}, num_images=2).max_order == 100


def test_a_table_can_count_an_end_token_behind_every_caption(tmp_path):
    references = {1: ["a dog", "a dog runs."], 2: ["a cat"]}
    for tokenizer in ("whitespace", "ptb"):
        table = DocumentFrequencies.from_references(references, tokenizer=tokenizer, end_token="<eos>")
        assert table.end_token == "<eos>"
        assert (table.of("<eos>"), table.of("dog <eos>"), table.of("a cat <eos>")) == (2, 1, 1)
        images = cidernb.EvaluationSet({1: "a dog", 2: "a dog"}, references).with_end_token()
        here = cidernb.score(images, idf=table, tokenizer=tokenizer)
        np.testing.assert_array_equal(here.scores, cidernb.score(images, tokenizer=tokenizer).scores)
        table.save(tmp_path / "table.npz")
        assert DocumentFrequencies.load(tmp_path / "table.npz").end_token == "<eos>"
        again = table.counted_with(tokenizer, "porter")
        assert (again.end_token, again.of("run <eos>")) == ("<eos>", 1 if tokenizer == "ptb" else 0)
        assert not table.counts_like(DocumentFrequencies.from_references(references, tokenizer=tokenizer))


@pytest.mark.parametrize(
    ("end_token", "error"), [("the end", ValueError), ("a|b", ValueError), (1, TypeError)]
)
def test_an_end_token_of_a_table_is_one_word(end_token, error):
    with pytest.raises(error, match="end_token is"):
        DocumentFrequencies.from_references([["a dog"]], end_token=end_token)
