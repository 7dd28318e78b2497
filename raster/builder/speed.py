"""Speeds of cells from what is known of the ground, by the rules of a vehicle; and why.

In this order: open ground by its slope, or speeds that are given; what the land cover leaves of
it; water and sea; barriers; roads; minimum and maximum. All of it is arrays of a window with a
margin around it, so that a cell is the same in whatever window it is made.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from raster.builder.nearest import filled, nearest_marked
from raster.builder.rules import (
    BARRIER,
    IGNORE,
    NEAREST,
    NODATA,
    CoverRules,
    Missing,
    SpeedRules,
    WaterRule,
)

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Bools = NDArray[np.bool_]

NO_CLASS = 255
"""Class of a cell without land cover."""

CLOSED, CLOSED_FOR_ROADS = 1, 2
"""Values of barriers: roads lead through, or end there."""


class Reason(IntEnum):
    """What decided the speed of a cell."""

    GROUND = 0
    GIVEN = 1
    CEILING = 2
    STEEP_COVER = 3
    WATER = 4
    BEYOND_WATER = 5
    SEA = 6
    BEYOND_SEA = 7
    BARRIER = 8
    ROAD = 9
    NO_ELEVATION = 10
    NO_COVER = 11
    NO_SPEED = 12


@dataclass(frozen=True)
class Unknown:
    """What cells are where an input has no data: one of the words of `rules`, or km/h. reach_m :
    metres within which NEAREST, of land cover alone, looks."""

    elevation: Missing = NODATA
    cover: Missing = NODATA
    speed: Missing = NODATA
    reach_m: float = 1000.0


@dataclass(frozen=True, eq=False)
class Ground:
    """What is known of the cells of a window, (rows, cols) each; None for inputs that are absent.

    slope : float32, degrees, NaN where unknown. height : float32, metres of the nearest cell, NaN
    where unknown, to tell the sea. cover : uint8, place among the classes, NO_CLASS for none.
    shares : float32, (classes, rows, cols), percent, NaN where unknown, instead of `cover`.
    given : float32, km/h to start from, NaN where unknown. road, bridge : float32, km/h of the
    fastest road, and of the fastest on a bridge or in a tunnel, before slopes; 0 where there is
    none. water : bool, drawn as such. barrier : uint8, CLOSED, CLOSED_FOR_ROADS or 0.
    """

    shape: tuple[int, int]
    step_x: float
    step_y: float
    slope: F32 | None = None
    height: F32 | None = None
    cover: NDArray[np.uint8] | None = None
    shares: F32 | None = None
    given: F32 | None = None
    road: F32 | None = None
    bridge: F32 | None = None
    water: Bools | None = None
    barrier: NDArray[np.uint8] | None = None


@dataclass(frozen=True, eq=False)
class Made:
    """Speeds and where they are from, (rows, cols) each.

    kmh : float64, 0 is a barrier, NaN is undefined. reason : uint8, `Reason`. base : float64, km/h
    by slope or as given. factor : float64, of land cover. cover : uint8 or float32, as in the
    ground, after gaps were filled; slope : as there. road : float64, km/h on a road. water_m :
    float32, metres to the shore, None where no rule asks for it. unknown : cells without data, by
    the name of the input.
    """

    kmh: F64
    reason: NDArray[np.uint8]
    base: F64
    factor: F64
    road: F64
    water_m: F32 | None
    unknown: dict[str, Bools] = field(default_factory=dict)
    cover: NDArray[np.uint8] | None = None
    shares: F32 | None = None
    slope: F32 | None = None


def margin_cells(
    rules: SpeedRules, unknown: Unknown, step_x: float, step_y: float, cover: bool
) -> int:
    """Cells around a window that decide about it. cover : whether there is land cover."""
    metres = [0.0, *rules.strips_m(rules.sea_level_m is not None)]
    gaps = unknown.reach_m if cover and unknown.cover == NEAREST else 0.0
    # A gap at the far side of a strip is filled from beyond it.
    return math.ceil((max(metres) + gaps) / min(step_x, step_y)) + 1


def speeds(ground: Ground, rules: SpeedRules, unknown: Unknown) -> Made:
    """Speeds of all cells; those nearer to the rim than `margin_cells` lack what lies beyond."""
    reason = np.full(ground.shape, Reason.GROUND, np.uint8)
    lost: dict[str, Bools] = {}
    base = _base(ground, rules, unknown, reason, lost)
    sea = _sea(ground, rules)
    settled = sea if ground.water is None else sea | ground.water
    cover, shares = _whole_cover(ground, unknown, settled, lost)
    factor, ceiling, steep, wet = _covered(ground, rules.cover, cover, shares)
    kmh = base * factor
    _lower(kmh, ceiling, reason, Reason.CEILING)
    if ground.slope is not None:
        with np.errstate(invalid="ignore"):
            closed = ground.slope >= steep
        kmh[closed] = 0.0
        reason[closed] = Reason.STEEP_COVER
    if "cover" in lost:
        _unknown_cells(kmh, lost["cover"], unknown.cover, reason, Reason.NO_COVER)
    elevation_lost = lost.get("elevation")
    if elevation_lost is not None:
        _unknown_cells(kmh, elevation_lost, unknown.elevation, reason, Reason.NO_ELEVATION)
    if "speed" in lost:
        _unknown_cells(kmh, lost["speed"], unknown.speed, reason, Reason.NO_SPEED)
    wet = wet if ground.water is None else wet | ground.water
    wet &= ~sea
    # The sea is no shore of a lake; that of the sea is all that lies higher, lakes as well.
    land, above = ~(wet | sea), ~sea
    water_m = _flood(kmh, wet, land, rules.water, ground, reason, Reason.WATER, Reason.BEYOND_WATER)
    sea_m = _flood(kmh, sea, above, rules.sea, ground, reason, Reason.SEA, Reason.BEYOND_SEA)
    if ground.barrier is not None:
        kmh[ground.barrier > 0] = 0.0
        reason[ground.barrier > 0] = Reason.BARRIER
    road = _roads(ground, rules, wet, sea)
    _drive(kmh, road, rules, reason)
    with np.errstate(invalid="ignore"):
        open_cells = kmh > 0
    low = rules.minimum_kmh
    high = np.inf if rules.maximum_kmh is None else rules.maximum_kmh
    kmh[open_cells] = np.clip(kmh[open_cells], low, high)
    metres = sea_m
    if water_m is not None:
        metres = water_m if sea_m is None else np.where(sea, sea_m, water_m)
    return Made(kmh, reason, base, factor, road, metres, lost, cover, shares, ground.slope)


def _base(
    ground: Ground,
    rules: SpeedRules,
    unknown: Unknown,
    reason: NDArray[np.uint8],
    lost: dict[str, Bools],
) -> F64:
    """Speeds on open ground: of a given raster times what slopes leave, or by slope alone."""
    level = rules.slope.level
    slope = ground.slope
    by_slope = np.full(ground.shape, level)
    if slope is not None:
        gaps = np.isnan(slope)
        if gaps.any():
            lost["elevation"] = gaps
            slope = np.where(gaps, np.float32(0), slope)
        by_slope = rules.slope.at(slope)
    if ground.given is None:
        return by_slope
    share = by_slope / level if slope is not None and level > 0 else 1.0
    given = ground.given.astype(np.float64)
    gaps = np.isnan(given)
    base = np.where(gaps, by_slope, given * share)
    reason[~gaps] = Reason.GIVEN
    if gaps.any():
        lost["speed"] = gaps
    return base


def _whole_cover(
    ground: Ground, unknown: Unknown, settled: Bools, lost: dict[str, Bools]
) -> tuple[NDArray[np.uint8] | None, F32 | None]:
    """Land cover, with gaps filled from the nearest cells where that is asked for.

    settled : cells of which land cover decides nothing, as those of the sea.
    """
    cover, shares = ground.cover, ground.shares
    if shares is not None:
        gaps: Bools = np.asarray(np.isnan(shares).any(axis=0))
    elif cover is not None:
        gaps = cover == NO_CLASS
    else:
        return None, None
    known = ~gaps
    gaps &= ~settled
    if not gaps.any():
        return cover, shares
    if unknown.cover == NEAREST:
        _, index = nearest_marked(known, ground.step_x, ground.step_y, unknown.reach_m, gaps)
        if shares is not None:
            shares = shares.copy()
            shares[:, gaps] = filled(shares, index[gaps])
        elif cover is not None:
            near = cover.ravel()[np.maximum(index, 0)]
            cover = np.where(gaps, np.where(index >= 0, near, np.uint8(NO_CLASS)), cover)
        lost["nearest cover"] = gaps & (index >= 0)
        gaps &= index < 0
    lost["cover"] = gaps
    return cover, shares


def _covered(
    ground: Ground,
    rules: CoverRules,
    cover: NDArray[np.uint8] | None,
    shares: F32 | None,
) -> tuple[F64, F64, F64, Bools]:
    """Factor, ceiling, slope from which it is closed (both infinite for none), and whether it is
    water."""
    classes = rules.classes
    if shares is not None:
        return _of_shares(ground.shape, rules, shares)
    if cover is None or not classes:
        plain = np.ones(ground.shape), np.full(ground.shape, np.inf)
        return *plain, np.full(ground.shape, np.inf), np.zeros(ground.shape, np.bool_)
    table = np.full((3, 256), np.inf)
    table[0] = 1.0
    wet = np.zeros(256, np.bool_)
    for n, each in enumerate(classes):
        table[0, n] = 1.0 if each.factor is None else each.factor
        table[1, n] = np.inf if each.ceiling_kmh is None else each.ceiling_kmh
        table[2, n] = np.inf if each.steepest_deg is None else each.steepest_deg
        wet[n] = each.water
    return table[0][cover], table[1][cover], table[2][cover], wet[cover]


def _of_shares(
    shape: tuple[int, int], rules: CoverRules, shares: F32
) -> tuple[F64, F64, F64, Bools]:
    factor, whole = np.zeros(shape), np.zeros(shape)
    ceiling, steep = np.full(shape, np.inf), np.full(shape, np.inf)
    wet = np.zeros(shape, np.bool_)
    for each, share in zip(rules.classes, shares, strict=True):
        known = np.where(np.isnan(share), np.float32(0), share).astype(np.float64)
        if each.factor is not None:
            factor += each.factor * known
            whole += known
        much = known >= each.share
        if each.ceiling_kmh is not None:
            ceiling = np.where(much, np.minimum(ceiling, each.ceiling_kmh), ceiling)
        if each.steepest_deg is not None:
            steep = np.where(much, np.minimum(steep, each.steepest_deg), steep)
        if each.water:
            wet |= much
    some = whole > 0
    mean = np.divide(factor, whole, out=np.full(shape, rules.otherwise), where=some)
    return mean, ceiling, steep, wet


def _lower(kmh: F64, ceiling: F64, reason: NDArray[np.uint8], why: Reason) -> None:
    with np.errstate(invalid="ignore"):
        above = kmh > ceiling
    kmh[above] = ceiling[above]
    reason[above] = why


def _unknown_cells(
    kmh: F64, cells: Bools, missing: Missing, reason: NDArray[np.uint8], why: Reason
) -> None:
    """What the recipe says of cells without data."""
    if missing == IGNORE:
        return
    words = {BARRIER: 0.0, NODATA: np.nan, NEAREST: np.nan}
    kmh[cells] = words[missing] if isinstance(missing, str) else missing
    reason[cells] = why


def _sea(ground: Ground, rules: SpeedRules) -> Bools:
    if rules.sea_level_m is None or ground.height is None:
        return np.zeros(ground.shape, np.bool_)
    with np.errstate(invalid="ignore"):
        return np.asarray(ground.height <= rules.sea_level_m)


def _flood(
    kmh: F64,
    wet: Bools,
    shore: Bools,
    rule: WaterRule,
    ground: Ground,
    reason: NDArray[np.uint8],
    why: Reason,
    beyond: Reason,
) -> F32 | None:
    """Speeds of water cells; metres to the shore, where the rule asks for them."""
    if not wet.any():
        return None
    kmh[wet] = rule.kmh
    reason[wet] = why
    if rule.strip_m is None:
        return None
    # What lies beyond the data is no shore.
    if ground.height is not None:
        shore = shore & ~np.isnan(ground.height)
    elif ground.cover is not None:
        shore = shore & (ground.cover != NO_CLASS)
    metres, _ = nearest_marked(shore, ground.step_x, ground.step_y, rule.strip_m, wet)
    out = wet & ~np.isfinite(metres)
    kmh[out] = 0.0 if rule.beyond == BARRIER else np.nan
    reason[out] = beyond
    return metres


def _roads(ground: Ground, rules: SpeedRules, wet: Bools, sea: Bools) -> F64:
    """Speeds on roads after slopes, where water and barriers let them through; 0 for none."""
    if ground.road is None:
        return np.zeros(ground.shape)
    road = ground.road.astype(np.float64)
    bridge = np.zeros_like(road) if ground.bridge is None else ground.bridge.astype(np.float64)
    if ground.slope is not None:
        slope = np.where(np.isnan(ground.slope), np.float32(0), ground.slope)
        # A deck is level, whatever the ground beneath.
        road = np.maximum(road * rules.roads.slope.at(slope), bridge)
    for cells, rule in ((wet, rules.water), (sea, rules.sea)):
        if rule.roads == "bridges":
            road[cells] = bridge[cells]
    if ground.barrier is not None:
        road[ground.barrier == CLOSED_FOR_ROADS] = 0.0
    return np.asarray(road)


def _drive(kmh: F64, road: F64, rules: SpeedRules, reason: NDArray[np.uint8]) -> None:
    on_road = road > 0
    if rules.roads.combine == "faster":
        with np.errstate(invalid="ignore"):
            on_road &= ~(kmh >= road)
    kmh[on_road] = road[on_road]
    reason[on_road] = Reason.ROAD
