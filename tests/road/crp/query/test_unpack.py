"""Shortcuts unpacked one by one, beside a search with a heap that was written for the tests."""

from __future__ import annotations

import heapq
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core.times import UNREACHED
from road.crp.query import isochrone, unpack
from road.crp.query.boundary_graph import BoundaryGraph, Prices, boundary_graph
from road.crp.query.inside_search import search_for
from road.crp.query.search import NONE
from road.crp.query.unpack import way_inside
from tests.road.crp.nests import halved, random_nest
from tests.road.drawn import random_town
from tests.road.searches import random_weights

LEVELS = 3


class InsideCell:
    """What leads where inside a cell of a level, by the numbers that ties are broken by."""

    def __init__(self, graph: BoundaryGraph, prices: Prices, level: int, cell: int) -> None:
        self.graph, self.prices, self.level, self.cell = graph, prices, level, cell
        slots, boundary, inside = graph.slots, graph.boundary, graph.inside
        if level == 0:
            states = slots.state[slots.first[cell] : slots.first[cell + 1]]
            self.inner = set(boundary.number[states].tolist())
            return
        children = slice(inside.first_child[cell], inside.first_child[cell + 1])
        first, last = boundary.first_entry[[children.start, children.stop]]
        self.inner = set(boundary.entering[first:last].tolist())

    def ahead(self, here: int) -> Iterator[tuple[int, int]]:
        """(number, cost) of all that one step or shortcut leads to."""
        slots, boundary = self.graph.slots, self.graph.boundary
        if self.level == 0:
            base = int(slots.first[self.cell])
            count = len(boundary.state)
            slot = base + (here - count if here >= count else int(self.graph.inside.place[here]))
            for k in range(slots.begin[slot], slots.end[slot]):
                yield int(boundary.number[slots.head[k]]), int(self.prices.cost[slots.step[k]])
            return
        first = self.graph.first_cell[self.level - 1]
        row = int(boundary.first_row[self.level - 1])
        entry = int(boundary.entry[row + here])
        below = int(np.searchsorted(boundary.first_entry[first:], entry, side="right")) - 1 + first
        exits = range(int(boundary.first_exit[below]), int(boundary.first_exit[below + 1]))
        at = int(boundary.first_shortcut[below])
        at += (entry - int(boundary.first_entry[below])) * len(exits)
        for k, exit_ in enumerate(exits):
            yield int(boundary.leaving[exit_]), int(self.prices.shortcuts[at + k])

    def way(self, begin: int, goal: int) -> tuple[int, list[int]]:
        """The least cost, and numbers on the way: served by label and number."""
        labels, before = {begin: 0}, dict[int, int]()
        queue, done = [(0, begin)], set[int]()
        while queue:
            label, here = heapq.heappop(queue)
            if here in done or here == goal:
                continue
            done.add(here)
            for other, cost in self.ahead(here):
                arrival = label + cost
                if arrival < min(labels.get(other, UNREACHED), UNREACHED):
                    if other != goal and other not in self.inner:
                        continue
                    labels[other], before[other] = arrival, here
                    heapq.heappush(queue, (arrival, other))
        numbers, here = list[int](), goal
        while here != begin:
            numbers.append(here)
            here = before[here]
        return labels[goal], numbers[::-1]


@pytest.mark.parametrize("most", [2, 60])
@pytest.mark.parametrize("edge_based", [False, True])
def test_each_shortcut_is_unpacked_as_if_served_by_label_and_number(
    edge_based: bool, most: int
) -> None:
    roads = random_town(300, 7)
    weights = random_weights(roads, 7, turns=edge_based)
    costs = np.random.default_rng(most).integers(1, most + 1, roads.arc_count).astype(np.uint32)
    how: Any = {"partition": halved(roads, (8, 32, 128)), "edge_based": edge_based}
    crp = isochrone.Crp(roads, replace(weights, arc_costs=costs), smallest=0, **how)
    graph = boundary_graph(crp.query_graph)
    prices, boundary = graph.prices(crp.customized), graph.boundary
    assert graph.levels == LEVELS
    slots, inside = graph.slots, graph.inside
    of: Any = boundary, slots, inside, prices
    search, places = search_for(graph.most_inside), np.empty(graph.most_inside + 1, np.uint32)
    unpacked = 0
    for level in range(LEVELS):
        for cell in range(graph.first_cell[level], graph.first_cell[level + 1]):
            here = InsideCell(graph, prices, level, cell)
            entries = range(boundary.first_entry[cell], boundary.first_entry[cell + 1])
            exits = range(boundary.first_exit[cell], boundary.first_exit[cell + 1])
            for k, entry in enumerate(entries):
                for x, exit_ in enumerate(exits):
                    at = boundary.first_shortcut[cell] + k * len(exits) + x
                    if prices.shortcuts[at] >= UNREACHED:
                        continue
                    begin, goal = int(boundary.entering[entry]), int(boundary.leaving[exit_])
                    ends = boundary.state[[begin, goal]]
                    count = way_inside(search, places, level, cell, *ends, *of)
                    found = places[: count + 1][::-1].astype(np.int64)
                    if level:
                        found += boundary.first_entry[inside.first_child[cell]]
                        over = boundary.entering[found]
                    else:
                        over = boundary.number[slots.state[slots.first[cell] + found]]
                    cost, numbers = here.way(begin, goal)
                    assert cost == prices.shortcuts[at]
                    assert over.tolist() == [begin, *numbers[:-1]]
                    unpacked += 1
    assert unpacked > 1000


def test_a_search_has_room_for_more_exits_than_places() -> None:
    roads = random_town(60, 2)
    nest = random_nest(60, (50, 40, 30))
    crp = isochrone.Crp(roads, random_weights(roads, 2, turns=False), partition=nest, smallest=0)
    graph = boundary_graph(crp.query_graph)
    exits = int(np.diff(graph.boundary.first_exit).max())
    children = graph.inside.first_child[graph.first_cell[1] :]
    places = np.diff(graph.boundary.first_entry[children])
    assert exits > max(graph.most_states, int(places.max()))
    assert graph.most_inside >= exits


def test_who_waits_for_a_hop_that_has_no_room_ends() -> None:
    roads = random_town(60, 2)
    how: Any = {"partition": halved(roads, (8, 24)), "smallest": 0}
    crp = isochrone.Crp(roads, random_weights(roads, 2, turns=False), **how)
    graph = boundary_graph(crp.query_graph)
    unpacker = unpack.Unpacker(graph, graph.prices(crp.customized))
    unpacker.unpacked(
        np.zeros(1, np.uint32), np.full(1, NONE, np.uint32)
    )  # compiled, nothing to do
    progress = unpacker._hops.progress
    progress[unpack.MADE] = progress[unpack.OPEN] = 1  # reserved, and never made
    waits = threading.Thread(target=unpacker._serve_all, args=(1,), daemon=True)
    waits.start()
    waits.join(0.2)
    assert waits.is_alive()
    progress[unpack.SHORT] = 1
    waits.join(30)
    assert not waits.is_alive()
