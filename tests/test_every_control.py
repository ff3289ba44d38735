"""Every control of every app: set to another value, it shows what the package computes.

A line of `CASES` is a control, the value it is set to, a view of the app, and a text that stands in
that view afterwards and not before. A control without a line fails a test.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, NamedTuple

import ipywidgets
import numpy as np
import pytest
from ipywidgets.widgets.widget import _instances
from markupsafe import escape

import cidernb
from cidernb import apps
from cidernb.apps import teaching
from cidernb.apps.app import App
from cidernb.evaluation_set import END_TOKEN
from cidernb.explaining.losses import losses
from cidernb.exploring import people as exploring_people
from cidernb.exploring.claims import CLAIMS
from cidernb.exploring.composition import Composition
from cidernb.exploring.failure_cases import CASES as FAILURES
from cidernb.exploring.pasted import as_pasted, first_captions
from cidernb.studies.attacks import Attack
from cidernb.studies.clipping_readings import grow
from cidernb.studies.defences import make_defences, study_defences
from cidernb.studies.departures import DEPARTURES, caption_per_departure
from cidernb.studies.optimising import optimise
from cidernb.studies.people import measure
from cidernb.studies.people.isolated import isolate, scene_captions
from cidernb.studies.people.synthetic import synthetic_study
from cidernb.studies.reference_counts import HELD_FIXED, ReferenceSubsets, with_most_references
from cidernb.studies.scene_pairs import decide, pair, simulated_votes
from cidernb.studies.stemming import two_steps
from cidernb.studies.worked import work_out
from cidernb.teaching import find_exercise, find_prediction
from cidernb.views import reference_counts
from cidernb.views.palette import REASONS
from cidernb.views.rendering import number, signed
from cidernb.views.worked import STAGES

EXAMPLE = cidernb.documented_example()
IMAGES, SCENES = EXAMPLE.evaluation_set, EXAMPLE.scenes
INFLECTED = cidernb.everyday_captions().evaluation_set("inflection")
EVERYDAY = cidernb.everyday_captions().evaluation_set()
POOL = cidernb.DocumentFrequencies.from_references(EXAMPLE.pool)
PASTED = first_captions()
ONE_WORD, FEW = PASTED.with_candidate(PASTED.ids[0], "dog"), PASTED.first_references(2)
OF_PASTED = cidernb.score(PASTED, tokenizer="ptb")
IMAGE = 32
TWICE = IMAGES.repeated(2)

#: In place of a value: the control is a button, and clicked.
CLICK = object()


class Case(NamedTuple):
    """A control, what is done to it, and what it then shows in a view.

    Attributes
    ----------
    app, control : str
        Their names.
    value : object
        What the control is set to, or `CLICK`.
    view : str
        The view of the app.
    shows : callable
        Gives the text, from the package.
    first : mapping
        What is set before, by control; "tab" opens one.
    then : str
        A button to press afterwards.
    running : bool
        Whether an event loop runs, as in a notebook, so that long work goes on beside.
    """

    app: str
    control: str
    value: Any
    view: str
    shows: Callable[[], str]
    first: Mapping[str, Any] = MappingProxyType({})
    then: str = ""
    running: bool = False


def points(images: cidernb.EvaluationSet = IMAGES, image: Any = IMAGE, **settings: Any) -> str:
    """An image's score as it stands on screen."""
    return f">{number(cidernb.score(images, **settings).per_image[image])}<"


def signature(images: cidernb.EvaluationSet = IMAGES, **settings: Any) -> str:
    return escape(cidernb.score(images, **settings).signature)


def lost(reason: str, images: cidernb.EvaluationSet, **settings: Any) -> str:
    """The points that go to a reason, as the bar's text says it."""
    return f"{REASONS[reason].label} {number(losses(cidernb.score(images, **settings), IMAGE)[reason])}"


def attacked(
    images: cidernb.EvaluationSet = IMAGES,
    attack: Attack | None = None,
    defence: str = "all, counts",
    **of: Any,
) -> str:
    attack = attack or Attack("repeat", 2)
    study = study_defences(images, [attack], make_defences(**of))
    return f'data-change="{defence}">{signed(study.mean_change(attack, defence))}<'


def stemmed(
    images: cidernb.EvaluationSet = IMAGES, image: Any = IMAGE, stemmer: str = "plural", **of: Any
) -> str:
    variant = of.get("variant", cidernb.PRESETS["code-cider"])
    _, counted, whole = two_steps(images, stemmer, image, variant=variant)
    return f'data-step="match">{signed(whole - counted)}<'


def in_company(**of: Any) -> str:
    return f">{number(Composition(IMAGE, **of).result().per_image[IMAGE])}<"


def all_but(values: tuple[Any, ...], left_out: Any) -> tuple[Any, ...]:
    return tuple(value for value in values if value != left_out)


def preset_score(images: cidernb.EvaluationSet, image: Any = None, **of: Any) -> str:
    result = cidernb.score(images, variant=cidernb.PRESETS["code-cider"].replace(**of))
    return f'data-preset="code-cider">{number(result.mean if image is None else result.per_image[image])}<'


def agreeing(variant: str = "paper-cider", **of: Any) -> str:
    """An accuracy on the embedded study as the app has it, to the last digit."""
    return f'data-accuracy="{measure(synthetic_study(), variant, **of).accuracy}"'


def kept_of_scenes() -> str:
    found = isolate(scene_captions())
    kept = found.kept(found.captions.edits[0], "clipping, counts").share
    return f"<b>{number(100 * kept, 1)} %</b>"


def cosine(image: int = IMAGE, reference: int = 2, order: int = 1) -> str:
    return f'data-cosine="{work_out(IMAGES, image, reference, order).cosine}"'


def reading(caption: str = "three red circles", words: int = 3, sigma: float | None = 6.0) -> str:
    scores = grow(IMAGES, IMAGE, caption, 20, sigma).scores(words)
    return f'data-reading="paper-cider-d-eq4-all">{number(scores["paper-cider-d-eq4-all"])}<'


def with_references(
    count: int = 1, image: int | None = None, idf: str = "recomputed", of: Any = IMAGES
) -> str:
    return f'data-score="{ReferenceSubsets(of).nested(idf=idf).of(image)[0][count - 1]}"'


def own_table(num_images: int = 100) -> cidernb.DocumentFrequencies:
    counted = cidernb.DocumentFrequencies.from_references(IMAGES.references)
    ngrams = ("three", "red", "circle", "three red", "red circle", "three red circle")
    return cidernb.DocumentFrequencies.from_counts({n: counted.of(n) for n in ngrams}, num_images=num_images)


def decided(kind: str = "HC", image: int = IMAGE, metric: str = "paper-cider", errs: float = 0.1) -> str:
    made = pair(kind, image)
    decision = decide(made, simulated_votes(made, errs), metric)
    return f"<td>{number(decision.similarities[0][0])}</td><td>{number(decision.similarities[0][1])}</td>"


def opened(case: str, place: int) -> str:
    """What is to be seen in a case's scene."""
    return FAILURES[case].open(FAILURES[case].scenes()[place]).happens


def voted(errs: float, others: float) -> str:
    """The first triplet on which judges that err so often vote in another way than others do."""
    made = pair("HC", IMAGE)
    rows = zip(made.references, simulated_votes(made, errs), simulated_votes(made, others), strict=True)
    a, votes = next((a, votes) for a, votes, different in rows if votes != different)
    return f'<th scope="row">{a}</th>' + "".join(f'<td class="mid">{vote}</td>' for vote in votes)


def searched(steps: int | None = None) -> str:
    scene = FAILURES["optimising"].scenes()[0]
    found = list(optimise(EVERYDAY, scene, EVERYDAY.candidates[scene]))
    return f'data-step-score="{found[-1 if steps is None else steps].score}"'


COLOURS, SHAPES, COUNTS = ("red", "green", "blue", "yellow"), ("circle", "square", "triangle"), (1, 2, 3, 4)
FILES = {
    "both.csv": b"image_id,candidate,reference_1\nx,a dog,a dog runs\ny,a cat,a cat sits\n",
    "references.json": b"""{"annotations": [
        {"image_id": 1, "id": 1, "caption": "a dog runs"}, {"image_id": 2, "id": 2, "caption": "a cat sits"},
        {"image_id": 3, "id": 3, "caption": "two cows"}]}""",
    "candidates.json": b"""[{"image_id": 1, "caption": "a dog"}, {"image_id": 2, "caption": "a cat"}]""",
    "twice.json": b"""[{"image_id": 1, "caption": "a dog"}, {"image_id": 2, "caption": "a cat"},
        {"image_id": 3, "caption": "cows"}, {"image_id": 3, "caption": "two cows"}]""",
}


def uploaded(name: str) -> tuple[dict[str, Any]]:
    """What the browser sends once a reader has chosen a file."""
    size, now = len(FILES[name]), datetime.now(UTC)
    file = {"name": name, "content": memoryview(FILES[name]), "size": size, "type": "", "error": ""}
    return ({**file, "last_modified": now},)


def mean_of(images: cidernb.EvaluationSet = PASTED, **settings: Any) -> str:
    return f">{number(cidernb.score(images, **{'tokenizer': 'ptb', **settings}).mean)}<"


CLIPPING = next(departure for departure in DEPARTURES if departure.key == "clipping")
MOST = with_most_references(EVERYDAY)

CASES = [
    # The explorer
    Case("Explorer", "image", 5, "score", lambda: points(image=5)),
    Case("Explorer", "image", 7, "picture", lambda: SCENES[7].describe()),
    Case("Explorer", "candidate", "two red circles", "caption", lambda: "two: 0 points; red: "),
    Case("Explorer", "repeat", 2, "points", lambda: lost("clipping", TWICE)),
    Case("Explorer", "preset", "code-cider", "which", lambda: signature(variant="code-cider")),
    Case(
        "Explorer",
        "stemmer",
        "plural",
        "points",
        lambda: lost("wording", IMAGES, variant=cidernb.Variant(stemmer="plural")),
    ),
    Case(
        "Explorer",
        "clipping",
        "none",
        "which",
        lambda: signature(TWICE, variant=cidernb.Variant(clipping="none")),
        {"repeat": 2},
    ),
    Case("Explorer", "sigma", None, "score", lambda: points(variant=cidernb.Variant(sigma=None))),
    Case(
        "Explorer",
        "unseen",
        "limit",
        "points",
        lambda: lost("unseen_limit", TWICE, variant=cidernb.Variant(unseen="limit")),
        {"repeat": 2},
    ),
    Case("Explorer", "idf", "pool", "ngrams", lambda: f"<td>{POOL.of('red')}</td>"),
    Case("Explorer", "company", "alone", "reason", lambda: "every IDF is ln(1/1) = 0"),
    Case("Explorer", "references", 3, "score", lambda: points(IMAGES.first_references(3))),
    Case("Explorer", "end_token", True, "caption", lambda: escape(END_TOKEN)),
    Case("Explorer", "max_order", 2, "which", lambda: signature(variant=cidernb.Variant(max_order=2))),
    Case("Explorer", "more", True, "more row", lambda: "open"),
    Case("Explorer", "pin", True, "score", lambda: "before"),
    Case("Explorer", "state", '{"image": 5, "repeat": 2}', "score", lambda: points(TWICE, 5)),
    Case("Explorer", "state", '{"image": 5}', "line", lambda: "{&#34;image&#34;: 5}"),
    Case("Explorer", "draw", CLICK, "drawn", lambda: 'download="ngrams.png" href="data:image/png;base64,'),
    # The company composer
    Case("Company", "image", 5, "picture", lambda: SCENES[5].describe()),
    *(
        Case("Company", name, False, "score", lambda name=name: in_company(colours=all_but(COLOURS, name)))
        for name in COLOURS
    ),
    *(
        Case("Company", name, False, "score", lambda name=name: in_company(shapes=all_but(SHAPES, name)))
        for name in SHAPES
    ),
    *(
        Case("Company", f"count {n}", False, "score", lambda n=n: in_company(counts=all_but(COUNTS, n)))
        for n in COUNTS
    ),
    Case("Company", "size", 40, "company", lambda: "The company: 40 images"),
    Case("Company", "pin", True, "score", lambda: "before · 25 images", {"size": 25}),
    # Attacks and defences
    Case("Attacks", "captions", "everyday captions", "answer", lambda: attacked(EVERYDAY)),
    Case("Attacks", "attack", "prefix", "answer", lambda: attacked(attack=Attack("prefix", 2))),
    Case("Attacks", "strength", 4, "answer", lambda: attacked(attack=Attack("repeat", 4))),
    Case("Attacks", "end_token", True, "answer", lambda: attacked(IMAGES.with_end_token())),
    Case("Attacks", "more", True, "more row", lambda: "open"),
    Case("Attacks", "stemmer", "none", "answer", lambda: attacked(defence="no defence", stemmer="none")),
    Case("Attacks", "sigma", 1.0, "answer", lambda: attacked(sigma=1.0)),
    # The clipping readings
    Case("ClippingReadings", "caption", "two red circles", "scores", lambda: reading("two red circles")),
    Case("ClippingReadings", "words", 7, "scores", lambda: reading(words=7)),
    Case("ClippingReadings", "penalty", False, "scores", lambda: reading(words=7, sigma=None), {"words": 7}),
    # Stemming
    Case(
        "Stemming",
        "captions",
        "everyday captions with one word in another form",
        "answer",
        lambda: stemmed(INFLECTED, INFLECTED.ids[0]),
    ),
    Case("Stemming", "image", 5, "answer", lambda: stemmed(image=5)),
    Case(
        "Stemming",
        "candidate",
        "three red circles",
        "answer",
        lambda: stemmed(IMAGES.with_candidate(IMAGE, "three red circles")),
    ),
    Case("Stemming", "stemmer", "porter", "words", lambda: 'data-stem="circle">circl<'),
    Case("Stemming", "defended", True, "answer", lambda: stemmed(variant=cidernb.PRESETS["code-cider-d"])),
    # Which CIDEr
    Case("WhichCider", "captions", "everyday captions", "table", lambda: preset_score(EVERYDAY)),
    Case("WhichCider", "image", IMAGE, "table", lambda: preset_score(IMAGES, IMAGE)),
    Case("WhichCider", "max_order", 2, "table", lambda: preset_score(IMAGES, max_order=2)),
    Case(
        "WhichCider",
        "order_weights",
        "the longest alone",
        "table",
        lambda: preset_score(IMAGES, order_weights=[0, 0, 0, 1]),
    ),
    Case("WhichCider", "preset", "paper-cider", "which", lambda: signature(variant="paper-cider")),
    Case("WhichCider", "departure", "clipping", "departure", lambda: escape(CLIPPING.candidate)),
    Case(
        "WhichCider",
        "captions",
        "one caption per departure",
        "table",
        lambda: preset_score(caption_per_departure(), DEPARTURES[0].image),
    ),
    # A score by hand
    Case("ScoreByHand", "image", 5, "heading", lambda: cosine(5, 0)),
    Case("ScoreByHand", "reference", 4, "heading", lambda: cosine(reference=4)),
    Case("ScoreByHand", "order", 2, "heading", lambda: cosine(order=2)),
    *(
        Case("ScoreByHand", "stage", name, "stage", lambda stage=stage: escape(stage.label))
        for name, stage in STAGES.items()
        if name != "counts"
    ),
    # IDF sources
    Case("IdfSources", "image", 5, "score", lambda: points(image=5)),
    Case(
        "IdfSources",
        "candidate",
        "three red circles",
        "score",
        lambda: points(IMAGES.with_candidate(IMAGE, "three red circles")),
    ),
    Case("IdfSources", "idf", "pool", "score", lambda: points(idf=POOL)),
    Case("IdfSources", "company", "alone", "reason", lambda: "One image alone scores 0"),
    Case("IdfSources", "references", 3, "score", lambda: points(IMAGES.first_references(3))),
    Case(
        "IdfSources",
        "unseen",
        "limit",
        "score",
        lambda: points(
            IMAGES.with_candidate(IMAGE, "red circle red"), variant=cidernb.Variant(unseen="limit")
        ),
        {"candidate": "red circle red"},
    ),
    Case(
        "IdfSources",
        "clipping",
        "none",
        "score",
        lambda: points(IMAGES.with_candidate(IMAGE, "red red"), variant=cidernb.Variant(clipping="none")),
        {"candidate": "red red"},
    ),
    Case("IdfSources", "table", "red = 90", "table", lambda: "the largest df is 90"),
    Case("IdfSources", "num_images", 20, "score", lambda: points(idf=own_table(20)), {"idf": "own"}),
    Case("IdfSources", "fill", CLICK, "table", lambda: "6 n-grams", {"table": "red = 90"}),
    # How many references
    Case(
        "HowManyReferences",
        "captions",
        "everyday scenes with ten references",
        "answer",
        lambda: with_references(of=MOST),
    ),
    Case("HowManyReferences", "image", 7, "answer", lambda: with_references(image=7)),
    Case("HowManyReferences", "references", 4, "answer", lambda: with_references(4)),
    Case("HowManyReferences", "idf", HELD_FIXED, "answer", lambda: with_references(idf=HELD_FIXED)),
    # Failure cases
    Case("FailureCases", "case", "synonym", "card", lambda: escape(opened("synonym", 0))),
    Case(
        "FailureCases",
        "scene",
        FAILURES["wrong word"].scenes()[1],
        "card",
        lambda: escape(opened("wrong word", 1)),
    ),
    Case("FailureCases", "step", CLICK, "found", lambda: searched(1), {"case": "optimising"}),
    Case("FailureCases", "run", CLICK, "found", lambda: searched(), {"case": "optimising"}),
    Case(
        "FailureCases",
        "restart",
        CLICK,
        "found",
        lambda: "The search starts from the caption in the box below",
        {"case": "optimising", "step": CLICK},
    ),
    # Consensus
    Case("Triplets", "kind", "MM", "said", lambda: escape(pair("MM", IMAGE).b)),
    Case("Triplets", "image", 4, "said", lambda: escape(pair("HC", 4).references[0])),
    Case(
        "Triplets",
        "metric",
        "code-cider-d",
        "triplets",
        lambda: decided(metric="code-cider-d"),
        {"finish": CLICK},
    ),
    Case("Triplets", "errs", 0.3, "triplets", lambda: voted(0.3, 0.1), {"finish": CLICK}),
    Case("Triplets", "b", CLICK, "said", lambda: "Triplet 2 of 8"),
    Case("Triplets", "c", CLICK, "said", lambda: "Triplet 2 of 8"),
    Case("Triplets", "finish", CLICK, "triplets", lambda: decided()),
    Case("Triplets", "anew", CLICK, "said", lambda: "Triplet 1 of 8", {"finish": CLICK}),
    # People's choices
    Case("WithPeople", "folder", "no/such/folder", "folder", lambda: "There is no folder"),
    Case("WithPeople", "variant", "code-cider-d", "answer", lambda: agreeing("code-cider-d")),
    Case("WithPeople", "references", 1, "answer", lambda: agreeing(references=1)),
    Case("WithPeople", "ties", "counted", "answer", lambda: agreeing(ties="counted")),
    Case("WithPeople", "more", True, "more row", lambda: "open"),
    Case("WithPeople", "idf", "none", "answer", lambda: agreeing(idf="none")),
    Case("WithPeople", "order", 2, "answer", lambda: agreeing(order=2)),
    Case("WithPeople", "go", CLICK, "progress", lambda: "stopped", {"tab": 1}, running=True),
    Case("WithPeople", "meteor", CLICK, "paper", lambda: 'data-metric="METEOR"', {"tab": 2}),
    Case("IsolatedDefences", "captions", "scenes", "matrix", lambda: kept_of_scenes()),
    # The documented run
    Case("DocumentedRun", "claim", "S", "claim", lambda: escape(CLAIMS["S"].says)),
    Case("DocumentedRun", "run", CLICK, "progress", lambda: "8 of 8 checks"),
    Case("DocumentedRun", "stop", CLICK, "progress", lambda: "stopped", {"run": CLICK}, running=True),
    Case("HowManyReferences", "shuffles", CLICK, "progress", lambda: "stopped", running=True),
    # The reader's own captions
    Case("YourCaptions", "candidates", as_pasted(ONE_WORD)[0], "summary", lambda: mean_of(ONE_WORD)),
    Case("YourCaptions", "references", as_pasted(FEW)[1], "summary", lambda: mean_of(FEW)),
    Case("YourCaptions", "references_file", uploaded("both.csv"), "summary", lambda: "2 images read"),
    Case(
        "YourCaptions", "candidates_file", uploaded("candidates.json"), "summary", lambda: "upload their file"
    ),
    Case(
        "YourCaptions",
        "paste",
        CLICK,
        "summary",
        lambda: mean_of(),
        {"references_file": uploaded("both.csv")},
    ),
    Case(
        "YourCaptions",
        "missing",
        "drop",
        "summary",
        lambda: "2 images read",
        {"references_file": uploaded("references.json"), "candidates_file": uploaded("candidates.json")},
    ),
    Case(
        "YourCaptions",
        "duplicates",
        "last",
        "summary",
        lambda: "3 images read",
        {"references_file": uploaded("references.json"), "candidates_file": uploaded("twice.json")},
    ),
    Case("YourCaptions", "tokenizer", "characters", "summary", lambda: mean_of(tokenizer="characters")),
    Case("YourCaptions", "variant", "code-cider", "summary", lambda: mean_of(variant="code-cider")),
    Case("YourCaptions", "idf", "none", "summary", lambda: mean_of(idf="none")),
    Case(
        "YourCaptions",
        "image",
        PASTED.ids[-1],
        "ngrams",
        lambda: f'data-sum="{cidernb.contributions(OF_PASTED, PASTED.ids[-1]).score}"',
    ),
    # Questions
    Case(
        "Predict",
        "answer",
        "5",
        "said",
        lambda: f"{find_prediction('00-stemmed').outcome():.2f} points",
        then="button",
    ),
    Case("Predict", "button", CLICK, "said", lambda: "There is no answer yet"),
    Case(
        "Practice",
        "answer",
        f"{find_exercise('00-scales').answer()}",
        "said",
        lambda: "Right: ",
        then="button",
    ),
    Case("Practice", "button", CLICK, "said", lambda: "There is no answer yet"),
]

#: The apps that start otherwise than with nothing said.
MADE: Mapping[str, Callable[[bool], App]] = {
    "Predict": lambda _: apps.Predict("00-stemmed"),
    "Practice": lambda _: apps.Practice("00-scales"),
    "HowManyReferences": lambda running: apps.HowManyReferences(shuffles=100_000 if running else 2),
    "WithPeople": lambda running: apps.WithPeople(
        state={"folder": ""}, resamplings=100_000 if running else 1, divisions=1
    ),
}


def make(name: str, running: bool = False) -> App:
    return MADE[name](running) if name in MADE else getattr(apps, name)()


def act(app: App, control: str, value: Any) -> None:
    if control == "tab":
        app.tabs.selected_index = value
    elif value is CLICK:
        app.controls[control].click()
    else:
        app.controls[control].value = value


def shown(app: App, view: str) -> str:
    if view == "more row":
        return "open" if app._more.layout.display is None else "folded away"
    return app._views[view].value


def check(app: App, case: Case) -> None:
    for control, value in case.first.items():
        act(app, control, value)
    text = case.shows()
    assert text not in shown(app, case.view)
    act(app, case.control, case.value)
    if case.then:
        act(app, case.then, CLICK)
    assert text in shown(app, case.view)


async def check_beside_a_loop(case: Case) -> None:
    app = make(case.app, running=True)
    check(app, case)
    app.close()


@pytest.fixture(scope="module")
def made() -> Iterator[dict[str, App]]:
    """Apps that were used and are back at their start: making one takes longer than using it."""
    made: dict[str, App] = {}
    yield made
    for app in made.values():
        app.close()


@pytest.fixture(autouse=True)
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture of curves, which takes longer than all the rest, and no answers of other tests."""
    monkeypatch.setattr(reference_counts, "curves", lambda *_: "")
    # No other metrics over people's choices, which take as long; METEOR finds all captions alike.
    monkeypatch.setattr(exploring_people, "has_baselines", lambda: False)
    monkeypatch.setattr(
        exploring_people, "meteor_steps", lambda of: (np.ones((2, len(each))) for each in of.references)
    )
    monkeypatch.setattr(teaching, "_ANSWERED", {})


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.app}-{case.control}")
def test_a_control_shows_what_the_package_computes(case: Case, made: dict[str, App]) -> None:
    if case.running:
        asyncio.run(check_beside_a_loop(case))
        return
    app = made.pop(case.app, None) or make(case.app)
    state, touched = app.state, [case.control, *reversed(case.first)]
    before = {name: getattr(app.controls[name], "value", CLICK) for name in touched if name != "tab"}
    check(app, case)
    if case.then or CLICK in before.values():
        app.close()
        return
    for name, value in before.items():
        app.controls[name].value = value
    if app.state == state:
        made[case.app] = app
    else:
        app.close()


@pytest.mark.parametrize("name", apps.__all__)
def test_every_control_of_every_app_has_a_case(name: str) -> None:
    app = make(name)
    covered = {case.control for case in CASES if case.app == name}
    assert set(app.controls) == covered, f"add a line to CASES for each of {set(app.controls) - covered}"
    app.close()


@pytest.mark.parametrize("name", apps.__all__)
def test_closing_an_app_closes_every_widget_it_made(name: str) -> None:
    before = set(_instances)
    app = make(name)
    assert len(_instances) > len(before)
    app.close()
    app.close()
    assert set(_instances) <= before


@pytest.mark.parametrize("name", apps.__all__)
def test_no_heading_of_an_app_is_listed_among_the_notebook_s(name: str) -> None:
    app = make(name)
    for place in range(len(app.tabs.children) if hasattr(app, "tabs") else 0):
        app.tabs.selected_index = place
    pages = [view.value for view in app._views.values()] + [app._repr_mimebundle_()["text/html"]]
    pages += [widget.value for widget in app.widget.children if isinstance(widget, ipywidgets.HTML)]
    assert not any(re.search(r"<h[1-6]", page) for page in pages)
    app.close()
