"""Reference captions of a scene: ten templates, each with a singular and a plural form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .scenes import number_word

if TYPE_CHECKING:
    from .scenes import Scene

#: (for one shape, for several), in the order of the documented example. A few are odd English on
#: purpose or by accident ("one red circle shapes"); they are data and stay as documented.
TEMPLATES = (
    ("one {colour} {shape}", "{number} {colour} {shape}s"),
    ("there is one {colour} {shape}", "there are {number} {colour} {shape}s"),
    ("one {colour} {shape} on a black background", "{number} {colour} {shape}s on a black background"),
    ("a black picture with one {colour} {shape}", "a black picture with {number} {colour} {shape}s"),
    ("one {shape} coloured {colour}", "{number} {shape}s coloured {colour}"),
    ("the image shows one {colour} {shape}", "the image shows {number} {colour} {shape}s"),
    ("one {colour} {shape} shapes", "{number} {colour} {shape} shapes"),
    ("a single {colour} {shape}", "some {colour} {shape}s"),
    ("one {colour} {shape} spread over the image", "{number} {colour} {shape}s spread over the image"),
    ("a lone {colour} {shape}", "a group of {number} {colour} {shape}s"),
)


def reference_captions(scene: Scene) -> tuple[str, ...]:
    """The ten references of a scene, in the order of `TEMPLATES`.

    They are lower case without punctuation, so that whitespace and the official tokenizer give
    the same tokens. `draw_world` shuffles them, for else the first k references of every image
    would come from the same k templates.

    Parameters
    ----------
    scene : Scene
        Whose truth (count, colour, shape) the references tell.

    Returns
    -------
    tuple of str
        Ten captions.

    Examples
    --------
    >>> from cidernb.shapes import Scene
    >>> reference_captions(Scene(shape="circle", colour="red", placements=[(32, 32, 6)] * 3))[1]
    'there are three red circles'
    """
    plural = scene.count > 1
    words = {"number": number_word(scene.count), "colour": scene.colour, "shape": scene.shape}
    return tuple(template[plural].format_map(words) for template in TEMPLATES)
