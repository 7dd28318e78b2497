"""Large graphs parted by way of small pieces, so that a flow has a tenth of the vertices.

Source: the fragments of D. Delling, A. V. Goldberg, I. Razenshteyn, R. F. Werneck, Graph
Partitioning with Natural Cuts, IPDPS 2011. Vertices are put together to pieces once, for the whole
tree of bisections. Of all orders of the pieces the one with the best cut is chosen; then the
vertices near that cut, PIECES_ASIDE pieces to either side, are parted anew by a least cut of their
own. It is never worse than the cut between pieces, and may go through them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from road.crp.partition.bisect import (
    NO_SCORE,
    SHARE,
    cut_along,
    join_fragments,
    order_along,
    step_axes,
    terminals,
)
from road.crp.partition.flow import MIDDLE, SINK, SOURCE, least_cut
from road.crp.partition.graph import HEAVIEST, I32, StreetGraph
from road.graph import I64, U8

PIECE_VERTICES = 16
"""Most vertices of a piece as it grows."""

FULL_VERTICES = 2 * PIECE_VERTICES
"""Most vertices of a piece that fragments have joined: a graph of n vertices has n / 32 pieces or
more."""

FRAGMENT = 5
"""Vertices below which a piece joins a neighbour."""

PIECES_ASIDE = 3
"""Pieces on either side of a cut that are taken apart again."""

COARSE_VERTICES = 1 << 15
"""Vertices below which graphs are partitioned as they are."""

DIRECTIONS = 8
"""Directions of places, and as many of steps."""

UNLIMITED = 1 << 30


@njit(cache=True, nogil=True)
def small_pieces(streets: StreetGraph) -> I32:
    """int32, vertices; the piece of each, grown around the first vertices that are left.

    What is left between pieces and smaller than FRAGMENT joins the smallest of its neighbours.
    """
    first, head = streets.first, streets.head
    piece = np.full(len(first) - 1, -1, np.int32)
    size = np.zeros(len(piece), np.int32)
    queue = np.empty(PIECE_VERTICES, np.int32)
    count = 0
    for start in range(len(piece)):
        if piece[start] >= 0:
            continue
        queue[0] = start
        piece[start] = count
        filled, done = 1, 0
        while done < filled < PIECE_VERTICES:
            vertex = queue[done]
            done += 1
            for arc in range(first[vertex], first[vertex + 1]):
                if piece[head[arc]] < 0 and filled < PIECE_VERTICES:
                    piece[head[arc]] = count
                    queue[filled] = head[arc]
                    filled += 1
        joined = np.int32(count)
        if filled < FRAGMENT:
            joined = _smallest_beside(streets, piece, size, queue[:filled])
            for k in range(filled):
                piece[queue[k]] = joined
        size[joined] += filled
        count += joined == count
    return piece


@njit(cache=True, nogil=True)
def _smallest_beside(streets: StreetGraph, piece: I32, size: I32, fragment: I32) -> Any:
    """The smallest piece beside a fragment, the first of equals; its own where none has room."""
    own = piece[fragment[0]]
    best = own
    for vertex in fragment:
        for arc in range(streets.first[vertex], streets.first[vertex + 1]):
            other = piece[streets.head[arc]]
            fits = other >= 0 and other != own and size[other] + len(fragment) <= FULL_VERTICES
            if fits and (best == own or size[other] < size[best]):
                best = other
    return best


@njit(cache=True, nogil=True)
def renumbered(piece: I32, number: I32) -> Any:
    """(pieces numbered from 0 in the order of their first vertices, how many).

    number : int32, pieces; scratch, -1 everywhere before and after.
    """
    found = np.empty(len(piece), np.int32)
    count = 0
    for vertex in range(len(piece)):
        if number[piece[vertex]] < 0:
            number[piece[vertex]] = count
            count += 1
        found[vertex] = number[piece[vertex]]
    for vertex in range(len(piece)):
        number[piece[vertex]] = -1
    return found, count


@njit(cache=True, nogil=True)
def piece_graph(streets: StreetGraph, piece: I32, pieces: int) -> Any:
    """(graph of the pieces, int32 vertices of each); a piece is where its last vertex is."""
    begin, member = _members(piece, pieces)
    size = np.diff(begin).astype(np.int32)
    row_first, row_head, row_weight = _rows(streets, piece, begin, member)
    first = np.zeros(pieces + 1, np.int64)
    for other in row_head:
        first[other + 1] += 1
    first = np.cumsum(first)
    # Turned over, since the graph is symmetric: rows are visited in turn, so heads ascend.
    head, weight = np.empty(len(row_head), np.int32), np.empty(len(row_head), np.int16)
    free = first[:-1].copy()
    for own in range(pieces):
        for k in range(row_first[own], row_first[own + 1]):
            place = free[row_head[k]]
            head[place], weight[place] = own, row_weight[k]
            free[row_head[k]] = place + 1
    placed = len(streets.x) > 0
    x = np.empty(pieces if placed else 0, np.float32)
    y = np.empty(pieces if placed else 0, np.float32)
    for vertex in range(len(streets.x)):
        x[piece[vertex]] = streets.x[vertex]
        y[piece[vertex]] = streets.y[vertex]
    return StreetGraph(first, head, weight, x, y), size


@njit(cache=True, nogil=True)
def _members(piece: I32, pieces: int) -> Any:
    """(begin : int64, pieces + 1, member : int32, vertices): the vertices of each piece."""
    begin = np.zeros(pieces + 2, np.int64)
    for vertex in range(len(piece)):
        begin[piece[vertex] + 2] += 1
    for k in range(pieces):
        begin[k + 2] += begin[k + 1]
    member = np.empty(len(piece), np.int32)
    for vertex in range(len(piece)):
        member[begin[piece[vertex] + 1]] = vertex
        begin[piece[vertex] + 1] += 1
    return begin[:-1].copy(), member


@njit(cache=True, nogil=True)
def _rows(streets: StreetGraph, piece: I32, begin: I64, member: I32) -> Any:
    """(first, head, weight) of the pieces; heads in no order."""
    pieces = len(begin) - 1
    first = np.zeros(pieces + 1, np.int64)
    head = np.empty(len(streets.head), np.int32)
    weight = np.empty(len(streets.head), np.int16)
    place = np.full(pieces, -1, np.int64)
    filled = np.int64(0)
    for own in range(pieces):
        for k in range(begin[own], begin[own + 1]):
            for arc in range(streets.first[member[k]], streets.first[member[k] + 1]):
                other = piece[streets.head[arc]]
                if other == own:
                    continue
                if place[other] < first[own]:
                    place[other] = filled
                    head[filled] = other
                    weight[filled] = 0
                    filled += 1
                here = place[other]
                weight[here] = min(weight[here] + streets.weight[arc], HEAVIEST)
        first[own + 1] = filled
    return first, head[:filled].copy(), weight[:filled].copy()


@njit(cache=True, nogil=True)
def near_cut(graph: StreetGraph, side: U8) -> Any:
    """uint8, pieces; 1 within PIECES_ASIDE of a cut."""
    count = len(side)
    near = np.zeros(count, np.uint8)
    queue = np.empty(count, np.int32)
    filled, done = 0, 0
    for piece in range(count):
        for arc in range(graph.first[piece], graph.first[piece + 1]):
            if side[graph.head[arc]] != side[piece]:
                near[piece] = 1
                queue[filled] = piece
                filled += 1
                break
    for _ in range(PIECES_ASIDE - 1):
        end = filled
        while done < end:
            piece = queue[done]
            done += 1
            for arc in range(graph.first[piece], graph.first[piece + 1]):
                other = graph.head[arc]
                if not near[other]:
                    near[other] = 1
                    queue[filled] = other
                    filled += 1
    return near


@njit(cache=True, nogil=True)
def bisect_pieces(
    streets: StreetGraph, piece: I32, pieces: int, turn: float, cancel: U8, side: U8
) -> None:
    """As `bisect`, by way of pieces."""
    side[:] = 0
    side[0] = 1
    graph, size = piece_graph(streets, piece, pieces)
    coarse = np.zeros(pieces, np.uint8)
    coarse[0] = 1
    x, y = step_axes(graph)
    best = NO_SCORE
    chosen = order_along(x, y, turn / DIRECTIONS)
    for k in range(2 * DIRECTIONS if len(graph.x) > 0 else DIRECTIONS):
        if k == DIRECTIONS:
            x, y = graph.x, graph.y
        along = order_along(x, y, (k % DIRECTIONS + turn) / DIRECTIONS)
        value = cut_along(graph, size, along, SHARE, best, cancel, coarse)
        if value < best:
            best = value
            chosen = along
    terminal = terminals(chosen, SHARE)
    near = near_cut(graph, coarse)
    fixed = np.empty(len(piece), np.uint8)
    for vertex in range(len(piece)):
        own = piece[vertex]
        if near[own] and terminal[own] == MIDDLE:
            fixed[vertex] = MIDDLE
        else:
            fixed[vertex] = SOURCE if coarse[own] else SINK
    # A plain number would be a type of its own, and the kernel be compiled once more for it.
    least_cut(streets, fixed, np.int64(UNLIMITED), cancel, side)
    join_fragments(streets, SHARE, side)
