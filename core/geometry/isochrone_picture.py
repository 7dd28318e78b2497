"""The picture of a field of times: colours by a table, soft edges between bands, lines on limits.

Every pixel beside an edge knows from its neighbours how many pixels it lies past the limit, so
that nothing is traced. Rows are drawn by themselves and may be shared out to threads.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

STEPS = 65534
"""Entries of a table of colours, up to its top."""

BEYOND = STEPS
"""Entry of what is reached, but later than the top; the next is of what is not reached."""

Seconds = NDArray[np.float32]
Words = NDArray[np.uint32]


class TimeTables(NamedTuple):
    """What a time looks like.

    fill, line, halo : premultiplied words 0xaarrggbb, uint32, (BEYOND + 2,), by a time's place
    among the STEPS up to `top` seconds. bands : uint8, (BEYOND + 2,), how many limits lie below.
    limits : ascending seconds, float64, at least one; limits_32 : the same, float32. middles :
    half way between them, float64. stopped : whether fronts stopped at the last limit, or before;
    late : seconds, float32, after which they may have. lines : whether there are any.
    """

    fill: Words
    line: Words
    halo: Words
    bands: NDArray[np.uint8]
    limits: NDArray[np.float64]
    limits_32: Seconds
    middles: NDArray[np.float64]
    top: float
    late: Any
    stopped: bool
    lines: bool


_HALO = 1.3
"""Pixels of light beside a line, of one that is a pixel wide."""


class Pen(NamedTuple):
    """What is drawn along an edge between bands, in samples.

    line, halo : half the width of the line and of the light around it, and half a sample, float32.
    reach : how far from the edge either covers anything.
    """

    line: Any
    halo: Any
    reach: int


def pen_of(width: float, lines: bool) -> Pen:
    """Of lines so many samples wide. lines : whether they are drawn."""
    wide = width * (1 + 2 * _HALO)
    reach = max(math.ceil((wide if lines else width) / 2), 1)
    return Pen(np.float32(width / 2 + 0.5), np.float32(wide / 2 + 0.5), reach)


def draw_times(
    image: Words, first: int, seconds: Seconds, tables: TimeTables, width: float, samples: int
) -> None:
    """Draw the rows of a picture from `first` on; for any thread.

    image : premultiplied words, (rows, cols), of these rows. seconds : float32, of all rows around,
    `samples` × `samples` a pixel, inf where nothing is reached. width : of lines, in samples.
    """
    line, halo, reach = pen_of(width, tables.lines)
    drawn = image
    if samples > 1:
        drawn = np.empty((image.shape[0] * samples, image.shape[1] * samples), np.uint32)
    _draw(drawn, first * samples, seconds, tables, line, halo, reach)
    if samples > 1:
        _average(image, first, drawn, seconds, samples, tables.stopped, tables.late)


@njit(nogil=True, inline="always")
def _step_of(seconds: Any, per_second: Any) -> Any:
    """The place of a time in the tables."""
    if not seconds < np.inf:
        return BEYOND + 1
    return np.int64(min(seconds * per_second, np.float32(BEYOND)))


@njit(cache=True, nogil=True)
def _draw(
    drawn: Any, first: int, seconds: Any, tables: Any, line: Any, halo: Any, reach: int
) -> None:
    """`drawn` : samples of rows from `first` on. line, halo : half the width of either and half a
    pixel."""
    count, cols = drawn.shape
    begin, end = max(first - reach, 0), min(first + count + reach, seconds.shape[0])
    bands = np.empty((end - begin, cols), np.uint8)
    per_second = np.float32(STEPS / (tables.top * (1 + 1e-6)))
    for row in range(begin, end):
        inside = first <= row < first + count
        for col in range(cols):
            step = _step_of(seconds[row, col], per_second)
            bands[row - begin, col] = tables.bands[step]
            if inside:
                drawn[row - first, col] = tables.fill[step]
    _edges(drawn, first, seconds, tables, _beside_edges(bands, reach)[first - begin :], line, halo)


@njit(cache=True, nogil=True)
def _beside_edges(bands: Any, reach: int) -> Any:
    """1 for pixels within `reach` steps of one with another band, else 0."""
    rows, cols = bands.shape
    near = np.zeros((rows, cols), np.uint8)
    for row in range(rows):
        for col in range(cols - 1):
            edge = np.uint8(bands[row, col] != bands[row, col + 1])
            near[row, col] |= edge
            near[row, col + 1] |= edge
        if row:
            for col in range(cols):
                edge = np.uint8(bands[row, col] != bands[row - 1, col])
                near[row, col] |= edge
                near[row - 1, col] |= edge
    for _ in range(reach - 1):
        less = near.copy()
        for row in range(rows):
            up, down = max(row - 1, 0), min(row + 1, rows - 1)
            for col in range(1, cols - 1):
                near[row, col] = (
                    less[row, col] | less[row, col - 1] | less[row, col + 1]
                    | less[up, col] | less[down, col]
                )  # fmt: skip
            for col in (0, cols - 1):
                near[row, col] = (
                    less[row, col] | less[row, max(col - 1, 0)] | less[row, min(col + 1, cols - 1)]
                    | less[up, col] | less[down, col]
                )  # fmt: skip
    return near


@njit(nogil=True, inline="always")
def _along(before: Any, here: Any, after: Any) -> Any:
    """Seconds a pixel, from those neighbours that are reached."""
    back = here - before if before < np.inf else np.float32(0)
    on = after - here if after < np.inf else np.float32(0)
    if before < np.inf and after < np.inf:
        return (back + on) * np.float32(0.5)
    return back + on


@njit(nogil=True, inline="always")
def _part(word: Any, k: int) -> Any:
    """Blue, green, red or alpha of a word, 0 to 255."""
    return np.float32((np.int64(word) >> (8 * k)) & 0xFF)


@njit(cache=True, nogil=True)
def _edges(
    drawn: Any, first: int, seconds: Any, tables: Any, near: Any, line: Any, halo: Any
) -> None:
    """Pixels beside an edge: both bands by their shares, and the line with its light over them.

    One loop without functions that take arrays: references to these would be counted for every
    pixel, by all threads at one place.
    """
    one, half, none = np.float32(1), np.float32(0.5), np.float32(0)
    fill, lines, light = tables.fill, tables.line, tables.halo
    limits, middles = tables.limits_32, tables.middles
    per_second = np.float32(STEPS / (tables.top * (1 + 1e-6)))
    nudge = np.float32(tables.top / STEPS)
    latest, late, stopped = tables.limits[-1], tables.late, tables.stopped
    filled, lined = fill[STEPS - 1] != 0, tables.lines
    rows, cols = seconds.shape
    for k in range(drawn.shape[0]):
        row = first + k
        up, down = max(row - 1, 0), min(row + 1, rows - 1)
        for col in range(cols):
            if not near[k, col]:
                continue
            here = seconds[row, col]
            if not here < np.inf:
                continue
            left, right = seconds[row, max(col - 1, 0)], seconds[row, min(col + 1, cols - 1)]
            above, below = seconds[up, col], seconds[down, col]
            across, along = _along(left, here, right), _along(above, here, below)
            slope = max(np.float32(math.sqrt(across * across + along * along)), np.float32(1e-6))
            band = 0
            while band < len(middles) and middles[band] < here:
                band += 1
            limit = limits[band]
            past = (here - limit) / slope  # signed pixels from the line
            known = left < np.inf and right < np.inf and above < np.inf and below < np.inf
            if stopped and not known and late < here and np.float64(here) <= latest:
                past = np.float32(-0.25)  # the front ended there; no later time tells where
            away = abs(past)
            edge = filled and away < half
            if not (edge or (lined and away < halo)):
                continue
            word: Any = np.int64(drawn[k, col])
            b, g, r, a = _part(word, 0), _part(word, 1), _part(word, 2), _part(word, 3)
            if edge:
                share = min(max(half + past, none), one)
                low: Any = np.int64(fill[_step_of(limit - nudge, per_second)])
                high: Any = np.int64(fill[_step_of(limit + nudge, per_second)])
                b = _part(low, 0) * (one - share) + _part(high, 0) * share
                g = _part(low, 1) * (one - share) + _part(high, 1) * share
                r = _part(low, 2) * (one - share) + _part(high, 2) * share
                a = _part(low, 3) * (one - share) + _part(high, 3) * share
            if lined:
                step = _step_of(limit, per_second)
                for wide in (True, False):
                    over: Any = np.int64(light[step] if wide else lines[step])
                    cover = min(max((halo if wide else line) - away, none), one)
                    rest = one - cover * (_part(over, 3) / np.float32(255))
                    b = _part(over, 0) * cover + b * rest
                    g = _part(over, 1) * cover + g * rest
                    r = _part(over, 2) * cover + r * rest
                    a = _part(over, 3) * cover + a * rest
            drawn[k, col] = np.uint32(
                np.int64(b + half) | np.int64(g + half) << 8 | np.int64(r + half) << 16
                | np.int64(a + half) << 24
            )  # fmt: skip


@njit(cache=True, nogil=True)
def _average(
    image: Any, first: int, drawn: Any, seconds: Any, samples: int, stopped: bool, late: Any
) -> None:
    """Means of blocks of samples; `first` : row of the first. Pixels that a barrier takes a part of
    are drawn as if they were reached wholly: what lies beneath is a mixture of ground and barrier
    there, and ground shining through a half drawn pixel would line every river with a bright seam.
    """
    many = samples * samples
    for row in range(drawn.shape[0] // samples):
        for col in range(drawn.shape[1] // samples):
            b, g, r, a = many // 2, many // 2, many // 2, many // 2
            reached, latest = 0, np.float32(0)
            for down in range(samples):
                for right in range(samples):
                    word: Any = np.int64(drawn[row * samples + down, col * samples + right])
                    b += word & 0xFF
                    g += word >> 8 & 0xFF
                    r += word >> 16 & 0xFF
                    a += word >> 24
                    time = seconds[(first + row) * samples + down, col * samples + right]
                    if time < np.inf:
                        reached += 1
                        latest = max(latest, time)
            b, g, r, a = b // many, g // many, r // many, a // many
            # What is late may be the edge of what is reached, and not of a barrier.
            if 0 < reached < many and not (stopped and latest > late):
                share = np.float32(many / reached)
                b, g, r, a = _more(b, share), _more(g, share), _more(r, share), _more(a, share)
            image[row, col] = np.uint32(b | g << 8 | r << 16 | a << 24)


@njit(nogil=True, inline="always")
def _more(part: int, share: Any) -> Any:
    return np.int64(min(np.float32(part) * share, np.float32(255)) + np.float32(0.5))
