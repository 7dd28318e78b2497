"""The picture of a front at a moment: what it has reached, its line, the light around it.

Of each pixel is known when it is reached and how far a front goes there in a second, which tells
how many pixels the front is past it, or short of it: nothing is searched for, and a picture costs
the same however the front lies.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.ranges import even_ranges
from core.parallel.threads import SHORT_RANGES, kept_threads

SMALL = 4
"""Pixels along a side of one of the small picture in which light spreads."""

HOT = (200, 246, 255)
"""Blue, green and red of the line itself."""

_GLOW = (56, 160, 255)
"""Blue, green and red of the light around the line."""

_CORE, _HAZE = 1.5, 2.4
"""Strengths of the light near the line and farther off."""

_MOST_LIGHT = 0.85
"""Share of a colour that the light around the line covers at most: what lies there is still told
apart."""

_TRAIL = 0.28
"""Share of the way to white that ground goes just behind the line."""

_LONG = 10.0
"""Widths of the line that the trail behind it is long."""

_FAINTEST = 0.003
"""Share of a colour below which light is not seen, and not drawn."""

_RUN = 64
"""Pixels of a row that are looked at together: most have neither line nor light."""

_FARTHEST = 1e4
"""Pixels a second and more from which on a front is said to be everywhere at once."""

Seconds = NDArray[np.float32]
Image = NDArray[np.uint32]


def paces_of(arrival: Seconds) -> Seconds:
    """Pixels that a front goes in a second at each pixel of a field, float32, (rows, cols).

    arrival : float32, (rows, cols), seconds; inf where nothing arrives.
    """
    pace = np.zeros_like(arrival)
    ranges = even_ranges(arrival.shape[0], SHORT_RANGES)
    kept_threads("front-strip").over(lambda first, end: _measure(first, end, arrival, pace), ranges)
    return pace


@njit(cache=True, nogil=True)
def _measure(first: int, end: int, arrival: Any, pace: Any) -> None:
    rows, cols = arrival.shape
    for row in range(first, end):
        for col in range(cols):
            here = arrival[row, col]
            if not here < np.inf:
                continue
            steep = 0.0
            for down, right in ((1, 0), (0, 1)):
                step, count = 0.0, 0
                for sign in (-1, 1):
                    r, c = row + sign * down, col + sign * right
                    if 0 <= r < rows and 0 <= c < cols and arrival[r, c] < np.inf:
                        step += sign * (arrival[r, c] - here)
                        count += 1
                if count:
                    steep += (step / count) ** 2
            pace[row, col] = min(1.0 / max(math.sqrt(steep), 1e-12), _FARTHEST)


def spread_into(arrival: Seconds, reach: int) -> Seconds:
    """A field in which what is near a pixel that is reached is reached with it, the first of them:
    for the light around lines, and their soft edges. reach : pixels down and across, by steps of a
    cross and of a square in turn, which is about a circle."""
    near = arrival
    for step in range(reach):
        least = near.copy()
        _lower(least, near)
        _lower(least.T, (least.copy() if step % 2 else near).T)
        near = least
    return np.where(np.isfinite(arrival), arrival, near)


def _lower(least: Seconds, field: Seconds) -> None:
    """Lower each pixel to those above and below it, in place."""
    np.minimum(least[1:], field[:-1], out=least[1:])
    np.minimum(least[:-1], field[1:], out=least[:-1])


def draw_front(
    image: Image,
    before: Image,
    after: Image,
    arrival: Seconds,
    pace: Seconds,
    seconds: float,
    width: float,
) -> None:
    """Draw the front at a time into a picture; for any thread.

    image, before, after : 0xffrrggbb, (rows, cols), opaque; what is drawn, what nothing has
    reached yet, what everything has been reached in. arrival, pace : as of `paces_of`, of these
    pixels; there is no line where the pace is 0.
    width : of the line, in pixels.
    """
    rows, cols = arrival.shape
    light = np.zeros((rows // SMALL + 3, cols // SMALL + 3), np.float32)
    threads, ranges = kept_threads("front-strip"), even_ranges(rows, SHORT_RANGES)
    threads.over(
        lambda first, end: _spark(first, end, arrival, pace, seconds, width, light), ranges
    )
    np.minimum(light, np.float32(1.0), out=light)
    reach = max(round(width / 2), 1)
    near = _spread(light, reach)
    total = np.float32(_CORE) * near + np.float32(_HAZE) * _spread(near, 2 * reach)
    pictures = image, before, after, arrival, pace
    threads.over(lambda first, end: _compose(first, end, *pictures, seconds, width, total), ranges)


@njit(cache=True, nogil=True)
def _cover(past: float, width: float) -> Any:
    """How much of a pixel the line covers, where the front is `past` pixels past it."""
    return min(max(width / 2 + 0.5 - abs(past - width / 2), 0.0), 1.0)


@njit(cache=True, nogil=True)
def _spark(
    first: int, end: int, arrival: Any, pace: Any, seconds: float, width: float, light: Any
) -> None:
    """Count the pixels of the line in some rows, SMALL by SMALL, into a small picture, with a
    margin of one."""
    for row in range(first, end):
        for col in range(arrival.shape[1]):
            past = (seconds - arrival[row, col]) * pace[row, col]
            if -1.0 < past < width + 1.0 and pace[row, col] > 0:
                light[row // SMALL + 1, col // SMALL + 1] += _cover(past, width) / (SMALL * width)


@njit(cache=True, nogil=True)
def _spread(light: Any, reach: int) -> Any:
    """Means over squares, twice, which is about a bell; what lies outside is dark."""
    rows, cols = light.shape
    share = np.float32(1.0 / (2 * reach + 1))
    for _ in range(2):
        wide = np.zeros_like(light)
        for row in range(rows):
            total = np.float32(0.0)
            for col in range(-reach, cols):
                if col + reach < cols:
                    total += light[row, col + reach]
                if col - reach - 1 >= 0:
                    total -= light[row, col - reach - 1]
                if col >= 0:
                    wide[row, col] = max(total, np.float32(0.0)) * share
        light = np.zeros_like(light)
        for row in range(rows):
            for at in range(max(row - reach, 0), min(row + reach + 1, rows)):
                for col in range(cols):
                    light[row, col] += wide[at, col] * share
    return light


@njit(cache=True, nogil=True)
def _compose(
    top: int, bottom: int, image: Any, before: Any, after: Any, arrival: Any, pace: Any,
    seconds: float, width: float, light: Any,
) -> None:  # fmt: skip
    """Each pixel of some rows from one of the two pictures, the light on it and the line over
    it."""
    cols = arrival.shape[1]
    for row in range(top, bottom):
        for first in range(0, cols, _RUN):
            run = slice(first, min(first + _RUN, cols))
            _choose(image[row, run], before[row, run], after[row, run], arrival[row, run], seconds)
            if _near(arrival[row, run], pace[row, run], seconds, width) or _lit(light, row, run):
                _light_up(image, arrival, pace, seconds, width, light, row, run)


@njit(nogil=True, inline="always")
def _choose(image: Any, before: Any, after: Any, arrival: Any, seconds: float) -> None:
    for col in range(len(image)):
        image[col] = after[col] if arrival[col] <= seconds else before[col]


@njit(nogil=True, inline="always")
def _near(arrival: Any, pace: Any, seconds: float, width: float) -> Any:
    """Whether the line or the trail behind it is on any of these pixels."""
    found = 0
    for col in range(len(arrival)):
        past = (seconds - arrival[col]) * pace[col]
        found += (pace[col] > 0) & (past > -1.0) & (past < _LONG * width)
    return found > 0


@njit(nogil=True, inline="always")
def _small(at: int) -> Any:
    """Where the middle of a pixel lies in the small picture, counted from the middle of its first
    one in its margin."""
    return (at + 0.5) / SMALL + 0.5


@njit(nogil=True, inline="always")
def _lit(light: Any, row: int, run: Any) -> Any:
    top, brightest = int(_small(row)), np.float32(0.0)
    for r in (top, top + 1):
        for c in range(int(_small(run.start)), int(_small(run.stop - 1)) + 2):
            brightest = max(brightest, light[r, c])
    return brightest > _FAINTEST


@njit(nogil=True)
def _light_up(
    image: Any, arrival: Any, pace: Any, seconds: float, width: float, light: Any, row: int,
    run: Any,
) -> None:  # fmt: skip
    """Lay light, line and trail over the pixels of a run."""
    y, long = _small(row), _LONG * width
    r = int(y)
    a = y - r
    for col in range(run.start, run.stop):
        x = _small(col)
        c = int(x)
        b = x - c
        upper = light[r, c] * (1 - b) + light[r, c + 1] * b
        lower = light[r + 1, c] * (1 - b) + light[r + 1, c + 1] * b
        shine = min(upper * (1 - a) + lower * a, _MOST_LIGHT)
        cover = trail = 0.0
        if pace[row, col] > 0:
            past = (seconds - arrival[row, col]) * pace[row, col]
            if -1.0 < past < long:
                cover = _cover(past, width)
                if past > 0:
                    trail = _TRAIL * (1 - past / long) ** 2
        if shine > _FAINTEST or cover > 0 or trail > 0:
            word = np.int64(image[row, col])
            mixed = np.int64(0xFF000000)
            for k in range(3):
                part = float((word >> (8 * k)) & 0xFF)
                part += (255.0 - part) * trail
                part += (_GLOW[k] - part) * shine
                part += (HOT[k] - part) * cover
                mixed |= np.int64(part + 0.5) << (8 * k)
            image[row, col] = np.uint32(mixed)
