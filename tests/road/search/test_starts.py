"""First labels of a search: of several that fall on one state, the earliest."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from core.solver import Start
from road.costs.metric import Weights
from road.search.search_graph import Direction, SearchGraph
from road.search.starts import ArcPoint, RoadSources, RoadStart, seeds_of
from tests.road.drawn import arc_between, graph_of

ROADS = graph_of([(0, 0), (100, 0), (200, 0)], [(0, 1), (1, 2)])
WEIGHTS = Weights(np.full(ROADS.arc_count, 1000, np.uint32), tick_seconds=0.001)
ALONG, BACK = arc_between(ROADS, 0, 1), arc_between(ROADS, 1, 0)


def on_street(fraction: float, delay: float) -> RoadStart:
    return RoadStart((ArcPoint(ALONG, fraction), ArcPoint(BACK, 1 - fraction)), delay)


@pytest.mark.parametrize("edge_based", [False, True])
@pytest.mark.parametrize("direction", ["from", "to"])
def test_of_two_starts_on_a_state_the_earliest_counts_in_any_order(
    edge_based: bool, direction: Direction
) -> None:
    search = SearchGraph.of(ROADS, WEIGHTS, direction, edge_based=edge_based)
    sources: tuple[Start | RoadStart, ...] = (
        Start(1, 9.0),
        Start(1, 0.25),
        Start(1, 4.0),
        on_street(0.5, 3.0),
        on_street(0.25, 0.5),
    )
    alone = [_labels(search, (source,)) for source in sources]
    least = {
        state: min(each.get(state, 1 << 30) for each in alone) for each in alone for state in each
    }
    assert 250 in least.values() or edge_based
    for some in itertools.permutations(sources):
        assert _labels(search, some) == least


def _labels(search: SearchGraph, sources: RoadSources) -> dict[int, int]:
    seeds = seeds_of(search, sources, (1 << 30) - 1)
    assert len(set(seeds.states.tolist())) == len(seeds.states), "each state once"
    return dict(zip(seeds.states.tolist(), seeds.ticks.tolist(), strict=True))
