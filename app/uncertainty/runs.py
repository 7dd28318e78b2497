"""The runs: an exact solve each, its labels kept until all are there.

Order statistics of half of the runs want half of them kept at each place, so all are, to the tick:
four bytes a place and run, in memory or, where that is short, in a nameless file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.document.document import Document
from app.solving.request import SolveRequest
from app.solving.result import Result
from app.solving.solve import Solving
from app.uncertainty.noise import SpeedNoise
from app.uncertainty.perturbed import perturbed, settled
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress, part_of
from raster.blocks.store import is_short, mapped

U32 = NDArray[np.uint32]

RUNS_SHARE = 0.9
"""Share of the progress that goes to the runs; the rest is sorting."""


@dataclass(frozen=True, eq=False)
class KeptRuns:
    """Labels of all runs, of one kind of place.

    ticks : uint32, (runs, places); UNREACHED where not reached within the limit.
    seconds : float64, runs; of a tick of each, or 1 where costs are no times.
    """

    ticks: U32
    seconds: NDArray[np.float64]

    @classmethod
    def room(cls, runs: int, places: int) -> KeptRuns:
        """For so many; raises InputError where neither memory nor disk has it."""
        shape = runs, places
        short = is_short(4 * runs * places)
        ticks = mapped(shape, np.uint32, "travel times") if short else np.empty(shape, np.uint32)
        return cls(ticks, np.zeros(runs))


@dataclass(frozen=True, eq=False)
class FinishedRuns:
    """noise : as it was drawn. usual : the solve at the speeds as they are. kept : by kind of
    place, see `_PLACES`. device : what solved. solve_ms : of all runs."""

    noise: SpeedNoise
    document: Document
    usual: Result
    kept: Mapping[str, KeptRuns]
    solve_ms: float


def _of_cells(result: Any) -> dict[str, tuple[U32, float]]:
    times = result.times
    return {"cells": (times.ticks().reshape(-1), times.tick_seconds)}


def _of_roads(result: Any) -> dict[str, tuple[U32, float]]:
    """Vertices, what arcs cost and, where turns count, when they are entered."""
    times, scale = result.times, result.times.search.scale
    found = {"vertices": times.labels, "costs": times.search.weights.arc_costs}
    if times.search.edge_based:
        found["entered"] = times.entered
    return {name: (ticks, scale) for name, ticks in found.items()}


_PLACES: Mapping[str, Callable[[Any], dict[str, tuple[U32, float]]]] = {
    "cells": _of_cells,
    "cells and roads": _of_cells,
    "roads": _of_roads,
}
"""Labels that are kept of a result, with the seconds of a tick, by what it lies on."""


def finished_runs(
    request: SolveRequest,
    document: Document,
    noise: SpeedNoise,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> FinishedRuns:
    """Solve at the usual speeds, and at those of each run. Raises InputError where speeds cannot be
    drawn so, a start cannot be used, or there is no room; CancelledError."""
    noise = settled(document, noise)
    request = replace(request, document=document, preview=False, owned=False)
    progress(-1.0, "preparing the solver (first run only)")
    solving = Solving()
    usual = solving.run(request, cancel=cancel, progress=progress)
    cancel.check("the uncertainty")
    kept: dict[str, KeptRuns] = {}
    spent = 0.0
    for run in range(noise.runs):
        share = RUNS_SHARE * run / noise.runs
        progress(share, f"run {run + 1} of {noise.runs}")
        drawn = replace(request, document=perturbed(document, noise, run))
        cancel.check("the uncertainty")
        within = part_of(progress, share, share)
        result = solving.run(drawn, cancel=cancel, progress=within)
        cancel.check("the uncertainty")
        spent += result.solve_ms
        for name, (ticks, seconds) in _PLACES[result.lies_on](result).items():
            if name not in kept:
                kept[name] = KeptRuns.room(noise.runs, len(ticks))
            kept[name].ticks[run], kept[name].seconds[run] = ticks, seconds
    return FinishedRuns(noise, document, usual, kept, spent)
