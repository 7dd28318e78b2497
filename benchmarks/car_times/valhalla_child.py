"""Asks Valhalla for times, in an interpreter that has its package `pyvalhalla`.

    PYTHON valhalla_child.py FOLDER < QUESTIONS > ANSWERS

FOLDER holds a sorted extract, map.osm.pbf, of which tiles are made if that has not been done. The
costing is `auto` as it comes. Questions and answers are JSON objects, as
`benchmarks.car_times.peers` says.
"""

import importlib
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

valhalla: Any = importlib.import_module("valhalla")

AUTO = {"costing": "auto"}
MOST = 1_000_000
"""Places, pairs of a matrix and metres that may be asked for."""

METRES_A_DEGREE = 111_195.0


def prepare(folder: Path, config: Path) -> None:
    (folder / "tiles").mkdir(exist_ok=True)
    told = valhalla.get_config(tile_dir=str(folder / "tiles"), tile_extract="")
    told["mjolnir"]["concurrency"] = 1
    for limit in ("max_distance", "max_locations", "max_matrix_distance"):
        told["service_limits"]["auto"][limit] = MOST
    told["service_limits"]["auto"]["max_matrix_location_pairs"] = MOST
    config.write_text(json.dumps(told))
    program = Path(valhalla.__file__).parent / "bin" / "valhalla_build_tiles"
    command = [str(program), "-c", str(config), "map.osm.pbf"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def located(place: list[float]) -> dict[str, float]:
    return {"lon": place[0], "lat": place[1]}


def snapped(engine: Any, place: list[float]) -> float:
    """Metres from a place to the nearest street of Valhalla, infinite where it finds none."""
    found = engine.locate({"locations": [located(place)], **AUTO})[0]
    narrow = math.cos(math.radians(place[1]))
    away = (
        math.hypot((e["correlated_lon"] - place[0]) * narrow, e["correlated_lat"] - place[1])
        for e in found["edges"] or ()
    )
    return METRES_A_DEGREE * min(away, default=math.inf)


def duration(engine: Any, pair: list[list[float]]) -> float | None:
    words = {"locations": [located(place) for place in pair], "directions_type": "none"}
    try:
        found = engine.route(words | AUTO)
    except valhalla.ValhallaError as error:
        if "No path could be found" in str(error) or "No suitable edges" in str(error):
            return None
        raise
    return float(found["trip"]["summary"]["time"])


def durations(engine: Any, start: list[float], places: list[list[float]]) -> list[float | None]:
    words = {"sources": [located(start)], "targets": [located(place) for place in places]}
    found = engine.matrix(words | AUTO)["sources_to_targets"][0]
    return [None if each["time"] is None else float(each["time"]) for each in found]


def main() -> None:
    folder, asked = Path(sys.argv[1]), json.load(sys.stdin)
    config = folder / "valhalla.json"
    if not config.exists():
        prepare(folder, config)
    engine, places = valhalla.Actor(str(config)), asked["places"]
    answers = {
        "snapped_m": [snapped(engine, place) for place in places],
        "pairs": [duration(engine, [places[a], places[b]]) for a, b in asked["pairs"]],
        "fields": [durations(engine, places[start], places) for start in asked["starts"]],
    }
    print(json.dumps(answers))


if __name__ == "__main__":
    main()
