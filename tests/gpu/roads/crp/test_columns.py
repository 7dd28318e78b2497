"""How small cells are packed into warps; what the kernel makes of them is in test_crp_customize."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpu.roads.crp.customization.columns import LANES, WARP_WORDS, column_classes
from road.crp.device_layout.columns import COLUMN_HEAD, ColumnCells


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


@pytest.mark.parametrize("seed", range(3))
def test_every_entry_has_one_thread_and_every_warp_its_room(seed: int) -> None:
    cells = drawn(3000, seed)
    (classes,), taken = column_classes(cells, [(0, 3000)])
    assert not (taken & ~cells.fits).any()
    assert len(classes) > 1
    served = [np.zeros(int(entries), int) for entries in cells.heads["entries"]]
    for found in classes:
        for width in range(1, LANES + 1):
            first, last = found.first_job[width - 1 : width + 1].tolist()
            together = LANES // width
            warps = int(found.first_warp[width]) - int(found.first_warp[width - 1])
            assert warps == -(-(last - first) // together)
            for begin in range(first, last, together):
                warp = found.jobs[begin : min(begin + together, last)]
                assert (warp["width"] == width).all()
                words = int(warp["costs"].sum()) + int(warp["tasks"].sum())
                states = warp["inner"].astype(int) + warp["exits"]
                assert words + LANES * int(states.max()) <= found.warp_words
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
