"""What a heap of a warp is told to do, and what a sorted list would answer."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpu.buffers import address
from gpu.module import load
from gpu.sources import layout_of

STEM = "../tests/gpu/roads/many/heap_alone"

PUSH, POP, PUSH_ALL, POP_ALL = range(4)

LANES = 32
EVERYTHING = 1 << 20
"""Arrays to look at so that what is popped are the smallest items."""

EMPTY = (1 << 64) - 1

HEAP_POOL = layout_of("HeapPool", "include/warp_heap.cuh")


@dataclass
class Play:
    """What is done one after the other. told : kind, number. items : pushed, in order."""

    told: list[tuple[int, int]] = field(default_factory=list)
    items: list[int] = field(default_factory=list)

    def push(self, *items: int) -> None:
        """One by itself, more of them together."""
        self.told.append((PUSH, 0) if len(items) == 1 else (PUSH_ALL, len(items)))
        self.items += items

    def pop(self) -> None:
        self.told.append((POP, 0))

    def pop_all(self, arrays: int) -> None:
        self.told.append((POP_ALL, arrays))

    def on_device(
        self, blocks: int = 1, pool_words: int = 1 << 20, **constants: int
    ) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
        """(popped, left): what each block popped, and how much it left undone."""
        import cupy

        most = sum(LANES if kind == POP_ALL else kind == POP for kind, _ in self.told)
        told = np.array([kind | number << 8 for kind, number in self.told], np.uint32)
        popped = cupy.zeros((blocks, most), cupy.uint64)
        left = cupy.zeros(blocks, cupy.uint32)
        words, taken = cupy.empty(pool_words, cupy.uint64), cupy.zeros(1, cupy.uint64)
        pool = np.zeros(1, HEAP_POOL)[0]
        pool["words"], pool["size"], pool["taken"] = address(words), pool_words, address(taken)
        load(STEM, constants, 0).launch(
            "play", blocks, LANES, cupy.asarray(told), np.uint32(len(told)),
            cupy.asarray(np.array([*self.items, EMPTY], np.uint64)), popped, np.uint32(most), left,
            pool,
        )  # fmt: skip
        return popped.get(), left.get()

    def check(self, popped: NDArray[np.uint64]) -> None:
        """Raise AssertionError where what was popped is not what a sorted list would give."""
        held: list[int] = []
        pushed, out = iter(self.items), iter(popped.tolist())
        for kind, number in self.told:
            if kind in (PUSH, PUSH_ALL):
                for _ in range(number if kind == PUSH_ALL else 1):
                    insort(held, next(pushed))
                continue
            found = [next(out) for _ in range(LANES if kind == POP_ALL else 1)]
            keys = [item >> 32 for item in found]
            assert keys == sorted(keys)
            given = [item for item in found if item != EMPTY]
            exact = kind == POP or number >= EVERYTHING
            count = min(len(held), len(found) if exact else 1)
            assert len(given) >= count
            assert [item >> 32 for item in given[:count]] == [item >> 32 for item in held[:count]]
            for item in given:
                place = bisect_left(held, item)
                assert held[place] == item
                del held[place]
        assert next(out, None) is None


def item(key: int, value: int) -> int:
    return key << 32 | value


def drawn(seed: int, count: int, keys: int, arrays: int = EVERYTHING) -> Play:
    """So many random doings, more pushes than pops at first and the other way round then, and all
    popped in the end. keys : how many different ones."""
    random: Any = np.random.default_rng(seed)
    play, values = Play(), iter(random.permutation(1 << 16).tolist())

    def fresh() -> int:
        return item(int(random.integers(keys)), next(values))

    held = 0
    for k in range(count):
        grows = random.random() < (0.65 if 2 * k < count else 0.4)
        together = random.random() < 0.5
        if grows:
            number = int(random.integers(2, LANES + 1)) if together else 1
            play.push(*(fresh() for _ in range(number)))
            held += number
        elif together:
            play.pop_all(arrays)
            held = max(held - LANES, 0)
        else:
            play.pop()
            held = max(held - 1, 0)
    for _ in range(held // LANES + 40):
        play.pop_all(EVERYTHING)
    return play
