"""Options of `isofront build`."""

from __future__ import annotations

from typing import Any

from app.cli import values
from app.cli.options.option import Option, file, option

_MANY: Any = {"action": "append", "default": [], "metavar": "FILE"}
_PRESET = "what its codes mean: worldcover, copernicus, corine, nlcd or esri"
_TABLE = "what its codes mean: .csv with code,name,factor,ceiling_kmh,water,steepest_deg"
_FRACTION = "a raster of percent of one kind of cover, as Tree=tree.tif; may be repeated"
_FRACTIONS: Any = {"action": "append", "default": [], "metavar": "NAME=FILE"}
_VEHICLE = "foot, foot-load, mountain-bike, 4x4, tracked, truck or amphibious (4x4)"
_MISSING = "cells without data: nodata, barrier, ignore, nearest (land cover) or km/h (nodata)"
_WIDTH: Any = {"type": values.not_negative, "metavar": "M"}
_TOLERANCE = "cells of an input by which places may be off; 0.125 as GDAL's warp has it (0)"
_EXTENT: Any = {"type": values.extent, "metavar": "L,B,R,T"}
_LIKE: Any = {"choices": ("elevation", "landcover", "speed")}
_TYPE: Any = {"choices": ("uint8", "uint16", "float32")}
_OUT = "the velocity raster: .tif, .asc, .flt or .bil; its recipe is written beside it"
_EXPLAIN: Any = {
    "action": "append", "default": [], "type": values.point, "metavar": "X,Y",
}  # fmt: skip

RECIPE = (option("recipe", "a .toml with all of it, which the options change", nargs="?"),)
INPUTS: tuple[Option, ...] = (
    option("--elevation", "a raster of heights; may be repeated, for tiles", **_MANY),
    option("--elevation-unit", "m, ft or us-ft (as the file says)", choices=("m", "ft", "us-ft")),
    option("--landcover", "a raster of classes; may be repeated, for tiles", **_MANY),
    option("--landcover-preset", _PRESET, metavar="NAME"),
    file("--landcover-table", _TABLE),
    option("--fraction", _FRACTION, **_FRACTIONS),
    file("--roads", "a road graph: OSM PBF, a layer of lines, …"),
    option("--water", "areas, or lines with a width, of water; may be repeated", **_MANY),
    option("--water-width", "of lines of --water", **_WIDTH),
    option("--barrier", "areas or lines that close the ground; may be repeated", **_MANY),
    option("--barrier-width", "of lines of --barrier", **_WIDTH),
    file("--speed", "a raster of speeds to start from"),
    option("--speed-units", "of --speed (kmh)", choices=("kmh", "ms")),
    option("--missing", _MISSING, type=values.missing, metavar="WORD"),
)
RULES: tuple[Option, ...] = (
    option("--vehicle", _VEHICLE, metavar="NAME"),
    option("--swim", "speed in water, km/h; 0 closes it", type=values.not_negative, metavar="K"),
    option("--strip", "metres of water along a shore that count (all)", **_WIDTH),
    option("--sea-level", "heights up to it are sea, metres", type=values.number, metavar="M"),
)
GRID: tuple[Option, ...] = (
    option("--crs", "of the raster (the first input's, or its UTM zone)", metavar="EPSG:N"),
    option("--cell", "size of a cell (the first input's)", type=values.positive, metavar="M"),
    option("--extent", "left, bottom, right, top (all of the first input)", **_EXTENT),
    option("--like", "the input whose cells it shares", **_LIKE),
    option("--tolerance", _TOLERANCE, type=values.not_negative, metavar="CELLS"),
)
WRITTEN: tuple[Option, ...] = (
    file("--out", _OUT),
    option(
        "--type", "how speeds are stored: uint8, whole km/h; uint16, 0.01 km/h; float32", **_TYPE
    ),
    option("--explain", "say why the cell there has its speed; may be repeated", **_EXPLAIN),
)
