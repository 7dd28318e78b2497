"""Point to point on an overlay: a bidirectional multilevel Dijkstra, and the way unpacked.

Source: Delling, Goldberg, Pajor, Werneck, "Customizable route planning", SEA 2011; the query of
Delling, Kobitzsch, Werneck 2014. Costs equal those of `road.routes.route.Router`; where several
ways cost the same, the way may be another.
"""

from __future__ import annotations

import weakref
from typing import Protocol

import numpy as np

from road.crp.customization.customize import Customized
from road.crp.query.boundary_graph import BoundaryGraph, boundary_graph
from road.crp.query.levels import QueryGraph
from road.crp.query.search import meet
from road.crp.query.unpack import Unpacker
from road.crp.query.workspace import close, forget, numbers_for, side, workspace_for
from road.graph import I64, U32
from road.routes.between import RouterBetween
from road.search.starts import Seeds

FIRST_CELLS = 16
"""Lowest cells that queries may open before the workspace grows."""


_GRAPHS: weakref.WeakKeyDictionary[QueryGraph, BoundaryGraph] = weakref.WeakKeyDictionary()
"""Boundary graphs by overlay; each serves one metric after another."""


class CustomizedSolver(Protocol):
    """A solver with cells, as ways need it: their numbers and their costs, both on the host."""

    @property
    def query_graph(self) -> QueryGraph: ...
    @property
    def customized(self) -> Customized: ...


class CrpRouter(RouterBetween):
    """Ways between pairs of places, from cell to cell.

    crp : a solver. Holds 4 bytes a state, 6 a step, some 100 for each state that enters a cell of
        the lowest level, and the shortcuts once more.
    """

    method = "cells"

    def __init__(self, crp: CustomizedSolver) -> None:
        queries, done = crp.query_graph, crp.customized
        super().__init__(done.search)
        if queries not in _GRAPHS:
            _GRAPHS[queries] = boundary_graph(queries)
        self._graph = _GRAPHS[queries]
        self._prices = self._graph.prices(done)
        self._unpacker = Unpacker(self._graph, self._prices)
        self._cells = self.settled = 0
        self._make_room(FIRST_CELLS)

    def _make_room(self, cells: int) -> None:
        """For queries that open so many of the lowest cells."""
        if cells > self._cells:
            self._cells = cells
            self._workspace = workspace_for(self._graph, cells)
            numbers = numbers_for(self._graph, cells)
            self._sides = side(numbers), side(numbers)

    def _between(self, seeds: Seeds, ends: I64, left: U32, worth: int) -> tuple[int, U32]:
        search, graph = self.search, self._graph
        self._make_room(len(seeds.states) + len(ends))
        forward, backward = self._sides
        ticks, number, self.settled = meet(
            graph.boundary, graph.slots, self._prices, self._workspace, forward, backward,
            search.first_out, search.head, seeds.states, seeds.ticks, ends, left,
        )  # fmt: skip
        states = np.empty(0, np.uint32)
        if ticks < worth:
            states = self._unpacker.states_between(number, self._workspace, self._sides)
        close(graph.boundary, self._workspace)
        forget(forward)
        forget(backward)
        return int(ticks), states
