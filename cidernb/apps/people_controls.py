"""The controls over a study of people's choices, and what they offer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cidernb.apps.controls import button, checkbox, dropdown, text, whole_number
from cidernb.exploring.setting import PRESET_LABELS
from cidernb.studies.people.baselines import has_meteor

#: "paper-cider" first, for that is what the paper holds against people.
VARIANTS = ("paper-cider", *(name for name in PRESET_LABELS if name != "paper-cider"))
TIES = (("are left out", "excluded"), ("are counted", "counted"))
IDFS = (
    ("all references of all images", "corpus"),
    ("the references compared with", "recomputed"),
    ("nothing: no IDF", "none"),
)
ORDERS = (("1 to 4", None), *((f"{n} alone", n) for n in range(1, 5)))


def make_controls(folder: str, state: Mapping[str, Any], most: int) -> dict[str, Any]:
    """The controls by name.

    Parameters
    ----------
    folder : str
        What stands in the field for the folder.
    state : mapping
        What the others start from.
    most : int
        The most references of a pair.
    """
    field = text("Folder with the authors' files", folder)
    # A path is read once it is whole.
    field.continuous_update = False
    field.placeholder = "empty: the embedded study; a path and Enter: the files there"
    return {
        "folder": field,
        "variant": dropdown("Metric", [(PRESET_LABELS[name], name) for name in VARIANTS], state["variant"]),
        "references": whole_number("References", state["references"], 1, most),
        "ties": dropdown("Pairs without a winner", TIES, state["ties"]),
        "more": checkbox("More settings"),
        "idf": dropdown("IDF counts", IDFS, state["idf"]),
        "order": dropdown("n-gram orders", ORDERS, state["order"]),
        "go": button("Stop"),
        "meteor": button("Run METEOR too (takes minutes)", disabled=not has_meteor()),
    }
