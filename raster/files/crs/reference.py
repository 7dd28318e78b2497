"""Where a raster lies: its grid of cells and its coordinate reference system (CRS)."""

from __future__ import annotations

import math
import re
import uuid
from contextlib import ExitStack
from dataclasses import dataclass

import rasterio
from rasterio.crs import CRS
from rasterio.enums import WktVersion
from rasterio.errors import CRSError
from rasterio.io import MemoryFile
from rasterio.transform import Affine

from core.errors import InputError
from raster.files.gdal_errors import GDAL_ERRORS

_ESRI = WktVersion.WKT1_ESRI

METRES_PER_DEGREE = 111_320.0
"""Length of a degree of latitude, and of longitude at the equator, to half a percent."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Rows and columns of cells, and the affine map from (column, row) to the CRS."""

    rows: int
    cols: int
    transform: Affine

    @property
    def cell_x(self) -> float:
        return math.hypot(self.transform.a, self.transform.d)

    @property
    def cell_y(self) -> float:
        return math.hypot(self.transform.b, self.transform.e)

    @property
    def rotated(self) -> bool:
        """Whether rows or columns lean by more than a thousandth of a cell over the raster."""
        lean_x = abs(self.transform.b) * self.rows / self.cell_x
        lean_y = abs(self.transform.d) * self.cols / self.cell_y
        return bool(max(lean_x, lean_y) > 1e-3)

    @property
    def south_up(self) -> bool:
        """Whether the first row is the southernmost."""
        return float(self.transform.e) > 0

    @property
    def mirrored(self) -> bool:
        """Whether the first column is the easternmost."""
        return float(self.transform.a) < 0

    @property
    def left(self) -> float:
        return float(self.transform.c)

    @property
    def top(self) -> float:
        return float(self.transform.f)

    def upright(self) -> Placement:
        """The same cells once rows run southwards and columns eastwards."""
        a, b, _, d, e, _ = self.transform[:6]
        first = (self.cols if self.mirrored else 0, self.rows if self.south_up else 0)
        left, top = self.point(*first)
        east = -1 if self.mirrored else 1
        south = -1 if self.south_up else 1
        transform = Affine(a * east, b * south, left, d * east, e * south, top)
        return Placement(self.rows, self.cols, transform)

    @property
    def centre(self) -> tuple[float, float]:
        return self.point(self.cols / 2, self.rows / 2)

    def point(self, col: float, row: float) -> tuple[float, float]:
        """CRS coordinates of a place in the grid; (0, 0) is its outer corner."""
        a, b, c, d, e, f = self.transform[:6]
        return float(a * col + b * row + c), float(d * col + e * row + f)

    def looks_like_degrees(self) -> bool:
        """Whether the numbers can only sensibly be longitudes and latitudes."""
        x, y = self.left, self.top
        right, bottom = x + self.cols * self.cell_x, y - self.rows * self.cell_y
        on_earth = x >= -180.5 and right <= 360.5 and bottom >= -90.5 and y <= 90.5
        # A plan of a room may have small cells at small coordinates, but then begins near 0, 0.
        return on_earth and max(self.cell_x, self.cell_y) <= 0.5 and max(abs(x), abs(y)) > 2


FARTHEST = 1e12
"""Greatest distance from the origin of a CRS in its units; nothing that one moves on lies
beyond."""

SMALLEST_CELL = 1e-9
"""Least side of a cell in units of a CRS; also the share of its coordinates that a cell has to have
at least, times 10⁴: smaller ones cannot be told apart in float64 by what is computed with them."""


def expect_sound(placement: Placement, where: str) -> None:
    """Raise InputError for cells without extent, or that lie nowhere: numbers of a damaged header
    would otherwise be divided by."""
    a, b, _, d, e, _ = (float(number) for number in placement.transform[:6])
    corners = [
        number
        for col in (0, placement.cols)
        for row in (0, placement.rows)
        for number in placement.point(col, row)
    ]
    farthest = max(map(abs, corners))
    smallest = max(SMALLEST_CELL, 1e-4 * SMALLEST_CELL * farthest)
    found = ""
    if not all(map(math.isfinite, (a, b, d, e, *corners))):
        found = "the position of its cells is not a finite number"
    elif farthest > FARTHEST:
        found = f"its cells lie {farthest:g} units from the origin of its coordinates"
    elif min(placement.cell_x, placement.cell_y) < smallest:
        found = f"its cells are {placement.cell_x:g} × {placement.cell_y:g} units large"
    elif abs(a * e - b * d) < smallest * min(placement.cell_x, placement.cell_y):
        found = "its rows and columns run in the same direction"
    if found:
        raise InputError(found, where=where, advice="Mend its header, or write it again.")


@dataclass(frozen=True, slots=True)
class CrsReference:
    """What the program needs to know of a CRS.

    crs : None where the file names none.
    short : "EPSG:32738", another authority's code, or the name; None without a CRS.
    metres_per_unit : 1 without a CRS; None for degrees, which have no length.
    """

    crs: CRS | None
    short: str | None
    wkt: str | None
    geographic: bool
    unit: str
    metres_per_unit: float | None


NO_REFERENCE = CrsReference(None, None, None, False, "unknown", 1.0)


def reference_of(crs: CRS | None) -> CrsReference:
    """The facts of a CRS, by its authority's own definition where it is that of one;
    NO_REFERENCE for none."""
    if not crs:
        return NO_REFERENCE
    crs = identified(crs)
    wkt = crs.to_wkt()
    if crs.is_geographic:
        return CrsReference(crs, _short_name(crs, wkt), wkt, True, "degree", None)
    try:
        unit, metres = crs.linear_units_factor
    except CRSError:
        unit, metres = "metre", 1.0
    return CrsReference(crs, _short_name(crs, wkt), wkt, False, _unit_name(unit), float(metres))


def identified(crs: CRS) -> CRS:
    """The authority's CRS where a nameless one, as of an Esri `.prj`, is the same to the last
    number; else the CRS itself.

    Settled once, so that every format that is written names the same CRS: some drivers look for
    the authority themselves, others write a custom CRS. What is the same is told by Esri's own
    text, which has neither codes nor an order of axes.
    """
    try:
        epsg = crs.to_epsg()
        if epsg is None and crs.to_authority() == ("OGC", "CRS84"):
            epsg = 4326  # the same, save for the order of axes, which rasters do not keep
        known = None if epsg is None else CRS.from_epsg(epsg)
        if known is None or known.to_wkt(version=_ESRI) != crs.to_wkt(version=_ESRI):
            return crs
        return known
    except CRSError:
        return crs


def reference_of_prj(prj: bytes | None, pam: bytes | None = None) -> CrsReference | None:
    """The CRS in the bytes of a `.prj` or `.aux.xml`; None if they hold none that can be read.

    Esri wrote several dialects of `.prj`, the oldest of keywords: GDAL knows them all, but only
    through a raster that the file lies beside. A grid of one cell in memory serves.
    """
    if prj is None and pam is None:
        return NO_REFERENCE
    folder = f"isofront-{uuid.uuid4().hex}"
    one_cell = b"ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n0\n"
    files = {"grid.asc": one_cell, "grid.prj": _as_utf8(prj), "grid.asc.aux.xml": pam}
    with ExitStack() as stack, rasterio.Env():
        opened = [
            stack.enter_context(MemoryFile(content, dirname=folder, filename=name))
            for name, content in files.items()
            if content
        ]
        try:
            with opened[0].open() as dataset:
                return reference_of(dataset.crs) if dataset.crs else None
        except (*GDAL_ERRORS, UnicodeDecodeError):
            return None


def _as_utf8(prj: bytes | None) -> bytes | None:
    """Names with accents are in Latin-1 where they are not in UTF-8, which rasterio expects."""
    try:
        return prj and prj.decode().encode()
    except UnicodeDecodeError:
        return prj and prj.decode("latin-1").encode()


def metres_across(placement: Placement, reference: CrsReference) -> tuple[float, float]:
    """Width and height of a cell in metres; for degrees, of a cell in the middle."""
    if reference.metres_per_unit is not None:
        scale = reference.metres_per_unit
        return placement.cell_x * scale, placement.cell_y * scale
    shrink = math.cos(math.radians(placement.centre[1]))
    return placement.cell_x * METRES_PER_DEGREE * shrink, placement.cell_y * METRES_PER_DEGREE


def _short_name(crs: CRS, wkt: str) -> str:
    epsg = crs.to_epsg()
    if epsg is not None:
        return f"EPSG:{epsg}"
    authority = crs.to_authority()
    if authority is not None:
        return ":".join(authority)
    name = re.search(r'"([^"]*)"', wkt)
    return name.group(1) if name and name.group(1) else "unnamed"


def _unit_name(unit: str) -> str:
    if unit.lower() in ("m", "meter", "meters", "metre", "metres"):
        return "metre"
    return unit
