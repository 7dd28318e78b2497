"""Time solvers against each other on one raster or road graph, and check that they agree to the
bit."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from app.catalog.algorithms import Runner, choose_backend, find
from app.catalog.rows import TERRAIN, Algorithm
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.timing.customization_timings import OnDrivenRoads, decoded_anew
from core.cancel import NEVER, Cancel
from core.errors import DeviceError
from core.progress import Progress, no_progress, part_of
from road.crp.customization.report import CustomizationReport


@dataclass(frozen=True)
class Measurement:
    """What one runner took.

    milliseconds : of each repetition, in order; the solve alone, without reading or warming up.
    cells : of the raster, barriers included; or arcs of the road graph.
    equal : whether every repetition gave the bits of the first runner's result.
    validated : whether the last result passed its validation; None where that was not asked for.
    customizing : milliseconds of customizing for the metric, as often as was solved; empty for
        runners that are not customized. customization : the last of them, with its energy.
    """

    runner: Runner
    device: str
    milliseconds: tuple[float, ...]
    cells: int
    reached: int
    max_seconds: float
    tick_seconds: float
    equal: bool
    validated: bool | None = None
    customizing: tuple[float, ...] = ()
    customization: CustomizationReport | None = None

    @property
    def median(self) -> float:
        return statistics.median(self.milliseconds)

    @property
    def mcells_per_second(self) -> float:
        return self.cells / max(self.median, 1e-6) / 1e3


Seen = Callable[[Runner, Result], None]
"""Function that looks at a result."""


class _Reference:
    """The first result shown; every other must equal it."""

    def __init__(self) -> None:
        self._ticks: tuple[NDArray[np.uint32], ...] | None = None
        self._tick_seconds = 0.0

    def agrees(self, solved: Result) -> bool:
        ticks, tick_seconds = solved.ticks, solved.times.tick_seconds
        if self._ticks is None:
            # A copy: a solver may reuse its buffer, and would then be compared with itself.
            self._ticks = tuple(array.copy() for array in ticks)
            self._tick_seconds = tick_seconds
            return True
        if tick_seconds != self._tick_seconds:
            return False
        if len(ticks[0]) != len(self._ticks[0]):  # one has vertices for states, the other arcs
            ticks, first = ticks[1:], self._ticks[1:]
        else:
            first = self._ticks
        return all(map(np.array_equal, ticks, first))


def runners(
    algorithms: Sequence[str],
    backends: Sequence[str],
    device: int | None = None,
    domain: str = TERRAIN,
) -> tuple[Runner, ...]:
    """Every pair that exists, each once; raises where an algorithm has none of the backends.

    device : index of the GPU to use, None for one that is chosen by itself.
    domain : "terrain" or "roads".
    """
    pairs: dict[Runner, None] = {}
    for algorithm in algorithms:
        found, refusal = _backends_of(find(algorithm, domain), backends, device)
        if not found:
            raise refusal
        pairs.update(dict.fromkeys(Runner(algorithm, backend) for backend in found))
    return tuple(pairs)


def _backends_of(
    row: Algorithm, backends: Iterable[str], device: int | None
) -> tuple[list[str], DeviceError]:
    found: list[str] = []
    refusal = DeviceError("no backend is named", where=row.id)
    for backend in backends:
        try:
            found.append(choose_backend(row, backend, device))
        except DeviceError as error:
            refusal = error
    return found, refusal


def compare(
    request: SolveRequest,
    chosen: Sequence[Runner],
    repeat: int,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    *,
    validate: bool = False,
    seen: Seen = lambda runner, result: None,
) -> tuple[Measurement, ...]:
    """Solve `request` with each runner: once to warm up, then `repeat` times measured.

    validate : check the last result of each, too, which is not timed. seen : is shown that result,
        in this thread and not timed either; it goes when another runner's solver is made.
    Each gets those parameters of the request that it knows. Raises CancelledError.
    """
    reference = _Reference()
    measurements = []
    for index, runner in enumerate(chosen):
        report = part_of(progress, index / len(chosen), (index + 1) / len(chosen))
        extras = validate, seen
        measured = _measure(request, runner, repeat, reference, report, cancel, *extras)
        measurements.append(measured)
    return tuple(measurements)


def _measure(
    request: SolveRequest,
    runner: Runner,
    repeat: int,
    reference: _Reference,
    progress: Progress,
    cancel: Cancel,
    validate: bool,
    seen: Seen,
) -> Measurement:
    row, options = find(runner.algorithm, request.document.domain), request.options
    known = {parameter.name for parameter in row.parameters}
    options = replace(
        options,
        algorithm=runner.algorithm,
        backend=runner.backend,
        parameters=tuple(p for p in options.parameters if p[0] in known),
    )
    asked = replace(request, options=options)
    solving, timings, equal = Solving(), [], True
    name = f"{row.title}, {runner.backend.upper()}"
    for turn in range(repeat + 1):
        what = f"run {turn} of {repeat}" if turn else "warming up"
        progress(turn / (repeat + 1), f"{name}: {what}")
        within = part_of(progress, turn / (repeat + 1), (turn + 1) / (repeat + 1))
        solved = solving.run(asked, cancel=cancel, progress=within)
        cancel.check("the benchmark")
        equal = reference.agrees(solved) and equal
        timings.append(solved.solve_ms)
    if validate:
        progress(-1.0, f"{name}: validating")
    passed = solved.validate().passed if validate else None
    seen(runner, solved)
    customizing: tuple[float, ...] = ()
    last: CustomizationReport | None = None
    if solved.on_graph is not None and solved.customize_ms is not None:
        driven = cast(OnDrivenRoads, solved)
        customizing, same = _customizing(asked, driven, solving, repeat, reference, cancel)
        equal = same and equal
        progress(-1.0, f"{name}: measuring energy")
        last = _metered(asked, solving, cancel)
    return Measurement(
        runner=runner,
        device=solved.device,
        milliseconds=tuple(timings[1:]),
        cells=solved.elements,
        reached=solved.times.reached,
        max_seconds=solved.times.max_seconds,
        tick_seconds=solved.times.tick_seconds,
        equal=equal,
        validated=passed,
        customizing=customizing,
        customization=last,
    )


def _customizing(
    request: SolveRequest,
    newest: OnDrivenRoads,
    solving: Solving,
    repeat: int,
    reference: _Reference,
    cancel: Cancel,
) -> tuple[tuple[float, ...], bool]:
    """Milliseconds of customizing for the request's metric, and whether the bits stay the same."""
    took, equal = [], True
    for _ in range(repeat):
        solved = solving.run(decoded_anew(request, newest)[0], cancel=cancel)
        cancel.check("the benchmark")
        assert solved.customize_ms is not None
        equal = reference.agrees(solved) and equal
        took.append(solved.customize_ms)
    return tuple(took), equal


def _metered(request: SolveRequest, solving: Solving, cancel: Cancel) -> CustomizationReport | None:
    """A customization with its energy."""
    solved = solving.run(replace(request, metered=True), cancel=cancel)
    cancel.check("the benchmark")
    return solved.customization
