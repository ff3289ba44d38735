"""Document frequencies: in how many images' references an n-gram stands."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from numbers import Real
from typing import Any

import numpy as np

from cidernb.arrays import Integers
from cidernb.ngram_index import NgramIndex, index_table
from cidernb.ngrams import count_images, count_ngrams, in_alphabetical_order, number_words, stem
from cidernb.tokenizers import get_tokenizer
from cidernb.validation import check_references

Ngram = str | tuple[str, ...]


class DocumentFrequencies:
    """A table of document frequencies with its number of images; immutable.

    Make one with `from_references` or `from_counts`, and give it to `cidernb.score` as `idf`.

    Attributes
    ----------
    num_images : int
        |I|, the number of images counted.
    max_order : int
        The longest n-gram held.
    tokenizer, stemmer : str or None
        What made the n-grams; None where that is not recorded.

    Examples
    --------
    >>> df = DocumentFrequencies.from_counts({"three red": 5, "red": 24}, num_images=100)
    >>> df.of("three red"), df.of(("red",)), df.of("blue")
    (5, 24, 0)
    """

    def __init__(
        self,
        index: NgramIndex,
        dfs: Integers,
        *,
        num_images: int,
        tokenizer: str | None,
        stemmer: str | None,
        references: Mapping[Any, tuple[str, ...]] | None = None,
    ) -> None:
        self._index = index
        self._dfs = dfs
        self._num_images = num_images
        self._tokenizer = tokenizer
        self._stemmer = stemmer
        self._references = references
        self._recounted: dict[tuple[str, str], DocumentFrequencies] = {}

    @property
    def num_images(self) -> int:
        return self._num_images

    @property
    def max_order(self) -> int:
        return len(self._index.keys)

    @property
    def tokenizer(self) -> str | None:
        return self._tokenizer

    @property
    def stemmer(self) -> str | None:
        return self._stemmer

    @classmethod
    def from_references(
        cls,
        references: Mapping[Any, Sequence[str]] | Sequence[Sequence[str]],
        *,
        tokenizer: str = "whitespace",
        stemmer: str = "none",
        max_order: int = 4,
    ) -> DocumentFrequencies:
        """Count over the references of some images.

        Parameters
        ----------
        references : mapping of id to sequence of str, or sequence of sequences of str
            Every image's references.
        tokenizer, stemmer : str
            How captions become words; the table can score only captions treated alike.
        max_order : int
            The longest n-gram to count.

        Returns
        -------
        DocumentFrequencies

        Raises
        ------
        ValueError, TypeError
            For an image without references or with something else in their place.

        Notes
        -----
        The denominator of Eq. 1: an image counts once, however many of its references have the
        n-gram. Both official scorers count the same way.

        Examples
        --------
        >>> df = DocumentFrequencies.from_references([["a dog", "a dog runs"], ["a cat"]])
        >>> df.num_images, df.of("a"), df.of("a dog")
        (2, 2, 1)
        """
        images = check_references(references)
        max_order = _as_count(max_order, "max_order", at_least=1)
        split = get_tokenizer(tokenizer)
        words = number_words([split(text) for texts in images.values() for text in texts])
        words = in_alphabetical_order(stem(words, stemmer))
        counts = count_ngrams(words, max_order)
        image = np.repeat(np.arange(len(images)), [len(texts) for texts in images.values()])
        return cls(
            counts.index,
            count_images(counts, image),
            num_images=len(images),
            tokenizer=tokenizer,
            stemmer=stemmer,
            references=images,
        )

    @classmethod
    def from_counts(
        cls,
        counts: Mapping[Ngram, int],
        *,
        num_images: int,
        tokenizer: str | None = None,
        stemmer: str | None = None,
    ) -> DocumentFrequencies:
        """Take over counts made elsewhere.

        Parameters
        ----------
        counts : mapping of n-gram to int
            An n-gram is its words in a tuple, or in one string with spaces between.
        num_images : int
            |I|. It may be below a df: results then carry a finding, for IDF turns negative.
        tokenizer, stemmer : str, optional
            What made the n-grams, if known; scoring with another is then an error.

        Returns
        -------
        DocumentFrequencies

        Raises
        ------
        ValueError, TypeError
            For an empty n-gram or a count that is not a whole number of 0 or more.

        Examples
        --------
        >>> DocumentFrequencies.from_counts({("a", "dog"): 2}, num_images=3).max_order
        2
        """
        if not isinstance(counts, Mapping):
            raise TypeError(f"The counts are a {type(counts).__name__}; give a mapping of n-gram to df.")
        table: dict[tuple[str, ...], int] = {}
        for ngram, df in counts.items():
            words = as_words(ngram)
            if not words:
                raise ValueError("An n-gram of the table has no words; remove it.")
            number = _as_count(df, f"The df of {' '.join(words)!r}", at_least=0)
            if number:
                table[words] = number
        return cls(
            *index_table(table),
            num_images=_as_count(num_images, "num_images", at_least=1),
            tokenizer=tokenizer,
            stemmer=stemmer,
        )

    def of(self, ngram: Ngram) -> int:
        """The df of one n-gram, 0 if the table does not hold it; looking does not add it.

        Parameters
        ----------
        ngram : str or tuple of str
            "three red" or ("three", "red").
        """
        number = self._index.number(as_words(ngram))
        return 0 if number < 0 else int(self._dfs[number])

    def of_all(self, index: NgramIndex) -> Integers:
        """The df of each n-gram of a collection, 0 where the table does not hold it.

        Returns
        -------
        array of int, shape (len(index),)
        """
        # The 0 appended is what the number -1, "not held", picks.
        return np.append(self._dfs, 0)[self._index.find(index)]

    def counted_with(self, tokenizer: str, stemmer: str) -> DocumentFrequencies:
        """The same source counted with this tokenizer and stemmer; the table itself if it is.

        Raises
        ------
        ValueError
            If the table was counted with others and does not know its references.
        """
        if self.tokenizer in (None, tokenizer) and self.stemmer in (None, stemmer):
            return self
        if self._references is None:
            raise ValueError(
                f"The document frequencies were counted with tokenizer {self.tokenizer!r} and stemmer "
                f"{self.stemmer!r}, and cannot be counted again with {tokenizer!r} and {stemmer!r}; make "
                "them with DocumentFrequencies.from_references."
            )
        if (tokenizer, stemmer) not in self._recounted:
            self._recounted[tokenizer, stemmer] = DocumentFrequencies.from_references(
                self._references, tokenizer=tokenizer, stemmer=stemmer, max_order=self.max_order
            )
        return self._recounted[tokenizer, stemmer]

    def counts_like(self, other: DocumentFrequencies) -> bool:
        """Whether two tables are of one source, be it tokenised or stemmed in different ways."""
        if self is other:
            return True
        if self.num_images != other.num_images or self.max_order != other.max_order:
            return False
        if self._references is not None and other._references is not None:
            return self._references == other._references
        return self.digest == other.digest

    def counts(self, order: int) -> dict[tuple[str, ...], int]:
        """The df of every n-gram of one order that the table holds.

        Examples
        --------
        >>> DocumentFrequencies.from_references([["a dog"], ["a cat"]]).counts(2)
        {('a', 'cat'): 1, ('a', 'dog'): 1}
        """
        if order > self.max_order:
            return {}
        first, end = self._index.ends[order - 1 : order + 1]
        dfs = self._dfs[first:end].tolist()
        return {ngram: df for ngram, df in zip(self._index.spell(order), dfs, strict=True) if df}

    @cached_property
    def max_df(self) -> int:
        """The largest df held, 0 in an empty table."""
        return int(self._dfs.max(initial=0))

    @cached_property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell tables of other n-grams, counts or |I| apart."""
        digest = hashlib.sha256(f"{self.num_images}\n".encode())
        digest.update("\n".join(self._index.vocabulary).encode("utf-8", "surrogatepass"))
        for part in (*self._index.keys, self._dfs):
            if len(part):  # a table counted up to an order of which it has none is the same table
                digest.update(f"\n{len(part)}\n".encode() + part.astype("<i8").tobytes())
        return digest.hexdigest()[:8]

    def __repr__(self) -> str:
        held = int(np.count_nonzero(self._dfs))
        return f"<DocumentFrequencies of {held} n-grams over {self.num_images} images>"


def as_words(ngram: Ngram) -> tuple[str, ...]:
    """An n-gram's words, from a tuple of words or from one string with spaces between."""
    if isinstance(ngram, str):
        return tuple(ngram.split())
    if isinstance(ngram, tuple) and all(isinstance(word, str) for word in ngram):
        return ngram
    raise TypeError(f"An n-gram is a string or a tuple of strings, not {ngram!r}.")


def _as_count(value: Any, name: str, at_least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is {value!r}; give a whole number of {at_least} or more.")
    # Tables written by the official code hold their whole numbers as floats.
    number = float(value)
    if not (number.is_integer() and number >= at_least):
        raise ValueError(f"{name} is {value!r}; give a whole number of {at_least} or more.")
    return int(number)
