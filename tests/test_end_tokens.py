"""An end token that captions and table do not share, and the option that puts it behind captions."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet, score
from cidernb.cli import main

REFERENCES = {
    "1": ["a brown dog runs fast", "the dog is running on grass"],
    "2": ["two cats sleep on a sofa", "cats lying on the couch"],
    "3": ["a red bus on the street", "the bus drives down a road"],
}
CANDIDATES = {"1": "a brown dog runs", "2": "two cats on a sofa", "3": ""}
PLAIN = EvaluationSet(CANDIDATES, REFERENCES)


def ending_in(word: str, captions: dict[str, Any]) -> dict[str, Any]:
    return {
        i: f"{text} {word}" if isinstance(text, str) else [f"{t} {word}" for t in text]
        for i, text in captions.items()
    }


TABLE = DocumentFrequencies.from_references(REFERENCES)
MARKED_TABLE = DocumentFrequencies.from_references(ending_in("<eos>", REFERENCES))
COUNTED_TO_END = DocumentFrequencies.from_references(REFERENCES, end_token="ended")
WRITTEN_OUT = EvaluationSet(ending_in("</s>", CANDIDATES), ending_in("</s>", REFERENCES))


def codes(result: cidernb.Result) -> set[str]:
    return {f.code for f in result.findings if f.code.startswith("end_token")}


@pytest.mark.parametrize(
    ("images", "idf", "found"),
    [
        (PLAIN.with_end_token(), TABLE, {"end_token_unknown_to_table"}),
        (PLAIN.with_end_token("stop"), TABLE, {"end_token_unknown_to_table"}),
        (PLAIN.with_end_token("dog"), TABLE, {"end_token_unknown_to_table"}),
        (WRITTEN_OUT, TABLE, {"end_token_unknown_to_table"}),
        (PLAIN.with_end_token("</s>"), MARKED_TABLE, {"end_token_unknown_to_table"}),
        (PLAIN, MARKED_TABLE, {"end_token_of_table_alone"}),
        (PLAIN.with_end_token(), MARKED_TABLE, set()),
        (EvaluationSet(ending_in("<eos>", CANDIDATES), ending_in("<eos>", REFERENCES)), MARKED_TABLE, set()),
        (PLAIN, COUNTED_TO_END, {"end_token_of_table_alone"}),
        (PLAIN.with_end_token("ended"), COUNTED_TO_END, set()),
        (PLAIN.with_end_token(), "corpus", set()),
        (PLAIN.with_end_token(), "none", set()),
        (PLAIN, TABLE, set()),
    ],
)
def test_an_end_token_is_to_stand_in_captions_and_table_or_in_neither(images, idf, found):
    assert codes(score(images, idf=idf)) == found


@pytest.mark.parametrize("variant", ["code-cider-d", "code-cider", "paper-cider"])
@pytest.mark.parametrize("images", [PLAIN.with_end_token("</s>"), WRITTEN_OUT])
def test_the_evidence_is_what_its_n_grams_earn(images, variant):
    table = DocumentFrequencies.from_references(REFERENCES, stemmer=cidernb.PRESETS[variant].stemmer)
    result = score(images, variant=variant, idf=table)
    (found,) = (f for f in result.findings if f.code == "end_token_unknown_to_table")
    earned = cidernb.contributions(result).by_ngram
    points = sum(part for ngram, part in earned.items() if ngram.split()[-1] == "</s>")
    assert points > 0
    assert found.evidence["points"] == pytest.approx(points, abs=1e-12)
    assert (found.evidence["df"], found.evidence["num_images"]) == (0, 3)
    assert found.severity == "warning"


def test_what_the_finding_advises_takes_the_points_away():
    findings = score(PLAIN.with_end_token(), idf=TABLE).findings
    (found,) = (f for f in findings if f.code == "end_token_unknown_to_table")
    advised = found.message.partition("DocumentFrequencies")[2].partition(", with the tokenizer")[0]
    advised = f"DocumentFrequencies{advised}"
    table = eval(advised, {"DocumentFrequencies": DocumentFrequencies, "references": REFERENCES})
    again = score(PLAIN.with_end_token(), idf=table)
    assert codes(again) == set()
    assert cidernb.contributions(again).by_ngram["<eos>"] == 0


def test_a_change_by_the_end_token_has_the_cause_of_how_captions_become_words():
    changed = cidernb.change(score(PLAIN), score(PLAIN.with_end_token()))
    assert set(changed.by_cause) == {"tokenizer"}


# --- Commands -------------------------------------------------------------------------------------

COMMANDS = {
    "score": "score refs a",
    "explain": "explain refs a",
    "diagnose": "diagnose refs a",
    "change": "change refs a a",
    "compare": "compare refs a",
}


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs").write_text(json.dumps(REFERENCES))
    (tmp_path / "a").write_text(json.dumps(CANDIDATES))
    DocumentFrequencies.from_references(REFERENCES, tokenizer="ptb").save(tmp_path / "plain.npz")
    marked = DocumentFrequencies.from_references(ending_in("<eos>", REFERENCES), tokenizer="ptb")
    marked.save(tmp_path / "marked.npz")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_put_an_end_token_behind_every_caption(command, capsys):
    assert main([*COMMANDS[command].split(), "--end-token", "<eos>", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for signature in printed.get("signatures", [printed.get("signature")]):
        assert "|end:<eos>|" in signature
    if command != "change":
        variant = "code-cider-d"
        mean = score(PLAIN.with_end_token(), variant=variant, tokenizer="ptb").mean
        held = printed[{"score": "mean", "diagnose": "mean", "explain": "score", "compare": "after"}[command]]
        assert held == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_end_token_of_two_words_is_refused_in_one_line(command, capsys):
    assert main([*COMMANDS[command].split(), "--end-token", "the end"]) == 2
    assert (
        capsys.readouterr().err == "cidernb: --end-token is 'the end'; give one word without spaces or '|'.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["--idf", "plain.npz", "--end-token", "<eos>"],
            "Count the table by 'cidernb df build' with --end-token '<eos>', with the tokenizer used here",
        ),
        (["--idf", "marked.npz"], "Score with --end-token '<eos>'"),
    ],
)
def test_commands_name_their_own_option(arguments, words, capsys):
    assert main(["score", "refs", "a", *arguments]) == 0
    printed = capsys.readouterr().out
    assert words in printed
    assert "DocumentFrequencies" not in printed
    assert "with_end_token" not in printed


def test_end_tokens_are_named_as_given_where_words_are_stemmed():
    table = DocumentFrequencies.from_references(REFERENCES, stemmer="porter")
    of_table = DocumentFrequencies.from_references(REFERENCES, stemmer="porter", end_token="ended")
    for images, idf in ((PLAIN.with_end_token("ended"), table), (PLAIN, of_table)):
        [found] = [f for f in score(images, variant="paper-cider", idf=idf).findings if "end_token" in f.code]
        assert "'ended'" in found.message
    assert not codes(score(PLAIN.with_end_token("ended"), variant="paper-cider", idf=of_table))


def test_tables_of_the_same_counts_are_of_one_source_however_the_token_came_in(tmp_path):
    counted = DocumentFrequencies.from_references(REFERENCES, end_token="<eos>")
    counted.save(tmp_path / "table.p")
    for other in (MARKED_TABLE, DocumentFrequencies.load(tmp_path / "table.p")):
        assert counted.counts_like(other)
        assert other.counts_like(counted)
        images = PLAIN.with_end_token()
        assert not cidernb.change(score(images, idf=counted), score(images, idf=other), "1").causes
    assert not counted.counts_like(TABLE)


@pytest.mark.parametrize("end_token", ["the end", "a|b", "", 7, ["<eos>"]])
def test_a_file_that_records_no_word_as_its_end_token_is_refused(end_token, tmp_path):
    replace(TABLE, end_token=end_token).save(tmp_path / "table.npz")
    with pytest.raises(ValueError, match=r"table\.npz cannot be used: end_token is"):
        DocumentFrequencies.load(tmp_path / "table.npz")


def test_a_recorded_end_token_that_the_table_does_not_count_says_nothing():
    assert not codes(score(PLAIN, idf=replace(TABLE, end_token="<eos>")))
