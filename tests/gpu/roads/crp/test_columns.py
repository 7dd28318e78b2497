"""How small cells are packed into warps; what the kernel makes of them is in test_crp_customize."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpu.roads.crp.customization.columns import (
    CELLS_TOGETHER,
    EACH,
    LANES,
    THREADS,
    TURNS,
    WARP_WORDS,
    column_classes,
)
from road.crp.device_layout.columns import COLUMN_HEAD, ColumnCells

RESERVED = 1024
"""Bytes of a block's shared memory that CUDA has for itself, before all others."""


def drawn(count: int, seed: int) -> ColumnCells:
    """Cells of any shape, a tenth of which do not fit."""
    random = np.random.default_rng(seed)
    heads: Any = np.zeros(count, COLUMN_HEAD)
    for name, most in (("entries", 80), ("inner", 32), ("exits", 32), ("costs", 700)):
        heads[name] = random.integers(0, most, count)
    heads["inner_tasks"] = heads["inner"]
    heads["tasks"] = heads["inner"] + heads["exits"]
    heads["cost"] = np.arange(count)
    none = np.zeros(0, np.uint32)
    return ColumnCells(heads, random.random(count) < 0.9, none, none, none)


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_entry_has_one_thread_and_every_warp_its_room(seed: int, lowest: bool) -> None:
    cells = drawn(20_000, seed)
    if lowest:
        cells = cells._replace(arcs=np.zeros(1, np.uint32))
    (classes,), taken = column_classes(cells, [(0, 20_000)])
    assert not (taken & ~cells.fits).any()
    assert len(classes) > 1
    served = [np.zeros(int(entries), int) for entries in cells.heads["entries"]]
    for found in classes:
        assert found.warp_words % (LANES * EACH) == 0
        assert RESERVED + found.warp_words * 4 * THREADS // LANES <= 1 << 16
        firsts, threads = found.warps >> 5, (found.warps & 31) + 1
        assert firsts[0] == 0
        assert firsts[-1] == len(found.jobs)
        for first, last, each in zip(firsts, firsts[1:], threads, strict=False):
            warp = found.jobs[first:last]
            assert 1 <= len(warp) <= LANES // each
            assert (-(-warp["width"].astype(int) // EACH) == each).all()
            assert len(set((warp["cost"] // CELLS_TOGETHER).tolist())) == 1
            states = warp["inner"].astype(int) + warp["exits"]
            tasks, costs = int(warp["tasks"].max()), int(warp["costs"].max())
            words = max(2 * tasks + costs, int((states * warp["width"]).max()))
            words = LANES * EACH * int(states.max()) + len(warp) * words
            assert words + (TURNS if lowest else 0) <= found.warp_words
        for job in found.jobs:
            served[job["cost"]][job["first"] : job["first"] + job["width"]] += 1
    for c, times in enumerate(served):
        assert (times == int(taken[c])).all()


def test_what_needs_too_much_room_is_left() -> None:
    cells = drawn(400, 5)
    cells.heads["costs"][:50] = 2 * WARP_WORDS[-1]
    cells.heads["entries"][:50] = 3
    _, taken = column_classes(cells, [(0, 400)])
    assert not taken[:50].any()
    assert taken[50:].any()
