"""How good a partition is, level by level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from road.components import root_of
from road.crp.partition.nested import Level, Partition
from road.graph import I64, U32, RoadGraph


@dataclass(frozen=True)
class LevelReport:
    """Figures of one level.

    size : most vertices that a cell may have; cells : how many there are; largest, mean : vertices
    of a cell. cut_arcs : arcs from a cell to another. boundary_vertices : vertices with such an
    arc. shortcuts : entering arcs times leaving arcs, added up over the cells; what a
    customization computes. most_arcs : most entering or leaving arcs of a cell.
    connected_share : cells that hang together without leaving them, as a share.
    """

    size: int
    mezzanine: bool
    phantom: bool
    cells: int
    largest: int
    mean: float
    cut_arcs: int
    boundary_vertices: int
    shortcuts: int
    most_arcs: int
    connected_share: float

    @property
    def imbalance(self) -> float:
        """Largest cell over the mean cell."""
        return self.largest / self.mean


def report(graph: RoadGraph, partition: Partition) -> tuple[LevelReport, ...]:
    """The lowest level first."""
    return tuple(level_report(graph, level) for level in partition.levels)


def level_report(graph: RoadGraph, level: Level) -> LevelReport:
    """Of one level, or of any cells given as one."""
    sizes = np.bincount(level.cell_of, minlength=level.cells)
    entering, leaving, boundary = _cut(graph.first_out, graph.head, level.cell_of, level.cells)
    parts = _parts(graph.first_out, graph.head, level.cell_of, level.cells)
    return LevelReport(
        size=level.size,
        mezzanine=level.mezzanine,
        phantom=level.phantom,
        cells=level.cells,
        largest=int(sizes.max()),
        mean=float(sizes.mean()),
        cut_arcs=int(entering.sum()),
        boundary_vertices=int(boundary),
        shortcuts=int((entering * leaving).sum()),
        most_arcs=int(max(entering.max(), leaving.max())),
        connected_share=float((parts == 1).mean()),
    )


@njit(cache=True, nogil=True)
def _cut(first_out: I64, head: U32, cell_of: U32, cells: int) -> Any:
    """(entering arcs of each cell, leaving arcs of each cell, vertices at a border)."""
    entering, leaving = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    at_border = np.zeros(len(cell_of), np.uint8)
    for tail in range(len(cell_of)):
        for arc in range(first_out[tail], first_out[tail + 1]):
            if cell_of[tail] != cell_of[head[arc]]:
                leaving[cell_of[tail]] += 1
                entering[cell_of[head[arc]]] += 1
                at_border[tail] = at_border[head[arc]] = 1
    return entering, leaving, at_border.sum()


@njit(cache=True, nogil=True)
def _parts(first_out: I64, head: U32, cell_of: U32, cells: int) -> I64:
    """int64, cells; parts that no arc within the cell joins."""
    above = np.arange(len(cell_of)).astype(np.int32)
    for tail in range(len(cell_of)):
        for arc in range(first_out[tail], first_out[tail + 1]):
            one, other = np.int64(tail), np.int64(head[arc])
            if cell_of[one] != cell_of[other]:
                continue
            one, other = root_of(above, one), root_of(above, other)
            above[max(one, other)] = min(one, other)
    parts = np.zeros(cells, np.int64)
    for vertex in range(len(cell_of)):
        if above[vertex] == vertex:
            parts[cell_of[vertex]] += 1
    return parts
