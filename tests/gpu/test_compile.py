"""Every `.cu` file compiles for the oldest and the newest supported device, where nvcc is there."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gpu.module import source

GPU = Path(__file__).resolve().parents[2] / "gpu"
NVCC = shutil.which("nvcc")

OPTIONS = ("-std=c++17", "-cubin", "-Xcicc", "-O0", "-Xptxas", "-O0")
"""What is wrong is found without optimizing, in half the time."""

STEMS = sorted(str(p.relative_to(GPU).with_suffix("").as_posix()) for p in GPU.rglob("*.cu"))


def test_there_are_kernels() -> None:
    assert "grids/tiled" in STEMS


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
@pytest.mark.parametrize("stem", STEMS)
def test_compiles(stem: str, tmp_path: Path) -> None:
    text = tmp_path / "kernels.cu"
    text.write_text(source(stem), encoding="utf-8")
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
    """The constants of each compilation: bytes of a cell and whether it is square, for kernels on
    grids; else none, once for each device."""
    if not re.search(r"\bVALUE\b", text):
        return [[], []]
    pairs = ((1, 0), (4, 1), (4, 0), (2, 1))
    return [[f"-DVALUE={value}", f"-DSQUARE={square}", "-DWARPS=4"] for value, square in pairs]
