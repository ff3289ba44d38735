"""The paper's figures beside ours, and check 1, as HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from cidernb.studies.people.agreement import Ties, agreement
from cidernb.studies.people.beside import BEST_ROUGE, Compared
from cidernb.studies.people.comparison import ROUGE_OF, compare_with_paper
from cidernb.studies.people.coverage import PEOPLE, Coverage
from cidernb.studies.people.intervals import Change
from cidernb.studies.people.similarities import Metric
from cidernb.studies.people.study import Study
from cidernb.studies.reference_counts import HELD_FIXED, RECOMPUTED
from cidernb.views.people import limits, percent, shown, voters, waiting
from cidernb.views.rendering import number, render, signed

# Beside the paper


def beside_paper(
    study: Study,
    metrics: Mapping[str, Metric],
    ties: Ties,
    *,
    coverage: Coverage | None,
    installed: bool,
) -> Markup:
    """Other metrics on the same pairs, and every figure that the paper prints beside ours.

    Parameters
    ----------
    study : Study
        The pairs.
    metrics : mapping of str to Metric
        Those that were run, by the paper's names.
    ties : {"excluded", "counted"}
        What becomes of pairs without a winner.
    coverage : Coverage or None
        Check 1, if it was run with the paper's CIDEr.
    installed : bool
        Whether BLEU and ROUGE can run here.
    """
    if not metrics:
        return waiting()
    most = study.most
    own = [
        agreement(study, metric.scores(), variant=_named(name, study), references=most, ties=ties)
        for name, metric in metrics.items()
        # The paper's ROUGE on most data sets is ROUGE-1, which is there under its own name.
        if name != "ROUGE" or ROUGE_OF.get(study.name) == "ROUGE-L"
    ]
    compared = compare_with_paper(study, metrics, coverage=coverage, ties=ties)
    here = [row for row in compared if row.ours is not None]
    notes = list(dict.fromkeys(row.differs for row in here))
    return render(
        "people_paper.html",
        study=study,
        own=own,
        installed=installed,
        rows=[(row, notes.index(row.differs) + 1) for row in here],
        notes=notes,
        rest=[row for row in compared if row.ours is None],
        tested=[row for row in here if row.within is not None],
        farthest=_farthest(here),
        voters=voters(study),
        percent=percent,
        figure=_figure,
        difference=_difference,
    )


def _named(metric: str, study: Study) -> str:
    if metric == BEST_ROUGE:
        return "ROUGE-1, best reference"
    return ROUGE_OF.get(study.name, metric) if metric == "ROUGE" else metric


def _farthest(rows: Sequence[Compared]) -> Compared | None:
    """The figure in per cent that is farthest from the paper's."""
    shares = [row for row in rows if row.within is not None]
    return max(shares, key=lambda row: abs(row.difference or 0), default=None)


def _is_correlation(row: Compared) -> bool:
    return abs(row.paper) <= 1


def _figure(row: Compared, value: float) -> str:
    """A figure of a row: per cent, or a correlation."""
    return number(value, 2) if _is_correlation(row) else number(value, 1)


def _difference(row: Compared) -> str:
    difference = row.difference or 0.0
    digits = 2 if _is_correlation(row) else 1
    return signed(difference, digits) if abs(difference) >= 0.5 * 10**-digits else f"{0:.{digits}f}"


# Check 1


def check(study: Study, found: Coverage | None, metric: str) -> Markup:
    """Reference coverage against the IDF: what was measured, and what follows from it."""
    if found is None:
        return waiting()
    few, many = found.counts[0], found.counts[-1]
    gains = {name: found.gain(name, few, many) for name in found.metrics if name != PEOPLE}
    by_idf = found.gained_by_idf(few, many)
    return render(
        "people_check.html",
        study=study,
        found=found,
        few=few,
        many=many,
        metric=metric,
        gains=[(name, limits(gain), _gain_says(gain)) for name, gain in gains.items()],
        by_idf=limits(by_idf),
        by_idf_says=shown(
            by_idf,
            "The recomputed IDF adds to the gain.",
            "The recomputed IDF takes from the gain.",
            "This does not show that the IDF has a part in the gain.",
        ),
        follows=_follows(gains[HELD_FIXED], gains[RECOMPUTED], by_idf),
        own=_against_people(study, found, many),
        rows=[
            (
                name,
                [(found.accuracy(name, count), found.tied_share(name, count)) for count in found.counts],
            )
            for name in found.metrics
        ],
        kinds=[
            (
                kind,
                *(limits(found.gain(name, few, many, kind)) for name in (HELD_FIXED, RECOMPUTED)),
                limits(found.gained_by_idf(few, many, kind)),
            )
            for kind in _decided_kinds(study)
        ],
        not_done=not_done(study, found),
        cannot=cannot_be_concluded(study),
        voters=voters(study),
        percent=percent,
    )


def _decided_kinds(study: Study) -> list[str]:
    return [kind for kind in study.kinds if any(study.of_kind(kind).winners)]


def _gain_says(gain: Change) -> str:
    return shown(gain, "shows a gain", "shows a loss", "does not show a change")


def _follows(fixed: Change, recomputed: Change, by_idf: Change) -> str:
    """What the pattern of gains speaks for."""
    if fixed.low > 0 and by_idf.low <= 0:
        return (
            "The gain is there while the IDF stays as it is. That is what one expects if comparing with more "
            "references makes it."
        )
    if fixed.low > 0:
        return "There is a gain while the IDF stays, and the recomputed IDF adds to it: both have a part."
    if recomputed.low > 0:
        return (
            "A gain shows only where the IDF is recomputed. That speaks against comparing with more "
            "references as its reason."
        )
    return "No gain shows under either IDF, so that nothing follows for its reason."


def _against_people(study: Study, found: Coverage, many: int) -> str:
    """CIDEr against the votes on the same references."""
    difference = found.difference(HELD_FIXED, PEOPLE, many)
    verdict = shown(
        difference,
        "CIDEr tells the other half's winner more often than the votes do.",
        "CIDEr tells the other half's winner less often than the votes do.",
        "A difference is not shown.",
    )
    tied = 100 * found.tied_share(PEOPLE, many)
    return (
        f"CIDEr against {voters(study)} themselves, {many} references each: {limits(difference)}. {verdict} "
        f"The votes on {many} references are tied on {number(tied, 1)} % of pairs, and a tie is no agreement."
    )


def not_done(study: Study, found: Coverage) -> list[str]:
    """What the proposal of check 1 asks for and this did not do."""
    missing = []
    if study.simulated:
        missing.append(
            "PASCAL-50S with people's votes: captions by a grammar and votes by simulated judges stand in "
            "for it."
        )
    elif study.name != "PASCAL-50S":
        known = sum(pair.kind is not None for pair in study.pairs)
        missing.append(
            f"PASCAL-50S with its four kinds of pair: {study.name} stands in for it, whose files tell the "
            f"kind of {known} of {len(study.pairs)} pairs, and no machine wrote a caption."
        )
    missing.append(
        f"The paper's own half of the references: it is not named. {found.divisions} random divisions stand "
        "in for it."
    )
    if "METEOR" not in found.metrics:
        missing.append("METEOR on the same references: run it in “Beside the paper”, and it is added here.")
    missing.append(
        "Other captions, other writers, other voters: one fixed collection is divided again and again. The "
        "intervals draw its images again and nothing else."
    )
    return missing


def cannot_be_concluded(study: Study) -> str:
    """What can therefore not be said."""
    if study.simulated:
        return "Nothing follows for people, nor for the paper's data: only for these rules on these scenes."
    if study.name != "PASCAL-50S":
        return (
            "Nothing follows for captions by machines or for photographs, and little by kind of pair. "
            "Whether METEOR gains in the same way is open unless it was run."
        )
    return "Nothing follows for other captions of these photographs, or for other photographs."
