"""Customizing again and again for one metric, to time it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from app.catalog.algorithms import Runner, choose_backend, find
from app.catalog.rows import ROADS
from app.roads.decoding import gpu_at_work
from app.roads.open_roads import OpenRoads
from app.solving.arcs import ArcProblem
from app.solving.request import SolveRequest
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.solving.warm_up_roads import warm_roads
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from road.crp.customization.report import CustomizationReport


@dataclass(frozen=True, eq=False)
class CustomizationTimings:
    """Repeated customizations by weights that were decoded anew each time.

    first : the solve for which the solver was made. set_up_ms : making it, without the partition
    and its first customization.
    decode_ms : from the metric to weights. reports : from weights to shortcuts. One of each for
    every repeat; the last report has the energy.
    """

    first: RoadSolved
    set_up_ms: float
    decode_ms: tuple[float, ...]
    reports: tuple[CustomizationReport, ...]

    @property
    def total_ms(self) -> tuple[float, ...]:
        return tuple(report.total_ms for report in self.reports)

    @property
    def typical(self) -> CustomizationReport:
        """Medians of all times, and the energy."""
        return typical(self.reports)


class OnDrivenRoads(Protocol):
    """A result, as of roads or of cells joined with them. roads : those of its document."""

    @property
    def roads(self) -> OpenRoads: ...
    @property
    def backend(self) -> str: ...


def decoded_anew(request: SolveRequest, newest: OnDrivenRoads) -> tuple[SolveRequest, float]:
    """The request by weights of its own, as after a change of the metric, and what it took, ms.

    newest : the result before; the GPU that it came from decodes, if the session would let it.
    """
    gpu = gpu_at_work(newest.backend, request.options.backend, request.options.device)
    roads = newest.roads.driven(newest.roads.costs, gpu)
    began = time.perf_counter()
    _ = roads.weights.arc_costs
    took = (time.perf_counter() - began) * 1e3
    return replace(request, document=request.document.driven(roads)), took


def time_customizations(
    request: SolveRequest,
    roads: OpenRoads,
    repeat: int,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> CustomizationTimings:
    """Make the solver that a request on roads asks for, then customize it `repeat` times, at least
    once.

    Raises CancelledError, and what solving raises. The solver has to be one that is customized.
    """
    options, edge_based = request.options, ArcProblem(request, roads).edge_based
    backend = choose_backend(find(options.algorithm, ROADS), options.backend, options.device)
    runner = Runner(options.algorithm, backend)
    domain = request.document.domain
    warm_roads(roads, runner, dict(options.parameters), edge_based, progress, domain)
    solving = Solving()
    first = solving.run(request, cancel=cancel, progress=progress).on_graph
    cancel.check("the customization")
    assert first is not None
    assert first.customization is not None, "the solver is not customized"
    decode_ms, reports = [], []
    for turn in range(repeat):
        progress(turn / repeat, f"customizing, {turn + 1} of {repeat}")
        again, took = decoded_anew(request, first)
        solved = solving.run(again, cancel=cancel)
        cancel.check("the customization")
        assert solved.customization is not None
        decode_ms.append(took)
        reports.append(solved.customization)
    progress(-1.0, "measuring energy")
    metered = solving.run(replace(again, metered=True), cancel=cancel).customization
    cancel.check("the customization")
    assert metered is not None
    reports[-1] = metered
    set_up_ms = max(first.prepare_ms - first.customization.total_ms, 0.0)
    return CustomizationTimings(first, set_up_ms, tuple(decode_ms), tuple(reports))


def typical(reports: Sequence[CustomizationReport]) -> CustomizationReport:
    """Medians of the times of several customizations of one overlay, the mean of their energy."""
    last = reports[-1]
    levels = tuple(
        replace(level, ms=statistics.median(report.levels[k].ms for report in reports))
        for k, level in enumerate(last.levels)
    )
    joules = [report.energy_joules for report in reports if report.energy_joules is not None]
    return replace(
        last,
        levels=levels,
        total_ms=statistics.median(report.total_ms for report in reports),
        energy_joules=statistics.fmean(joules) if joules else None,
    )
