"""The table of algorithms: complete rows, and errors that name what there is."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from app.catalog.algorithms import (
    ALGORITHMS,
    DEFAULT,
    DEFAULT_ON_ROADS,
    LARGE_GRAPH_ARCS,
    Algorithm,
    choose_backend,
    customizable,
    default_of,
    find,
    prepare,
    prepare_roads,
    rows_of,
)
from app.catalog.rows import ROADS, TERRAIN
from app.solving.warm_up_roads import two_streets
from core.errors import DeviceError, ParameterError
from core.solver import Start
from gpu.device import first_gpu, gpus_from
from raster.grid import VelocityGrid, grid_from_kmh
from road.costs.metric import hop_weights
from road.matrix.tables import TablesInBatches
from road.search.search_graph import Direction
from tests.app.gpu_rows import TWO_GPUS, use_gpus

CPU_ONLY = Algorithm(
    "cpu-only", "", "terrain", "", "", cpu="raster.solvers.dijkstra:Dijkstra", gpu=None
)
GPU_TOO = Algorithm(
    "gpu-too", "", "terrain", "", "", cpu="raster.solvers.dijkstra:Dijkstra", gpu="x:X"
)


ROADS_ON_CPU = [row for row in rows_of(ROADS) if row.cpu]


def _named(row: Algorithm) -> str:
    return f"{row.id}-{row.domain}"


@pytest.fixture
def grid() -> VelocityGrid:
    return grid_from_kmh(np.full((5, 7), 36), cell_x=10.0)


def test_ids_are_unique_and_the_default_is_one_of_them() -> None:
    ids = [(row.id, row.domain) for row in ALGORITHMS]
    assert len(set(ids)) == len(ids)
    assert (DEFAULT, TERRAIN) in ids
    assert (DEFAULT_ON_ROADS, ROADS) in ids


def test_the_domain_decides_which_row_an_id_means() -> None:
    assert find("dijkstra").cpu == "raster.solvers.dijkstra:Dijkstra"
    assert find("dijkstra", ROADS).cpu == "road.solvers.dijkstra:Dijkstra"
    with pytest.raises(ParameterError, match=r"'tiled' for roads.*Choose one of: dijkstra"):
        find("tiled", ROADS)


@pytest.mark.parametrize("row", ALGORITHMS, ids=_named)
def test_a_row_names_classes_that_exist_and_says_where_it_comes_from(row: Algorithm) -> None:
    assert row.backends
    assert row.source
    assert row.explanation.endswith(".")
    for backend in row.backends:
        module, _, name = getattr(row, backend).partition(":")
        assert hasattr(importlib.import_module(module), name)


@pytest.mark.parametrize("row", ALGORITHMS, ids=_named)
def test_defaults_of_parameters_lie_in_their_range(row: Algorithm) -> None:
    for parameter in row.parameters:
        assert parameter.minimum <= parameter.default <= parameter.maximum


@pytest.mark.parametrize("row", ROADS_ON_CPU, ids=lambda row: row.id)
@pytest.mark.parametrize("direction", ["from", "to"])
def test_every_row_of_roads_can_be_prepared_and_solves(
    row: Algorithm, direction: Direction
) -> None:
    graph = two_streets()
    prepared = prepare_roads(graph, hop_weights(graph), row.id, "cpu", direction)
    assert (prepared.algorithm, prepared.backend) == (row.id, "cpu")
    times = prepared.solver.solve((Start(0), Start(2, 1.0)))
    assert times.labels.tolist() == [0, 1, 1]


@pytest.mark.parametrize("row", rows_of(TERRAIN), ids=lambda row: row.id)
def test_every_row_can_be_prepared_and_solves(row: Algorithm, grid: VelocityGrid) -> None:
    prepared = prepare(grid, row.id, "cpu")
    assert (prepared.algorithm, prepared.backend) == (row.id, "cpu")
    assert prepared.solver.solve((Start(0),)).reached == 35


def test_an_unknown_algorithm_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ParameterError, match=f"'quantum'.*{DEFAULT}"):
        find("quantum")


def test_auto_takes_the_cpu_where_there_is_no_twin() -> None:
    assert choose_backend(CPU_ONLY, "auto") == "cpu"


def test_auto_takes_the_gpu_only_where_one_answers() -> None:
    assert choose_backend(GPU_TOO, "auto") == ("cpu" if first_gpu() is None else "gpu")


def test_a_backend_that_a_row_lacks_is_refused_with_one_it_has() -> None:
    with pytest.raises(DeviceError, match="--backend cpu"):
        choose_backend(CPU_ONLY, "gpu")


def test_what_needs_a_gpu_is_refused_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    use_gpus(monkeypatch)
    with pytest.raises(DeviceError, match=r"no GPU can be used.*Choose another algorithm"):
        choose_backend(find("warp-heap", ROADS), "auto")


def test_an_unknown_backend_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ParameterError, match="auto, cpu or gpu"):
        choose_backend(CPU_ONLY, "tpu")


def test_parameters_reach_the_solver(grid: VelocityGrid) -> None:
    wide = prepare(grid, "tiled", "cpu", parameters={"delta_seconds": 500.0})
    assert wide.solver.solve((Start(0),)).reached == 35


@pytest.mark.parametrize("value", [-1.0, 1e9, float("nan")])
def test_a_parameter_out_of_range_is_refused_with_the_range(
    grid: VelocityGrid, value: float
) -> None:
    with pytest.raises(ParameterError, match=r"delta_seconds.*Give 0 to"):
        prepare(grid, "tiled", "cpu", parameters={"delta_seconds": value})


def test_an_unknown_parameter_is_refused_by_name(grid: VelocityGrid) -> None:
    with pytest.raises(ParameterError, match="no parameter speed"):
        prepare(grid, "dijkstra", "cpu", parameters={"speed": 1.0})


@pytest.mark.parametrize(
    ("parameters", "advice"),
    [
        ({"workers": 1.5}, "a whole number, 1 to 16"),
        ({"memory_mib": 0.5}, "a whole number, 0 to"),
        ({"block_cells": 48}, "32, 64, 128"),
        ({"block_cells": float("nan")}, "32, 64, 128"),
    ],
)
def test_what_is_no_value_of_a_whole_parameter_is_refused_with_those_that_are(
    grid: VelocityGrid, parameters: dict[str, float], advice: str
) -> None:
    with pytest.raises(ParameterError) as refused:
        prepare(grid, "out-of-core", "cpu", parameters=parameters)
    assert advice in refused.value.advice
    assert "\n" not in refused.value.one_line()


@pytest.mark.parametrize("row", ALGORITHMS, ids=_named)
def test_defaults_and_bounds_are_values_that_a_parameter_takes(row: Algorithm) -> None:
    for parameter in row.parameters:
        for value in (parameter.default, parameter.minimum, parameter.maximum):
            parameter.check(value, row.id)


def test_on_a_gpu_the_default_follows_what_the_user_does(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = LARGE_GRAPH_ARCS, LARGE_GRAPH_ARCS - 1
    use_gpus(monkeypatch)
    assert default_of(ROADS, large) == default_of(ROADS, large, costs_move=True) == "dijkstra"
    use_gpus(monkeypatch, TWO_GPUS[0])
    assert default_of(ROADS, small, costs_move=True) == "dijkstra"
    assert default_of(ROADS, large) == "near-far"
    assert default_of(ROADS, large, costs_move=True) == customizable().id == "crp"
    assert default_of(TERRAIN, large, costs_move=True) == "tiled"


def test_more_gpus_than_there_are_are_refused_and_the_cpu_does_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    graph = two_streets()
    asked = graph, hop_weights(graph), "crp", "cpu", "from", {"gpus": 2.0}
    for gpus, there in (((), "there is none"), (TWO_GPUS[:1], "there is one")):
        use_gpus(monkeypatch, *gpus)
        with pytest.raises(DeviceError, match=f"2 GPUs are asked for and {there}"):
            prepare_roads(*asked)  # type: ignore[arg-type]
    use_gpus(monkeypatch, *TWO_GPUS)
    prepared = prepare_roads(*asked)  # type: ignore[arg-type]
    assert prepared.solver.solve((Start(0),)).labels.tolist() == [0, 1, 2]
    assert (gpus_from(1, 1), gpus_from(1, 2)) == ((1,), (1, 0))


@pytest.mark.parametrize("row", rows_of(ROADS), ids=lambda row: row.id)
def test_tables_on_the_gpu_are_tables(row: Algorithm) -> None:
    if row.tables_gpu is not None:
        module, _, name = row.tables_gpu.partition(":")
        assert issubclass(getattr(importlib.import_module(module), name), TablesInBatches)


@pytest.mark.parametrize("row", ROADS_ON_CPU, ids=lambda row: row.id)
def test_tables_are_made_of_a_rows_solver(row: Algorithm) -> None:
    graph = two_streets()
    prepared = prepare_roads(graph, hop_weights(graph), row.id, "cpu")
    tables = prepared.tables
    assert (tables is None) == (row.tables_cpu is None)
    if tables is not None:
        found = tables.table((Start(0), Start(2)))
        np.testing.assert_array_equal(found, [[0, 1, 2], [2, 1, 0]])
