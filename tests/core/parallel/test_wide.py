"""Products in 64 bits and look-ups by lanes are those of whole numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from core.parallel.simd import WIDTH, load, store
from core.parallel.wide import along, looked_up, product, rounded_product

WORDS = np.array([0, 1, 2, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1], np.uint32)


@njit
def _through(given: Any, factor: Any, table: Any, found: Any) -> None:
    left, right, places = load(given, 0), load(given, WIDTH), load(given, 2 * WIDTH)
    upper, lower = product(left, factor)
    value, gain = looked_up(table, places)
    store(found, 0, upper)
    store(found, WIDTH, lower)
    store(found, 2 * WIDTH, value)
    store(found, 3 * WIDTH, gain)
    store(found, 4 * WIDTH, along(value, gain, left))
    store(found, 5 * WIDTH, rounded_product(left, right, 20, 1 << 30))


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def test_lanes_are_multiplied_and_looked_up_as_whole_numbers() -> None:
    rng = np.random.default_rng(1)
    for factor in (1, 65535, 2**31 + 7, 2**32 - 1):
        left, right = (rng.choice(WORDS, WIDTH) for _ in range(2))
        places = rng.integers(0, 50, WIDTH).astype(np.uint32)
        table = rng.integers(0, 2**62, 50)
        given = np.concatenate([left, right, places])
        found: NDArray[np.uint32] = np.zeros(6 * WIDTH, np.uint32)
        _through(given, np.uint32(factor), table, found)
        lines = found.reshape(6, WIDTH).tolist()
        for lane, (a, b, at) in enumerate(
            zip(*(x.tolist() for x in (left, right, places)), strict=True)
        ):
            line = int(table[at])
            value, gain = line >> 32, line & 0xFFFFFFFF
            more = _signed(gain) * (a >> 16) >> 16
            expected = [
                a * factor >> 32, a * factor & 0xFFFFFFFF, value, gain,
                (value + more) & 0xFFFFFFFF, min((a * b + (1 << 19)) >> 20, 1 << 30),
            ]  # fmt: skip
            # The half may carry past 64 bits, which products of costs and factors never reach.
            if a * b + (1 << 19) >= 1 << 64:
                expected[5] = lines[5][lane]
            assert [row[lane] for row in lines] == expected
