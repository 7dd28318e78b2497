"""Variants of adaptive threads against each other, on grids and roads: Suzuki's figures 4 to 8."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import pairwise
from typing import Any, Protocol

import numpy as np

from benchmarks.measuring.timings import interleaved, walls
from core.parallel.phase_switch import LISTED, NEVER_US, PhaseTime, Thresholds, Variant

RATIO = 330 / 350
"""Suzuki's thresholds: back to lists over away from them."""

POINTS = 160
"""Phases told of a solve, at the most."""


class Switching(Protocol):
    """A solver that has thresholds."""

    def thresholds(self) -> Thresholds: ...


def figure_7(
    solvers: Mapping[Variant, Switching],
    solving: Callable[[Any], Callable[[], object]],
    repeat: int,
    each_s: float,
) -> dict[str, Any]:
    """Fields of a record: the variants in turn. solving : a solve of one of the solvers."""
    work = {variant.name: solving(solver) for variant, solver in solvers.items()}
    timings = interleaved(work, repeat, each_s)
    times = {name: walls(kind) for name, kind in timings.items()}
    adaptive = times[Variant.ADAPTIVE.name]["median"]
    # JSON has no infinity: None is a threshold that no phase reaches.
    thresholds = asdict(solvers[Variant.ADAPTIVE].thresholds())
    return {
        "ms": times,
        "n": min(map(len, timings.values())),
        "thresholds_us": {name: us if us < NEVER_US else None for name, us in thresholds.items()},
        "better_than": {
            name.lower(): round(1 - adaptive / kind["median"], 3)
            for name, kind in times.items()
            if name != Variant.ADAPTIVE.name
        },
    }


def figures_4_to_6(variant: Variant, phases: Sequence[PhaseTime], unit: str) -> dict[str, Any]:
    """Fields of a record: elements served and time of the phases. unit : what elements are."""
    served = np.array([phase.elements for phase in phases])
    return {
        "variant": variant.name,
        "phases": len(phases),
        "visits": int(served.sum()),
        "listed": sum(phase.kernel == LISTED for phase in phases),
        "switches": sum(a.kernel != b.kernel for a, b in pairwise(phases)),
        "total_ms": round(sum(phase.microseconds for phase in phases) / 1e3, 2),
        f"{unit}_percentiles": np.percentile(served, range(0, 101, 5)).astype(int).tolist(),
        "thinned": list(_thinned(phases)),
    }


def _thinned(phases: Sequence[PhaseTime]) -> Iterator[tuple[int, str, int, float]]:
    """(first phase, kernel, elements, microseconds) of groups of phases: the group's means, and the
    kernel that most of them had."""
    together = -(-len(phases) // POINTS)
    for first in range(0, len(phases), together):
        group = phases[first : first + together]
        kernels = [phase.kernel for phase in group]
        yield (
            first,
            max(set(kernels), key=kernels.count),
            round(statistics.fmean(phase.elements for phase in group)),
            round(statistics.fmean(phase.microseconds for phase in group), 2),
        )
