"""The documented example's checks, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cidernb.example import DocumentedExample, documented_example
from cidernb.studies import checks, effects
from cidernb.studies.record import Check, Reproduction

#: In the documented order.
CHECKS: tuple[Callable[[DocumentedExample], Check], ...] = (
    checks.data_check,
    checks.code_against_paper,
    checks.eq4_against_code,
    checks.alone,
    effects.evaluation_set_composition,
    effects.repetition,
    effects.number_of_references,
    effects.stemming,
)


def reproduce(example: DocumentedExample | None = None) -> Reproduction:
    """Compute every check and hypothesis of the documented example again.

    Parameters
    ----------
    example : DocumentedExample, optional
        `cidernb.documented_example()`, or one changed to see which lines change with it; it needs
        the images that the lines name, 0 and up, with the ids 0, 1, 2, ...

    Returns
    -------
    Reproduction
        `.holds` says whether every figure is the documented one and every demand met; `.checks`
        hold the figures; `.as_dict()` is what `cidernb reproduce --json` prints.

    Notes
    -----
    The article's data check, C1 to C3, H4, H5, R and S. C1 holds the engine against
    `cidernb.by_hand`, which shares no scoring code with it; all else is the engine's.
    """
    return Reproduction(tuple(each_check(example)))


def each_check(example: DocumentedExample | None = None) -> Iterator[Check]:
    """The checks of `reproduce`, each computed when it is asked for.

    Yields
    ------
    Check
        In the documented order; there are `len(CHECKS)`.
    """
    example = documented_example() if example is None else example
    for check in CHECKS:
        yield check(example)
