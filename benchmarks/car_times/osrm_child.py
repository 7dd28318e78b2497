"""Asks OSRM for times, in an interpreter that has its package `osrm` and perhaps nothing else.

    PYTHON osrm_child.py FOLDER < QUESTIONS > ANSWERS

FOLDER holds an extract, map.osm.pbf, which is prepared with OSRM's own car profile if that has not
been done. Questions and answers are JSON objects, as `benchmarks.car_times.osrm` says.
"""

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

osrm: Any = importlib.import_module("osrm")

PROFILE = Path(osrm.__file__).parent / "share" / "profiles" / "car.lua"
MOST_PLACES = 1_000_000


def prepare(folder: Path) -> None:
    for words in (
        ["extract", "-t", "1", "-p", str(PROFILE), "map.osm.pbf"],
        ["contract", "-t", "1", "map.osrm"],
    ):
        command = [sys.executable, "-m", "osrm", *words]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def snapped(engine: Any, place: tuple[float, float]) -> float:
    """Metres from a place to the nearest street of OSRM."""
    found = engine.Nearest(osrm.NearestParameters(coordinates=[place]))
    return float(found["waypoints"][0]["distance"])


def duration(engine: Any, pair: list[tuple[float, float]]) -> float | None:
    words = {"coordinates": pair, "steps": False, "overview": "false"}
    try:
        found = engine.Route(osrm.RouteParameters(**words))
    except RuntimeError as error:
        if "NoRoute" in str(error) or "Impossible route" in str(error):
            return None
        raise
    return float(found["routes"][0]["duration"])


def durations(engine: Any, start: tuple[float, float], places: list[Any]) -> list[float | None]:
    words = {
        "coordinates": [start, *places],
        "sources": [0],
        "destinations": list(range(1, len(places) + 1)),
        "annotations": ["duration"],
    }
    found = engine.Table(osrm.TableParameters(**words))
    return [None if each is None else float(each) for each in found["durations"][0]]


def main() -> None:
    folder, asked = Path(sys.argv[1]), json.load(sys.stdin)
    if not (folder / "map.osrm.hsgr").exists():
        prepare(folder)
    engine = osrm.OSRM(
        storage_config=str(folder / "map.osrm"),
        algorithm="CH",
        max_locations_distance_table=MOST_PLACES,
        use_shared_memory=False,
    )
    places = [tuple(place) for place in asked["places"]]
    answers = {
        "snapped_m": [snapped(engine, place) for place in places],
        "pairs": [duration(engine, [places[a], places[b]]) for a, b in asked["pairs"]],
        "fields": [durations(engine, places[start], places) for start in asked["starts"]],
    }
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
