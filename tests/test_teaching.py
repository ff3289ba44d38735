"""Predictions and exercises: answers are computed, read kindly, and not shown before they are tried."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import escape

import cidernb
from cidernb.apps import Practice, Predict
from cidernb.apps import teaching as apps
from cidernb.teaching import (
    CaptionExercise,
    ChoiceExercise,
    Exercise,
    NumberExercise,
    Prediction,
    SignatureExercise,
    answer_key,
    find_exercise,
    find_prediction,
    notebooks,
    of_notebook,
)
from cidernb.teaching.given import say

IMAGES = cidernb.documented_example().evaluation_set
IMAGE = 32
POINTS = cidernb.score(IMAGES).per_image[IMAGE]
RESULT = cidernb.score(["a red dog"], [["a red dog", "a dog"]], idf="none")

HOW_MANY = Prediction(
    key="99-many",
    question="How many <b>?",
    outcome=lambda: 3.25,
    notice="It is {outcome:.1f} <i>.",
    unit="points",
    misconception=lambda: "“None.” <u>",
)
WHICH = Prediction(
    key="99-which", question="Which?", outcome=lambda: "red", notice=lambda: "Red.", options=("red", "a <b>")
)
COUNT = Prediction(
    key="99-count", question="?", outcome=lambda: 40, notice="", digits=0, unit="images", high=100
)

TEXTS = {"question": "What <b>?", "hint": "Think <i>.", "solution": lambda: "So <u>:\nthus."}
NUMBER = NumberExercise(key="99-number", answer=lambda: 2.527, digits=2, unit="points", **TEXTS)
WHOLE = NumberExercise(key="99-whole", answer=lambda: 7, digits=0, **TEXTS)
LOOSE = NumberExercise(key="99-loose", answer=lambda: 2.527, digits=2, tolerance=2, **TEXTS)
CHOICE = ChoiceExercise(key="99-choice", answer=lambda: "red", options=("red", "a <b>"), **TEXTS)
CAPTION = CaptionExercise(
    key="99-caption",
    answer=lambda: "three red circles",
    score=lambda caption: cidernb.score(IMAGES.with_candidate(IMAGE, caption)).per_image[IMAGE],
    above=lambda: 5.0,
    below=lambda: 5.6,
    **TEXTS,
)
SIGNATURE = SignatureExercise(key="99-signature", answer=lambda: RESULT.signature, **TEXTS)
KINDS = (NUMBER, WHOLE, CHOICE, CAPTION, SIGNATURE)

REGISTERED = {number: of_notebook(number) for number in notebooks()}
PREDICTIONS = [p for questions in REGISTERED.values() for p in questions.predictions]
EXERCISES = [e for questions in REGISTERED.values() for e in questions.exercises]


@pytest.fixture(autouse=True)
def _new_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apps, "_ANSWERED", {})


@pytest.fixture
def predict() -> Iterator[Predict]:
    app = Predict(HOW_MANY)
    yield app
    app.close()


@pytest.fixture
def practice() -> Iterator[Practice]:
    app = Practice(NUMBER)
    yield app
    app.close()


def said(app: Predict | Practice) -> str:
    """What stands in the app's live region, without the markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", app._views["said"].value)).split())


def answer(app: Predict | Practice, value: str | None) -> str:
    app.controls["answer"].value = value
    app.controls["button"].click()
    return said(app)


# What is registered


def test_every_key_is_there_once_and_names_its_notebook():
    keys = {
        number: [question.key for question in (*questions.predictions, *questions.exercises)]
        for number, questions in REGISTERED.items()
    }
    everything = [key for of_one in keys.values() for key in of_one]
    assert len(set(everything)) == len(everything)
    for number, of_one in keys.items():
        assert all(re.fullmatch(rf"{number}-[a-z0-9-]+", key) for key in of_one), of_one


@pytest.mark.parametrize("number", REGISTERED)
def test_every_notebook_asks_for_a_prediction_and_has_two_exercises(number):
    assert len(REGISTERED[number].predictions) >= 1
    assert len(REGISTERED[number].exercises) >= 2


@pytest.mark.parametrize("prediction", PREDICTIONS, ids=lambda p: p.key)
def test_every_outcome_is_computed_and_is_an_answer_to_its_question(prediction):
    outcome = prediction.outcome()
    assert say(prediction.question)
    assert prediction.what_to_notice(outcome)
    if prediction.options is not None:
        assert outcome in prediction.options
    else:
        assert prediction.low <= outcome <= prediction.high
        assert prediction.digits or float(outcome).is_integer()


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.key)
def test_every_exercise_takes_its_own_answer_and_neither_asks_nor_hints_it(exercise):
    assert exercise.check(exercise.answer() if exercise.kind != "number" else own_number(exercise)).right
    assert say(exercise.solution)
    for text in (say(exercise.question), say(exercise.hint)):
        assert text
        if exercise.kind == "number":
            assert not re.search(rf"(?<![\d.]){re.escape(own_number(exercise))}(?![\d.])", text)
        elif exercise.kind == "signature":
            assert exercise.answer() not in text


def own_number(exercise: NumberExercise) -> str:
    return f"{exercise.answer():.{exercise.digits}f}"


def test_the_first_notebook_asks_what_the_package_computes():
    stemmed = cidernb.score(IMAGES, variant=cidernb.Variant(stemmer="plural")).per_image[IMAGE]
    assert find_prediction("00-plural").outcome() == POINTS
    assert find_prediction("00-stemmed").outcome() == stemmed
    assert find_exercise("00-scales").answer() == cidernb.score(IMAGES, variant="code-cider").mean / 10
    assert find_exercise("00-company").answer() == "red"
    assert f"{stemmed - POINTS:.2f} points" in find_prediction("00-stemmed").compare(1).notice


@pytest.mark.parametrize(
    ("find", "key", "words"),
    [
        (find_prediction, "00-scales", "no prediction '00-scales'; choose one of 00-plural, 00-stemmed."),
        (find_exercise, "00-plural", "no exercise '00-plural'; choose one of 00-scales, 00-company"),
        (find_exercise, "77-scales", "No notebook '77' has questions; choose one of 00"),
        (find_prediction, "", "No notebook '' has questions; choose one of 00"),
        (of_notebook, "plural", "No notebook 'plural' has questions; choose one of 00"),
        (answer_key, "77", "No notebook '77' has questions; choose one of 00"),
    ],
)
def test_an_unknown_key_is_refused_with_those_there_are(find, key, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        find(key)


def test_the_answer_key_gives_every_answer_and_the_way_to_it():
    key = answer_key("00")
    assert f"**Outcome:** {POINTS:.2f} points" in key
    for exercise in of_notebook("00").exercises:
        assert f"**Answer:** {exercise.shown_answer()}" in key
        assert say(exercise.solution) in key
    assert answer_key().startswith(key.rstrip())


# Predictions


@pytest.mark.parametrize(
    ("prediction", "given", "sentence"),
    [
        (HOW_MANY, "4", "You were 0.75 too high."),
        (HOW_MANY, " 3,1 ", "You were 0.15 too low."),
        (HOW_MANY, 3.25, "Just what you said."),
        (HOW_MANY, "3.2501", "Just what you said."),
        (COUNT, "38", "You were 2 too low."),
        (COUNT, "40", "Just what you said."),
        (WHICH, "red", "As you said."),
        (WHICH, "a <b>", "Not what you said."),
    ],
)
def test_a_prediction_is_told_how_far_off_it_was(prediction, given, sentence):
    assert prediction.compare(given).sentence == sentence


@pytest.mark.parametrize(
    ("prediction", "given", "words"),
    [
        (HOW_MANY, "", "There is no answer yet; give a number in digits."),
        (HOW_MANY, None, "There is no answer yet; give a number in digits."),
        (HOW_MANY, "many", "That is not a number in digits"),
        (HOW_MANY, "nan", "That is not a number in digits"),
        (HOW_MANY, "1e999", "That is not a number in digits"),
        (HOW_MANY, 10**400, "That is not a number in digits"),
        (HOW_MANY, True, "That is not a number in digits"),
        (HOW_MANY, "1e30", "1e+30 is out of range; give a number from 0 to 10."),
        (HOW_MANY, "−1", "-1 is out of range; give a number from 0 to 10."),
        (COUNT, "2.5", "That is not a whole number in digits; give one, such as 15."),
        (WHICH, None, "Nothing is chosen yet; choose one of: red; a <b>."),
        (WHICH, "green", "Nothing is chosen yet; choose one of: red; a <b>."),
    ],
)
def test_what_is_no_answer_is_refused_in_a_sentence_that_says_what_is_one(prediction, given, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        prediction.read(given)


def test_the_outcome_is_not_computed_before_the_reader_has_committed_to_an_answer():
    def compute() -> float:
        raise AssertionError("too early")

    app = Predict(Prediction(key="99-early", question="?", outcome=compute, notice=""))
    assert "once you have committed" in said(app)
    assert (app.prediction, app.outcome) == (None, None)
    assert "once you have committed" in app._repr_mimebundle_()["text/html"]
    assert "no answer yet" in answer(app, "")
    assert "out of range; give a number from 0 to 10." in answer(app, "11")
    assert (app.prediction, app.state) == (None, {"key": "99-early", "given": None})
    app.close()


def test_committing_shows_both_numbers_how_far_off_what_to_notice_and_the_wrong_idea(predict):
    shown = answer(predict, "4")
    assert shown == (
        "You said 4.00 points Computed now 3.25 points You were 0.75 too high. 0 10 "
        "What to notice. It is 3.2 <i>. A common wrong idea. “None.” <u>"
    )
    assert (predict.prediction, predict.outcome) == (4.0, 3.25)


def test_a_choice_is_compared_without_an_axis():
    app = Predict(WHICH)
    assert app.controls["answer"].value is None
    assert "Nothing is chosen yet" in answer(app, None)
    assert answer(app, "a <b>") == ("You said a <b> Computed now red Not what you said. What to notice. Red.")
    assert (app.prediction, app.outcome) == ("a <b>", "red")
    assert 'class="axis"' not in app._views["said"].value
    app.close()


def test_a_prediction_is_committed_to_once(predict):
    assert not any(control.disabled for control in predict.controls.values())
    answer(predict, "4")
    assert all(control.disabled for control in predict.controls.values())


def test_a_prediction_survives_running_the_cell_again(predict):
    answer(predict, "4")
    again = Predict(HOW_MANY)
    assert again.prediction == 4.0
    assert said(again) == said(predict)
    assert again.controls["answer"].disabled
    again.close()


def test_a_first_look_at_a_question_is_no_prediction(predict):
    again = Predict(HOW_MANY)
    assert again.prediction is None
    again.close()


# Exercises


@pytest.mark.parametrize(
    ("exercise", "given", "right", "message"),
    [
        (NUMBER, "2.53", True, "Right: 2.53 points."),
        (NUMBER, " 2,53", True, "Right: 2.53 points."),
        (NUMBER, 2.527, True, "Right: 2.53 points."),
        (NUMBER, "2.522", True, "Right: 2.53 points."),
        (NUMBER, "2.52", False, "Very near: keep more digits on the way and round only at the end."),
        (NUMBER, "2.55", False, "Very near: keep more digits on the way and round only at the end."),
        (NUMBER, "2.6", False, "Not right."),
        (NUMBER, "-2.53", False, "Not right."),
        (NUMBER, "1e300", False, "Not right."),
        (NUMBER, "0.253", False, "The digits are right and the scale is not."),
        (NUMBER, "252.7", False, "The digits are right and the scale is not."),
        (LOOSE, "2.51", True, "Right: 2.53."),
        (WHOLE, "7", True, "Right: 7."),
        (WHOLE, "8", False, "Not right."),
        (CHOICE, "red", True, "Right: red."),
        (CHOICE, "a <b>", False, "Not right: it is not “a <b>”."),
        (CAPTION, "three red circles", True, "Right. It scores 5.180, above 5.000 and below 5.600."),
        (CAPTION, "red", False, "It scores 1.118; wanted is above 5.000 and below 5.600."),
        (CAPTION, "there are three red circles", False, "It scores 5.633; wanted is above 5.000 and"),
        (SIGNATURE, RESULT.signature, True, "Right: that is its signature."),
        (SIGNATURE, RESULT.signature.replace("sigma:6", "sigma:6.0"), True, "Right: that is its signature."),
        (SIGNATURE, RESULT.signature.replace("v:0", "v:9"), True, "Right: that is its signature."),
        (
            SIGNATURE,
            RESULT.signature.replace("sigma:6", "sigma:3").replace("idf:none", "idf:corpus[1]"),
            False,
            "Not right in 2 of its parts: sigma, idf.",
        ),
        (SIGNATURE, RESULT.signature + "|end:<eos>", False, "Not right in 1 of its parts: end."),
    ],
)
def test_an_answer_is_judged_in_a_sentence(exercise, given, right, message):
    verdict = exercise.check(given)
    assert (verdict.right, verdict.read) == (right, True)
    assert verdict.message.startswith(message)


def test_a_signature_can_be_asked_for_in_parts():
    exercise = SignatureExercise(key="99-parts", answer=lambda: RESULT.signature, parts=("clip",), **TEXTS)
    assert exercise.check(RESULT.signature.replace("sigma:6", "sigma:3")).right
    assert not exercise.check(RESULT.signature.replace("clip:weight", "clip:count")).right


@pytest.mark.parametrize(
    ("exercise", "nonsense", "message"),
    [
        (NUMBER, "", "There is no answer yet; give a number in digits."),
        (NUMBER, "about two", "That is not a number in digits; give one, such as 1.5."),
        (NUMBER, math.nan, "That is not a number in digits; give one, such as 1.5."),
        (NUMBER, "9" * 5000, "That is not a number in digits; give one, such as 1.5."),
        (WHOLE, "7.5", "That is not a whole number in digits; give one, such as 15."),
        (CHOICE, None, "Nothing is chosen yet; choose one of: red; a <b>."),
        (CAPTION, " \n", "There is no answer yet; write a caption."),
        (CAPTION, 5, "There is no answer yet; write a caption."),
        (SIGNATURE, "", "There is no answer yet; write a signature."),
        (SIGNATURE, "CIDEr-D", "The signature 'CIDEr-D' has no 'stem' part."),
        (SIGNATURE, RESULT.signature.replace("n:4", "n:four"), "The signature "),
    ],
)
def test_nonsense_gets_a_sentence_and_is_no_try(exercise, nonsense, message):
    verdict = exercise.check(nonsense)
    assert (verdict.right, verdict.read) == (False, False)
    assert verdict.message.startswith(message)


ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40) | st.binary()


@settings(max_examples=40)
@given(st.sampled_from(KINDS), ANYTHING)
def test_nothing_that_is_given_raises(exercise: Exercise, anything: object):
    assert exercise.check(anything).message


@settings(max_examples=60)
@given(st.text("0123456789.:|none,stemclipsigma", max_size=60))
def test_nothing_like_a_signature_raises(tail: str):
    assert SIGNATURE.check(f"{RESULT.signature}|{tail}").message


def test_the_hint_comes_with_the_first_wrong_try_and_the_way_with_the_second(practice):
    assert "Try as often as you like." in said(practice)
    assert answer(practice, "many") == "That is not a number in digits; give one, such as 1.5."
    assert answer(practice, "1") == "✗ Not right. Try 1. Hint. Think <i>."
    assert answer(practice, "1") == "✗ Not right. Try 1. Hint. Think <i>."
    assert "<details" not in practice._views["said"].value
    assert answer(practice, "2") == "✗ Not right. Try 2. Hint. Think <i>. Show how So <u>: thus."
    assert "<details><summary>Show how</summary>" in practice._views["said"].value
    assert (practice.tries, practice.verdict.right) == (2, False)


def test_a_right_answer_shows_the_way_at_once_and_another_can_be_tried(practice):
    assert answer(practice, "2.53") == "✓ Right: 2.53 points. Show how So <u>: thus."
    assert (practice.tries, practice.verdict.right) == (0, True)
    assert not practice.controls["answer"].disabled
    assert answer(practice, "1").startswith("✗ Not right. Try 1.")


@pytest.mark.parametrize(
    ("exercise", "right"),
    [
        (CHOICE, "red"),
        (CAPTION, "three red circles"),
        (SIGNATURE, RESULT.signature),
    ],
)
def test_every_kind_of_exercise_has_a_control(exercise, right):
    app = Practice(exercise)
    assert answer(app, right).startswith("✓ Right")
    app.close()


# Both


@pytest.mark.parametrize(
    ("app", "control", "label"),
    [
        (lambda: Predict(HOW_MANY), "Text", "Your prediction, 0 to 10 points"),
        (lambda: Predict(COUNT), "Text", "Your prediction, 0 to 100 images"),
        (lambda: Predict(WHICH), "RadioButtons", ""),
        (lambda: Practice(NUMBER), "Text", "Your answer, points"),
        (lambda: Practice(WHOLE), "Text", "Your answer"),
        (lambda: Practice(CHOICE), "RadioButtons", ""),
        (lambda: Practice(CAPTION), "Text", "Your caption"),
        (lambda: Practice(SIGNATURE), "Text", "The signature"),
    ],
)
def test_the_control_has_a_visible_label_or_stands_under_the_question_as_heading(app, control, label):
    made = app()
    heading, row, _ = made.widget.children
    assert type(row.children[0]).__name__ == control
    assert row.children[0].description == label
    assert 'role="heading" aria-level="4"' in heading.value
    made.close()


def test_texts_are_shown_as_text_and_never_as_markup(predict, practice):
    answer(predict, "4")
    answer(practice, "<b>")
    answer(practice, "1")
    answer(practice, "2")
    choice = Practice(CHOICE)
    answer(choice, "a <b>")
    for app in (predict, practice, choice):
        page = app._repr_mimebundle_()["text/html"]
        assert "&lt;b&gt;" in page
        assert not re.search(r"<[iu]>|<b>\?|a <b>", page)
    choice.close()


@pytest.mark.parametrize(
    ("app", "question"), [(Predict, HOW_MANY), (Predict, WHICH), (Practice, NUMBER), (Practice, CHOICE)]
)
def test_the_state_survives_json_and_starts_another_app(app, question, monkeypatch):
    first = app(question)
    answer(first, "a <b>" if first.controls["answer"].description == "" else "4")
    monkeypatch.setattr(apps, "_ANSWERED", {})
    second = app(question, state=json.loads(json.dumps(first.state)))
    assert second.state == first.state
    assert said(second) == said(first)
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("app", "question", "state", "words"),
    [
        (Predict, HOW_MANY, {}, "The state is that of None; give one of '99-many'."),
        (Predict, HOW_MANY, {"key": "00-plural"}, "The state is that of '00-plural'; give one of '99-many'."),
        (Predict, HOW_MANY, {"key": "99-many", "given": 4}, "The state answers '99-many' with 4;"),
        (Practice, CHOICE, {"key": "99-choice", "given": "no"}, "The state answers '99-choice' with 'no';"),
    ],
)
def test_a_state_of_something_else_is_refused_in_a_sentence(app, question, state, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        app(question, state=state)


def test_an_error_shows_in_the_app_as_a_line_and_nothing_is_committed_to():
    def fail() -> float:
        raise ZeroDivisionError("no <images>")

    app = Predict(Prediction(key="99-fails", question="?", outcome=fail, notice=""))
    assert answer(app, "1").startswith("This cannot be computed : no <images> Run the cell again")
    assert app.prediction is None
    assert not app.controls["button"].disabled
    app.close()


def test_closing_stops_the_button(practice):
    practice.close()
    before = said(practice)
    assert answer(practice, "1") == before


def test_a_saved_notebook_shows_the_question_with_its_options_and_no_answer():
    app = Practice("00-company")
    page = app._repr_mimebundle_()["text/html"]
    assert escape(say(find_exercise("00-company").question)) in page
    assert "<li>red</li>" in page
    assert "<details" not in page
    app.close()
