"""Which column, or which name in a JSON object, holds the ids, the candidates and the references."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Side = Literal["candidates", "references"]
SIDES: tuple[Side, ...] = ("candidates", "references")

#: Names in lower case with underscores, those that say most first.
ID_NAMES = (
    *("image_id", "imageid", "image", "img_id", "img", "image_name", "file_name", "filename", "file"),
    *("key", "id"),
)
CANDIDATE_NAMES = ("candidate", "generated_caption", "generated", "prediction", "output", "result")
#: Names that say nothing of the side.
CAPTION_NAMES = ("caption", "text", "sentence", "comment", "description")
REFERENCE_NAMES = (
    *("reference", "references", "ref", "refs", "reference_caption", "reference_captions"),
    *("ground_truth", "gt", "gts"),
)
#: Names that, unless a better one is there, hold several references.
PLURAL_NAMES = ("captions", "sentences", "comments", "descriptions")


class Columns(NamedTuple):
    """Places of columns; no id means that the rows' numbers are the ids."""

    image_id: int | None
    captions: tuple[int, ...]


def find_columns(names: Sequence[str], side: Side, *, both: bool = False) -> Columns | None:
    """Where the ids and the captions of a side stand.

    Parameters
    ----------
    names : sequence of str
        The columns' names; capitals, blanks and hyphens do not matter.
    side : {"candidates", "references"}
        The captions to look for.
    both : bool
        Whether the other side stands there too, so that each needs a column of its own.

    Returns
    -------
    Columns or None
        None if there is no such column.

    Examples
    --------
    >>> find_columns(["Image ID", "candidate", "reference 1", "reference 2"], "references")
    Columns(image_id=0, captions=(2, 3))
    >>> find_columns(["image", "caption"], "candidates")
    Columns(image_id=0, captions=(1,))
    """
    plain = list(map(_plain, names))
    unnumbered = list(map(_without_number, plain))
    image_id = _first(plain, ID_NAMES)
    if side == "candidates":
        place = _first(plain, (*CANDIDATE_NAMES, *CAPTION_NAMES))
        captions: tuple[int, ...] = () if place is None else (place,)
    else:
        captions = _all(unnumbered, REFERENCE_NAMES)
        if not captions and not both:
            captions = _all(unnumbered, CAPTION_NAMES) or _all(plain, PLURAL_NAMES)
        elif not captions:
            captions = _all(plain, PLURAL_NAMES)
    return Columns(image_id, captions) if captions else None


def repeated_column(names: Sequence[str], columns: Columns, side: Side) -> str | None:
    """The name of a column that stands twice where one is needed; several references may share a name.

    Examples
    --------
    >>> names = ["image_id", "caption", "Caption"]
    >>> repeated_column(names, find_columns(names, "candidates"), "candidates")
    'caption'
    """
    plain = list(map(_plain, names))
    places = [] if columns.image_id is None else [columns.image_id]
    if side == "candidates":
        places += columns.captions
    return next((names[place] for place in places if plain.count(plain[place]) > 1), None)


def _plain(name: str) -> str:
    return re.sub(r"[\s\-]+", "_", name.strip().lower())


def _without_number(name: str) -> str:
    bare = name.rstrip("0123456789")
    return name if bare == name else bare.removesuffix("_")


def _first(names: Sequence[str], known: Sequence[str]) -> int | None:
    return next((names.index(name) for name in known if name in names), None)


def _all(names: Sequence[str], known: Sequence[str]) -> tuple[int, ...]:
    """The places of all names with the first known one that is there; numbered names belong together."""
    found = next((name for name in known if name in names), None)
    return tuple(place for place, name in enumerate(names) if name == found)
