"""The metric decoder on a device: the bits of the CPU for every code, metric and way."""

from __future__ import annotations

import gc
import math
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from core.errors import DeviceMemoryError, InputError
from gpu.buffers import BUDGET_VARIABLE
from road.build import assemble, unknown_properties
from road.costs.metric import Limits, Metric, Weights
from road.costs.profiles import BICYCLE, CAR, FOOT, PROFILES
from road.costs.slopes import SLOPES
from road.costs.way_speeds import WaySpeeds
from road.graph import RoadGraph
from road.properties import Flag, RoadClass, Surface, Turn
from tests.road.coded import any_bytes, roads, varied, ways
from tests.road.drawn import DRAWN

pytestmark = pytest.mark.gpu

GRAPHS = {
    "any bytes": any_bytes(70_000),
    "any bytes, flat": any_bytes(20_000, 2, flat=True),
    "varied": varied(),
    "one arc": roads(1),
}
COUNTS = (1, 2, 31, 255, 256, 257, 1023)
PLAIN_WAYS = ways(way=[3], kmh=[20.0], scale=[1.0])


def decoder_of(graph: RoadGraph) -> Any:
    from gpu.roads.costs.decode import DeviceDecoder

    return DeviceDecoder(graph)


@cache
def kept_decoder(name: str) -> Any:
    return decoder_of(GRAPHS[name])


def assert_same(found: Weights, expected: Weights) -> None:
    np.testing.assert_array_equal(found.arc_costs, expected.arc_costs)
    np.testing.assert_array_equal(found.turn_costs, expected.turn_costs)
    assert found.arc_costs.dtype == np.uint32
    assert not found.arc_costs.flags.writeable
    about = ("tick_seconds", "unit", "name", "vehicles")
    assert [getattr(found, a) for a in about] == [getattr(expected, a) for a in about]


def edited() -> dict[str, Metric]:
    """Metrics of which each uses another part of the table."""
    motors = frozenset([RoadClass.MOTORWAY, RoadClass.PRIMARY])
    return {
        "distance": replace(CAR, quantity="distance"),
        "distance on foot": replace(FOOT, quantity="distance", closed=frozenset([RoadClass.PATH])),
        "closed classes": replace(CAR, closed=motors),
        "slow": replace(CAR, top_speed_kmh=7.3, limit_factor=0.37),
        "factors": replace(
            BICYCLE,
            surface_factors={Surface.MUD: 0.0, Surface.SAND: 1 / 3, Surface.PAVED: 1.7},
            flag_factors={Flag.TOLL: 0.7, Flag.BRIDGE: 0.0, Flag.TUNNEL: 1 / 7},
        ),
        "all closed": replace(CAR, speeds_kmh={}, urban_speeds_kmh={}),
        "points": replace(CAR, slope=((-127, 1.25), (0, 1), (127, 0.0))),
        **{f"slope {rule}": replace(FOOT, slope=rule) for rule in SLOPES},
        "turns": replace(CAR, turn_seconds={Turn.LEFT: 8.0, Turn.U_TURN: math.inf}),
    }


@pytest.mark.parametrize("limits", ["ignore", "obey", "follow"])
@pytest.mark.parametrize("graph", GRAPHS)
def test_presets_give_the_bits_of_the_cpu(graph: str, limits: Limits) -> None:
    for preset in PROFILES.values():
        metric = replace(preset, limits=limits)
        assert_same(kept_decoder(graph).weights(metric), metric.weights(GRAPHS[graph]))


@pytest.mark.parametrize("graph", GRAPHS)
@pytest.mark.parametrize("edit", edited())
def test_edited_metrics_do_too(graph: str, edit: str) -> None:
    metric = edited()[edit]
    assert_same(kept_decoder(graph).weights(metric), metric.weights(GRAPHS[graph]))


@pytest.mark.parametrize("count", COUNTS)
def test_no_arc_is_left_out_and_none_past_the_last_is_written(count: int) -> None:
    import cupy

    graph = varied(count, seed=count)
    out = cupy.full(count + 64, 7, cupy.uint32)
    decoder_of(graph).decode(CAR, out[:count])
    found = out.get()
    np.testing.assert_array_equal(found[:count], CAR.weights(graph).arc_costs)
    assert (found[count:] == 7).all()


@pytest.mark.parametrize("quantity", ["time", "distance"])
@pytest.mark.parametrize("graph", GRAPHS)
def test_ways_have_speeds_of_their_own(graph: str, quantity: Any) -> None:
    # Driven, closed, scaled, closed by a scale, scaled past what can be counted, and none.
    nan = math.nan
    speeds = ways(
        way=[0, 1, 5, 7, 9, 30, 99],
        kmh=[36.7, 0.0, nan, nan, nan, 1e-9, 50.0],
        scale=[1.0, 1.0, 0.3, 0.0, 1e-12, 1.0, 1.0],
    )
    metric = replace(CAR, ways=speeds, quantity=quantity)
    found, expected = kept_decoder(graph).weights(metric), metric.weights(GRAPHS[graph])
    assert_same(found, expected)
    touched = expected.arc_costs != replace(metric, ways=None).weights(GRAPHS[graph]).arc_costs
    assert graph == "one arc" or touched.any()
    none = replace(CAR, ways=WaySpeeds(np.empty(0, np.int64), np.empty(0), np.empty(0)))
    assert_same(kept_decoder(graph).weights(none), CAR.weights(GRAPHS[graph]))


def test_the_arcs_of_ways_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, searched = varied(), []
    decoder, arcs = decoder_of(graph), WaySpeeds.arcs
    monkeypatch.setattr(
        WaySpeeds, "arcs", lambda self, way: (searched.append(self), arcs(self, way))[1]
    )
    others = ways(way=[4], kmh=[math.nan], scale=[0.5])
    for speeds, metric in ((PLAIN_WAYS, CAR), (PLAIN_WAYS, FOOT), (others, CAR)):
        decoder.weights(replace(metric, ways=speeds))
    assert searched == [PLAIN_WAYS, others]
    metric = replace(CAR, ways=others)
    assert_same(decoder.weights(metric), metric.weights(graph))


def test_metrics_in_a_row_do_not_disturb_one_another() -> None:
    graph = any_bytes(9000, 5)
    decoder = decoder_of(graph)
    row = [*PROFILES.values(), *edited().values(), replace(CAR, ways=PLAIN_WAYS), FOOT, CAR]
    kept = [decoder.weights(metric) for metric in row]  # memory of none is lent twice
    for found, metric in zip(kept, row, strict=True):
        assert_same(found, metric.weights(graph))


def test_a_view_of_costs_outlives_their_weights() -> None:
    graph = any_bytes(9000, 6)
    decoder = decoder_of(graph)
    part = decoder.weights(CAR).arc_costs[100:]
    expected = part.copy()
    for metric in PROFILES.values():
        decoder.weights(metric)
        gc.collect()
    np.testing.assert_array_equal(part, expected)


def test_memory_of_forgotten_costs_is_lent_again() -> None:
    import cupy

    decoder = decoder_of(varied())
    places, before = set(), 0
    for turn in range(50):
        weights = decoder.weights(CAR)
        places.add(weights.arc_costs.ctypes.data)
        del weights
        if turn == 5:
            before = cupy.get_default_memory_pool().used_bytes()
    assert len(places) == 1
    assert cupy.get_default_memory_pool().used_bytes() == before


def weights_on(graph: RoadGraph, metric: Metric) -> Any:
    from gpu.roads.costs.weights import DeviceWeights

    decoder = decoder_of(graph)
    return DeviceWeights(graph, metric, 0, lambda work: work(decoder))


@pytest.mark.parametrize("asked_first", [False, True])
def test_weights_are_written_to_the_device_and_told_to_the_host(asked_first: bool) -> None:
    import cupy

    graph = replace(varied(), left_hand=True)
    metric = replace(CAR, turn_seconds={Turn.LEFT: 8.0, Turn.RIGHT: 2.0}, ways=PLAIN_WAYS)
    closed = np.arange(0, graph.arc_count, 3, dtype=np.uint32)
    here, there = metric.weights(graph), weights_on(graph, metric)
    for adapted in (
        lambda weights: weights,
        lambda weights: weights.closing(closed),
        lambda weights: weights.closing(closed).coarser.coarser.closing(closed[:1] + 1),
    ):
        expected, found = adapted(here), adapted(there)
        out = cupy.empty(graph.arc_count, cupy.uint32)
        if asked_first:
            assert_same(found, expected)
        else:
            assert found.write(out)
            np.testing.assert_array_equal(out.get(), expected.arc_costs)
        assert found.longest_arc == expected.longest_arc
        arcs = range(0, graph.arc_count, 7)
        assert [found.cost_of(arc) for arc in arcs] == [expected.cost_of(arc) for arc in arcs]
        assert ("arc_costs" in vars(found)) == asked_first
        assert_same(found, expected)


def test_where_the_device_cannot_the_host_decodes() -> None:
    import cupy

    from gpu.roads.costs.weights import DeviceWeights, costs_for

    graph = varied()
    found = DeviceWeights(graph, CAR, 0, lambda _: None)
    out = cupy.empty(graph.arc_count, cupy.uint32)
    assert costs_for(found, 0, out) is found.arc_costs
    assert_same(found, CAR.weights(graph))


def test_any_stream_may_be_asked_for() -> None:
    import cupy

    graph = any_bytes(70_000, 8)
    decoder, stream = decoder_of(graph), cupy.cuda.Stream(non_blocking=True)
    out = cupy.empty(graph.arc_count, cupy.uint32)
    metric = replace(CAR, ways=PLAIN_WAYS)
    assert decoder.decode(metric, out, stream=stream) is out
    np.testing.assert_array_equal(out.get(stream=stream), metric.weights(graph).arc_costs)
    with stream:
        np.testing.assert_array_equal(
            decoder.decode(FOOT).get(stream=stream), FOOT.weights(graph).arc_costs
        )


@pytest.mark.parametrize("drawn", DRAWN)
def test_drawn_graphs_decode(drawn: str) -> None:
    graph = DRAWN[drawn]()
    for metric in PROFILES.values():
        assert_same(decoder_of(graph).weights(metric), metric.weights(graph))


def test_a_graph_without_arcs_costs_nothing() -> None:
    none = np.empty(0, np.uint32)
    graph = assemble(
        tail=none,
        head=none,
        arcs=unknown_properties(np.empty(0, np.float32)),
        vertex_ids=np.arange(3),
    )
    decoder = decoder_of(graph)
    assert decoder.nbytes == 0
    assert_same(decoder.weights(CAR), CAR.weights(graph))
    assert_same(decoder.weights(replace(CAR, ways=PLAIN_WAYS)), CAR.weights(graph))
    assert decoder.decode(CAR).size == 0


def test_what_cannot_be_decoded_is_told() -> None:
    import cupy

    with pytest.raises(InputError, match="neither lengths nor positions"):
        decoder_of(roads(3, length_m=0))
    decoder = decoder_of(roads(3))
    for out in (cupy.empty(4, cupy.uint32), cupy.empty(3, cupy.int32), cupy.empty((2, 3))[:, 0]):
        with pytest.raises(ValueError, match="cannot hold the costs of 3 arcs"):
            decoder.decode(CAR, out)


def test_memory_is_counted_and_a_lack_of_it_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import cupy

    graph, flat = varied(400_000), replace(varied(1000))
    flat = replace(flat, arcs=replace(flat.arcs, slope=None))
    assert decoder_of(flat).nbytes == 9 * 1000
    assert decoder_of(graph).nbytes == 10 * 400_000
    cupy.get_default_memory_pool().free_all_blocks()
    used = cupy.get_default_memory_pool().used_bytes() >> 20
    monkeypatch.setenv(BUDGET_VARIABLE, str(used + 4))  # MiB; 14 bytes an arc are 5.3
    with pytest.raises(DeviceMemoryError, match="decoding metrics of these roads on the GPU"):
        decoder_of(graph)
