"""The command line as a process: clean streams, no tracebacks, interrupts at any moment."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import psutil
import pytest

from resources.paths import SAMPLE
from tests.app.cli_runs import ROOT, finished, process, write_ascii

on_posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")


@pytest.fixture
def terrain(tmp_path: Path) -> Path:
    return write_ascii(tmp_path / "terrain.asc", np.full((9, 9), 36))


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Words of a solve that takes the sequential solver far longer than any test waits."""
    raster = tmp_path_factory.mktemp("endless") / "endless.bil"
    side = 9000
    head = {"nrows": side, "ncols": side, "nbits": 8, "nbands": 1, "xdim": 10, "ydim": 10}
    raster.with_suffix(".hdr").write_text("".join(f"{k} {v}\n" for k, v in head.items()))
    with raster.open("wb") as stream:
        stream.truncate(side * side)  # all 0 km/h, and hardly a byte on the disk
    options = ("--zero-speed-kmh", "36", "--algorithm", "dijkstra")
    return "solve", str(raster), "--start", "auto", *options


def test_standard_output_holds_one_object_and_standard_error_nothing(terrain: Path) -> None:
    done = finished(
        "solve", terrain, "--start", "auto", "--json",
        "--out", terrain.with_suffix(".tif"), "--png", terrain.with_suffix(".png"),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["outputs"] == [
        str(terrain.with_suffix(".tif")), str(terrain.with_suffix(".png")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ("info", "nothing.tif"),
        ("solve", "nothing.tif", "--start", "1,2"),
        ("solve", str(SAMPLE), "--start", "1,2"),
        ("nonsense",),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_line_and_no_traceback(words: tuple[str, ...]) -> None:
    done = finished(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


def test_debugging_shows_where_an_error_came_from() -> None:
    done = finished("info", "nothing.tif", ISOFRONT_DEBUG="1")
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("isofront: nothing.tif")


def test_light_commands_load_neither_solvers_nor_qt() -> None:
    told = finished("--version", PYTHONPROFILEIMPORTTIME="1").stderr
    loaded = {line.rpartition("|")[2].strip() for line in told.splitlines()}
    assert "app.cli.run" in loaded
    assert loaded.isdisjoint({"numba", "rasterio", "PySide6", "pyproj", "shapely"})


def test_info_loads_no_qt() -> None:
    # What is not ours on standard error, such as these times, is seen in debugging alone.
    told = finished("info", SAMPLE, PYTHONPROFILEIMPORTTIME="1", ISOFRONT_DEBUG="1").stderr
    loaded = {line.rpartition("|")[2].strip() for line in told.splitlines()}
    assert "rasterio" in loaded
    assert loaded.isdisjoint({"PySide6", "pyqtgraph", "shapely", "app.catalog.algorithms"})


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are found by name")
def test_without_a_display_the_window_says_what_to_do() -> None:
    environment = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": ""}
    done = finished(SAMPLE, **environment)
    assert done.returncode == 2
    assert "no display" in done.stderr
    assert "isofront demo" in done.stderr


@on_posix
def test_a_reader_that_leaves_early_causes_no_complaint() -> None:
    started = process("info", SAMPLE, "--json")
    assert started.stdout is not None
    started.stdout.close()
    assert started.stderr is not None
    assert started.stderr.read() == ""
    started.wait(240)
    started.stderr.close()


@on_posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_behind_standard_output_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-m", "app", "algorithms"]
        done = subprocess.run(words, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


def after(seconds: float, process: subprocess.Popen[str]) -> None:
    """Wait until a process has worked so long. On a busy machine that takes longer, and what it
    does by then is the same."""
    working = psutil.Process(process.pid)
    while process.poll() is None and sum(working.cpu_times()[:2]) < seconds:
        time.sleep(0.01)


def catches(pid: int, number: signal.Signals) -> bool:
    """Whether a process has a handler for a signal; True where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return True
    mask = next(line for line in status.read_text().splitlines() if line.startswith("SigCgt:"))
    return bool(int(mask.split()[1], 16) >> (number - 1) & 1)


@on_posix
@pytest.mark.parametrize(
    ("seconds", "number"),
    [(0.2, signal.SIGINT), (0.7, signal.SIGINT), (2.0, signal.SIGINT), (2.0, signal.SIGTERM)],
)
def test_an_interrupt_ends_it_in_one_line_and_leaves_nothing(
    endless: tuple[str, ...], tmp_path: Path, seconds: float, number: signal.Signals
) -> None:
    outputs = ("--out", tmp_path / "times.tif", "--trace", tmp_path / "trace.jsonl")
    started = process(*endless, *outputs)
    after(seconds, started)
    while not catches(started.pid, number):
        time.sleep(0.01)  # Python itself does not catch every one
    started.send_signal(number)
    out, err = started.communicate(timeout=240)
    assert (started.returncode, out) == (130, "")
    assert err == "interrupted; nothing was written\n"
    assert list(tmp_path.iterdir()) == []


@on_posix
def test_an_interrupt_reaches_a_job_that_a_shell_started_deaf_to_it(
    endless: tuple[str, ...],
) -> None:
    # What a shell script starts with & ignores interrupts unless it asks for them.
    started = subprocess.Popen(
        [sys.executable, "-m", "app", *endless],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    while not catches(started.pid, signal.SIGINT):
        time.sleep(0.01)
    after(1.0, started)
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=240)
    assert started.returncode == 130
    assert err == "interrupted; nothing was written\n"


@on_posix
def test_a_terminal_sees_progress_and_the_line_is_cleared(endless: tuple[str, ...]) -> None:

    master, slave = pty.openpty()
    started = subprocess.Popen(
        [sys.executable, "-m", "app", *endless], cwd=ROOT, stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    shown = _read_until(master, "Solving [", 240)
    started.send_signal(signal.SIGINT)
    started.wait(240)
    shown += _read_until(master, "interrupted", 240)
    assert started.stdout is not None
    assert started.stdout.read() == b""
    started.stdout.close()
    os.close(master)
    # The bar is wiped before the last line is said.
    assert shown.rpartition("interrupted")[0].endswith(" \r")


def _read_until(terminal: int, wanted: str, seconds: float) -> str:
    """What a terminal shows up to `wanted`."""
    shown, end = "", time.monotonic() + seconds
    while wanted not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 4096).decode()
            except OSError:  # the other side is closed
                break
    assert wanted in shown
    return shown
