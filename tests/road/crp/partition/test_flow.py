"""Least cuts against another library, and what a bisection does with them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from core.cancel import NEVER
from road.crp.partition.bisect import bisect, terminals
from road.crp.partition.flow import SINK, SOURCE, least_cut
from road.crp.partition.graph import StreetGraph

NOBODY = NEVER.flag
FLAT = np.empty(0, np.float32)


def random_streets(vertices: int, pairs: int, seed: int) -> StreetGraph:
    random = np.random.default_rng(seed)
    ends = random.integers(0, vertices, (2, pairs))
    chain = np.stack((np.arange(vertices - 1), np.arange(1, vertices)))
    one, other = np.concatenate((ends, chain), axis=1)
    weights = random.integers(0, 5, len(one))
    matrix = np.zeros((vertices, vertices), np.int16)
    held = np.zeros((vertices, vertices), np.bool_)
    for u, v, weight in zip(one, other, weights, strict=True):
        if u != v:
            matrix[u, v] = matrix[v, u] = weight
            held[u, v] = held[v, u] = True
    first = np.concatenate(([0], np.cumsum(held.sum(axis=1)))).astype(np.int64)
    tail, head = np.nonzero(held)
    return StreetGraph(first, head.astype(np.int32), matrix[tail, head], FLAT, FLAT)


def cut_of(streets: StreetGraph, side: np.ndarray) -> int:
    tail = np.repeat(np.arange(len(side)), np.diff(streets.first))
    return int(streets.weight[side[tail] > side[streets.head]].sum())


def by_scipy(streets: StreetGraph, terminal: np.ndarray) -> int:
    count = len(terminal)
    tail = np.repeat(np.arange(count), np.diff(streets.first))
    source, sink = np.flatnonzero(terminal == SOURCE), np.flatnonzero(terminal == SINK)
    rows = np.concatenate((tail, np.full(len(source), count), sink))
    cols = np.concatenate((streets.head, source, np.full(len(sink), count + 1)))
    values = np.concatenate((streets.weight, np.full(len(source) + len(sink), 1 << 20)))
    shape = (count + 2, count + 2)
    matrix = csr_array((values.astype(np.int32), (rows, cols)), shape=shape)
    return int(maximum_flow(matrix, count, count + 1).flow_value)


@pytest.mark.parametrize("seed", range(40))
def test_least_cuts_equal_the_largest_flow(seed: int) -> None:
    random = np.random.default_rng(seed)
    vertices = int(random.integers(2, 60))
    streets = random_streets(vertices, int(random.integers(0, 3 * vertices)), seed)
    terminal = np.zeros(vertices, np.uint8)
    chosen = random.permutation(vertices)
    share = int(random.integers(1, max(2, vertices // 3)))
    terminal[chosen[:share]], terminal[chosen[-share:]] = SOURCE, SINK
    side = np.zeros(vertices, np.uint8)
    cut = least_cut(streets, terminal, 1 << 30, NOBODY, side)
    assert cut == by_scipy(streets, terminal)
    assert cut == cut_of(streets, side)  # the side is a certificate
    assert (side[terminal == SOURCE] == 1).all()
    assert (side[terminal == SINK] == 0).all()
    untouched = np.full(vertices, 7, np.uint8)
    if cut > 0:
        assert least_cut(streets, terminal, cut - 1, NOBODY, untouched) >= cut
        assert (untouched == 7).all()


@pytest.mark.parametrize("seed", range(6))
def test_many_ways_of_many_lengths_are_filled(seed: int) -> None:
    # A grid of 24 by 30, sources in the first columns and sinks in the last, streets of 0 to 4.
    random = np.random.default_rng(seed)
    rows, cols = 24, 30
    number = np.arange(rows * cols).reshape(rows, cols)
    right = np.stack((number[:, :-1].ravel(), number[:, 1:].ravel()))
    down = np.stack((number[:-1].ravel(), number[1:].ravel()))
    one, other = np.concatenate((right, down), axis=1)
    weights = np.where(random.random(len(one)) < 0.3, 0, random.integers(1, 5, len(one)))
    matrix = csr_array(
        (np.tile(weights + 1, 2), (np.concatenate((one, other)), np.concatenate((other, one))))
    )
    matrix.sort_indices()
    weight = (matrix.data - 1).astype(np.int16)
    streets = StreetGraph(
        matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), weight, FLAT, FLAT
    )
    terminal = np.zeros((rows, cols), np.uint8)
    for row in range(rows):  # ragged, so that the ways differ in length
        terminal[row, : 1 + int(random.integers(0, 8))] = SOURCE
        terminal[row, -1 - int(random.integers(0, 8)) :] = SINK
    side = np.zeros(rows * cols, np.uint8)
    cut = least_cut(streets, terminal.ravel(), 1 << 30, NOBODY, side)
    assert cut == by_scipy(streets, terminal.ravel()) == cut_of(streets, side)


@pytest.mark.parametrize("values", [[3, 1, 2, 2, 2, 5, 0], [1] * 9, [0, 1], [2, 2, 1, 1]])
def test_terminals_take_an_equal_share_of_both_ends(values: list[int]) -> None:
    along = np.array(values, np.float32)
    terminal = terminals(along, 0.3)
    count = max(1, int(0.3 * len(values)))
    assert np.count_nonzero(terminal == SOURCE) == np.count_nonzero(terminal == SINK) == count
    assert along[terminal == SOURCE].max() <= along[terminal != SOURCE].min()
    assert along[terminal == SINK].min() >= along[terminal != SINK].max()


def test_two_cliques_are_parted_where_they_meet() -> None:
    # 0-1-2-3-4 all joined, 5-…-9 all joined, and 4-5.
    held = np.zeros((10, 10), np.bool_)
    held[:5, :5] = held[5:, 5:] = ~np.eye(5, dtype=np.bool_)
    held[4, 5] = held[5, 4] = True
    _, head = np.nonzero(held)
    first = np.concatenate(([0], np.cumsum(held.sum(axis=1)))).astype(np.int64)
    streets = StreetGraph(first, head.astype(np.int32), np.full(len(head), 2, np.int16), FLAT, FLAT)
    side = np.empty(10, np.uint8)
    bisect(streets, 0.0, NOBODY, side)
    assert len(set(side[:5])) == len(set(side[5:])) == 1
    assert side[0] != side[9]
