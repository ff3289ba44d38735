"""Widgets; an app holds state, calls one pure function and writes a few HTML values."""

from cidernb.apps.explorer import Explorer
from cidernb.apps.teaching import Practice, Predict

__all__ = ["Explorer", "Practice", "Predict"]
