"""Pickles as Python 2 wrote them, which no pickler of today writes."""

from __future__ import annotations

from collections.abc import Mapping

Table = Mapping[tuple[bytes, ...], float]


def python_2_text(table: Table, name: str = "document_frequency", ref_len: str = "") -> bytes:
    """Protocol 0: a defaultdict of bytes, each word remembered under a number; `ref_len` as written."""
    count = 3

    def put() -> bytes:
        nonlocal count
        count += 1
        return b"p%d\n" % count

    parts = [b"(dp1\nS'%s'\np2\nccollections\ndefaultdict\np3\n(c__builtin__\nfloat\n" % name.encode()]
    parts += [put(), b"t", put(), b"R", put()]
    known: dict[bytes, bytes] = {}
    for ngram, df in table.items():
        parts.append(b"(")
        for word in ngram:
            if word in known:
                parts.append(b"g" + known[word])
            else:
                number = put()
                known[word] = number[1:]
                parts += [b"S" + repr(word)[1:].encode() + b"\n", number]
        parts += [b"t", put(), b"F%r\ns" % (int(df) if df.is_integer() else df)]
    parts.append(b"s")
    if ref_len:
        parts.append(b"S'ref_len'\n%sF%s\ns" % (put(), ref_len.encode()))
    return b"".join([*parts, b"."])


def python_2_binary(table: Table, ref_len: float) -> bytes:
    """Protocol 2: short strings of bytes."""
    import struct

    def text(word: bytes) -> bytes:
        return b"U" + bytes([len(word)]) + word

    def number(value: float) -> bytes:
        return b"G" + struct.pack(">d", value)

    items = b"".join(b"(" + b"".join(map(text, ngram)) + b"t" + number(df) for ngram, df in table.items())
    return (
        b"\x80\x02}("
        + text(b"document_frequency")
        + b"}("
        + items
        + b"u"
        + text(b"ref_len")
        + number(ref_len)
        + b"u."
    )
