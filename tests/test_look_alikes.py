"""Words that look alike and do not match, found where they cost points and nowhere else."""

from __future__ import annotations

import pytest

import cidernb
from cidernb import Finding

REFERENCES = {1: ["a dog runs fast", "the dog"], 2: ["two cats sleep on a sofa"]}


def look_alikes(candidate: str, tokenizer: str = "whitespace", **references: list[str]) -> Finding | None:
    compared = {**REFERENCES, **references}
    candidates = {1: candidate, 2: "two cats"} | dict.fromkeys(references, "a bird")
    found = cidernb.score(candidates, compared, tokenizer=tokenizer).findings
    return next((finding for finding in found if finding.code == "look_alikes"), None)


@pytest.mark.parametrize(
    ("caption", "tokenizer", "characters"),
    [
        ("a dog\u200b runs fast", "whitespace", "U+200B"),
        ("a \ufeffdog runs fast", "whitespace", "U+FEFF"),
        ("a do\u00adg runs fast", "whitespace", "U+00AD"),
        ("a dog \u200b runs fast", "whitespace", "U+200B"),
        ("a dog\u2060 runs\u200d fast", "whitespace", "U+200D, U+2060"),
        ("a dog\x00 runs fast", "whitespace", "U+0000"),
        ("a dog\ufe0f runs fast", "whitespace", "U+FE0F"),
        ("a d\u043eg runs fast", "whitespace", "U+043E"),
        ("a d\u03bfg runs fast", "whitespace", "U+03BF"),
        ("a \uff44\uff4f\uff47 runs fast", "whitespace", "U+FF44, U+FF47, U+FF4F"),
        ("a do\u200bg runs fast", "ptb", "U+200B"),
        ("a d\u043eg runs fast", "ptb", "U+043E"),
        ("a \uff44\uff4f\uff47 runs fast", "ptb+nfc", "U+FF44, U+FF47, U+FF4F"),
        ("a dog\u200b runs fast", "characters", "U+200B"),
    ],
)
def test_words_that_only_look_like_those_of_the_other_side_are_found(caption, tokenizer, characters):
    found = look_alikes(caption, tokenizer)
    assert found is not None
    assert (found.severity, found.image_ids) == ("warning", (1,))
    assert found.evidence["captions"] == 1
    assert found.evidence["characters"] == characters
    for sign in found.evidence["characters"].split(", "):
        assert sign in found.message
    assert found.message.isascii()


def test_cleaned_the_caption_scores_what_it_looks_to_score():
    clean = cidernb.score({1: "a dog runs fast", 2: "two cats"}, REFERENCES).per_image[1]
    hidden = cidernb.score({1: "a dog\u200b runs fast", 2: "two cats"}, REFERENCES).per_image[1]
    assert hidden < clean


def test_references_are_looked_at_as_candidates_are():
    found = look_alikes("a bird", x=["a b\u0456rd sings", "a bird\u200b"])
    assert found is not None
    assert (found.image_ids, found.evidence["captions"]) == (("x",), 2)


@pytest.mark.parametrize(
    ("caption", "tokenizer", "references"),
    [
        # The official tokenizer takes these out.
        ("a dog\u200b runs fast", "ptb", {}),
        ("a do\u00adg runs fast", "ptb", {}),
        # White space of any kind parts words.
        ("a\u00a0dog runs\u2009fast", "whitespace", {}),
        ("a\u00a0dog runs\u2009fast", "ptb", {}),
        # Both sides write it so.
        ("a wolf\u200b runs", "whitespace", {"x": ["a wolf\u200b"]}),
        # The other side has no such word.
        ("a wolf\u200b runs", "whitespace", {}),
        # One script alone, whatever its letters look like.
        ("\u0441\u043e\u0440", "whitespace", {"x": ["cop"]}),
        ("a dog runs fast", "whitespace", {}),
        ("a caf\u00e9", "whitespace", {"x": ["the caf\u00e9"]}),
    ],
)
def test_what_costs_nothing_is_not_found(caption, tokenizer, references):
    assert look_alikes(caption, tokenizer, **references) is None


@pytest.mark.parametrize(("tokenizer", "due"), [("characters", False), ("whitespace", True)])
def test_letters_twice_in_a_row_are_no_repetition(tokenizer, due):
    caption = "a sheep sleeps" if tokenizer == "characters" else "a sheep sheep sleeps"
    found = cidernb.score({1: caption, 2: "two cats"}, REFERENCES, tokenizer=tokenizer).findings
    assert ("repetition" in {finding.code for finding in found}) is due
