"""What was reported on CIDEr and people's consensus: figures with their places, and what they leave open.

Nothing here is computed by this package. What it computes from the authors' votes, where the reader has
them, stands beside these figures in `cidernb.studies.people.comparison`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cidernb.frozen import FrozenDict

PAPER = "Vedantam, Zitnick and Parikh 2015"
COMPARISON = "Elliott and Keller 2014"

#: Where the pairs and their numbers stand.
PAIRS_PLACE = f"{PAPER}, section 6"
TABLE_1_PLACE = f"{PAPER}, Table 1"

#: How many pairs there are, by data set and kind.
PAIRS: Mapping[str, Mapping[str, int]] = FrozenDict(
    {
        "PASCAL-50S": {"HC": 1000, "HI": 1000, "HM": 1000, "MM": 1000},
        "ABSTRACT-50S": {"HC": 200, "HI": 200},
    }
)

#: Accuracy in per cent, by metric, data set and kind, with 48 references. The table has other
#: rows and cells too; these are CIDEr, its closest rival, and what its standing is told from.
TABLE_1: Mapping[str, Mapping[str, Mapping[str, float]]] = FrozenDict(
    {
        "CIDEr": {
            "PASCAL-50S": {"HC": 71.8, "HI": 99.7, "HM": 92.1, "MM": 72.2},
            "ABSTRACT-50S": {"HC": 71.5, "HI": 96.0},
        },
        "METEOR": {
            "PASCAL-50S": {"HC": 65.2, "HI": 99.3, "HM": 96.4, "MM": 67.7},
            "ABSTRACT-50S": {"HC": 69.5, "HI": 94.0},
        },
        "BLEU-4": {"PASCAL-50S": {"HC": 64.8, "HI": 97.7, "HM": 93.8, "MM": 63.6}},
        "ROUGE": {"ABSTRACT-50S": {"HC": 71.5, "HI": 91.0}},
    }
)


@dataclass(frozen=True)
class Reported:
    """One reported finding.

    Attributes
    ----------
    what : str
        What was measured, and how.
    figures : mapping of str to float
        The figures, each with what it is of.
    unit : str
        "%" or a coefficient's name.
    place : str
        Where it is printed.
    caveat : str
        What to keep in mind about it.
    """

    what: str
    figures: Mapping[str, float]
    unit: str
    place: str
    caveat: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "figures", FrozenDict(self.figures))


OVERALL = Reported(
    "Accuracy over all pairs, 48 references",
    {"PASCAL-50S": 84, "ABSTRACT-50S": 84},
    "%",
    f"{PAPER}, section 7.2 and Fig. 3",
    "Rounded, and of different mixtures: the first has four kinds of pair, the second two.",
)

SPLIT = Reported(
    "24 references make the people's winner; people and CIDEr predict it from the other 24",
    {
        "CIDEr, PASCAL-50S": 82,
        "people, PASCAL-50S": 90,
        "CIDEr, ABSTRACT-50S": 82,
        "people, ABSTRACT-50S": 83,
    },
    "%",
    f"{PAPER}, section 7.4",
    "Fewer references than in Table 1, so it is another figure than the 84. What people reach here is "
    "what this protocol gives, and no upper limit.",
)

SYSTEMS = Reported(
    "Five systems by the share of comparisons that they win, under people and under CIDEr; 1,000 pairs, "
    "20 references",
    {"both": 0.98},
    "Pearson correlation",
    f"{PAPER}, section 7.3 and Fig. 4",
    "Five points make a correlation easily high; the two systems in the middle change places.",
)

PILOT = Reported(
    "A pilot on 50 images with 120 captions each and 179 pairs, with single words only (ROUGE-1)",
    {"1 reference": 0.63, "5 references": 0.77},
    "accuracy",
    f"{PAPER}, section 7.1 and Fig. 3(a)",
    "ROUGE-1 and CIDEr on single words gained up to about 50 references, which is why 50 were then "
    "collected; BLEU-1 lost. The curves go up and down, with no bands around them.",
)

FLICKR8K = Reported(
    "Rank correlation with ratings of Flickr8K captions, as the CIDEr paper prints it",
    {"CIDEr": 0.58, "METEOR": 0.56},
    "Spearman's ρ",
    f"{PAPER}, citing {COMPARISON}",
    "The paper calls the ratings 1 to 5 and credits the figure for CIDEr to D. Elliott. The work that it "
    "cites prints another figure for METEOR and another scale, see the next row.",
)

FLICKR8K_CITED = Reported(
    "The same correlation in the work cited: 17,466 expert ratings on a scale of 1 to 4",
    {"METEOR": 0.524},
    "Spearman's ρ",
    f"{COMPARISON}, Table 1",
    "METEOR 1.4.0. The CIDEr paper does not explain the difference.",
)

FIVE_REFERENCES = Reported(
    "Accuracy over all pairs of PASCAL-50S, 5 references, with single words only",
    {"BLEU-1": 76, "ROUGE-1": 74},
    "%",
    f"{PAPER}, section 7.2",
    "Held against CIDEr's 84 with 48 references they change metric and number of references at once. With "
    "5 references METEOR leads on PASCAL-50S and CIDEr on ABSTRACT-50S; the text prints no figures.",
)

CIDER_D = Reported(
    "Rank correlation of CIDEr-D with CIDEr",
    {"CIDEr-D": 0.94},
    "Spearman's ρ",
    f"{PAPER}, section 8",
    "It tells that the two rank alike, not that a defence works. No defence was tested alone.",
)

REPORTED = (OVERALL, FIVE_REFERENCES, SPLIT, SYSTEMS, PILOT, CIDER_D, FLICKR8K, FLICKR8K_CITED)

#: The systems ranked in `SYSTEMS`, where people and CIDEr place them alike; the other two are Video
#: and Video+, which change places.
SYSTEMS_RANKED: Mapping[int, str] = FrozenDict({1: "Midge", 2: "Babytalk", 5: "Story"})

#: What to keep in mind about Table 1.
TABLE_1_CAVEATS = (
    "No cell has an interval, and no difference has a test.",
    "The row ROUGE is ROUGE-L on PASCAL-50S and ROUGE-1 on ABSTRACT-50S.",
    "METEOR leads on HM. On ABSTRACT-50S, HC is a tie with ROUGE; the paper counts it among the five of six "
    "cells in which CIDEr is best.",
    "HI is nearly solved by every metric, and says little of fine differences.",
    "The votes come from crowd workers in the United States, who saw sentences and no picture.",
)


def mean_over_pairs(metric: str, data_set: str) -> float:
    """A metric's accuracy over all pairs of a data set, from its cells in Table 1.

    Raises
    ------
    KeyError
        If those cells are not here.

    Examples
    --------
    >>> round(mean_over_pairs("CIDEr", "PASCAL-50S"), 2)
    83.95
    """
    cells, pairs = TABLE_1[metric][data_set], PAIRS[data_set]
    return sum(cells[kind] * pairs[kind] for kind in pairs) / sum(pairs.values())
