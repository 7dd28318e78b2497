"""Pixels of speeds and travel times."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from app.bands import BEYOND_COLOUR
from core.times import UNREACHED
from raster.grid import Window, grid_from_kmh, sample_indices
from raster.travel_times import TravelTimeGrid
from tests.ui.canvas.worlds import solved, split_world
from tests.ui.pictures.plain_times import plainly_painted, step_of
from ui.pictures.patch import Patch, patch_of
from ui.pictures.pixels import averaged, joined, parts, rgb, words
from ui.pictures.sampling import sampled
from ui.pictures.speed_layer import SpeedColours, SpeedScale, paint_speeds
from ui.pictures.theme import DARK, LIGHT, Theme
from ui.pictures.time_layer import TimeColours, banded, flowing, paint_times

COLOURS = np.array([(200, 30, 30), (30, 200, 30), (30, 30, 200)], np.uint8)


def patch(grid_scale: float) -> Patch:
    grid = split_world()
    made = patch_of(grid, grid.bounds, grid_scale)
    assert made is not None
    return made


def times_of(seconds: NDArray[np.float64]) -> TravelTimeGrid:
    labels = np.where(np.isfinite(seconds), seconds * 16, 1 << 30).astype(np.uint32)
    return TravelTimeGrid(labels, 1 / 16)


def plain(limits: list[float], isolines: bool = False, opacity: float = 1.0) -> TimeColours:
    return banded(np.array(limits), COLOURS[: len(limits)], opacity, isolines, "#000000")


def test_words_are_premultiplied() -> None:
    assert words((255, 128, 0), 0.5) == 0x80804000
    assert words(rgb("#123456")) == 0xFF123456
    colours = words(COLOURS, 0.3)
    assert np.array_equal(joined(parts(colours)), colours)


def test_averaging_mixes_blocks() -> None:
    black, white = 0xFF000000, 0xFFFFFFFF
    pixels = np.array([[black, white, white, white]] * 2, np.uint32)
    assert averaged(pixels, 2).tolist() == [[0xFF808080, white]]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_speed_barrier_and_no_data_look_different(theme: Theme) -> None:
    grid = split_world()
    scale = SpeedScale.of(grid)
    assert (scale.has_barrier, scale.has_no_data) == (True, True)
    pixels = paint_speeds(grid, patch(10.0), SpeedColours.of(scale, theme), hatch=0)
    ground, barrier, empty = pixels[30, 10], pixels[30, 60], pixels[30, 85]
    assert barrier == words(rgb(theme.barrier))
    assert empty == 0  # the background shows
    tone = parts(np.array([ground]))[0, :3].mean()
    assert tone > 20 + parts(np.array([barrier]))[0, :3].mean()


def test_faster_is_brighter() -> None:
    grid = grid_from_kmh(np.tile(np.arange(1.0, 101.0), (4, 1)))
    window = patch_of(grid, grid.bounds, 1.0)
    assert window is not None
    pixels = paint_speeds(grid, window, SpeedColours.of(SpeedScale.of(grid), LIGHT))
    tones = parts(pixels)[0, :, :3].mean(axis=1)
    assert np.all(np.diff(tones) >= 0)
    assert tones[-1] - tones[0] > 60


def test_float_speeds_and_codes_look_alike() -> None:
    codes = split_world()
    speeds = grid_from_kmh(np.where(codes.values == 0, 0.0, 20.25))
    colours = SpeedColours.of(SpeedScale.of(codes), LIGHT)
    assert speeds.code_speed is None
    ours = paint_speeds(codes, patch(10.0), colours)[:, :80]
    theirs = paint_speeds(speeds, patch(10.0), colours)[:, :80]
    assert np.array_equal(ours == colours.tones[254], theirs == colours.tones[254])


def test_a_barrier_turned_passable_is_no_longer_one() -> None:
    grid = split_world()
    scale = SpeedScale.of(grid, zero_speed_kmh=4.0)
    colours = SpeedColours.of(scale, LIGHT, 4.0)
    pixels = paint_speeds(grid, patch(10.0), colours)
    assert not scale.has_barrier
    assert pixels[30, 60] == colours.tones[0]


def test_the_hatch_stays_put_on_the_ground_while_panning() -> None:
    grid = grid_from_kmh(np.zeros((50, 50)), 10.0)
    colours = SpeedColours.of(SpeedScale.of(grid), LIGHT)
    whole = patch_of(grid, grid.bounds, 10.0)
    part = patch_of(grid, (130.0, -500.0, 500.0, -80.0), 10.0)
    assert whole is not None
    assert part is not None
    drawn = paint_speeds(grid, whole, colours)
    moved = paint_speeds(grid, part, colours)
    assert len(np.unique(drawn)) == 2
    assert np.array_equal(moved, drawn[part.window.row :, part.window.col :])


@pytest.mark.parametrize("scale", [3.0, 10.0, 27.0])
def test_strips_of_speeds_join_to_the_whole(scale: float) -> None:
    grid = split_world()
    colours = SpeedColours.of(SpeedScale.of(grid), LIGHT)
    whole = paint_speeds(grid, patch(scale), colours, samples=2)
    middle = whole.shape[0] // 3
    halves = [(0, middle), (middle, whole.shape[0])]
    strips = [paint_speeds(grid, patch(scale), colours, 2, rows=rows) for rows in halves]
    assert np.array_equal(np.concatenate(strips), whole)


def test_bands_hold_their_upper_limit_and_only_what_is_not_reached_is_transparent() -> None:
    # 0     60 61    120 121   much later   unreached
    seconds = np.array([[0, 60, 61, 120, 121, 9e6, np.inf]])
    grid = grid_from_kmh(np.ones((1, 7)), 10.0)
    window = patch_of(grid, grid.bounds, 10.0)
    assert window is not None
    colours = plain([60.0, 120.0])
    pixels = colours.fill[step_of(colours, sampled(times_of(seconds), window))]
    first, second = words(COLOURS[0]), words(COLOURS[1])
    beyond = words(BEYOND_COLOUR)
    assert pixels.tolist() == [[first, first, second, second, beyond, beyond, 0]]


def test_opacity_is_in_the_pixels() -> None:
    colours = plain([60.0], opacity=0.5)
    assert int(colours.fill[0]) >> 24 == 128


def test_a_continuous_scale_runs_through_the_colour_map() -> None:
    ramp = np.stack([np.arange(256)] * 3, axis=1).astype(np.uint8)
    colours = flowing(np.array([60.0]), ramp, 1000.0, 1.0, False, "#000000")
    seconds = np.linspace(0, 1000, 50).astype(np.float32)
    tones = parts(colours.fill[step_of(colours, seconds)])[:, 0]
    assert np.allclose(tones, seconds * 0.255, atol=1)


def test_an_isoline_is_darker_than_both_its_bands() -> None:
    grid = split_world()
    # cpp 1/2: cells are two pixels wide
    drawn = paint_times(solved(grid), patch(5.0), plain([40.0, 80.0], isolines=True))
    row = parts(drawn)[60, 40:100, :3].sum(axis=1)
    bands = {int(parts(words(COLOURS[k : k + 1]))[0, :3].sum()) for k in (0, 1)}
    assert int(row.min()) < 0.7 * min(bands)
    assert {int(row[0]), int(row[-1])} <= bands


def test_without_isolines_only_band_colours_and_their_mixtures_appear() -> None:
    drawn = paint_times(solved(split_world()), patch(10.0), plain([40.0, 80.0]))
    tones = parts(drawn)[..., :3].sum(axis=-1)
    assert tones[parts(drawn)[..., 3] == 255].min() >= parts(words(COLOURS[:2]))[:, :3].sum(1).min()


@pytest.mark.parametrize("scale", [2.0, 10.0, 33.0])
def test_what_is_not_reached_is_transparent_at_every_scale(scale: float) -> None:
    grid = split_world()
    drawn = paint_times(solved(grid), patch(scale), plain([1e5]), samples=1)
    alpha = parts(drawn)[..., 3]
    behind_the_wall = round(55 * 10 / scale)
    assert np.all(alpha[:, : behind_the_wall - 1] == 255)
    assert np.all(alpha[:, behind_the_wall + 1 :] == 0)


def test_between_cells_the_field_runs_straight() -> None:
    seconds = np.arange(8.0)[None, :] * 10 + np.zeros((6, 1))
    grid = grid_from_kmh(np.ones((6, 8)), 10.0)
    window = patch_of(grid, grid.bounds, 1.0)
    assert window is not None
    fine = sampled(times_of(seconds), window)
    middles = (np.arange(80) + 0.5) / 10 - 0.5
    expected = np.clip(middles, 0, 7) * 10
    assert np.allclose(fine, expected[None, :], atol=1e-3)


def test_unreached_neighbours_do_not_bleed_into_reached_cells() -> None:
    seconds = np.array([[10.0, 10.0, np.inf, 90.0]])
    grid = grid_from_kmh(np.ones((1, 4)), 10.0)
    window = patch_of(grid, grid.bounds, 1.0)
    assert window is not None
    fine = sampled(times_of(seconds), window)
    assert np.allclose(fine[:, :20], 10)
    assert np.all(np.isinf(fine[:, 20:30]))
    assert np.allclose(fine[:, 30:], 90)


@pytest.mark.parametrize("samples", [1, 2])
@pytest.mark.parametrize("scale", [3.0, 13.0, 27.0])
@pytest.mark.parametrize("width", [1.25, 2.2])
def test_strips_of_times_join_to_the_whole(samples: int, scale: float, width: float) -> None:
    grid, colours = split_world(), plain([30.0, 60.0, 90.0], isolines=True)
    times, window = solved(grid), patch(scale)
    whole = paint_times(times, window, colours, samples, width)
    ends = [0, 5, 9, 12, window.shape[0]]
    strips = [paint_times(times, window, colours, samples, width, rows) for rows in pairwise(ends)]
    assert np.array_equal(np.concatenate(strips), whole)


def test_a_barrier_leaves_no_half_drawn_pixels() -> None:
    """A pixel that is half river is drawn whole: ground must not shine through beside it."""
    drawn = paint_times(solved(split_world()), patch(13.0), plain([1e5]), samples=2)
    assert set(np.unique(parts(drawn)[..., 3])) == {0.0, 255.0}


def test_the_limit_of_a_solve_gets_a_line() -> None:
    grid = split_world()
    drawn = paint_times(solved(grid, limit=60.0), patch(10.0), plain([60.0], isolines=True))
    tones = parts(drawn)
    inside = int(parts(words(COLOURS[:1]))[0, :3].sum())
    outermost = tones[30][tones[30, :, 3] > 0][-1]
    assert outermost[:3].sum() < 0.8 * inside


def test_tables_of_colours_are_made_once_for_a_drag() -> None:
    limits, other = np.array([60.0, 120.0]), np.array([60.0, 130.0])
    first, *rest = (banded(of, COLOURS[:2], 0.8, True, "#000000") for of in (limits, limits, other))
    assert rest[0] is first
    assert rest[1] is not first
    assert rest[1].top == 130.0
    darker = flowing(limits, COLOURS, 100.0, 0.8, True, "#000000")
    assert flowing(limits, COLOURS, 100.0, 0.8, True, "#000000") is darker
    assert flowing(limits, COLOURS[::-1], 100.0, 0.8, True, "#000000") is not darker


@pytest.mark.parametrize("samples", [1, 2, 3])
@pytest.mark.parametrize("isolines", [False, True])
@pytest.mark.parametrize("limit", [float("inf"), 70.0])
def test_the_kernel_draws_what_whole_arrays_do(samples: int, isolines: bool, limit: float) -> None:
    rng = np.random.default_rng(5)
    waves = np.add.outer(np.sin(np.arange(190) / 17), np.cos(np.arange(230) / 23)) * 30 + 60
    seconds = np.where(rng.random(waves.shape) < 0.02, np.inf, waves + rng.random(waves.shape))
    times = replace(times_of(np.where(seconds <= limit, seconds, np.inf)), limit_seconds=limit)
    grid = grid_from_kmh(np.full(waves.shape, 20.0))
    for limits in ([70.0], [20.0, 50.0, 70.0]):
        for colours in (
            plain(limits, isolines, 0.7),
            flowing(np.array(limits), COLOURS, 130.0, 0.7, isolines, "#102030"),
        ):
            for scale in (2.7, 1.0, 0.3):  # pixels larger than cells, as large, smaller
                window = patch_of(grid, grid.bounds, scale)
                assert window is not None
                ours = paint_times(times, window, colours, samples, 1.7)
                assert np.array_equal(ours, plainly_painted(times, window, colours, samples, 1.7))


def test_a_window_of_times_is_read_as_by_indices() -> None:
    rng = np.random.default_rng(6)
    labels = rng.integers(0, 1 << 20, (300, 500)).astype(np.uint32)
    labels[rng.random(labels.shape) < 0.1] = UNREACHED
    window, shape = Window(3, 5, 280, 490), (170, 333)
    rows, cols = (sample_indices(*axis) for axis in ((3, 280, 170), (5, 490, 333)))
    ticks = labels[np.ix_(rows, cols)]
    wanted = np.where(ticks < UNREACHED, ticks * 0.3, np.inf).astype(np.float32)
    assert np.array_equal(TravelTimeGrid(labels, 0.3).seconds(window, shape), wanted)
