"""Heights of vertices from elevation rasters: GeoTIFF, SRTM tiles, what else GDAL reads."""

from __future__ import annotations

import math
import pickle
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyproj
import rasterio
from pyproj.exceptions import ProjError
from rasterio._err import CPLE_BaseError
from rasterio.errors import CRSError, RasterioError
from rasterio.io import DatasetReader
from rasterio.windows import Window

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.files.links import (
    are_followed,
    check_links,
    check_opened,
    following_links,
    head_of,
    is_program,
)
from core.files.packed import STREAM_ERRORS, open_zip, unreadable
from core.files.subprocess_call import (
    PATIENCE,
    SubprocessDiedError,
    SubprocessHangsError,
    call_in_subprocess,
    work_for,
)
from core.files.user_paths import expanded
from core.progress import Progress, no_progress
from road.graph import F64, I64, RoadGraph
from road.terrain.elevation import with_slopes

RASTER_SUFFIXES = (".tif", ".tiff", ".hgt", ".asc", ".vrt", ".img", ".bil", ".dem", ".dt1", ".dt2")

_READING = "reading the elevation"
_LIBRARY_ERRORS = (RasterioError, CRSError, CPLE_BaseError, ProjError, UnicodeDecodeError)
"""Errors of the libraries that read a raster and carry points to its cells."""

_STRIP_ROWS = 512
_HAIR = 1e-6  # cells
_FEET = ("ft", "feet", "foot", "us survey foot")

SECONDS_A_STRIP = 3.0
"""Seconds of a processor that the other process has for a strip, or for opening the file, in all
PATIENCE times as long; without end where links are followed, since who allows it trusts the
file."""

CELLS_A_STRIP = 1 << 18
"""Cells of a strip there, if that is a row: any raster made of others gives them in that time."""


def with_elevation(
    graph: RoadGraph,
    rasters: str | Path | Sequence[str | Path],
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> RoadGraph:
    """The graph with slopes from elevation rasters, metres; InputError.

    rasters : files, or folders and `.zip`s of them; where several know a place the first counts.
    Arcs with an end outside all rasters, or on a cell without a value, count as level; the notes
    say how many.
    """
    if graph.x is None or graph.y is None or not graph.crs_wkt:
        raise InputError(
            "roads without coordinates on the globe have no heights",
            where=graph.name,
            advice="Open it without the elevation.",
        )
    named = [rasters] if isinstance(rasters, str | Path) else list(rasters)
    files = [file for name in named for file in raster_files(expanded(name))]
    heights = np.full(graph.vertices, np.nan)
    notes: list[str] = []
    for place, file in enumerate(files):
        cancel.check(_READING)
        progress(place / len(files), "Reading elevation")
        missing = np.flatnonzero(np.isnan(heights))
        heights[missing] = _sampled(file, graph, missing, notes, cancel)
    if np.isnan(heights).all():
        notes.append("the elevation reaches none of the roads")
    return with_slopes(graph, heights, tuple(notes))


def raster_files(path: Path) -> list[str]:
    """What GDAL opens of a file, folder or `.zip`; InputError where there is no raster."""
    if path.is_dir():
        inside = [p for p in sorted(path.iterdir()) if _has_suffix(p.name) or p.suffix == ".zip"]
        found = [file for p in inside for file in raster_files(p)]
    elif not path.exists():
        raise InputError("there is no such file", where=str(path), advice="Check the name.")
    elif path.suffix.lower() == ".zip":
        found = [f"/vsizip/{{{path.absolute()}}}/{name}" for name in _members(path)]
    else:
        return [f"/vsigzip/{path.absolute()}" if path.suffix.lower() == ".gz" else str(path)]
    if not found:
        raise InputError(
            "there is no elevation raster in it", where=str(path), advice="Choose another."
        )
    return found


def _has_suffix(name: str) -> bool:
    return name.lower().endswith(RASTER_SUFFIXES)


def _members(path: Path) -> list[str]:
    with open_zip(path) as archive:
        return [n for n in sorted(archive.namelist()) if _has_suffix(n) and "__MACOSX" not in n]


def _sampled(file: str, graph: RoadGraph, which: I64, notes: list[str], cancel: Cancel) -> F64:
    """Heights of vertices in one raster."""
    assert graph.x is not None
    assert graph.y is not None
    try:
        check_links(file, Path(file).name)
        in_subprocess = is_program(head_of(file))
    except STREAM_ERRORS as error:
        raise unreadable(Path(file).name, error) from error
    places = _HeightsAsked(file, graph.x[which], graph.y[which], graph.crs_wkt)
    heights, found = _by_subprocess(places, cancel) if in_subprocess else _heights(places, cancel)
    notes += found
    return heights


@dataclass(frozen=True, eq=False)
class _HeightsAsked:
    """Points, in the roads' CRS, whose heights are to be found in a file."""

    file: str
    x: F64
    y: F64
    crs_wkt: str

    @property
    def where(self) -> str:
        return Path(self.file).name


def _by_subprocess(places: _HeightsAsked, cancel: Cancel) -> tuple[F64, list[str]]:
    """`_heights` by another process: it may crash on what the file tells GDAL to do."""
    with TemporaryDirectory(prefix="isofront-elevation-", ignore_cleanup_errors=True) as folder:
        answer = Path(folder) / "answer"
        watch = cancel if are_followed() else _Watch(cancel, answer, places.where)
        try:
            call_in_subprocess(
                *(_write_heights, places, answer, are_followed(), SECONDS_A_STRIP),
                cancel=watch,
                what=_READING,
            )
        except SubprocessHangsError as error:
            raise _failed("comes to no end with", places.where) from error
        except SubprocessDiedError as error:
            raise _failed("crashes on", places.where) from error
        heights, notes = pickle.loads(answer.read_bytes())
        return heights, notes


def _failed(how: str, where: str) -> InputError:
    return InputError(
        f"the library that reads it {how} what it says",
        where=where,
        advice="Write it again, or convert it to a GeoTIFF with gdal_translate.",
    )


class _Watch(Cancel):
    """Ends the subprocess as a cancel does where it has begun no strip for too long."""

    def __init__(self, cancel: Cancel, answer: Path, where: str) -> None:
        super().__init__()
        self._cancel, self._answer, self._where = cancel, answer, where

    @property
    def requested(self) -> bool:
        return self._cancel.requested or self._is_late

    @property
    def _is_late(self) -> bool:
        with suppress(OSError):  # none yet: the process is still starting
            waited = time.time() - self._answer.stat().st_mtime
            return waited > PATIENCE * SECONDS_A_STRIP
        return False

    def check(self, what: str) -> None:
        self._cancel.check(what)
        if self._is_late:
            raise _failed("comes to no end with", self._where)


class _Pulse(Cancel):
    """In the subprocess: every strip has the same seconds to work, and is a sign of life for
    `_Watch`, by the time of a file. seconds : None for as long as it takes."""

    def __init__(self, answer: Path, seconds: float | None) -> None:
        super().__init__()
        self._answer, self._seconds = answer, seconds
        self.check("")

    def check(self, what: str) -> None:
        work_for(self._seconds)
        self._answer.touch()


def _write_heights(places: _HeightsAsked, answer: Path, followed: bool, seconds: float) -> None:
    with following_links(followed):
        pulse = _Pulse(answer, None if followed else seconds)
        heights = _heights(places, pulse, CELLS_A_STRIP)
    work_for(None)
    answer.write_bytes(pickle.dumps(heights))


def _heights(
    places: _HeightsAsked, cancel: Cancel, cells: int | None = None
) -> tuple[F64, list[str]]:
    """The heights, and remarks on them. cells : of a strip, if not its rows are given."""
    name = places.where
    try:
        with rasterio.Env(), rasterio.open(places.file) as dataset:
            check_opened(dataset.driver, dataset.files, places.file, name)
            if dataset.crs is None:
                raise InputError(
                    "the elevation raster names no coordinate reference system",
                    where=name,
                    advice="Give it one.",
                )
            if dataset.transform.is_degenerate:
                raise InputError("cells without an area", where=name, advice="Fetch it again.")
            rows = _STRIP_ROWS if cells is None else max(cells // dataset.width, 1)
            heights = bilinear(dataset, *_carried(places, dataset), cancel, rows)
            return heights * _metres(dataset), _clipped(heights, dataset, name)
    except _LIBRARY_ERRORS as error:
        quoting = isinstance(error, UnicodeDecodeError)  # of the reason itself
        reason = "for a reason that is not UTF-8" if quoting else error
        raise InputError(
            f"the elevation cannot be read: {reason}", where=name, advice="Fetch it again."
        ) from error


def _carried(places: _HeightsAsked, dataset: DatasetReader) -> tuple[F64, F64]:
    """Coordinates in the raster's CRS; infinite where they cannot be carried there."""
    x, y = places.x, places.y
    source = pyproj.CRS.from_wkt(places.crs_wkt)
    target = pyproj.CRS.from_wkt(dataset.crs.to_wkt())
    if source.equals(target, ignore_axis_order=True):
        return x, y
    carry = pyproj.Transformer.from_crs(source, target, always_xy=True)
    carried_x, carried_y = carry.transform(x, y)
    return np.asarray(carried_x), np.asarray(carried_y)


def bilinear(
    dataset: DatasetReader, x: F64, y: F64, cancel: Cancel = NEVER, rows: int = _STRIP_ROWS
) -> F64:
    """Values of band 1 between the four cell centres around each point, as stored.

    NaN outside the raster, and where a cell that counts has no value. Within half a cell of the
    raster's edge the outermost centres go on. Reads a strip of so many rows at a time.
    """
    inverse = ~dataset.transform
    col = inverse.a * x + inverse.b * y + inverse.c - 0.5
    row = inverse.d * x + inverse.e * y + inverse.f - 0.5
    inside = (
        (col >= -0.5) & (col <= dataset.width - 0.5) & (row >= -0.5) & (row <= dataset.height - 0.5)
    )
    values = np.full(len(x), np.nan)
    points = np.flatnonzero(inside)
    col = _on_centres(np.clip(col[points], 0, dataset.width - 1))
    row = _on_centres(np.clip(row[points], 0, dataset.height - 1))
    order = np.argsort(row)
    bounds = np.searchsorted(row[order], np.arange(0, dataset.height + rows, rows))
    for begin, end in pairwise(bounds.tolist()):
        if begin < end:
            cancel.check(_READING)
            strip = order[begin:end]
            values[points[strip]] = _between(dataset, col[strip], row[strip])
    return values


def _between(dataset: DatasetReader, col: F64, row: F64) -> F64:
    left, top = int(col.min()), int(row.min())
    right = min(int(col.max()) + 2, dataset.width)
    bottom = min(int(row.max()) + 2, dataset.height)
    window = Window(left, top, right - left, bottom - top)
    cells = dataset.read(1, window=window, masked=True).astype(np.float64).filled(np.nan)
    c, r = col.astype(np.int64) - left, row.astype(np.int64) - top
    across, down = col - np.floor(col), row - np.floor(row)
    c1, r1 = np.minimum(c + 1, cells.shape[1] - 1), np.minimum(r + 1, cells.shape[0] - 1)
    upper = _mixed(cells[r, c], cells[r, c1], across)
    lower = _mixed(cells[r1, c], cells[r1, c1], across)
    return _mixed(upper, lower, down)


def _on_centres(place: F64) -> F64:
    """Places a hair off a centre moved onto it, so that what lies beyond has no share at all."""
    centre = np.rint(place)
    return np.where(np.abs(place - centre) < _HAIR, centre, place)


def _mixed(one: F64, other: F64, share: F64) -> F64:
    """Between one and the other; what has no share may have no value."""
    mixed = np.asarray(one + share * (other - one))
    return np.where(share == 0, one, np.where(share == 1, other, mixed))


def _metres(dataset: DatasetReader) -> float:
    unit = (dataset.units[0] or "").strip().lower()
    return 0.3048 if unit in _FEET else 1.0


def _clipped(heights: F64, dataset: DatasetReader, name: str) -> list[str]:
    """A note where cells at the highest number of an 8-bit raster may be higher in truth."""
    if dataset.dtypes[0] != "uint8" or math.isclose(dataset.nodata or 0, 255):
        return []
    clipped = int(np.count_nonzero(heights >= 255.0))
    note = f"{name} cannot hold more than 255 m; {clipped:,} vertices lie that high"
    return [note] if clipped else []
