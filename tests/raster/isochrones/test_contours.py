"""Isochrones as geometry: what is covered, what is not, and where the lines run."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray

from core.cancel import Cancel
from core.errors import CancelledError, InputError, ParameterError
from core.solver import Start
from core.times import UNLIMITED
from raster.grid import VelocityGrid, grid_from_kmh
from raster.isochrones import contours
from raster.isochrones.contours import BandPolygons, band_areas, band_polygons, isolines
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from tests.raster.fields import cone, grid_of, picture, times_of
from tests.raster.terrains import noise, rolling


def bands_of(seconds: NDArray[np.float64], *limits: float) -> list[BandPolygons]:
    return band_polygons(times_of(seconds), grid_of(seconds), limits)


def everything(bands: list[BandPolygons]) -> shapely.Geometry:
    return shapely.union_all([band.geometry for band in bands])


def holes_of(band: BandPolygons) -> int:
    return int(shapely.get_num_interior_rings(shapely.get_parts(band.geometry)).sum())


def check_centres(bands: list[BandPolygons], times: TravelTimeGrid, grid: VelocityGrid) -> None:
    """Every reached cell's centre lies in its own band alone, and no other centre in any."""
    limits = [band.limit_to for band in bands]
    classes = times.classes(grid.whole(), grid.shape, limits)
    x, y = grid.centre_of(*np.mgrid[: grid.rows, : grid.cols])  # type: ignore[arg-type]
    for number, band in enumerate(bands):
        inside = shapely.contains_xy(band.geometry, x, y)
        np.testing.assert_array_equal(inside, classes == number)


def check_coverage(bands: list[BandPolygons]) -> None:
    """The bands are valid, and meet along the same vertices without overlapping."""
    geometries = [band.geometry for band in bands]
    assert shapely.is_valid(geometries).all()
    assert shapely.coverage_is_valid(geometries)


def solved(
    kmh: NDArray[np.float64], limit: float = UNLIMITED, cell: float = 30.0
) -> tuple[TravelTimeGrid, VelocityGrid]:
    """Real travel times from the first cell."""
    grid = grid_from_kmh(kmh, cell, left=305_190.0, top=8_744_790.0)
    return Dijkstra(grid).solve((Start(0),), limit=limit), grid


# -- what is covered


@pytest.mark.parametrize("limit", [UNLIMITED, 400.0])
@pytest.mark.parametrize("barriers", [0.0, 0.3, 0.45])
def test_cells_lie_in_their_own_band_and_unreached_ones_in_none(
    barriers: float, limit: float
) -> None:
    times, grid = solved(noise(50, 70, 3, barriers), limit)
    bands = band_polygons(times, grid, [50, 100, 200, 300, 400])
    check_centres(bands, times, grid)
    check_coverage(bands)


@pytest.mark.parametrize("seed", range(4))
def test_white_noise_with_holes_everywhere_gives_valid_polygons(seed: int) -> None:
    rng = np.random.default_rng(seed)
    seconds = rng.random((40, 60)) * 1000
    seconds[rng.random((40, 60)) < 0.3] = np.inf
    bands = bands_of(seconds, 200, 210, 400, 800, 1000)
    check_centres(bands, times_of(seconds), grid_of(seconds))
    check_coverage(bands)
    assert everything(bands).area == pytest.approx(np.isfinite(seconds).sum(), rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_plateaus_on_the_limits_belong_to_the_band_that_ends_there(seed: int) -> None:
    rng = np.random.default_rng(seed)
    seconds = 100.0 * rng.integers(1, 5, (30, 30)).astype(np.float64)
    bands = bands_of(seconds, 100, 200, 300, 400)
    check_centres(bands, times_of(seconds), grid_of(seconds))
    check_coverage(bands)


def test_limits_so_close_that_bands_have_no_width_stay_valid() -> None:
    seconds = cone(30, 30, 12, 14) * 1e5
    bands = bands_of(seconds, 500_000, 500_001, 500_002, 900_000, 900_000.5)
    check_centres(bands, times_of(seconds), grid_of(seconds))
    check_coverage(bands)


def test_without_a_limit_the_bands_cover_the_reached_cells_exactly() -> None:
    times, grid = solved(noise(40, 50, 5, 0.4))
    whole = everything(band_polygons(times, grid, [100, 300, 1e6]))
    assert whole.area == pytest.approx(times.reached * grid.cell_area, rel=1e-9)


def test_areas_of_bands_match_their_cells() -> None:
    times, grid = solved(rolling(300, 300), limit=600.0)
    bands = band_polygons(times, grid, [150, 300, 450, 600])
    for band in bands:
        assert band.geometry.area == pytest.approx(band.area_m2, rel=0.01)


def test_areas_count_cells() -> None:
    seconds = picture("0123", "12.4", "....")
    areas = band_areas(times_of(seconds), grid_of(seconds, 2.0, 3.0), [10, 20, 25, 30])
    np.testing.assert_array_equal(areas, [18.0, 12.0, 0.0, 6.0])


def test_a_corridor_one_cell_wide_keeps_its_width() -> None:
    # A bent road through barriers, with a diagonal step at its end.
    seconds = picture(
        "0.......",
        "1.......",
        "2345....",
        "....6...",
    )
    bands = bands_of(seconds, 25, 60)
    check_coverage(bands)
    assert sum(band.geometry.area for band in bands) == pytest.approx(7.0, rel=1e-12)


def test_a_road_through_slow_land_is_not_lost() -> None:
    kmh = np.full((41, 41), 1.0)
    kmh[0] = 60.0
    times, grid = solved(kmh, limit=60.0)
    (band,) = band_polygons(times, grid, [60])
    x, y = grid.centre_of(0, np.arange(34))  # type: ignore[arg-type]
    assert shapely.contains_xy(band.geometry, x, np.full(34, y)).all()
    assert band.geometry.area == pytest.approx(band.area_m2, rel=0.15)  # a single row of cells


def test_barriers_stay_uncovered_up_to_their_edges() -> None:
    seconds = cone(9, 9, 0, 0)
    seconds[3:5, 4:7] = np.inf
    bands = bands_of(seconds, 3, 6, 20)
    assert everything(bands).equals(
        shapely.Polygon(shapely.box(0, -9, 9, 0).exterior, [shapely.box(4, -5, 7, -3).exterior])
    )


def test_rings_within_rings_nest() -> None:
    # Barriers and terrain in turn, from the outside in, all reached at once.
    seconds = picture(
        "000000000",
        "0.......0",
        "0.00000.0",
        "0.0...0.0",
        "0.0.0.0.0",
        "0.0...0.0",
        "0.00000.0",
        "0.......0",
        "000000000",
    )
    (band,) = bands_of(seconds, 10)
    assert len(band.geometry.geoms) == 3
    assert holes_of(band) == 2
    assert band.geometry.area == 32 + 16 + 1
    assert band.geometry.is_valid


def test_cells_that_touch_at_corners_are_polygons_of_their_own() -> None:
    seconds = np.where(np.indices((7, 7)).sum(axis=0) % 2, np.inf, 5.0)
    (band,) = bands_of(seconds, 10)
    assert len(band.geometry.geoms) == 25
    assert band.geometry.is_valid
    assert band.geometry.area == 25


def test_holes_that_touch_at_corners_are_holes_of_one_polygon() -> None:
    seconds = np.full((8, 8), 5.0)
    for row, col in [(1, 1), (2, 2), (3, 3), (2, 4), (6, 6), (1, 6)]:
        seconds[row, col] = np.inf
    (band,) = bands_of(seconds, 10)
    assert len(band.geometry.geoms) == 1
    assert band.geometry.is_valid
    assert holes_of(band) == 6
    assert band.geometry.area == 58


def test_land_cut_off_by_holes_that_touch_is_a_polygon_of_its_own() -> None:
    seconds = picture("00000", "00.00", "0.0.0", "00.00", "00000")
    (band,) = bands_of(seconds, 10)
    assert sorted(part.area for part in band.geometry.geoms) == [1, 20]
    assert band.geometry.is_valid


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 2)])
def test_the_smallest_grids_are_covered(shape: tuple[int, int]) -> None:
    seconds = cone(*shape, 0, 0)
    bands = bands_of(seconds, 2.5, 100)
    check_coverage(bands)
    assert everything(bands).equals(shapely.box(0, -shape[0], shape[1], 0))


def test_geometry_lies_in_the_crs_to_the_corner() -> None:
    seconds = cone(5, 7, 2, 2)
    grid = grid_of(seconds, 30.0, 12.5, left=305_190.1, top=8_744_790.2)
    bands = band_polygons(times_of(seconds), grid, [2, 50])
    assert everything(bands).bounds == grid.bounds
    assert shapely.is_ccw(shapely.get_exterior_ring(shapely.get_parts(bands[0].geometry))).all()


def test_one_band_is_the_union_of_finer_ones() -> None:
    times, grid = solved(noise(40, 50, 6, 0.3), limit=500.0)
    fine = everything(band_polygons(times, grid, [60, 100, 230, 300]))
    (coarse,) = band_polygons(times, grid, [300])
    assert shapely.symmetric_difference(fine, coarse.geometry).area < 1e-6 * fine.area


# -- where the lines run


def test_lines_of_a_cone_are_circles() -> None:
    seconds = cone(101, 121, 50, 60)
    for line in isolines(times_of(seconds), grid_of(seconds), [10, 25, 40]):
        points = shapely.get_coordinates(line.geometry)
        radii = np.hypot(points[:, 0] - 60.5, points[:, 1] + 50.5)
        np.testing.assert_allclose(radii, line.limit, atol=0.03)
        assert len(line.geometry.geoms) == 1
        assert line.geometry.geoms[0].is_closed


def test_isolines_are_the_edges_between_bands() -> None:
    times, grid = solved(noise(40, 50, 7, 0.35), limit=150.0)
    limits = [50, 100, 150]
    bands = band_polygons(times, grid, limits)
    within = shapely.union_all([band.geometry for band in bands])
    for line, band in zip(isolines(times, grid, limits), bands, strict=True):
        edge = shapely.boundary(band.geometry)
        assert line.geometry.length > 0
        assert shapely.difference(line.geometry, edge.buffer(1e-6)).is_empty
        assert shapely.difference(line.geometry, within.buffer(1e-6)).is_empty


def test_the_last_line_runs_between_cells_like_all_others() -> None:
    kmh = rolling(120, 120)
    limited, grid = solved(kmh, limit=200.0)
    further, _ = solved(kmh, limit=300.0)
    (cut,) = band_polygons(limited, grid, [200])
    (free,) = band_polygons(further, grid, [200])
    assert shapely.symmetric_difference(cut.geometry, free.geometry).area < 1e-4 * cut.area_m2
    (line,) = isolines(limited, grid, [200])
    (same,) = isolines(further, grid, [200])
    assert line.geometry.length == pytest.approx(same.geometry.length, rel=1e-3)


def test_lines_end_at_barriers() -> None:
    seconds = np.full((5, 9), np.inf)
    seconds[2] = np.arange(9)  # a corridor
    (line,) = isolines(times_of(seconds), grid_of(seconds), [3.3])
    np.testing.assert_allclose(line.geometry.bounds, (3.8, -3, 3.8, -2), atol=0.001)


def test_nothing_lies_past_the_limit_of_the_solve() -> None:
    times, grid = solved(rolling(60, 60), limit=100.0)
    limits = [50.0, 150.0, 200.0]
    bands, lines = band_polygons(times, grid, limits), isolines(times, grid, limits)
    check_centres(bands, times, grid)
    assert [band.geometry.is_empty for band in bands] == [False, False, True]
    assert [line.geometry.is_empty for line in lines] == [False, True, True]


def test_a_partial_solve_is_drawn_as_far_as_it_came() -> None:
    times, grid = solved(rolling(40, 40), limit=100.0)
    half = TravelTimeGrid(times.labels, times.tick_seconds, 500.0, times.reached, partial=True)
    (band,) = band_polygons(half, grid, [500])
    assert band.geometry.area == pytest.approx(times.reached * grid.cell_area, rel=1e-12)


def test_a_barrier_is_not_crossed_by_the_step_past_the_limit() -> None:
    kmh = np.full((9, 9), 36.0)
    kmh[:, 4] = 0.0
    times, grid = solved(kmh, limit=30.0, cell=100.0)
    (band,) = band_polygons(times, grid, [30])
    # The last cells before it are covered to their edges, and no farther.
    assert band.geometry.bounds[2] == grid.left + 400


def test_speeds_put_in_place_of_zero_carry_the_last_line_too() -> None:
    kmh = np.full((30, 30), 36.0)
    kmh[:, 4:9] = 0.0
    grid, plain = grid_from_kmh(kmh, 100.0), grid_from_kmh(np.full((30, 30), 36.0), 100.0)
    times = Dijkstra(grid, zero_speed_kmh=36.0).solve((Start(0),), limit=71.0)
    (band,) = band_polygons(times, grid, [71], zero_speed_kmh=36.0)
    (same,) = band_polygons(times, plain, [71])
    assert band.geometry.equals_exact(same.geometry, 0.0)


# -- how it is asked for


@pytest.mark.parametrize("rows", [1, 7, 64])
def test_strips_leave_no_trace(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    times, grid = solved(noise(64, 30, 8, 0.3), limit=500.0)
    limits = [100, 200, 500]
    whole = [band.geometry.normalize() for band in band_polygons(times, grid, limits)]
    monkeypatch.setattr(contours, "STRIP_ROWS", rows)
    cut = [band.geometry.normalize() for band in band_polygons(times, grid, limits)]
    assert shapely.equals_exact(whole, cut, 0.0).all()


def test_a_sample_for_the_screen_is_close_to_the_whole() -> None:
    times, grid = solved(rolling(200, 310), limit=900.0)
    limits = [300, 600, 900]
    exact = band_polygons(times, grid, limits)
    sampled = band_polygons(times, grid, limits, max_cells=6000)
    check_coverage(sampled)
    for one, other in zip(exact, sampled, strict=True):
        assert one.area_m2 == other.area_m2
        assert other.geometry.area == pytest.approx(one.geometry.area, rel=0.05)
    points = sum(len(shapely.get_coordinates(band.geometry)) for band in sampled)
    assert points < sum(len(shapely.get_coordinates(band.geometry)) for band in exact) / 2
    assert isolines(times, grid, limits, max_cells=6000)[2].geometry.length > 0


def test_a_sample_reaches_to_the_corners() -> None:
    seconds = cone(100, 41, 0, 0)
    grid = grid_of(seconds, 3.0, 2.0, left=7.0, top=9.0)
    bands = band_polygons(times_of(seconds), grid, [50, 500], max_cells=97)
    np.testing.assert_allclose(everything(bands).bounds, grid.bounds, rtol=1e-12)


def test_progress_rises_to_one_and_cancel_stops() -> None:
    times, grid = solved(rolling(30, 30))
    told: list[float] = []
    band_polygons(times, grid, [50, 100], progress=lambda fraction, _: told.append(fraction))
    assert told == sorted(told)
    assert told[-1] == 1.0
    cancel = Cancel()
    cancel.set()
    for ask in (band_polygons, isolines):
        with pytest.raises(CancelledError):
            ask(times, grid, [50], cancel=cancel)


@pytest.mark.parametrize(
    "limits", [[], [0], [-1], [5, 5], [9, 5], [np.inf], [np.nan], range(1, 300)]
)
def test_bad_limits_are_refused(limits: list[float]) -> None:
    seconds = cone(3, 3, 0, 0)
    for ask in (band_polygons, isolines, band_areas):
        with pytest.raises(ParameterError) as refused:
            ask(times_of(seconds), grid_of(seconds), limits)
        assert "after 0" not in str(refused.value), "of which nobody spoke"


def test_times_of_another_grid_are_refused() -> None:
    with pytest.raises(InputError, match="Solve again"):
        band_polygons(times_of(cone(3, 3, 0, 0)), grid_of(cone(3, 4, 0, 0)), [5])


def test_as_many_bands_as_there_are_classes() -> None:
    seconds = cone(40, 40, 0, 0) * 10
    bands = bands_of(seconds, *np.linspace(2, 520, 255).tolist())
    check_coverage(bands)
    assert sum(band.area_m2 for band in bands) == (seconds <= 520).sum()
