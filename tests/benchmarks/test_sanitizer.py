"""What is read of compute-sanitizer's output, and that the parts are of tests that exist."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import psutil
import pytest

from benchmarks.reports.book import Book
from benchmarks.reports.sanitizer import sanitizer
from benchmarks.sanitizer import FEWER, PARTS, ROOT, SUMMARY, _reports, kernels, run

RACES = """========= COMPUTE-SANITIZER
========= Warning: (Warp Level Programming) Potential WAR hazard at __shared__ 0x1c8 in block (8,0,0) :
=========     Read Thread (3,0,0) at settle_large+0x2f0 in cells.cu:150
=========     Write Thread (1,0,0) at settle_large+0x350 in cells.cu:150
========= Warning: (Warp Level Programming) Potential WAR hazard at __shared__ 0x1d8 in block (4,0,0) :
========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 14 warnings)
"""  # noqa: E501  # as the tool writes it


def test_hazards_are_counted_and_told_once() -> None:
    assert SUMMARY["racecheck"].findall(RACES) == [("2", "1", "14")]
    assert SUMMARY["memcheck"].findall("========= ERROR SUMMARY: 1 error\n") == ["1"]
    told = _reports(RACES)
    assert len(told) == 3
    assert "settle_large" in told[1]
    assert told[1].startswith("Read")


def test_parts_are_of_tests_that_are_there() -> None:
    assert set(FEWER) <= set(PARTS)
    for files, _ in PARTS.values():
        assert all((ROOT / file.partition("::")[0]).is_file() for file in files)
    assert {"grids/solvers/tiled solve", "roads/crp/query/sweep sweep_states"} <= kernels()


@pytest.mark.skipif(sys.platform == "win32", reason="the tool is a shell script here")
def test_what_a_tool_started_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool, started = tmp_path / "compute-sanitizer", tmp_path / "started"
    tool.write_text(
        f"#!/bin/sh\nsleep 300 &\necho $! > {started}.part\nmv {started}.part {started}\nwait\n"
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    found = run("tiled", "memcheck", tmp_path, 1.0)
    assert found == {"part": "tiled", "tool": "memcheck", "ended": False}
    child = int(started.read_text())
    # Its pipes are closed a moment before it is gone, and the sleep takes ten times as long.
    until = time.monotonic() + 30
    while _goes_on(child) and time.monotonic() < until:
        time.sleep(0.01)
    assert not _goes_on(child)


def _goes_on(process: int) -> bool:
    try:
        return psutil.Process(process).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def test_a_run_that_did_not_end_counts_nothing() -> None:
    rows = [line for line in sanitizer(Book()) if "did not end" in line]
    assert all(line.count("–") == 4 for line in rows)
