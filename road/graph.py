"""Road graphs: vertices, directed arcs, their static properties, shapes and turn restrictions.

Arcs are sorted by tail (compressed sparse rows), so arc numbers are positions in `head`. All
arrays are read-only. What an arc *costs* is no part of the graph: `road.costs.metric` derives it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from road.names import MapNames

U8 = NDArray[np.uint8]
U32 = NDArray[np.uint32]
I32 = NDArray[np.int32]
I64 = NDArray[np.int64]
F32 = NDArray[np.float32]
F64 = NDArray[np.float64]


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The array, or a view of it, that nobody writes and whose numbers lie side by side.

    A kernel is compiled anew for each kind of array it is called with; this leaves one.
    """
    if array.flags.writeable or not array.flags.c_contiguous:
        array = np.ascontiguousarray(array).view()
        array.flags.writeable = False
    return array


def keep_read_only(holder: Any) -> None:
    """Make the arrays of a frozen dataclass `read_only`, while it is constructed."""
    for each in fields(holder):
        value = getattr(holder, each.name)
        if isinstance(value, np.ndarray):
            object.__setattr__(holder, each.name, read_only(value))


Part = TypeVar("Part")


def _read_only_part(part: Part) -> Part:
    """A frozen dataclass of arrays; itself where all of them are `read_only`."""
    values = {each.name: getattr(part, each.name) for each in fields(part)}  # type: ignore[arg-type]
    held = {k: read_only(v) for k, v in values.items() if isinstance(v, np.ndarray)}
    if all(held[name] is values[name] for name in held):
        return part
    return replace(part, **held)  # type: ignore[type-var]


@dataclass(frozen=True, eq=False)
class Shapes:
    """Points of arcs between their ends; the two directions of a street share them.

    first : int64, shapes + 1; shape s has points first[s] to first[s + 1].
    points : float64, (n, 2), x and y in the graph's CRS.
    of_arc : uint32, arcs; the shape of each arc.
    reverse : uint8, arcs; 1 where the arc runs along its shape from the end to the beginning.
    """

    first: I64
    points: F64
    of_arc: U32
    reverse: U8


@dataclass(frozen=True, eq=False)
class GivenCosts:
    """Costs that came with the file, such as DIMACS weights.

    name : "distance", "time", …
    costs : uint32, arcs.
    unit : what a cost counts, in words ("0.1 m", "3.6 ms").
    seconds : seconds of one unit, 0 where it is no time.
    """

    name: str
    costs: U32
    unit: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, eq=False)
class ArcProperties:
    """Static properties, an array of `arcs` entries each.

    length_m : float32, metres along the shape; 0 where nothing is known.
    road_class, surface, speed_limit, lanes : uint8 codes of `road.properties` and
        `road.speed_limits`, and numbers of lanes; 0 is unknown.
    vehicles : uint8, bits of `Vehicle` that may use the arc in its direction.
    flags : uint8, bits of `Flag`.
    slope : int8, percent upwards along the arc, -127 to 127; None where there is no elevation.
    way : int64, id of the feature the arc came from (OSM way, line number); -1 is none.
    arc_end : uint8, codes of `ArcEnd`; None where nothing is known.
    """

    length_m: F32
    road_class: U8
    speed_limit: U8
    lanes: U8
    surface: U8
    vehicles: U8
    flags: U8
    way: I64
    slope: NDArray[np.int8] | None = None
    arc_end: U8 | None = None

    @cached_property
    def longest_m(self) -> float:
        """Metres of the longest arc, 0 without any: looked for once, as each step of a slider asks
        for it."""
        return float(self.length_m.max(initial=0.0))


@dataclass(frozen=True, eq=False)
class ForbiddenTurns:
    """Sequences of two arcs or more that must not be driven one after the other.

    `only_…` restrictions are stored as the turns that they leave out.

    first : int64, restrictions + 1; arcs : uint32, the sequences one after another.
    vehicles : uint8, bits of `Vehicle` that each binds.
    condition : int32, number among the graph's `conditions` on which each depends, -1 for none;
        None where none depends on any.
    """

    first: I64
    arcs: U32
    vehicles: U8
    condition: I32 | None = None

    @property
    def count(self) -> int:
        return len(self.first) - 1

    @classmethod
    def none(cls) -> ForbiddenTurns:
        return cls(np.zeros(1, np.int64), np.empty(0, np.uint32), np.empty(0, np.uint8))


@dataclass(frozen=True, eq=False)
class RoadRules:
    """What holds for some arcs and ways beyond their properties; `road.rules` reads it.

    Of the rows of an arc in a layer that hold in a situation, the last counts.

    arc : uint32; vehicles : uint8, bits whom a row is about; layer : uint8, code of
        `road.properties.Layer`; says : uint8, code of `road.properties.Access`; condition : int32,
        number among the graph's `conditions`, -1 for always.
    way : int64, ids; kmh : float64, driven there whatever a metric says, NaN where `scale` counts;
        scale : float64, multiplies the speed; limit : uint8, whether `kmh` is a posted limit;
        way_condition : int32, as above.
    """

    arc: U32
    vehicles: U8
    layer: U8
    says: U8
    condition: I32
    way: I64
    kmh: F64
    scale: F64
    limit: U8
    way_condition: I32


@dataclass(frozen=True, eq=False)
class RoadGraph:
    """A directed graph of roads; see the module's text.

    first_out : int64, vertices + 1; arcs of vertex v are first_out[v] to first_out[v + 1].
    head : uint32, arcs; where each arc leads.
    arcs : static properties.
    x, y : float64, vertices, in `crs_wkt` (longitude and latitude where that is geographic); None
        where the file has no coordinates.
    vertex_ids : int64, the file's own ids.
    shapes : points between the ends of arcs, None where all arcs are straight.
    forbidden : turn restrictions.
    given : costs that came with the file; its own first, before those of files beside it.
    names : of streets and places, None where the file has none.
    left_hand : whether traffic keeps to the left.
    notes : what the importer left out or assumed, a line each.
    rules : what depends on the situation, or is said of single vehicles; None for nothing.
    conditions : texts of `road.conditions` that rules and restrictions name by number.
    """

    first_out: I64
    head: U32
    arcs: ArcProperties
    vertex_ids: I64
    x: F64 | None = None
    y: F64 | None = None
    crs_wkt: str = ""
    geographic: bool = True
    shapes: Shapes | None = None
    forbidden: ForbiddenTurns = field(default_factory=ForbiddenTurns.none)
    given: tuple[GivenCosts, ...] = ()
    left_hand: bool = False
    name: str = "roads"
    notes: tuple[str, ...] = ()
    names: MapNames | None = None
    rules: RoadRules | None = None
    conditions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        keep_read_only(self)
        for name in ("arcs", "shapes", "forbidden", "names", "rules"):
            part = getattr(self, name)
            if part is not None:
                object.__setattr__(self, name, _read_only_part(part))

    @property
    def vertices(self) -> int:
        return len(self.first_out) - 1

    @property
    def arc_count(self) -> int:
        return len(self.head)

    @cached_property
    def tail(self) -> U32:
        """uint32, arcs; where each arc sets out."""
        degrees = np.diff(self.first_out)
        tail = np.repeat(np.arange(self.vertices, dtype=np.uint32), degrees)
        tail.flags.writeable = False
        return tail

    @cached_property
    def backward(self) -> Backward:
        """The same arcs sorted by head."""
        from core.parallel.sorting import rows_of  # Numba is dear to load, and not all need it

        first, order = rows_of(self.head, self.vertices)
        tail = self.tail[order]
        for array in (first, tail, order):
            array.flags.writeable = False
        return Backward(first, tail, order)


@dataclass(frozen=True, eq=False)
class Backward:
    """Incoming arcs in compressed sparse rows.

    first_in : int64, vertices + 1. tail : uint32, where each comes from. arc : uint32, its number
    among the outgoing arcs.
    """

    first_in: I64
    tail: U32
    arc: U32
