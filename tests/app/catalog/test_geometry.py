"""The geometry of a question: who has it, and what keeps it."""

from __future__ import annotations

import numpy as np
import pytest

from app.catalog.algorithms import ALGORITHMS, choose_backend, prepare
from app.catalog.rows import GEOMETRY, JOINED, ROADS, TERRAIN, TERRAIN_ROWS
from app.cli.values import parameter
from app.solving.fallback import Plan
from app.solving.request import Options
from app.timing.race import who_may_race
from core.errors import ParameterError
from raster.grid import grid_from_kmh

STRAIGHT = {"geometry": 1.0}


def test_a_word_stands_for_the_value_on_the_command_line() -> None:
    assert parameter("geometry=straight") == ("geometry", 1)
    assert parameter("geometry=eight") == ("geometry", 0)
    assert parameter("delta_seconds=3") == ("delta_seconds", 3)


def test_whoever_has_no_straight_lines_says_why_in_a_line_and_does_not_race() -> None:
    grid = grid_from_kmh(np.full((3, 3), 30.0), 10.0)
    racing = {runner.algorithm for runner in who_may_race(TERRAIN, geometry="straight")}
    for row in TERRAIN_ROWS:
        if row.eight_alone("cpu"):
            with pytest.raises(ParameterError, match=f"'{row.id}' has no straight lines") as told:
                prepare(grid, row.id, "cpu", parameters=STRAIGHT)
            assert "\n" not in str(told.value)
            assert "dijkstra" in told.value.advice
            assert row.id not in racing
    assert "dijkstra" in racing
    assert "bellman-ford" in {runner.algorithm for runner in who_may_race(TERRAIN)}
    sloped = {runner.algorithm for runner in who_may_race(TERRAIN, sloped=True)}
    assert sloped == {"tiled", "dijkstra", "near-far"}
    both = {runner.algorithm for runner in who_may_race(TERRAIN, geometry="straight", sloped=True)}
    assert both == sloped
    for row in TERRAIN_ROWS:
        assert all(row.has_lines(backend) for backend in row.slopes)


def test_every_row_with_directions_has_straight_lines_or_says_why_in_a_sentence() -> None:
    having: dict[str, list[str]] = {TERRAIN: [], JOINED: []}
    for row in ALGORITHMS:
        assert (GEOMETRY in row.parameters) == (row.domain != ROADS)
        if row.domain == ROADS:
            continue
        for backend in row.backends:
            why = row.eight_alone(backend)
            if not why:
                having[row.domain].append(f"{row.id} {backend}")
                continue
            assert why[0].isupper()
            assert why.endswith(".")
            assert why.count(". ") == 0
            with pytest.raises(ParameterError) as told:
                choose_backend(row, backend, geometry="straight")
            assert told.value.found.startswith(f"'{row.id}' has no straight lines")
            assert told.value.advice.startswith(why)
            assert told.value.advice.endswith(", or geometry=eight.")
            others = told.value.advice.removeprefix(why)
            assert "--backend cpu" in others or "near-far" in others
    assert having[JOINED] == ["dijkstra cpu", "near-far cpu"]
    assert {"tiled cpu", "tiled gpu", "dijkstra cpu", "near-far gpu"} <= set(having[TERRAIN])


def test_another_algorithm_keeps_the_geometry_and_nothing_else_and_roads_none() -> None:
    options = Options(algorithm="tiled", parameters=(("delta_seconds", 5.0), ("geometry", 1.0)))
    assert options.geometry == "straight"
    assert options.by("dijkstra", TERRAIN).parameters == (("geometry", 1.0),)
    assert options.by("dijkstra", ROADS).parameters == ()
    assert options.by("dijkstra", JOINED).parameters == (("geometry", 1.0),)


def test_where_the_memory_of_a_gpu_is_short_only_who_has_the_geometry_takes_over() -> None:
    plan = Plan.of("dijkstra", "auto", geometry="straight")
    assert plan.runner.backend == "cpu"
    for row in TERRAIN_ROWS:
        for backend in row.backends:
            has = plan._has(row.id, backend)
            assert has == (row.eight_alone(backend) == "")
