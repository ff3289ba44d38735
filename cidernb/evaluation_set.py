"""Evaluation sets: candidates and references of the images scored together."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import Any, Self

import numpy as np

from cidernb.encoding import Encoding, encode, split
from cidernb.frozen import FrozenDict, Unchanging
from cidernb.image_ids import check_all_known, check_choice, check_known
from cidernb.readers import Choices, Duplicates, Extra, Missing, Path, Reading, read_pair, write_coco
from cidernb.tokenizers import Tokenizer
from cidernb.validation import (
    Candidates,
    References,
    check_candidates,
    check_end_token,
    check_references,
    check_sides,
    check_whole,
)

#: The word that marks a caption's end in rewards for sequence training.
END_TOKEN = "<eos>"


class EvaluationSet(Unchanging):
    """Images with a candidate and references each; immutable.

    It keeps what it encodes: scoring it again under another variant or IDF source only weighs
    n-grams anew, and so do the sets derived from it.

    Parameters
    ----------
    candidates : mapping of id to str, or sequence of str
        One caption an image; a blank one scores 0.
    references : mapping of id to sequence of str, or sequence of sequences of str
        At least one caption with a word in it an image. Sequences get the ids 0, 1, 2, ...

    Raises
    ------
    ValueError, TypeError
        For ids that only one side has, an image without references, anything but captions.

    Examples
    --------
    >>> images = EvaluationSet({"a": "a dog"}, {"a": ["a dog runs", "the dog"]})
    >>> images.ids, images.repeated(2).candidates["a"], images.first_references(1).references["a"]
    (('a',), 'a dog a dog', ('a dog runs',))
    """

    def __init__(self, candidates: Candidates, references: References) -> None:
        self._hold(*check_sides(candidates, references))

    @classmethod
    def from_coco(cls, references_json: Path, results_json: Path) -> EvaluationSet:
        """Read COCO annotations and COCO results: `from_files` with every choice at its default."""
        return cls.from_files(references_json, results_json)

    @classmethod
    def from_files(
        cls,
        references: Path,
        candidates: Path | None = None,
        *,
        missing: Missing = "error",
        extra: Extra = "error",
        duplicates: Duplicates = "error",
    ) -> EvaluationSet:
        """Read the references and the candidates of files in any form of `cidernb.readers`.

        Parameters
        ----------
        references, candidates : path
            COCO files, JSON {id: captions}, JSON lines, CSV or TSV, each packed by gzip or not.
            Without the second, the first holds both sides.
        missing, extra, duplicates : str
            What to do with images that have no candidate, no references or several candidates: see
            `cidernb.readers.Choices`.

        Returns
        -------
        EvaluationSet
            Ids written alike, as numbers here and text there, are one: the references'. `reading`
            records it and each choice made; findings tell. `cidernb.score` splits captions of files by "ptb".

        Raises
        ------
        OSError, ValueError, TypeError
            If a file or what it holds cannot be used; the sentence names the file or the image.
        """
        choices = Choices(missing=missing, extra=extra, duplicates=duplicates)
        said, compared, reading = read_pair(references, candidates, choices)
        return cls._made(*check_sides(said, compared), None, reading)

    def to_coco(self, references_json: Path, results_json: Path) -> None:
        """Write the references as COCO annotations and the candidates as COCO results, both or neither.

        Raises
        ------
        OSError, ValueError, TypeError
            If a file cannot be written, or not hold what there is; the sentence names path or image.
        """
        write_coco(self._candidates, self._references, references_json, results_json)

    @classmethod
    def _made(cls, *parts: Any) -> Self:
        images = cls.__new__(cls)
        images._hold(*parts)
        return images

    def __reduce__(self) -> tuple[Any, ...]:
        # Captions are encoded again in less time than their encodings take to be written and read.
        return self._made, (self._candidates, self._references, self._end_token, self._reading)

    def _hold(
        self,
        candidates: Mapping[Hashable, str],
        references: Mapping[Hashable, tuple[str, ...]],
        end_token: str | None = None,
        reading: Reading | None = None,
        make_encoding: Callable[[Tokenizer, str, int], Encoding] | None = None,
    ) -> None:
        self._candidates = FrozenDict(candidates)
        self._references = FrozenDict(references)
        self._ids = tuple(self._references)
        self._end_token = end_token
        self._reading = reading
        self._make_encoding = make_encoding or self._encode
        self._encodings: dict[tuple[Tokenizer, str], Encoding] = {}
        self._before_edits = self

    @property
    def ids(self) -> tuple[Hashable, ...]:
        """The image ids, in the order of the references."""
        return self._ids

    @property
    def candidates(self) -> Mapping[Hashable, str]:
        """Each image's candidate."""
        return self._candidates

    @property
    def references(self) -> Mapping[Hashable, tuple[str, ...]]:
        """Each image's references."""
        return self._references

    @property
    def end_token(self) -> str | None:
        """The word put behind every caption, or None."""
        return self._end_token

    @property
    def reading(self) -> Reading | None:
        """How candidates and references of files came together; None if they are not from files."""
        return self._reading

    def __len__(self) -> int:
        return len(self._references)

    def __repr__(self) -> str:
        return f"<EvaluationSet of {len(self)} images>"

    def subset(self, ids: Iterable[Hashable]) -> EvaluationSet:
        """Some of the images, in this set's order; a corpus IDF then counts only these.

        Raises
        ------
        ValueError, TypeError
            If an id is not in the set or comes twice, or none is given, or one string in place of a list.
        """
        rows = sorted(self._rows[image_id] for image_id in check_choice(ids, self._references))
        if not rows:
            raise ValueError("The subset has no images; name at least one id.")
        kept = [self._ids[row] for row in rows]
        return self._derive(
            {i: self._candidates[i] for i in kept},
            {i: self._references[i] for i in kept},
            lambda encoding, tokenizer, stemmer: encoding.select(np.array(rows)),
        )

    def first_references(self, number: int) -> EvaluationSet:
        """Every image with its first `number` references (all, where it has fewer).

        Raises
        ------
        ValueError
            If `number` is below 1, or leaves an image without a single word.
        """
        check_whole("first_references", number, "reference")
        references = check_references({i: texts[:number] for i, texts in self._references.items()})
        sizes = np.array([len(texts) for texts in self._references.values()])
        place = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return self._derive(
            self._candidates,
            references,
            lambda encoding, tokenizer, stemmer: encoding.select_references((place < number).nonzero()[0]),
        )

    def repeated(self, times: int) -> EvaluationSet:
        """Every candidate said `times` times over, with spaces between.

        Raises
        ------
        ValueError
            If `times` is below 1, or above 10,000.
        """
        check_whole("repeated", times, "caption", at_most=10_000)
        return self.with_candidates({i: " ".join([text] * times) for i, text in self._candidates.items()})

    def with_candidate(self, image_id: Hashable, text: str) -> EvaluationSet:
        """One candidate replaced."""
        return self.with_candidates({check_known(image_id, self._references): text})

    def with_candidates(self, candidates: Mapping[Any, str]) -> EvaluationSet:
        """Some or all candidates replaced; the references keep their encoding.

        Raises
        ------
        ValueError, TypeError
            If an id is not in the set, or a candidate is not a string.
        """
        given = check_candidates(candidates)
        check_all_known(given, self._references)
        texts = {**self._candidates, **given}
        tokens_of = list(texts.values())
        end_token = self._end_token
        # Not from this set: a thousand edits, one after the other, would be a chain of a thousand sets.
        edited = self._before_edits._derive(
            texts,
            self._references,
            lambda encoding, tokenizer, stemmer: encoding.with_candidates(
                split(tokens_of, tokenizer, end_token), stemmer
            ),
        )
        edited._before_edits = self._before_edits
        return edited

    def with_end_token(self, end_token: str | None = END_TOKEN) -> EvaluationSet:
        """The same captions, candidates and references, with a word that marks the end of each.

        Rewards for sequence training count it, so that a caption cut short ("with a") is not
        rewarded like a finished one. The word is added behind the tokens; None takes it off again.

        Raises
        ------
        ValueError, TypeError
            If the end token is not one word, or holds the "|" that separates a signature's parts.
        """
        check_end_token(end_token)
        return self._made(self._candidates, self._references, end_token, self._reading)

    def encoding(self, tokenizer: Tokenizer, stemmer: str, max_order: int) -> Encoding:
        """The captions in integers, orders 1 to `max_order` or more; made once."""
        key = (tokenizer, stemmer)
        held = self._encodings.get(key)
        if held is None or held.references.max_order < max_order:
            held = self._encodings[key] = self._make_encoding(tokenizer, stemmer, max_order)
        return held

    def _encode(self, tokenizer: Tokenizer, stemmer: str, max_order: int) -> Encoding:
        return encode(
            list(self._candidates.values()),
            list(self._references.values()),
            tokenizer=tokenizer,
            stemmer=stemmer,
            max_order=max_order,
            end_token=self._end_token,
        )

    def _derive(
        self,
        candidates: Mapping[Hashable, str],
        references: Mapping[Hashable, tuple[str, ...]],
        change: Callable[[Encoding, Tokenizer, str], Encoding],
    ) -> EvaluationSet:
        """A set whose encoding is this set's, changed."""

        def make(tokenizer: Tokenizer, stemmer: str, max_order: int) -> Encoding:
            return change(self.encoding(tokenizer, stemmer, max_order), tokenizer, stemmer)

        return self._made(candidates, references, self._end_token, self._reading, make)

    def row(self, image_id: Hashable) -> int:
        """The image's place in `ids`.

        Raises
        ------
        ValueError
            If the image is not in the set.
        """
        return self._rows[check_known(image_id, self._references)]

    @cached_property
    def _rows(self) -> dict[Hashable, int]:
        return {image_id: row for row, image_id in enumerate(self._ids)}
