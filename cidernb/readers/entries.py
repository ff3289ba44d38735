"""What a file says of each image, whatever its form, before anything of it is believed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import fspath
from typing import Any

from cidernb.readers.columns import ID_NAMES, SIDES, Side, find_columns, repeated_column
from cidernb.readers.json_forms import Repeated, holds_json_lines, parse_json, parse_json_lines
from cidernb.readers.opening import Path, read_text
from cidernb.readers.tables import Table, parse_table
from cidernb.whole_files import check_path

_FORMS = {
    "candidates": "COCO results, an object {id: caption}, a list of captions, JSON lines or a table",
    "references": "COCO annotations, an object {id: [captions]}, a list of lists, JSON lines or a table",
}
#: A surrogate, which stands in text only where a character was cut in two.
HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True)
class Entries:
    """The captions of one side, as they stand in the file; anything may stand where a caption belongs.

    Attributes
    ----------
    path : str
        The file.
    side : {"candidates", "references"}
        Which side it is.
    ids : list
        The image of each entry; an image may have several.
    captions : list
        What each entry holds.
    unit : {"Entry", "Line", ""}
        What an entry is called; "" where it is all that the file says of its image.
    places : list of int
        The number of each entry, for messages.
    by_position : bool
        Whether the file names no images, so that the ids are places in it.
    """

    path: str
    side: Side
    ids: list[Hashable] = field(default_factory=list)
    captions: list[Any] = field(default_factory=list)
    unit: str = ""
    places: list[int] = field(default_factory=list)
    by_position: bool = False

    def add(self, place: int, image_id: Hashable, values: Sequence[Any]) -> None:
        """Add what one entry holds; references may stand there as lists."""
        for value in values:
            self.ids.append(image_id)
            self.captions.append(value)
            self.places.append(place)

    def where(self, entry: int) -> str:
        """The entry in words, to begin a sentence with."""
        return f"{self.unit} {self.places[entry]} of {self.path}" if self.unit else self.path


class CaptionFile:
    """A file of captions, parsed once for either side.

    Parameters
    ----------
    path : path
        JSON, JSON lines, CSV or TSV, packed by gzip or not; the content tells which.
    both : bool
        Whether candidates and references stand in this one file.

    Raises
    ------
    OSError, ValueError
        If it cannot be opened or is none of these.
    """

    def __init__(self, path: Path, *, both: bool = False) -> None:
        self._path, self._both = fspath(check_path(path)), both
        text = read_text(path)
        self._escapes = _SURROGATE_ESCAPE.search(text) is not None
        name = str(self._path).lower().removesuffix(".gz")
        if name.endswith((".jsonl", ".ndjson")) or holds_json_lines(text):
            self._content: Any = parse_json_lines(text, self._path)
            self._lines = True
        elif name.endswith(".json") or text.lstrip()[0] in "[{":
            self._content, self._lines = parse_json(text, self._path), False
        else:
            self._content, self._lines = parse_table(text, self._path, self._is_header), False

    def _is_header(self, names: Sequence[str]) -> bool:
        return any(find_columns(names, side) is not None for side in SIDES)

    def entries(self, side: Side) -> Entries:
        """What the file says of one side.

        Raises
        ------
        ValueError
            If it holds nothing of that side, or an id is neither a number nor text.
        """
        if isinstance(self._content, Table):
            entries = self._of_table(self._content, side)
        elif self._lines:
            places = [line for line, _ in self._content]
            entries = self._of_objects([value for _, value in self._content], side, "Line", places)
        else:
            entries = self._of_json(self._content, side)
        self._check(entries)
        return entries

    def _of_json(self, content: Any, side: Side) -> Entries:
        if self._both and isinstance(content, Mapping) and {"candidates", "references"} <= content.keys():
            content = content[side]
        elif self._both and not _is_objects(content):
            raise ValueError(_one_side(self._path))
        if isinstance(content, Mapping):
            content = _entries_within(content, side)
        if _is_objects(content):
            return self._of_objects(content, side, "Entry", range(len(content)))
        if isinstance(content, Repeated):
            if side == "references":
                raise ValueError(f"{self._path} names an image twice; give each one list of references.")
            ids, captions = zip(*content.pairs, strict=True)
            return Entries(self._path, side, list(ids), list(map(_caption_of, captions)))
        if isinstance(content, Mapping):
            return Entries(self._path, side, list(content), list(map(_caption_of, content.values())))
        if isinstance(content, list):
            _check_positions(content, self._path)
            places: list[Hashable] = list(range(len(content)))
            return Entries(self._path, side, places, list(map(_caption_of, content)), by_position=True)
        raise ValueError(f"{self._path} holds neither COCO entries nor another form known: {_FORMS[side]}.")

    def _of_objects(self, objects: Sequence[Any], side: Side, unit: str, places: Sequence[int]) -> Entries:
        first = objects[0] if objects else {}
        names = list(first) if isinstance(first, Mapping) else []
        columns = find_columns(names, side, both=self._both)
        if self._both and columns is None and any(find_columns(names, one) for one in SIDES):
            raise ValueError(_one_side(self._path))
        if columns is None or columns.image_id is None:
            where = f"{unit} {places[0]} of {self._path}"
            raise ValueError(f'{where} has no "image_id" and "caption"{_or_more(side)}; add them.')
        key, held = names[columns.image_id], [names[place] for place in columns.captions]
        entries = Entries(self._path, side, unit=unit)
        for place, entry in zip(places, objects, strict=True):
            found = [entry[name] for name in held if name in entry] if isinstance(entry, Mapping) else []
            if not found or key not in entry:
                where = f"{unit} {place} of {self._path}"
                raise ValueError(f'{where} has no "{key}" and "{held[0]}"; add them, as the first has them.')
            if isinstance(entry, Repeated) and (twice := next(filter(entry.says_twice, (key, *held)), None)):
                raise ValueError(f'{unit} {place} of {self._path} says "{twice}" twice; keep one.')
            entries.add(place, entry[key], found)
        return entries

    def _of_table(self, table: Table, side: Side) -> Entries:
        columns = find_columns(table.header, side, both=self._both)
        if columns is None and self._both:
            raise ValueError(_one_side(self._path))
        if columns is None:
            named = ", ".join(map(repr, table.header))
            raise ValueError(
                f"{self._path} has no column of {side} among {named}; name one "
                f"{'caption or candidate' if side == 'candidates' else 'caption or reference'}."
            )
        repeated = repeated_column(table.header, columns, side)
        if repeated is not None:
            raise ValueError(f"{self._path} has two columns named {repeated!r}; take one out or rename it.")
        entries = Entries(self._path, side, unit="Line", by_position=columns.image_id is None)
        for number, (line, cells) in enumerate(table.rows):
            image_id: Hashable = number if columns.image_id is None else cells[columns.image_id].strip()
            if image_id == "":
                raise ValueError(f"Line {line} of {self._path} has no image id; add it.")
            captions = [cells[place] for place in columns.captions]
            if len(captions) > 1:  # images have different numbers of references: a cell left empty is none
                captions = [caption for caption in captions if caption.strip()] or [""]
            entries.add(line, image_id, captions)
        return entries

    def _check(self, entries: Entries) -> None:
        for number, image_id in enumerate(entries.ids):
            if type(image_id) not in (str, int):
                raise ValueError(
                    f"{entries.where(number)} has the image id {image_id!r}; use a whole number or text."
                )
        if not self._escapes:
            return
        for number, (image_id, value) in enumerate(zip(entries.ids, entries.captions, strict=True)):
            if any(map(HALF_CHARACTER.search, _texts(image_id, value))):
                raise ValueError(
                    f"{entries.where(number)} holds half a character, an unpaired surrogate, for image "
                    f"{image_id!r}; write the whole character."
                )


def _one_side(path: str) -> str:
    return f"{path} does not hold both sides; give the references' file, then the candidates'."


def _check_positions(content: list[Any], path: str) -> None:
    """Refuse a list whose parts name images, so that their places do not.

    Raises
    ------
    ValueError
        Saying how the file is to be written.
    """
    first: Any = content[0] if content else None
    if _is_objects(first) and any(name in first[0] for name in ID_NAMES):
        raise ValueError(f"{path} holds its entries in a list within a list; take the outer brackets away.")
    if isinstance(first, list) and len(first) > 1 and isinstance(first[0], int):
        raise ValueError(
            f"{path} holds lists of an image id and captions; write an object, "
            f'{{"{first[0]}": ...}}, or entries with "image_id" and "caption".'
        )


def _entries_within(content: Mapping[str, Any], side: Side) -> Any:
    """COCO's annotations, or the one list of entries that an object holds beside other things."""
    if isinstance(content.get("annotations"), list):
        return content["annotations"]
    images: Any = content.get("images")
    if side == "references" and _is_objects(images) and _is_objects(images[0].get("sentences")):
        return list(map(_references_within, images))
    lists = [value for value in content.values() if _is_objects(value)]
    return lists[0] if len(lists) == 1 and "image_id" in lists[0][0] else content


def _references_within(image: Any) -> Any:
    """An image of the Karpathy splits, with its captions as they were written; of every split."""
    if not isinstance(image, Mapping):
        return image
    key = next((name for name in ("cocoid", "imgid") if name in image), "image_id")
    sentences = image.get("sentences")
    if not isinstance(sentences, list):
        return {"image_id": image.get(key)}
    written = [sentence.get("raw") if isinstance(sentence, Mapping) else sentence for sentence in sentences]
    return {"image_id": image.get(key), "references": written}


def _caption_of(value: Any) -> Any:
    """A value, or what stands in it under "caption": the official tokenizer takes such objects."""
    if isinstance(value, list):
        return [_caption_of(part) for part in value] if _is_objects(value) else value
    return value["caption"] if isinstance(value, Mapping) and "caption" in value else value


def _is_objects(content: Any) -> bool:
    return isinstance(content, list) and bool(content) and isinstance(content[0], Mapping)


def _texts(image_id: Any, value: Any) -> Iterator[str]:
    for text in (image_id, *(value if isinstance(value, list) else [value])):
        if isinstance(text, str):
            yield text


def _or_more(side: Side) -> str:
    return ' (or "references")' if side == "references" else ""
