"""The ground near reached roads, filled by band."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor

from app.bands import Bands
from core.geometry.blending import mixed
from tests.ui.driving import Driver
from tests.ui.roads import Roads, corner, seconds
from ui.pictures.streets import RoadScene, area_reach

HALF = seconds(2.5, 60)  # along the road at the foot


@pytest.fixture
def town(user: Driver, tmp_path: Path) -> Driver:
    """Solved from the corner at the foot, with bands up to 2.5 blocks, and up to everything."""
    user.open(Roads(tmp_path).town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    user.window.editor.set_bands(Bands((HALF, 3600.0)))
    for name in ("glow", "names", "legend", "scale_bar"):
        user.window.commands[name].setChecked(False)
    return user


def colour(user: Driver, metres_aside: float, col: float) -> QColor:
    """Above the road at the foot, between two others."""
    view = user.window.map
    x, y = view.pixel_of(*corner(col, metres_aside / 222.0))
    return view.snapshot().pixelColor(round(x), round(y))


def test_ground_near_reached_roads_has_the_colour_of_its_band(town: Driver) -> None:
    bare = colour(town, 30, 1.5)
    town.do("areas")
    scene = town.window.map._scene
    assert isinstance(scene, RoadScene)
    reach = area_reach(scene.ground)
    assert reach == 50.0  # as areas of so small an extent are exported
    near, beyond = colour(town, 30, 1.5), colour(town, 30, 3.5)
    assert near != bare
    assert beyond not in (bare, near)
    assert colour(town, 1.4 * reach, 1.5) == bare
    town.do("areas")
    assert colour(town, 30, 1.5) == bare


def test_opaque_pictures_are_mixed() -> None:
    below, above = np.array([[0xFF000000, 0xFF204060]], np.uint32), np.uint32(0xFFFFFFFF)
    found = mixed(below, np.full_like(below, above), 0.5)
    assert found.dtype == np.uint32
    assert [hex(word) for word in found[0].tolist()] == ["0xff7f7f7f", "0xff8f9faf"]
    assert np.array_equal(mixed(below, below, 0.3), below)


def test_areas_are_part_of_what_makes_a_picture_another(town: Driver) -> None:
    scene = town.window.map._scene
    assert isinstance(scene, RoadScene)
    filled = replace(scene, style=replace(scene.style, areas=True))
    assert filled.plans()[0].key != scene.plans()[0].key
