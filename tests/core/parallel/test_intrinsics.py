"""Arrays that kernels hand to functions without counting references to them."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from core.parallel.intrinsics import borrowed


class Pair(NamedTuple):
    keys: Any
    values: Any


@njit
def pick(pair: Any, at: int) -> Any:
    return pair.values[pair.keys[at]]


@njit
def total(pair: Any) -> Any:
    lent = Pair(borrowed(pair.keys), borrowed(pair.values))
    found = 0.0
    for at in range(len(lent.keys)):
        found += pick(lent, at)
    lent.values[0] = -1.0
    return found


def test_a_borrowed_array_is_the_same_memory_and_its_owner_keeps_it() -> None:
    pair = Pair(np.array([2, 0, 1]), np.array([1.0, 2.0, 4.0]))
    before = [sys.getrefcount(array) for array in pair]
    for _ in range(50):
        pair.values[0] = 1.0
        assert total(pair) == 7.0
        assert pair.values[0] == -1.0
    assert [sys.getrefcount(array) for array in pair] == before
    assert pair.keys.tolist() == [2, 0, 1]
