"""A matrix on slopes: the times of single solves, here and where it is sent."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.cluster.job import maker_of
from app.document.terrain import TerrainDocument
from app.matrix.places import NamedPlaces
from app.matrix.request import MatrixRequest, job_of
from app.matrix.sent import cluster_job
from app.matrix.slopes import plain_slopes, slopes_of
from app.solving.request import Options
from app.starts import PlacedStart
from core.cancel import NEVER
from core.progress import no_progress
from core.solver import Start
from raster.slopes.models import SlopeModel, Tobler
from raster.slopes.slopes import Direction
from raster.solvers.dijkstra import Dijkstra
from tests.raster.slopes.ground import MODELS, drawn_ground


@pytest.mark.parametrize("direction", ["from", "to"])
def test_a_matrix_counts_slopes_here_and_where_it_is_sent(direction: Direction) -> None:
    grid, slopes, sources = drawn_ground((30, 40), 2, Tobler(), direction)
    starts = tuple(
        PlacedStart(*grid.centre_of(*divmod(source.element, grid.cols))) for source in sources
    )
    named = NamedPlaces("drawn", ("a", "b", "c"), starts)
    options = Options("dijkstra", "cpu", slopes=slopes)
    request = MatrixRequest(TerrainDocument(grid), named, None, 1e9, options=options)
    job = job_of(request)
    assert job.spec.direction == direction
    cells = [source.element for source in sources]
    solver = Dijkstra(grid, slopes=slopes)
    right = [solver.solve((Start(cell, 0.0),), limit=1e9).labels.ravel() for cell in cells]
    worker, _ = job.worker()
    sent = cluster_job(job, no_progress, NEVER)
    for maker in (worker, maker_of(sent.kind, sent.spec, sent.parts, no_progress)):
        found = maker.chunk(0, no_progress, NEVER)
        np.testing.assert_array_equal(found["ticks"], np.array(right))
    # A run that was broken off is gone on with for the same slopes alone.
    turned = replace(slopes, direction="to" if direction == "from" else "from")
    other = job_of(replace(request, options=replace(options, slopes=turned)))
    assert job.key == job_of(request).key != other.key


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.text)
def test_models_come_as_they_were_sent(model: SlopeModel) -> None:
    _, slopes, _ = drawn_ground((5, 5), 2, model, "to")
    came = slopes_of(plain_slopes(slopes), slopes.heights)
    assert (came.model, came.direction, came.surface) == (model, "to", False)
