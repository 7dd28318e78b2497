"""Lengths, areas and speeds as people read them, metric or in miles."""

from __future__ import annotations

import pytest

from app.measure import TIME, Measure
from app.units import METRIC, MILES, read_in, shown_in, units


def test_of_areas_what_is_less_than_a_square_mile_is_read_in_acres() -> None:
    assert MILES.amounts(False, 2_589_988.2) == ("mi²", 2_589_988.110336)
    assert MILES.amounts(False, 2_589_987.0)[0] == "acres"
    assert METRIC.amounts(False, 1.0) == ("km²", 1e6)
    assert MILES.amounts(True, 5.0) == ("mi", 1609.344)
    assert MILES.land[1] == pytest.approx(640 * MILES.plot[1])


def test_a_measure_of_lengths_is_read_in_miles_and_one_of_times_as_it_is() -> None:
    decimetres = Measure("length", (("m", 10.0), ("km", 10_000.0)))
    assert MILES.of(decimetres).text(16_093.44 * 2) == "2 mi"
    assert MILES.of(decimetres).text(3.048 * 40) == "40 ft"
    assert MILES.of(TIME) is TIME
    assert METRIC.of(decimetres) is decimetres


def test_units_hold_until_others_are_chosen_and_an_unknown_name_is_metric() -> None:
    with shown_in("miles"):
        assert units() is MILES
        with pytest.raises(KeyError), shown_in("metric"):
            raise KeyError
        assert units() is MILES
        read_in("leagues")
        assert units() is METRIC
    assert units() is METRIC
