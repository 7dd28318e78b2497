"""Light that is laid under lines."""

from __future__ import annotations

import numpy as np
import pytest

from road.maps.glow import SMALL, SmallPicture, blank, lay_light

RED = 0xFFFF0000


def laid(cols: int, rows: int, col: int, row: int, dark: bool, ground: int) -> np.ndarray:
    """A part of a picture whose pixel (40, 40) gives red light."""
    place = SmallPicture.around(col, row, cols, rows)
    small = blank(place, dark)
    small[(40 - place.row) // SMALL, (40 - place.col) // SMALL] = RED
    image = np.full((rows, cols), ground, np.uint32)
    lay_light(image, (col, row), small, place, dark)
    return image


@pytest.mark.parametrize(("dark", "ground"), [(True, 0xFF101010), (False, 0xFFF0F0F0)])
def test_light_falls_off_and_leaves_the_rest(dark: bool, ground: int) -> None:
    image = laid(80, 80, 0, 0, dark, ground)
    red = (image >> 16 & 0xFF).astype(int)
    blue = (image & 0xFF).astype(int)
    more = red - blue  # redder where there is light, in either look
    assert more[42, 42] > more[42, 54] > 0
    assert image[5, 5] == ground
    assert np.all(image >> 24 == 0xFF)


@pytest.mark.parametrize("dark", [True, False])
def test_parts_of_a_picture_fit_together(dark: bool) -> None:
    whole = laid(80, 80, 0, 0, dark, 0xFF808080)
    part = laid(33, 21, 30, 37, dark, 0xFF808080)
    assert np.abs(whole[37:58, 30:63].view(np.uint8).astype(int) - part.view(np.uint8)).max() <= 1
