"""Agreement by number of references, and check 1: coverage apart from the IDF."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from people_by_hand import agreeing

import cidernb
from cidernb.studies.people import JudgedPair, Study, measure, similarities
from cidernb.studies.people.aggregation import loss, mean_against_best
from cidernb.studies.people.agreement import winners
from cidernb.studies.people.coverage import PEOPLE, separate_coverage, split_steps
from cidernb.studies.people.curves import (
    curve,
    curve_steps,
    gather,
    metric_curve,
    orders,
    ranks,
)
from cidernb.studies.people.resampled import Curve
from cidernb.studies.people.similarities import Similarities
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.studies.recounting import Recounting, shuffled_places

PAPER = cidernb.PRESETS["paper-cider"]
STUDY = synthetic_study()


def kept_references(place: np.ndarray, count: int) -> Study:
    """The study with each image's first references in an order, in that order."""
    references, pairs, start = {}, [], 0
    chosen = {}
    for image, texts in STUDY.references.items():
        order = np.argsort(place[start : start + len(texts)])[:count].tolist()
        references[image] = tuple(texts[k] for k in order)
        chosen[image] = order
        start += len(texts)
    for pair in STUDY.pairs:
        triplets = tuple(pair.triplets[k] for k in chosen[pair.image])
        pairs.append(JudgedPair(pair.image, pair.b, pair.c, triplets, tuple(range(count))))
    return Study("kept", references, tuple(pairs))


def right(study: Study, people: np.ndarray, references: Study, **settings) -> int:
    """On how many pairs a metric with some references picks the winner that all triplets have."""
    found = similarities(references, PAPER, **settings).scores()
    return int(np.sum((np.sign(found[:, 0] - found[:, 1]) == people) & (people != 0)))


def test_an_order_gives_each_image_its_own_places():
    place = shuffled_places(np.array([3, 1, 4]), np.random.default_rng(0))
    assert sorted(place[:3]) == [0, 1, 2]
    assert place[3] == 0
    assert sorted(place[4:]) == [0, 1, 2, 3]


@pytest.mark.parametrize("count", [1, 3, 20, 48])
def test_df_counted_anew_is_that_of_the_references_kept(count):
    place = next(orders(STUDY, 1, 7))
    encoding = STUDY.images.encoding("ptb", "porter", 4)
    recounting = Recounting(encoding)
    df = recounting.df(recounting.earliest(place), count)
    by_hand = cidernb.by_hand.document_frequencies(kept_references(place, count).references, "porter", "ptb")
    index = encoding.references.counts.index
    spelled = [ngram for order in (1, 2, 3, 4) for ngram in index.spell(order)]
    assert {ngram: n for ngram, n in zip(spelled, df.tolist(), strict=True) if n} == by_hand


def test_a_held_idf_keeps_the_similarities_and_averages_those_kept():
    people = winners(STUDY.verdicts)
    (agrees, _), *_ = curve_steps(STUDY, counts=(2, 5), resamplings=1, seed=3)
    place = next(orders(STUDY, 1, 3))
    table = cidernb.DocumentFrequencies.from_references(STUDY.references, tokenizer="ptb", stemmer="porter")
    for number, count in enumerate((2, 5)):
        assert agrees[number].sum() == right(STUDY, people, kept_references(place, count), idf=table)


def test_a_recomputed_idf_scores_as_a_study_of_the_references_kept_alone():
    people = winners(STUDY.verdicts)
    (agrees, _), *_ = curve_steps(STUDY, counts=(2, 5), idf="recomputed", resamplings=1, seed=3)
    place = next(orders(STUDY, 1, 3))
    for number, count in enumerate((2, 5)):
        assert agrees[number].sum() == right(STUDY, people, kept_references(place, count))


@pytest.mark.parametrize("idf", ["held fixed", "recomputed"])
def test_with_all_references_every_resampling_is_the_plain_agreement(idf):
    found = curve(STUDY, counts=(1, 48), idf=idf, resamplings=3)
    plain = measure(STUDY)
    assert found.accuracies[:, 1].tolist() == [plain.accuracy] * 3
    assert len(set(found.accuracies[:, 0])) > 1
    middle = found.over_images()
    assert (middle.low[1], middle.high[1]) == pytest.approx((plain.low, plain.high))


def test_more_references_agree_more_and_leave_fewer_pairs_undecided():
    found = curve(STUDY, resamplings=20)
    assert found.counts == (1, 2, 3, 5, 10, 20, 30, 48)
    assert found.gain(1, 48).low > 0
    assert found.tied[0] > 2 * found.tied[-1] > 0
    band = found.over_references()
    assert np.all(band.low <= band.middle + 1e-12)
    assert np.all(band.middle <= band.high + 1e-12)


def test_a_gain_is_the_difference_of_the_means_over_the_pairs_with_a_winner():
    found = curve(STUDY, counts=(2, 20), resamplings=5)
    middle = found.over_references().middle
    gain = found.gain(2, 20)
    assert gain.difference == pytest.approx(middle[1] - middle[0], abs=1e-15)
    assert gain.low < gain.difference < gain.high


def test_ties_counted_divide_by_all_pairs():
    out, counted = (curve(STUDY, counts=(48,), resamplings=1, ties=ties) for ties in ("excluded", "counted"))
    assert counted.accuracies[0, 0] == measure(STUDY, ties="counted").accuracy < out.accuracies[0, 0]


def test_a_curve_tells_how_far_it_is_and_keeps_what_it_has_when_stopped():
    told: list[tuple[int, int]] = []
    found = curve(
        STUDY,
        counts=(1, 2),
        resamplings=50,
        progress=lambda *step: told.append(step),
        stop=lambda: len(told) == 4,
    )
    assert told == [(1, 50), (2, 50), (3, 50), (4, 50)]
    whole = curve(STUDY, counts=(1, 2), resamplings=4)
    assert np.array_equal(found.agrees, whole.agrees)


def test_steps_may_be_gathered_as_they_come():
    steps = curve_steps(STUDY, counts=(1, 2), resamplings=50)
    found = gather(STUDY, (1, 2), islice(steps, 2))
    assert isinstance(found, Curve)
    assert found.accuracies.shape == (2, 2)


def test_counts_beyond_the_references_become_all_of_them():
    assert curve(STUDY, counts=(5, 100, 60), resamplings=1).counts == (5, 48)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"counts": (0, 1)}, r"counts is \(0, 1\); give one or more numbers of 1 or more"),
        ({"counts": ()}, r"counts is \(\)"),
        ({"idf": "none"}, "idf is 'none'; choose one of recomputed, held fixed"),
    ],
)
def test_a_curve_that_there_is_not_is_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        curve(STUDY, **settings)


def test_nested_scores_are_those_of_the_references_kept_for_mean_and_best():
    rng = np.random.default_rng(0)
    asked = np.array([[True] * 4, [True, True, False, False]])
    values = rng.random((2, 2, 4))
    order = np.array([[2, 0, 3, 1], [1, 0, 2, 3]])
    for over in ("mean", "best"):
        metric = Similarities(values, asked, over)
        nested = metric.nested(order, (1, 2, 4))
        for number, count in enumerate((1, 2, 4)):
            kept = np.zeros((2, 4), bool)
            for pair in range(2):
                kept[pair, order[pair, :count]] = True
            np.testing.assert_allclose(nested[number], metric.scores(kept), atol=1e-15)


# The mean against the best


def test_the_mean_and_the_best_are_one_with_one_reference_and_apart_with_more():
    found = mean_against_best(STUDY, similarities(STUDY, PAPER), resamplings=10)
    assert np.array_equal(found.mean.agrees[:, 0], found.best.agrees[:, 0])
    assert found.mean.accuracies[0, -1] == measure(STUDY).accuracy
    best = similarities(STUDY, PAPER).values.max(axis=2)
    people = winners(STUDY.verdicts)
    agrees = (np.sign(best[:, 0] - best[:, 1]) == people) & (people != 0)
    assert found.best.agrees[0, -1].sum() == agrees.sum()


def test_a_loss_is_told_from_the_highest_point_and_its_interval():
    counts, pairs = (1, 2, 3), len(STUDY.pairs)
    agrees = np.zeros((1, 3, pairs), bool)
    agrees[0, 0, : pairs // 2] = agrees[0, 1] = agrees[0, 2, : pairs // 4] = True
    tied = np.zeros_like(agrees)
    fallen = loss(Curve(STUDY, counts, agrees, tied))
    assert (fallen.peak, fallen.word) == (2, "falls")
    risen = loss(Curve(STUDY, counts, np.sort(agrees, axis=1), tied))
    assert (risen.peak, risen.word, risen.change.difference) == (3, "rises", 0)


# Check 1


def test_a_division_decides_by_one_half_and_scores_by_the_other():
    (split,) = split_steps(STUDY, counts=(5, 24), repeats=1, seed=5)
    place = next(orders(STUDY, 1, 5))
    rank = ranks(STUDY, place)
    for pair in range(0, len(STUDY.pairs), 7):
        deciding = [STUDY.pairs[pair].triplets[k] for k in np.flatnonzero(rank[pair] >= 24)]
        assert len(deciding) == 24
        assert split.counted[pair] == (deciding.count("B") != deciding.count("C"))
        scoring = [STUDY.pairs[pair].triplets[k] for k in np.flatnonzero(rank[pair] < 24)]
        picked = np.sign(scoring.count("B") - scoring.count("C"))
        people = np.sign(deciding.count("B") - deciding.count("C"))
        assert split.agrees[2, 1, pair] == (picked == people != 0)


@pytest.mark.parametrize(("row", "count", "counted"), [(0, 24, 24), (0, 5, 24), (1, 5, 5)])
def test_the_idf_counts_the_scoring_half_or_the_references_compared_with(row, count, counted):
    (split,) = split_steps(STUDY, counts=(5, 24), repeats=1, seed=5)
    place = next(orders(STUDY, 1, 5))
    rank = ranks(STUDY, place)
    people = winners(np.where(rank >= 24, STUDY.verdicts, 0.0))
    table = cidernb.DocumentFrequencies.from_references(
        kept_references(place, counted).references, tokenizer="ptb", stemmer="porter"
    )
    expected = right(STUDY, people, kept_references(place, count), idf=table)
    assert split.agrees[row, (5, 24).index(count)].sum() == expected


def test_coverage_adds_divisions_up_and_knows_its_own_identities():
    found = separate_coverage(STUDY, repeats=6)
    assert found.metrics == ("held fixed", "recomputed", PEOPLE)
    assert found.counts == (5, 10, 24)
    assert found.divisions == 6
    # With the whole half both IDFs count the same.
    assert found.difference("recomputed", "held fixed", 24) == (0, 0, 0)
    fixed, again = (found.gain(idf, 5, 24) for idf in ("held fixed", "recomputed"))
    extra = found.gained_by_idf(5, 24)
    assert extra.difference == pytest.approx(again.difference - fixed.difference, abs=1e-15)
    shares = [found.accuracy("held fixed", count).difference for count in (5, 24)]
    assert fixed.difference == pytest.approx(shares[1] - shares[0], abs=1e-15)
    assert (
        found.accuracy("held fixed", 24, "HI").difference > found.accuracy("held fixed", 24, "HM").difference
    )


def test_an_even_number_of_triplets_ties_at_times_and_an_odd_one_never():
    found = separate_coverage(STUDY, repeats=3)
    assert found.tied_share(PEOPLE, 5) == 0
    assert found.tied_share(PEOPLE, 10) > 0.02


def test_other_metrics_are_compared_with_the_same_references():
    itself = similarities(STUDY, PAPER)
    found = separate_coverage(STUDY, repeats=2, counts=(24,), others={"all references' IDF": itself})
    assert found.metrics[-1] == "all references' IDF"
    people, agrees = winners(STUDY.verdicts), 0
    for place in orders(STUDY, 2, 0):
        rank = ranks(STUDY, place)
        people = winners(np.where(rank >= 24, STUDY.verdicts, 0.0))
        scores = itself.scores(rank < 24)
        agrees += int(np.sum((np.sign(scores[:, 0] - scores[:, 1]) == people) & (people != 0)))
    assert found.agreeing[-1, 0].sum() == agrees


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda: separate_coverage(STUDY, counts=(25,)),
            "half the references are 24, give numbers up to that",
        ),
        (lambda: separate_coverage(STUDY, repeats=1).accuracy("METEOR", 24), "no metric 'METEOR' here"),
        (lambda: separate_coverage(STUDY, repeats=1).accuracy(PEOPLE, 7), "no count 7 here; choose one of 5"),
        (lambda: separate_coverage(STUDY, repeats=1).accuracy(PEOPLE, 24, "XX"), "known to be of kind 'XX'"),
    ],
)
def test_what_check_1_has_not_is_refused(ask, words):
    with pytest.raises(ValueError, match=words):
        ask()


def test_the_loops_agree_on_a_curve_of_the_first_references():
    found = similarities(STUDY, PAPER)
    plain = np.arange(48)
    scores = found.nested(np.tile(plain, (len(STUDY.pairs), 1)), (5,))[0]
    people = winners(STUDY.verdicts)
    agrees = int(np.sum((np.sign(scores[:, 0] - scores[:, 1]) == people) & (people != 0)))
    assert (agrees, int(np.sum(people != 0))) == agreeing(STUDY, references=5)


def test_a_metric_that_is_not_made_of_similarities_is_asked_for_every_choice():
    class Counting:
        """Prefers B with an even number of references, C with an odd one."""

        def scores(self, kept=None):
            odd = kept.sum(axis=1) % 2
            return np.stack([1 - odd, odd], axis=1).astype(float)

    found = metric_curve(STUDY, Counting(), counts=(1, 2), resamplings=2)
    people = winners(STUDY.verdicts)
    decided = people != 0
    assert found.accuracies.tolist() == [[np.mean(people[decided] < 0), np.mean(people[decided] > 0)]] * 2


def test_a_coin_takes_back_what_is_lost_to_ties():
    counts, pairs = (1, 2), len(STUDY.pairs)
    decided = winners(STUDY.verdicts) != 0
    agrees = np.zeros((1, 2, pairs), bool)
    agrees[0, 0] = decided
    tied = np.zeros_like(agrees)
    tied[0, 1] = True
    drawn = Curve(STUDY, counts, agrees, tied)
    assert drawn.gain(1, 2).difference == -1
    assert drawn.gain(1, 2, guessing=True) == (-0.5, -0.5, -0.5)
    assert loss(drawn).guessing.difference == -0.5
