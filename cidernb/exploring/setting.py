"""Settings: everything a reader chose, as one value that can be stored and handed on."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cidernb.variant import PRESETS, Variant

#: The settings of the clipping control: its words on screen to (clipping, tf).
#: Only these pairs differ, for the TF normaliser acts under weight clipping alone.
CLIPPING_READINGS: dict[str, tuple[str, str]] = {
    "none": ("none", "count"),
    "counts, as the paper's text": ("count", "count"),
    "weights, as the code": ("weight", "count"),
    "weights, Eq. 4, all orders": ("weight", "all"),
    "weights, Eq. 4, order n": ("weight", "order"),
}


def shown(variant: Variant) -> Variant:
    """A variant on the scorers' scale of 0 to 10, its TF normaliser dropped where it cannot act."""
    tf = variant.tf if variant.clipping == "weight" else "count"
    return variant.replace(scale=10, tf=tf)


def reading_of(variant: Variant) -> str:
    """The words for a variant's clipping."""
    pair = (variant.clipping, shown(variant).tf)
    return next(words for words, reading in CLIPPING_READINGS.items() if reading == pair)


#: The presets that differ on the scorers' scale, with their words on screen. coco-caption is
#: code-cider-d; paper-cider-unstemmed on this scale is code-cider.
PRESET_LABELS = {
    "code-cider-d": "code CIDEr-D (as coco-caption)",
    "code-cider": "code CIDEr",
    "paper-cider": "paper CIDEr, Eqs. 1–3",
    "paper-cider-d-eq4-all": "paper CIDEr-D, Eq. 4, all orders",
    "paper-cider-d-eq4-order": "paper CIDEr-D, Eq. 4, order n",
    "paper-cider-d-text": "paper CIDEr-D, as its text",
}


def preset_of(variant: Variant) -> str | None:
    """The preset among `PRESET_LABELS` that is this variant, whatever the scale; None if none is."""
    same = (name for name in PRESET_LABELS if shown(PRESETS[name]) == shown(variant))
    return next(same, None)


@dataclass(frozen=True)
class Setting:
    """One state of an explorer.

    Attributes
    ----------
    image : hashable
        The image looked at.
    candidate : str or None
        The caption typed for it; None leaves the evaluation set's.
    repeat : int
        How many times the caption is said over.
    company : str
        Which images are scored with it: a name among the world's companies.
    idf : str
        The IDF source: "corpus", "none" or a name among the world's pools.
    references : int or None
        How many references each image keeps; None keeps all.
    end_token : bool
        Whether a word that marks the end stands behind every caption.
    variant : Variant
        The definition of CIDEr, on the scorers' scale.
    """

    image: Any
    candidate: str | None = None
    repeat: int = 1
    company: str = "all"
    idf: str = "corpus"
    references: int | None = None
    end_token: bool = False
    variant: Variant = field(default_factory=lambda: PRESETS["code-cider-d"])

    def replace(self, **changes: Any) -> Setting:
        """A copy with some fields changed."""
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """The setting in plain containers, as JSON can hold it."""
        return dataclasses.asdict(self)

    def to_line(self) -> str:
        """The setting as one short line of JSON: what differs from the defaults alone.

        Examples
        --------
        >>> Setting(32, repeat=2).to_line()
        '{"image": 32, "repeat": 2}'
        """
        plain = Setting(self.image).to_dict()
        stored = {name: value for name, value in self.to_dict().items() if value != plain[name]}
        if "variant" in stored:
            usual = plain["variant"]
            stored["variant"] = {k: v for k, v in stored["variant"].items() if v != usual[k]}
        return json.dumps({"image": self.image} | stored, ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str) -> Setting:
        """The setting that `to_line` gave.

        Raises
        ------
        ValueError
            If the line is not a setting.
        """
        try:
            stored = json.loads(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"This is not an explorer's state: it is not JSON, {error.msg}.") from None
        if not isinstance(stored, dict):
            raise ValueError("This is not an explorer's state: it is no JSON object.")
        return cls.from_dict(stored)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Setting:
        """The setting that `to_dict` gave; what is left out has its default.

        Raises
        ------
        ValueError
            If something in it is not a setting.
        """
        known = {f.name for f in dataclasses.fields(cls)}
        unknown = sorted(set(stored) - known)
        if unknown or "image" not in stored:
            wrong = f"{unknown[0]!r} is no setting" if unknown else "it names no image"
            raise ValueError(f"This is not an explorer's state: {wrong}.")
        values = dict(stored)
        if "variant" in values:
            values["variant"] = _variant(values["variant"])
        return cls(**values)


def _variant(stored: Any) -> Variant:
    try:
        return Variant(**stored)
    except TypeError as error:
        raise ValueError(f"This is not an explorer's state: {error}.") from None
