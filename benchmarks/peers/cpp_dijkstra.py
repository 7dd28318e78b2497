"""The C++ peer: compiled when a compiler is there, called through ctypes."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.absent import AbsentError
from core.times import UNREACHED
from raster.grid import VelocityGrid
from raster.steps import step_costs

SOURCE = Path(__file__).with_name("dijkstra.cpp")
COMPILERS = ("g++", "clang++")
FLAGS = ("-std=c++17", "-O3", "-march=native", "-shared", "-fPIC")


def compiler() -> str | None:
    """Path of a C++ compiler; None where there is none."""
    names = (os.environ.get("CXX", ""), *COMPILERS)
    return next((found for name in names if name and (found := shutil.which(name))), None)


def build(source: Path) -> ctypes.CDLL:
    """The compiled library; kept among temporary files, by what it was made from.

    Raises AbsentError without a compiler.
    """
    with_what = compiler()
    if with_what is None:
        raise AbsentError(f"no C++ compiler ({' or '.join(COMPILERS)})")
    made_from = source.read_bytes() + " ".join((with_what, *FLAGS)).encode()
    name = f"isofront-peer-{hashlib.sha256(made_from).hexdigest()[:16]}"
    library = Path(tempfile.gettempdir()) / f"{name}{'.dll' if sys.platform == 'win32' else '.so'}"
    if not library.exists():
        beside = library.with_suffix(f".{os.getpid()}")
        command = [with_what, *FLAGS, str(source), "-o", str(beside)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise AbsentError(f"{Path(with_what).name} failed: {done.stderr.strip()[:200]}")
        os.replace(beside, library)
    return ctypes.CDLL(str(library))


def address(array: NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def prepare(grid: VelocityGrid, start: int, tick: float) -> Callable[[], NDArray[np.uint32]]:
    """A function that solves and gives ticks, uint32, (rows, cols).

    The border and the table are made here, beforehand. Raises AbsentError without a compiler or
    where speeds are not uint8.
    """
    if grid.code_speed is None or grid.values.dtype != np.uint8:
        raise AbsentError("the C++ peer takes uint8 speeds")
    solve = build(SOURCE).dijkstra
    solve.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_int64] * 3
    solve.restype = ctypes.c_int64
    prices = step_costs(grid, tick).table
    barrier = int(np.argmax(prices[0] >= UNREACHED))  # some code has it: 0 at the latest
    codes = np.pad(np.asarray(grid.values, np.uint8), 1, constant_values=barrier)
    half_costs = np.zeros((256, 4), np.uint32)
    half_costs[:, :3] = prices.T
    labels = np.empty(codes.shape, np.uint32)
    row, col = divmod(start, grid.cols)
    first = (row + 1) * codes.shape[1] + col + 1

    def solved() -> NDArray[np.uint32]:
        solve(address(half_costs), address(codes), address(labels), *codes.shape, first)
        return labels[1:-1, 1:-1]

    return solved
