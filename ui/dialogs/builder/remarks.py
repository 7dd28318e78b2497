"""What is said below the picture of a recipe."""

from __future__ import annotations

import numpy as np

from app.builder.preview import FirstLook
from ui.dialogs.builder.words import tr
from ui.texts import count
from ui.told import told

SLOW_KMH = 20.0
"""Fastest speed, km/h, up to which rounding to whole ones changes many by a tenth or more."""


def remarks(look: FirstLook, stored: str) -> str:
    """Sentences on the grid, on what is not there and on what may be done. stored : type of the
    result."""
    grid, target = look.grid, look.target
    said = tr("{cols} × {rows} cells of {size}").format(
        cols=count(target.cols), rows=count(target.rows), size=f"{target.cell_x:.6g}"
    )
    if grid.cell_x != target.cell_x:
        coarse = tr("the picture has cells of {size}, on which slopes are gentler")
        said = f"{said}; {coarse.format(size=f'{grid.cell_x:.3g}')}"
    notes = [f"{said}.", *map(told, look.notes)]
    if look.times is None and look.starts:
        notes.append(
            tr("Nobody can set out from there: it is closed or undefined. Click elsewhere.")
        )
    elif look.times is None:
        notes.append(tr("Click the picture to see how far one gets from there."))
    fastest = float(np.nanmax(look.kmh, initial=0.0))
    if 0 < fastest <= SLOW_KMH and stored == "uint8":
        notes.append(tr("Whole km/h are coarse for such speeds: uint16 has hundredths."))
    return " ".join(notes)
