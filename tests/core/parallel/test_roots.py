"""Roots in vectors are the floors of the exact ones."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from core.parallel import simd
from core.parallel.roots import (
    LEAST_SHARE,
    LONGEST,
    LONGEST_ASIDE,
    MIDDLE_SHARE,
    SHORT_ASIDE,
    legs,
    legs_aside,
    short_legs_aside,
)
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


@njit
def rooted_aside(sides: Any, others: Any, share: Any, short: Any, roots: Any) -> None:
    for at in range(0, len(sides), WIDTH):
        side, other = simd.load(sides, at), simd.load(others, at)
        if short:
            simd.store(roots, at, short_legs_aside(side, other, share))
        else:
            simd.store(roots, at, legs_aside(side, other, share))


def most_aside(side: int, share: int) -> int:
    """The largest leg that a wedge has."""
    return math.isqrt((side * side << 48) // (share * ((1 << 24) + share)))


@pytest.mark.parametrize("short", [True, False])
@pytest.mark.parametrize(
    "share", [LEAST_SHARE, 3 << 20, 1 << 23, MIDDLE_SHARE, 1 << 24, 31_500_000, 1 << 28, 1 << 32]
)
def test_roots_beside_a_share(share: int, short: bool) -> None:
    longest = LONGEST_ASIDE
    if short:
        longest = LONGEST if share >= MIDDLE_SHARE else SHORT_ASIDE
    random = np.random.default_rng(share % 97)
    pairs = [(f, d) for f in range(1, 90) for d in range(most_aside(f, share) + 1)]
    for _ in range(20_000):
        side = min(2 ** int(random.integers(2, 27)), longest) - int(random.integers(0, 3))
        most = most_aside(side, share)
        seam, near = max(most - int(random.integers(0, 3)), 0), int(random.integers(0, 3))
        pairs += [(side, seam), (side, int(random.integers(0, most + 1))), (side, min(near, most))]
    sides, others = np.array(pairs, np.int64).T
    count = -(-len(sides) // WIDTH) * WIDTH
    sides, others = np.resize(sides, count), np.resize(others, count)
    roots = np.zeros(count, np.uint32)
    words = sides.astype(np.uint32), others.astype(np.uint32)
    rooted_aside(*words, np.int64(share), np.bool_(short), roots)
    taken = [-(-share * d * d >> 24) for d in others.tolist()]
    exact = [math.isqrt(f * f - t) for f, t in zip(sides.tolist(), taken, strict=True)]
    np.testing.assert_array_equal(roots, exact)
