"""A route point by point: how far it is to each, what it costs, and how high it lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from road.graph import F64
from road.routes.route import Route
from road.routes.route_line import part_line


@dataclass(frozen=True, eq=False)
class Stations:
    """The points of a route in the direction of travel; where a turn costs a point comes twice.

    points : float64, (n, 2), in the graph's coordinates. metres, costs : float64, (n,), from the
    beginning; seconds, or the unit of the weights. rise : float64, (n,), metres above the beginning
    by the slopes of arcs; None where they are not known.
    """

    points: F64
    metres: F64
    costs: F64
    rise: F64 | None = None


def stations_of(route: Route, metres: F64 | None = None, places: F64 | None = None) -> Stations:
    """metres : float64, parts, how long each is; None for what the graph says. places : float64,
    (parts + 1, 2), their ends, of parts that are straight; None likewise. Along a part costs and
    heights grow evenly. Raises InputError for a graph without positions."""
    if not route.parts:
        return Stations(np.empty((0, 2)), np.empty(0), np.empty(0))
    scale, slope = route.weights.tick_seconds or 1.0, route.graph.arcs.slope
    points: list[F64] = []
    along: list[F64] = []
    costs: list[F64] = []
    rise: list[F64] = []
    gone = spent = climbed = 0.0
    for k, part in enumerate(route.parts):
        line = part_line(route.graph, part) if places is None else places[k : k + 2]
        took = route.part_ticks(part)
        length = route.part_length_m(part) if metres is None else float(metres[k])
        turn = route.turn_ticks[k - 1] if k else 0
        share = _shares(line, route.graph.geographic)
        up = 0.0 if slope is None else length * float(slope[part.arc]) / 100
        spent += turn
        kept = slice(1, None) if k and not turn else slice(None)
        points.append(line[kept])
        for column, begin, grows in (
            (along, gone, length),
            (costs, spent, took),
            (rise, climbed, up),
        ):
            column.append((begin + grows * share)[kept])
        gone, spent, climbed = gone + length, spent + took, climbed + up
    ticks = np.concatenate(costs)
    ticks[-1] = route.ticks  # stretches of arcs are rounded apart from each other
    return Stations(
        np.concatenate(points),
        np.concatenate(along),
        np.maximum.accumulate(np.minimum(ticks, route.ticks)) * scale,
        None if slope is None else np.concatenate(rise),
    )


def _shares(line: F64, geographic: bool) -> F64:
    """Of the length of a line, from its beginning to each point."""
    steps = np.diff(line, axis=0)
    if geographic:
        steps[:, 0] *= np.cos(np.radians(0.5 * (line[1:, 1] + line[:-1, 1])))
    along = np.concatenate(([0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))))
    return along / along[-1] if along[-1] > 0 else np.linspace(0.0, 1.0, len(line))
