"""Times that are reached with 10, 50 and 90 % certainty, and how likely a limit is kept.

A place is reached with 90 % certainty within the least time within which nine runs in ten reach it:
an order statistic, and so a time of one of the runs. Where runs count in different ticks they are
told in the coarsest of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from app.document.document import Document
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.uncertainty.noise import SpeedNoise
from app.uncertainty.runs import RUNS_SHARE, U32, FinishedRuns, KeptRuns, finished_runs
from core.cancel import NEVER, Cancel
from core.parallel.threads import parallel_for
from core.progress import Progress, no_progress
from core.times import UNREACHED, limit_in_ticks
from raster.travel_times import TravelTimeGrid
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph

CERTAINTIES = (10, 50, 90)
"""Percent of the runs that reach a place within a time."""

PLACES_AT_ONCE = 1 << 15
"""Places of which all runs are sorted together by a thread: some MB."""


@dataclass(frozen=True, eq=False)
class Certainty:
    """What came of all runs.

    times : certainty in percent → a result like any, but that it is no solve and has no paths.
    within : uint16, cells row by row or vertices; the runs that reach a place within `limit`, in
        seconds. usual : at the speeds as they are.
    """

    document: Document
    noise: SpeedNoise
    times: Mapping[int, Result]
    within: NDArray[np.uint16]
    limit: float
    usual: Result
    solve_ms: float

    @property
    def probability(self) -> NDArray[np.float64]:
        """float64, 0 to 1, places."""
        return self.within / self.noise.runs

    @property
    def lies_on(self) -> str:
        return self.times[50].lies_on

    @cached_property
    def areas(self) -> tuple[float, ...]:
        """m² of cells, or metres of streets, within the limit: at the speeds as they are, then by
        certainty. May take long when first asked for."""
        results = (self.usual, *(self.times[percent] for percent in CERTAINTIES))
        return tuple(result.amounts((self.limit,))[0] for result in results)


def ranks(runs: int) -> tuple[int, ...]:
    """Which of the sorted times of so many runs, from 0, are those of CERTAINTIES."""
    return tuple(-(-percent * runs // 100) - 1 for percent in CERTAINTIES)


def certainty_of(
    request: SolveRequest,
    document: Document,
    noise: SpeedNoise,
    limit_of: Callable[[Result], float],
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Certainty:
    """Run, and sort. limit_of : by the usual result, seconds of the limit whose probability is
    told. Raises as `finished_runs`."""
    runs = finished_runs(request, document, noise, progress, cancel)
    progress(RUNS_SHARE, "sorting the runs")
    limit = limit_of(runs.usual)
    times, within = _SORTED[runs.usual.lies_on](runs, limit, cancel)
    progress(1.0, "sorting the runs")
    return Certainty(document, runs.noise, times, within, limit, runs.usual, runs.solve_ms)


def order_statistics(kept: KeptRuns, cancel: Cancel = NEVER) -> tuple[U32, float]:
    """uint32, (certainties, places), and the seconds of a tick of these. Raises CancelledError."""
    runs, places = kept.ticks.shape
    wanted, tick = ranks(runs), float(kept.seconds.max())
    found = np.empty((len(wanted), places), np.uint32)

    def work(begin: int, end: int) -> None:
        for first in range(begin, end, PLACES_AT_ONCE):
            cancel.check("the uncertainty")
            some = slice(first, min(first + PLACES_AT_ONCE, end))
            ticks = np.ascontiguousarray(in_ticks(kept, some, tick).T)
            ticks.partition(sorted(set(wanted)), axis=1)
            found[:, some] = ticks[:, wanted].T

    parallel_for(work, places)
    return found, tick


def in_ticks(kept: KeptRuns, some: slice, tick: float) -> U32:
    """uint32, (runs, places): labels of some places in common ticks."""
    ticks = kept.ticks[:, some]
    if (kept.seconds == tick).all():
        return ticks
    seconds = ticks * kept.seconds[:, None]
    return np.where(ticks < UNREACHED, np.rint(seconds / tick), UNREACHED).astype(np.uint32)


def runs_within(kept: KeptRuns, limit: float) -> NDArray[np.uint16]:
    """uint16, places; the runs that reach each within a limit in seconds, exactly."""
    found = np.zeros(kept.ticks.shape[1], np.uint16)
    for ticks, seconds in zip(kept.ticks, kept.seconds.tolist(), strict=True):
        found += ticks <= limit_in_ticks(limit, seconds)
    return found


# -- as results

Sorted = tuple[Mapping[int, Result], NDArray[np.uint16]]


def _told(runs: FinishedRuns, percent: int, tags: Any = ()) -> dict[str, Any]:
    """Fields of a result at a certainty."""
    told = f"{percent} %, {runs.noise.text()}"
    note = f"Times are those reached with a certainty of {told}."
    notes, tags = (*runs.usual.notes, note), (*tags, ("ISOFRONT_CERTAINTY", told))
    return {"solve_ms": runs.solve_ms, "validated": None, "notes": notes, "tags": tags}


def _on_cells(runs: FinishedRuns, limit: float, cancel: Cancel) -> Sorted:
    kept, usual = runs.kept["cells"], cast(Solved, runs.usual.on_cells)
    statistics, tick = order_statistics(kept, cancel)
    shape, most = usual.times.shape, usual.times.limit_seconds
    found: dict[int, Result] = {}
    for percent, labels in zip(CERTAINTIES, statistics, strict=True):
        reached = labels < UNREACHED
        largest = int(labels.max(initial=0, where=reached))
        count = int(reached.sum())
        told = labels.reshape(shape), tick, most, count, largest
        times = TravelTimeGrid(*told, geometry=usual.times.geometry)
        found[percent] = Solved(
            usual.grid, times, usual.starts, usual.algorithm, usual.backend, usual.device,
            usual.zero_speed_kmh, **_told(runs, percent, usual.tags),
        )  # fmt: skip
    return found, runs_within(kept, limit)


def _on_roads(runs: FinishedRuns, limit: float, cancel: Cancel) -> Sorted:
    usual = cast(RoadSolved, runs.usual)
    vertices, tick = order_statistics(runs.kept["vertices"], cancel)
    entered, costs = _along_arcs(runs, tick, cancel)
    search = usual.times.search
    found: dict[int, Result] = {}
    for k, percent in enumerate(CERTAINTIES):
        weights = replace(
            search.weights, arc_costs=costs[k], turn_costs=np.zeros_like(search.weights.turn_costs),
            tick_seconds=tick if search.weights.is_time else 0.0, rounded=True,
        )  # fmt: skip
        states = SearchGraph.of(search.graph, weights, search.direction, edge_based=False)
        limit_seconds = usual.times.limit_seconds
        times = RoadTimes(states, vertices[k], usual.times.sources, limit_seconds)
        if entered is not None:
            times.__dict__["entered"] = entered[k]
        roads = usual.roads.weighed(weights)
        found[percent] = replace(
            usual, roads=roads, times=times, prepared=None, customize_ms=None, customization=None,
            contraction=None, **_told(runs, percent),
        )  # fmt: skip
    return found, runs_within(runs.kept["vertices"], limit)


def _along_arcs(runs: FinishedRuns, tick: float, cancel: Cancel) -> tuple[U32 | None, U32]:
    """(when arcs are entered, None where vertices say it; what they cost), uint32, (certainties,
    arcs): so that an arc begins and ends at order statistics, and time runs evenly between them. An
    arc that is not entered has the costs of its runs."""
    usual = cast(RoadSolved, runs.usual)
    near = usual.times.search.near_vertex
    vertices, all_costs = runs.kept["vertices"], runs.kept["costs"]
    by_arcs = runs.kept.get("entered")
    count, wanted = all_costs.ticks.shape[1], ranks(runs.noise.runs)
    entered, costs = (np.empty((len(wanted), count), np.uint32) for _ in range(2))

    def work(begin: int, end: int) -> None:
        for first in range(begin, end, PLACES_AT_ONCE):
            cancel.check("the uncertainty")
            some = slice(first, min(first + PLACES_AT_ONCE, end))
            cost = in_ticks(all_costs, some, tick)
            if by_arcs is None:
                at = KeptRuns(vertices.ticks[:, near[some]], vertices.seconds)
                enter = in_ticks(at, slice(None), tick)
            else:
                enter = in_ticks(by_arcs, some, tick)
            goes = (enter < UNREACHED) & (cost < UNREACHED)
            leave = np.where(goes, enter + cost, UNREACHED)  # below 2**31
            enter = np.where(goes, enter, UNREACHED)
            enter, leave, cost = (
                np.sort(each, axis=0)[list(wanted)] for each in (enter, leave, cost)
            )
            entered[:, some] = enter
            costs[:, some] = np.where(enter < UNREACHED, np.minimum(leave - enter, UNREACHED), cost)

    parallel_for(work, count)
    return (None if by_arcs is None else entered), costs


_SORTED: Mapping[str, Callable[[FinishedRuns, float, Cancel], Sorted]] = {
    "cells": _on_cells,
    "cells and roads": _on_cells,
    "roads": _on_roads,
}
