"""The sample terrain solved without a window, for whoever has none."""

from __future__ import annotations

from dataclasses import dataclass

from app.bands import Bands
from app.document.terrain import TerrainDocument
from app.editing.session import Session
from app.fitting import fitting_bands
from app.solving.one_solve import solve_once
from app.solving.solved import Solved
from app.starts import PlacedStart
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from core.trace import Event
from raster.files.read import open_velocity
from raster.starts import good_start
from resources.paths import SAMPLE

TIMES, ISOCHRONES, PICTURE = "sample_times.tif", "sample_isochrones.gpkg", "sample.png"
"""Names of the files of a demo, in its folder."""


@dataclass(frozen=True, eq=False)
class Demo:
    """The sample, solved."""

    solved: Solved
    bands: Bands
    events: list[Event]


def solve_sample(progress: Progress = no_progress, cancel: Cancel = NEVER) -> Demo:
    """Solve the sample from a good start. Raises CancelledError."""
    grid = open_velocity(SAMPLE, progress=progress, cancel=cancel)
    cell = good_start(grid)
    if cell is None:
        raise InputError("no cell of the sample can be entered", advice="Install Isofront again.")
    session = Session()
    session.open(TerrainDocument(grid, SAMPLE))
    session.set_starts((PlacedStart(*grid.centre_of(*cell)),))
    found, events = solve_once(session.request(), progress, cancel)
    solved = found.on_cells
    assert solved is not None
    return Demo(solved, fitting_bands(solved.times), events)
