"""How small cells become blocks of threads; what the kernel makes of them is in test_customize."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from core.parallel import threads
from gpu.roads.crp.customization.columns import LIMITS, column_classes
from road.crp.device_layout.column_blocks import ALIGNED, LANES, TURNS
from road.crp.device_layout.columns import COLUMN_HEAD, ColumnCells

RESERVED = 1024
"""Bytes of a block's shared memory that CUDA has for itself, before all others."""

SIZES = (("entries", 80), ("inner", 32), ("exits", 32), ("costs", 700))
"""What a cell is drawn by, and less than how much of it there is."""


def drawn(count: int, seed: int, sizes: Any = SIZES) -> ColumnCells:
    """Cells of any shape, a tenth of which do not fit."""
    random = np.random.default_rng(seed)
    heads: Any = np.zeros(count, COLUMN_HEAD)
    for name, most in sizes:
        heads[name] = random.integers(0, most, count)
    heads["inner_tasks"] = heads["inner"]
    heads["tasks"] = heads["inner"].astype(int) + heads["exits"]
    wide = {name: heads[name].astype(np.int64) for name in COLUMN_HEAD.names or ()}
    for name, sized in (
        ("cost", wide["costs"]),
        ("arc", wide["tasks"]),
        ("shortcut", wide["entries"] * wide["exits"]),
        ("down", wide["entries"] * wide["inner"]),
    ):
        heads[name] = np.cumsum(sized) - sized
    heads["shape"] = np.arange(count)
    fits, none = random.random(count) < 0.9, np.zeros(0, np.uint32)
    heads[~fits] = np.zeros(1, COLUMN_HEAD)  # which says nothing
    return ColumnCells(heads, fits, none, none, none)


def sizes_of(cells: Any) -> dict[str, Any]:
    """int64; what there is of each cell."""
    size = {name: cells[name].astype(np.int64) for name in cells.dtype.names if name != "unused"}
    return size | {
        "threads": -(-size["entries"] // LIMITS.each),
        "shortcuts": size["entries"] * size["exits"],
        "downs": size["entries"] * size["inner"],
    }


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize(
    "sizes", [SIZES, (("entries", 7), ("inner", 5), ("exits", 5), ("costs", 24))]
)
@pytest.mark.parametrize("seed", range(2))
def test_every_cell_has_its_threads_and_its_part_of_shared_memory(
    seed: int, sizes: Any, lowest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "thread_count", lambda: 3)
    monkeypatch.setattr(threads, "WORTH_SHARING", 1)
    cells = drawn(20_000, seed, sizes)
    if lowest:
        cells = cells._replace(arcs=np.zeros(1, np.uint32))
    (classes, _), taken = column_classes(cells, [(0, 12_000), (12_000, 20_000)])
    assert not (taken & ~cells.fits).any()
    served = np.zeros(20_000, int)
    warps_of_block = LIMITS.threads // LANES
    for found in classes:
        assert RESERVED + found.words.max() * 4 <= 1 << 16
        ends = np.append(found.blocks["job"], len(found.jobs))
        for number, block in enumerate(found.blocks):
            job = found.jobs[ends[number] : ends[number + 1]]
            served[job["shape"]] += 1
            size, head = sizes_of(job), cells.heads[job["shape"]]
            least, most = job["shape"].min(), job["shape"].max()
            between = cells.heads[least : most + 1]
            for first, name, count, total in (
                ("cost", "cost", head["costs"], int(block["costs"])),
                ("arc", "arc", size["tasks"], int(block["arcs"])),
                ("shortcut", "shortcut", size["shortcuts"], int(block["shortcuts"])),
                ("down", "down", size["downs"], int(block["downs"])),
            ):
                assert (job[name].astype(int) + block[first] == head[name]).all()
                if name != "arc" or lowest:
                    assert (job[name].astype(int) + count <= total).all()
            assert taken[least : most + 1].all()
            assert int(between["costs"].sum()) == block["costs"]
            assert int(size["shortcuts"].sum()) == block["shortcuts"]
            assert int(size["downs"].sum()) == block["downs"]
            warps = found.warps[number * warps_of_block : (number + 1) * warps_of_block]
            rows, pairs = warps["row"].astype(int), warps["tasks"].astype(int)
            rows, pairs = np.append(rows, block["rows"]), np.append(pairs, block["costs_at"] // 2)
            firsts = np.append(warps["job"], len(job))
            for w, begins in enumerate(warps["begins"]):
                own = slice(firsts[w], firsts[w + 1])
                lanes = np.flatnonzero([int(begins) >> lane & 1 for lane in range(LANES)])
                assert len(lanes) == len(job[own])
                assert (np.cumsum(size["threads"][own]) - size["threads"][own] == lanes).all()
                if not len(lanes):
                    continue
                assert size["threads"][own].sum() <= LANES
                assert size["inner"][own].max() == rows[w + 1] - rows[w]
                assert size["tasks"][own].max() * len(lanes) <= pairs[w + 1] - pairs[w]
            needed = int(block["arcs_at"]) + (int(block["arcs"]) + TURNS if lowest else 0)
            assert int(block["costs_at"]) + int(block["costs"]) + ALIGNED <= block["arcs_at"]
            assert max(needed, int(block["downs"]) + ALIGNED) <= block["shortcuts_at"]
            last = int(block["shortcuts_at"]) + int(block["shortcuts"]) + ALIGNED
            assert int(block["rows"]) * LANES * LIMITS.each + last <= found.words[number]
            assert block["costs_at"] % ALIGNED == 0
            assert block["shortcuts_at"] % ALIGNED == 0
    asked = taken & (cells.heads["entries"] > 0)
    assert (served[:12_000] == asked[:12_000]).all()


def test_what_needs_too_much_is_left_to_others() -> None:
    cells = drawn(400, 3)
    cells.heads["costs"][:50] = 4 * LIMITS.rooms[-1] % (1 << 16)
    cells.heads["entries"][50:60] = LANES * LIMITS.each + 1
    cells.heads["entries"][:50] = 1
    cells.fits[:60] = True
    assert cells.fits[60:].any()
    _, taken = column_classes(cells, [(0, 400)])
    assert not taken[:60].any()
    assert taken[60:].any()
