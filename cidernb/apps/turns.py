"""One thing at a time: JupyterLab may deliver what two controls say in two threads at once."""

from __future__ import annotations

import threading

#: Held by whatever an app does on its own: answer a control, draw what has rested, take a slice of work.
TURNS = threading.RLock()
