"""After an edit of the ground only what it can change is settled again, to the same bits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.document.joined import JoinedDocument, JoinRequest, open_joined
from app.document.terrain import TerrainDocument
from app.roads.closures import Closure, Closures
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.cancel import Cancel
from core.trace import Event, SolveStarted, Trace
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from raster.grid import grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from raster.solvers.dijkstra import Dijkstra
from road.solvers import dynamic
from tests.app.cli.test_joined import write_roads, write_terrain


@pytest.mark.parametrize("sloped", [False, True])
@pytest.mark.parametrize("geometry", [0.0, 1.0])
def test_an_edit_is_solved_on_from_the_answer_before(geometry: float, sloped: bool) -> None:
    random = np.random.default_rng(2)
    grid = grid_from_kmh(random.integers(5, 60, (150, 150)), 10.0)
    document = TerrainDocument(grid, Path("noise.tif"))
    metres = random.normal(0, 0.2, (150, 150)).cumsum(axis=0)
    slopes = GridSlopes(heights_of(metres), Tobler(), direction="to") if sloped else None
    parameters = (("geometry", geometry),) if geometry else ()
    options = Options(parameters=parameters, slopes=slopes)
    request = SolveRequest(document, (PlacedStart(*grid.centre_of(75, 10)),), options=options)
    solving, told = Solving(), Heard()
    found = solving.run(request, told)
    assert told.solvers == ["tiled"]
    for row, expected in ((140, "dynamic"), (20, "dynamic"), (74, "tiled")):
        width = 400.0 if expected == "tiled" else 0.0
        line = LineShape((grid.centre_of(row, 140), grid.centre_of(row + 2, 143)), width)
        edit = GroundEdit(line, "speed", 90.0)
        document = document.with_edits(document.edits.with_edit(edit))
        request = replace(request, document=document)
        told.solvers.clear()
        kept = found  # as a session keeps it
        found = solving.run(request, told)
        assert told.solvers == [expected]
        assert found.subject is document.subject is grid
        problem = document.problem(request, lambda *_: None, Cancel())
        way: Any = {"geometry": options.geometry, "slopes": slopes}
        fresh = Dijkstra(document.grid, **way).solve(problem.sources)
        assert np.array_equal(found.times.ticks(), fresh.labels)
        assert kept is not found
    told.solvers.clear()
    found = solving.run(replace(request, limit_seconds=40.0), told)
    assert told.solvers == ["tiled"], "the ground is the same, and no answer is gone on from"
    other = TerrainDocument(replace(grid)).with_edits(EditLayer((edit,)))
    told.solvers.clear()
    solving.run(replace(request, document=other), told)
    assert told.solvers == ["tiled"], "another raster is another subject"


class Heard(Trace):
    """A trace that keeps who solved."""

    def __init__(self) -> None:
        self.solvers: list[str] = []

    def emit(self, event: Event) -> None:
        if isinstance(event, SolveStarted):
            self.solvers.append(event.algorithm)


def test_a_closure_and_an_edit_of_joined_ground_are_solved_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamic, "MOST_LOOKED_AT", 9.0)
    joined = open_joined(
        JoinRequest(write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg"))
    )
    assert isinstance(joined, JoinedDocument)
    grid, solving, told = joined.grid, Solving(), Heard()
    request = SolveRequest(
        joined, (PlacedStart(*grid.centre_of(2, 2)),), options=Options("dijkstra")
    )
    graph = solving.run(request, told).on_graph
    assert graph is not None
    bank = LineShape((grid.centre_of(0, 39), grid.centre_of(1, 39)))
    joined = joined.with_edits(EditLayer((GroundEdit(bank, "speed", 3.0),)))
    x, y = grid.centre_of(4, 37)
    closed = Closures((Closure(((x, y - 50.0), (x, y + 50.0))),))
    for document in (joined, joined.driven(joined.roads.closed_by(closed))):
        told.solvers.clear()
        found = solving.run(replace(request, document=document), told).on_graph
        assert told.solvers == ["dynamic"]
        assert found is not None
        assert found.graph is graph.graph, "the same steps at other costs"
        fresh = Solving().run(replace(request, document=document)).on_graph
        assert fresh is not None
        assert np.array_equal(found.times.state_labels, fresh.times.state_labels)
    told.solvers.clear()
    solving.run(replace(request, document=document), told)
    assert told.solvers == ["dijkstra"], "what is asked again is solved again"
