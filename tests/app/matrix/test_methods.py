"""The method of a matrix is the least as reckoned, by size and by what is at hand."""

from __future__ import annotations

import numpy as np
import pytest

from app.catalog.algorithms import find, prepare_roads, preprocessing_of
from app.catalog.rows import ROADS
from app.catalog.table_figures import FIGURES
from app.matrix.methods import TableSize, chosen, seconds_of, time_words, with_figures
from app.solving.warm_up_roads import streets_of
from core.cancel import NEVER
from core.errors import DeviceError, ParameterError
from core.parallel.threads import thread_count
from core.progress import no_progress
from gpu.device import first_gpu
from road.costs.metric import Weights
from road.search.search_graph import SearchGraph
from tests.app.gpu_rows import TWO_GPUS, use_gpus


def size_of(origins: int, destinations: int | None = None, vertices: int = 3) -> TableSize:
    graph = streets_of(vertices)
    return TableSize(graph, graph.vertices, origins, destinations)


def test_few_origins_need_no_preparation_and_many_pay_for_one() -> None:
    few, many = (chosen(size_of(n), backend="cpu") for n in (10, 10_000_000))
    assert (few.algorithm, few.backend) == ("dijkstra", "cpu")
    assert many.algorithm in ("crp", "phast")
    assert few.reason.startswith("10 origins to all 3 vertices: dijkstra on the CPU")
    assert "crp on the CPU" in few.reason
    assert few.seconds is not None
    assert many.seconds is not None
    assert few.seconds < many.seconds


@pytest.mark.parametrize(
    ("origins", "vertices", "words"),
    [
        (1, 3, "1 origin to all 3 vertices: dijkstra on the CPU is reckoned at less than a milli"),
        (50, 300, "dijkstra on the CPU is reckoned at "),
    ],
)
def test_the_reason_reads_as_plain_words(origins: int, vertices: int, words: str) -> None:
    reason = chosen(size_of(origins, vertices=vertices), backend="cpu").reason
    assert words in reason
    assert "e-" not in reason


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (7.9e-06, "less than a millisecond"),
        (0.0010, "1 ms"),
        (0.0456, "45.6 ms"),
        (0.9996, "1 s"),
        (3.14, "3.1 s"),
        (9.97, "10 s"),
        (12345.6, "12,346 s"),
    ],
)
def test_times_that_are_reckoned_read_as_words(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


def test_what_is_at_hand_counts() -> None:
    size = TableSize(streets_of(77), 77, 120 * thread_count(), 1)
    assert chosen(size, backend="cpu").algorithm == "dijkstra"
    phase = preprocessing_of("crp", {})
    assert phase is not None
    phase.build(size.graph, progress=no_progress, cancel=NEVER, on_disk=_nowhere)
    assert chosen(size, backend="cpu").algorithm == "crp"


def test_a_hierarchy_counts_for_its_own_costs_and_where_it_is_used() -> None:
    graph = streets_of(300)
    costs = [Weights(np.full(graph.arc_count, cost, np.uint32)) for cost in (7, 8)]
    searches = [lambda each=each: SearchGraph.of(graph, each) for each in costs]
    sizes = [TableSize(graph, 300, 1000, None, search) for search in searches]
    row = find("phast", ROADS)

    def reckoned(backend: str) -> list[float]:
        return [seconds_of(size, row, backend) for size in sizes]

    before, on_gpu = reckoned("cpu"), reckoned("gpu")
    assert prepare_roads(graph, costs[0], "phast", "cpu").algorithm == "phast"
    mine, others = reckoned("cpu")
    assert mine < others == before[0] == before[1]
    assert reckoned("gpu") == on_gpu  # a device contracts anew


def _nowhere():
    raise AssertionError("nothing is written")


def test_an_algorithm_that_is_named_is_taken() -> None:
    method = chosen(size_of(3), "near-far", "cpu")
    assert (method.algorithm, method.backend, method.reason) == ("near-far", "cpu", "as asked")
    with pytest.raises(ParameterError):
        chosen(size_of(3), "quickest")
    with pytest.raises(ParameterError):
        chosen(size_of(3), backend="tpu")


def test_a_gpu_is_used_where_one_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    if first_gpu() is None:
        with pytest.raises(DeviceError):
            chosen(size_of(3), backend="gpu")
    use_gpus(monkeypatch, *TWO_GPUS)
    assert chosen(size_of(1_000_000)).backend == "gpu"
    assert chosen(size_of(1_000_000), backend="cpu").backend == "cpu"


@pytest.mark.parametrize("backend", ["cpu", "gpu"])
def test_every_row_with_tables_has_figures(backend: str) -> None:
    from app.catalog.algorithms import rows_of

    tables = [row.id for row in rows_of(ROADS) if getattr(row, f"tables_{backend}") is not None]
    assert [row.id for row in with_figures(backend)] == tables
    assert {name for name, each in FIGURES if each == backend} == set(tables)
