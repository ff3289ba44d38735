"""Writing a df file, whole or not at all."""

from __future__ import annotations

import gzip
import math
import pickle
from collections import defaultdict
from os import PathLike, fspath
from typing import Any, BinaryIO

from cidernb.arrays import Integers
from cidernb.df_files import layouts, safe_format
from cidernb.df_files.safe_format import Stored
from cidernb.in_messages import in_short
from cidernb.ngram_index import NgramIndex
from cidernb.whole_files import check_path, replacing

#: What names of pickled tables end in; .gz may stand behind.
PICKLE_SUFFIXES = (".p", ".pkl", ".pickle")
_PACKED = ".gz"
#: What names of other kinds of files end in.
_OTHERS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".html", ".htm", ".png", _PACKED, ".bz2", ".xz")


def is_official(path: str | PathLike[str]) -> bool:
    """Whether a table is written as the official code's pickle under this name.

    Raises
    ------
    ValueError
        If the name ends as those of other kinds of files do.
    """
    name = fspath(check_path(path)).lower()
    if name.removesuffix(_PACKED).endswith(PICKLE_SUFFIXES):
        return True
    if name.endswith(_OTHERS):
        raise ValueError(
            f"{fspath(path)} ends as another kind of file does; name a table so that it ends in .npz, or for "
            f"the official pickle in {', '.join(PICKLE_SUFFIXES)}, with {_PACKED} behind or not."
        )
    return False


def save(
    path: str | PathLike[str],
    index: NgramIndex,
    dfs: Integers,
    facts: dict[str, Any],
    official: bool | None,
) -> None:
    """Write a df file; see `DocumentFrequencies.save`."""
    table, name = Stored(index, dfs, facts), fspath(check_path(path))
    if not isinstance(official, bool | None):
        raise TypeError(f"official is {in_short(official)}; give True, False, or None to go by the name.")
    if official is None:
        official = is_official(path)
    if official:
        _check_readable(table, name)
    with replacing(path) as part, open(part, "wb") as file:
        if not official:
            safe_format.write(file, table)
        elif name.lower().endswith(_PACKED):
            # No time and no name within, so that one table gives one file.
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                _write_pickle(packed, table)
        else:
            _write_pickle(file, table)


def _check_readable(table: Stored, name: str) -> None:
    """Refuse a number of images that cannot be told from its logarithm again."""
    num_images = table.facts["num_images"]
    try:
        read, _ = layouts.read_num_images(math.log(num_images), int(table.dfs.max(initial=0)))
    except ValueError:
        read = None
    if read != num_images:
        raise ValueError(
            f"{name} would be a pickle, which keeps the logarithm of |I|, and from it {num_images} cannot be "
            "told again; save the table in the package's own form, under a name in .df."
        )


def _write_pickle(file: BinaryIO | gzip.GzipFile, table: Stored) -> None:
    # Official code looks up n-grams that no image has, which a plain dictionary answers with KeyError.
    counts: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for order, first in enumerate(table.index.ends[:-1].tolist(), start=1):
        ngrams = table.index.spell(order)
        dfs = table.dfs[first : first + len(ngrams)].tolist()
        counts.update((ngram, float(df)) for ngram, df in zip(ngrams, dfs, strict=True) if df)
    content = {"document_frequency": counts, "ref_len": math.log(table.facts["num_images"])}
    pickle.dump(content, file, protocol=2)  # the latest that Python 2 reads
