"""The everyday captions: their form, what each kind of candidate claims, and what their scores teach."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import cidernb
from cidernb.everyday import KINDS, Candidate, EverydayScene, everyday_captions
from cidernb.stemmers import stem_words

CAPTIONS = everyday_captions()
SCENES = {scene.id: scene for scene in CAPTIONS.scenes}
PLAIN = CAPTIONS.of_kind("plain")

#: How many scenes have a candidate of a kind.
NUMBERS = {
    "plain": 44,
    "synonym": 26,
    "inflection": 44,
    "wrong word": 35,
    "unusual truth": 44,
    "gibberish": 6,
}
#: The share of a scene's references that hold the plain caption's word where a kind exchanges it.
LEAST_SHARE = {"synonym": 0.5, "inflection": 0.4, "wrong word": 0.51}

every_scene = pytest.mark.parametrize("scene", CAPTIONS.scenes, ids=list(SCENES))
exchanged = pytest.mark.parametrize(
    ("scene", "candidate"),
    [
        pytest.param(scene, candidate, id=f"{scene.id}, {candidate.kind}")
        for scene in CAPTIONS.scenes
        for candidate in scene.candidates
        if candidate.kind in LEAST_SHARE
    ],
)


def scores(kind: str, variant: str = "code-cider-d") -> dict[str, float]:
    """The scores of one kind of candidate, every kind under the IDF of all scenes."""
    texts = {scene_id: candidate.text for scene_id, candidate in CAPTIONS.of_kind(kind).items()}
    images = CAPTIONS.evaluation_set().with_candidates(texts)
    per_image = cidernb.score(images, variant=variant).per_image
    return {scene_id: per_image[scene_id] for scene_id in texts}


def pair(candidate: Candidate) -> tuple[str, str]:
    """The word that stands in a candidate, and the plain caption's word in whose place it stands."""
    assert candidate.words is not None, candidate
    return candidate.words


def words_of(text: str) -> set[str]:
    """The words of a description, without its capitals and punctuation."""
    return set(re.findall("[a-z]+", text.lower()))


def test_there_are_scenes_of_every_kind() -> None:
    assert len(SCENES) == len(CAPTIONS.scenes) == 44
    assert {kind: len(CAPTIONS.of_kind(kind)) for kind in KINDS} == NUMBERS
    assert everyday_captions() is CAPTIONS


def test_scenes_have_five_to_ten_references_and_ten_of_them_have_ten() -> None:
    numbers = [len(scene.references) for scene in CAPTIONS.scenes]
    assert {number: numbers.count(number) for number in range(1, 12) if number in numbers} == {
        5: 23,
        6: 7,
        7: 2,
        8: 2,
        10: 10,
    }


@every_scene
def test_captions_are_plain_words_of_which_there_are_5_to_14(scene: EverydayScene) -> None:
    for text in (*scene.references, *(candidate.text for candidate in scene.candidates)):
        assert re.fullmatch("[a-z]+( [a-z]+){4,13}", text), text
        assert not set(text.split()) & {"cannot", "gonna", "gotta", "wanna"}, "the PTB tokenizer splits it"


@every_scene
def test_no_reference_is_given_twice_or_is_a_candidate(scene: EverydayScene) -> None:
    texts = [*scene.references, *(candidate.text for candidate in scene.candidates)]
    assert len(set(texts)) == len(texts)


@every_scene
def test_a_scene_has_a_plain_candidate_and_at_most_one_of_a_kind(scene: EverydayScene) -> None:
    kinds = [candidate.kind for candidate in scene.candidates]
    assert kinds == [kind for kind in KINDS if kind in kinds]
    assert kinds[0] == "plain"


@every_scene
def test_notes_are_sentences_and_only_exchanges_name_words(scene: EverydayScene) -> None:
    for candidate in scene.candidates:
        assert candidate.note.endswith("."), candidate
        assert (candidate.words is not None) == (candidate.kind in LEAST_SHARE), candidate
    assert scene.description.endswith(".")


@exchanged
def test_an_exchange_is_the_plain_caption_but_for_one_word(
    scene: EverydayScene, candidate: Candidate
) -> None:
    here, plain = pair(candidate)
    words = PLAIN[scene.id].text.split()
    assert words.count(plain) == 1
    assert candidate.text.split() == [here if word == plain else word for word in words]


@exchanged
def test_the_word_put_in_is_in_no_reference_and_the_word_taken_out_in_many(
    scene: EverydayScene, candidate: Candidate
) -> None:
    here, plain = pair(candidate)
    assert not any(here in text.split() for text in scene.references)
    holding = sum(plain in text.split() for text in scene.references)
    assert holding / len(scene.references) >= LEAST_SHARE[candidate.kind]


@pytest.mark.parametrize("scene_id", CAPTIONS.of_kind("wrong word"))
def test_the_description_has_the_true_word_and_not_the_wrong_one(scene_id: str) -> None:
    wrong, true = pair(CAPTIONS.of_kind("wrong word")[scene_id])
    described = words_of(SCENES[scene_id].description)
    assert true in described
    assert wrong not in described


def test_inflections_are_both_right_and_wrong_and_nothing_else_is_ungrammatical_but_gibberish() -> None:
    grammatical = [candidate.grammatical for candidate in CAPTIONS.of_kind("inflection").values()]
    assert (grammatical.count(True), grammatical.count(False)) == (23, 21)
    for kind in set(KINDS) - {"inflection"}:
        for candidate in CAPTIONS.of_kind(kind).values():
            assert candidate.grammatical == (kind != "gibberish"), candidate


def test_gibberish_is_made_of_words_of_the_references() -> None:
    known = {word for scene in CAPTIONS.scenes for text in scene.references for word in text.split()}
    for candidate in CAPTIONS.of_kind("gibberish").values():
        assert set(candidate.text.split()) <= known


@pytest.mark.parametrize("kind", KINDS)
def test_an_evaluation_set_holds_the_scenes_that_have_the_kind(kind: str) -> None:
    images = CAPTIONS.evaluation_set(kind)
    chosen = CAPTIONS.of_kind(kind)
    assert images.ids == tuple(chosen)
    assert dict(images.candidates) == {i: candidate.text for i, candidate in chosen.items()}
    assert dict(images.references) == {i: SCENES[i].references for i in chosen}
    anew = cidernb.EvaluationSet(images.candidates, images.references)
    assert cidernb.score(images).mean == pytest.approx(cidernb.score(anew).mean, rel=1e-12)


@pytest.mark.parametrize("method", [CAPTIONS.of_kind, CAPTIONS.evaluation_set])
def test_an_unknown_kind_is_refused_with_the_kinds_there_are(method: Callable[[str], object]) -> None:
    with pytest.raises(ValueError, match=r"no kind 'true'.*choose one of plain, synonym, .*gibberish\."):
        method("true")


def test_the_scorer_has_nothing_to_say_of_capitals_or_punctuation() -> None:
    assert not cidernb.score(CAPTIONS.evaluation_set()).findings


def test_plain_captions_score_far_below_ten() -> None:
    plain = scores("plain").values()
    assert min(plain) == pytest.approx(1.635, abs=5e-4)
    assert max(plain) == pytest.approx(3.844, abs=5e-4)


@pytest.mark.parametrize("variant", ["code-cider", "code-cider-d", "paper-cider-unstemmed"])
@pytest.mark.parametrize("kind", ["synonym", "inflection", "wrong word", "unusual truth"])
def test_every_other_kind_that_makes_sense_scores_below_the_plain_caption(kind: str, variant: str) -> None:
    plain = scores("plain", variant)
    for scene_id, score in scores(kind, variant).items():
        assert score < plain[scene_id], scene_id


def test_a_false_caption_beats_an_unusual_truth_on_every_scene() -> None:
    unusual = scores("unusual truth")
    wrong = scores("wrong word")
    assert all(score > unusual[scene_id] for scene_id, score in wrong.items())
    assert min(wrong.values()) > 3 * max(unusual.values())


def test_a_false_word_costs_as_much_as_a_synonym_in_its_place() -> None:
    synonyms, wrong = CAPTIONS.of_kind("synonym"), CAPTIONS.of_kind("wrong word")
    same_place = {i for i in synonyms.keys() & wrong.keys() if pair(synonyms[i])[1] == pair(wrong[i])[1]}
    assert same_place == {"street-violin", "chart-meeting", "garage-mechanic", "puddle-boots"}
    of_synonyms, of_wrong = scores("synonym"), scores("wrong word")
    for scene_id in same_place:
        assert of_wrong[scene_id] == pytest.approx(of_synonyms[scene_id], rel=1e-12)


def test_only_without_its_defences_does_cider_prefer_gibberish_to_a_plain_caption() -> None:
    preferred = {
        variant: [i for i, score in scores("gibberish", variant).items() if score > plain[i]]
        for variant in ("code-cider", "code-cider-d")
        for plain in [scores("plain", variant)]
    }
    assert preferred == {"code-cider": ["orange-stall"], "code-cider-d": []}


def test_gibberish_of_phrases_beats_every_unusual_truth_and_that_of_small_words_scores_little() -> None:
    gibberish = scores("gibberish")
    assert gibberish.pop("train-platform") < 0.1
    assert min(gibberish.values()) > 4 * max(scores("unusual truth").values())


def test_stemming_forgives_the_inflections_it_undoes_right_and_wrong_alike() -> None:
    inflections = CAPTIONS.of_kind("inflection")
    undone = {i for i, c in inflections.items() if len(set(stem_words(pair(c), "porter"))) == 1}
    plain, inflected = scores("plain", "paper-cider"), scores("inflection", "paper-cider")
    for scene_id in inflections:
        if scene_id in undone:
            assert inflected[scene_id] == plain[scene_id], scene_id
        else:
            assert inflected[scene_id] < plain[scene_id], scene_id
    assert len(undone) == 27
    assert sum(inflections[scene_id].grammatical for scene_id in undone) == 11
