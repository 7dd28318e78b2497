"""Roots in vectors are the floors of the exact ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel import simd
from core.parallel.roots import LONGEST, legs
from core.parallel.simd import WIDTH


@njit
def rooted(sides: Any, others: Any, roots: Any) -> None:
    for at in range(0, len(sides), WIDTH):
        simd.store(roots, at, legs(simd.load(sides, at), simd.load(others, at)))


def compared(sides: NDArray[np.int64], others: NDArray[np.int64]) -> None:
    count = -(-len(sides) // WIDTH) * WIDTH
    longest, other = np.resize(sides, count), np.resize(others, count)
    roots = np.zeros(count, np.uint32)
    rooted(longest.astype(np.uint32), other.astype(np.uint32), roots)
    exact = np.array([math.isqrt(n) for n in (longest**2 - other**2).tolist()])
    told = exact >= other
    np.testing.assert_array_equal(roots[told], exact[told])
    assert np.all((roots[~told] < other[~told]) | (roots[~told] > 1 << 29))


def test_every_pair_of_short_sides() -> None:
    pairs = [(f, d) for f in range(2, 150) for d in range(f + 1)]
    sides, others = np.array(pairs, np.int64).T
    compared(sides, others)


def test_drawn_pairs_up_to_the_longest() -> None:
    random = np.random.default_rng(5)
    top = 2 ** random.integers(1, 23, 40_000)
    sides = np.maximum(np.minimum(top, LONGEST) - random.integers(0, 50, len(top)), 2)
    seam = np.array([math.isqrt(n) for n in (sides**2 // 2).tolist()])
    near = np.clip(seam + random.integers(-3, 4, len(top)), 0, sides)
    others = np.where(random.random(len(top)) < 0.2, near, random.integers(0, sides + 1))
    compared(sides, others)
    compared(sides, np.maximum(sides - random.integers(0, 3, len(top)), 0))


def test_roots_that_are_whole() -> None:
    # Right-angled triangles of whole sides, and their neighbours: rounding has least room there.
    p, q = np.meshgrid(np.arange(2, 1400, 13), np.arange(1, 1000, 11))
    kept = (p > q) & (p**2 + q**2 < LONGEST)
    p, q = p[kept], q[kept]
    longest, other = p**2 + q**2, np.minimum(p**2 - q**2, 2 * p * q)
    for beside in (-1, 0, 1):
        compared(longest, np.maximum(other + beside, 0) if beside < 1 else other)
