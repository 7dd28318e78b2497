"""File names: which may be rasters, and which only stand beside one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

RASTER_SUFFIXES = frozenset((
    ".asc", ".txt", ".grd", ".agr", ".flt", ".bil", ".bip", ".bsq", ".bin", ".tif", ".tiff",
    ".vrt", ".hgt", ".dt0", ".dt1", ".dt2", ".dem", ".img", ".nc", ".hdf", ".h5", ".sdat", ".rst",
    ".map", ".mpr", ".ers", ".xyz", ".png", ".jpg", ".jp2",
))  # fmt: skip
"""Suffixes looked for in archives and folders; a file that is named may have any suffix."""

WEAK_SUFFIXES = frozenset((".txt", ".png", ".jpg", ".xyz", ".bin"))
"""Suffixes of rasters only where nothing likelier lies beside them: a read-me must not force a
choice."""

SIDE_SUFFIXES = frozenset((
    ".prj", ".aux", ".ovr", ".msk", ".clr", ".stx", ".tfw", ".wld", ".tfwx", ".blw", ".jgw",
    ".pgw", ".rrd", ".vat", ".dbf", ".lyr",
))  # fmt: skip
"""Suffixes of files beside a raster that hold none themselves."""

DATA_SUFFIXES = (".flt", ".bil", ".bip", ".bsq", ".bin", ".img", ".raw", ".dat")
"""Suffixes of data files that an Esri or ENVI `.hdr` may describe, the likeliest first."""


def unpacked(name: str) -> str:
    """The name without the suffix of packing: `dem.asc` for `dem.asc.gz`."""
    return name[:-3] if name.lower().endswith(".gz") else name


def raster_suffix(name: str) -> str:
    """Suffix of the raster itself, lower case: `.asc` for `dem.ASC.gz`."""
    return PurePosixPath(unpacked(name)).suffix.lower()


def listed(names: Sequence[str], most: int = 6) -> str:
    """The first names of many, for a message."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
