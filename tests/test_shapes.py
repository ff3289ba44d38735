"""The world of shapes: the documented scenes pixel by pixel, and where the captioner goes wrong."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from collections import Counter
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cidernb.shapes import (
    COLOURS,
    NUM_EVALUATED,
    SHAPES,
    Placement,
    Reading,
    Scene,
    caption,
    documented_world,
    draw_world,
    reference_captions,
)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def reading_of(shape: str, *placements: tuple[int, int, int], colour: str = "red") -> Reading:
    return caption(Scene(shape=shape, colour=colour, placements=placements).image)


# The documented world. The digests are those of what the example's own script draws and writes.

IMAGES_SHA256 = "4c4d5d8d3e251e76847c9508d1b13c97a0e8a9601aa5861e73eb8b53f84dbc9c"
REFERENCES_SHA256 = "b8ae4ed2e4bc854d39c5dd393ae2c1f7dc2e1c0d2fd9092466c1dbb7719ee2ac"
CANDIDATES_SHA256 = "68eb5697476193656c61eff3172858d965f464c7921d1d223be2bdeaa061dd7c"


def test_the_300_documented_pictures_are_equal_in_every_byte():
    images = [scene.image for scene in documented_world().scenes]
    assert len(images) == 300
    assert {(image.shape, image.dtype.str) for image in images} == {((64, 64, 3), "<f8")}
    assert sha256(b"".join(image.tobytes() for image in images)) == IMAGES_SHA256


def test_the_documented_references_and_their_orders_are_equal():
    references = documented_world().references
    assert {len(captions) for captions in references} == {10}
    joined = "\n".join(text for captions in references for text in captions)
    assert sha256(joined.encode()) == REFERENCES_SHA256


def test_the_documented_candidates_are_equal():
    candidates = documented_world().first(NUM_EVALUATED).candidates
    assert len(candidates) == 100
    assert sha256("\n".join(candidates).encode()) == CANDIDATES_SHA256


def test_the_documented_world_passes_its_own_data_check():
    evaluated = documented_world().first(NUM_EVALUATED)
    assert Counter(scene.colour for scene in evaluated.scenes) == dict.fromkeys(COLOURS, 25)
    assert Counter(scene.count for scene in evaluated.scenes) == {1: 15, 2: 31, 3: 28, 4: 26}
    assert evaluated.candidates[2] == "four blue triangle"
    assert evaluated.references[2][:2] == (
        "the image shows four blue triangles",
        "there are four blue triangles",
    )


def test_the_captioner_reads_all_100_evaluated_pictures_correctly():
    evaluated = documented_world().first(NUM_EVALUATED)
    pairs = zip(evaluated.readings, evaluated.scenes, strict=True)
    assert sum(reading.agrees_with(scene) for reading, scene in pairs) == 100


def test_the_documented_world_is_drawn_once():
    assert documented_world() is documented_world()


# References


@pytest.mark.parametrize(
    ("shape", "colour", "count", "expected"),
    [
        (
            "circle",
            "red",
            1,
            [
                "one red circle",
                "there is one red circle",
                "one red circle on a black background",
                "a black picture with one red circle",
                "one circle coloured red",
                "the image shows one red circle",
                "one red circle shapes",
                "a single red circle",
                "one red circle spread over the image",
                "a lone red circle",
            ],
        ),
        (
            "triangle",
            "yellow",
            3,
            [
                "three yellow triangles",
                "there are three yellow triangles",
                "three yellow triangles on a black background",
                "a black picture with three yellow triangles",
                "three triangles coloured yellow",
                "the image shows three yellow triangles",
                "three yellow triangle shapes",
                "some yellow triangles",
                "three yellow triangles spread over the image",
                "a group of three yellow triangles",
            ],
        ),
    ],
)
def test_ten_templates_in_the_singular_and_the_plural(shape, colour, count, expected):
    scene = Scene(shape=shape, colour=colour, placements=[(32, 32, 6)] * count)
    assert list(reference_captions(scene)) == expected


def test_each_image_has_the_references_of_its_templates_in_an_order_of_its_own():
    world = draw_world(40, seed=3)
    for scene, references in zip(world.scenes, world.references, strict=True):
        assert sorted(references) == sorted(reference_captions(scene))
    first_templates = {
        reference_captions(scene).index(references[0])
        for scene, references in zip(world.scenes, world.references, strict=True)
    }
    assert len(first_templates) > 5


# Scenes


@pytest.mark.parametrize(
    ("shape", "rows"),
    [
        ("circle", ["01110", "11111", "11111", "11111", "01110"]),
        ("square", ["11111", "11111", "11111", "11111", "11111"]),
        ("triangle", ["00100", "00100", "01110", "01110", "11111"]),
    ],
)
def test_a_shape_of_size_two_pixel_by_pixel(shape, rows):
    image = Scene(shape=shape, colour="yellow", placements=[(30, 40, 2)]).image
    expected = np.array([[int(digit) for digit in row] for row in rows])
    np.testing.assert_array_equal(image[28:33, 38:43], expected[..., None] * COLOURS["yellow"])
    assert image.sum() == 2 * expected.sum()


def test_a_scene_and_its_picture_cannot_be_changed():
    scene = Scene(shape="circle", colour="red", placements=[(32, 32, 6)])
    with pytest.raises(FrozenInstanceError):
        scene.colour = "blue"
    with pytest.raises(ValueError, match="read-only"):
        scene.image[0, 0] = 1


def test_scenes_are_equal_when_the_same_is_drawn():
    listed = Scene(shape="circle", colour="red", placements=[[32, 32, np.int64(6)]])
    assert listed == Scene(shape="circle", colour="red", placements=(Placement(32, 32, 6),))
    assert listed != Scene(shape="circle", colour="blue", placements=[(32, 32, 6)])


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, "one green square on black"),
        (2, "two green squares on black"),
        (10, "ten green squares on black"),
        (11, "11 green squares on black"),
    ],
)
def test_a_scene_describes_itself_in_words(count, expected):
    assert Scene(shape="square", colour="green", placements=[(32, 32, 6)] * count).describe() == expected


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"shape": "star"}, ValueError, "shape is 'star'; choose one of circle, square, triangle."),
        ({"colour": "pink"}, ValueError, "colour is 'pink'; choose one of red, green, blue, yellow."),
        ({"placements": []}, ValueError, "placements is empty"),
        ({"placements": [7]}, TypeError, "placements holds 7; give each as (row, column, size)."),
        ({"placements": [(64, 0, 6)]}, ValueError, "row is 64; give a whole number from 0 to 63."),
        ({"placements": [(0, -1, 6)]}, ValueError, "column is -1; give a whole number from 0 to 63."),
        ({"placements": [(0, 0, 0)]}, ValueError, "size is 0; give a whole number from 1 to 31."),
        ({"placements": [(0, 0, 6.5)]}, TypeError, "size is 6.5; give a whole number from 1 to 31."),
    ],
)
def test_a_scene_that_cannot_be_drawn_is_an_error_that_names_the_setting(options, error, message):
    good = {"shape": "circle", "colour": "red", "placements": [(32, 32, 6)]}
    with pytest.raises(error, match=re.escape(message)):
        Scene(**good | options)


# Worlds with other options


def test_the_same_seed_draws_the_same_world_and_another_seed_another():
    assert draw_world(20, seed=7) == draw_world(20, seed=7)
    assert draw_world(20, seed=7).scenes != draw_world(20, seed=8).scenes


def test_a_world_holds_what_its_options_ask_for():
    world = draw_world(
        60,
        seed=1,
        counts=(2, 6),
        colours=["blue", "red"],
        shapes=["square", "circle"],
        sizes=(3, 5),
        placement="anywhere",
    )
    assert [scene.colour for scene in world.scenes] == ["blue", "red"] * 30
    assert {scene.count for scene in world.scenes} == {2, 3, 4, 5, 6}
    assert {scene.shape for scene in world.scenes} == {"square", "circle"}
    assert {placement.size for scene in world.scenes for placement in scene.placements} == {3, 4, 5}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), sizes=st.sampled_from([(2, 12), (12, 12), (2, 2)]))
def test_shapes_of_size_2_to_12_in_quadrants_are_all_read_correctly(seed, sizes):
    world = draw_world(4, seed=seed, sizes=sizes)
    for scene, reading in zip(world.scenes, world.readings, strict=True):
        assert reading.agrees_with(scene)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), size=st.integers(1, 31), shape=st.sampled_from(SHAPES))
def test_shapes_anywhere_lie_wholly_inside_the_picture(seed, size, shape):
    world = draw_world(2, seed=seed, counts=(1, 1), sizes=(size, size), shapes=[shape], placement="anywhere")
    for scene in world.scenes:
        rows, columns = np.nonzero(scene.image.any(axis=2))
        assert np.ptp(rows) == np.ptp(columns) == 2 * size


def test_shapes_anywhere_may_merge_so_that_the_captioner_miscounts():
    world = draw_world(50, placement="anywhere")
    drawn = np.array([scene.count for scene in world.scenes])
    read = np.array([reading.count for reading in world.readings])
    assert (read <= drawn).all()
    assert (read < drawn).any()


def test_the_first_scenes_of_a_world_keep_their_references():
    world = draw_world(5)
    assert world.first(2).scenes == world.scenes[:2]
    assert world.first(2).references == world.references[:2]


@pytest.mark.parametrize("num_scenes", [0, 6])
def test_a_world_has_no_more_scenes_than_it_has(num_scenes):
    message = f"num_scenes is {num_scenes}; give a whole number from 1 to 5."
    with pytest.raises(ValueError, match=message):
        draw_world(5).first(num_scenes)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"num_scenes": 0}, ValueError, "num_scenes is 0; give a whole number of 1 or more."),
        ({"num_scenes": True}, TypeError, "num_scenes is True; give a whole number"),
        ({"seed": -1}, ValueError, "seed is -1; give a whole number of 0 or more."),
        ({"seed": None}, TypeError, "seed is None; give a whole number"),
        ({"counts": 3}, TypeError, "counts is 3; give two whole numbers"),
        ({"counts": (0, 2)}, ValueError, "the least of counts is 0"),
        ({"counts": (3, 2)}, ValueError, "counts is (3, 2); give the least first"),
        ({"counts": (1, 5)}, ValueError, 'give at most 4 shapes, or placement="anywhere".'),
        ({"sizes": (6, 32)}, ValueError, "the most of sizes is 32; give a whole number from 1 to 31."),
        ({"colours": "red"}, TypeError, "colours is 'red'; give a list"),
        ({"colours": ["red", "pink"]}, ValueError, "a name in colours is 'pink'; choose one of red"),
        ({"shapes": []}, TypeError, "shapes is []; give a list of one or more"),
        ({"shapes": ["star"]}, ValueError, "a name in shapes is 'star'; choose one of circle"),
        ({"placement": "grid"}, ValueError, "placement is 'grid'; choose one of quadrants, anywhere."),
    ],
)
def test_a_bad_option_is_an_error_that_names_it(options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        draw_world(**options)


# The captioner, right and wrong


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("shape", "fill"), [("circle", 137 / 169), ("square", 1.0), ("triangle", 85 / 169)])
def test_a_shape_is_named_by_how_much_of_its_box_it_fills(shape, fill, colour):
    reading = reading_of(shape, (16, 16, 6), (48, 48, 6), colour=colour)
    assert reading == Reading(2, colour, shape, pytest.approx((fill, fill), abs=1e-12))
    assert reading.caption == f"two {colour} {shape}"


@pytest.mark.parametrize(
    ("what", "shape", "placements", "expected"),
    [
        ("one black pixel apart", "square", [(20, 20, 5), (20, 32, 5)], "two red square"),
        ("side by side", "square", [(20, 20, 5), (20, 31, 5)], "one red square"),
        ("corner to corner", "square", [(20, 20, 5), (31, 31, 5)], "one red triangle"),
        ("overlapping aslant", "circle", [(20, 20, 6), (30, 30, 6)], "one red triangle"),
        ("one behind the other", "circle", [(20, 20, 6), (20, 20, 6)], "one red circle"),
        ("disc of nine pixels", "circle", [(30, 30, 1)], "one red square"),
        ("top cut off", "triangle", [(0, 30, 9)], "one red circle"),
    ],
)
def test_failure_cases_of_the_captioner(what, shape, placements, expected):
    assert reading_of(shape, *placements).caption == expected, what


def test_a_stray_pixel_is_counted_and_spoils_the_mean_fill():
    image = Scene(shape="triangle", colour="red", placements=[(32, 32, 8)]).image.copy()
    image[0, 0] = COLOURS["red"]
    assert caption(image).caption == "two red circle"


def test_of_several_colours_only_the_first_of_the_list_is_read():
    blue = Scene(shape="square", colour="blue", placements=[(16, 16, 6), (16, 48, 6)])
    green = Scene(shape="circle", colour="green", placements=[(48, 48, 6)])
    assert caption(blue.image + green.image).caption == "one green circle"


@pytest.mark.parametrize("rgb", [(0, 0, 0), (1, 1, 1), (0, 1, 1), (0.4, 0, 0)])
def test_a_picture_without_a_known_colour_shows_nothing(rgb):
    reading = caption(np.full((64, 64, 3), rgb, dtype=float))
    assert reading == Reading(0, None, None, ())
    assert reading.caption == "nothing"


def test_a_dimmed_colour_is_still_that_colour():
    scene = Scene(shape="circle", colour="yellow", placements=[(32, 32, 8)])
    assert caption(0.7 * scene.image) == caption(scene.image)


@pytest.mark.parametrize(("count", "number"), [(5, "five"), (10, "ten"), (11, "11")])
def test_more_than_four_shapes_are_counted_on(count, number):
    placements = [(5 + 9 * (k // 6), 5 + 9 * (k % 6), 3) for k in range(count)]
    assert reading_of("square", *placements).caption == f"{number} red square"


def test_a_reading_agrees_only_if_count_colour_and_shape_do():
    reading = Reading(1, "red", "circle", (0.8,))
    truths = {
        ("circle", "red", 1): True,
        ("circle", "red", 2): False,
        ("circle", "blue", 1): False,
        ("square", "red", 1): False,
    }
    for (shape, colour, count), agrees in truths.items():
        scene = Scene(shape=shape, colour=colour, placements=[(32, 32, 6)] * count)
        assert reading.agrees_with(scene) is agrees


@pytest.mark.parametrize(
    ("image", "error", "message"),
    [
        ([[[0, 0, 0]]], TypeError, "image is of type list; give a NumPy array"),
        (np.zeros((64, 64)), ValueError, "image has the shape (64, 64); give an array (rows, columns, 3)."),
        (np.zeros((64, 64, 4)), ValueError, "image has the shape (64, 64, 4)"),
        (np.zeros((0, 64, 3)), ValueError, "image has the shape (0, 64, 3)"),
        (np.full((4, 4, 3), 255), ValueError, "image has values outside 0 to 1; divide 8-bit values by 255."),
        (np.full((4, 4, 3), np.nan), ValueError, "image has values outside 0 to 1"),
    ],
)
def test_what_is_no_picture_is_an_error_that_says_what_to_give(image, error, message):
    with pytest.raises(error, match=re.escape(message)):
        caption(image)


def test_drawing_and_reading_imports_only_what_it_needs():
    # scikit-image loads these on demand, and each takes longer than drawing and reading 100 scenes.
    code = """
import sys
import cidernb.shapes
print({"skimage", "scipy"} & set(sys.modules))
cidernb.shapes.documented_world().first(3).candidates
print({"skimage.measure._regionprops", "skimage.morphology._skeletonize"} & set(sys.modules))
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["set()", "set()"]
