"""Streets drawn by kernels on the processor: to the pixel what the processor's own code draws."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import gpu.compiling
from app.bands import Bands
from app.roads.open_roads import OpenRoads
from core.errors import DeviceMemoryError
from gpu.roads.pictures import streets
from road.maps.drawing import Inks
from road.maps.picture import StreetPicture
from road.search.search_graph import Direction
from road.solvers.dijkstra import Dijkstra
from tests.gpu.roads.street_pictures import (
    BANDS,
    LOOKS,
    NO_ARCS,
    PAPER,
    REST,
    STARTS,
    assert_same_pictures,
    filled,
    ground_of,
    on_device,
    town,
    unrested,
    view_of,
    weights_of,
)
from tests.road.searches import random_weights
from ui.pictures import streets as streets_scene
from ui.pictures.patch import Patch
from ui.pictures.scene import draw_frame
from ui.pictures.streets import RoadScene
from ui.pictures.theme import LIGHT

pytestmark = pytest.mark.usefixtures("device")


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
        drawn = assert_same_pictures(graph, weights, direction=direction, limit=limit)
        assert drawn


def test_what_one_step_leaves_there_serves_the_next() -> None:
    """Other costs, other starts and other closures by turns, on one graph."""
    graph = town(75, 13)
    shut = np.array([3, 8, 40], np.uint32)
    for seed, starts, closed in ((1, STARTS, NO_ARCS), (2, STARTS, shut), (3, STARTS[1:], shut),
                                 (2, STARTS[1:], NO_ARCS), (2, STARTS, NO_ARCS)):  # fmt: skip
        weights = random_weights(graph, seed, turns=seed != 3)
        assert assert_same_pictures(graph, weights, starts=starts, shut=closed)
    every = random_weights(graph, 9, turns=True)
    closed_start = every.closing(np.array([5, 30], np.uint32))
    assert assert_same_pictures(graph, closed_start)
    assert assert_same_pictures(graph, every)


@pytest.mark.parametrize("dark", [None, True])
def test_lies_over_what_is_beneath(dark: bool | None) -> None:
    graph, shape = town(), (60, 90)
    weights = weights_of(graph, turns=False)
    look: dict[str, Any] = {"shape": shape, "ground": ground_of(shape), "dark": dark}
    assert assert_same_pictures(graph, weights, **look)
    assert assert_same_pictures(graph, weights, unrested, **look)
    assert assert_same_pictures(graph, weights, filled, **look)
    assert assert_same_pictures(graph, weights, filled, shape=shape, dark=dark)


def test_where_memory_is_short_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = town(60, 2)
    weights = weights_of(graph, turns=True)
    times = on_device(Dijkstra(graph, weights).solve(STARTS))
    view, lines = view_of(graph, (20, 30), 1.0, 1.0)

    def refuse(*_: object) -> None:
        raise DeviceMemoryError("full", where="GPU 0", advice="")

    monkeypatch.setattr(streets, "require", refuse)
    picture = StreetPicture(view, Inks(BANDS, 1.0, 1e30, REST, REST, REST))
    assert streets.street_picture(times, picture, lines, (20, 30), PAPER, NO_ARCS) is None


@pytest.mark.parametrize("style", [{}, {"areas": True}, {"glow": False, "continuous": True}])
def test_a_scene_is_drawn_where_its_times_are(
    style: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = town(80, 6)
    weights = weights_of(graph, turns=True)
    times = Dijkstra(graph, weights).solve(STARTS)
    here = RoadScene.of(OpenRoads.of(graph).weighed(weights), times)
    assert here is not None
    here = here.dressed(Bands.even(times.max_seconds * 0.7, 4), replace(here.style, **style), LIGHT)
    there = replace(here, times=on_device(times))
    left, bottom, right, top = here.ground.bounds
    patch = here.ground.patch((left, bottom, right, top), (right - left) / 150)
    assert patch is not None
    expected = pixels(here, patch)
    np.testing.assert_array_equal(pixels(there, patch), expected)  # kernels are still compiled
    while not streets.are_there(0):
        time.sleep(0.02)
    with monkeypatch.context() as barred:
        barred.setattr(streets_scene, "paint", None)
        np.testing.assert_array_equal(pixels(there, patch), expected)
    monkeypatch.setattr(streets, "street_picture", lambda *_: None)
    np.testing.assert_array_equal(pixels(there, patch), expected)  # the host draws it then
    assert len(np.unique(expected)) > 10


def pixels(scene: RoadScene, patch: Patch) -> np.ndarray:
    frame = draw_frame(scene, patch)
    assert frame is not None
    layer = frame.layer("roads")
    assert layer is not None
    return layer.pixels


def test_kernels_that_do_not_compile_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def refuse(stem: str, *_: object, **__: object) -> None:
        asked.append(stem)
        raise DeviceMemoryError("does not compile", advice="")

    monkeypatch.setattr(gpu.compiling, "load", refuse)
    assert not streets.are_there(0)
    until = time.monotonic() + 20
    while not asked and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.05)
    assert not streets.are_there(0)
    assert asked == ["roads/pictures/streets"]  # once, and not at every picture
