"""Each character a word, for languages written without spaces."""

from __future__ import annotations


def characters(caption: str) -> list[str]:
    """Split a caption into its characters, white space left out.

    Examples
    --------
    >>> characters("一只 狗")
    ['一', '只', '狗']
    """
    return list("".join(caption.split()))
