"""Captions that belong to other images: shifted along the file, exchanged or mixed up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from cidernb.arrays import Floats, Integers, sum_by
from cidernb.diagnosis.finding import Finding, some
from cidernb.diagnosis.images import any_reference, blank, fingerprints, weightless
from cidernb.result import Result, score
from cidernb.scoring import make_cells

#: Below this cosine, of 1, a caption hardly matches its image. Of people's captions of COCO 8 % do.
_LOW = 0.02
#: What it has at least with the image it belongs to, and how many times that with its own.
_HIGH, _TIMES = 0.05, 4
#: How far captions may have slipped; each is the others' measure of what comes by chance.
_SHIFTS = (1, -1, 2, -2)
#: Fewer captions that fit a neighbour say nothing, nor do so few times as many as by chance.
_FEWEST, _TIMES_CHANCE = 5, 5
#: Shorter captions equal a reference of another image by chance.
_WORDS = 4
#: So many that do, as a share, or two that are exchanged, are no chance.
_EQUAL = 0.02
#: Captions that are mixed up among fewer images may match as badly by chance.
_ENOUGH_IMAGES = 30
#: Where captions are mixed up nearly all match badly, and the mean of all is that of any pairing.
_NEARLY_ALL, _AS_ANY = 0.8, 1.5


def captions_of_other_images(result: Result) -> Iterator[Finding]:
    """Candidates that fit the references of another image and not their own."""
    own = _own(result)
    low = np.flatnonzero((own < _LOW) & ~blank(result) & ~weightless(result))
    if len(low) < 2:
        return
    elsewhere = _Elsewhere(result, low)
    by_shift = {shift: elsewhere.shifted(shift) for shift in _SHIFTS}
    fitting = {
        shift: low[(cosine > _HIGH) & (cosine > _TIMES * own[low])] for shift, cosine in by_shift.items()
    }
    best = max(_SHIFTS, key=lambda shift: len(fitting[shift]))
    by_chance = max(len(fitting[shift]) for shift in _SHIFTS if shift != best)
    if len(fitting[best]) >= max(_FEWEST, _TIMES_CHANCE * by_chance):
        homes = {int(row): int((row + best) % len(own)) for row in fitting[best]}
        place = f"{some(abs(best), 'place', 'places')} {'after' if best > 0 else 'before'} it in the set"
        yield _finding(result, homes, f"match the image {place}", {"shift": best})
        return
    homes = _equal_to_a_reference(result, low)
    if any(homes.get(home) == row for row, home in homes.items()) or len(homes) >= max(2, _EQUAL * len(own)):
        yield _finding(result, homes, "equal a reference of another image word for word", {})
        return
    any_pairing = float(np.mean([cosine.sum() / len(own) for cosine in by_shift.values()]))
    if (
        len(own) >= _ENOUGH_IMAGES
        and len(low) > _NEARLY_ALL * len(own)
        and own.mean() < _AS_ANY * any_pairing
    ):
        yield Finding(
            "no_better_than_chance",
            "warning",
            f"The candidates match the references of their own image no better than those of others: "
            f"{own.mean():.5f} against {any_pairing:.5f} of 1 on average. See whether captions and images "
            "were mixed up on the way, by ids that are places in a list or a file sorted anew; else they "
            "say the same of every image.",
            evidence={"own": float(own.mean()), "others": any_pairing, "images": len(own)},
        )


def _finding(result: Result, homes: Mapping[int, int], how: str, evidence: Mapping[str, int]) -> Finding:
    """What is seen; `homes` are the places of images and of those that their candidates fit."""
    ids, captions = result.evaluation_set.ids, result.evaluation_set.candidates
    there = result.evaluation_set.with_candidates({ids[home]: captions[ids[i]] for i, home in homes.items()})
    mean = score(there, variant=result.variant, idf=result.idf, tokenizer=result.tokenizer).mean
    first, home = next(iter(homes.items()))
    number = some(len(homes), "candidate", "candidates")
    return Finding(
        "captions_of_other_images",
        "warning",
        f"{number} hardly match their own image and {how}, such as that of image {ids[first]!r}, which fits "
        f"image {ids[home]!r}: captions seem to be with the wrong images. The mean is {result.mean:.4f}, and "
        f"{mean:.4f} with these put where they fit. Pair captions and images again by id, not by place.",
        tuple(ids[row] for row in homes),
        {"images": len(homes), **evidence, "mean": result.mean, "mean_where_they_fit": mean},
    )


def _own(result: Result) -> Floats:
    """What each candidate's wording has in common with its references, 0 to 1; shape (images,)."""
    encoding = result.weighting.encoding
    cells = make_cells(result.weighting, result.variant.replace(clipping="none", unseen="floor"))
    sums = np.add.reduceat(cells.cosines.mean(axis=0), encoding.first_reference)
    own: Floats = sums / encoding.sizes
    return own


class _Elsewhere:
    """What some candidates have in common with the references of other images."""

    def __init__(self, result: Result, rows: Integers) -> None:
        weighting, self._orders = result.weighting, result.variant.max_order
        encoding = weighting.encoding
        candidate = encoding.candidates.counts.up_to(self._orders)
        chosen = np.isin(np.arange(len(encoding.sizes)), rows)
        at = np.flatnonzero(chosen[candidate.caption])
        number = encoding.in_references[candidate.ngram[at]]
        at, self._number = at[number >= 0], number[number >= 0]
        self._rows, self._weighting, self._places = rows, weighting, encoding.compared.places
        self._image, self._order = candidate.caption[at], candidate.order[at] - 1
        norms = weighting.candidate_norms.ravel()[encoding.candidates.slot[at]]
        self._mine = _over(candidate.count[at] * weighting.candidate_idf[candidate.ngram[at]], norms)

    def shifted(self, by: int) -> Floats:
        """With those of the image so many places on, 0 to 1; shape (candidates,)."""
        compared, sizes = self._weighting.encoding.compared, self._weighting.encoding.sizes
        target = (self._image + by) % len(sizes)
        rows, mine = self._places.rows(self._number, target)
        reference, count = compared.at(rows, target[mine])
        weights = count * self._weighting.reference_idf[self._number[mine]]
        theirs = _over(weights, self._weighting.reference_norms[self._order[mine], reference])
        points = self._mine[mine] * theirs / sizes[target][mine]
        cosines: Floats = sum_by(self._image[mine], points, len(sizes))[self._rows] / self._orders
        return cosines


def _over(values: Floats, norms: Floats) -> Floats:
    return np.divide(values, norms, out=np.zeros_like(values), where=norms > 0)


def _equal_to_a_reference(result: Result, rows: Integers) -> dict[int, int]:
    """Which of some candidates equal a reference of another image, and of which."""
    encoding = result.weighting.encoding
    held, said = fingerprints(encoding.references), fingerprints(encoding.candidates)
    at_home = any_reference(result, held == said[encoding.image])
    rows = rows[(encoding.candidates.words.lengths[rows] >= _WORDS) & ~at_home[rows]]
    wanted = said[rows]
    order = np.argsort(held, kind="stable")
    place = np.minimum(held[order].searchsorted(wanted), len(held) - 1)
    equal = held[order[place]] == wanted
    homes = encoding.image[order[place]]
    return dict(zip(rows[equal].tolist(), homes[equal].tolist(), strict=True))
