"""Nested partitions of real, drawn and odd graphs."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from core.cancel import Cancel
from core.errors import CancelledError, ParameterError
from road.build import assemble, unknown_properties
from road.crp.overlay.rooted import rooted
from road.crp.partition.build import partition_roads
from road.crp.partition.nested import MEZZANINES, Level, Partition, level_kinds, parents_of
from road.crp.partition.report import report
from road.graph import RoadGraph

NO_MEZZANINES = (0, 0, 0, 0, 0, 0)


def graph_of(
    vertices: int, arcs: list[tuple[int, int]], places: list[tuple[float, float]] | None = None
) -> RoadGraph:
    pairs = np.array(arcs, np.uint32).reshape(-1, 2)
    place = None if places is None else np.array(places, np.float64)
    return assemble(
        tail=pairs[:, 0].copy(),
        head=pairs[:, 1].copy(),
        arcs=unknown_properties(np.ones(len(pairs), np.float32)),
        vertex_ids=np.arange(vertices),
        x=None if place is None else place[:, 0].copy(),
        y=None if place is None else place[:, 1].copy(),
        geographic=False,
    )


def grid(rows: int, cols: int, *, placed: bool) -> RoadGraph:
    number = np.arange(rows * cols).reshape(rows, cols)
    right = np.stack((number[:, :-1].ravel(), number[:, 1:].ravel()), axis=1)
    down = np.stack((number[:-1].ravel(), number[1:].ravel()), axis=1)
    streets = np.concatenate((right, down))
    both = np.concatenate((streets, streets[:, ::-1]))
    places = [(float(k % cols), float(k // cols)) for k in range(rows * cols)]
    return graph_of(rows * cols, [(int(u), int(v)) for u, v in both], places if placed else None)


def assert_sound(graph: RoadGraph, partition: Partition) -> None:
    """Every vertex in one cell, none empty or too large, all nested, children side by side."""
    below = None
    for level in partition.levels:
        assert level.cell_of.dtype == np.uint32
        assert level.cell_of.shape == (graph.vertices,)
        sizes = np.bincount(level.cell_of, minlength=level.cells)
        assert len(sizes) == level.cells
        assert sizes.min() >= 1
        assert sizes.max() <= level.size
        if below is not None:
            pairs = np.unique(np.stack((below.cell_of, level.cell_of)), axis=1)
            assert pairs.shape[1] == below.cells  # one cell above each
            assert (np.diff(pairs[1].astype(np.int64)) >= 0).all()  # children side by side
        below = level


def same(one: Partition, other: Partition) -> bool:
    return len(one.levels) == len(other.levels) and all(
        np.array_equal(a.cell_of, b.cell_of) for a, b in zip(one.levels, other.levels, strict=True)
    )


@pytest.fixture(scope="module", params=[True, False], ids=["places", "no places"])
def town(request: pytest.FixtureRequest) -> RoadGraph:
    """Crossed by a river with two bridges, after the 30th of 60 columns."""
    whole = grid(50, 60, placed=request.param)
    west = whole.tail % 60 < 30
    east = whole.head % 60 < 30
    row = whole.tail // 60
    kept = (west == east) | (row == 10) | (row == 40)
    arcs = [(int(u), int(v)) for u, v in zip(whole.tail[kept], whole.head[kept], strict=True)]
    places = None
    if whole.x is not None and whole.y is not None:
        places = list(zip(whole.x.tolist(), whole.y.tolist(), strict=True))
    return graph_of(whole.vertices, arcs, places)


def test_cells_are_nested_bounded_and_hold_every_vertex(town: RoadGraph) -> None:
    partition = partition_roads(town, threads=2)
    assert [level.size for level in partition.levels][:5] == [4, 11, 32, 90, 256]
    assert partition.levels[-1].size == 2048
    assert_sound(town, partition)


def test_the_highest_cut_crosses_the_bridges_alone(town: RoadGraph) -> None:
    highest = report(town, partition_roads(town))[-1]
    assert highest.cells == 2
    assert highest.cut_arcs == 4  # two bridges, both ways


def test_cells_hang_together_and_are_well_filled(town: RoadGraph) -> None:
    for level in report(town, partition_roads(town)):
        assert level.connected_share == 1.0
        assert level.mean > 0.45 * level.size
        assert level.largest <= level.size


def test_figures_of_the_report_are_counted_from_the_arcs(town: RoadGraph) -> None:
    partition = partition_roads(town)
    for level, figures in zip(partition.levels, report(town, partition), strict=True):
        cut = level.cell_of[town.tail] != level.cell_of[town.head]
        into = np.bincount(level.cell_of[town.head[cut]], minlength=level.cells)
        out_of = np.bincount(level.cell_of[town.tail[cut]], minlength=level.cells)
        border = np.union1d(town.tail[cut], town.head[cut])
        assert figures.cut_arcs == np.count_nonzero(cut)
        assert figures.boundary_vertices == len(border)
        assert figures.shortcuts == int((into * out_of).sum())


def test_threads_change_nothing_and_seeds_do(town: RoadGraph) -> None:
    one = partition_roads(town, threads=1)
    assert same(one, partition_roads(town, threads=3))
    assert not same(one, partition_roads(town, threads=1, seed=1))


def test_parents_are_the_cells_further_above(town: RoadGraph) -> None:
    levels = rooted(partition_roads(town), town.vertices).levels
    assert len(levels) > 4
    for below, above in itertools.combinations(levels, 2):
        assert np.array_equal(parents_of(below, above)[below.cell_of], above.cell_of)


def test_parents_are_the_cells_above(town: RoadGraph) -> None:
    partition = partition_roads(town)
    for level in range(len(partition.levels) - 1):
        below, above = partition.levels[level], partition.levels[level + 1]
        assert np.array_equal(partition.parents(level)[below.cell_of], above.cell_of)


def test_levels_above_the_lowest_keep_a_number_a_cell_below_not_a_vertex(town: RoadGraph) -> None:
    levels = partition_roads(town).levels
    for below, level in itertools.pairwise(levels):
        assert level.below is below
        assert len(level.cell_of_part) == below.cells
        assert not level.cell_of.flags.writeable


def test_cells_that_cross_are_refused() -> None:
    low = Level(2, 2, np.array([0, 0, 1, 1], np.uint32), False, False)
    high = Level(4, 2, np.array([0, 1, 1, 1], np.uint32), False, False)
    with pytest.raises(ParameterError, match="two larger"):
        Partition.of_cells((low, high))
    assert Partition.of_cells((low, low)).levels[1].cell_of.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("vertices", [0, 1, 2, 4, 5, 6, 33, 257])
def test_chains_and_smaller_graphs_are_parted(vertices: int) -> None:
    streets = [(k, k + 1) for k in range(vertices - 1)]
    graph = graph_of(vertices, streets + [(v, u) for u, v in streets])
    partition = partition_roads(graph)
    assert len(partition.levels) == len(level_kinds(vertices))
    assert_sound(graph, partition)


def test_isolated_vertices_share_cells() -> None:
    graph = graph_of(1000, [])
    partition = partition_roads(graph)
    assert_sound(graph, partition)
    lowest = partition.levels[0]
    assert lowest.cells < 500
    assert report(graph, partition)[0].cut_arcs == 0


def test_parallel_arcs_and_loops_are_no_obstacle() -> None:
    ring = [(k, (k + 1) % 40) for k in range(40)]
    arcs = [*ring, *ring, *((k, k) for k in range(40)), *ring[:7], *((v, u) for u, v in ring[:5])]
    graph = graph_of(40, arcs)
    partition = partition_roads(graph)
    assert_sound(graph, partition)


def test_parts_that_nothing_joins_are_not_torn() -> None:
    # Two squares of nine by nine, each smaller than a cell of 90, and no street between them.
    square = grid(9, 9, placed=False)
    arcs = [(int(u), int(v)) for u, v in zip(square.tail, square.head, strict=True)]
    graph = graph_of(162, arcs + [(u + 81, v + 81) for u, v in arcs])
    partition = partition_roads(graph)
    assert_sound(graph, partition)
    highest = report(graph, partition)[-1]
    assert (highest.size, highest.cells, highest.cut_arcs) == (90, 2, 0)


def test_a_star_ends_with_its_centre_in_a_full_cell() -> None:
    rays = [(0, k) for k in range(1, 3000)]
    graph = graph_of(3000, rays + [(v, u) for u, v in rays])
    partition = partition_roads(graph)
    assert_sound(graph, partition)


def test_places_that_coincide_do_no_harm() -> None:
    town = grid(12, 12, placed=False)
    arcs = [(int(u), int(v)) for u, v in zip(town.tail, town.head, strict=True)]
    graph = graph_of(144, arcs, [(0.0, 0.0)] * 144)
    assert_sound(graph, partition_roads(graph))


def test_mezzanine_levels_have_sizes_in_equal_ratios() -> None:
    kinds = level_kinds(1 << 24)
    assert [kind.size for kind in kinds if not kind.mezzanine] == [
        *(4, 32, 1 << 8, 1 << 11, 1 << 14, 1 << 17, 1 << 20)
    ]
    assert [kind.size for kind in kinds if kind.phantom] == [4, 32]
    assert len(kinds) == 7 + sum(MEZZANINES)
    sizes = np.array([kind.size for kind in kinds if kind.size >= 256], np.float64)
    assert np.allclose(sizes[1:] / sizes[:-1], 8 ** (1 / 4), rtol=0.01)


def test_mezzanine_levels_leave_the_other_levels_as_they_are(town: RoadGraph) -> None:
    def sizes(mezzanines: tuple[int, ...]) -> list[tuple[int, int]]:
        partition = partition_roads(town, mezzanines=mezzanines)
        assert_sound(town, partition)
        return [(level.size, level.cells) for level in partition.levels if not level.mezzanine]

    assert sizes(NO_MEZZANINES) == sizes((2, 4, 1, 1, 1, 1)) == sizes(MEZZANINES)


@pytest.mark.parametrize("mezzanines", [(1,), (1, 1, 3, 3, 3, -1), (1, 1, 3, 3, 3, 9)])
def test_impossible_mezzanines_are_refused(mezzanines: tuple[int, ...]) -> None:
    with pytest.raises(ParameterError, match="mezzanine"):
        partition_roads(graph_of(1, []), mezzanines=mezzanines)


def test_a_cancel_before_or_meanwhile_ends_it(town: RoadGraph) -> None:
    before = Cancel()
    before.set()
    with pytest.raises(CancelledError):
        partition_roads(town, cancel=before)
    meanwhile = Cancel()
    with pytest.raises(CancelledError):
        partition_roads(town, cancel=meanwhile, progress=lambda fraction, label: meanwhile.set())


def test_progress_rises_to_one(town: RoadGraph) -> None:
    seen: list[float] = []
    partition_roads(town, progress=lambda fraction, label: seen.append(fraction))
    assert seen[-1] == 1.0
    assert seen == sorted(seen)
