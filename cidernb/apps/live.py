"""A live region: HTML that assistive tools announce when it changes."""

from __future__ import annotations

from pathlib import Path

import anywidget
import traitlets


class LiveHTML(anywidget.AnyWidget):
    """Like `ipywidgets.HTML`, in a node with the role "status" that survives every change.

    Attributes
    ----------
    value : str
        Trusted HTML: whoever sets it has escaped what comes from outside.
    """

    _esm = Path(__file__).with_name("live.js")
    value = traitlets.Unicode("").tag(sync=True)
