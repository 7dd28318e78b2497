"""Prices that `tiled` keeps from solve to solve, from other starts too: the times of Dijkstra."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.host_memory import UNKNOWN
from core.parallel.spare import aligned_words
from core.solver import Start
from core.times import UNLIMITED
from raster.geometry import EIGHT, STRAIGHT
from raster.slopes import kept_prices
from raster.slopes.slopes import Direction
from raster.slopes.tile_layout import STEP_WORDS, WEDGE_WORDS
from raster.solvers.dijkstra import Dijkstra
from raster.solvers.tiled import Tiled
from tests.raster.slopes.ground import MODELS, drawn_ground

SHAPES = ((70, 99), (1, 70), (45, 1), (64, 33))


def same_as_dijkstra(solver: Tiled, how: dict[str, Any], start: Start, limit: float) -> None:
    expected = Dijkstra(solver._grid, **how).solve((start,), limit=limit)
    found = solver.solve((start,), limit=limit)
    np.testing.assert_array_equal(found.ticks(), expected.ticks())


@pytest.mark.parametrize("geometry", [EIGHT, STRAIGHT])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_later_solves_find_the_same_times(direction: Direction, geometry: str) -> None:
    for seed, shape in enumerate(SHAPES):
        model = MODELS[seed % len(MODELS)]
        grid, slopes, starts = drawn_ground(shape, seed, model, direction, reals=seed == 3)
        how: dict[str, Any] = {"slopes": slopes, "geometry": geometry}
        solver = Tiled(grid, **how)
        cells = [starts[0].element, 0, grid.values.size - 1, grid.values.size // 2]
        for cell in cells * 3:
            same_as_dijkstra(solver, how, Start(cell), UNLIMITED)
        assert solver._prices.kept_tiles > 0


@pytest.mark.parametrize("geometry", [EIGHT, STRAIGHT])
def test_another_tick_has_other_prices(geometry: str) -> None:
    grid, slopes, starts = drawn_ground((130, 97), 3, MODELS[0], "from")
    how: dict[str, Any] = {"slopes": slopes, "geometry": geometry}
    solver = Tiled(grid, **how)
    for limit in (UNLIMITED,) * 11 + (300.0,) * 11 + (UNLIMITED,) * 11:
        same_as_dijkstra(solver, how, starts[0], limit)


def test_where_only_steps_fit_wedges_are_priced_at_each_visit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grid, slopes, starts = drawn_ground((70, 99), 0, MODELS[0], "from")
    how: dict[str, Any] = {"slopes": slopes, "geometry": STRAIGHT}
    tiles = 3 * 4
    for words, wedges in ((STEP_WORDS, False), (STEP_WORDS + WEDGE_WORDS, True)):
        solver = Tiled(grid, **how)
        monkeypatch.setattr(kept_prices, "_most_words", lambda words=words: tiles * words)
        for turn in range(2 + 2 * kept_prices.TURNS):
            same_as_dijkstra(solver, how, starts[turn % 3], UNLIMITED)
        assert solver._prices.kept_tiles == tiles
        assert (solver._prices.wedge_bytes > 0) == wedges


def test_a_first_solve_keeps_nothing_and_where_memory_is_short_none_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    grid, slopes, starts = drawn_ground((70, 99), 0, MODELS[0], "from")
    solver = Tiled(grid, slopes=slopes)
    solver.solve(starts)
    assert solver._prices.kept_tiles == 0
    kept = []
    for _ in range(2 + kept_prices.TURNS):
        same_as_dijkstra(solver, {"slopes": slopes}, starts[0], UNLIMITED)
        kept.append(solver._prices.kept_tiles)
    assert 0 < kept[0] < kept[1] < kept[-2] == kept[-1]
    solver = Tiled(grid, slopes=slopes)
    monkeypatch.setattr(kept_prices, "free_memory", lambda: 1 << 10)
    for _ in range(3):
        same_as_dijkstra(solver, {"slopes": slopes}, starts[0], UNLIMITED)
    assert solver._prices.kept_tiles == 0


def test_prices_take_a_share_of_the_memory_by_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    for free, bytes_free in ((1 << 34, 1 << 34), (UNKNOWN, kept_prices.WHERE_NOBODY_SAYS)):
        monkeypatch.setattr(kept_prices, "free_memory", lambda free=free: free)
        for threads, part in ((8, 1.0), (2, 0.25), (16, 1.0)):
            monkeypatch.setattr(kept_prices, "get_num_threads", lambda threads=threads: threads)
            expected = kept_prices.PRICES_SHARE * part * bytes_free
            assert 4 * kept_prices._most_words() == expected


@pytest.mark.parametrize("refused", [STEP_WORDS, WEDGE_WORDS])
def test_where_memory_is_refused_prices_are_found_at_each_visit(
    refused: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid, slopes, starts = drawn_ground((70, 99), 0, MODELS[0], "from")
    how: dict[str, Any] = {"slopes": slopes, "geometry": STRAIGHT}
    given = aligned_words

    def asked(words: int) -> Any:
        if words == 12 * refused:
            raise MemoryError
        return given(words)

    monkeypatch.setattr(kept_prices, "aligned_words", asked)
    solver = Tiled(grid, **how)
    for turn in range(3):
        same_as_dijkstra(solver, how, starts[turn], UNLIMITED)
    assert solver._prices.wedge_bytes == 0
    assert (solver._prices.kept_tiles > 0) == (refused == WEDGE_WORDS)
