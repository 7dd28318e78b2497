"""Streets drawn on a device: to the pixel what the processor draws."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.instances.roads import generated_network, seeded_weights
from core.solver import Start
from road.search.search_graph import Direction
from tests.gpu.roads.street_pictures import (
    LOOKS,
    SMOOTH,
    assert_same_pictures,
    filled,
    ground_of,
    town,
    unrested,
    weights_of,
)

pytestmark = pytest.mark.gpu


@pytest.mark.parametrize("look", LOOKS)
def test_equals_the_processor_however_it_looks(look: str) -> None:
    graph = town()
    drawn = assert_same_pictures(graph, weights_of(graph, turns=True), **LOOKS[look])
    assert (drawn > 0) == (look != "away from all")


@pytest.mark.parametrize("direction", ["from", "to"])
@pytest.mark.parametrize("turns", [False, True])
def test_equals_the_processor_whatever_is_searched(turns: bool, direction: Direction) -> None:
    graph = town(70, 9)
    weights = weights_of(graph, turns)
    for limit in (1.5, 6.0):
        assert assert_same_pictures(graph, weights, direction=direction, limit=limit)


@pytest.mark.parametrize("dark", [None, True])
def test_lies_over_what_is_beneath(dark: bool | None) -> None:
    graph, shape = town(), (60, 90)
    weights = weights_of(graph, turns=False)
    look: dict[str, Any] = {"shape": shape, "ground": ground_of(shape), "dark": dark}
    assert assert_same_pictures(graph, weights, unrested, **look)
    assert assert_same_pictures(graph, weights, filled, **look)


@pytest.mark.parametrize("table", [None, SMOOTH])
@pytest.mark.parametrize(("zoom", "width"), [(0.3, 1.0), (1.0, 1.1), (5.0, 2.2), (25.0, 5.0)])
def test_equals_the_processor_on_many_streets(zoom: float, width: float, table: Any) -> None:
    graph = generated_network(90, 90, 5)
    look: dict[str, Any] = {} if table is None else {"table": table}
    drawn = assert_same_pictures(
        graph, seeded_weights(graph, 3), starts=(Start(17), Start(4000, 2.0)), shape=(500, 701),
        zoom=zoom, width=width, dark=True, **look,
    )  # fmt: skip
    assert drawn > 1000


def test_same_pixels_time_after_time() -> None:
    graph = town(90, 11)
    weights = weights_of(graph, turns=True)
    for k in range(20):
        look = {"zoom": 1.0 + k / 7, "width": 1.0 + k / 5, "dark": bool(k % 2)}
        assert assert_same_pictures(graph, weights, **look)  # type: ignore[arg-type]
