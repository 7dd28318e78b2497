"""Customization: the costs of all shortcuts of an overlay for one metric, from the bottom up.

Source: Delling, Kobitzsch, Werneck 2014, section 3 (see `road.crp.overlay.overlay`), on the CPU as
in Delling and Werneck, "Faster customization of road networks", SEA 2013. Each cell is a small
graph of the shortcuts of the level below; a shortcut's cost is the least of all ways that stay
within the cell. Ours keeps what the search learns about inner states where asked to (`down`): from
these matrices one-to-all queries reach the states inside without searching.

Mezzanine and phantom levels serve the level above and are forgotten.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.threads import Threads, thread_count
from road.crp.customization.cells import customize_cells, gather_steps
from road.crp.customization.changed import cells_around, changed_cells, runs_of
from road.crp.customization.contraction import Microcode, contract_symbolically, run_microcode
from road.crp.overlay.overlay import Overlay, OverlayLevel, Places
from road.crp.overlay.work_partition import Work
from road.graph import I64, U32
from road.search.search_graph import SearchGraph


class CellArrays(NamedTuple):
    """What kernels need of an `OverlayLevel`."""

    first_entry: I64
    first_exit: I64
    first_inner: I64
    first_shortcut: I64
    first_down: I64
    first_slot: I64
    slot_entry: Places
    slot_inner: Places
    exit_place: Places
    inner_slot: U32
    no_index: int


@dataclass(frozen=True, eq=False)
class LevelTime:
    """What a level took: seconds of all threads over their number.

    served : inner states served, each as often as it was; on the lowest level microinstructions.
    """

    size: int
    seconds: float
    served: int


@dataclass(frozen=True, eq=False)
class Customized:
    """An overlay with costs. The arrays are read-only.

    kept : uint32; shortcuts of the kept levels one after another, the lowest first.
    shortcuts : uint32, by level, those of kept levels parts of `kept`; empty if forgotten.
    down : uint32, by level, from what enters a cell to what lies inside; empty if not asked for.
    times : what each level took.
    """

    overlay: Overlay
    search: SearchGraph
    kept: U32
    shortcuts: tuple[U32, ...]
    down: tuple[U32, ...]
    times: tuple[LevelTime, ...]

    @property
    def nbytes(self) -> int:
        return self.kept.nbytes + sum(array.nbytes for array in self.down)

    def goes_on(self, overlay: Overlay, down: bool) -> bool:
        """Whether other costs of an overlay, with these matrices, can begin with these."""
        levels = zip(self.shortcuts, overlay.levels, strict=False)
        whole = all(len(costs) == level.shortcuts for costs, level in levels)
        return self.overlay is overlay and whole and bool(self.down) == down


def cell_arrays(level: OverlayLevel) -> CellArrays:
    """The level as kernels see it."""
    values = [getattr(level, name) for name in CellArrays._fields]
    return CellArrays(*values)


def customize(
    overlay: Overlay,
    search: SearchGraph,
    *,
    down: bool = True,
    keep_all: bool = False,
    once: bool = False,
    before: Customized | None = None,
    cancel: Cancel = NEVER,
) -> Customized:
    """Costs of all shortcuts by the weights of a search graph with the overlay's steps.

    down : make the matrices that one-to-all queries need. keep_all : forget no level.
    once : without microinstructions, which take longer to find than some ten customizations.
    before : the same overlay with other costs. Where it forgot no level and few costs differ, only
        the cells in which they do, and those around them, are customized; to the same bits.
    Raises ParameterError if the steps are others, CancelledError between levels.
    """
    if not overlay.fits(search):
        raise ParameterError("weights for other turns", advice="Make an overlay for them.")
    changed = None
    if before is not None and before.goes_on(overlay, down):
        changed = changed_cells(overlay, before.search, search)
    filled = _CostArrays(overlay, down)
    told: list[tuple[int, float, int]] = []  # appending is safe between threads
    arrays = [cell_arrays(level) for level in overlay.levels]
    rows = [overlay.rows_below(number)[0] for number in range(len(arrays))]
    ordered = np.empty(len(search.head), np.uint32)
    below = [ordered, *filled.shortcuts]
    step = overlay.ground.step
    code = None if once else microcode_of(overlay)

    def work(number: int, begin: int, end: int) -> None:
        if cancel.requested:
            return
        began = time.perf_counter()
        if number == 0:
            gather_steps(begin, end, arrays[0].first_slot, rows[0], step, search.cost, ordered)
        cells = arrays[number], rows[number]
        costs, inside = filled.shortcuts[number], filled.down[number]
        if number == 0 and code is not None:
            served = run_microcode(begin, end, *cells, code, ordered, costs, inside)
        else:
            served = customize_cells(begin, end, *cells, below[number], costs, inside)
        told.append((number, time.perf_counter() - began, served))

    if before is None or changed is None:
        overlay.work_partition.upwards(work)
    else:
        filled.take(before)
        _upwards(work, overlay, changed, before.shortcuts, filled.shortcuts)
    cancel.check("the customization")
    return filled.sealed(overlay, search, keep_all, _times(overlay, told))


def _upwards(
    work: Work, overlay: Overlay, cells: I64, before: Sequence[U32], after: Sequence[U32]
) -> None:
    """Work on these cells of the lowest level and on what changes around them."""
    with Threads() as threads:
        for number, level in enumerate(overlay.levels):
            runs = runs_of(cells)
            threads.over(partial(work, number), runs)
            cells = cells_around(level, runs, before[number], after[number])


def _times(overlay: Overlay, told: list[tuple[int, float, int]]) -> tuple[LevelTime, ...]:
    seconds, served = [0.0] * len(overlay.levels), [0] * len(overlay.levels)
    for number, took, count in told:
        seconds[number] += took / thread_count()
        served[number] += count
    sizes = [level.size for level in overlay.levels]
    return tuple(map(LevelTime, sizes, seconds, served))


def microcode_of(overlay: Overlay) -> Microcode | None:
    """That of the lowest level, made when first asked for; None where cells are too large."""
    if overlay not in _CODES:
        code: Microcode | None = None
        if overlay.levels:
            level = overlay.levels[0]
            code = contract_symbolically(cell_arrays(level), overlay.ground.rows, level.shortcuts)
        _CODES[overlay] = code
    return _CODES[overlay]


_CODES: weakref.WeakKeyDictionary[Overlay, Microcode | None] = weakref.WeakKeyDictionary()


class _CostArrays:
    """Arrays to be filled."""

    def __init__(self, overlay: Overlay, down: bool) -> None:
        levels = overlay.levels
        self.kept = np.empty(sum(level.shortcuts for level in levels if level.kept), np.uint32)
        self.shortcuts: list[U32] = []
        self.down: list[U32] = []
        self._with_down = down
        filled = 0
        for level in levels:
            if level.kept:
                self.shortcuts.append(self.kept[filled : filled + level.shortcuts])
                filled += level.shortcuts
            else:
                self.shortcuts.append(np.empty(level.shortcuts, np.uint32))
            self.down.append(np.empty(int(level.first_down[-1]) if down else 0, np.uint32))

    def take(self, before: Customized) -> None:
        """Begin with the costs of before."""
        for mine, its in zip(self.shortcuts, before.shortcuts, strict=True):
            np.copyto(mine, its)
        for mine, its in zip(self.down, before.down, strict=False):  # nobody asked for none
            np.copyto(mine, its)

    def sealed(
        self,
        overlay: Overlay,
        search: SearchGraph,
        keep_all: bool,
        times: tuple[LevelTime, ...],
    ) -> Customized:
        for array in (self.kept, *self.shortcuts, *self.down):
            array.flags.writeable = False
        shortcuts = tuple(
            costs if keep_all or level.kept else _FORGOTTEN
            for costs, level in zip(self.shortcuts, overlay.levels, strict=True)
        )
        down = tuple(self.down) if self._with_down else ()
        return Customized(overlay, search, self.kept, shortcuts, down, times)


_FORGOTTEN: U32 = np.empty(0, np.uint32)
