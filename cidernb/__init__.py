"""CIDEr, the caption metric: every definition of it, scored exactly and explained.

>>> import cidernb
>>> references = [["three red circles", "some red circles"], ["two blue squares", "blue squares"]]
>>> round(cidernb.score(["three red circles", "two squares"], references).mean, 3)
3.42
"""

from cidernb._version import __version__
from cidernb.diagnosis import Finding
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.explaining.change import Change, change
from cidernb.explaining.contributions import Contributions, contributions
from cidernb.explaining.losses import losses
from cidernb.explaining.systems import SystemComparison, compare_systems
from cidernb.result import Result, score
from cidernb.signature import DataDescription, parse_signature
from cidernb.tokenizers import tokenize
from cidernb.variant import PRESETS, Variant

__all__ = [
    "PRESETS",
    "Change",
    "Contributions",
    "DataDescription",
    "DocumentFrequencies",
    "EvaluationSet",
    "Finding",
    "Result",
    "SystemComparison",
    "Variant",
    "__version__",
    "change",
    "compare_systems",
    "contributions",
    "documented_example",
    "everyday_captions",
    "losses",
    "parse_signature",
    "score",
    "tokenize",
]
