"""Chunks of a matrix on roads and on terrain, worked out apart and put together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import Prepared, prepare, prepare_roads
from app.catalog.rows import ROADS, TERRAIN
from app.matrix.chunks import CellRows, MatrixWorker, RoadRows, join
from app.matrix.spec import Keeping, MatrixSpec, arrays_of, part
from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from core.solver import Start
from core.times import UNREACHED
from raster.grid import grid_from_kmh
from road.matrix.places import RoadDestinations, RoadPlaces
from tests.road.drawn import random_town
from tests.road.searches import random_weights

KEEPING = Keeping(times=True, nearest=2)
SPEC = MatrixSpec(ROADS, "dijkstra", "cpu", limit_seconds=9.0, keeping=KEEPING, chunk=3)


def on_roads(spec: MatrixSpec, everything: bool) -> tuple[MatrixWorker, np.ndarray]:
    """A worker, and the ticks of single solves."""
    roads = random_town(80, 2)
    prepared = prepare_roads(roads, random_weights(roads, 2), spec.algorithm, "cpu", spec.direction)
    origins, ends = [*range(0, 40, 5), 7], [3, 0, 79, 40, 3]
    meetings = RoadPlaces.of([Start(v) for v in ends])
    destinations = RoadDestinations(meetings, np.arange(len(ends) + 1))
    rows = RoadRows(
        prepared, spec, RoadPlaces.of([Start(v) for v in origins]),
        None if everything else destinations,
    )  # fmt: skip
    wanted: Any = slice(None) if everything else ends
    solves = (prepared.solver.solve((Start(v),), limit=spec.limit_seconds) for v in origins)
    return MatrixWorker(spec, rows, len(origins)), np.stack([s.labels[wanted] for s in solves])


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("algorithm", ["dijkstra", "near-far", "crp"])
def test_chunks_together_are_the_matrix(algorithm: str, everything: bool) -> None:
    worker, expected = on_roads(replace(SPEC, algorithm=algorithm, direction="to"), everything)
    assert (worker.chunks, worker.destinations) == (3, expected.shape[1])
    chunks = [worker.chunk(number) for number in (2, 0, 1)]
    chunks = [chunks[1], chunks[2], chunks[0]]
    np.testing.assert_array_equal(np.concatenate([c["ticks"] for c in chunks]), expected)
    assert {s for c in chunks for s in c["tick_seconds"]} == {0.001}
    nearest = join(worker.spec.keeping, worker.destinations, chunks)
    seconds = np.where(expected < UNREACHED, expected * 0.001, np.inf)
    np.testing.assert_array_equal(nearest.seconds, np.sort(seconds, axis=0)[:2])
    np.testing.assert_array_equal(nearest.count, (expected < UNREACHED).sum(axis=0))


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("algorithm", ["dijkstra", "crp"])
def test_what_is_nearest_needs_no_times(algorithm: str, everything: bool) -> None:
    spec = replace(SPEC, algorithm=algorithm)
    worker, _ = on_roads(spec, everything)
    alone, _ = on_roads(replace(spec, keeping=Keeping(times=False, nearest=2)), everything)
    for number in range(worker.chunks):
        with_times, found = worker.chunk(number), alone.chunk(number)
        assert set(found) == {"seconds", "row", "count"}
        for name, array in found.items():
            np.testing.assert_array_equal(array, with_times[name])
    assert found["row"].max() > 5  # numbers of the whole matrix


def test_a_field_is_kept_only_as_asked() -> None:
    worker, expected = on_roads(replace(SPEC, keeping=Keeping(times=False, nearest=1)), True)
    assert set(worker.chunk(0)) == {"seconds", "row", "count"}
    assert worker.chunk(1)["row"].shape == (1, expected.shape[1])
    worker, _ = on_roads(replace(SPEC, keeping=Keeping(times=True)), True)
    assert set(worker.chunk(0)) == {"ticks", "tick_seconds"}
    with pytest.raises(ParameterError, match="0 nearest origins"):
        Keeping(times=False)


def test_many_starts_on_terrain() -> None:
    kmh = np.random.default_rng(3).integers(0, 30, (12, 15)).astype(np.float64)
    kmh[0] = 10
    grid = grid_from_kmh(kmh)
    cells = np.array([0, 7, 3, 14])
    ends = np.array([14, 100, 3])
    spec = MatrixSpec(TERRAIN, "tiled", "cpu", keeping=KEEPING, chunk=3)
    prepared: Prepared[Any] = prepare(grid, "tiled", "cpu")
    solves = [prepare(grid, "dijkstra", "cpu").solver.solve((Start(int(c)),)) for c in cells]
    for wanted in (None, ends):
        worker = MatrixWorker(spec, CellRows(prepared, spec, cells, wanted, kmh.size), 4)
        chunks = [worker.chunk(number) for number in range(worker.chunks)]
        every = [s.ticks().reshape(-1)[slice(None) if wanted is None else ends] for s in solves]
        np.testing.assert_array_equal(np.concatenate([c["ticks"] for c in chunks]), every)
        ticks = np.concatenate([c["tick_seconds"] for c in chunks])
        np.testing.assert_array_equal(ticks, [s.tick_seconds for s in solves])
        nearest = join(KEEPING, worker.destinations, chunks)
        seconds = np.where(np.array(every) < UNREACHED, every * ticks[:, None], np.inf)
        np.testing.assert_array_equal(nearest.seconds, np.sort(seconds, axis=0)[:2])


def test_a_cancelled_chunk_is_none() -> None:
    worker, _ = on_roads(SPEC, True)
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        worker.chunk(0, cancel=cancel)


def test_a_spec_and_places_are_plain_values() -> None:
    spec = replace(SPEC, parameters=(("mezzanines", 2.0),), edge_based=True)
    assert MatrixSpec.from_json(spec.to_json()) == spec
    endless = MatrixSpec(TERRAIN, "tiled", "cpu")
    assert MatrixSpec.from_json(endless.to_json()) == endless
    assert replace(spec, algorithm="phast").question == spec.question
    places = RoadPlaces.of([Start(3), Start(5)])
    arrays = arrays_of(origins=places, destinations=None)
    assert set(arrays) == {f"origins.{name}" for name in ("vertex", "first", "arc", "fraction")}
    assert RoadPlaces(**part(arrays, "origins")).sources() == places.sources()
    with pytest.raises(ParameterError, match="chunks of 0"):
        replace(SPEC, chunk=0)
