"""What makes one wait at the end of an arc: signals, signs, gates, larger roads without a sign, and
where ferries land.

Sources: https://wiki.openstreetmap.org/wiki/Tag:highway%3Dtraffic_signals, …/Tag:highway%3Dstop,
…/Tag:highway%3Dgive_way, with `direction`, `traffic_signals:direction` and `stop`. A sign without a
direction beside a junction holds for who drives towards it, as in OSRM, which takes stop signs so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from road.build import LooseStreets, StreetArcs
from road.files.osm.objects import OsmObjects, TaggedNode, Tags
from road.files.osm.streets import NodeLines
from road.graph import I64, U8
from road.properties import ArcEnd, Flag, RoadClass, Vehicle

MOTORS = Vehicle.CAR | Vehicle.OFFROAD

SIGNS = {
    "traffic_signals": ArcEnd.SIGNALS,
    "stop": ArcEnd.STOP,
    "give_way": ArcEnd.GIVE_WAY,
}
"""Signs by the value of `highway` of their node."""

GATES = ("gate", "lift_gate")
"""Values of `barrier` that are opened by somebody; OSRM waits at these two."""

DIRECTIONS = {"forward": 1, "backward": -1}

Bools = NDArray[np.bool_]


def _ranks() -> U8:
    ranks = np.zeros(256, np.uint8)
    ranks[[RoadClass.UNCLASSIFIED, RoadClass.RESIDENTIAL, RoadClass.LIVING_STREET]] = 1
    ranks[[RoadClass.TERTIARY, RoadClass.SECONDARY, RoadClass.PRIMARY, RoadClass.TRUNK]] = (
        2,
        3,
        4,
        5,
    )
    return ranks


RANK_OF_CLASS = _ranks()
"""Rank in the right of way where no sign says it, by class; from 2 on they are larger roads. Links
and motorways have lanes to merge in, and are 0."""


class Sign(NamedTuple):
    """direction : 1 along its way, -1 against it, 0 untold. minor : whether it binds minor roads
    alone."""

    end: ArcEnd
    direction: int = 0
    minor: bool = False


def sign_of(tags: Tags) -> Sign | None:
    """Of a node's tags; None where nobody has to wait."""
    end = SIGNS.get(tags.get("highway", ""))
    if end is not None:
        said = tags.get("direction", "")
        if end is ArcEnd.SIGNALS:
            said = tags.get("traffic_signals:direction", said)
        minor = end is ArcEnd.GIVE_WAY or tags.get("stop") == "minor"
        return Sign(end, DIRECTIONS.get(said, 0), minor)
    return Sign(ArcEnd.GATE) if tags.get("barrier") in GATES else None


def signs_of(objects: OsmObjects) -> dict[int, Sign]:
    """By the id of the node."""
    nodes: Iterable[TaggedNode] = (*objects.barriers, *objects.signs)
    found = ((node.id, sign_of(node.tags)) for node in nodes)
    return {node: sign for node, sign in found if sign is not None}


def on_streets(signs: dict[int, Sign], lines: NodeLines, for_motors: Bools) -> I64:
    """int64; ids of the nodes with a sign that lie on ways for motor vehicles.

    for_motors : bool, by place of the way in the file.
    """
    driven = np.unique(lines.node[for_motors[lines.way]])
    ids = np.array(sorted(signs), np.int64)
    return ids[np.isin(ids, lines.ids[driven])]


def arc_ends(streets: LooseStreets, arcs: StreetArcs, ids: I64, signs: dict[int, Sign]) -> U8:
    """uint8, arcs: codes of `ArcEnd`. ids : int64, vertices."""
    motor = ((streets.forward | streets.backward) & np.uint8(MOTORS)) != 0
    count, metres = _meeting(streets, motor, len(ids))
    rank = np.where(motor, RANK_OF_CLASS[streets.road_class], 0).astype(np.uint8)
    highest = np.zeros(len(ids), np.uint8)
    for side in (streets.u, streets.v):
        np.maximum.at(highest, side, rank)
    head, own_rank = arcs.head, rank[arcs.street]
    end, direction, minor = (column[head] for column in _columns(signs, ids))
    junction = count[head] > 2
    turned = np.zeros(len(head), np.bool_)
    if arcs.shapes is not None:
        turned = arcs.shapes.reverse != 0
    wrong_way = np.where(turned, direction == 1, direction == -1)
    # Beside a junction: who leaves it has the longer piece ahead.
    own_m = arcs.arcs.length_m
    leaves = ~junction & (direction == 0) & (metres[head] - own_m > own_m)
    leaves &= np.isin(end, (ArcEnd.STOP, ArcEnd.GIVE_WAY))
    spared = junction & minor & (own_rank == highest[head]) & (highest[head] > 1)
    found = np.where(wrong_way | leaves | spared, ArcEnd.NONE, end).astype(np.uint8)
    found[_larger_road_ahead(streets, arcs, junction, own_rank, highest) & (end == 0)] = (
        ArcEnd.LARGER_ROAD
    )
    found[_landings(streets, arcs, len(ids))] = ArcEnd.LANDING
    return found


def _landings(streets: LooseStreets, arcs: StreetArcs, vertices: int) -> Bools:
    """Whether an arc is a ferry that comes to land, as each ride does once."""
    ferry = streets.road_class == RoadClass.FERRY
    shore = np.zeros(vertices, np.bool_)
    shore[streets.u[~ferry]] = shore[streets.v[~ferry]] = True
    found: Bools = ferry[arcs.street] & shore[arcs.head]
    return found


def _columns(signs: dict[int, Sign], ids: I64) -> tuple[U8, NDArray[np.int8], Bools]:
    """Of each vertex: code of `ArcEnd`, direction, whether it binds minor roads alone."""
    end, direction = np.zeros(len(ids), np.uint8), np.zeros(len(ids), np.int8)
    minor = np.zeros(len(ids), np.bool_)
    for vertex in np.flatnonzero(np.isin(ids, np.array(list(signs), np.int64))).tolist():
        end[vertex], direction[vertex], minor[vertex] = signs[int(ids[vertex])]
    return end, direction, minor


def _meeting(streets: LooseStreets, motor: Bools, vertices: int) -> tuple[I64, NDArray[np.float64]]:
    """(streets for motor vehicles that end at each vertex, their metres)."""
    ends = np.concatenate((streets.u[motor], streets.v[motor]))
    metres = np.tile(streets.length_m[motor].astype(np.float64), 2)
    return (
        np.bincount(ends, minlength=vertices).astype(np.int64),
        np.bincount(ends, weights=metres, minlength=vertices).astype(np.float64),
    )


def _larger_road_ahead(
    streets: LooseStreets, arcs: StreetArcs, junction: Bools, own_rank: U8, highest: U8
) -> Bools:
    """Whether an arc ends at a larger road, or at a roundabout."""
    links = np.isin(streets.road_class, [r for r in RoadClass if r.name.endswith("_LINK")])
    round_about = (streets.flags & np.uint8(Flag.ROUNDABOUT)) != 0
    circle = np.zeros(len(highest), np.bool_)
    circle[streets.u[round_about]] = circle[streets.v[round_about]] = True
    from_outside = ~(links | round_about)[arcs.street]
    above = (highest[arcs.head] > np.maximum(own_rank, 1)) | circle[arcs.head]
    found: Bools = junction & from_outside & above
    return found
