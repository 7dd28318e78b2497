"""The metric: what an arc and a turn cost, decoded from static properties by a small table.

Source: the metric decoder of Delling, Kobitzsch, Werneck, "Customizing driving directions with
GPUs", Euro-Par 2014: a table of properties to cost that fits a GPU's shared memory, so that a new
metric is a new table and not a new graph. Ours keeps the properties apart in arrays of codes and
multiplies five small tables, where theirs looks up combined codes.

**Layout**, the same on every device. `DecoderTable.values` is float64, (5, 256), 10,240 bytes:

- row 0, by road class below 128 (+ 128 inside towns): cost of a metre, 0 is closed;
- row 1, by code of the speed limit: cost of a metre at that limit, 0 where the limit says nothing;
- row 2 by surface, row 3 by all bits of the flags, row 4 by slope (int8 seen as uint8): factors on
  the cost of a metre, 0 is closed.

An arc is closed if `vehicles & mask` is 0. Otherwise its cost of a metre is row 0; row 1 instead,
if that is above 0 and either above row 0 or `follow` is set (a closed class stays closed); times
rows 2, 3 and 4, in this order, in float64. Its cost is the length (float32) times that, rounded
once to the nearest integer, halves to even; at least 1, so that no circle is free; UNREACHED from
2**30 on and where the cost of a metre is 0. There are only products, so fused multiply-adds cannot
change a bit. Ways with speeds of their own are decoded anew afterwards from a short list of arcs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError, ParameterError
from core.parallel.threads import short_parallel_for
from core.times import UNREACHED
from road.costs.decode import decode, override, seen
from road.costs.slopes import SlopeRule, check_rule, speed_factors
from road.costs.way_speeds import WaySpeeds
from road.graph import F64, U32, RoadGraph, keep_read_only
from road.properties import Flag, RoadClass, Surface, Turn, Vehicle
from road.speed_limits import KMH_OF_CODE

TICK_SECONDS = 0.001
TINY = 1e-200
"""Cost of a metre that is far from being rounded to 0."""

CENTIMETRES = 100.0  # of a metre: what a distance counts
ANY_VEHICLE = 255

Limits = Literal["ignore", "obey", "follow"]
Quantity = Literal["time", "distance"]

TurnSeconds = Mapping[Turn, float]
U_TURN_SECONDS = 100.0  # as in the paper
NO_TURN_COSTS: TurnSeconds = dict.fromkeys(Turn, 0.0)
ONLY_U_TURNS: TurnSeconds = {**NO_TURN_COSTS, Turn.U_TURN: U_TURN_SECONDS}


def _free_turns() -> U32:
    return np.zeros(len(Turn), np.uint32)


@dataclass(frozen=True, eq=False)
class Weights:
    """Costs of arcs and turns: all that a solver needs besides the graph.

    arc_costs : uint32, arcs; UNREACHED is closed.
    turn_costs : uint32, 4, by `Turn`; UNREACHED forbids turns of that kind.
    tick_seconds : seconds of one unit, 0 where costs are no times.
    unit : what a cost counts, in words.
    vehicles : bits of `Vehicle`; turn restrictions that bind none of them do not count.
    rounded : whether costs were rounded, that of an arc and the turn before it by at most one unit
        together; else they are whole in the file.
    """

    arc_costs: U32
    turn_costs: U32 = field(default_factory=_free_turns)
    tick_seconds: float = 0.0
    unit: str = ""
    name: str = ""
    vehicles: int = ANY_VEHICLE
    rounded: bool = True

    def __post_init__(self) -> None:
        keep_read_only(self)

    @property
    def is_time(self) -> bool:
        return self.tick_seconds > 0

    def cost_of(self, arc: int) -> int:
        """What one arc costs."""
        return int(self.arc_costs[arc])

    @cached_property
    def longest_arc(self) -> int:
        """The largest cost of an open arc, 0 where none is."""
        return int(seen(self.arc_costs)[0])

    def closing(self, arcs: U32) -> Weights:
        """The same with these arcs closed. arcs : uint32, rising."""
        costs = self.arc_costs.copy()
        costs[arcs] = UNREACHED
        return replace(self, arc_costs=costs)

    @property
    def coarser(self) -> Weights:
        """The same with ticks twice as long; only where ticks are time."""
        costs = {"arc_costs": halved(self.arc_costs), "turn_costs": halved(self.turn_costs)}
        return replace(self, rounded=True, **costs, **self.longer_tick)  # type: ignore[arg-type]

    @property
    def longer_tick(self) -> dict[str, float | str]:
        """Twice its length, and how it is called."""
        return {
            "tick_seconds": 2 * self.tick_seconds,
            "unit": f"{2e3 * self.tick_seconds:g} ms",
        }


@dataclass(frozen=True, eq=False)
class DecoderTable:
    """What a device needs to decode; see the module's text.

    values : float64, (5, 256). mask : bits of `Vehicle`. follow : limits replace class speeds.
    """

    values: F64
    mask: int
    follow: bool


@dataclass(frozen=True)
class Metric:
    """How a vehicle moves.

    speeds_kmh : by road class; 0, or a class left out, is closed.
    urban_speeds_kmh : the same inside towns (`Flag.URBAN`); classes left out are as outside.
    closed : classes closed whatever their speed.
    limits : "ignore" posted limits, "obey" them (the slower of limit and class speed counts) or
        "follow" them (the limit counts instead of the class speed).
    limit_factor : share of a posted limit that is driven.
    top_speed_kmh : of the vehicle; infinite where there is none.
    surface_factors, flag_factors : multiply the speed; 0 closes, 1 where left out.
    slope : a rule of `road.costs.slopes`, or points (percent upwards, speed factor) to
        interpolate.
    turn_seconds : by kind of turn, infinite forbids; where traffic keeps to the left, left and
        right change places.
    quantity : "time" in ms, or "distance" in cm, for which speeds only say what is closed.
    ways : speeds of single ways.
    """

    name: str
    vehicle: Vehicle
    speeds_kmh: Mapping[RoadClass, float]
    urban_speeds_kmh: Mapping[RoadClass, float] = field(default_factory=dict)
    closed: frozenset[RoadClass] = frozenset()
    limits: Limits = "obey"
    limit_factor: float = 1.0
    top_speed_kmh: float = math.inf
    surface_factors: Mapping[Surface, float] = field(default_factory=dict)
    flag_factors: Mapping[Flag, float] = field(default_factory=dict)
    slope: SlopeRule = "none"
    turn_seconds: TurnSeconds = field(default_factory=lambda: ONLY_U_TURNS)
    quantity: Quantity = "time"
    ways: WaySpeeds | None = None

    def __post_init__(self) -> None:
        for words, values in (
            ("speed", (*self.speeds_kmh.values(), *self.urban_speeds_kmh.values())),
            ("surface factor", tuple(self.surface_factors.values())),
            ("flag factor", tuple(self.flag_factors.values())),
        ):
            for value in values:
                _require(0 <= value < math.inf, f"a {words} of {value}", "Give 0 or more.")
        for seconds in self.turn_seconds.values():
            _require(seconds >= 0, f"a turn of {seconds} s", "Give 0 s or more.")
        _require(self.top_speed_kmh > 0, f"a top speed of {self.top_speed_kmh} km/h", _ABOVE_0)
        good = 0 < self.limit_factor < math.inf
        _require(good, f"a limit factor of {self.limit_factor}", _ABOVE_0)
        for word, choices in ((self.limits, Limits), (self.quantity, Quantity)):
            known = get_args(choices)
            _require(word in known, f"'{word}'", f"Choose {', '.join(known[:-1])} or {known[-1]}.")
        check_rule(self.slope)

    def table(self) -> DecoderTable:
        """The metric as numbers, 10 kB."""
        values = np.zeros((5, 256))
        values[0, : len(RoadClass)] = self._class_row({})
        values[0, 128 : 128 + len(RoadClass)] = self._class_row(self.urban_speeds_kmh)
        values[1] = self._limit_row()
        values[2] = 1.0
        for surface, factor in self.surface_factors.items():
            values[2, surface] = _inverse(factor)
        values[3] = self._flag_row()
        percent = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.float64)
        values[4] = _inverses(speed_factors(self.slope, percent))
        if self.quantity == "distance":
            values = (values > 0).astype(np.float64)
            values[0] *= CENTIMETRES
            values[1] = 0.0
        return DecoderTable(values, int(self.vehicle), self.limits == "follow")

    def closed_kinds(self, graph: RoadGraph) -> tuple[object, ...] | None:
        """What tells which arcs of a graph are closed: metrics of which it is equal close the same.

        None where it cannot tell, because an arc may cost too much to be counted.
        """
        table = self.table()
        class_, limit, *factors = table.values if graph.arcs.slope is not None else table.values[:4]
        fixed, scale = self.way_paces() if self.ways is not None else (class_, class_[:0])
        paces = np.concatenate((class_, limit, fixed))
        rows = [row[row > 0] for row in (paces, *factors, scale)]  # NaN is not
        longest = float(graph.arcs.length_m.max(initial=0.0))
        most = math.prod(float(row.max(initial=0.0)) or 1.0 for row in rows) * longest
        if most * 2 >= UNREACHED or math.prod(float(row.min(initial=1.0)) for row in rows) < TINY:
            return None
        shut = (row == 0 for row in (class_, *factors, fixed, scale))
        return table.mask, self.ways, *(row.tobytes() for row in shut)

    def turn_ticks(self, left_hand: bool = False) -> U32:
        """uint32, 4, by `Turn`; a distance counts no turns, but keeps the forbidden ones."""
        ticks = np.zeros(len(Turn), np.uint32)
        for turn, seconds in self.turn_seconds.items():
            worth = 0.0 if self.quantity == "distance" and seconds < math.inf else seconds
            ticks[turn] = round(min(worth / TICK_SECONDS, UNREACHED))
        if left_hand:
            ticks[[Turn.LEFT, Turn.RIGHT]] = ticks[[Turn.RIGHT, Turn.LEFT]]
        return ticks

    def weights(self, graph: RoadGraph) -> Weights:
        """Decode all arcs. Raises InputError for a graph without lengths."""
        return self.weights_of(self.costs(graph), graph.left_hand)

    def costs(self, graph: RoadGraph, some: slice = slice(None)) -> U32:
        """uint32; of all arcs, or of a range. Raises InputError for a graph without lengths."""
        require_lengths(graph)
        arcs, table = graph.arcs, self.table()
        slope = np.empty(0, np.uint8) if arcs.slope is None else arcs.slope.view(np.uint8)[some]
        length_m, road_class = arcs.length_m[some], arcs.road_class[some]
        codes = (length_m, road_class, arcs.speed_limit[some], arcs.surface[some])
        vehicles, flags = arcs.vehicles[some], arcs.flags[some]
        costs = np.empty(len(flags), np.uint32)
        told = (table.values, table.mask, table.follow, *codes, vehicles, flags, slope)
        short_parallel_for(lambda begin, end: decode(begin, end, *told, costs), len(costs))
        if self.ways is not None:
            listed, entry = self.ways.arcs(arcs.way[some])
            fixed, factor = self.way_paces()
            way_codes = (table.values, table.follow, *codes, flags, slope)
            override(costs, listed, entry, fixed, factor, *way_codes)
        return costs

    def weights_of(self, arc_costs: U32, left_hand: bool) -> Weights:
        """Weights of arcs that were decoded by this metric, here or on a device.

        arc_costs : uint32, arcs; taken over, read-only from now on.
        """
        time = self.quantity == "time"
        arc_costs.flags.writeable = False
        return Weights(
            arc_costs,
            self.turn_ticks(left_hand),
            TICK_SECONDS if time else 0.0,
            "ms" if time else "cm",
            self.name,
            int(self.vehicle),
        )

    def way_paces(self) -> tuple[F64, F64]:
        """(`fixed`, `factor`) of `road.costs.decode.override`, an entry for each of `ways`."""
        assert self.ways is not None
        if self.quantity == "distance":
            shut = (self.ways.kmh == 0) | (self.ways.scale == 0)
            return np.where(shut, 0.0, np.nan), np.ones(len(shut))
        return _paces(self.ways.kmh), _inverses(self.ways.scale)

    def _class_row(self, urban: Mapping[RoadClass, float]) -> F64:
        kmh = np.zeros(len(RoadClass))
        for road_class, speed in {**self.speeds_kmh, **urban}.items():
            kmh[road_class] = min(speed, self.top_speed_kmh)
        kmh[list(self.closed)] = 0.0
        return _paces(kmh)

    def _limit_row(self) -> F64:
        if self.limits == "ignore":
            return np.zeros(256)
        return _paces(np.minimum(KMH_OF_CODE * self.limit_factor, self.top_speed_kmh))

    def _flag_row(self) -> F64:
        bits = np.arange(256)
        row = np.ones(256)
        for flag, factor in self.flag_factors.items():
            row[bits & flag != 0] *= _inverse(factor)
        return row


def require_lengths(graph: RoadGraph) -> None:
    """Raise InputError for a graph of which no metric can make costs."""
    if graph.arc_count and not graph.arcs.length_m.any():
        raise InputError(
            "the roads have neither lengths nor positions",
            where=graph.name,
            advice="Use the costs of the file, or a count of arcs.",
        )


def given_weights(graph: RoadGraph, name: str) -> Weights:
    """Costs that came with the file, such as "distance" or "time" of DIMACS; turns are free."""
    for given in graph.given:
        if given.name == name:
            return Weights(
                given.costs, _free_turns(), given.seconds, given.unit, name, rounded=False
            )
    known = ", ".join(given.name for given in graph.given)
    raise InputError(
        f"the file holds no costs named '{name}'",
        where=graph.name,
        advice=f"Choose one of: {known}." if known else "Choose a profile.",
    )


def hop_weights(graph: RoadGraph) -> Weights:
    """Every arc costs 1: for graphs of which nothing but the connections is known."""
    ones = np.ones(graph.arc_count, np.uint32)
    return Weights(ones, unit="arcs", name="hops", rounded=False)


def halved(costs: U32) -> U32:
    """Costs in ticks of twice the length; what costs something still does."""
    half: U32 = np.where(costs < UNREACHED, (costs + np.uint32(1)) >> np.uint32(1), costs)
    return half


def _paces(kmh: NDArray[np.float64]) -> F64:
    """Milliseconds of a metre, 0 for a speed of 0; NaN stays."""
    with np.errstate(divide="ignore"):
        return np.where(kmh == 0, 0.0, 3.6 / TICK_SECONDS / kmh)


def _inverses(factors: F64) -> F64:
    with np.errstate(divide="ignore"):
        return np.where(factors == 0, 0.0, 1.0 / factors)


def _inverse(factor: float) -> float:
    return 1.0 / factor if factor else 0.0


_ABOVE_0 = "Give more than 0."


def _require(good: bool, found: str, advice: str) -> None:
    if not good:
        raise ParameterError(found, where="metric", advice=advice)
