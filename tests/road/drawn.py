"""Small road graphs drawn by hand or by seed, in metres, on which solvers go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from road.build import LooseStreets, arcs_of_streets, assemble
from road.graph import F64, ForbiddenTurns, GivenCosts, RoadGraph
from road.lengths import street_lengths
from road.properties import Flag, RoadClass, Surface, Vehicle
from road.turns import forbidden_turns

ALL = int(~Vehicle.NONE)
MOTOR = int(Vehicle.CAR | Vehicle.OFFROAD | Vehicle.TRUCK | Vehicle.BUS)
ON_FOOT = int(Vehicle.FOOT)

Street = tuple[int, int] | tuple[int, int, bool]
"""(u, v) or (u, v, one-way for all but feet)."""


def graph_of(
    xy: Sequence[tuple[float, float]] | F64,
    streets: Iterable[Street],
    *,
    classes: Sequence[RoadClass] = (RoadClass.RESIDENTIAL,),
    bends: Mapping[int, Sequence[tuple[float, float]]] | None = None,
    forbidden: Iterable[tuple[Sequence[tuple[int, int]], int]] = (),
    name: str = "drawn",
) -> RoadGraph:
    """Vertices at `xy` and streets between them; classes go round.

    bends : points between the ends, by number of street.
    forbidden : sequences of (tail, head), each naming the only arc between two vertices, and who
        they bind.
    """
    drawn = [(*s, False) if len(s) == 2 else s for s in streets]
    bends = bends or {}
    count = len(drawn)
    u = np.array([s[0] for s in drawn], np.uint32)
    v = np.array([s[1] for s in drawn], np.uint32)
    place = np.asarray(xy, np.float64).reshape(-1, 2)
    x, y = place[:, 0].copy(), place[:, 1].copy()
    first = np.zeros(count + 1, np.int64)
    np.cumsum([len(bends.get(s, ())) for s in range(count)], out=first[1:])
    bent = [p for s in range(count) for p in bends.get(s, ())]
    points = np.array(bent, np.float64).reshape(-1, 2)
    code = np.array([classes[s % len(classes)] for s in range(count)], np.uint8)
    pieces = LooseStreets(
        u=u,
        v=v,
        length_m=street_lengths((u, v), (x, y), (first, points), False),
        road_class=code,
        speed_limit=np.zeros(count, np.uint8),
        lanes=np.ones(count, np.uint8),
        surface=np.full(count, Surface.PAVED, np.uint8),
        flags=np.zeros(count, np.uint8),
        way=np.arange(1, count + 1),
        forward=np.full(count, ALL, np.uint8),
        backward=np.array([ON_FOOT if s[2] else ALL for s in drawn], np.uint8),
        first=first,
        points=points,
    )
    arcs = arcs_of_streets(pieces)
    bare = assemble(
        tail=arcs.tail,
        head=arcs.head,
        arcs=arcs.arcs,
        vertex_ids=np.arange(100, 100 + len(x)),
        x=x,
        y=y,
        geographic=False,
        shapes=arcs.shapes,
        name=name,
    )
    named = [([arc_between(bare, *ends) for ends in seq], bits) for seq, bits in forbidden]
    return replace(bare, forbidden=forbidden_turns(named)) if named else bare


def arc_between(graph: RoadGraph, tail: int, head: int) -> int:
    """The one arc from a vertex to another."""
    arcs = range(graph.first_out[tail], graph.first_out[tail + 1])
    (arc,) = [arc for arc in arcs if graph.head[arc] == head]
    return arc


def grid_city(rows: int = 5, cols: int = 6, block: float = 100.0) -> RoadGraph:
    """Blocks of 100 m; every second street across is one-way, to the right and left in turns.

    Vertex row * cols + col lies at (col, -row) blocks. Four restrictions: no left turn, no U-turn
    for motors only, two with via ways (one of which begins like the other).
    """
    xy = [(c * block, -r * block) for r in range(rows) for c in range(cols)]
    streets: list[Street] = []
    for r in range(rows):
        for c in range(cols - 1):
            a, b = r * cols + c, r * cols + c + 1
            ends = (b, a) if r % 4 == 3 else (a, b)
            streets.append((*ends, r % 2 == 1))
    for r in range(rows - 1):
        streets += [(r * cols + c, (r + 1) * cols + c) for c in range(cols)]
    at = cols + 1  # vertex (1, 1), in the middle of the first one-way street
    forbidden = [
        ([(at - 1, at), (at, at - cols)], MOTOR),
        ([(at + cols, at), (at, at + cols)], MOTOR),
        ([(at - 1, at), (at, at + 1), (at + 1, at + 1 + cols)], ALL),
        ([(at - 1, at), (at, at + 1), (at + 1, at + 2), (at + 2, at + 2 - cols)], MOTOR),
    ]
    classes = (RoadClass.PRIMARY, RoadClass.RESIDENTIAL, RoadClass.TERTIARY)
    return graph_of(xy, streets, classes=classes, forbidden=forbidden, name="grid city")


def ring(count: int = 12) -> RoadGraph:
    """A one-way circle: who misses his exit goes all the way round."""
    angle = 2 * np.pi * np.arange(count) / count
    xy = 500 * np.stack((np.cos(angle), np.sin(angle)), axis=1)
    return graph_of(xy, [(k, (k + 1) % count, True) for k in range(count)], name="ring")


def star(count: int = 40) -> RoadGraph:
    """One vertex with an arc to each of all others, some of them the long way round."""
    angle = 2 * np.pi * np.arange(count) / count
    xy = np.concatenate(([[0.0, 0.0]], 300 * np.stack((np.sin(angle), np.cos(angle)), axis=1)))
    bends = {k: [(0.0, 900.0)] for k in range(0, count, 7)}
    return graph_of(xy, [(0, k + 1) for k in range(count)], bends=bends, name="star")


def islands() -> RoadGraph:
    """Two triangles that nothing joins, a street that one may only leave, a lone vertex.

    3 → 4 is one-way out of the first triangle (0, 1, 2) over 3; 4 is a trap for cars.
    """
    xy = [(0, 0), (100, 0), (50, 80), (200, 0), (300, 0), (0, 500), (100, 500), (50, 580), (9, 9)]
    streets: list[Street] = [(0, 1), (1, 2), (2, 0), (1, 3), (3, 4, True)]
    return graph_of(xy, [*streets, (5, 6), (6, 7), (7, 5)], name="islands")


def chain(count: int = 2000) -> RoadGraph:
    """One long road of short arcs: as many phases as vertices."""
    along = np.arange(count, dtype=np.float64)
    xy = np.stack((10 * along, 30 * np.sin(along / 9)), axis=1)
    return graph_of(xy, [(k, k + 1) for k in range(count - 1)], name="chain")


def parallels_and_loops() -> RoadGraph:
    """Two ways from 0 to 1 of unlike length, a loop at 1, one street twice, and a dead end.

    0 ══ 1 ── 2 ── 3      0 – 1 straight and in a bow; 1 – 2 drawn twice; a loop at 1
    """
    xy = [(0, 0), (100, 0), (200, 0), (300, 0)]
    bends = {1: [(50.0, 60.0)], 2: [(130.0, 40.0), (70.0, 40.0)]}
    streets: list[Street] = [(0, 1), (0, 1), (1, 1), (1, 2), (1, 2), (2, 3)]
    return graph_of(xy, streets, bends=bends, name="parallels and loops")


def random_town(vertices: int = 60, seed: int = 0, *, restrictions: int = 25) -> RoadGraph:
    """Places anywhere, streets to near ones, a third one-way, and forbidden sequences of 2 to 5."""
    random = np.random.default_rng(seed)
    xy = random.random((vertices, 2)) * 2000
    pairs = set()
    for a in range(vertices):
        distance = np.hypot(*(xy - xy[a]).T)
        for b in np.argsort(distance)[1 : 2 + random.integers(1, 4)]:
            pairs.add((min(a, int(b)), max(a, int(b))))
    ordered = sorted(pairs)
    flip = random.random(len(ordered)) < 0.5
    ends = [(b, a) if f else (a, b) for (a, b), f in zip(ordered, flip, strict=True)]
    streets: list[Street] = [(a, b, bool(random.random() < 0.33)) for a, b in ends]
    classes = tuple(RoadClass(c) for c in (5, 7, 9, 12))
    graph = graph_of(xy, streets, classes=classes, name=f"random town {seed}")
    sequences = [(_walk(graph, random), ALL) for _ in range(restrictions)]
    return replace(graph, forbidden=forbidden_turns(sequences))


def _walk(graph: RoadGraph, random: np.random.Generator) -> list[int]:
    """Two to five arcs, each of which a car may drive, one after the other."""
    cars = (graph.arcs.vehicles & Vehicle.CAR) != 0
    while True:
        walk = [int(random.choice(np.flatnonzero(cars)))]
        length = int(random.integers(2, 6))
        while len(walk) < length:
            at = int(graph.head[walk[-1]])
            ahead = np.arange(graph.first_out[at], graph.first_out[at + 1])
            if not cars[ahead].any():
                break
            walk.append(int(random.choice(ahead[cars[ahead]])))
        if len(walk) == length:
            return walk


def private_town(vertices: int = 40, seed: int = 5, *, restrictions: int = 15) -> RoadGraph:
    """A random town in which a third of the streets is private and some are shut in by them."""
    town = random_town(vertices, seed, restrictions=restrictions)
    private = np.random.default_rng(seed).random(len(town.arcs.way)) < 1 / 3
    return with_private(town, np.unique(town.arcs.way[private]).tolist())


def with_private(graph: RoadGraph, ways: Iterable[int]) -> RoadGraph:
    """The graph with these ways for residents only."""
    flags = np.where(np.isin(graph.arcs.way, list(ways)), np.uint8(Flag.PRIVATE), np.uint8(0))
    return replace(graph, arcs=replace(graph.arcs, flags=flags))


def with_given_costs(graph: RoadGraph, seed: int = 0, most: int = 1000) -> RoadGraph:
    """The graph with costs of 1 to `most` named "cost", as a file may bring them."""
    costs = np.random.default_rng(seed).integers(1, most + 1, graph.arc_count).astype(np.uint32)
    costs.flags.writeable = False
    return replace(graph, given=(GivenCosts("cost", costs, "units"),))


def without_restrictions(graph: RoadGraph) -> RoadGraph:
    return replace(graph, forbidden=ForbiddenTurns.none())


def one_way_comb(length: int = 30) -> RoadGraph:
    """A one-way road, and into each of its vertices a one-way lane that nothing leads to."""
    xy = [(100.0 * k, 100.0 * row) for row in range(2) for k in range(length)]
    road = [(k, k + 1, True) for k in range(length - 1)]
    return graph_of(xy, [*road, *((length + k, k, True) for k in range(length))], name="comb")


DRAWN: dict[str, Callable[[], RoadGraph]] = {
    "grid city": grid_city,
    "ring": ring,
    "star": star,
    "islands": islands,
    "chain": chain,
    "parallels and loops": parallels_and_loops,
    "random town": random_town,
    "one-way comb": one_way_comb,
    "private town": private_town,
}
"""By name, for tests that hold everywhere."""
