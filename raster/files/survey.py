"""One look at every cell: what a band holds, before it is decided how to keep it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from raster.files.reader import Block, Reader


@dataclass(frozen=True, slots=True)
class Survey:
    """Counts and extremes of a band, in the numbers of the file.

    cells : all cells.
    valid : cells that are not no data.
    minimum, maximum : of the finite valid cells; NaN if there are none.
    whole : whether every finite valid cell is a whole number.
    negative, positive, infinite, at_255 : valid cells below 0, above 0, infinite, equal to 255.
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


def survey(
    reader: Reader, band: int, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> Survey:
    """Read a band once, block by block."""
    seen = Survey()
    for block in reader.blocks(band, cancel):
        seen = _with_block(seen, block)
        progress((block.row + len(block.values)) / reader.placement.rows, "Looking at the values")
    return seen


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
    return replace(
        counted,
        minimum=float(np.fmin(seen.minimum, values.min())),
        maximum=float(np.fmax(seen.maximum, values.max())),
        whole=seen.whole and _all_whole(values),
        negative=seen.negative + int(np.count_nonzero(values < 0)),
        positive=seen.positive + int(np.count_nonzero(values > 0)),
        at_255=seen.at_255 + int(np.count_nonzero(values == 255)),
    )


def _all_whole(values: np.ndarray[tuple[int, ...], np.dtype[np.generic]]) -> bool:
    return values.dtype.kind != "f" or bool(np.all(values == np.rint(values)))
