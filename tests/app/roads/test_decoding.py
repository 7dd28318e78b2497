"""Where metrics are decoded: by the GPU that solves, while it can, and never with other bits."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

from app.document.roads import RoadsDocument
from app.editing.road_edits import RoadEdits
from app.editing.session import Session
from app.roads import decoding
from app.roads.costs import RoadCosts
from app.roads.decoding import decoded_weights, gpu_at_work
from app.roads.open_roads import OpenRoads
from app.solving.road_solved import RoadSolved
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.errors import DeviceError, DeviceMemoryError, InputError
from core.times import UNREACHED
from gpu import buffers
from gpu.device import Device, choose_gpu
from road.costs.metric import Metric, Weights
from road.graph import RoadGraph
from road.properties import RoadClass
from tests.app.drawn_roads import drawn, opened
from tests.app.gpu_rows import TWO_GPUS, use_gpus
from tests.road.coded import any_bytes, roads

CAR = RoadCosts.of_profile("car")


class Pretended:
    """Decodes on the CPU in truth. `made` and `decoded` count, `wrong` is raised by both."""

    made: ClassVar[list[int]] = []
    decoded: ClassVar[list[str]] = []
    wrong: ClassVar[dict[str, Exception]] = {}

    def __init__(self, graph: RoadGraph, device: int) -> None:
        self.made.append(device)
        self._raise("made")
        self.device, self._graph = device, weakref.ref(graph)

    def weights(self, metric: Metric) -> Weights:
        self._raise("decoded")
        self.decoded.append(metric.name)
        graph = self._graph()
        assert graph is not None
        return metric.weights(graph)

    def _raise(self, when: str) -> None:
        if when in self.wrong:
            raise self.wrong[when]


@pytest.fixture
def worth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the smallest graph be worth it."""
    monkeypatch.setattr(decoding, "WORTH_ARCS", 1)


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch, worth: None) -> Iterator[type[Pretended]]:
    use_gpus(monkeypatch, *TWO_GPUS)
    monkeypatch.setattr(decoding, "DeviceDecoder", Pretended)
    for counted in (Pretended.made, Pretended.decoded, Pretended.wrong):
        counted.clear()
    yield Pretended
    decoding._DECODERS.clear()


def same(found: Weights, expected: Weights) -> bool:
    return bool(np.array_equal(found.arc_costs, expected.arc_costs)) and found.unit == expected.unit


def test_without_a_device_the_cpu_decodes_and_no_more_is_tried(
    monkeypatch: pytest.MonkeyPatch, worth: None
) -> None:
    absent = Device("gpu", 0, "no GPU", 0, usable=False, remark="There is no NVIDIA GPU.")
    use_gpus(monkeypatch, absent)
    asked: list[int] = []
    monkeypatch.setattr(decoding, "choose_gpu", lambda i: (asked.append(i), choose_gpu(i))[1])
    graph = any_bytes(500)
    for _ in range(3):
        assert same(decoded_weights(CAR, graph, 0), CAR.weights(graph))
    assert asked == [0]


def test_a_gpu_decodes_every_metric_of_a_graph_by_one_decoder(pretended: type[Pretended]) -> None:
    graph = any_bytes(500)
    for name in ("car", "foot", "truck"):
        costs = RoadCosts.of_profile(name)
        weights = decoded_weights(costs, graph, 1)
        assert name not in pretended.decoded  # before somebody asks
        assert same(weights, costs.weights(graph))
    assert (pretended.made, pretended.decoded) == ([1], ["car", "foot", "truck"])
    _ = decoded_weights(CAR, graph, 0).arc_costs
    assert pretended.made == [1, 0]


@pytest.mark.parametrize(
    ("costs", "gpu"), [(CAR, None), (RoadCosts(given="hops"), 0)], ids=["no gpu", "no metric"]
)
def test_what_no_gpu_is_needed_for_is_decoded_here(
    pretended: type[Pretended], costs: RoadCosts, gpu: int | None
) -> None:
    graph = any_bytes(500)
    assert same(decoded_weights(costs, graph, gpu), costs.weights(graph))
    assert pretended.made == []


def test_small_graphs_are_not_worth_it(
    pretended: type[Pretended], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "WORTH_ARCS", 501)
    _ = decoded_weights(CAR, any_bytes(500), 0).arc_costs
    assert pretended.made == []
    _ = decoded_weights(CAR, any_bytes(501), 0).arc_costs
    assert pretended.made == [0]


@pytest.mark.parametrize("when", ["made", "decoded"])
def test_where_the_gpu_fails_the_cpu_decodes(pretended: type[Pretended], when: str) -> None:
    pretended.wrong[when] = DeviceError("broken")
    graph = any_bytes(500)
    for _ in range(2):
        assert same(decoded_weights(CAR, graph, 0), CAR.weights(graph))
    assert pretended.made == [0]
    assert not decoding._DECODERS


@pytest.mark.parametrize("when", ["made", "decoded"])
def test_where_its_memory_is_short_it_is_asked_again(pretended: type[Pretended], when: str) -> None:
    pretended.wrong[when] = DeviceMemoryError("full")
    graph = any_bytes(500)
    assert same(decoded_weights(CAR, graph, 0), CAR.weights(graph))
    assert not decoding._DECODERS
    pretended.wrong.clear()
    assert same(decoded_weights(CAR, graph, 0), CAR.weights(graph))
    assert (pretended.made, pretended.decoded) == ([0, 0], ["car"])


def test_a_lost_gpu_is_not_asked(
    pretended: type[Pretended], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gpu.failures._lost", ["an illegal address"])
    graph = any_bytes(500)
    assert same(decoded_weights(CAR, graph, 0), CAR.weights(graph))
    assert pretended.made == []


def test_a_graph_without_lengths_is_refused_as_on_the_cpu(worth: None) -> None:
    with pytest.raises(InputError, match="neither lengths nor positions"):
        decoded_weights(CAR, roads(3, length_m=0), 0)


def test_a_decoder_goes_with_its_graph(pretended: type[Pretended]) -> None:
    graph = any_bytes(500)
    _ = decoded_weights(CAR, graph, 0).arc_costs
    assert len(decoding._DECODERS) == 1
    del graph
    gc.collect()
    assert not decoding._DECODERS


def test_a_decoder_makes_room_for_what_needs_it_more(
    pretended: type[Pretended], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, dropped = any_bytes(500), any_bytes(400)
    _ = decoded_weights(CAR, kept, 1).arc_costs
    _ = decoded_weights(CAR, dropped, 0).arc_costs
    monkeypatch.setattr(buffers, "budget", lambda _: 30 - 20 * (dropped in decoding._DECODERS))
    buffers.require(10, 0, "what fits anyway")
    assert dropped in decoding._DECODERS
    solver = threading.Thread(target=buffers.require, args=(25, 0, "a solver"))
    solver.start()
    solver.join()
    assert list(decoding._DECODERS) == [kept]
    with pytest.raises(DeviceMemoryError, match="a larger solver needs"):
        buffers.require(40, 0, "a larger solver")


# -- in a session


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open(RoadsDocument(opened()))
    session.set_starts((session.placed(PlacedStart(vertex=100)),))
    return session


def solved_on(session: Session, backend: str) -> RoadSolved:
    found = Solving().run(session.request())
    assert isinstance(found, RoadSolved)
    return replace(found, backend=backend)


def edit(session: Session, kmh: float, **options: Any) -> OpenRoads:
    session.set_options(replace(session.options, **options))
    RoadEdits(session, lambda command: command.apply(session)).set_speed(RoadClass.PRIMARY, kmh)
    assert session.driven.weights.arc_costs[0] == round(360_000 / kmh)  # 100 m
    return session.driven


def test_a_metric_is_edited_where_it_was_solved(
    pretended: type[Pretended], session: Session
) -> None:
    assert edit(session, 10).gpu is None  # nothing was solved yet
    session.set_result(solved_on(session, "cpu"))
    assert edit(session, 20).gpu is None
    session.set_result(solved_on(session, "gpu"))
    assert edit(session, 30, device=1).gpu == 1
    assert edit(session, 40, device=1).turned("to").gpu == 1
    assert edit(session, 50, device=7).gpu is None  # there is none: solving will say so
    assert edit(session, 60, backend="cpu", device=None).gpu is None
    assert (pretended.made, len(pretended.decoded)) == ([1], 2)


def test_a_step_of_a_slider_asks_for_no_costs(
    pretended: type[Pretended], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Neither the device nor the thread that moves the slider decodes before the solver does.
    start = session.placed(PlacedStart(150.0, 10.0))
    session.set_starts((start,))
    session.set_result(solved_on(session, "gpu"))
    session.set_options(replace(session.options, device=1))
    edits = RoadEdits(session, lambda command: command.apply(session))
    edits.set_speed(RoadClass.PRIMARY, 25.0)
    before = session.required.met(start)
    decoded: list[str] = []
    real = Metric.costs
    monkeypatch.setattr(
        Metric, "costs", lambda own, *given: (decoded.append(own.name), real(own, *given))[1]
    )
    edits.set_speed(RoadClass.PRIMARY, 30.0)
    _ = session.request()
    assert session.driven is not None
    assert session.driven.gpu == 1
    assert session.required.met(start) == before is not None
    assert (decoded, pretended.made) == ([], [])
    edits.close_class(RoadClass.PRIMARY)
    _ = session.driven.passable
    assert len(decoded) == 1
    assert pretended.made == []


def test_a_start_on_a_closed_street_brings_no_costs_to_the_host(
    pretended: type[Pretended], worth: None
) -> None:
    graph = drawn()
    closed = decoded_weights(CAR, graph, 0).closing(np.array([0, 2], np.uint32))
    assert [closed.cost_of(arc) for arc in (0, 2)] == [UNREACHED, UNREACHED]
    assert (pretended.made, pretended.decoded) == ([], [])
    assert closed.arc_costs[2] == UNREACHED
    assert len(pretended.decoded) == 1


def test_no_result_puts_no_gpu_to_work() -> None:
    assert gpu_at_work("", "auto", None) is None


# -- on a device


@pytest.mark.gpu
@pytest.mark.parametrize("graph", [any_bytes(30_000), drawn()], ids=["any bytes", "drawn"])
def test_a_real_device_decodes_the_bits_of_the_cpu(worth: None, graph: RoadGraph) -> None:
    for name in ("car", "foot"):
        costs = RoadCosts.of_profile(name)
        found = OpenRoads(graph, costs, gpu=0)
        assert same(found.weights, costs.weights(graph))
        assert graph in decoding._DECODERS


@pytest.mark.gpu
def test_a_real_decoder_comes_back_after_it_made_room(worth: None) -> None:
    graph = any_bytes(30_000)
    _ = decoded_weights(CAR, graph, 0).arc_costs
    with pytest.raises(DeviceMemoryError):
        buffers.require(1 << 50, 0, "far too much")
    assert graph not in decoding._DECODERS
    assert same(decoded_weights(CAR, graph, 0), CAR.weights(graph))
    assert graph in decoding._DECODERS
