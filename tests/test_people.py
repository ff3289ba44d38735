"""Studies of people's consensus: the authors' files, the embedded study, and the protocol."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from people_by_hand import agreeing
from people_files import PAIRS, REFERENCES, write_abstract, write_json, write_pascal, write_triplets
from scipy.io import savemat

import cidernb
from cidernb.cli import main
from cidernb.studies.consensus import majority
from cidernb.studies.people import (
    JudgedPair,
    Study,
    agreement,
    available_study,
    measure,
    read_study,
    report,
    similarities,
)
from cidernb.studies.people.agreement import chosen_sides, single_order, variant_name
from cidernb.studies.people.intervals import by_image, draw_images, interval
from cidernb.studies.people.readers import VARIABLE
from cidernb.studies.people.study import recover_kinds, shared_captions
from cidernb.studies.people.synthetic import (
    ERRS,
    NOUNS,
    nearness,
    synthetic_study,
    told,
    write_caption,
)

PAPER = cidernb.PRESETS["paper-cider"]


@pytest.fixture
def abstract(tmp_path: Path) -> Path:
    return write_abstract(tmp_path / "abstract50s")


# The authors' files


def test_votes_belong_to_pairs_by_block_and_are_turned_round_with_their_b_and_c(abstract):
    study = read_study(abstract)
    assert study.name == "ABSTRACT-50S"
    assert not study.simulated
    assert [(pair.image, pair.b, pair.c) for pair in study.pairs] == [pair[:3] for pair in PAIRS]
    assert [pair.triplets for pair in study.pairs] == [
        ("B", "B", "C", "B"),
        ("C", "C", "C", "C"),
        ("B", "C", "B", "C"),
        ("C", "C", "C", "C"),
    ]
    assert study.winners == ("B", "C", None, "C")


def test_every_image_keeps_its_references_in_order_those_without_pairs_too(abstract):
    study = read_study(abstract)
    assert {image: list(texts) for image, texts in study.references.items()} == REFERENCES
    assert [pair.places for pair in study.pairs] == [(0, 1, 2, 3)] * 4


def test_equal_references_have_a_triplet_each(abstract):
    assert REFERENCES["x.png"][0] == REFERENCES["x.png"][3]
    assert read_study(abstract).pairs[0].places == (0, 1, 2, 3)


def test_votes_that_are_not_turned_round_are_taken_as_they_are(abstract):
    rows = [
        (a, b, c, vote)
        for image, b, c, votes in PAIRS
        for a, vote in zip(REFERENCES[image], votes, strict=True)
    ]
    write_triplets(abstract / "consensus_abstract.mat", rows)
    assert read_study(abstract).winners == ("B", "C", None, "C")


def test_the_kind_is_told_only_where_a_caption_is_another_images_shared_one(abstract):
    study = read_study(abstract)
    assert shared_captions(study.pairs) == {"x.png": "a dog", "y.png": "two cats here"}
    # "two cats here" is y's own caption, so that it is incorrect for x; "a dog" is x's.
    assert [pair.kind for pair in study.pairs] == ["HC", "HI", "HC", "HI"]
    assert study.kinds == ("HC", "HI")
    assert len(study.of_kind("HC").pairs) == 2


def test_kinds_stay_unknown_where_both_or_neither_of_the_captions_stand_elsewhere():
    def made(image, b, c):
        return JudgedPair(image, b, c, ("B",), (0,))

    neither = (made(1, "s", "o"), made(1, "s", "p"))
    both = (made(1, "s", "t"), made(1, "s", "u"), made(2, "t", "v"), made(2, "t", "w"))
    both += (made(3, "u", "v"), made(3, "u", "x"))
    assert [pair.kind for pair in recover_kinds(neither)] == [None, None]
    assert [pair.kind for pair in recover_kinds(both)[:2]] == [None, None]
    single = (made(1, "a", "b"),)
    assert recover_kinds(single) == single


def test_pascal_has_its_kinds_from_its_file_and_leaves_out_references_nobody_asked_of(tmp_path):
    study = read_study(write_pascal(tmp_path / "pascal50s"))
    assert study.name == "PASCAL-50S"
    assert [pair.kind for pair in study.pairs] == ["HC", "HI", "HM", "MM"]
    assert study.winners == ("B", "C", None, "C")
    assert list(study.references["x.png"]) == REFERENCES["x.png"]
    # Of an image without pairs no reference is known to be left out.
    assert study.references["z.png"][-1] == "unasked z.png"


def test_a_folder_above_the_files_will_do_if_they_are_of_one_data_set(abstract, tmp_path, monkeypatch):
    assert read_study(tmp_path).name == "ABSTRACT-50S"
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert available_study().name == "ABSTRACT-50S"
    write_pascal(tmp_path / "pascal50s")
    with pytest.raises(
        ValueError, match="holds several data sets; name one folder: .*abstract50s, .*pascal50s"
    ):
        read_study(tmp_path)


def test_without_a_folder_there_is_no_study_of_people(tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert available_study() is None
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert available_study() is None


def break_votes(folder: Path, *, caption: str = "", reference: object = None, rating: int = 1) -> None:
    rows = [
        (a, c, b, -vote) for i, b, c, votes in PAIRS for a, vote in zip(REFERENCES[i], votes, strict=True)
    ]
    a, b, c, vote = rows[5]
    rows[5] = (a if reference is None else reference, caption or b, c, rating if rating != 1 else vote)
    write_triplets(folder / "consensus_abstract.mat", rows)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            lambda f: (f / "abstract_candsC.json").unlink(),
            "abstract_candsC.json is missing; ABSTRACT-50S needs",
        ),
        (lambda f: (f / "abstract48S.json").write_text("{"), "abstract48S.json is not JSON"),
        (lambda f: (f / "abstract48S.json").write_text("{}"), "abstract48S.json is no list"),
        (
            lambda f: write_json(f / "abstract_candsB.json", [("x.png", 3)]),
            "Entry 0 of .*abstract_candsB.json has no image_id and caption in text",
        ),
        (
            lambda f: write_json(f / "abstract_candsB.json", [("x.png", "a dog")]),
            "abstract_candsC.json has 4 captions and abstract_candsB.json 1",
        ),
        (
            lambda f: write_json(f / "abstract_candsB.json", [("q.png", b) for _, b, _, _ in PAIRS]),
            "Pair 0 is of image 'q.png' in one file and not in the others",
        ),
        (
            lambda f: break_votes(f, caption="no such caption"),
            "The votes on pair 1 in .*consensus_abstract.mat are not all on its two captions",
        ),
        (
            lambda f: break_votes(f, reference="no such reference"),
            "consensus_abstract.mat has votes on 'no such reference' for pair 1",
        ),
        (lambda f: break_votes(f, rating=7), "Triplet 5 of .*consensus_abstract.mat is rated 7"),
        (
            lambda f: break_votes(f, reference=np.array([1.5, 2.5])),
            "Triplet 5 of .*consensus_abstract.mat is not A, B, C and a rating",
        ),
        (
            lambda f: write_triplets(f / "consensus_abstract.mat", [("a dog runs", "a", "b", 1)] * 3),
            "consensus_abstract.mat has 3 triplets, not as many for each of 4 pairs",
        ),
        (
            lambda f: savemat(f / "consensus_abstract.mat", {"triplets": np.zeros((1, 4))}),
            "The triplets of .*consensus_abstract.mat are not A, B, C and a rating",
        ),
        (
            lambda f: savemat(f / "consensus_abstract.mat", {"others": 1}),
            "consensus_abstract.mat has no variable 'triplets'",
        ),
        (
            lambda f: (f / "consensus_abstract.mat").write_bytes(b"no MATLAB file at all" * 20),
            "consensus_abstract.mat cannot be read as a MATLAB file",
        ),
        (
            lambda f: (f / "consensus_abstract.mat").write_bytes(
                (f / "consensus_abstract.mat").read_bytes()[:400]
            ),
            "consensus_abstract.mat cannot be read as a MATLAB file",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_named_in_a_sentence(abstract, damage, words):
    damage(abstract)
    with pytest.raises(ValueError, match=words) as raised:
        read_study(abstract)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("categories", "words"),
    [((1, 2, 3, 5), "Pair 3 of .*pair_pascal.mat has the category 5"), ((1, 2), "has 4 pairs|pairs and")],
)
def test_pascals_kinds_must_fit_its_pairs(tmp_path, categories, words):
    with pytest.raises(ValueError, match=words):
        read_study(write_pascal(tmp_path / "pascal50s", categories))


def test_a_folder_without_any_such_file_is_refused_with_their_names(tmp_path):
    with pytest.raises(
        ValueError, match=r"holds no files of ABSTRACT-50S \(consensus_abstract.mat, ...\) or"
    ):
        read_study(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_study(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ((), "has no pairs"),
        ((JudgedPair("x", "a", "b", ("B",), (3,)),), "Pair 0 of 'made' has triplets of references"),
        ((JudgedPair("q", "a", "b", ("B",), (0,)),), "Pair 0 of 'made' has triplets of references"),
        ((JudgedPair("x", "a", "b", ("B", "C"), (0,)),), "has no triplet for each reference"),
    ],
)
def test_a_study_whose_pairs_do_not_fit_is_refused(pairs, words):
    with pytest.raises(ValueError, match=words):
        Study("made", {"x": ("a dog", "the dog")}, pairs)


# The embedded study


def test_the_embedded_study_is_the_same_every_time_and_has_the_form_of_the_others():
    study = synthetic_study()
    assert study.simulated
    assert [len(study.of_kind(kind).pairs) for kind in ("HC", "HI", "HM", "MM")] == [60] * 4
    assert {len(texts) for texts in study.references.values()} == {48}
    again = synthetic_study.__wrapped__()
    assert again.pairs == study.pairs
    assert dict(again.references) == dict(study.references)


def test_every_triplet_of_the_embedded_study_is_the_majority_of_three_votes():
    for pair in synthetic_study().pairs:
        assert [len(votes) for votes in pair.votes] == [3] * 48
        assert pair.triplets == tuple(map(majority, pair.votes))


def test_the_writers_tell_the_truth_and_not_always_all_of_it():
    scenes = cidernb.documented_example().scenes[:30]
    rng = np.random.default_rng(1)
    complete = 0
    for scene in scenes:
        truth = told(scene.describe())
        for _ in range(20):
            said = told(write_caption(scene, rng))
            assert said.items() <= truth.items()
            complete += said == truth
    assert 250 < complete < 500


def test_the_judges_know_synonyms_and_take_from_what_is_told_differently():
    for shape, nouns in NOUNS.items():
        assert {told(f"a red {noun}")["shape"] for noun in nouns} == {shape}
    assert nearness("two red discs", "two red circles") == 3
    assert nearness("two red discs", "two blue squares") == -1
    assert nearness("some discs", "a red circle on black") == 1


def test_the_judges_err_about_as_often_as_stated():
    slips = votes = 0
    for pair in synthetic_study().pairs:
        for a, given in zip(synthetic_study().references[pair.image], pair.votes, strict=True):
            b, c = nearness(a, pair.b), nearness(a, pair.c)
            if b != c:
                votes += 3
                slips += given.count("C" if b > c else "B")
    assert votes > 5000
    assert abs(slips / votes - ERRS) < 0.01


# The protocol


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Study:
    return read_study(write_abstract(tmp_path_factory.mktemp("small") / "abstract50s"))


def test_a_score_is_the_packages_own_over_the_references_of_all_images(small):
    table = cidernb.DocumentFrequencies.from_references(small.references, tokenizer="ptb", stemmer="porter")
    found = similarities(small, PAPER).scores()
    for number, pair in enumerate(small.pairs):
        for side, text in enumerate((pair.b, pair.c)):
            alone = cidernb.score(
                [text], [small.references[pair.image]], variant=PAPER, idf=table, tokenizer="ptb"
            )
            assert found[number, side] == pytest.approx(alone.mean, abs=1e-14)


@pytest.mark.parametrize("variant", ["paper-cider", "code-cider-d", "paper-cider-d-eq4-all"])
@pytest.mark.parametrize("idf", ["corpus", "none"])
def test_similarities_are_those_of_by_hand_reference_by_reference(small, variant, idf):
    chosen = cidernb.PRESETS[variant]
    found = similarities(small, chosen, idf=idf)
    df, images = None, None
    if idf == "corpus":
        df = cidernb.by_hand.document_frequencies(small.references, chosen.stemmer, "ptb")
        images = len(small.references)
    for number, pair in enumerate(small.pairs):
        for side, text in enumerate((pair.b, pair.c)):
            for place, reference in enumerate(small.references[pair.image]):
                by_hand = cidernb.by_hand.score(text, [reference], df, images, chosen, "ptb").score
                assert found.values[number, side, place] == pytest.approx(by_hand, abs=1e-14)


@pytest.mark.parametrize(
    ("settings", "by_hand"),
    [
        ({}, {}),
        ({"references": 5}, {"references": 5}),
        ({"variant": "code-cider-d"}, {"stemmer": "none", "defended": True}),
        ({"variant": "code-cider"}, {"stemmer": "none"}),
        ({"tokenizer": "whitespace"}, {"tokenizer": "whitespace"}),
    ],
)
def test_agreement_is_that_of_dictionaries_and_loops(settings, by_hand):
    found = measure(synthetic_study(), **settings)
    assert (found.agreeing, found.pairs) == agreeing(synthetic_study(), **by_hand)
    assert found.accuracy == found.agreeing / found.pairs
    assert found.low <= found.accuracy <= found.high


def test_a_recomputed_idf_counts_only_the_references_compared_with():
    study = synthetic_study()
    counted = {image: texts[:3] for image, texts in study.references.items()}
    found = measure(study, references=3, idf="recomputed")
    assert (found.agreeing, found.pairs) == agreeing(study, references=3, counted=counted)
    assert found.agreeing != measure(study, references=3).agreeing
    whole = measure(study, idf="recomputed")
    assert whole == measure(study)


def test_a_table_is_counted_again_with_the_variants_stemmer():
    study = synthetic_study()
    table = cidernb.DocumentFrequencies.from_references(study.references, tokenizer="ptb")
    for variant in ("paper-cider", "code-cider"):
        assert measure(study, variant, idf=table) == measure(study, variant)


def test_ties_of_people_are_left_out_or_counted_and_never_agreed_on():
    study = synthetic_study()
    out, counted = (measure(study, ties=ties) for ties in ("excluded", "counted"))
    tied = study.winners.count(None)
    assert tied == out.people_tied == counted.people_tied > 0
    assert counted.pairs == out.pairs + tied == len(study.pairs)
    assert counted.agreeing == out.agreeing


def test_a_metric_that_cannot_decide_agrees_with_nobody():
    study = synthetic_study()
    found = agreement(study, np.ones((len(study.pairs), 2)), variant="none", references=48)
    assert (found.agreeing, found.metric_tied) == (0, found.pairs)


def test_what_round_off_decides_is_a_tie():
    assert chosen_sides(np.array([[1.0, 1.0 + 1e-15], [0.0, 1e-20], [0.0, 0.0]])).tolist() == [0.0, -1.0, 0.0]


def test_a_single_order_is_the_papers_cider_n():
    study = synthetic_study()
    orders = [similarities(study, single_order(PAPER, n)).values for n in (1, 2, 3, 4)]
    np.testing.assert_allclose(np.mean(orders, axis=0), similarities(study, PAPER).values, atol=1e-14)
    assert measure(study, order=1).variant == "paper-cider, order 1"


def test_pairs_that_ask_of_fewer_references_are_scored_with_those(small):
    less = replace(small.pairs[0], triplets=("B", "C"), places=(3, 1))
    study = Study("less", small.references, (less, *small.pairs[1:]))
    found = similarities(study, PAPER)
    whole = similarities(small, PAPER)
    np.testing.assert_allclose(found.scores()[0], whole.values[0][:, [3, 1]].mean(axis=1), atol=1e-15)
    np.testing.assert_allclose(found.first(1)[0], whole.values[0][:, 3], atol=1e-15)
    np.testing.assert_allclose(found.scores()[1:], whole.scores()[1:], atol=1e-15)


def test_an_interval_draws_images_with_all_their_pairs():
    agrees = np.array([1.0, 1, 0, 0])
    study = Study(
        "two images",
        {"x": ("a",), "y": ("b",)},
        tuple(JudgedPair(image, "a", "b", ("B",), (0,)) for image in "xxyy"),
    )
    sums = by_image(study, agrees)
    assert sums.tolist() == [2, 0]
    # Of two images drawn, both are x, one of each, or both y: 1/4, 1/2, 1/4.
    low, high = interval(sums, by_image(study, np.ones(4)))
    assert (low, high) == (0, 1)
    drawn = draw_images(2, 4000)
    assert drawn.sum(axis=1).tolist() == [2.0] * 4000
    assert np.mean(drawn[:, 0] == 1) == pytest.approx(0.5, abs=0.03)


def test_a_variant_of_ones_own_is_named_by_what_it_changes():
    assert variant_name("code-cider") == "code-cider"
    assert variant_name(PAPER.replace(sigma=6.0)) == "paper-cider,sigma=6.0"


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"references": 0}, "references is 0; compare with 1 or more"),
        ({"idf": "votes"}, 'idf is \'votes\'; choose "corpus", "recomputed", "none" or a table'),
        ({"ties": "dropped"}, "ties is 'dropped'; choose one of excluded, counted"),
        ({"order": 5}, "order is 5; choose one from 1 to 4"),
        ({"variant": "bleu"}, "no preset 'bleu'"),
    ],
)
def test_a_setting_that_there_is_not_is_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        measure(synthetic_study(), **settings)


def test_a_kind_without_pairs_and_a_study_without_winners_are_refused(small):
    with pytest.raises(ValueError, match="No pair of 'ABSTRACT-50S' is known to be of kind 'MM'"):
        small.of_kind("MM")
    tied = Study("tied", small.references, (small.pairs[2],))
    with pytest.raises(ValueError, match="People have no winner on any pair of 'tied'"):
        measure(tied)


# The command


def rows_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    assert main(["consensus", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_command_reports_three_variants_with_all_references(abstract, capsys):
    rows = rows_of([str(abstract)], capsys)
    assert [row["variant"] for row in rows] == ["paper-cider", "code-cider", "code-cider-d"]
    for row, expected in zip(rows, report(read_study(abstract)), strict=True):
        named = ("variant", "references", "pairs", "agreeing", "accuracy", "low", "high")
        assert [row[name] for name in named] == [getattr(expected, name) for name in named]
        assert (row["references"], row["pairs"]) == (4, 3)


def test_the_command_takes_variants_and_numbers_of_references(abstract, capsys):
    rows = rows_of(
        [str(abstract), "--variant", "paper-cider,sigma=6", "--references", "1,2", "--references", "4"],
        capsys,
    )
    assert [(row["variant"], row["references"]) for row in rows] == [
        ("paper-cider,sigma=6", n) for n in (1, 2, 4)
    ]


def test_the_command_without_a_folder_runs_the_embedded_study(capsys):
    (row,) = rows_of(["--variant", "paper-cider", "--ties", "counted", "--idf", "recomputed"], capsys)
    found = measure(synthetic_study(), ties="counted")
    assert (row["pairs"], row["agreeing"], row["study"]) == (240, found.agreeing, "the synthetic study")


def test_the_commands_report_shows_both_readings_of_ties_and_says_who_judged(capsys):
    assert main(["consensus", "--variant", "code-cider"]) == 0
    printed = capsys.readouterr().out
    found = measure(synthetic_study(), "code-cider")
    assert f"{100 * found.accuracy:.1f}" in printed
    assert f"{100 * found.agreeing / 240:.1f}" in printed
    assert "No person judged these pairs" in printed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere"),
        (["--references", "0"], "--references holds '0'"),
        (["--ties", "dropped"], "ties is 'dropped'"),
        (["--idf", "nothing"], "nothing"),
        (["--tokenizer", "none"], "no tokenizer 'none'"),
        (["--variant", "bleu"], "no preset 'bleu'"),
    ],
)
def test_the_command_ends_with_two_and_one_line_on_bad_input(arguments, words, capsys):
    assert main(["consensus", *arguments]) == 2
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
