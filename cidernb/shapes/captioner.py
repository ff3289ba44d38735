"""The rule-based captioner: it reads the pixels, and errs in ways that can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .scenes import COLOURS, number_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .scenes import Scene

#: The share of their bounding boxes that pieces must exceed on average to be called by the name.
#: Squares fill all of it, discs about 0.8, triangles about 0.5.
FILL_RULES = (("square", 0.9), ("circle", 0.65), ("triangle", 0.0))

#: From which value on a colour channel, 0 to 1, counts as lit.
THRESHOLD = 0.5


@dataclass(frozen=True)
class Reading:
    """What the captioner saw in a picture.

    Attributes
    ----------
    count : int
        Number of connected components of the colour; 0 for a picture without any known colour.
    colour, shape : str or None
        None if the count is 0.
    fills : tuple of float
        For each component, the share of its bounding box that it fills; their mean names the shape.
    """

    count: int
    colour: str | None
    shape: str | None
    fills: tuple[float, ...]

    @property
    def caption(self) -> str:
        """The caption: number, colour and the shape's noun, always in the singular; or "nothing"."""
        if self.count == 0:
            return "nothing"
        return f"{number_word(self.count)} {self.colour} {self.shape}"

    def agrees_with(self, scene: Scene) -> bool:
        """Whether count, colour and shape are those of the scene."""
        return (self.count, self.colour, self.shape) == (scene.count, scene.colour, scene.shape)


def caption(image: NDArray[Any]) -> Reading:
    """Caption a picture by three rules: which colour, how many pieces, how well they fill their boxes.

    The noun is always singular ("three red circle"): the known agreement error of the documented
    example, which stemming forgives.

    Parameters
    ----------
    image : numpy.ndarray, shape (rows, columns, 3)
        Red, green and blue from 0 to 1.

    Returns
    -------
    Reading
        What was read; `.caption` is the text. Where the rules fail, they fail silently:

        - pieces that touch, also corner to corner, or overlap count as one, and its shape is named
          from the fill of the merged piece;
        - small, cut-off or stray pieces count and are named like any other;
        - of several colours only the first in the order of `COLOURS` is read;
        - a picture without a known colour is captioned "nothing";
        - numbers above ten are written in digits.

    Raises
    ------
    TypeError
        If `image` is not an array.
    ValueError
        If its shape is not (rows, columns, 3) or a value lies outside 0 to 1.

    Examples
    --------
    >>> from cidernb.shapes import Scene
    >>> scene = Scene(shape="triangle", colour="blue", placements=[(16, 16, 6), (48, 48, 8)])
    >>> caption(scene.image).caption
    'two blue triangle'
    """
    red, green, blue = _lit_channels(image)
    for colour, (r, g, b) in COLOURS.items():
        mask = (red == r) & (green == g) & (blue == b)
        if mask.any():
            fills = _fills(mask)
            return Reading(len(fills), colour, _shape_name(fills), fills)
    return Reading(0, None, None, ())


def _lit_channels(image: NDArray[Any]) -> NDArray[np.bool_]:
    """Red, green and blue, each as an array (rows, columns) of lit or not."""
    if not isinstance(image, np.ndarray):
        raise TypeError(f"image is of type {type(image).__name__}; give a NumPy array (rows, columns, 3).")
    if image.ndim != 3 or image.shape[2] != 3 or image.size == 0:
        raise ValueError(f"image has the shape {image.shape}; give an array (rows, columns, 3).")
    # Written so that NaN is refused as well.
    if not (image.min() >= 0 and image.max() <= 1):
        raise ValueError("image has values outside 0 to 1; divide 8-bit values by 255.")
    return np.moveaxis(image >= THRESHOLD, 2, 0)


def _fills(mask: NDArray[np.bool_]) -> tuple[float, ...]:
    """The extent of each connected component: its area over that of its bounding box."""
    # skimage.measure.regionprops gives the same numbers, and label takes the mask as it is, but each
    # then imports for longer than the whole documented world takes to draw and to read.
    from scipy.ndimage import find_objects
    from skimage.measure import label

    labels = label(mask.astype(np.uint8))
    boxes = enumerate(find_objects(labels), start=1)
    return tuple(float((labels[box] == number).mean()) for number, box in boxes)


def _shape_name(fills: tuple[float, ...]) -> str:
    fill = np.mean(fills)
    return next(shape for shape, least in FILL_RULES if fill > least)
