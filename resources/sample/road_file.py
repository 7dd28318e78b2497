"""Writes the roads of the sample as an OpenStreetMap file: every GIS knows what it means."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import osmium
import pyproj
from osmium.osm.mutable import Node, Relation, Way

from resources.sample.streets import RANKS, Street, StreetNet

FIRST_NODE, FIRST_WAY, FIRST_RELATION = 1_000_000, 1, 1

BUFFER_BYTES = 1 << 20
"""Bytes that are gathered before they are written; more than all roads take."""

FORBIDDEN_SHARE = 0.25
"""Share of the left turns from a main road into a street of a town that are forbidden."""


def write_roads(target: Path, net: StreetNet, to_globe: pyproj.Transformer, corner: tuple[int, int],
                seed: int) -> Path:  # fmt: skip
    """`target`, a PBF; corner : easting and northing of the upper left corner of the map."""
    target.unlink(missing_ok=True)
    header = osmium.io.Header()
    header.set("generator", "isofront")
    file = osmium.io.File(str(target), "pbf,add_metadata=false")
    writer = osmium.SimpleWriter(file, BUFFER_BYTES, header)
    nodes: dict[tuple[float, float], int] = {}
    refs = [_refs(street, nodes) for street in net.streets]
    places = [(place.x, place.y) for place in net.places]
    x, y = np.array([*nodes, *places]).T
    lon, lat = to_globe.transform(corner[0] + x, corner[1] - y)
    where = list(zip(lon.round(7).tolist(), lat.round(7).tolist(), strict=True))
    with writer:
        for number, at in zip(nodes.values(), where, strict=False):
            writer.add_node(Node(id=number, location=at))
        for k, place in enumerate(net.places):
            tags = {"place": place.kind, "name": place.name}
            at = where[len(nodes) + k]
            writer.add_node(Node(id=FIRST_NODE + len(nodes) + k, location=at, tags=tags))
        for k, street in enumerate(net.streets):
            writer.add_way(Way(id=FIRST_WAY + k, nodes=refs[k], tags=_tags(street)))
        for k, (come, via, go) in enumerate(_forbidden(net, seed)):
            members = [("w", FIRST_WAY + come, "from"), ("n", refs[via[0]][via[1]], "via"),
                       ("w", FIRST_WAY + go, "to")]  # fmt: skip
            tags = {"type": "restriction", "restriction": "no_left_turn"}
            writer.add_relation(Relation(id=FIRST_RELATION + k, members=members, tags=tags))
    return target


def _refs(street: Street, nodes: dict[tuple[float, float], int]) -> list[int]:
    corners = ((round(x, 2), round(y, 2)) for x, y in street.line.coords)
    return [nodes.setdefault(corner, FIRST_NODE + len(nodes)) for corner in corners]


def _tags(street: Street) -> dict[str, str]:
    said = {
        "highway": street.kind,
        "name": street.name,
        "ref": street.ref,
        "maxspeed": str(street.speed) if street.speed else "",
        "oneway": {1: "yes", -1: "-1", 0: ""}[street.one_way],
        "bridge": "yes" if street.bridge else "",
        "tracktype": "grade2" if street.kind == "track" else "",
        "lit": "yes" if street.urban else "",
    }
    return {key: value for key, value in said.items() if value}


def _forbidden(net: StreetNet, seed: int) -> list[tuple[int, tuple[int, int], int]]:
    """Left turns that no sign allows: the street one comes by, its place of the junction (street,
    corner), and the street one would turn into."""
    random = np.random.default_rng(seed + 70)
    at: dict[int, list[tuple[int, int]]] = {}
    for k, pair in enumerate(net.ends.tolist()):
        for side, junction in zip((0, -1), pair, strict=True):
            at.setdefault(junction, []).append((k, side))
    found = []
    for junction in sorted(at):
        if len(at[junction]) != 4:
            continue
        for come, side in at[junction]:
            for go, begins in at[junction]:
                main = RANKS.index(net.streets[come].kind) <= RANKS.index("secondary")
                small = net.streets[go].kind == "residential"
                if not (main and small) or net.streets[come].one_way or net.streets[go].one_way:
                    continue
                turn = _turn(net.streets[come], side, net.streets[go], begins)
                if -150 < turn < -45 and random.random() < FORBIDDEN_SHARE:
                    found.append((come, (come, side), go))
    return found


def _turn(come: Street, side: int, go: Street, begins: int) -> float:
    """Degrees to the right from one street into another, where they meet; y runs south."""
    a = come.line.coords[1 if side == 0 else -2]
    b = come.line.coords[side]
    c = go.line.coords[1 if begins == 0 else -2]
    before = math.atan2(b[1] - a[1], b[0] - a[0])
    after = math.atan2(c[1] - b[1], c[0] - b[0])
    return (math.degrees(after - before) + 180) % 360 - 180
