"""The examples run, give sensible numbers, and stay short enough to be read at once."""

from __future__ import annotations

from examples import cost_model, many_starts, roads, terrain
from tests.test_architecture import ROOT

LONGEST = 40  # lines


def test_bands_of_terrain_grow_with_time() -> None:
    areas = terrain.main()
    assert 0 < areas[0] < sum(areas) < 15 * 15


def test_more_road_is_reached_in_more_time() -> None:
    first, second = roads.main()
    assert 0 < first < second


def test_a_shop_is_minutes_away() -> None:
    assert 0 < many_starts.main() < 10


def test_a_metric_that_shuns_roads_is_slower() -> None:
    minutes = cost_model.main()
    assert 0 < minutes["bicycle"] < minutes["delivery"]


def test_examples_are_short() -> None:
    lines = {
        file.name: len(file.read_text(encoding="utf-8").splitlines())
        for file in (ROOT / "examples").glob("*.py")
    }
    assert len(lines) == 5
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}
