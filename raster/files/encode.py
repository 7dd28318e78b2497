"""From the numbers of a file to the cells of a velocity grid, as small as they come.

Whole numbers stay codes of one or two bytes with a table of speeds, and other numbers become such
codes where there are few enough different ones; only what needs it becomes float32.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from raster.distinct import CodeOf
from raster.files.reader import Block
from raster.files.survey import Survey
from raster.units import Units, to_kmh


@dataclass(frozen=True)
class Encoding:
    """How cells are kept.

    dtype : uint8 or uint16 for codes, float32 for km/h.
    units, cell_metres : what the numbers mean; see `raster.units.to_kmh`.
    no_data_code : code of cells without data; None where no cell is without, or for float32.
    numbers : float32, ascending; code k stands for the k-th of them. None where a code is the
        number itself, and for float32.
    """

    dtype: np.dtype[Any]
    units: Units
    cell_metres: float
    no_data_code: int | None
    numbers: NDArray[np.float32] | None = field(default=None, compare=False)

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
        if self.numbers is None:
            speeds = to_kmh(codes, self.units, self.cell_metres)
        else:
            # The very speeds that cells of float32 would have; codes in excess are never used.
            speeds = np.full(len(codes), np.nan)
            speeds[: len(self.numbers)] = self._real(self.numbers)
        if self.no_data_code is not None:
            speeds[self.no_data_code] = np.nan
        return speeds

    def _real(self, numbers: NDArray[Any]) -> NDArray[np.float32]:
        """km/h of the file's numbers as cells of float32 keep them."""
        with np.errstate(over="ignore"):
            # To float32 first, so that a grid from the import cache has the very same speeds.
            real = numbers.astype(np.float32)
            return to_kmh(real, self.units, self.cell_metres).astype(np.float32)

    @cached_property
    def _code_of(self) -> CodeOf:
        assert self.numbers is not None
        return CodeOf(self.numbers)

    def write(self, block: Block, out: NDArray[Any]) -> None:
        """The cells of a block into `out`, (rows, cols) of its dtype."""
        valid = block.valid
        if self.dtype.kind == "f":
            out[:] = self._real(block.values)
            out[~valid] = np.nan
        elif self.numbers is not None:
            no_data = -1 if self.no_data_code is None else self.no_data_code
            self._code_of.write(block.values, valid, no_data, out)
        else:
            with np.errstate(invalid="ignore"):  # NaN lies only where it is not copied
                # Below 0 is a barrier, as 0 is.
                np.copyto(out, np.maximum(block.values, 0), where=valid, casting="unsafe")
            if self.no_data_code is not None:
                out[~valid] = self.no_data_code


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
    undefined = undefined_255 and seen.at_255 > 0
    lacking = seen.valid < seen.cells or undefined or edges_lack_data
    for name in ("uint8", "uint16"):
        most = int(np.iinfo(name).max)
        # 255 itself is out of use where it means no data.
        largest = most if not lacking or (undefined and most == seen.maximum == 255) else most - 1
        if seen.whole and not seen.infinite and not seen.maximum > largest:
            code = most if lacking else None
            return Encoding(np.dtype(name), units, cell_metres, code)
    if seen.numbers is not None:
        for name in ("uint8", "uint16"):
            most = int(np.iinfo(name).max)
            if len(seen.numbers) + lacking <= most + 1:
                code, dtype = most if lacking else None, np.dtype(name)
                return Encoding(dtype, units, cell_metres, code, seen.numbers)
    return Encoding(np.dtype("float32"), units, cell_metres, None)
