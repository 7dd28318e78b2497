"""The cells around seeds, as a forest."""

from __future__ import annotations

import numpy as np
import pytest

from road.crp.device_layout.open_cells import OpenCells, Opened
from road.crp.overlay.overlay import NONE, Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.graph import I64, U32
from road.search.search_graph import SearchGraph
from road.search.starts import Seeds
from tests.road.crp.nests import Nest, halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights


def overlay_with_a_root(partition: Nest | None = None) -> Overlay:
    roads = random_town(150, 3)
    search = SearchGraph.of(roads, random_weights(roads, 3, turns=True))
    return overlay_of(search, rooted(partition or halved(roads, (4, 12, 40)), roads.vertices))


def opened_around(
    overlay: Overlay, states: I64, columns: I64, places: U32 | None = None, lowest: int = 0
) -> Opened:
    """Of seeds whose ticks are 1000, 1001, ... in words that were something else before."""
    seeds = Seeds(states, np.arange(1000, 1000 + len(states), dtype=np.uint32))
    cells = OpenCells(overlay, places, lowest)
    words = np.full(cells.words_for(len(states), columns), 77, np.uint32)
    return cells.write(seeds, columns, words)


def test_nothing_enters_the_root_and_all_that_enters_a_highest_cell_lies_in_it() -> None:
    *_, highest, root = overlay_with_a_root().levels
    assert (root.cells, len(root.entering), len(root.leaving)) == (1, 0, 0)
    assert sorted(root.inner) == sorted(highest.entering)


@pytest.mark.parametrize("lowest", [0, 2])
def test_every_cell_around_a_seed_is_there_once_and_after_those_inside(lowest: int) -> None:
    overlay = overlay_with_a_root()
    random = np.random.default_rng(1)
    states = random.integers(0, overlay.states, 60)
    columns = random.integers(0, 4, 60)
    opened = opened_around(overlay, states, columns, lowest=lowest)
    cells = opened.cells
    expected = {
        (level, cell, column)
        for column in range(4)
        for level, around in enumerate(overlay.cells_around(states[columns == column]))
        for cell in around.tolist()
        if level >= lowest
    }
    found = cells[["level", "cell", "column"]].tolist()
    assert len(found) == len(expected)
    assert set(found) == expected
    assert (np.diff(cells["level"].astype(np.int64)) >= 0).all()
    assert opened.lowest == np.count_nonzero(cells["level"] == lowest)
    assert sum(int(c["last_seed"] - c["first_seed"]) for c in cells[: opened.lowest]) == 60
    for place, cell in enumerate(cells):
        if cell["level"] == len(overlay.levels) - 1:
            assert cell["above"] == NONE
            continue
        above = cells[cell["above"]]
        assert cell["above"] > place
        assert above["cell"] == overlay.levels[cell["level"]].parent[cell["cell"]]
        assert (above["level"], above["column"]) == (cell["level"] + 1, cell["column"])
    inside = np.bincount(cells["above"][cells["above"] != NONE], minlength=len(cells))
    assert cells["awaited"].tolist() == np.where(inside == 1, 0, inside).tolist()


def test_each_seed_belongs_to_its_lowest_cell() -> None:
    overlay = overlay_with_a_root()
    states = np.arange(0, overlay.states, 7)
    columns = states % 3
    places = np.random.default_rng(2).permutation(overlay.states).astype(np.uint32)
    for where in (None, places):
        opened = opened_around(overlay, states, columns, where)
        order = opened.seed_ticks.astype(np.int64) - 1000
        assert sorted(order) == list(range(len(states)))
        lie = states if where is None else where[states]
        assert opened.seed_places.tolist() == lie[order].tolist()
        served = 0
        for cell in opened.cells[: opened.lowest]:
            for seed in order[cell["first_seed"] : cell["last_seed"]]:
                assert overlay.lowest[overlay.vertex_of_state[states[seed]]] == cell["cell"]
                assert columns[seed] == cell["column"]
                served += 1
        assert served == len(states)
        assert not opened.cells["last_seed"][opened.lowest :].any()


def test_no_seeds_open_nothing() -> None:
    nobody = np.empty(0, np.int64)
    opened = opened_around(overlay_with_a_root(), nobody, nobody)
    assert (len(opened.cells), opened.lowest, len(opened.seed_ticks)) == (0, 0, 0)


def test_the_root_alone_stands_over_the_ground() -> None:
    overlay = overlay_with_a_root(Nest(()))
    opened = opened_around(overlay, np.array([5, 9]), np.array([0, 0]))
    (cell,) = opened.cells
    assert (cell["level"], cell["above"], cell["last_seed"]) == (0, NONE, 2)
