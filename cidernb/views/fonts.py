"""Which fonts a picture's text is drawn in, and which of its signs none of them has."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Families with the scripts that matplotlib's own font lacks, one for each kind of system first.
_FAMILIES = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "Noto Sans CJK TC", "Source Han Sans SC"),
    *("Noto Sans SC", "Noto Sans JP", "Noto Sans KR", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei"),
    *("PingFang SC", "Hiragino Sans", "Hiragino Sans GB", "Apple SD Gothic Neo", "Heiti TC"),
    *("Microsoft YaHei", "SimHei", "Yu Gothic", "MS Gothic", "Malgun Gothic"),
    *("Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Bengali"),
    *("Noto Sans Tamil", "Noto Sans Telugu", "Noto Sans Thai", "Noto Sans Ethiopic", "Nirmala UI"),
    *("Leelawadee UI", "Arial Unicode MS", "Segoe UI Symbol", "Noto Sans Symbols2", "Noto Emoji"),
    *("Droid Sans Fallback", "FreeSans", "Unifont"),
)


@cache
def families() -> tuple[str, ...]:
    """Matplotlib's own family, then those of this computer that have what it lacks."""
    from matplotlib import font_manager

    held = set(font_manager.get_font_names())
    return ("DejaVu Sans", *(family for family in _FAMILIES if family in held))


def without_glyph(figure: Figure) -> str:
    """The signs in a figure's text that are in none of the families, each once."""
    from matplotlib.text import Text

    written = {sign for text in figure.findobj(Text) for sign in text.get_text()}
    return "".join(sorted(sign for sign in written if sign != "\n" and not _is_held(sign)))


def _is_held(sign: str) -> bool:
    return any(ord(sign) in _signs(family) for family in families())


@cache
def _signs(family: str) -> frozenset[int]:
    from matplotlib.font_manager import findfont
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(findfont(family)).get_charmap())
