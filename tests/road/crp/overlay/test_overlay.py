"""What enters and leaves cells, and the overlay's arcs as a device gets them."""

from __future__ import annotations

import numpy as np
import pytest

from core.errors import ParameterError
from core.parallel import threads
from core.times import UNREACHED
from road.crp.customization.customize import customize
from road.crp.device_layout.arrange import SHARED_BYTES, ArrangedLevel, arrange_level
from road.crp.overlay import work_partition
from road.crp.overlay.overlay import Overlay, overlay_of
from road.graph import U32
from road.search.search_graph import SearchGraph
from tests.road.crp.nests import Level, Nest, halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


def arrange(overlay: Overlay, *, shared_bytes: int = SHARED_BYTES) -> tuple[ArrangedLevel, ...]:
    numbers = range(len(overlay.levels))
    return tuple(arrange_level(overlay, k, shared_bytes=shared_bytes) for k in numbers)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", [name for name in DRAWN if name != "chain"])
def test_states_enter_and_leave_where_steps_cross(graph: str, turns: bool, direction: str) -> None:
    roads = DRAWN[graph]()
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=turns), direction)  # type: ignore[arg-type]
    partition = random_nest(roads.vertices, (8, 5, 3))
    overlay = overlay_of(search, partition)
    for made, level in zip(overlay.levels, partition.levels, strict=True):
        cell = made.number[level.cell_of][overlay.vertex_of_state]
        tail = np.repeat(np.arange(search.states), np.diff(search.first_out))
        head = search.head.astype(np.int64)
        crossing = cell[tail] != cell[head]
        for c in range(made.cells):
            entering = made.entering[made.first_entry[c] : made.first_entry[c + 1]]
            leaving = made.leaving[made.first_exit[c] : made.first_exit[c + 1]]
            assert sorted(entering) == np.unique(head[crossing & (cell[head] == c)]).tolist()
            assert sorted(leaving) == np.unique(head[crossing & (cell[tail] == c)]).tolist()
        if search.edge_based:  # exactly the arcs across the boundary that can be come to
            assert np.isin(made.entering, made.leaving).all()


def test_cells_within_one_cell_are_consecutive() -> None:
    roads = random_town(200, 2)
    search = SearchGraph.of(roads, random_weights(roads, 1))
    overlay = overlay_of(search, random_nest(roads.vertices, (40, 12, 4)))
    for level in overlay.levels:
        assert (np.diff(level.parent.astype(np.int64)) >= 0).all()


def test_partitions_of_other_graphs_and_crossing_cells_are_refused() -> None:
    roads = random_town(40, 2)
    search = SearchGraph.of(roads, random_weights(roads, 1))
    with pytest.raises(ParameterError):
        overlay_of(search, random_nest(roads.vertices + 1, (4, 2)))
    low = (np.arange(roads.vertices) % 2).astype(np.uint32)
    high = (np.arange(roads.vertices) % 3).astype(np.uint32)
    with pytest.raises(ParameterError):
        overlay_of(search, Nest((Level(4, 2, low), Level(8, 3, high))))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_threads_change_nothing(seed: int, turns: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    roads = random_town(500, seed, restrictions=100)
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=turns))
    partition = halved(roads, (3, 8, 30, 100))
    alone, alone_arcs = overlay_of(search, partition), arrange(overlay_of(search, partition))
    monkeypatch.setattr(threads, "WORTH_SHARING", 1)
    shared = overlay_of(search, partition)
    pairs = [(alone.ground, shared.ground), *zip(alone.levels, shared.levels, strict=True)]
    pairs += zip(alone_arcs, arrange(shared), strict=True)
    for one, other in pairs:
        for name, value in vars(one).items():
            np.testing.assert_array_equal(getattr(other, name), value, name)


@pytest.mark.parametrize("threads", [1, 5])
def test_on_the_way_down_each_cell_comes_once_and_after_the_one_around_it(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    roads = random_town(700, 4)
    search = SearchGraph.of(roads, random_weights(roads, 1))
    overlay = overlay_of(search, halved(roads, (4, 16, 64, 200)))
    levels, partition = overlay.levels, overlay.work_partition
    costs = sum(int(level.first_down[-1]) for level in levels)
    monkeypatch.setattr(work_partition, "thread_count", lambda: 16)
    assert partition.threads(1) == 1, "a town is little work"
    monkeypatch.setattr(work_partition, "COSTS_A_THREAD", costs // threads)
    assert partition.threads(1) == threads
    assert partition.threads(16) == 16
    done = [np.zeros(level.cells, np.int64) for level in levels]
    early: list[int] = []

    def work(number: int, begin: int, end: int) -> None:
        if number + 1 < len(levels):
            around = done[number + 1][levels[number].parent[begin:end]]
            early.extend(np.flatnonzero(around == 0).tolist())
        done[number][begin:end] += 1

    partition.downwards(work)
    assert not early
    assert all((cells == 1).all() for cells in done)


def test_rows_begin_where_each_entry_has_its_shortcuts() -> None:
    roads = random_town(150, 6)
    search = SearchGraph.of(roads, random_weights(roads, 1, turns=True))
    for level in overlay_of(search, halved(roads, (4, 16, 64))).levels:
        for c in range(level.cells):
            entries = range(level.first_entry[c], level.first_entry[c + 1])
            exits = int(level.first_exit[c + 1] - level.first_exit[c])
            for place, entry in enumerate(entries):
                assert level.rows.shortcut[entry] == level.first_shortcut[c] + place * exits
                assert level.rows.begin[entry] == level.first_exit[c]
                assert level.rows.end[entry] == level.first_exit[c + 1]


def by_arcs(level: ArrangedLevel, below: U32) -> U32:
    """Shortcuts of a level as a device finds them: the paper's phases, cell by cell."""
    shortcuts = np.full(int(level.first_shortcut[-1]), UNREACHED, np.uint32)
    for c in range(level.cells):
        entries, inner, exits = int(level.entries[c]), int(level.inner[c]), int(level.exits[c])
        own = shortcuts[level.first_shortcut[c] : level.first_shortcut[c + 1]]
        distance = np.full(inner * entries, UNREACHED, np.uint32)
        arcs = slice(level.first_mapping[c], level.first_mapping[c + 1])
        np.minimum.at(own, level.mapping_to[arcs], below[level.mapping_from[arcs]])
        arcs = slice(level.first_init[c], level.first_init[c + 1])
        np.minimum.at(distance, level.init_to[arcs], below[level.init_from[arcs]])
        rows = distance.reshape(inner, entries)
        before = None
        while before is None or (rows != before).any():
            before = rows.copy()
            for v in range(inner):
                first, end = level.first_inner_arc[level.first_inner[c] + v :][:2]
                for k in range(first, end):
                    offer = rows[level.inner_tail[k]] + below[level.inner_from[k]]
                    np.minimum(rows[v], offer, out=rows[v])
        for x in range(exits):
            first, end = level.first_collection[level.first_exit[c] + x :][:2]
            for k in range(first, end):
                offer = rows[level.collection_tail[k]] + below[level.collection_from[k]]
                column = own.reshape(entries, exits)[:, x]
                np.minimum(column, offer, out=column)
    return shortcuts


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", ["random town", "grid city", "parallels and loops"])
def test_the_papers_phases_on_the_arcs_give_the_shortcuts(graph: str, turns: bool) -> None:
    roads = DRAWN[graph]()
    search = SearchGraph.of(roads, random_weights(roads, 3, turns=turns))
    overlay = overlay_of(search, halved(roads, (3, 8, 30)))
    done = customize(overlay, search, keep_all=True)
    below = search.cost[overlay.ground.step]
    for level, expected in zip(arrange(overlay), done.shortcuts, strict=True):
        found = by_arcs(level, below)
        np.testing.assert_array_equal(found, expected)
        below = found


def test_blocks_hold_cells_of_equal_entries_that_fit() -> None:
    roads = random_town(400, 3)
    search = SearchGraph.of(roads, random_weights(roads, 3, turns=True))
    for level in arrange(overlay_of(search, halved(roads, (4, 30, 120))), shared_bytes=4096):
        assert sorted(level.order) == list(range(level.cells))
        sizes = np.diff(level.first_cell.astype(np.int64))
        assert (sizes > 0).all()
        for b in range(len(sizes)):
            cells = level.order[level.first_cell[b] : level.first_cell[b + 1]]
            assert len(set(level.entries[cells].tolist())) == 1
            together = level.shared_bytes[cells].sum()
            assert len(cells) == 1 or together <= 4096
        assert level.local[level.shared_bytes > 4096].sum() == 0
