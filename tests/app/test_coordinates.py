"""Coordinates in messages have the digits of the readout, and no more."""

from __future__ import annotations

import pytest

from app.coordinates import DEGREES_A_METRE, short_place
from ui.texts import coordinate


@pytest.mark.parametrize(
    ("resolution", "told"),
    [
        (10.0, "503000,5387500"),
        (1.0, "503000.3,5387500.5"),
        (0.25, "503000.28,5387500.5"),
        (1e-9, "503000.2807433,5387500.5"),
    ],
)
def test_a_place_has_the_decimals_of_the_readout(resolution: float, told: str) -> None:
    x, y = 503000.2807432917, 5387500.499999999
    assert short_place(x, y, resolution) == told
    for number, text in zip((x, y), told.split(","), strict=True):
        assert coordinate(number, resolution).startswith(text)


def test_degrees_of_roads_have_seven_decimals_at_most() -> None:
    assert short_place(-8.6109812345678, 41.15, DEGREES_A_METRE) == "-8.6109812,41.15"
