"""Synthetic road graphs of any size, the same for the same seed.

They are no places: a real network (or a generated one) laid out in tiles with seeded jitter, joined
by bridges, and made one-way in part. They stand for size and degree when speed is measured, not for
any real travel time, and their names say "synthetic". NumPy and Numba alone are needed.
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.errors import ParameterError
from road.build import LooseStreets, arcs_of_streets, assemble, reordered, unknown_properties
from road.components import strong_components
from road.costs.metric import Weights
from road.graph import F64, I64, U32, ArcProperties, GivenCosts, RoadGraph
from road.lengths import leg_lengths, street_lengths
from road.properties import RoadClass, Vehicle

BRIDGES = 6, 6
"""Bridges between two tiles that meet: at least, and at most."""

SHORE = 0.02  # share of a tile's vertices, those nearest to the edge, where bridges begin
BRIDGE_COST_PER_METRE = 10.0  # of given costs; DIMACS counts 0.1 m

U64 = NDArray[np.uint64]


def generated_network(rows: int, cols: int, seed: int, *, block: float = 120.0) -> RoadGraph:
    """A town of crooked blocks, about rows × cols vertices, in metres; strongly connected.

    A fifth of the streets is missing; every 16th line is a primary road and none of it missing,
    every 4th a tertiary one. All streets are two-way. Holds given costs "distance" (dm) and "time"
    (ms).
    """
    random = np.random.default_rng(seed)
    row, col = (a.ravel() for a in np.indices((rows, cols)))
    place = (
        np.stack((col, -row), axis=1) * block + random.uniform(-0.35, 0.35, (len(row), 2)) * block
    )
    number = np.arange(rows * cols, dtype=np.uint32).reshape(rows, cols)
    u = np.concatenate((number[:, :-1].ravel(), number[:-1].ravel()))
    v = np.concatenate((number[:, 1:].ravel(), number[1:].ravel()))
    line = np.where(v - u == 1, row[u], col[u])
    kept = (line % 16 == 0) | (random.random(len(u)) < 0.8)
    u, v, line = u[kept], v[kept], line[kept]
    road_class = np.select(
        [line % 16 == 0, line % 4 == 0],
        [RoadClass.PRIMARY, RoadClass.TERTIARY],
        RoadClass.RESIDENTIAL,
    )
    metres = street_lengths((u, v), (place[:, 0], place[:, 1]), None, False)
    arcs = arcs_of_streets(_two_way(u, v, metres, road_class.astype(np.uint8)))
    kmh = np.array([40.0] * len(RoadClass))
    kmh[[RoadClass.PRIMARY, RoadClass.TERTIARY]] = 75.0, 55.0
    time_ms = arcs.arcs.length_m * 3600.0 / kmh[arcs.arcs.road_class]
    graph = assemble(
        tail=arcs.tail,
        head=arcs.head,
        arcs=arcs.arcs,
        vertex_ids=np.arange(1, rows * cols + 1),
        x=place[:, 0].copy(),
        y=place[:, 1].copy(),
        geographic=False,
        given=(
            GivenCosts("distance", _whole(arcs.arcs.length_m * 10.0), "0.1 m"),
            GivenCosts("time", _whole(time_ms), "ms", 0.001),
        ),
        name=f"synthetic town {rows}x{cols} seed {seed}",
        notes=("Synthetic: generated from a seed.",),
    )
    labels, _ = strong_components(graph)
    return part_of(graph, labels == 0)


def tiled(
    base: RoadGraph,
    across: int,
    down: int,
    seed: int,
    *,
    jitter: float = 0.2,
    bridges: tuple[int, int] = BRIDGES,
) -> RoadGraph:
    """The base laid out in tiles; neighbours are joined by two-way bridges near their edges.

    jitter : each street's length and given costs are multiplied by a factor of its own in
        1 ± jitter, the same in both directions, and each vertex is moved by up to that share of
        the mean length of an arc. Tiles are thus alike and not the same.
    bridges : between two tiles that meet, at least and at most.
    Shapes and restrictions of the base are left out. Bridges are primary roads, straight. Needs
    about 120 bytes an arc at its peak.
    """
    if base.x is None or base.y is None:
        raise ParameterError("a base without positions", advice="Choose one with coordinates.")
    if across * down < 1 or not 0 <= jitter < 1:
        raise ParameterError(
            f"{across} x {down} tiles, jitter {jitter}", advice="Give 1 tile or more, below 1."
        )
    tiles, vertices = across * down, base.vertices
    offset = np.repeat(np.arange(tiles, dtype=np.uint32) * np.uint32(vertices), base.arc_count)
    tail, head = np.tile(base.tail, tiles) + offset, np.tile(base.head, tiles) + offset
    x, y = _tile_places(base, across, down, seed, jitter)
    factor = 1.0 + jitter * (2.0 * street_chance(tail, head, seed) - 1.0)
    from_, to = _bridges(base, across, down, seed, bridges)
    metres = _metres(x, y, from_, to, base.geographic)
    arcs = _with_bridges(base.arcs, tiles, factor, metres)
    given = tuple(replace(g, costs=_scaled(g.costs, tiles, factor, metres)) for g in base.given)
    return assemble(
        tail=np.concatenate((tail, from_)),
        head=np.concatenate((head, to)),
        arcs=arcs,
        vertex_ids=np.arange(1, tiles * vertices + 1),
        x=x,
        y=y,
        crs_wkt=base.crs_wkt,
        geographic=base.geographic,
        given=given,
        name=f"synthetic: {across}x{down} tiles of {base.name}, seed {seed}",
        notes=(f"Synthetic: {tiles} jittered tiles of {base.name} with bridges.",),
    )


def tiles_for(base: RoadGraph, vertices: int) -> tuple[int, int]:
    """(across, down) of the most nearly square layout of at least so many vertices."""
    tiles = max(1, -(-vertices // base.vertices))
    down = max(1, math.isqrt(tiles))
    return -(-tiles // down), down


def one_way(graph: RoadGraph, share: float, seed: int) -> RoadGraph:
    """About that share of the streets one-way; every vertex still reaches what it reached.

    graph : symmetric, every arc with one back. Streets whose loss would part the graph stay
    two-way; the others may only go the way of a strong orientation (Robbins 1939: down the tree of
    a depth-first search, up otherwise), so that any choice of them leaves the graph connected.
    Shapes and restrictions are left out.
    """
    if not 0 <= share <= 1:
        raise ParameterError(f"a share of {share}", advice="Give a number from 0 to 1.")
    parent, found, low = _depth_first(graph.first_out, graph.head)
    tail, head = graph.tail, graph.head
    down = (parent[head] == tail) & (tail != head)
    up = (parent[tail] == head) & (tail != head)
    along = np.where(down | up, down, found[tail] > found[head])
    child = np.where(down, head, tail)
    bridge = (down | up) & (low[child] > found[parent[child]])
    chosen = street_chance(tail, head, seed) < share
    kept = ~chosen | along | bridge | (tail == head)
    name = f"{graph.name}, {share:.0%} one-way, seed {seed}"
    note = f"Synthetic: {share:.0%} of the streets made one-way."
    return replace(_arcs_kept(graph, kept), name=name, notes=(*graph.notes, note))


def seeded_weights(graph: RoadGraph, seed: int, least: int = 100, most: int = 10_000) -> Weights:
    """Made-up costs from `least` to `most`, the same in both directions of a street."""
    chance = street_chance(graph.tail, graph.head, seed)
    costs = (least + np.floor(chance * (most - least + 1))).astype(np.uint32)
    costs.flags.writeable = False
    return Weights(costs, unit="made-up units", name=f"seed {seed}")


def part_of(graph: RoadGraph, inside: NDArray[np.bool_]) -> RoadGraph:
    """The vertices inside and the arcs between them; without shapes and restrictions."""
    number = np.cumsum(inside, dtype=np.int64) - 1
    arcs = inside[graph.tail] & inside[graph.head]
    return assemble(
        tail=number[graph.tail[arcs]].astype(np.uint32),
        head=number[graph.head[arcs]].astype(np.uint32),
        arcs=reordered(graph.arcs, arcs),
        vertex_ids=graph.vertex_ids[inside],
        x=None if graph.x is None else graph.x[inside],
        y=None if graph.y is None else graph.y[inside],
        crs_wkt=graph.crs_wkt,
        geographic=graph.geographic,
        given=tuple(replace(g, costs=g.costs[arcs]) for g in graph.given),
        left_hand=graph.left_hand,
        name=graph.name,
        notes=graph.notes,
    )


def street_chance(tail: U32, head: U32, seed: int) -> F64:
    """float64 in [0, 1), arcs; a number that all arcs between two vertices share.

    Source: SplitMix64 (Steele, Lea, Flood 2014), keyed by both ends and the seed.
    """
    key = np.minimum(tail, head).astype(np.uint64) << np.uint64(32)
    key |= np.maximum(tail, head).astype(np.uint64)
    mixed = _mixed(key ^ _mixed(np.full(1, seed, np.uint64)))
    return np.asarray((mixed >> np.uint64(11)) * 2.0**-53)


def _mixed(value: U64) -> U64:
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


def _two_way(
    u: U32, v: U32, metres: NDArray[np.float32], road_class: NDArray[np.uint8]
) -> LooseStreets:
    count = len(u)
    plain = unknown_properties(metres, int(Vehicle.CAR | Vehicle.BICYCLE | Vehicle.FOOT))
    return LooseStreets(
        u=u,
        v=v,
        length_m=metres,
        road_class=road_class,
        speed_limit=plain.speed_limit,
        lanes=plain.lanes,
        surface=plain.surface,
        flags=plain.flags,
        way=np.arange(1, count + 1),
        forward=plain.vehicles,
        backward=plain.vehicles,
    )


def _whole(costs: NDArray[Any]) -> U32:
    return np.asarray(np.maximum(np.rint(costs), 1).astype(np.uint32))


def _tile_places(
    base: RoadGraph, across: int, down: int, seed: int, jitter: float
) -> tuple[F64, F64]:
    """Places of all vertices, tile by tile from the lower left; a gap of 1 % between tiles."""
    assert base.x is not None
    assert base.y is not None
    random = np.random.default_rng(seed)
    arc = np.hypot(base.x[base.tail] - base.x[base.head], base.y[base.tail] - base.y[base.head])
    reach = 0.5 * jitter * float(arc.mean() if len(arc) else 0.0)
    tile = np.repeat(np.arange(across * down), base.vertices)
    places = []
    for values, step in ((base.x, tile % across), (base.y, tile // across)):
        extent = float(np.ptp(values)) * 1.01
        noise = random.random(len(tile), np.float32) * np.float32(2) - np.float32(1)
        places.append(np.tile(values, across * down) + step * extent + reach * noise)
    return places[0], places[1]


def _bridges(
    base: RoadGraph, across: int, down: int, seed: int, bridges: tuple[int, int]
) -> tuple[U32, U32]:
    """Ends of the bridges, each direction once: between tiles side by side and one above another.

    One end is drawn from those near the edge; the other is, of those near the next tile's edge, the
    one nearest along the edge; where they are many, the next that has no bridge yet.
    """
    random = np.random.default_rng([seed, 1])
    assert base.x is not None
    assert base.y is not None
    least, most = bridges
    count = max(1, int(SHORE * base.vertices))
    tile = np.arange(across * down)
    near, far = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    for values, along, step, begin in (
        (base.x, base.y, 1, tile[tile % across < across - 1]),
        (base.y, base.x, across, tile[tile // across < down - 1]),
    ):
        order = np.argsort(values, kind="stable")
        opposite = order[:count][np.argsort(along[order[:count]], kind="stable")]
        for place in begin:
            wanted = min(int(random.integers(least, most + 1)) if most > least else most, count)
            drawn = random.choice(order[-count:], wanted, replace=False)
            match = np.searchsorted(along[opposite], along[drawn]).clip(0, count - 1)
            if wanted > BRIDGES[1]:  # graphs with fewer stay those that are on record
                drawn = drawn[np.argsort(along[drawn], kind="stable")]
                match = _apart(np.sort(match), count)
            near.append(drawn + place * base.vertices)
            far.append(opposite[match] + (place + step) * base.vertices)
    one, other = (np.concatenate(ends).astype(np.uint32) for ends in (near, far))
    return np.concatenate((one, other)), np.concatenate((other, one))


def _apart(places: I64, count: int) -> I64:
    """Places in order, moved on so that none is there twice, all below the count."""
    number = np.arange(len(places))
    moved: I64 = np.maximum.accumulate(places - number) + number
    return np.minimum(moved, count - len(places) + number)


def _metres(x: F64, y: F64, from_: U32, to: U32, geographic: bool) -> NDArray[np.float32]:
    start, end = (np.stack((x[e], y[e]), axis=1) for e in (from_, to))
    return leg_lengths(start, end, geographic).astype(np.float32)


def _with_bridges(
    arcs: ArcProperties, tiles: int, factor: F64, metres: NDArray[np.float32]
) -> ArcProperties:
    """Properties tile by tile with jittered lengths, then those of the bridges."""
    road_class = np.full(len(metres), RoadClass.PRIMARY, np.uint8)
    bridges = replace(unknown_properties(metres), road_class=road_class)
    columns: dict[str, Any] = {
        f.name: np.concatenate((np.tile(getattr(arcs, f.name), tiles), getattr(bridges, f.name)))
        for f in fields(arcs)
        if f.name not in ("slope", "arc_end", "length_m")
    }
    long = (np.tile(arcs.length_m, tiles) * factor).astype(np.float32)
    return ArcProperties(np.concatenate((long, metres)), **columns)


def _scaled(costs: U32, tiles: int, factor: F64, metres: NDArray[np.float32]) -> U32:
    inside = _whole(np.tile(costs, tiles) * factor)
    return np.concatenate((inside, _whole(metres * BRIDGE_COST_PER_METRE)))


def _arcs_kept(graph: RoadGraph, kept: NDArray[np.bool_]) -> RoadGraph:
    given = tuple(replace(g, costs=g.costs[kept]) for g in graph.given)
    return assemble(
        tail=graph.tail[kept],
        head=graph.head[kept],
        arcs=reordered(graph.arcs, kept),
        vertex_ids=graph.vertex_ids,
        x=graph.x,
        y=graph.y,
        crs_wkt=graph.crs_wkt,
        geographic=graph.geographic,
        given=given,
        left_hand=graph.left_hand,
    )


@njit(cache=True, nogil=True)
def _depth_first(first_out: I64, head: U32) -> Any:
    """(parent, found, low) of a depth-first forest of a symmetric graph.

    found : order of discovery; low : the earliest vertex that a vertex or those below it reach
    without the tree's edge to its parent. Parallel arcs count as one street.
    """
    vertices = len(first_out) - 1
    parent = np.arange(vertices)
    found, low = np.full(vertices, -1), np.zeros(vertices, np.int64)
    next_arc, path = first_out[:-1].copy(), np.empty(vertices, np.int64)
    clock = 0
    for start in range(vertices):
        if found[start] >= 0:
            continue
        depth = 0
        path[0] = start
        found[start] = low[start] = clock
        clock += 1
        while depth >= 0:
            vertex = path[depth]
            if next_arc[vertex] == first_out[vertex + 1]:
                depth -= 1
                above = parent[vertex]
                low[above] = min(low[above], low[vertex])
                continue
            other = np.int64(head[next_arc[vertex]])
            next_arc[vertex] += 1
            if found[other] < 0:
                parent[other] = vertex
                found[other] = low[other] = clock
                clock += 1
                depth += 1
                path[depth] = other
            elif other != parent[vertex]:
                low[vertex] = min(low[vertex], found[other])
    return parent, found, low
