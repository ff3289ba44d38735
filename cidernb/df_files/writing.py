"""Writing a df file, whole or not at all."""

from __future__ import annotations

import contextlib
import math
import os
import pickle
from collections import defaultdict
from collections.abc import Callable
from os import PathLike, fspath
from typing import BinaryIO
from uuid import uuid4

from cidernb.df_files import safe_format
from cidernb.df_files.safe_format import Stored

#: What names of pickled tables end in.
PICKLE_SUFFIXES = (".p", ".pkl", ".pickle")


def write_whole(path: str | PathLike[str], write: Callable[[BinaryIO], None]) -> None:
    """Write a file so that its name never stands for half of it.

    Raises
    ------
    OSError
        If it cannot be written; what was there before then still is.
    """
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):  # a device or a pipe, which stays
        with open(target, "wb") as file:
            write(file)
        return
    # Beside the target, for only there can it take its name in one step.
    part = f"{target}.{uuid4().hex[:8]}.part"
    try:
        with open(part, "xb") as file:
            write(file)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(part)
        raise


def save(path: str | PathLike[str], table: Stored, official: bool | None) -> None:
    """Write a df file; see `DocumentFrequencies.save`."""
    if official is None:
        official = fspath(path).endswith(PICKLE_SUFFIXES)
    write = _write_pickle if official else safe_format.write
    write_whole(path, lambda file: write(file, table))


def _write_pickle(file: BinaryIO, table: Stored) -> None:
    # Official code looks up n-grams that no image has, which a plain dictionary answers with KeyError.
    counts: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for order, first in enumerate(table.index.ends[:-1].tolist(), start=1):
        ngrams = table.index.spell(order)
        dfs = table.dfs[first : first + len(ngrams)].tolist()
        counts.update((ngram, float(df)) for ngram, df in zip(ngrams, dfs, strict=True) if df)
    content = {"document_frequency": counts, "ref_len": math.log(table.facts["num_images"])}
    pickle.dump(content, file, protocol=2)  # the latest that Python 2 reads
