"""Cells of all levels from the tree of bisections.

The levels of the query and the phantom levels come from the highest down: what the tree keeps
together within a cell of the next such level is a piece, and neighbouring pieces are merged while
they fit. Mezzanine levels come from below: cells of the level beneath are merged within the cells
of the next level that is none. Were they made first, they would forbid the query's levels to fill
their cells. From 2⁸ upwards this works on the graph of the tree's nodes of at most 2⁸ vertices, and
below in batches of cells, one thread a batch.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numba import njit

from core.cancel import Cancel
from core.parallel.sorting import rows_of
from core.parallel.threads import Threads
from road.crp.partition.graph import I32, StreetGraph
from road.crp.partition.merge import (
    VertexPieces,
    assembled,
    connected,
    contracted,
    level_cells,
    vertex_pieces,
)
from road.crp.partition.nested import Level, LevelKind, Partition
from road.crp.partition.tree import Done, Tree
from road.graph import I64, U8, U32

BASE = 1 << 8
BATCH_VERTICES = 1 << 15


@dataclass(frozen=True, eq=False)
class _Above:
    """Levels from BASE upwards. piece : int32, vertices; node of the tree that holds each.
    cells : int32, (levels, pieces), numbered for each level on its own."""

    piece: I32
    cells: I32


def levels_of(
    streets: StreetGraph,
    tree: Tree,
    kinds: tuple[LevelKind, ...],
    threads: Threads,
    cancel: Cancel,
    done: Done,
) -> tuple[Level, ...]:
    """All levels, the lowest first. Raises CancelledError."""
    low = tuple(kind for kind in kinds if kind.size < BASE)
    high = kinds[len(low) :]
    above = _above(streets, tree, high)
    cancel.check("the partition")
    done(0.2)
    top = np.zeros(len(tree.order), np.int32)
    parent = above.cells[0][above.piece] if high else top
    below = _below(streets, tree, low, parent, threads, cancel)
    done(0.8)
    raw = [*below, *(cells[above.piece] for cells in above.cells)]
    return _numbered(kinds, raw, cancel)


def _above(streets: StreetGraph, tree: Tree, kinds: tuple[LevelKind, ...]) -> _Above:
    if not kinds:
        return _Above(np.empty(0, np.int32), np.empty((0, 0), np.int32))
    vertices = vertex_pieces(streets)
    piece, count = connected(vertices, _nodes(tree, BASE).astype(np.int64))
    pieces = contracted(vertices, piece, count)
    some = np.empty(count, np.int64)
    some[piece] = np.arange(len(piece))
    nodes = _stacked([_nodes(tree, kind.size)[some] for kind in kinds if not kind.mezzanine])
    return _Above(piece, _cells(pieces, nodes, np.zeros(count, np.int32), *_columns(kinds)))


def _below(
    streets: StreetGraph,
    tree: Tree,
    kinds: tuple[LevelKind, ...],
    parent: I32,
    threads: Threads,
    cancel: Cancel,
) -> list[I32]:
    """Cells of the low levels within the cells of `parent`, numbered from batch to batch."""
    if not kinds:
        return []
    count = len(parent)
    first, sorted_by_parent = rows_of(parent.astype(np.uint32), int(parent.max()) + 1)
    order = sorted_by_parent.astype(np.int32)
    place = np.empty(count, np.int32)
    place[order] = np.arange(count, dtype=np.int32)
    nodes = _stacked([_nodes(tree, kind.size) for kind in kinds if not kind.mezzanine])
    found = [np.empty(count, np.int32) for _ in kinds]

    def work(batch: tuple[int, int]) -> tuple[I32, I32]:
        cancel.check("the partition")
        here = order[slice(*batch)]
        pieces = stretch_pieces(streets, order, place, *batch)
        return here, _cells(pieces, nodes.take(here, axis=1), parent[here], *_columns(kinds))

    begin = np.zeros(len(kinds), np.int64)
    for here, cells in threads.map(work, _batches(first)):
        for level, raw in enumerate(cells):
            found[level][here] = raw + begin[level]
            begin[level] += int(raw.max()) + 1
    return found


def _batches(first: I64) -> list[tuple[int, int]]:
    """Stretches of whole cells, of about BATCH_VERTICES."""
    ends = first[1:]
    steps = np.arange(BATCH_VERTICES, int(ends[-1]), BATCH_VERTICES)
    cuts = np.unique(ends[np.searchsorted(ends, steps)])
    bounds = np.unique(np.concatenate(([0], cuts, ends[-1:]))).tolist()
    return list(itertools.pairwise(bounds))


def _nodes(tree: Tree, size: int) -> I32:
    """int32, vertices; the largest node of at most that size that holds each."""
    node = np.empty(len(tree.order), np.int32)
    node[tree.order] = np.cumsum(tree.split > size, dtype=np.int32)
    return node


def _stacked(rows: list[I32]) -> I32:
    return np.stack(rows)


def _columns(kinds: tuple[LevelKind, ...]) -> tuple[I64, U8]:
    sizes = np.array([kind.size for kind in kinds], np.int64)
    return sizes, np.array([kind.mezzanine for kind in kinds], np.uint8)


@njit(cache=True, nogil=True)
def stretch_pieces(
    streets: StreetGraph, order: I32, place: I32, begin: int, end: int
) -> VertexPieces:
    """The vertices order[begin:end], each a piece of its own."""
    most = 0
    for k in range(begin, end):
        most += streets.first[order[k] + 1] - streets.first[order[k]]
    one, other = np.empty(most, np.int64), np.empty(most, np.int64)
    weight = np.empty(most, np.int64)
    count = 0
    for k in range(begin, end):
        for arc in range(streets.first[order[k]], streets.first[order[k] + 1]):
            there = place[streets.head[arc]]
            if k < there < end:
                one[count], other[count] = k - begin, there - begin
                weight[count] = streets.weight[arc]
                count += 1
    return VertexPieces(
        np.ones(end - begin, np.int64),
        one[:count].copy(),
        other[:count].copy(),
        weight[:count].copy(),
    )


@njit(cache=True, nogil=True)
def _cells(pieces: VertexPieces, nodes: I32, parent: I32, sizes: I64, mezzanine: U8) -> I32:
    """int32, (levels, pieces); sizes ascend, the lowest level is no mezzanine one.

    nodes : int32, (levels that are no mezzanine ones, pieces). parent : int32, pieces; cells above
    all of these levels.
    """
    levels = len(sizes)
    cells = np.empty((levels + 1, len(parent)), np.int32)
    cells[levels] = parent
    upper = levels
    row = len(nodes) - 1
    for level in range(levels - 1, -1, -1):
        if not mezzanine[level]:
            cells[level] = level_cells(pieces, nodes[row], cells[upper], sizes[level])[0]
            upper = level
            row -= 1
    for level in range(1, levels):
        if not mezzanine[level]:
            continue
        upper = level + 1
        while upper < levels and mezzanine[upper]:
            upper += 1
        below = cells[level - 1]
        count = below.max() + 1
        held = np.empty(count, np.int32)
        for piece in range(len(below)):
            held[below[piece]] = cells[upper, piece]
        merged = assembled(contracted(pieces, below, count), held, sizes[level])[0]
        for piece in range(len(below)):
            cells[level, piece] = merged[below[piece]]
    return cells[:levels]


def _numbered(kinds: tuple[LevelKind, ...], raw: list[I32], cancel: Cancel) -> tuple[Level, ...]:
    """From the highest level down, so that cells of one parent follow each other."""
    levels: list[Level] = []
    parent: U32 | None = None
    for kind in reversed(kinds):
        cancel.check("the partition")
        cell = raw.pop()
        cells = int(cell.max()) + 1
        number = np.arange(cells, dtype=np.uint32)
        if parent is not None:
            above = np.empty(cells, np.uint32)
            above[cell] = parent
            number[np.argsort(above, kind="stable")] = np.arange(cells, dtype=np.uint32)
        parent = number[cell]
        parent.flags.writeable = False
        levels.append(Level(kind.size, cells, parent, kind.mezzanine, kind.phantom))
    return Partition.of_cells(reversed(levels)).levels
