"""What never changes: it can be copied and pickled, as other processes and caches do, and stays the same."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cidernb
from cidernb import DocumentFrequencies, EvaluationSet
from cidernb.frozen import FrozenDict
from cidernb.studies.defences import study_defences
from cidernb.studies.people.synthetic import synthetic_study

EXAMPLE = cidernb.documented_example().evaluation_set
TABLE = DocumentFrequencies.from_references(EXAMPLE.references, stemmer="porter")
NAMES = {
    "a result": cidernb.score(EXAMPLE),
    "by a table": cidernb.score(EXAMPLE, variant=cidernb.Variant(stemmer="porter"), idf=TABLE),
    "of PTB tokens": cidernb.score(EXAMPLE, tokenizer="ptb"),
    "of a function's tokens": cidernb.score(EXAMPLE, tokenizer=str.split),
    "limit": cidernb.score(EXAMPLE, variant=cidernb.Variant(unseen="limit"), idf="none"),
    "of edited candidates": cidernb.score(EXAMPLE.with_candidate(3, "two red circles")),
    "of repeated candidates": cidernb.score(EXAMPLE.repeated(3)),
    "with an end token": cidernb.score(EXAMPLE.with_end_token()),
    "of a subset": cidernb.score(EXAMPLE.subset(range(7, 40))),
    "of one reference": cidernb.score(EXAMPLE.first_references(1)),
}
#: Made by leaving something of another set out: its n-grams are numbered as there, and sums of rounded
#: numbers end in other last digits where the numbers of the n-grams are others.
NUMBERED_ELSEWHERE = {"of a subset", "of one reference"}


def pickled(value: Any) -> Any:
    """What another process or a cache gets."""
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_result_has_the_same_scores_to_the_bit(name: str) -> None:
    result = NAMES[name]
    restored = pickled(result)
    assert restored.per_image == result.per_image
    assert list(restored.per_image) == list(result.per_image)
    assert np.array_equal(restored.per_order, result.per_order)
    assert (restored.mean, restored.signature) == (result.mean, result.signature)
    assert (restored.variant, restored.data) == (result.variant, result.data)


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_result_is_explained_as_before(name: str) -> None:
    result = NAMES[name]
    restored = pickled(result)
    image = result.evaluation_set.ids[3]
    for explain in (cidernb.losses, lambda *of: cidernb.contributions(*of).by_ngram):
        assert explain(restored, image) == pytest.approx(explain(result, image), rel=1e-12, abs=1e-14)
    assert [finding.code for finding in restored.findings] == [finding.code for finding in result.findings]


@pytest.mark.parametrize("name", NAMES)
def test_a_pickled_set_and_table_score_the_same_to_the_bit(name: str) -> None:
    result = NAMES[name]
    images, idf = pickled((result.evaluation_set, result.idf))
    again = cidernb.score(images, variant=result.variant, idf=idf, tokenizer=result.tokenizer)
    if name in NUMBERED_ELSEWHERE:
        assert again.scores == pytest.approx(result.scores, rel=1e-13)
    else:
        assert np.array_equal(again.per_order, result.per_order)
    assert again.signature == result.signature


def test_a_pickled_set_holds_all_that_the_set_does(tmp_path: Path) -> None:
    EXAMPLE.to_coco(tmp_path / "refs.json", tmp_path / "cands.json")
    images = EvaluationSet.from_coco(tmp_path / "refs.json", tmp_path / "cands.json").with_end_token("<e>")
    restored = pickled(images)
    assert (restored.ids, restored.end_token, restored.reading) == (images.ids, "<e>", images.reading)
    assert (restored.candidates, restored.references) == (images.candidates, images.references)
    assert restored.subset([5, 8]).row(8) == 1


def test_a_pickled_table_is_the_table() -> None:
    restored = pickled(TABLE)
    assert (restored.digest, restored.tokenizer, restored.stemmer) == (TABLE.digest, "whitespace", "porter")
    assert restored.references == TABLE.references
    assert restored.counted_with("ptb", "none").num_images == 100


def test_a_pickle_holds_no_encoding() -> None:
    captions = len(pickle.dumps((dict(EXAMPLE.candidates), dict(EXAMPLE.references))))
    assert len(pickle.dumps(NAMES["a result"])) < captions + 10_000


CHANGE = cidernb.change(NAMES["a result"], NAMES["by a table"])
OBJECTS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "Contributions": (cidernb.contributions(NAMES["a result"], 3), lambda of: (of.by_token, of.table)),
    "Contributions of the set": (cidernb.contributions(NAMES["a result"]), lambda of: of.terms),
    "Change": (CHANGE, lambda of: (of.by_cause, of.table, of.stemming_steps, of.before, of.in_order)),
    "SystemComparison": (
        cidernb.compare_systems(NAMES["a result"], NAMES["of repeated candidates"], resamples=9),
        lambda of: (of.difference, of.low, of.high, of.losses, of.change.by_ngram),
    ),
    "Finding": (NAMES["of repeated candidates"].findings[0], lambda of: of),
    "Variant": (cidernb.Variant(order_weights=[0.1, 0.2, 0.3, 0.4]), lambda of: of),
    "DataDescription": (NAMES["a result"].data, lambda of: of),
    "PRESETS": (cidernb.PRESETS, lambda of: of),
    "losses": (cidernb.losses(NAMES["a result"]), lambda of: of),
    "Study": (synthetic_study(), lambda of: (of.name, of.references, of.pairs)),
    "DefenceStudy": (
        study_defences(EXAMPLE.subset([3, 5])),
        lambda of: (of.attacks, of.defences, of.before.tolist(), of.after.tolist()),
    ),
    "the documented example": (cidernb.documented_example(), lambda of: (of.pool, of.evaluation_set.ids)),
}


@pytest.mark.parametrize("copied", [pickled, copy.copy, copy.deepcopy], ids=["pickled", "copy", "deepcopy"])
@pytest.mark.parametrize("name", OBJECTS)
def test_other_objects_come_back_as_they_were(name: str, copied: Callable[[Any], Any]) -> None:
    value, held = OBJECTS[name]
    assert type(copied(value)) is type(value)
    assert held(copied(value)) == held(value)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("value", [EXAMPLE, TABLE, NAMES["a result"], CHANGE], ids=repr)
def test_a_copy_of_what_never_changes_is_itself(value: Any, copied: Callable[[Any], Any]) -> None:
    assert copied(value) is value


@pytest.mark.parametrize("restore", [lambda value: value, pickled], ids=["made", "pickled"])
@pytest.mark.parametrize(
    ("value", "array"),
    [
        (NAMES["a result"], "per_order"),
        (NAMES["a result"], "scores"),
        (TABLE, "dfs"),
        (CHANGE, "shares"),
        (CHANGE, "points_after"),
        (OBJECTS["SystemComparison"][0], "differences"),
    ],
    ids=repr,
)
def test_arrays_are_read_only(value: Any, array: str, restore: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(restore(value), array)[0] = 1


MAPPINGS = {
    "PRESETS": cidernb.PRESETS,
    "candidates": EXAMPLE.candidates,
    "references": EXAMPLE.references,
    "per_image": NAMES["a result"].per_image,
    "by_ngram": cidernb.contributions(NAMES["a result"]).by_ngram,
    "losses": cidernb.losses(NAMES["a result"]),
    "by_cause": CHANGE.by_cause,
    "a row of a table": CHANGE.table["stemming"],
    "evidence": NAMES["of repeated candidates"].findings[0].evidence,
}
EDITS: dict[str, Callable[[Any, Any], Any]] = {
    "set": lambda held, key: held.__setitem__(key, 0),
    "delete": lambda held, key: held.__delitem__(key),
    "update": lambda held, key: held.update({key: 0}),
    "or": lambda held, key: held.__ior__({key: 0}),
    "setdefault": lambda held, key: held.setdefault("new", 0),
    "pop": lambda held, key: held.pop(key),
    "popitem": lambda held, key: held.popitem(),
    "clear": lambda held, key: held.clear(),
}


@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("name", MAPPINGS)
def test_mappings_cannot_be_changed(name: str, edit: str) -> None:
    held: Any = MAPPINGS[name]
    before = dict(held)
    with pytest.raises(TypeError, match="cannot be changed; make a copy that can, by dict"):
        EDITS[edit](held, next(iter(held)))
    assert held == before


@pytest.mark.parametrize("name", MAPPINGS)
def test_mappings_are_dictionaries_to_whoever_reads_them(name: str) -> None:
    held: Any = MAPPINGS[name]
    assert isinstance(held, dict)
    assert type(held | {}) is dict
    assert held | {"new": 0} == {**held, "new": 0}
    assert repr(held) == repr(dict(held))


def test_mappings_are_written_as_json() -> None:
    points = FrozenDict({"dog": 1.25, "a": {"b": [1]}})
    assert json.loads(json.dumps(points)) == {"dog": 1.25, "a": {"b": [1]}}


def test_a_copied_mapping_does_not_share_what_can_change() -> None:
    held: FrozenDict[str, list[int]] = FrozenDict(a=[1])
    copied = copy.deepcopy(held)
    copied["a"].append(2)
    assert (held, type(copied)) == ({"a": [1]}, FrozenDict)
