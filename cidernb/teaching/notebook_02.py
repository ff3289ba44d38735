"""What `02_which_cider` asks: how many numbers eight names are, and how a number says which one it is."""

from __future__ import annotations

from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.result import Result, score
from cidernb.studies.departures import DEPARTURES, Departure, sets, shown
from cidernb.studies.presets import PresetScore, different_numbers, under_every_preset
from cidernb.teaching.exercise import ChoiceExercise, SignatureExercise
from cidernb.teaching.prediction import Prediction
from cidernb.variant import PRESETS

#: The departures among which one moves no score.
_OFFERED = ("clipping", "raw-counts", "idf", "tokenization")

#: The preset whose methods sentence is to be read, and those offered.
_IN_WORDS = "paper-cider-d-eq4-order"
_PRESETS = ("paper-cider-unstemmed", "paper-cider-d-eq4-all", _IN_WORDS, "paper-cider-d-text")


def _rows() -> tuple[PresetScore, ...]:
    return under_every_preset(everyday_captions().evaluation_set())


def _names_question() -> str:
    return (
        f"This package has {len(PRESETS)} names for definitions of CIDEr: {', '.join(PRESETS)}. All of them "
        "score the same captions, and every score is put on a scale of 0 to 10. How many different numbers "
        "come out?"
    )


def _names_notice() -> str:
    rows = _rows()
    same = "; ".join(f"“{row.name}” is “{row.same_as}”" for row in rows if row.same_as)
    return f"{len(rows)} names, {different_numbers(rows)} numbers: {same}. They agree on every caption."


def _coco_misconception() -> str:
    mean = {row.name: row.of_ten(None) for row in _rows()}
    return (
        "“CIDEr in a COCO table is the paper's CIDEr.” The scorer of that name in coco-caption computes "
        f"CIDEr-D: {mean['coco-caption']:.2f} for these captions. The paper's CIDEr, on the same scale, "
        f"is {mean['paper-cider']:.2f}."
    )


def _departure(key: str) -> Departure:
    return next(departure for departure in DEPARTURES if departure.key == key)


def _moved(departure: Departure) -> int:
    return sum(moved for moved, _ in shown(departure).moved.values())


def _never() -> str:
    (never,) = (d.label for d in map(_departure, _OFFERED) if not _moved(d))
    return never


def _never_solution() -> str:
    counts = "; ".join(f"{d.label}: {_moved(d)}" for d in map(_departure, _OFFERED))
    total = sum(map(len, sets().values()))
    return (
        f"Of {total} scores each moves so many: {counts}. Raw counts differ from divided ones by one factor "
        "for the whole caption, and it cancels in a cosine. Only where two captions' weights are compared "
        "one by one, as clipping does, can it act."
    )


def _sentence() -> str:
    return score(everyday_captions().evaluation_set(), variant=_IN_WORDS).methods_sentence()


def _named() -> str:
    """The offered preset whose captions are described by the sentence."""
    images = everyday_captions().evaluation_set()
    (name,) = (p for p in _PRESETS if score(images, variant=p).methods_sentence() == _sentence())
    return name


def _asked() -> Result:
    variant = PRESETS["coco-caption"].replace(sigma=None, max_order=2)
    return score(documented_example().evaluation_set, variant=variant)


def _signature_question() -> str:
    images = documented_example().evaluation_set
    references = len(next(iter(images.references.values())))
    return (
        f"The documented example's {len(images)} captions, with {references} references each and split at "
        "white space, are scored as coco-caption does, but without the length penalty and with bigrams as "
        "the longest n-grams. Write the signature. The version at its end is not checked."
    )


PREDICTIONS = (
    Prediction(
        key="02-names",
        question=_names_question,
        outcome=lambda: different_numbers(_rows()),
        notice=_names_notice,
        unit="numbers",
        low=1,
        high=len(PRESETS),
        digits=0,
        misconception=_coco_misconception,
    ),
)

EXERCISES = (
    ChoiceExercise(
        key="02-never",
        question="Which of these departures of the official code moves not one score, on either set?",
        options=tuple(_departure(key).label for key in _OFFERED),
        answer=_never,
        hint="Choose each in the app and read how many scores it moves.",
        solution=_never_solution,
    ),
    ChoiceExercise(
        key="02-sentence",
        question=lambda: f"A paper says: “{_sentence()}” Which preset is it?",
        options=_PRESETS,
        answer=_named,
        hint="Does it clip, and if so weights or counts? By what are the counts divided?",
        solution=lambda: (
            "It clips weights, so it is Eq. 4, and divides counts by the n-grams of the same length: "
            f"{_named()}."
        ),
    ),
    SignatureExercise(
        key="02-signature",
        question=_signature_question,
        answer=lambda: _asked().signature,
        hint=(
            "Take the signature that the app shows for coco-caption on these captions and change what "
            "differs. The name in front depends on the settings too."
        ),
        solution=lambda: (
            f"sigma is none and n is 2. Without a length penalty the name in front is no longer CIDEr-D: "
            f"{_asked().signature}"
        ),
    ),
)
