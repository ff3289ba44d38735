"""Tokenizers: a caption in, its words out.

A tokenizer is a name, with switches behind "+" ("ptb+nobrackets+nfc"), or a function of your own.
"""

from cidernb.tokenizers.choosing import (
    TOKENIZERS,
    UNSAID,
    Tokenizer,
    check_tokenizer,
    given_or_usual,
    tokenize,
    tokenize_all,
    tokenizer_name,
)
from cidernb.tokenizers.comparing import COMPARED, Tokenized, compare_tokenizers
from cidernb.tokenizers.unicode_forms import mixes_unicode_forms

__all__ = [
    "COMPARED",
    "TOKENIZERS",
    "UNSAID",
    "Tokenized",
    "Tokenizer",
    "check_tokenizer",
    "compare_tokenizers",
    "given_or_usual",
    "mixes_unicode_forms",
    "tokenize",
    "tokenize_all",
    "tokenizer_name",
]
