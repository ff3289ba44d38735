"""Reading a df file of any form."""

from __future__ import annotations

import io
import os
import pickle
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import BinaryIO

from cidernb.arrays import Integers
from cidernb.df_files import child, layouts, safe_format
from cidernb.df_files.rows import shown
from cidernb.given_counts import as_count
from cidernb.ngram_index import NgramIndex
from cidernb.validation import check_end_token
from cidernb.whole_files import check_path

#: What reading a pickle may take: bytes of memory, seconds, bytes of what is made of it. The largest
#: table in use, 1.6 million n-grams in 80 MB, takes half of the memory and a few seconds.
MEMORY, SECONDS, OUTPUT = 3 << 29, 60, 1 << 29

_CHILD = (
    "import sys; sys.path += sys.argv[4:]; from cidernb.df_files import child; "
    "child.main(*map(int, sys.argv[1:4]))"
)


class RefusedPickleError(pickle.UnpicklingError, ValueError):
    """A pickle that is not read: damaged, or asking for more than a df table needs."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """What a df file holds.

    Attributes
    ----------
    index : NgramIndex
        The n-grams.
    dfs : array of int, shape (len(index),)
        Their dfs by number.
    num_images : int
        |I|.
    tokenizer, stemmer : str or None
        What made the n-grams, where the file says so.
    end_token : str or None
        The word that was counted behind every caption.
    layout, num_images_from : str
        In words, the form of the file and what it says of |I|.
    """

    index: NgramIndex
    dfs: Integers
    num_images: int
    tokenizer: str | None
    stemmer: str | None
    end_token: str | None
    layout: str
    num_images_from: str


def read(path: str | PathLike[str], num_images: int | None = None) -> Loaded:
    """Read a df file, its |I| replaced if one is given.

    Raises
    ------
    RefusedPickleError
        If it is a pickle that is not read.
    ValueError
        If it is something else than a df file, or does not say |I|; the sentence names the file.
    """
    name = fspath(check_path(path))
    if num_images is not None:
        num_images = as_count(num_images, "num_images", at_least=1)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ValueError(f"{name} is not a file; name a file of document frequencies.")
    with open(path, "rb", buffering=0) as file:
        is_safe = file.read(4) == safe_format.SIGNATURE
        file.seek(0)
        try:
            return _read_safe(file, num_images) if is_safe else _read_pickle(file, num_images)
        except (ValueError, TypeError) as error:
            kind = RefusedPickleError if isinstance(error, RefusedPickleError) else ValueError
            raise kind(f"{name} cannot be used: {str(error).rstrip('.')}.") from None


def _read_safe(file: BinaryIO | io.FileIO, num_images: int | None) -> Loaded:
    stored = safe_format.read(file)
    facts = stored.facts
    check_end_token(facts.get("end_token"))
    for name in ("tokenizer", "stemmer"):
        if not isinstance(facts.get(name), str | None):
            raise ValueError(f"its {name} is {shown(facts[name])}, not a name")
    return Loaded(
        stored.index,
        stored.dfs,
        as_count(facts.get("num_images"), "its num_images", at_least=1) if num_images is None else num_images,
        facts.get("tokenizer"),
        facts.get("stemmer"),
        facts.get("end_token"),
        "cidernb's own",
        "as saved" if num_images is None else f"given; the file says {shown(facts.get('num_images'))}",
    )


def _read_pickle(file: BinaryIO | io.FileIO, num_images: int | None) -> Loaded:
    stored = _unpickle_apart(file)
    ref_len = stored.facts["ref_len"]
    if num_images is None:
        num_images, source = layouts.read_num_images(ref_len, int(stored.dfs.max(initial=0)))
    else:
        source = "given" if ref_len is None else f"given; the file says ref_len {ref_len:.6g}"
    return Loaded(stored.index, stored.dfs, num_images, None, None, None, stored.facts["layout"], source)


def _unpickle_apart(file: BinaryIO | io.FileIO) -> safe_format.Stored:
    """The table of a pickle, unpickled by a process of its own."""
    # Not a fork: this process may be a notebook's kernel with threads, and hold much memory. Without
    # the caller's folder and site customisation (-I, -S): what runs is the package alone.
    package = str(Path(child.__file__).parents[2])
    command = [sys.executable, "-I", "-S", "-c", _CHILD, str(MEMORY), str(SECONDS), str(OUTPUT)]
    command += [package, *filter(None, sys.path)]
    # Each thread that linear algebra would start reserves memory.
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    with tempfile.TemporaryFile() as table:
        try:
            run = subprocess.run(
                command, stdin=file, stdout=table, stderr=subprocess.PIPE, env=environment, timeout=SECONDS
            )
        except subprocess.TimeoutExpired:
            raise RefusedPickleError(
                f"it takes more than {SECONDS} {'second' if SECONDS == 1 else 'seconds'} to read"
            ) from None
        message = "".join(c if c.isprintable() else "?" for c in run.stderr.decode(errors="replace"))
        if run.returncode == child.NO_TABLE:
            raise ValueError(message)
        if run.returncode == child.REFUSED:
            raise RefusedPickleError(message)
        if run.returncode:
            raise RefusedPickleError("reading it broke off, as with a pickle made to do harm")
        table.seek(0)
        return safe_format.read(table)
