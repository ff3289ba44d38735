"""Tokenizers by name, with switches, and of one's own: names, words, scores and what is refused."""

from __future__ import annotations

import functools
import io
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, by_hand
from cidernb.cli import main
from cidernb.exploring.world import world_of
from cidernb.tokenizers import (
    check_tokenizer,
    compare_tokenizers,
    mixes_unicode_forms,
    tokenize_all,
    tokenizer_name,
)
from cidernb.views.tokens import tokens

COMPOSED, DECOMPOSED = "un caf\u00e9 noir", "un cafe\u0301 noir"
T2 = ["two cats sleep on a sofa", "cats lying on the couch"]


def halves(caption: str) -> list[str]:
    """Words cut in two: a tokenizer of one's own."""
    return [part for word in caption.split() for part in (word[:2], word[2:]) if part]


def named(name: Any, words: Any = ()) -> Callable[[str], Any]:
    def tokenizer(caption: str) -> Any:
        return words

    tokenizer.__name__ = name
    return tokenizer


# --- By name --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokenizer", "text", "words"),
    [
        ("whitespace", " A  dog.\tRuns ", "A dog. Runs"),
        ("ptb", "A dog's (brown) tail.", "a dog 's -lrb- brown -rrb- tail"),
        ("ptb+nobrackets", "(A) [dog] {brown} -lrb- x", "a dog brown x"),
        ("characters", "一只 狗 a\u00a0b", "一 只 狗 a b"),
        ("whitespace", DECOMPOSED, DECOMPOSED),
        ("whitespace+nfc", DECOMPOSED, COMPOSED),
        ("ptb", DECOMPOSED, DECOMPOSED),
        ("ptb+nfc", DECOMPOSED, COMPOSED),
        ("characters", "e\u0301", "e \u0301"),
        ("characters+nfc", "e\u0301", "\u00e9"),
        ("ptb+nobrackets+nfc", f"({DECOMPOSED})", COMPOSED),
        ("ptb", "", ""),
        ("characters", " ", ""),
    ],
)
def test_a_caption_becomes_these_words(tokenizer: str, text: str, words: str) -> None:
    assert cidernb.tokenize(text, tokenizer) == words.split()
    assert list(tokenize_all([text, text], tokenizer)) == [words.split()] * 2


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("ptb", "ptb"),
        ("ptb+nfc+nobrackets", "ptb+nobrackets+nfc"),
        ("ptb-java+nobrackets", "ptb-java+nobrackets"),
        ("ptb+nfc+nfc", "ptb+nfc"),
        (halves, "halves"),
        (str.split, "split"),
    ],
)
def test_a_tokenizer_has_one_name(given: Any, name: str) -> None:
    assert tokenizer_name(given) == name
    assert check_tokenizer(given) == (given if callable(given) else name)
    if not name.startswith("ptb-java"):
        assert (
            cidernb.score(["a dog", "a cat"], [["a dog"], ["a cat"]], tokenizer=given).data.tokenizer == name
        )


@pytest.mark.parametrize("name", ["ptb", "ptb+nobrackets+nfc", "characters", halves])
def test_the_signature_names_the_tokenizer_and_parses_back(name: Any) -> None:
    result = cidernb.score(["a dog", "a cat"], [["a dog"], ["a cat"]], tokenizer=name)
    assert f"|tok:{tokenizer_name(name)}|" in result.signature
    assert cidernb.parse_signature(result.signature) == (result.variant, result.data)
    assert f'tokenised by "{tokenizer_name(name)}"' in result.methods_sentence()


@pytest.mark.parametrize(
    ("tokenizer", "error", "sentence"),
    [
        ("words", ValueError, "no tokenizer 'words'; choose one of whitespace, ptb, ptb-java, characters"),
        ("", ValueError, "no tokenizer ''; choose one of"),
        (None, ValueError, "no tokenizer None; choose one of"),
        ("ptb+upper", ValueError, "'ptb' has no switch 'upper'; choose from nobrackets, nfc"),
        ("ptb+", ValueError, "'ptb' has no switch ''"),
        ("whitespace+nobrackets", ValueError, "'whitespace' has no switch 'nobrackets'; choose from nfc"),
        ("characters+nobrackets", ValueError, "'characters' has no switch 'nobrackets'"),
        (
            lambda caption: caption.split(),
            ValueError,
            "has no name to stand in the signature; define it with def",
        ),
        (functools.partial(str.split), ValueError, "has no name to stand in the signature"),
        (named("my tokenizer"), ValueError, "name is 'my tokenizer', and a signature cannot hold it"),
        (named("a|b"), ValueError, "name is 'a|b', and a signature cannot hold it"),
        (named("words", "a dog"), TypeError, "'words' returned str for 'a dog'"),
        (named("words", None), TypeError, "'words' returned NoneType for 'a dog'"),
        (named("words", iter(["a"])), TypeError, "'words' returned list_iterator for 'a dog'"),
        (named("words", ["a", 1]), TypeError, "'words' returned 1 among the words of 'a dog'"),
        (named("words", ["a dog"]), ValueError, "'words' returned the word 'a dog', which holds white space"),
        (named("words", ["dog "]), ValueError, "'words' returned the word 'dog ', which holds white space"),
    ],
)
def test_what_is_no_tokenizer_is_refused_in_a_sentence(tokenizer: Any, error: type, sentence: str) -> None:
    for use in (
        lambda: cidernb.tokenize("a dog", tokenizer),
        lambda: cidernb.score(["a dog"], [["a dog"]], tokenizer=tokenizer),
        lambda: DocumentFrequencies.from_references([["a dog"]], tokenizer=tokenizer),
    ):
        with pytest.raises(error) as refusal:
            use()
        assert sentence in str(refusal.value)
        assert "\n" not in str(refusal.value)
        assert str(refusal.value).endswith(".")


# --- In scores ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tokenizer", "candidate", "reference", "points"),
    [
        ("whitespace", COMPOSED, COMPOSED, 7.5),
        ("whitespace", COMPOSED, DECOMPOSED, 1.666667),
        ("whitespace+nfc", COMPOSED, DECOMPOSED, 7.5),
        ("ptb+nfc", COMPOSED, DECOMPOSED, 7.5),
        ("ptb", "a dog brown sits on a chair", "a dog (brown) sits on a chair", 4.412369),
        ("ptb+nobrackets", "a dog brown sits on a chair", "a dog (brown) sits on a chair", 10),
        ("ptb", "A Brown Dog Runs Fast.", "a brown dog runs fast", 10),
        ("characters", "一只棕色的狗", "一只 棕色 的 狗", 10),
        (halves, "brown dogs", "brown dogs", 10),
    ],
)
def test_the_tokenizer_makes_this_score(
    tokenizer: Any, candidate: str, reference: str, points: float
) -> None:
    candidates, references = {1: candidate, 2: T2[0]}, {1: [reference], 2: T2}
    result = cidernb.score(candidates, references, tokenizer=tokenizer)
    assert result.per_image[1] == pytest.approx(points, abs=1e-6)
    slowly = by_hand.score_set(candidates, references, result.variant, tokenizer)
    assert dict(result.per_image) == pytest.approx(
        {image: scored.score for image, scored in slowly.items()}, abs=1e-9
    )


def test_a_function_explains_like_a_name() -> None:
    images = EvaluationSet({1: "a brown dog", 2: "two cats"}, {1: ["brown dogs", "a dog"], 2: ["two cats"]})
    plain, own = (cidernb.score(images, tokenizer=tokenizer) for tokenizer in ("whitespace", halves))
    assert own.tokenizer is halves
    assert sum(cidernb.contributions(own, 1).by_ngram.values()) == pytest.approx(own.per_image[1])
    assert own.per_image[1] + sum(cidernb.losses(own, 1).values()) == pytest.approx(10)
    change = cidernb.change(plain, own)
    assert tuple(change.by_cause) == ("tokenizer",)
    assert change.total == pytest.approx(own.mean - plain.mean)


def test_a_table_remembers_the_name_of_the_function_that_made_it() -> None:
    references = [["a brown dog"], ["two cats"]]
    table = DocumentFrequencies.from_references(references, tokenizer=halves)
    assert table.tokenizer == "halves"
    assert table.of("br own") == 1
    assert cidernb.score(["a dog", "cats"], references, idf=table, tokenizer=halves).mean > 0
    assert table.counted_with(halves, "none") is table
    with pytest.raises(ValueError, match="with tokenizer 'halves', the captions are treated with 'ptb'"):
        cidernb.score(["a dog", "cats"], references, idf=table, tokenizer="ptb")


def test_blank_words_of_a_segmenter_are_left_out() -> None:
    assert cidernb.tokenize("a b", named("segment", ["a", " ", "b", ""])) == ["a", "b"]


# --- Unicode forms --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("captions", "mixed"),
    [
        ([], False),
        (["a dog"], False),
        ([COMPOSED, COMPOSED], False),
        ([DECOMPOSED, "a dog"], False),
        ([COMPOSED, DECOMPOSED], True),
        ([f"{DECOMPOSED} {COMPOSED}"], True),
        (["naïve", DECOMPOSED], True),
        (["一只狗", DECOMPOSED], False),
        (["가", "\u1100\u1161"], True),
    ],
)
def test_mixed_unicode_forms_are_seen(captions: list[str], mixed: bool) -> None:
    assert mixes_unicode_forms(captions) is mixed


@given(st.lists(st.text()))
def test_captions_in_one_form_are_never_mixed(captions: list[str]) -> None:
    assert not mixes_unicode_forms(unicodedata.normalize("NFC", caption) for caption in captions)


# --- Side by side ---------------------------------------------------------------------------------


def test_words_that_the_first_tokenizer_does_not_give_are_marked() -> None:
    ((first, second),) = compare_tokenizers(["A dog, (a) cat"], ["whitespace", "ptb"])
    assert (first.words, set(first.differs)) == (("A", "dog,", "(a)", "cat"), {False})
    assert second.words == ("a", "dog", "-lrb-", "a", "-rrb-", "cat")
    assert second.differs == (True, True, True, True, True, False)


def test_the_view_escapes_captions_and_marks_by_more_than_colour() -> None:
    shown = tokens("<script> A&B </script>", ["whitespace", "ptb"])
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert shown.count("data-differs") == shown.count("<u>") == shown.count(">≠</span>") == 1
    assert "(no words)" in tokens("")


def test_the_command_prints_tokenizers_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tokens", "A dog's [red] ball.", "--tokenizer", "whitespace", "--tokenizer", "ptb"]) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line.strip()}
    assert "A  dog's  [red]  ball." in lines["whitespace"]
    assert "≠a  ≠dog  ≠'s  ≠-lsb-  ≠red  ≠-rsb-  ≠ball" in lines["ptb"]


def test_the_command_reads_lines_and_prints_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("A dog.\n\nTwo\u2028cats\n"))
    file = tmp_path / "captions.txt"
    file.write_bytes("Un café\r\n".encode())
    assert main(["tokens", "One", "-", "--file", str(file), "--tokenizer", "ptb", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"caption": "One", "tokens": {"ptb": ["one"]}},
        {"caption": "A dog.", "tokens": {"ptb": ["a", "dog"]}},
        {"caption": "", "tokens": {"ptb": []}},
        {"caption": "Two\u2028cats", "tokens": {"ptb": ["two", "cats"]}},
        {"caption": "Un café", "tokens": {"ptb": ["un", "café"]}},
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-"], "there is no caption; give one, --file, or - for standard input"),
        (["--file", "empty.txt"], "there is no caption; give one, --file, or - for standard input"),
        ([], "there is no caption; give one, --file, or - for standard input"),
        (["a dog", "--tokenizer", "spacy"], "There is no tokenizer 'spacy'"),
        (["--file", "none.txt"], "none.txt: No such file or directory"),
        (["--file", "latin.txt"], "latin.txt is not UTF-8 text (byte 3); save it as UTF-8"),
    ],
)
def test_the_command_refuses_in_one_line(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    (tmp_path / "empty.txt").touch()
    (tmp_path / "latin.txt").write_bytes("caf\u00e9".encode("latin-1"))
    assert main(["tokens", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert sentence in printed.err
    assert printed.err.count("\n") == 1


def test_captions_of_files_are_split_by_ptb_unless_told_otherwise(tmp_path: Path) -> None:
    references = {"dog": ["a brown dog runs fast", "the dog is running on grass"], "sofa": T2}
    candidates = {"dog": "A brown dog runs fast.", "sofa": T2[0]}
    paths = tmp_path / "references.json", tmp_path / "candidates.json"
    for path, captions in zip(paths, (references, candidates), strict=True):
        path.write_text(json.dumps(captions))
    images = EvaluationSet.from_files(*paths)
    for derived in (images, images.with_end_token().with_end_token(None), images.subset(["dog", "sofa"])):
        result = cidernb.score(derived)
        assert result.tokenizer == world_of(derived).tokenizer == "ptb"
        assert result.per_image["dog"] == pytest.approx(5.308190, abs=5e-7)
        assert cidernb.diagnose(derived) == cidernb.diagnose(derived, tokenizer="ptb")
    for of_captions in (cidernb.score(images, tokenizer="whitespace"), cidernb.score(candidates, references)):
        assert of_captions.tokenizer == "whitespace"
        assert of_captions.per_image["dog"] < 3.641523
