"""An overlay cut into parts that are customized apart: ranges of the cells of one level.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
section 5: top-level cells, with all cells inside them, are distributed to several devices. What
lies in different cells of a level shares no cost below it, so that parts need nothing of one
another. Cells within one cell are consecutive, so that a part is a range of cells on every level,
and of all their arrays.

Ours may cut at a level below the top one, where the few cells at the top do not balance. The levels
above the cut are an overlay too (`overlay_above`): put together from the shortcuts of all parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import ParameterError
from core.parallel.ranges import Range as Range
from road.crp.device_layout.order import exits_below
from road.crp.overlay.overlay import NONE, Overlay, OverlayGround, OverlayLevel, rows_between
from road.graph import I64, U32
from road.search.search_graph import sealed

BALANCE = 1.1
"""Ratio of the heaviest part's work to the mean up to which a cut is good: a tenth of the time
lost."""


@dataclass(frozen=True, eq=False)
class OverlayPart:
    """A range of cells of one level and all cells inside them.

    overlay : these cells alone, numbered from 0; states, steps of the search graph and arcs keep
        their numbers. Of `lowest` and `number`, what lies in other parts is NONE. It can be
        customized, but does not answer queries.
    cells : by level, those of the whole overlay.
    shortcuts, down : by level, where the part's costs lie among those of the whole level.
    work : estimated, as the number of costs.
    """

    overlay: Overlay
    cells: tuple[Range, ...]
    shortcuts: tuple[Range, ...]
    down: tuple[Range, ...]
    work: int


def parts_of(overlay: Overlay, count: int, *, top: int | None = None) -> tuple[OverlayPart, ...]:
    """So many parts of about equal work, or as many as there are cells to distribute.

    top : number of the level whose cells are distributed; without one the highest on which parts
        balance (`BALANCE`), else that on which they do best.
    Raises ParameterError for less than one part.
    """
    if count < 1:
        raise ParameterError(f"{count} parts of an overlay", advice="Choose 1 or more.")
    if not overlay.levels:
        return (OverlayPart(overlay, (), (), (), 0),)
    before = _work_before(overlay.levels)
    if top is None:
        top = _best_cut(before, count)
    ranges = even_ranges(before[top], min(count, overlay.levels[top].cells))
    work = before[top]
    return tuple(
        _part(overlay, top, cells, int(work[cells[1]] - work[cells[0]])) for cells in ranges
    )


def overlay_above(overlay: Overlay, top: int) -> Overlay:
    """The levels above one. That one is their lowest: its shortcuts are given, and of its arrays
    there is only what tells where they lie."""
    given, nothing = overlay.levels[top], np.empty(0, np.int64)
    none = sealed(np.zeros(given.cells + 1, np.int64))
    lowest = replace(
        given, first_inner=none, inner=given.inner[:0], first_down=none, first_slot=none,
        slot_entry=given.slot_entry[:0], slot_inner=given.slot_inner[:0],
        exit_place=given.exit_place[:0], inner_slot=given.inner_slot[:0],
    )  # fmt: skip
    states = np.empty(0, np.uint32)
    ground = OverlayGround(rows_between(nothing, nothing), states, states, states)
    return replace(overlay, levels=(lowest, *overlay.levels[top + 1 :]), ground=ground)


def even_ranges(before: I64, count: int) -> list[Range]:
    """So many ranges, none empty, of which the heaviest weighs as little as can be.

    before : int64, cells + 1; the weight before each cell. count : at most as many as cells.
    """
    least = max(int(np.diff(before).max()), -(-int(before[-1]) // count))
    most = int(before[-1])
    while least < most:
        bound = (least + most) // 2
        if _filled(before, count, bound)[-1][1] == len(before) - 1:
            most = bound
        else:
            least = bound + 1
    return _filled(before, count, least)


def _filled(before: I64, count: int, bound: int) -> list[Range]:
    """Ranges of at most this weight, filled one after another; a cell is left for each."""
    ranges: list[Range] = []
    begin, cells = 0, len(before) - 1
    for left in reversed(range(count)):
        end = int(np.searchsorted(before, before[begin] + bound, side="right")) - 1
        ranges.append((begin, min(end, cells - left)))
        begin = ranges[-1][1]
    return ranges


def _work_before(levels: Sequence[OverlayLevel]) -> list[I64]:
    """By level int64, cells + 1; the costs of all cells before each, those inside them included."""
    found: list[I64] = []
    for number, level in enumerate(levels):
        work = level.first_shortcut + level.first_down
        if number:
            below = levels[number - 1].parent
            work += found[-1][np.searchsorted(below, np.arange(level.cells + 1))]
        found.append(work)
    return found


def _best_cut(before: Sequence[I64], count: int) -> int:
    """The level to cut at."""
    count = min(count, len(before[0]) - 1)
    uneven: dict[int, float] = {}
    for number in reversed(range(len(before))):
        work = before[number]
        if len(work) - 1 < count:
            continue
        heaviest = max(int(work[end] - work[begin]) for begin, end in even_ranges(work, count))
        uneven[number] = heaviest * count / max(int(work[-1]), 1)
        if uneven[number] <= BALANCE:
            return number
    return min(uneven, key=lambda number: uneven[number])


def _part(overlay: Overlay, top: int, cells: Range, work: int) -> OverlayPart:
    ranges = [cells]
    for level in reversed(overlay.levels[:top]):
        begin, end = np.searchsorted(level.parent, ranges[-1]).tolist()
        ranges.append((begin, end))
    ranges.reverse()
    levels = [_level(overlay, number, ranges) for number in range(top + 1)]
    begin, end = ranges[0]
    first, last = overlay.levels[0].first_slot[[begin, end]].tolist()
    part = replace(
        overlay,
        levels=tuple(levels),
        ground=_ground(overlay.ground, first, last),
        lowest=_numbered(overlay.lowest, begin, end),
    )
    held = list(zip(overlay.levels, ranges, strict=False))
    return OverlayPart(
        overlay=part, cells=tuple(ranges), work=work,
        shortcuts=tuple(_ends(level.first_shortcut, cells) for level, cells in held),
        down=tuple(_ends(level.first_down, cells) for level, cells in held),
    )  # fmt: skip


def _level(overlay: Overlay, number: int, ranges: Sequence[Range]) -> OverlayLevel:
    """A level with the cells of its range alone."""
    level, cells = overlay.levels[number], ranges[number]
    begin, end = cells
    above = ranges[number + 1][0] if number + 1 < len(ranges) else None
    parent = level.parent[begin:end]
    entries, exits, inner, slots, steps = (
        slice(*_ends(first, cells))
        for first in (
            level.first_entry, level.first_exit, level.first_inner, level.first_slot,
            exits_below(overlay, number),
        )
    )  # fmt: skip
    return replace(
        level,
        number=_numbered(level.number, begin, end),
        parent=sealed(np.zeros_like(parent) if above is None else parent - np.uint32(above)),
        first_entry=_cut(level.first_entry, cells), entering=level.entering[entries],
        first_exit=_cut(level.first_exit, cells), leaving=level.leaving[exits],
        first_inner=_cut(level.first_inner, cells), inner=level.inner[inner],
        first_shortcut=_cut(level.first_shortcut, cells), first_down=_cut(level.first_down, cells),
        first_slot=_cut(level.first_slot, cells),
        slot_entry=level.slot_entry[slots], slot_inner=level.slot_inner[slots],
        exit_place=level.exit_place[steps],
        inner_slot=sealed(level.inner_slot[inner] - np.uint32(slots.start)),
    )  # fmt: skip


def _ground(ground: OverlayGround, first: int, last: int) -> OverlayGround:
    """The slots from the first up to the last."""
    begin, end = ground.rows.begin[first:last], ground.rows.end[first:last]
    if first == last:
        return OverlayGround(rows_between(begin, end), *(ground.step[:0],) * 3)
    steps = slice(int(begin[0]), int(end[-1]))
    begin, end = begin - steps.start, end - steps.start
    return OverlayGround(
        rows_between(begin, end), ground.entering[first:last], ground.leaving[steps],
        ground.step[steps],
    )  # fmt: skip


def _numbered(cell: U32, begin: int, end: int) -> U32:
    """Numbers of cells counted from `begin`, NONE for those of other parts."""
    numbered = cell - np.uint32(begin)  # what is less wraps round, to more than any number
    numbered[numbered >= end - begin] = NONE
    return sealed(numbered)


def _cut(first: I64, cells: Range) -> I64:
    """Offsets of a range of cells, from 0."""
    begin, end = cells
    return sealed(first[begin : end + 1] - first[begin])


def _ends(first: I64, cells: Range) -> Range:
    """Where what belongs to a range of cells begins and ends."""
    return int(first[cells[0]]), int(first[cells[1]])
