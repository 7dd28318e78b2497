"""The roads of the sample as a network: the lines that were built, joined where they meet.

What is built stands in the cells of the map already; here it becomes streets with classes, names
and directions. Streets of towns are those that the cells of a town show.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import shapely
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from shapely.geometry import LineString, Point

from resources.sample.cover import BLOCK, STREET, Quarter, quarters, survey
from resources.sample.names import place_names, street_names
from resources.sample.roads import LANE, TRACK, TRUNK, Builder, BuiltRoad
from resources.sample.towns import HARBOUR_RADII
from resources.sample.water import Waters

JOIN = 45.0
"""Metres within which a road that ends on another is led to its line."""

GRID = 0.1
"""Metres to which corners are rounded, so that roads meet in one point."""

STRAIGHT = 2.5
"""Metres by which a line may be simplified."""

SPUR = 35.0
"""Metres of a dead end that is left out: the rest of a line that was cut by another."""

SHORTEST_STREET = 60.0
"""Metres of a street of a town, at least."""

VILLAGE_RADIUS, ONE_WAY_RADIUS = 76.0, 260.0
"""Metres that a village spreads at least, and a town with one-way streets."""

RANKS = (
    "motorway", "trunk", "primary", "secondary", "tertiary", "unclassified", "residential",
    "living_street", "track",
)  # fmt: skip
"""Classes of streets as OpenStreetMap calls them, the greatest first."""


@dataclass(frozen=True, eq=False)
class Street:
    """line : metres east and south of the upper left corner. kind : of RANKS. name, ref : "" for
    none. speed : posted km/h, 0 for none. one_way : 1 along the line, −1 against it, else 0.
    """

    line: LineString
    kind: str
    name: str = ""
    ref: str = ""
    speed: int = 0
    one_way: int = 0
    bridge: bool = False
    urban: bool = False


@dataclass(frozen=True, eq=False)
class Place:
    """A settlement; x, y : metres east and south of the upper left corner."""

    x: float
    y: float
    kind: str
    name: str


@dataclass(frozen=True, eq=False)
class StreetNet:
    """streets : joined at their ends, all within reach of each other. ends : int64, (streets, 2),
    the junction at either end."""

    streets: list[Street]
    ends: np.ndarray
    places: list[Place]


def network(waters: Waters, built: Builder, seed: int) -> StreetNet:
    """The streets and places of the island."""
    towns = sum(place.radius >= 200 for place in built.places)
    names = place_names(towns, len(built.places) - towns, seed)
    called = dict(zip(map(id, built.places), names, strict=True))
    site = survey(waters, seed)
    blocks = list(quarters(waters, site, built.places, seed))
    cell = waters.relief.cell
    roads = list(_led_together(_main_roads(built, called, cell)))
    radii = [place.radius for place in built.places]
    for place, quarter in enumerate(blocks):
        roads += _town_streets(quarter, radii[place], cell, seed + 60 + place)
    places = [
        Place(quarter.col * cell, quarter.row * cell, _size(radius, rank), name)
        for rank, (quarter, radius, name) in enumerate(zip(blocks, radii, names, strict=True))
    ]
    streets = _without_spurs(_joined(roads))
    streets = [_in_town(street, places, radii) for street in streets]
    streets, ends = _within_reach(streets)
    streets, ends = _carriageways(streets, ends)
    return StreetNet(_both_ways_where_trapped(streets, ends), ends, places)


def _size(radius: float, rank: int) -> str:
    if rank == 0:
        return "city"
    return "town" if radius >= 200 else "village" if radius >= VILLAGE_RADIUS else "hamlet"


# -- lines


def _main_roads(built: Builder, called: dict[int, str], cell: float) -> Iterator[Street]:
    """What was built from place to place, in the order of building."""
    refs: dict[str, int] = {}
    for road in built.roads:
        kind = _class_of(road, built)
        place = called.get(id(road.place), "")  # huts have no name
        name = f"{place} Road" if place else "" if road.place else "Sound Bridge"
        letter = {"motorway": "M", "trunk": "A", "primary": "B"}.get(kind, "")
        key = f"{letter} {name}"
        ref = ""
        if letter and kind != "motorway":
            refs.setdefault(key, 1 + sum(each[0] == letter for each in refs))
            ref = f"{letter} {refs[key]}"
        ref = "M 1" if kind == "motorway" else ref
        points = road.line[:, ::-1] * cell
        line = LineString(points).simplify(STRAIGHT)
        yield Street(line, kind, "" if kind == "motorway" else name, ref, bridge=road.place is None)


def _class_of(road: BuiltRoad, built: Builder) -> str:
    if road.speed == TRACK:
        return "track"
    rank = 0 if road.place is None else built.places.index(road.place)
    if road.speed == TRUNK:
        return "motorway" if rank == 1 else "trunk"
    if road.speed == LANE:
        small = road.place is not None and road.place.radius < VILLAGE_RADIUS
        return "unclassified" if small else "tertiary"
    return "secondary" if road.over_pass or rank >= len(HARBOUR_RADII) else "primary"


def _led_together(roads: Iterator[Street]) -> Iterator[Street]:
    """Each end that lies near a road of before is led to its line."""
    before: list[LineString] = []
    for road in roads:
        points = np.asarray(road.line.coords)
        if before:
            tree = shapely.STRtree(before)
            for at in (0, -1):
                end = Point(points[at])
                nearest = before[int(tree.nearest(end))]
                if nearest.distance(end) <= JOIN:
                    points[at] = nearest.interpolate(nearest.project(end)).coords[0]
        line = LineString(points)
        before.append(line)
        yield replace(road, line=line)


def _town_streets(quarter: Quarter, radius: float, cell: float, seed: int) -> list[Street]:
    """The grid of a place: every second street of a large one has one direction."""
    random = np.random.default_rng(seed)
    lines = [
        (axis, k, line)
        for axis, coordinate in enumerate((quarter.u, quarter.v))
        for k in np.unique(coordinate[quarter.inside] // BLOCK[axis]).astype(int).tolist()
        for line in _runs(quarter, axis, k, cell)
    ]
    numbers = {key: n for n, key in enumerate(dict.fromkeys((axis, k) for axis, k, _ in lines))}
    names = street_names(len(numbers), random)
    streets = []
    for axis, k, line in lines:
        inner = axis == 0 and abs(k) <= 2 and radius >= ONE_WAY_RADIUS
        heart = axis == 1 and k == 0 and radius >= ONE_WAY_RADIUS
        kind, speed = ("living_street", 0) if heart else ("residential", 30)
        way = (1 if k % 2 else -1) if inner else 0
        name = names[numbers[axis, k]]
        streets.append(Street(line, kind, name, speed=speed, one_way=way, urban=True))
    return streets


def _runs(quarter: Quarter, axis: int, k: int, cell: float) -> Iterator[LineString]:
    """Street k along an axis, in pieces that lie in the place, each straight."""
    other = (quarter.v, quarter.u)[axis]
    along = np.arange(float(other.min()), float(other.max()), cell)
    across = np.full(len(along), k * BLOCK[axis] + STREET / 2)
    u, v = (across, along) if axis == 0 else (along, across)
    south = quarter.cosine * u - quarter.sine * v
    east = quarter.sine * u + quarter.cosine * v
    rows = np.floor(south / cell).astype(int) + quarter.row - quarter.near[0].start
    cols = np.floor(east / cell).astype(int) + quarter.col - quarter.near[1].start
    inside = (rows >= 0) & (cols >= 0) & (rows < other.shape[0]) & (cols < other.shape[1])
    inside[inside] = quarter.inside[rows[inside], cols[inside]]
    turns = np.flatnonzero(np.diff(np.concatenate(([0], inside.astype(int), [0]))))
    for first, stop in turns.reshape(-1, 2).tolist():
        if (stop - 1 - first) * cell >= SHORTEST_STREET:
            ends = [first, stop - 1]
            x, y = east[ends] + quarter.col * cell, south[ends] + quarter.row * cell
            yield LineString(np.stack((x, y), 1))


# -- the network


def _joined(roads: list[Street]) -> list[Street]:
    """Cut where they meet; of streets on each other the greater stays."""
    lines = np.array([road.line for road in roads])
    pieces = shapely.get_parts(shapely.union_all(lines, grid_size=GRID))
    middles = shapely.line_interpolate_point(pieces, 0.5, normalized=True)
    near, which = shapely.STRtree(lines).query(middles, predicate="dwithin", distance=5 * GRID)
    joined = []
    for piece in range(len(pieces)):
        owners = which[near == piece].tolist()
        if not owners:
            continue
        owner = roads[min(owners, key=lambda k: RANKS.index(roads[k].kind))]
        line = pieces[piece]
        begins, ends = (owner.line.project(Point(line.coords[at])) for at in (0, -1))
        joined.append(replace(owner, line=line if begins <= ends else line.reverse()))
    order = sorted(range(len(joined)), key=lambda k: joined[k].line.coords[:])
    return [joined[k] for k in order]


def _junctions(streets: list[Street]) -> np.ndarray:
    """int64, (streets, 2): numbers of the junctions at their ends."""
    at: dict[tuple[float, float], int] = {}
    ends = [[at.setdefault(_corner(s.line, k), len(at)) for k in (0, -1)] for s in streets]
    return np.array(ends, np.int64)


def _corner(line: LineString, k: int) -> tuple[float, float]:
    x, y = line.coords[k]
    return round(x, 2), round(y, 2)


def _without_spurs(streets: list[Street]) -> list[Street]:
    for _ in range(2):
        ends = _junctions(streets)
        degree = np.bincount(ends.ravel())
        dead = (degree[ends] == 1).any(axis=1)
        streets = [
            street
            for street, end in zip(streets, dead.tolist(), strict=True)
            if not (end and street.line.length < SPUR)
        ]
    return streets


def _in_town(street: Street, places: list[Place], radii: list[float]) -> Street:
    """Roads through a town are slower, and no motorway."""
    middle = street.line.interpolate(0.5, normalized=True)
    for place, radius in zip(places, radii, strict=True):
        if math.hypot(middle.x - place.x, middle.y - place.y) < 1.1 * radius and radius >= 150:
            if street.kind in RANKS[:4]:
                kind = "trunk" if street.kind == "motorway" else street.kind
                return replace(street, kind=kind, speed=50, urban=True)
            return replace(street, urban=True)
    return street


def _within_reach(streets: list[Street]) -> tuple[list[Street], np.ndarray]:
    """The largest part that hangs together."""
    ends = _junctions(streets)
    part = _parts(ends, "weak")
    largest = np.bincount(part[ends[:, 0]]).argmax()
    kept = [s for s, end in zip(streets, ends[:, 0], strict=True) if part[end] == largest]
    return kept, _junctions(kept)


def _parts(arcs: np.ndarray, connection: str) -> np.ndarray:
    count = int(arcs.max()) + 1
    graph = coo_array((np.ones(len(arcs)), (arcs[:, 0], arcs[:, 1])), (count, count))
    part: np.ndarray = connected_components(graph, connection=connection)[1]
    return part


def _carriageways(streets: list[Street], ends: np.ndarray) -> tuple[list[Street], np.ndarray]:
    """A motorway has two, each with one direction, which meet at its junctions."""
    parted: list[Street] = []
    joined: list[tuple[int, int]] = []
    for street, (tail, head) in zip(streets, ends.tolist(), strict=True):
        if street.kind != "motorway":
            parted.append(street)
            joined.append((tail, head))
            continue
        for line, pair in ((street.line, (tail, head)), (street.line.reverse(), (head, tail))):
            parted.append(replace(street, line=_to_the_right(line), one_way=1))
            joined.append(pair)
    return parted, np.array(joined, np.int64)


def _to_the_right(line: LineString) -> LineString:
    """9 m to the right of a line, with the same ends; y runs south."""
    count = max(int(line.length / 40.0), 2)
    shares = np.linspace(0.0, 1.0, count + 1)
    points = np.array([line.interpolate(s, normalized=True).coords[0] for s in shares])
    way = np.gradient(points, axis=0)
    way /= np.hypot(way[:, 0], way[:, 1])[:, None]
    off = 9.0 * np.minimum(1.0, np.minimum(shares, 1 - shares) * line.length / 60.0)
    return LineString(points + off[:, None] * np.stack((-way[:, 1], way[:, 0]), 1))


def _both_ways_where_trapped(streets: list[Street], ends: np.ndarray) -> list[Street]:
    """A one-way street that leads where no other leads back is open in both directions."""
    forward = np.array([s.one_way >= 0 for s in streets])
    backward = np.array([s.one_way <= 0 for s in streets])
    part = _parts(np.concatenate((ends[forward], ends[backward][:, ::-1])), "strong")
    trapped = part[ends[:, 0]] != part[ends[:, 1]]
    freed = zip(streets, trapped.tolist(), strict=True)
    return [replace(s, one_way=0) if t and s.kind != "motorway" else s for s, t in freed]
