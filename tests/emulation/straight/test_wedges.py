"""Wedges of straight lines on the device, run on the processor: what one offers, short roots."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.geometry.wedge import offer, offer_over_oblong
from core.geometry.wedge_units import PART_BITS
from core.times import UNREACHED
from gpu.module import Module
from raster.oblong import wedge_shapes
from tests.emulation import fake_cupy

pytestmark = pytest.mark.usefixtures("device")

WEDGES = """
#include "straight/wedges.cuh"
extern "C" __global__ void past(const u32* best, const u32* axis, const u32* aslant,
                                const u32* cost, u32 share, u32 reach, u32 count, u32* found) {
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  WedgeShape shape;
#if OBLONG
  shape.share = share, shape.reach = reach;
#endif
  if (i < count) found[i] = past_wedge(best[i], axis[i], aslant[i], cost[i], shape);
}
"""


def through_wedges(
    folder: Path, *given: NDArray[Any], shape: tuple[int, int] = (0, 0), code: str = WEDGES
) -> NDArray[np.uint32]:
    """What a device makes of labels and costs. given : best, and labels of A and D, and F. shape :
    SHARE and REACH where cells are not square."""
    path = folder / "wedges.cu"
    path.write_text(code, encoding="utf-8")
    arrays = [fake_cupy.asarray(np.asarray(array, np.uint32)) for array in given]
    found = fake_cupy.empty(len(given[0]), np.uint32)
    count = np.uint32(len(given[0]))
    blocks = -(-int(count) // 128)
    module = Module(str(path.with_suffix("")), (("SQUARE", int(shape[0] == 0)),))
    module.launch("past", blocks, 128, *arrays, *map(np.uint32, shape), count, found)
    return np.asarray(found.get())


def test_wedges_offer_what_they_do_on_the_processor(tmp_path: Path) -> None:
    # All of small costs; of large ones at the seam, where roots are squares or one less, and drawn;
    # and `best` just above the offer and at it, so that a root off by one shows, too.
    rng = np.random.default_rng(1)
    wedges = [(100 + apart, 100, cost) for cost in range(2, 60) for apart in range(-2, 2 * cost)]
    for cost in (2.0 ** rng.uniform(6, 30, 1500)).astype(np.int64).tolist():
        seam = math.isqrt(cost * cost // 2)
        drawn_apart = int(rng.integers(1, seam))
        square = math.isqrt(cost * cost - drawn_apart**2)
        of_square = math.isqrt(cost * cost - square * square)
        for apart in (1, drawn_apart, of_square, seam - 1, seam, seam + 1):
            wedges.append((min(7 + apart, UNREACHED), 7, cost))
    wedges += [(UNREACHED, 5, 77), (UNREACHED, 0, UNREACHED + 1)]
    expected = np.array([offer(*wedge) for wedge in wedges])
    axis, aslant, cost = np.array(wedges).T
    for more in (0, 1, 1000):
        best = np.minimum(expected + more, UNREACHED)
        found = through_wedges(tmp_path, best, axis, aslant, cost)
        # Where D is no earlier than A, the step from A gives as much.
        np.testing.assert_array_equal(
            found, np.where(axis > aslant, np.minimum(best, expected), best)
        )


@pytest.mark.parametrize("sides", [(10.0, 14.1), (16.0, 1.0), (1.0, 5.0)])
def test_wedges_over_oblong_cells_offer_what_they_do_on_the_processor(
    sides: tuple[float, float], tmp_path: Path
) -> None:
    rng = np.random.default_rng(2)
    share, reach = wedge_shapes(*sides)[0, :2].tolist()
    wedges = [(100 + apart, 100, cost) for cost in range(2, 60) for apart in range(-2, 3 * cost)]
    for cost in (2.0 ** rng.uniform(5, 30, 1500)).astype(np.int64).tolist():
        seam = min(cost * reach >> PART_BITS, UNREACHED - 9)
        for apart in (1, int(rng.integers(0, seam + 1)), seam - 1, seam, seam + 1):
            wedges.append((7 + apart, 7, cost))
    wedges += [(UNREACHED, 5, 77), (UNREACHED, 0, UNREACHED + 1)]
    expected = np.array([offer_over_oblong(*wedge, share, reach) for wedge in wedges])
    axis, aslant, cost = np.array(wedges).T
    for more in (0, 1, 1000):
        best = np.minimum(expected + more, UNREACHED)
        found = through_wedges(tmp_path, best, axis, aslant, cost, shape=(share, reach))
        np.testing.assert_array_equal(
            found, np.where(axis > aslant, np.minimum(best, expected), best)
        )


SHORT_WEDGES = """
#include "straight/short_oblong.cuh"
extern "C" __global__ void past(const u32*, const u32* axis, const u32* aslant, const u32* cost,
                                u32 share, u32 reach, u32 count, u32* found) {
  u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  WedgeShape shape = {share, reach, 0, (float)share * 0x1p-24f};
  if (i < count) found[i] = above_axis_over_oblong(axis[i], aslant[i], cost[i], shape);
}
"""


@pytest.mark.parametrize(
    "sides", [(10.0, 10.1), (10.0, 14.1), (10.0, 5.2), (28.2, 10.0), (10.0, 28.2)]
)
def test_short_wedges_over_oblong_cells_offer_the_same(
    sides: tuple[float, float], tmp_path: Path
) -> None:
    rng = np.random.default_rng(3)
    share, reach = wedge_shapes(*sides)[0, :2].tolist()
    assert share >= 1 << 21
    wedges = [(100 + apart, 100, cost) for cost in range(2, 90) for apart in range(-2, 4 * cost)]
    for cost in (2.0 ** rng.uniform(4, 20, 6000)).astype(np.int64).tolist():
        seam = cost * reach >> PART_BITS
        for apart in (1, int(rng.integers(0, seam + 1)), seam - 1, seam, seam + 1, 3 * seam):
            wedges.append((7 + apart, 7, cost))
    # What is not reached, earlier, or a barrier.
    wedges += [(UNREACHED, 5, 77), (5, UNREACHED, 77), (9, 900, 77), (900, 9, UNREACHED + 77)]
    wedges += [(900, UNREACHED, UNREACHED + 77), (UNREACHED, 9, 2 * UNREACHED - 2)]
    axis, aslant, cost = np.array(wedges).T
    found = through_wedges(
        tmp_path, axis, axis, aslant, cost, shape=(share, reach), code=SHORT_WEDGES
    )
    offers = np.array([offer_over_oblong(*wedge, share, reach) for wedge in wedges])
    offered = (offers < 4 * UNREACHED) & (cost < 1 << 20)
    assert offered.sum() > 20_000
    np.testing.assert_array_equal(axis[offered] + found[offered], offers[offered])
    np.testing.assert_array_equal(found[~offered], cost[~offered])


SLIM = """
#include "tile_settle.cuh"
#include "teams/tile.cuh"
extern "C" __global__ void slim(const u32* along, const u32* across, u32* found) {
  Grid grid;
  grid.share[0] = along[threadIdx.x], grid.share[1] = across[threadIdx.x];
  found[threadIdx.x] = in_shared::too_slim(grid);
}
"""


def test_cells_too_slim_for_short_roots_are_known(tmp_path: Path) -> None:
    path, sides = tmp_path / "slim.cu", [(10.0, 27.0), (10.0, 29.0), (27.0, 10.0), (29.0, 10.0)]
    path.write_text(SLIM, encoding="utf-8")
    along, across = np.array([wedge_shapes(*pair)[:, 0] for pair in sides], np.uint32).T
    module = Module(str(path.with_suffix("")), (("SQUARE", 0), ("STRAIGHT", 1), ("VALUE", 1)))
    found = fake_cupy.empty(4, np.uint32)
    shares = (fake_cupy.asarray(np.ascontiguousarray(part)) for part in (along, across))
    module.launch("slim", 1, 4, *shares, found)
    assert np.asarray(found.get()).tolist() == [0, 1, 0, 1]
