"""The official pipeline's words: without Java ("ptb") and by the original itself ("ptb-java")."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ptb_probes import PROBES
from real_captions import data_folder

import cidernb
from cidernb import EvaluationSet
from cidernb.tokenizers import ptb_java, tokenize_all
from cidernb.tokenizers.ptb import _words

#: The module: its name in the package is that of the function.
PTB = sys.modules["cidernb.tokenizers.ptb"]

BOTH = pytest.mark.parametrize("tokenizer", ["ptb", "ptb-java"])
LINE_BREAKS = ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


@pytest.fixture(autouse=True)
def _java_where_it_is_asked_for(request: pytest.FixtureRequest) -> None:
    if "ptb-java" in getattr(getattr(request.node, "callspec", None), "params", {}).values():
        needs_java()


def needs_java() -> None:
    """Skip the test where there is no Java or no jar."""
    try:
        next(tokenize_all(["a dog"], "ptb-java"))
    except ValueError as missing:
        pytest.skip(str(missing))


def words_of(captions: list[str], tokenizer: str) -> list[str]:
    """Each caption's words, joined; other captions between, for Java reads a lone letter and its period
    together with the beginning of the next caption."""
    between = [text for caption in captions for text in (caption, "between")]
    return [" ".join(words) for words in list(tokenize_all(between, tokenizer))[::2]]


# --- The same words -------------------------------------------------------------------------------


@BOTH
def test_made_up_captions_become_the_official_words(tokenizer: str) -> None:
    expected = {caption: words for kind in PROBES.values() for caption, words in kind.items()}
    assert len(expected) > 400
    assert dict(zip(expected, words_of(list(expected), tokenizer), strict=True)) == expected


@pytest.mark.parametrize("kind", PROBES)
def test_a_caption_becomes_the_same_words_alone(kind: str) -> None:
    assert {caption: " ".join(cidernb.tokenize(caption)) for caption in PROBES[kind]} == PROBES[kind]


@pytest.mark.parametrize("name", ["coco_val2017", "abstract50s"])
def test_real_captions_become_the_official_words(name: str) -> None:
    captions = real_captions(name)
    needs_java()
    pairs = list(zip(tokenize_all(captions, "ptb"), tokenize_all(captions, "ptb-java"), strict=True))
    assert len(pairs) > 24_000
    different = [caption for caption, (ours, theirs) in zip(captions, pairs, strict=True) if ours != theirs]
    assert len(different) <= 0.0005 * len(pairs), different[:10]


def test_our_java_gives_what_the_official_wrapper_gives() -> None:
    captions = [caption for kind in PROBES.values() for caption in kind]
    needs_java()
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

    # The wrapper is given no line breaks, which it would stumble over.
    given = {0: [{"caption": caption} for caption in captions]}
    theirs = [text.split() for text in PTBTokenizer().tokenize(given)[0]]
    assert list(tokenize_all(captions, "ptb-java")) == theirs


@pytest.mark.parametrize(("variant", "mean"), [("code-cider-d", 0.886544), ("code-cider", 0.981715)])
def test_coco_has_the_published_mean(variant: str, mean: float) -> None:
    folder = data_folder("coco_val2017")
    images = EvaluationSet.from_coco(folder / "references.json", folder / "candidates.json")
    result = cidernb.score(images, variant=variant, tokenizer="ptb")
    assert result.mean == pytest.approx(mean, abs=5e-6)


def real_captions(name: str) -> list[str]:
    """All captions of one of the data sets, as they stand in its files."""
    import json

    texts: list[str] = []
    for path in sorted(data_folder(name).glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        texts += [
            entry["caption"] for entry in (content["annotations"] if isinstance(content, dict) else content)
        ]
    return texts


# --- Any text -------------------------------------------------------------------------------------

FRAGMENTS = st.sampled_from(
    [
        *" \n\t.,!?'\"`-_/&<>()[]{}@#$%*+=:;~^|\\0123aAzZ",
        "n't",
        "'s",
        "&amp;",
        "’",
        "é",
        "e\u0301",
        "½",
        "😀",
        "一",
    ]
)


@given(st.text() | st.lists(FRAGMENTS).map("".join))
def test_any_text_becomes_words_without_white_space(text: str) -> None:
    words = cidernb.tokenize(text)
    assert all(words)
    assert [word.split() for word in words] == [[word] for word in words]
    assert cidernb.tokenize(text) == words


REACHING = ["3 1/2", "(555) 555-1234", "<a href='x'>", "plan B. The", "W. Centre", "no. 5", "Vol. 2", "5 5"]
STAYING = [
    "dog",
    "10:30Fig. 1",
    "5B. The",
    "dog.",
    "a",
    "A",
    ".",
    "U.S.",
    "Mr. B",
    "10:30",
    "8th",
    "< 3",
    "St. Mary",
    "\u00a0",
    "(5",
]


@pytest.mark.parametrize("space", [" ", "  ", "\n", "\u00a0"])
def test_words_between_spaces_alone_are_those_of_the_whole_caption(space: str) -> None:
    for parts in product(REACHING + STAYING, repeat=2):
        caption = " ".join(parts).replace(" ", space)
        assert cidernb.tokenize(caption) == list(_words(caption))


@given(st.text(st.characters(codec="ascii", categories=["L", "Zs"])))
def test_letters_alone_become_lower_case_words(text: str) -> None:
    # Words that the tokenizer splits hold other letters.
    text = text.replace("n", "b").replace("N", "B").replace("m", "b").replace("M", "B").replace("t", "b")
    text = text.replace("T", "B")
    assert cidernb.tokenize(text) == text.lower().split()


@pytest.mark.parametrize("unit", ["a,", "a", "1", "'", "a.", "a@", "<a ", "http://", "-", "é’", "(1) "])
def test_a_very_long_caption_takes_little_time(unit: str) -> None:
    started = time.process_time()
    assert cidernb.tokenize(unit * 4_000) is not None
    assert time.process_time() - started < 5


@BOTH
@pytest.mark.parametrize("line_break", LINE_BREAKS)
def test_a_line_break_is_white_space_and_shifts_no_caption(tokenizer: str, line_break: str) -> None:
    captions = [f"a dog{line_break}runs", f"{line_break}two cats{line_break}", line_break, "a bus"]
    words = [["a", "dog", "runs"], ["two", "cats"], [], ["a", "bus"]]
    assert list(tokenize_all(captions, tokenizer)) == words


@BOTH
@pytest.mark.parametrize("captions", [[], [""], ["", ""], ["a", "", "b"], ["", "a"], [" ", "\ud800 a"]])
def test_blank_captions_keep_their_place(tokenizer: str, captions: list[str]) -> None:
    expected = [[word for word in caption.split() if word.isascii()] for caption in captions]
    assert list(tokenize_all(captions, tokenizer)) == expected


# --- How it is done -------------------------------------------------------------------------------


def test_captions_are_taken_one_by_one() -> None:
    taken: list[str] = []

    def captions() -> Iterator[str]:
        for caption in ("a dog", "two cats"):
            taken.append(caption)
            yield caption

    assert next(tokenize_all(captions(), "ptb")) == ["a", "dog"]
    assert taken == ["a dog"]


def test_what_is_remembered_of_captions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PTB, "_CHUNKS", PTB._Chunks())
    monkeypatch.setattr(PTB, "_KEPT", 10)
    captions = [f"dog{number}" for number in range(25)]
    assert list(tokenize_all(captions, "ptb")) == [[caption] for caption in captions]
    assert len(PTB._CHUNKS) == 5
    cidernb.tokenize("x" * 1000)
    assert len(PTB._CHUNKS) == 5


def test_java_starts_once_for_all_captions_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    needs_java()
    jar = ptb_java._jar()
    before, starts, run = set(jar.parent.iterdir()), [], subprocess.run
    monkeypatch.setattr(
        subprocess, "run", lambda *args, **options: starts.append(args) or run(*args, **options)
    )
    images = EvaluationSet({1: "A dog.", 2: "Two cats!"}, {1: ["a dog", "the dog"], 2: ["two cats"]})
    assert cidernb.score(images, tokenizer="ptb-java").mean == cidernb.score(images, tokenizer="ptb").mean
    assert len(starts) == 2, "one for the references, one for the candidates"
    assert set(jar.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ({"PATH": ""}, "there is no command java; install Java"),
        (None, "needs stanford-corenlp-3.4.1.jar, which comes with pycocoevalcap"),
    ],
)
def test_what_java_lacks_is_named(
    monkeypatch: pytest.MonkeyPatch, missing: dict[str, str] | None, words: str, tmp_path: Path
) -> None:
    if missing is None:
        java = tmp_path / "java"
        java.write_text("#!/bin/sh\n")
        java.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr(ptb_java, "find_spec", lambda name: None)
    else:
        monkeypatch.setenv("PATH", missing["PATH"])
    with pytest.raises(ValueError, match=words) as refusal:
        cidernb.tokenize("a dog", "ptb-java")
    assert "use tokenizer='ptb', which gives the same words without it" in str(refusal.value)


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for Java is a shell script")
def test_a_java_that_fails_is_reported_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho Unsupported version >&2\nexit 3\n")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(ptb_java, "_jar", lambda: tmp_path / "none.jar")
    with pytest.raises(ValueError, match="status 3 and 0 of 1 captions: Unsupported version"):
        cidernb.tokenize("a dog", "ptb-java")
