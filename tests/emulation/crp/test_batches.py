"""Where memory is short: customization in batches of cells, and searches by the ground."""

from __future__ import annotations

import math
import weakref
from typing import Any

import pytest

from core.solver import Start
from gpu.roads.crp.customization import columns
from gpu.roads.crp.query import queries, sweep, upward
from gpu.roads.crp.query.isochrone import Crp
from road.crp.device_layout import batches
from road.graph import RoadGraph
from road.search.search_graph import Direction
from tests.emulation import fake_cupy
from tests.gpu.roads.crp.short_memory import (
    SIZES,
    assert_customized,
    assert_tables_ways_and_traces,
    assert_the_bits_of_dijkstra,
    make_short,
    nested,
)
from tests.road.drawn import private_town
from tests.road.searches import random_weights

pytestmark = pytest.mark.usefixtures("device")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    make_short(monkeypatch, batch_bytes=300)
    for module in (sweep, upward):
        monkeypatch.setattr(module, "THREADS", 64)


def town() -> RoadGraph:
    return private_town(90, 4, restrictions=25)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("begin_size", [12, 40])
@pytest.mark.parametrize("turns", [False, True])
def test_the_bits_of_dijkstra_one_metric_after_another(
    turns: bool, begin_size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BEGIN_SIZE", begin_size)
    if begin_size == 40:
        monkeypatch.setattr(columns, "COLUMNS_A_MULTIPROCESSOR", 0)
    roads = town()
    solver = Crp(roads, random_weights(roads, 4, turns=turns), partition=nested(roads))
    customizer, begin = solver.queries.customizer, solver.queries.on_device.begin_level
    assert begin == SIZES.index(begin_size)
    assert customizer.batches is not None
    assert len(customizer.batches.cells[0]) > 2
    starts = ((Start(7),), (Start(0), Start(1), Start(50, 3.0), Start(88)))
    for seed in range(3):  # launched, recorded, replayed
        monkeypatch.setattr(fake_cupy, "SEED", seed)
        solver = solver.customize(random_weights(roads, seed, turns=turns))
        assert_customized(solver)
        assert_the_bits_of_dijkstra(solver, starts, (math.inf, 0.5, 0.1))


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("direction", ["from", "to"])
def test_every_start_by_itself_and_all_together(direction: Direction) -> None:
    roads = town()
    weights = random_weights(roads, 4, turns=True)
    solver = Crp(roads, weights, partition=nested(roads), direction=direction)
    alone = [(Start(vertex),) for vertex in range(0, 90, 2)]
    together = tuple(Start(v, 0.0 if v == 51 else 500.0) for v in range(90))
    assert_the_bits_of_dijkstra(solver, (*alone, together), (math.inf, 0.25))


@pytest.mark.usefixtures("short")
def test_tables_ways_traces_and_reports() -> None:
    roads = town()
    assert_tables_ways_and_traces(roads, random_weights(roads, 4, turns=True), (50, 5, 77))


@pytest.mark.usefixtures("short")
def test_no_cell_below_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = upward.Upward.launch

    def noted(search: upward.Upward, told: upward.Told, *others: Any, **more: Any) -> None:
        asked.extend(told.opened.cells["level"].tolist())
        real(search, told, *others, **more)

    monkeypatch.setattr(upward.Upward, "launch", noted)
    roads = town()
    solver = Crp(roads, random_weights(roads, 4, turns=True), partition=nested(roads))
    solver.solve((Start(3),))
    assert min(asked) == solver.queries.on_device.begin_level == 2


def test_what_memory_there_is_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    roads = town()
    weights = random_weights(roads, 4, turns=True)
    monkeypatch.setattr(queries, "require", lambda needed, device, what: None)
    begun: list[tuple[int, bool]] = []
    for room in (10**9, 10**3):
        monkeypatch.setattr(queries, "budget", lambda device, room=room: room)
        on_device = Crp(roads, weights, partition=nested(roads)).queries.on_device
        begun.append((on_device.begin_level, on_device.far))
    assert begun == [(0, False), (2, True)]


@pytest.mark.usefixtures("short")
def test_what_was_planned_before_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its memory is what there is too little of."""
    monkeypatch.setattr(queries, "budget", lambda device: 10**9)
    monkeypatch.setattr(queries, "SWEEPS", 1 / 10**9)  # enough at first, not behind the customizer
    made = queries.customizer_of
    planned: list[weakref.ref[Any]] = []
    left: list[bool] = []

    def noted(overlay: Any, cells: Any = None) -> Any:
        left.append(any(one() is not None for one in planned))
        customizer = made(overlay, cells)
        planned.append(weakref.ref(customizer))
        return customizer

    monkeypatch.setattr(queries, "customizer_of", noted)
    roads = town()
    solver = Crp(roads, random_weights(roads, 4, turns=True), partition=nested(roads))
    assert left == [False, False]
    assert solver.queries.on_device.begin_level == 2
    assert_the_bits_of_dijkstra(solver, ((Start(7),),), (math.inf, 0.3))


@pytest.mark.usefixtures("short")
def test_levels_that_are_searched_globally_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then there is not enough memory, which is told when it is asked for."""
    roads = town()
    monkeypatch.setattr(queries, "budget", lambda device: 10**9)
    monkeypatch.setattr(queries, "SWEEPS", 1 / 10**9)  # enough at first, not behind the customizer
    made = queries.customizer_of

    def by_global(overlay: Any, cells: Any = None) -> Any:
        customizer = made(overlay, cells)
        monkeypatch.setattr(customizer, "can_batch", lambda cells: False)
        return customizer

    monkeypatch.setattr(queries, "customizer_of", by_global)
    solver = Crp(roads, random_weights(roads, 4, turns=True), partition=nested(roads))
    assert solver.queries.on_device.begin_level == 0
    assert solver.queries.on_device.far
