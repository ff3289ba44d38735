"""The package's own form of a df file: NumPy arrays and JSON in a zip archive, no pickle.

Its members are `table.npy`, JSON in UTF-8 with the facts and the words in their order; `dfs.npy`,
the df of every n-gram; and `keys_1.npy`, `keys_2.npy`, ..., the index as it stands in memory. A
file runs no code, and its arrays are read as they are.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from cidernb.arrays import Integers
from cidernb.ngram_index import NgramIndex
from cidernb.words import Vocabulary

FORMAT, VERSION = "cidernb document frequencies", 1

#: What a file of this form begins with, as every zip archive does.
SIGNATURE = b"PK\x03\x04"


@dataclass(frozen=True, eq=False)
class Stored:
    """What a file holds: the n-grams, their dfs by number, and facts as JSON has them."""

    index: NgramIndex
    dfs: Integers
    facts: dict[str, Any]


def write(file: BinaryIO, stored: Stored) -> None:
    """Write a table."""
    table = {"format": FORMAT, "version": VERSION, **stored.facts, "words": list(stored.index.vocabulary)}
    # A word cut in two can hold half a character. Escaped, two halves would be read as a whole one.
    text = np.frombuffer(json.dumps(table, ensure_ascii=False).encode("utf-8", "surrogatepass"), np.uint8)
    keys = {f"keys_{order}": keys.astype("<i8") for order, keys in enumerate(stored.index.keys, start=1)}
    np.savez(file, allow_pickle=False, table=text, dfs=stored.dfs.astype("<i8"), **keys)


def read(file: BinaryIO) -> Stored:
    """Read a table, and check that it is one.

    Raises
    ------
    ValueError
        If the file is something else, or damaged; the sentence says what is wrong with it.
    """
    try:
        arrays = _arrays(file)
        table = json.loads(arrays.pop("table").tobytes())
        if table["format"] != FORMAT:
            raise ValueError("it is another kind of archive")
        if table["version"] > VERSION:
            raise ValueError(f"it is of version {table['version']}, newer than this cidernb; update it")
        words, dfs = table["words"], arrays.pop("dfs")
        index = NgramIndex(
            Vocabulary({word: number for number, word in enumerate(words)}),
            tuple(arrays[f"keys_{order}"] for order in range(1, len(arrays) + 1)),
        )
        _check(index, words, dfs)
    except (
        LookupError,
        TypeError,
        AttributeError,
        RecursionError,
        EOFError,
        MemoryError,
        zipfile.BadZipFile,
    ) as error:
        raise ValueError(f"it is not a df file of cidernb, or damaged ({error})") from None
    return Stored(index, dfs, {k: v for k, v in table.items() if k not in ("format", "version", "words")})


def _arrays(file: BinaryIO) -> dict[str, Any]:
    with zipfile.ZipFile(file) as archive:
        if any(member.compress_type != zipfile.ZIP_STORED for member in archive.infolist()):
            raise ValueError("it is compressed, which a df file of cidernb is not")
        file.seek(0)
        with np.load(file, allow_pickle=False) as members:
            return dict(members)


def _check(index: NgramIndex, words: Any, dfs: Any) -> None:
    """Refuse an index that look-ups would take for granted and that does not hold together."""
    arrays = [dfs, *index.keys]
    if not arrays[1:] or any(array.dtype != np.dtype("<i8") or array.ndim != 1 for array in arrays):
        raise ValueError("its arrays are not those of a df file")
    if len(index.vocabulary) != len(words) or not set(map(type, words)) <= {str}:
        raise ValueError("its words are not different strings")
    if len(dfs) != len(index) or (dfs < 0).any():
        raise ValueError("its dfs do not fit its n-grams")
    starts = 1
    for keys in index.keys:
        ascending = (np.diff(keys) > 0).all()
        if not ascending or (len(keys) and not 0 <= keys[0] <= keys[-1] < starts * len(words)):
            raise ValueError("its n-grams are not in order")
        starts = len(keys)
