"""A preview's own paths, gone once more in the cells of the full grid, tell how far off it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.solver import Sources, Start
from core.times import UNLIMITED
from raster.coarse import Coarse, coarsen, off_by
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid, grid_from_kmh
from raster.previews import along_paths
from raster.previews.along_paths import _Paths, _Sample, off_along_paths
from raster.previews.corridor import CoarseQuestion, Corridor, compile_kernels
from raster.previews.near_starts import from_rims, near_each
from raster.previews.walks import around_paths, read, walk, walk_on_slopes
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from raster.solvers.near_far import NearFar
from raster.solvers.tiled import Tiled
from raster.travel_times import TravelTimeGrid
from tests.raster.terrains import rolling

SIDE = 400

ENOUGH = 0.04


def solved(
    coarse: Coarse,
    sources: Sources,
    slopes: GridSlopes | None = None,
    geometry: str = EIGHT,
    limit: float = UNLIMITED,
    zero: float = 0.0,
) -> tuple[CoarseQuestion, TravelTimeGrid]:
    near = near_each(coarse, sources, zero, limit, geometry, slopes)
    rims = from_rims(coarse, near, sources, zero)
    coarser = None if slopes is None else slopes.coarser(coarse.factor)
    how: Any = {"zero_speed_kmh": zero, "geometry": geometry, "slopes": coarser}
    solver = Tiled if slopes is None or geometry == EIGHT else NearFar
    times = solver(coarse.grid, **how).solve(rims, limit=limit)
    return CoarseQuestion(coarse, sources, rims, near, zero, (slopes, coarser)), times


def start(row: int, col: int, delay: float = 0.0) -> Start:
    return Start(row * SIDE + col, delay)


def fenced() -> VelocityGrid:
    """Ground with a corner behind a fence that runs aslant, a cell thick, with a gate at its far
    end: a coarser cell is three quarters passable there."""
    kmh = np.full((SIDE, SIDE), 30.0)
    aslant = np.arange(140)
    kmh[139 - aslant, aslant] = 0
    kmh[np.minimum(140 - aslant, SIDE - 1), aslant] = 0
    kmh[139:142, 0] = 30
    return grid_from_kmh(kmh, 10.0)


def _rolling_slopes(direction: Any = "from") -> GridSlopes:
    row, col = np.indices((SIDE, SIDE))
    metres = (40 * np.sin(row / 17) * np.cos(col / 23)).astype(np.float32)
    return GridSlopes(heights_of(metres), Tobler(), direction=direction)


SLOPES = _rolling_slopes()


@pytest.mark.parametrize("threads", [1, 2])
def test_what_slips_through_a_fence_is_seen_from_behind_it_alone(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(along_paths, "WORTH_SHARING", 0)
    monkeypatch.setattr(along_paths, "thread_count", lambda: threads)
    grid = fenced()
    coarse = coarsen(grid, 2)
    off = {}
    for place in ((4, 120), (300, 300)):
        asked, times = solved(coarse, (start(*place),))
        exact = Tiled(grid).solve(asked.sources)
        true = off_by(coarse.magnified(times, tuple(asked.near)), exact)
        off[place] = off_along_paths(asked, times)
        assert (true <= 0.05) == (off[place] <= ENOUGH)
    assert off[300, 300] <= ENOUGH < off[4, 120]


@pytest.mark.parametrize("factor", [2, 3])
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"real": True},
        {"zero": 2.0},
        {"late": True},
        {"limit": 120.0},
        {"direction": "from"},
        {"direction": "to"},
    ],
    ids=lambda how: next(iter(how), "plain"),
)
def test_what_is_gone_within_a_corridor_is_never_less_than_exact(
    how: dict[str, Any], factor: int
) -> None:
    kmh = np.rint(rolling(SIDE, SIDE))
    kmh[100:110, 30:300] = 0
    if how.get("real"):
        kmh = kmh * 1.01
    grid = grid_from_kmh(kmh, 10.0, 12.0)
    slopes = None
    if "direction" in how:
        slopes = _rolling_slopes(how["direction"])
    limit, zero = how.get("limit", UNLIMITED), how.get("zero", 0.0)
    sources: Sources = (start(200, 210),)
    if how.get("late"):
        sources += (start(20, 20, 60.0),)
    coarse = coarsen(grid, factor)
    asked, times = solved(coarse, sources, slopes, limit=limit, zero=zero)
    exact = Tiled(grid, zero_speed_kmh=zero, slopes=slopes).solve(sources, limit=limit)
    sample = _Sample.of(asked, times.labels)
    assert sample is not None
    rows, cols = sample.places(8)
    assert len(rows) >= 32
    corridor = Corridor.around(coarse, times.labels, (rows, cols), 3, times.labels.size)
    assert corridor is not None
    gone = corridor.gone(asked, times, (rows, cols))
    true = exact.seconds(grid.whole(), grid.shape)[rows, cols].astype(np.float64)
    assert np.isfinite(gone).mean() > 0.8
    held = np.isfinite(gone)
    assert (gone[held] >= true[held] * (1 - 1e-3) - 0.01).all()
    assert np.quantile(gone[held] / np.maximum(true[held], 1.0), 0.5) < 1.02, "and hardly more"


def test_straight_lines_are_told_off_by_no_more_than_steps_in_eight_directions() -> None:
    grid = grid_from_kmh(np.rint(rolling(SIDE, SIDE)), 10.0)
    coarse = coarsen(grid, 2)
    asked, times = solved(coarse, (start(200, 210),), geometry=STRAIGHT)
    assert off_along_paths(asked, times) <= ENOUGH
    fence = fenced()
    asked, times = solved(coarsen(fence, 2), (start(4, 120),), geometry=STRAIGHT)
    assert off_along_paths(asked, times) > ENOUGH


def test_two_corridors_are_gone_by_who_is_there_and_have_one_limit_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(along_paths, "WORTH_SHARING", 0)
    monkeypatch.setattr(along_paths, "thread_count", lambda: 2)
    coarse = coarsen(grid_from_kmh(np.rint(rolling(SIDE, SIDE)), 10.0), 2)
    asked, times = solved(coarse, (start(200, 210),))
    labels = np.ascontiguousarray(times.ticks())
    sample = _Sample.of(asked, labels)
    assert sample is not None
    places, cells = sample.places(8), list[int]()
    around = Corridor.around

    def noted(*given: Any) -> Corridor | None:
        made = around(*given)
        cells.append(0 if made is None else len(made.blocks))
        return made

    monkeypatch.setattr(Corridor, "around", noted)
    expected = _Paths(asked, times, labels, 1, labels.size).off(places)
    assert expected is not None
    assert len(expected) == len(places[0])
    assert len(cells) == 2
    most = sum(cells)
    assert _Paths(asked, times, labels, 1, most).off(places) is not None
    assert _Paths(asked, times, labels, 1, most - 1).off(places) is None
    # Where no helper comes in time, whoever asks goes along all paths.
    monkeypatch.setattr(along_paths, "share", lambda members, work: work(0))
    alone = _Paths(asked, times, labels, 1, most).off(places)
    assert alone is not None
    np.testing.assert_array_equal(np.sort(alone), np.sort(expected))


def test_nothing_is_said_where_too_little_is_reached() -> None:
    kmh = np.zeros((SIDE, SIDE))
    kmh[10:20, 10:20] = 30
    asked, times = solved(coarsen(grid_from_kmh(kmh, 10.0), 2), (start(15, 15),))
    assert off_along_paths(asked, times) == np.inf


@pytest.mark.parametrize("slopes", [None, SLOPES], ids=["flat", "slopes"])
@pytest.mark.parametrize("real", [False, True])
def test_what_is_compiled_before_a_preview_is_timed_serves_all_of_it(
    real: bool, slopes: GridSlopes | None
) -> None:
    kernels = around_paths, read, walk, walk_on_slopes
    kmh = np.rint(rolling(SIDE, SIDE)) * (1.01 if real else 1)
    coarse = coarsen(grid_from_kmh(kmh, 10.0), 2)
    asked, times = solved(coarse, (start(200, 210),), slopes)
    compile_kernels(coarse.full, coarse.grid, slopes)
    compiled = [len(kernel.signatures) for kernel in kernels]
    assert off_along_paths(asked, times) <= ENOUGH
    assert [len(kernel.signatures) for kernel in kernels] == compiled


def test_a_corridor_has_all_cells_around_paths_and_ends_where_it_has_too_many() -> None:
    coarse = coarsen(fenced(), 2)
    _, times = solved(coarse, (start(300, 300),))
    labels, ends = times.labels, (np.array([20, 390]), np.array([390, 30]))
    corridor = Corridor.around(coarse, labels, ends, 2, labels.size)
    assert corridor is not None
    row, col = np.divmod(corridor.blocks, labels.shape[1])
    assert (corridor.number[row, col] == np.arange(len(row))).all()
    assert (corridor.number >= 0).sum() == len(row)
    assert (np.diff(labels[row, col].astype(np.int64)) >= 0).all()
    for down, across in zip(*ends, strict=True):
        r, c = down // 2, across // 2
        while True:
            around = slice(max(r - 2, 0), r + 3), slice(max(c - 2, 0), c + 3)
            assert (corridor.number[around] >= 0).all()
            least = labels[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2]
            if least.min() == labels[r, c]:
                break
            i, j = divmod(int(least.argmin()), least.shape[1])
            r, c = max(r - 1, 0) + i, max(c - 1, 0) + j
    corridor.leave(coarse)
    assert Corridor.around(coarse, labels, ends, 2, len(row) - 1) is None
    flat = ends[0] // 2 * labels.shape[1] + ends[1] // 2
    number = np.full(labels.shape, -1, np.int32)
    begun = around_paths(labels, flat, number, np.int64(2), np.int64(100))
    assert 100 < len(begun) <= 100 + 5**2, "it is not walked to its end"
    again = Corridor.around(coarse, labels, ends, 2, len(row))
    assert again is not None
    assert again.number is corridor.number, "memory that is kept"
    assert (again.blocks == corridor.blocks).all()
    assert (again.number >= 0).sum() == len(row)
