"""Compiled kernels are kept by the version of all source they are made of."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app.catalog.algorithms import prepare
from core.parallel.kernel_cache import keeps, kernel_sources
from core.solver import Start
from raster.grid import grid_from_kmh

ROOT = Path(__file__).resolve().parents[3]

KERNEL = """
from numba import njit
from raster.steps import half_cost

@njit(cache=True)
def first_half_cost(costs):
    return half_cost(costs, 0, 0, 0)
"""

RUN = """
import numpy as np
from raster.grid import grid_from_kmh
from raster.kernel import first_half_cost
from raster.steps import step_costs
print(first_half_cost(step_costs(grid_from_kmh(np.full((3, 3), 36.0), 10.0), 0.001)))
"""


def _half_cost_in(folder: Path) -> int:
    command = [sys.executable, "-c", RUN]
    kept_apart = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        command, cwd=folder, env=kept_apart, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_an_edited_callee_in_another_file_is_noticed(tmp_path: Path) -> None:
    for package in ("core", "raster"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / "raster" / "kernel.py").write_text(KERNEL, encoding="utf-8")
    assert _half_cost_in(tmp_path) == 500
    kept = list((tmp_path / "core" / "__pycache__").glob("kernels-*"))
    assert len(kept) == 1
    assert list(kept[0].rglob("kernel.first_half_cost*.nbc"))
    steps = tmp_path / "raster" / "steps.py"
    text = steps.read_text(encoding="utf-8")
    compiled = "return costs.table[kind, costs.values[row, col]]"
    assert text.count(compiled) == 1
    steps.write_text(text.replace(compiled, f"{compiled} * 3"), encoding="utf-8")
    os.utime(kept[0], (0, 0))
    assert _half_cost_in(tmp_path) == 1500
    after = list((tmp_path / "core" / "__pycache__").glob("kernels-*"))
    assert len(after) == 1, "the folder that nobody used for a month stayed"
    assert after != kept


def test_what_kernels_are_made_of_is_hashed_and_nothing_else() -> None:
    sources = {file.relative_to(ROOT).as_posix() for file in kernel_sources(ROOT)}
    # A kernel, what it calls, and a reader of files that no kernel has anything to do with.
    kernels = {"raster/solvers/tiled.py", "core/parallel/near_far.py", "core/parallel/simd.py"}
    assert kernels | {"raster/steps.py", "core/times.py"} <= sources
    assert "road/files/dimacs/matrix_market.py" not in sources


def test_kernels_that_tests_compile_are_loaded_where_there_are_no_tests() -> None:
    """A window that is opened after the tests ran finds what they compiled, and imports what that
    names: it said that there is no module named tests."""
    from road.components import leading_to
    from tests.road.drawn import grid_city

    graph = grid_city()
    goal = (np.arange(graph.vertices) == 3).astype(np.uint8)
    assert leading_to(graph, goal, np.ones(graph.arc_count, np.uint8)).any()  # it sets a part
    kept = list(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("components._spread*.nbc"))
    assert kept
    assert [file.name for file in kept if b"NumbaEnv5tests" in file.read_bytes()] == []


def test_a_kernel_is_kept_for_this_python_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    (tmp_path / "raster_1").mkdir()
    (tmp_path / "raster_1" / "tile_rounds.work-9.py27.nbi").touch()
    (tmp_path / "raster_1" / "tile_rounds._serve-9.py27.nbi").touch()
    assert not keeps("tile_rounds.work")
    tag = f"py{sys.version_info[0]}{sys.version_info[1]}"
    (tmp_path / "raster_1" / f"tile_rounds.work-9.{tag}.nbi").touch()
    assert keeps("tile_rounds.work")
    assert not keeps("tile_rounds.play")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert keeps("tile_rounds.play"), "nothing is kept, so that another process is of no use"


def test_what_was_compiled_is_found_by_its_name() -> None:
    """As Numba calls its files."""
    grid = grid_from_kmh(np.full((3, 3), 36), 10.0)
    prepare(grid, "tiled", "cpu", 0.0, {}).solver.solve((Start(4),))
    assert keeps("tile_rounds.work")
