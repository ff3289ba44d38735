"""One caption under every IDF source, a table of the reader's own among them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cidernb.arrays import Floats
from cidernb.document_frequencies import DocumentFrequencies
from cidernb.exploring.setting import Setting
from cidernb.exploring.world import World
from cidernb.result import Result, score
from cidernb.tokenizers import tokenize

#: The name of the reader's own table among the IDF sources of a setting.
OWN = "own"


@dataclass(frozen=True)
class OwnTable:
    """Document frequencies as a reader writes them, and the |I| claimed for them.

    Attributes
    ----------
    counts : mapping of str to int
        The df of each n-gram.
    num_images : int
        |I|, which may be below a df.
    """

    counts: Mapping[str, int]
    num_images: int

    @classmethod
    def read(cls, text: str, num_images: int) -> OwnTable:
        """The table that lines of "n-gram = df" say; blank lines do not count.

        Raises
        ------
        ValueError
            If a line is not such a line, an n-gram stands there twice, or there is none at all.

        Examples
        --------
        >>> OwnTable.read("red = 24", 100).counts
        {'red': 24}
        """
        counts: dict[str, int] = {}
        for place, line in enumerate(text.splitlines(), start=1):
            if not line.strip():
                continue
            # From the right: the n-gram itself may hold the sign.
            ngram, equals, df = (part.strip() for part in line.rpartition("="))
            ngram = " ".join(ngram.split())
            if not equals or not ngram:
                raise ValueError(f"Line {place}, {line.strip()!r}: write an n-gram, =, and its df: red = 24.")
            if not (df.isascii() and df.isdigit()):
                raise ValueError(f"Line {place}: the df of {ngram!r} is {df!r}; give a whole number.")
            if ngram in counts:
                raise ValueError(f"Line {place}: {ngram!r} stands there a second time; keep one line of it.")
            counts[ngram] = int(df)
        if not counts:
            raise ValueError("The table is empty; write one line for each n-gram, such as red = 24.")
        return cls(counts, num_images)

    def claiming(self, num_images: int) -> DocumentFrequencies:
        """The table with another |I|."""
        return DocumentFrequencies.from_counts(dict(self.counts.items()), num_images=num_images)

    @cached_property
    def document_frequencies(self) -> DocumentFrequencies:
        """The table as an IDF source."""
        return self.claiming(self.num_images)

    @property
    def negative(self) -> tuple[str, ...]:
        """The n-grams whose IDF is negative: their df is above |I|."""
        return tuple(ngram for ngram, df in self.counts.items() if df > self.num_images)


def write_table(world: World, caption: str, longest: int = 4) -> str:
    """Lines for the n-grams of a caption, with their df over all images of a world.

    Parameters
    ----------
    world : World
        Whose references to count.
    caption : str
        The caption.
    longest : int
        The longest n-gram to write down.
    """
    words = tokenize(caption, world.tokenizer)
    table = DocumentFrequencies.from_references(
        world.evaluation_set.references, tokenizer=world.tokenizer, max_order=longest
    )
    ngrams = [" ".join(words[i : i + n]) for n in range(1, longest + 1) for i in range(len(words) - n + 1)]
    return "\n".join(f"{ngram} = {table.of(ngram)}" for ngram in dict.fromkeys(ngrams))


def under_every_source(world: World, setting: Setting, own: OwnTable | None) -> dict[str, Result]:
    """The setting's image scored with each IDF source, by its name.

    Parameters
    ----------
    world : World
        What is scored.
    setting : Setting
        Its `idf` plays no part.
    own : OwnTable or None
        The reader's table, if it can be read.
    """
    images = world.images(setting)
    sources = {name: world.idf_source(setting.replace(idf=name)) for name in ("corpus", *world.pools, "none")}
    if own is not None:
        sources[OWN] = own.document_frequencies
    return {
        name: score(images, variant=setting.variant, idf=source, tokenizer=world.tokenizer)
        for name, source in sources.items()
    }


def by_claim(result: Result, image: Hashable, own: OwnTable, claims: Sequence[int]) -> Floats:
    """An image's score for each |I| that might be claimed for a table, shape (claims,).

    Parameters
    ----------
    result : Result
        A score of the image by the variant wanted; its IDF source plays no part.
    image : hashable
        The image.
    own : OwnTable
        The table.
    claims : sequence of int
        The numbers of images.
    """
    # With a table the other images have no say.
    alone = result.evaluation_set.subset([image])
    return np.array(
        [
            score(
                alone, variant=result.variant, idf=own.claiming(claim), tokenizer=result.tokenizer
            ).per_image[image]
            for claim in claims
        ]
    )


def claims_around(own: OwnTable, most: int = 40) -> list[int]:
    """Numbers of images to try for a table: from 1 to well above every df, each df among them."""
    top = 3 * max(own.num_images, *own.counts.values(), 1)
    even = np.geomspace(1, top, most).round().astype(int).tolist()
    return sorted({*even, own.num_images, *(df for df in own.counts.values() if df)})
