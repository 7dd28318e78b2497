"""The front as pictures of scenes: it lies where their times say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.document.joined import JoinRequest
from tests.app.cli.test_joined import write_roads, write_terrain
from tests.ui.driving import Driver
from tests.ui.rasters import CELL, LEFT, TOP, Rasters, centre
from tests.ui.roads import Roads, amount, corner
from ui.pictures.front import LIGHT_REACH, FrontStage, last_moment
from ui.pictures.joined import JoinedScene
from ui.pictures.patch import Patch
from ui.pictures.pixels import Pixels
from ui.pictures.scene import draw_frame


def _stage(user: Driver, pixels: int = 300) -> FrontStage:
    scene = user.window.map._scene
    assert scene is not None
    left, bottom, right, top = bounds = scene.ground.bounds
    patch = scene.ground.patch(bounds, max(right - left, top - bottom) / pixels)
    assert isinstance(patch, Patch)
    frame = draw_frame(scene, patch, 1.0, fine=True)
    assert frame is not None
    return FrontStage.of(frame, 1.0)


def _at(stage: FrontStage, seconds: float) -> Pixels:
    """The front on the patch itself, without the room around it."""
    layer, (rows, cols) = stage.at(seconds), stage.frame.patch.shape
    left, _, right, top = stage.frame.patch.bounds
    pixel = (right - left) / cols
    row, col = round((layer.bounds[3] - top) / pixel), round((left - layer.bounds[0]) / pixel)
    return layer.pixels[row : row + rows, col : col + cols]


def _pixel(stage: FrontStage, x: float, y: float) -> tuple[int, int]:
    left, bottom, right, top = stage.frame.patch.bounds
    rows, cols = stage.frame.patch.shape
    return int((top - y) / (top - bottom) * rows), int((x - left) / (right - left) * cols)


def test_on_terrain_pixels_change_when_they_are_reached(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    stage = _stage(user)
    arrival = stage.arrivals.seconds
    row, col = _pixel(stage, LEFT + 300.0 + CELL / 2, TOP - 205.0)  # 20 cells east of the start
    assert arrival[row, col] == pytest.approx(20.0, abs=0.5)
    picture = _at(stage, 20.0)
    bright = picture[row].view(np.uint8).reshape(-1, 4)[:, :3].astype(int).sum(axis=1)
    east = int(np.argmax(bright[col - 20 : col + 20])) + col - 20
    assert abs(arrival[row, east] - 20.0) < 1.0, "the line lies where the field is at the clock"
    assert (_at(stage, -100.0) == stage.before).mean() > 0.999
    reached = np.isfinite(arrival)
    last = _at(stage, 1e6)
    assert (last[reached] == stage.after[reached]).all()
    assert (last[~reached] == stage.before[~reached]).all(), "the lake never is"


def test_light_goes_on_beyond_the_end_of_a_raster_and_not_where_ground_goes_on(
    user: Driver, rasters: Rasters
) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    stage = _stage(user)
    seconds = float(stage.arrivals.seconds[100, 2])  # beside the western end
    layer, patch = stage.at(seconds), stage.frame.patch
    pixel = (patch.bounds[2] - patch.bounds[0]) / patch.shape[1]
    assert layer.bounds[0] == pytest.approx(patch.bounds[0] - LIGHT_REACH * pixel)
    row = layer.pixels[100 + LIGHT_REACH, : LIGHT_REACH + 2].view(np.uint8).reshape(-1, 4)
    red = np.abs(row[:, 2].astype(int) - int(row[0, 2]))
    assert red[LIGHT_REACH - 6] > 8, "light beside the raster"
    assert red[0] == 0
    assert np.abs(np.diff(red[: LIGHT_REACH - 2])).max() < 16, "that fades"
    left, bottom, right, top = patch.bounds
    inner = stage.frame.scene.ground.patch((left + 80, bottom + 80, right - 80, top - 80), pixel)
    assert inner is not None
    frame = draw_frame(stage.frame.scene, inner, 1.0, fine=True)
    assert frame is not None
    assert FrontStage.of(frame, 1.0).at(seconds).bounds == inner.bounds


def test_on_roads_the_front_goes_along_the_streets(user: Driver, tmp_path: Path) -> None:
    roads = Roads(tmp_path)
    user.open(roads.town())
    user.window.editor.place(*corner(0, 0))
    user.rest()
    stage = _stage(user)
    ground = user.window.map.ground
    assert ground is not None
    arrival = stage.arrivals.seconds
    for col in (1.5, 3.5):
        row, at = _pixel(stage, *ground.to_plane(*corner(col, 0)))
        around = arrival[row - 2 : row + 3, at - 2 : at + 3].min()
        assert around == pytest.approx(amount(user, col, 0), abs=1.5)
    assert np.isinf(arrival[_pixel(stage, *ground.to_plane(*corner(2.5, 2.5)))]), "no street"
    half = _at(stage, amount(user, 2.5, 0))
    before, after = (_pixel(stage, *ground.to_plane(*corner(c, 0))) for c in (1.0, 4.0))
    for place, picture in ((before, stage.after), (after, stage.before)):
        near = np.s_[place[0] - 1 : place[0] + 2, place[1] - 1 : place[1] + 2]
        assert (half[near] == picture[near]).mean() > 0.6


def test_a_clock_does_not_wait_for_a_few_far_places(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    times = user.solved.times
    assert last_moment(times) == pytest.approx(times.max_seconds)  # nothing lies far out
    assert last_moment(None) == 0.0


def test_another_style_keeps_what_is_known_of_the_field(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    stage = _stage(user)
    same = FrontStage.of(stage.frame, 1.0, stage)
    assert same.arrivals is stage.arrivals
    user.window.link.set_style("opacity", 0.3)
    scene = user.window.map._scene
    assert scene is not None
    frame = draw_frame(scene, stage.frame.patch, 1.0, fine=True)
    assert frame is not None
    other = FrontStage.of(frame, 1.0, stage)
    assert (other.after != stage.after).any()


def test_another_start_keeps_the_picture_of_ground_that_is_not_reached(
    user: Driver, rasters: Rasters
) -> None:
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    stage = _stage(user)
    user.click(*centre(30, 30))
    moved = draw_frame(user.window.map._scene, stage.frame.patch, 1.0, fine=True)  # type: ignore[arg-type]
    assert moved is not None
    other = FrontStage.of(moved, 1.0, stage)
    assert other.before is stage.before
    assert (other.arrivals.seconds != stage.arrivals.seconds).any()
    user.window.link.set_style("velocity", False)
    plain = draw_frame(user.window.map._scene, stage.frame.patch, 1.0, fine=True)  # type: ignore[arg-type]
    assert plain is not None
    assert FrontStage.of(plain, 1.0, stage).before is not stage.before


def test_joined_ground_has_the_front_of_its_cells(user: Driver, tmp_path: Path) -> None:
    files = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    user.window.opener.open_joined(JoinRequest(*files))
    user.rest()
    user.window.editor.find_good_start()
    user.rest()
    stage = _stage(user)
    scene = stage.frame.scene
    assert isinstance(scene, JoinedScene)
    reached = np.isfinite(stage.arrivals.seconds)
    assert reached.any()
    middle = float(np.median(stage.arrivals.seconds[reached]))
    assert (_at(stage, -middle) == stage.before).mean() > 0.99
    end = _at(stage, 10 * middle + 1e6)
    assert (end[reached] == stage.after[reached]).all()
    assert (end[~reached] == stage.before[~reached]).all()
    assert (_at(stage, middle) != end)[stage.arrivals.seconds > 1.2 * middle].any()
