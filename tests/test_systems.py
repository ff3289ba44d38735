"""Two systems: compared over the images that both captioned, under one IDF."""

from __future__ import annotations

import json

import numpy as np
import pytest

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, score
from cidernb.cli import main

REFERENCES = {
    "1": ["a brown dog runs fast", "the dog is running on grass"],
    "2": ["two cats sleep on a sofa", "cats lying on the couch"],
    "3": ["a red bus on the street", "the bus drives down a road"],
    "4": ["a dog sleeps on the couch", "a sleeping dog"],
    "5": ["two red cups", "the cups are red"],
}
A = {
    "1": "a brown dog runs",
    "2": "two cats on a sofa",
    "3": "a red bus drives",
    "4": "a dog sleeps on a sofa",
    "5": "two cups",
}
B = {**A, "2": "cats sleep on the couch", "4": "a sleeping dog"}
TABLE = DocumentFrequencies.from_references(REFERENCES)


def captioned(captions: dict[str, str], ids: str) -> EvaluationSet:
    return EvaluationSet({i: captions[i] for i in ids}, {i: REFERENCES[i] for i in ids})


@pytest.mark.parametrize("idf", ["corpus", "none", TABLE])
@pytest.mark.parametrize(
    ("of_a", "of_b", "shared", "left_out"),
    [
        ("12345", "12345", "12345", ((), ())),
        ("12345", "134", "134", (("2", "5"), ())),
        ("24", "12345", "24", ((), ("1", "3", "5"))),
        ("1234", "2345", "234", (("1",), ("5",))),
        ("1234", "5432", "234", (("1",), ("5",))),
    ],
)
def test_systems_are_compared_over_the_images_of_both_under_one_idf(of_a, of_b, shared, left_out, idf):
    compared = cidernb.compare_systems(
        score(captioned(A, of_a), idf=idf), score(captioned(B, of_b), idf=idf), resamples=20
    )
    a, b = (score(captioned(captions, shared), idf=idf) for captions in (A, B))
    assert compared.ids == tuple(shared)
    assert compared.left_out == left_out
    assert dict(compared.before.per_image) == pytest.approx(dict(a.per_image), abs=1e-12)
    assert dict(compared.after.per_image) == pytest.approx(dict(b.per_image), abs=1e-12)
    assert compared.difference == pytest.approx(b.mean - a.mean, abs=1e-12)
    assert compared.difference == pytest.approx(compared.after.mean - compared.before.mean, abs=1e-12)
    assert compared.before.signature == compared.after.signature == a.signature
    assert compared.change.total == pytest.approx(compared.difference, abs=1e-12)
    assert set(compared.change.by_cause) <= {"candidate"}
    assert sum(compared.losses.values()) == pytest.approx(-compared.difference, abs=1e-12)


@pytest.mark.parametrize("variant", ["code-cider-d", "paper-cider"])
def test_the_same_captions_tie_whatever_else_one_side_captioned(variant):
    example = cidernb.documented_example().evaluation_set
    whole = score(example, variant=variant)
    for others in (example.subset(example.ids[:99]), example.subset(example.ids[::-3])):
        for pair in ((whole, score(others, variant=variant)), (score(others, variant=variant), whole)):
            compared = cidernb.compare_systems(*pair, resamples=20)
            assert compared.tied == len(others)
            assert (compared.difference, compared.low, compared.high) == (0, 0, 0)
            assert not np.any(compared.differences)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        (score(captioned(A, "123")), score(captioned(B, "45")), "share no image"),
        (
            score(captioned(A, "123")),
            score(captioned(B, "123").first_references(1)),
            "different references of image '1'; score both with the same, or see by cidernb.change",
        ),
        (score(captioned(A, "123")), score(captioned(B, "123"), idf=TABLE), "different IDF sources"),
        (
            score(captioned(A, "12"), idf=TABLE),
            score(captioned(B, "12"), idf=DocumentFrequencies.from_counts({"a": 1}, num_images=2)),
            "different IDF sources; score both with one, or see by cidernb.change",
        ),
    ],
)
def test_what_is_no_difference_of_systems_is_refused(a, b, words):
    with pytest.raises(ValueError, match=words):
        cidernb.compare_systems(a, b)


def test_the_scale_is_that_of_b():
    a, b = score(captioned(A, "12345"), variant="paper-cider"), score(captioned(B, "12345"))
    assert cidernb.compare_systems(a, b).difference == pytest.approx(b.mean - 10 * a.mean, abs=1e-12)


# --- The command ----------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    contents = {"refs": REFERENCES, "a": A, "b": {i: B[i] for i in "124"}, "c": {i: A[i] for i in "12345"}}
    for name, content in contents.items():
        (tmp_path / name).write_text(json.dumps(content))
    return [str(tmp_path / name) for name in contents]


WHITESPACE = ("--tokenizer", "whitespace")


def test_change_prints_means_over_the_images_compared_and_which_are_left_out(files, capsys):
    refs, a, b, _ = files
    assert main(["change", refs, a, b, "--missing", "drop", *WHITESPACE]) == 0
    printed = capsys.readouterr().out
    means = [score(captioned(captions, "124")).mean for captions in (A, B)]
    assert f"A {means[0]:.4f}, B {means[1]:.4f} of 10, mean over the 3 images compared" in printed
    assert "Left out: 2 images that only A captioned, 0 that only B captioned." in printed
    assert "B: warning: 2 images without a candidate" in printed
    assert "idf:corpus[3]" in printed


def test_change_as_json_is_over_the_same_images_too(files, capsys):
    refs, a, b, c = files
    assert main(["change", refs, b, a, "--missing", "drop", *WHITESPACE, "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert compared["images"] == 3
    assert compared["left_out"] == {"before": [], "after": ["3", "5"]}
    assert compared["after"] - compared["before"] == pytest.approx(compared["difference"], abs=1e-12)
    assert "idf:corpus[3]" in compared["signature"]
    assert main(["change", refs, a, c, *WHITESPACE, "--json"]) == 0
    compared = json.loads(capsys.readouterr().out)
    assert (compared["difference"], compared["tied"]) == (0, 5)


def test_missing_captions_that_are_scored_as_blank_are_said_of_their_system(files, capsys):
    refs, a, b, _ = files
    assert main(["change", refs, a, b, "--missing", "zero", *WHITESPACE]) == 0
    printed = capsys.readouterr().out
    assert "B: warning: 2 images of 5 had no candidate and were scored as blank" in printed
    assert "A: warning" not in printed
    assert "Left out" not in printed
