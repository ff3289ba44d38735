"""The official pipeline's tokenizer, without Java.

It gives the words of pycocoevalcap 1.2's PTBTokenizer: Stanford CoreNLP 3.4.1's tokens in lower case,
the official list of punctuation removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

from cidernb.tokenizers.ptb_characters import Kinds
from cidernb.tokenizers.ptb_rules import compiled
from cidernb.tokenizers.ptb_words import ABBREVIATIONS, NUMBER_ABBREVIATIONS, SPLIT_WORDS

#: What the official pipeline removes. Its brackets are in capitals, the tokens are not, so that
#: brackets stay.
PUNCTUATION = frozenset(
    ("''", "'", "``", "`", "-LRB-", "-RRB-", "-LCB-", "-RCB-", ".", "?", "!", ",", ":", "-", "--", "...", ";")
)

# No rule looks farther than this, so that a megabyte without a space takes no hours.
_WINDOW = 1000
# Words are seldom new: COCO's 25,000 captions have 11,000 different strings between spaces.
_KEPT, _LONGEST_KEPT = 1 << 16, 40

# dog, t-shirt, Mike's, with one mark of punctuation behind
_PLAIN = re.compile("([A-Za-z]+(?:-[A-Za-z]+)*)('s)?([.,!?;:]?)").fullmatch
# Of most captions this tells at a glance that none of their words depends on the next.
_MAY_REACH_ACROSS = re.compile(r"[0-9).<](?:(?<=<)|(?<=[0-9)])\s[0-9]|(?<=\.)\s+[A-Z0-9<])").search
_REACHES_ACROSS = re.compile(
    r"[0-9)]\s[0-9]"  # 3 1/2, (555) 555-1234
    r"|<[^<>]*\s"  # <a href='x'>
    r"|(?<![A-Za-z])[A-Za-z]\.\s+[A-Z<]"  # plan B. The
    rf"|(?<![A-Za-z])(?i:{'|'.join(NUMBER_ABBREVIATIONS)})\.\s[0-9]"  # no. 5
).search


def ptb(caption: str) -> list[str]:
    """A caption's words as the official pipeline gives them.

    Examples
    --------
    >>> ptb("Mike's dog (a U.S. breed) isn't well-known.")
    ['mike', "'s", 'dog', '-lrb-', 'a', 'u.s.', 'breed', '-rrb-', 'is', "n't", 'well-known']
    """
    if _MAY_REACH_ACROSS(caption) and _REACHES_ACROSS(caption):
        return list(_words(caption))
    return list(chain.from_iterable(map(_CHUNKS.__getitem__, caption.split())))


class _Chunks(dict[str, tuple[str, ...]]):
    """The words of what stands between spaces; the last of them are kept."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        words = _plain_word(chunk) or tuple(_words(chunk))
        if len(chunk) <= _LONGEST_KEPT:
            if len(self) >= _KEPT:
                self.clear()
            self[chunk] = words
        return words


_CHUNKS = _Chunks()
_KINDS = Kinds()


def _plain_word(chunk: str) -> tuple[str, ...] | None:
    """The words of what needs no rules: nearly all chunks."""
    plain = _PLAIN(chunk)
    if plain is None:
        return None
    word = plain[1].lower()
    if plain[2]:
        return word, plain[2]
    if plain[3] == "." and (len(word) == 1 or word in ABBREVIATIONS):
        return None
    return SPLIT_WORDS.get(word, (word,))


def _words(text: str) -> Iterator[str]:
    """Split by the rules."""
    text += "\n"
    read = text if text.isascii() else text.translate(_KINDS)
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        end, rewrite = _next_token(read, place)
        # A soft hyphen stands in words as a mark does, and is not written.
        token = text[place:end].replace("\xad", "").lower()
        if rewrite:
            token = rewrite(token)
        if token not in PUNCTUATION:
            # Fractions and tags are single tokens with spaces in them until the scorers split again.
            yield from token.split()
        place = max(end, place + 1)


def _next_token(read: str, place: int) -> tuple[int, Callable[[str], str] | None]:
    """Where the token at a place ends, at the place itself if there is none, and how to write it."""
    end, reach, rewrite = place, place, None
    for rule in compiled():
        match = rule.match(read, place, place + _WINDOW)
        if match and match.end() > reach:
            end, reach, rewrite = match.end(1), match.end(), rule.rewrite
    return end, rewrite
