"""The n-grams in a pickle of protocol 0, read as lines of text.

Python 2 pickled a df table as text, with a line or two for every word: ten million lines, over which
the unpickler takes longer than everything else together. The lines of the n-grams all look alike,
so that NumPy can read them; what stands around them is a small pickle.

An n-gram is `(`, then for each word either `S'word'` (or `V`) and a line `p` with the number under
which the word is remembered, or `g` with that number; then `t`, and mostly `p` with a number; then
`F` or `I` with the df; and at last `s`, which has no line of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cidernb.arrays import Booleans, Integers, sort_together
from cidernb.df_files.rows import Rows

#: The key that stands in the small pickle where the n-grams stood.
MARK = ("n-grams cut out",)
_MARKED = b"(V%s\ntI0\ns" % MARK[0].encode()

# Bytes read at once: many lines for NumPy, and few enough to stay in the processor's cache.
_CHUNK = 1 << 22
_FIRST = re.compile(rb"\n\((?=[SVg])")
_LAST = re.compile(rb"\nt(?:p\d+\n)?[FI][^\n]*\ns")

# What a line can be. "New" begins an n-gram, "end" holds the `t`.
_NEW, _NEW_GET, _WORD, _GET, _PUT, _END, _DF, _END_DF, _OTHER = range(9)
# How many bytes stand before a line's own code: `(`, `s(` or `t`.
_MARKS = np.zeros(256, np.int64)
_MARKS[list(b"(ts")] = 1, 1, 2
# The kind by a line's first byte and its own code.
_KINDS = np.full((256, 256), _OTHER, np.uint8)
for _begin, _codes, _kinds in (
    (b"(s", b"SVg", (_NEW, _NEW, _NEW_GET)),
    (b"t", b"pFI", (_END, _END_DF, _END_DF)),
):
    _KINDS[np.ix_(list(_begin), list(_codes))] = _kinds
for _code, _kind in zip(b"SVgpFI", (_WORD, _WORD, _GET, _PUT, _DF, _DF), strict=True):
    _KINDS[_code, _code] = _kind
# Which kind may follow which.
_FOLLOWS = np.zeros((9, 9), bool)
_FOLLOWS[np.ix_([_NEW, _NEW_GET, _WORD, _GET, _PUT], [_WORD, _GET, _END, _END_DF])] = True
_FOLLOWS[np.ix_([_NEW, _WORD], [_PUT])] = True
_FOLLOWS[_END, _DF] = True
_FOLLOWS[np.ix_([_DF, _END_DF], [_NEW, _NEW_GET])] = True

# Eight bytes as one number: the digits "0" in all of them, and what finds and joins digits.
_ZEROS, _SIX, _HIGH_BITS = (np.uint64(int(byte * 8, 16)) for byte in ("30", "06", "f0"))
_PAIRS, _FOURS, _EIGHTS = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF), np.uint64(0xFFFFFFFF)
# Multiplied by it, numbers that differ anywhere differ in their high bits.
_ODD = np.uint64(0x9E3779B97F4A7C15)
# By n, the mask of the n highest bytes.
_LAST_BYTES = np.array([0, *((2**64 - 1) >> 8 * (8 - n) << 8 * (8 - n) for n in range(1, 9))], np.uint64)


class NotAlike(Exception):
    """Some line is of another kind, so that the unpickler has to read the file."""


def cut_ngrams(data: bytes, unpickle: Callable[[bytes], Any]) -> tuple[bytes, Rows]:
    """Take the n-grams out of a pickle.

    Parameters
    ----------
    data : bytes
        The pickle.
    unpickle : callable
        Reads a small pickle; the words go through it, for it knows how they are written.

    Returns
    -------
    small : bytes
        The pickle without its n-grams; in their place the table has the key `MARK`.
    rows : Rows
        The n-grams.

    Raises
    ------
    NotAlike
        If the file is not such a text.
    """
    found = _FIRST.search(data, 0, _CHUNK)
    if not found:
        raise NotAlike
    start = found.start() + 1
    small, lines = data[:start] + _MARKED, _Lines(most=len(data) // len("p0\n"))
    while True:
        end = data.rfind(b"\ns(", start, start + _CHUNK) + len("\ns")
        if end < start:  # no other n-gram begins behind these
            end = max((match.end() for match in _LAST.finditer(data, start)), default=start)
        lines.read(data[start:end])
        if data[end : end + 1] != b"(":
            return small + data[end:], lines.rows(unpickle)
        start = end


class _Lines:
    """The n-grams of the lines read so far."""

    def __init__(self, most: int) -> None:
        self.words: defaultdict[bytes, int] = defaultdict(count().__next__)
        # Of the words so far: how they are spelt, in order, and their numbers. No word is empty.
        self.spelt, self.numbers = _spell(np.zeros(0, np.uint8), *np.zeros((2, 1), np.int64))
        self.ids: list[Integers] = []
        self.lengths: list[Integers] = []
        self.dfs: list[Integers] = []
        # The word under each number remembered, -1 where it is an n-gram; the numbers ascend by 1.
        self.remembered = np.empty(most, np.int32)
        self.first_number: int | None = None
        self.puts = 0

    def read(self, chunk: bytes) -> None:
        """Read whole n-grams."""
        text = np.frombuffer(chunk, np.uint8)
        ends = np.flatnonzero(text == ord("\n"))
        if not len(ends):
            raise NotAlike
        starts = np.append(0, ends[:-1] + 1)
        begin = text[starts]
        starts = starts + _MARKS[begin]
        kind = _KINDS[begin, text[starts]]
        in_order = _FOLLOWS[kind[:-1], kind[1:]].all() and kind[0] in (_NEW, _NEW_GET)
        if not in_order or (text[starts[begin == ord("s")] - 1] != ord("(")).any():
            raise NotAlike
        written, put = _either(kind, _NEW, _WORD), _either(kind, _PUT, _END)
        got, df = _either(kind, _NEW_GET, _GET), _either(kind, _DF, _END_DF)
        word = np.full(len(kind), -1)
        word[written] = self._number_words(chunk, starts[written], ends[written])
        puts = self.puts + np.cumsum(put)
        before = word[np.flatnonzero(put) - 1]
        self._remember(
            np.where(kind[put] == _PUT, before, -1), _whole_numbers(text, starts[put] + 1, ends[put])
        )
        number = _whole_numbers(text, starts[got] + 1, ends[got]) - (self.first_number or 0)
        if ((number < 0) | (number >= puts[got])).any():
            raise NotAlike  # remembered before the n-grams, or never
        word[got] = self.remembered[number]
        if (word[written | got] < 0).any():
            raise NotAlike
        self.ids.append(word[written | got])
        news = np.flatnonzero(_either(kind, _NEW, _NEW_GET))
        self.lengths.append(np.add.reduceat(written | got, news, dtype=np.int64))
        self.dfs.append(_dfs(text, starts[df] + 1, ends[df]))

    def _number_words(self, chunk: bytes, starts: Integers, ends: Integers) -> Integers:
        # One of each word is numbered; words alike are found by their bytes, as numbers.
        words, rows = _spell(np.frombuffer(chunk, np.uint8), starts, ends)
        new = np.ones(len(rows), bool)
        new[1:] = words.mixed[1:] != words.mixed[:-1]
        first, again = rows[new], np.cumsum(new) - 1
        each = words.at(np.flatnonzero(new))
        if not words.same_as(each.at(again)).all():
            raise NotAlike  # two words mixed to one number
        numbers = np.empty(len(rows), np.int64)
        numbers[rows] = self._number_each(chunk, starts[first], ends[first], each)[again]
        long = np.flatnonzero(ends - starts > 16)  # of these, not all bytes were compared
        numbers[long] = self._look_up(chunk, starts[long], ends[long])
        return numbers

    def _number_each(self, chunk: bytes, starts: Integers, ends: Integers, each: _Spelt) -> Integers:
        """The numbers of words that all differ; only those of no chunk before go through the dictionary."""
        place = np.minimum(self.spelt.mixed.searchsorted(each.mixed), len(self.spelt.mixed) - 1)
        known = self.spelt.at(place).same_as(each)
        numbers = self.numbers[place]
        new = np.flatnonzero(~known)
        numbers[new] = self._look_up(chunk, starts[new], ends[new])
        _, order = sort_together(
            np.concatenate([self.spelt.mixed, each.mixed[new]]), np.arange(len(self.numbers) + len(new))
        )
        self.spelt = _Spelt(
            *(np.concatenate([old, more[new]])[order] for old, more in zip(self.spelt, each, strict=True))
        )
        self.numbers = np.concatenate([self.numbers, numbers[new]])[order]
        return numbers

    def _look_up(self, chunk: bytes, starts: Integers, ends: Integers) -> Integers:
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        lines = (chunk[start:end] for start, end in spans)
        return np.fromiter(map(self.words.__getitem__, lines), np.int64, len(starts))

    def _remember(self, words: Integers, numbers: Integers) -> None:
        if self.first_number is None and len(numbers):
            self.first_number = int(numbers[0])
        end = self.puts + len(numbers)
        if (numbers != (self.first_number or 0) + np.arange(self.puts, end)).any():
            raise NotAlike
        self.remembered[self.puts : end] = words
        self.puts = end

    def rows(self, unpickle: Callable[[bytes], Any]) -> Rows:
        """All rows, the words as the unpickler reads them: as a list of their lines."""
        words = unpickle(b"(" + b"".join(line + b"\n" for line in self.words) + b"l.")
        dfs = np.concatenate(self.dfs).astype(np.float64)
        return Rows(words, np.concatenate(self.ids), np.concatenate(self.lengths), dfs)


class _Spelt(NamedTuple):
    """Words as numbers: their last eight bytes, the eight before, the length, and all three mixed."""

    mixed: NDArray[Any]
    last: NDArray[Any]
    before: NDArray[Any]
    lengths: NDArray[Any]

    def at(self, rows: Integers) -> _Spelt:
        return _Spelt(*(part[rows] for part in self))

    def same_as(self, other: _Spelt) -> Booleans:
        """Whether words of up to 16 bytes are the same."""
        same: Booleans = np.all([one == another for one, another in zip(self, other, strict=True)], axis=0)
        return same


def _spell(text: NDArray[np.uint8], starts: Integers, ends: Integers) -> tuple[_Spelt, Integers]:
    """Words in the order of their mixed numbers, and the rows they come from."""
    lengths = ends - starts
    last = _eight_bytes(text, ends, np.minimum(8, lengths))
    before = _eight_bytes(text, np.maximum(0, ends - 8), np.clip(lengths - 8, 0, 8))
    mixed = ((last * _ODD ^ before + lengths.astype(np.uint64)) * _ODD >> np.uint64(20)).astype(np.int64)
    mixed, rows = sort_together(mixed, np.arange(len(mixed)))
    return _Spelt(mixed, last[rows], before[rows], lengths[rows]), rows


def _either(kind: NDArray[np.uint8], one: int, other: int) -> Booleans:
    either: Booleans = (kind == one) | (kind == other)
    return either


def _dfs(text: NDArray[np.uint8], starts: Integers, ends: Integers) -> Integers:
    """Numbers such as 5 or 5.0."""
    if (ends - starts < 1).any():
        raise NotAlike
    point = (text[ends - 2] == ord(".")) & (text[ends - 1] == ord("0"))
    ends = ends - 2 * point
    if ((text[starts] == ord("0")) & (ends - starts > 1)).any():
        raise NotAlike  # I01 is True
    return _whole_numbers(text, starts, ends)


def _whole_numbers(text: NDArray[np.uint8], starts: Integers, ends: Integers) -> Integers:
    """Numbers of up to eight digits, all digits of a number at once."""
    lengths = ends - starts
    if len(lengths) and not 1 <= lengths.min() <= lengths.max() <= 8:
        raise NotAlike
    digits = _eight_bytes(text, ends, lengths) ^ (_ZEROS & _LAST_BYTES[lengths])
    if ((digits + _SIX | digits) & _HIGH_BITS).any():
        raise NotAlike
    # Neighbours joined: digits to pairs, pairs to fours, fours to the number.
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8)) & _PAIRS
    fours = pairs * np.uint64(100) + (pairs >> np.uint64(16)) & _FOURS
    numbers = fours * np.uint64(10_000) + (fours >> np.uint64(32)) & _EIGHTS
    return np.asarray(numbers.astype(np.int64))


def _eight_bytes(text: NDArray[np.uint8], ends: Integers, lengths: Integers) -> NDArray[np.uint64]:
    """The last bytes, `lengths` of them, up to each end, as one number; the very last is the highest."""
    padded = np.concatenate([np.zeros(8, np.uint8), text])
    at_every_byte = np.ndarray((len(text) + 1,), "<u8", padded, strides=(1,))
    return np.asarray(at_every_byte[ends] & _LAST_BYTES[lengths])
