"""Every `.cu` file compiles for the oldest and the newest supported device, where nvcc is there.

What the solvers in rounds are told lies where their kernels look for it.
"""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from gpu.grids import adaptive_threads, bellman_ford, near_far
from gpu.module import source
from gpu.phases import LEDGER
from gpu.roads import adaptive_threads as road_adaptive_threads
from gpu.roads import bellman_ford as road_bellman_ford
from gpu.roads import near_far as road_near_far
from gpu.rounds import CONTROL, RECORD, TURN

GPU = Path(__file__).resolve().parents[2] / "gpu"
NVCC = shutil.which("nvcc")

OPTIONS = ("-std=c++17", "-cubin", "-Xcicc", "-O0", "-Xptxas", "-O0", "-diag-suppress", "1427")
"""What is wrong is found without optimizing, in half the time. 1427: offsets in derived ones."""

STEMS = sorted(str(p.relative_to(GPU).with_suffix("").as_posix()) for p in GPU.rglob("*.cu"))

STRUCTS: dict[str, dict[str, np.dtype[np.void]]] = {
    "grids/near_far": {"NearFar": near_far.NEAR_FAR},
    "grids/bellman_ford": {"BellmanFord": bellman_ford.BELLMAN_FORD},
    "grids/adaptive_threads": {"Phases": adaptive_threads.PHASES, "Ledger": LEDGER},
    "roads/near_far": {"NearFar": road_near_far.NEAR_FAR},
    "roads/bellman_ford": {"BellmanFord": road_bellman_ford.BELLMAN_FORD},
    "roads/adaptive_threads": {"Phases": road_adaptive_threads.PHASES, "Ledger": LEDGER},
}
"""By stem, beside those that all solvers in rounds have."""


def test_there_are_kernels() -> None:
    assert "grids/tiled" in STEMS


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


def variants(text: str) -> list[list[str]]:
    """The constants of each compilation: bytes of a cell, whether it is square and whether real
    speeds are priced before, for kernels on grids; else none, once for each device."""
    if not re.search(r"\bVALUE\b", text):
        return [[], []]
    by_blocks = "struct Blocks" in text  # of which half costs are not kept
    kinds = ((1, 0, 0), (4, 1, 0), (4, 0, 0), (2, 1, 0))
    if not by_blocks:
        kinds = ((1, 0, 0), (4, 1, 1), (8, 0, 1), (2, 1, 0))
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
    structs = {"Turn": TURN, "Control": CONTROL, "Record": RECORD, **STRUCTS[stem]}
    for name, dtype in structs.items():
        lines.append(f"sizeof({name}) == {dtype.itemsize}")
        for field, (_, offset, *_) in (dtype.fields or {}).items():
            lines.append(f"__builtin_offsetof({name}, {field}) == {offset}")
    return "".join(f'\nstatic_assert({line}, "{line}");' for line in lines) + "\n"
