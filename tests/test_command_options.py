"""What every command takes and refuses: one set of options, and sentences that name them."""

from __future__ import annotations

import json
import pickle
import re
import tomllib
from pathlib import Path

import pytest

import cidernb
from cidernb.cli import main
from cidernb.commands.inputs import read_settings
from cidernb.commands.wording import for_commands
from cidernb.tokenizers import TOKENIZERS
from cidernb.tokenizers.switches import SWITCHES

REFERENCES = {"1": ["a brown dog runs"], "2": ["two cats sleep on a sofa"], "3": ["a red bus"]}
CANDIDATES = {"1": "a brown dog", "2": "two cats on a sofa", "3": "a bus"}

#: The commands that score captions of files, with the files that they read.
SCORING = {
    "score": "refs.json cands.json",
    "explain": "refs.json cands.json",
    "compare": "refs.json cands.json",
    "change": "refs.json cands.json cands.json",
    "diagnose": "refs.json cands.json",
}
#: Those that refuse captions unless a choice is made.
CHOOSING = [command for command in SCORING if command != "diagnose"]


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files that the commands name."""
    contents = {
        "refs": REFERENCES,
        "cands": CANDIDATES,
        "two": {i: CANDIDATES[i] for i in ("1", "2")},
        "four": CANDIDATES | {"4": "a dog"},
        "twice": {i: [text, text] if i == "1" else text for i, text in CANDIDATES.items()},
        "both": {"references": REFERENCES, "candidates": CANDIDATES},
        "one": {"1": REFERENCES["1"]},
        "said": {"1": CANDIDATES["1"]},
    }
    for name, content in contents.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    # It does not say |I|.
    (tmp_path / "bare.p").write_bytes(pickle.dumps({("a",): 3.0, ("dog",): 1.0}))
    for name, tokenizer in (("table", "ptb"), ("words", "whitespace")):
        table = cidernb.DocumentFrequencies.from_references(REFERENCES, tokenizer=tokenizer)
        table.save(tmp_path / f"{name}.npz")
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], command: str) -> str:
    """The one line that a command ends with that cannot be done."""
    assert main(command.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cidernb: ")
    assert printed.err.count("\n") == 1
    return printed.err


def as_json(capsys: pytest.CaptureFixture[str], command: str) -> dict:
    assert main([*command.split(), "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


# --- One set of options ---------------------------------------------------------------------------


@pytest.mark.parametrize("command", CHOOSING)
@pytest.mark.parametrize(
    ("candidates", "option", "images"),
    [
        ("two.json", "--missing zero", 3),
        ("two.json", "--missing drop", 2),
        ("four.json", "--extra drop", 3),
        ("twice.json", "--duplicates first", 3),
        ("twice.json", "--duplicates last", 3),
    ],
)
def test_what_score_can_choose_explain_change_and_compare_can(
    command: str, candidates: str, option: str, images: int, capsys: pytest.CaptureFixture[str]
) -> None:
    given = SCORING[command].replace("cands.json", candidates)
    printed = as_json(capsys, f"{command} {given} {option}")
    signatures = printed["signatures"] if command == "compare" else [printed["signature"]]
    assert all(f"|idf:corpus[{images}]|" in signature for signature in signatures)


@pytest.mark.parametrize("command", SCORING)
def test_every_scoring_command_takes_a_table_and_its_number_of_images(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = as_json(capsys, f"{command} {SCORING[command]} --idf table.npz --num-images 9")
    signatures = printed["signatures"] if command == "compare" else [printed["signature"]]
    assert all("|idf:table[9," in signature for signature in signatures)


@pytest.mark.parametrize("command", ["score", "explain", "compare", "diagnose"])
def test_one_file_may_hold_both_sides(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert as_json(capsys, f"{command} both.json") == as_json(capsys, f"{command} {SCORING[command]}")


def test_a_table_that_two_settings_name_is_read_once() -> None:
    (_, first), (_, second) = read_settings(["code-cider", "code-cider-d"], "table.npz", 9)
    assert first is second


# --- Options that contradict each other -----------------------------------------------------------


@pytest.mark.parametrize("command", SCORING)
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            "--num-images 5",
            "--num-images 5 is about a table of document frequencies, and the IDF source is corpus; name the "
            "table by --idf, or leave --num-images out.",
        ),
        ("--num-images 5 --idf none", "and the IDF source is none; name the table"),
        ("--num-images 0 --idf table.npz", "--num-images is 0; give a whole number of 1 or more."),
        ("--idf bare.p", "it does not say how many images it was counted on; give it by --num-images."),
        (
            "--idf elsewhere.p",
            "The IDF source 'elsewhere.p' is neither corpus nor none, nor is there a file of that name.",
        ),
        (
            "--SETTING code-cider,idf=none --idf none",
            "The IDF source is named twice, by --idf none and in the setting 'code-cider,idf=none'; name it "
            "once.",
        ),
        (
            "--SETTING code-cider,sigma=6,sigma=3",
            "The setting 'code-cider,sigma=6,sigma=3' gives sigma twice; give it once.",
        ),
        ("--SETTING code-cider,idf=none,idf=corpus", "gives idf twice; give it once."),
        ("--SETTING code-cider,max_order=2.5", "max_order=2.5 is not a whole number."),
        ("--SETTING code-cider,max_order=1000000", "max_order is 1000000; give"),
        ("--tokenizer spacy", "There is no tokenizer 'spacy'"),
    ],
)
def test_what_contradicts_itself_or_does_not_exist_is_one_clear_sentence(
    command: str, options: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    setting = "--after" if command == "compare" else "--variant"
    assert sentence in refused(
        capsys, f"{command} {SCORING[command]} {options.replace('--SETTING', setting)}"
    )


@pytest.mark.parametrize("command", SCORING)
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--idf words.npz", "again by 'cidernb df build --tokenizer ptb'"),
        ("--SETTING coco-caption --idf table.npz", "code-cider-d, the same formula, with this"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_and_to_diagnose_a_finding(
    command: str, options: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    setting = "--after" if command == "compare" else "--variant"
    given = f"{command} {SCORING[command]} {options.replace('--SETTING', setting)}"
    if command == "diagnose":
        (error,) = (f for f in as_json(capsys, given)["findings"] if f["severity"] == "error")
        assert sentence in error["message"]
    else:
        assert sentence in refused(capsys, given)


@pytest.mark.parametrize("command", CHOOSING)
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("two.json", "add it, or choose --missing drop or --missing zero."),
        ("four.json", "add them, or choose --extra drop."),
        ("twice.json", "choose --duplicates first or --duplicates last"),
        ("two.json --missing skip", "--missing is skip; choose one of error, drop, zero."),
        ("four.json --extra zero", "--extra is zero; choose one of error, drop."),
        ("twice.json --duplicates 1", "--duplicates is 1; choose one of error, first, last."),
    ],
)
def test_captions_that_do_not_meet_are_refused_with_the_options_that_help(
    command: str, given: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, f"{command} {SCORING[command].replace('cands.json', given)}")


def test_of_two_systems_the_one_that_does_not_fit_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "change refs.json cands.json two.json")
    assert "The references of refs.json and the candidates of two.json name different images" in message


@pytest.mark.parametrize(
    ("candidates", "advice"),
    [
        ("two.json", "or score with --missing drop or --missing zero"),
        ("twice.json", "score with --duplicates first or --duplicates last"),
        ("four.json", "or score with --extra drop"),
    ],
)
def test_diagnose_says_which_command_has_the_option(
    candidates: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = as_json(capsys, f"diagnose refs.json {candidates}")
    assert any(advice in finding["message"] for finding in printed["findings"])


@pytest.mark.parametrize(
    ("said", "here"),
    [
        ('(tokenizer="ptb").', "(--tokenizer ptb)."),
        ("use tokenizer='ptb', which needs no Java.", "use --tokenizer ptb, which needs no Java."),
        ('as in tokenizer="ptb+nfc".', "as in --tokenizer ptb+nfc."),
        (
            "count them again with stemmer='porter'.",
            "count them again by 'cidernb df build --stemmer porter'.",
        ),
        ("make them with DocumentFrequencies.from_references.", "make them by 'cidernb df build'."),
        ('use variant="code-cider-d", the same', "use the preset code-cider-d, the same"),
        ("give the number of images as num_images", "give the number of images by --num-images"),
        ('take it out, or read files with extra="drop".', "take it out, or score with --extra drop."),
        ("Score with_end_token('<eos>') for", "Score with --end-token '<eos>' for"),
        ("score with_end_token on both sides.", "score with --end-token, which puts it on both sides."),
        ("end_token is 'a b'; give one", "--end-token is 'a b'; give one"),
        ("A dog is missing; the caption is 'a'.", "A dog is missing; the caption is 'a'."),
    ],
)
def test_the_python_interface_s_words_become_the_command_line_s(said: str, here: str) -> None:
    assert for_commands(said) == here


@pytest.mark.parametrize("number", [-1, 0, 1, 1_000_001, 10**9])
def test_resamples_have_bounds(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, f"change refs.json cands.json cands.json --resamples {number}")
    assert message == f"cidernb: --resamples is {number}; give 2 to 1000000, such as 2000.\n"


def test_two_resamples_are_enough_for_limits(capsys: pytest.CaptureFixture[str]) -> None:
    low, high = as_json(capsys, "change refs.json two.json cands.json --missing zero --resamples 2")[
        "interval"
    ]
    assert 0 <= low <= high


# --- Files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("score - cands.json", "'REFS'"),
        ("score refs.json -", "'CANDS'"),
        ("explain refs.json -", "'CANDS'"),
        ("compare - cands.json", "'REFS'"),
        ("change refs.json - cands.json", "'A'"),
        ("change refs.json cands.json -", "'B'"),
        ("diagnose - cands.json", "'REFS'"),
        ("df show -", "'FILE'"),
        ("df build - -o table.npz", "'REFS'"),
        ("consensus -", "'DIR'"),
        ("tokens --file -", "'--file'"),
    ],
)
def test_standard_input_is_read_by_tokens_alone_and_the_others_say_so(
    command: str, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    message = refused(capsys, command)
    assert f"Invalid value for {place}: - is standard input, which only 'cidernb tokens' reads" in message


@pytest.mark.parametrize(
    "command",
    [
        *("score refs.json cands.json --csv -", "explain refs.json cands.json --png -"),
        *("compare refs.json cands.json --html -", "df build refs.json -o -", "df show table.npz --csv -"),
    ],
)
def test_nothing_is_written_to_a_file_named_as_standard_output(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "- is no file, and standard output holds what the command prints" in refused(capsys, command)


@pytest.mark.parametrize(
    ("option", "name", "ends"),
    [
        ("--png", "x.jpg", ".png"),
        ("--png", "x.csv", ".png"),
        ("--html", "x.png", ".html or .htm"),
        ("--csv", "x.tsv", ".csv or .txt"),
        ("--csv", "x.csv.gz", ".csv or .txt"),
    ],
)
@pytest.mark.parametrize("command", ["explain", "compare", "change"])
def test_a_name_that_ends_as_another_kind_of_file_is_refused(
    command: str, option: str, name: str, ends: str, capsys: pytest.CaptureFixture[str]
) -> None:
    message = refused(capsys, f"{command} {SCORING[command]} {option} {name}")
    assert f"and {name} ends in {Path(name).suffix}; name a file that ends in {ends}." in message
    assert not Path(name).exists()


@pytest.mark.parametrize("name", ["x.png", "x.PNG", "x"])
def test_a_name_that_fits_or_has_no_end_is_taken(name: str) -> None:
    assert main(f"explain refs.json cands.json --png {name}".split()) == 0
    assert Path(name).read_bytes().startswith(b"\x89PNG")


# --- What is said ---------------------------------------------------------------------------------


def test_compare_says_on_whose_scale_both_sides_are(capsys: pytest.CaptureFixture[str]) -> None:
    command = "compare refs.json cands.json --before paper-cider-unstemmed --after code-cider"
    printed = as_json(capsys, command)
    own = cidernb.score(CANDIDATES, REFERENCES, variant="paper-cider-unstemmed").mean
    assert (printed["scale"], printed["before"]) == (10, pytest.approx(10 * own))
    assert main(command.split()) == 0
    said = "Both sides are shown on the scale after, 10: before is"
    assert f"{said} {own:.4f} on its own scale, 1.\n" in capsys.readouterr().out
    assert main(["compare", "refs.json", "cands.json"]) == 0
    assert said not in capsys.readouterr().out


def test_explain_tells_findings_on_the_image_from_those_on_the_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["explain", "refs.json", "cands.json", "--image", "2"]) == 0
    printed = capsys.readouterr().out
    whole = printed.index("Findings on the whole set:\n")
    assert "info: IDF is counted over these 3 images alone" in printed[whole:]
    # The candidates and references of fewer than four words are those of the images 1 and 3.
    assert "fewer than 4 words" not in printed
    assert "on other images; 'cidernb diagnose' shows all.\n" in printed
    assert main(["explain", "refs.json", "cands.json", "--image", "3"]) == 0
    printed = capsys.readouterr().out
    on_it = printed.index("Findings on the set that concern image 3 among others:\n")
    assert "fewer than 4 words" in printed[on_it : printed.index("Findings on the whole set:\n")]


def test_one_of_anything_is_singular(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        "score one.json said.json",
        "explain one.json said.json",
        "change one.json said.json said.json",
        "diagnose one.json said.json",
        "df build one.json -o one.npz",
        "df show one.npz",
    ):
        assert main(command.split()) == 0
        printed = " ".join(capsys.readouterr().out.split())
        assert not re.search(r"(?<!of) 1 (evaluated )?(images|references|pairs|n-grams)\b", printed), command


@pytest.mark.parametrize("command", [*SCORING, "df build", "df show", "consensus", "tokens"])
def test_help_names_every_tokenizer_and_switch(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    words = capsys.readouterr().out.replace("│", " ").split()
    for name in (*TOKENIZERS, *SWITCHES):
        assert any(name == word.strip("`,.():;") for word in words), name


@pytest.mark.parametrize("command", [*SCORING, "consensus"])
def test_help_names_every_field_of_a_setting(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    printed = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "Fields: stemmer, tf, unseen, clipping, sigma, max_order, scale, idf" in printed


@pytest.mark.parametrize("command", ["score", "explain", "compare", "change", "df show"])
def test_help_says_what_becomes_of_cells_that_look_like_formulas(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--help"]) == 0
    printed = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "begins with =, +, - or @ (such as -lrb-), gets an apostrophe" in printed
    assert "numbers stay as they are" in printed


def test_consensus_says_what_the_kinds_of_pairs_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["consensus", "--variant", "code-cider"]) == 0
    printed = capsys.readouterr().out
    for line in ("The kinds, as the paper names them:", "HC: two captions", "HI: one", "HM: one", "MM: two"):
        assert f"\n{line}" in printed


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--idf x", "The IDF source 'x' is neither corpus, recomputed nor none, nor is there a file"),
        ("--idf none --variant code-cider,idf=corpus", "The IDF source is named twice"),
        ("--num-images 5 --idf recomputed", "and the IDF source is recomputed; name the table by --idf"),
    ],
)
def test_consensus_refuses_what_the_others_refuse(
    options: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sentence in refused(capsys, f"consensus {options}")


def test_a_notebook_s_number_needs_no_zero(capsys: pytest.CaptureFixture[str]) -> None:
    printed = []
    for number in ("0", "00"):
        assert main(["answers", number]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert printed[0].startswith("# Answer key\n\n## Notebook 00\n")


def test_the_installed_command_is_the_one_that_ctrl_c_ends_quietly() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["scripts"] == {"cidernb": "cidernb.__main__:main"}
