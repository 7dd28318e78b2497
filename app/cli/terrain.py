"""From options to a session with terrain, starts and settings: shared by `solve` and `bench`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.catalog.algorithms import DEFAULT, Runner, find, prepare
from app.cli.foreground import Foreground
from app.cli.values import StartOption, VertexOption
from app.document.document import Document
from app.document.out_of_core_files import open_large_velocity
from app.document.terrain import TerrainDocument
from app.editing.session import Session
from app.solving.request import Options
from app.starts import PlacedStart
from app.timing.bench import runners
from core.cancel import NEVER, Cancel
from core.errors import DeviceError, InputError
from core.progress import Progress
from raster.files.crs.start_crs import to_grid_crs
from raster.files.read import ReadOptions
from raster.grid import VelocityGrid, grid_from_kmh
from raster.units import Units

ONE_CELL = grid_from_kmh(np.ones((1, 1)))


def open_session(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> Session:
    """Read the raster and place the starts; raises InputError where one cannot be used."""
    grid = open_terrain(arguments, foreground, progress, cancel)
    return session_on(TerrainDocument(grid, Path(arguments.file)), arguments)


def open_terrain(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> VelocityGrid:
    """The raster by the options that say how it is to be read."""
    progress(-1.0, f"opening {Path(arguments.file).name}")
    with foreground.on_disk():  # big text grids are imported to a cache
        grid = open_large_velocity(
            Path(arguments.file),
            member=arguments.member,
            options=ReadOptions(
                arguments.band,
                Units(arguments.units),
                arguments.undefined_255,
                arguments.reproject,
            ),
            progress=progress,
            cancel=cancel,
        )
    cancel.check("opening")
    return grid


def session_on(document: Document, arguments: Namespace) -> Session:
    """A session with a raster, its starts and all options."""
    session = Session()
    session.open(document)
    session.set_options(_options(arguments, session.options.algorithm))
    if arguments.time_limit is not None:
        session.set_limit(arguments.time_limit)
    session.set_starts(tuple(_placed(start, session, arguments) for start in arguments.start))
    return session


def check_choice(
    arguments: Namespace, algorithms: Sequence[str], backends: Sequence[str]
) -> tuple[Runner, ...]:
    """The solvers asked for, made once for a single cell: so that a wrong name or parameter is
    refused before a large raster is read. Raises ParameterError or DeviceError; a GPU that nobody
    asked for may fail, as another solves then."""
    given = dict(arguments.param)
    chosen = runners([name or DEFAULT for name in algorithms], backends, arguments.device)
    if arguments.device is not None and all(runner.backend == "cpu" for runner in chosen):
        raise InputError(
            "names a GPU, and the CPU is to solve",
            where=f"--device {arguments.device}",
            advice="Leave it out, or choose an algorithm and --backend that use the GPU.",
        )
    known = {p.name for runner in chosen for p in find(runner.algorithm).parameters}
    for runner in chosen:
        own = {p.name for p in find(runner.algorithm).parameters}
        fitting = {name: value for name, value in given.items() if name in own or name not in known}
        try:
            prepare(
                ONE_CELL,
                runner.algorithm,
                runner.backend,
                arguments.zero_speed_kmh,
                fitting,
                arguments.device if runner.backend == "gpu" else None,
            )
        except DeviceError:
            if "auto" not in backends:
                raise
    return chosen


def _options(arguments: Namespace, default: str) -> Options:
    return Options(
        algorithm=getattr(arguments, "algorithm", "") or default,
        backend=arguments.backend if isinstance(arguments.backend, str) else "auto",
        zero_speed_kmh=arguments.zero_speed_kmh,
        parameters=tuple(dict(arguments.param).items()),
        device=arguments.device,
        gpu_memory_mib=arguments.gpu_memory or 0,
    )


def _placed(
    start: StartOption | VertexOption | str, session: Session, arguments: Namespace
) -> PlacedStart:
    document = session.required
    if isinstance(start, str):  # AUTO
        return document.good_start(session.options, NEVER)
    if isinstance(start, VertexOption):
        return document.at_vertex(*start)
    if arguments.start_crs is None or document.grid is None:
        return session.start_at(*start)
    x, y = to_grid_crs(start.x, start.y, arguments.start_crs, document.grid)
    try:
        return session.start_at(x, y, start.delay_seconds)
    except InputError as error:  # its coordinates are those of the raster, which were not given
        raise InputError(
            error.found,
            where=f"start {start.x:.10g},{start.y:.10g} of {arguments.start_crs}",
            advice=f"{error.advice} In the CRS of the raster the start is {x:.10g},{y:.10g}.",
        ) from error
