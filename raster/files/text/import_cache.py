"""Big text grids, imported once: a tiled GeoTIFF with overviews in a cache folder.

A text grid can only be read from its start. Its GeoTIFF opens at once, and where the text has not
changed (path, size, time of change) it is found again the next time.
"""

from __future__ import annotations

import contextlib
import math
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import rasterio
from numpy.typing import NDArray
from rasterio.enums import Resampling
from rasterio.io import DatasetWriter
from rasterio.windows import Window

from core.cancel import NEVER, Cancel
from core.errors import ExportError, InputError
from core.files.atomic_write import atomic_write
from core.files.checksums import DamagedFileError, check_seal, checksum_of, seal
from core.files.import_cache import RASTER_SUFFIX, cache_folder, name_of
from core.progress import Progress, no_progress, part_of
from raster.blocks.store import is_short
from raster.files.reader import Block, Reader
from raster.files.source import RasterSource, byte_count
from raster.files.survey import Survey, survey
from raster.files.written import ProgressPart, check_written, gdal_writes

BIG_TEXT_BYTES = 20_000_000
"""Bytes of text below which parsing takes a fraction of a second: no import is worth its while."""

TILE = 256

_INTEGERS = ("uint8", "uint16", "int16", "int32")
LABEL = "Importing the text grid"


class GridImportError(InputError):
    """The cache cannot be written to; the text itself is sound."""


def is_big(source: RasterSource) -> bool:
    """Whether a text grid is worth an import."""
    return byte_count(source) > BIG_TEXT_BYTES


def imported(
    reader: Reader,
    *,
    folder: Path | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    told: Callable[[str], None] = lambda note: None,
) -> Path:
    """The GeoTIFF of a text grid, made now if it is not there yet; CacheError.

    Its numbers are those of the text (float32 where they are not whole), its NODATA is its own. A
    cancelled or failed import leaves nothing behind. One that is damaged is dropped and made again,
    which `told` is told.
    """
    target = cache_folder(folder) / f"{_key(reader.source)}{RASTER_SUFFIX}"
    try:
        if target.is_file():
            check_seal(target)
            return target
    except (DamagedFileError, OSError) as error:
        reason = error.found if isinstance(error, DamagedFileError) else error.strerror
        told(f"its import {target.name} {reason}, and is made again")
        with contextlib.suppress(OSError):
            target.unlink()
    kept = None if is_short(4 * math.prod(_shape(reader))) else _Kept()
    keep, look = kept.add if kept else (lambda block: None), part_of(progress, 0.0, 0.4)
    seen = survey(reader, 1, keep=keep, progress=look, cancel=cancel)
    blocks = kept.taken(cancel) if kept else reader.blocks(1, cancel)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with atomic_write(target) as draft, gdal_writes(target):
            checksum = _write(reader, seen, blocks, draft, part_of(progress, 0.4, 0.9), cancel)
            check_written(draft, checksum, ProgressPart(progress, 0.9, 1.0, LABEL), cancel)
            seal(draft)
    except OSError as error:
        raise _not_written(target.parent, str(error.strerror or error)) from error
    except ExportError as error:
        raise _not_written(target.parent, error.found) from error
    return target


def _key(source: RasterSource) -> str:
    state = source.path.stat()
    parts = (source.path.absolute(), source.member, state.st_size, state.st_mtime_ns)
    return name_of("\n".join(map(str, parts)))


def _not_written(folder: Path, reason: str) -> GridImportError:
    return GridImportError(
        f"the import could not be written: {reason}",
        where=str(folder),
        advice="Make room there, or set ISOFRONT_CACHE_DIR to another folder.",
    )


def _stored_type(seen: Survey) -> tuple[str, float]:
    """The smallest type for the values, and a NODATA that is none of them."""
    if seen.whole and not seen.infinite:
        for name in _INTEGERS:
            limits = np.iinfo(name)
            # Signed types keep their lowest number for NODATA, unsigned ones their highest.
            lowest, highest = limits.min + (limits.min < 0), limits.max - (limits.min == 0)
            if not (seen.minimum < lowest or seen.maximum > highest):
                return name, float(limits.min if limits.min < 0 else limits.max)
    return "float32", math.nan


def _shape(reader: Reader) -> tuple[int, int]:
    return reader.placement.rows, reader.placement.cols


class _Kept:
    """The values of a text in half their room, so that it is parsed once: whole ones as int32, else
    as float32, which is what the import has of them."""

    def __init__(self) -> None:
        self._blocks: deque[tuple[int, NDArray[Any], NDArray[np.uint8] | None]] = deque()

    def add(self, block: Block) -> None:
        with np.errstate(invalid="ignore", over="ignore"):
            values = block.values.astype(np.int32)
            if not np.all((values == block.values) | ~block.valid):
                values = block.values.astype(np.float32)
        lacking = None if block.valid.all() else np.packbits(~block.valid)
        self._blocks.append((block.row, values, lacking))

    def taken(self, cancel: Cancel) -> Iterator[Block]:
        """All of them from first to last; none is kept any more."""
        while self._blocks:
            cancel.check("the import")
            row, values, lacking = self._blocks.popleft()
            valid = np.ones(values.shape, np.bool_)
            if lacking is not None:
                valid = np.unpackbits(lacking, count=values.size).reshape(values.shape) == 0
            yield Block(row, values, valid)


def _write(
    reader: Reader,
    seen: Survey,
    blocks: Iterator[Block],
    path: Path,
    progress: Progress,
    cancel: Cancel,
) -> int:
    """The checksum of the cells, row by row."""
    dtype, nodata = _stored_type(seen)
    placement = reader.placement
    with (
        rasterio.open(
            path,
            "w",
            driver="GTiff",
            width=placement.cols,
            height=placement.rows,
            count=1,
            dtype=dtype,
            nodata=nodata,
            crs=reader.reference.crs,
            transform=placement.transform,
            tiled=True,
            blockxsize=TILE,
            blockysize=TILE,
            compress="deflate",
            zlevel=1,
            bigtiff="if_safer",
        ) as dataset,
    ):
        checksum = _write_rows(blocks, dataset, progress)
        _write_overviews(dataset, cancel)
    return checksum


def _write_rows(blocks: Iterator[Block], dataset: DatasetWriter, progress: Progress) -> int:
    """Rows in whole tiles, however the reader cuts them: a tile written twice is packed twice."""
    dtype, nodata = np.dtype(dataset.dtypes[0]), dataset.nodata
    strip, checksum = np.empty((TILE, dataset.width), dtype), 0
    for block in blocks:
        rows: NDArray[Any] = np.full(block.values.shape, nodata, dtype)
        with np.errstate(invalid="ignore", over="ignore"):
            np.copyto(rows, block.values, where=block.valid, casting="unsafe")
        done = 0
        while done < len(rows):
            row = block.row + done
            at = row % TILE
            count = min(TILE - at, len(rows) - done)
            strip[at : at + count] = rows[done : done + count]
            done += count
            if at + count == TILE or row + count == dataset.height:
                window = Window(0, row - at, dataset.width, at + count)
                dataset.write(strip[: at + count], 1, window=window)
                checksum = checksum_of(strip[: at + count], checksum)
        progress((block.row + len(rows)) / dataset.height, LABEL)
    return checksum


def _write_overviews(dataset: DatasetWriter, cancel: Cancel) -> None:
    factor = 2
    while max(dataset.height, dataset.width) / factor > TILE:
        cancel.check("the import")
        dataset.build_overviews([factor], Resampling.nearest)
        factor *= 2
