"""Timing solvers against each other, and finding the one that differs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.catalog.algorithms import Runner, find, rows_of
from app.catalog.rows import TERRAIN
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from app.solving.solved import Solved
from app.timing.bench import _Reference, compare, runners
from core.cancel import Cancel
from core.errors import CancelledError, DeviceError, ParameterError
from raster.grid import grid_from_kmh
from raster.travel_times import TravelTimeGrid
from tests.app.asking import on_cells, otherwise
from tests.app.cli_runs import CommandLine, write_ascii

ON_CPU = tuple(Runner(row.id, "cpu") for row in rows_of(TERRAIN) if row.cpu is not None)


@pytest.fixture
def request_() -> SolveRequest:
    kmh = np.random.default_rng(7).integers(0, 90, (40, 50))
    kmh[0, 0] = 36
    return on_cells(grid_from_kmh(kmh, 10.0), 0)


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_ascii(tmp_path / "terrain.asc", np.full((9, 9), 36))


def test_every_algorithm_agrees_to_the_bit_and_is_timed(request_: SolveRequest) -> None:
    found = compare(request_, ON_CPU, 3)
    assert [measurement.runner for measurement in found] == list(ON_CPU)
    assert all(measurement.equal for measurement in found)
    for measurement in found:
        assert len(measurement.milliseconds) == 3
        assert min(measurement.milliseconds) > 0
        assert min(measurement.milliseconds) <= measurement.median <= max(measurement.milliseconds)
        assert measurement.cells == 2000
        assert measurement.mcells_per_second == pytest.approx(2 / measurement.median)
    assert len({measurement.reached for measurement in found}) == 1


def test_a_result_that_differs_in_one_bit_is_found(request_: SolveRequest) -> None:
    reference, solved = _Reference(), Solving().run(request_)
    times = solved.times
    assert isinstance(solved, Solved)
    assert isinstance(times, TravelTimeGrid)
    assert reference.agrees(solved)
    assert reference.agrees(Solving().run(otherwise(request_, algorithm="dijkstra")))
    other = times.labels.copy()
    other[3, 4] ^= 1
    assert not reference.agrees(replace(solved, times=replace(times, labels=other)))
    coarse = replace(times, tick_seconds=2 * times.tick_seconds)
    assert not reference.agrees(replace(solved, times=coarse))


def test_a_solver_that_reuses_its_buffer_is_not_compared_with_itself(
    request_: SolveRequest,
) -> None:
    reference, solved = _Reference(), Solving().run(request_)
    assert isinstance(solved.times, TravelTimeGrid)
    assert reference.agrees(solved)
    solved.times.labels[3, 4] ^= 1
    assert not reference.agrees(solved)


def test_each_algorithm_gets_the_parameters_that_it_knows(request_: SolveRequest) -> None:
    wide = otherwise(request_, parameters=(("delta_seconds", 1e5),))
    assert all(measurement.equal for measurement in compare(wide, ON_CPU, 1))


def test_progress_rises_to_the_end_and_names_the_runner(request_: SolveRequest) -> None:
    told: list[tuple[float, str]] = []
    compare(request_, ON_CPU, 2, lambda fraction, label: told.append((fraction, label)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions)
    assert 0 <= fractions[0] < fractions[-1] <= 1
    titles = [find(runner.algorithm).title for runner in ON_CPU]
    assert all(any(f"{title}, CPU: run 1" in label for _, label in told) for title in titles)


def test_a_cancelled_benchmark_stops(request_: SolveRequest) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        compare(request_, ON_CPU, 1, cancel=cancel)


def test_runners_are_the_pairs_that_exist_each_once() -> None:
    assert runners(["tiled", "dijkstra"], ["cpu"]) == (
        Runner("tiled", "cpu"), Runner("dijkstra", "cpu"),
    )  # fmt: skip
    assert runners(["dijkstra"], ["auto", "cpu"]) == (Runner("dijkstra", "cpu"),)
    assert runners(["dijkstra"], ["cpu", "gpu"]) == (Runner("dijkstra", "cpu"),)


def test_an_algorithm_without_any_of_the_backends_is_refused() -> None:
    with pytest.raises(DeviceError, match="'dijkstra' does not run on the GPU"):
        runners(["dijkstra"], ["gpu"])


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ParameterError, match="'quantum'"):
        runners(["quantum"], ["cpu"])
    with pytest.raises(ParameterError, match="'tpu'"):
        runners(["tiled"], ["tpu"])


# -- isofront bench


def test_bench_prints_a_table_and_writes_json(isofront: CommandLine, terrain: Path) -> None:
    target = terrain.parent / "bench.json"
    status, out, err = isofront(
        "bench", terrain, "--start", "auto", "--algorithms", "tiled,dijkstra", "--repeat", 2,
        "--json", target,
    )  # fmt: skip
    assert (status, err) == (0, "")
    heads, tiled, dijkstra, *_ = out.splitlines()
    assert heads.split()[:4] == ["algorithm", "backend", "median", "ms"]
    assert (tiled.split()[0], dijkstra.split()[0]) == ("tiled", "dijkstra")
    record = json.loads(target.read_text())
    assert record["equal_bits"] is True
    assert [row["algorithm"] for row in record["results"]] == ["tiled", "dijkstra"]
    assert all(len(row["milliseconds"]) == 2 for row in record["results"])
    assert {path.name for path in terrain.parent.iterdir()} == {"terrain.asc", "bench.json"}


def test_bench_prints_json_alone_when_asked(isofront: CommandLine, terrain: Path) -> None:
    status, out, err = isofront(
        "bench",
        terrain,
        "--start",
        "auto",
        "--algorithms",
        "dijkstra",
        "--repeat",
        1,
        "--json",
        "-",
    )
    assert (status, err) == (0, "")
    assert json.loads(out)["repeat"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--algorithms", "quantum"], "no algorithm 'quantum'"),
        (["--algorithms", "dijkstra", "--backend", "gpu"], "does not run on the GPU"),
        (["--algorithms", "dijkstra", "--param", "delta_seconds=9"], "no parameter delta_seconds"),
        (["--algorithms", "tiled,dijkstra", "--param", "x=9"], "no parameter x"),
        (["--algorithms", "tiled", "--json", "missing/bench.json"], "folder that exists"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bench_refuses_before_it_reads(
    isofront: CommandLine, tmp_path: Path, options: list[str], said: str
) -> None:
    nothing = tmp_path / "nothing.tif"
    assert said in isofront.refused("bench", nothing, "--start", "auto", *options)


def spoil(monkeypatch: pytest.MonkeyPatch, algorithm: str) -> None:
    """Have a solver give one bit that is wrong, each time but the first."""
    run, timings = Solving.run, []

    def wrong(self: Solving, request: SolveRequest, *rest: Any, **named: Any) -> Any:
        solved = run(self, request, *rest, **named)
        timings.append(request.options.algorithm)
        if request.options.algorithm == algorithm and timings.count(algorithm) > 1:
            solved.times.labels[1, 1] ^= 1
        return solved

    monkeypatch.setattr(Solving, "run", wrong)


def test_a_runner_that_differs_is_told_from_the_others(
    monkeypatch: pytest.MonkeyPatch, request_: SolveRequest
) -> None:
    three = (Runner("dijkstra", "cpu"), Runner("tiled", "cpu"), Runner("near-far", "cpu"))
    spoil(monkeypatch, "tiled")
    found = compare(request_, three, 2)
    assert [measurement.equal for measurement in found] == [True, False, True]


def test_bench_ends_with_a_fault_where_bits_differ(
    monkeypatch: pytest.MonkeyPatch, isofront: CommandLine, terrain: Path
) -> None:
    spoil(monkeypatch, "tiled")
    status, out, err = isofront(
        "bench", terrain, "--start", "auto", "--algorithms", "dijkstra,tiled", "--repeat", 1
    )
    assert status == 1
    assert [line.split()[-1] for line in out.splitlines()[1:3]] == ["yes", "NO"]
    assert err.count("\n") == 1
    assert "tiled on cpu differs from the first result" in err


def test_bench_validates_and_writes_the_order_of_finish(
    isofront: CommandLine, terrain: Path
) -> None:
    target = terrain.parent / "race.csv"
    status, out, err = isofront(
        "bench", terrain, "--start", "auto", "--algorithms", "tiled,dijkstra", "--repeat", 1,
        "--validate", "--csv", target, "--json", "-",
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert [row["validated"] for row in json.loads(out)["results"]] == [True, True]
    heads, *rows = (line.split(",") for line in target.read_text().splitlines())
    assert [row[heads.index("place")] for row in rows] == ["1", "2"]
    assert {row[heads.index("validated")] for row in rows} == {"True"}
