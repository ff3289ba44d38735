"""Rewards for training: references encoded once, a table kept, new candidates for a batch at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, by_hand, ngram_index
from cidernb.ngram_index import NgramIndex
from cidernb.ngrams import count_ngrams
from cidernb.variant import PRESETS
from cidernb.words import Vocabulary, number_words

WORDS = [f"word{number}" for number in range(40)]
chance = random.Random(0)


def caption() -> str:
    return " ".join(chance.choices(WORDS, k=chance.randrange(1, 9)))


REFERENCES = {f"image{i}": [caption() for _ in range(chance.randrange(1, 5))] for i in range(60)}
TRAINING = EvaluationSet(dict.fromkeys(REFERENCES, "nothing yet"), REFERENCES).with_end_token()
COUNTS: dict[tuple[str, ...], int] = {}
for texts in REFERENCES.values():
    for ngram in {n for text in texts for n in by_hand.ngram_counts([*text.split(), "<eos>"], 4)}:
        COUNTS[ngram] = COUNTS.get(ngram, 0) + 1
TABLE = DocumentFrequencies.from_counts(COUNTS, num_images=len(REFERENCES))


def expected(candidates: dict[str, str]) -> list[float]:
    """The rewards by dictionaries, of each image alone."""
    return [
        by_hand.score(
            f"{text} <eos>",
            [f"{reference} <eos>" for reference in REFERENCES[image_id]],
            COUNTS,
            len(REFERENCES),
            PRESETS["code-cider-d"],
        ).score
        for image_id, text in candidates.items()
    ]


@pytest.mark.parametrize("size", [1, 3, 50, 60])
def test_the_reward_of_a_batch_is_that_of_each_image_alone(size):
    cidernb.score(TRAINING, idf=TABLE)
    for _ in range(4):
        ids = chance.sample(TRAINING.ids, size)
        batch = TRAINING.subset(ids)
        for _ in range(3):  # several samples an image
            new = {image_id: f"{caption()} new{chance.randrange(3)} {caption()}" for image_id in batch.ids}
            result = cidernb.score(batch.with_candidates(new), idf=TABLE)
            np.testing.assert_allclose(result.scores, expected(new), rtol=1e-9, atol=1e-12)


def test_a_batch_stands_in_the_order_of_its_set():
    ids = ["image7", "image3", "image50"]
    batch = TRAINING.subset(ids)
    assert batch.ids == ("image3", "image7", "image50")
    assert cidernb.score(batch, idf=TABLE).evaluation_set.candidates["image7"] == "nothing yet"


def test_rewards_of_a_batch_in_any_order_are_looked_up_by_id():
    ids = ["image7", "image3", "image50"]
    sampled = [dict(zip(ids, (caption() for _ in ids), strict=True)) for _ in range(2)]
    batch = TRAINING.subset(ids)
    for new in sampled:  # several samples an image
        rewards = cidernb.score(batch.with_candidates(new), idf=TABLE).per_image
        np.testing.assert_allclose([rewards[i] for i in ids], expected(new), rtol=1e-9, atol=1e-12)


def test_new_words_do_not_stay_in_the_set():
    encoding = TRAINING.encoding("whitespace", "none", 4)
    before = [set(side.surface.vocabulary) for side in (encoding.candidates, encoding.references)]
    edited = TRAINING.with_candidates({"image1": "unheard of"}).encoding("whitespace", "none", 4)
    assert set(edited.candidates.surface.vocabulary) == {"nothing", "yet", "unheard", "of", "<eos>"}
    assert edited.references is encoding.references
    assert [set(side.surface.vocabulary) for side in (encoding.candidates, encoding.references)] == before


@pytest.mark.parametrize("within", [True, False], ids=["a part", "another collection"])
@pytest.mark.parametrize(
    ("few", "often"), [(0, 0), (10**9, 10**9), (10**9, 0)], ids=["many", "few", "few and often"]
)
def test_n_grams_are_found_alike_however_they_are_looked_for(few, often, within, monkeypatch):
    monkeypatch.setattr(ngram_index, "_FEW", few)
    monkeypatch.setattr(ngram_index, "_OFTEN", often)

    def index(captions: list[list[str]], max_order: int) -> NgramIndex:
        return count_ngrams(number_words(captions), max_order).index

    captions = [caption().split() for _ in range(200)]
    some = captions[:50] if within else [caption().split() for _ in range(50)]
    wanted = index([[*caption().split(), "other", *caption().split()] for _ in range(50)], 5)
    for beside in (False, True):
        held, part = index(captions, 4), index(some, 3)
        found = held.find_beside(wanted, part) if beside else held.find(wanted)
        for collection, numbers in ((held, found), (part, part.find(wanted))):
            right = [collection.number(wanted.ngram(number)) for number in range(len(wanted))]
            assert max(right) > 0 > min(right)
            assert numbers.tolist() == right


@pytest.mark.parametrize("word", ["", "a"])
def test_a_word_of_no_letters_is_told_from_no_word(word, monkeypatch):
    monkeypatch.setattr(ngram_index, "_OFTEN", 0)
    held = count_ngrams(number_words([[word, "dog"], ["dog"], [word, word, "dog"]]), 3).index
    wanted = count_ngrams(number_words([["dog", word], [word, "dog"]]), 3).index
    right = [held.number(wanted.ngram(number)) for number in range(len(wanted))]
    assert held.find(wanted).tolist() == right
    assert sum(number >= 0 for number in right) == 3


def test_words_of_one_hash_are_told_apart(monkeypatch):
    monkeypatch.setattr(ngram_index, "_OFTEN", 0)
    monkeypatch.setattr(Vocabulary, "hashes", property(lambda self: np.full(len(self), 7, np.uint64)))
    held = count_ngrams(number_words([["a", "dog"], ["a", "cat"]]), 2).index
    wanted = count_ngrams(number_words([["a", "cat"], ["no", "dog"]]), 2).index
    assert held.find(wanted).tolist() == [held.number(wanted.ngram(n)) for n in range(len(wanted))]
