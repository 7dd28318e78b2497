"""What a brush goes on with is loaded before: by the same code, for the same kinds of arrays."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.document.joined import JoinedDocument, JoinRequest, open_joined
from app.document.terrain import TerrainDocument
from app.solving.request import Options, SolveRequest
from app.solving.solve import Solving
from app.starts import PlacedStart
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from raster.grid import grid_from_kmh
from raster.solvers import dynamic
from road.solvers import dynamic as dynamic_on_roads
from tests.app.cli.test_joined import write_roads, write_terrain


@pytest.mark.parametrize("reals", [0.0, 0.5])
def test_an_edit_of_cells_loads_nothing_more(reals: float) -> None:
    random = np.random.default_rng(4)
    grid = grid_from_kmh(random.integers(5, 60, (150, 150)) + reals, 10.0)
    document = TerrainDocument(grid)
    request = SolveRequest(document, (PlacedStart(*grid.centre_of(75, 10)),))
    document.warm_up_edits(request.options)
    kernels = dynamic._without_support, dynamic._offered
    loaded = [set(kernel.signatures) for kernel in kernels]
    solving = Solving()
    solving.run(request)
    dot = EditLayer((GroundEdit(LineShape((grid.centre_of(140, 140),)), "barrier"),))
    edited = document.with_edits(dot)
    solving.run(replace(request, document=edited))
    solving.run(request)
    assert [set(kernel.signatures) for kernel in kernels] == loaded
    assert all(loaded)


def test_an_edit_of_joined_ground_loads_nothing_more(tmp_path: Path) -> None:
    files = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    joined = open_joined(JoinRequest(*files))
    assert isinstance(joined, JoinedDocument)
    grid = joined.grid
    start = (PlacedStart(*grid.centre_of(2, 2)),)
    request = SolveRequest(joined, start, options=Options("dijkstra"))
    solving = Solving()
    solving.run(request)
    joined.warm_up_edits(request.options)
    kernel = dynamic_on_roads._without_support
    loaded = set(kernel.signatures)
    dot = EditLayer((GroundEdit(LineShape((grid.centre_of(0, 40),)), "barrier"),))
    solving.run(replace(request, document=joined.with_edits(dot)))
    assert set(kernel.signatures) == loaded
    assert loaded
