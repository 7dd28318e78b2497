"""What the user should know about the values of a raster before trusting them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from core.numerals import counted
from raster.files.survey import Survey
from raster.units import Units, to_kmh

FAST_KMH = 1000.0
"""Speed in km/h that nothing on the ground reaches; a height in metres often does."""

ALL_FAST_KMH = 150.0
"""Speed in km/h that some cell of a terrain of speeds hardly fails to stay below."""

SMOOTH = 0.98
"""Correlation of neighbours from which values run like heights. Of 17 elevation models with cells
of 2 to 300 m 16 are above it, the first at 0.985; of 25 rasters of speeds, land cover, fuels and
slopes the smoothest has 0.965."""

SMOOTH_KMH = 130.0
"""Speed in km/h, which off roads nothing drives, above which what runs like heights is taken for
heights: a smooth raster of speeds is none the worse for it."""

SLOW_KMH = 0.5
"""Speed in km/h that something on a terrain exceeds: who crawls moves at 1 km/h, while rasters of
friction hold hundredths of a second or a minute per metre."""


class Doubt(str):
    """A note that the raster is hardly one of speeds: it is said where it cannot be missed."""

    __slots__ = ()


class NothingToEnter(Doubt):
    """Fronts can set out from no cell."""

    __slots__ = ()


def doubts_among(notes: Iterable[str]) -> tuple[Doubt, ...]:
    """Those of the notes that say so."""
    return tuple(note for note in notes if isinstance(note, Doubt))


_USUAL_NODATA = frozenset((-9999, -99999, -999, -32768, -32767, -1, -2147483648))


def value_notes(
    seen: Survey,
    units: Units,
    cell_metres: float,
    *,
    nodata: float | None,
    undefined_255: bool,
    heights: bool,
) -> tuple[str, ...]:
    """One sentence each, without a full stop.

    heights : whether the format holds nothing but heights.
    """
    ends_at_255 = seen.maximum == 255 and nodata != 255 and seen.whole
    speeds = replace(seen, maximum=seen.below_255) if ends_at_255 else seen
    notes = [_barrier_note(seen), _elevation_note(speeds, units, cell_metres, heights)]
    if seen.infinite:
        becomes = "a barrier" if units.is_slowness else "no data"
        notes.append(f"{_cells_are(seen.infinite)} infinite and counted as {becomes}")
    if ends_at_255:
        notes.append(_undefined_note(seen, undefined_255))
    elif undefined_255:
        notes.append("no cell holds 255, the value to be taken as undefined")
    return tuple(note for note in notes if note)


def _barrier_note(seen: Survey) -> str | None:
    if not seen.valid:
        return NothingToEnter("no cell holds a speed: all are no data")
    if not seen.positive and not seen.infinite:
        return NothingToEnter("no cell can be entered: none is above 0")
    if not seen.negative:
        return None
    barriers = "counts as a barrier" if seen.negative == 1 else "count as barriers"
    note = f"{_cells_are(seen.negative)} below 0 and {barriers}"
    if seen.minimum in _USUAL_NODATA or seen.minimum < -1e30:
        return Doubt(f"{note}: is {seen.minimum:g} an undeclared NODATA?")
    return Doubt(f"{note}, the lowest is {seen.minimum:g}: speeds are never negative")


def _elevation_note(seen: Survey, units: Units, cell_metres: float, heights: bool) -> str | None:
    if heights:
        return Doubt("the format holds elevations, not speeds")
    if not seen.positive:
        return None
    ends = to_kmh(np.array([seen.minimum, seen.maximum]), units, cell_metres)
    slowest, fastest = float(ends.min()), float(ends.max())
    if seen.smoothness > SMOOTH and fastest > SMOOTH_KMH and not units.is_slowness:
        return Doubt(
            "this looks like elevation: cells hardly differ from their neighbours, and the "
            f"fastest has {fastest:.4g} km/h"
        )
    if fastest > FAST_KMH and not units.is_slowness:
        return Doubt(
            f"the fastest cell has {fastest:g} km/h: are these elevations, or other units?"
        )
    if slowest > ALL_FAST_KMH and not math.isinf(slowest):
        return Doubt(f"no cell is below {slowest:g} km/h: are these elevations, or other units?")
    if fastest < SLOW_KMH and not units.is_slowness:
        return Doubt(
            f"no cell is above {fastest:g} km/h: are these seconds per metre, or other units?"
        )
    return None


def _undefined_note(seen: Survey, undefined_255: bool) -> str:
    if undefined_255:
        return f"{_cells_are(seen.at_255)} 255 and taken as undefined"
    note = f"{_cells_are(seen.at_255)} 255: if that means undefined, say so"
    runs_up_to_it = seen.below_255 >= 254
    return note if runs_up_to_it else Doubt(note)


def _cells_are(count: int) -> str:
    return counted(count, "cell is", "cells are")
