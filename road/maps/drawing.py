"""Streets as lines in a picture, coloured by travel time at every pixel.

Time is looked up where a pixel is drawn: the limit of a band cuts a street at the very place where
its time passes it, however far one zooms in.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.parallel.in_place import in_place
from road.graph import F64, U32
from road.maps.drawing_layout import RANKS, StreetLines
from road.maps.drawing_times import OPEN, REACHED, SHUT, STARTED, StreetTimes

FILL, CASING = 0, 1

THIN = 2.6
"""Width in pixels up to which lines are drawn column by column, without round ends."""

NO_INK = np.zeros(RANKS, np.uint32)

_HALVINGS = 6  # of a pixel, in search of the place where a colour ends


class Inks(NamedTuple):
    """Colours, 0xffrrggbb, and how times are told apart.

    table : uint32, by time * per_unit; its last entry is that of all later times. end : finite;
        times past it are not reached. closed, rest, casing : uint32, RANKS; 0 leaves streets out.
    coarse : pixels of a piece up to which the time of its middle stands for all of it.
    shut : uint32, RANKS, of streets that are closed by hand. thin : width of what is not reached,
        as a share of its usual one.
    """

    table: U32
    per_unit: float
    end: float
    closed: U32
    rest: U32
    casing: U32
    coarse: float = 1.5
    shut: U32 = NO_INK
    thin: float = 1.0


class View(NamedTuple):
    """left, top : in the plane, of the picture's corner. scale : plane units of a pixel.

    widths : float64, RANKS, pixels. level : see `StreetLines.level_at`.
    """

    left: float
    top: float
    scale: float
    widths: F64
    level: int


Image = NDArray[np.uint32]


def draw_streets(
    image: Image, rows: tuple[int, int], view: View, lines: StreetLines, times: StreetTimes,
    inks: Inks,
) -> None:  # fmt: skip
    """Draw into some rows of an opaque picture, 0xffrrggbb, (height, width); for any thread.

    What is not reached lies beneath what is, and minor streets beneath major ones.
    """
    _draw_all(image, *rows, view, lines, times, inks, np.bool_(inks.casing.any()))


@in_place
def _draw_all(
    image: Any, top_row: int, end_row: int, view: Any, lines: Any, times: Any, inks: Any, cased: Any
) -> None:
    """All ranks of all layers in one call: each takes the interpreter before and after, and the
    threads that draw a picture would hand it to each other hundreds of times."""
    if cased:
        for rank in range(RANKS):
            _draw(image, top_row, end_row, view, lines, times, inks, rank, CASING, 0)
    for reached in (0, REACHED):
        for rank in range(RANKS):
            _draw(image, top_row, end_row, view, lines, times, inks, rank, FILL, reached)


@in_place
def _draw(
    image: Any, top_row: int, end_row: int, view: Any, lines: Any, times: Any, inks: Any,
    rank: int, layer: int, reached: int,
) -> None:  # fmt: skip
    """One rank of one layer: casings, or streets that are reached or not."""
    width = view.widths[rank] + (2.0 if layer == CASING else 0.0)
    if layer == FILL and not reached:
        width *= inks.thin
    reach = (width / 2 + 1.5) * view.scale
    left, top, per_unit = view.left - lines.left, view.top - lines.top, 1 / view.scale
    low_x, high_x = left - reach, left + image.shape[1] * view.scale + reach
    high_y, low_y = top - top_row * view.scale + reach, top - end_row * view.scale - reach
    timed = layer == FILL and reached == REACHED
    table = inks.table
    for tile in range(len(lines.boxes)):
        box = lines.boxes[tile]
        if box[0] > high_x or box[2] < low_x or box[1] > high_y or box[3] < low_y:
            continue
        for street in range(lines.runs[tile * RANKS + rank], lines.runs[tile * RANKS + rank + 1]):
            if lines.level[street] > view.level:
                break
            kind = times.kind[street]
            if layer == FILL and (kind & REACHED) != reached:
                continue
            if layer == CASING:
                cased = kind & OPEN if inks.end < 0 else kind & REACHED
                flat = inks.casing[rank] if cased else np.uint32(0)
            else:
                flat = inks.rest[rank] if kind & OPEN else inks.closed[rank]
                if kind & SHUT:
                    flat = inks.shut[rank]
            if flat == 0 and not timed:
                continue
            clock = _clock_of(street, times) if timed else _STILL
            for at in range(lines.first[street], lines.first[street + 1] - 1):
                ax, ay, bx, by = lines.px[at], lines.py[at], lines.px[at + 1], lines.py[at + 1]
                if max(ax, bx) < low_x or min(ax, bx) > high_x:
                    continue
                if max(ay, by) < low_y or min(ay, by) > high_y:
                    continue
                x0, y0 = (ax - left) * per_unit, (top - ay) * per_unit
                x1, y1 = (bx - left) * per_unit, (top - by) * per_unit
                s0, s1 = np.float64(lines.share[at]), np.float64(lines.share[at + 1])
                ink, same = flat, True
                if timed:
                    ink, same = _one_ink(
                        max(abs(x1 - x0), abs(y1 - y0)) <= inks.coarse, s0, s1, clock, times.rays,
                        table, inks.per_unit, inks.end, flat,
                    )  # fmt: skip
                if same and ink == 0:
                    continue
                if width > THIN:
                    _thick(
                        image, top_row, end_row, x0, y0, x1, y1, width, ink, same, s0, s1, clock,
                        times.rays, table, inks.per_unit, inks.end, flat,
                    )  # fmt: skip
                else:
                    _thin(
                        image, top_row, end_row, x0, y0, x1, y1, width, ink, same, s0, s1, clock,
                        times.rays, table, inks.per_unit, inks.end, flat,
                    )  # fmt: skip


_STILL = (np.inf, 0.0, np.inf, 0.0, 0, 0)
"""Clock that stands still: `up`, `up_cost`, `down`, `down_cost` of a street, its first ray and the
one after its last."""


@in_place
def _clock_of(street: int, times: Any) -> Any:
    first: Any = 0
    end: Any = 0
    if times.kind[street] & STARTED:
        first = _rays_before(times.ray_street, street)
        end = _rays_before(times.ray_street, street + 1)
    return (
        np.float64(times.up[street]), np.float64(times.up_cost[street]),
        np.float64(times.down[street]), np.float64(times.down_cost[street]), first, end,
    )  # fmt: skip


@in_place
def _rays_before(ray_street: Any, street: int) -> Any:
    """How many rays are on streets before this one."""
    first, end = 0, len(ray_street)
    while first < end:
        middle = (first + end) // 2
        if ray_street[middle] < street:
            first = middle + 1
        else:
            end = middle
    return first


@in_place
def _ink(
    share: float, clock: Any, rays: Any, table: Any, per_unit: float, end: float, rest: Any
) -> Any:
    """The colour of a street at a place."""
    time = min(clock[0] + share * clock[1], clock[2] + (1.0 - share) * clock[3])
    for ray in range(clock[4], clock[5]):
        gone = (share - rays[ray, 0]) * rays[ray, 1]
        if gone >= 0:
            time = min(time, rays[ray, 2] + gone * rays[ray, 3])
    if not time <= end:
        return rest
    return table[np.int64(min(time * per_unit, float(len(table) - 1)))]


@in_place
def _meets(clock: Any, s0: float, s1: float) -> Any:
    """Where times from both ends are equal, if that is between two places; else the first."""
    if clock[0] < np.inf and clock[2] < np.inf and clock[1] + clock[3] > 0:
        meet = (clock[2] + clock[3] - clock[0]) / (clock[1] + clock[3])
        if s0 < meet < s1:
            return meet
    return s0


@in_place
def _one_ink(
    short: bool, s0: float, s1: float, clock: Any, rays: Any, table: Any, per_unit: float,
    end: float, rest: Any,
) -> Any:  # fmt: skip
    """The colour of a piece, and whether all of it has it; a `short` one has that of its middle."""
    if short:
        return _ink(0.5 * (s0 + s1), clock, rays, table, per_unit, end, rest), True
    ink = _ink(s0, clock, rays, table, per_unit, end, rest)
    last = _ink(s1, clock, rays, table, per_unit, end, rest)
    middle = _ink(_meets(clock, s0, s1), clock, rays, table, per_unit, end, rest)
    return ink, clock[4] == clock[5] and ink == last and ink == middle


@in_place
def _mixed(ground: Any, ink: Any, cover: float) -> Any:
    """`cover` 0..1 of a colour over an opaque ground; no colour leaves it as it is."""
    if ink == 0:
        return ground
    if cover >= 1.0:
        return ink
    share = np.int64(cover * 256.0)
    below, above = np.int64(ground), np.int64(ink)
    odd = ((below & 0xFF00FF) * (256 - share) + (above & 0xFF00FF) * share) >> 8 & 0xFF00FF
    green = ((below & 0x00FF00) * (256 - share) + (above & 0x00FF00) * share) >> 8 & 0x00FF00
    return np.uint32(0xFF000000 | odd | green)


@in_place
def _thin(
    image: Any, top_row: int, end_row: int, x0: float, y0: float, x1: float, y1: float,
    width: float, ink: Any, same: bool, s0: float, s1: float, clock: Any, rays: Any, table: Any,
    per_unit: float, end: float, rest: Any,
) -> None:  # fmt: skip
    """A straight piece, column by column, or row by row where it is upright; in pixels.

    What a pixel becomes depends on the piece and the pixel alone, so that no division into strips
    changes it. Where colours are not the `same` all along, a column has those of its two ends, and
    is cut where they meet.
    """
    upright = abs(y1 - y0) > abs(x1 - x0)
    if upright:
        x0, y0, x1, y1 = y0, x0, y1, x1
    if x1 == x0:
        return
    low, high = (top_row, end_row) if upright else (0, image.shape[1])
    side_low, side_high = (0, image.shape[1]) if upright else (top_row, end_row)
    begin, stop = min(x0, x1), max(x0, x1)
    slope = (y1 - y0) / (x1 - x0)
    half = 0.5 * width * math.sqrt(1.0 + slope * slope)
    for at in range(max(math.floor(begin), low), min(math.floor(stop) + 1, high)):
        here = y0 + (min(max(at + 0.5, begin), stop) - x0) * slope
        enters, leaves = max(begin, float(at)), min(stop, at + 1.0)
        cut, later = leaves, ink
        if not same:
            per_pixel = (s1 - s0) / (x1 - x0)
            share = s0 + (enters - x0) * per_pixel
            ink = _ink(share, clock, rays, table, per_unit, end, rest)
            share = s0 + (leaves - x0) * per_pixel
            later = _ink(share, clock, rays, table, per_unit, end, rest)
            if later != ink:
                before = enters
                for _ in range(_HALVINGS):
                    middle = 0.5 * (before + cut)
                    share = s0 + (middle - x0) * per_pixel
                    if _ink(share, clock, rays, table, per_unit, end, rest) == ink:
                        before = middle
                    else:
                        cut = middle
        first, last = math.floor(here - half), math.floor(here + half)
        for side in range(max(first, side_low), min(last + 1, side_high)):
            part = min(here + half, side + 1.0) - max(here - half, float(side))
            row, col = (at, side) if upright else (side, at)
            image[row, col] = _mixed(image[row, col], ink, (cut - enters) * part)
            if later != ink:
                image[row, col] = _mixed(image[row, col], later, (leaves - cut) * part)


@in_place
def _thick(
    image: Any, top_row: int, end_row: int, x0: float, y0: float, x1: float, y1: float,
    width: float, ink: Any, same: bool, s0: float, s1: float, clock: Any, rays: Any, table: Any,
    per_unit: float, end: float, rest: Any,
) -> None:  # fmt: skip
    """By the distance of each pixel from the piece, whose ends are round; in pixels."""
    dx, dy = x1 - x0, y1 - y0
    length = max(dx * dx + dy * dy, 1e-12)
    reach = width / 2 + 0.5
    aslant = reach * math.sqrt(length) / max(abs(dy), 1e-9)
    first = max(math.floor(min(y0, y1) - reach), top_row)
    for row in range(first, min(math.floor(max(y0, y1) + reach) + 1, end_row)):
        y = row + 0.5
        left, right = min(x0, x1) - reach, max(x0, x1) + reach
        if abs(dy) > 1e-9:
            middle = x0 + (y - y0) / dy * dx
            left, right = max(left, middle - aslant), min(right, middle + aslant)
        for col in range(max(math.floor(left), 0), min(math.floor(right) + 1, image.shape[1])):
            x = col + 0.5
            along = min(max(((x - x0) * dx + (y - y0) * dy) / length, 0.0), 1.0)
            aside, astray = x0 + along * dx - x, y0 + along * dy - y
            cover = min(reach - math.sqrt(aside * aside + astray * astray), 1.0)
            if cover > 0:
                if not same:
                    share = s0 + along * (s1 - s0)
                    ink = _ink(share, clock, rays, table, per_unit, end, rest)
                image[row, col] = _mixed(image[row, col], ink, cover)
