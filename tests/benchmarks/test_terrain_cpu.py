"""The terrain benchmark tells what it measured, and that all solvers agree. Nothing about speed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.compare import main as compare
from benchmarks.compare import ratios, shown
from benchmarks.instances.inputs import Terrain, fractal
from benchmarks.measuring.machine import conditions
from benchmarks.measuring.timings import interleaved, summary
from benchmarks.peak_memory import DTYPES, measure_in_subprocess
from benchmarks.peers import cpp_dijkstra
from benchmarks.peers.absent import AbsentError
from benchmarks.records import read_records
from benchmarks.terrain_cpu import CONTESTANTS, Record, ResultReference, measure
from core.times import UNREACHED
from raster.grid import grid_from_kmh
from tests.raster.terrains import noise


@pytest.fixture(scope="module")
def terrain() -> Terrain:
    return fractal(70)


@pytest.fixture(scope="module")
def records(terrain: Terrain) -> list[Record]:
    constant = conditions()
    return [{**record, **constant} for record in measure(terrain, 2, list(CONTESTANTS))]


def test_every_solver_has_its_record(records: list[Record]) -> None:
    assert sorted(record["solver"] for record in records) == sorted(CONTESTANTS)
    for record in records:
        assert record["grid"]["cells"] == 4900
        assert record["grid"]["seed"] == 1
        assert record["device"]["cores"] >= 1
        assert record["device"]["cpu"]
        assert {"commit", "date", "versions", "start"} <= set(record)
        assert json.loads(json.dumps(record)) == record
        if "absent" not in record:
            assert record["n"] == 2
            assert record["wall_ms"]["min"] <= record["wall_ms"]["median"]
            assert record["wall_ms"]["median"] <= record["wall_ms"]["max"]
            assert record["cpu_ms"]["median"] >= 0


def test_all_solvers_agree(records: list[Record]) -> None:
    present = {record["solver"]: record for record in records if "absent" not in record}
    assert {"tiled", "dijkstra", "scikit-image", "xarray-spatial"} <= set(present)
    assert all(record["agrees"] for record in present.values())
    assert present["tiled"]["agreement"] == "bits"
    assert present["scikit-image"]["largest_error"] <= 1e-4
    assert present["tiled"]["visits"] >= present["tiled"]["rounds"] > 0


def test_a_wrong_result_is_noticed(terrain: Terrain) -> None:
    reference = ResultReference.of(terrain)
    ticks = reference.ticks.copy()
    assert reference.compared(ticks)["agrees"]
    row, col = np.argwhere((ticks < UNREACHED) & (ticks > 0))[-1]
    ticks[row, col] += 1
    assert not reference.compared(ticks)["agrees"]
    seconds = np.where(reference.ticks < UNREACHED, reference.ticks * reference.tick, np.inf)
    assert reference.compared(seconds)["agrees"]
    late = seconds.copy()
    late[row, col] *= 1.001
    assert not reference.compared(late)["agrees"]
    late[row, col] = np.inf
    assert not reference.compared(late)["agrees"]


@pytest.mark.parametrize(("cell", "seed"), [((10.0, 10.0), 2), ((30.0, 12.5), 3)])
def test_the_cpp_peer_gives_the_same_bits(cell: tuple[float, float], seed: int) -> None:
    grid = grid_from_kmh(noise(41, 67, seed), *cell)
    terrain = Terrain("noise", grid, seed, 0)
    reference = ResultReference.of(terrain)
    if cpp_dijkstra.compiler() is None:
        with pytest.raises(AbsentError, match=r"no C\+\+ compiler"):
            cpp_dijkstra.prepare(grid, 0, reference.tick)
        return
    solve = cpp_dijkstra.prepare(grid, 0, reference.tick)
    for _ in range(2):
        assert reference.compared(solve())["agrees"]


def test_a_peer_that_cannot_run_is_reported_by_name() -> None:
    grid = grid_from_kmh(np.full((20, 20), 12.5), 10.0)
    reals = Terrain("reals", grid, None, 0)
    found = [{**r, **conditions()} for r in measure(reals, 1, ["tiled", "C++ Dijkstra"])]
    assert {record["solver"]: "absent" in record for record in found} == {
        "tiled": False,
        "C++ Dijkstra": True,
    }
    assert "Absent: C++ Dijkstra on reals" in shown(found)


@pytest.mark.parametrize("dtype", DTYPES)
def test_peak_memory_is_told_for_each_kind_of_cell(dtype: str, terrain: Terrain) -> None:
    found = measure_in_subprocess(terrain, dtype)
    assert found["reached"] == ResultReference.of(terrain).reached
    size = np.dtype(dtype).itemsize
    assert found["bytes_per_cell_with_speeds"] == pytest.approx(found["bytes_per_cell"] + size)


def test_solvers_take_turns() -> None:
    turns: list[str] = []
    work: dict[str, Any] = {name: lambda name=name: turns.append(name) for name in "ABC"}
    timings = interleaved(work, 2)
    assert turns == ["A", "B", "C", "A", "B", "C"]
    assert all(len(found) == 2 for found in timings.values())


def test_a_slow_solver_stops_after_three_turns() -> None:
    timings = interleaved({"slow": lambda: None}, 9, each_s=0.0)
    assert len(timings["slow"]) == 3


def test_the_spread_is_a_share_of_the_median() -> None:
    assert summary([2.0, 4.0, 5.0]) == {"median": 4.0, "min": 2.0, "max": 5.0, "spread": 0.75}


def test_a_result_file_is_shown_and_compared(
    records: list[Record], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now, earlier = tmp_path / "now.jsonl", tmp_path / "earlier.jsonl"
    slower = [json.loads(json.dumps(record)) for record in records if "wall_ms" in record]
    for record in slower:
        record["wall_ms"]["median"] *= 2
    for path, content in ((now, records), (earlier, slower)):
        path.write_text("".join(json.dumps(record) + "\n" for record in content))
    assert read_records(now) == records
    assert compare([str(now)]) == 0
    told = capsys.readouterr().out
    assert all(name in told for name in CONTESTANTS)
    assert "bits" in told
    assert compare([str(now), str(earlier)]) == 0
    assert capsys.readouterr().out.count("2.00×") == len(slower)
    assert ratios(records, []).count("\n") == 1  # heads alone
    assert compare([]) == 2
