"""ABSTRACT-50S and PASCAL-50S as their authors distribute them, from a folder that the reader names.

Nothing of them is part of this package. What the files do not say of themselves: the B and C of the
votes are the C and B of the candidates' files, and a vote belongs to a pair by its place, not by
its text, for two pairs of different images may hold the same two captions.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from cidernb.readers.json_forms import parse_json
from cidernb.readers.opening import read_text
from cidernb.studies.consensus import Side
from cidernb.studies.people.matlab import Triplet, read_triplets, read_variable, text_of
from cidernb.studies.people.study import JudgedPair, Study, recover_kinds

#: The environment variable that names the folder.
VARIABLE = "CIDERNB_DATA"

_CATEGORIES = {1: "HC", 2: "HI", 3: "HM", 4: "MM"}


@dataclass(frozen=True)
class Files:
    """The names of a data set's files.

    Attributes
    ----------
    name : str
        The data set.
    votes, references, b, c : str
        The MATLAB file with the triplets, and the JSON files.
    pairs : str or None
        The MATLAB file with the kinds of the pairs.
    """

    name: str
    votes: str
    references: str
    b: str
    c: str
    pairs: str | None = None

    def all(self) -> tuple[str, ...]:
        """Every file's name."""
        return tuple(filter(None, (self.votes, self.references, self.b, self.c, self.pairs)))


ABSTRACT = Files(
    "ABSTRACT-50S",
    "consensus_abstract.mat",
    "abstract48S.json",
    "abstract_candsB.json",
    "abstract_candsC.json",
)
PASCAL = Files(
    "PASCAL-50S",
    "consensus_pascal.mat",
    "pascal50S.json",
    "pascal_candsB.json",
    "pascal_candsC.json",
    "pair_pascal.mat",
)
DATA_SETS = (ABSTRACT, PASCAL)


class _Entry(NamedTuple):
    image: str
    caption: str


def read_study(folder: str | os.PathLike[str]) -> Study:
    """Read the one data set whose files are all in a folder, or in a folder within it.

    Parameters
    ----------
    folder : path
        Holds the files of ABSTRACT-50S or of PASCAL-50S under the names their authors gave them.

    Returns
    -------
    Study
        The pairs with the kinds that are known: PASCAL-50S's from its file, those of ABSTRACT-50S
        that `recover_kinds` can tell.

    Raises
    ------
    OSError
        If there is no such folder or a file cannot be opened.
    ValueError
        If files are missing or do not fit together; the sentence names the file.
    """
    root = Path(folder)
    found = complete(root)
    if len(found) == 1:
        return _read(*found[0])
    if found:
        places = ", ".join(str(place) for place, _ in found)
        raise ValueError(f"{root} holds several data sets; name one folder: {places}.")
    raise ValueError(_what_is_missing(root))


def complete(root: Path) -> list[tuple[Path, Files]]:
    """The data sets all of whose files are in a folder or in a folder within it."""
    places = [root, *sorted(place for place in root.iterdir() if place.is_dir())]
    return [
        (place, files)
        for place in places
        for files in DATA_SETS
        if all((place / name).is_file() for name in files.all())
    ]


def available_study(folder: str | os.PathLike[str] | None = None) -> Study | None:
    """The data set in a folder, or in the one that CIDERNB_DATA names; None where there is none.

    Raises
    ------
    OSError, ValueError
        As `read_study`, if a folder is given.
    """
    if folder is not None:
        return read_study(folder)
    named = os.environ.get(VARIABLE)
    found = complete(Path(named)) if named and Path(named).is_dir() else []
    return _read(*found[0]) if found else None


def _what_is_missing(root: Path) -> str:
    places = [root, *sorted(place for place in root.iterdir() if place.is_dir())]
    for place in places:
        for files in DATA_SETS:
            lacking = [name for name in files.all() if not (place / name).is_file()]
            if len(lacking) < len(files.all()):
                return f"{place / lacking[0]} is missing; {files.name} needs {', '.join(files.all())}."
    names = " or ".join(f"{files.name} ({files.votes}, ...)" for files in DATA_SETS)
    return f"{root} holds no files of {names}; name the folder that does."


def _read(folder: Path, files: Files) -> Study:
    references: dict[str, list[str]] = {}
    for entry in _entries(folder / files.references):
        references.setdefault(entry.image, []).append(entry.caption)
    b, c = (_entries(folder / name) for name in (files.b, files.c))
    if len(b) != len(c):
        raise ValueError(f"{folder / files.c} has {len(c)} captions and {files.b} {len(b)}; give them alike.")
    triplets = read_triplets(folder / files.votes)
    if not b or len(triplets) % len(b):
        raise ValueError(
            f"{folder / files.votes} has {len(triplets)} triplets, not as many for each of {len(b)} pairs."
        )
    size = len(triplets) // len(b)
    blocks = [triplets[start : start + size] for start in range(0, len(triplets), size)]
    pairs = tuple(
        _pair(number, one, other, block, references, folder / files.votes)
        for number, (one, other, block) in enumerate(zip(b, c, blocks, strict=True))
    )
    if files.pairs is not None:
        kinds = _kinds(folder / files.pairs, pairs)
        pairs = tuple(replace(pair, kind=kind) for pair, kind in zip(pairs, kinds, strict=True))
    else:
        pairs = recover_kinds(pairs)
    return _without_unasked(files.name, references, pairs)


def _entries(path: Path) -> list[_Entry]:
    content = parse_json(read_text(path), str(path))
    if not isinstance(content, list):
        raise ValueError(f"{path} is no list; give a list of entries with image_id and caption.")
    entries = []
    for place, entry in enumerate(content):
        image, caption = (
            map(entry.get, ("image_id", "caption")) if isinstance(entry, Mapping) else (None, None)
        )
        if not isinstance(image, str) or not isinstance(caption, str):
            raise ValueError(f"Entry {place} of {path} has no image_id and caption in text; add them.")
        entries.append(_Entry(image, caption))
    return entries


def _pair(
    number: int, b: _Entry, c: _Entry, block: list[Triplet], references: Mapping[str, list[str]], path: Path
) -> JudgedPair:
    """A pair with the votes of its block."""
    if b.image != c.image or b.image not in references:
        raise ValueError(
            f"Pair {number} is of image {b.image!r} in one file and not in the others; see {path}."
        )
    swapped = _is_swapped(number, b.caption, c.caption, block, path)
    places = _places([triplet.a for triplet in block], references[b.image], number, path)
    of_rating: dict[int, Side | None] = {1: "C", 0: None, -1: "B"} if swapped else {1: "B", 0: None, -1: "C"}
    sides = tuple(of_rating[triplet.rating] for triplet in block)
    return JudgedPair(b.image, b.caption, c.caption, sides, places)


def _is_swapped(number: int, b: str, c: str, block: list[Triplet], path: Path) -> bool:
    said = {(_plain(triplet.b), _plain(triplet.c)) for triplet in block}
    here = (_plain(b), _plain(c))
    # The authors' votes have it the other way round; where both captions are one it does not matter.
    if said == {here[::-1]}:
        return True
    if said == {here}:
        return False
    raise ValueError(
        f"The votes on pair {number} in {path} are not all on its two captions, {b!r} and {c!r}; the files "
        "do not belong together."
    )


def _places(texts: list[str], references: list[str], number: int, path: Path) -> tuple[int, ...]:
    """The place of each A among the references; of equal references each has its own."""
    free: dict[str, list[int]] = {}
    for place in reversed(range(len(references))):
        free.setdefault(_plain(references[place]), []).append(place)
    places = []
    for text in texts:
        left = free.get(_plain(text))
        if not left:
            raise ValueError(
                f"{path} has votes on {text!r} for pair {number}, which is none of its references."
            )
        places.append(left.pop())
    return tuple(places)


def _plain(text: str) -> str:
    return " ".join(text.split())


def _without_unasked(name: str, references: Mapping[str, list[str]], pairs: Iterable[JudgedPair]) -> Study:
    """The study without references of which no triplet asks: PASCAL-50S drops two of fifty."""
    asked: dict[Any, set[int]] = {}
    for pair in pairs:
        asked.setdefault(pair.image, set()).update(pair.places)
    kept = {image: sorted(asked.get(image, range(len(texts)))) for image, texts in references.items()}
    new = {image: {old: place for place, old in enumerate(places)} for image, places in kept.items()}
    return Study(
        name,
        {image: tuple(texts[place] for place in kept[image]) for image, texts in references.items()},
        tuple(
            replace(pair, places=tuple(new[str(pair.image)][place] for place in pair.places))
            for pair in pairs
        ),
    )


def _kinds(path: Path, pairs: tuple[JudgedPair, ...]) -> list[str]:
    """The kinds of PASCAL-50S's pairs; its sentences must be those of the candidates' files."""
    inputs, categories = read_variable(path, "new_input"), read_variable(path, "category")
    if not len(inputs) == len(categories) == len(pairs):
        raise ValueError(
            f"{path} has {len(inputs)} pairs and the candidates' files {len(pairs)}; give them alike."
        )
    kinds = []
    for number, (each, category, pair) in enumerate(zip(inputs, categories, pairs, strict=True)):
        said = {_plain(text_of(each["sent1"])), _plain(text_of(each["sent2"]))}
        if said != {_plain(pair.b), _plain(pair.c)} or text_of(each["name"]) != pair.image:
            raise ValueError(
                f"Pair {number} of {path} is not that of the candidates' files; mend one of them."
            )
        if int(category) not in _CATEGORIES:
            raise ValueError(f"Pair {number} of {path} has the category {category}; give 1 to 4.")
        kinds.append(_CATEGORIES[int(category)])
    return kinds
