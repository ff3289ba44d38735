"""The controls of a setting: one widget for each thing a reader may choose."""

from __future__ import annotations

from typing import Any

from cidernb.apps.controls import checkbox, dropdown, text, whole_number
from cidernb.exploring.setting import CLIPPING_READINGS, PRESET_LABELS, Setting, preset_of, reading_of
from cidernb.exploring.world import World

CUSTOM = "custom"

#: Every control, in the order in which they are laid out.
NAMES = (
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
    "more",
    "pin",
)

_SIGMAS = (("none", None), *((f"σ = {sigma:g}", sigma) for sigma in (1.0, 3.0, 6.0, 12.0)))


def make_controls(world: World, setting: Setting) -> dict[str, Any]:
    """All controls by name, showing a setting."""
    images = world.evaluation_set
    most = max(map(len, images.references.values()))
    variant = setting.variant
    sigmas = list(_SIGMAS)
    if variant.sigma not in [value for _, value in sigmas]:
        sigmas.append((f"σ = {variant.sigma:g}", variant.sigma))
    pools = [(pool.label, name) for name, pool in world.pools.items()]
    companies = [(company.label, name) for name, company in world.companies.items()]
    counts: list[tuple[str, int | None]] = [(f"all {most}" if most > 1 else "the one", None)]
    counts += [(f"the first {m}" if m > 1 else "the first", m) for m in range(1, most)]
    return {
        "image": dropdown("Image", image_options(world), setting.image),
        "candidate": text("Candidate caption", shown_values(world, setting)["candidate"]),
        "repeat": whole_number("Repeat", setting.repeat, 1, 4),
        "preset": dropdown(
            "Variant", [*((label, name) for name, label in PRESET_LABELS.items()), (CUSTOM, CUSTOM)], CUSTOM
        ),
        "stemmer": dropdown("Stemming", ["none", "plural", "porter"], variant.stemmer),
        "clipping": dropdown("Clipping", list(CLIPPING_READINGS), reading_of(variant)),
        "sigma": dropdown("Length penalty", sigmas, variant.sigma),
        "unseen": dropdown("Unseen n-grams", ["floor", "limit"], variant.unseen),
        "idf": dropdown(
            "IDF source", [("the evaluation set", "corpus"), *pools, ("none", "none")], setting.idf
        ),
        "company": dropdown("Evaluation set", companies, setting.company),
        "references": dropdown("References", counts, setting.references),
        "end_token": checkbox("End token", setting.end_token),
        "max_order": whole_number("Longest n-gram", variant.max_order, 1, 6),
        "more": checkbox("More settings"),
        "pin": checkbox("Compare with this"),
    }


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
    value = {name: control.value for name, control in controls.items()}
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
