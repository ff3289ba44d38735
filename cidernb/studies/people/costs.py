"""What each defence of CIDEr-D costs in agreement with people, on captions that nobody edited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cidernb.arrays import Floats
from cidernb.studies.defences import make_defences
from cidernb.studies.people.agreement import Agreement, agreement, chosen_sides, similarities, winners
from cidernb.studies.people.intervals import Change, by_image, ratio
from cidernb.studies.people.study import Study
from cidernb.tokenizers import Tokenizer
from cidernb.variant import Variant


@dataclass(frozen=True)
class Cost:
    """A defence's agreement with people.

    Attributes
    ----------
    defence : str
        Its name.
    agreement : Agreement
        With all references.
    change : Change
        Its accuracy minus that of the first definition, over the same draws of images.
    """

    defence: str
    agreement: Agreement
    change: Change


def costs(
    study: Study, defences: Mapping[str, Variant] | None = None, tokenizer: Tokenizer = "ptb"
) -> tuple[Cost, ...]:
    """Every defence alone, and all together, against people's winners; pairs without one are left out.

    Parameters
    ----------
    study : Study
        The pairs.
    defences : mapping of str to Variant, optional
        Those of `make_defences` by default. The first is what the others are held against.
    tokenizer : str or function
        How captions become words.
    """
    people = winners(study.verdicts)
    counted = by_image(study, people != 0)
    found: list[Cost] = []
    first: Floats | None = None
    for name, variant in (make_defences() if defences is None else defences).items():
        scores = similarities(study, variant, tokenizer=tokenizer).scores()
        agrees = by_image(study, (chosen_sides(scores) == people) & (people != 0))
        first = agrees if first is None else first
        held = agreement(study, scores, variant=name, references=study.most)
        found.append(Cost(name, held, ratio(agrees - first, counted)))
    return tuple(found)
