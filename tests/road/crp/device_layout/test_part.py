"""Parts of an overlay, customized apart and put together, have the bits of the whole."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from core.errors import ParameterError
from road.crp.customization.cells import customize_cells
from road.crp.customization.customize import Customized, cell_arrays, customize
from road.crp.device_layout.arrange import arrange_level
from road.crp.device_layout.matrices import matrix_cells
from road.crp.device_layout.order import ordered
from road.crp.device_layout.part import (
    BALANCE,
    OverlayPart,
    even_ranges,
    overlay_above,
    parts_of,
)
from road.crp.overlay.overlay import NONE, Nested, Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.graph import U32, RoadGraph
from road.search.search_graph import Direction, SearchGraph
from tests.road.crp.nests import Nest, halved, random_nest
from tests.road.drawn import DRAWN, random_town
from tests.road.searches import random_weights


def nests(graph: RoadGraph) -> tuple[Nested, ...]:
    """Regular, at random with a single cell on top, and with a root."""
    regular = halved(graph, (2, 4, 8, 16), mezzanine=(4,), phantom=(2,))
    return (
        regular,
        random_nest(graph.vertices, (8, 5, 2, 1)),
        rooted(regular, graph.vertices),
    )


def customized(
    graph: RoadGraph, partition: Nested, *, turns: bool, direction: Direction = "from"
) -> Customized:
    search = SearchGraph.of(graph, random_weights(graph, 7, turns=turns), direction)
    return customize(ordered(overlay_of(search, partition)), search, keep_all=True)


def put_together(overlay: Overlay, parts: tuple[OverlayPart, ...]) -> Customized:
    """Levels of all parts; what no part wrote is 7."""
    shortcuts = [np.full(level.shortcuts, 7, np.uint32) for level in overlay.levels]
    down = [np.full(int(level.first_down[-1]), 7, np.uint32) for level in overlay.levels]
    for part in parts:
        done = customize(part.overlay, overlay.search, keep_all=True)
        for k in range(len(part.cells)):
            shortcuts[k][slice(*part.shortcuts[k])] = done.shortcuts[k]
            down[k][slice(*part.down[k])] = done.down[k]
    return Customized(overlay, overlay.search, shortcuts[0], tuple(shortcuts), tuple(down), ())


def customize_above(overlay: Overlay, top: int, given: U32) -> list[tuple[U32, U32]]:
    """(shortcuts, down) of the levels above one, from its shortcuts."""
    above = overlay_above(overlay, top)
    found, below = [], given
    for number, level in enumerate(above.levels[1:], 1):
        costs = np.empty(level.shortcuts, np.uint32)
        inside = np.empty(int(level.first_down[-1]), np.uint32)
        rows, _ = above.rows_below(number)
        customize_cells(0, level.cells, cell_arrays(level), rows, below, costs, inside)
        found.append((costs, inside))
        below = costs
    return found


def assert_same_bits(whole: Customized, count: int, top: int | None = None) -> None:
    overlay = whole.overlay
    parts = parts_of(overlay, count, top=top)
    assert 1 <= len(parts) <= count
    cut = len(parts[0].cells) - 1
    together = put_together(overlay, parts)
    for k in range(cut + 1):
        np.testing.assert_array_equal(together.shortcuts[k], whole.shortcuts[k])
        np.testing.assert_array_equal(together.down[k], whole.down[k])
    above = customize_above(overlay, cut, together.shortcuts[cut])
    for k, (costs, inside) in enumerate(above, cut + 1):
        np.testing.assert_array_equal(costs, whole.shortcuts[k])
        np.testing.assert_array_equal(inside, whole.down[k])


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("graph", [name for name in DRAWN if name != "chain"])
def test_parts_have_the_bits_of_the_whole(graph: str, turns: bool, direction: Direction) -> None:
    roads = DRAWN[graph]()
    for partition in nests(roads):
        whole = customized(roads, partition, turns=turns, direction=direction)
        for count in (1, 2, 3, 1000):
            assert_same_bits(whole, count)


@pytest.mark.parametrize("turns", [False, True])
def test_a_cut_at_any_level(turns: bool) -> None:
    roads = random_town(300, 5, restrictions=60)
    whole = customized(roads, rooted(halved(roads, (4, 12, 40)), roads.vertices), turns=turns)
    for top in range(4):
        for count in (1, 2, 5):
            assert_same_bits(whole, count, top)


def test_an_overlay_in_any_order_can_be_cut() -> None:
    roads = random_town(200, 6)
    search = SearchGraph.of(roads, random_weights(roads, 6, turns=True))
    overlay = overlay_of(search, halved(roads, (4, 16, 64)))
    assert_same_bits(customize(overlay, search, keep_all=True), 3)


@pytest.mark.parametrize("turns", [False, True])
def test_a_device_gets_the_cells_of_the_whole(turns: bool) -> None:
    # What the kernels read of a part is that of the whole, but for where things begin.
    roads = random_town(300, 9)
    overlay = customized(roads, halved(roads, (4, 12, 40, 100)), turns=turns).overlay
    cut = 2
    for part in parts_of(overlay, 3, top=cut):
        for number, (begin, end) in enumerate(part.cells):
            found, whole = matrix_cells(part.overlay, number), matrix_cells(overlay, number)
            assert found is not None
            assert whole is not None
            heads = whole.heads[begin:end]
            for name in ("entries", "inner", "exits", "tasks", "blocks", "inner_tasks", "staged"):
                np.testing.assert_array_equal(found.heads[name], heads[name])
            first = int(heads["task"][0])
            np.testing.assert_array_equal(found.tasks, whole.tasks[first:][: len(found.tasks)])
            arranged, all_of_it = (
                arrange_level(part.overlay, number),
                arrange_level(overlay, number),
            )
            np.testing.assert_array_equal(arranged.entries, all_of_it.entries[begin:end])
            assert len(arranged.order) == end - begin
        ground = part.overlay.ground
        state = np.repeat(ground.entering, ground.rows.end - ground.rows.begin)
        np.testing.assert_array_equal(overlay.search.head[ground.step], ground.leaving)
        assert (ground.step >= overlay.search.first_out[state]).all()
        assert (ground.step < overlay.search.first_out[state.astype(np.int64) + 1]).all()
    above = overlay_above(overlay, cut)
    found, whole = matrix_cells(above, 1), matrix_cells(overlay, cut + 1)
    assert found is not None
    assert whole is not None
    for ours, theirs in zip(found, whole, strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert above.nbytes < overlay.nbytes


def test_every_vertex_and_cell_is_numbered_in_one_part() -> None:
    roads = random_town(200, 3)
    partition = halved(roads, (4, 16, 64))
    overlay = customized(roads, partition, turns=True).overlay
    parts = parts_of(overlay, 2)
    owned = np.stack([part.overlay.lowest != NONE for part in parts])
    assert (owned.sum(axis=0) == 1).all()
    for part, own in zip(parts, owned, strict=True):
        begin, _ = part.cells[0]
        numbered = part.overlay.lowest[own] + np.uint32(begin)
        np.testing.assert_array_equal(numbered, overlay.lowest[own])
        for made in part.overlay.levels:
            known = made.number[made.number != NONE]
            assert sorted(known.tolist()) == list(range(made.cells))


def test_parts_cover_all_cells_once_and_balance() -> None:
    roads = random_town(600, 4)
    overlay = customized(roads, halved(roads, (4, 8, 16, 64, 150)), turns=True).overlay
    total = sum(level.shortcuts + int(level.first_down[-1]) for level in overlay.levels)
    assert parts_of(overlay, 1)[0].work == total
    for count in (1, 2, 3, 4):
        parts = parts_of(overlay, count)
        assert len(parts) == count
        for k in range(len(parts[0].cells)):
            ends = [0, *(part.cells[k][1] for part in parts)]
            assert [part.cells[k] for part in parts] == list(pairwise(ends))
            assert ends[-1] == overlay.levels[k].cells
        works = [part.work for part in parts]
        assert max(works) * count <= BALANCE * sum(works)


def test_the_cut_is_at_the_highest_level_that_balances() -> None:
    roads = random_town(600, 4)
    partition = rooted(halved(roads, (4, 8, 16, 64, 150)), roads.vertices)
    overlay = customized(roads, partition, turns=True).overlay
    assert len(parts_of(overlay, 1)[0].cells) == len(overlay.levels)
    for count in (2, 3, 4, 7):
        cut = len(parts_of(overlay, count)[0].cells) - 1
        for top in range(cut + 1, len(overlay.levels)):
            works = [part.work for part in parts_of(overlay, count, top=top)]
            assert len(works) < count or max(works) * count > BALANCE * sum(works)


def test_ranges_weigh_as_little_as_can_be() -> None:
    def heaviest(weights: list[int], count: int) -> int:
        before = np.append(0, np.cumsum(weights))
        ranges = even_ranges(before, count)
        assert len(ranges) == count
        assert [begin for begin, _ in ranges] == [0, *(end for _, end in ranges[:-1])]
        assert ranges[-1][1] == len(weights)
        assert all(begin < end for begin, end in ranges)
        return max(int(before[end] - before[begin]) for begin, end in ranges)

    assert heaviest([10, 1, 1], 3) == 10
    assert heaviest([1, 1, 10], 2) == 10
    assert heaviest([4, 3, 3, 4], 2) == 7
    assert heaviest([2, 9, 2, 5, 1], 3) == 9
    assert heaviest([0, 0, 0], 2) == 0
    assert heaviest([5], 1) == 5
    random = np.random.default_rng(1)
    for _ in range(50):
        weights = random.integers(0, 20, 8).tolist()
        # All ways to cut into three.
        least = min(
            max(sum(weights[:i]), sum(weights[i:j]), sum(weights[j:]))
            for i in range(1, 7)
            for j in range(i + 1, 8)
        )
        assert heaviest(weights, 3) == least


def test_an_overlay_without_levels_is_one_part() -> None:
    roads = random_town(40, 1)
    overlay = overlay_of(SearchGraph.of(roads, random_weights(roads, 1)), Nest(()))
    (part,) = parts_of(overlay, 4)
    assert part.overlay is overlay


def test_no_parts_are_refused() -> None:
    roads = random_town(40, 1)
    overlay = overlay_of(SearchGraph.of(roads, random_weights(roads, 1)), halved(roads, (4, 16)))
    with pytest.raises(ParameterError, match="0 parts"):
        parts_of(overlay, 0)
