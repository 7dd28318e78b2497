from __future__ import annotations

import numpy as np
import pytest

from raster.units import Units, to_kmh

NUMBERS = np.array([2.0, 0.0, -3.0, np.nan])


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (Units.KMH, 2.0),
        (Units.MS, 7.2),
        (Units.S_PER_M, 1.8),
        (Units.S_PER_CELL, 18.0),
    ],
)
def test_a_number_becomes_km_per_hour(units: Units, expected: float) -> None:
    np.testing.assert_allclose(to_kmh(NUMBERS, units, 10.0), [expected, 0, 0, np.nan])


@pytest.mark.parametrize("units", Units)
def test_every_unit_keeps_no_data_and_barriers_apart(units: Units) -> None:
    speeds = to_kmh(np.array([np.nan, 0.0, -1.0]), units)
    assert np.isnan(speeds[0])
    assert speeds[1:].tolist() == [0.0, 0.0]


def test_an_infinite_speed_is_no_data_and_an_infinite_slowness_a_barrier() -> None:
    infinite = np.array([np.inf])
    assert np.isnan(to_kmh(infinite, Units.KMH)[0])
    assert np.isnan(to_kmh(infinite, Units.MS)[0])
    assert to_kmh(infinite, Units.S_PER_M)[0] == 0
    assert to_kmh(infinite, Units.S_PER_CELL, 30.0)[0] == 0


def test_units_have_names_for_people() -> None:
    assert [unit.label for unit in Units] == [
        "km/h",
        "m/s",
        "seconds per metre",
        "seconds per cell",
    ]
