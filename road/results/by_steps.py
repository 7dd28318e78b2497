"""Results over ground with straight lines, told by steps alone: for whoever follows steps back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.solver import Start
from road.results.travel_times import RoadTimes
from road.search.search_graph import SearchGraph, sealed
from road.search.starts import delay_ticks
from road.terrain.straight_ground import lay_steps


def told_by_steps(times: RoadTimes) -> RoadTimes:
    """The same labels over a graph whose steps explain them: routes, trees and who is first come
    out of these.

    Where a wedge gave a cell its label, the step from the neighbour nearest to where the front came
    in costs what the cell is later than that neighbour; in a start's disc, the step from the
    soonest neighbour. Of times without straight lines these are the times themselves.
    """
    search, ground = times.search, times.search.ground
    if ground is None:
        return times
    begins = np.zeros(search.states, np.bool_)
    for source in times.sources:
        if isinstance(source, Start):
            begins[source.element] |= times.labels[source.element] == delay_ticks(search, source)
    graph, cost = search.graph, search.weights.arc_costs.copy()
    outward = search.direction == "from"
    lay_steps(ground.lines, graph.first_out, graph.head, times.labels, begins, outward, cost)
    weights = replace(search.weights, arc_costs=sealed(cost))
    told = SearchGraph.of(graph, weights, search.direction, edge_based=False)
    return replace(times, search=told)
