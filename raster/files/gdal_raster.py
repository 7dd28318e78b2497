"""Every raster that GDAL reads, through rasterio: GeoTIFF, BIL, Esri binary grid, VRT and more."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.enums import MaskFlags
from rasterio.errors import NotGeoreferencedWarning
from rasterio.io import DatasetReader
from rasterio.transform import Affine
from rasterio.windows import Window

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.links import check_links, check_opened, is_program
from core.files.suffixes import ROADS
from raster.files.crs.reference import CrsReference, Placement, expect_sound, reference_of
from raster.files.gdal_errors import GDAL_ERRORS, reason_of
from raster.files.program import CELLS, ProgramDataset
from raster.files.reader import BLOCK_CELLS, Block, same_as_nodata
from raster.files.source import DEFLATE_RATIO, RasterSource, byte_count, side_file
from raster.grid import Window as Cells

_KINDS = {
    "AAIGrid": "ESRI ASCII grid",
    "AIG": "ESRI binary grid",
    "COG": "GeoTIFF",
    "DTED": "DTED elevation",
    "ENVI": "ENVI raster",
    "GRASSASCIIGrid": "GRASS ASCII grid",
    "GS7BG": "Surfer grid",
    "GSAG": "Surfer grid",
    "GSBG": "Surfer grid",
    "GTiff": "GeoTIFF",
    "HFA": "ERDAS Imagine raster",
    "JPEG": "JPEG image",
    "PNG": "PNG image",
    "SRTMHGT": "SRTM tile",
    "USGSDEM": "USGS elevation",
    "VRT": "GDAL virtual raster",
    "netCDF": "netCDF raster",
}

ELEVATION_DRIVERS = frozenset(("SRTMHGT", "DTED", "USGSDEM"))
"""Formats that hold nothing but heights."""

_TEXT_SUFFIXES = frozenset((".asc", ".txt", ".grd", ".agr"))

_LEAST_CELL_BYTES = {"BT": 2, "ERS": 1, "ISCE": 1, "PCRaster": 1, "ROI_PAC": 1, "RRASTER": 1}
"""Least bytes of a cell in formats that store cells as they are: GDAL reads what is missing as 0,
or looks for it row by row."""

_DIGITS = 18
"""Most digits of a number in a header that are looked at."""

_MOST_BLOCK_CELLS = 1 << 24
"""Cells of a block where the file's own tiles are large: 64 MiB of float32."""


@dataclass(eq=False)
class GdalReader:
    """A raster opened by GDAL; see `raster.files.reader.Reader`."""

    source: RasterSource
    dataset: DatasetReader
    placement: Placement
    reference: CrsReference
    kind: str
    notes: tuple[str, ...] = field(default=())

    @property
    def driver(self) -> str:
        return str(self.dataset.driver)

    @property
    def band_names(self) -> tuple[str, ...]:
        return tuple(
            description or f"band {number}"
            for number, description in enumerate(self.dataset.descriptions, start=1)
        )

    def dtype(self, band: int) -> str:
        return str(self.dataset.dtypes[band - 1])

    def nodata(self, band: int) -> float | None:
        nodata = self.dataset.nodatavals[band - 1]
        return None if nodata is None else float(nodata)

    def blocks(self, band: int, cancel: Cancel = NEVER) -> Iterator[Block]:
        """The rows from first to last, in the band's type; scaled bands as float64."""
        if self.dtype(band).startswith("complex"):
            raise InputError(
                f"band {band} holds complex numbers",
                where=self.source.where,
                advice="Choose another band.",
            )
        rows, cols = self.placement.rows, self.placement.cols
        height = self._block_height(band)
        for row in range(0, rows, height):
            cancel.check("reading the raster")
            yield Block(row, *self._cells(band, Window(0, row, cols, min(height, rows - row))))

    def part(self, band: int, cells: Cells) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Values of some cells, as in blocks, and which are data; InputError on damage."""
        return self._cells(band, Window(cells.col, cells.row, cells.width, cells.height))

    def _cells(self, band: int, window: Window) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        try:
            values = self.dataset.read(band, window=window)
            valid = self._valid(band, values, window)
        except GDAL_ERRORS as error:
            reason = reason_of(error)
            itself = "recursion" in reason.lower()  # as GDAL says of a VRT
            raise InputError(
                "names itself among its sources" if itself else f"cannot be read: {reason}",
                where=self.source.where,
                advice="Name the raster that it is made of."
                if itself
                else "It may be cut short: fetch or write it again.",
            ) from error
        return self._scaled(band, values), valid

    def _block_height(self, band: int) -> int:
        """Rows of a block: whole tiles, so that none is decoded twice, within reason."""
        if isinstance(self.dataset, ProgramDataset):
            return max(1, CELLS // self.placement.cols)
        tile_height = int(self.dataset.block_shapes[band - 1][0])
        tiles = max(1, BLOCK_CELLS // (tile_height * self.placement.cols))
        most = max(1, _MOST_BLOCK_CELLS // self.placement.cols)
        return min(tiles * tile_height, most)

    def _valid(self, band: int, values: NDArray[Any], window: Window) -> NDArray[np.bool_]:
        flags = self.dataset.mask_flag_enums[band - 1]
        if MaskFlags.per_dataset in flags:  # a mask or an alpha band says it
            valid: NDArray[np.bool_] = self.dataset.read_masks(band, window=window) != 0
        else:
            valid = np.ones(values.shape, np.bool_)
        nodata = self.nodata(band)
        if nodata is not None and not math.isnan(nodata):
            if values.dtype == np.float32:
                nodata = float(np.float32(nodata))
            valid &= ~same_as_nodata(values, nodata)
        if values.dtype.kind == "f":
            valid &= ~np.isnan(values)
        return valid

    def scaling(self, band: int) -> tuple[float, float]:
        return float(self.dataset.scales[band - 1]), float(self.dataset.offsets[band - 1])

    def _scaled(self, band: int, values: NDArray[Any]) -> NDArray[Any]:
        scale, offset = self.scaling(band)
        return values if (scale, offset) == (1, 0) else values * scale + offset


@contextmanager
def open_gdal(source: RasterSource, head: bytes = b"") -> Iterator[GdalReader]:
    """Open a raster with GDAL; InputError with GDAL's reason. Nothing is printed.

    head : its first bytes, by which a file is known that GDAL may crash on.
    """
    with ExitStack() as stack:
        # GDAL would note the size of a .gz in a file beside it.
        stack.enter_context(rasterio.Env(CPL_VSIL_GZIP_WRITE_PROPERTIES="NO"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotGeoreferencedWarning)
            reader = _reader(source, _open(source, head, stack))
        yield reader


def _open(source: RasterSource, head: bytes, stack: ExitStack) -> Any:
    check_links(source.gdal_name, source.where)
    try:
        in_subprocess = is_program(head)
        opened: Any = ProgramDataset(source) if in_subprocess else rasterio.open(source.gdal_name)
        dataset: Any = stack.enter_context(opened)
    except (*GDAL_ERRORS, OSError, ValueError) as error:
        raise _not_opened(source, error) from error
    check_opened(dataset.driver, dataset.files, source.gdal_name, source.where)
    if dataset.count:
        return dataset
    names = [name.rsplit(":", 1)[-1] for name in dataset.subdatasets]
    if names:
        raise InputError(
            f"holds {len(names)} rasters: {', '.join(names[:12])}",
            where=source.where,
            advice="Write the one you need to a GeoTIFF with gdal_translate.",
        )
    raise InputError("holds no band", where=source.where)


def _not_opened(source: RasterSource, error: Exception) -> InputError:
    reason = reason_of(error)
    if isinstance(error, UnicodeEncodeError):
        return InputError(
            "its name is not in UTF-8, and GDAL reads no other",
            where=source.where,
            advice="Rename it, or its folder.",
        )
    if source.suffix in (*ROADS, ".gpkg"):
        return InputError(
            f"a {source.suffix} file holds no raster",
            where=source.where,
            advice="Open it as a road network; if it is none either, fetch it again.",
        )
    if source.suffix in _TEXT_SUFFIXES:
        return InputError(
            "begins with no header of a text grid",
            where=f"{source.where}, line 1",
            advice="An Esri ASCII grid begins with ncols and nrows, in plain text.",
        )
    if "not recognized" in reason:
        reason = "is in no raster format that can be read"
    return InputError(reason, where=source.where, advice="Choose a raster, such as a GeoTIFF.")


def _reader(source: RasterSource, dataset: DatasetReader) -> GdalReader:
    placement, notes = _placement(source, dataset)
    kind = _KINDS.get(dataset.driver, f"{dataset.driver} raster")
    if dataset.driver in ("EHdr", "ENVI"):
        header = _raw_header(source)
        _check_size(source, dataset, header)
        if dataset.driver == "EHdr":
            kind = _esri_kind(source, header)
    _check_promise(source, dataset)
    return GdalReader(source, dataset, placement, reference_of(dataset.crs), kind, tuple(notes))


def _placement(source: RasterSource, dataset: DatasetReader) -> tuple[Placement, list[str]]:
    rows, cols = dataset.height, dataset.width
    if not dataset.transform.is_identity:
        placement = Placement(rows, cols, dataset.transform)
        expect_sound(placement, source.where)
        return placement, []
    if dataset.gcps[0] or dataset.rpcs:
        raise InputError(
            "is placed by control points, not by a grid of cells",
            where=source.where,
            advice="Rectify it first, with gdalwarp.",
        )
    north_up = Affine(1.0, 0.0, 0.0, 0.0, -1.0, float(rows))
    return Placement(rows, cols, north_up), ["no georeferencing: cells of 1 × 1 m are assumed"]


def _raw_header(source: RasterSource) -> dict[str, str]:
    """Keywords of the `.hdr` beside raw data, in capitals."""
    lines = (side_file(source, ".hdr") or b"").decode("latin-1").replace("=", " ").splitlines()
    pairs = (line.split(None, 1) for line in lines)
    return {pair[0].upper(): pair[1].strip() for pair in pairs if len(pair) == 2}


def _check_size(source: RasterSource, dataset: DatasetReader, header: dict[str, str]) -> None:
    """Refuse raw data shorter than its header says: GDAL fills what is missing with 0."""
    bits = _whole(header, "NBITS", 8 * np.dtype(dataset.dtypes[0]).itemsize)
    rows, cols, bands = dataset.height, dataset.width, dataset.count
    row_bytes = _whole(header, "BANDROWBYTES", (cols * bits + 7) // 8)
    if header.get("LAYOUT", "BIL").upper() == "BIP":
        needed = rows * ((cols * bands * bits + 7) // 8)
    else:
        needed = rows * bands * row_bytes
    needed += _whole(header, "SKIPBYTES", 0)
    _check_bytes(source, dataset, byte_count(source), needed)


def _check_promise(source: RasterSource, dataset: DatasetReader) -> None:
    """Refuse far more cells than the files can hold, which would take minutes to find missing.

    Files in archives may unpack to as much as any deflated data.
    """
    cells = dataset.height * dataset.width
    if dataset.driver == "AIG":  # a block has 8 bytes in an index, and few of those may be absent
        height, width = dataset.block_shapes[0]
        needed = -(-dataset.height // height) * -(-dataset.width // width)
    elif dataset.driver in _LEAST_CELL_BYTES:
        # The header of compressed data says that it is ERS, too.
        packed = dataset.driver == "ERS" and source.stem not in map(_name_of, dataset.files)
        needed = 0 if packed else cells * _LEAST_CELL_BYTES[dataset.driver]
    else:
        return
    sizes = [Path(name).stat().st_size for name in dataset.files if Path(name).is_file()]
    found = sum(sizes) or DEFLATE_RATIO * source.path.stat().st_size
    _check_bytes(source, dataset, found, needed)


def _name_of(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def _check_bytes(source: RasterSource, dataset: DatasetReader, found: int, needed: int) -> None:
    if found < needed:
        cells = f"{dataset.width} × {dataset.height} cells"
        raise InputError(
            f"the file holds {found:,} bytes, {needed:,} are needed for {cells}",
            where=source.where,
            advice="It is cut short: fetch or write it again.",
        )


def _whole(header: dict[str, str], key: str, otherwise: int) -> int:
    text = header.get(key, "").split()
    # Of a number that no file can hold, the first digits tell enough.
    return int(text[0][:_DIGITS]) if text and text[0].isdecimal() else otherwise


def _esri_kind(source: RasterSource, header: dict[str, str]) -> str:
    if source.suffix == ".flt":
        return "ESRI float grid"
    return f"ESRI {header.get('LAYOUT', 'BIL').upper()} raster"
