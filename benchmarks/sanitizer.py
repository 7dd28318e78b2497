"""Every kernel under compute-sanitizer: accesses out of bounds, and races in shared memory.

    python -m benchmarks.sanitizer [--tools a,b] [--parts a,b] [--jobs N] [--seconds S] [--out FILE]

Runs tests of the devices that together launch every kernel, on small instances, under each tool;
tests fail where bits differ. `memcheck` sees accesses out of bounds, misaligned ones and failed
calls, `racecheck` hazards in shared memory (not in that of all blocks, which kernels share on
purpose and by atomics). Prints a line a part, appends a record to --out, and tells which kernels
were not launched by any part. Needs a GPU, pytest and compute-sanitizer.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from benchmarks.measuring.report import gpus
from benchmarks.measuring.words import names
from benchmarks.records import ResultFile, results_file
from gpu.device import software

ROOT = Path(__file__).resolve().parents[1]
RESULTS = results_file("sanitizer")

GRIDS = "tests/parity/test_grid_solvers.py::test_equals_dijkstra"
ROADS = "tests/parity/test_road_solvers_gpu.py::test_equals_dijkstra"

TABLES = "tests/parity/test_road_tables.py::test_equals_dijkstra"

ONE_TO_ALL = "tests/gpu/roads/crp/test_isochrone.py", "tests/gpu/roads/crp/test_runs.py"
WHICH_OF_ONE_TO_ALL = "points_on_arcs or share_out or do_not_fit or one_query_after"

PARTS: dict[str, tuple[tuple[str, ...], str]] = {
    "tiled": (
        (GRIDS, "tests/gpu/grids/test_tiled.py"),
        "(equals_dijkstra and tiled and gpu and (noise or wide or islands)) or windows_equal"
        " or uint16 or real_speeds or step_widths or slices or given_bucket",
    ),
    "terrain in rounds": (
        (GRIDS,), "gpu and (near-far or bellman-ford or adaptive) and (noise or wide or islands)",
    ),
    "straight lines": (
        (f"{GRIDS}_along_straight_lines", "tests/gpu/grids/test_straight_lines.py"),
        "gpu and (islands or plateaus) or other_types",
    ),
    "slopes": (
        ("tests/gpu/grids/test_slopes.py",),
        "eight and (every_model or other_types or beyond_the_bins or too_fine or slices)",
    ),
    "straight slopes": (
        ("tests/gpu/grids/test_slopes.py",),
        "straight and (every_model or other_types or beyond_the_bins or too_fine or slices)",
    ),
    "out-of-core": (
        ("tests/gpu/grids/test_out_of_core.py",),
        "(come_and_go and (noise or wide)) or uint16 or limit_cuts or any_address",
    ),
    "pictures": (("tests/gpu/grids/test_pictures.py",), "those_of_the_processor"),
    "roads in rounds": (
        (ROADS, "tests/gpu/roads/test_solvers.py"),
        "(equals_dijkstra and (city or town or loops)) or any_degree or lists_that_are_full",
    ),
    "decoding": (
        ("tests/gpu/roads/test_decode.py", "tests/gpu/roads/test_decoded_costs.py"),
        "presets or ways_have_speeds or weights_are_written or (near-far and turns)",
    ),
    "pictures of streets": (
        ("tests/gpu/roads/test_street_pictures.py",),
        "usual or light or wide or shut or whatever or beneath",
    ),
    "customization": (
        ("tests/gpu/roads/crp/test_customize.py",), "random_towns or every_engine or fit_no_block",
    ),
    "small cells": (("tests/gpu/roads/crp/test_customize.py",), "every_engine and local"),
    "middle cells": (("tests/gpu/roads/crp/test_customize.py",), "every_engine and local"),
    "columns": (("tests/gpu/roads/crp/test_customize.py",), "random_towns and True"),
    "microinstructions": (
        ("tests/experiments/microinstructions/test_device.py",), "every_form or many_blocks",
    ),
    "global search": (
        ("tests/gpu/roads/crp/test_global_search.py",), "every_level or towns_with or two_words",
    ),
    "one to all": (ONE_TO_ALL, WHICH_OF_ONE_TO_ALL),
    "searches upward": (ONE_TO_ALL, WHICH_OF_ONE_TO_ALL),
    "sweeps": (ONE_TO_ALL, WHICH_OF_ONE_TO_ALL),
    "short of memory": (("tests/gpu/roads/crp/test_batches.py",), "bits_of_dijkstra and from"),
    "contraction by levels": (
        ("tests/gpu/roads/ch/test_contraction.py",), "drawn_graphs and (city or town or islands)",
    ),
    "one to all by levels": (
        ("tests/gpu/roads/ch/test_phast.py",), "points_on_arcs or queue_holds or every_level",
    ),
    "tables by levels": (
        ("tests/gpu/roads/ch/test_tables.py",),
        "(one_solve_after and 64 and from) or (all_sources and False) or queue_holds",
    ),
    "tables": (
        ("tests/gpu/roads/crp/test_many_to_many.py",), "one_solve_after or warps_that_share",
    ),
    "heap of a warp": (("tests/gpu/roads/many/test_warp_heap.py",), "random_doings or room"),
    "searches by warps": (
        (TABLES, "tests/gpu/roads/many/test_searches.py"),
        "(equals_dijkstra and warp-heap and (city or town)) or one_by_one or begin_again",
    ),
}  # fmt: skip
"""Files of tests by part, and which of their tests."""

FEWER = {
    "tiled": "equals_dijkstra and tiled and gpu and (noise or wide)",
    "straight lines": "along_straight_lines and gpu and (islands or plateaus)"
    " or (other_types and codes and tiled and (two or 13.7))",
    "slopes": "eight and ((every_model and codes) or too_fine)",
    "straight slopes": "straight and every_model and codes",
    "out-of-core": "come_and_go and noise",
    "pictures": "those_of_the_processor and (islands or stopped)",
    "roads in rounds": "equals_dijkstra and city",
    "heap of a warp": "random_doings and 1-3",
    "searches by warps": "equals_dijkstra and warp-heap and city",
    "contraction by levels": "drawn_graphs and city",
    "customization": "drawn_graphs and (ring or islands) and not without",
}
"""Tests that racecheck looks at in parts that it would slow too much: all their kernels that have
shared memory, in fewer instances."""

ONLY = {
    "small cells": "settle_small", "middle cells": "settle_middle",
    "columns": "columns", "searches upward": "upward", "sweeps": "sweep",
}  # fmt: skip
"""Part of the names of the kernels that racecheck looks at in a part: it would slow the others
beyond their time, or count what they are known for."""

SUMMARY = {
    "memcheck": re.compile(r"ERROR SUMMARY: (\d+) errors?"),
    "racecheck": re.compile(r"RACECHECK SUMMARY: (\d+) hazards? .*\((\d+) errors?, (\d+) warn"),
}

OPTIONS = {
    # CuPy asks for what need not be there, and answers itself.
    "memcheck": ("--report-api-errors", "no"),
    "racecheck": ("--racecheck-report", "all"),
}

MOST_REPORTS = 12
SECONDS = 300.0
"""Most seconds of a part: racecheck slows some kernels a hundredfold."""


def kernels() -> set[str]:
    """`stem kernel` of every kernel there is; of a header's, the stem of none."""
    found: set[str] = set()
    for file in (ROOT / "gpu").rglob("*.cu"):
        text = file.read_text(encoding="utf-8")
        stem = file.relative_to(ROOT / "gpu").with_suffix("").as_posix()
        names = re.findall(
            r'extern "C" __global__ void\s+(?:__launch_bounds__\([^)]*\)\s+)?(\w+)\(', text
        )
        found.update(f"{stem} {name}" for name in names)
    return found


def run(part: str, tool: str, folder: Path, seconds: float) -> dict[str, Any]:
    """One part under one tool: what was found, and what was launched."""
    files, which = PARTS[part]
    launched = folder / f"{part}-{tool}.json".replace(" ", "_")
    only = ONLY.get(part, "") if tool == "racecheck" else ""
    command = [
        "compute-sanitizer", "--tool", tool, *OPTIONS[tool],
        *(("--kernel-name", f"kernel_substring={only}") if only else ()),
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
        "-p", "tests.gpu.launched", "-m", "gpu", "--timeout",
        str(seconds), *files, "-k", FEWER.get(part, which) if tool == "racecheck" else which,
    ]  # fmt: skip
    environment = os.environ | {"ISOFRONT_LAUNCHED": str(launched), "PYTHONPATH": str(ROOT)}
    done = _ended(command, environment, seconds)
    if done is None:
        return {"part": part, "tool": tool, "ended": False}
    figures = [int(n) for found in SUMMARY[tool].findall(done.stdout) for n in _each(found)]
    tests = re.findall(r"(\d+) (passed|failed|skipped)", done.stdout)
    record: dict[str, Any] = {
        "part": part,
        "tool": tool,
        "ended": bool(figures) and not done.returncode,
        "errors": figures[0] if figures and tool == "memcheck" else sum(figures[1::3]),
        "hazards": sum(figures[0::3]) if tool == "racecheck" else None,
        "warnings": sum(figures[2::3]) if tool == "racecheck" else None,
        "tests": {kind: int(count) for count, kind in tests},
        "launches": {kernel: n for kernel, n in _launches(launched).items() if only in kernel},
        "reports": _reports(done.stdout),
    }
    if not figures or done.returncode:
        record["said"] = (done.stdout + done.stderr)[-600:]
    return record


def _ended(
    command: Sequence[str], environment: dict[str, str], seconds: float
) -> subprocess.CompletedProcess[str] | None:
    """None where it took longer. The tool starts a process of its own, which goes on without it and
    would be measured by whoever measures next: both end then."""
    asked = subprocess.Popen(
        command, cwd=ROOT, env=environment, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        said, complained = asked.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(asked.pid, signal.SIGKILL)
        asked.communicate()
        return None
    return subprocess.CompletedProcess(command, asked.returncode, said, complained)


def _launches(path: Path) -> dict[str, int]:
    """Launches by kernel as the tests noted them, none where they did not end."""
    found: dict[str, int] = json.loads(path.read_text()) if path.exists() else {}
    return found


def _each(found: str | tuple[str, ...]) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else found


def _reports(text: str) -> list[str]:
    """What a tool reports and in which kernels, addresses left out, each line once."""
    lines = re.findall(
        r"^=+ +((?:Error|Warning|Info|Invalid|Race|Read Thread|Write Thread)\b.*)$",
        text,
        re.MULTILINE,
    )
    plain = [re.sub(r"0x[0-9a-f]+|\d{3,}|\(\d+,\d+,\d+\)", "…", line)[:240] for line in lines]
    return list(dict.fromkeys(plain))[:MOST_REPORTS]


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=names(OPTIONS), default=list(OPTIONS))
    parser.add_argument("--parts", type=names(PARTS), default=list(PARTS))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    if shutil.which("compute-sanitizer") is None:
        parser.error("compute-sanitizer is not installed")
    results = ResultFile(given.out, gpu=gpus(), cuda=software().compiler)
    pairs = [(part, tool) for part in given.parts for tool in given.tools]
    seen: set[str] = set()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        running = [pool.submit(run, *pair, Path(folder), given.seconds) for pair in pairs]
        for future in as_completed(running):
            record = future.result()
            seen |= record.get("launches", {}).keys()
            print(json.dumps({k: v for k, v in record.items() if k != "launches"}), flush=True)
            results.add(record)
    print("not launched:", ", ".join(sorted(kernels() - seen)) or "none", flush=True)


if __name__ == "__main__":
    main()
