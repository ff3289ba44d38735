"""Widgets; an app holds state, calls one pure function and writes a few HTML values."""

from cidernb.apps.explorer import Explorer

__all__ = ["Explorer"]
