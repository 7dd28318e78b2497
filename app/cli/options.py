"""The table of options: what each command takes, and to which kinds of questions it belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.cli import values
from core.files.links import ALLOW

TERRAIN, ROADS, COMBINED, BURNED = "terrain", "roads", "combined", "burned"
"""Kinds of questions: about a raster, a road graph, both as one graph, roads burned into cells."""

ALL = frozenset((TERRAIN, ROADS, COMBINED, BURNED))
CELLS = ALL - {ROADS}
GRAPHS = ALL - {TERRAIN}

UNITS = ("kmh", "ms", "s_per_m", "s_per_cell")


@dataclass(frozen=True, eq=False)
class Option:
    """An option. flag : its name, or "file". how : what argparse is told. kinds : of questions to
    which it means something."""

    flag: str
    how: Mapping[str, Any]
    kinds: frozenset[str] = ALL

    @property
    def name(self) -> str:
        """Of its value among the arguments."""
        return str(self.how.get("dest", self.flag.removeprefix("--").replace("-", "_")))

    @property
    def unsaid(self) -> Any:
        """Its value where it is not given."""
        return self.how.get("default", False if self.how.get("action") == "store_true" else None)


def _option(flag: str, help: str = "", *, of: frozenset[str] = ALL, **how: Any) -> Option:
    return Option(flag, {"help": help, **how}, of)


def _file(flag: str, help: str, *, of: frozenset[str] = ALL) -> Option:
    return _option(flag, help, of=of, metavar="FILE")


def _switch(flag: str, help: str, *, of: frozenset[str] = ALL) -> Option:
    return _option(flag, help, of=of, action="store_true")


_LAYER = (
    _file("file", "a raster that GDAL reads, or a road graph"),
    _option("--member", "which raster of a .zip", of=CELLS, metavar="NAME"),
    _option("--band", "band (1)", of=CELLS, type=values.count, default=1, metavar="N"),
)
_GRAPH = _file("file", "a road graph")

_MEMORY = "memory of the GPU to use at most (all that is free)"
_DEVICE = (
    _option("--device", "which GPU; see `isofront devices`", type=values.index, metavar="N"),
    _option("--gpu-memory", _MEMORY, type=values.count, metavar="MIB"),
)
_PARAMETERS = _option(
    "--param",
    "a parameter of the algorithm; may be given several times",
    action="append",
    type=values.parameter,
    default=[],
    metavar="NAME=VALUE",
)
_BACKEND = _option("--backend", "auto, cpu or gpu", default="auto")
_ALGORITHM = _option("--algorithm", "see `isofront algorithms`", default="", metavar="ID")

_ROAD_FILES = (
    _file("--coordinates", "positions of a DIMACS graph: .co", of=GRAPHS),
    _file("--elevation", "heights, for slopes: raster, .zip", of=GRAPHS),
)
_VEHICLES = "car, truck, bicycle, foot or 4x4 (car, or the file's)"
_METRICS = "a metric in JSON, or time, distance, hops"
_ROAD_METRIC = (
    _option("--profile", _VEHICLES, of=GRAPHS, metavar="NAME"),
    _option("--metric", _METRICS, of=GRAPHS, metavar="FILE|NAME"),
    _file("--overrides", "speeds of single ways: .csv", of=GRAPHS),
    _file("--closures", "lines, areas and points under which roads are closed", of=GRAPHS),
)


def _direction(what: str) -> Option:
    words = f"{what} from the starts (from), or to them"
    return _option("--direction", words, of=GRAPHS, choices=("from", "to"))


_START = _option(
    "--start",
    "a start in the file's CRS, vertex:ID on roads, or auto; may be given several times",
    action="append",
    type=values.start,
    required=True,
    metavar="X,Y[,DELAY_S]",
)


def _end(flag: str, name: str) -> Option:
    how: Any = {"dest": name, "type": values.place, "metavar": "X,Y"}
    return _option(flag, "or vertex:ID", **how)


def _limit(flag: str) -> Option:
    words = "seconds, or metres where costs are lengths"
    return _option(flag, words, dest="time_limit", type=values.positive, metavar="S")


_ZERO = _option(
    "--zero-speed-kmh",
    "speed that cells of 0 km/h count as; 0 keeps them barriers",
    of=CELLS,
    type=values.not_negative,
    default=0.0,
    metavar="K",
)
_UNIT = "what a cell's number means (kmh)"
_ZONE = "degrees, or a map that stretches, to the local UTM zone; or keep the map's grid"
_CELLS_MEAN = (
    _option("--units", _UNIT, of=CELLS, choices=UNITS, default="kmh"),
    _switch("--undefined-255", "255 in 8-bit rasters is no data", of=CELLS),
    _option("--reproject", _ZONE, of=CELLS, choices=("utm", "none")),
)
_QUESTION = (
    *_LAYER,
    *_CELLS_MEAN,
    _START,
    _option("--start-crs", "CRS of the starts, if another", metavar="EPSG:N"),
    _limit("--time-limit"),
    _limit("--limit"),
    _ZERO,
    _PARAMETERS,
    *_DEVICE,
)
_QUESTION_ON_ROADS = (*_ROAD_FILES, *_ROAD_METRIC, _direction("times"))

_SIZE: Any = {"type": values.size, "default": (1600, 1000), "metavar": "WxH"}
_FILES = (
    _file("--out", "travel times: .tif, .asc; of roads .csv, .gpkg, …"),
    _switch("--cog", "write --out as cloud-optimised GeoTIFF", of=CELLS),
    _file("--bands-out", "band of each cell: .tif", of=CELLS),
    _file("--polygons", "bands as polygons"),
    _file("--isolines", "limits of the bands as lines", of=CELLS),
    _file("--png", "a picture of the map"),
    _option("--png-size", "(1600x1000)", **_SIZE),
)
_JOINS = "as a graph over the cells (combined), or as speeds of the cells"
_JOIN = (
    _file("--roads", "roads to drive on across the raster"),
    _option("--join", _JOINS, choices=(COMBINED, BURNED)),
)
_METRES: Any = {"of": frozenset((ROADS,)), "type": values.metres, "metavar": "M"}
_OFF_ROAD: Any = {"of": frozenset((ROADS,)), "type": values.off_road, "metavar": "KMH,METRES"}
_BESIDE = "speed beside roads and how far, of --out x.tif and --area-method walk (5,250)"
_METHODS: Any = {"of": frozenset((ROADS,)), "choices": ("buffer", "walk")}
_FILES_OF_ROADS = (
    _file("--vertices", "vertices with their times: .csv, .gpkg", of=frozenset((ROADS, COMBINED))),
    _option("--cell-size", "of --out x.tif", **_METRES),
    _option("--off-road", _BESIDE, **_OFF_ROAD),
    _option("--area-method", "how --polygons are drawn (buffer)", **_METHODS),
    _option("--tolerance", "from roads to the edge of areas", **_METRES),
)
_BANDS = _option("--bands", "upper limits of the bands, ascending: seconds", metavar="S,S,…")

_ORIGINS: Any = {"required": True, "metavar": "FILE"}
_ENDS: Any = {"required": True, "metavar": "FILE|all"}
_TABLE = "a table: .csv, .parquet, .npz; or the best origin of each place: .tif, .gpkg"
_MATRIX = (
    _option("--origins", "points, or a CSV: vertex, lon,lat or x,y; id", **_ORIGINS),
    _option("--destinations", "the same, or all vertices or cells", **_ENDS),
    _option("--start-crs", "CRS of x,y in a CSV, if another", metavar="EPSG:N"),
    _option("--farthest", "most metres from a road (any)", **_METRES),
    _limit("--time-limit"),
    _limit("--limit"),
    _ZERO,
)
_KEPT = (
    _option("--nearest", "only so many of the nearest origins", type=values.count, metavar="K"),
    _switch("--best-origin", "the same as --nearest 1"),
    _BANDS,
    _file("--population", "a raster of counts: people in each band"),
)
_AUTO: Any = {"default": "auto", "metavar": "ID"}
_MIB: Any = {"type": values.count, "default": None, "metavar": "MIB"}
_CLUSTER: Any = {"default": None, "metavar": "HOST:PORT|local"}
_MATRIX_FILES = (
    _option("--out", _TABLE, action="append", default=[], metavar="FILE"),
    _option("--cell-size", "of --out x.tif", **_METRES),
    _option("--off-road", "speed beside roads and how far, of --out x.tif (5,250)", **_OFF_ROAD),
    _switch("--fresh", "begin anew, also where a run was broken off"),
    _option("--scheduler", "a Dask cluster works it out; local:N starts N workers", **_CLUSTER),
)

_GPUS = "how many GPUs share each customization (1)"
_LEVELS = "levels between two others: auto, one number, or six (auto: 1,1,3,3,3,3)"
_TO_COMPARE: Any = {"type": values.names, "required": True, "metavar": "ID,ID,…"}
_BACKENDS: Any = {"type": values.names, "default": ("auto",), "metavar": "B,B,…"}

_ALLOW_LINKS = _switch(ALLOW, "follow names in files to other folders and to the network")
_JSON = _switch("--json", "print one JSON object")

Group = tuple[str, Sequence[Option]]

OPTIONS: Mapping[str, Sequence[Group]] = {
    "info": (("", _LAYER), ("road graphs", _ROAD_FILES), ("", (_ALLOW_LINKS, _JSON))),
    "solve": (
        ("", _QUESTION),
        ("road graphs", _QUESTION_ON_ROADS),
        ("", (_ALGORITHM, _BACKEND, _BANDS)),
        ("files to write", _FILES),
        ("terrain and roads together", _JOIN),
        ("files of roads", _FILES_OF_ROADS),
        ("files to write", (_file("--trace", "events of the solve: .jsonl"),)),
        ("", (_switch("--validate", "check the result"), _ALLOW_LINKS, _JSON)),
    ),
    "route": (
        ("", (_GRAPH, _end("--from", "origin"), _end("--to", "destination"))),
        ("", (_file("--pairs", "many ends: .csv"), _file("--out", "ways of --pairs: .csv"))),
        ("", (_option("--start-crs", "CRS of the places, if another", metavar="EPSG:N"),)),
        ("", (*_ROAD_FILES, *_ROAD_METRIC, _ALGORITHM, _BACKEND, _PARAMETERS, *_DEVICE)),
        ("", (_ALLOW_LINKS, _JSON)),
    ),
    "matrix": (
        ("", (*_LAYER, *_CELLS_MEAN)),
        ("", _MATRIX),
        ("road graphs", _QUESTION_ON_ROADS),
        ("", (_option("--algorithm", "auto, or see `isofront algorithms`", **_AUTO), _BACKEND)),
        ("", (_PARAMETERS, *_DEVICE, _option("--memory", "of a chunk of work (512)", **_MIB))),
        ("what is kept", _KEPT),
        ("files to write", _MATRIX_FILES),
        ("", (_ALLOW_LINKS, _JSON)),
    ),
    "algorithms": (("", (_JSON,)),),
    "devices": (("", (_JSON,)),),
    "customize": (
        ("", (_GRAPH, *_ROAD_FILES, *_ROAD_METRIC, _direction("search"))),
        ("", (_option("--mezzanines", _LEVELS, type=values.mezzanines, metavar="N"),)),
        ("", (_option("--repeat", "(10)", type=values.count, default=10, metavar="N"),)),
        ("", (_option("--gpus", _GPUS, type=values.count, default=1, metavar="N"),)),
        ("", (_file("--save-partition", "write the partition, too"), _BACKEND, *_DEVICE)),
        ("", (_ALLOW_LINKS, _JSON)),
    ),
    "contract": (
        ("", (_GRAPH, *_ROAD_FILES, *_ROAD_METRIC, _direction("search"))),
        ("", (_option("--repeat", "(3)", type=values.count, default=3, metavar="N"),)),
        ("", (_PARAMETERS, _BACKEND, *_DEVICE, _ALLOW_LINKS, _JSON)),
    ),
    "bench": (
        ("", _QUESTION),
        ("road graphs", _QUESTION_ON_ROADS),
        ("", (_option("--algorithms", "see `isofront algorithms`", **_TO_COMPARE),)),
        ("", (_option("--backend", "auto, cpu, gpu", **_BACKENDS),)),
        ("", (_option("--repeat", "(5)", type=values.count, default=5, metavar="N"),)),
        ("", (_file("--json", "write the figures; - for standard output"), _ALLOW_LINKS)),
    ),
    "demo": (
        ("", (_option("--out", "folder to write into", required=True, metavar="DIR"), _JSON)),
    ),
    "cache": (("", (_switch("--clear", "delete them"), _JSON)),),
}
"""Options by command, in groups with a title; those without one are the command's own."""


def options_of(command: str) -> tuple[Option, ...]:
    """All options of a command, in order."""
    return tuple(option for _, group in OPTIONS[command] for option in group)
