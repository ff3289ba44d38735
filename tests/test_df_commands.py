"""df build and df show, and a table's path as the IDF source of a setting."""

from __future__ import annotations

import csv
import json
import math
import pickle
from pathlib import Path

import pytest

import cidernb
from cidernb import DocumentFrequencies
from cidernb.cli import main
from cidernb.commands.df_tables import known_shares
from cidernb.commands.inputs import parse_setting

REFERENCES = {"1": ["A dog on a red mat."], "2": ["A cat on a blue mat."], "3": ["A cup on a desk."]}
CANDIDATES = {"1": "A dog on a green mat.", "2": "A cat on a mat.", "3": "A cup on a desk."}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, content in (("refs", REFERENCES), ("cands", CANDIDATES)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What a command prints that ends well."""
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_build_writes_the_table_of_the_references(files, capsys):
    printed = run(capsys, "df", "build", files / "refs.json", "-o", files / "table.npz")
    expected = DocumentFrequencies.from_references(REFERENCES, tokenizer="ptb")
    assert printed == f"{files / 'table.npz'}: {len(expected.index)} n-grams over 3 images\n"
    table = DocumentFrequencies.load(files / "table.npz")
    assert (table.digest, table.tokenizer, table.stemmer) == (expected.digest, "ptb", "none")


def test_build_takes_tokenizer_stemmer_and_order(files, capsys):
    options = ("--tokenizer", "whitespace", "--stemmer", "plural", "--max-order", "6", "--json")
    printed = json.loads(run(capsys, "df", "build", files / "refs.json", "-o", files / "table.npz", *options))
    table = DocumentFrequencies.load(files / "table.npz")
    assert (table.tokenizer, table.stemmer, table.max_order) == ("whitespace", "plural", 6)
    assert printed["file"] == str(files / "table.npz")
    assert printed["ngrams_by_order"] == {"1": 10, "2": 12, "3": 11, "4": 8, "5": 5, "6": 2}
    assert printed["digest"] == table.digest


def test_build_writes_the_official_layout_for_names_of_pickles(files, capsys):
    run(capsys, "df", "build", files / "refs.json", "-o", files / "table.p")
    content = pickle.loads((files / "table.p").read_bytes())
    assert content["ref_len"] == math.log(3)
    assert content["document_frequency"]["a", "mat"] == 0


def test_build_says_what_a_pickle_does_not_record(files, capsys):
    for name, records in (("table.p", False), ("table.p.gz", False), ("table.npz", True)):
        options = ["-o", str(files / name), "--stemmer", "porter"]
        assert main(["df", "build", str(files / "refs.json"), *options]) == 0
        said = capsys.readouterr().err
        assert ("records neither the tokenizer (ptb) nor the stemmer (porter)" in said) is not records
        assert bool(said) is not records


def test_show_prints_layout_images_orders_and_extremes(files, capsys):
    counts = {("a",): 30.0, ("dog",): 5.0, ("a", "dog"): 4.0, ("a", "cat"): 1.0}
    (files / "table.p").write_bytes(pickle.dumps({"df": counts, "ref_len": math.log(40)}))
    lines = run(capsys, "df", "show", files / "table.p").splitlines()
    assert lines[0] == "4 n-grams over 40 images (ref_len 3.68888 is ln 40)"
    assert lines[1].startswith("layout {df, ref_len}, tokenizer not recorded, stemmer not recorded, digest ")
    words = [line.split() for line in lines]
    assert ["1", "2", "0", "30"] in words
    assert ["2", "2", "1", "4"] in words
    most, least = lines.index("Most frequent"), lines.index("Least frequent")
    assert [row[-1] for row in words[most:least] if row and row[-1].isdigit()] == ["30", "5", "4", "1"]
    assert [row[-1] for row in words[least:] if row and row[-1].isdigit()] == ["1", "4", "5", "30"]


def test_show_says_what_share_of_the_candidates_the_table_knows(files, capsys):
    run(capsys, "df", "build", files / "refs.json", "-o", files / "table.npz")
    printed = json.loads(
        run(capsys, "df", "show", files / "table.npz", "--candidates", files / "cands.json", "--json")
    )
    # Unknown are the word green; a green, green mat and a mat; and what holds them.
    assert printed["known_shares"] == pytest.approx({"1": 15 / 16, "2": 10 / 13, "3": 7 / 10, "4": 4 / 7})
    assert printed["layout"] == "cidernb's own"
    assert printed["most_frequent"][0] == {"ngram": "a", "df": 3}
    assert "93.8 %" in run(capsys, "df", "show", files / "table.npz", "--candidates", files / "cands.json")


def test_a_table_counted_with_an_end_token_scores_captions_that_end_in_it(files, capsys):
    built = run(
        capsys, "df", "build", files / "refs.json", "-o", files / "t.npz", "--end-token", "<eos>", "--json"
    )
    assert json.loads(built)["end_token"] == "<eos>"
    shown = run(capsys, "df", "show", files / "t.npz", "--candidates", files / "cands.json", "--json")
    # As without it, and three ends that are known.
    assert json.loads(shown)["known_shares"]["1"] == pytest.approx(18 / 19)
    assert ", end token <eos>, digest" in run(capsys, "df", "show", files / "t.npz")
    options = ("--end-token", "<eos>", "--json")
    by_table = run(
        capsys, "score", files / "refs.json", files / "cands.json", "--idf", files / "t.npz", *options
    )
    assert "end_token_unknown_to_table" not in by_table
    itself = run(capsys, "score", files / "refs.json", files / "cands.json", *options)
    assert json.loads(by_table)["mean"] == pytest.approx(json.loads(itself)["mean"], abs=1e-12)
    assert (
        main(["df", "build", str(files / "refs.json"), "-o", str(files / "x.npz"), "--end-token", "the end"])
        == 2
    )
    assert "--end-token is 'the end'; give one word" in capsys.readouterr().err
    assert not (files / "x.npz").exists()


def test_shares_count_occurrences_and_leave_out_orders_without_n_grams():
    table = DocumentFrequencies.from_references([["a dog on a red mat"]], stemmer="porter")
    shares = known_shares(table, ["a dogs on a green mat", ""], "whitespace")
    assert shares == pytest.approx({1: 5 / 6, 2: 3 / 5, 3: 2 / 4, 4: 1 / 3})
    assert known_shares(table, ["A"], "whitespace") == {1: 0.0}
    assert known_shares(table, [""], "whitespace") == {}


def test_candidates_are_split_as_the_table_was(files, capsys):
    run(capsys, "df", "build", files / "refs.json", "-o", files / "t.npz", "--tokenizer", "whitespace")
    printed = json.loads(
        run(capsys, "df", "show", files / "t.npz", "--candidates", files / "refs2.json", "--json")
        if (files / "refs2.json").write_text(json.dumps({"1": "A dog on a red mat."}))
        else ""
    )
    assert printed["known_shares"] == {"1": 1, "2": 1, "3": 1, "4": 1}


def test_the_number_of_images_can_be_given(files, capsys):
    (files / "bare.p").write_bytes(pickle.dumps({("a",): 5.0}))
    assert main(["df", "show", str(files / "bare.p")]) == 2
    assert "give it by --num-images" in capsys.readouterr().err
    printed = run(capsys, "df", "show", files / "bare.p", "--num-images", "3")
    assert "over 3 images (given)" in printed
    assert "warning: the largest df is 5, more than the images" in printed
    assert "Give a larger number of images with --num-images" in printed
    (files / "small.p").write_bytes(pickle.dumps({"df": {("a",): 5.0}, "ref_len": 3}))
    assert "Give the number of images with --num-images" in run(capsys, "df", "show", files / "small.p")


def test_csv_has_every_n_gram(files, capsys):
    counts = {("=a",): 30.0, ("dog",): 5.0, ("=a", "dog"): 4.0}
    (files / "table.p").write_bytes(pickle.dumps({"df": counts, "ref_len": 40}))
    run(capsys, "df", "show", files / "table.p", "--csv", files / "table.csv")
    with open(files / "table.csv", newline="") as file:
        assert list(csv.reader(file)) == [
            ["ngram", "order", "df"],
            *(["'=a", "1", "30"], ["dog", "1", "5"], ["'=a dog", "2", "4"]),
        ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "refs.json", "-o", "no/table.npz"], "no"),
        (["build", "refs.json"], "Missing option '--output' / '-o'"),
        (["build", "refs.json", "-o", "t.csv"], "t.csv ends as another kind of file does; name a table"),
        (["build", "missing.json", "-o", "t.npz"], "missing.json: No such file"),
        (["build", "refs.json", "-o", "t.npz", "--tokenizer", "none"], "'none'"),
        (["build", "refs.json", "-o", "t.npz", "--stemmer", "lancaster"], "'lancaster'"),
        (["build", "refs.json", "-o", "t.npz", "--max-order", "0"], "max_order is 0"),
        (["show", "missing.npz"], "missing.npz: No such file"),
        (["show", "refs.json"], "refs.json cannot be used: it is no pickle, or damaged"),
        (["show", "evil.p"], "evil.p cannot be used: it asks for 'os.system'"),
        (["show", "table.npz", "--num-images", "0"], "--num-images is 0"),
        (["show", "table.npz", "--candidates", "table.npz"], "table.npz"),
    ],
)
def test_bad_input_ends_with_2_and_one_line_and_writes_nothing(
    arguments, message, files, capsys, monkeypatch
):
    monkeypatch.chdir(files)
    DocumentFrequencies.from_counts({"a": 1}, num_images=2).save("table.npz")
    (files / "evil.p").write_bytes(b"cos\nsystem\n(Vtouch ran\ntR.")
    before = sorted(files.iterdir())
    assert main(["df", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cidernb: ")
    assert printed.err.count("\n") == 1
    assert message in printed.err
    assert sorted(files.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "example"),
    [
        (["df"], "show"),
        (["df", "build", "--help"], "cidernb df build refs.json -o refs.npz"),
        (["df", "show", "--help"], "cidernb df show coco-val-df.p --num-images 40504"),
    ],
)
def test_help_shows_examples(arguments, example, capsys):
    main(arguments)
    assert example in " ".join(capsys.readouterr().out.split())


# The path of a table in a setting


def test_a_setting_takes_the_path_of_a_table(files, capsys):
    DocumentFrequencies.from_references(REFERENCES, tokenizer="ptb").save(files / "table.npz")
    variant, idf = parse_setting(f"code-cider, sigma=6, idf={files / 'table.npz'}")
    assert isinstance(idf, DocumentFrequencies)
    assert (variant.sigma, idf.num_images) == (6, 3)
    for setting in ("--variant", f"code-cider-d,idf={files / 'table.npz'}"), ("--idf", files / "table.npz"):
        printed = json.loads(
            run(capsys, "score", files / "refs.json", files / "cands.json", *setting, "--json")
        )
        result = cidernb.score(CANDIDATES, REFERENCES, idf=idf, tokenizer="ptb")
        assert printed["mean"] == result.mean
        assert printed["signature"] == result.signature


def test_a_table_that_is_not_there_is_named():
    with pytest.raises(
        ValueError, match="The IDF source 'corpse' is neither corpus nor none, nor is there a file"
    ):
        parse_setting("code-cider-d,idf=corpse")
