"""From the numbers of a file to the cells of a velocity grid, as small as they come.

Whole numbers stay codes of one or two bytes with a table of speeds; only what needs it becomes
float32. The cells are written block by block into their final array: nothing else is as large.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.files.reader import Block, Reader
from raster.files.survey import Survey
from raster.units import Units, to_kmh


@dataclass(frozen=True, slots=True)
class Encoding:
    """How cells are kept.

    dtype : uint8 or uint16 for codes, float32 for km/h.
    units, cell_metres : what the numbers mean; see `raster.units.to_kmh`.
    undefined : the number that means no data although the file does not say so; None without one.
    no_data_code : code of cells without data; None where no cell is without, or for float32.
    """

    dtype: np.dtype[Any]
    units: Units
    cell_metres: float
    undefined: int | None
    no_data_code: int | None

    @property
    def no_data(self) -> float:
        """What marks a cell without data, in cells of this encoding; NaN for float32."""
        return math.nan if self.no_data_code is None else self.no_data_code

    @property
    def code_speed(self) -> NDArray[np.float64] | None:
        """float64, km/h of each code, NaN for no data; None for float32."""
        if self.dtype.kind == "f":
            return None
        codes = np.arange(np.iinfo(self.dtype).max + 1, dtype=np.float64)
        speeds = to_kmh(codes, self.units, self.cell_metres)
        if self.no_data_code is not None:
            speeds[self.no_data_code] = np.nan
        return speeds


def choose_encoding(
    seen: Survey,
    units: Units,
    cell_metres: float,
    *,
    undefined_255: bool = False,
    edges_lack_data: bool = False,
) -> Encoding:
    """The smallest type that holds what a survey saw; one code is kept back if cells lack data.

    edges_lack_data : whether a re-projection will add cells without data.
    """
    undefined = 255 if undefined_255 and seen.at_255 else None
    lacking = seen.valid < seen.cells or undefined is not None or edges_lack_data
    for name in ("uint8", "uint16"):
        most = int(np.iinfo(name).max)
        # 255 itself is out of use where it means no data.
        largest = most if not lacking or (undefined == most == seen.maximum) else most - 1
        if seen.whole and not seen.infinite and not seen.maximum > largest:
            code = most if lacking else None
            return Encoding(np.dtype(name), units, cell_metres, undefined, code)
    return Encoding(np.dtype("float32"), units, cell_metres, undefined, None)


def read_cells(
    reader: Reader,
    band: int,
    encoding: Encoding,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> NDArray[Any]:
    """The cells of a band as codes or km/h, (rows, cols), north row and west column first."""
    placement = reader.placement
    try:
        cells = np.empty((placement.rows, placement.cols), encoding.dtype)
    except (MemoryError, ValueError) as error:
        size = placement.rows * placement.cols * encoding.dtype.itemsize / 2**30
        raise InputError(
            f"{placement.cols} × {placement.rows} cells need {size:.1f} GiB of memory",
            where=reader.source.where,
            advice="Cut out a part with gdal_translate.",
        ) from error
    in_file_order = cells[:: -1 if placement.south_up else 1, :: -1 if placement.mirrored else 1]
    for block in reader.blocks(band, cancel):
        last = block.row + len(block.values)
        _write(block, encoding, in_file_order[block.row : last])
        progress(last / placement.rows, "Reading the speeds")
    return cells


def _write(block: Block, encoding: Encoding, out: NDArray[Any]) -> None:
    valid = block.valid
    if encoding.undefined is not None:
        valid = valid & (block.values != encoding.undefined)
    if encoding.dtype.kind == "f":
        # To float32 first, so that a grid from the import cache has the very same speeds.
        numbers = block.values.astype(np.float32)
        out[:] = to_kmh(numbers, encoding.units, encoding.cell_metres)
        out[~valid] = np.nan
    else:
        with np.errstate(invalid="ignore"):  # NaN lies only where it is not copied
            # Below 0 is a barrier, as 0 is.
            np.copyto(out, np.maximum(block.values, 0), where=valid, casting="unsafe")
        if encoding.no_data_code is not None:
            out[~valid] = encoding.no_data_code
