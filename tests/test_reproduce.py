"""The reproduction: every documented line comes out again, and a wrong one would be seen."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cidernb import PRESETS, EvaluationSet, by_hand, documented_example, studies
from cidernb.studies import Check, Line, Reproduction, checks, clipping_readings, effects
from cidernb.studies.paper_by_hand import ReferencesByHand
from cidernb.studies.report import failures, report_lines

DOCUMENTED = Path(studies.__file__).with_name("documented_lines.txt").read_text(encoding="ascii")
DOCUMENTED_SHA256 = "df8bf193f287a2e7b1e5015d0d8e7fa12b29eb98908387f1b60450e2397fcb0b"

NAMES = ["data check", "C1", "C2", "C3", "H4", "H5", "R", "S"]


@pytest.fixture(scope="module")
def reproduction() -> Reproduction:
    return studies.reproduce()


def without_round_off(line: str) -> str:
    return re.sub(r"\d\.\de[+-]\d\d", "round-off", line)


def unmet(reproduction: Reproduction) -> set[str]:
    return {demand.name for check in reproduction.checks for demand in check.demands if not demand.holds}


def differing(reproduction: Reproduction) -> set[str]:
    return {check.name for check in reproduction.checks if not all(line.holds for line in check.lines)}


# The documented lines.


def test_the_documented_lines_are_the_article_s_own():
    assert hashlib.sha256(DOCUMENTED.encode()).hexdigest() == DOCUMENTED_SHA256


def test_every_check_holds(reproduction: Reproduction):
    assert [check.name for check in reproduction.checks] == NAMES
    assert failures(reproduction) == ""
    assert reproduction.holds


def test_every_documented_line_is_printed_in_its_place_with_a_verdict_behind_it(reproduction: Reproduction):
    printed = map(without_round_off, report_lines(reproduction))
    for line, documented in zip(printed, DOCUMENTED.splitlines(), strict=True):
        assert line.startswith(without_round_off(documented))
        assert ("  ✓ as documented" in line) == bool(documented)
        assert "✗" not in line


def test_demands_stand_behind_the_first_line_of_their_check(reproduction: Reproduction):
    printed = "\n".join(report_lines(reproduction))
    assert "C3  each image scored alone  ✓ as documented  ✓ C3: exactly 0 for every image" in printed
    assert [printed.count(f"✓ {name}:") for name in ("C1", "C2", "C3", "H4", "H5a", "H5b", "H5c")] == [1] * 7


def test_the_printed_figures_are_those_documented(reproduction: Reproduction):
    documented = {
        ("C1", 2): {"times": 2, "unseen": 100, "floor": 3.1643, "limit": 1.8710},
        ("C2", 1): {"violations": 0, "above": 0, "below": 1705, "paper": 1.5899, "code": 3.1266},
        ("C2", 2): {"violations": 0, "above": 0, "below": 1705, "paper": 1.8437, "code": 3.1266},
        ("C3", 1): {"cider": 0, "cider_d": 0},
        ("C3", 2): {"zero": 0, "mean": 3.1474, "together": 3.1266},
        ("H4", 1): {"least": -1.8638, "most": -0.1162, "unchanged": 0, "higher": 0},
        ("H5", 2): {"cider": 3.1643, "above": 0, "cider_d": 1.5239, "below": 100},
        ("R", 1): {"references": 1, "cider": 2.0978, "cider_d": 1.9170, "stemmed": 4.4321},
        ("S", 0): {"stemmed": 6.0133, "unstemmed": 3.4408, "higher": 100},
    }
    by_name = {check.name: check for check in reproduction.checks}
    for (name, number), figures in documented.items():
        computed = by_name[name].lines[number].figures
        assert {field: round(computed[field], 4) for field in figures} == figures


# A figure that is not the documented one.


def altered(value: int | float | str) -> int | float | str:
    """Another value that prints differently, and is no round-off."""
    return value + "x" if isinstance(value, str) else value + 1


def with_figures(reproduction: Reproduction, check: Check, line: Line, figures: Mapping) -> Reproduction:
    lines = tuple(replace(line, figures=figures) if each is line else each for each in check.lines)
    others = tuple(replace(check, lines=lines) if each is check else each for each in reproduction.checks)
    return Reproduction(others)


def test_any_single_figure_that_differs_fails_its_line_and_the_whole(reproduction: Reproduction):
    seen = 0
    for check in reproduction.checks:
        for line in check.lines:
            for field, value in line.figures.items():
                wrong = with_figures(reproduction, check, line, {**line.figures, field: altered(value)})
                assert differing(wrong) == {check.name}, (check.name, field)
                assert not wrong.holds
                assert failures(wrong).startswith("1 of 33 lines differ")
                seen += 1
    assert seen > 100


def test_a_differing_line_is_printed_with_the_documented_one_behind_it(reproduction: Reproduction):
    check = reproduction.checks[-1]
    wrong = with_figures(reproduction, check, check.lines[0], {**check.lines[0].figures, "stemmed": 6.0248})
    *_, last = report_lines(wrong, marks=("ok", "NOT"))
    assert last == (
        "S   10 x paper CIDEr, 10 references: stemmed 6.0248, unstemmed 3.4408; "
        "stemmed higher on 100 of 100 images  NOT documented: "
        "S   10 x paper CIDEr, 10 references: stemmed 6.0133, unstemmed 3.4408; "
        "stemmed higher on 100 of 100 images"
    )


@pytest.mark.parametrize(
    ("figure", "documented", "holds"),
    [
        (0.0, "0.0e+00", True),
        (0.0, "1.3e-15", True),
        (2e-15, "0.0e+00", True),
        (1e-12, "1.3e-15", True),
        (1.1e-12, "1.3e-15", False),
        (1e-9, "1.3e-15", False),
        (1.3, "1.3e-15", False),
        (float("nan"), "1.3e-15", False),
        (float("inf"), "1.3e-15", False),
    ],
)
def test_round_off_may_differ_up_to_1e_12(figure: float, documented: str, holds: bool):
    line = Line("difference {difference:.1e}", {"difference": figure}, f"difference {documented}")
    assert line.holds == holds


@pytest.mark.parametrize(("figure", "holds"), [(3.4408, True), (3.44084, True), (3.44086, False)])
def test_other_figures_agree_to_their_printed_digits(figure: float, holds: bool):
    assert Line("mean {mean:.4f}", {"mean": figure}, "mean 3.4408").holds == holds


# An example that is not the documented one.


def test_a_candidate_without_its_agreement_error_changes_the_figures_but_no_hypothesis():
    example = documented_example()
    mended = example.evaluation_set.with_candidate(2, "four blue triangles")
    result = studies.reproduce(replace(example, evaluation_set=mended))
    assert not result.holds
    assert unmet(result) == set()
    assert differing(result) == {*NAMES} - {"H4"}


def test_a_candidate_that_matches_nothing_fails_the_hypotheses_about_every_image():
    example = documented_example()
    images = example.evaluation_set.with_candidate(0, "a zebra")
    assert unmet(studies.reproduce(replace(example, evaluation_set=images))) == {"C3", "H4", "H5c"}


def test_a_misread_picture_fails_the_data_check():
    example = documented_example()
    readings = (example.readings[1], *example.readings[1:])
    check = checks.data_check(replace(example, readings=readings))
    assert [demand.holds for demand in check.demands] == [False]
    assert not check.holds


def test_captions_that_are_not_merely_repeated_fail_h5a_and_h5b(monkeypatch: pytest.MonkeyPatch):
    repeated = EvaluationSet.repeated

    def with_more(images: EvaluationSet, times: int) -> EvaluationSet:
        said = repeated(images, times)
        return said.with_candidates({i: f"{text} {text.split()[0]}" for i, text in said.candidates.items()})

    monkeypatch.setattr(EvaluationSet, "repeated", with_more)
    assert {"H5a", "H5b"} <= unmet(Reproduction((effects.repetition(documented_example()),)))


def test_an_engine_that_is_not_the_paper_s_fails_c1(monkeypatch: pytest.MonkeyPatch):
    cider = ReferencesByHand.cider
    monkeypatch.setattr(ReferencesByHand, "cider", lambda *given: cider(*given) + 1e-11)
    check = checks.code_against_paper(documented_example())
    assert [demand.holds for demand in check.demands] == [False]
    # The means still agree to four digits, so that it is the round-off alone which tells.
    assert [line.holds for line in check.lines] == [True, False, False, False, False, True]


def test_terms_on_the_wrong_side_fail_c2(monkeypatch: pytest.MonkeyPatch):
    tf_ratio = clipping_readings.tf_ratio
    monkeypatch.setattr(clipping_readings, "tf_ratio", lambda *given: 1 / tf_ratio(*given))
    check = checks.eq4_against_code(documented_example())
    assert [demand.holds for demand in check.demands] == [False]
    assert [line.figures.get("violations") for line in check.lines] == [None, 1705, 1705]


# What the figures are made of.


@pytest.mark.parametrize("times", [1, 2])
def test_the_paper_by_hand_for_a_whole_set_is_the_paper_by_hand_image_by_image(times: int):
    images = documented_example().evaluation_set.subset(range(6)).repeated(times)
    at_once = ReferencesByHand.of(images.references)
    paper, text = PRESETS["paper-cider-unstemmed"], PRESETS["paper-cider-d-text"]
    for scores, variant in (
        (at_once.cider(images.candidates, "floor"), paper),
        (at_once.cider(images.candidates, "limit"), paper.replace(unseen="limit")),
        (at_once.count_clipped_cider_d(images.candidates), text),
    ):
        one_by_one = by_hand.score_set(images.candidates, images.references, variant)
        expected = [each.score for each in one_by_one.values()]
        np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-12)


def test_the_dictionary_is_json_and_says_what_the_reproduction_does(reproduction: Reproduction):
    held = json.loads(json.dumps(reproduction.as_dict(), allow_nan=False))
    assert held["holds"] is True
    assert [check["name"] for check in held["checks"]] == NAMES
    c2 = held["checks"][2]
    assert c2["demands"] == [{"name": "C2", "says": "no term breaks the derived ordering", "holds": True}]
    line = c2["lines"][1]
    assert set(line) == {"text", "documented", "holds", "figures"}
    assert line["text"] == line["documented"]
    assert line["figures"]["below"] == 1705
    assert line["figures"]["paper"] == pytest.approx(1.5899, abs=5e-5)
