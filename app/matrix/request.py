"""What a matrix is asked for, frozen, and the job that comes of it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from app.catalog.algorithms import Prepared, Runner
from app.document.document import Document
from app.matrix.chunks import MatrixWorker
from app.matrix.grounds import MatrixGround, MatrixPlaces, checksum, ground_of
from app.matrix.methods import Method
from app.matrix.places import NamedPlaces
from app.matrix.slopes import slopes_key
from app.matrix.spec import Arrays, Keeping, MatrixSpec
from app.solving.request import Options, SolveRequest
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.numerals import counted
from core.progress import Progress, no_progress
from core.times import UNLIMITED
from gpu.buffers import limit_memory
from raster.geometry import EIGHT

USUAL_MIB = 512
"""MiB that a chunk may take where nobody says: a quarter of the memory of a small machine."""

MOST_ORIGINS = 256
"""Most origins of a chunk: as many as the widest batch, and few enough that little is lost where a
run is broken off."""

AUTO = ""
"""Algorithm where the method is to be chosen by size."""


@dataclass(frozen=True, eq=False)
class MatrixRequest:
    """Times from (or to) origins, at destinations.

    destinations : None for all vertices, or all cells. limit_seconds : in the unit of the costs
    where those are no time. options : AUTO as the algorithm lets the method be chosen by size.
    memory_mib : that a chunk of the work may take. farthest_m : metres that a place may be off the
    roads.
    """

    document: Document
    origins: NamedPlaces
    destinations: NamedPlaces | None
    limit_seconds: float = UNLIMITED
    keeping: Keeping = field(default_factory=Keeping)
    options: Options = field(default_factory=lambda: Options(algorithm=AUTO))
    memory_mib: int = USUAL_MIB
    farthest_m: float = np.inf


@dataclass(frozen=True, eq=False)
class MatrixJob:
    """A matrix ready to be worked out, here or elsewhere.

    spec, arrays : all that a worker needs beside the ground: "origins…" and, unless all are
    destinations, "destinations…". origins, destinations : those that are used, in the order of the
    rows and columns. count : of destinations. notes : what is left out.
    """

    request: MatrixRequest
    spec: MatrixSpec
    method: Method
    placed: MatrixPlaces

    @property
    def ground(self) -> MatrixGround:
        return ground_of(self.document)

    @property
    def arrays(self) -> Arrays:
        return self.placed.arrays

    @property
    def origins(self) -> NamedPlaces:
        return self.placed.origins

    @property
    def destinations(self) -> NamedPlaces | None:
        return self.placed.destinations

    @property
    def count(self) -> int:
        return self.placed.count

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(some.note for some in self.placed.left if some.note)

    @property
    def document(self) -> Document:
        return self.request.document

    @property
    def key(self) -> str:
        """Equal for jobs with the same answer, whoever works it out, in the same chunks."""
        options = self.request.options
        words = [self.spec.question.to_json(), self.ground.key(self.document, options.geometry)]
        if options.geometry != EIGHT:
            words.append(options.geometry)
        if options.counted_slopes is not None:
            words.append(slopes_key(options.counted_slopes))
        for name, array in sorted(self.arrays.items()):
            words.append(f"{name} {len(array)} {checksum(array):08x}")
        return f"{zlib.crc32(chr(10).join(words).encode()):08x}-{len(self.origins)}-{self.count}"

    def solved_by(self, method: Method) -> MatrixJob:
        """The same, worked out otherwise."""
        spec = replace(self.spec, algorithm=method.algorithm, backend=method.backend)
        return replace(self, spec=spec, method=method)

    @property
    def solving(self) -> SolveRequest:
        """A request for the same solver, from the first origin."""
        request = self.request
        options = replace(request.options, algorithm=self.spec.algorithm, backend=self.spec.backend)
        starts = self.origins.places[:1]
        return SolveRequest(request.document, starts, request.limit_seconds, options)

    def worker(
        self, progress: Progress = no_progress, cancel: Cancel = NEVER
    ) -> tuple[MatrixWorker, Prepared[Any]]:
        """A worker on this machine, and its solver. Raises CancelledError, DeviceError."""
        options = self.solving.options
        limit_memory(options.gpu_memory_mib)
        problem = self.document.problem(self.solving, progress, cancel)
        runner = Runner(self.spec.algorithm, self.spec.backend)
        device = options.device if self.spec.backend == "gpu" else None
        parameters = dict(self.spec.parameters)
        prepared = problem.prepared(runner, parameters, device, progress, cancel)
        rows = self.ground.rows(prepared, self.spec, self.arrays, self.count)
        return MatrixWorker(self.spec, rows, len(self.origins)), prepared


def job_of(request: MatrixRequest) -> MatrixJob:
    """The job of a request: places met, method chosen. Raises InputError where no origin or no
    destination can be used, ParameterError and DeviceError for a method that cannot be had."""
    document, options = request.document, request.options
    ground, ends = ground_of(document), request.destinations
    placed = ground.places(document, request.origins, ends, options, request.farthest_m)
    wanted = None if ends is None else placed.count
    method = ground.method(document, len(placed.origins), wanted, options)
    spec = MatrixSpec(
        document.domain,
        method.algorithm,
        method.backend,
        placed.direction,
        request.limit_seconds,
        request.keeping,
        chunk_within(request, placed.count),
        options.parameters,
        placed.edge_based,
        options.zero_speed_kmh,
        placed.cells,
    )
    return MatrixJob(request, spec, method, placed)


def chunk_within(request: MatrixRequest, count: int) -> int:
    """Origins of a chunk that the memory has room for: labels, and what is kept of them.

    Raises InputError where it has none for a single one.
    """
    labels = 4 * count if request.destinations is None else 20 * count  # of the states around
    kept = 4 * count * request.keeping.times
    whole = 2 * (12 * request.keeping.nearest + 4) * count if request.keeping.nearest else 0
    free = (request.memory_mib << 20) - whole
    if free < labels + kept:
        needed = -(-(whole + labels + kept) // (1 << 20))
        raise InputError(
            f"{request.memory_mib} MiB is too little for {counted(count, 'destination')}",
            where="memory",
            advice=f"Give {needed} MiB or more.",
        )
    return min(free // max(labels + kept, 1), MOST_ORIGINS, max(len(request.origins), 1))
