"""One app a notebook cell: running the cell again closes the app it showed before."""

from __future__ import annotations

from typing import Protocol


class Closable(Protocol):
    """An app that can be closed."""

    def close(self) -> None: ...


_OPEN: dict[str, list[Closable]] = {}
_RUN_OF_CELL: dict[str, object] = {}


def register(app: Closable) -> None:
    """Note that the running cell made this app, and close what its last run made."""
    cell, run = _running_cell()
    if cell is None:
        return
    if _RUN_OF_CELL.get(cell) != run:
        for old in _OPEN.pop(cell, []):
            old.close()
        _RUN_OF_CELL[cell] = run
    _OPEN.setdefault(cell, []).append(app)


def _running_cell() -> tuple[str | None, object]:
    """The running cell's id and this run's, where a notebook tells them."""
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    parent = shell.get_parent() if shell is not None and hasattr(shell, "get_parent") else {}
    cell = (parent.get("metadata") or {}).get("cellId")
    return cell, (parent.get("header") or {}).get("msg_id")
