"""Tokenizers: a caption in, its words out.

A tokenizer is a name, with switches behind "+" ("ptb+nobrackets+nfc"), or a function of your own.
"""

from cidernb.tokenizers.choosing import (
    TOKENIZERS,
    Tokenizer,
    check_tokenizer,
    tokenize,
    tokenize_all,
    tokenizer_name,
)
from cidernb.tokenizers.comparing import COMPARED, Tokenized, compare_tokenizers
from cidernb.tokenizers.unicode_forms import mixes_unicode_forms

__all__ = [
    "COMPARED",
    "TOKENIZERS",
    "Tokenized",
    "Tokenizer",
    "check_tokenizer",
    "compare_tokenizers",
    "mixes_unicode_forms",
    "tokenize",
    "tokenize_all",
    "tokenizer_name",
]
