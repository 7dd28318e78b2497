"""After an edit of the ground only what it can change is settled again, to the same bits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.document.terrain import TerrainDocument
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.cancel import Cancel
from core.trace import Event, SolveStarted, Trace
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from raster.grid import grid_from_kmh
from raster.solvers.dijkstra import Dijkstra


@pytest.mark.parametrize("geometry", [0.0, 1.0])
def test_an_edit_is_solved_on_from_the_answer_before(geometry: float) -> None:
    random = np.random.default_rng(2)
    grid = grid_from_kmh(random.integers(5, 60, (150, 150)), 10.0)
    document = TerrainDocument(grid, Path("noise.tif"))
    options = Options(parameters=(("geometry", geometry),) if geometry else ())
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
        fresh = Dijkstra(document.grid, geometry=options.geometry).solve(problem.sources)
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
