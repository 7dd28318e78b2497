"""`isofront matrix`: times between many places, their tables, maps and statistics."""

from __future__ import annotations

import math
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.bands import Bands
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.matrix.answers import MatrixAnswer, for_people, record
from app.cli.opening import (
    OPENINGS,
    Opening,
    check_choice,
    preprocess_first,
    session_on,
)
from app.cli.outputs import Output
from app.cli.report import json_text, remark
from app.cli.window import WindowService
from app.document.document import Document
from app.editing.session import Session
from app.exports.matrix.coverage import coverage_of
from app.exports.matrix.request import FORMATS, STATISTICS, MatrixExport, export_matrix, is_map
from app.exports.request import ExportOptions, OffRoad
from app.matrix.places import NamedPlaces, read_places
from app.matrix.request import AUTO, USUAL_MIB, MatrixJob, MatrixRequest, job_of
from app.matrix.run import FinishedMatrix, Workshop, run_matrix
from app.matrix.spec import Keeping
from app.matrix.store import ChunkStore, chunk_store, folder_of
from app.matrix.union import union_of
from app.matrix.wishes import MatrixWishes
from core.cancel import Cancel
from core.errors import CancelledError, InputError
from core.files.user_paths import expanded
from core.numerals import counted
from core.progress import Progress

ALL = "all"
"""Word of `--destinations` for all vertices, or all cells."""


@dataclass(frozen=True, eq=False)
class MatrixPlan:
    """What is to be written and kept, as far as the options say.

    targets : files of the matrix. keeping : of each row. statistics : file of what lies in each
    band.
    """

    targets: tuple[Path, ...]
    keeping: Keeping
    statistics: Path | None = None

    @classmethod
    def of(cls, arguments: Namespace) -> MatrixPlan:
        """Raises InputError for what cannot be written, or is asked for twice."""
        targets = _targets(arguments)
        if not targets and arguments.bands is None:
            raise InputError(
                "nothing is asked for", where="isofront matrix", advice="Give --out or --bands."
            )
        for name in ("population", "statistics"):
            if getattr(arguments, name) is not None and arguments.bands is None:
                raise InputError("is for --bands", where=f"--{name}", advice="Give --bands too.")
        if arguments.best_origin and arguments.nearest not in (None, 1):
            raise InputError(
                "is --nearest 1", where="--best-origin", advice="Give one or the other."
            )
        nearest = 1 if arguments.best_origin else arguments.nearest or 0
        maps = [is_map(path) for path in targets]
        on_map = any(maps) or arguments.bands is not None
        times = not nearest and not all(maps)
        keeping = Keeping(times, max(nearest, 1 if on_map else 0))
        statistics = None if arguments.statistics is None else expanded(arguments.statistics)
        return cls(targets, keeping, statistics)


def matrix(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Work out the matrix, write and print; an interrupted one is gone on with next time."""
    opening = OPENINGS[kind_of(arguments)]
    plan = MatrixPlan.of(arguments)
    if arguments.bands and opening.measure:  # nonsense is refused before the work
        Bands.parse(arguments.bands, opening.measure)
    work = partial(_answer, arguments, opening, plan, foreground)
    answer = foreground.run("working out the matrix", work)
    if arguments.json:
        print(json_text(record(answer, foreground.written)))
    else:
        print(for_people(answer, foreground.written))
    return DONE


def _answer(
    arguments: Namespace,
    opening: Opening,
    plan: MatrixPlan,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> MatrixAnswer:
    progress(-1.0, "preparing")
    chosen = arguments.algorithm if arguments.algorithm != "auto" else AUTO
    if chosen:
        check_choice(arguments, opening.domain, (chosen,), (arguments.backend,))
    began = time.perf_counter()
    given = opening.read(arguments, foreground, progress, cancel)
    document = given.document
    bands = Bands.parse(arguments.bands, document.measure) if arguments.bands else None
    session = session_on(document, arguments, given.slopes)
    request = _request(arguments, session, plan.keeping, chosen)
    if any(path.suffix.lower() in (".tif", ".tiff") for path in plan.targets):
        _expect_everywhere(request)
    progress(-1.0, "looking for the places")
    job = job_of(request)
    open_ms = (time.perf_counter() - began) * 1e3
    preprocess_first(job.solving, foreground, progress, cancel)
    with tempfile.TemporaryDirectory() as scratch:
        folder = folder_of(plan.targets[0]) if plan.targets else Path(scratch) / "chunks"
        with chunk_store(folder, job.key, resume=not arguments.fresh) as store:
            work = _workshop(arguments.scheduler)
            finished = _finished(job, store, bool(plan.targets), foreground, progress, cancel, work)
            notes = (*finished.notes, *given.notes)
            options = _export_options(arguments)
            for path in plan.targets:
                with foreground.on_disk():
                    export = MatrixExport(path, finished, options, progress, cancel)
                    notes = (*notes, *export_matrix(export))
                foreground.written.append(str(path))
            covered = None
            if bands is not None:
                people = session.matrix.people
                if arguments.population is not None:
                    people = expanded(arguments.population)
                union = union_of(job, progress, cancel)
                covered = coverage_of(finished, union, bands, people, options, progress, cancel)
                notes = (*notes, *covered.notes)
            if covered is not None and plan.statistics is not None:
                with foreground.on_disk():
                    covered.write(plan.statistics)
                foreground.written.append(str(plan.statistics))
            store.forget()
    return MatrixAnswer(finished, notes, covered, open_ms, given.driven)


def _finished(
    job: MatrixJob,
    store: ChunkStore,
    stays: bool,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
    workshop: Workshop | None,
) -> FinishedMatrix:
    """The matrix; what a run that ends early leaves behind is told. stays : whether it does."""

    if store.found:
        remark(
            (f"going on with {counted(len(store.found), 'chunk')} of a run that was broken off",)
        )
    try:
        return run_matrix(job, store, progress, cancel, workshop, foreground.on_disk)
    except CancelledError:
        if stays and store.kept:
            some = counted(store.kept, "finished chunk is", "finished chunks are")
            remark((f"{some} kept; the same command goes on from there",))
        raise


def _workshop(scheduler: str | None) -> Workshop | None:
    """Who works out the chunks: a cluster, or this process."""
    if scheduler is None:
        return None
    from app.matrix.on_cluster import on_cluster  # few have Dask, and it is dear to load

    return on_cluster(scheduler)


def _request(
    arguments: Namespace, session: Session, keeping: Keeping, algorithm: str
) -> MatrixRequest:
    document = session.document
    assert document is not None
    options = replace(session.options, algorithm=algorithm)
    origins, destinations = _places(arguments, document, session.matrix)
    return MatrixRequest(
        document,
        origins,
        destinations,
        session.limit_seconds,  # of the option, else of a project
        keeping,
        options,
        arguments.memory or USUAL_MIB,
        math.inf if arguments.farthest is None else arguments.farthest,
    )


def _places(
    arguments: Namespace, document: Document, kept: MatrixWishes
) -> tuple[NamedPlaces, NamedPlaces | None]:
    """Origins and destinations, None for all places: those of the options, else of a project."""
    crs, origins, destinations = arguments.start_crs, kept.origins, kept.destinations
    if arguments.origins is not None:
        origins = read_places(arguments.origins, document, crs)
    elif not len(origins):
        raise InputError(
            "no origins are given",
            where="isofront matrix",
            advice="Give --origins FILE, or a project that keeps some.",
        )
    if arguments.destinations is None:
        if destinations is None and not len(kept.origins):
            raise InputError(
                "no destinations are given",
                where="isofront matrix",
                advice="Give --destinations FILE, or --destinations all.",
            )
    elif arguments.destinations.lower() == ALL:
        destinations = None
    else:
        destinations = read_places(arguments.destinations, document, crs)
    return origins, destinations


def _expect_everywhere(request: MatrixRequest) -> None:
    if request.destinations is not None:
        raise InputError(
            "a raster shows all places, and only some are destinations",
            where="--out",
            advice="Give --destinations all, or write .gpkg.",
        )


def _targets(arguments: Namespace) -> tuple[Path, ...]:
    outputs = [Output("--out", "matrix", expanded(name), FORMATS) for name in arguments.out]
    matrices = tuple(output.path for output in outputs)
    if arguments.statistics is not None:
        path = expanded(arguments.statistics)
        outputs.append(Output("--statistics", "statistics", path, STATISTICS))
    sources = [arguments.file, arguments.roads, arguments.origins, arguments.destinations]
    sources.append(arguments.population)
    for k, output in enumerate(outputs):
        for source in filter(None, sources):
            output.check(expanded(source))
        if output.path in [other.path for other in outputs[:k]]:
            where = f"{output.option} {output.path}"
            raise InputError("is named twice", where=where, advice="Name it once.")
    return matrices


def _export_options(arguments: Namespace) -> ExportOptions:
    beside: Sequence[Any] = arguments.off_road or ()
    return ExportOptions(
        cell_m=arguments.cell_size or 0.0,
        method=arguments.area_method or "buffer",
        tolerance_m=arguments.tolerance or 0.0,
        off_road=OffRoad(*beside),
    )
