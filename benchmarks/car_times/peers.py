"""Times of the same trips by OSRM and Valhalla themselves, in an interpreter of their own.

The packages `osrm-bindings` and `pyvalhalla` bring programs, libraries and profiles of OSRM 6 and
Valhalla 3; they need another version of Python than ours, so that the path of an interpreter that
has them is given.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import osmium

from road.graph import F64, I64

Peer = Literal["osrm", "valhalla"]


@dataclass(frozen=True, eq=False)
class Trips:
    """Trips between places.

    lon_lat : float64, (places, 2), degrees. pairs : int64, (n, 2); places that a trip leads from
    and to. starts : int64; places from which all places are asked for.
    """

    lon_lat: F64
    pairs: I64
    starts: I64


@dataclass(frozen=True, eq=False)
class TripTimes:
    """Seconds, infinite where there is no way.

    pairs : float64, pairs. fields : float64, (starts, places). snapped_m : float64, places; metres
    to the nearest street, 0 where a place is exactly on one.
    """

    pairs: F64
    fields: F64
    snapped_m: F64


def peer_times(
    peer: Peer, python: Path, roads: Path, folder: Path, trips: Trips, without: str = ""
) -> TripTimes:
    """By the car of that peer.

    python : an interpreter that has its package. folder : where its files of this extract are kept.
    without : a key of tags that it does not get to see. Raises subprocess.CalledProcessError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "map.osm.pbf").exists():
        _as_pbf(roads, folder / "map.osm.pbf", without)
    asked = {name: getattr(trips, name).tolist() for name in ("pairs", "starts")}
    asked["places"] = trips.lon_lat.tolist()
    child = Path(__file__).with_name(f"{peer}_child.py")
    command = [str(python.absolute()), "-P", str(child), str(folder.absolute())]
    words = json.dumps(asked)
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout[done.stdout.index('{"') :])
    return TripTimes(*(_seconds(found[name]) for name in ("pairs", "fields", "snapped_m")))


def _seconds(values: list[object]) -> F64:
    seconds = np.array(values, np.float64)
    return np.where(np.isnan(seconds), np.inf, seconds)


def _as_pbf(roads: Path, target: Path, without: str) -> None:
    """The extract sorted, as Valhalla wants it, and in the format that OSRM tells by its name."""
    reader = osmium.MergeInputReader()
    reader.add_file(str(roads))
    writer = osmium.SimpleWriter(str(target))
    try:
        reader.apply(_Without(writer, without) if without else writer)
    finally:
        writer.close()


class _Without(osmium.SimpleHandler):
    """Hands objects on to a writer, ways without a tag."""

    def __init__(self, writer: osmium.SimpleWriter, key: str) -> None:
        super().__init__()
        self.node, self.relation = writer.add_node, writer.add_relation
        self._writer, self._key = writer, key

    def way(self, way: Any) -> None:
        kept = {tag.k: tag.v for tag in way.tags if tag.k != self._key}
        self._writer.add_way(way.replace(tags=kept))
