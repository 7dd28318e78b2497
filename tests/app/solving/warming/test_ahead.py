"""A process beside this one compiles what answers first, once on a machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from numba import typeof

from app.catalog import algorithms
from app.catalog.algorithms import Runner
from app.cli import demo
from app.document.large_grids import default_for
from app.main import main
from app.solving import warm_up
from app.solving.warming import ahead
from core.errors import CancelledError
from core.solver import Start
from raster.files.read import open_velocity
from raster.files.slopes.text import model_of
from raster.grid import VelocityGrid, grid_from_kmh
from raster.slopes.heights import heights_of
from raster.slopes.slopes import GridSlopes
from resources.paths import SAMPLE

CPU = Runner("dijkstra", "cpu")
KIND = "tiled", grid_from_kmh(np.full((3, 3), 36), 10.0), None


@pytest.fixture(autouse=True)
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(ahead, "_beside", None)
    monkeypatch.setattr(ahead, "_what", ahead.RASTERS)
    monkeypatch.setattr(ahead, "keeps", lambda _kernel: False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    yield
    ahead.stop()


def test_it_is_compiled_by_a_process_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ahead.compile_beside()
    first = ahead._beside
    assert first is not None
    assert Path(psutil.Process(first.pid).cwd()) != tmp_path, "another app may lie there"
    ahead.compile_beside()
    assert ahead._beside is first, "once is enough"
    ahead.wait_for(*KIND)
    assert first.returncode == 0
    assert not ahead.compiling()


def test_one_process_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    begun = subprocess.Popen

    def noted(words: list[str], **_: Any) -> subprocess.Popen[bytes]:
        asked.append(words[2])
        return begun([sys.executable, "-c", "import time; time.sleep(300)"])

    monkeypatch.setattr(subprocess, "Popen", noted)
    other = ahead.CompiledBeside("ui.running.roads_beside", "some.kernel")
    ahead.compile_beside()
    ahead.compile_beside(other)
    assert asked == [ahead.RASTERS.module]
    ahead.stop()
    ahead.compile_beside()
    ahead.compile_beside(other)
    assert asked == [ahead.RASTERS.module, other.module]
    monkeypatch.setattr(ahead, "PATIENCE_S", 0.1)
    ahead.wait_for(*KIND)
    assert ahead.compiling(), "waited for, though it compiles something else"


def test_it_ends_with_the_program_and_where_it_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for end in (ahead.stop, partial(ahead.wait_for, *KIND)):
        sleeps = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
        monkeypatch.setattr(ahead, "_beside", sleeps)
        monkeypatch.setattr(ahead, "PATIENCE_S", 0.1)
        assert ahead.compiling()
        end()
        assert sleeps.poll() is not None
        assert not ahead.compiling()


@pytest.mark.parametrize(
    "why", ["compiled before", "one processor", "a GPU", "no process to be had"]
)
def test_else_it_is_compiled_where_it_is_needed(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError("Resource temporarily unavailable")

    if why == "compiled before":
        monkeypatch.setattr(ahead, "keeps", lambda kernel: kernel == "tile_rounds.work")
    elif why == "one processor":
        monkeypatch.setattr(os, "cpu_count", lambda: 1)
    elif why == "a GPU":
        monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "cupy" or None)
    else:
        monkeypatch.setattr(subprocess, "Popen", refused)
    ahead.compile_beside()
    assert not ahead.compiling()
    ahead.wait_for(*KIND)


def test_it_is_what_a_file_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other memory would be another kind, for which all is compiled again."""
    asked: list[tuple[VelocityGrid, str]] = []
    prepare = algorithms.prepare

    def noted(grid: VelocityGrid, algorithm: str, *others: Any, **more: Any) -> Any:
        asked.append((grid, algorithm))
        return prepare(grid, algorithm, *others, **more)

    monkeypatch.setattr(algorithms, "prepare", noted)
    ahead.compile_here()
    ((few, algorithm),) = asked
    sample = open_velocity(SAMPLE)
    assert algorithm == default_for(sample)
    assert typeof(few.values) == typeof(sample.values)
    assert typeof(few.code_speed) == typeof(sample.code_speed)


def test_a_solver_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    prepare = algorithms.prepare

    def noted(*given: Any, **more: Any) -> Any:
        done.append("compiled here")
        return prepare(*given, **more)

    def waited(*kind: Any) -> None:
        assert kind[0] == "dijkstra"
        done.append("waited")

    monkeypatch.setattr(warm_up, "_WARM", set())
    monkeypatch.setattr("app.solving.warm_up.prepare", noted)
    monkeypatch.setattr(ahead, "wait_for", waited)
    grid = grid_from_kmh(np.full((4, 4), 36), 10.0)
    for _ in range(2):
        warm_up.warm(grid, CPU, (Start(5),), 0.0, {})
    assert done == ["waited", "compiled here"]


def test_another_kind_is_compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sleeps = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
    monkeypatch.setattr(ahead, "_beside", sleeps)
    monkeypatch.setattr(ahead, "PATIENCE_S", 0.1)
    _, grid, _ = KIND
    fixed = np.array(grid.values)
    fixed.flags.writeable = False
    heights = heights_of(np.zeros(grid.shape, np.float32))
    slopes = GridSlopes(heights, model_of("tobler"), direction="from")
    others = (
        ("dijkstra", grid, None),
        ("tiled", grid_from_kmh(np.full((3, 3), 36.5), 10.0), None),
        ("tiled", replace(grid, values=fixed), None),
        ("tiled", grid, slopes),
    )
    for other in others:
        ahead.wait_for(*other)
        assert ahead.compiling(), "waited for until patience was lost"
    ahead.wait_for(*KIND)
    assert not ahead.compiling()


def test_a_demo_without_a_window_begins_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(demo, "compile_beside", lambda: done.append("compiled beside"))

    def solved(*_: Any) -> None:
        done.append("solved")
        raise CancelledError("seen enough")

    monkeypatch.setattr(demo, "_solved", solved)
    main(["demo", "--files", str(tmp_path / "out")])
    assert done == ["compiled beside", "solved"]
