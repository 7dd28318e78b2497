"""Travel times as coloured, half transparent pixels with isolines. NumPy only, no Qt.

Times become whole numbers that index a table of colours, so that a frame costs the same however
many bands there are and nothing that is not a number gets near the screen. Only the few pixels
beside a band limit are looked at more closely, to smooth the edge and draw the line
(`core.geometry.isochrone_picture`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from app.bands import BEYOND_COLOUR
from app.fitting import held_seconds
from core.errors import DeviceError
from core.geometry.isochrone_picture import BEYOND, STEPS, TimeTables, draw_times, pen_of
from core.parallel.ranges import even_ranges
from core.parallel.threads import PICTURE_THREADS, SHORT_RANGES, kept_threads
from raster.grid import Window
from raster.travel_times import TravelTimes
from road.results.travel_times import RoadTimes
from ui.pictures.patch import Patch, Rows
from ui.pictures.pixels import Pixels, rgb, words
from ui.pictures.sampling import sampled

_HALO_SHARE = 0.2
"""Share of a colour that the light beside a line covers: a dark line is seen on dark bands, too."""

KEPT_TABLES = 3
"""Tables of colours that stay, of either kind: those of two maps side by side, and those before. A
set of them takes most of a MiB."""

Colour = tuple[int, int, int]

_ENTRIES = BEYOND + 2
"""Number of entries; the last is of what is not reached: nothing is drawn there."""


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

    def tables(self, limit_seconds: float) -> TimeTables:
        """The same for the kernel. limit_seconds : of times, after which fronts stopped."""
        limits = self.limits
        before = limits[-2] if len(limits) > 1 else 0.0
        return TimeTables(
            self.fill, self.line, self.halo, self.bands, limits, limits.astype(np.float32),
            (limits[1:] + limits[:-1]) / 2, float(self.top),
            np.float32(limits[-1] - 0.25 * (limits[-1] - before)),
            bool(limit_seconds <= limits[-1] * (1 + 1e-6)), bool(self.isolines),
        )  # fmt: skip


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


@lru_cache(maxsize=KEPT_TABLES)  # the same at every step of a drag
def _banded(limits: tuple[float, ...], colours: bytes, looks: _Looks) -> TimeColours:
    ends, of_band = np.array(limits), np.frombuffer(colours, np.uint8).reshape(-1, 3)
    top = limits[-1]
    band = np.searchsorted(ends, (np.arange(STEPS) + 0.5) * (top / STEPS))
    band = np.minimum(band, len(ends) - 1)
    return _tables(ends, top, of_band[band], *looks)


@lru_cache(maxsize=KEPT_TABLES)
def _flowing(limits: tuple[float, ...], colormap: bytes, top: float, looks: _Looks) -> TimeColours:
    known = np.frombuffer(colormap, np.uint8).reshape(-1, 3)
    at, places = np.linspace(0, len(known) - 1, STEPS), np.arange(len(known))
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
    fill[:STEPS] = words(colours, opacity)
    fill[BEYOND] = words(beyond, opacity)
    darker = np.asarray(colours, np.float64) * 0.45 + np.array(rgb(line_colour)) * 0.55
    line[:STEPS] = words(darker, min(1.0, 0.25 + 0.75 * opacity) if opacity else 0.0)
    line[BEYOND:] = line[STEPS - 1]
    halo = words((np.asarray(colours, np.float64) + 2 * 255) / 3, _HALO_SHARE if opacity else 0.0)
    halo = np.append(halo, [halo[-1]] * (_ENTRIES - STEPS))
    bands = np.full(_ENTRIES, 255, np.uint8)
    middles = (np.arange(STEPS) + 0.5) * (top / STEPS)
    bands[:STEPS] = np.minimum(np.searchsorted(limits, middles), 253)
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


@runtime_checkable
class TimesThatPaint(Protocol):
    """Travel times that lie where pictures of them can be made, too: on a device."""

    @property
    def limit_seconds(self) -> float: ...
    @property
    def paints_at_once(self) -> bool:
        """Whether that takes no more than painting."""
        ...

    def painted(
        self,
        window: Window,
        shape: tuple[int, int],
        tables: TimeTables,
        width: float,
        samples: int,
    ) -> Pixels | None:
        """What `draw_times` draws, to the bit; None where this is none of its pictures."""
        ...


def painted_there(
    times: TravelTimes, patch: Patch, colours: TimeColours, samples: int, line_width: float
) -> Pixels | None:
    """What `paint_times` paints, by the device that has the times; None where none has them, or it
    fails: it may be short of memory for a picture, and have enough for a few rows of times."""
    if not isinstance(times, TimesThatPaint) or not times.paints_at_once:
        return None
    tables = colours.tables(times.limit_seconds)
    try:
        return times.painted(patch.window, patch.shape, tables, line_width * samples, samples)
    except DeviceError:
        return None


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
    width, tables = line_width * samples, colours.tables(times.limit_seconds)
    margin = -(-pen_of(width, tables.lines).reach // samples)
    begin = max(first - margin, 0)  # edges are found from the rows around them
    stop = min(end + margin, patch.shape[0])
    seconds = sampled(times, patch, samples, (begin, stop))
    image = np.empty((end - first, patch.shape[1]), np.uint32)

    def draw(top: int, bottom: int) -> None:
        draw_times(image[top:bottom], first - begin + top, seconds, tables, width, samples)

    ranges = even_ranges(end - first, max(PICTURE_THREADS, SHORT_RANGES))
    kept_threads("map-strip", PICTURE_THREADS, giving_way=True).over(draw, ranges)
    return image
