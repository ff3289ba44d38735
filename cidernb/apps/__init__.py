"""Widgets; an app holds state, calls one pure function and writes a few HTML values."""

from cidernb.apps.attacks import Attacks
from cidernb.apps.clipping import ClippingReadings
from cidernb.apps.company import Company
from cidernb.apps.consensus import Triplets
from cidernb.apps.documented import DocumentedRun
from cidernb.apps.explorer import Explorer
from cidernb.apps.failure_cases import FailureCases
from cidernb.apps.how_many_references import HowManyReferences
from cidernb.apps.idf_sources import IdfSources
from cidernb.apps.isolated import IsolatedDefences
from cidernb.apps.pasted import YourCaptions
from cidernb.apps.people import WithPeople
from cidernb.apps.stemming import Stemming
from cidernb.apps.teaching import Practice, Predict
from cidernb.apps.which import WhichCider
from cidernb.apps.worked import ScoreByHand

__all__ = [
    "Attacks",
    "ClippingReadings",
    "Company",
    "DocumentedRun",
    "Explorer",
    "FailureCases",
    "HowManyReferences",
    "IdfSources",
    "IsolatedDefences",
    "Practice",
    "Predict",
    "ScoreByHand",
    "Triplets",
    "YourCaptions",
    "Stemming",
    "WhichCider",
    "WithPeople",
]
