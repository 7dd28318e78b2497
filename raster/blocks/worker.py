"""What a processor that settles blocks offers to `raster.blocks.solve`; the words they share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from core.cancel import NEVER, Cancel
from core.solver import Sources
from raster.blocks.layout import BlockPartition
from raster.blocks.paging import Swap, SwapCapacity
from raster.blocks.store import Field
from raster.starts import starts_on
from raster.steps import StepCosts


class StartCell(NamedTuple):
    """A cell that starts give a label, in ticks, within the limit."""

    row: int
    col: int
    label: int


Starts = dict[int, list[StartCell]]
"""Starts by block."""


def starts_by_block(
    costs: StepCosts, partition: BlockPartition, sources: Sources, tick: float, limit_ticks: int
) -> Starts:
    """The labels that starts give, each cell once."""
    found: Starts = {}
    costs = costs._replace(values=np.asarray(costs.values))  # where they are mapped from a file
    for cell, label in starts_on(costs, sources, tick, limit_ticks).items():
        row, col = divmod(cell, partition.cols)
        found.setdefault(partition.block_of(row, col), []).append(StartCell(row, col, label))
    return found


class BlockEdge(NamedTuple):
    """Labels of the outer cells of a block, for workers that have blocks beside it.

    labels : uint32, (4, side): top row, bottom row, left column, right column; UNREACHED past the
        edge of the grid.
    """

    block: int
    labels: NDArray[np.uint32]


@dataclass(frozen=True, eq=False)
class Attempt:
    """A solve at one tick, as a worker has to know it.

    field : where labels go when a block is taken out.
    delta : step width Δ in ticks at the beginning; it follows the work between the bounds.
    counting : whether anybody wants to know how many cells are reached meanwhile.
    cancel : once set, rounds may be left out; what they had to do stays to be done.
    """

    costs: StepCosts
    limit_ticks: int
    starts: Starts
    field: Field
    delta: int
    delta_bounds: tuple[int, int]
    counting: bool
    cancel: Cancel = NEVER


@dataclass(frozen=True, eq=False)
class WorkerTurn:
    """Work for a worker: swap blocks, take note of others' edges, then settle tiles in rounds.

    ceiling : tiles with a larger key wait, since blocks that are not here may still improve them.
    """

    swap: Swap
    rounds: int
    ceiling: int
    edges: tuple[BlockEdge, ...] = ()


@dataclass(frozen=True, eq=False)
class WorkerReport:
    """What a worker found at the end of a turn.

    keys, largest : uint32, (blocks,), as `Pager.plan` wants them; of its own blocks.
    edges : of its blocks beside others', where they fell since they were last told.
    active, waiting : tiles of the last round, and those left for later.
    visits, settled : tiles settled and cells reached, since the attempt began.
    threshold : largest key served in the last round.
    bytes_moved : to and from the host since the report before.
    """

    keys: NDArray[np.uint32]
    largest: NDArray[np.uint32]
    edges: tuple[BlockEdge, ...] = ()
    active: int = 0
    waiting: int = 0
    visits: int = 0
    settled: int = 0
    threshold: int = 0
    bytes_moved: int = 0


class Worker(Protocol):
    """A processor with memory for some blocks.

    Turns are served in order, perhaps while the caller goes on; each is reported once.
    """

    @property
    def slots(self) -> int:
        """Blocks that it has memory for."""
        ...

    @property
    def depth(self) -> int:
        """Turns that may be asked for before the first of them is reported."""
        ...

    @property
    def rounds(self) -> int:
        """Rounds of a good turn: long beside the bookkeeping, short beside the solve."""
        ...

    @property
    def longest_half(self) -> int:
        """A bound of the half costs of passable cells met, in ticks; BARRIER where unknown."""
        ...

    def begin(self, attempt: Attempt) -> None: ...

    def swap_capacity(self) -> SwapCapacity: ...

    def turn(self, turn: WorkerTurn) -> None: ...

    def report(self) -> WorkerReport:
        """Wait for the end of the earliest turn that is not reported yet."""
        ...

    def finish(self) -> None:
        """Wait until all labels taken out are in the field."""
        ...
