"""Objects that never change, and what copying and pickling make of them."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import Any, NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dictionary that never changes.

    It is a dictionary still, unlike `types.MappingProxyType`: it can be pickled, and written as JSON.

    Raises
    ------
    TypeError
        By every method that would change it.

    Examples
    --------
    >>> import pickle
    >>> points = FrozenDict({"dog": 1.25})
    >>> pickle.loads(pickle.dumps(points)) == points
    True
    >>> points["cat"] = 0.5
    Traceback (most recent call last):
        ...
    TypeError: This mapping cannot be changed; make a copy that can, by dict(...).
    """

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("This mapping cannot be changed; make a copy that can, by dict(...).")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)


class Unchanging:
    """Base of objects that never change: a copy of one is the object itself."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


class FrozenData(Unchanging):
    """Base of frozen data classes: their arrays are read-only, and they are pickled by their fields.

    What is worked out from the fields when it is asked for is left out, and worked out anew.
    """

    def __post_init__(self) -> None:
        import numpy as np  # here, for what reads the presets alone needs none of it

        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

    def __reduce__(self) -> tuple[Any, ...]:
        given = {field.name: getattr(self, field.name) for field in fields(self) if field.init}  # type: ignore[arg-type]
        return partial(type(self), **given), ()
