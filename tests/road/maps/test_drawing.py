"""Streets drawn into a picture: where they lie, in which colour, cut at their times."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.solver import Start
from core.times import UNREACHED
from road.build import assemble, unknown_properties
from road.costs.metric import Weights
from road.graph import RoadGraph, Shapes
from road.maps.drawing import Inks, View, draw_streets
from road.maps.drawing_layout import LEVELS, RANKS, lines_of
from road.maps.drawing_times import timed, untimed
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra

GROUND, GREY = 0xFF000000, 0xFF808080
INKS = np.array([0xFF0000FF, 0xFF00FF00, 0xFFFF0000, 0xFFFFFFFF], np.uint32)
FLAT = np.full(RANKS, GREY, np.uint32)
NONE = np.zeros(RANKS, np.uint32)


def plain(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return x, y


def graph_of(
    x: list[float], y: list[float], arcs: list[tuple[int, int]], shapes: Shapes | None = None
) -> RoadGraph:
    tail, head = np.array(arcs, np.uint32).T
    return assemble(
        tail=tail, head=head, arcs=unknown_properties(np.ones(len(arcs), np.float32)),
        vertex_ids=np.arange(len(x)), x=np.array(x), y=np.array(y), geographic=False, shapes=shapes,
    )  # fmt: skip


def costs(graph: RoadGraph, ticks: list[int]) -> Weights:
    """Ticks of arcs in the order of their tails."""
    return Weights(np.array(ticks, np.uint32), tick_seconds=1.0, unit="s")


def picture(
    graph: RoadGraph, times: Any, end: float = 40.0, width: float = 1.0, scale: float = 1.0
) -> np.ndarray:
    """40 × 20 pixels whose corner is (0, 20); bands of ten seconds."""
    image = np.full((20, 40), GROUND, np.uint32)
    lines = lines_of(graph, plain)
    view = View(0.0, 20.0 * scale, scale, np.full(RANKS, width), lines.level_at(scale))
    inks = Inks(INKS, 0.1, end, FLAT, FLAT, NONE, shut=FLAT + 1)
    draw_streets(image, (0, 20), view, lines, times, inks)
    return image


def road() -> RoadGraph:
    """One street both ways, 40 long, in the middle of row 9."""
    return graph_of([0.0, 40.0], [10.5, 10.5], [(0, 1), (1, 0)])


def test_a_road_is_drawn_where_it_lies_and_nowhere_else() -> None:
    graph = road()
    drawn = picture(graph, untimed(graph, lines_of(graph, plain), costs(graph, [1, 1])))
    assert (drawn[9] == GREY).all()
    assert (np.delete(drawn, 9, axis=0) == GROUND).all()


def test_streets_shut_by_hand_have_a_colour_of_their_own() -> None:
    # 0 ══ 1 ══ 2      20 long each, the second one shut
    graph = graph_of([0.0, 20.0, 40.0], [10.5] * 3, [(0, 1), (1, 0), (1, 2), (2, 1)])
    shut = np.array([2, 3], np.uint32)
    weights = costs(graph, [20, 20, UNREACHED, UNREACHED])
    lines = lines_of(graph, plain)
    drawn = picture(graph, untimed(graph, lines, weights, shut))
    assert (drawn[9] == np.repeat([GREY, GREY + 1], 20)).all()
    times = Dijkstra(graph, weights).solve((Start(0),))
    drawn = picture(graph, timed(graph, lines, times, shut))
    assert (drawn[9] == np.repeat([INKS[0], INKS[1], GREY + 1], [10, 10, 20])).all()


def test_colours_change_just_where_time_passes_a_limit() -> None:
    """Pixels on either side have their own colour; one that the limit halves may be a mixture."""
    graph = road()
    times = Dijkstra(graph, costs(graph, [40, 40])).solve((Start(0),))
    drawn = picture(graph, timed(graph, lines_of(graph, plain), times))
    for column in range(40):
        assert drawn[9, column] == INKS[column // 10], column


def test_a_street_reached_from_both_ends_is_latest_in_its_middle() -> None:
    graph = road()
    times = Dijkstra(graph, costs(graph, [32, 32])).solve((Start(0), Start(1)))
    drawn = picture(graph, timed(graph, lines_of(graph, plain), times))[9]
    assert (drawn[:12] == INKS[0]).all()  # 10 s is reached after 12.5 pixels
    assert (drawn[13:27] == INKS[1]).all()
    assert (drawn[28:] == INKS[0]).all()


@pytest.mark.parametrize("direction", ["from", "to"])
def test_a_start_on_a_street_spreads_both_ways(direction: Any) -> None:
    graph = road()
    solver = Dijkstra(graph, costs(graph, [40, 40]), direction=direction)
    times = solver.solve((RoadStart((ArcPoint(0, 0.25), ArcPoint(1, 0.75)), 5.0),))
    drawn = picture(graph, timed(graph, lines_of(graph, plain), times))[9]
    assert (drawn[6:14] == INKS[0]).all()
    assert (drawn[:4] == INKS[1]).all()
    assert (drawn[16:24] == INKS[1]).all()
    assert (drawn[26:34] == INKS[2]).all()
    assert (drawn[36:] == INKS[3]).all()


def test_past_the_end_a_road_is_as_if_not_reached() -> None:
    graph = road()
    times = Dijkstra(graph, costs(graph, [40, 40])).solve((Start(0),))
    drawn = picture(graph, timed(graph, lines_of(graph, plain), times), end=15.0)[9]
    assert (drawn[:9] == INKS[0]).all()
    assert (drawn[11:14] == INKS[1]).all()
    assert (drawn[16:] == GREY).all()


def test_a_bend_is_followed_and_time_runs_along_it() -> None:
    # one way, 0 → (20, 0) → 1: up the left half of row 9, then down column 20
    bend = Shapes(
        np.array([0, 1]), np.array([[20.5, 10.5]]), np.zeros(1, np.uint32), np.zeros(1, np.uint8)
    )
    graph = graph_of([0.5, 20.5], [10.5, 0.5], [(0, 1)], bend)
    times = Dijkstra(graph, costs(graph, [30])).solve((Start(0),))
    drawn = picture(graph, timed(graph, lines_of(graph, plain), times))
    assert drawn[9, 5] == INKS[0]
    assert drawn[9, 15] == INKS[1]
    assert drawn[15, 20] == INKS[2]
    assert drawn[15, 5] == GROUND


def test_wide_roads_have_their_width_and_a_straight_cut() -> None:
    graph = road()
    times = Dijkstra(graph, costs(graph, [40, 40])).solve((Start(0),))
    drawn = picture(graph, timed(graph, lines_of(graph, plain), times), width=5.0)
    assert (drawn[7:12, 5] == INKS[0]).all()
    assert (drawn[[5, 13], 5] == GROUND).all()
    for row in range(7, 12):
        assert drawn[row, 9] == INKS[0]
        assert drawn[row, 10] == INKS[1]


def test_far_away_few_of_many_short_streets_stand_for_all() -> None:
    # 4000 streets of a metre in a village of 20 m, and one street at the end of the world
    rng = np.random.default_rng(7)
    ends = np.append(rng.uniform(0, 20, (4000, 2)), [[999.0, 0.0]], axis=0)
    x = np.column_stack((ends[:, 0], ends[:, 0] + 1)).ravel().tolist()
    y = np.column_stack((ends[:, 1], ends[:, 1] + 1)).ravel().tolist()
    graph = graph_of(x, y, [(2 * k, 2 * k + 1) for k in range(4001)])
    lines = lines_of(graph, plain)
    shown = [np.count_nonzero(lines.level <= lines.level_at(size)) for size in (4.0, 2.0, 0.5)]
    assert shown[0] < 60
    assert shown[0] < shown[1] < shown[2] == 4001
    assert lines.level.max() < LEVELS
    assert np.sort(lines.street).tolist() == list(range(4001))


def test_parts_of_a_picture_drawn_one_by_one_make_the_whole() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.uniform(0, 40, 60).tolist(), rng.uniform(0, 20, 60).tolist()
    graph = graph_of(x, y, [(k, k + 1) for k in range(59)])
    weights = costs(graph, rng.integers(1, 5, 59).tolist())
    lines = lines_of(graph, plain)
    times = timed(graph, lines, Dijkstra(graph, weights).solve((Start(0),)))
    view = View(0.0, 20.0, 1.0, np.full(RANKS, 3.0), lines.level_at(1.0))
    inks = Inks(INKS, 0.1, 30.0, FLAT, FLAT, FLAT)
    whole, parts = (np.full((20, 40), GROUND, np.uint32) for _ in range(2))
    draw_streets(whole, (0, 20), view, lines, times, inks)
    for rows in ((0, 7), (7, 8), (8, 20)):
        draw_streets(parts, rows, view, lines, times, inks)
    assert (whole == parts).all()
