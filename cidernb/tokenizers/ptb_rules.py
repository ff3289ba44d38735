"""The official tokenizer's behaviour as rules, written from what it gives for what it is given.

At each place the rule that reaches farthest wins, the first of them where several do. A rule reaches
as far as its whole match; the token is its group, so that what stands behind the group decides
without being taken. A line break stands behind the text.

The patterns read a text in which characters beyond ASCII are replaced by one of their kind. Inside
of a class, §L are letters, §D digits, §M marks, §W all three, §S symbols, §H hyphens, and §N what
may stand in a web address; §A is an apostrophe, §T the "n't" of "don't".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import NamedTuple

from cidernb.tokenizers import ptb_words as words
from cidernb.tokenizers.ptb_characters import DIGIT, LETTER, MARK, SYMBOL


class Rule(NamedTuple):
    """A pattern, what is written for parts of its lower-case token, and whether case matters."""

    pattern: str
    written: Mapping[str, str] | None = None
    flags: int = re.IGNORECASE


class Compiled(NamedTuple):
    """A rule to match at a place, and how its token is written, if not just in lower case."""

    match: Callable[[str, int, int], re.Match[str] | None]
    rewrite: Callable[[str], str] | None


def _any(alternatives: Iterable[str]) -> str:
    return f"(?:{'|'.join(alternatives)})"


_WITH_CASE = 0

_STRAIGHT = {
    "&apos;": "'",
    **dict.fromkeys("\u2018\u201b\u2039\x91", "`"),
    **dict.fromkeys("\u201c\xab\x93", "``"),
    **dict.fromkeys("\u2019\u203a\x92", "'"),
    **dict.fromkeys("\u201d\xbb\x94", "''"),
}
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "''", "&nbsp;": " "}
_DASHES_AND_DOTS = {
    **dict.fromkeys(("---", "----", "\u2013", "\u2014", "\u2015", "\x96", "\x97"), "--"),
    **dict.fromkeys(("&mdash;", "&ndash;", "&md;"), "--"),
    **dict.fromkeys(("....", ".....", "\u2026"), "..."),
}
_PARENTHESES = {"(": "-lrb-", ")": "-rrb-"}
_MONEY_AND_FRACTIONS = "\xa2\xa3\xa4\x80\u20a0\u20ac\xbc\xbd\xbe\u2153\u2154"
_SIGNS_WRITTEN = {
    **_PARENTHESES,
    **{"[": "-lsb-", "]": "-rsb-", "{": "-lcb-", "}": "-rcb-", '"': "''"},
    **{"\xa2": "cents", "\xa3": "#", **dict.fromkeys("\xa4\x80\u20a0\u20ac", "$")},
    **{"\xbc": "1/4", "\xbd": "1/2", "\xbe": "3/4", "\u2153": "1/3", "\u2154": "2/3"},
}

_WEB_WORDS = (
    Rule(r'(https?://[^\s"<>|(){}]+[^\s"<>|(){}.!,?\-])'),
    Rule(
        r'((?:[§N]+\.)+(?:com|edu|net|org)(?:/[^\s"<>|()]+[^\s"<>|.!?(),\-{}])?)',
        flags=_WITH_CASE,
    ),
    Rule(r'(www\.(?:[§N]+\.)+[a-z]{2,4}/[^\s"<>|()]+[^\s"<>|.!?(),\-{}])'),
    Rule(r'(<?[a-z0-9][^\s"<>|(){}]*@(?:[^\s"<>|(){}.]+\.)*[^\s"<>|(){}.]+>?)'),
    # @name, #tag
    Rule(r"(@[a-z_][a-z_0-9]*|@+|#[§L]+|#+)"),
    # <unk>, <a href='x'>
    Rule(
        r"(<[/?!]?[a-z][a-z0-9.:@_\-]*(?:\s+[a-z][a-z0-9_:.\-]*(?:\s*=\s*(?:'[^']*'|\"[^\"]*\"))?)*\s*[/?]?>"
        r"|<!--.*?-->)",
        _PARENTHESES,
    ),
)

_WORDS = (
    # can|not, gon|na
    Rule(
        f"({_any(f'{a}(?={b})' for a, b in words.SPLIT_WORDS.values())})"
        f"{_any(b for _, b in words.SPLIT_WORDS.values())}(?![a-z0-9])"
    ),
    # dog, 2nd, caf&eacute;
    Rule(r"([§D]+[§L][§L§D]*|(?:[§L§M]|&[aeiou](?:acute|grave|uml);)(?:[§W]|&[aeiou](?:acute|grave|uml);)*)"),
    # do|n't, dog|'s
    Rule(r"([a-z\xad]*[a-mo-z\xad])§T"),
    Rule(r"([§D]*[§L][§W]*)§A(?:[sdm]|ll|re|ve)"),
    # Jan.I|'m
    Rule(r"([§L§M][§W]*(?:[.!?][§L§M][§W]*)+)§A(?:[sdm]|ll|re|ve)"),
    # black/white, he/she-wolf, 24/7/365
    Rule(r"([a-z0-9]+(?:-[a-z]+)*(?:\\?/[a-z0-9]+(?:-[a-z]+)*)+)"),
    # dog.cat, where a space is missing
    Rule(r"([§L§M][§W]*(?:[.!?][§L§M][§W]*)+)"),
    # any word with a period before a comma
    Rule(r"((?:[§W]+(?:[_§H][§W]+)*|[§L§M][§W]*(?:[.!?][§L§M][§W]*)+)\.)[,;:]"),
    # etc., Corp.: these look two characters beyond their period
    Rule(rf"({_any(words.CLOSING_ABBREVIATIONS)}\.|(?:ph|ed)\.d\.)[\s\S]{{0,2}}"),
    Rule(
        rf"({_any(f'{w.capitalize()}|{w.upper()}' for w in words.CLOSING_CAPITALISED)}\.)[\s\S]{{0,2}}",
        flags=_WITH_CASE,
    ),
    # one-on-one, 5-year-old, snake_case, 1,000-foot, U.S.-based, non-U.S.
    Rule(r"([§L§D]+(?:[§H_][§L§D]+)+)"),
    Rule(r"([a-z0-9][a-z0-9.,]*[§H][a-z0-9]+(?:[§H_][§L§D]+)*)"),
    Rule(r"([§L§D][§L§D.,]*[§H][a-z](?:\.[a-z])+\.)"),
    # photo.jpg, 1.jpg
    Rule(rf"([§L§D]+(?:\.[§L§D]+)*\.{_any(words.FILE_ENDINGS)})(?=[\s.!?,;:)\]\"'-])"),
)

_APOSTROPHES = (
    # ma'am, Ka'Bah
    Rule(r"([A-Za-z]+[aeiouyAEIOUY]§A[aeiouA-Z][§L]*)", flags=_WITH_CASE),
    # o'clock, d'etat, O'Brien, five-o'clock
    Rule(r"((?:[§L§D]+[§H_])*[dlo]§A[§L]{2,}(?:[§H_][§L§D]+)*)"),
    Rule(r"([nA-HJ-XZ]§A[§L]{2,})", flags=_WITH_CASE),
    Rule(f"({_any(words.APOSTROPHE_WORDS)})".replace("'", "§A")),
    # ol' man, get 'em, rock 'n' roll, y'|all, 't|is
    Rule(r"((?:ol|[dlj])§A|§A(?:em|till?|cause|n§A))"),
    Rule(r"(y§A)[a-z]"),
    Rule(r"('n)\s"),
    Rule(r"([’\x92]n)"),
    Rule(r"('t)(?:is|was)"),
    # dog 's, but not 'side; with a curly apostrophe both
    Rule(r"('(?:[sdm]|ll|re|ve))(?![a-z])"),
    Rule(r"((?:[’\x92]|&apos;)(?:[sdm]|ll|re|ve))", _STRAIGHT),
    Rule(r"(§T[a-z]*)", _STRAIGHT),
    # the '90s, in '99
    Rule(r"(§A[0-9]0s)"),
    Rule(r"(§A[0-9][0-9])\s"),
)

_NUMBERS = (
    # 5, 1,000.50, 12:30, -5
    Rule(r"(\xad*[+\-]?(?:[§D]*(?:[.,:\u066b\u066c][§D]+)+|[§D]+))"),
    # 1/2, 3 1/2, 12/25/2014
    Rule(r"((?:[§D]{1,4}[\- \xa0])?[§D]{1,4}(?:\\?/|\u2044)[§D]{1,4})"),
    Rule(r"([§D]{1,2}[\-/][§D]{1,2}[\-/][§D]{2,4})"),
    # (555) 555-1234
    Rule(
        r"((?:\([0-9]{2,3}\)[ \xa0]?|(?:\+\+?)?(?:[0-9]{2,4}[\- \xa0.])?[0-9]{2,4}[\- \xa0./])"
        r"[0-9]{3,4}[\- \xa0.]?[0-9]{3,5})",
        _PARENTHESES,
    ),
)

_ABBREVIATIONS = (
    # St. Mary, no. 5
    Rule(rf"({_any(words.OPENING_ABBREVIATIONS)}\.)"),
    Rule(rf"({_any(words.NUMBER_ABBREVIATIONS)}\.)\s?[0-9]"),
    # J. Smith; but in "plan B. The" the period ends a sentence
    Rule(
        r"([A-Za-z]\.)(?!\s+(?:<[^<>]+>|M[rs]\.|"
        + _any(f"{word[0].upper()}(?i:{word[1:]})" for word in words.SENTENCE_STARTERS)
        + r")\s)",
        flags=_WITH_CASE,
    ),
    # u.s., a.m
    Rule(r"([a-z](?:\.[a-z])+\.?)"),
    # AT&T, R&amp;B
    Rule(r"([A-Z]+(?:(?:&(?i:amp;)|&|\+)[A-Z]+)+(?:\.(?=[,;:]))?)", _ENTITIES, _WITH_CASE),
)

_SIGNS = (
    # :) ;-P >:( ^_^
    Rule(
        r"([<>]?[:;=]['\-o*]?[()\[\]{|@DOPdp\\](?![A-Za-z0-9])"
        r"|\([\^x=~<>'\-]_[\^x=~<>'\-]\)|[\^x=~<>'\-]_[\^x=~<>'\-])",
        _PARENTHESES,
        _WITH_CASE,
    ),
    # C++, F#, US$
    Rule(r"([cC]\+\+|[CcFf]#|[A-Z]+\$)", flags=_WITH_CASE),
    Rule(r"(&(?:amp|lt|gt|nbsp);)", _ENTITIES),
    Rule(r"(&quot;)", _ENTITIES, _WITH_CASE),
    Rule(r"([`‘‛‹\x91“«\x93’›\x92”»\x94]{1,2}|&apos;)", _STRAIGHT, _WITH_CASE),
    Rule(r"(&#[0-9]+;|&(?:apos|quot|ht|lr|q[clr]|tl|ur|odq|cdq);)"),
    Rule(r"(-{1,4}|\.{3,5}|[–—―\x96\x97…]|&[mn]dash;|&md;)", _DASHES_AND_DOTS),
    Rule(r"(-[lr][rsc]b-)"),
    Rule(r"([!?]+|-{5,}|_+|\*+|\\\*|<{1,2}|>{1,2}|'{1,2})"),
    Rule(r"([²³¹⁰⁴-⁹]+|[₀-₉]+|[‚„‟]+)"),
    Rule(rf"([!-/:-@\[-`{{-~\u2044{_MONEY_AND_FRACTIONS}§S])", _SIGNS_WRITTEN),
)

#: All rules, the first of equals first.
RULES = (*_WEB_WORDS, *_WORDS, *_APOSTROPHES, *_NUMBERS, *_ABBREVIATIONS, *_SIGNS)

_SHORT = {
    "§L": f"A-Za-z{LETTER}",
    "§D": f"0-9{DIGIT}",
    "§M": f"{MARK}\xad",
    "§W": f"A-Za-z0-9{LETTER}{DIGIT}{MARK}\xad",
    "§S": SYMBOL,
    "§H": "\\-\u058a\u2010\u2011",
    "§N": r"a-z#%&*+~\x80-\x84\x86-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e"
    r"\u2060-\u2fff\u3001-\uffff",
    "§A": "(?:['’\x92]|&apos;)",
    "§T": "n(?:['’\x92`‘\x91]|&apos;)t",
}


@cache
def compiled() -> tuple[Compiled, ...]:
    """The rules compiled, when they are first needed."""
    spell_out = partial(re.compile("§[A-Z]").sub, lambda short: _SHORT[short[0]])
    return tuple(
        Compiled(re.compile(spell_out(rule.pattern), rule.flags).match, _rewriting(rule.written))
        for rule in RULES
    )


def _rewriting(written: Mapping[str, str] | None) -> Callable[[str], str] | None:
    if written is None:
        return None
    parts = re.compile("|".join(map(re.escape, sorted(written, key=len, reverse=True))))
    return partial(parts.sub, lambda part: written[part[0]])
