"""What happens where the GPU fails: the next best solves, and the result says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from app.catalog.algorithms import Runner, choose_backend, find
from app.solving.fallback import Plan
from app.solving.jobs import SolveDone, SolverThread
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from core.errors import DeviceError, DeviceMemoryError
from core.solver import Start
from gpu import failures
from gpu.buffers import limit_memory, memory_limit
from raster.coarse import Magnified
from raster.grid import VelocityGrid, grid_from_kmh
from raster.solvers.dijkstra import Dijkstra
from tests.app.asking import on_cells
from tests.app.cli_runs import CommandLine, write_ascii
from tests.app.gpu_rows import (
    TWO_GPUS,
    Broken,
    Full,
    FullOnce,
    Working,
    row,
    use_gpus,
    use_rows,
)


@pytest.fixture(autouse=True)
def one_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])


@pytest.fixture
def grid() -> VelocityGrid:
    rng = np.random.default_rng(5)
    return grid_from_kmh(rng.integers(1, 90, (23, 31)), cell_x=10.0)


def request(grid: VelocityGrid, algorithm: str, **options: object) -> SolveRequest:
    return on_cells(grid, 0, algorithm=algorithm, **options)


def test_a_solver_that_fails_is_replaced_by_the_cpu_and_the_result_says_why(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Broken))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.algorithm, solved.backend) == ("fast", "cpu")
    [note] = solved.notes
    assert "GPU 0: the kernels do not compile here" in note
    assert "on the CPU instead" in note
    np.testing.assert_array_equal(solved.times.ticks(), Dijkstra(grid).solve((Start(0),)).labels)


def test_a_solver_without_a_fault_leaves_no_note(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Working))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.backend, solved.device, solved.notes) == ("gpu", "Imaginary 9000", ())


def test_a_raster_too_large_is_solved_out_of_core_on_the_gpu(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Full), row("out-of-core", Working))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.algorithm, solved.backend) == ("out-of-core", "gpu")
    [note] = solved.notes
    assert "7.5 GiB may be used" in note
    assert "out-of-core on the GPU instead" in note


def test_out_of_core_gets_no_parameters_of_the_algorithm_it_replaces(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    delta = find("tiled").parameters
    use_rows(monkeypatch, row("fast", Full, parameters=delta), row("out-of-core", Working))
    solved = Solving().run(request(grid, "fast", parameters=(("delta_seconds", 3.0),)))
    assert solved.algorithm == "out-of-core"


def test_a_raster_too_large_is_solved_on_the_cpu_where_out_of_core_is_not_to_be_had(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Full))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.algorithm, solved.backend) == ("fast", "cpu")
    assert "Too little memory on the GPU" in solved.notes[0]


def test_out_of_core_is_not_asked_for_slopes_that_it_does_not_know() -> None:
    plan = Plan("tiled", "auto", Runner("tiled", "gpu"), (), made_room=True, sloped=True)
    plan.step_back(DeviceMemoryError("7.5 GiB may be used"))
    assert plan.runner == Runner("tiled", "cpu")


def test_slopes_that_a_gpu_does_not_know_are_solved_on_the_cpu_and_the_plan_says_so() -> None:
    for geometry in ("eight", "straight"):
        plan = Plan.of("near-far", "auto", geometry=geometry, sloped=True)
        assert plan.runner == Runner("near-far", "cpu")
        assert plan.notes == ("Slopes are solved on the CPU: 'near-far' knows none on the GPU.",)
        known = Plan.of("tiled", "auto", geometry=geometry, sloped=True)
        assert (known.runner.backend, known.notes) == ("gpu", ())
        assert Plan.of("near-far", "cpu", geometry=geometry, sloped=True).notes == ()


def test_where_out_of_core_lacks_memory_too_the_cpu_solves_and_both_are_told(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Full), row("out-of-core", Full))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.algorithm, solved.backend) == ("fast", "cpu")
    assert len(solved.notes) == 2


def test_an_algorithm_of_the_gpu_alone_is_replaced_by_the_default(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Broken, cpu=None))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.algorithm, solved.backend) == ("tiled", "cpu")


@pytest.mark.parametrize(("solver", "kind"), [(Broken, DeviceError), (Full, DeviceMemoryError)])
def test_a_gpu_asked_for_by_name_fails_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
    grid: VelocityGrid,
    solver: type[Working],
    kind: type[DeviceError],
) -> None:
    use_rows(monkeypatch, row("fast", solver), row("out-of-core", Working))
    with pytest.raises(kind):
        Solving().run(request(grid, "fast", backend="gpu"))


def test_memory_is_asked_for_once_more_when_older_solvers_are_gone(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", FullOnce))
    solved = Solving().run(request(grid, "fast"))
    assert (solved.backend, solved.notes) == ("gpu", ())
    assert FullOnce.made == 2


def test_what_failed_is_tried_again_only_when_something_changes(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Broken))
    solving = Solving()
    for _ in range(3):
        assert solving.run(request(grid, "fast")).notes
    assert Broken.made == 1
    solving.run(request(grid, "fast", zero_speed_kmh=1.0))
    assert Broken.made == 2


def test_solvers_are_reused_while_nothing_but_the_starts_changes(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Working))
    solving = Solving()
    for element in range(5):
        limit = 10.0 + element
        solving.run(on_cells(grid, element, algorithm="fast", limit_seconds=limit))
    assert Working.made == 1


# -- a process that has lost the GPU


def test_after_a_lasting_error_the_gpu_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Working))
    failures.give_up("an illegal memory access was encountered")
    solved = Solving().run(request(grid, "fast", device=0))
    assert solved.backend == "cpu"
    assert Working.made == 0
    [note] = solved.notes
    assert "illegal memory access" in note
    assert "Restart Isofront" in note
    with pytest.raises(DeviceError, match="Restart Isofront"):
        Solving().run(request(grid, "fast", backend="gpu"))


def test_a_lasting_error_during_a_solve_says_to_restart(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    class Crashing(Working):
        def solve(self, *_: object, **__: object):  # type: ignore[no-untyped-def]
            failures.give_up("illegal address")
            raise DeviceError("illegal address", where="GPU 0")

    monkeypatch.setattr("tests.app.gpu_rows.Crashing", Crashing, raising=False)
    use_rows(monkeypatch, row("fast", Crashing))
    solving = Solving()
    [note] = solving.run(request(grid, "fast")).notes
    assert "Restart Isofront" in note
    assert solving.run(request(grid, "fast")).backend == "cpu"


# -- which device, how much memory


def test_the_device_that_is_asked_for_reaches_the_solver(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_gpus(monkeypatch, *TWO_GPUS)
    use_rows(monkeypatch, row("fast", Working))
    solved = Solving().run(request(grid, "fast", device=1))
    assert Working.devices == [1]
    assert solved.device == "Imaginary 9100"


def test_a_device_that_is_not_there_is_refused_also_where_the_backend_is_free(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Working))
    for backend in ("auto", "gpu"):
        with pytest.raises(DeviceError, match=r"no GPU 4.*Choose among 0"):
            choose_backend(find("fast"), backend, 4)


def test_the_limit_of_memory_holds_from_the_next_solve_on(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Working))
    solving = Solving()
    try:
        solving.run(request(grid, "fast", gpu_memory_mib=300))
        assert memory_limit() == 300 << 20
        solving.run(request(grid, "fast"))
        assert memory_limit() == 0
        assert Working.made == 2, "what was prepared under another limit is of no use"
    finally:
        limit_memory(0)


# -- previews


def large() -> VelocityGrid:
    return grid_from_kmh(np.full((600, 600), 36), cell_x=10.0)


def test_a_preview_on_the_gpu_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    use_rows(monkeypatch, row("fast", Working))
    monkeypatch.setattr("app.solving.preview_pace.EXACT_STEP_GPU_MS", 1e9)
    wide = large()
    solving = Solving()
    solving.run(request(wide, "fast"))
    solved = solving.run(request(wide, "fast", preview=True))
    assert not isinstance(solved.times, Magnified)
    assert Working.cells == [wide.values.size]


def test_a_preview_is_coarse_where_the_gpu_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    use_rows(monkeypatch, row("slow", Working))
    for limit in ("EXACT_STEP_GPU_MS", "FIRST_STEP_GPU_MS"):
        monkeypatch.setattr(f"app.solving.preview_pace.{limit}", 1e-6)
    monkeypatch.setattr("app.solving.solve.keeps", lambda _: True)  # on whatever machine
    solving, wide = Solving(), large()
    shown = solving.run(request(wide, "slow"))
    solved = solving.run(request(wide, "slow", preview=True))
    assert not isinstance(shown.times, Magnified)
    assert isinstance(solved.times, Magnified)
    assert not isinstance(solving.run(request(wide, "slow")).times, Magnified)


def test_a_preview_is_coarse_where_the_cpu_had_to_step_in(monkeypatch: pytest.MonkeyPatch) -> None:
    use_rows(monkeypatch, row("fast", Broken))
    monkeypatch.setattr("app.solving.preview_pace.FINE_CELLS", 100_000)
    solved = Solving().run(request(large(), "fast", preview=True))
    assert isinstance(solved.times, Magnified)
    assert solved.notes


# -- how the user hears of it


def test_the_thread_hands_the_note_over_with_the_result(
    monkeypatch: pytest.MonkeyPatch, grid: VelocityGrid
) -> None:
    use_rows(monkeypatch, row("fast", Broken))
    thread = SolverThread()
    try:
        thread.submit(request(grid, "fast"))
        outcomes: list[object] = []
        while not outcomes:
            outcomes += thread.poll()
    finally:
        thread.close()
    [done] = outcomes
    assert isinstance(done, SolveDone)
    assert "on the CPU instead" in done.solved.notes[0]


@pytest.fixture
def isofront(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture
def raster(tmp_path: Path) -> Path:
    return write_ascii(tmp_path / "flat.asc", np.full((6, 6), 36))


@pytest.mark.parametrize("solver", [Broken, Full])
def test_the_command_line_says_on_standard_error_what_was_done_instead(
    monkeypatch: pytest.MonkeyPatch, isofront: CommandLine, raster: Path, solver: type[Working]
) -> None:
    use_rows(monkeypatch, row("fast", solver))
    words = ("solve", raster, "--start", "auto", "--algorithm", "fast")
    status, out, err = isofront(*words)
    assert status == 0
    assert "fast on cpu" in out
    assert err.startswith("isofront: ")
    assert err.count("\n") == 1
    assert "solved on the CPU instead" in err
    _, out, err = isofront(*words, "--json")
    assert "solved on the CPU instead" in out
    assert err


def test_the_command_line_refuses_where_the_gpu_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, isofront: CommandLine, raster: Path
) -> None:
    use_rows(monkeypatch, row("fast", Broken))
    words = ("solve", raster, "--start", "auto", "--algorithm", "fast", "--backend", "gpu")
    assert "the kernels do not compile here" in isofront.refused(*words)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--device", "5"], "there is no GPU 5"),
        (["--device", "x"], "'x' is not a whole number"),
        (["--device", "0", "--backend", "cpu"], "names a GPU, but the CPU is to solve"),
        (["--gpu-memory", "0"], "'0' is not a whole number of 1 or more"),
    ],
)
def test_a_choice_of_device_that_makes_no_sense_is_refused(
    monkeypatch: pytest.MonkeyPatch,
    isofront: CommandLine,
    raster: Path,
    words: list[str],
    reason: str,
) -> None:
    use_rows(monkeypatch, row("fast", Working))
    options = ("--start", "auto", "--algorithm", "fast", *words)
    assert reason in isofront.refused("solve", raster, *options)


def test_device_and_memory_reach_the_solver_from_the_command_line(
    monkeypatch: pytest.MonkeyPatch, isofront: CommandLine, raster: Path
) -> None:
    use_gpus(monkeypatch, *TWO_GPUS)
    use_rows(monkeypatch, row("fast", Working))
    options = ("--start", "auto", "--algorithm", "fast", "--device", "1", "--gpu-memory", "512")
    try:
        record = isofront.json("solve", raster, *options)
        assert memory_limit() == 512 << 20
    finally:
        limit_memory(0)
    assert record["device"] == "Imaginary 9100"
    assert set(Working.devices) == {1}
