"""Arcs in a row whose properties are given, or drawn by seed from all codes that there may be."""

from __future__ import annotations

import numpy as np

from road.build import assemble
from road.costs.way_speeds import WaySpeeds
from road.graph import ArcProperties, RoadGraph
from road.properties import RoadClass, Surface


def roads(count: int, **columns: object) -> RoadGraph:
    """Arcs 0 → 1 in a row, 100 m of primary road for all, but for the columns given."""
    held: dict[str, object] = {
        "length_m": 100,
        "road_class": RoadClass.PRIMARY,
        "speed_limit": 0,
        "lanes": 1,
        "surface": 0,
        "vehicles": 255,
        "flags": 0,
        "way": 1,
    }
    dtypes = {"length_m": np.float32, "way": np.int64, "slope": np.int8}
    arrays = {
        name: np.broadcast_to(np.asarray(value, dtypes.get(name, np.uint8)), count).copy()
        for name, value in (held | columns).items()
    }
    ends = np.zeros(count, np.uint32)
    arcs = ArcProperties(**arrays)  # type: ignore[arg-type]
    return assemble(tail=ends, head=ends + np.uint32(1), arcs=arcs, vertex_ids=np.arange(2))


def varied(count: int = 20_000, seed: int = 1) -> RoadGraph:
    """Every code that there may be, also some that mean nothing yet."""
    random = np.random.default_rng(seed)
    codes = {
        name: random.integers(0, top, count)
        for name, top in (
            ("road_class", len(RoadClass)),
            ("speed_limit", 256),
            ("surface", len(Surface)),
            ("vehicles", 256),
            ("flags", 256),
            ("way", 40),
        )
    }
    length = random.exponential(80, count).astype(np.float32)
    slope = np.clip(random.normal(0, 12, count), -127, 127)
    return roads(count, length_m=length, slope=slope, **codes)


def any_bytes(count: int = 20_000, seed: int = 1, *, flat: bool = False) -> RoadGraph:
    """Every byte that an array can hold, and lengths from 0 to 10,000 km.

    Nearly all classes are known ones, or most arcs would be closed. A third of the lengths are
    multiples of 1/8 m, with which a product often ends in a half; some are 0 and some too small for
    a normal float32.
    """
    random = np.random.default_rng(seed)
    names = ("road_class", "speed_limit", "surface", "vehicles", "flags")
    columns = {name: random.integers(0, 256, count) for name in names}
    known = random.random(count) < 0.95
    columns["road_class"][known] = random.integers(0, len(RoadClass), int(known.sum()))
    if not flat:
        columns["slope"] = random.integers(-128, 128, count)
        columns["arc_end"] = random.integers(0, 256, count)
    length = (10.0 ** random.uniform(-3, 7, count)).astype(np.float32)
    eighths = random.random(count) < 1 / 3
    length[eighths] = random.integers(0, 4000, int(eighths.sum())) / 8
    length[random.random(count) < 0.02] = 0
    length[random.random(count) < 0.02] = 1e-42
    return roads(count, length_m=length, way=random.integers(0, 40, count), **columns)


def ways(**by_name: list[float]) -> WaySpeeds:
    """By the columns `way`, `kmh` and `scale`."""
    kmh, scale = np.array(by_name["kmh"], float), np.array(by_name["scale"], float)
    return WaySpeeds(np.array(by_name["way"], np.int64), kmh, scale)
