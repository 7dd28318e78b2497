"""Devices: what is said of them, which is chosen, how much of its memory is used, how it fails."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import numpy as np
import pytest

from app.catalog.algorithms import prepare
from app.solving.request import SolveRequest
from app.solving.solve import Solving
from benchmarks.instances.terrains import fractal_terrain
from core.errors import DeviceError, DeviceMemoryError, InputError, ParameterError
from core.solver import Start
from gpu import device, failures
from gpu.buffers import BUDGET_VARIABLE, limit_memory, memory_limit, release, require
from gpu.device import DEVICE_VARIABLE, Device, choose_gpu, devices, first_gpu, software, surveyed
from raster.coarse import Magnified
from raster.grid import VelocityGrid, Window, grid_from_kmh
from raster.paths import least_cost_path
from raster.solvers.dijkstra import Dijkstra
from raster.starts import good_start
from raster.travel_times import TravelTimeGrid
from raster.validation import validate
from tests.app.asking import on_cells

ROOT = Path(__file__).resolve().parents[2]

SMALL = Device("gpu", 0, "Small", 2 << 30, capability="7.5")
LARGE = Device("gpu", 2, "Large", 8 << 30, capability="9.0")
OLD = Device("gpu", 1, "Old", 4 << 30, usable=False, remark="Too old.", capability="6.1")


@pytest.fixture(autouse=True)
def no_choice_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (DEVICE_VARIABLE, BUDGET_VARIABLE):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def three_gpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "_gpus", lambda: (SMALL, OLD, LARGE))


# -- without a device


def test_the_processor_comes_first_and_something_is_said_of_gpus() -> None:
    first, *others = devices()
    assert (first.backend, first.usable) == ("cpu", True)
    assert others
    assert all(gpu.backend == "gpu" and (gpu.usable or gpu.remark) for gpu in others)


def test_every_reason_why_there_is_no_device_says_what_to_do() -> None:
    class RefusalError(Exception):
        def __init__(self, status: int) -> None:
            self.status = status

    def why(status: int, driver: str) -> str:
        return device._why_no_device(
            RefusalError(status), device.Software(driver, "13.0", "14.0", "")
        )

    assert "CUDA_VISIBLE_DEVICES" in why(100, "13.0")
    assert "install its driver" in why(35, "")
    assert "supports CUDA 12.4, CuPy uses 13.0" in why(35, "12.4")
    assert "Install the driver again" in why(3, "13.0")


@pytest.mark.parametrize(
    ("capability", "compiler", "compiles", "reason"),
    [
        ((9, 0), "12.9", (70, 75, 90), ""),
        ((7, 0), "12.9", (50, 70, 75), ""),
        ((12, 0), "12.4", (50, 90), ""),  # newer than the compiler: the driver translates
        ((6, 1), "12.9", (50, 61), "7.0 or newer is needed"),
        ((7, 0), "13.0", (75, 90), "Install isofront[cuda12]"),
        ((9, 0), "", (), "NVRTC, which compiles the kernels, is not installed"),
    ],
)
def test_a_chip_is_usable_where_kernels_can_be_compiled_for_it(
    capability: tuple[int, int], compiler: str, compiles: tuple[int, ...], reason: str
) -> None:
    remark = device._remark(capability, compiler, compiles)
    assert bool(remark) == bool(reason)
    assert reason in remark


def test_a_gpu_is_chosen_by_its_number(three_gpus: None) -> None:
    assert choose_gpu(2) is LARGE
    assert choose_gpu(0) is SMALL
    with pytest.raises(DeviceError, match=r"no GPU 3.*Choose among 0, 2"):
        choose_gpu(3)
    with pytest.raises(DeviceError, match=r"GPU 1: cannot be used: Too old"):
        choose_gpu(1)


def test_the_environment_may_choose_the_gpu(
    three_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DEVICE_VARIABLE, "2")
    assert choose_gpu() is LARGE
    assert choose_gpu(0) is SMALL, "what is asked for goes before the environment"
    monkeypatch.setenv(DEVICE_VARIABLE, "first")
    with pytest.raises(InputError, match=DEVICE_VARIABLE):
        choose_gpu()


def test_by_itself_the_gpu_with_most_free_memory_is_chosen(
    three_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = {0: 2 << 30, 2: 1 << 30}  # the larger one is in use
    monkeypatch.setattr("gpu.buffers.free_memory", free.__getitem__)
    device._roomiest.cache_clear()
    assert choose_gpu() is SMALL
    device._roomiest.cache_clear()


def test_without_a_gpu_the_error_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device, "_gpus", lambda: (device._absent("CuPy is not installed."),))
    assert first_gpu() is None
    with pytest.raises(DeviceError, match=r"CuPy is not installed.*Choose the CPU"):
        choose_gpu()


def test_a_process_that_lost_the_gpu_uses_none(
    three_gpus: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failures, "_lost", [])
    failures.give_up("an illegal memory access")
    assert first_gpu() is None
    for index in (None, 0):
        with pytest.raises(DeviceError, match=r"illegal memory access.*Restart Isofront"):
            choose_gpu(index)
    assert "Too old." in [gpu.remark for gpu in devices()], "other reasons stay what they are"


def test_the_limit_of_memory_is_the_users_before_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert memory_limit() == 0
    monkeypatch.setenv(BUDGET_VARIABLE, "700")
    assert memory_limit() == 700 << 20
    limit_memory(300)
    try:
        assert memory_limit() == 300 << 20
    finally:
        limit_memory(0)


@pytest.mark.parametrize(("needed", "given_back"), [(60, False), (61, True)])
def test_what_is_kept_for_reuse_does_not_come_past_the_limit(
    needed: int, given_back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit_memory(300)
    pool = Mock(spec=["total_bytes", "used_bytes", "free_bytes", "free_all_blocks"])
    pool.total_bytes.return_value, pool.used_bytes.return_value = 240 << 20, 40 << 20
    pool.free_bytes.return_value = 200 << 20
    runtime = SimpleNamespace(memGetInfo=lambda: (8 << 30, 16 << 30))
    cuda = SimpleNamespace(Device=lambda _: nullcontext(), runtime=runtime)
    cupy = SimpleNamespace(cuda=cuda, get_default_memory_pool=lambda: pool)
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    try:
        require(needed << 20, 0, "a field")
    finally:
        limit_memory(0)
    assert pool.free_all_blocks.called == given_back


@pytest.mark.parametrize("text", ["0", "-1", "2.5", "much", "٣"])
def test_a_limit_that_is_none_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setenv(BUDGET_VARIABLE, text)
    with pytest.raises(ParameterError, match=BUDGET_VARIABLE):
        memory_limit()


def test_errors_that_are_not_of_the_device_pass_unchanged() -> None:
    for error in (ValueError("a"), InputError("b"), DeviceError("c")):
        with pytest.raises(type(error)) as caught, failures.device_errors(0):
            raise error
        assert caught.value is error


def test_of_a_compilers_log_the_first_error_is_told() -> None:
    log = "\nfile.cu(1): warning: unused\nfile.cu(3): error: no such thing\n1 error detected\n"
    assert failures.first_line(RuntimeError(log)) == "file.cu(3): error: no such thing"
    assert failures.first_line(RuntimeError()) == "RuntimeError"


# -- on a device


def terrain(side: int = 700) -> VelocityGrid:
    return fractal_terrain(side, side - 37, 5)


def start_of(grid: VelocityGrid) -> Start:
    cell = good_start(grid)
    assert cell is not None
    return Start(cell[0] * grid.cols + cell[1])


def request(grid: VelocityGrid, **options: object) -> SolveRequest:
    return on_cells(grid, start_of(grid).element, **options)


@pytest.mark.gpu
def test_the_survey_tells_all_of_a_device() -> None:
    gpu = next(d for d in surveyed() if d.backend == "gpu")
    assert (gpu.usable, gpu.remark) == (True, "")
    assert gpu.name
    assert float(gpu.capability) >= 7.0
    assert gpu.free_bytes is not None
    assert 0 < gpu.free_bytes <= gpu.memory_bytes
    assert all((software().driver, software().runtime, software().cupy, software().compiler))
    assert choose_gpu().usable


@pytest.mark.gpu
def test_what_cuda_raises_becomes_an_error_of_ours() -> None:
    import cupy

    with pytest.raises(DeviceMemoryError, match="GPU 0"), failures.device_errors(0):
        cupy.empty(1 << 50, cupy.uint8)
    with pytest.raises(DeviceError), failures.device_errors(0):
        cupy.RawModule(code="not C++").get_function("f")
    with pytest.raises(DeviceError), failures.device_errors(0):
        cupy.cuda.runtime.setDevice(9999)
    assert failures.lost() == ""


@pytest.mark.gpu
def test_within_too_little_memory_another_way_gives_the_same_bits() -> None:
    grid = terrain(1500)
    try:
        solved = Solving().run(request(grid, gpu_memory_mib=8))
        assert solved.notes
        assert solved.backend == "cpu" or solved.algorithm == "out-of-core"
        np.testing.assert_array_equal(
            solved.times.ticks(), Dijkstra(grid).solve((start_of(grid),)).labels
        )
        with pytest.raises(DeviceMemoryError, match="may be used"):
            Solving().run(request(grid, backend="gpu", gpu_memory_mib=8))
    finally:
        limit_memory(0)


@pytest.mark.gpu
def test_blocks_of_another_stream_do_not_count_twice_against_the_limit() -> None:
    import cupy

    pool = cupy.get_default_memory_pool()
    gc.collect()
    release(0)
    size = 64 << 20
    limit_memory((pool.total_bytes() + size >> 20) + 16)
    try:
        for stream in (cupy.cuda.Stream(non_blocking=True) for _ in range(3)):
            with stream:
                require(size, 0, "a field")
                field = cupy.empty(size, cupy.uint8)
            assert pool.total_bytes() <= memory_limit()
            del field
    finally:
        limit_memory(0)


@pytest.mark.gpu
def test_previews_are_exact() -> None:
    grid = terrain(1500)
    solving = Solving()
    exact = solving.run(request(grid))  # compiles
    exact = solving.run(request(grid))
    preview = solving.run(request(grid, preview=True))
    assert preview.backend == "gpu"
    assert not isinstance(preview.times, Magnified)
    np.testing.assert_array_equal(preview.times.ticks(), exact.times.ticks())


@pytest.mark.gpu
def test_paths_and_validation_read_windows_and_find_the_same() -> None:
    grid = terrain(1200)
    start = start_of(grid)
    times = prepare(grid, "tiled", "gpu").solver.solve((start,))
    host = Dijkstra(grid).solve((start,))
    rng = np.random.default_rng(1)
    reached = np.argwhere(host.labels < host.labels.max())
    for row, col in rng.choice(reached, 20).tolist():
        np.testing.assert_array_equal(
            least_cost_path(grid, times, row, col), least_cost_path(grid, host, row, col)
        )
    assert validate(grid, times, (start,)).passed
    assert times._ticks is None, "the whole field was copied"  # type: ignore[attr-defined]
    window = Window(300, 411, 257, 93)
    np.testing.assert_array_equal(times.ticks_in(window), host.ticks_in(window))
    times.ticks()
    np.testing.assert_array_equal(times.ticks_in(window), host.ticks_in(window))


@pytest.mark.gpu
def test_a_field_of_more_rows_than_a_launch_has_blocks_across() -> None:
    rng = np.random.default_rng(2)
    grid = grid_from_kmh(rng.integers(1, 90, (70_001, 3)), 10.0)
    times = prepare(grid, "tiled", "gpu").solver.solve((Start(0),))
    host = TravelTimeGrid(times.ticks(), times.tick_seconds)
    times = prepare(grid, "tiled", "gpu").solver.solve((Start(0),))
    np.testing.assert_array_equal(times.ticks_in(grid.whole()), host.labels)
    np.testing.assert_array_equal(
        times.seconds(grid.whole(), grid.shape), host.seconds(grid.whole(), grid.shape)
    )


@pytest.mark.gpu
def test_reading_windows_while_solving_a_thousand_times_leaks_nothing() -> None:
    import cupy

    grid = terrain(900)
    solving, asked = Solving(), request(grid)
    first = solving.run(asked).times
    expected = first.classes(grid.whole(), (200, 300), [60.0, 600.0])
    differing: list[int] = []
    done = threading.Event()

    def draw() -> None:
        while not done.is_set():
            found = first.classes(grid.whole(), (200, 300), [60.0, 600.0])
            if not np.array_equal(found, expected):
                differing.append(1)

    painter = threading.Thread(target=draw)
    painter.start()
    pool, held = cupy.get_default_memory_pool(), 0
    try:
        for turn in range(1000):
            times = solving.run(asked).times
            times.seconds(grid.whole(), (200, 300))
            if turn == 50:
                held = pool.total_bytes()
    finally:
        done.set()
        painter.join()
    assert not differing
    # Both threads may draw at once for the first time late: two pictures are no leak.
    assert pool.total_bytes() <= held + (1 << 20)


@pytest.mark.gpu
def test_another_raster_gives_the_memory_of_the_one_before_back() -> None:
    import cupy

    solving, pool = Solving(), cupy.get_default_memory_pool()
    gc.collect()
    pool.free_all_blocks()  # what other tests left
    small, large = (request(terrain(n), device=0) for n in (300, 2500))  # the pool's
    solving.run(small)
    before = pool.total_bytes()
    solving.run(large)
    assert pool.total_bytes() > before
    solving.run(request(terrain(300), device=0))
    assert pool.total_bytes() <= before + (8 << 20)


LOSING = """
import cupy, numpy, os
from app.solving.solve import Solving
from core.errors import DeviceError
from gpu import failures
from raster.grid import grid_from_kmh
from tests.app.asking import on_cells

solving = Solving()
def run(side, **options):
    grid = grid_from_kmh(numpy.full((side, side), 36), 10.0)
    return solving.run(on_cells(grid, 0, **options))

assert run(50).backend == "gpu"
wild = cupy.RawKernel('extern "C" __global__ void wild(int* p) { p[0] = 1; }', "wild")
try:
    with failures.device_errors(0):
        wild((1,), (1,), (numpy.uint64(64),))
        cupy.cuda.runtime.deviceSynchronize()
    raise SystemExit("the kernel did not fail")
except DeviceError as error:
    print(error)
solved = run(60)
print(solved.backend, solved.times.reached, *solved.notes)
try:
    run(60, backend="gpu")
except DeviceError as error:
    print(error, flush=True)
os._exit(0)  # what CuPy does at the end of a broken process is not ours
"""


@pytest.mark.gpu
def test_after_an_illegal_address_the_cpu_solves_and_the_user_is_told_to_restart() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOSING],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
    failed, solved, refused = done.stdout.splitlines()
    assert "illegal" in failed.lower()
    assert solved.startswith("cpu 3600 ")
    assert all("Restart Isofront" in line for line in (failed, solved, refused))
