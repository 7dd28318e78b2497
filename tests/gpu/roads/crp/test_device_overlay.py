"""Where costs lie on a device, what is brought there when, and the memory it takes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from benchmarks.instances.roads import generated_network
from core.errors import DeviceMemoryError, ParameterError
from gpu.buffers import BUDGET_VARIABLE
from gpu.roads.crp.device_overlay import (
    LEVEL,
    LINE,
    bytes_for_queries,
    bytes_needed,
    shared_workspace,
)
from road.crp.device_layout.order import ordered
from road.crp.overlay.overlay import Overlay, overlay_of
from road.crp.overlay.rooted import rooted
from road.search.search_graph import SearchGraph
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


def test_levels_that_are_kept_share_nothing() -> None:
    levels = made().levels
    shared = shared_workspace(levels)
    assert [level.kept for level in levels] == [False, False, True, False, True, True, False]
    assert set(shared.begin) == {0, 1, 3, 6}


def test_neighbours_do_not_overlap() -> None:
    levels = made().levels
    shared = shared_workspace(levels)
    for low, high in pairwise(range(len(levels))):
        if low in shared.begin and high in shared.begin:
            ends = [shared.begin[k] + max(levels[k].shortcuts, 1) for k in (low, high)]
            assert ends[0] <= shared.begin[high] or ends[1] <= shared.begin[low]
    for number, begin in shared.begin.items():
        assert begin % LINE == 0
        assert begin + max(levels[number].shortcuts, 1) <= shared.size


def test_the_array_has_room_for_two_neighbours_and_not_more() -> None:
    levels = made().levels
    lines = [0 if level.kept else -(-max(level.shortcuts, 1) // LINE) for level in levels]
    assert shared_workspace(levels).size == LINE * max(map(sum, pairwise(lines)))
    assert shared_workspace(levels).size < LINE * sum(lines)
    assert shared_workspace(levels[:1]).size == LINE * lines[0]


def test_without_levels_that_are_forgotten_there_is_no_room() -> None:
    assert shared_workspace(()) == ({}, 0)
    assert shared_workspace([level for level in made().levels if level.kept]) == ({}, 0)


# -- on the device


def on_device(overlay: Overlay, **more: Any) -> Any:
    from gpu.roads.crp.device_overlay import DeviceOverlay

    return DeviceOverlay(overlay, 0, **more)


@on_gpu
@pytest.mark.parametrize("keep_all", [False, True])
@pytest.mark.parametrize("turns", [False, True])
def test_what_is_there_at_once(turns: bool, keep_all: bool) -> None:
    overlay = made(turns)
    device = on_device(overlay, keep_all=keep_all)
    assert device.nbytes == bytes_needed(overlay, keep_all=keep_all)
    later = {"down", "struct", "inner", "first_entry"}
    assert all(later.isdisjoint(vars(level)) for level in device.levels)
    assert {"state", "first_step"}.isdisjoint(vars(device))
    assert [level.stays for level in device.levels] == [
        keep_all or level.kept for level in overlay.levels
    ]
    own = [level.shortcuts.nbytes for level in device.levels if level.stays]
    room = 0 if keep_all else device.workspace.nbytes
    assert device.cost_bytes == room + sum(own) + device.arc_costs.nbytes + 16


@on_gpu
def test_shortcuts_that_do_not_stay_lie_in_one_array() -> None:
    device = on_device(made(), keep_all=False)
    shared, begin = shared_workspace(made().levels), device.workspace.data.ptr
    for number, level in enumerate(device.levels):
        inside = 0 <= level.shortcuts.data.ptr - begin < device.workspace.nbytes
        assert inside == (number in shared.begin)
        if inside:
            assert level.shortcuts.data.ptr - begin == 4 * shared.begin[number]


@on_gpu
@pytest.mark.parametrize("restrictions", [0, 60])
@pytest.mark.parametrize("turns", [False, True])
def test_queries_bring_the_rest(turns: bool, restrictions: int) -> None:
    overlay = made(turns, restrictions)
    device = on_device(overlay)
    before = device.levels[1].shortcuts.data.ptr, device.arc.data.ptr
    ground = device.ground_struct
    for number, level in enumerate(device.levels):
        struct, host = level.struct, overlay.levels[number]
        assert struct["cells"] == host.cells
        for name in ("first_inner", "first_down", "inner", "slot_inner", "exit_place"):
            np.testing.assert_array_equal(getattr(level, name).get(), getattr(host, name))
        assert all(
            struct[name] == getattr(level, name).data.ptr for name in (LEVEL.names or ())[:-1]
        )
        assert level.down.size == max(int(host.first_down[-1]), 1)
    assert before == (device.levels[1].shortcuts.data.ptr, device.arc.data.ptr)
    assert device.nbytes == bytes_needed(overlay) + bytes_for_queries(overlay)
    np.testing.assert_array_equal(device.state.get(), overlay.ground.entering)
    assert ground["state"] == device.state.data.ptr
    assert ground["arc"] == device.priced_struct["arc"] == before[1]


@on_gpu
def test_structures_name_only_what_their_kernels_read() -> None:
    device = on_device(made(), keep_all=False)
    assert device.priced_struct["arc"] == device.arc.data.ptr
    assert device.priced_struct["turn"] == device.turn.data.ptr
    assert device.priced_struct["state"] == device.priced_struct["first_step"] == 0
    struct = device.levels[1].struct_of("first_exit", "shortcuts")
    assert struct["first_exit"] == device.levels[1].first_exit.data.ptr
    assert struct["inner"] == struct["down"] == 0
    assert "down" not in vars(device.levels[1])


@on_gpu
def test_costs_of_arcs_may_be_those_of_another_overlay() -> None:
    first = on_device(made(), keep_all=False)
    second = on_device(made(), keep_all=False, arc_costs=first.arc_costs)
    assert second.costs_struct["arc"] == first.costs_struct["arc"]
    assert second.costs_struct["turn"] != first.costs_struct["turn"]


@on_gpu
def test_matrices_for_queries_need_all_levels() -> None:
    from gpu.roads.crp.customization.customize import Customizer

    with pytest.raises(ParameterError, match="keep_all=True"):
        Customizer(on_device(made(), keep_all=False))


@on_gpu
def test_memory_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import cupy

    device = on_device(made())
    used = int(cupy.get_default_memory_pool().used_bytes()) >> 20
    monkeypatch.setenv(BUDGET_VARIABLE, str(max(used, 1)))
    filling = cupy.empty(2 << 20, cupy.uint8)
    with pytest.raises(DeviceMemoryError, match="costs inside cells"):
        _ = device.levels[0].down
    with pytest.raises(DeviceMemoryError, match="what queries read"):
        _ = device.levels[0].inner
    with pytest.raises(DeviceMemoryError, match="the overlay"):
        on_device(made())
    del filling
