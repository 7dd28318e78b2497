"""One look at every cell: what a band holds, before it is decided how to keep it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from raster.distinct import DistinctNumbers
from raster.files.reader import Block, Reader

EVERY_ROW = 16
"""Rows of which one is asked how much its neighbouring cells differ: that costs next to nothing,
and no raster is smooth in some rows alone."""

UNDEFINED = 255
"""Byte that often means that no speed is known, where no file says so."""

FEW_PAIRS = 100
"""Pairs of neighbours below which nothing can be told."""

_BECOME_CODES = ("uint8", "int8", "int16")
"""Types whose numbers are codes as they are, so that nobody need look for the distinct ones."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Counts and extremes of a band, in the numbers of the file.

    cells : all cells.
    valid : cells that are not no data.
    minimum, maximum : of the finite valid cells; NaN if there are none.
    whole : whether every finite valid cell is a whole number.
    negative, positive, infinite, at_255 : valid cells below 0, above 0, infinite, equal to 255.
    below_255 : maximum of bytes but for 255, which often means undefined; of other types the same
        as `maximum`.
    pairs, steps : pairs of neighbours in some of the rows, and the squares of their differences
        summed. looked_at, total, squares : cells of these rows, their sum and that of squares.
        Bytes of 255 are left out.
    numbers : float32, ascending, the distinct numbers of valid cells, all up to 0 as one; None
        where they were not asked for, or are more than codes.
    """

    cells: int = 0
    valid: int = 0
    minimum: float = math.nan
    maximum: float = math.nan
    whole: bool = True
    negative: int = 0
    positive: int = 0
    infinite: int = 0
    at_255: int = 0
    below_255: float = math.nan
    pairs: int = 0
    steps: float = 0.0
    looked_at: int = 0
    total: float = 0.0
    squares: float = 0.0
    numbers: NDArray[np.float32] | None = field(default=None, compare=False)

    @property
    def smoothness(self) -> float:
        """Correlation of a cell with its neighbour, up to 1; NaN where too few were looked at, or
        all are alike."""
        if self.pairs < FEW_PAIRS:
            return math.nan
        mean = self.total / self.looked_at
        variance = self.squares / self.looked_at - mean * mean
        if not 1e-12 * mean * mean < variance < math.inf:
            return math.nan
        return 1 - self.steps / self.pairs / (2 * variance)


def survey(
    reader: Reader,
    band: int,
    *,
    numbers: bool = False,
    keep: Callable[[Block], None] = lambda block: None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Survey:
    """Read a band once, block by block.

    numbers : whether the distinct numbers are wanted, for `raster.files.encode`.
    keep : is given every block, so that nobody need read it again.
    """
    seen = Survey()
    distinct = DistinctNumbers() if numbers and reader.dtype(band) not in _BECOME_CODES else None
    for block in reader.blocks(band, cancel):
        seen = _with_steps(_with_block(seen, block), block)
        keep(block)
        if distinct is not None:
            distinct.add(block.values, block.valid)
        progress((block.row + len(block.values)) / reader.placement.rows, "Reading the values")
    return seen if distinct is None else replace(seen, numbers=distinct.numbers)


def _with_block(seen: Survey, block: Block) -> Survey:
    values = block.values if block.valid.all() else block.values[block.valid]
    counted = replace(seen, cells=seen.cells + block.valid.size, valid=seen.valid + values.size)
    if values.dtype.kind == "f":
        finite = np.isfinite(values)
        if not finite.all():
            counted = replace(counted, infinite=seen.infinite + int(np.sum(~finite)))
            values = values[finite]
    if not values.size:
        return counted
    largest = float(values.max())
    return replace(
        counted,
        below_255=float(np.fmax(seen.below_255, _but_255(values, largest))),
        minimum=float(np.fmin(seen.minimum, values.min())),
        maximum=float(np.fmax(seen.maximum, largest)),
        whole=seen.whole and _all_whole(values),
        negative=seen.negative + int(np.count_nonzero(values < 0)),
        positive=seen.positive + int(np.count_nonzero(values > 0)),
        at_255=seen.at_255 + int(np.count_nonzero(values == 255)),
    )


def _with_steps(seen: Survey, block: Block) -> Survey:
    """How much neighbours in some of the rows differ."""
    some = slice(-block.row % EVERY_ROW, None, EVERY_ROW)
    values = block.values[some].astype(np.float64)
    known = block.valid[some] & np.isfinite(values)
    if block.values.dtype == np.uint8:
        known &= values != UNDEFINED
    values = np.where(known, values, 0.0)
    steps = np.where(known[:, 1:] & known[:, :-1], np.diff(values, axis=1), 0.0)
    with np.errstate(over="ignore"):
        return replace(
            seen,
            pairs=seen.pairs + int(np.count_nonzero(known[:, 1:] & known[:, :-1])),
            steps=seen.steps + float(np.sum(steps * steps)),
            looked_at=seen.looked_at + int(np.count_nonzero(known)),
            total=seen.total + float(values.sum()),
            squares=seen.squares + float(np.sum(values * values)),
        )


def _but_255(values: NDArray[np.generic], largest: float) -> float:
    """The largest of bytes but for 255; NaN where there is no other, and `largest` of other
    types."""
    if values.dtype != np.uint8 or largest != UNDEFINED:
        return largest
    others = values[values != UNDEFINED]
    return float(others.max()) if others.size else math.nan


def _all_whole(values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> bool:
    return values.dtype.kind != "f" or bool(np.all(values == np.rint(values)))
