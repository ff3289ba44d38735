"""Words that the official tokenizer treats in a way of their own.

They were found by giving it 300,000 English words, and all strings of up to four letters, in each
case, with periods, apostrophes and digits behind.
"""

from __future__ import annotations


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


#: Words that keep a period behind them and often end a sentence.
CLOSING_ABBREVIATIONS = _set(
    "al ala apr ariz assn aug bancorp bhd bldg blvd bros calif co colo conn corp cos ct dak dec esq "
    "est etc ext feb fla fri ga inc ind intl jan jr jul jun kan kans ky ltd mar md mich minn mo mon "
    "mont neb nev nov oct okla penn plc pte ptes pty rd rt sep sept seq sq sr sys tel tenn thu thurs "
    "tue tues univ va vt wed wis wisc wyo"
)
#: The same, when they begin with a capital letter.
CLOSING_CAPITALISED = _set("ark az del ill la mass miss ore pa tex wash")
#: Words that keep a period and mostly stand before another word, as titles do.
OPENING_ABBREVIATIONS = _set(
    "adj adm adv alex assoc asst atty attys ave brig capt cf cie cmdr col comdr cpl dept det dr drs "
    "elec ens ft gen gov govs hon insp jos lieut lt maj messrs mfg mlle mme mr mrs ms msgr mt mtg "
    "natl pfc ph pres prof profs pvt rep reps rev sen sens sfc sgt spc st ste supt treas vs wm"
)
#: Words that keep a period before a number.
NUMBER_ABBREVIATIONS = _set("art ca fig figs no nos op pp prop")
#: All of them.
ABBREVIATIONS = CLOSING_ABBREVIATIONS | CLOSING_CAPITALISED | OPENING_ABBREVIATIONS | NUMBER_ABBREVIATIONS

#: Capitalised behind a lone letter and a period, these begin a sentence, and the period is punctuation.
SENTENCE_STARTERS = _set(
    "a about according additionally after an as at but earlier he her here however if in it last many "
    "more now once one other our she since so some such that the their then there these they this we "
    "what when while yet you"
)

#: Words that are two.
SPLIT_WORDS = {
    "cannot": ("can", "not"),
    "gonna": ("gon", "na"),
    "gotta": ("got", "ta"),
    "wanna": ("wan", "na"),
    "gimme": ("gim", "me"),
    "lemme": ("lem", "me"),
}

#: Words that keep an apostrophe, beside those that a rule describes.
APOSTROPHE_WORDS = (
    "c'mon",
    "s'mores",
    "ev'ry",
    "nor'easter",
    "c'est",
    "cap'n",
    "o'o",
    "e'er",
    "li'l",
    "nat'l",
)

#: Endings of file names.
FILE_ENDINGS = _set(
    "bat bmp c cgi class cpp dll doc docx exe gif gz h htm html jar java jpeg jpg mov pdf php pl png "
    "ppt ps py sql tar txt wav x xml zip"
)
