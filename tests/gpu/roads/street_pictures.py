"""Pictures of streets that a device draws, beside those of the processor, from the same labels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from core.geometry.blending import mixed
from core.solver import Start
from core.times import UNLIMITED
from gpu.roads.label_order import LabelOrder
from gpu.roads.pictures.streets import street_picture
from gpu.roads.travel_times import DeviceRoadTimes
from road.costs.metric import Weights
from road.graph import RoadGraph, Shapes
from road.maps.drawing import Inks, View
from road.maps.drawing_layout import RANKS, StreetLines, lines_of
from road.maps.drawing_times import StreetTimes, timed
from road.maps.picture import Filled, StreetPicture, paint
from road.search.search_graph import Direction
from road.search.starts import ArcPoint, RoadStart
from road.solvers.dijkstra import Dijkstra
from tests.road.drawn import private_town
from tests.road.searches import random_weights

BANDS = np.array([0xFF2060FF, 0xFF20FF60, 0xFFFF6020, 0xFFFFFF20, 0xFF808080], np.uint32)
SMOOTH = (0xFF000000 + np.arange(0, 1 << 24, 4001)).astype(np.uint32)
REST = np.array([0xFF909090, 0xFFA0A0A0, 0xFFB0B0B0, 0xFFC0C0C0], np.uint32)
PAPER = np.uint32(0xFFF4F2EC)
NO_ARCS = np.empty(0, np.uint32)
STARTS = (
    RoadStart((ArcPoint(5, 0.25),)),
    RoadStart((ArcPoint(9, 0.5), ArcPoint(30, 0.75)), 1.5),
    Start(3),
)


def plain(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return x, y


def town(vertices: int = 90, seed: int = 4) -> RoadGraph:
    """A town whose streets are bent, every third by two points."""
    made = private_town(vertices, seed, restrictions=25)
    assert made.x is not None
    assert made.y is not None
    random = np.random.default_rng(seed)
    arcs = made.arc_count
    count = np.where(np.arange(arcs) % 3 == 0, 2, 0)
    first = np.concatenate(([0], np.cumsum(np.append(0, count))))
    share = np.where(np.arange(first[-1]) % 2 == 0, 0.3, 0.7)
    arc = np.repeat(np.arange(arcs), count)
    wide = float(np.ptp(made.x))
    x = made.x[made.tail[arc]] * (1 - share) + made.x[made.head[arc]] * share
    y = made.y[made.tail[arc]] * (1 - share) + made.y[made.head[arc]] * share
    points = np.column_stack((x, y)) + random.normal(0, wide / 60, (len(arc), 2))
    of_arc = np.where(count > 0, np.arange(arcs) + 1, 0).astype(np.uint32)
    return replace(made, shapes=Shapes(first, points, of_arc, np.zeros(arcs, np.uint8)))


def on_device(times: Any, *, shuffled: bool = False) -> DeviceRoadTimes:
    """The same result, with its labels on device 0, in an order of their own if `shuffled`."""
    import cupy

    labels, order = times.state_labels, None
    if shuffled:
        place = np.random.default_rng(3).permutation(len(labels)).astype(np.uint32)
        order, moved = LabelOrder(place, 0), np.empty_like(labels)
        moved[place] = labels
        labels = moved
    told = cupy.asarray(labels), 0, times.sources, times.limit_seconds
    return DeviceRoadTimes(times.search, *told, partial=False, order=order)


def view_of(
    graph: RoadGraph, shape: tuple[int, int], zoom: float, width: float, aside: float = 0.0
) -> tuple[View, StreetLines]:
    """All of a graph, `zoom` times as large, some of its width aside."""
    assert graph.x is not None
    assert graph.y is not None
    lines = lines_of(graph, plain)
    wide = float(np.ptp(graph.x))
    scale = 1.1 * wide / shape[1] / zoom
    left = float(graph.x.min()) + wide * (aside + 0.5 - 0.55 / zoom)
    top = float(graph.y.max()) - wide * (0.5 - 0.55 / zoom * shape[0] / shape[1])
    widths = width * np.array([1.0, 1.2, 1.5, 2.0])
    return View(left, top, scale, widths, lines.level_at(scale)), lines


def assert_same_pictures(
    graph: RoadGraph,
    weights: Weights,
    change: Callable[[StreetPicture], StreetPicture] = lambda picture: picture,
    *,
    direction: Direction = "from",
    limit: float = UNLIMITED,
    starts: Any = STARTS,
    shape: tuple[int, int] = (83, 117),
    zoom: float = 1.0,
    width: float = 1.3,
    aside: float = 0.0,
    dark: bool | None = None,
    ground: Any = PAPER,
    shut: Any = NO_ARCS,
    table: Any = BANDS,
) -> int:
    """Returns how many pixels are drawn."""
    solver = Dijkstra(graph, weights, direction=direction)
    times = solver.solve(starts, limit=limit)
    view, lines = view_of(graph, shape, zoom, width, aside)
    last = max(times.max_seconds, 1.0)
    inks = Inks(
        table, (len(table) - 1) / (0.8 * last), min(1e30, 0.95 * last, limit), REST + 1, REST,
        REST + 2, 1.5, REST + 3, 0.62,
    )  # fmt: skip
    picture = StreetPicture(view, inks)
    if dark is not None:
        picture = StreetPicture.lit(view, inks, lines, dark)
    picture = change(picture)
    clocks: StreetTimes = timed(graph, lines, times, shut)
    expected = np.full(shape, ground, np.uint32) if np.isscalar(ground) else ground.copy()
    bare = expected.copy()
    assert paint(expected, picture, lines, clocks, lambda: True)
    there, by_arcs = on_device(times), times.search.edge_based
    shuffled = [on_device(times, shuffled=True)] if by_arcs else []
    for each in (there, *shuffled):
        assert (each.reached, each.max_ticks) == (times.reached, times.max_ticks)
        assert "state_labels" not in vars(each)  # counted where they are
    # Squares of a view, and times of streets, are found once.
    for each in (there, there, *shuffled):
        found = street_picture(each, picture, lines, shape, ground, shut)
        assert found is not None
        np.testing.assert_array_equal(found, expected)
    return int(np.count_nonzero(expected != bare))


def filled(picture: StreetPicture) -> StreetPicture:
    table = picture.inks.table
    tables = []
    for k in (2, 1, 0):
        one = np.zeros_like(table)
        one[k] = table[k]
        tables.append(one)
    return picture._replace(filled=Filled(9.0, tuple(tables)))


def unrested(picture: StreetPicture) -> StreetPicture:
    """Nothing but what is reached."""
    return picture._replace(inks=picture.alone)


LOOKS: dict[str, dict[str, Any]] = {
    "as usual": {},
    "wide": {"width": 4.0},
    "far away": {"zoom": 0.2},
    "near": {"zoom": 30.0, "width": 2.0},
    "nearer": {"zoom": 400.0, "width": 7.0},
    "aside": {"aside": 0.7},
    "away from all": {"aside": 40.0},
    "light in the dark": {"dark": True},
    "light": {"dark": False, "shape": (64, 130)},
    "wide, lit": {"dark": True, "width": 5.0, "zoom": 3.0},
    "limited": {"limit": 4.0},
    "shut": {"shut": np.array([3, 8, 40, 41], np.uint32)},
    "many colours": {"table": SMOOTH},
    "many colours, wide": {"table": SMOOTH, "width": 3.0, "zoom": 4.0},
    "no starts on streets": {"starts": (Start(3), Start(50, 2.0))},
    "a pixel": {"shape": (1, 1), "zoom": 0.5},
}
"""Views, widths, colours and starts."""


def ground_of(shape: tuple[int, int]) -> np.ndarray:
    """Something that lies beneath."""
    random = np.random.default_rng(8)
    noise = random.integers(0, 1 << 24, shape).astype(np.uint32) | np.uint32(0xFF000000)
    return mixed(noise, np.full(shape, 0xFFFFFFFF, np.uint32), 0.5)


def weights_of(graph: RoadGraph, turns: bool) -> Weights:
    return random_weights(graph, 4, turns=turns)


assert len(REST) == RANKS
