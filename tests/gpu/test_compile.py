"""Every `.cu` file compiles for the oldest and the newest supported device, where nvcc is there.

What the solvers in rounds are told lies where their kernels look for it, and the default solver,
optimized as it is shipped, keeps what it has at hand in registers.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import experiments
import gpu
from gpu.grids.solvers.tiled_launch import CROSSED_TEAM, MOST_PRICING_WARPS, MOST_WARPS, TEAM
from gpu.sources import asserted, layout_of, source, taken
from road.crp.device_layout.matrices import TASK_BYTES

GPU = Path(__file__).resolve().parents[2] / "gpu"
NVCC = shutil.which("nvcc")

OPTIONS = ("-std=c++17", "-Xcicc", "-O0", "-Xptxas", "-O0", "-diag-suppress", "1427")
"""What is wrong is found without optimizing, in half the time. 1427: offsets in derived ones."""

ASSEMBLED = (0, 1, 4, 7, 10)
"""Variants that go through the assembler, too, which takes longer than the compiler: one for each
device, and the first that know straight lines, slopes and both. It sees memory that is too small
and instructions that a device has not; in these the others do not differ."""

REGISTERS = 64 << 10
"""Of a multiprocessor. `tiled` has it for itself: a warp keeps a tile there, 255 a lane at most."""

STRUCT = re.compile(r"^struct (?:__align__\([^)]+\) )?(\w+)", re.MULTILINE)

WARPS = 8
"""Of a block of `tiled`, on most devices; a team of two for each where tiles are shared."""

OTHERS = GPU.parent / "experiments"

FILES = sorted(os.path.relpath(p, GPU) for folder in (GPU, OTHERS) for p in folder.rglob("*.cu"))


@pytest.fixture(scope="module", autouse=True)
def drivers() -> None:
    """All of them: each asks for the layouts of what it hands to kernels."""
    for package in (gpu, experiments):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)


def test_there_are_kernels() -> None:
    assert "grids/solvers/tiled.cu" in FILES


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
@pytest.mark.parametrize("file", FILES)
def test_compiles(file: str, tmp_path: Path) -> None:
    text = tmp_path / "kernels.cu"
    text.write_text(asserted(file) + offsets(file), encoding="utf-8")
    for number, constants in enumerate(variants(source(file))):
        architecture = "-arch=sm_90" if number % 2 else "-arch=sm_75"
        form = "-cubin" if number in ASSEMBLED else "-ptx"
        found = compiled(text, architecture, *constants, form=form)
        assert found.returncode == 0, found.stderr
        assert "warning" not in found.stderr.lower(), found.stderr


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed")
def test_a_field_of_which_the_host_knows_otherwise_does_not_compile(tmp_path: Path) -> None:
    text = tmp_path / "kernels.cu"
    declared = "u32 mask, pushed, follow;"
    assert asserted("roads/costs/decode.cu").count(declared) == 1
    for wrong in ("u32 mask; u64 pushed, follow;", "u32 follow, pushed, mask;"):
        edited = asserted("roads/costs/decode.cu").replace(declared, wrong)
        text.write_text(edited + offsets("roads/costs/decode.cu"), encoding="utf-8")
        assert "static assertion failed" in compiled(text).stderr


def test_no_two_structures_have_one_name() -> None:
    files = [*GPU.rglob("*.cu*"), *OTHERS.rglob("*.cu*")]
    declared = [name for path in files for name in STRUCT.findall(path.read_text("utf-8"))]
    assert len(declared) > 50
    assert [name for name, count in Counter(declared).items() if count > 1] == []


def test_arrays_made_elsewhere_are_compared() -> None:
    file = "roads/crp/query/upward.cu"
    other = np.dtype([("cell", "u4"), ("level", "u4")])
    with pytest.raises(TypeError, match="struct OpenCell"):
        layout_of("OpenCell", file, like=other)
    tasks = layout_of("StagedTask", "roads/crp/customization/customize_cells.cu")
    assert tasks.itemsize == TASK_BYTES


@pytest.mark.skipif(NVCC is None, reason="nvcc is not installed: no register is counted")
@pytest.mark.parametrize(
    ("square", "more", "newest"),
    [(1, "", True), (0, "", True), (0, "", False), (1, "STRAIGHT", True), (1, "STRAIGHT", False),
     (0, "STRAIGHT FOUR", True), (0, "STRAIGHT FOUR", False),
     (0, "SLOPES", True), (0, "SLOPES", False),
     (1, "STRAIGHT SLOPES FOUR", True), (0, "STRAIGHT SLOPES FOUR", True),
     (0, "STRAIGHT SLOPES FOUR", False),
     (1, "STRAIGHT SLOPES KEPT FOUR", True), (0, "STRAIGHT SLOPES KEPT FOUR", True),
     (0, "STRAIGHT SLOPES KEPT", True), (1, "STRAIGHT FOUR", True), (1, "STRAIGHT FOUR", False)],
    ids=["newest", "oblong cells, newest", "oblong cells, oldest", "straight lines, newest",
         "straight lines, oldest", "straight lines over oblong cells, newest",
         "straight lines over oblong cells, oldest",
         "slopes, newest", "slopes, oldest", "straight lines on slopes, newest",
         "straight lines on slopes over oblong cells, newest",
         "straight lines on slopes over oblong cells, oldest",
         "straight lines on slopes, prices kept, newest",
         "straight lines on slopes over oblong cells, prices kept, newest",
         "straight lines on slopes over oblong cells by two, prices kept, newest",
         "straight lines by four, newest", "straight lines by four, oldest"],
)  # fmt: skip
def test_a_tile_stays_in_registers(square: int, more: str, newest: bool, tmp_path: Path) -> None:
    text = tmp_path / "kernels.cu"
    text.write_text(source("grids/solvers/tiled.cu"), encoding="utf-8")
    listed = subprocess.run([str(NVCC), "--list-gpu-arch"], capture_output=True, text=True)
    team = CROSSED_TEAM if "FOUR" in more else 1 if more == "SLOPES" else TEAM
    prices = "STRAIGHT SLOPES" in more and "KEPT" not in more
    warps = min(WARPS * team, MOST_PRICING_WARPS if prices else MOST_WARPS)
    known = sorted({int(name) for name in re.findall(r"compute_(\d+)\b", listed.stdout)})
    chip = known[-1] if newest else next(name for name in known if name >= 70)
    done = subprocess.run(
        [
            str(NVCC), f"-arch=sm_{chip}", "-std=c++17", "-cubin", "-Xptxas", "-v", "-DVALUE=1",
            f"-DSQUARE={square}", f"-DWARPS={warps}", f"-DTEAM={team}",
            *(f"-D{name}=1" for name in more.split()), "-o", str(tmp_path / "o"), str(text),
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
    assert given * 32 * warps <= REGISTERS


def compiled(text: Path, *options: str, form: str = "-cubin") -> subprocess.CompletedProcess[str]:
    command = [
        str(NVCC),
        form,
        *OPTIONS,
        *options,
        "-o",
        str(text.with_suffix(".cubin")),
        str(text),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def variants(text: str) -> list[list[str]]:
    """The constants of each compilation: bytes of a cell, whether it is square and whether real
    speeds are priced before, for kernels on grids, and straight lines, slopes or both, and these
    with prices that are kept, where they know them; else none, once for each device, and a higher
    level to begin on."""
    if not re.search(r"\bVALUE\b", text):
        return [[], [], *([["-DBEGIN_LEVEL=3"]] if "BEGIN_LEVEL" in text else [])]
    by_blocks = "struct Blocks" in text  # of which half costs are not kept
    kinds = ((1, 1, 0), (4, 1, 0), (4, 0, 0), (2, 0, 0))
    if not by_blocks:
        kinds = ((1, 1, 0), (4, 1, 1), (8, 0, 1), (2, 0, 0))
    names = "VALUE", "SQUARE", "PRICED"
    found = [
        [*(f"-D{name}={value}" for name, value in zip(names, kind, strict=True)), "-DWARPS=4"]
        for kind in kinds
    ]
    if re.search(r"\bCODED\b", text):
        found.append([*found[1], "-DCODED=1"])
    knows = [
        more
        for more in ("STRAIGHT", "SLOPES")
        if re.search(rf"\b{more}\b", text) and not (by_blocks and more == "SLOPES")
    ]
    asked = [[more] for more in knows] + ([knows] if len(knows) > 1 else [])
    asked += [[*knows, "KEPT"]] if re.search(r"\bKEPT\b", text) else []
    more = [[f"-D{name}=1" for name in names] for names in asked]
    return found + [[*constants, *each] for each in more for constants in found[:3]]


def offsets(file: str) -> str:
    """Assertions that the compiler lays fields out as the host does."""
    offset = (
        f"__builtin_offsetof({name}, {field}) == {where[1]}"
        for name, layout in taken(file).items()
        for field, where in (layout.fields or {}).items()
    )
    return "".join(f'static_assert({line}, "{line}");\n' for line in offset)
