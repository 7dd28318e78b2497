"""Travel times as coloured, half transparent pixels with isolines. NumPy only, no Qt.

Times become whole numbers that index a table of colours, so that a frame costs the same however
many bands there are and nothing that is not a number gets near the screen. Only the few pixels
beside a band limit are looked at more closely, to smooth the edge and draw the line.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from app.bands import BEYOND_COLOUR
from app.fitting import held_seconds
from raster.travel_times import TravelTimes
from road.results.travel_times import RoadTimes
from ui.pictures.patch import Patch, Rows
from ui.pictures.pixels import Pixels, averaged, joined, parts, rgb, words
from ui.pictures.sampling import Seconds, sampled

_STEPS = 65534
"""Entries of a colour table, up to its top."""

BEYOND = _STEPS
"""Entry of what is reached, but later than the top."""

_HALO, _HALO_SHARE = 1.3, 0.2
"""Pixels of light beside a line, of one that is a pixel wide, and how strong it is: a dark line is
seen on dark bands, too."""

Colour = tuple[int, int, int]

_ENTRIES = BEYOND + 2
"""Number of entries; the last is of what is not reached: nothing is drawn there."""

_REACH = 4
"""Pixels from an edge that its line and halo may cover."""


@dataclass(frozen=True)
class TimeColours:
    """What a travel time looks like.

    limits : ascending seconds, float64; where isolines run and, without `continuous`, bands end.
    top : seconds at the end of the table; whatever takes longer has the colour at BEYOND.
    fill, line, halo : premultiplied words, (_ENTRIES,).
    bands : uint8, (_ENTRIES,), how many limits lie below; 255 for what is not reached.
    isolines : whether lines are drawn.
    """

    limits: NDArray[np.float64]
    top: float
    fill: Pixels
    line: Pixels
    halo: Pixels
    bands: NDArray[np.uint8]
    isolines: bool

    def step_of(self, seconds: Seconds) -> NDArray[np.uint16]:
        """Index into the tables."""
        per_second = np.float32(_STEPS / (self.top * (1 + 1e-6)))
        steps: NDArray[np.uint16] = np.minimum(seconds * per_second, np.float32(BEYOND)).astype(
            np.uint16
        )
        steps += np.isinf(seconds)
        return steps


def banded(
    limits: NDArray[np.float64],
    colours: NDArray[np.uint8],
    opacity: float,
    isolines: bool,
    line_colour: str,
    beyond: Colour = BEYOND_COLOUR,
) -> TimeColours:
    """One colour per band; colours uint8, (bands, 3). beyond : of what is later than the last."""
    looks = opacity, isolines, line_colour, beyond
    return _banded(tuple(limits.tolist()), colours.astype(np.uint8).tobytes(), looks)


def flowing(
    limits: NDArray[np.float64],
    colormap: NDArray[np.uint8],
    top: float,
    opacity: float,
    isolines: bool,
    line_colour: str,
    beyond: Colour = BEYOND_COLOUR,
) -> TimeColours:
    """Colours that run with time from 0 to `top`; colormap uint8, (256, 3)."""
    looks = opacity, isolines, line_colour, beyond
    return _flowing(tuple(limits.tolist()), colormap.astype(np.uint8).tobytes(), top, looks)


_Looks = tuple[float, bool, str, Colour]
"""Opacity, whether there are lines, their colour, and that of what is late."""


@lru_cache(maxsize=8)  # the same at every step of a drag
def _banded(limits: tuple[float, ...], colours: bytes, looks: _Looks) -> TimeColours:
    ends, of_band = np.array(limits), np.frombuffer(colours, np.uint8).reshape(-1, 3)
    top = limits[-1]
    band = np.searchsorted(ends, (np.arange(_STEPS) + 0.5) * (top / _STEPS))
    band = np.minimum(band, len(ends) - 1)
    return _tables(ends, top, of_band[band], *looks)


@lru_cache(maxsize=8)
def _flowing(limits: tuple[float, ...], colormap: bytes, top: float, looks: _Looks) -> TimeColours:
    known = np.frombuffer(colormap, np.uint8).reshape(-1, 3)
    at, places = np.linspace(0, len(known) - 1, _STEPS), np.arange(len(known))
    rgb_ = np.stack([np.interp(at, places, known[:, part]) for part in range(3)], axis=1)
    return _tables(np.array(limits), top, rgb_, *looks)


def _tables(
    limits: NDArray[np.float64],
    top: float,
    colours: NDArray[np.generic],
    opacity: float,
    isolines: bool,
    line_colour: str,
    beyond: Colour,
) -> TimeColours:
    fill, line = np.zeros(_ENTRIES, np.uint32), np.zeros(_ENTRIES, np.uint32)
    fill[:_STEPS] = words(colours, opacity)
    fill[BEYOND] = words(beyond, opacity)
    darker = np.asarray(colours, np.float64) * 0.45 + np.array(rgb(line_colour)) * 0.55
    line[:_STEPS] = words(darker, min(1.0, 0.25 + 0.75 * opacity) if opacity else 0.0)
    line[BEYOND:] = line[_STEPS - 1]
    halo = words((np.asarray(colours, np.float64) + 2 * 255) / 3, _HALO_SHARE if opacity else 0.0)
    halo = np.append(halo, [halo[-1]] * (_ENTRIES - _STEPS))
    bands = np.full(_ENTRIES, 255, np.uint8)
    middles = (np.arange(_STEPS) + 0.5) * (top / _STEPS)
    bands[:_STEPS] = np.minimum(np.searchsorted(limits, middles), 253)
    bands[BEYOND] = 254
    return TimeColours(limits, top, fill, line, halo, bands, isolines)


def continuous_top(times: TravelTimes | RoadTimes) -> float:
    """Seconds at the end of a colour scale that runs smoothly: the limit, or where there is none
    the longest time rounded up, so that colours hold still while a start is dragged. Where few
    places stretch it by half and more, what holds all others (`held_seconds`)."""
    if np.isfinite(times.limit_seconds):
        return times.limit_seconds
    held, longest = held_seconds(times), times.max_seconds
    longest = max(held if longest > 1.5 * held else longest, 1.0)
    step = 10.0 ** np.floor(np.log10(longest)) / 2
    return float(np.ceil(longest / step) * step)


def paint_times(
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
    step = colours.step_of(seconds)
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
    if colours.fill[_STEPS - 1]:
        share = np.clip(np.float32(0.5) + past, 0, 1)[:, None]
        edge = np.abs(past) < 0.5
        nudge = np.float32(colours.top / _STEPS)
        low = colours.fill.take(colours.step_of(limit[edge] - nudge))
        high = colours.fill.take(colours.step_of(limit[edge] + nudge))
        drawn[edge] = parts(low) * (1 - share[edge]) + parts(high) * share[edge]
    if colours.isolines:
        step = colours.step_of(limit)
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
