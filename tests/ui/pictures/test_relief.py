"""Light on the ground."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from app.bands import Bands
from raster.elevation import MOUNTAIN_SHARE, Elevation
from raster.grid import VelocityGrid, grid_from_kmh
from tests.ui.canvas.worlds import solved, split_world
from ui.pictures.patch import Patch, patch_of
from ui.pictures.pixels import parts
from ui.pictures.relief import ElevationSurface, LitSurface, SpeedSurface, TimeSurface, paint_relief
from ui.pictures.scene import draw_frame
from ui.pictures.speed_layer import SpeedScale
from ui.pictures.style import OverlayStyle
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import DARK, LIGHT, Theme

CELL = 10.0


def ground(side: int = 60) -> VelocityGrid:
    return grid_from_kmh(np.full((side, side), 20.0), CELL)


def hill(side: int = 60, height: float = 150.0) -> Elevation:
    """A cone in the middle of a plain that has no heights in its last columns."""
    at = np.arange(side) - (side - 1) / 2
    away = np.hypot(at[:, None], at[None, :])
    metres = np.maximum(height * (1 - away / (0.35 * side)), 0).astype(np.float32)
    metres[:, -3:] = np.nan
    return Elevation(metres, CELL, CELL)


def seen(grid: VelocityGrid, scale: float = CELL) -> Patch:
    found = patch_of(grid, grid.bounds, scale)
    assert found is not None
    return found


def lit(surface: LitSurface, patch: Patch, samples: int = 1) -> NDArray[np.float32]:
    """Mid-grey under the light, 0 to 255."""
    pixels = parts(paint_relief(surface.slopes(patch, samples), patch.all_rows, samples))
    return np.asarray(pixels[..., 1] + 128 * (1 - pixels[..., 3] / 255))


@pytest.mark.parametrize("scale", [3.0, 10.0, 24.0])
def test_slopes_to_the_north_west_gleam_and_those_to_the_south_east_are_in_shadow(
    scale: float,
) -> None:
    grid = ground()
    light = lit(ElevationSurface(hill(), grid), seen(grid, scale))
    side = len(light)
    north_west = light[int(0.4 * side), int(0.4 * side)]
    south_east = light[int(0.6 * side), int(0.6 * side)]
    assert north_west > 128 + 10
    assert south_east < 128 - 30
    level = light[: side // 10, : side // 10]
    assert np.all(level == 128), "level ground keeps its colour"
    assert np.all(light[:, -1] == 128), "and so does what has no height"


def test_an_elevation_with_other_cells_lights_the_same_places() -> None:
    grid = ground()
    same, finer = hill(), hill(120)
    finer = replace(finer, step_x=CELL / 2, step_y=CELL / 2)
    one = lit(ElevationSurface(same, grid), seen(grid))
    other = lit(ElevationSurface(finer, grid), seen(grid))
    assert np.abs(one[10:50, 10:50] - other[10:50, 10:50]).mean() < 8


def test_an_edge_of_slow_country_throws_a_shadow() -> None:
    kmh = np.full((60, 60), 40.0)
    kmh[20:40, 20:40] = 4.0
    grid = grid_from_kmh(kmh, CELL)
    light = lit(SpeedSurface(grid, SpeedScale.of(grid), 0.0), seen(grid))
    assert light[30, 18:21].max() > 128 + 5  # its western edge
    assert light[30, 39:43].min() < 128 - 20  # its eastern
    assert abs(light[2, 2] - 128) < 2


def test_ground_beside_a_fast_road_has_hills_all_the_same() -> None:
    kmh = np.full((60, 60), 6.0)
    kmh[20:40, 20:40] = 4.0
    kmh[0] = 120.0
    grid = grid_from_kmh(kmh, CELL)
    light = lit(SpeedSurface(grid, SpeedScale.of(grid), 0.0), seen(grid))
    assert light[30, 39:43].min() < 128 - 20  # in the shade of slow country


def test_of_equally_fast_places_each_has_the_middle_rank() -> None:
    kmh = np.full((10, 10), 5.0)
    kmh[:2], kmh[9] = 1.0, 9.0
    speeds, shares = SpeedScale.of(grid_from_kmh(kmh, CELL)).ranks()
    assert speeds.tolist() == [1.0, 5.0, 9.0]
    assert shares == pytest.approx([0.1, 0.55, 0.95], abs=0.02)


def test_fronts_are_lit_where_they_come_from_the_south_east() -> None:
    grid = split_world()
    light = lit(TimeSurface(solved(grid), 1.8), seen(grid))
    assert light[38, 28] > 128  # a front that goes on to the south-east faces back
    assert light[22, 12] < 128
    assert np.all(light[:, 66:] == 128), "not reached"


@pytest.mark.parametrize("scale", [4.0, 10.0, 17.0])
@pytest.mark.parametrize("samples", [1, 2])
def test_strips_of_light_join_to_the_whole(scale: float, samples: int) -> None:
    rng = np.random.default_rng(5)
    grid = grid_from_kmh(rng.integers(1, 60, (90, 70)).astype(float), CELL)
    patch = seen(grid, scale)
    elevation = Elevation(rng.random((45, 140), np.float32) * 50, 2 * CELL, CELL / 2)
    surfaces: tuple[LitSurface, ...] = (
        ElevationSurface(elevation, grid),
        SpeedSurface(grid, SpeedScale.of(grid), 0.0),
    )
    for surface in surfaces:
        slopes = surface.slopes(patch, samples)
        whole = paint_relief(slopes, patch.all_rows, samples)
        cut = patch.shape[0] // 3
        halves = [(0, cut), (cut, patch.shape[0])]
        joined = np.concatenate([paint_relief(slopes, rows, samples) for rows in halves])
        assert np.array_equal(joined, whole)


def scene_of(style: OverlayStyle, theme: Theme = LIGHT) -> TerrainScene:
    grid = ground()
    scene = TerrainScene.of(grid, solved(grid, 30, 30))
    return scene.dressed(Bands.even(60.0, 6), style, theme)


def test_light_falls_on_the_times_and_is_not_drawn_again_for_other_times() -> None:
    style = OverlayStyle(elevation=hill(), isolines=False)
    scene = scene_of(style)
    patch = seen(scene.grid)
    frame = draw_frame(scene, patch)
    assert frame is not None
    assert [layer.name for layer in frame.layers] == ["speeds", "times", "relief"]
    moved = replace(scene, times=solved(scene.grid, 10, 10))
    again = draw_frame(moved, patch, before=frame)
    assert again is not None
    assert again.layer("relief") is frame.layer("relief")
    assert again.layer("times") is not frame.layer("times")
    plain = draw_frame(scene_of(replace(style, relief="none")), patch)
    assert plain is not None
    assert plain.layer("relief") is None


def test_what_throws_shadows_is_what_there_is() -> None:
    with_hill = scene_of(OverlayStyle(elevation=hill()))
    assert isinstance(with_hill.surface, ElevationSurface)
    assert scene_of(OverlayStyle()).surface is None, "all speeds are the same"
    assert isinstance(scene_of(OverlayStyle(relief="times")).surface, TimeSurface)
    kmh = np.full((20, 20), 30.0)
    kmh[:, :9] = 5.0
    varied = TerrainScene.of(grid_from_kmh(kmh, CELL))
    assert isinstance(varied.surface, SpeedSurface)
    assert scene_of(OverlayStyle(relief="elevation")).surface is None
    with pytest.raises(ValueError, match="relief"):
        OverlayStyle(relief="moonlight")


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_bands_on_even_ground_have_the_colours_of_the_legend(theme: Theme) -> None:
    scene = scene_of(OverlayStyle(isolines=False), theme)
    frame = draw_frame(scene, seen(scene.grid))
    plain = draw_frame(scene_of(replace(scene.style, relief="none"), theme), seen(scene.grid))
    assert frame is not None
    assert plain is not None
    assert frame.layer("relief") is None
    assert np.array_equal(frame.layer("times").pixels, plain.layer("times").pixels)


def test_light_on_times_that_is_asked_for_hides_no_band() -> None:
    grid = ground()
    light = lit(TimeSurface(solved(grid, 30, 30), CELL / (20 / 3.6)), seen(grid))
    assert light.min() < 128 - 20, "it is seen"
    assert light.min() > 128 * 0.55
    assert light.max() < 128 * 1.3


@pytest.mark.parametrize("samples", [1, 2])
@pytest.mark.parametrize("coded", [False, True], ids=["speeds", "codes"])
def test_no_light_falls_on_what_has_no_data(samples: int, coded: bool) -> None:
    kmh = np.full((60, 60), 20.0)
    kmh[33:43, 33:43] = np.nan  # on the shady side of the hill
    grid = grid_from_kmh(kmh, CELL)
    if coded:
        codes = np.where(np.isnan(kmh), 255, 20).astype(np.uint8)
        speeds = np.arange(256, dtype=np.float64)
        speeds[255] = np.nan
        grid = VelocityGrid(codes, speeds, CELL, CELL)
    light = lit(ElevationSurface(hill(), grid), seen(grid), samples)
    assert np.all(light[33:43, 33:43] == 128)
    assert light[44, 38] < 128 - 10, "beside it light falls as ever"
    whole = ElevationSurface(hill(), grid, holes=False)
    assert lit(whole, seen(grid), samples)[38, 38] < 128 - 10


def test_roughness_leaves_out_the_sea_and_most_of_what_a_mountain_as_a_whole_rises() -> None:
    whole = 150 / (0.35 * 60) / CELL
    assert (1 - MOUNTAIN_SHARE) * whole < hill().roughness < 0.7 * whole
    level = Elevation(np.zeros((5, 5), np.float32), CELL, CELL)
    assert level.roughness == 0
    assert np.all(lit(ElevationSurface(level, ground()), seen(ground())) == 128)


def ridged(side: int = 240) -> Elevation:
    """A slope that falls to the south-east by 0.3, with ridges across it, and a level lake."""
    down, across = np.mgrid[:side, :side]
    metres = -0.3 * CELL * (down + across) / np.sqrt(2) + 6 * np.sin(down / 3) * np.sin(across / 3)
    metres[180:210, 30:60] = metres[180:210, 30:60].mean()
    return Elevation(metres.astype(np.float32), CELL, CELL)


def test_the_flank_of_a_mountain_that_lies_in_the_shade_is_not_dark_and_shows_its_ridges() -> None:
    grid = ground(240)
    light = lit(ElevationSurface(ridged(), grid), seen(grid))
    flank = light[20:150, 20:220]
    assert flank.mean() > 78
    assert np.percentile(flank, 95) > 126, "what faces the light is as bright as level ground"
    assert np.percentile(flank, 5) < 60
    assert np.all(light[185:205, 35:55] == 128), "level ground keeps its colour on a mountain, too"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_the_start_is_bright_and_what_is_far_is_dark(theme: Theme) -> None:
    scene = scene_of(OverlayStyle(relief="none", isolines=False), theme)
    frame = draw_frame(scene, seen(scene.grid))
    assert frame is not None
    times = frame.layer("times")
    assert times is not None
    light = parts(times.pixels)[..., :3].mean(axis=-1)
    assert light[30, 30] > light[30, 45] + 15
    assert light[30, 45] > light[30, 59] + 15
    turned = scene_of(OverlayStyle(relief="none", isolines=False, reversed=True), theme)
    other = draw_frame(turned, seen(scene.grid))
    assert other is not None
    reversed_ = other.layer("times")
    assert reversed_ is not None
    dark = parts(reversed_.pixels)[..., :3].mean(axis=-1)
    assert dark[30, 30] < dark[30, 59] - 30


def test_the_same_picture_is_drawn_by_any_thread_and_by_several_at_once() -> None:
    style = OverlayStyle(elevation=hill())
    scene = scene_of(style)
    patch = seen(scene.grid, 1.5)

    def drawn(_: int) -> list[NDArray[np.uint32]]:
        frame = draw_frame(scene, patch, fine=True)
        assert frame is not None
        return [layer.pixels for layer in frame.layers]

    here = drawn(0)
    with ThreadPoolExecutor(4) as threads:
        for there in threads.map(drawn, range(8)):
            for one, other in zip(here, there, strict=True):
                assert np.array_equal(one, other)
