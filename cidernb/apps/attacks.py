"""Attack captions and see which defence of CIDEr-D answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import ipywidgets

from cidernb.apps.app import App, started
from cidernb.apps.controls import checkbox, dropdown, row, whole_number
from cidernb.apps.explorer import FIRST_IMAGE
from cidernb.apps.live import LiveHTML
from cidernb.evaluation_set import EvaluationSet
from cidernb.everyday import everyday_captions
from cidernb.example import documented_example
from cidernb.frozen import FrozenDict
from cidernb.studies.attacks import KINDS, STRENGTHS, Attack
from cidernb.studies.defences import (
    DefenceStudy,
    length_factors,
    make_defences,
    study_defences,
    unigram_terms,
)
from cidernb.views import defences as views

SHAPES, EVERYDAY = "shapes, the documented example", "everyday captions"

#: What the strength of each kind of attack counts.
_COUNTED = {
    "repeat": "Times said",
    "pad": "Words added",
    "pad with end tokens": "End tokens added",
    "prefix": "Times before",
    "truncate": "Words kept",
}

#: What each control is at the start.
_START: Mapping[str, Any] = FrozenDict(
    {
        "captions": SHAPES,
        "attack": "repeat",
        "strength": 2,
        "end_token": False,
        "stemmer": "porter",
        "sigma": 6.0,
    }
)

_STEMMERS = ("none", "plural", "porter")

_TABS = {"matrix": "All attacks", "unigrams": "Repetition, exactly", "lengths": "Length and sigma"}


class Attacks(App):
    """Choose an attack on captions and see what it changes under each defence of CIDEr-D.

    Parameters
    ----------
    sets : mapping of str to EvaluationSet, optional
        The captions on offer, by name; the documented example and the everyday captions by default.
    state : mapping, optional
        What another app's `state` gave; it starts there.

    Attributes
    ----------
    state : dict
        What is chosen, in plain containers.
    attack : Attack
        The attack chosen.
    result : DefenceStudy
        The chosen attack under every defence.
    matrix : DefenceStudy
        Every attack under every defence, under the same settings.
    widget : ipywidgets.Widget
        What a notebook shows.

    Raises
    ------
    ValueError
        If the state holds what is no part of it or not on offer.
    """

    def __init__(
        self, sets: Mapping[str, EvaluationSet] | None = None, *, state: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__()
        if sets is None:
            sets = {
                SHAPES: documented_example().evaluation_set,
                EVERYDAY: everyday_captions().evaluation_set(),
            }
        self._sets = dict(sets)
        self._state = started(
            {**_START, "captions": next(iter(self._sets))},
            state,
            captions=self._sets,
            stemmer=_STEMMERS,
            sigma=views.SIGMAS,
        )
        self._attack = Attack(self._state["attack"], self._state["strength"])
        self.controls = self._make_controls(self._state)
        self._views = {
            "answer": LiveHTML(layout={"min_height": "290px"}),
            **{name: ipywidgets.HTML() for name in _TABS},
        }
        self._computed: tuple[Any, ...] | None = None
        self._listen(self._read, attack=self._other_attack, more=self._show_more)
        self._show()
        self._lay_out(
            row(*(self.controls[name] for name in ("captions", "attack", "strength", "end_token", "more"))),
            self._make_more(self.controls["stemmer"], self.controls["sigma"]),
            self._views["answer"],
            self._make_tabs(_TABS, "690px"),
        )

    @property
    def attack(self) -> Attack:
        return self._attack

    @property
    def result(self) -> DefenceStudy:
        return self._result

    @property
    def matrix(self) -> DefenceStudy:
        return self._matrix

    def _make_controls(self, start: Mapping[str, Any]) -> dict[str, Any]:
        kind, strengths = start["attack"], STRENGTHS[start["attack"]]
        strength = whole_number(_COUNTED[kind], start["strength"], strengths[0], strengths[-1])
        strength.layout.width = "190px"  # room for the longest of its names
        sigmas = [(f"σ = {sigma:g}", sigma) for sigma in views.SIGMAS]
        return {
            "captions": dropdown("Captions", list(self._sets), start["captions"]),
            "attack": dropdown("Attack", list(KINDS), kind),
            "strength": strength,
            "end_token": checkbox("Every caption ends with an end token", start["end_token"]),
            "more": checkbox("More settings"),
            "stemmer": dropdown("Without defence, words are stemmed", _STEMMERS, start["stemmer"]),
            "sigma": dropdown("Width of the Gaussian", sigmas, start["sigma"]),
        }

    def _other_attack(self, change: Any) -> None:
        """Give the strength the name and the range that it has for a kind of attack."""
        strength, strengths = self.controls["strength"], STRENGTHS[change["new"]]
        with self._quietly():
            with strength.hold_trait_notifications():
                strength.min, strength.max = strengths[0], strengths[-1]
                strength.value = min(strength.value, strengths[-1])
            strength.description = _COUNTED[change["new"]]
        self._read()

    def _read(self, _change: object = None) -> None:
        """Take over what the controls say."""
        self._state = self._said()
        self._attack = Attack(self._state["attack"], self._state["strength"])
        self._show()

    def _show(self) -> None:
        state = self._state
        images = self._sets[state["captions"]]
        if state["end_token"]:
            images = images.with_end_token()
        defences = make_defences(state["stemmer"], state["sigma"])
        self._result = study_defences(images, [self._attack], defences)
        self._views["answer"].value = views.attacked(
            self._result, FIRST_IMAGE if FIRST_IMAGE in images.ids else images.ids[0]
        )
        # What does not depend on the attack is computed only when something else has changed.
        settings = (state["captions"], state["end_token"], state["stemmer"], state["sigma"])
        if self._computed != settings:
            self._matrix = study_defences(images, defences=defences)
            self._views["unigrams"].value = views.unigrams([unigram_terms(images, k) for k in (2, 3, 4)])
            self._computed = settings
        self._views["matrix"].value = views.matrix(self._matrix, self._attack)
        lengths = length_factors(images, self._attack, state["sigma"])
        self._views["lengths"].value = (
            views.factors(lengths, self._attack, state["sigma"]) + views.penalty_curves()
        )
