"""Joined ground after edits: times are those of cells and roads joined anew, bit for bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.document.combined import CombinedTerrain
from app.document.edited_combined import edited_to
from core.times import UNLIMITED, UNREACHED
from raster.edits.apply import EditedGrid
from raster.edits.edit import EFFECTS, NO_EDITS, AreaShape, EditLayer, GroundEdit, LineShape
from raster.grid import VelocityGrid
from road.costs.metric import Weights
from road.search.search_graph import Direction, SearchGraph
from road.solvers import dynamic
from road.solvers.dijkstra import Dijkstra
from road.solvers.dynamic import DynamicUpdate
from tests.road.drawn import DRAWN
from tests.road.searches import random_weights, without_turns
from tests.road.terrain.test_straight_ground import joined, starts_on


def drawn(grid: VelocityGrid, random: np.random.Generator) -> GroundEdit:
    middle = random.uniform((0, 0), grid.shape)
    places = tuple(grid.centre_of(*(middle + random.normal(0, 2, 2))) for _ in range(3))
    shape = LineShape(places[:2], 20.0) if random.random() < 0.7 else AreaShape(places)
    effect = EFFECTS[int(random.choice(4, p=(0.4, 0.1, 0.3, 0.2)))]
    return GroundEdit(shape, effect, float(random.choice([0.5, 2.0, 9.0])))


def changed(layer: EditLayer, grid: VelocityGrid, random: np.random.Generator) -> EditLayer:
    if layer and random.random() < 0.4:
        return layer.without(int(random.integers(len(layer.edits))))
    return layer.with_edit(drawn(grid, random))


def drawn_weights(weights: Weights, random: np.random.Generator) -> Weights:
    """A road closed, or slower, or as it was."""
    costs = weights.arc_costs.copy()
    arc = int(random.integers(len(costs)))
    costs[arc] = random.choice([UNREACHED, min(int(costs[arc]) * 2, UNREACHED), costs[arc]])
    return replace(weights, arc_costs=costs)


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("geometry", ["eight", "straight"])
def test_drawn_edits_and_costs_give_the_bits_of_joining_anew(
    geometry: str, direction: Direction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamic, "MOST_LOOKED_AT", 9.0)
    kept = updated = 0
    for seed, name in enumerate(("random town", "grid city", "islands")):
        random = np.random.default_rng(seed)
        terrain = joined(name, seed, geometry)
        base, graph = terrain.grid, DRAWN[name]()
        roads = without_turns(random_weights(graph, seed))
        sources = starts_on(terrain)
        limit = 300.0 if seed == 1 else UNLIMITED
        edited = EditedGrid.of(base, NO_EDITS)
        times = solved(terrain, direction).solve(sources, limit=limit)
        for _ in range(14):
            edited = edited.with_layer(changed(edited.layer, base, random))
            weights = drawn_weights(roads, random)
            same = edited_to(terrain, edited.grid)
            same = None if same is None else same.weighing(weights)
            anew = CombinedTerrain.of(edited.grid, graph, weights, geometry=geometry)
            expected = solved(anew, direction).solve(sources, limit=limit)
            terrain = same or anew
            kept += same is not None
            solver = DynamicUpdate(times, solved(terrain, direction))
            times = solver.solve(sources, limit=limit)
            cells = terrain.joined.cells
            assert np.array_equal(times.labels[:cells], expected.labels[:cells])
            if same is None:
                assert np.array_equal(times.labels, expected.labels)
            updated += solver.settled is not None
            fresh = solved(terrain, direction).solve(sources, limit=limit)
            assert np.array_equal(times.labels, fresh.labels)
    assert kept > 15, "most edits leave the graph as it is"
    assert updated > 15, "and most are gone on from"


def solved(terrain: CombinedTerrain, direction: Direction) -> Dijkstra:
    return Dijkstra(terrain.joined.graph, terrain.joined.weights, direction=direction)


def test_what_could_not_be_passed_is_joined_anew_and_much_as_well() -> None:
    terrain = joined("grid city", 3, "eight")
    grid = terrain.grid
    water = np.argwhere(~(grid.kmh_of(grid.values) > 0))[0]
    dot = LineShape((grid.centre_of(*water.tolist()),))
    opened = EditedGrid.of(grid, EditLayer((GroundEdit(dot, "open", 5.0),)))
    assert edited_to(terrain, opened.grid) is None
    corners = ((0, 0), (0, 29), (19, 29), (19, 0))
    most = AreaShape(tuple(grid.centre_of(*corner) for corner in corners))
    slow = EditedGrid.of(grid, EditLayer((GroundEdit(most, "factor", 0.5),)))
    assert edited_to(terrain, slow.grid) is None
    wall = EditedGrid.of(grid, EditLayer((GroundEdit(dot, "speed", 5.0),)))
    assert edited_to(terrain, wall.grid) is not None


def test_cells_beside_one_whose_lines_alone_cost_otherwise_are_looked_at() -> None:
    terrain = joined("grid city", 3)
    weights = terrain.joined.weights
    assert weights.ground is not None
    halves = weights.ground.half_costs.copy()
    halves[0, 4, 29] += 1  # as rounding may leave steps aslant where they were
    ground = replace(weights.ground, half_costs=halves)
    known, now = (
        SearchGraph.of(terrain.joined.graph, each)
        for each in (weights, replace(weights, ground=ground))  # type: ignore[call-arg]
    )
    found = dynamic.changed_states(known, now, 10)
    beside = {row * 30 + col for row in (3, 4, 5) for col in (28, 29)}
    assert found is not None
    assert set(found.tolist()) == beside
