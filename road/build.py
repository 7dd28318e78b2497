"""From arcs or streets in any order to a `RoadGraph`."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.parallel.sorting import rows_of
from road.graph import (
    F32,
    F64,
    I64,
    U8,
    U32,
    ArcProperties,
    ForbiddenTurns,
    GivenCosts,
    RoadGraph,
    RoadRules,
    Shapes,
)
from road.names import MapNames

MOST_ARCS = 2**32 - 2
"""Most arcs of a graph: their numbers are uint32, and the highest is free to say "none"."""

FARTHEST = 1e15
"""Greatest coordinate of a map, in whatever unit; sums of squares up to it are finite."""

Arrays = TypeVar("Arrays", ArcProperties, Shapes, ForbiddenTurns, GivenCosts, RoadRules)


def assemble(
    *,
    tail: U32,
    head: U32,
    arcs: ArcProperties,
    vertex_ids: I64,
    x: F64 | None = None,
    y: F64 | None = None,
    crs_wkt: str = "",
    geographic: bool = True,
    shapes: Shapes | None = None,
    forbidden: ForbiddenTurns | None = None,
    given: tuple[GivenCosts, ...] = (),
    left_hand: bool = False,
    name: str = "roads",
    notes: tuple[str, ...] = (),
    names: MapNames | None = None,
    rules: RoadRules | None = None,
    conditions: tuple[str, ...] = (),
) -> RoadGraph:
    """Sort arcs by tail and renumber whatever names them; parallel arcs keep the order given.

    Everything with an entry per arc (`arcs`, `shapes.of_arc`, `shapes.reverse`, costs) and the arc
    numbers in `forbidden` and `rules` follow the order of `tail` and `head`. Arrays are taken over
    and become read-only. Raises InputError where an arc leaves the vertices, ValueError where
    arrays do not fit together.
    """
    vertices, count = len(vertex_ids), len(tail)
    forbidden = forbidden or ForbiddenTurns.none()
    _check(vertices, tail, head, arcs, shapes, given, (x, y))
    _check_sequences(tail, head, forbidden)
    first_out, order = rows_of(np.ascontiguousarray(tail, np.uint32), vertices)
    place = np.empty(count, np.uint32)
    place[order] = np.arange(count, dtype=np.uint32)
    if shapes is not None:
        shapes = Shapes(shapes.first, shapes.points, shapes.of_arc[order], shapes.reverse[order])
    return RoadGraph(
        sealed(first_out),
        sealed(np.asarray(head, np.uint32)[order]),
        sealed_fields(reordered(arcs, order)),
        sealed(np.asarray(vertex_ids, np.int64)),
        None if x is None else sealed(np.asarray(x, np.float64)),
        None if y is None else sealed(np.asarray(y, np.float64)),
        crs_wkt,
        geographic,
        None if shapes is None else sealed_fields(shapes),
        sealed_fields(replace(forbidden, arcs=place[forbidden.arcs])),
        tuple(sealed_fields(replace(g, costs=g.costs[order])) for g in given),
        left_hand,
        name,
        notes,
        names,
        None if rules is None else sealed_fields(replace(rules, arc=place[rules.arc])),
        conditions,
    )


def reordered(arcs: ArcProperties, order: NDArray[Any]) -> ArcProperties:
    """The properties of arcs order[0], order[1], …; arcs may be left out or repeated."""
    columns = {f.name: getattr(arcs, f.name) for f in fields(arcs)}
    held: dict[str, Any] = {k: c[order] for k, c in columns.items() if c is not None}
    return replace(arcs, **held)


Column = TypeVar("Column", bound=NDArray[Any])


def sealed(array: Column) -> Column:
    """The array, read-only from now on; a copy where it is a view of something writeable."""
    if not array.flags.owndata and array.flags.writeable:
        array = array.copy()
    array.flags.writeable = False
    return array


def sealed_fields(arrays: Arrays) -> Arrays:
    """The same, all of its arrays read-only."""
    values = {f.name: getattr(arrays, f.name) for f in fields(arrays)}
    held: dict[str, Any] = {k: sealed(v) for k, v in values.items() if isinstance(v, np.ndarray)}
    return replace(arrays, **held)


def unknown_properties(length_m: F32, vehicles: int = 255) -> ArcProperties:
    """Properties of arcs of which no more than a length is known; any vehicle may use them."""
    count = len(length_m)
    zero = np.zeros(count, np.uint8)
    open_to = np.full(count, vehicles, np.uint8)
    return ArcProperties(
        np.asarray(length_m, np.float32),
        zero,
        zero.copy(),
        zero.copy(),
        zero.copy(),
        open_to,
        zero.copy(),
        np.full(count, -1, np.int64),
    )


@dataclass(frozen=True, eq=False)
class LooseStreets:
    """Undirected pieces between two vertices, an entry per piece.

    u, v : uint32, vertices at the ends.
    length_m : float32; road_class, speed_limit, lanes, surface, flags : uint8; way : int64; all
        as in `ArcProperties`.
    forward, backward : uint8, bits of `Vehicle` that may go from u to v, from v to u.
    first, points : int64, pieces + 1, and float64, (n, 2): the points between the ends, from u to
        v; None where all pieces are straight.
    slope : int8, percent upwards from u to v; None where unknown.
    speed_limit_back, lanes_back : uint8, where they differ from v to u; None where they do not.
    """

    u: U32
    v: U32
    length_m: F32
    road_class: U8
    speed_limit: U8
    lanes: U8
    surface: U8
    flags: U8
    way: I64
    forward: U8
    backward: U8
    first: I64 | None = None
    points: F64 | None = None
    slope: NDArray[np.int8] | None = None
    speed_limit_back: U8 | None = None
    lanes_back: U8 | None = None


@dataclass(frozen=True, eq=False)
class StreetArcs:
    """Arcs of streets, in the order of the streets; what `assemble` takes.

    tail, head : uint32, arcs. street : int64, the piece each came from.
    forward, backward : int64, pieces; the arc of each direction, -1 where nobody may go.
    """

    tail: U32
    head: U32
    arcs: ArcProperties
    shapes: Shapes | None
    street: I64
    forward: I64
    backward: I64


def arcs_of_streets(streets: LooseStreets) -> StreetArcs:
    """An arc for each direction that any vehicle may use; both share the shape of their piece."""
    used = np.stack((streets.forward, streets.backward), axis=1) != 0
    number = np.where(used.ravel(), np.cumsum(used.ravel()) - 1, -1).reshape(-1, 2)
    street, back = np.nonzero(used)
    reverse = back.astype(np.uint8)
    shapes = None
    if streets.first is not None and streets.points is not None:
        of_arc = street.astype(np.uint32)
        shapes = Shapes(streets.first, streets.points, of_arc, reverse)
    turned = reverse != 0
    return StreetArcs(
        np.where(turned, streets.v[street], streets.u[street]),
        np.where(turned, streets.u[street], streets.v[street]),
        _properties(streets, street, turned),
        shapes,
        street,
        number[:, 0].copy(),
        number[:, 1].copy(),
    )


def _properties(streets: LooseStreets, street: I64, turned: NDArray[np.bool_]) -> ArcProperties:
    def either(there: U8, back: U8 | None) -> U8:
        return there[street] if back is None else np.where(turned, back[street], there[street])

    slope = None
    if streets.slope is not None:
        along = np.maximum(streets.slope, -127)[street]  # -(-128) has no place in int8
        slope = np.where(turned, -along, along).astype(np.int8)
    return ArcProperties(
        streets.length_m[street],
        streets.road_class[street],
        either(streets.speed_limit, streets.speed_limit_back),
        either(streets.lanes, streets.lanes_back),
        streets.surface[street],
        either(streets.forward, streets.backward),
        streets.flags[street],
        streets.way[street],
        slope,
    )


def _check(
    vertices: int,
    tail: U32,
    head: U32,
    arcs: ArcProperties,
    shapes: Shapes | None,
    given: tuple[GivenCosts, ...],
    xy: tuple[F64 | None, F64 | None],
) -> None:
    count = len(tail)
    if max(vertices, count) > MOST_ARCS:
        raise InputError(
            f"{vertices} vertices and {count} arcs", advice=f"At most {MOST_ARCS} can be held."
        )
    columns = {f.name: getattr(arcs, f.name) for f in fields(arcs)} | {"head": head}
    columns |= {f"given costs '{g.name}'": g.costs for g in given}
    if shapes is not None:
        columns |= {"shapes.of_arc": shapes.of_arc, "shapes.reverse": shapes.reverse}
    for name, column in columns.items():
        if column is not None and len(column) != count:
            raise ValueError(f"{name} has {len(column)} entries for {count} arcs")
    for values in xy:
        if values is not None and len(values) != vertices:
            raise ValueError(f"{len(values)} coordinates for {vertices} vertices")
    for values in (*xy, None if shapes is None else shapes.points):
        if values is not None and len(values) and not np.abs(values).max() <= FARTHEST:
            raise InputError(
                f"coordinates of more than {FARTHEST:g}, or none, lie on no map",
                advice="Correct the coordinates, or fetch the file again.",
            )
    for side in (tail, head):
        beyond = np.flatnonzero(np.asarray(side) >= vertices)
        if len(beyond):
            raise InputError(
                f"arc {beyond[0]} touches vertex {side[beyond[0]]}; there are {vertices}",
                advice="Check the numbers of the vertices.",
            )


def _check_sequences(tail: U32, head: U32, forbidden: ForbiddenTurns) -> None:
    """Each of two arcs or more, of which every next one begins where the last one ends."""
    first, arcs = forbidden.first, forbidden.arcs
    if len(first) != len(forbidden.vehicles) + 1 or first[-1] != len(arcs):
        raise ValueError("the arrays of the forbidden turns do not fit together")
    lengths = np.diff(first)
    if len(lengths) and lengths.min() < 2:
        raise ValueError("a forbidden turn has fewer than two arcs")
    if len(arcs) == 0:
        return
    within = np.ones(len(arcs), np.bool_)
    within[first[1:] - 1] = False  # what follows a last arc belongs to another sequence
    steps = np.flatnonzero(within)
    torn = steps[head[arcs[steps]] != tail[arcs[steps + 1]]]
    if len(torn):
        raise ValueError(f"arcs {arcs[torn[0]]} and {arcs[torn[0] + 1]} do not follow each other")
