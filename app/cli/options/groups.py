"""Options that several commands take, in groups."""

from __future__ import annotations

from typing import Any, get_args

from app.cli import values
from app.cli.options.option import (
    ALL,
    ALONE,
    BURNED,
    CELLS,
    COMBINED,
    GRAPHS,
    ROADS,
    Option,
    file,
    option,
    switch,
)
from core.files.links import ALLOW
from core.files.packing import Compression

PAPERS = ("a4", "a4-landscape", "letter", "letter-landscape")
"""Names of sheets that a report may have."""

UNITS = ("kmh", "ms", "s_per_m", "s_per_cell")

LAYER = (
    file("file", "a raster that GDAL reads, or a road graph"),
    option("--member", "which raster of a .zip", of=CELLS, metavar="NAME"),
    option("--band", "band (1)", of=CELLS, type=values.count, default=1, metavar="N"),
)
GRAPH = file("file", "a road graph")

_MEMORY = "memory of the GPU to use at most (all that is free)"
DEVICE = (
    option("--device", "which GPU; see `isofront devices`", type=values.index, metavar="N"),
    option("--gpu-memory", _MEMORY, type=values.count, metavar="MIB"),
)
PARAMETERS = option(
    "--param",
    "a parameter of the algorithm; may be given several times",
    action="append",
    type=values.parameter,
    default=[],
    metavar="NAME=VALUE",
)
BACKEND = option("--backend", "auto, cpu or gpu", default="auto")
ALGORITHM = option("--algorithm", "see `isofront algorithms`", default="", metavar="ID")

_COORDINATES = file("--coordinates", "positions of a DIMACS graph: .co", of=GRAPHS)
_HEIGHTS = "heights, for slopes: raster, .zip"
ROAD_FILES = (_COORDINATES, file("--elevation", _HEIGHTS, of=GRAPHS))
_MODELS = "none, tobler, tobler-off-path, naismith[:lambda=1,…], table:FILE.csv"
SLOPES = (
    file("--elevation", _HEIGHTS),
    option("--slope-model", _MODELS, of=ALONE, metavar="MODEL"),
    switch("--surface-length", "steps are as long as the ground, not as the map", of=ALONE),
)
"""Options of slopes, for questions about ground as well as about roads."""
_VEHICLES = "car, truck, bus, 4x4, bicycle or foot (car, or the file's)"
_WHEN = "local time for rules by the hour: 2026-11-23T08:30"
_FIGURES = "height, width, length (m), weight, axle-load (t) of the vehicle"
_METRICS = "a metric in JSON, or time, distance, hops"
ROAD_METRIC = (
    option("--profile", _VEHICLES, of=GRAPHS, metavar="NAME"),
    option("--metric", _METRICS, of=GRAPHS, metavar="FILE|NAME"),
    option(
        "--set",
        "a number of the metric, such as wait_seconds.signals=8; may be given several times",
        of=GRAPHS,
        action="append",
        type=values.setting,
        default=[],
        metavar="KEY=VALUE",
    ),
    option("--departure", _WHEN, of=GRAPHS, type=values.departure, metavar="TIME"),
    option("--figures", _FIGURES, of=GRAPHS, type=values.figures, metavar="NAME=N,…"),
    file("--overrides", "speeds of single ways: .csv", of=GRAPHS),
    file("--closures", "lines, areas and points under which roads are closed", of=GRAPHS),
)


def direction(what: str, of: frozenset[str] = GRAPHS) -> Option:
    """Whether it goes from the starts or to them. what : goes so."""
    words = f"{what} from the starts (from), or to them"
    return option("--direction", words, of=of, choices=("from", "to"))


_START = option(
    "--start",
    "a start in the file's CRS, vertex:ID on roads, or auto; may be given several times",
    action="append",
    type=values.start,
    default=[],
    metavar="X,Y[,DELAY_S]",
)
_STARTS = option(
    "--starts",
    "points, or a CSV: vertex, lon,lat or x,y; name, delay_s, colour, on",
    action="append",
    default=[],
    metavar="FILE",
)


def end(flag: str, name: str) -> Option:
    """An end of a way. name : of its value among the arguments."""
    how: Any = {"dest": name, "type": values.place, "metavar": "X,Y"}
    return option(flag, "or vertex:ID", **how)


def limit(flag: str) -> Option:
    """How far one goes, under this or another name of it."""
    words = "seconds, or metres where costs are lengths, or with a unit: 10min, 5km"
    return option(flag, words, dest="time_limit", type=values.limit, metavar="S")


ZERO = option(
    "--zero-speed-kmh",
    "speed that cells of 0 km/h count as; 0 keeps them barriers",
    of=CELLS,
    type=values.not_negative,
    default=0.0,
    metavar="K",
)
_UNIT = "what a cell's number means (kmh)"
_ZONE = "degrees, or a map that stretches, to the local UTM zone; or keep the map's grid"
CELLS_MEAN = (
    option("--units", _UNIT, of=CELLS, choices=UNITS, default="kmh"),
    switch("--undefined-255", "255 in 8-bit rasters is no data", of=CELLS),
    option("--reproject", _ZONE, of=CELLS, choices=("utm", "none")),
    file("--edits", "barriers, openings, speeds and factors drawn over cells", of=CELLS),
)
QUESTION = (
    *LAYER,
    *CELLS_MEAN,
    _START,
    _STARTS,
    option("--start-crs", "CRS of the starts, if another", metavar="EPSG:N"),
    limit("--time-limit"),
    limit("--limit"),
    ZERO,
    PARAMETERS,
    *DEVICE,
)
QUESTION_ON_ROADS = (*ROAD_FILES, *ROAD_METRIC, direction("times"))
QUESTION_BESIDE = (_COORDINATES, *ROAD_METRIC)
"""Those of roads, where slopes and the direction are asked of ground, too."""
QUESTION_ON_SLOPES = (*SLOPES, direction("times", ALL))

_PACKED: Any = {"choices": get_args(Compression), "default": "deflate"}
SIZE: Any = {"type": values.size, "default": (1600, 1000), "metavar": "WxH"}
_LAYERS: Any = {
    "action": "append", "type": values.layer, "default": [], "metavar": "FILE[,OPACITY]",
}  # fmt: skip
_VALUES: Any = {
    "action": "append", "type": values.value_raster, "default": [],
    "metavar": "FILE[,NAME[,UNIT]]",
}  # fmt: skip
COMPRESSION = option("--compression", "of GeoTIFFs: deflate, lzw or none (deflate)", **_PACKED)
FILES = (
    file("--out", "travel times: .tif, .asc; of roads .csv, .gpkg, …"),
    switch("--cog", "write --out as cloud-optimised GeoTIFF", of=CELLS),
    COMPRESSION,
    switch("--wgs84", "vector files in longitudes and latitudes, whatever their CRS"),
    file("--bands-out", "band of each cell: .tif", of=CELLS),
    file("--polygons", "bands as polygons"),
    file("--isolines", "limits of the bands as lines", of=CELLS),
    file("--owners", "which start is first where: .tif, .gpkg, …; .csv with a line for each"),
    file("--statistics", "area, or length of roads, of each band: .csv"),
    file("--zonal", "what lies in each band of each start: .csv"),
    option("--values", "a raster to sum by band and start; several times", **_VALUES),
    file("--html", "a web map: one page that any browser shows, without a network"),
    file("--png", "a picture of the map"),
    file("--report", "one page with map, tables and how it was made: .pdf or .png"),
    option("--paper", "of --report (a4)", choices=PAPERS, default="a4"),
    option("--title", "of --report (the name of the file)", default="", metavar="TEXT"),
    file("--animation", "the moving front: .gif, or .mp4 where ffmpeg is"),
    option("--png-size", "of --png and --animation (1600x1000)", **SIZE),
    option("--base-layer", "beneath the map of --png; several times, upwards", **_LAYERS),
    option("--top-layer", "above the map of --png; several times, upwards", **_LAYERS),
)
_RELIEFS = "what throws shadows: a raster of heights, auto, speeds, times or none (auto)"
LOOK = (
    option("--palette", "ember, viridis, cividis, lagoon; NAME-reversed (ember)", metavar="NAME"),
    option("--relief", _RELIEFS, of=CELLS, default="auto", metavar="FILE|WORD"),
    switch("--continuous", "colours of --png run smoothly over time"),
    switch("--dark", "a dark --png"),
    switch("--graticule", "lines of longitude and latitude on --png"),
    switch("--north-arrow", "an arrow to true north on --png"),
)
_JOINS = "as a graph over the cells (combined), or as speeds of the cells"
JOIN = (
    file("--roads", "roads to drive on across the raster"),
    option("--join", _JOINS, choices=(COMBINED, BURNED)),
)
METRES: Any = {"of": frozenset((ROADS,)), "type": values.metres, "metavar": "M"}
OFF_ROAD: Any = {"of": frozenset((ROADS,)), "type": values.off_road, "metavar": "KMH,METRES"}
_BESIDE = "speed beside roads and how far, of --out x.tif and --area-method walk (5,250)"
METHODS: Any = {"of": frozenset((ROADS,)), "choices": ("buffer", "walk")}
FILES_OF_ROADS = (
    file("--vertices", "vertices with their times: .csv, .gpkg", of=frozenset((ROADS, COMBINED))),
    option("--cell-size", "of --out x.tif", **METRES),
    option("--off-road", _BESIDE, **OFF_ROAD),
    option("--area-method", "how --polygons are drawn (buffer)", **METHODS),
    option("--tolerance", "from roads to the edge of areas", **METRES),
)
BANDS = option("--bands", "upper limits of the bands, ascending: seconds", metavar="S,S,…")
ALLOW_LINKS = switch(ALLOW, "follow names in files to other folders and to the network")
_OTHER_SOURCE = "another file in place of one that a project names: terrain=FILE; several times"
_SOURCES: Any = {"action": "append", "default": [], "metavar": "NAME=FILE"}
SOURCE = option("--source", _OTHER_SOURCE, **_SOURCES)
_WHICH = "which scenario of a project (the one that it opens)"
SCENARIO = option("--scenario", _WHICH, default=None, metavar="NAME")
OF_PROJECTS = (SOURCE, SCENARIO)
"""Options that mean something where a project is named in place of a file."""
JSON = switch("--json", "print one JSON object")
_READ_IN: Any = {"choices": ("metric", "miles"), "default": "metric"}
SHOW_IN = option("--show-in", "units of lengths and areas that are printed or drawn", **_READ_IN)
