"""What tells tables of document frequencies apart."""

from __future__ import annotations

import hashlib

from cidernb.arrays import Integers
from cidernb.ngram_index import NgramIndex


def digest(index: NgramIndex, dfs: Integers, num_images: int) -> str:
    """Eight hexadecimal digits, the same for the same n-grams, counts and |I|."""
    content = hashlib.sha256(f"{num_images}\n".encode())
    content.update("\n".join(index.vocabulary).encode("utf-8", "surrogatepass"))
    for part in (*index.keys, dfs):
        if len(part):  # a table counted up to an order of which it has none is the same table
            content.update(f"\n{len(part)}\n".encode() + part.astype("<i8").tobytes())
    return content.hexdigest()[:8]
