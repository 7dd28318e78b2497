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

_CORE, _HAZE = 0.55, 0.75
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
    ground = 0xFF000000 if dark else 0xFFFFFFFF
    return np.full((place.rows, place.cols), ground, np.uint32)


def lay_light(
    image: NDArray[np.uint32], place: tuple[int, int], small: NDArray[np.uint32],
    small_place: SmallPicture, dark: bool,
) -> None:  # fmt: skip
    """Lay the light of a small picture into a part of a large one, whose first pixel is at that
    column and row; in place, and for any thread."""
    light = _channels(small, np.bool_(dark))
    near = _spread(light, _NEAR)
    far = _spread(near, _FAR)
    strength = np.float32(_IN_THE_DARK if dark else _IN_THE_LIGHT)
    total = (np.float32(_CORE) * near + np.float32(_HAZE) * far) * strength
    _lay(image, place[0] - small_place.col, place[1] - small_place.row, total, np.bool_(dark))


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
    rows, cols = light.shape[0], light.shape[1]
    share = np.float32(1.0 / (2 * reach + 1))
    for _ in range(2):
        wide = np.zeros_like(light)
        for row in range(rows):
            for col in range(cols):
                for at in range(max(col - reach, 0), min(col + reach + 1, cols)):
                    for k in range(3):
                        wide[row, col, k] += light[row, at, k] * share
        light = np.zeros_like(light)
        for row in range(rows):
            for at in range(max(row - reach, 0), min(row + reach + 1, rows)):
                for col in range(cols):
                    for k in range(3):
                        light[row, col, k] += wide[at, col, k] * share
    return light


@njit(cache=True, nogil=True)
def _lay(image: Any, right: int, down: int, light: Any, dark: Any) -> None:
    """Between the middles of the small pixels light runs straight."""
    rows, cols = image.shape
    most = np.float32(0.8)
    for row in range(rows):
        y = (down + row + 0.5) / SMALL - 0.5
        r = int(y)
        a = np.float32(y - r)
        for col in range(cols):
            x = (right + col + 0.5) / SMALL - 0.5
            c = int(x)
            b = np.float32(x - c)
            word = np.int64(0xFF000000)
            below = np.int64(image[row, col])
            for k in range(3):
                upper = light[r, c, k] * (1 - b) + light[r, c + 1, k] * b
                lower = light[r + 1, c, k] * (1 - b) + light[r + 1, c + 1, k] * b
                share = min(upper * (1 - a) + lower * a, most)
                part = np.float32((below >> (8 * k)) & 0xFF)
                part += ((255 - part) if dark else -part) * share
                word |= np.int64(part + np.float32(0.5)) << (8 * k)
            image[row, col] = np.uint32(word)
