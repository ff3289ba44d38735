"""What commands read: files, settings, image ids."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cidernb.commands.waiting import Waiting
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.evaluation_set import EvaluationSet
from cidernb.result import IdfSource, Result, score
from cidernb.tokenizers import check_tokenizer
from cidernb.validation import check_end_token
from cidernb.variant import Variant, as_variant

#: A variant, or the preset's name: "coco-caption" takes no table, and its equal by fields does.
ReadSetting = tuple[str | Variant, IdfSource]

#: The IDF sources that are no tables.
_SOURCES = ("corpus", "none")
_NUMBERS = ("sigma", "max_order", "scale")


class Choice(NamedTuple):
    """What to do with images that the two sides do not share; see `cidernb.readers.Choices`."""

    missing: str = "error"
    extra: str = "error"
    duplicates: str = "error"


class Settings(NamedTuple):
    """Which CIDEr, once or more, as the options name it."""

    variants: tuple[str, ...]
    idf: str | None
    num_images: int | None
    tokenizer: str
    end_token: str | None = None

    def read(self) -> list[ReadSetting]:
        """The variants with their IDF sources; tables are read.

        Raises
        ------
        ValueError
            If one of them does not exist, or they contradict each other.
        """
        check_tokenizer(self.tokenizer)
        check_end_token(self.end_token)
        return read_settings(self.variants, self.idf, self.num_images)


def read_images(
    references: Path, candidates: Path | None, choice: Choice, end_token: str | None = None
) -> EvaluationSet:
    """The captions of two files, or of one that holds both sides, with an end token behind each if any."""
    images = EvaluationSet.from_files(references, candidates, **choice._asdict())
    return images.with_end_token(end_token)


def score_images(
    images: EvaluationSet, setting: ReadSetting, tokenizer: str, work: Waiting, percent: float
) -> Result:
    """Score captions, and say how far it is."""
    variant, idf = setting
    chosen = as_variant(variant)
    captions = len(images) + sum(map(len, images.references.values()))
    with work.stage(f"splitting {captions} captions into words", 0.8 * percent, captions):
        images.encoding(tokenizer, chosen.stemmer, chosen.max_order)
    with work.stage("scoring", 0.2 * percent):
        return score(images, variant=variant, idf=idf, tokenizer=tokenizer)


def read_settings(
    settings: Sequence[str],
    idf: str | None = None,
    num_images: int | None = None,
    sources: tuple[str, ...] = _SOURCES,
) -> list[ReadSetting]:
    """The variants and IDF sources of settings; a table that several name is read once.

    Parameters
    ----------
    settings : sequence of str
        Such as "code-cider,sigma=6,idf=none".
    idf : str, optional
        The IDF source named beside the settings.
    num_images : int, optional
        |I| of the tables, named beside the settings.
    sources : tuple of str
        What an IDF source may be, besides a table.

    Raises
    ------
    ValueError
        If a preset, a field or a table does not exist, a value does not fit, or something is named
        twice or for nothing.
    """
    parsed = []
    for setting in settings:
        variant, own = _parse(setting)
        if own is not None and idf is not None:
            raise ValueError(
                f"The IDF source is named twice, by --idf {idf} and in the setting {setting!r}; name it once."
            )
        parsed.append((variant, own or idf or "corpus"))
    names = list(dict.fromkeys(source for _, source in parsed))
    if num_images is not None and all(name in sources for name in names):
        raise ValueError(
            f"--num-images {num_images} is about a table of document frequencies, and the IDF source is "
            f"{' and '.join(names)}; name the table by --idf, or leave --num-images out."
        )
    read = {name: name if name in sources else _table(name, num_images, sources) for name in names}
    return [(variant, read[source]) for variant, source in parsed]


def parse_setting(setting: str) -> ReadSetting:
    """The variant and the IDF source that a setting such as "code-cider,sigma=6,idf=none" names.

    Raises
    ------
    ValueError
        As `read_settings`.

    Examples
    --------
    >>> variant, idf = parse_setting("code-cider,stemmer=plural,idf=none")
    >>> variant.stemmer, idf
    ('plural', 'none')
    """
    (read,) = read_settings([setting])
    return read


def _parse(setting: str) -> tuple[str | Variant, str | None]:
    """The variant, and the name of the IDF source if the setting has one."""
    preset, *changes = (part.strip() for part in setting.split(","))
    variant = as_variant(preset)
    fields = {field.name for field in dataclasses.fields(Variant)} - {"order_weights"}
    values: dict[str, str] = {}
    for change in changes:
        name, equals, value = (part.strip() for part in change.partition("="))
        if name not in fields | {"idf"} or not equals:
            raise ValueError(
                f"{change!r} in the setting {setting!r} is not one of {', '.join(sorted(fields))} or idf, "
                "with = and a value."
            )
        if name in values:
            raise ValueError(f"The setting {setting!r} gives {name} twice; give it once.")
        values[name] = value
    idf = values.pop("idf", None)
    numbers = {name: _value(name, value) for name, value in values.items()}
    return (variant.replace(**numbers) if values else preset), idf


def _table(source: str, num_images: int | None, sources: tuple[str, ...]) -> DocumentFrequencies:
    if not Path(source).exists():
        *others, last = sources
        raise ValueError(
            f"The IDF source {source!r} is neither {', '.join(others)} nor {last}, nor is there a file of "
            "that name."
        )
    return DocumentFrequencies.load(source, num_images)


def _value(name: str, value: str) -> Any:
    if name not in _NUMBERS:
        return value
    if name == "sigma" and value == "none":
        return None
    try:
        return int(value) if name == "max_order" else float(value)
    except ValueError:
        whole = "a whole number" if name == "max_order" else "a number"
        raise ValueError(f"{name}={value} is not {whole}.") from None


def image_id(result: Result, name: str | None) -> Hashable | None:
    """The id that is written so: files may hold numbers where the command line holds text.

    Raises
    ------
    ValueError
        If there is no such image.
    """
    if name is None:
        return None
    for known in result.evaluation_set.ids:
        if str(known) == name:
            return known
    raise ValueError(f"There is no image {name!r} in the references.")
