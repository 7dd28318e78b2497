"""Cells in batches: all of them, each with what lies inside, in as much room as was said."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from road.crp.device_layout import batches
from road.crp.device_layout.batches import Batches, batches_of, first_cells, ground_words
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.search.search_graph import SearchGraph
from tests.road.crp.nests import halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights

ENOUGH = 10**6


def overlay_with(phantom: tuple[int, ...], *, turns: bool = True) -> Overlay:
    roads = random_town(400, 3)
    search = SearchGraph.of(roads, random_weights(roads, 3, turns=turns))
    partition = halved(roads, (4, 12, 40, 150), phantom=phantom)
    return ordered(overlay_of(search, rooted(partition, roads.vertices)))


def found(overlay: Overlay, most_words: int = ENOUGH) -> Batches:
    made = batches_of(overlay, most_words)
    assert made is not None
    return made


@pytest.mark.parametrize("batch_bytes", [400, 3000, 10**9])
def test_batches_are_all_cells_with_what_lies_inside(
    batch_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH_BYTES", batch_bytes)
    overlay = overlay_with((4, 12, 40))
    made = found(overlay)
    assert made.transient == 2
    assert [len(ranges) for ranges in made.cells] == 3 * [len(made.cells[0])]
    assert (len(made.cells[0]) == 1) == (batch_bytes == 10**9)
    for number, (cells, shortcuts) in enumerate(zip(made.cells, made.shortcuts, strict=True)):
        level = overlay.levels[number]
        assert [begin for begin, _ in cells] == [0, *(end for _, end in cells[:-1])]
        assert cells[-1][1] == level.cells
        for own, costs in zip(cells, shortcuts, strict=True):
            assert costs == tuple(level.first_shortcut[list(own)])
        if number < 2:
            for (begin, end), (low, high) in zip(cells, made.cells[number + 1], strict=True):
                assert set(level.parent[begin:end]) <= set(range(low, high))
            assert made.room(number) == max(end - begin for begin, end in shortcuts)


def test_a_batch_has_as_much_as_was_said_or_is_one_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "BATCH_BYTES", 6000)
    made = found(overlay_with((4, 12, 40)))
    for k, (begin, end) in enumerate(made.cells[-1]):
        assert end > begin
        own = [ranges[k][1] - ranges[k][0] for ranges in made.shortcuts[:2]]
        # Batches weigh alike as far as single cells allow.
        assert end - begin == 1 or max(map(sum, pairwise([*own, 0]))) * 4 < 2 * 6000


def test_levels_whose_costs_the_host_reads_stay() -> None:
    assert found(overlay_with((4, 12, 40))).transient == 2
    assert found(overlay_with((4,))).transient == 1
    assert batches_of(overlay_with(()), ENOUGH) is None


@pytest.mark.parametrize("turns", [False, True])
def test_room_for_a_search_by_the_ground_is_what_it_writes(turns: bool) -> None:
    overlay = overlay_with((4, 12), turns=turns)
    words = ground_words(overlay, 2)
    first = first_cells(overlay, 0, 2)
    rows, lowest = overlay.ground.rows, overlay.levels[0]
    for cell in range(overlay.levels[2].cells):
        slots = range(*lowest.first_slot[first[[cell, cell + 1]]].tolist())
        steps = sum(int(rows.end[slot] - rows.begin[slot]) for slot in slots)
        assert words[cell] == 1 + (len(slots) + 1) + 2 * len(slots) + 2 * steps
    assert batches_of(overlay, int(words.max())) is not None
    assert batches_of(overlay, int(words.max()) - 1) is None
    inside = np.concatenate([np.repeat(c, n) for c, n in enumerate(np.diff(first))])
    around = overlay.levels[1].parent[overlay.levels[0].parent]
    np.testing.assert_array_equal(inside, around)
