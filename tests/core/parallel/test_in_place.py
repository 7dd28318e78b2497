"""Compiled code that counts no references: it gives no arrays back, and counts none in fact."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from numba import njit, types
from numba.core.errors import NumbaError

from core.parallel.in_place import in_place
from core.parallel.kernel_cache import kernel_sources
from core.solver import Start
from raster.slopes.disc_ground import DiscGround, ticks_of_part
from raster.slopes.heights import heights_of
from raster.slopes.models import Tobler
from raster.slopes.slopes import GridSlopes
from raster.solvers.bellman_ford import BellmanFord
from raster.solvers.near_far import NearFar
from raster.solvers.tiled import Tiled
from tests.parity.drawn import DRAWN

ROOT = Path(__file__).parents[3]
HOWS: tuple[dict[str, Any], ...] = {}, {"geometry": "straight"}


def _in_place() -> Iterator[Any]:
    """Those of all modules that are loaded."""
    for name, module in tuple(sys.modules.items()):
        if name.partition(".")[0] in ("core", "raster", "road"):
            for what in vars(module).values():
                if getattr(what, "targetoptions", {}).get("_nrt", True) is False:
                    yield what


def _holds_arrays(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return any(_holds_arrays(part) for part in cast(Any, kind).types)
    return isinstance(kind, types.Array)


def test_no_code_that_counts_no_references_gives_arrays_back() -> None:
    drawn = next(iter(DRAWN.values()))()
    grid = drawn.grid
    slopes = GridSlopes(heights_of(np.zeros(grid.shape)), Tobler())
    starts = (Start(int(np.flatnonzero(grid.kmh(grid.whole(), grid.shape) > 0)[0]), 0.0),)
    for how in HOWS:
        for slope in (None, slopes):
            for solver in (Tiled, NearFar):
                solver(grid, slopes=slope, **how).solve(starts)
    BellmanFord(grid).solve(starts)
    compiled = 0  # all that these call where nothing is in the cache, else what is called from here
    for function in _in_place():
        for signature in function.nopython_signatures:
            assert not _holds_arrays(signature.return_type), function
            compiled += 1
    assert compiled > 3


def test_such_code_calls_no_code_that_counts_them() -> None:
    """Else the order in which they are compiled decides whether the other counts."""
    for path in kernel_sources(ROOT):
        if "import in_place" in path.read_text(encoding="utf-8"):
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found = set(_in_place())
    assert len(found) > 60
    for function in found:
        for name in function.py_func.__code__.co_names:
            called = function.py_func.__globals__.get(name)
            if hasattr(called, "targetoptions"):
                inlined = called.targetoptions.get("inline") == "always"
                assert called in found or inlined, f"{function} calls {called}"


def test_it_counts_no_references() -> None:
    many = np.full((2, 9, 9), 5, np.int64)
    level = DiscGround(
        0, 0, 1.0, many, np.empty((0, 0)), np.empty((2, 0), np.int64), 0.0, 0.0, 0, 0.0, 0.0
    )
    code: Any = ticks_of_part
    option = cast(Any, in_place(code.py_func)).targetoptions["_nrt"]
    compiler: Any = njit
    counting, other = (compiler(nogil=True, _nrt=nrt)(code.py_func) for nrt in (True, option))
    for compiled in (counting, other):
        assert compiled(level, (4.0, 4.0), (4.0, 7.0), 1.0) == pytest.approx(30.0)
    assert "NRT_incref" in next(iter(counting.inspect_llvm().values()))
    assert "NRT_incref" not in next(iter(other.inspect_llvm().values()))


def test_code_that_makes_arrays_does_not_compile() -> None:
    @in_place
    def makes(count: int) -> Any:
        return np.empty(count).size

    with pytest.raises((NumbaError, RuntimeError), match="array passed"):
        makes(3)
