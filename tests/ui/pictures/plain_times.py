"""Times as pixels, by whole arrays: slow, plain, and to the pixel what the kernel has to draw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.geometry.isochrone_picture import BEYOND, STEPS
from raster.travel_times import TravelTimes
from ui.pictures.patch import Patch, Rows
from ui.pictures.pixels import Pixels, averaged, joined, parts
from ui.pictures.sampling import Seconds, sampled
from ui.pictures.time_layer import TimeColours

_HALO, _REACH = 1.3, 4


def step_of(colours: TimeColours, seconds: Seconds) -> NDArray[np.uint16]:
    """Index into the tables of colours."""
    per_second = np.float32(STEPS / (colours.top * (1 + 1e-6)))
    steps: NDArray[np.uint16] = np.minimum(seconds * per_second, np.float32(BEYOND)).astype(
        np.uint16
    )
    steps += np.isinf(seconds)
    return steps


def plainly_painted(
    times: TravelTimes,
    patch: Patch,
    colours: TimeColours,
    samples: int = 1,
    line_width: float = 1.25,
    rows: Rows | None = None,
) -> Pixels:
    """The travel times of a patch, or of some rows of it; `samples` × `samples` times are drawn for
    a pixel and averaged, lines are `line_width` pixels wide."""
    first, end = rows or patch.all_rows
    begin = max(first - _REACH, 0)  # edges are found from the rows around them
    stop = min(end + _REACH, patch.shape[0])
    seconds = sampled(times, patch, samples, (begin, stop))
    step = step_of(colours, seconds)
    pixels = colours.fill.take(step)
    stopped = times.limit_seconds <= colours.limits[-1] * (1 + 1e-6)
    bands = colours.bands.take(step)
    _draw_limits(pixels, seconds, bands, colours, line_width * samples, stopped)
    inner = slice((first - begin) * samples, (end - begin) * samples)
    drawn = averaged(pixels[inner], samples)
    if samples > 1:
        _close_up(drawn, seconds[inner], colours.limits, samples, stopped)
    return drawn


def _close_up(
    pixels: Pixels, seconds: Seconds, limits: NDArray[np.float64], samples: int, stopped: bool
) -> None:
    """Draw pixels that a barrier takes a part of as if they were reached wholly, in place.

    The speeds beneath are a mixture of ground and barrier there; ground shining through a half
    drawn pixel would line every river with a bright seam. stopped : fronts stopped at the last
    limit, or before: what is late may be the edge of what is reached.
    """
    rows, cols = pixels.shape
    reached = np.isfinite(seconds).reshape(rows, samples, cols, samples)
    count = np.zeros((rows, cols), np.uint8)
    for down in range(samples):
        for right in range(samples):
            count += reached[:, down, :, right]
    at = np.nonzero((count > 0) & (count < samples**2))
    latest = seconds.reshape(rows, samples, cols, samples)[at[0], :, at[1]]
    latest = np.where(np.isfinite(latest), latest, np.float32(0)).max(axis=(1, 2))
    early = np.isfinite(latest) if not stopped else latest <= _late(limits)
    at = at[0][early], at[1][early]
    share = (samples**2 / count[at])[:, None].astype(np.float32)
    pixels[at] = joined(np.minimum(parts(pixels[at]) * share, np.float32(255)))


def _late(limits: NDArray[np.float64]) -> float:
    """Seconds after which a front that stops may have stopped at the last limit."""
    return float(limits[-1] - 0.25 * (limits[-1] - (limits[-2] if len(limits) > 1 else 0.0)))


def _draw_limits(
    pixels: Pixels,
    seconds: Seconds,
    bands: NDArray[np.uint8],
    colours: TimeColours,
    line_width: float,
    stopped: bool,
) -> None:
    """Smooth the edges between bands and draw the lines, in place; stopped : see `_close_up`."""
    if not len(colours.limits):
        return
    halo_width = line_width * (1 + 2 * _HALO) if colours.isolines else line_width
    reach = max(int(np.ceil(halo_width / 2)), 1)
    rows, cols = np.nonzero(_beside_edges(bands, reach))
    here = seconds[rows, cols]
    known = np.isfinite(here)
    rows, cols, here = rows[known], cols[known], here[known]
    slope = np.maximum(_slope(seconds, rows, cols, here), np.float32(1e-6))
    limit = _nearest(colours.limits, here)
    past = (here - limit) / slope  # signed pixels from the line
    if stopped:
        past[_at_the_end(seconds, rows, cols, here, colours.limits)] = -0.25
    drawn = parts(pixels[rows, cols])
    if colours.fill[STEPS - 1]:
        share = np.clip(np.float32(0.5) + past, 0, 1)[:, None]
        edge = np.abs(past) < 0.5
        nudge = np.float32(colours.top / STEPS)
        low = colours.fill.take(step_of(colours, limit[edge] - nudge))
        high = colours.fill.take(step_of(colours, limit[edge] + nudge))
        drawn[edge] = parts(low) * (1 - share[edge]) + parts(high) * share[edge]
    if colours.isolines:
        step = step_of(colours, limit)
        for table, width in ((colours.halo, halo_width), (colours.line, line_width)):
            cover = np.clip(np.float32(width / 2 + 0.5) - np.abs(past), 0, 1)[:, None]
            line = parts(table.take(step))
            drawn = line * cover + drawn * (1 - cover * (line[:, 3:] / np.float32(255)))
    pixels[rows, cols] = joined(drawn)


def _beside_edges(bands: NDArray[np.uint8], reach: int) -> NDArray[np.bool_]:
    """Pixels within `reach` of one with another band."""
    beside = np.zeros(bands.shape, np.bool_)
    across, down = bands[:, 1:] != bands[:, :-1], bands[1:] != bands[:-1]
    beside[:, 1:] |= across
    beside[:, :-1] |= across
    beside[1:] |= down
    beside[:-1] |= down
    for _ in range(reach - 1):
        grown = beside.copy()
        grown[:, 1:] |= beside[:, :-1]
        grown[:, :-1] |= beside[:, 1:]
        grown[1:] |= beside[:-1]
        grown[:-1] |= beside[1:]
        beside = grown
    return beside


def _slope(
    seconds: Seconds, rows: NDArray[np.int64], cols: NDArray[np.int64], here: Seconds
) -> Seconds:
    """Seconds per pixel at some pixels, from those neighbours that are reached."""
    height, width = seconds.shape
    left = seconds[rows, np.maximum(cols - 1, 0)]
    right = seconds[rows, np.minimum(cols + 1, width - 1)]
    above = seconds[np.maximum(rows - 1, 0), cols]
    below = seconds[np.minimum(rows + 1, height - 1), cols]
    across, down = _along(left, here, right), _along(above, here, below)
    slope: Seconds = np.sqrt(across * across + down * down)
    return slope


def _along(before: Seconds, here: Seconds, after: Seconds) -> Seconds:
    back = np.where(np.isfinite(before), here - before, np.float32(0))
    on = np.where(np.isfinite(after), after - here, np.float32(0))
    both = np.isfinite(before) & np.isfinite(after)
    slope: Seconds = np.where(both, (back + on) * np.float32(0.5), back + on)
    return slope


def _at_the_end(
    seconds: Seconds,
    rows: NDArray[np.int64],
    cols: NDArray[np.int64],
    here: Seconds,
    limits: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Pixels beside unreached ones late in the last band: there the front ended at the limit, and
    no time past it tells where between the two."""
    height, width = seconds.shape
    late = here > _late(limits)
    ends = np.isinf(seconds[rows, np.maximum(cols - 1, 0)])
    ends |= np.isinf(seconds[rows, np.minimum(cols + 1, width - 1)])
    ends |= np.isinf(seconds[np.maximum(rows - 1, 0), cols])
    ends |= np.isinf(seconds[np.minimum(rows + 1, height - 1), cols])
    found: NDArray[np.bool_] = ends & late & (here <= limits[-1])
    return found


def _nearest(limits: NDArray[np.float64], seconds: Seconds) -> Seconds:
    middles = (limits[1:] + limits[:-1]) / 2
    return limits.astype(np.float32)[np.searchsorted(middles, seconds)]
