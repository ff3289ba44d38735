"""Document frequencies: in how many images' references an n-gram stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, partial
from operator import attrgetter
from os import PathLike
from typing import Any

import numpy as np

from cidernb.arrays import Integers
from cidernb.df_files.digest import digest
from cidernb.encoding import keep, split
from cidernb.frozen import FrozenData
from cidernb.given_counts import LONGEST, Ngram, as_count, as_name, as_words, check_counts
from cidernb.ngram_index import NgramIndex, index_table
from cidernb.ngrams import count_images, count_ngrams
from cidernb.tokenizers import Tokenizer, tokenizer_name
from cidernb.validation import check_end_token, check_references
from cidernb.words import in_alphabetical_order, number_words, stem


@dataclass(frozen=True, eq=False, repr=False)
class DocumentFrequencies(FrozenData):
    """A table of document frequencies with its number of images; immutable.

    Make one with `from_references`, `from_counts` or `load`, and give it to `cidernb.score` as `idf`.

    Attributes
    ----------
    index, dfs : NgramIndex, array of int
        The n-grams held, and the df of each by number.
    num_images : int
        |I|, the number of images counted.
    tokenizer, stemmer : str or None
        What made the n-grams; None where that is not recorded.
    end_token : str or None
        The word that was counted behind every caption.
    references : mapping of id to tuple of str, or None
        What was counted, where it is known.
    layout, num_images_from : str or None
        Of a loaded table, in words: the form of its file, and where |I| was read from.

    Examples
    --------
    >>> df = DocumentFrequencies.from_counts({"three red": 5, "red": 24}, num_images=100)
    >>> df.of("three red"), df.of(("red",)), df.of("blue")
    (5, 24, 0)
    """

    index: NgramIndex
    dfs: Integers
    _: KW_ONLY
    num_images: int
    tokenizer: str | None
    stemmer: str | None
    end_token: str | None = None
    references: Mapping[Any, tuple[str, ...]] | None = None
    layout: str | None = None
    num_images_from: str | None = None
    _recounted: dict[tuple[Tokenizer, str], DocumentFrequencies] = field(init=False, default_factory=dict)

    @property
    def max_order(self) -> int:
        """The longest n-gram held."""
        return len(self.index.keys)

    @classmethod
    def from_references(
        cls,
        references: Mapping[Any, Sequence[str]] | Sequence[Sequence[str]],
        *,
        tokenizer: Tokenizer = "whitespace",
        stemmer: str = "none",
        max_order: int = 4,
        end_token: str | None = None,
    ) -> DocumentFrequencies:
        """Count over the references of some images.

        Parameters
        ----------
        references : mapping of id to sequence of str, or sequence of sequences of str
            Every image's references.
        tokenizer, stemmer : str (the tokenizer, or a function)
            How captions become words; the table can score only captions treated alike.
        max_order : int
            The longest n-gram to count, from 1 to 100.
        end_token : str, optional
            A word to count behind every caption, as `EvaluationSet.with_end_token` puts it there.

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
        max_order = as_count(max_order, "max_order", at_least=1, at_most=LONGEST)
        check_end_token(end_token)
        words = number_words(split((t for texts in images.values() for t in texts), tokenizer, end_token))
        counts = count_ngrams(in_alphabetical_order(stem(words, stemmer)), max_order)
        return cls(
            counts.index,
            count_images(counts, np.arange(len(images)).repeat([*map(len, images.values())])),
            num_images=len(images),
            tokenizer=tokenizer_name(tokenizer),
            stemmer=stemmer,
            end_token=end_token,
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
            For an n-gram that is empty, given twice or over 100 words long, or a count that is none.

        Examples
        --------
        >>> DocumentFrequencies.from_counts({("a", "dog"): 2}, num_images=3).max_order
        2
        """
        return cls(
            *index_table(check_counts(counts)),
            num_images=as_count(num_images, "num_images", at_least=1),
            tokenizer=as_name(tokenizer, "tokenizer"),
            stemmer=as_name(stemmer, "stemmer"),
        )

    @classmethod
    def load(cls, path: str | PathLike[str], num_images: int | None = None) -> DocumentFrequencies:
        """Read a file that `save` wrote, or a pickle in one of the official layouts, packed or not.

        A pickle may be a stranger's: a process of its own with little memory and time reads it, and
        takes plain containers, text and numbers alone. On Windows the time alone is limited. How
        |I| is told from its logarithm stands in `cidernb.df_files.layouts`.

        Parameters
        ----------
        path : path
            The file.
        num_images : int, optional
            |I|, in place of what the file says; needed where it does not say it.

        Returns
        -------
        DocumentFrequencies
            Its `layout` and `num_images_from` tell how the file was read.

        Raises
        ------
        OSError, ValueError
            Naming the file, if it cannot be used; a `pickle.UnpicklingError` if a pickle is refused.
        """
        from cidernb.df_files.reading import read

        return cls(**vars(read(path, num_images)))

    def save(self, path: str | PathLike[str], *, official: bool | None = None) -> None:
        """Write the table to a file, whole or not at all.

        Parameters
        ----------
        path : path
            The file; one that is there is replaced.
        official : bool, optional
            Write the official code's pickle, {"document_frequency": table, "ref_len": ln|I|}, which
            records neither tokenizer nor stemmer; by default for names in .p, .pkl or .pickle alone,
            with .gz behind or not, which packs it.

        Raises
        ------
        OSError, ValueError
            If the file cannot be written, its name ends as another kind of file's does and `official` is
            not given, or |I| cannot be told from its logarithm again, as beyond 10^11.
        """
        from cidernb.df_files.writing import save

        recorded = ("num_images", "tokenizer", "stemmer", "end_token")
        save(path, self.index, self.dfs, {name: getattr(self, name) for name in recorded}, official)

    def of(self, ngram: Ngram) -> int:
        """The df of one n-gram, 0 if the table does not hold it; looking does not add it.

        Parameters
        ----------
        ngram : str or tuple of str
            "three red" or ("three", "red").
        """
        number = self.index.number(as_words(ngram))
        return 0 if number < 0 else int(self.dfs[number])

    def of_all(self, index: NgramIndex) -> Integers:
        """The df of each n-gram of a collection, shape (len(index),); 0 where the table has none."""
        return self.of_numbers(self.index.find(index))

    def of_numbers(self, number: Integers) -> Integers:
        """The df of each n-gram by its number here, 0 for the number -1."""
        return np.where(number < 0, 0, self.dfs.take(number, mode="clip") if len(self.dfs) else 0)

    def counted_with(self, tokenizer: Tokenizer, stemmer: str) -> DocumentFrequencies:
        """The same source counted with this tokenizer and stemmer; the table itself if it is.

        Raises
        ------
        ValueError
            If the table was counted with others and does not know its references.
        """
        name = tokenizer_name(tokenizer)
        if self.tokenizer in (None, name) and self.stemmer in (None, stemmer):
            return self
        if self.references is None:
            raise ValueError(
                f"The document frequencies were counted with tokenizer {self.tokenizer!r} and stemmer "
                f"{self.stemmer!r}, and cannot be counted again with {name!r} and {stemmer!r}; make "
                "them with DocumentFrequencies.from_references."
            )
        count = partial(self.from_references, self.references, tokenizer=tokenizer, stemmer=stemmer)
        count = partial(count, max_order=self.max_order, end_token=self.end_token)
        return keep(self._recounted, (tokenizer, stemmer), count)

    def counts_like(self, other: DocumentFrequencies) -> bool:
        """Whether two tables are of one source, be it tokenised or stemmed in different ways."""
        if self is other:
            return True
        if self.num_images != other.num_images or self.max_order != other.max_order:
            return False
        counted = attrgetter("references", "end_token")
        return (
            self.references is not None and counted(self) == counted(other)
        ) or self.digest == other.digest

    def counts(self, order: int) -> dict[tuple[str, ...], int]:
        """The df of every n-gram of one order that the table holds.

        Examples
        --------
        >>> DocumentFrequencies.from_references([["a dog"], ["a cat"]]).counts(2)
        {('a', 'cat'): 1, ('a', 'dog'): 1}
        """
        order = as_count(order, "order", at_least=1)
        if order > self.max_order:
            return {}
        first, end = self.index.ends[order - 1 : order + 1]
        dfs = self.dfs[first:end].tolist()
        return {ngram: df for ngram, df in zip(self.index.spell(order), dfs, strict=True) if df}

    @cached_property
    def max_df(self) -> int:
        """The largest df held, 0 in an empty table."""
        return int(self.dfs.max(initial=0))

    @cached_property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell tables of other n-grams, counts or |I| apart."""
        return digest(self.index, self.dfs, self.num_images)

    def __repr__(self) -> str:
        held = int(np.count_nonzero(self.dfs))
        return f"<DocumentFrequencies of {held} n-grams over {self.num_images} images>"
