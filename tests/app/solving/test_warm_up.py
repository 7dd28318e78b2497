"""Compiled code is loaded before a solve is timed, once for each kind of solver."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

from app.catalog.algorithms import ALGORITHMS, Runner, find
from app.document.terrain import TerrainDocument
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from app.solving.warm_up import warm
from app.solving.warm_up_roads import warm_roads
from core.cancel import NEVER, Cancel
from core.solver import Sources, Start
from core.times import UNLIMITED
from core.trace import SILENT, Ring, SolveStarted, Trace
from raster import steps, straight_paths
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from raster.travel_times import TravelTimeGrid
from road.results import travel_times
from tests.app.asking import on_cells
from tests.app.drawn_roads import opened


class Watched(Dijkstra):
    """Notes what it solves: cells, and whether a trace was told."""

    solves: ClassVar[list[tuple[int, bool]]] = []

    def solve(
        self,
        sources: Sources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> TravelTimeGrid:
        times = super().solve(sources, limit=limit, trace=trace, cancel=cancel)
        self.solves.append((times.labels.size, trace.wants_events))
        return times


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    row = replace(find("dijkstra"), id="watched", cpu=f"{__name__}:Watched")
    monkeypatch.setattr("app.catalog.algorithms.ALGORITHMS", (*ALGORITHMS, row))
    monkeypatch.setattr("app.solving.warm_up._WARM", set())
    monkeypatch.setattr(Watched, "solves", [])
    return Watched.solves


def request(grid: VelocityGrid, element: int = 0) -> SolveRequest:
    return on_cells(grid, element, algorithm="watched")


def test_a_few_cells_are_solved_unheard_before_the_first_solve(
    watched: list[tuple[int, bool]],
) -> None:
    grid, ring = grid_from_kmh(np.full((20, 30), 36), 10.0), Ring()
    solving = Solving()
    for element in (0, 599, 300):
        solving.run(request(grid, element), ring)
    assert watched == [(9, False), (600, True), (600, True), (600, True)]
    started = [event for event in ring.drain() if isinstance(event, SolveStarted)]
    assert [event.elements for event in started] == [600, 600, 600]


def test_other_cells_are_another_kind_and_another_solver_is_not(
    watched: list[tuple[int, bool]],
) -> None:
    codes, real = (grid_from_kmh(np.full((9, 9), kmh), 10.0) for kmh in (36, 36.5))
    for grid in (codes, real, codes):
        Solving().run(request(grid, 40))
    assert [cells for cells, _ in watched] == [9, 81, 9, 81, 81]


def test_speeds_of_codes_are_looked_up_before_the_first_solve(
    watched: list[tuple[int, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[tuple[int, ...]] = []
    mark = steps._mark
    monkeypatch.setattr(
        steps, "_mark", lambda values, used: (marked.append(values.shape), mark(values, used))
    )
    grid = grid_from_kmh(np.full((20, 30), 36), 10.0)
    assert grid.code_speed is not None
    warm(grid, Runner("watched", "cpu"), (Start(30),), 0.0, {})
    assert marked == [(3, 3)], "else it is compiled while the first solve is timed"


@pytest.mark.parametrize("backend", ["cpu", "gpu"])
def test_the_first_way_along_straight_lines_compiles_nothing(
    watched: list[tuple[int, bool]], backend: str
) -> None:
    kmh = np.full((40, 50), 36.5 if backend == "cpu" else 36)
    grid, straight = grid_from_kmh(kmh, 10.0), {"geometry": 1.0}
    said: list[str] = []
    asked = Runner("watched", backend), (Start(30),), 0.0, straight
    warm(grid, *asked, progress=lambda _, label: said.append(label))
    assert len(watched) == (backend == "cpu")
    assert said == ["preparing the solver (first run only)", ""]
    compiled = len(straight_paths._descend.signatures)
    times = Dijkstra(grid, geometry="straight").solve((Start(0),))
    points, _ = straight_paths.straight_path(grid, times, 30, 40)
    assert len(points) > 20
    assert len(straight_paths._descend.signatures) == compiled > 0


def test_for_previews_a_few_cells_are_made_coarser_and_solved(
    watched: list[tuple[int, bool]],
) -> None:
    document = TerrainDocument(grid_from_kmh(np.full((900, 900), 36), 10.0))
    document.warm_up(Options("watched"), NEVER)
    assert watched
    assert watched[-1][0] <= 4
    assert max(cells for cells, _ in watched) == 9


def test_when_arcs_are_entered_is_compiled_before_roads_are_first_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []
    look = travel_times._enter_own_arcs

    def noted(begin: int, end: int, *given: Any) -> Any:
        looked.append(end - begin)
        return look(begin, end, *given)

    monkeypatch.setattr(travel_times, "_enter_own_arcs", noted)
    monkeypatch.setattr("app.solving.warm_up_roads._WARM", set())
    warm_roads(opened(), Runner("dijkstra", "cpu"), {})
    assert sum(looked) > 0
