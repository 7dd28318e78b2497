"""Run solvers and other long work off the caller's thread: latest wins, cancel, finish.

One thread solves. A request goes into a mailbox of one; a newer request replaces an unserved one
and, unless the running solve is a preview, stops it. Outcomes are collected by whoever polls:
nothing here calls back into another thread.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from app.catalog import Prepared, prepare
from app.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import CancelledError, DeviceMemoryError, IsofrontError
from core.progress import Progress
from core.solver import Sources
from core.times import UNLIMITED
from core.trace import SILENT, Ring, Trace
from raster.coarse import Coarse, coarsen
from raster.grid import VelocityGrid


@dataclass(frozen=True, eq=False)
class SolveRequest:
    """Everything a solve needs, frozen, so that the session may change meanwhile.

    places : (x, y, head start seconds) of the sources, in CRS units.
    preview : solve a coarser grid for speed, as while a start is dragged on the CPU.
    generation : rises with every request; 0 until submitted.
    """

    grid: VelocityGrid
    sources: Sources
    places: tuple[tuple[float, float, float], ...]
    limit_seconds: float = UNLIMITED
    algorithm: str = "tiled"
    backend: str = "auto"
    zero_speed_kmh: float = 0.0
    parameters: tuple[tuple[str, float], ...] = ()
    preview: bool = False
    generation: int = 0


@dataclass(frozen=True, eq=False)
class SolveDone:
    """A solve that ended; `solved.times.partial` tells a cancelled one."""

    request: SolveRequest
    solved: Solved


@dataclass(frozen=True, eq=False)
class SolveFailed:
    request: SolveRequest
    error: IsofrontError


SolveOutcome = SolveDone | SolveFailed


def as_user_error(error: Exception) -> IsofrontError:
    """The error a user sees; anything not ours says what it was and asks to report it."""
    if isinstance(error, IsofrontError):
        return error
    if isinstance(error, MemoryError):
        return DeviceMemoryError(
            "not enough memory", advice="Close other programs or cut the raster to a smaller part."
        )
    return IsofrontError(
        f"internal error: {type(error).__name__}: {error}",
        advice="Please report it with the file and the steps that led here.",
    )


class Solving:
    """Solves requests one after another and keeps the last prepared solvers."""

    def __init__(self) -> None:
        self._prepared: dict[tuple[object, ...], Prepared] = {}
        self._coarse: tuple[VelocityGrid, Coarse] | None = None

    def run(self, request: SolveRequest, trace: Trace = SILENT, cancel: Cancel = NEVER) -> Solved:
        """Solve in the calling thread."""
        grid, sources = request.grid, request.sources
        coarse = self._coarse_of(grid) if request.preview else None
        if coarse is not None and coarse.factor > 1:
            grid, sources = coarse.grid, coarse.sources(sources, request.zero_speed_kmh)
        prepared = self._prepare(grid, request)
        began = time.perf_counter()
        times = prepared.solver.solve(
            sources, limit=request.limit_seconds, trace=trace, cancel=cancel
        )
        solve_ms = (time.perf_counter() - began) * 1e3
        if coarse is not None and coarse.factor > 1:
            times = coarse.magnified(times)
        return Solved(
            grid=request.grid,
            times=times,
            starts=request.places,
            algorithm=prepared.algorithm,
            backend=prepared.backend,
            device=prepared.device.name,
            zero_speed_kmh=request.zero_speed_kmh,
            solve_ms=solve_ms,
        )

    def _prepare(self, grid: VelocityGrid, request: SolveRequest) -> Prepared:
        options = (request.algorithm, request.backend, request.zero_speed_kmh, request.parameters)
        key = (id(grid), *options)
        if key not in self._prepared:
            # A solver holds its grid, so an id in here cannot be reused while the entry stays.
            if len(self._prepared) >= 2:
                self._prepared.pop(next(iter(self._prepared)))
            self._prepared[key] = prepare(
                grid,
                request.algorithm,
                request.backend,
                request.zero_speed_kmh,
                dict(request.parameters),
            )
        return self._prepared[key]

    def _coarse_of(self, grid: VelocityGrid) -> Coarse:
        if self._coarse is None or self._coarse[0] is not grid:
            self._coarse = (grid, coarsen(grid))
        return self._coarse[1]


class SolverThread:
    """The one thread that solves for a window.

    `trace` is a ring that panels drain; it holds the events of all solves in order.
    """

    def __init__(self) -> None:
        self.trace = Ring()
        self._outcomes: deque[SolveOutcome] = deque()
        self._condition = threading.Condition()
        self._waiting: SolveRequest | None = None
        self._running: SolveRequest | None = None
        self._cancel = Cancel()
        self._generation = 0
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="isofront-solver", daemon=True)
        self._thread.start()

    def submit(self, request: SolveRequest) -> int:
        """Put a request into the mailbox; returns its generation."""
        with self._condition:
            self._generation += 1
            self._waiting = replace(request, generation=self._generation)
            if self._running is not None and not self._running.preview:
                self._cancel.set()
            self._condition.notify()
            return self._generation

    def cancel(self) -> None:
        """Drop what waits and stop what runs."""
        with self._condition:
            self._waiting = None
            self._cancel.set()

    @property
    def busy(self) -> bool:
        with self._condition:
            return self._running is not None or self._waiting is not None

    def poll(self) -> list[SolveOutcome]:
        """Outcomes since the last call, oldest first."""
        outcomes = []
        while self._outcomes:
            outcomes.append(self._outcomes.popleft())
        return outcomes

    def close(self) -> None:
        """Stop and wait for the thread to end."""
        with self._condition:
            self._closed = True
            self._waiting = None
            self._cancel.set()
            self._condition.notify()
        self._thread.join()

    def _work(self) -> None:
        solving = Solving()
        while True:
            with self._condition:
                self._running = None
                while self._waiting is None and not self._closed:
                    self._condition.wait()
                if self._closed:
                    return
                request, self._waiting = self._waiting, None
                assert request is not None
                self._running, self._cancel = request, Cancel()
                cancel = self._cancel
            try:
                outcome: SolveOutcome = SolveDone(request, solving.run(request, self.trace, cancel))
            except Exception as error:  # whatever happens, the window must hear of it
                outcome = SolveFailed(request, as_user_error(error))
            self._outcomes.append(outcome)


@dataclass(eq=False)
class Task:
    """A long piece of work other than a solve: opening, importing, exporting, contouring.

    `work(progress, cancel)` runs in a thread of its own; poll `finished`, then read `result` or
    `error`. `fraction` and `label` tell how far it is.
    """

    title: str
    work: Callable[[Progress, Cancel], Any]
    fraction: float = -1.0
    label: str = ""
    result: Any = None
    error: IsofrontError | None = None
    cancel: Cancel = field(default_factory=Cancel)
    _thread: threading.Thread | None = None

    def start(self) -> Task:
        self._thread = threading.Thread(target=self._run, name=self.title, daemon=True)
        self._thread.start()
        return self

    @property
    def finished(self) -> bool:
        return self._thread is not None and not self._thread.is_alive()

    @property
    def cancelled(self) -> bool:
        return isinstance(self.error, CancelledError)

    def stop(self) -> None:
        """Ask for an end and wait for it."""
        self.cancel.set()
        if self._thread is not None:
            self._thread.join()

    def _progress(self, fraction: float, label: str) -> None:
        self.fraction, self.label = fraction, label

    def _run(self) -> None:
        try:
            self.result = self.work(self._progress, self.cancel)
        except Exception as error:  # whatever happens, the window must hear of it
            self.error = as_user_error(error)
