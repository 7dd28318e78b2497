"""A matrix on terrain and roads as one graph, bit by bit as single solves have it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import find
from app.catalog.rows import ROADS
from app.document.joined import (
    JoinedDocument,
    JoinRequest,
    join_documents,
    open_joined,
)
from app.document.joined_solved import JoinedSolved
from app.matrix import methods
from app.matrix.chunks import join
from app.matrix.methods import TableSize, chosen, seconds_of
from app.matrix.places import NamedPlaces
from app.matrix.request import AUTO, MatrixJob, MatrixRequest, job_of
from app.matrix.sent import cluster_job, worker_of
from app.matrix.spec import Arrays, Keeping
from app.solving.one_solve import solve_once
from app.solving.request import Options, SolveRequest
from app.starts import PlacedStart
from core.cancel import NEVER
from core.errors import InputError, ParameterError
from core.progress import no_progress
from core.times import UNLIMITED, UNREACHED
from road.search.search_graph import Direction
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain

LIMIT = 400.0

Parameters = tuple[tuple[str, float], ...]
EIGHT: Parameters = ()
STRAIGHT: Parameters = (("geometry", 1.0),)

Ticks = np.ndarray[Any, np.dtype[np.uint32]]


def at(row: int, col: int) -> PlacedStart:
    return PlacedStart(LEFT + (col + 0.5) * CELL, TOP - (row + 0.5) * CELL)


PLACES = (at(0, 0), at(4, 30), at(4, 20), PlacedStart(vertex=1), at(8, 40))
"""A corner, beside the road, on the bridge over the river, a vertex by its id, another corner."""


def named(*places: PlacedStart) -> NamedPlaces:
    return NamedPlaces("places", tuple(f"p{k}" for k in range(len(places))), places)


@pytest.fixture(params=["uint8", "float32", "oblong"])
def document(request: pytest.FixtureRequest, tmp_path: Path) -> JoinedDocument:
    """Ground of 2 to 8 km/h, 270 m high and 41 cells wide; column 20 is a river."""
    files = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    found = open_joined(JoinRequest(*files))
    assert isinstance(found, JoinedDocument)
    if request.param == "uint8":
        return found
    kmh = np.random.default_rng(5).uniform(2, 8, (9, 41)).astype(np.float32)
    kmh[:, 20] = 0
    grid = replace(found.grid, values=kmh, code_speed=None)
    if request.param == "oblong":
        grid = replace(grid, values=kmh[:3].copy(), cell_y=3.0 * CELL)
    found = join_documents(grid, found.roads)
    assert isinstance(found, JoinedDocument)
    return found


def job(document: JoinedDocument, everything: bool = True, **how: Any) -> MatrixJob:
    keeping = how.pop("keeping", Keeping(times=True, nearest=2))
    options = Options(how.pop("algorithm", AUTO), "cpu", parameters=how.pop("by", EIGHT))
    limit = how.pop("limit", UNLIMITED)
    ends = None if everything else named(*reversed(PLACES))
    return job_of(MatrixRequest(document, named(*PLACES), ends, limit, keeping, options))


def solved(
    document: JoinedDocument, start: PlacedStart, limit: float = UNLIMITED, by: Parameters = EIGHT
) -> JoinedSolved:
    options = Options("dijkstra", "cpu", parameters=by)
    request = SolveRequest(document, (start,), limit, options)
    found, _ = solve_once(request)
    assert isinstance(found, JoinedSolved)
    return found


def chunks_of(job: MatrixJob) -> list[Arrays]:
    worker, _ = job.worker()
    return [worker.chunk(number) for number in range(worker.chunks)]


def single_solves(
    document: JoinedDocument, everything: bool, limit: float = UNLIMITED, by: Parameters = EIGHT
) -> Ticks:
    rows = []
    for place in PLACES:
        one = solved(document, place, limit, by)
        if everything:
            rows.append(one.times.ticks().reshape(-1))
            continue
        ends = [document.source(end, one.terrain).element for end in reversed(PLACES)]
        rows.append(one.both.times.labels[ends])
    return np.stack(rows)


@pytest.mark.parametrize("everything", [True, False])
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("by", [EIGHT, STRAIGHT], ids=["eight", "straight"])
def test_all_rows_are_those_of_single_solves(
    document: JoinedDocument, direction: Direction, everything: bool, by: Parameters
) -> None:
    document = document.driven(document.roads.turned(direction))
    for limit in (UNLIMITED, LIMIT):
        asked = job(document, everything, limit=limit, by=by)
        assert (asked.spec.direction, asked.method.algorithm) == (direction, "dijkstra")
        assert asked.count == (document.grid.values.size if everything else len(PLACES))
        chunks, expected = chunks_of(asked), single_solves(document, everything, limit, by)
        np.testing.assert_array_equal(np.concatenate([c["ticks"] for c in chunks]), expected)
        assert {s for c in chunks for s in c["tick_seconds"]} == {0.001}
        assert (expected < UNREACHED).any(axis=1).all()
        seconds = np.sort(np.where(expected < UNREACHED, expected * 0.001, np.inf), axis=0)
        nearest = join(asked.spec.keeping, asked.count, chunks)
        np.testing.assert_array_equal(nearest.seconds, seconds[:2])
        np.testing.assert_array_equal(nearest.count, (expected < UNREACHED).sum(axis=0))
        alone = job(
            document, everything, limit=limit, keeping=Keeping(times=False, nearest=2), by=by
        )
        for name, array in vars(join(alone.spec.keeping, alone.count, chunks_of(alone))).items():
            np.testing.assert_array_equal(array, getattr(nearest, name))


@pytest.mark.parametrize("algorithm", ["near-far", "crp", "phast"])
def test_whoever_solves_gives_the_same(document: JoinedDocument, algorithm: str) -> None:
    expected, asked = chunks_of(job(document)), job(document, algorithm=algorithm)
    assert asked.key == job(document).key
    for found, wanted in zip(chunks_of(asked), expected, strict=True):
        for name, array in wanted.items():
            np.testing.assert_array_equal(found[name], array)


def test_straight_lines_are_a_question_of_their_own_and_not_of_those_who_add_up(
    document: JoinedDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    eight, asked = job(document), job(document, by=STRAIGHT)
    assert asked.key != eight.key
    assert (asked.method.seconds or 0.0) > 3 * (eight.method.seconds or 0.0)
    assert asked.key == job(document, by=STRAIGHT, algorithm="near-far").key
    found, other = (np.concatenate([c["ticks"] for c in chunks_of(j)]) for j in (asked, eight))
    assert (found <= other).all()
    assert (found < other).sum() > 0.1 * found.size
    by_queue = chunks_of(job(document, by=STRAIGHT, algorithm="near-far"))
    np.testing.assert_array_equal(np.concatenate([c["ticks"] for c in by_queue]), found)
    with pytest.raises(ParameterError, match="'crp' has no straight lines on the CPU"):
        job(document, by=STRAIGHT, algorithm="crp")
    both = document.terrain(geometry="straight").joined
    size = TableSize(both.graph, both.graph.vertices, 3, None, cells=both.cells)
    monkeypatch.setattr(methods, "_backends", lambda *_: ("gpu",))
    with pytest.raises(ParameterError, match="no straight lines between many places on the GPU"):
        chosen(size, backend="gpu", parameters=dict(STRAIGHT))


@pytest.mark.parametrize("by", [EIGHT, STRAIGHT], ids=["eight", "straight"])
def test_a_worker_elsewhere_gives_the_same(document: JoinedDocument, by: Parameters) -> None:
    asked = job(document, by=by)
    sent = cluster_job(asked, no_progress, NEVER)
    worker = worker_of(sent.spec, sent.parts, no_progress)
    assert worker.chunks == 1
    for name, array in worker.chunk(0, no_progress, NEVER).items():
        np.testing.assert_array_equal(array, chunks_of(asked)[0][name])


def test_other_costs_and_other_ground_are_another_question(document: JoinedDocument) -> None:
    keys = {job(document).key, job(document, limit=LIMIT).key}
    keys.add(job(document.driven(document.roads.turned("to"))).key)
    kept = document.roads.closed_by(document.roads.closures)
    assert job(document.driven(kept)).key in keys
    soft = replace(document.grid, values=document.grid.values // 2 + 1)
    other = join_documents(soft, document.roads)
    assert isinstance(other, JoinedDocument)
    keys.add(job(other).key)
    assert len(keys) == 4


def test_places_on_neither_ground_nor_road_are_left_out(document: JoinedDocument) -> None:
    far, river = PlacedStart(0.0, 0.0), at(0, 20)
    places = named(at(0, 0), far, river)
    found = job_of(MatrixRequest(document, places, places, options=Options(AUTO, "cpu")))
    assert found.origins.ids == ("p0",)
    assert found.destinations is not None
    assert found.destinations.ids == ("p0",)
    assert "p1 (outside the raster), p2 (the ground is impassable here" in found.notes[0]
    with pytest.raises(InputError, match="no vertex 77"):
        job_of(MatrixRequest(document, named(PlacedStart(vertex=77)), None))


def test_what_contracts_or_parts_is_not_reckoned_with_on_cells(document: JoinedDocument) -> None:
    many = named(*(at(row % 9, 3) for row in range(3000)))
    found = job_of(MatrixRequest(document, many, None, options=Options(AUTO, "cpu")))
    assert "3,000 origins to all " in found.method.reason
    assert " cells: dijkstra on the CPU" in found.method.reason
    assert "phast" not in found.method.reason
    both = document.terrain().joined
    size = TableSize(both.graph, both.graph.vertices, 3000, None, cells=both.cells)
    assert found.method.seconds == seconds_of(size, find("dijkstra", ROADS), "cpu")
    alone = seconds_of(replace(size, cells=0), find("dijkstra", ROADS), "cpu")
    steps = both.graph.arc_count / both.graph.vertices
    assert found.method.seconds == pytest.approx(alone * steps / 2.78), "by steps, not by states"
