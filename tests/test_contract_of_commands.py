"""The commands, their JSON and the explorer, as other things are written against them.

Like `test_contract`: what stands here may be added to, and not changed.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cidernb.apps import Explorer
from cidernb.apps.explorer import TABS
from cidernb.cli import app, main

COMMANDS = [
    *("reproduce", "lab", "answers", "score", "diagnose", "explain", "change", "compare", "consensus"),
    "tokens",
]

KEYS = {
    "score": ["signature", "methods", "images", "mean", "times_100", "scale", "findings"],
    "diagnose": ["signature", "images", "mean", "findings"],
    "explain": ["signature", "image", "score", "scale", "ngrams", "by_order", "losses", "findings"],
    "change": [
        *("signature", "images", "before", "after", "difference", "interval", "confidence"),
        *("won", "lost", "tied", "by_ngram", "losses", "moved_most", "left_out"),
    ],
    "compare": [
        *("signatures", "image", "before", "after", "scale", "total", "by_cause", "by_ngram", "table"),
        "stemming_steps",
    ],
}
CONSENSUS_KEYS = [
    *("variant", "references", "pairs", "agreeing", "accuracy", "low", "high"),
    *("ties", "people_tied", "metric_tied", "study", "idf", "tokenizer"),
]
NGRAM_KEYS = [
    *("ngram", "order", "stem", "count", "df", "idf", "weight", "norm_share", "contribution"),
    "removal_effect",
]
TABLE_KEYS = [
    *("num_images", "largest_df", "tokenizer", "stemmer", "digest", "ngrams", "ngrams_by_order"),
]
TABLE_SHOWN_KEYS = ["layout", "num_images_from", "most_frequent", "least_frequent"]
FINDING_KEYS = ["code", "severity", "message", "image_ids", "evidence"]
STATE_KEYS = [
    *("image", "candidate", "repeat", "company", "idf", "references", "end_token", "variant"),
]
CONTROLS = [
    *("image", "candidate", "repeat", "preset", "stemmer", "clipping", "sigma", "unseen", "idf"),
    *("company", "references", "end_token", "max_order", "more", "pin"),
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents = {"refs": {"1": ["a dog runs"], "2": ["two cats"]}, "a": {"1": "a dog", "2": "two cats"}}
    for name, content in contents.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    return {name: str(tmp_path / f"{name}.json") for name in contents}


@pytest.mark.parametrize("name", COMMANDS)
def test_there_is_the_command(name: str) -> None:
    assert name in {command.name or command.callback.__name__ for command in app.registered_commands}


@pytest.mark.parametrize("command", KEYS)
def test_the_json_of_a_command_has_these_keys(command, files, capsys) -> None:
    arguments = [files["refs"], files["a"], *([files["a"]] if command == "change" else [])]
    assert main([command, *arguments, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(KEYS[command]) <= printed.keys()
    if command == "explain":
        assert set(NGRAM_KEYS) <= printed["ngrams"][0].keys()
        assert set(FINDING_KEYS) <= printed["findings"][0].keys()


def test_the_json_of_consensus_is_a_list_of_rows_with_these_keys(capsys) -> None:
    assert main(["consensus", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["variant"] for row in rows] == ["paper-cider", "code-cider", "code-cider-d"]
    for row in rows:
        assert set(CONSENSUS_KEYS) <= row.keys()


def test_the_json_of_df_has_these_keys(files, tmp_path: Path, capsys) -> None:
    table = str(tmp_path / "table.npz")
    assert main(["df", "build", files["refs"], "-o", table, "--json"]) == 0
    assert {"file", *TABLE_KEYS} <= json.loads(capsys.readouterr().out).keys()
    assert main(["df", "show", table, "--candidates", files["a"], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {*TABLE_KEYS, *TABLE_SHOWN_KEYS, "known_shares"} <= printed.keys()
    assert printed["most_frequent"][0].keys() == {"ngram", "df"}


def test_the_explorer_has_these_controls_tabs_and_attributes() -> None:
    explorer = Explorer()
    assert set(CONTROLS) <= explorer.controls.keys()
    assert set(STATE_KEYS) <= explorer.state.keys()
    tabs = {"reason", "ngrams", "points", "references", "equation", "causes", "which"}
    assert tabs <= TABS.keys()
    for attribute in ("result", "change", "state_line", "widget", "world", "to_csv", "to_png", "close"):
        assert hasattr(explorer, attribute)
    explorer.close()
