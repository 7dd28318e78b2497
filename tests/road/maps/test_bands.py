"""Lines by band: cut where the time passes the limit, along the shape, whole and not twice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.errors import InputError
from core.solver import Start
from road.graph import RoadGraph
from road.maps.bands import BandPieces, pieces_of, timed_lines
from road.maps.bands_lines import part_lines
from road.results.travel_times import RoadTimes
from road.routes.route_descent import ArcStretch
from road.routes.route_line import part_line
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import DRAWN, arc_between, graph_of, random_town
from tests.road.searches import random_weights, without_turns


def solved(graph: RoadGraph, *, turns: bool = False, direction: str = "from") -> RoadTimes:
    weights = random_weights(graph, 3, turns=turns)
    if not turns:
        weights = without_turns(weights)
    arc = int(np.flatnonzero(weights.arc_costs < 1 << 30)[0])
    sources = (Start(0, 1.0), RoadStart((ArcPoint(arc, 0.3),)))
    return Dijkstra(graph, weights, direction=direction).solve(sources)  # type: ignore[arg-type]


def limits_of(times: RoadTimes) -> list[float]:
    return [times.max_seconds * share for share in (0.2, 0.5, 0.7, 1.0)] + [
        times.max_seconds + 10.0
    ]


def time_at(times: RoadTimes, arc: int, share: float) -> float:
    """Ticks of a point of a street, from whichever of its arcs: what hovering over it says."""
    from road.streets import streets_of
    from road.turns import NO_ARC

    streets = streets_of(times.search.graph)
    back = int(streets.back[np.searchsorted(streets.arc, arc)])
    places = [ArcPoint(arc, share)]
    if back != NO_ARC:
        places.append(ArcPoint(back, 1 - share))
    return times.seconds_at(places)


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_every_point_of_a_piece_lies_in_its_band(name: str, direction: str, turns: bool) -> None:
    times = solved(DRAWN[name](), turns=turns, direction=direction)
    limits = limits_of(times)
    pieces = pieces_of(times, limits)
    edges = [0.0, *limits]
    for k in range(pieces.count):
        for along in (0.01, 0.37, 0.5, 0.99):
            share = pieces.begin[k] + along * (pieces.end[k] - pieces.begin[k])
            seconds = time_at(times, int(pieces.arc[k]), min(share, 1.0))
            band = int(pieces.band[k])
            assert edges[band] - 1e-6 <= seconds <= edges[band + 1] + 1e-6
            assert pieces.earliest[k] - 1e-6 <= seconds <= pieces.latest[k] + 1e-6


def test_pieces_end_exactly_where_the_limit_is_passed() -> None:
    # 0 ──── 1 ──── 2, 100 m and 1000 s each: 1500 s is half way along the second street.
    graph = graph_of([(0, 0), (100, 0), (200, 0)], [(0, 1), (1, 2)])
    weights = without_turns(random_weights(graph))
    weights = replace(weights, arc_costs=np.full(4, 1_000_000, np.uint32))
    times = Dijkstra(graph, weights).solve((Start(0),))
    pieces = pieces_of(times, (1500.0,))
    assert ends_of(pieces) == [((0, 0), (100, 0)), ((100, 0), (150, 0))]
    assert pieces.earliest.tolist() == [0.0, 1000.0]
    assert pieces.latest.tolist() == [1000.0, 1500.0]
    assert pieces.length_m.tolist() == [100.0, 50.0]


def test_a_street_reached_from_both_ends_is_latest_where_the_fronts_meet() -> None:
    graph = graph_of([(0, 0), (100, 0)], [(0, 1)])
    weights = replace(random_weights(graph), arc_costs=np.full(2, 1000, np.uint32))
    times = Dijkstra(graph, weights).solve((Start(0), Start(1)))
    pieces = pieces_of(times, (1.0,))
    assert pieces.count == 1
    assert (pieces.earliest[0], pieces.latest[0]) == (0.0, 0.5)
    lines = timed_lines(times, np.inf)
    assert lines.points[:, 0].tolist() == [0, 50, 50, 100]
    assert lines.ticks.tolist() == [0, 500, 500, 0]


def test_lines_follow_the_shape_and_cut_it_where_the_other_drawing_does() -> None:
    graph = DRAWN["parallels and loops"]()
    random = np.random.default_rng(5)
    begin, end = np.sort(random.random((2, graph.arc_count)), axis=0)
    arcs = np.arange(graph.arc_count, dtype=np.uint32)
    lines = part_lines(graph, arcs, begin, end)
    for arc in range(graph.arc_count):
        points = lines.points[lines.first[arc] : lines.first[arc + 1]]
        wanted = part_line(graph, ArcStretch(arc, float(begin[arc]), float(end[arc])))
        np.testing.assert_allclose(points, wanted, atol=1e-9)


def test_neighbouring_pieces_meet_to_the_bit() -> None:
    times = solved(random_town(seed=4))
    pieces = pieces_of(times, limits_of(times))
    last = pieces.points[pieces.first[1:] - 1]
    begins = pieces.points[pieces.first[:-1]]
    follows = (pieces.arc[1:] == pieces.arc[:-1]) & (pieces.begin[1:] == pieces.end[:-1])
    assert follows.any()
    np.testing.assert_array_equal(last[:-1][follows], begins[1:][follows])


def test_all_bands_together_are_the_reached_roads() -> None:
    times = solved(random_town(seed=4))
    limits = limits_of(times)
    pieces, whole = pieces_of(times, limits), pieces_of(times, limits[-1:])
    assert pieces.length_m.sum() == pytest.approx(whole.length_m.sum(), rel=1e-5)


def test_nothing_reached_gives_no_pieces() -> None:
    graph = DRAWN["islands"]()
    times = Dijkstra(graph, without_turns(random_weights(graph))).solve((Start(8),))
    assert pieces_of(times, (100.0,)).count == 0
    assert len(timed_lines(times, 100.0).points) == 0


def test_roads_without_positions_are_refused() -> None:
    graph = replace(random_town(), x=None, y=None)
    times = solved(graph)
    with pytest.raises(InputError, match="no positions"):
        pieces_of(times, (100.0,))


def ends_of(pieces: BandPieces) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    lines = [pieces.points[a:b] for a, b in zip(pieces.first, pieces.first[1:], strict=False)]
    return [(tuple(line[0].tolist()), tuple(line[-1].tolist())) for line in lines]


def test_a_one_way_street_towards_the_start_is_not_drawn_beyond_it() -> None:
    # 0 → 1, start in the middle: only what lies ahead is reached.
    graph = graph_of([(0, 0), (100, 0)], [(0, 1, True)])
    there, back = arc_between(graph, 0, 1), arc_between(graph, 1, 0)
    costs = np.empty(2, np.uint32)
    costs[there], costs[back] = 1000, 1 << 30
    weights = replace(random_weights(graph), arc_costs=costs)
    times = Dijkstra(graph, weights).solve((RoadStart((ArcPoint(there, 0.5),)),))
    assert ends_of(pieces_of(times, (9.0,))) == [((50, 0), (100, 0))]
