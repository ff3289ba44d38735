"""Parts that are asked for more than once and made once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Once:
    """Keeps what it made, by key.

    Examples
    --------
    >>> once = Once()
    >>> once("a", lambda: 1), once("a", lambda: 2)
    (1, 1)
    """

    def __init__(self) -> None:
        self._kept: dict[Hashable, Any] = {}

    def __call__(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` returned when it was first called for this key."""
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept
