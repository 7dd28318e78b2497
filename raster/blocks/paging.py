"""Which blocks a worker holds: the ones that are needed next come in, the finished ones leave.

The smallest key of a block's tiles says when it is needed. A block without a key whose labels are
all below every key there is cannot change any more, unless a part of it is reached later from
another side; it is taken out as soon as there is time for it, so that the way out is never idle.
When room is short, the block that is needed last has to leave (Belady's rule, with keys in place
of the future). Blocks that a front is about to enter come in before it is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.blocks.layout import BlockPartition

FAR = 1 << 40
"""Urgency of a block that nobody waits for; above any label."""


class Swap(NamedTuple):
    """Blocks that leave and blocks that come, in this order."""

    take_out: tuple[int, ...]
    bring_in: tuple[int, ...]


class SwapCapacity(NamedTuple):
    """How many blocks can be on their way out and in now; `back` of those that come may have been
    here before, and bring their labels."""

    out: int
    into: int
    back: int


@dataclass(eq=False)
class Pager:
    """What one worker holds.

    owned : bool, (blocks,), those that this worker settles.
    slots : blocks that it has memory for.
    crossing : ticks that a front takes to cross a block, about.
    resident : bool, (blocks,), held after the last plan; `held` counts them.
    seen : bool, (blocks,), held at some time.
    """

    partition: BlockPartition
    owned: NDArray[np.bool_]
    slots: int
    crossing: int

    def __post_init__(self) -> None:
        count = self.partition.count
        self.resident: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self.seen: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self._came: NDArray[np.int64] = np.full(count, -1)
        self.held = 0

    def plan(
        self,
        keys: NDArray[np.uint32],
        largest: NDArray[np.uint32],
        least: int,
        turn: int,
        reported: int,
        capacity: SwapCapacity,
    ) -> Swap:
        """Decide for the turn that comes; `keys` and `largest` are as of turn `reported`.

        keys : smallest key of each block, UNREACHED where it has none.
        largest : a bound of the labels of each block, 0 where nothing is reached yet.
        least : smallest key of all blocks, also those of others.
        """
        key = np.where(self.owned & (keys < UNREACHED), keys.astype(np.int64), FAR)
        known = self.resident & (self._came <= reported)
        done = known & (key == FAR) & (largest > 0) & (largest < least)
        take_out = self._some(np.flatnonzero(done), largest.astype(np.int64), capacity.out)
        urgency = self._urgency(key, largest)
        wanted = self.owned & ~self.resident & ((key < FAR) | ~self.seen & (urgency < FAR))
        bring_in = self._coming(np.flatnonzero(wanted), urgency, capacity)
        for block in take_out:
            self._leave(block)
        movable = np.flatnonzero(known & self.resident)
        movable = movable[np.argsort(-urgency[movable], kind="stable")]
        forced = self._make_room(bring_in, movable, urgency, capacity.out - len(take_out))
        bring_in = bring_in[: self.slots - self.held]
        for block in bring_in:
            self._come(block, turn)
        return Swap((*take_out, *forced), tuple(bring_in))

    def give_up(self, most: int) -> tuple[int, ...]:
        """At most so many blocks leave, whatever they are needed for."""
        leaving = tuple(int(block) for block in np.flatnonzero(self.resident)[: max(most, 0)])
        for block in leaving:
            self._leave(block)
        return leaving

    def waiting_outside(self, keys: NDArray[np.uint32]) -> int:
        """Smallest key of the blocks that this worker should hold and does not."""
        outside = keys[self.owned & ~self.resident]
        return int(outside.min()) if outside.size else UNREACHED

    def _urgency(self, key: NDArray[np.int64], largest: NDArray[np.uint32]) -> NDArray[np.int64]:
        """When each block is needed: at its key, or, unreached, soon after a key beside it."""
        soon = np.where((largest == 0) & self.owned, self.partition.least_around(key), FAR)
        urgency: NDArray[np.int64] = np.minimum(key, np.minimum(soon + self.crossing, FAR))
        return urgency

    @staticmethod
    def _some(blocks: NDArray[np.int64], order: NDArray[np.int64], most: int) -> list[int]:
        first = np.argsort(order[blocks], kind="stable")[: max(most, 0)]
        return [int(block) for block in blocks[first]]

    def _coming(
        self, wanted: NDArray[np.int64], urgency: NDArray[np.int64], capacity: SwapCapacity
    ) -> list[int]:
        """The earliest that there is room for on the way."""
        back = self._some(wanted[self.seen[wanted]], urgency, min(capacity.back, capacity.into))
        new = self._some(wanted[~self.seen[wanted]], urgency, capacity.into)
        return sorted(back + new, key=lambda block: int(urgency[block]))[: max(capacity.into, 0)]

    def _make_room(
        self,
        coming: list[int],
        movable: NDArray[np.int64],
        urgency: NDArray[np.int64],
        most: int,
    ) -> list[int]:
        """Blocks that leave for others that are needed clearly earlier."""
        forced: list[int] = []
        short = len(coming) - (self.slots - self.held)
        leaving = movable[: max(min(short, most), 0)]
        arriving = coming[len(coming) - short :] if short > 0 else []
        # The first to come find free slots. Of the others, the earliest takes the place of the
        # latest that is here, and so on, while that is a gain.
        for block, rival in zip(leaving, arriving, strict=False):
            if urgency[block] <= urgency[rival] + self.crossing // 4:
                break
            forced.append(int(block))
            self._leave(int(block))
        return forced

    def _come(self, block: int, turn: int) -> None:
        self.resident[block] = self.seen[block] = True
        self._came[block] = turn
        self.held += 1

    def _leave(self, block: int) -> None:
        self.resident[block] = False
        self.held -= 1
