"""Changes: every cause and n-gram of the difference between two scores, against the long way round."""

from __future__ import annotations

import csv
import dataclasses
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import brute_force
import pytest
from brute_force import Pool, Setting
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import Corpus, Table, captions, corpora, variants

import cidernb
from cidernb import PRESETS, Change, DocumentFrequencies, EvaluationSet, Variant, tokenizers
from cidernb.explaining.causes import CAUSES

TOLERANCE = 1e-12
#: The tokenizer that the drawn settings change to.
LOWER = "lower"


@pytest.fixture(autouse=True, scope="module")
def _another_tokenizer() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(tokenizers.TOKENIZERS, LOWER, lambda text: text.lower().replace(",", "").split())
        yield


def assert_close(mine: Mapping[str, float], other: Mapping[str, float], tolerance: float = TOLERANCE) -> None:
    """Two mappings to points that agree; what only one of them has is 0."""
    for key in mine.keys() | other.keys():
        assert mine.get(key, 0.0) == pytest.approx(other.get(key, 0.0), abs=tolerance, rel=0), key


def assert_adds_up(change: Change, tolerance: float = TOLERANCE) -> None:
    """Rows sum to causes, columns to n-grams, and both margins to the total."""
    close = {"abs": tolerance, "rel": 0}
    for cause, row in change.table.items():
        assert sum(row.values()) == pytest.approx(change.by_cause[cause], **close)
    if change.causes:
        for ngram, moved in change.by_ngram.items():
            assert sum(row[ngram] for row in change.table.values()) == pytest.approx(moved, **close)
    assert sum(change.by_cause.values()) == pytest.approx(change.total, **close)
    assert sum(change.by_ngram.values()) == pytest.approx(change.total, **close)


# --- Pairs of settings ----------------------------------------------------------------------------

POOL = Pool((("a dog runs", "dogs run"), ("one circle", "two circles"), ("a Dog, one", "a dog")))


def switched(side: Setting, **changes: Any) -> Setting:
    """A setting with some parts, or fields of the variant, changed."""
    fields = {field.name for field in dataclasses.fields(Variant)}
    variant = side.variant.replace(**{k: v for k, v in changes.items() if k in fields})
    return dataclasses.replace(side, variant=variant, **{k: v for k, v in changes.items() if k not in fields})


def _other_candidate(draw: st.DrawFn, side: Setting) -> dict[str, Any]:
    image_id = draw(st.sampled_from(list(side.candidates)))
    text = side.candidates[image_id]
    other = draw(captions | st.just(f"{text} {text}") | st.sampled_from(side.references[image_id]))
    return {"candidates": {**side.candidates, image_id: other}}


def _other_references(draw: st.DrawFn, side: Setting) -> dict[str, Any]:
    image_id = draw(st.sampled_from(list(side.references)))
    texts = list(side.references[image_id])
    fewer_or_more = st.sampled_from([texts[:1], [*texts, "a running dog"], ["one dog", *texts[1:]]])
    chosen = draw(fewer_or_more)
    return {
        "references": {**side.references, image_id: chosen if any(map(str.split, chosen)) else ["circles"]}
    }


def _other_images(draw: st.DrawFn, side: Setting) -> dict[str, Any]:
    kept = list(side.references)[draw(st.integers(0, len(side.references) - 1)) :]
    new = {"new": "a dog"} if draw(st.booleans()) or len(kept) == len(side.references) else {}
    return {
        "candidates": {i: side.candidates[i] for i in kept} | new,
        "references": {i: side.references[i] for i in kept} | {i: ["dogs run", "a dog"] for i in new},
    }


def _other_idf(draw: st.DrawFn, side: Setting) -> dict[str, Any]:
    return {"idf": draw(idfs.filter(lambda idf: idf != side.idf))}


def _other_variant(*fields: str) -> Any:
    def switch(draw: st.DrawFn, side: Setting) -> dict[str, Any]:
        other = draw(variants)
        return {"variant": side.variant.replace(**{field: getattr(other, field) for field in fields})}

    return switch


def _small_table(seed: int, num_images: int) -> Table:
    words = ("a", "dog", "dogs", "run", "one", "circle")
    counts = {(word,): 1 + (seed >> place) % 4 for place, word in enumerate(words) if seed >> place & 1}
    return Table({**counts, ("a", "dog"): 3, ("one", "circles"): 1}, num_images)


#: IDF sources of all kinds; |I| of a table is often below a df, so that IDF is negative.
idfs = (
    st.sampled_from(["corpus", "none"])
    | st.just(POOL)
    | st.builds(_small_table, st.integers(0, 63), st.sampled_from([1, 2, 40]))
)

MOVES = {
    "candidate": _other_candidate,
    "end token": lambda draw, side: {"end_token": None if side.end_token else "<eos>"},
    "tokenizer": lambda draw, side: {"tokenizer": LOWER},
    "references": _other_references,
    "images": _other_images,
    "idf": _other_idf,
    "stemmer": _other_variant("stemmer"),
    "clipping": _other_variant("clipping", "tf"),
    "unseen": _other_variant("unseen"),
    "sigma": _other_variant("sigma"),
    "orders": _other_variant("max_order", "order_weights"),
    "scale": _other_variant("scale"),
}


@st.composite
def pairs(draw: st.DrawFn, most_moves: int = 4) -> tuple[Setting, Setting]:
    """Two settings that share an image and have up to five causes between them."""
    corpus: Corpus = draw(corpora)
    before = Setting(
        candidates=corpus.candidates,
        references=corpus.references,
        variant=draw(variants),
        idf=draw(idfs),
        end_token=draw(st.sampled_from([None, None, None, "<eos>"])),
    )
    after = before
    for move in draw(st.lists(st.sampled_from(list(MOVES)), min_size=1, max_size=most_moves, unique=True)):
        after = dataclasses.replace(after, **MOVES[move](draw, after))
    return (before, after) if draw(st.booleans()) else (after, before)


# --- Every pair of settings -----------------------------------------------------------------------


@settings(max_examples=60)
@given(pairs(), st.data())
def test_shapley_is_every_order_of_switching_averaged(
    pair: tuple[Setting, Setting], data: st.DataObject
) -> None:
    before, after = pair
    image_id = data.draw(st.sampled_from([i for i in before.references if i in after.references]))
    change = cidernb.change(before.result(), after.result(), image_id)
    value = brute_force.states(before, after, [image_id])
    expected = brute_force.shapley(change.causes, value)
    for cause in change.causes:
        assert_close(change.table[cause], expected[cause])
    assert_close(change.by_ngram, brute_force.minus(value(frozenset(CAUSES)), value(frozenset())))
    assert_adds_up(change)


@settings(max_examples=20)
@given(pairs())
def test_the_mean_is_shared_on_the_images_of_both(pair: tuple[Setting, Setting]) -> None:
    before, after = pair
    results = before.result(), after.result()
    change = cidernb.change(*results)
    value = brute_force.states(before, after)
    causes = [cause for cause in change.causes if cause != "images_averaged"]
    expected = brute_force.shapley(causes, value)
    shared = value(frozenset()), value(frozenset(CAUSES))
    scale = after.variant.scale
    if list(before.references) != list(after.references):
        assert change.causes[0] == "images_averaged"
        wholes = [
            brute_force.state(
                side, dataclasses.replace(side, variant=side.variant.replace(scale=scale)), CAUSES
            )
            for side in pair
        ]
        out, back = brute_force.minus(shared[0], wholes[0]), brute_force.minus(wholes[1], shared[1])
        expected["images_averaged"] = brute_force.minus(back, {n: -step for n, step in out.items()})
    else:
        assert "images_averaged" not in change.causes
    for cause in change.causes:
        assert_close(change.table[cause], expected[cause])
    ends = results[0].mean * scale / before.variant.scale, results[1].mean
    assert (change.before, change.after) == pytest.approx(ends, abs=TOLERANCE)
    assert_adds_up(change)


@settings(max_examples=20)
@given(pairs(), st.data())
def test_a_waterfall_is_one_order_of_switching(pair: tuple[Setting, Setting], data: st.DataObject) -> None:
    before, after = pair
    image_id = next(i for i in before.references if i in after.references)
    results = before.result(), after.result()
    order = data.draw(st.permutations(cidernb.change(*results, image_id).causes))
    change = cidernb.change(*results, image_id, order=order)
    assert list(change.by_cause) == order
    expected = brute_force.waterfall(order, brute_force.states(before, after, [image_id]))
    for cause in order:
        assert_close(change.table[cause], expected[cause])
    assert_adds_up(change)


@settings(max_examples=20)
@given(pairs(), st.data())
def test_exchanging_the_sides_changes_every_sign(pair: tuple[Setting, Setting], data: st.DataObject) -> None:
    before, after = pair
    after = dataclasses.replace(after, variant=after.variant.replace(scale=before.variant.scale))
    one, other = before.result(), after.result()
    there, back = cidernb.change(one, other), cidernb.change(other, one)
    assert there.by_cause.keys() == back.by_cause.keys()
    order = data.draw(st.permutations([cause for cause in there.causes if cause != "images_averaged"]))
    steps, steps_back = (
        cidernb.change(one, other, order=order),
        cidernb.change(other, one, order=order[::-1]),
    )
    for forth, reverse in ((there, back), (steps, steps_back)):
        assert forth.total == pytest.approx(-reverse.total, abs=TOLERANCE)
        for cause, row in forth.table.items():
            assert_close(row, {ngram: -points for ngram, points in reverse.table[cause].items()})


@settings(max_examples=20)
@given(pairs(), st.sampled_from(["plural", "porter"]), st.booleans(), st.data())
def test_stemming_acts_on_the_df_and_on_the_match(
    pair: tuple[Setting, Setting], stemmer: str, stems_before: bool, data: st.DataObject
) -> None:
    stemmers = (stemmer, "none") if stems_before else ("none", stemmer)
    before, after = (switched(side, stemmer=own) for side, own in zip(pair, stemmers, strict=True))
    image_id = next(i for i in before.references if i in after.references)
    results = before.result(), after.result()
    order = data.draw(st.none() | st.permutations(cidernb.change(*results, image_id).causes))
    change = cidernb.change(*results, image_id, order=order)
    half = brute_force.up_to_half_stemmed(before, after, [image_id])
    share = brute_force.shapley if order is None else brute_force.waterfall
    first_step = sum(share(change.causes, half)["stemming"].values())
    second_step = change.by_cause["stemming"] - first_step
    names = ["match", "document_frequencies"] if stems_before else ["document_frequencies", "match"]
    assert change.stemming_steps is not None
    assert change.stemming_steps == pytest.approx(
        dict(zip(names, (first_step, second_step), strict=True)), abs=TOLERANCE
    )


@pytest.mark.parametrize("stemmers", [("none", "none"), ("porter", "porter"), ("plural", "porter")])
def test_there_is_nothing_half_way_unless_one_side_does_not_stem(stemmers: tuple[str, str]) -> None:
    sides = (switched(PLAIN, stemmer=stemmer, sigma=i + 1.0).result() for i, stemmer in enumerate(stemmers))
    assert cidernb.change(*sides).stemming_steps is None


OTHER_REFERENCES = ("references_compared", "references_counted")
ZOO = Setting(
    candidates={1: "a dog runs dog runs", 2: "one cat", 3: "a brown dog sleeps", 4: "two dogs run"},
    references={
        1: ["a dog runs", "the dogs run fast and run"],
        2: ["one cat sleeps", "cats"],
        3: ["a brown dog", "one dog sleeps on a sofa"],
        4: ["two dogs", "dogs running"],
    },
)


def elsewhere(**changes: Any) -> Setting:
    """The zoo with another image, and other references of two, under other settings."""
    references = {i: texts for i, texts in ZOO.references.items() if i != 3}
    references |= {1: ["a dog runs and runs", "dogs"], 2: ["one dog"], 5: ["a cat runs"]}
    candidates = {i: ZOO.candidates.get(i, "a cat") for i in references}
    return switched(ZOO, candidates=candidates, references=references, **changes)


@pytest.mark.parametrize(
    ("before", "after", "causes"),
    [
        (
            ZOO,
            elsewhere(stemmer="porter", tf="order"),
            (*OTHER_REFERENCES, "evaluation_set", "stemming", "clipping"),
        ),
        (
            switched(ZOO, idf=POOL, end_token="<eos>"),
            elsewhere(unseen="limit"),
            ("tokenizer", *OTHER_REFERENCES, "evaluation_set", "idf_source", "unseen"),
        ),
        (
            switched(ZOO, candidates=dict.fromkeys(ZOO.candidates, "Dogs run")),
            elsewhere(tokenizer=LOWER, order_weights=[0.1, 0.2, 0.3, 0.4]),
            ("candidate", "tokenizer", *OTHER_REFERENCES, "evaluation_set", "orders"),
        ),
    ],
)
def test_every_cause_acts_beside_the_others(before: Setting, after: Setting, causes: tuple[str, ...]) -> None:
    change = cidernb.change(before.result(), after.result(), 1)
    assert change.causes == causes
    expected = brute_force.shapley(causes, brute_force.states(before, after, [1]))
    for cause in causes:
        assert_close(change.table[cause], expected[cause])
        assert max(map(abs, change.table[cause].values())) > 1e-4
    assert_adds_up(change)


# --- Causes present -------------------------------------------------------------------------------

DOG = {"a": "a brown dog runs", "b": "two cats sleep"}
DOG_REFERENCES = {
    "a": ["a brown dog runs", "the dogs run fast"],
    "b": ["two cats sleep on a sofa", "cats lying down"],
}
PLAIN = Setting(candidates=DOG, references=DOG_REFERENCES)
TABLE = Table({("a",): 30, ("dog",): 5}, 100)


@pytest.mark.parametrize(
    ("before", "after", "image_id", "causes"),
    [
        (PLAIN, PLAIN, None, ()),
        (PLAIN, switched(PLAIN, candidates={**DOG, "a": "a dog"}), None, ("candidate",)),
        (PLAIN, switched(PLAIN, candidates={**DOG, "a": "a dog"}), "a", ("candidate",)),
        (PLAIN, switched(PLAIN, candidates={**DOG, "a": "a dog"}), "b", ()),
        (PLAIN, switched(PLAIN, end_token="<eos>"), "a", ("tokenizer",)),
        (PLAIN, switched(PLAIN, tokenizer=LOWER), "a", ("tokenizer",)),
        # The other image's references are counted, not compared.
        (
            PLAIN,
            switched(PLAIN, references={**DOG_REFERENCES, "b": ["two cats"]}),
            "a",
            ("references_counted",),
        ),
        (
            PLAIN,
            switched(PLAIN, references={**DOG_REFERENCES, "b": ["two cats"]}),
            "b",
            ("references_compared", "references_counted"),
        ),
        (
            switched(PLAIN, idf="none"),
            switched(PLAIN, idf="none", references={**DOG_REFERENCES, "b": ["two cats"]}),
            "b",
            ("references_compared",),
        ),
        (
            PLAIN,
            switched(PLAIN, candidates={"a": DOG["a"]}, references={"a": DOG_REFERENCES["a"]}),
            "a",
            ("evaluation_set",),
        ),
        (
            switched(PLAIN, idf=TABLE),
            switched(PLAIN, idf=TABLE, candidates={"a": DOG["a"]}, references={"a": DOG_REFERENCES["a"]}),
            "a",
            (),
        ),
        (
            PLAIN,
            switched(PLAIN, idf=TABLE, candidates={"a": DOG["a"]}, references={"a": DOG_REFERENCES["a"]}),
            None,
            ("images_averaged", "evaluation_set", "idf_source"),
        ),
        (PLAIN, switched(PLAIN, idf=TABLE), "a", ("idf_source",)),
        (switched(PLAIN, idf=TABLE), switched(PLAIN, idf=Table(dict(TABLE.counts), 100)), "a", ()),
        (switched(PLAIN, idf=TABLE), switched(PLAIN, idf=Table(TABLE.counts, 99)), "a", ("idf_source",)),
        # One source, stemmed in two ways, is one source.
        (switched(PLAIN, idf=POOL), switched(PLAIN, idf=POOL, stemmer="porter"), "a", ("stemming",)),
        (PLAIN, switched(PLAIN, stemmer="porter"), "a", ("stemming",)),
        (PLAIN, switched(PLAIN, clipping="count"), "a", ("clipping",)),
        (PLAIN, switched(PLAIN, tf="order"), "a", ("clipping",)),
        # Without weight clipping the TF normaliser cancels.
        (switched(PLAIN, clipping="none"), switched(PLAIN, clipping="none", tf="all"), "a", ()),
        (PLAIN, switched(PLAIN, unseen="limit"), "a", ("unseen",)),
        (switched(PLAIN, idf="none"), switched(PLAIN, idf="none", unseen="limit"), "a", ()),
        (PLAIN, switched(PLAIN, sigma=None), "a", ("length_penalty",)),
        (PLAIN, switched(PLAIN, max_order=2), "a", ("orders",)),
        (PLAIN, switched(PLAIN, order_weights=(0.1, 0.2, 0.3, 0.4)), "a", ("orders",)),
        (PLAIN, switched(PLAIN, scale=1), "a", ()),
    ],
)
def test_a_cause_is_present_only_if_it_differs_and_can_act(
    before: Setting, after: Setting, image_id: str | None, causes: tuple[str, ...]
) -> None:
    change = cidernb.change(before.result(), after.result(), image_id)
    assert change.causes == causes
    assert tuple(change.by_cause) == tuple(change.table) == causes


def test_scale_is_no_cause_and_both_ends_stand_on_the_scale_after() -> None:
    before, after = PLAIN.result(), switched(PLAIN, scale=1).result()
    change = cidernb.change(before, after, "a")
    assert (change.before, change.after, change.total) == pytest.approx(
        (before.per_image["a"] / 10, after.per_image["a"], 0), abs=TOLERANCE
    )


@pytest.mark.parametrize(
    ("changes", "idle"),
    [
        # No n-gram twice in a caption: nothing to clip.
        ({"clipping": "none", "sigma": None, "stemmer": "porter"}, "clipping"),
        # A corpus IDF holds every n-gram of the references, and this candidate has no other.
        ({"unseen": "limit", "sigma": 2.0, "candidates": {**DOG, "a": "a brown dog"}}, "unseen"),
        (
            {"references": {**DOG_REFERENCES, "a": DOG_REFERENCES["a"][::-1]}, "clipping": "none"},
            "references_counted",
        ),
        # All captions of the image have four words.
        ({"sigma": 1.0, "stemmer": "porter", "max_order": 2}, "length_penalty"),
    ],
)
def test_a_cause_that_moves_nothing_in_any_combination_has_exactly_no_share(
    changes: dict[str, Any], idle: str
) -> None:
    change = cidernb.change(PLAIN.result(), switched(PLAIN, **changes).result(), "a")
    assert idle in change.causes
    assert set(change.table[idle].values()) == {0.0}
    assert change.by_cause[idle] == 0.0


# --- The documented example -----------------------------------------------------------------------

EXAMPLE = cidernb.documented_example()
IMAGES = EXAMPLE.evaluation_set


def of_example(variant: str | Variant, images: EvaluationSet = IMAGES) -> Setting:
    """The documented example, or a set made of it, under a variant."""
    variant = PRESETS[variant] if isinstance(variant, str) else variant
    return Setting(candidates=images.candidates, references=images.references, variant=variant)


STEMMED = PRESETS["code-cider"].replace(stemmer="plural")


def test_from_the_papers_cider_to_the_codes_cider_d() -> None:
    before = of_example(PRESETS["paper-cider"].replace(stemmer="plural", scale=10))
    after = of_example("code-cider-d")
    change = cidernb.change(before.result(), after.result())
    assert {cause: round(points, 3) for cause, points in change.by_cause.items()} == {
        "stemming": -2.427,
        "clipping": 0.0,
        "length_penalty": -0.460,
    }
    assert change.by_cause["clipping"] == 0.0
    assert (round(change.before, 4), round(change.after, 4)) == (6.0133, 3.1266)
    expected = brute_force.shapley(change.causes, brute_force.states(before, after))
    for cause, row in change.table.items():
        assert_close(row, expected[cause])
        assert change.by_cause[cause] == pytest.approx(sum(expected[cause].values()), abs=1e-9, rel=0)
    assert_adds_up(change)


def test_what_only_rounds_differently_has_no_share_at_all() -> None:
    turned = {i: texts[::-1] for i, texts in IMAGES.references.items()}
    sides = cidernb.score(IMAGES), cidernb.score(EvaluationSet(IMAGES.candidates, turned))
    assert sides[0].per_image != sides[1].per_image
    for image_id in (None, *IMAGES.ids[:10]):
        change = cidernb.change(*sides, image_id)
        assert dict(change.by_cause) == {"references_compared": 0.0, "references_counted": 0.0}
        assert not change.shares.any()


def test_stemming_in_two_steps() -> None:
    before, after = of_example("code-cider"), of_example(STEMMED)
    change = cidernb.change(before.result(), after.result())
    assert change.stemming_steps is not None
    half_way = change.before + change.stemming_steps["document_frequencies"]
    assert [round(score, 4) for score in (change.before, half_way, change.after)] == [3.4408, 3.5434, 6.0133]
    assert half_way + change.stemming_steps["match"] == pytest.approx(change.after, abs=TOLERANCE)
    half = brute_force.state(before, after, {"stemming"}, half_stemmed=True)
    assert half_way == pytest.approx(sum(half.values()), abs=1e-9, rel=0)
    back = cidernb.change(after.result(), before.result())
    assert back.stemming_steps == pytest.approx(
        {step: -points for step, points in change.stemming_steps.items()}, abs=TOLERANCE
    )


def test_among_images_of_its_own_colour_the_colour_says_nothing() -> None:
    colours = [scene.colour for scene in EXAMPLE.scenes[: len(IMAGES)]]
    by_colour = {colour: [i for i in IMAGES.ids if colours[i] == colour] for colour in set(colours)}
    image_id = 2
    assert IMAGES.candidates[image_id] == "four blue triangle"
    others = [i for colour, ids in by_colour.items() for i in ids[:8] if colour != "blue"]
    mixed, own = (
        of_example("code-cider-d", IMAGES.subset(ids)) for ids in ([image_id, *others], by_colour["blue"])
    )
    change = cidernb.change(mixed.result(), own.result(), image_id)
    assert change.causes == ("evaluation_set",)
    assert change.total < 0
    value = brute_force.states(mixed, own, [image_id])
    ends = value(frozenset()), value(frozenset(change.causes))
    assert_close(change.table["evaluation_set"], brute_force.minus(ends[1], ends[0]))
    points = dict(zip(change.ngrams, change.points_after.tolist(), strict=True))
    assert points["blue"] == 0.0
    assert_close(points, ends[1])
    assert change.by_ngram["blue"] == pytest.approx(-ends[0]["blue"], abs=TOLERANCE)
    assert ends[0]["blue"] > 0.1


@pytest.mark.parametrize("variant", ["code-cider", "code-cider-d"])
def test_saying_a_caption_twice(variant: str) -> None:
    before, after = of_example(variant), of_example("code-cider-d", IMAGES.repeated(2))
    change = cidernb.change(before.result(), after.result(), 2)
    expected = brute_force.shapley(change.causes, brute_force.states(before, after, [2]))
    clipped = variant == "code-cider-d"
    assert change.causes == (("candidate",) if clipped else ("candidate", "clipping", "length_penalty"))
    for cause, row in change.table.items():
        assert_close(row, expected[cause])
        assert change.by_cause[cause] < 0
    # The n-grams over the seam are in the second caption alone, match nothing and earn nothing.
    assert change.by_ngram["triangle four"] == 0.0
    assert change.by_ngram["four"] < 0
    assert round(cidernb.change(before.result(), after.result()).after, 4) == 1.5239


# --- Other sets, and two systems ------------------------------------------------------------------


def test_the_images_that_only_one_side_has_come_first() -> None:
    few, many = IMAGES.subset(range(60)), IMAGES.subset(range(20, 100))
    before, after = (cidernb.score(images, variant="code-cider-d") for images in (few, many))
    change = cidernb.change(before, after)
    assert change.causes == ("images_averaged", "evaluation_set")
    shared = [sum(side.per_image[i] for i in range(20, 60)) / 40 for side in (before, after)]
    assert change.by_cause == pytest.approx(
        {
            "images_averaged": (shared[0] - before.mean) + (after.mean - shared[1]),
            "evaluation_set": shared[1] - shared[0],
        },
        abs=TOLERANCE,
    )
    assert_adds_up(change)


def test_two_systems_differ_in_their_candidates() -> None:
    captions = {i: f"{text}s on black" for i, text in IMAGES.candidates.items() if i % 3}
    systems = [
        cidernb.score(IMAGES),
        cidernb.score(EvaluationSet({**IMAGES.candidates, **captions}, IMAGES.references)),
    ]
    change = cidernb.change(*systems)
    assert dict(change.by_cause) == pytest.approx(
        {"candidate": systems[1].mean - systems[0].mean}, abs=TOLERANCE
    )
    assert cidernb.change(*systems, 3).causes == ()
    assert cidernb.change(*systems, 4).total == pytest.approx(
        systems[1].per_image[4] - systems[0].per_image[4], abs=TOLERANCE
    )
    assert_adds_up(change)


def test_fewer_references_are_compared_and_counted() -> None:
    before, after = of_example("code-cider-d"), of_example("code-cider-d", IMAGES.first_references(1))
    results = before.result(), after.result()
    change = cidernb.change(*results)
    assert change.causes == ("references_compared", "references_counted")
    assert (round(change.before, 4), round(change.after, 4)) == (3.1266, 1.9170)
    one = cidernb.change(*results, 2)
    expected = brute_force.shapley(one.causes, brute_force.states(before, after, [2]))
    for cause, row in one.table.items():
        assert_close(row, expected[cause])


# --- Errors ---------------------------------------------------------------------------------------


def test_two_results_must_share_an_image() -> None:
    sides = [cidernb.score({i: "a dog"}, {i: ["a dog"]}) for i in "ab"]
    with pytest.raises(ValueError, match="share no image; score the same images, under the same ids"):
        cidernb.change(*sides)


@pytest.mark.parametrize("missing_from", [0, 1])
def test_the_image_must_be_on_both_sides(missing_from: int) -> None:
    sides = [cidernb.score(dict.fromkeys(ids, "a dog"), {i: ["a dog"] for i in ids}) for ids in ("a", "ab")]
    with pytest.raises(ValueError, match="no image 'b' in this evaluation set; choose one of its ids"):
        cidernb.change(sides[missing_from], sides[1 - missing_from], "b")


@pytest.mark.parametrize(
    ("order", "named"),
    [
        ([], "names nothing; name each cause present once: clipping, length_penalty"),
        (["clipping"], "names clipping; name each cause"),
        (["clipping", "clipping", "length_penalty"], "names clipping, clipping, length_penalty; name each"),
        (["clipping", "scale"], "names clipping, scale; name each cause"),
    ],
)
def test_an_order_names_every_cause_present_once(order: list[str], named: str) -> None:
    sides = PLAIN.result(), switched(PLAIN, clipping="none", sigma=None).result()
    with pytest.raises(ValueError, match=named):
        cidernb.change(*sides, order=order)


def test_where_nothing_differs_there_is_no_cause_to_name() -> None:
    with pytest.raises(ValueError, match="names clipping; name each cause present once: there is none"):
        cidernb.change(PLAIN.result(), PLAIN.result(), order=["clipping"])
    assert cidernb.change(PLAIN.result(), PLAIN.result(), order=[]).total == 0


def test_a_table_that_cannot_be_counted_again_says_what_to_do() -> None:
    table = DocumentFrequencies.from_counts({"a": 3}, num_images=9, stemmer="porter")
    before = cidernb.score(DOG, DOG_REFERENCES, variant="paper-cider", idf=table)
    after = cidernb.score(DOG, DOG_REFERENCES, variant="paper-cider-unstemmed")
    with pytest.raises(ValueError, match="stemmer 'porter', and cannot be counted again .*from_references"):
        cidernb.change(before, after)


# --- Extremes -------------------------------------------------------------------------------------

SHRINKING = Table({("dog",): 100, ("a",): 1}, 2)
ONE_DOG = Setting(candidates={"a": "dog"}, references={"a": ["dog dog"]}, idf=SHRINKING)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        # An image alone weighs nothing, whatever its caption.
        (
            Setting(candidates={"a": "a dog"}, references={"a": ["a dog"]}),
            Setting(candidates={"a": "a cat"}, references={"a": ["a dog"]}),
            {"candidate": 0.0},
        ),
        # From no caption to a perfect one.
        (
            Setting(candidates={**DOG, "a": ""}, references={**DOG_REFERENCES, "a": [DOG["a"]]}),
            Setting(candidates=DOG, references={**DOG_REFERENCES, "a": [DOG["a"]]}),
            {"candidate": 10.0},
        ),
        # A perfect caption that nothing can move.
        (
            Setting(candidates=DOG, references={**DOG_REFERENCES, "a": [DOG["a"]]}),
            Setting(
                candidates=DOG,
                references={**DOG_REFERENCES, "a": [DOG["a"]]},
                variant=Variant(clipping="none", sigma=None, unseen="limit", order_weights=[1, 0, 0, 0]),
            ),
            {"clipping": 0.0, "unseen": 0.0, "length_penalty": 0.0, "orders": 0.0},
        ),
        # The smaller of two negative weights is that of the larger count: a gain, above the scale.
        (
            switched(ONE_DOG, clipping="none", sigma=None, max_order=1),
            switched(ONE_DOG, clipping="weight", sigma=None, max_order=1),
            {"clipping": 10.0},
        ),
        (
            switched(ONE_DOG, clipping="weight", sigma=None, max_order=1),
            switched(ONE_DOG, clipping="count", sigma=None, max_order=1),
            {"clipping": -10.0},
        ),
    ],
)
def test_extremes(before: Setting, after: Setting, expected: dict[str, float]) -> None:
    results = before.result(), after.result()
    change = cidernb.change(*results, "a")
    assert dict(change.by_cause) == pytest.approx(expected, abs=TOLERANCE)
    assert (change.before, change.after) == pytest.approx(
        [result.per_image["a"] for result in results], abs=TOLERANCE
    )
    shares = brute_force.shapley(change.causes, brute_force.states(before, after, ["a"]))
    for cause, row in change.table.items():
        assert_close(row, shares[cause])
    lost, gained = (cidernb.losses(result, "a") for result in results)
    assert change.total == pytest.approx(sum(lost.values()) - sum(gained.values()), abs=TOLERANCE)
    assert_adds_up(change)


def test_two_blank_captions_have_no_ngrams_and_no_change() -> None:
    blank = Setting(candidates={**DOG, "a": ""}, references=DOG_REFERENCES)
    change = cidernb.change(blank.result(), switched(blank, clipping="none", sigma=None).result(), "a")
    assert dict(change.by_cause) == {"clipping": 0.0, "length_penalty": 0.0}
    assert (change.total, dict(change.by_ngram)) == (0.0, {})


# --- Written out ----------------------------------------------------------------------------------


def test_the_csv_holds_every_ngrams_change_by_cause(tmp_path: Path) -> None:
    change = cidernb.change(PLAIN.result(), switched(PLAIN, sigma=1.0, idf=TABLE).result(), "a")
    change.to_csv(tmp_path / "change.csv")
    with open(tmp_path / "change.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == ["ngram", "before", "after", "change", "idf_source", "length_penalty"]
    assert {line["ngram"]: float(line["change"]) for line in lines} == dict(change.by_ngram)
    for cause, row in change.table.items():
        assert {line["ngram"]: float(line[cause]) for line in lines} == dict(row)
    assert math.fsum(float(line["after"]) for line in lines) == pytest.approx(change.after)


def test_the_causes_are_those_of_the_long_way_round() -> None:
    assert CAUSES == brute_force.CAUSES
