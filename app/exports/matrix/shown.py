"""A matrix as the window shows it: worked out, with its statistics and its table. No Qt."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.document.document import Document
from app.exports.matrix.request import MatrixExport
from app.exports.request import ExportOptions
from app.matrix.request import AUTO, MatrixRequest, job_of
from app.matrix.run import FinishedMatrix, Workshop, run_matrix
from app.matrix.spec import Keeping
from app.matrix.store import SUFFIX, chunk_store
from app.matrix.union import union_of
from app.matrix.wishes import MatrixWishes
from app.owners import EnteredArcs
from app.solving.request import Options
from app.solving.result import Result
from app.solving.road_solved import entered_arcs
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.import_cache import cache_folder
from core.parallel.nearest_rows import NearestRows
from core.progress import Progress, no_progress, part_of
from core.times import UNREACHED

if TYPE_CHECKING:  # it loads GDAL and shapely, and the window this module
    from app.exports.matrix.coverage import Coverage

MOST_PAIRS = 20_000_000
"""Pairs of places up to which all are listed: 16 bytes each."""

KEPT_SECONDS = 7 * 86400.0
"""Seconds for which the chunks of a run that was broken off are kept to be gone on with."""

_SHARE = 0.8
"""Share of the progress that goes to the matrix; the rest is statistics."""


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs with a way within the limit.

    origin, destination : int32, numbers in the job. seconds : float64.
    """

    origin: NDArray[np.int32]
    destination: NDArray[np.int32]
    seconds: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.origin)


@dataclass(frozen=True, eq=False)
class ShownMatrix:
    """finished : with its chunks on the disk until `forget`. union : the least time from any origin
    everywhere. covered : by band. pairs : None where they are not kept, or too many to be listed.
    people : the raster that was asked. awaits_areas : `covered` lacks them, and they are to come;
    see `with_areas`."""

    finished: FinishedMatrix
    union: Result
    covered: Coverage
    pairs: Pairs | None
    people: Path | None = None
    awaits_areas: bool = False

    @property
    def request(self) -> MatrixRequest:
        return self.finished.job.request

    @property
    def document(self) -> Document:
        return self.finished.job.document

    @property
    def nearest(self) -> NearestRows:
        return self.finished.nearest

    @cached_property
    def destination_ids(self) -> tuple[str, ...]:
        """What destinations are called."""
        return MatrixExport(Path(), self.finished).destinations

    @cached_property
    def first_at(self) -> NDArray[np.int64]:
        """int64, origins; destinations that each reaches first."""
        row = self.nearest.row[0]
        return np.bincount(row[row >= 0], minlength=len(self.finished.job.origins))

    @cached_property
    def entered(self) -> EnteredArcs | None:
        """Of roads where turns count, whose front enters each arc first, and when."""
        of_arcs = _ENTERED.get(self.document.shows)
        return of_arcs(self.union) if of_arcs else None

    def forget(self) -> None:
        """Take its chunks off the disk."""
        self.finished.store.forget()


_ENTERED: Mapping[str, Callable[[Any], EnteredArcs | None]] = {"roads": entered_arcs}


def request_of(document: Document, wishes: MatrixWishes, options: Options) -> MatrixRequest:
    """What is asked for; the method is chosen by size, on the processors that the options name.

    Raises InputError without an origin.
    """
    if not len(wishes.origins):
        raise InputError("no origin", advice="Choose a file of origins, or click some on the map.")
    keeping = Keeping(wishes.keeps_times, max(wishes.nearest, 1))
    free = options.by(AUTO, document.domain)
    return MatrixRequest(
        document, wishes.origins, wishes.destinations, wishes.limit_seconds, keeping, free
    )


def shown_matrix(
    request: MatrixRequest,
    bands: Bands,
    people: Path | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    scheduler: str = "",
) -> ShownMatrix:
    """Work it out in this thread; chunks that a run before left are not done again. Areas around
    roads come later, since they take longer than a small matrix, and far longer the first time.

    scheduler : address of a cluster that works it out instead. Raises InputError, CancelledError,
    DeviceError.
    """
    progress(-1.0, "looking for the places")
    job = job_of(request)
    cancel.check("the matrix")
    with chunk_store(_folder(job.key), job.key) as store:
        part = part_of(progress, 0.0, _SHARE)
        finished = run_matrix(job, store, part, cancel, workshop_at(scheduler))
        rest = part_of(progress, _SHARE, 1.0)
        union = union_of(job, rest, cancel)
        from app.exports.matrix.coverage import coverage_of, lacks_areas

        how = ExportOptions(), rest, cancel
        covered = coverage_of(finished, union, bands, people, *how, areas=False)
        lacks = lacks_areas(covered, union)
        return ShownMatrix(finished, union, covered, _pairs(finished, cancel), people, lacks)


def with_areas(
    shown: ShownMatrix, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> ShownMatrix:
    """The same, with the areas of the bands where there are some. Raises as `shown_matrix`."""
    from app.exports.matrix.coverage import lacks_areas, with_areas

    covered, union = shown.covered, shown.union
    if lacks_areas(covered, union):
        covered = with_areas(covered, union, ExportOptions(), progress, cancel)
    return replace(shown, covered=covered, awaits_areas=False)


def workshop_at(scheduler: str) -> Workshop | None:
    """Who works out the chunks: a cluster, or None for this machine."""
    if not scheduler:
        return None
    from app.matrix.on_cluster import on_cluster  # loads what talks to clusters

    return on_cluster(scheduler)


def everywhere(request: MatrixRequest) -> MatrixRequest:
    """The same to all vertices or cells, of which the nearest origin alone is kept."""
    return replace(request, destinations=None, keeping=Keeping(False, 1))


def nearest_everywhere(
    request: MatrixRequest, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> NearestRows:
    """The nearest origin of all vertices or cells, by the same runner. Raises as
    `shown_matrix`."""
    job = job_of(everywhere(request))
    with chunk_store(_folder(job.key), job.key) as store:
        nearest = run_matrix(job, store, progress, cancel).nearest
        store.forget()
    return nearest


def _folder(key: str) -> Path:
    """Where the chunks of a job are kept; what older runs left there goes."""
    parent = cache_folder() / "matrices"
    parent.mkdir(parents=True, exist_ok=True)
    for old in parent.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > KEPT_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
    return parent / f"{key}{SUFFIX}"


def _pairs(finished: FinishedMatrix, cancel: Cancel) -> Pairs | None:
    job = finished.job
    if not job.spec.keeping.times or len(job.origins) * job.count > MOST_PAIRS:
        return None
    found = []
    for begin, kept in finished.rows():
        cancel.check("the table")
        row, place = np.nonzero(kept["ticks"] < UNREACHED)
        seconds = kept["ticks"][row, place] * kept["tick_seconds"][row]
        found.append(((row + begin).astype(np.int32), place.astype(np.int32), seconds))
    return Pairs(*(np.concatenate(column) for column in zip(*found, strict=True)))
