"""A matrix worked out chunk by chunk, onto the disk: in this process, or by whoever offers to."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property

from app.catalog.algorithms import Prepared
from app.matrix.chunks import MatrixWorker, chunk_count, chunk_range, join
from app.matrix.methods import Method
from app.matrix.request import AUTO, MatrixJob, job_of
from app.matrix.spec import Arrays
from app.matrix.store import ChunkStore
from core.cancel import Cancel
from core.errors import DeviceError, InputError
from core.numerals import counted
from core.parallel.nearest_rows import NearestRows
from core.progress import Progress, part_of
from core.solver import OnDisk
from gpu.buffers import release

Keep = Callable[[int, Arrays], None]


@dataclass(frozen=True)
class Worked:
    """How chunks were worked out. device : its name. prepare_ms : of making the solver."""

    method: Method
    device: str
    prepare_ms: float
    notes: tuple[str, ...] = ()


Workshop = Callable[[MatrixJob, Sequence[int], Keep, Progress, Cancel], Worked]
"""Function that works out chunks of these numbers, in any order, and has each kept. Raises
CancelledError, with what was kept until then."""


@dataclass(frozen=True, eq=False)
class FinishedMatrix:
    """A matrix whose chunks all lie on the disk.

    resumed : how many of them were there before. solve_ms : of the others.
    """

    job: MatrixJob
    store: ChunkStore
    worked: Worked | None
    resumed: int
    solve_ms: float

    @property
    def chunks(self) -> int:
        return chunk_count(self.job.spec, len(self.job.origins))

    def rows(self) -> Iterator[tuple[int, Arrays]]:
        """The first origin of each chunk, and what is kept of it, in order."""
        for number in range(self.chunks):
            begin, _ = chunk_range(self.job.spec, len(self.job.origins), number)
            yield begin, self.store.read(number)

    @cached_property
    def nearest(self) -> NearestRows:
        """The nearest origins of each destination; only where they are kept."""
        chunks = (kept for _, kept in self.rows())
        return join(self.job.spec.keeping, self.job.count, chunks)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how it came about."""
        notes = list(self.job.notes)
        if self.store.other:
            notes.append("chunks of another matrix that was to be written there were discarded")
        if self.resumed:
            were = "was" if self.resumed == 1 else "were"
            some = f"{self.resumed:,} of {counted(self.chunks, 'chunk')}"
            notes.append(f"{some} {were} there from a run before")
        return (*notes, *(self.worked.notes if self.worked else ()))


def run_matrix(
    job: MatrixJob,
    store: ChunkStore,
    progress: Progress,
    cancel: Cancel,
    workshop: Workshop | None = None,
    on_disk: OnDisk = nullcontext,
) -> FinishedMatrix:
    """Work out the chunks that are not there yet.

    on_disk : what to be in while one is written. Raises CancelledError, ExportError, DeviceError;
    what is finished by then stays in the store."""

    def keep(number: int, arrays: Arrays) -> None:
        with on_disk():
            store.keep(number, arrays)

    chunks = chunk_count(job.spec, len(job.origins))
    missing = [number for number in range(chunks) if number not in store.found]
    _expect_room(job, store, len(missing) / chunks)
    began, worked = time.perf_counter(), None
    if missing:
        worked = (workshop or here)(job, missing, keep, progress, cancel)
    solve_ms = (time.perf_counter() - began) * 1e3 - (worked.prepare_ms if worked else 0.0)
    return FinishedMatrix(job, store, worked, chunks - len(missing), solve_ms)


def here(
    job: MatrixJob, numbers: Sequence[int], keep: Keep, progress: Progress, cancel: Cancel
) -> Worked:
    """Work out chunks in this thread; where a GPU that nobody asked for fails, on the CPU."""
    done: set[int] = set()

    def kept(number: int, arrays: Arrays) -> None:
        keep(number, arrays)
        done.add(number)

    try:
        return _worked(job, numbers, kept, progress, cancel)
    except DeviceError as error:
        options = job.request.options
        if options.backend != "auto" or job.spec.backend != "gpu":
            raise
        found = error.found
    on_cpu = replace(job.request, options=replace(options, backend="cpu", algorithm=AUTO))
    job = job.solved_by(job_of(on_cpu).method)
    left = [number for number in numbers if number not in done]
    worked = _worked(job, left, keep, progress, cancel)
    note = f"The GPU failed ({found}); worked out on the CPU instead."
    return replace(worked, notes=(note, *worked.notes))


def _worked(
    job: MatrixJob, numbers: Sequence[int], keep: Keep, progress: Progress, cancel: Cancel
) -> Worked:
    began = time.perf_counter()
    progress(-1.0, "preparing the solver (first run only)")
    worker, prepared = job.worker(progress, cancel)
    prepare_ms = (time.perf_counter() - began) * 1e3
    try:
        work_out(worker, numbers, keep, progress, cancel)
    finally:
        name, notes = prepared.device.name, prepared.notes
        _let_go(prepared)
    return Worked(job.method, name, prepare_ms, notes)


def work_out(
    worker: MatrixWorker, numbers: Sequence[int], keep: Keep, progress: Progress, cancel: Cancel
) -> None:
    """Have the chunks of these numbers kept, one after another."""
    for k, number in enumerate(numbers):
        part = part_of(progress, k / len(numbers), (k + 1) / len(numbers))
        keep(number, worker.chunk(number, part, cancel))


def _let_go(prepared: Prepared[object]) -> None:
    if prepared.backend == "gpu":
        release(prepared.device.index)


def _expect_room(job: MatrixJob, store: ChunkStore, share: float) -> None:
    """Raise InputError where the disk has no room for what is to be kept."""
    keeping, count = job.spec.keeping, job.count
    chunks = chunk_count(job.spec, len(job.origins))
    needed = 4 * len(job.origins) * count * keeping.times
    needed += chunks * count * (12 * keeping.nearest + 4 * bool(keeping.nearest))
    free = shutil.disk_usage(store.folder.parent).free
    if needed * share > free:
        gib = 1 << 30
        raise InputError(
            f"{needed * share / gib:.1f} GiB are to be kept meanwhile, {free / gib:.1f} are free",
            where=str(store.folder.parent),
            advice="Make room, name fewer places, or ask for less, as --nearest does.",
        )
