"""Where costs lie on a device, what is brought there when, and the memory it takes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import DeviceMemoryError, ParameterError
from gpu import buffers
from gpu.buffers import BUDGET_VARIABLE, address
from gpu.roads.crp.device_metric import (
    LEVEL,
    LINE,
    bytes_needed,
    bytes_of_matrices,
    passing_shortcuts,
    shared_workspace,
)
from gpu.roads.crp.device_overlay import bytes_for_queries
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.search.search_graph import SearchGraph
from road.turn_codes import TURN_CODES
from tests.road.crp.nests import halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights

on_gpu = pytest.mark.gpu

SIZES = (4, 12, 40, 100, 250, 600)


@cache
def made(turns: bool = True, restrictions: int = 0) -> Overlay:
    """Kept are the cells of 40, 250 and 600 vertices."""
    graph = generated_network(40, 40, 3)
    if restrictions:
        graph = random_town(300, 5, restrictions=restrictions)
    search = SearchGraph.of(graph, random_weights(graph, 3, turns=turns))
    partition = halved(graph, SIZES, mezzanine=(12, 100), phantom=(4,))
    return ordered(overlay_of(search, rooted(partition, graph.vertices)))


# -- the layout


def passing() -> list[int | None]:
    return passing_shortcuts(made(), False, None)


def test_levels_that_are_kept_share_nothing() -> None:
    levels = made().levels
    rooms = shared_workspace(passing())
    assert [level.kept for level in levels] == [False, False, True, False, True, True, False]
    assert set(rooms.begin) == {0, 1, 3, 6}


def test_neighbours_do_not_overlap() -> None:
    levels = made().levels
    rooms = shared_workspace(passing())
    for low, high in pairwise(range(len(levels))):
        if low in rooms.begin and high in rooms.begin:
            ends = [rooms.begin[k] + max(levels[k].shortcuts, 1) for k in (low, high)]
            assert ends[0] <= rooms.begin[high] or ends[1] <= rooms.begin[low]
    for number, begin in rooms.begin.items():
        assert begin % LINE == 0
        assert begin + max(levels[number].shortcuts, 1) <= rooms.size


def test_the_array_has_room_for_two_neighbours_and_not_more() -> None:
    levels = made().levels
    lines = [0 if level.kept else -(-max(level.shortcuts, 1) // LINE) for level in levels]
    assert shared_workspace(passing()).size == LINE * max(map(sum, pairwise(lines)))
    assert shared_workspace(passing()).size < LINE * sum(lines)
    assert shared_workspace(passing()[:1]).size == LINE * lines[0]


def test_without_levels_that_are_forgotten_there_is_no_room() -> None:
    assert shared_workspace(()) == ({}, 0)
    assert shared_workspace(passing_shortcuts(made(), True, None)) == ({}, 0)


# -- on the device


def on_device(overlay: Overlay) -> Any:
    from gpu.roads.crp.device_overlay import DeviceOverlay

    return DeviceOverlay(overlay, 0)


def metric_of(overlay: Overlay, **more: Any) -> Any:
    from gpu.roads.crp.device_metric import DeviceMetric

    return DeviceMetric(on_device(overlay), **more)


@on_gpu
@pytest.mark.parametrize("keep_all", [False, True])
@pytest.mark.parametrize("turns", [False, True])
def test_what_is_there_at_once(turns: bool, keep_all: bool) -> None:
    overlay = made(turns)
    device, metric = on_device(overlay), metric_of(overlay, keep_all=keep_all)
    assert device.nbytes == 0
    assert metric.nbytes == bytes_needed(overlay, keep_all=keep_all)
    assert all({"entering", "first_entry"}.isdisjoint(vars(level)) for level in device.levels)
    assert not any("down" in vars(level) for level in metric.levels)
    assert {"state", "first_step"}.isdisjoint(vars(device))
    assert [level.stays for level in metric.levels] == [
        keep_all or level.kept for level in overlay.levels
    ]
    own = [level.shortcuts.nbytes for level in metric.levels if level.stays]
    room = 0 if keep_all else metric.workspace.nbytes
    assert metric.nbytes == room + sum(own) + metric.arc_costs.nbytes + 4 * TURN_CODES


@on_gpu
def test_shortcuts_that_do_not_stay_lie_in_one_array() -> None:
    metric = metric_of(made(), keep_all=False)
    rooms, begin = shared_workspace(passing()), metric.workspace.data.ptr
    for number, level in enumerate(metric.levels):
        inside = 0 <= level.shortcuts.data.ptr - begin < metric.workspace.nbytes
        assert inside == (number in rooms.begin)
        if inside:
            assert level.shortcuts.data.ptr - begin == 4 * rooms.begin[number]


@on_gpu
@pytest.mark.parametrize("restrictions", [0, 60])
@pytest.mark.parametrize("turns", [False, True])
def test_queries_bring_the_rest(turns: bool, restrictions: int) -> None:
    from gpu.roads.crp.device_metric import DeviceMetric

    overlay = made(turns, restrictions)
    device = on_device(overlay)
    metric = DeviceMetric(device)
    before = metric.levels[1].shortcuts.data.ptr, device.arc.data.ptr
    ground = device.ground_struct
    for number, level in enumerate(metric.levels):
        struct, host = level.struct, overlay.levels[number]
        assert struct["cells"] == host.cells
        for name in ("first_inner", "first_down", "slot_inner", "exit_place"):
            np.testing.assert_array_equal(getattr(level.level, name).get(), getattr(host, name))
        for name in ("entering", "leaving"):
            states = device.labels.places.of(getattr(host, name))
            np.testing.assert_array_equal(getattr(level.level, name).get(), states)
        for name in (LEVEL.names or ())[:-2]:
            owner = level if name in ("shortcuts", "down") else level.level
            assert struct[name] == address(getattr(owner, name))
        places = np.arange(len(host.inner)) + struct["first_label"]
        if device.labels.places.of_state is None:
            places = level.level.inner.get()
        else:
            assert struct["inner"] == 0
        np.testing.assert_array_equal(places, device.labels.places.of(host.inner))
        assert 0 <= level.down.size - max(int(host.first_down[-1]), 1) < 4
        assert level.down.size % 4 == 0
    assert before == (metric.levels[1].shortcuts.data.ptr, device.arc.data.ptr)
    assert device.nbytes == bytes_for_queries(overlay)
    assert metric.nbytes == bytes_needed(overlay) + bytes_of_matrices(overlay)
    states = device.labels.places.of(overlay.ground.entering)
    np.testing.assert_array_equal(device.state.get(), states)
    assert ground["state"] == device.state.data.ptr
    assert ground["arc"] == device.priced_struct["arc"] == before[1]


@on_gpu
def test_structures_name_only_what_their_kernels_read() -> None:
    from gpu.roads.crp.device_metric import DeviceMetric

    device = on_device(made())
    assert device.priced_struct["arc"] == device.arc.data.ptr
    assert device.priced_struct["turn"] == device.turn.data.ptr
    assert device.priced_struct["state"] == device.priced_struct["first_step"] == 0
    level = DeviceMetric(device, keep_all=False).levels[1]
    struct = level.struct_of("first_exit", "shortcuts")
    assert struct["first_exit"] == level.level.first_exit.data.ptr
    assert struct["inner"] == struct["down"] == 0
    assert "down" not in vars(level)


@on_gpu
def test_metrics_lie_beside_one_another_but_for_costs_of_arcs_that_are_given() -> None:
    first = metric_of(made(), keep_all=False)
    second = metric_of(made(), keep_all=False, arc_costs=first.arc_costs)
    assert second.costs_struct["arc"] == first.costs_struct["arc"]
    assert second.costs_struct["turn"] != first.costs_struct["turn"]
    assert second.levels[2].shortcuts.data.ptr != first.levels[2].shortcuts.data.ptr


@on_gpu
def test_matrices_for_queries_need_all_levels() -> None:
    from gpu.roads.crp.customization.customize import Customizer

    with pytest.raises(ParameterError, match="keep_all=True"):
        Customizer(on_device(made()), keep_all=False)


@on_gpu
def test_memory_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import cupy

    device, metric = on_device(made()), metric_of(made())
    for release in buffers._releasing:  # what would be dropped where memory is short
        release(0)
    used = int(cupy.get_default_memory_pool().used_bytes()) >> 20
    monkeypatch.setenv(BUDGET_VARIABLE, str(max(used, 1)))
    filling = cupy.empty(2 << 20, cupy.uint8)
    with pytest.raises(DeviceMemoryError, match="costs inside cells"):
        _ = metric.levels[0].down
    with pytest.raises(DeviceMemoryError, match="what queries read"):
        _ = device.levels[0].entering
    with pytest.raises(DeviceMemoryError, match="the costs of the roads"):
        metric_of(made())
    del filling
