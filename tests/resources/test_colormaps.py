"""Colour maps: safe to read in grey and by colour-blind eyes."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from core.errors import InputError
from resources.colormaps import COLORMAPS, DIVERGING, colormap, colormap_names


def lightness(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """CIE L*, 0..100."""
    part = colours / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    luminance = linear @ (0.2126, 0.7152, 0.0722)
    return np.asarray(116 * np.cbrt(np.maximum(luminance, 0.008856)) - 16)


@pytest.mark.parametrize("name", colormap_names())
def test_maps_are_256_colours_that_cannot_be_changed(name: str) -> None:
    table = colormap(name)
    assert table.shape == (256, 3)
    assert table.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 0
    assert np.abs(np.diff(table.astype(int), axis=0)).max() <= 8  # no edges where there are none


@pytest.mark.parametrize("name", COLORMAPS)
def test_maps_for_times_grow_darker_all_the_way(name: str) -> None:
    rising = lightness(colormap(name))[::-1]
    assert (np.diff(rising) > -0.3).all()  # as evenly as 8 bits allow
    assert rising[-1] - rising[0] > 65
    thirds = np.diff(rising[[0, 85, 170, 255]])
    assert thirds.min() > 15


@pytest.mark.parametrize("name", DIVERGING)
def test_maps_for_differences_are_lightest_in_the_middle(name: str) -> None:
    light = lightness(colormap(name))
    np.testing.assert_allclose(light, light[::-1], atol=2.0)
    assert (np.diff(light)[:127] > -0.3).all()
    assert light[127] > 90
    ends = colormap(name)[[0, -1]].astype(int)
    assert ends[0, 2] - ends[0, 0] > 50  # blue against brown: told apart without red and green
    assert ends[1, 0] - ends[1, 2] > 50


@pytest.mark.parametrize("name", colormap_names())
def test_every_map_can_be_turned_round(name: str) -> None:
    np.testing.assert_array_equal(colormap(f"{name}-reversed"), colormap(name)[::-1])


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="viridis"):
        colormap("jet")
