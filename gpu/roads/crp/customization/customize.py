"""Customization on the device: the twin of road/crp/customization/customize.py.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014.
Each level is one launch, from the lowest up; all of them are recorded once for the memory of a
metric and replayed for every other metric there. How a level is worked on is its *engine*:

- `local`: searches in shared memory, cell by cell (customize_cells.cu),
- `global`: the paper's global Bellman-Ford (global_search.py), for cells that do not fit.

Both give the same bits. Unless told, a level is local if it can be. Where memory is short the
lowest levels are worked on in batches of cells (`road.crp.device_layout.batches`), each of them on
all these levels before the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from core.errors import ParameterError
from core.parallel.ranges import Range
from core.times import UNREACHED
from gpu.buffers import address
from gpu.module import load
from gpu.roads.crp.customization.columns import LIMITS, Columns, column_classes, worth_columns
from gpu.roads.crp.customization.global_search import GlobalSearch
from gpu.roads.crp.customization.jobs import EACH, GROUPS, SHARED_BLOCK, JobClass, job_classes
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.sources import layout_of
from road.crp.customization.report import Engine
from road.crp.device_layout.batches import Batches
from road.crp.device_layout.columns import column_cells, without
from road.crp.device_layout.matrices import matrix_cells
from road.graph import U32

Launch = Callable[[], None]
"""Puts work on the current stream, where it can be recorded."""

WARP = 32

MOST_LAUNCHES = len(GROUPS) + 1 + len(LIMITS.rooms)
"""Most launches of a level side by side."""

CELLS = layout_of("MatrixLevel", "roads/crp/customization/customize_cells.cu")


@dataclass(frozen=True, eq=False)
class LevelPlan:
    """How a level is customized.

    bind : the level's work in the memory of a metric, a launch for each batch of cells. nbytes :
    device memory besides the overlay.
    """

    number: int
    engine: Engine
    bind: Callable[[DeviceMetric], Sequence[Launch]]
    nbytes: int = 0


Planner = Callable[[DeviceOverlay], LevelPlan]
"""An engine from elsewhere."""


class _Work:
    """All levels' work in the memory of one metric; warm : whether it was launched before.

    launches : each with the number of its plan; batch by batch where levels have several.
    """

    def __init__(self, bound: Sequence[Sequence[Launch]]) -> None:
        most = max(map(len, bound), default=0)
        in_batches = [k for k, launches in enumerate(bound) if len(launches) == most > 1]
        self.launches = [(k, bound[k][batch]) for batch in range(most) for k in in_batches]
        self.launches += [(k, own[0]) for k, own in enumerate(bound) if k not in in_batches]
        self.warm = False
        self.recorded: Any = None

    def launch(self) -> None:
        """On the current stream, where it can be recorded."""
        for _, launch in self.launches:
            launch()


class Customizer:
    """Makes the costs of all levels of a device overlay for a metric, for one after another.

    engines : by number of a level, where it is not to be chosen. On the current device.
    given : how many of the lowest levels are left alone: others write their shortcuts.
    down : also the matrices that one-to-all queries need. keep_all, batches : see `DeviceMetric`;
    levels in batches have to be local.

    Raises DeviceMemoryError, and ParameterError where an engine cannot serve a level, or for `down`
    where not all levels are kept.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        *,
        engines: Mapping[int, Engine | Planner] | None = None,
        given: int = 0,
        down: bool = True,
        keep_all: bool = True,
        batches: Batches | None = None,
    ) -> None:
        import cupy

        if down and not keep_all:
            raise ParameterError(
                "costs for one-to-all queries without keeping all levels",
                advice="Customize with keep_all=True, or with down=False.",
            )
        self.overlay, self._keep_all, self._down = overlay, keep_all, down
        self.batches = batches
        chip = cupy.cuda.Device(overlay.device)
        self._multiprocessors = int(chip.attributes["MultiProcessorCount"])
        wanted = dict(engines or {})
        self.plans = tuple(
            self._plan(k, wanted.get(k))
            for k, level in enumerate(overlay.overlay.levels)
            if k >= given and len(level.entering)
        )
        self._sides = [cupy.cuda.Stream(non_blocking=True) for _ in range(MOST_LAUNCHES)]
        self._works: WeakKeyDictionary[DeviceMetric, _Work] = WeakKeyDictionary()

    @property
    def nbytes(self) -> int:
        """Device memory besides the overlay and metrics."""
        return sum(plan.nbytes for plan in self.plans)

    def can_batch(self, batches: Batches) -> bool:
        """Whether all levels that would be in batches are local."""
        lowest = (plan for plan in self.plans if plan.number <= batches.transient)
        return all(plan.engine == "local" for plan in lowest)

    def new_metric(self, arc_costs: Any = None) -> DeviceMetric:
        """Memory for a metric; all that customizing there takes is on the device. arc_costs : see
        `DeviceMetric`."""
        how: Any = {"keep_all": self._keep_all, "batches": self.batches}
        metric = DeviceMetric(self.overlay, arc_costs=arc_costs, **how)
        self._work_on(metric)
        return metric

    def customize(
        self, arc_costs: Any, turn_costs: U32, out: DeviceMetric | None = None
    ) -> DeviceMetric:
        """Costs of all shortcuts for costs of arcs (uint32, of the host or the device) and turns.

        out : written over and returned, a new metric where there is none. Work on the current
        stream; what is put there later sees the costs.
        """
        metric = self.new_metric() if out is None else out
        take(arc_costs, turn_costs, metric)
        self.run(metric)
        return metric

    def run(self, metric: DeviceMetric) -> None:
        """The work of all levels, for costs of arcs and turns that are there."""
        work = self._work_on(metric)
        if not work.warm:
            work.launch()
            work.warm = True
            return
        import cupy

        if work.recorded is None:
            stream = cupy.cuda.Stream(non_blocking=True)
            with stream:
                stream.begin_capture()
                work.launch()
                work.recorded = stream.end_capture()
        work.recorded.launch(cupy.cuda.get_current_stream())

    def _work_on(self, metric: DeviceMetric) -> _Work:
        work = self._works.get(metric)
        if work is None:
            work = self._works[metric] = _Work([plan.bind(metric) for plan in self.plans])
        return work

    def level_times(self, metric: DeviceMetric) -> list[float]:
        """Milliseconds of each of `plans`, for costs of arcs and turns that are there."""
        import cupy

        launches = self._work_on(metric).launches
        marks = [cupy.cuda.Event() for _ in range(len(launches) + 1)]
        marks[0].record()
        for (_, launch), mark in zip(launches, marks[1:], strict=True):
            launch()
            mark.record()
        marks[-1].synchronize()
        found = [0.0] * len(self.plans)
        for (plan, _), (begin, end) in zip(launches, pairwise(marks), strict=True):
            found[plan] += float(cupy.cuda.get_elapsed_time(begin, end))
        return found

    def _plan(self, number: int, wanted: Engine | Planner | None) -> LevelPlan:
        if callable(wanted):
            return wanted(self.overlay)
        plan = self._local(number) if wanted != "global" else None
        if plan is None and wanted != "local" and self._ranges(number) is None:
            search = GlobalSearch(self.overlay, number)
            plan = LevelPlan(
                number, "global", lambda metric: (search.bound(metric),), search.nbytes
            )
        if plan is None:
            raise ParameterError(
                f"cells of {self.overlay.levels[number].size} vertices do not fit shared memory",
                advice="Leave the choice to Isofront.",
            )
        return plan

    def _ranges(self, number: int) -> Sequence[Range] | None:
        """Cells of a level in batches; None where it has none."""
        if self.batches is None or number > self.batches.transient:
            return None
        return self.batches.cells[number]

    def _local(self, number: int) -> LevelPlan | None:
        import cupy

        cells = matrix_cells(self.overlay.overlay, number)
        if cells is None:
            return None
        several, left = cells.several, np.arange(len(cells.heads))
        ranges = self._ranges(number) or ((0, len(left)),)
        small: Columns | None = None
        if worth_columns(len(cells.home), self._multiprocessors):
            found = column_cells(self.overlay.overlay, number, cells)
            narrow, taken = column_classes(found, ranges)
            small = Columns(narrow, found, self.overlay.device, several=several)
            cells, left = without(cells, taken), np.flatnonzero(~taken)
        arrays = [cupy.asarray(a.view(np.uint8)) for a in (cells.blocks, cells.tasks, cells.home)]
        launched: list[list[tuple[JobClass, Any]]] = []
        for batch in ranges:
            begin, end = np.searchsorted(left, batch)
            heads = cells.heads[begin:end]
            classes = job_classes(heads, self._multiprocessors, staged=number == 0)
            if classes is None:
                return None
            jobs = [cupy.asarray(found.jobs.view(np.uint8)) for found in classes]
            launched.append(list(zip(classes, jobs, strict=True)))
        own = [*arrays, *(jobs for classes in launched for _, jobs in classes)]
        nbytes = sum(int(array.nbytes) for array in own) + (small.nbytes if small else 0)

        def bind(metric: DeviceMetric) -> list[Launch]:
            return [
                self._of_batch(number, batch, classes, arrays, small, several, metric)
                for batch, classes in enumerate(launched)
            ]

        return LevelPlan(number, "local", bind, nbytes)

    def _of_batch(
        self,
        number: int,
        batch: int,
        classes: list[tuple[JobClass, Any]],
        arrays: list[Any],
        small: Columns | None,
        several: bool,
        metric: DeviceMetric,
    ) -> Launch:
        launches = [
            self._launch(number, batch, found, jobs, arrays, several, metric)
            for found, jobs in classes
        ]
        if small is not None:
            launches += self._columns(number, batch, small, metric)
        shortcuts = metric.levels[number].of_batch(batch)

        def launch() -> None:
            if several and classes:
                shortcuts.fill(UNREACHED)
            self._side_by_side(launches)

        return launch

    def _columns(
        self, number: int, batch: int, small: Columns, metric: DeviceMetric
    ) -> list[Launch]:
        level, prices = metric.levels[number], metric.costs_struct.copy()
        if not self.overlay.overlay.search.edge_based:
            prices["turn"] = 0
        below = metric.levels[number - 1].address_for(batch) if number else 0
        down = level.down if self._down else None
        return small.launches(batch, prices, below, level.address_for(batch), down)

    def _side_by_side(self, launches: list[Launch]) -> None:
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
        self,
        number: int,
        batch: int,
        found: JobClass,
        jobs: Any,
        arrays: list[Any],
        several: bool,
        metric: DeviceMetric,
    ) -> Launch:
        overlay, level = self.overlay, metric.levels[number]
        struct: np.void = np.zeros(1, CELLS)[0]
        held = dict(zip(("blocks", "tasks", "home"), arrays, strict=True))
        held |= {"jobs": jobs}
        if self._down:
            held["down"] = level.down
        for name, array in held.items():
            struct[name] = address(array)
        struct["shortcuts"] = level.address_for(batch)
        if number:
            struct["costs"] = metric.levels[number - 1].address_for(batch)
        struct["ground"], struct["prices"] = overlay.priced_struct, metric.costs_struct
        struct["count"] = len(found.jobs)
        module = load("roads/crp/customization/customize_cells", {"EACH": EACH}, overlay.device)
        shared_bytes = np.uint32(found.shared_bytes)
        more: tuple[np.uint32, ...] = shared_bytes, np.uint32(several)
        together = 1 if found.whole else SHARED_BLOCK // found.threads
        shape = -(-len(found.jobs) // together), together * found.threads
        kernel = "settle_large" if found.whole else "settle_middle"
        if found.threads < WARP:
            kernel, more = "settle_small", (np.uint32(found.threads), *more)

        def launch(held: object = held) -> None:  # what the structure points to
            module.launch(kernel, *shape, struct, *more, shared=together * found.shared_bytes)

        return launch


def take(arc_costs: Any, turn_costs: U32, metric: DeviceMetric) -> None:
    """Bring the costs of arcs and turns to where the kernels read them, on the current stream."""
    own = metric.arc_costs
    if isinstance(arc_costs, np.ndarray) and len(arc_costs):  # no other copy on the device
        own[: len(arc_costs)].set(np.ascontiguousarray(arc_costs, np.uint32))
    elif len(arc_costs) and arc_costs.data.ptr != own.data.ptr:
        own[: len(arc_costs)] = arc_costs
    metric.turn_costs.set(np.ascontiguousarray(turn_costs, np.uint32))
