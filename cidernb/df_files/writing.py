"""Writing a df file, whole or not at all."""

from __future__ import annotations

import math
import pickle
from collections import defaultdict
from os import PathLike, fspath
from typing import BinaryIO

from cidernb.df_files import safe_format
from cidernb.df_files.safe_format import Stored
from cidernb.whole_files import replacing

#: What names of pickled tables end in.
PICKLE_SUFFIXES = (".p", ".pkl", ".pickle")


def save(path: str | PathLike[str], table: Stored, official: bool | None) -> None:
    """Write a df file; see `DocumentFrequencies.save`."""
    if official is None:
        official = fspath(path).endswith(PICKLE_SUFFIXES)
    write = _write_pickle if official else safe_format.write
    with replacing(path) as part, open(part, "wb") as file:
        write(file, table)


def _write_pickle(file: BinaryIO, table: Stored) -> None:
    # Official code looks up n-grams that no image has, which a plain dictionary answers with KeyError.
    counts: defaultdict[tuple[str, ...], float] = defaultdict(float)
    for order, first in enumerate(table.index.ends[:-1].tolist(), start=1):
        ngrams = table.index.spell(order)
        dfs = table.dfs[first : first + len(ngrams)].tolist()
        counts.update((ngram, float(df)) for ngram, df in zip(ngrams, dfs, strict=True) if df)
    content = {"document_frequency": counts, "ref_len": math.log(table.facts["num_images"])}
    pickle.dump(content, file, protocol=2)  # the latest that Python 2 reads
