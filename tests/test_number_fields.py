"""Fields for whole numbers: what they take, what they make of the rest, and that each app says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets
import pytest

from cidernb import apps
from cidernb.apps.controls import WholeNumber, whole_number


@pytest.mark.parametrize(
    ("typed", "value", "said"),
    [
        (6, 6, ""),
        (1, 1, ""),
        (5.0, 5, ""),
        (27, 6, "Words: 27 is above 6: set to 6."),
        (0, 1, "Words: 0 is below 1: set to 1."),
        (-3, 1, "Words: -3 is below 1: set to 1."),
        (2.7, 3, "Words: 2.7 is no whole number: set to 3."),
        (6.2, 6, "Words: 6.2 is above 6: set to 6."),
        (1e300, 6, "Words: 1e+300 is above 6: set to 6."),
    ],
)
def test_a_number_that_is_not_taken_as_it_is_is_said(typed: float, value: int, said: str):
    field = whole_number("Words", 4, 1, 6)
    # As the browser sends it.
    field.set_state({"value": typed})
    assert (field.value, type(field.value), field.said) == (value, int, said)


def test_the_browser_is_sent_the_number_in_place_of_what_was_typed(monkeypatch: pytest.MonkeyPatch):
    field, sent = whole_number("Words", 6, 1, 6), []
    monkeypatch.setattr(WholeNumber, "send_state", lambda self, key=None: sent.append((key, self.value)))
    field.set_state({"value": 27})
    assert ({"value"}, 6) in [({key} if isinstance(key, str) else set(key or ()), v) for key, v in sent]


def test_what_was_said_is_gone_with_the_next_number_and_a_new_range_says_nothing():
    field = whole_number("Words", 4, 1, 6)
    field.value = 27
    field.value = 5
    assert field.said == ""
    field.max = 3
    assert (field.value, field.said) == (3, "")


def test_the_browser_does_not_know_the_range_so_that_it_sends_what_was_typed():
    assert not {"min", "max", "said"} & set(whole_number("Words", 4, 1, 6).get_state())


@pytest.fixture(params=apps.__all__)
def app(request: pytest.FixtureRequest) -> Iterator[Any]:
    made = {
        "Predict": lambda: apps.Predict("00-stemmed"),
        "Practice": lambda: apps.Practice("00-scales"),
        "HowManyReferences": lambda: apps.HowManyReferences(shuffles=2),
        "WithPeople": lambda: apps.WithPeople(state={"folder": ""}, resamplings=1, divisions=1),
    }
    app = made.get(request.param, getattr(apps, request.param))()
    yield app
    app.close()


def test_every_number_field_of_an_app_says_what_it_made_of_a_number(app: Any):
    bounded = (ipywidgets.BoundedIntText, ipywidgets.BoundedFloatText)
    fields = [control for control in app.controls.values() if isinstance(control, bounded)]
    assert ("status" in app._views) == bool(fields)
    for field in fields:
        assert isinstance(field, WholeNumber)
        field.value = field.max + 1
        assert field.value == field.max
        assert f"{field.max + 1} is above {field.max}: set to {field.max}." in app._views["status"].value
        field.value = field.min
        assert "set to" not in app._views["status"].value
