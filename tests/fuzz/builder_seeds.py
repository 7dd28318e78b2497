"""Sound recipes and tables of classes, made here, spoiled one at a time."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np

from tests.fuzz.cases import Sound
from tests.fuzz.raster_seeds import CELLS, raster_files

TABLE = b"""code,name,factor,ceiling_kmh,water,steepest_deg
0,grass,0.9,,,
1,swamp,0.2,8,no,15
2,lake,,,yes,
"""

PLAIN = """schema = "isofront-recipe"
version = 1
vehicle = "4x4"
[grid]
crs = "EPSG:32738"
cell = 10.0
extent = [500000.0, 8000000.0, 500060.0, 8000050.0]
tolerance = 0.125
[elevation]
file = "a.tif"
unit = "ft"
missing = "ignore"
[slope]
points = [[0, 30.0], [12.5, 9.5], [40, 0]]
steps = true
[water]
kmh = 4.0
strip_m = 20.0
beyond = "nodata"
roads = "bridges"
[sea]
level_m = 2.0
[[water_layer]]
file = "w.geojson"
width_m = 12.0
where = "kind = 'river'"
[[barrier]]
file = "w.geojson"
width_m = 3.0
roads = "end"
[roads]
file = "w.geojson"
combine = "road"
kmh = {primary = 60, track = 15}
surface = {gravel = 0.6}
slope = {points = [[0, 1.0], [15, 0.7]], steps = true}
[limits]
minimum_kmh = 1.0
maximum_kmh = 80.0
[output]
type = "uint16"
"""

COVERED = """vehicle = "tracked"
[elevation]
file = ["a.tif", "a.tif"]
[landcover]
file = "c.tif"
table = "t.csv"
missing = "nearest"
reach_m = 30.0
unlisted = "missing"
otherwise = 0.5
[[landcover.class]]
name = "swamp"
factor = 0.3
steepest_deg = 20.0
share = 85.0
[speed]
file = "a.tif"
units = "ms"
missing = 3.0
"""


def recipes() -> list[Sound]:
    """Recipes, a table of classes and a layer; rasters have readers of their own."""
    line = {"type": "LineString", "coordinates": [[500005, 8000005], [500055, 8000041]]}
    told = {"kind": "river", "highway": "primary"}
    feature = {"type": "Feature", "properties": told, "geometry": line}
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32738"}}
    layer = json.dumps({"type": "FeatureCollection", "crs": crs, "features": [feature]}).encode()
    cover = raster_files("GTiff", ".tif", cells=(CELLS % 3).astype(np.uint8))["a.tif"]
    files = {
        **raster_files("GTiff", ".tif"), "c.tif": cover, "t.csv": TABLE, "w.geojson": layer,
        "r.toml": PLAIN.encode(),
    }  # fmt: skip
    words = (
        ("build", "{}/r.toml", "--out", "{}/out.tif", "--json"),
        ("build", "{}/r.toml", "--explain", "500025,8000025"),
        ("build", "{}/r.toml", "--out", "{}/out.asc", "--type", "float32", "--vehicle", "foot"),
    )
    return [
        Sound(files, words, targets=("r.toml", "r.toml", "w.geojson")),
        Sound({**files, "r.toml": COVERED.encode()}, words, targets=("r.toml", "r.toml", "t.csv")),
    ]


READERS: dict[str, Callable[[], list[Sound]]] = {"recipe": recipes}
