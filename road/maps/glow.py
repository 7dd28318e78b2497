"""Light around lines of a picture: their colours, drawn small, spread and laid under them.

In the dark it is added to what lies there, in the light it tints it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

SMALL = 4
"""Pixels of the picture along a side of one of the small one."""

_NEAR, _FAR = 1, 2
"""Pixels of the small picture over which light spreads: its core, and then the rest of it."""

_ROOM = 2 * (_NEAR + _FAR) + 1
"""Pixels of the small picture from which light comes, with one to be between."""

CORE, HAZE = 0.55, 0.75
"""Strengths of the two."""

_IN_THE_DARK, _IN_THE_LIGHT = 0.92, 0.75
"""Strengths of the light over what lies there, of which a fifth stays."""

Channels = NDArray[np.float32]


class SmallPicture(NamedTuple):
    """Where a small picture lies: its first column and row in pixels of the large one, counted from
    a point of the plane that all pictures of one scale share, and its own columns and rows."""

    col: int
    row: int
    cols: int
    rows: int

    @staticmethod
    def around(col: int, row: int, cols: int, rows: int) -> SmallPicture:
        """That of a part of a large one, with room for what spreads into it."""
        first_col, first_row = col // SMALL - _ROOM, row // SMALL - _ROOM
        end_col, end_row = -(-(col + cols) // SMALL) + _ROOM, -(-(row + rows) // SMALL) + _ROOM
        return SmallPicture(
            first_col * SMALL, first_row * SMALL, end_col - first_col, end_row - first_row
        )


def blank(place: SmallPicture, dark: bool) -> NDArray[np.uint32]:
    """A small picture to draw the lines in that give light."""
    return np.full((place.rows, place.cols), backdrop(dark), np.uint32)


def backdrop(dark: bool) -> np.uint32:
    """The colour of a small picture where nothing gives light."""
    return np.uint32(0xFF000000 if dark else 0xFFFFFFFF)


def strength(dark: bool) -> np.float32:
    """Strength of all light."""
    return np.float32(_IN_THE_DARK if dark else _IN_THE_LIGHT)


def lay_light(
    image: NDArray[np.uint32], place: tuple[int, int], small: NDArray[np.uint32],
    small_place: SmallPicture, dark: bool,
) -> None:  # fmt: skip
    """Lay the light of a small picture into a part of a large one, whose first pixel is at that
    column and row; in place, and for any thread."""
    right, down = place[0] - small_place.col, place[1] - small_place.row
    _spread_and_lay(image, right, down, small, strength(dark), np.bool_(dark))


@njit(cache=True, nogil=True)
def _spread_and_lay(image: Any, right: int, down: int, small: Any, strong: Any, dark: Any) -> None:
    """In one call, so that threads do not wait for the interpreter in between."""
    near = _spread(_channels(small, dark), _NEAR)
    light = _spread(near, _FAR)
    core, haze = np.float32(CORE), np.float32(HAZE)
    for row in range(light.shape[0]):
        here, around = light[row], near[row]
        for col in range(light.shape[1]):
            for k in range(3):
                here[col, k] = (core * around[col, k] + haze * here[col, k]) * strong
    _lay(image, right, down, light, dark)


@njit(cache=True, nogil=True)
def _channels(small: Any, dark: Any) -> Any:
    """Blue, green and red, 0 to 1: of what shines, or of what is missing of white."""
    rows, cols = small.shape
    light = np.empty((rows, cols, 3), np.float32)
    for row in range(rows):
        for col in range(cols):
            for k in range(3):
                part = (np.int64(small[row, col]) >> (8 * k)) & 0xFF
                light[row, col, k] = np.float32(part if dark else 255 - part) / np.float32(255)
    return light


@njit(cache=True, nogil=True)
def _spread(light: Any, reach: int) -> Any:
    """Means over squares, twice, which is about a bell; what lies outside is dark."""
    rows, wide = light.shape[0], 3 * light.shape[1]
    share = np.float32(1.0 / (2 * reach + 1))
    flat = light.reshape(rows, wide)
    for _ in range(2):
        across = np.zeros((rows, wide), np.float32)
        for row in range(rows):
            for aside in range(-3 * reach, 3 * reach + 1, 3):
                first, end = max(-aside, 0), min(wide, wide - aside)
                here, there = across[row, first:end], flat[row, first + aside : end + aside]
                for at in range(len(here)):
                    here[at] += there[at] * share
        flat = np.zeros((rows, wide), np.float32)
        for row in range(rows):
            for up in range(max(row - reach, 0), min(row + reach + 1, rows)):
                here, there = flat[row], across[up]
                for at in range(wide):
                    here[at] += there[at] * share
    return flat.reshape(light.shape)


@njit(cache=True, nogil=True)
def _lay(image: Any, right: int, down: int, light: Any, dark: Any) -> None:
    """Between the middles of the small pixels light runs straight.

    A row of light is made first, a channel after the other, and then laid in a loop of vectors.
    """
    rows, cols = image.shape
    first, many = (2 * right - SMALL + 1) // (2 * SMALL), light.shape[1]
    skipped = right - first * SMALL - SMALL // 2
    needed = min((skipped + cols + SMALL - 1) // SMALL, many - 1 - first)
    between = np.empty((3, many), np.float32)
    shares = np.empty((3, (needed + 1) * SMALL), np.float32)
    one, half, most = np.float32(1), np.float32(0.5), np.float32(0.8)
    ground = np.float32(255 if dark else 0)
    byte, solid = np.uint32(0xFF), np.uint32(0xFF000000)
    for row in range(rows):
        y = (down + row + 0.5) / SMALL - 0.5
        r = int(y)
        a = np.float32(y - r)
        for k in range(3):
            for c in range(needed + 1):
                at = first + c
                between[k, c] = light[r, at, k] * (one - a) + light[r + 1, at, k] * a
            for c in range(needed):
                here, on = between[k, c], between[k, c + 1] - between[k, c]
                for phase in range(SMALL):
                    b = np.float32((phase + 0.5) / SMALL)
                    shares[k, c * SMALL + phase] = here + on * b
        blue, green, red = shares[0, skipped:], shares[1, skipped:], shares[2, skipped:]
        line = image[row]
        for col in range(cols):
            word = line[col]
            b0 = np.float32(np.int32(word & byte))
            g0 = np.float32(np.int32((word >> np.uint32(8)) & byte))
            r0 = np.float32(np.int32((word >> np.uint32(16)) & byte))
            b0 += (ground - b0) * min(blue[col], most) + half
            g0 += (ground - g0) * min(green[col], most) + half
            r0 += (ground - r0) * min(red[col], most) + half
            line[col] = (
                solid | np.uint32(np.int32(b0)) | (np.uint32(np.int32(g0)) << np.uint32(8))
                | (np.uint32(np.int32(r0)) << np.uint32(16))
            )  # fmt: skip
