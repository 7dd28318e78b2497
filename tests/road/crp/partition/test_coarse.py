"""Pieces of a street graph, and cuts found by way of them."""

from __future__ import annotations

import numpy as np
import pytest

from core.cancel import NEVER
from road.crp.partition import tree as partition_tree
from road.crp.partition.build import partition_roads
from road.crp.partition.coarse import (
    COARSE_VERTICES,
    FULL_VERTICES,
    bisect_pieces,
    piece_graph,
    renumbered,
    small_pieces,
)
from road.crp.partition.graph import StreetGraph, street_graph
from road.crp.partition.report import report
from road.graph import RoadGraph
from tests.road.crp.partition.test_nested import assert_sound, graph_of, grid, same


@pytest.fixture(scope="module")
def banks() -> RoadGraph:
    """70 rows by 80 columns, a river after the 40th with two bridges."""
    whole = grid(70, 80, placed=True)
    row, west, east = whole.tail // 80, whole.tail % 80 < 40, whole.head % 80 < 40
    kept = (west == east) | (row == 20) | (row == 50)
    arcs = [(int(u), int(v)) for u, v in zip(whole.tail[kept], whole.head[kept], strict=True)]
    assert whole.x is not None
    assert whole.y is not None
    return graph_of(
        whole.vertices, arcs, list(zip(whole.x.tolist(), whole.y.tolist(), strict=True))
    )


def pieces_of(streets: StreetGraph) -> tuple[np.ndarray, int]:
    piece = small_pieces(streets)
    found, count = renumbered(piece, np.full(int(piece.max()) + 1, -1, np.int32))
    return found, int(count)


def test_pieces_are_small_and_all_numbers_are_used(banks: RoadGraph) -> None:
    piece, count = pieces_of(street_graph(banks))
    sizes = np.bincount(piece, minlength=count)
    assert sizes.min() >= 1
    assert sizes.max() <= FULL_VERTICES
    assert len(sizes) == count < banks.vertices / 8


def test_rays_of_a_star_do_not_become_one_piece() -> None:
    rays = [(0, k) for k in range(1, 5000)]
    graph = graph_of(5000, rays + [(v, u) for u, v in rays])
    piece, count = pieces_of(street_graph(graph))
    assert np.bincount(piece).max() <= FULL_VERTICES
    assert count > 4000
    assert_sound(graph, partition_roads(graph))


def test_streets_between_pieces_are_those_of_their_vertices(banks: RoadGraph) -> None:
    streets = street_graph(banks)
    piece, count = pieces_of(streets)
    graph, size = piece_graph(streets, piece, count)
    tail = np.repeat(piece, np.diff(streets.first))
    wanted = np.zeros((count, count), np.int64)
    np.add.at(wanted, (tail, piece[streets.head]), streets.weight)
    np.fill_diagonal(wanted, 0)
    found = np.zeros_like(wanted)
    found[np.repeat(np.arange(count), np.diff(graph.first)), graph.head] = graph.weight
    assert np.array_equal(found, wanted)
    assert np.array_equal(size, np.bincount(piece))
    for own in range(count):
        assert (np.diff(graph.head[graph.first[own] : graph.first[own + 1]]) > 0).all()


def test_a_cut_goes_through_pieces_that_lie_across_the_river(banks: RoadGraph) -> None:
    streets = street_graph(banks)
    # Blocks of four by four, but for two columns, so that the river runs through blocks.
    vertex = np.arange(banks.vertices)
    row, col = vertex // 80, vertex % 80
    block = (row // 4 * 21 + (col + 2) // 4).astype(np.int32)
    piece, count = renumbered(block, np.full(int(block.max()) + 1, -1, np.int32))
    side = np.empty(banks.vertices, np.uint8)
    bisect_pieces(streets, piece, count, 0.0, NEVER.flag, side)
    tail = np.repeat(vertex, np.diff(streets.first))
    assert streets.weight[side[tail] > side[streets.head]].sum() == 4  # two bridges, both ways


def test_large_graphs_are_parted_soundly(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = grid(260, 270, placed=True)
    assert blocks.vertices > 2 * COARSE_VERTICES
    one = partition_roads(blocks, threads=1)
    assert_sound(blocks, one)
    highest = next(level for level in reversed(report(blocks, one)) if not level.mezzanine)
    assert (highest.size, highest.connected_share) == (1 << 14, 1.0)
    monkeypatch.setattr(partition_tree, "TASK_VERTICES", COARSE_VERTICES)  # in waves, not at once
    assert same(one, partition_roads(blocks, threads=3))
