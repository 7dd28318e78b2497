"""Limits with a unit, as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bands import counted_limit
from app.measure import LENGTH, TIME, Measure
from core.errors import ParameterError
from tests.app.cli.road_files import at
from tests.app.cli.solve.walled import START
from tests.app.cli_runs import CommandLine


def test_numbers_and_units_come_to_what_solvers_count() -> None:
    hundredths = Measure("length", (("m", 100.0), ("km", 100_000.0)))
    for limit, measure, counted in (
        (90.0, TIME, 90), ("90", TIME, 90), ("1.5 min", TIME, 90), ("2 h", TIME, 7200),
        (3.0, LENGTH, 3), ("3 km", LENGTH, 3000), ("1mi", LENGTH, 1609.344),
        (3.0, hundredths, 300), ("3 m", hundredths, 300), ("10 ft", hundredths, 304.8),
    ):  # fmt: skip
        assert counted_limit(limit, measure) == pytest.approx(counted)
    for words, measure in (("3 km", TIME), ("3 h", LENGTH), ("1, 2 min", TIME), ("", TIME)):
        with pytest.raises(ParameterError, match="is not a limit here"):
            counted_limit(words, measure)


def test_on_terrain_a_limit_may_have_a_unit_of_time(isofront: CommandLine, terrain: Path) -> None:
    words = ("solve", terrain, "--start", START)
    by_seconds = isofront.json(*words, "--time-limit", "3")
    by_minutes = isofront.json(*words, "--time-limit", "0.05 min")
    assert by_seconds["cells_reached"] == by_minutes["cells_reached"] < 13
    assert by_minutes["limit_seconds"] == pytest.approx(3)
    assert "Give a number, or one with s, min, h" in isofront.refused(*words, "--limit", "1 km")


def test_on_roads_it_has_one_of_what_costs_count(isofront: CommandLine, crossing: Path) -> None:
    by_time = ("solve", crossing, "--start", at(0, 1), "--limit")
    for text, seconds in (("0.5 min", 30.0), ("1h", 3600.0), ("21 s", 21.0)):
        assert isofront.json(*by_time, text)["limit_seconds"] == seconds
    by_length = ("solve", crossing, "--start", "vertex:1", "--metric", "distance", "--limit")
    for text, reached in (("0.195 km", 2), ("205", 3), ("0.13mi", 3), ("640ft", 2)):
        assert isofront.json(*by_length, text)["vertices_reached"] == reached, text
    assert "one with m, km, ft, mi" in isofront.refused(*by_length, "5 min")
