"""Sentences of the Python interface, as the command line says them."""

from __future__ import annotations

import re

_SAID: tuple[tuple[str, str], ...] = (
    (r'read files with missing="drop" or "zero"', "score with --missing drop or --missing zero"),
    (r'read files with extra="drop"', "score with --extra drop"),
    (r"\bwith_end_token\((['\"])(.+?)\1\)", r"with --end-token \1\2\1"),
    (r"\bwith_end_token on both sides", "with --end-token, which puts it on both sides"),
    (r"with it, DocumentFrequencies\.from_references\(references, end_token=(['\"])(.+?)\1\), with the",
     r"by 'cidernb df build' with --end-token \1\2\1, with the"),
    (r'in files by duplicates "first" or "last"', "score with --duplicates first or --duplicates last"),
    (r'choose missing "drop" or "zero"', "choose --missing drop or --missing zero"),
    (r'choose extra "drop"', "choose --extra drop"),
    (r'choose duplicates "first" or "last"', "choose --duplicates first or --duplicates last"),
    (r"\b(missing|extra|duplicates|resamples) is '?([^';]*)'?;", r"--\1 is \2;"),
    (r"\bend_token is\b", "--end-token is"),
    (r"\bnum_images is\b", "--num-images is"),
    (r"\bas num_images\b", "by --num-images"),
    (r"give \"corpus\", \"none\" or a cidernb\.DocumentFrequencies", "give corpus, none or a table's path"),
    (r"\b(make\s+them|make it) with DocumentFrequencies\.from_references\b", r"\1 by 'cidernb df build'"),
    (r"([Cc]ount \w+( table)?) again with (tokenizer|stemmer)=(['\"])([\w+-]+)\4",
     r"\1 again by 'cidernb df build --\3 \5'"),
    (r"\bvariant=(['\"])([\w-]+)\1", r"the preset \2"),
    (r"\btokenizer=(['\"])([\w+-]+)\1", r"--tokenizer \2"),
)  # fmt: skip


def for_commands(message: str) -> str:
    """A message with the names of options in place of the names of parameters.

    Examples
    --------
    >>> for_commands('no candidate for image 3; add it, or choose missing "drop" or "zero".')
    'no candidate for image 3; add it, or choose --missing drop or --missing zero.'
    """
    for said, here in _SAID:
        message = re.sub(said, here, message)
    return message
