"""The stand-ins for the official classes: same arguments, same numbers, other errors."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocoevalcap.cider.cider import Cider as OfficialCider
from real_captions import coco

from cidernb import PRESETS, DocumentFrequencies, by_hand, score, tokenize
from cidernb.compat import Cider, CiderD

GTS = {
    1: ["a brown dog runs fast", "the dog is running on grass"],
    2: ["two cats sleep on a sofa", "cats lying on the couch"],
}
RES = {2: ["two cats sleep on a sofa"], 1: ["a brown dog runs fast"]}
LISTED = [{"image_id": image_id, "caption": caption} for image_id, caption in RES.items()]

_texts = st.text("ab  c", max_size=12)
_images = st.dictionaries(
    st.integers(0, 9) | st.text("xyz", max_size=2),
    st.tuples(_texts, st.lists(_texts, max_size=3).map(lambda texts: [*texts, "a b"])),
    min_size=1,
    max_size=5,
)


@given(_images, st.sampled_from([6.0, 1.0, 0.5]), st.randoms())
def test_with_mappings_cider_is_pycocoevalcap_s(images, sigma, chance):
    gts = {image_id: texts for image_id, (_, texts) in images.items()}
    res = [(image_id, [text]) for image_id, (text, _) in images.items()]
    chance.shuffle(res)
    mean, scores = Cider(sigma=sigma).compute_score(gts, dict(res))
    official = OfficialCider(sigma=sigma).compute_score(gts, dict(res))
    np.testing.assert_allclose(scores, official[1], rtol=1e-9, atol=1e-9)
    assert mean == pytest.approx(official[0], rel=1e-9, abs=1e-9)
    assert type(scores) is type(official[1])
    np.testing.assert_array_equal(scores, CiderD(sigma=sigma).compute_score(gts, dict(res))[1])


def test_on_coco_cider_is_pycocoevalcap_s():
    candidates, gts = coco()
    res = {image_id: [text] for image_id, text in candidates.items()}
    mean, scores = Cider().compute_score(gts, res)
    official = OfficialCider().compute_score(gts, res)
    np.testing.assert_allclose(scores, official[1], rtol=1e-9, atol=1e-9)
    assert mean == pytest.approx(official[0], rel=1e-9)


@settings(max_examples=50)
@given(
    _images,
    st.integers(1, 6),
    st.sampled_from([6.0, 0.5]),
    st.lists(st.integers(0, 4), min_size=1, max_size=6),
)
def test_with_a_list_they_are_the_authors_classes(images, n, sigma, places):
    gts = {image_id: texts for image_id, (_, texts) in images.items()}
    chosen = [list(images)[place % len(images)] for place in places]
    res = [{"image_id": image_id, "caption": [images[image_id][0]]} for image_id in chosen]
    candidates = dict(enumerate(images[image_id][0] for image_id in chosen))
    references = dict(enumerate(gts[image_id] for image_id in chosen))
    for scorer, preset, settings_ in (
        (Cider(n=n), "code-cider", {}),
        (CiderD(n=n, sigma=sigma), "code-cider-d", {"sigma": sigma}),
    ):
        variant = PRESETS[preset].replace(max_order=n, **settings_)
        expected = [one.score for one in by_hand.score_set(candidates, references, variant).values()]
        mean, scores = scorer.compute_score(gts, res)
        np.testing.assert_allclose(scores, expected, rtol=1e-9, atol=1e-9)
        assert mean == pytest.approx(np.mean(expected))


def test_scores_stand_in_the_order_of_gts_or_of_the_list():
    right = {1: 5.308190, 2: 5.355867}
    assert Cider().compute_score(GTS, RES)[1] == pytest.approx([right[1], right[2]], abs=5e-7)
    assert CiderD().compute_score(GTS, LISTED)[1] == pytest.approx([right[2], right[1]], abs=5e-7)


@pytest.mark.parametrize(
    ("candidate", "reference", "cider", "cider_d"),
    [("a dog dog dog runs fast", "a dog runs fast on the wet sand", 3.353085, 2.534117)],
)
def test_cider_and_cider_d_are_told_apart_by_the_list(candidate, reference, cider, cider_d):
    gts = {1: [reference], 2: GTS[2]}
    res = [{"image_id": 1, "caption": [candidate]}, {"image_id": 2, "caption": RES[2]}]
    assert Cider().compute_score(gts, res)[1][0] == pytest.approx(cider, abs=5e-7)
    assert CiderD().compute_score(gts, res)[1][0] == pytest.approx(cider_d, abs=5e-7)


def test_a_second_call_gives_the_first_one_s_answer():
    scorer = CiderD()
    first = scorer.compute_score(GTS, RES)
    scorer.compute_score({1: GTS[1]}, {1: ["x"]})
    np.testing.assert_array_equal(scorer.compute_score(GTS, RES)[1], first[1])
    first[1][:] = 0  # an array of the caller's own
    assert scorer.compute_score(GTS, RES)[0] > 5


def test_df_is_a_table_or_its_file(tmp_path):
    counts = {("a",): 40.0, ("dog",): 7.0, ("a", "dog"): 3.0, ("cats",): 2.0}
    path = tmp_path / "table.p"
    path.write_bytes(pickle.dumps({"document_frequency": counts, "ref_len": math.log(50)}))
    variant = PRESETS["code-cider-d"]
    texts = {image_id: captions[0] for image_id, captions in RES.items()}
    expected = [one.score for one in by_hand.score_set(texts, GTS, variant, idf=(counts, 50)).values()]
    for df in (path, str(path), DocumentFrequencies.from_counts(counts, num_images=50)):
        assert CiderD(df=df).compute_score(GTS, RES)[1] == pytest.approx(expected, rel=1e-9)
    one = CiderD(df=path).compute_score({1: GTS[1]}, {1: RES[1]})
    assert one[1] == pytest.approx(expected[:1], rel=1e-9)
    with pytest.raises(FileNotFoundError):
        CiderD(df="coco-val-df")


WRITTEN = {1: ["A brown dog (fast) runs!", "The dog's running, on grass."], 2: ["Two cats sleep.", "Cats!"]}


@pytest.mark.parametrize("tokenizer", ["ptb", "ptb+nobrackets", "ptb-java", "whitespace", None])
def test_a_table_of_the_official_tokenizer_is_taken_for_captions_that_it_tokenised(tokenizer, tmp_path):
    gts = {i: [" ".join(tokenize(text, "ptb")) for text in texts] for i, texts in WRITTEN.items()}
    res = {image_id: texts[:1] for image_id, texts in gts.items()}
    counted = DocumentFrequencies.from_references(gts)
    counts = counted.counts(1) | counted.counts(2) | counted.counts(3) | counted.counts(4)
    table = DocumentFrequencies.from_counts(counts, num_images=2, tokenizer=tokenizer)
    table.save(tmp_path / "table.df")
    written = {image_id: texts[0] for image_id, texts in WRITTEN.items()}
    expected = score(written, WRITTEN, tokenizer="ptb").scores
    assert expected.min() > 1
    for df in (table, tmp_path / "table.df"):
        assert CiderD(df=df).compute_score(gts, res)[1] == pytest.approx(expected, rel=1e-12)
        assert Cider(df=df).compute_score(gts, res)[1] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("settings_", "message"),
    [
        ({"tokenizer": "characters"}, "with tokenizer 'characters', and captions come here as the tokens of"),
        ({"tokenizer": "split"}, "with tokenizer 'split', and captions come here as the tokens of 'ptb'; sc"),
        ({"stemmer": "porter"}, "counted with stemmer 'porter', the captions are treated with 'none'"),
    ],
)
def test_a_table_of_other_words_is_refused(settings_, message):
    table = DocumentFrequencies.from_counts({"a": 1}, num_images=2, **settings_)
    with pytest.raises(ValueError, match=message):
        CiderD(df=table).compute_score(GTS, RES)


def test_method_names_the_metric():
    assert (Cider().method(), CiderD().method()) == ("CIDEr", "CIDEr-D")


@pytest.mark.parametrize(
    ("gts", "res", "error", "message"),
    [
        (GTS, {1: ["a"]}, ValueError, "no candidate for image 2"),
        (GTS, {"1": ["a"], "2": ["a"]}, ValueError, "image id 1 is of type int"),
        (GTS, {1: ["a"], 2: "a"}, TypeError, "The candidate of image 2 is a str"),
        (GTS, {1: ["a"], 2: ["a", "b"]}, ValueError, "Image 2 has 2 candidates"),
        (GTS, {1: ["a"], 2: []}, ValueError, "Image 2 has 0 candidates"),
        (GTS, {1: ["a"], 2: [None]}, TypeError, "The candidate of image 2 is None"),
        ({1: "a dog"}, {1: ["a"]}, TypeError, "The references of image 1 are one string"),
        ({1: []}, {1: ["a"]}, ValueError, "Image 1 has no references"),
        ({1: [" "]}, {1: ["a"]}, ValueError, "image 1 have not a single word"),
        ([["a"]], {0: ["a"]}, TypeError, "gts is a list"),
        (GTS, "a dog", TypeError, "res is a str"),
        (GTS, [], ValueError, "no references"),
        (GTS, [("a", "b")], TypeError, "Result 0 is no mapping"),
        (GTS, [{"image_id": 3, "caption": ["a"]}], ValueError, "no references of image 3; add them"),
        (GTS, [{"image_id": "1", "caption": ["a"]}], ValueError, "'1'; gts has 1, use one type"),
        (GTS, [{"image_id": [1], "caption": ["a"]}], ValueError, r"no references of image \[1\]; add them"),
        (GTS, [{"image_id": 1, "caption": "a"}], TypeError, "The candidate of image 1 is a str"),
    ],
)
def test_what_cannot_be_scored_is_named(gts, res, error, message):
    for scorer in (Cider(), CiderD()):
        with pytest.raises(error, match=message):
            scorer.compute_score(gts, res)


def test_captions_are_not_given_to_the_class():
    with pytest.raises(TypeError, match="to compute_score"):
        Cider("a dog", ["a dog"])
