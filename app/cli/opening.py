"""From options to a document and a question about it: shared by all commands that solve."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from app.bands import counted_limit
from app.catalog.algorithms import (
    Runner,
    default_of,
    find,
    prepare,
    prepare_roads,
    preprocessing_of,
)
from app.catalog.rows import JOINED
from app.cli.answers import on_cells
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.options.option import BURNED, COMBINED, ROADS, TERRAIN
from app.cli.options.projects import closed_as_kept, kept_edits, kept_starts, question_of_project
from app.cli.options.slopes import slopes_asked
from app.cli.report import Words, remark
from app.cli.values import as_given
from app.coordinates import short_place
from app.document.document import Document
from app.document.edit_words import edit_notes
from app.document.joining import Join
from app.document.out_of_core_files import open_large_velocity
from app.document.reading import RasterReading
from app.document.terrain import OnCells, TerrainDocument
from app.editing.session import Session
from app.matrix.start_files import may_be_degrees, read_starts, usable
from app.measure import TIME, Measure
from app.project.project import Project
from app.roads.open_roads import OpenRoads
from app.solving.request import Options, SolveRequest
from app.starts import ANYWHERE, PlacedStart, on
from app.timing.bench import runners
from core.cancel import NEVER, Cancel
from core.errors import DeviceError, InputError
from core.files.user_paths import expanded
from core.progress import Progress
from raster.files.crs.start_crs import to_crs
from raster.files.read import ReadOptions
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.slopes import GridSlopes
from raster.units import Units

DEGREES = "EPSG:4326"

ONE_CELL = grid_from_kmh(np.ones((1, 1)))


Cells = TypeVar("Cells", bound=OnCells)


@dataclass(frozen=True, eq=False)
class OpenedFiles:
    """A document that options name.

    notes : remarks on the files. words : what is told of its results. slopes : of its cells.
    driven : the roads, if any, also those that are burned into cells.
    """

    document: Document
    notes: tuple[str, ...]
    words: Callable[[Any], Words]
    slopes: GridSlopes | None = None
    driven: tuple[OpenRoads, ...] = ()


def _terrain_alone(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> OpenedFiles:
    grid = _terrain(arguments, foreground, progress, cancel)
    opened = TerrainDocument(grid, Path(arguments.file), reading=_reading(arguments))
    document = _edited(opened, arguments)
    slopes = slopes_asked(arguments, grid, progress, cancel)
    notes = (*document.notes, *edit_notes(document.edited))
    notes = notes if slopes is None else (*notes, *slopes.heights.notes)
    return OpenedFiles(document, notes, on_cells, slopes)


def _roads_alone(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> OpenedFiles:
    from app.cli.roads.answers import on_roads  # loads the road solvers
    from app.cli.roads.driving import closure_notes, open_driven
    from app.document.roads import RoadsDocument

    roads = open_driven(Path(arguments.file), arguments, foreground, progress, cancel)
    document = closed_as_kept(RoadsDocument(roads), arguments)
    roads = document.roads
    notes = (*document.notes, *closure_notes(roads))
    return OpenedFiles(document, notes, on_roads, driven=(roads,))


def _burned(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> OpenedFiles:
    given = _joined("burned", arguments, foreground, progress, cancel)
    grid = cast(VelocityGrid, given.document.grid)
    slopes = slopes_asked(arguments, grid, progress, cancel)
    notes = given.notes if slopes is None else (*given.notes, *slopes.heights.notes)
    return replace(given, notes=notes, slopes=slopes)


def _joined(
    join: Join, arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> OpenedFiles:
    from app.cli.roads.answers import ON_JOINED
    from app.cli.roads.driving import closure_notes, open_driven
    from app.document.joined import join_documents

    path, zero = Path(arguments.file), getattr(arguments, "zero_speed_kmh", 0.0)
    grid = _terrain(arguments, foreground, progress, cancel)
    roads = open_driven(expanded(arguments.roads), arguments, foreground, progress, cancel)
    told: Any = {"zero_speed_kmh": zero, "progress": progress, "cancel": cancel}
    ground = _edited(TerrainDocument(grid, path), arguments) if join == COMBINED else None
    cells = grid if ground is None else ground.grid  # edits count after roads are burned
    given = join_documents(cells, roads, join, path, reading=_reading(arguments), **told)
    edited = None if ground is None else ground.edited
    given = _edited(given, arguments) if ground is None else replace(given, edited=edited)
    document = closed_as_kept(given, arguments)
    roads = document.roads or roads
    told_edits = edit_notes(document.edited)
    notes = (*document.notes, *roads.graph.notes, *closure_notes(roads), *told_edits)
    words = partial(ON_JOINED[join], document, roads)
    return OpenedFiles(document, notes, words, driven=(roads,))


def _edited(document: Cells, arguments: Namespace) -> Cells:
    """The document with the edits of `--edits`; as it is where there are none."""
    name = getattr(arguments, "edits", None)
    if name is None:
        layer = kept_edits(arguments)
        return document.with_edits(layer) if layer else document
    from app.document.edit_files import read_edits

    return document.with_edits(read_edits(expanded(name), document.grid))


@dataclass(frozen=True)
class Opening:
    """A row: what is known of a kind of question before its files are read, and the reading.

    domain : whose solvers answer. lies_on : what the times will be of: a key of
    `app.exports.table.EXPORTS`. measure : what they count; None where the roads say.
    read : raises InputError where a file cannot be used.
    """

    domain: str
    lies_on: str
    measure: Measure | None
    read: Callable[[Namespace, Foreground, Progress, Cancel], OpenedFiles]


OPENINGS: Mapping[str, Opening] = {
    TERRAIN: Opening(TERRAIN, "cells", TIME, _terrain_alone),
    ROADS: Opening(ROADS, "roads", None, _roads_alone),
    COMBINED: Opening(JOINED, "cells and roads", TIME, partial(_joined, "combined")),
    BURNED: Opening(TERRAIN, "cells", TIME, _burned),
}
"""Kind of question → how it is opened."""


def _terrain(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> VelocityGrid:
    """The raster by the options that say how it is to be read."""
    progress(-1.0, f"opening {Path(arguments.file).name}")
    with foreground.on_disk():  # big text grids are imported to a cache
        grid = open_large_velocity(
            Path(arguments.file),
            member=arguments.member,
            options=_reading(arguments).options,
            progress=progress,
            cancel=cancel,
        )
    cancel.check("opening")
    return grid


def _reading(arguments: Namespace) -> RasterReading:
    options = arguments.band, Units(arguments.units), arguments.undefined_255, arguments.reproject
    return RasterReading(ReadOptions(*options), arguments.member)


def session_on(
    document: Document, arguments: Namespace, slopes: GridSlopes | None = None
) -> Session:
    """A session with all options, and with the starts if there are any. Raises InputError where one
    cannot be used."""
    session = Session()
    session.open(document)
    ask(session, arguments, slopes)
    return session


def ask(
    session: Session,
    arguments: Namespace,
    slopes: GridSlopes | None = None,
    *,
    as_kept: bool = False,
) -> None:
    """Have a session with its document ask what options say, and what a project of theirs does.
    as_kept : starts of a project come even where none can stand now, as one that an edit lies over;
    whoever solves is told. Raises InputError."""
    document = session.required
    project: Project | None = getattr(arguments, "project", None)
    if project is not None:
        project.expect_crs(document)
    session.set_options(
        Options(
            algorithm=getattr(arguments, "algorithm", "") or session.options.algorithm,
            backend=arguments.backend if isinstance(arguments.backend, str) else "auto",
            zero_speed_kmh=getattr(arguments, "zero_speed_kmh", 0.0),
            parameters=tuple(dict(arguments.param).items()),
            device=arguments.device,
            gpu_memory_mib=arguments.gpu_memory or 0,
            slopes=slopes,
        )
    )
    limit = getattr(arguments, "time_limit", None)
    if limit is not None:
        session.set_limit(counted_limit(limit, document.measure))
    elif project is not None and project.limit is not None:
        session.set_limit(project.limit)
    asked = [placed(s, session, arguments.start_crs) for s in getattr(arguments, "start", ())]
    for name in getattr(arguments, "starts", ()):
        found = usable(read_starts(name, document, arguments.start_crs), session.placed, name)
        asked += found.starts
        if found.note:
            remark((found.note,))
    for start in kept_starts(arguments):
        try:
            asked.append(session.placed(start) if start.on else start)
        except InputError:
            if not as_kept:
                raise
            asked.append(start)
    session.set_starts(tuple(asked))
    if project is not None:
        session.set_bands(project.bands(document.measure) or session.bands)
        session.set_pins(project.pins)
        from app.project.wishes import wishes_of  # loads matrices

        session.set_matrix(wishes_of(project, document.measure))


def opened_project(
    project: Project, progress: Progress, cancel: Cancel
) -> tuple[OpenedFiles, Callable[[Session], None]]:
    """What a project opens, and what has a session with that document ask its question: for the
    window, in a thread of its own. Raises InputError, CancelledError."""
    arguments = question_of_project(project)
    given = OPENINGS[kind_of(arguments)].read(arguments, Foreground(), progress, cancel)
    project.expect_crs(given.document)
    return given, partial(ask, arguments=arguments, slopes=given.slopes, as_kept=True)


def expect_starts(arguments: Namespace) -> None:
    """Raise InputError where no start is asked for, before a large file is read."""
    if not arguments.start and not arguments.starts and not on(kept_starts(arguments)):
        raise InputError("there is no start", where="--start", advice="Give X,Y, or --starts FILE.")


# -- what solves


def check_choice(
    arguments: Namespace, domain: str, algorithms: Sequence[str], backends: Sequence[str]
) -> tuple[Runner, ...]:
    """The solvers asked for, made once for a single cell or two streets: so that a wrong name or
    parameter is refused before a large file is read. Raises ParameterError or DeviceError; a GPU
    that nobody asked for may fail, as another solves then."""
    given = dict(arguments.param)
    names = [name or default_of(domain) for name in algorithms]
    chosen = runners(names, backends, arguments.device, domain)
    if arguments.device is not None and all(runner.backend == "cpu" for runner in chosen):
        raise InputError(
            "names a GPU, but the CPU is to solve",
            where=f"--device {arguments.device}",
            advice="Leave it out, or choose an algorithm and --backend that use the GPU.",
        )
    known = {p.name for runner in chosen for p in find(runner.algorithm, domain).parameters}
    for runner in chosen:
        own = {p.name for p in find(runner.algorithm, domain).parameters}
        fitting = {name: value for name, value in given.items() if name in own or name not in known}
        try:
            _make(arguments, domain, runner, fitting)
        except DeviceError:
            if "auto" not in backends:
                raise
    return chosen


def _make(
    arguments: Namespace, domain: str, runner: Runner, parameters: Mapping[str, float]
) -> None:
    device = arguments.device if runner.backend == "gpu" else None
    _MAKING[domain](arguments, runner, parameters, device)


def _make_on_a_cell(
    arguments: Namespace, runner: Runner, parameters: Mapping[str, float], device: int | None
) -> None:
    zero = arguments.zero_speed_kmh
    prepare(ONE_CELL, runner.algorithm, runner.backend, zero, parameters, device)


def _make_on_two_streets(
    domain: str,
    _arguments: Namespace,
    runner: Runner,
    parameters: Mapping[str, float],
    device: int | None,
) -> None:
    from app.solving.warm_up_roads import two_streets
    from road.costs.metric import hop_weights

    graph = two_streets()
    of = graph, hop_weights(graph), runner.algorithm, runner.backend
    prepare_roads(*of, "from", parameters, device, domain=domain)


_MAKING: Mapping[str, Callable[..., None]] = {
    TERRAIN: _make_on_a_cell,
    ROADS: partial(_make_on_two_streets, ROADS),
    JOINED: partial(_make_on_two_streets, JOINED),
}


def preprocess_first(
    request: SolveRequest, foreground: Foreground, progress: Progress, cancel: Cancel
) -> None:
    """Have at hand what a solver sets out from.

    Apart from the solve, since an interrupt has to wait for a file that is being written.
    """
    options, document = request.options, request.document
    phase = request.preprocessing
    phase = phase or preprocessing_of(options.algorithm, dict(options.parameters), document.domain)
    if phase is not None:
        ground: Any = document.problem(request, progress, cancel).ground
        phase.build(ground, progress=progress, cancel=cancel, on_disk=foreground.on_disk)


# -- places


def placed(
    asked: PlacedStart, session: Session, start_crs: str | None, called: str = "start"
) -> PlacedStart:
    """A start on the document, as `app.cli.values.start` read it; raises InputError where it cannot
    be used. Numbers that lie off the map are tried as longitude and latitude, as in the window.

    called : what errors call it.
    """
    document = session.required
    if asked is ANYWHERE:
        return document.good_start(session.options, NEVER)
    start = replace(asked, delay_seconds=document.measure.counted(asked.delay_seconds))
    if start_crs is not None and start.vertex is None:
        return _carried(start, session, start_crs, called)
    try:
        return session.placed(start)
    except InputError as error:
        if may_be_degrees(start, document):
            with suppress(InputError):  # what was wrong with the place as it was given says more
                return _carried(start, session, DEGREES, called)
        where = f"{called} {as_given(start)}"
        raise InputError(error.found, where=where, advice=error.advice) from error


def _carried(start: PlacedStart, session: Session, start_crs: str, called: str) -> PlacedStart:
    """A start that is given in another CRS than the document's."""
    name = session.required.name
    x, y = to_crs(start.x, start.y, start_crs, session.required.crs_wkt, name, called)
    try:
        return session.placed(start.moved(x, y))
    except InputError as error:  # its coordinates are those of the document, which were not given
        place = short_place(x, y, session.required.resolution)
        raise InputError(
            error.found,
            where=f"{called} {as_given(start)} of {start_crs}",
            advice=f"{error.advice} In the CRS of {name} it is {place}.",
        ) from error
