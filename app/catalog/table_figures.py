"""What tables of times by each algorithm take, to choose one by; not measurements to quote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class TableFigures:
    """What tables of a method take, by the state of the graph, of which there are a quarter of a
    million in New York.

    ground_us : of the preprocessing, where it is not at hand. metric_us : of what costs change.
    all_ns, few_ns : of a source, to all places or to few; on the CPU of one core.
    arcs_us : like ground_us, where states are arcs and that takes another way.
    """

    ground_us: float
    metric_us: float
    all_ns: float
    few_ns: float
    arcs_us: float | None = None


FIGURES: Mapping[tuple[str, str], TableFigures] = {
    ("dijkstra", "cpu"): TableFigures(0.0, 0.0, 44.0, 44.0),
    ("crp", "cpu"): TableFigures(123.0, 2.9, 40.0, 7.2),
    ("phast", "cpu"): TableFigures(6.0, 0.2, 19.0, 19.0, arcs_us=25.0),
    ("crp", "gpu"): TableFigures(123.0, 0.02, 0.93, 0.1),
    ("phast", "gpu"): TableFigures(0.08, 0.2, 0.33, 0.02, arcs_us=0.5),
    ("warp-heap", "gpu"): TableFigures(0.0, 0.2, 0.4, 0.24),
}
"""Figures by algorithm and backend, of New York. On a GPU rows to all places are mostly copied, and
a table by the heap begins with a latency like a preparation."""
