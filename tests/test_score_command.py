"""`cidernb score` and `cidernb diagnose`: from files to a number, its signature and what misleads."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from real_captions import data_folder

import cidernb
from cidernb import DocumentFrequencies
from cidernb.cli import main
from cidernb.commands.waiting import Waiting
from cidernb.whole_files import replacing

REFERENCES = {
    1: ["A brown dog runs fast.", "The dog is running on grass."],
    2: ["Two cats sleep on a sofa.", "Cats lying on the couch."],
    3: ["A red bus on the street", "The bus drives down a road"],
}
CANDIDATES = {1: "A brown dog runs fast!", 2: "Two cats on a sofa.", 3: "A red bus"}
RESULT = cidernb.score(CANDIDATES, REFERENCES, tokenizer="ptb")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The captions in files by name, and others that do not fit."""
    annotations = [{"image_id": i, "caption": text} for i, texts in REFERENCES.items() for text in texts]
    results = [{"image_id": i, "caption": text} for i, text in CANDIDATES.items()]
    contents: dict[str, bytes] = {
        "refs.json": json.dumps({"annotations": annotations}).encode(),
        "cands.json": json.dumps(results).encode(),
        "cands.json.gz": gzip.compress(json.dumps(results).encode()),
        "two.json": json.dumps(results[:2]).encode(),
        "four.json": json.dumps([*results, {"image_id": 4, "caption": "a boat"}]).encode(),
        "twice.json": json.dumps([*results, {"image_id": 1, "caption": "a dog"}]).encode(),
        "null.json": json.dumps([*results[:2], {"image_id": 3, "caption": None}]).encode(),
        "text.json": json.dumps({str(i): text for i, text in CANDIDATES.items()}).encode(),
        "broken.json": b"[",
        "both.csv": _both(),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    DocumentFrequencies.from_references(REFERENCES, tokenizer="ptb").save(tmp_path / "df,1.npz")
    return {name: str(tmp_path / name) for name in [*contents, "df,1.npz"]}


def _both() -> bytes:
    text = io.StringIO()
    rows = [(i, CANDIDATES[i], *texts) for i, texts in REFERENCES.items()]
    csv.writer(text).writerows([("image_id", "caption", "reference_1", "reference_2"), *rows])
    return text.getvalue().encode()


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    content: dict[str, Any] = json.loads(printed.out)
    return content


# --- score ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [["refs.json", "cands.json"], ["refs.json", "cands.json.gz"], ["refs.json", "text.json"], ["both.csv"]],
)
def test_score_gives_the_number_and_all_that_belongs_to_it(files, capsys, names):
    scored = as_json(capsys, "score", *(files[name] for name in names), "--per-image")
    assert scored["mean"] == pytest.approx(RESULT.mean, abs=1e-12)
    assert scored["times_100"] == 100 * scored["mean"]
    assert scored["signature"] == RESULT.signature
    assert scored["methods"] == RESULT.methods_sentence()
    assert [str(entry["image"]) for entry in scored["per_image"]] == ["1", "2", "3"]
    assert [entry["score"] for entry in scored["per_image"]] == list(RESULT.per_image.values())
    paired = {"ids_of_two_types"} if "text.json" in names else set()
    assert {f["code"] for f in scored["findings"]} - {f.code for f in RESULT.findings} == paired


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        (["--variant", "code-cider,sigma=3"], {"variant": cidernb.PRESETS["code-cider"].replace(sigma=3)}),
        (["--tokenizer", "whitespace"], {"tokenizer": "whitespace"}),
        (["--idf", "none"], {"idf": "none"}),
        (["--variant", "paper-cider"], {"variant": "paper-cider"}),
    ],
)
def test_score_takes_settings(files, capsys, options, settings):
    scored = as_json(capsys, "score", files["refs.json"], files["cands.json"], *options)
    expected = cidernb.score(CANDIDATES, REFERENCES, **{"tokenizer": "ptb", **settings})
    assert (scored["mean"], scored["signature"]) == (pytest.approx(expected.mean), expected.signature)


def test_score_takes_a_table_from_a_file_whatever_its_name(files, capsys):
    scored = as_json(capsys, "score", files["refs.json"], files["cands.json"], "--idf", files["df,1.npz"])
    assert scored["mean"] == pytest.approx(RESULT.mean, abs=1e-12)
    assert "idf:table[3," in scored["signature"]


def test_all_presets_stand_in_one_table(files, capsys, tmp_path):
    path = tmp_path / "scores.csv"
    scored = as_json(capsys, "score", files["refs.json"], files["cands.json"], "--all", "--csv", str(path))
    results = {
        name: cidernb.score(CANDIDATES, REFERENCES, variant=name, tokenizer="ptb") for name in cidernb.PRESETS
    }
    assert {name: entry["mean"] for name, entry in scored["presets"].items()} == pytest.approx(
        {name: result.mean for name, result in results.items()}
    )
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert [row["image"] for row in rows] == ["1", "2", "3"]
    for name, result in results.items():
        assert [float(row[name]) for row in rows] == list(result.per_image.values())


def test_a_table_leaves_out_the_presets_that_cannot_take_it(files, capsys):
    arguments = ["score", files["refs.json"], files["cands.json"], "--idf", files["df,1.npz"], "--all"]
    assert set(as_json(capsys, *arguments)["presets"]) == set(cidernb.PRESETS) - {
        "paper-cider",
        "coco-caption",
    }
    assert main(arguments) == 0
    assert "Not with this table: paper-cider, coco-caption" in capsys.readouterr().out


def test_people_read_score_scale_signature_and_findings(files, capsys):
    assert main(["score", files["refs.json"], files["cands.json"], "--per-image"]) == 0
    printed = capsys.readouterr().out
    mean = RESULT.mean
    assert f"CIDEr-D {mean:.4f} of 10 ({100 * mean:.2f} as tables print it), mean over 3 images" in printed
    assert RESULT.signature in printed
    assert RESULT.methods_sentence() in printed
    assert f"{RESULT.per_image[2]:9.4f}  2\n" in printed
    assert "info: IDF is counted over these 3 images alone" in printed


@pytest.mark.parametrize(
    ("candidates", "options", "images", "code"),
    [
        ("two.json", ["--missing", "zero"], 3, "missing_as_zero"),
        ("two.json", ["--missing", "drop"], 2, "missing_dropped"),
        ("four.json", ["--extra", "drop"], 3, "extra_dropped"),
        ("twice.json", ["--duplicates", "first"], 3, "duplicates_chosen"),
    ],
)
def test_a_choice_is_applied_and_said(files, capsys, candidates, options, images, code):
    scored = as_json(capsys, "score", files["refs.json"], files[candidates], *options)
    assert scored["images"] == images
    assert code in {finding["code"] for finding in scored["findings"]}
    assert "blank_candidates" not in {finding["code"] for finding in scored["findings"]}


def test_missing_as_zero_says_what_the_mean_would_be_without(files, capsys):
    scored = as_json(capsys, "score", files["refs.json"], files["two.json"], "--missing", "zero")
    (found,) = (finding for finding in scored["findings"] if finding["code"] == "missing_as_zero")
    assert found["evidence"] == {"images": 1, "of": 3, "mean": scored["mean"]}
    assert found["image_ids"] == [3]
    assert (
        f"the mean is {scored['mean']:.4f}; over the others it is {1.5 * scored['mean']:.4f}"
        in found["message"]
    )


# --- diagnose -------------------------------------------------------------------------------------


def test_diagnose_gives_what_the_function_gives(files, capsys):
    printed = as_json(capsys, "diagnose", files["refs.json"], files["cands.json"])
    findings = cidernb.diagnose(CANDIDATES, REFERENCES, tokenizer="ptb")
    assert [(f["code"], f["message"]) for f in printed["findings"]] == [(f.code, f.message) for f in findings]
    assert printed["mean"] == pytest.approx(RESULT.mean)
    assert printed["images"] == 3


@pytest.mark.parametrize(
    ("candidates", "codes", "images"),
    [
        ("two.json", {"missing_candidates": "error"}, 2),
        ("four.json", {"extra_candidates": "error"}, 3),
        ("twice.json", {"several_candidates": "error"}, 3),
        ("null.json", {"not_text": "error"}, 2),
        ("text.json", {"ids_of_two_types": "info"}, 3),
        ("refs.json", {"several_candidates": "error"}, 3),
    ],
)
def test_diagnose_runs_where_score_refuses(files, capsys, candidates, codes, images):
    printed = as_json(capsys, "diagnose", files["refs.json"], files[candidates])
    severities = {finding["code"]: finding["severity"] for finding in printed["findings"]}
    assert severities | codes == severities
    assert {code for code, severity in severities.items() if severity == "error"} <= codes.keys()
    assert printed["images"] == images


def test_diagnose_shows_what_is_seen_the_evidence_and_what_to_do(files, capsys):
    assert main(["diagnose", files["refs.json"], files["two.json"]]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "error missing_candidates There is no candidate for image 3, 1 of 3." in printed
    assert "evidence: images 1, of 3 image 3" in printed
    assert "error: 1, warning: 0, info: " in printed


# --- Bad input, half-written files, pipes -----------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["score", "refs.json", "two.json"],
            "no candidate for image 3; add it, or choose --missing drop or --missing zero",
        ),
        (["score", "refs.json", "four.json"], "no references for image 4; add them, or choose --extra drop"),
        (["score", "refs.json", "twice.json"], "two captions for image 1"),
        (["score", "refs.json", "null.json"], "the candidate of image 3 is None"),
        (["score", "refs.json"], "refs.json"),
        (["score", "refs.json", "broken.json"], "broken.json is not JSON"),
        (["score", "refs.json", "nothing.json"], "nothing.json: No such file or directory"),
        (["score", "refs.json", "cands.json", "--missing", "skip"], "--missing is skip"),
        (["score", "refs.json", "cands.json", "--variant", "cider"], "There is no preset 'cider'"),
        (["score", "refs.json", "cands.json", "--idf", "idf.p"], "idf.p"),
        (["score", "refs.json", "cands.json", "--tokenizer", "spacy"], "no tokenizer 'spacy'"),
        (["score", "refs.json", "cands.json", "--csv", "no/folder/x.csv"], "no/folder/x.csv: No such file"),
        (["diagnose", "refs.json", "broken.json"], "broken.json is not JSON"),
        (["diagnose", "nothing.json", "cands.json"], "nothing.json: No such file or directory"),
    ],
)
def test_bad_input_is_one_line_and_status_2(files, capsys, arguments, words):
    assert main([files.get(word, word) for word in arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("cidernb: ")
    assert words in printed.err
    assert printed.err.count("\n") == 1


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("before")

    def half() -> None:
        with replacing(path) as temporary:
            temporary.write_text("ha")
            raise ValueError("no more")

    with pytest.raises(ValueError, match="no more"):
        half()
    assert path.read_text() == "before"
    with replacing(path) as temporary:
        temporary.write_text("after")
        assert path.read_text() == "before"
    assert path.read_text() == "after"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("command", "option", "given"),
    [
        ("score", "--csv", "refs.json"),
        ("score", "--csv", "cands.json"),
        ("explain", "--html", "refs.json"),
        ("explain", "--png", "cands.json"),
        ("compare", "--csv", "cands.json"),
        ("df build", "-o", "refs.json"),
    ],
)
def test_what_is_read_is_never_written_over(files, capsys, command, option, given):
    before = Path(files[given]).read_bytes()
    read = [files["refs.json"]] if command == "df build" else [files["refs.json"], files["cands.json"]]
    assert main([*command.split(), *read, option, files[given]]) == 2
    assert f"{files[given]} is read here and would be lost" in capsys.readouterr().err
    assert Path(files[given]).read_bytes() == before


@pytest.mark.skipif(os.name != "posix", reason="other systems have other modes")
def test_a_new_file_has_the_mode_of_any_other_and_an_old_one_keeps_its_own(tmp_path):
    (tmp_path / "other").touch()
    for name in ("new", "old"):
        path = tmp_path / name
        if name == "old":
            path.touch()
            path.chmod(0o640)
        with replacing(path) as temporary:
            temporary.write_text("text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode
    assert (tmp_path / "old").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("image", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", "=HYPERLINK(1)"])
def test_an_id_that_is_a_formula_is_text_in_the_table(tmp_path, image):
    (tmp_path / "refs.json").write_text(json.dumps({image: ["a dog runs"], "-5": ["two cats"]}))
    (tmp_path / "cands.json").write_text(json.dumps({image: "a dog", "-5": "two cats"}))
    path = tmp_path / "x.csv"
    arguments = ["score", str(tmp_path / "refs.json"), str(tmp_path / "cands.json"), "--csv", str(path)]
    assert main(arguments) == 0
    rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))
    assert [row[0] for row in rows] == ["image", f"'{image}", "-5"]


def test_ngrams_that_are_formulas_are_text_in_the_tables_of_n_grams(tmp_path):
    before, after = (
        cidernb.score({1: text, 2: "two cats"}, {1: ["=1+1 -lrb-"], 2: ["two cats"]})
        for text in ("=1+1", "@x -lrb-")
    )
    for name, table in (("a", cidernb.contributions(after)), ("b", cidernb.change(before, after))):
        table.to_csv(tmp_path / name)
        ngrams = {row["ngram"] for row in csv.DictReader((tmp_path / name).read_text().splitlines())}
        assert not {ngram for ngram in ngrams if ngram.startswith(("=", "+", "-", "@"))}
        assert "'-lrb-" in ngrams


def test_an_id_that_commands_the_terminal_is_shown_in_signs(tmp_path, capsys):
    (tmp_path / "refs.json").write_text(json.dumps({"\x1b[31m\n1": ["a dog runs"], "é": ["two cats"]}))
    (tmp_path / "cands.json").write_text(json.dumps({"\x1b[31m\n1": "a dog", "é": "two cats"}))
    for command in (["score", "--per-image"], ["diagnose"]):
        assert main([*command, str(tmp_path / "refs.json"), str(tmp_path / "cands.json")]) == 0
        printed = capsys.readouterr().out
        assert "\x1b" not in printed
        assert r"\x1b[31m\n1" in printed


@pytest.mark.skipif(os.name != "posix", reason="pipes break in another way elsewhere")
def test_a_broken_pipe_ends_quietly(files):
    for command in ("score", "diagnose"):
        arguments = [
            sys.executable,
            "-m",
            "cidernb",
            command,
            files["refs.json"],
            files["cands.json"],
            "--json",
        ]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""


@pytest.mark.parametrize("command", ["score", "diagnose"])
def test_help_shows_an_example(capsys, command):
    assert main([command, "--help"]) == 0
    assert f"cidernb {command} refs.json cands.json" in capsys.readouterr().out


def test_help_comes_without_loading_what_computes():
    code = (
        "import sys; from cidernb.cli import main; main(['score', '--help']); "
        "print([name for name in ('jinja2', 'cidernb.diagnosis') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.endswith("[]\n")


# --- Waiting --------------------------------------------------------------------------------------


def test_the_bar_moves_with_the_captions_split_and_is_full_at_the_end():
    work = Waiting()
    images = cidernb.EvaluationSet(["a dog"] * 3000, [["a dog", "the dog"]] * 3000)
    task = work._bar.tasks[0]
    with work.stage("reading", 30):
        pass
    assert (task.description, task.completed) == ("reading", 30)
    seen = []
    with work.stage("splitting", 70, captions=9000):
        images.encoding("whitespace", "none", 4)
        seen.append(task.completed)
    assert seen[0] == pytest.approx(100)
    assert task.completed == 100


# --- Real captions --------------------------------------------------------------------------------


def test_coco_from_two_files_gives_the_official_mean(capsys):
    folder = data_folder("coco_val2017")
    arguments = ["score", str(folder / "references.json"), str(folder / "candidates.json"), "--all"]
    presets = as_json(capsys, *arguments)["presets"]
    assert presets["code-cider-d"]["mean"] == pytest.approx(0.886544, abs=5e-4)
    assert presets["code-cider"]["mean"] == pytest.approx(0.981715, abs=5e-4)
