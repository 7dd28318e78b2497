"""What costs count: units for people, and bands in them."""

from __future__ import annotations

import numpy as np
import pytest

from app.bands import Bands, usual_bands
from app.measure import TIME, Measure, duration, measure_of
from core.errors import ParameterError
from road.costs.metric import Weights

NOTHING = np.empty(0, np.uint32)


def measure(unit: str, tick_seconds: float = 0.0) -> Measure:
    return measure_of(Weights(NOTHING, tick_seconds=tick_seconds, unit=unit))


def test_times_are_times_whatever_their_tick() -> None:
    assert measure("3.6 ms", 0.0036) == TIME


def test_times_are_said_in_two_parts_at_most() -> None:
    assert [duration(s) for s in (0, 9.94, 59, 60, 125, 3600, 12_060, 200_000)] == [
        "0.0 s", "9.9 s", "59 s", "1 min", "2 min 5 s", "1 h", "3 h 21 min", "2 d 7 h",
    ]  # fmt: skip
    assert TIME.text(216.0) == "3 min 36 s"


@pytest.mark.parametrize(("unit", "metres"), [("cm", 0.01), ("0.1 m", 0.1), ("m", 1), ("km", 1000)])
def test_lengths_are_counted_in_metres(unit: str, metres: float) -> None:
    found = measure(unit)
    assert found.quantity == "length"
    assert found.counted(5.0) * metres == pytest.approx(5.0)
    assert found.shown(found.counted(5.0)) == pytest.approx(5.0)
    assert found.text(found.counted(2500.0)) == "2.5 km"
    assert found.text(found.counted(1000.0)) == "1 km"
    assert found.text(found.counted(999.0)) == "999 m"


def test_all_else_is_counted_as_it_is() -> None:
    assert measure("arcs").text(7) == "7 arcs"
    assert measure("").base == "units"


def test_bands_of_lengths_are_written_and_read_in_metres() -> None:
    lengths = measure("0.1 m")
    bands = Bands.parse("500, 1000", lengths)
    assert bands.limits == (5000.0, 10000.0)
    assert bands.labels() == ("0–500 m", "500–1000 m")
    assert Bands.parse("1, 2 km", lengths).limits == (10000.0, 20000.0)
    assert Bands.parse(bands.text(), lengths).limits == bands.limits
    with pytest.raises(ParameterError, match="in m, or with m, km, ft, mi"):
        Bands.parse("10 min", lengths)


def test_round_bands_hold_the_farthest() -> None:
    for unit, farthest in (("0.1 m", 1440081.0), ("arcs", 1034.0), ("arcs", 0.0), ("cm", 7.0)):
        bands = Bands.nice(farthest, measure(unit))
        assert bands.limits[-1] >= farthest
        assert 1 <= len(bands.limits) <= 8


def test_usual_bands_suit_what_is_counted() -> None:
    assert usual_bands().limits[-1] == 3600.0
    assert usual_bands(measure("cm")).labels()[-1] == "25–30 km"


def test_an_unknown_unit_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ParameterError, match="Use m, km"):
        measure("m").worth("s")
