"""Whole pages, to be opened without a kernel."""

from __future__ import annotations

from collections.abc import Sequence

from cidernb.views.parts import style
from cidernb.views.rendering import render


def page(title: str, parts: Sequence[str]) -> str:
    """Parts of HTML, made by the views, one below the other."""
    return str(render("page.html", title=title, style=style(), parts=parts))
