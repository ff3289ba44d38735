"""The controls of a setting: one widget for each thing a reader may choose."""

from __future__ import annotations

from typing import Any

import ipywidgets

from cidernb.apps.controls import button, checkbox, dropdown, text, whole_number
from cidernb.exploring.setting import CLIPPING_READINGS, PRESET_LABELS, Setting, preset_of, reading_of
from cidernb.exploring.world import World

CUSTOM = "custom"

#: The controls that say a setting, in the order in which they are laid out.
_OF_SETTING = (
    "image",
    "candidate",
    "repeat",
    "preset",
    "stemmer",
    "clipping",
    "sigma",
    "unseen",
    "idf",
    "company",
    "references",
    "end_token",
    "max_order",
)

#: Every control.
NAMES = (*_OF_SETTING, "more", "pin", "state", "draw")

_SIGMAS = (("none", None), *((f"σ = {sigma:g}", sigma) for sigma in (1.0, 3.0, 6.0, 12.0)))


def make_controls(world: World, setting: Setting) -> dict[str, Any]:
    """All controls by name, showing a setting.

    Raises
    ------
    ValueError
        If the setting says what no control can show.
    """
    controls = _plain_controls(world)
    check_setting(world, setting, controls)
    for name, value in shown_values(world, setting).items():
        controls[name].value = value
    return controls


def _plain_controls(world: World) -> dict[str, Any]:
    images = world.evaluation_set
    most = max(map(len, images.references.values()))
    presets = [*((label, name) for name, label in PRESET_LABELS.items()), (CUSTOM, CUSTOM)]
    pools = [(pool.label, name) for name, pool in world.pools.items()]
    sources = [("the evaluation set", "corpus"), *pools, ("none", "none")]
    companies = [(company.label, name) for name, company in world.companies.items()]
    counts: list[tuple[str, int | None]] = [(f"all {most}" if most > 1 else "the one", None)]
    counts += [(f"the first {m}" if m > 1 else "the first", m) for m in range(1, most)]
    return {
        "image": dropdown("Image", image_options(world), images.ids[0]),
        "candidate": text("Candidate caption", ""),
        "repeat": whole_number("Repeat", 1, 1, 4),
        "preset": dropdown("Variant", presets, CUSTOM),
        "stemmer": dropdown("Stemming", ["none", "plural", "porter"], "none"),
        "clipping": dropdown("Clipping", list(CLIPPING_READINGS), "none"),
        "sigma": dropdown("Length penalty", list(_SIGMAS), None),
        "unseen": dropdown("Unseen n-grams", ["floor", "limit"], "floor"),
        "idf": dropdown("IDF source", sources, "corpus"),
        "company": dropdown("Evaluation set", companies, "all"),
        "references": dropdown("References", counts, None),
        "end_token": checkbox("End token"),
        "max_order": whole_number("Longest n-gram", 4, 1, 6),
        "more": checkbox("More settings"),
        "pin": checkbox("Compare with this"),
        "state": text("A line to start from", ""),
        "draw": button("Make a picture (PNG)"),
    }


def check_setting(world: World, setting: Setting, controls: dict[str, Any]) -> None:
    """Refuse a setting that the controls cannot show; a new width of the length penalty is taken up.

    Raises
    ------
    ValueError
        If its image or a choice is not on offer, or a number is out of range.
    """
    if setting.image not in world.evaluation_set.ids:
        raise ValueError(f"There is no image {setting.image!r} among these; choose another.")
    sigma, options = setting.variant.sigma, controls["sigma"].options
    if sigma not in [value for _, value in options]:
        controls["sigma"].options = (*options, (f"σ = {sigma:g}", sigma))
    for name, value in shown_values(world, setting).items():
        wanted = _wanted(controls[name], value)
        if wanted:
            raise ValueError(f"{controls[name].description} is {value!r}; {wanted}.")


def _wanted(control: Any, value: Any) -> str:
    """What a control wants in place of a value; empty where it can show it."""
    if isinstance(control, ipywidgets.Dropdown):
        values = [option[1] if isinstance(option, tuple) else option for option in control.options]
        return "" if value in values else f"choose one of {', '.join(map(str, values))}"
    if isinstance(control, ipywidgets.BoundedIntText):
        whole = isinstance(value, int) and control.min <= value <= control.max
        return "" if whole else f"give a whole number from {control.min} to {control.max}"
    if isinstance(control, ipywidgets.Checkbox):
        return "" if isinstance(value, bool) else "give true or false"
    return "" if isinstance(value, str) else "give a caption"


def image_options(world: World) -> list[tuple[str, Any]]:
    """Every image with what it shows."""
    return [
        (f"{i} · {world.pictures[i].description}" if i in world.pictures else str(i), i)
        for i in world.evaluation_set.ids
    ]


def shown_values(world: World, setting: Setting) -> dict[str, Any]:
    """What the controls show for a setting."""
    own = world.evaluation_set.candidates[setting.image]
    variant = setting.variant
    return {
        "image": setting.image,
        "candidate": own if setting.candidate is None else setting.candidate,
        "repeat": setting.repeat,
        "preset": preset_of(variant) or CUSTOM,
        "stemmer": variant.stemmer,
        "clipping": reading_of(variant),
        "sigma": variant.sigma,
        "unseen": variant.unseen,
        "idf": setting.idf,
        "company": setting.company,
        "references": setting.references,
        "end_token": setting.end_token,
        "max_order": variant.max_order,
    }


def read_controls(world: World, setting: Setting, controls: dict[str, Any]) -> Setting:
    """The setting that the controls say, but for image and preset, which are taken over at once."""
    value = {name: controls[name].value for name in _OF_SETTING}
    clipping, tf = CLIPPING_READINGS[value["clipping"]]
    own = world.evaluation_set.candidates[setting.image]
    kept = setting.variant.order_weights if value["max_order"] == setting.variant.max_order else None
    variant = setting.variant.replace(
        stemmer=value["stemmer"],
        clipping=clipping,
        tf=tf,
        sigma=value["sigma"],
        unseen=value["unseen"],
        max_order=value["max_order"],
        order_weights=kept,
    )
    return setting.replace(
        candidate=None if value["candidate"] == own else value["candidate"],
        repeat=value["repeat"],
        company=value["company"],
        idf=value["idf"],
        references=value["references"],
        end_token=value["end_token"],
        variant=variant,
    )
