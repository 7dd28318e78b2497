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
from typing import Any, NamedTuple

import numpy as np

from core.cancel import NEVER, Cancel
from core.errors import ParameterError
from core.parallel.team import NAP, share
from core.parallel.threads import Threads
from road.crp.customization.cells import customize_cells, gather_steps
from road.crp.customization.changed import cells_around, changed_cells, runs_of
from road.crp.customization.contraction import Microcode, contract_symbolically, run_microcode
from road.crp.customization.pieces import (
    PieceProgress,
    WorkPlan,
    plan_of,
    serve_cells,
    serve_lowest,
)
from road.crp.overlay.overlay import Overlay, OverlayLevel, Places
from road.graph import I64, U32
from road.search.search_graph import SearchGraph

FEW_CELLS = 32
"""Cells of a level, customized again after a few changes, that wake no other thread: they take less
than a millisecond."""


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
    """What a level took: seconds on the clock of the thread that leads.

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
    code = None if once else microcode_of(overlay)
    work = _Work(overlay, search, filled, code, cancel)
    if before is None or changed is None:
        plan = plan_of(overlay, code, down)
        share(
            max(plan.members, default=1), partial(work.upwards, plan, PieceProgress.of(plan.pieces))
        )
    else:
        filled.take(before)
        work.upwards_around(changed, before.shortcuts)
    cancel.check("the customization")
    return filled.sealed(overlay, search, keep_all, work.times())


class _Work:
    """The levels as kernels work on them, and what each took."""

    def __init__(
        self,
        overlay: Overlay,
        search: SearchGraph,
        filled: _CostArrays,
        code: Microcode | None,
        cancel: Cancel,
    ) -> None:
        self._overlay, self._costs, self._filled = overlay, search.cost, filled
        self._code, self._cancel = code, cancel
        self._arrays = [cell_arrays(level) for level in overlay.levels]
        self._rows = [overlay.rows_below(number)[0] for number in range(len(self._arrays))]
        self._ordered = np.empty(len(search.head), np.uint32)
        self._below = [self._ordered, *filled.shortcuts]
        self._seconds = [0.0] * len(self._arrays)
        self._served: list[I64] = []  # of each thread, by level; appending is safe between threads

    def upwards(self, plan: WorkPlan, progress: PieceProgress, member: int) -> None:
        """Take pieces of all levels that have room for another thread."""
        served = np.zeros(len(self._arrays), np.int64)
        self._served.append(served)
        shared: Any = plan.pieces, progress, self._cancel.flag, served
        for number, members in enumerate(plan.members):
            if member >= members:
                return
            began, held = time.perf_counter(), -1
            while True:
                held = self._serve(number, held, shared)
                if held < 0:
                    break
                time.sleep(NAP)  # whoever has what is below may need this core
            if member == 0:
                self._seconds[number] = time.perf_counter() - began

    def _serve(self, number: int, held: int, shared: Any) -> int:
        arrays: Any = (self._arrays[number], self._rows[number])
        into: Any = (self._filled.shortcuts[number], self._filled.down[number])
        below: Any = (self._below[number],)
        if number == 0:
            below = self._code, self._overlay.ground.step, self._costs, self._ordered
        asked: Any = (held, *shared, *arrays, *below, *into)
        return int(serve_cells(number, *asked) if number else serve_lowest(*asked))

    def upwards_around(self, cells: I64, before: Sequence[U32]) -> None:
        """Work on these cells of the lowest level and on what changes around them."""
        self._served.append(np.zeros(len(self._arrays), np.int64))
        with Threads() as threads:
            for number, level in enumerate(self._overlay.levels):
                began, runs = time.perf_counter(), runs_of(cells)
                work = partial(self._run, number)
                few = sum(end - begin for begin, end in runs) < FEW_CELLS
                served = [work(*run) for run in runs] if few else threads.over(work, runs)
                self._served[0][number] = sum(served)
                self._seconds[number] = time.perf_counter() - began
                cells = cells_around(level, runs, before[number], self._filled.shortcuts[number])

    def _run(self, number: int, begin: int, end: int) -> int:
        """Work on a run of cells; returns what was served."""
        if self._cancel.requested:
            return 0
        cells = self._arrays[number], self._rows[number]
        into = self._filled.shortcuts[number], self._filled.down[number]
        if number == 0:
            step, lowest = self._overlay.ground.step, self._arrays[0]
            gather_steps(
                begin, end, lowest.first_slot, self._rows[0], step, self._costs, self._ordered
            )
        if number == 0 and self._code is not None:
            return int(run_microcode(begin, end, *cells, self._code, self._ordered, *into))
        return int(customize_cells(begin, end, *cells, self._below[number], *into))

    def times(self) -> tuple[LevelTime, ...]:
        served: list[int] = np.sum(self._served, axis=0).tolist()
        sizes = [level.size for level in self._overlay.levels]
        return tuple(map(LevelTime, sizes, self._seconds, served))


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
