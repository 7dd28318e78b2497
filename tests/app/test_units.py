"""Lengths, areas and speeds as people read them, metric or in miles."""

from __future__ import annotations

import pytest

from app.bands import Bands, as_read
from app.measure import LENGTH, TIME, Measure
from app.units import METRIC, MILES, read_in, shown_in, units
from core.errors import ParameterError


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


def test_bands_of_lengths_have_a_round_width_in_the_units_they_are_read_in() -> None:
    assert Bands.nice(30_000.0, LENGTH).limits == (5e3, 10e3, 15e3, 20e3, 25e3, 30e3)
    with shown_in("miles"):
        bands = Bands.nice(30_000.0, LENGTH)
        assert bands.limits == pytest.approx([1609.344 * mile for mile in (5, 10, 15, 20)])
        assert as_read(bands).text() == "5, 10, 15, 20 mi"
        assert bands.measure is LENGTH
        assert Bands.nice(3000.0).limits == (600, 1200, 1800, 2400, 3000)


@pytest.mark.parametrize("now", ["metric", "miles"])
def test_bands_of_lengths_may_be_typed_in_any_unit(now: str) -> None:
    with shown_in(now):
        assert Bands.parse("500 ft, 2 km, 2 mi", LENGTH).limits == (152.4, 2000.0, 3218.688)
        assert Bands.parse("1, 2 mi, 5 km", MILES.of(LENGTH)).limits == (1609.344, 3218.688, 5000)
        assert Bands.parse("1, 2 mi, 5 km", LENGTH).measure is LENGTH
    with pytest.raises(ParameterError, match="with m, km, ft, mi"):
        Bands.parse("5 leagues", LENGTH)
