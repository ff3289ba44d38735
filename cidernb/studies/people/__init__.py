"""Agreement of CIDEr with people: the protocol, its data, curves over references, and two checks."""

from cidernb.studies.people.agreement import Agreement, Ties, agreement, measure, report, similarities
from cidernb.studies.people.readers import available_study, read_study
from cidernb.studies.people.study import JudgedPair, Study

__all__ = [
    "Agreement",
    "JudgedPair",
    "Study",
    "Ties",
    "agreement",
    "available_study",
    "measure",
    "read_study",
    "report",
    "similarities",
]
