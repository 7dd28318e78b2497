"""Half costs that the device keeps in a word a cell: what is unpacked is what was priced.

The header is compiled for the host, so that no device is needed.
"""

from __future__ import annotations

import ctypes
import math
import subprocess
from pathlib import Path

import numpy as np
import pytest

from benchmarks.peers.cpp_dijkstra import compiler
from core.times import COARSEST_TICK, FINEST_TICK
from raster.steps import BARRIER, DIAGONAL, NORTH_SOUTH, SLANT, half_cost_ticks, most_aslant

HEADER = Path(__file__).resolve().parents[3] / "gpu" / "include" / "tile_grid.cuh"

STANDING_IN = """
#include <algorithm>
#include <cmath>
#define __device__
#define __forceinline__ inline
#define __ldg(p) (*(p))
using std::min; using std::max; using std::fmin; using std::fmax; using std::rint;
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned int u32;
typedef unsigned long long u64;
#define UNREACHED (1u << 30)
// For what tiles do with labels, which nothing here calls.
struct uint4 { u32 x, y, z, w; };
inline uint4 make_uint4(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }
inline uint4 __ldcg(const uint4* p) { return *p; }
inline void __stcg(uint4* p, uint4 value) { *p = value; }
inline float __uint_as_float(u32 bits) {
  float value;
  __builtin_memcpy(&value, &bits, 4);
  return value;
}
inline u32 warp_max(u32 value) { return value; }
inline int __viaddmax_s32(int a, int b, int c) { return max((int)((u32)a + (u32)b), c); }
inline int __clz(int value) { return value ? __builtin_clz((u32)value) : 32; }
"""

THROUGH = """
extern "C" void through(const double* scale, double zero, u32 slant, u32 straight,
                        const float* kmh, int cells, u32* priced, u32* found) {
  Grid grid;
  for (int k = 0; k < 3; k++) grid.scale[k] = scale[k];
  grid.zero_speed = zero, grid.slant = slant, grid.straight_lines = straight;
  for (int i = 0; i < cells; i++) {
    HalfCost before = half_of_speed(grid, kmh[i]);
    value_t value = packed(grid, before);
    HalfCost after = half_cost(grid, value);
    u32 *p = priced + 3 * i, *f = found + 3 * i;
    p[1] = before.vertical, p[2] = before.diagonal, f[1] = after.vertical, f[2] = after.diagonal;
#if SQUARE
    p[0] = p[1], f[0] = f[1];
#else
    p[0] = before.horizontal, f[0] = after.horizontal;
#endif
  }
}
"""


@pytest.mark.skipif(compiler() is None, reason="no C++ compiler is installed")
@pytest.mark.parametrize("square", [True, False])
def test_packed_half_costs_are_unpacked_to_the_bit(square: bool, tmp_path: Path) -> None:
    labels = (HEADER.parent / "tiles" / "labels.cuh").read_text()
    text = HEADER.read_text().replace('#include "tiles/labels.cuh"', labels)
    text = text.replace('#include "memory.cuh"', STANDING_IN)
    text = text.replace("#pragma once", "")
    (tmp_path / "packed.cpp").write_text(text + THROUGH)
    options = (f"-DVALUE={4 if square else 8}", f"-DSQUARE={int(square)}", "-DPRICED=1")
    library = tmp_path / "packed.so"
    subprocess.run(
        [str(compiler()), "-O1", "-std=c++17", "-shared", "-fPIC", *options, "-o", str(library),
         str(tmp_path / "packed.cpp")],
        check=True,
    )  # fmt: skip
    through = ctypes.CDLL(str(library)).through
    random = np.random.default_rng(7)
    for _ in range(200):
        x, y = 10 ** random.uniform(-2, 3, 2)
        y = x if square else y
        tick = 2.0 ** random.integers(int(math.log2(FINEST_TICK)), int(math.log2(COARSEST_TICK)))
        scale = np.array([1.8 * length / tick for length in (x, y, math.hypot(x, y))])
        slant = int(2**31 * scale[2] / scale[:2].max())
        straight = int(square and random.random() < 0.5)
        kmh = _speeds(random, scale)
        zero = float(random.choice([0.0, 0.7]))
        priced, found = np.zeros((2, len(kmh), 3), np.uint32)
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (scale, kmh, priced, found)]
        through(
            pointers[0], ctypes.c_double(zero), ctypes.c_uint32(slant), straight, pointers[1],
            len(kmh), pointers[2], pointers[3],
        )  # fmt: skip
        for kind in range(3):
            expected = half_cost_ticks(kmh.astype(np.float64), scale[kind], zero)
            if straight and kind == DIAGONAL:
                assert slant == SLANT
                expected = np.minimum(expected, most_aslant.py_func(priced[:, NORTH_SOUTH]))
            np.testing.assert_array_equal(priced[:, kind], expected)
        np.testing.assert_array_equal(found, priced)


def _speeds(random: np.random.Generator, scale: np.ndarray) -> np.ndarray:
    """Of all sizes, around every length of half costs, at the slowest that counts, and odd ones."""
    with np.errstate(over="ignore"):
        ticks = 10 ** random.uniform(-1, 9.3, 1000)
        near = BARRIER + random.uniform(-1e6, 1e6, 200)
        odd = [0.0, -0.0, -3.0, math.nan, math.inf, 1e-45, 3e38]
        parts = (scale[0] / ticks, scale[2] / near, 10 ** random.uniform(-12, 12, 500), odd)
        return np.concatenate(parts).astype(np.float32)
