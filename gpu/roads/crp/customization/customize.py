"""Customization on the device: the twin of road/crp/customization/customize.py.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014.
Each level is one launch, from the lowest up; all of them are recorded once and replayed for every
metric. How a level is worked on is its *engine*:

- `local`: searches in shared memory, cell by cell (customize_cells.cu),
- `global`: the paper's global Bellman-Ford (global_search.py), for cells that do not fit,
- `microinstructions`: symbolic contraction (microcode.py), where they are given for the lowest
  level.

All give the same bits. Unless told, a level is local if it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from core.errors import ParameterError
from core.times import UNREACHED
from gpu.buffers import address
from gpu.module import load
from gpu.roads.crp.customization.columns import WARP_WORDS, Columns, column_classes, worth_columns
from gpu.roads.crp.customization.copy_back import CopyBack
from gpu.roads.crp.customization.global_search import GlobalSearch
from gpu.roads.crp.customization.jobs import GROUPS, SHARED_BLOCK, JobClass, job_classes
from gpu.roads.crp.customization.microcode import Microcode
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.sources import layout_of
from road.crp.device_layout.columns import column_cells, without
from road.crp.device_layout.matrices import matrix_cells
from road.crp.microcode.code import PackedMicrocode
from road.graph import U32

Engine = Literal["microinstructions", "local", "global"]

WARP = 32

MOST_LAUNCHES = len(GROUPS) + 1 + len(WARP_WORDS)
"""Most launches of a level side by side."""

CELLS = layout_of("MatrixLevel", "roads/crp/customization/customize_cells.cu")


@dataclass(frozen=True, eq=False)
class LevelPlan:
    """How a level is customized.

    launch : puts its work on the current stream. nbytes : device memory besides the overlay.
    recordable : whether the launches can be recorded.
    """

    number: int
    engine: Engine
    launch: Callable[[], None]
    nbytes: int = 0
    recordable: bool = True


class Customizer:
    """Writes the costs of all levels of a device overlay, for one metric after another.

    engines : by number of a level, where it is not to be chosen. On the current device.
    given : how many of the lowest levels are left alone: others write their shortcuts.
    down : also the matrices that one-to-all queries need.
    copy_back : whether the shortcuts of query levels are brought to the host as well; see there.
    microcode : of the lowest level, which it then customizes. For shortcuts alone it pays on cells
        of 32 vertices, where memory allows; see docs/algorithms/crp-microcode.md.

    Raises DeviceMemoryError, and ParameterError where an engine cannot serve a level, or for `down`
    of an overlay that does not keep all levels.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        *,
        engines: Mapping[int, Engine] | None = None,
        given: int = 0,
        down: bool = True,
        copy_back: bool = False,
        microcode: PackedMicrocode | None = None,
    ) -> None:
        import cupy

        if down and not overlay.keep_all:
            raise ParameterError(
                "costs for one-to-all queries on an overlay that does not keep all levels",
                advice="Make it with keep_all=True, or customize with down=False.",
            )
        self.overlay = overlay
        self._down, self._microcode = down, microcode
        chip = cupy.cuda.Device(overlay.device)
        self._multiprocessors = int(chip.attributes["MultiProcessorCount"])
        wanted = dict(engines or {})
        self.plans = tuple(
            self._plan(k, wanted.get(k))
            for k, level in enumerate(overlay.overlay.levels)
            if k >= given and len(level.entering)
        )
        self.on_host = CopyBack(overlay) if copy_back else None
        self._sides = [cupy.cuda.Stream(non_blocking=True) for _ in range(MOST_LAUNCHES)]
        self._recorded: Any = None
        self._warm = False

    @property
    def nbytes(self) -> int:
        """Device memory besides the overlay."""
        return sum(plan.nbytes for plan in self.plans)

    def customize(self, arc_costs: Any, turn_costs: U32) -> None:
        """Costs of all shortcuts for costs of arcs (uint32, of the host or the device) and turns.

        Work on the current stream; what is put there later sees the costs.
        """
        self.take(arc_costs, turn_costs)
        if not self._warm or not all(plan.recordable for plan in self.plans):
            self.launch()
            self._warm = True
            return
        import cupy

        if self._recorded is None:
            stream = cupy.cuda.Stream(non_blocking=True)
            with stream:
                stream.begin_capture()
                self.launch()
                self._recorded = stream.end_capture()
        self._recorded.launch(cupy.cuda.get_current_stream())

    def take(self, arc_costs: Any, turn_costs: U32) -> None:
        """Bring the costs of arcs and turns to where the kernels read them."""
        overlay = self.overlay
        if isinstance(arc_costs, np.ndarray) and len(arc_costs):  # no other copy on the device
            overlay.arc_costs[: len(arc_costs)].set(np.ascontiguousarray(arc_costs, np.uint32))
        elif len(arc_costs) and arc_costs.data.ptr != overlay.arc_costs.data.ptr:
            overlay.arc_costs[: len(arc_costs)] = arc_costs
        overlay.turn_costs.set(np.ascontiguousarray(turn_costs, np.uint32))

    def launch(self) -> None:
        """The work of all levels, for costs that were taken."""
        for plan in self.plans:
            plan.launch()
            if self.on_host is not None:
                self.on_host.level_is_ready(plan.number)
        if self.on_host is not None:
            self.on_host.join()

    def level_times(self) -> list[float]:
        """Milliseconds of each of `plans`, for costs that were taken."""
        import cupy

        marks = [cupy.cuda.Event() for _ in range(len(self.plans) + 1)]
        marks[0].record()
        for plan, mark in zip(self.plans, marks[1:], strict=True):
            plan.launch()
            mark.record()
        marks[-1].synchronize()
        pairs = pairwise(marks)
        return [float(cupy.cuda.get_elapsed_time(begin, end)) for begin, end in pairs]

    def _plan(self, number: int, wanted: Engine | None) -> LevelPlan:
        if number == 0 and self._microcode is not None:
            return self._by_microcode(self._microcode)
        plan = self._local(number) if wanted != "global" else None
        if plan is None and wanted != "local":
            search = GlobalSearch(self.overlay, number)
            plan = LevelPlan(number, "global", search.run, search.nbytes, search.recordable)
        if plan is None:
            raise ParameterError(
                f"cells of {self.overlay.levels[number].size} vertices do not fit shared memory",
                advice="Leave the choice to Isofront.",
            )
        return plan

    def _by_microcode(self, code: PackedMicrocode) -> LevelPlan:
        overlay, level = self.overlay, self.overlay.levels[0]
        micro = Microcode(code, overlay.device)
        structs = overlay.priced_struct, overlay.costs_struct
        down = level.down if self._down else None
        if down is not None and not micro.has_down:
            raise ParameterError(
                "microinstructions for shortcuts alone",
                advice="Make them with down=True, or customize with down=False.",
            )

        def launch() -> None:
            micro.launch(*structs, level.shortcuts, down)

        return LevelPlan(0, "microinstructions", launch, micro.nbytes)

    def _local(self, number: int) -> LevelPlan | None:
        import cupy

        cells = matrix_cells(self.overlay.overlay, number)
        if cells is None:
            return None
        level, several = self.overlay.levels[number], cells.several
        small: Columns | None = None
        if worth_columns(len(cells.home), self._multiprocessors):
            found = column_cells(self.overlay.overlay, number, cells)
            narrow, taken = column_classes(found)
            small = Columns(narrow, found, self.overlay.device, several=several)
            cells = without(cells, taken)
        classes = job_classes(cells.heads, self._multiprocessors, staged=number == 0)
        if classes is None:
            return None
        arrays = [cupy.asarray(a.view(np.uint8)) for a in (cells.blocks, cells.tasks, cells.home)]
        arrays += [cupy.asarray(found.jobs.view(np.uint8)) for found in classes]
        launches = [
            self._launch(number, found, arrays[3 + k], arrays[:3], several)
            for k, found in enumerate(classes)
        ]
        nbytes = sum(int(a.nbytes) for a in arrays)
        if small is not None:
            launches += self._columns(number, small)
            nbytes += small.nbytes

        def launch() -> None:
            if several and classes:
                level.shortcuts.fill(UNREACHED)
            self._side_by_side(launches)

        return LevelPlan(number, "local", launch, nbytes)

    def _columns(self, number: int, small: Columns) -> list[Callable[[], None]]:
        overlay, level = self.overlay, self.overlay.levels[number]
        prices = overlay.costs_struct.copy()
        if not overlay.overlay.search.edge_based:
            prices["turn"] = 0
        below = overlay.levels[number - 1].shortcuts if number else None
        return small.launches(prices, below, level.shortcuts, level.down if self._down else None)

    def _side_by_side(self, launches: list[Callable[[], None]]) -> None:
        """Launches that need not wait for one another, on the current stream and others."""
        import cupy

        if not launches:
            return
        here = cupy.cuda.get_current_stream()
        before = here.record()
        for side, launch in zip(self._sides, launches[1:], strict=False):
            side.wait_event(before)
            with side:
                launch()
        launches[0]()
        for side in self._sides[: len(launches) - 1]:
            here.wait_event(side.record())

    def _launch(
        self, number: int, found: JobClass, jobs: Any, arrays: list[Any], several: bool
    ) -> Callable[[], None]:
        overlay, level = self.overlay, self.overlay.levels[number]
        struct: np.void = np.zeros(1, CELLS)[0]
        held = dict(zip(("blocks", "tasks", "home"), arrays, strict=True))
        held |= {"jobs": jobs, "shortcuts": level.shortcuts}
        if self._down:
            held["down"] = level.down
        if number:
            held["costs"] = overlay.levels[number - 1].shortcuts
        for name, array in held.items():
            struct[name] = address(array)
        struct["ground"], struct["prices"] = overlay.priced_struct, overlay.costs_struct
        struct["count"] = len(found.jobs)
        module = load("roads/crp/customization/customize_cells", {}, overlay.device)
        room = np.uint32(found.room)
        more: tuple[np.uint32, ...] = room, np.uint32(several)
        together = 1 if found.whole else SHARED_BLOCK // found.threads
        shape = -(-len(found.jobs) // together), together * found.threads
        kernel = "settle_large" if found.whole else "settle_middle"
        if found.threads < WARP:
            kernel, more = "settle_small", (np.uint32(found.threads), *more)

        def launch(held: object = held) -> None:  # what the structure points to
            module.launch(kernel, *shape, struct, *more, shared=together * found.room)

        return launch
