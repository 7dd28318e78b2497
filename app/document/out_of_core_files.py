"""Rasters that do not fit into memory: read window by window into a mapped file of their speeds.

The file has no name, lies in the folder for temporary files (TMPDIR) and is gone when the grid is.
Out-of-core solves such a grid block by block, and its result is exported window by window, so that
neither raster nor result is ever in memory as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.blocks.store import is_short, mapped
from raster.files.crs.lengths import KEEP, UTM, check_reproject, crs_to_leave
from raster.files.crs.map_scale import true_metres
from raster.files.crs.reference import Placement, Reference
from raster.files.encode import Encoding, choose_encoding, read_cells
from raster.files.info import all_notes, cell_metres, describe
from raster.files.opening import check_band, open_reader, quick_reader
from raster.files.read import open_velocity
from raster.files.reader import Block, Reader, part_of
from raster.files.source import RasterSource, resolve
from raster.files.survey import survey
from raster.grid import VelocityGrid
from raster.units import Units


def open_large_velocity(
    path: str | Path,
    *,
    member: str | None = None,
    band: int = 1,
    units: Units = Units.KMH,
    undefined_255: bool = False,
    reproject: str | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """As `open_velocity`; what is too large for memory goes to a file. Raises the same errors.

    A raster is opened in memory where it is to be re-projected, which needs all of it at once.
    """
    info = describe(path, member=member, band=band, statistics=False)
    needed = info.rows * info.cols * min(np.dtype(info.dtype).itemsize, 4)
    lies_well = not info.geographic and reproject != UTM
    if not (is_short(needed) and lies_well):
        return open_velocity(
            path,
            member=member,
            band=band,
            units=units,
            undefined_255=undefined_255,
            reproject=reproject,
            progress=progress,
            cancel=cancel,
        )
    return open_by_windows(
        path,
        member=member,
        band=band,
        units=units,
        undefined_255=undefined_255,
        reproject=reproject,
        progress=progress,
        cancel=cancel,
    )


def open_by_windows(
    path: str | Path,
    *,
    member: str | None = None,
    band: int = 1,
    units: Units = Units.KMH,
    undefined_255: bool = False,
    reproject: str | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> VelocityGrid:
    """The cells of a raster file as speeds in a mapped file; see `open_velocity`.

    reproject : "none" keeps the grid of a map that stretches unevenly.
    InputError for degrees, for rotated grids and uneven maps, and for all else that cannot be used.
    """
    check_reproject(reproject)
    source = resolve(path, member)
    with open_reader(source) as reader:
        check_band(reader, band)
        if reader.reference.geographic or reader.placement.rotated:
            raise InputError(
                "its cells are in degrees or its grid is rotated",
                where=source.where,
                advice="Re-project it with gdalwarp; it is too large to do that here.",
            )
        crs_to_leave(reader, reproject)
        with quick_reader(reader, part_of(progress, 0.0, 0.3), cancel) as quick:
            share = part_of(progress, 0.3, 0.6)
            seen = survey(quick, band, numbers=True, progress=share, cancel=cancel)
            encoding = choose_encoding(seen, units, cell_metres(quick), undefined_255=undefined_255)
            values = _read(quick, band, encoding, part_of(progress, 0.6, 1.0), cancel)
            notes = all_notes(
                quick,
                band,
                seen,
                units=units,
                undefined_255=undefined_255,
                kept=reproject == KEEP,
            )
            return _grid(quick, values, encoding, notes)


def _read(
    reader: Reader, band: int, encoding: Encoding, progress: Progress, cancel: Cancel
) -> NDArray[Any]:
    place = reader.placement
    cells = mapped((place.rows, place.cols), encoding.dtype, "speeds")
    in_file_order = cells[:: -1 if place.south_up else 1, :: -1 if place.mirrored else 1]
    for block in reader.blocks(band, cancel):
        last = block.row + len(block.values)
        in_file_order[block.row : last] = read_cells(_Strip(reader, block), band, encoding)
        progress(last / place.rows, "Reading the speeds")
    return cells


def _grid(
    reader: Reader, values: NDArray[Any], encoding: Encoding, notes: tuple[str, ...]
) -> VelocityGrid:
    place = reader.placement.upright()
    return VelocityGrid(
        values,
        encoding.code_speed,
        cell_x=place.cell_x,
        cell_y=place.cell_y,
        left=place.left,
        top=place.top,
        metres_per_unit=true_metres(place, reader.reference) or 1.0,
        crs_wkt=reader.reference.wkt,
        name=reader.source.stem,
        notes=(*notes, "its speeds are in a temporary file, for want of memory"),
    )


@dataclass(frozen=True)
class _Strip:
    """One block of a raster, as a raster of its own that has north above and west on the left."""

    whole: Reader
    block: Block

    @property
    def placement(self) -> Placement:
        return replace(self.whole.placement.upright(), rows=len(self.block.values))

    def blocks(self, band: int, cancel: Cancel = NEVER) -> Iterator[Block]:
        yield self.block._replace(row=0)

    @property
    def source(self) -> RasterSource:
        return self.whole.source

    @property
    def kind(self) -> str:
        return self.whole.kind

    @property
    def driver(self) -> str:
        return self.whole.driver

    @property
    def reference(self) -> Reference:
        return self.whole.reference

    @property
    def band_names(self) -> tuple[str, ...]:
        return self.whole.band_names

    @property
    def notes(self) -> tuple[str, ...]:
        return self.whole.notes

    def dtype(self, band: int) -> str:
        return self.whole.dtype(band)

    def nodata(self, band: int) -> float | None:
        return self.whole.nodata(band)

    def scaling(self, band: int) -> tuple[float, float]:
        return self.whole.scaling(band)
