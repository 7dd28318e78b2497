"""Times on slopes: true to the model, and the same bits by every solver that has them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from benchmarks.peers import grass
from core.errors import InputError, ParameterError
from core.solver import Start
from core.times import UNLIMITED
from raster.coarse import coarsen
from raster.files.read import open_velocity
from raster.files.slopes.heights import read_heights
from raster.grid import VelocityGrid, grid_from_kmh
from raster.ownership import owners_on_cells
from raster.paths import least_cost_path
from raster.slopes.heights import UNKNOWN, heights_of
from raster.slopes.models import LEVEL, NAMED, FactorTable, Naismith, SlopeModel, Tobler
from raster.slopes.slopes import Direction, GridSlopes
from raster.solvers.bellman_ford import BellmanFord
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.near_far import NearFar
from raster.solvers.tiled import Tiled
from raster.validation import validate
from tests.raster.slopes.ground import MODELS, drawn_ground, seconds_by_reals
from tests.shared_data import needs_shared, shared

DIRECTIONS: tuple[Direction, ...] = ("from", "to")


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.text)
def test_times_are_those_of_the_model(model: SlopeModel) -> None:
    for direction in DIRECTIONS:
        grid, slopes, sources = drawn_ground((40, 50), 1, model, direction)
        times = Dijkstra(grid, slopes=slopes).solve(sources)
        found = np.where(times.labels < 1 << 30, times.labels * times.tick_seconds, np.inf)
        np.testing.assert_allclose(found, seconds_by_reals(grid, slopes, sources), rtol=1e-5)


@pytest.mark.parametrize("reals", [False, True], ids=["codes", "reals"])
def test_solvers_give_the_same_bits(reals: bool) -> None:
    asked = product(((40, 50), (1, 70), (97, 130)), MODELS, DIRECTIONS)
    for seed, (shape, model, direction) in enumerate(asked):
        grid, slopes, sources = drawn_ground(shape, seed, model, direction, reals=reals)
        slopes = replace(slopes, surface=not model.added and seed % 3 == 0)
        for limit in (UNLIMITED, 300.0):
            one = Dijkstra(grid, slopes=slopes).solve(sources, limit=limit)
            for solver in (Tiled, NearFar):
                other = solver(grid, slopes=slopes).solve(sources, limit=limit)
                assert one.tick_seconds == other.tick_seconds
                np.testing.assert_array_equal(one.labels, other.labels)
                assert (one.reached, one.max_ticks) == (other.reached, other.max_ticks)
            assert validate(grid, one, sources, slopes=slopes).passed


def test_level_ground_has_the_bits_of_no_slopes() -> None:
    grid, slopes, sources = drawn_ground((40, 50), 7, LEVEL)
    plain = Dijkstra(grid).solve(sources)
    np.testing.assert_array_equal(Tiled(grid, slopes=slopes).solve(sources).labels, plain.labels)


def test_there_is_back_from_there() -> None:
    # Times from a to b are those to b, seen from a.
    grid, slopes, sources = drawn_ground((30, 40), 3, Tobler())
    out = Dijkstra(grid, slopes=slopes).solve(sources[:1], limit=5e4)
    target = sources[1].element
    back = Dijkstra(grid, slopes=replace(slopes, direction="to"))
    home = back.solve((Start(target, 0.0),), limit=5e4)
    assert home.labels.flat[sources[0].element] == out.labels.flat[target] > 0


def test_a_field_of_other_slopes_is_not_valid() -> None:
    grid, slopes, sources = drawn_ground((40, 50), 5, Tobler())
    times = Tiled(grid, slopes=slopes).solve(sources)
    assert validate(grid, times, sources, slopes=slopes).passed
    for other in (None, replace(slopes, direction="to"), replace(slopes, model=Naismith())):
        assert not validate(grid, times, sources, slopes=other).passed


def test_beyond_the_cuts_nobody_goes() -> None:
    # A wall of 20 m between two plains of 10 m cells: 63° up, and 63° down.
    metres = np.zeros((6, 40))
    metres[:, 20:] = 20.0
    grid = grid_from_kmh(np.full((6, 40), 5.0), 10.0)
    for low, high, start in ((-70.0, 45.0, 0), (-45.0, 70.0, 39)):
        table = FactorTable(((low, 3.0), (0.0, 1.0), (high, 3.0)))
        slopes = GridSlopes(heights_of(metres), table)
        for solver in (Dijkstra(grid, slopes=slopes), Tiled(grid, slopes=slopes)):
            times = solver.solve((Start(start, 0.0),))
            assert times.reached == 120
            assert validate(grid, times, (Start(start, 0.0),), slopes=slopes).passed
        back = replace(slopes, direction="to")
        assert Tiled(grid, slopes=back).solve((Start(start, 0.0),)).reached == 240


def test_paths_and_owners_follow_the_slopes() -> None:
    grid, slopes, sources = drawn_ground((97, 130), 11, Tobler())
    times = Tiled(grid, slopes=slopes).solve(sources)
    owners = owners_on_cells(grid, times, sources, slopes=slopes)
    for row, col in ((3, 120), (90, 5), (60, 64)):
        cells = least_cost_path(grid, times, row, col, slopes=slopes)
        if len(cells):
            assert int(cells[-1] @ (130, 1)) == sources[owners[row, col]].element
    assert (owners[times.labels < 1 << 30] >= 0).all()


def test_ticks_that_are_too_fine_are_found_out() -> None:
    # A ridge that is a hundred times as slow as the guess from the mean slope.
    kmh = np.full((3, 4000), 5.0)
    metres = np.tile(np.where(np.arange(4000) % 2, 25.0, 0.0), (3, 1))
    grid = grid_from_kmh(kmh, 10.0)
    slopes = GridSlopes(heights_of(metres), Tobler())
    one = Dijkstra(grid, slopes=slopes).solve((Start(0, 0.0),))
    assert one.reached == 12_000
    np.testing.assert_array_equal(
        Tiled(grid, slopes=slopes).solve((Start(0, 0.0),)).labels, one.labels
    )


def test_heights_take_three_bytes_and_keep_whole_metres() -> None:
    metres = np.array([[0.0, 8848.0, np.nan], [-427.0, 12.5, 1.0]])
    heights = heights_of(metres)
    assert heights.high.nbytes + heights.low.nbytes == 3 * metres.size
    np.testing.assert_array_equal(heights.metres(slice(None), slice(None)), metres)
    assert heights.units(0, 2) == UNKNOWN


def test_what_cannot_be_is_refused() -> None:
    grid, slopes, sources = drawn_ground((40, 50), 1, Tobler())
    with pytest.raises(ParameterError, match="no slopes"):
        BellmanFord(grid, slopes=slopes)
    small = coarsen(grid, 2)
    with pytest.raises(ParameterError, match="heights of"):
        Tiled(small.grid, slopes=slopes)
    assert Tiled(small.grid, slopes=slopes.coarser(2)).solve(small.sources(sources, 0.0)).reached
    cliff = GridSlopes(heights_of(np.array([[0.0, 1e4]])), Tobler())
    with pytest.raises(InputError, match="heights differ by 10000 m"):
        cliff.factors(grid_from_kmh(np.ones((1, 2)), 1.0))
    with pytest.raises(InputError, match="lambda"):
        replace(slopes, model=Naismith(friction=1.0), surface=True)


def agree_with_grass(grid: VelocityGrid, slopes: GridSlopes, row: int, col: int) -> None:
    walked = grass.walk(grid, slopes, row, col)
    times = Tiled(grid, slopes=slopes).solve((Start(row * grid.cols + col, 0.0),))
    found = np.where(times.labels < 1 << 30, times.labels * times.tick_seconds, np.inf)
    np.testing.assert_allclose(found, walked, rtol=1e-5)


@pytest.mark.skipif(not grass.is_there(), reason="GRASS GIS is absent")
def test_times_are_those_of_r_walk() -> None:
    rng = np.random.default_rng(4)
    kmh = rng.integers(2, 30, (60, 70)).astype(float)
    kmh[rng.random(kmh.shape) < 0.1] = 0
    kmh[30, 35] = 5
    heights = heights_of(rng.normal(0, 1, kmh.shape).cumsum(0).cumsum(1) * 0.4)
    for model in (Naismith(friction=1.0), Naismith(0.6, 5.0, 1.5, -2.5, -0.1, friction=0.5)):
        agree_with_grass(grid_from_kmh(kmh, 30.0), GridSlopes(heights, model), 30, 35)


@needs_shared
@pytest.mark.skipif(not grass.is_there(), reason="GRASS GIS is absent")
def test_grande_comore_is_walked_as_by_r_walk() -> None:
    grid = open_velocity(shared("terrain/velocity-grande-comore/velocity_grande_comore_30m.tif"))
    heights = read_heights(shared("terrain/comoros/S12E043.SRTMGL1.hgt.zip"), grid)
    agree_with_grass(grid, GridSlopes(heights, Naismith(friction=1.0)), 1100, 580)


def test_all_models_have_names() -> None:
    assert [model.text for model in NAMED.values()] == list(NAMED)
