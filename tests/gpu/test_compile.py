"""Every `.cu` file compiles for the oldest and the newest supported device, where nvcc is there.

What the solvers in rounds are told lies where their kernels look for it, and the default solver,
optimized as it is shipped, keeps what it has at hand in registers.
"""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gpu.grids import tile_queue
from gpu.grids.solvers import adaptive_threads, bellman_ford, near_far, tiled
from gpu.module import source
from gpu.phases import LEDGER
from gpu.roads.solvers import adaptive_threads as road_adaptive_threads
from gpu.roads.solvers import bellman_ford as road_bellman_ford
from gpu.roads.solvers import near_far as road_near_far
from gpu.rounds import CONTROL, RECORD, TURN

GPU = Path(__file__).resolve().parents[2] / "gpu"
NVCC = shutil.which("nvcc")

OPTIONS = ("-std=c++17", "-cubin", "-Xcicc", "-O0", "-Xptxas", "-O0", "-diag-suppress", "1427")
"""What is wrong is found without optimizing, in half the time. 1427: offsets in derived ones."""

REGISTERS = 64 << 10
"""Of a multiprocessor. `tiled` has it for itself: a warp keeps a tile there, 255 a lane at most."""

WARPS = 8
"""Of a block of `tiled`, on most devices."""

STEMS = sorted(str(p.relative_to(GPU).with_suffix("").as_posix()) for p in GPU.rglob("*.cu"))

ROUNDS = {"Turn": TURN, "Control": CONTROL, "Record": RECORD}

STRUCTS: dict[str, dict[str, np.dtype[np.void]]] = {
    "grids/solvers/tiled": {
        "Control": tile_queue.CONTROL,
        "Mail": tile_queue.MAIL,
        "Queue": tile_queue.QUEUE,
        "Record": tile_queue.RECORD,
        "Orders": tiled.ORDERS,
        "Solve": tiled.SOLVE,
    },
    "grids/solvers/near_far": {"NearFar": near_far.NEAR_FAR},
    "grids/solvers/bellman_ford": {"BellmanFord": bellman_ford.BELLMAN_FORD},
    "grids/solvers/adaptive_threads": {"Phases": adaptive_threads.PHASES, "Ledger": LEDGER},
    "roads/solvers/near_far": {"NearFar": road_near_far.NEAR_FAR},
    "roads/solvers/bellman_ford": {"BellmanFord": road_bellman_ford.BELLMAN_FORD},
    "roads/solvers/adaptive_threads": {"Phases": road_adaptive_threads.PHASES, "Ledger": LEDGER},
}
"""By stem, beside those that all solvers in rounds have."""


def test_there_are_kernels() -> None:
    assert "grids/solvers/tiled" in STEMS


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
@pytest.mark.parametrize("stem", STEMS)
def test_compiles(stem: str, tmp_path: Path) -> None:
    text = tmp_path / "kernels.cu"
    text.write_text(source(stem) + layouts(stem), encoding="utf-8")
    for architecture, constants in zip(
        itertools.cycle(["sm_75", "sm_90"]), variants(source(stem)), strict=False
    ):
        command = [str(NVCC), f"-arch={architecture}", *OPTIONS, *constants]
        found = subprocess.run(
            [*command, "-o", str(tmp_path / "kernels.cubin"), str(text)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert found.returncode == 0, found.stderr
        assert "warning" not in found.stderr.lower(), found.stderr


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed: no register is counted")
@pytest.mark.parametrize(
    ("square", "newest"), [(1, True), (0, True), (0, False)],
    ids=["newest", "oblong cells, newest", "oblong cells, oldest"],
)  # fmt: skip
def test_a_tile_stays_in_registers(square: int, newest: bool, tmp_path: Path) -> None:
    text = tmp_path / "kernels.cu"
    text.write_text(source("grids/solvers/tiled"), encoding="utf-8")
    listed = subprocess.run([str(NVCC), "--list-gpu-arch"], capture_output=True, text=True)
    known = sorted({int(name) for name in re.findall(r"compute_(\d+)\b", listed.stdout)})
    chip = known[-1] if newest else next(name for name in known if name >= 70)
    done = subprocess.run(
        [
            str(NVCC), f"-arch=sm_{chip}", "-std=c++17", "-cubin", "-Xptxas", "-v", "-DVALUE=1",
            f"-DSQUARE={square}", f"-DWARPS={WARPS}", "-o", str(tmp_path / "o"), str(text),
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    stack, stores, loads = re.findall(
        r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", done.stderr
    )[0]
    assert (stack, stores, loads) == ("0", "0", "0"), done.stderr
    used = int(re.findall(r"Used (\d+) registers", done.stderr)[0])
    given = -(-used // 8) * 8  # to a thread
    assert given * 32 * WARPS <= REGISTERS


def variants(text: str) -> list[list[str]]:
    """The constants of each compilation: bytes of a cell, whether it is square and whether real
    speeds are priced before, for kernels on grids; else none, once for each device."""
    if not re.search(r"\bVALUE\b", text):
        return [[], []]
    by_blocks = "struct Blocks" in text  # of which half costs are not kept
    kinds = ((1, 1, 0), (4, 1, 0), (4, 0, 0), (2, 0, 0))
    if not by_blocks:
        kinds = ((1, 1, 0), (4, 1, 1), (8, 0, 1), (2, 0, 0))
    names = "VALUE", "SQUARE", "PRICED"
    return [
        [*(f"-D{name}={value}" for name, value in zip(names, kind, strict=True)), "-DWARPS=4"]
        for kind in kinds
    ]


def layouts(stem: str) -> str:
    """Assertions that the structs of a kernel are laid out as the driver's types."""
    if stem not in STRUCTS:
        return ""
    lines = []
    for name, dtype in ((ROUNDS if "/tiled" not in stem else {}) | STRUCTS[stem]).items():
        lines.append(f"sizeof({name}) == {dtype.itemsize}")
        for field, (_, offset, *_) in (dtype.fields or {}).items():
            lines.append(f"__builtin_offsetof({name}, {field}) == {offset}")
    return "".join(f'\nstatic_assert({line}, "{line}");' for line in lines) + "\n"
