"""Speeds of single ways, such as a day's congestion, from a CSV file."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path

import numpy as np

from core.errors import InputError
from core.files.csv_rows import csv_rows
from road.graph import F64, I64, U32

COLUMNS = ("osm_id", "max_speed", "speed_type")


@dataclass(frozen=True, eq=False)
class WaySpeeds:
    """What replaces or multiplies the speed of ways; speed 0 closes a way.

    way : int64, ids in rising order, each once.
    kmh : float64, the speed driven, NaN where `scale` counts.
    scale : float64, multiplies the speed that the metric gives.
    name, path : of the file they come from.
    """

    way: I64
    kmh: F64
    scale: F64
    name: str = ""
    path: Path | None = None

    def arcs(self, way_of_arc: I64) -> tuple[U32, I64]:
        """(arcs that belong to one of the ways, the position here of the way of each)."""
        if not len(self.way):
            return np.empty(0, np.uint32), np.empty(0, np.int64)
        entry = np.searchsorted(self.way, way_of_arc)
        entry[entry == len(self.way)] = 0
        arcs = np.flatnonzero(self.way[entry] == way_of_arc)
        return arcs.astype(np.uint32), entry[arcs].astype(np.int64)


def read_way_speeds(path: Path) -> WaySpeeds:
    """From columns `osm_id,max_speed,speed_type`, where the type is `km/h` or `scale`.

    Other columns are passed over. Of a way that stands there twice, the last row counts. Raises
    InputError with the number of the line.
    """
    found: dict[int, tuple[float, float]] = {}
    for way, kmh, scale in starmap(_row, csv_rows(path, COLUMNS)):
        found[way] = kmh, scale
    ways = np.array(sorted(found), np.int64)
    values = np.array([found[int(way)] for way in ways]).reshape(-1, 2)
    return WaySpeeds(ways, values[:, 0].copy(), values[:, 1].copy(), path.name, path)


def _row(row: dict[str, str], where: str) -> tuple[int, float, float]:
    id_text, speed_text, kind = (row[column] for column in COLUMNS)
    try:
        way = int(id_text)
        if not -(2**63) <= way < 2**63:
            raise ValueError
    except ValueError:
        raise InputError(
            f"osm_id is '{id_text}'", where=where, advice="Give a whole number."
        ) from None
    try:
        speed = float(speed_text)
    except ValueError:
        speed = math.nan
    if not 0 <= speed < math.inf:
        raise InputError(
            f"max_speed is '{speed_text}'", where=where, advice="Give a number, 0 or more."
        )
    if kind.lower() == "scale":
        return way, math.nan, speed
    if kind.lower().replace("kph", "km/h") == "km/h":
        return way, speed, 1.0
    raise InputError(f"speed_type is '{kind}'", where=where, advice="Write km/h or scale.")
