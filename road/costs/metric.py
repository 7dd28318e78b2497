"""The metric: what an arc and a turn cost, decoded from static properties by a small table.

Source: the metric decoder of Delling, Kobitzsch, Werneck, "Customizing driving directions with
GPUs", Euro-Par 2014: a table of properties to cost that fits a GPU's shared memory, so that a new
metric is a new table and not a new graph. Ours keeps the properties apart in arrays of codes and
multiplies five small tables, where theirs looks up combined codes.

**Layout**, the same on every device. `DecoderTable.values` is float64, (6, 256), 12,288 bytes:

- row 0, by road class below 127 (+ 128 inside towns): cost of a metre, 0 is closed; at 127: that of
  who pushes the vehicle;
- row 1, by code of the speed limit: cost of a metre at that limit, 0 where the limit says nothing;
- row 2, by surface below 128: a factor on the cost of a metre by class, 0 is closed; (+ 128) the
  least that a metre costs there;
- row 3 by all bits of the flags, row 4 by slope (int8 seen as uint8): factors on the cost of a
  metre, 0 is closed;
- row 5, by what stands at the arc's end: what one waits there, in whole units.

Where `vehicles & mask` is 0 an arc is closed, or, where `vehicles & pushed` is not, the vehicle is
pushed: limits then say nothing, and the class's cost of a metre is that of pushing if that is
greater. The cost of a metre is row 0 times row 2; row 1 instead, if that is above 0 and either
greater or `follow` is set (what is closed stays closed); at least the second half of row 2; times
rows 3 and 4, in this order, in float64. The cost is the length (float32) times that, rounded once
to the nearest integer, halves to even; at least 1, so that no circle is free; UNREACHED from 2**30
on and where the cost of a metre is 0. What is waited at its end is added. There are only products
and comparisons of reals, so fused multiply-adds cannot change a bit. Ways with speeds of their own
are decoded anew afterwards from a short list of arcs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from core.errors import InputError
from core.parallel.threads import short_parallel_for
from core.times import UNREACHED
from road.conditions import UNKNOWN, Situation
from road.costs.checks import check_numbers, check_words, require_lengths
from road.costs.decode import CLOSED, HALF, PUSHED_CLASS, decode, override, seen
from road.costs.rows import TICK_SECONDS, flag_row, inverses, paces, surface_row
from road.costs.situations import ways_on
from road.costs.slopes import SlopeRule, speed_factors
from road.costs.turn_seconds import seconds_by_code
from road.costs.way_speeds import WaySpeeds
from road.graph import F64, U8, U32, RoadGraph, keep_read_only, read_only
from road.properties import ArcEnd, Flag, RoadClass, Surface, Turn, Vehicle
from road.rules import ridden_no_more
from road.speed_limits import KMH_OF_CODE
from road.turn_codes import MIRRORED, TURN_CODES, TURN_OF_CODE

if TYPE_CHECKING:
    from road.terrain.straight_ground import StraightGround

TINY = 1e-200
"""Cost of a metre that is far from being rounded to 0."""

CENTIMETRES = 100.0  # of a metre: what a distance counts
ANY_VEHICLE = 255

Limits = Literal["ignore", "obey", "follow"]
Quantity = Literal["time", "distance"]
Private = Literal["ends", "through", "closed"]
"""Use of streets for residents, deliveries and customers: by ways that begin or end there, by any
ways, or by none. Their speed is that of other streets in every case."""

TurnSeconds = Mapping[Turn, float]
U_TURN_SECONDS = 100.0  # as in the paper
NO_TURN_COSTS: TurnSeconds = dict.fromkeys(Turn, 0.0)
ONLY_U_TURNS: TurnSeconds = {**NO_TURN_COSTS, Turn.U_TURN: U_TURN_SECONDS}


def _free_turns() -> U32:
    return np.zeros(TURN_CODES, np.uint32)


@dataclass(frozen=True, eq=False)
class Weights:
    """Costs of arcs and turns: all that a solver needs besides the graph.

    arc_costs : uint32, arcs; UNREACHED is closed.
    turn_costs : uint32, 16, by code of `road.turn_codes`; UNREACHED forbids turns of that kind.
        Four, by `Turn`, hold for all codes of that turn.
    tick_seconds : seconds of one unit, 0 where costs are no times.
    unit : what a cost counts, in words.
    vehicles : bits of `Vehicle`; turn restrictions that bind none of them do not count.
    rounded : whether costs were rounded, that of an arc and the turn before it by at most one unit
        together; else they are whole in the file.
    ends_only : whether ways begin and end on private streets but do not pass them.
    situation : by which conditions of rules and turn restrictions hold.
    """

    arc_costs: U32
    turn_costs: U32 = field(default_factory=_free_turns)
    tick_seconds: float = 0.0
    unit: str = ""
    name: str = ""
    vehicles: int = ANY_VEHICLE
    rounded: bool = True
    ends_only: bool = False
    situation: Situation = UNKNOWN

    def __post_init__(self) -> None:
        if len(self.turn_costs) == len(Turn):
            object.__setattr__(self, "turn_costs", self.turn_costs[TURN_OF_CODE])
        object.__setattr__(self, "situation", Situation(*self.situation))  # a list, if sent
        keep_read_only(self)

    @property
    def is_time(self) -> bool:
        return self.tick_seconds > 0

    @property
    def ground(self) -> StraightGround | None:
        """Cells among the vertices that straight lines lead to; None where arcs are all."""
        return None

    def cost_of(self, arc: int) -> int:
        """What one arc costs."""
        return int(self.arc_costs[arc])

    @cached_property
    def longest_arc(self) -> int:
        """The largest cost of an open arc, 0 where none is."""
        return int(seen(self.arc_costs)[0])

    def closing(self, arcs: U32) -> Weights:
        """The same with these arcs closed. arcs : uint32, rising."""
        return self.costing(arcs, CLOSED)

    def costing(self, arcs: U32, each: U32 | np.uint32) -> Weights:
        """The same with these costs of these arcs. arcs : uint32, rising."""
        costs = self.arc_costs.copy()
        costs[arcs] = each
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

    values : float64, (6, 256). mask, pushed : bits of `Vehicle`; who drives an arc, and on foot.
    follow : limits replace class speeds.
    """

    values: F64
    mask: int
    pushed: int
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
    surface_factors, flag_factors : multiply the speed; 0 closes, 1 where left out. Those of
        surfaces multiply the class speed only, not a limit that is driven.
    surface_caps_kmh : highest speed on a surface, under any limit; none where left out.
    pushed_kmh : speed of who gets off and pushes where only people on foot may go; 0: nobody does.
    slope : a rule of `road.costs.slopes`, or points (percent upwards, speed factor) to
        interpolate.
    turn_seconds : by kind of turn at junctions, infinite forbids; where traffic keeps to the left,
        left and right change places.
    dead_end_seconds : of turning round where nothing else leads on; None: as any U-turn.
    sharp_turn_seconds, turn_bias, oncoming_seconds : the curve over the angle of
        `road.costs.turn_seconds`, added to left and right turns.
    wait_seconds : by what stands at the end of an arc.
    quantity : "time" in ms, or "distance" in cm, for which speeds only say what is closed.
    ways : speeds of single ways.
    private : what private streets (`Flag.PRIVATE`) are for.
    situation : when one departs, and the vehicle's figures: rules of roads depend on them.
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
    surface_caps_kmh: Mapping[Surface, float] = field(default_factory=dict)
    pushed_kmh: float = 0.0
    flag_factors: Mapping[Flag, float] = field(default_factory=dict)
    slope: SlopeRule = "none"
    turn_seconds: TurnSeconds = field(default_factory=lambda: ONLY_U_TURNS)
    dead_end_seconds: float | None = None
    sharp_turn_seconds: float = 0.0
    turn_bias: float = 1.0
    oncoming_seconds: float = 0.0
    wait_seconds: Mapping[ArcEnd, float] = field(default_factory=dict)
    quantity: Quantity = "time"
    ways: WaySpeeds | None = None
    private: Private = "through"
    situation: Situation = UNKNOWN

    def __post_init__(self) -> None:
        check_numbers(self)
        check_words((self.limits, Limits), (self.quantity, Quantity), (self.private, Private))

    def table(self) -> DecoderTable:
        """The metric as numbers, 10 kB."""
        values = np.zeros((6, 256))
        values[0, : len(RoadClass)] = self._class_row({})
        values[0, HALF : HALF + len(RoadClass)] = self._class_row(self.urban_speeds_kmh)
        values[0, PUSHED_CLASS] = paces(np.array(self.pushed_kmh))
        values[1] = self._limit_row()
        values[2] = surface_row(self.surface_factors, self.surface_caps_kmh)
        values[3] = flag_row(self.flag_factors, shut=self.private == "closed")
        percent = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.float64)
        values[4] = inverses(speed_factors(self.slope, percent))
        for end, seconds in self.wait_seconds.items():
            values[5, end] = round(seconds / TICK_SECONDS)
        if self.quantity == "distance":
            values = (values > 0).astype(np.float64)
            values[0] *= CENTIMETRES
            values[1] = values[5] = values[2, HALF:] = 0.0
        return DecoderTable(values, int(self.vehicle), self.pushed, self.limits == "follow")

    def closed_kinds(self, graph: RoadGraph) -> tuple[object, ...] | None:
        """What tells which arcs of a graph are closed: metrics of which it is equal close the same.

        None where it cannot tell, because an arc may cost too much to be counted.
        """
        table, own = self.table(), self.on(graph)
        rows_used = 5 if graph.arcs.slope is not None else 4
        class_, limit, surface, *others = table.values[:rows_used]
        factors = surface[:HALF], *others
        fixed, scale = own.way_paces() if own.ways is not None else (class_, class_[:0])
        all_paces = np.concatenate((class_, limit, fixed, surface[HALF:]))
        rows = [row[row > 0] for row in (all_paces, *factors, scale)]  # NaN is not
        dearest_m = math.prod(float(row.max(initial=0.0)) or 1.0 for row in rows)
        most = dearest_m * graph.arcs.longest_m
        if (
            most * 2 + float(table.values[5].max()) >= UNREACHED
            or math.prod(float(row.min(initial=1.0)) for row in rows) < TINY
        ):
            return None
        shut = (row == 0 for row in (class_, *factors, fixed, scale))
        ruled = None if graph.rules is None else self.situation
        return table.mask, table.pushed, own.ways, ruled, *(row.tobytes() for row in shut)

    def turn_ticks(self, left_hand: bool = False) -> U32:
        """uint32, 16, by code of `road.turn_codes`; a distance counts no turns, but keeps the
        forbidden ones."""
        flat = {**NO_TURN_COSTS, **self.turn_seconds}
        curve = self.sharp_turn_seconds, self.turn_bias, self.oncoming_seconds
        seconds = seconds_by_code(flat, self.dead_end_seconds, *curve)
        if self.quantity == "distance":
            seconds = np.where(np.isinf(seconds), seconds, 0.0)
        ticks = np.rint(np.minimum(seconds / TICK_SECONDS, UNREACHED)).astype(np.uint32)
        return ticks[list(MIRRORED)] if left_hand else ticks

    def on(self, graph: RoadGraph) -> Metric:
        """The metric with the speeds that rules of the graph give to ways in its situation."""
        ways = ways_on(graph, self)
        return self if ways is self.ways else replace(self, ways=ways)

    def amended_on(self, graph: RoadGraph) -> tuple[U32, U32]:
        """(arcs that rules of the graph close, or where they make one push the vehicle, in its
        situation, rising; what each costs then)."""
        arcs, bits = ridden_no_more(graph, int(self.vehicle), self.situation, self.pushed)
        walked, each = arcs[bits != 0], np.full(len(arcs), CLOSED)
        if len(walked):
            each[bits != 0] = self.on(graph).costs(graph, walked, self.pushed)
        return arcs, each

    @property
    def pushed(self) -> int:
        """Bits of `Vehicle` by which the vehicle may be pushed."""
        return int(Vehicle.FOOT) if self.pushed_kmh else 0

    def weights(self, graph: RoadGraph) -> Weights:
        """Decode all arcs. Raises InputError for a graph without lengths."""
        found = self.weights_of(self.on(graph).costs(graph), graph.left_hand)
        arcs, each = self.amended_on(graph)
        return found.costing(arcs, each) if len(arcs) else found

    def costs(
        self, graph: RoadGraph, some: slice | U32 = slice(None), bits: int | None = None
    ) -> U32:
        """uint32; of all arcs, or of some. bits : of `Vehicle` that may use them, None for those of
        the graph. Raises InputError for a graph without lengths."""
        require_lengths(graph)
        arcs, table = graph.arcs, self.table()

        def some_of(column: U8 | None) -> U8:
            return read_only(np.empty(0, np.uint8) if column is None else column[some])

        slope = some_of(None if arcs.slope is None else arcs.slope.view(np.uint8))
        length_m, road_class = read_only(arcs.length_m[some]), some_of(arcs.road_class)
        codes = length_m, road_class, some_of(arcs.speed_limit), some_of(arcs.surface)
        vehicles, flags = some_of(arcs.vehicles), some_of(arcs.flags)
        if bits is not None:
            vehicles = read_only(np.full(len(flags), bits, np.uint8))
        arc_end = some_of(arcs.arc_end)
        costs = np.empty(len(flags), np.uint32)
        columns = (*codes, vehicles, flags, slope, arc_end)
        told = (table.values, table.mask, table.pushed, table.follow, *columns)
        short_parallel_for(lambda begin, end: decode(begin, end, *told, costs), len(costs))
        if self.ways is not None:
            listed, entry = self.ways.arcs(arcs.way[some])
            fixed, factor = self.way_paces()
            told_again = (table.values, table.mask, table.follow, *columns)
            override(costs, listed, entry, fixed, factor, *told_again)
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
            ends_only=self.private == "ends",
            situation=self.situation,
        )

    def way_paces(self) -> tuple[F64, F64]:
        """(`fixed`, `factor`) of `road.costs.decode.override`, an entry for each of `ways`."""
        assert self.ways is not None
        if self.quantity == "distance":
            shut = (self.ways.kmh == 0) | (self.ways.scale == 0)
            return np.where(shut, 0.0, np.nan), np.ones(len(shut))
        return paces(self.ways.kmh), inverses(self.ways.scale)

    def _class_row(self, urban: Mapping[RoadClass, float]) -> F64:
        kmh = np.zeros(len(RoadClass))
        for road_class, speed in {**self.speeds_kmh, **urban}.items():
            kmh[road_class] = min(speed, self.top_speed_kmh)
        kmh[list(self.closed)] = 0.0
        return paces(kmh)

    def _limit_row(self) -> F64:
        if self.limits == "ignore":
            return np.zeros(256)
        return paces(np.minimum(KMH_OF_CODE * self.limit_factor, self.top_speed_kmh))


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
