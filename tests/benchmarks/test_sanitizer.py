"""What is read of compute-sanitizer's output, and that the parts are of tests that exist."""

from __future__ import annotations

from benchmarks.reports.book import Book
from benchmarks.reports.sanitizer import sanitizer
from benchmarks.sanitizer import FEWER, PARTS, ROOT, SUMMARY, _reports, kernels

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


def test_a_run_that_did_not_end_counts_nothing() -> None:
    rows = [line for line in sanitizer(Book()) if "did not end" in line]
    assert all(line.count("–") == 4 for line in rows)
